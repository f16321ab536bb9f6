from __future__ import annotations

import re

import pytest
from driving import House
from remembering import ask, custom_id, join, next_door, play


async def test_ones_own_figures(house: House) -> None:
    await play(house, "ada", "ben")

    shown = await ask(house, "ada", "stats")

    assert "ada" in shown.text
    assert "1 finished game" in shown.alts[0]
    assert "ben" in shown.alts[0]
    assert len(shown.alts) == len(house.files(shown)) == 2


async def test_somebody_elses_figures(house: House) -> None:
    await play(house, "ada", "ben")

    shown = await ask(house, "eve", "stats", member=house.people["ben"])

    assert "ben" in shown.text


async def test_somebody_without_games(house: House) -> None:
    shown = await ask(house, "eve", "stats")

    assert "**eve** has not finished a game here yet" in shown.text
    assert shown.controls == {}


async def test_bots_have_no_figures(house: House) -> None:
    robot = house.guild.add_member(house.env.create_user("robot", bot=True))

    for command in ("stats", "phase10 history"):
        result = await house.people["ada"].slash(house.channel, command, member=robot)
        assert "That is a bot" in house.told(result)


async def test_nothing_of_another_server_is_seen(house: House) -> None:
    await play(house, "ada", "ben")
    other = next_door(house, "ada", "eve")

    shown = await ask(other, "ada", "stats")

    assert "has not finished a game here" in shown.text


async def test_show_here_and_last_games_work_after_a_restart(house: House) -> None:
    await play(house, "ada", "ben")
    shown = await ask(house, "ada", "stats")

    await house.restart()
    games = await ask(house, "eve", "stats", member=house.people["ada"])
    await house.click("eve", games, "history")
    await house.click("ada", shown, "statsshow")

    assert "Last games of **ada**" in games.text
    assert games.alts == []
    public = house.public()[-1]
    assert "ada" in public.text
    assert len(house.files(public)) == 2
    assert "Everybody" in shown.text


@pytest.mark.parametrize("meaning", ["", ":x", ":0", ":-1", ":99999999999999999999", ":1:2"])
async def test_made_up_buttons_are_answered_in_words(house: House, meaning: str) -> None:
    shown = await ask(house, "eve", "leaderboard")

    (told,) = await house.send(("eve", shown, f"p10:-:0:statsshow{meaning}", ()))

    assert "do not understand" in told


async def test_ratings_change_at_the_end_of_a_game(house: House) -> None:
    await play(house, "ada", "ben")

    told = dict(
        re.findall(
            r"^\d\\\. (\w+): .*(rating [\d,]+ \([+−]\d+\))$", house.table().text, re.MULTILINE
        )
    )

    assert set(told) == {"ada", "ben"}
    for name, rating in told.items():
        number = rating.split()[1]
        assert number in (await ask(house, name, "stats")).alts[0]
        board = await ask(house, name, "leaderboard")
        assert number in board.text


async def test_a_rating_that_cannot_be_read_keeps_the_podium(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("the disk is full of Wilds")

    monkeypatch.setattr(house.bot.desk.store, "past_game", fails, raising=False)
    await play(house, "ada", "ben")

    assert "rating" not in house.table().text
    assert "wins the game" in house.table().text
    assert set(house.table().controls) == {"rematch", "scores", "record"}


async def test_figures_of_a_name_full_of_signs(house: House) -> None:
    join(house, "<@1> **x** @everyone")
    await play(house, "<@1> **x** @everyone", "ben")

    shown = await ask(house, "<@1> **x** @everyone", "stats")
    await house.click("<@1> **x** @everyone", shown, "statsshow")

    public = house.public()[-1]
    assert "<@1>" not in public.text
    assert "@everyone" not in public.text
    assert custom_id(await ask(house, "ben", "leaderboard"), "boardshow")
