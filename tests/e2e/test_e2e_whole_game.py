from __future__ import annotations

from pathlib import Path

import pytest
from driving import Sim
from remembering import TWO_SHORT, play, play_on

from bot.core.events import EndReason

TURN_LIMIT, PAUSE = 60, 30
MOST_HANDS = 120


@pytest.fixture
def new_sim(tmp_path: Path) -> Sim:
    return Sim(tmp_path / "games.db", hand_pause=PAUSE)


async def test_a_whole_game_with_computers_for_who_went_away(sim: Sim) -> None:
    await sim.seat("ada", computers=2, turn_limit=TURN_LIMIT, variation=TWO_SHORT)
    # Otherwise it would leave nothing.
    await sim.turn()

    for _ in range(MOST_HANDS):
        if not sim.manager.running:
            break
        await sim.env.advance_time(TURN_LIMIT if sim.manager.game.deadline else PAUSE)

    view = sim.manager.view(None)
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


async def test_rematches_are_a_best_of_three(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    assert "Best of three" not in sim.table().text
    wins = {"ada": 0, "ben": 0}
    for game in range(1, 4):
        (winner,) = sim.manager.view(None).result.winners
        wins[sim.manager.view(None).seats[winner].name] += 1
        text = sim.table().text
        if max(wins.values()) == 2:
            first = max(wins, key=lambda name: wins[name])
            assert f"{first} wins the series!" in text
            break
        assert game == 1 or f"ada **{wins['ada']}**" in text
        await sim.click("ada", sim.table(), "rematch")
        await sim.restart()
        assert "Best of three: " in sim.table().text
        assert all(f"{name} **{won}**" in sim.table().text for name, won in wins.items())
        await sim.click("ada", sim.table(), "start")
        await play_on(sim)
    else:
        raise AssertionError("nobody has won two of three games")

    # The next game begins another series.
    await sim.click("ada", sim.table(), "rematch")
    assert "Best of three" not in sim.table().text
