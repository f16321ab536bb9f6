from __future__ import annotations

from copy import copy
from dataclasses import replace

import discord
import pytest
from driving import Shown, Sim, answer, other_than
from faulting import install, refused
from past_games import past, seat
from remembering import add_moderator, ask, custom_id, join, next_door, play

from bot.cards.rulesets import CLASSIC
from bot.results.standings import By
from bot.sheets.sheet import Sheet, SheetPlayer, SheetResult
from bot.storage import daily, results, sheets
from bot.storage.daily import StoredAttempt

MANY = 14


def order(shown: Shown, *names: str) -> list[str]:
    return sorted(names, key=shown.text.index)


def winner(sim: Sim) -> str:
    result = sim.manager.view(None).result
    return ("ada", "ben")[result.winners[0]]


async def test_an_empty_leaderboard_shows_what_else_there_is(sim: Sim) -> None:
    ada, store, guild = sim.people["ada"].id, sim.bot.services.store, sim.guild.id
    await store.write(daily.put_daily_key, bytes(32))
    attempt = StoredAttempt(ada, sim.bot.services.daily.today, 0, "{}", sim.clock.now())
    await store.write(daily.open_daily, attempt, guild, "ada")
    done = replace(attempt, version=1, done_at=sim.clock.now(), turns=3, points=12)
    await store.write(daily.commit_daily, done, 0)
    month = "1\\. ada: 13 points, 1 hand laid"
    for given in ({}, {"by": "wins", "period": "last_month"}, {"edition": "masters"}):
        shown = await ask(sim, "eve", "leaderboard", **given)
        assert "Nobody is here yet." in shown.text
        assert month not in shown.text, "eve may still play today's hand"
        assert {"play", "boardby"} <= set(shown.controls)
        assert "daily" not in shown.controls, "it fills no board of games"
    own = await ask(sim, "ada", "leaderboard")
    assert month in own.text
    assert "daily" in own.controls
    elsewhere = await ask(next_door(sim, "ada"), "ada", "leaderboard")
    assert "1\\. ada" not in elsewhere.text


