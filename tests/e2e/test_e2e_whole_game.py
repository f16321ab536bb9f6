from __future__ import annotations

from pathlib import Path

import pytest
from driving import House

from bot.rules.events import EndReason

TURN_LIMIT, PAUSE = 60, 30
MOST_HANDS = 120


@pytest.fixture
def empty_house(tmp_path: Path) -> House:
    return House(tmp_path / "games.db", hand_pause=PAUSE)


async def test_a_whole_game_with_computers_for_who_went_away(house: House) -> None:
    await house.seat("ada", computers=2, turn_limit=TURN_LIMIT)

    for _ in range(MOST_HANDS):
        if not house.manager.running:
            break
        await house.env.advance_time(TURN_LIMIT if house.manager.deadline else PAUSE)

    view = house.manager.view(None)
    assert view.result is not None
    assert view.result.reason in (EndReason.COMPLETED, EndReason.PLAYOFF)
    table = house.table()
    assert set(table.controls) == {"rematch", "scores", "record"}
    assert view.result.secret in table.text
    assert "wins the game" in table.text
    assert table.alts[0].startswith("Place 1:")
    await _rematch(house)


async def _rematch(house: House) -> None:
    """The same people sit down again, at a new message below the podium."""
    over = house.table()

    await house.click("ada", over, "rematch")

    lobby = house.table()
    assert lobby.id != over.id
    assert "start" in lobby.controls
    assert over.id in [each.id for each in house.public()]
