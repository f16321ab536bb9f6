from __future__ import annotations

import re

import pytest
from driving import Sim
from remembering import ask, play


async def test_bots_have_no_figures(sim: Sim) -> None:
    robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))

    for command in ("stats", "phase10 history"):
        result = await sim.people["ada"].slash(sim.channel, command, member=robot)
        assert "That is a bot" in sim.told(result)


async def test_show_here_and_last_games_work_after_a_restart(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    shown = await ask(sim, "ada", "stats")
    assert "1 finished game" in shown.alts[0]
    assert "ben" in shown.alts[0]
    assert len(shown.alts) == len(sim.files(shown)) == 1
    assert "Newest medals: " in shown.alts[0]

    await sim.restart()
    games = await ask(sim, "eve", "stats", member=sim.people["ada"])
    await sim.click("eve", games, "history")
    await sim.click("ada", shown, "statsshow")

    assert "Last games of **ada**" in games.text
    assert games.alts == []
    public = sim.public()[-1]
    assert "ada" in public.text
    assert len(sim.files(public)) == 1
    assert "Everybody" in shown.text


async def test_ratings_change_at_the_end_of_a_game(sim: Sim) -> None:
    await play(sim, "ada", "ben")

    line = r"^\d\\\. (\w+): .* · first rating against people: ([\d,]+)$"
    told = dict(re.findall(line, sim.table().text, re.MULTILINE))

    assert set(told) == {"ada", "ben"}
    for name, number in told.items():
        assert number in (await ask(sim, name, "stats")).alts[0]
        board = await ask(sim, name, "leaderboard")
        assert number in board.text


async def test_a_rating_that_cannot_be_read_keeps_the_podium(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("the disk is full of Wilds")

    monkeypatch.setattr(sim.bot.parts.store, "past_game", fails, raising=False)
    await play(sim, "ada", "ben")

    assert "rating" not in sim.table().text
    assert "wins the game" in sim.table().text
    assert {"rematch", "scores", "review"} <= set(sim.table().controls)