@pytest.mark.usefixtures("short_games_count")
async def test_a_game_puts_its_players_on_every_board_of_their_server(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    first = winner(sim)
    second = other_than(first)
    shown = await ask(sim, "eve", "leaderboard")
    assert order(shown, "ada", "ben") == [first, second]
    assert "Rating" in shown.text
    assert "eve" not in shown.words
    assert first in shown.alts[0]
    assert len(sim.files(shown)) == 1
    for by in (By.WIN_RATE.value, By.WINS.value):
        given = {"by": by, "period": "last_month", "edition": "classic"}
        board = await ask(sim, "ada", "leaderboard", **given)
        await sim.choose("ada", board, "boardperiod", ["month"])
        await sim.choose("ada", board, "boardedition", ["masters"])
        assert "Masters" in board.text
        assert "Nobody is here yet." in board.text
        await sim.choose("ada", board, "boardedition", ["all"])
        await sim.choose("ada", board, "boardby", ["phases"])
        assert order(board, "ada", "ben")
    # Nothing of it is seen in another server.
    other = next_door(sim, "ada", "eve")
    there = await ask(other, "ada", "leaderboard")
    assert "ben" not in there.words
    assert "ada" not in there.text
    (told,) = await other.send(("ada", there, custom_id(shown, "boardshow"), ()))
    assert "ben" not in told
    assert all("ben" not in each.words for each in other.public())
    figures = await ask(other, "ada", "stats")
    assert "Your first game, solo or with others, fills this page" in figures.text


@pytest.mark.usefixtures("short_games_count")
async def test_a_board_is_posted_now_and_then_by_who_may_write_where_games_are_played(
    sim: Sim,
) -> None:
    await play(sim, "ada", "ben")
    silent = discord.PermissionOverwrite(send_messages=False)
    quiet = copy(sim)
    quiet.channel = sim.guild.create_text_channel("quiet", overwrites={sim.people["eve"]: silent})
    shown = await ask(quiet, "eve", "leaderboard")
    assert "may not write" in quiet.told(await quiet.click("eve", shown, "boardshow"))
    assert quiet.public() == []
    assert "boardshow" in shown.controls
    first, second, third = [await ask(sim, "eve", "leaderboard", by="wins") for _ in range(3)]
    await sim.click("eve", first, "boardshow")
    public = sim.table()
    assert not public.private
    assert set(public.controls) == {"boardopen"}
    assert "Games won" in public.text or "wins" in public.text.lower()
    assert len(sim.files(public)) == 1
    assert set(first.controls) == set()
    assert "Everybody" in first.text
    await sim.click("ben", public, "boardopen")
    private = sim.screen("ben")[-1]
    assert private.private
    assert "boardby" in private.controls
    posted = len(sim.public())
    told = sim.told(await sim.click("eve", second, "boardshow"))
    assert "half a minute" in told
    await sim.env.advance_time(31)
    await sim.click("eve", second, "boardshow")
    assert len(sim.public()) == posted + 1
    add_moderator(sim)
    await sim.settings("mod", "#channels", sim.guild.create_text_channel("tables"))
    await sim.env.advance_time(31)
    told = sim.told(await sim.click("eve", third, "boardshow"))
    assert "games are played in" in told
    assert len(sim.public()) == posted + 1


@pytest.mark.usefixtures("short_games_count")
async def test_a_post_counts_for_all_commands_unless_it_failed(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(sim, "ada", "ben")
    shown, posted = await ask(sim, "eve", "leaderboard", by="wins"), len(sim.public())
    # The sentence about it is refused as well.
    install(monkeypatch).add(("POST", "/webhooks/*"), refused(403, 50013), times=2)
    await sim.click("eve", shown, "boardshow")
    assert "boardshow" in shown.controls
    await sim.click("eve", shown, "boardshow")
    assert "boardshow" not in shown.controls
    assert "half a minute" in answer(await sim.slash("eve", "sheet")).text
    assert len(sim.public()) == posted + 1


async def _crowd(sim: Sim) -> list[str]:
    names = [f"player{n:02}" for n in range(MANY)]
    ids = {name: join(sim, name).id for name in names}
    games = [
        past(
            f"{one}-{other}",
            sim.guild.id,
            seats=(seat(0, one, user_id=ids[one]), seat(1, other, user_id=ids[other])),
        )
        for one, other in zip(names[::2], names[1::2], strict=True)
    ]
    await sim.bot.services.store.write(results.add_missing, sim.guild.id, games)
    return names


async def test_pages_and_ones_own_place_work_after_a_restart(sim: Sim) -> None:
    names = await _crowd(sim)
    first = await ask(sim, "eve", "leaderboard", by="wins")
    on_first = [name for name in names if name in first.text]
    assert len(on_first) == 10
    assert "Back" not in str(first.buttons)
    assert "boardown" not in first.controls
    await sim.restart()
    await sim.click("eve", first, "board", "More")
    on_second = [name for name in names if name in first.text]
    assert sorted(on_first + on_second) == sorted(names)
    assert "11–14 of 14" in first.text
    beyond = custom_id(first, "board").replace(":0", ":9999")
    await sim.send(("eve", first, beyond, ()))
    assert "11–14 of 14" in first.text, "a page that is not there any more is the last one"
    await sim.click("eve", first, "board", "Back")
    assert [name for name in names if name in first.text] == on_first
    last = on_second[-1]
    own = await ask(sim, last, "leaderboard", by="wins")
    assert last in own.text
    assert "boardown" in own.controls
    await sim.click(last, own, "boardown")
    assert "11–14 of 14" in own.text
    assert "boardown" not in own.controls


async def test_bots_have_no_figures(sim: Sim) -> None:
    robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
    for command in ("stats", "phase10 history"):
        result = await sim.people["ada"].slash(sim.channel, command, member=robot)
        assert "That is a bot" in sim.told(result)


async def test_a_newcomer_reads_what_there_is_besides_games(sim: Sim, newcomers: None) -> None:
    ada = sim.people["ada"].id
    store = sim.bot.services.store
    shown = await ask(sim, "ada", "stats")
    assert shown.text.strip().startswith("Your first game, solo or with others")
    assert "minutes" not in shown.text, "only the button of a game with its rules says how long"
    assert {"solo", "daily"} <= set(shown.controls)
    assert "sheetyear" not in shown.controls
    await store.write(daily.put_daily_key, bytes(32))
    attempt = StoredAttempt(ada, sim.bot.services.daily.today, 0, "{}", sim.clock.now())
    await store.write(daily.open_daily, attempt, sim.guild.id, "ada")
    players = tuple(SheetPlayer(name, sim.people[name].id) for name in ("ada", "ben"))
    entered = (SheetResult(0, 0, 1), SheetResult(0, 1, 1, "9"))
    begun = Sheet("sheet", 0, sim.channel.id, ada, CLASSIC, players, 9.0, begun=True)
    stopped = replace(begun, results=entered, played_at=9.0, closed=True)
    await store.write(sheets.add_sheet, stopped)
    here = await ask(sim, "ada", "stats")
    outside = answer(await sim.people["ada"].user.slash("stats"))
    for asked in (here, outside):
        assert "**Daily hand**: Your streak: 1 day. A day counts as soon as you open" in asked.text
        assert "**Score sheets**: 1" in asked.text
        assert {"solo", "daily", "sheetyear"} <= set(asked.controls)
