from __future__ import annotations

from pathlib import Path

import pytest
from driving import Sim

from bot.games.events import EndReason

pytestmark = pytest.mark.database

TURN_LIMIT, PAUSE = 60, 30
MOST_HANDS = 120


@pytest.fixture
def new_sim(tmp_path: Path) -> Sim:
    return Sim(tmp_path / "games.db", hand_pause=PAUSE)


@pytest.mark.usefixtures("painted")
async def test_a_whole_game_with_computers_for_who_went_away(sim: Sim) -> None:
    await sim.seat("ada", computers=2, turn_limit=TURN_LIMIT)

    for _ in range(MOST_HANDS):
        if not sim.manager.running:
            break
        await sim.env.advance_time(TURN_LIMIT if sim.manager.game.deadline else PAUSE)

    view = sim.manager.view(None)
    assert view.result is not None
    assert view.result.reason in (EndReason.COMPLETED, EndReason.PLAYOFF)
    table = sim.table()
    assert set(table.controls) == {*("rematch", "scores", "review", "myachievements", "react")}
    assert view.result.secret not in table.text
    assert "wins the game" in table.text
    assert table.alts[0].startswith("Place 1:")
    await _rematch(sim)


async def _rematch(sim: Sim) -> None:
    """The same people sit down again, at a new message below the podium."""
    over = sim.table()

    await sim.click("ada", over, "rematch")

    lobby = sim.table()
    assert lobby.id != over.id
    assert "start" in lobby.controls
    assert over.id in [each.id for each in sim.public()]
