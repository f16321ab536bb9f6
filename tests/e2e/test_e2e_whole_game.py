from __future__ import annotations

from driving import Sim
from remembering import play, play_on


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
