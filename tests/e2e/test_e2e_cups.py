"""Cups in the simulated Discord: from the command to the podium, as the people in them see it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from cups_kit import SEED, opened
from driving import EnvClock, Shown, Sim, answer, eventually
from faulting import BEGIN, POST, install, refused
from remembering import MOST_DECISIONS, SHORT, add_moderator, ask
from simcord import InteractionResult

from bot.cards.variations import varied
from bot.cups.engine import apply, start_round
from bot.cups.standings import standings
from bot.cups.state import (
    CupEvent,
    CupGame,
    CupStarted,
    CupStatus,
    Joined,
    LiveCup,
    RoundEnded,
    TableEnded,
)
from bot.players import strategy
from bot.seating import NOBODY, Level
from bot.storage import cups, games, notifications
from bot.storage.errors import StoreError
from bot.table.manager import GameManager
from cogs.base.members import KNOWN_FOR

NAMES = [f"p{number}" for number in range(8)]


@pytest.fixture
def sim(sim: Sim) -> Sim:
    add_moderator(sim)
    for name in NAMES:
        sim.people[name] = sim.guild.add_member(sim.env.create_user(name))
    return sim


async def open_cup(sim: Sim, name: str = "mod", **options: Any) -> InteractionResult:
    given = {"name": "Friday", "length": "quick", **options}
    return await sim.people[name].slash(sim.channel, "cup open", **given)


def message(sim: Sim) -> Shown:
    return [each for each in sim.public() if "🏆" in each.text][-1]


def cup_id_of(shown: Shown) -> str:
    custom_ids = [each["custom_id"] for each in shown.components if "custom_id" in each]
    return str(custom_ids[0].split(":")[1])


async def live(sim: Sim) -> LiveCup:
    stored = await sim.bot.services.store.read(cups.stored_cup, cup_id_of(message(sim)))
    assert stored is not None
    return stored


def tables(sim: Sim, stored: LiveCup) -> list[GameManager]:
    managers = [sim.bot.services.registry.by_game(game.game_id) for game in stored.games]
    return [manager for manager in managers if manager is not None]


def says(sim: Sim, pattern: str) -> bool:
    return re.search(pattern, message(sim).text) is not None


async def play(sim: Sim, manager: GameManager, absent: Collection[int] = ()) -> None:
    """Play a table's game to its end without clicks; its short hands skip some turns."""
    computer, rng = strategy(Level.NORMAL, "cards"), Random(3)
    for occupant in manager.game.table.occupants:
        if occupant.user_id is not None and not (occupant.left or occupant.user_id in absent):
            await sim.bot.services.cups.check_in(manager.game.table.cup_id, occupant.user_id)
    decisions = 0
    while decisions < MOST_DECISIONS:
        if not manager.running:
            return
        for seat in manager.game.awaited:
            user_id = manager.game.table.occupants[seat].user_id
            assert user_id is not None
            await manager.ready(user_id)
        who = manager.game.to_act
        if who is None or who.is_computer:
            # The simulation does not wait for what a direct call leads to.
            await asyncio.sleep(0.002)
            continue
        assert who.user_id is not None
        if who.user_id in absent:
            await manager.stand_in(NOBODY, manager.version, moderator=True)
            continue
        decisions += 1
        legal = manager.game.legal(who.user_id)
        action = computer.choose(manager.view(who.user_id), legal, rng)
        await manager.act(who.user_id, manager.version, action)
    raise AssertionError("the game does not end")


@pytest.mark.usefixtures("short_games_count")
async def test_a_cup_of_eight_with_restarts_and_late_arrivals(  # noqa: PLR0915  # a whole evening
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.lobby.with_length", lambda rules, _: varied(rules, SHORT))
    await open_cup(sim, start="30")
    for name in NAMES[:7]:
        await sim.click(name, message(sim), "cupjoin")
    assert "7" in message(sim).text
    (poster,) = message(sim).alts
    assert poster.startswith("Friday: Swiss, 3 rounds · Classic")
    assert poster.endswith("7 are in: p0, p1, p2, p3, p4, p5, p6")
    assert all(name in message(sim).text for name in NAMES[:7])
    await sim.restart()
    await sim.env.advance_time(25 * 60 + 1)
    await sim.env.settle()
    reminders = [each for each in sim.public() if "begins" in each.raw.content]
    assert len(reminders) == 1
    assert all(str(sim.people[name].id) in reminders[0].text for name in NAMES[:7])
    await sim.env.advance_time(5 * 60)
    await sim.env.settle()
    assert [each for each in sim.public() if "begins" in each.raw.content] == []
    # The first round: one is late, and one leaves.
    stored = await live(sim)
    assert (stored.cup.status, len(stored.games)) == (CupStatus.PLAYING, 2)
    assert "cuptable" in message(sim).controls
    found = await sim.click("p3", message(sim), "cuptable")
    place = stored.cup.round.find_table(sim.people["p3"].id)
    assert place is not None
    assert answer(found).links == [
        f"https://discord.com/channels/{sim.guild.id}/{stored.games[place].channel_id}"
    ]
    await sim.click(NAMES[7], message(sim), "cupjoin")
    leaving = next(
        name for name in NAMES if sim.people[name].id in stored.cup.round.tables[0].people
    )
    asked = answer(await sim.click(leaving, message(sim), "cupleave"))
    await sim.click(leaving, asked, "cupleavenow")
    await sim.restart()
    stored = await live(sim)
    assert tables(sim, stored)[0].has_left(sim.people[leaving].id)
    first, second = tables(sim, stored)
    await play(sim, first)
    await eventually(sim, lambda: message(sim).text.count("✅") == 1)
    assert message(sim).alts[0].startswith("Friday: Round 1 of 3. 1. ")
    await play(sim, second)
    await sim.restart()
    for number in (2, 3):
        await sim.env.advance_time(sim.pace.cup_pause + 1)
        await sim.env.settle()
        stored = await live(sim)
        assert (stored.cup.status, len(stored.cup.rounds)) == (CupStatus.PLAYING, number)
        seated = {who for table in stored.cup.round.tables for who in table.people}
        assert sim.people[NAMES[7]].id in seated
        assert sim.people[leaving].id not in seated
        for manager in tables(sim, stored):
            await play(sim, manager)
        await eventually(
            sim, lambda: "cuptable" not in message(sim).controls or "over" in message(sim).text
        )
        await sim.restart()
    stored = await live(sim)
    assert stored.cup.status is CupStatus.FINISHED
    best = standings(stored.cup)[0].person
    assert f"🏅 **{sim.name_of(best)}**: Cup winner (bronze)" in message(sim).text
    (podium,) = message(sim).alts
    assert podium.startswith(f"Friday: {sim.name_of(best)} wins the cup! 1. {sim.name_of(best)}")
    stats = await sim.people[sim.name_of(best)].slash(sim.channel, "stats")
    assert "Won 1 cup." in answer(stats).text
    board = answer(await sim.people["p1"].slash(sim.channel, "leaderboard"))
    await sim.click("p1", board, "champions")
    (champions,) = [each for each in sim.screen("p1") if each.id == board.id]
    assert f"**Friday**: **{sim.name_of(best)}** of 8" in champions.text
    sim.env.backend.remove_member(sim.guild.id, best)
    await sim.env.advance_time(KNOWN_FOR + 1)
    reader = next(name for name, who in sim.people.items() if who.id != best)
    board = answer(await sim.people[reader].slash(sim.channel, "leaderboard"))
    await sim.click(reader, board, "champions")
    assert "**Friday**: **Somebody** of 8" in board.text
    # A thread for each table, and everybody was called into theirs.
    assert len(sim.channel.threads) == 6


@pytest.mark.usefixtures("short_games_count")
async def test_who_never_comes_to_an_evening_of_eight_wins_nothing(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.lobby.with_length", lambda rules, _: varied(rules, SHORT))
    opened = answer(await open_cup(sim))
    assert "you can start it, take somebody out or cancel it" in opened.text
    for name in NAMES:
        await sim.click(name, message(sim), "cupjoin")
    menu = answer(await sim.click("mod", message(sim), "cupmore"))
    await sim.click("mod", menu, "cupstart")
    absent = {sim.people[name].id for name in NAMES[6:]}
    for number in (1, 2, 3):
        await sim.env.settle()
        stored = await live(sim)
        assert len(stored.cup.rounds) == number
        seated = {who for table in stored.cup.round.tables for who in table.people}
        assert bool(absent & seated) is (number == 1)
        if number == 1:
            called = [each for each in sim.public() if "Here is your table" in each.text]
            here = next(each for each in called if str(sim.people["p0"].id) in each.text)
            said = answer(await sim.click("p0", here, "cuphere"))
            assert "Good to have you!" in said.text
            assert said.links
            waits = r"Not here yet: (?!.*p0).*p6"
            await eventually(sim, partial(says, sim, waits))
        for manager in tables(sim, stored):
            await play(sim, manager, absent)
        said_after = f"standings after round {number}" if number < 3 else "wins Friday!"
        await eventually(
            sim, lambda said=said_after: sum(said in each.text for each in sim.public()) == 1
        )
        await sim.restart(killed=True)
        await sim.env.settle()
        assert sum(said_after in each.text for each in sim.public()) == 1
        await sim.env.advance_time(sim.pace.cup_pause + 1)
    stored = await live(sim)
    assert stored.cup.status is CupStatus.FINISHED
    rows = standings(stored.cup)
    assert {row.person for row in rows[6:]} == absent
    assert all(row.points == row.phases == 0 for row in rows[6:])
    assert all(row.points for row in rows[:1])
    podium = next(each for each in sim.public() if "wins Friday!" in each.text)
    best = sim.name_of(rows[0].person)
    assert podium.alts[0].startswith(f"Friday: {best} wins the cup! 1. {best}")
    assert podium.alts[0].count("did not come") == 2
    # Only the call, the standings after each round and the result were posted.
    assert len([each for each in sim.public() if "Friday" in each.text and each.alts]) == 4


async def test_a_host_takes_somebody_out_and_ends_a_cup_with_its_leader(sim: Sim) -> None:
    await begin(sim)
    menu = answer(await sim.click("mod", message(sim), "cupmore"))
    assert "cupclose" not in menu.controls
    out = sim.people["p3"]
    asked = answer(await sim.choose("mod", menu, "cuptakeout", [out]))
    await sim.click("mod", asked, "cuptakeoutnow")
    await sim.env.settle()
    (manager,) = tables(sim, await live(sim))
    assert manager.has_left(out.id)
    (told,) = await sim.send(("p3", message(sim), f"p10:{cup_id_of(message(sim))}:0:cupjoin", ()))
    assert "took you out" in told
    await play(sim, manager)
    await eventually(sim, lambda: any("after round 1" in each.text for each in sim.public()))
    stored = await live(sim)
    best = sim.name_of(standings(stored.cup)[0].person)
    menu = answer(await sim.click("mod", message(sim), "cupmore"))
    asked = answer(await sim.click("mod", menu, "cupclose"))
    assert best in asked.text
    await sim.click("mod", asked, "cupclosenow")
    await eventually(sim, lambda: f"{best} wins Friday!" in sim.public()[-1].text)
    stored = await live(sim)
    assert (stored.cup.status, len(stored.cup.rounds)) == (CupStatus.FINISHED, 1)
    assert "before its time" in message(sim).text


async def menu_of_four(sim: Sim) -> Shown:
    await open_cup(sim)
    for name in NAMES[:4]:
        await sim.click(name, message(sim), "cupjoin")
    return answer(await sim.click("mod", message(sim), "cupmore"))


async def begin(sim: Sim) -> None:
    await sim.click("mod", await menu_of_four(sim), "cupstart")
    await sim.env.settle()


async def test_who_may_not_manage_the_server_starts_and_cancels_nothing(sim: Sim) -> None:
    of_mod = await menu_of_four(sim)
    menu = answer(await sim.click("p0", message(sim), "cupmore"))
    assert not {"cupstart", "cupcancel"} & set(menu.controls)
    cup_id = cup_id_of(message(sim))
    for verb in ("cupstart", "cupcancel", "cupcancelnow"):
        (told,) = await sim.send(("p0", menu, f"p10:{cup_id}:0:{verb}", ()))
        assert "Manage Server" in told
    assert (await live(sim)).cup.status is CupStatus.OPEN
    asked = answer(await sim.click("mod", of_mod, "cupcancel"))
    assert (await live(sim)).cup.status is CupStatus.OPEN
    await sim.click("mod", Shown(asked.raw), "cupcancelnow")
    assert "cancelled" in message(sim).text
    assert sim.bot.services.cups.find(cup_id) is None


async def test_missing_permissions_are_named_and_the_round_begins_when_they_are_back(
    sim: Sim,
) -> None:
    menu = await menu_of_four(sim)
    sim.permit("create_public_threads")
    await sim.click("mod", menu, "cupstart")
    assert "Create Public Threads" in message(sim).text
    sim.permit()
    await sim.env.advance_time(11)
    await sim.env.settle()
    assert "Create Public Threads" not in message(sim).text
    assert len(sim.channel.threads) == 1


def calls_of(sim: Sim) -> list[str]:
    return [each.text for each in sim.public() if "Here is your table" in each.text]


async def test_a_name_that_the_server_bans_is_replaced(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch).add(BEGIN, refused(400, 200001))
    await begin(sim)
    (thread,) = sim.channel.threads
    assert thread.name == "Round 1 · Table 1"
    assert len(tables(sim, await live(sim))) == 1


async def test_a_cup_that_the_server_blocks_is_told_and_cancelled(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch).add(POST, refused(400, 200000))
    assert "AutoMod" in answer(await open_cup(sim)).text
    await sim.env.advance_time(31)
    assert "cancelled" in message(sim).text


async def test_a_thread_that_discord_refuses_is_told_and_ends_with_the_round(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch).add(BEGIN, refused(400, 160006), times=10**6)
    said = "as many active threads as Discord allows"
    await begin(sim)
    assert said in message(sim).text
    assert "bring nobody points" in message(sim).text
    soon = answer(await sim.click("p0", message(sim), "cuptable"))
    assert "in a moment" in soon.text
    cup_id = cup_id_of(message(sim))
    await sim.env.advance_time(2 * 3600 + 1)
    await sim.env.settle()
    assert "cancelled" in message(sim).text
    assert said in message(sim).text
    assert sim.bot.services.cups.find(cup_id) is None
    assert len(calls_of(sim)) == 1


@pytest.mark.database
@pytest.mark.parametrize("lost", ["call", "thread", "stored", "begun"])
async def test_nobody_is_called_twice_whatever_is_lost(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    menu = await menu_of_four(sim)
    with monkeypatch.context() as patch:

        def fails(*_: object) -> None:
            raise StoreError("full")

        match lost:
            case "call":
                install(patch).add(POST, TimeoutError, done=True)
            case "thread":
                install(patch).add(BEGIN, TimeoutError, done=True)
            case "stored":
                patch.setattr(cups, "note_thread", fails)
            case "begun":
                patch.setattr(games, "begin", fails)
        await sim.click("mod", menu, "cupstart")
        await sim.env.settle()
    assert not tables(sim, await live(sim))
    await sim.restart(killed=True)
    # A process that did not know its server yet looks again.
    await sim.env.advance_time(sim.pace.retry)
    await sim.env.settle()
    (manager,) = tables(sim, await live(sim))
    (thread,) = sim.channel.threads
    assert manager.channel_id == thread.id
    assert len(calls_of(sim)) == 1
    assert all(sim.people[name].id in thread._channel.thread_members for name in NAMES[:4])


async def test_a_cup_whose_channel_is_deleted_is_cancelled(sim: Sim) -> None:
    await open_cup(sim, start="30")
    for name in NAMES[:2]:
        await sim.click(name, message(sim), "cupjoin")
    cup_id = cup_id_of(message(sim))
    sim.env.backend.delete_channel(sim.channel.id)
    await sim.env.advance_time(31 * 60)
    await sim.env.settle()
    stored = await sim.bot.services.store.read(cups.stored_cup, cup_id)
    assert stored.cup.status is CupStatus.CANCELLED
    assert sim.bot.services.cups.find(cup_id) is None


async def test_a_cup_begins_at_a_clock_time_of_the_next_two_weeks(sim: Sim) -> None:
    now = int(sim.bot.services.clock.now())
    for start in (now - 60, now + 15 * 86_400):
        refused_start = await open_cup(sim, start=f"<t:{start}:F>")
        assert "at most 14 days ahead" in answer(refused_start).text
    assert not sim.public()
    await open_cup(sim, start=f"<t:{now + 86_400}:F>")
    assert f"<t:{now + 86_400}:f>" in message(sim).text
    for name in NAMES[:2]:
        await sim.click(name, message(sim), "cupjoin")
    await sim.env.advance_time(86_401)
    await sim.env.settle()
    assert (await live(sim)).cup.status is CupStatus.PLAYING


async def test_a_cup_begins_when_a_suspended_machine_is_back(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(sim.bot.services.clock.now())
    await open_cup(sim, start=f"<t:{now + 12 * 86_400}>")
    for name in NAMES[:2]:
        await sim.click(name, message(sim), "cupjoin")
    before = EnvClock.now
    monkeypatch.setattr(EnvClock, "now", lambda clock: before(clock) + 12 * 86_400 + 1)
    sim.bot.dispatch("shard_resumed", 0)
    await sim.env.settle()
    await eventually(sim, lambda: "Round 1 of 3" in message(sim).text)


# -- cups that repeat ----------------------------------------------------------------------

WEEK = 7 * 86_400


async def weekly(sim: Sim, *names: str) -> LiveCup:
    """A cup of every week, five minutes before it begins; its reminder is posted."""
    await open_cup(sim, start="30", every="week")
    for name in names:
        await sim.click(name, message(sim), "cupjoin")
    await sim.env.advance_time(25 * 60)
    await sim.env.settle()
    return await live(sim)


async def begin_weekly(sim: Sim) -> None:
    await sim.env.advance_time(5 * 60 + 1)
    await sim.env.settle()


async def stored_of(sim: Sim, of: LiveCup) -> LiveCup:
    stored = await sim.bot.services.store.read(cups.stored_cup, of.cup.cup_id)
    assert stored is not None
    return stored


def calls_back(sim: Sim) -> list[Shown]:
    return [each for each in sim.public() if "is on again" in each.text]


async def test_a_cup_that_repeats_needs_a_start(sim: Sim) -> None:
    assert "needs a time" in answer(await open_cup(sim, every="week")).text
    assert not sim.public()


@pytest.mark.usefixtures("short_games_count")
async def test_a_weekly_cup_opens_again_and_calls_the_people_of_the_last(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.lobby.with_length", lambda rules, _: varied(rules, SHORT))
    first = await weekly(sim, "p0", "p1", "p2")
    assert first.due is not None
    assert f"repeats every week; the next one begins <t:{int(first.due) + WEEK}:f>" in (
        message(sim).text
    )
    await begin_weekly(sim)
    asked = answer(await sim.click("p2", message(sim), "cupleave"))
    await sim.click("p2", asked, "cupleavenow")
    (manager,) = tables(sim, await live(sim))
    await play(sim, manager)
    await eventually(sim, lambda: any("after round 1" in each.text for each in sim.public()))
    menu = answer(await sim.click("mod", message(sim), "cupmore"))
    asked = answer(await sim.click("mod", menu, "cupclose"))
    await sim.click("mod", asked, "cupclosenow")
    await eventually(sim, lambda: bool(calls_back(sim)))
    ended, following = [each for each in sim.public() if "### 🏆 Friday" in each.text]
    assert f"The next one begins <t:{int(first.due) + WEEK}:f>" in ended.text
    assert "Nobody is in" in following.text
    assert f"<t:{int(first.due) + WEEK}:f>" in following.text
    (told,) = calls_back(sim)
    told_at = sim.public().index(told)
    order = [each.id for each in sim.public()]
    podium = next(each for each in sim.public() if "wins Friday!" in each.text)
    assert order.index(podium.id) < order.index(following.id) < told_at
    assert told.raw.allowed_mentions.users == {sim.people[name].id for name in ("p0", "p1")}
    assert not told.raw.allowed_mentions.everyone
    assert not told.raw.allowed_mentions.roles
    assert str(following.id) in told.text
    best = sim.name_of(standings((await stored_of(sim, first)).cup)[0].person)
    assert "**Leaderboard: Cup season · Friday · 1 cup**" in podium.text
    assert f"1\\. {best}: 12 points (1 cup, 1 won)" in podium.text
    read_again = Mock()
    monkeypatch.setattr("cogs.cup.people_to_call", read_again)
    await sim.click("p0", message(sim), "cupjoin")
    await sim.click("p3", message(sim), "cupjoin")
    await sim.restart()
    read_again.assert_not_called()
    assert len(calls_back(sim)) == 1
    await sim.env.advance_time(WEEK)
    await sim.env.settle()
    stored = await live(sim)
    assert stored.cup.status is CupStatus.PLAYING
    assert {who.person for who in stored.cup.participants} == {
        sim.people[name].id for name in ("p0", "p3")
    }


@pytest.mark.database
@pytest.mark.parametrize("lost", ["message", "noted", "call", "announced"])
async def test_the_next_cup_is_posted_and_called_once_whatever_is_lost(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    await weekly(sim, "p0")
    before = len(sim.public())
    with monkeypatch.context() as patch:

        def fails(*_: object) -> None:
            raise StoreError("full")

        match lost:
            case "message":
                install(patch).add(POST, TimeoutError, done=True)
            case "call":
                patch.setattr("cogs.cup.people_to_call", fails)
            case "noted":
                patch.setattr(cups, "note_cup", fails)
            case "announced":
                patch.setattr(notifications, "put_announced", fails)
        await begin_weekly(sim)
    await sim.restart(killed=True)
    await eventually(sim, lambda: bool(calls_back(sim)))
    assert len(calls_back(sim)) == 1
    assert len(sim.public()) == before + 2
    await sim.click("p1", message(sim), "cupjoin")
    assert "p1" in message(sim).text


async def test_people_are_called_to_the_next_cup_once_the_server_is_known(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await weekly(sim, "p0")
    sim.know_the_server_once_ready(monkeypatch)
    await begin_weekly(sim)
    await eventually(sim, lambda: bool(calls_back(sim)))


async def test_a_host_stops_a_weekly_cup_at_the_end_of_one(sim: Sim) -> None:
    first = await weekly(sim, "p0")
    ended = message(sim)
    await begin_weekly(sim)
    assert "cupmore" in ended.controls
    assert "cupstop" not in answer(await sim.click("p0", ended, "cupmore")).controls
    (told,) = await sim.send(("p0", ended, f"p10:{first.cup.cup_id}:0:cupstopnow", ()))
    assert "Manage Server" in told
    menu = answer(await sim.click("mod", ended, "cupmore"))
    asked = answer(await sim.click("mod", menu, "cupstop"))
    stopped = await sim.click("mod", asked, "cupstopnow")
    assert "does not repeat any more" in answer(stopped).text
    assert "It does not repeat any more" in message(sim).text
    await sim.env.advance_time(WEEK)
    await sim.env.settle()
    assert "Nobody joined, so it does not repeat" in message(sim).text
    assert "cupmore" not in message(sim).controls
    assert len([each for each in sim.public() if "### 🏆 Friday" in each.text]) == 2


def letters(sim: Sim, name: str) -> list[str]:
    channel = sim.env.backend.get_dm_channel(sim.people[name].id)
    return [each.text for each in sim.messages(channel.id)] if channel else []


@pytest.mark.parametrize("lost", ["channel", "permission", "filter"])
async def test_a_host_reads_why_a_weekly_cup_stops(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    first = await weekly(sim, "p0")
    match lost:
        case "channel":
            sim.env.backend.delete_channel(sim.channel.id)
        case "permission":
            sim.permit("send_messages")
        case "filter":
            install(monkeypatch).add(POST, refused(400, 200000))
    await begin_weekly(sim)
    why = {
        "channel": "channel was deleted",
        "permission": f"may not post in <#{sim.channel.id}>",
        "filter": "AutoMod",
    }
    await eventually(sim, lambda: bool(letters(sim, "mod")))
    for _ in range(2):
        await sim.restart(killed=True)
        await sim.env.advance_time(WEEK)
        await sim.env.settle()
    (letter,) = letters(sim, "mod")
    assert "**Friday** does not repeat any more." in letter
    assert why[lost] in letter
    assert "`/cup open`" in letter
    stored = await sim.bot.services.store.read(cups.open_cups, sim.bot.services.clock.now())
    assert not [each for each in stored if each.series == first.series and not each.cup.over]


async def put_season(sim: Sim, series: str, name: str, *people: str) -> None:
    """Store a cup of one round that the first of these people wins."""
    start = replace(opened(rounds=1), cup_id=series, name=name)
    stored = LiveCup(start, sim.guild.id, sim.channel.id, None, "en", series=series)
    write = sim.bot.services.store.write
    await write(cups.put_cup, stored)

    async def happen(stored: LiveCup, event: CupEvent) -> LiveCup:
        games = tuple(CupGame(f"{series}{n}") for n in range(len(getattr(event, "tables", ()))))
        cup = apply(stored.cup, event)
        stored = replace(stored, cup=cup, events=stored.events + 1, games=games)
        await write(cups.advance_cup, stored, event)
        return stored

    for each in people:
        stored = await happen(stored, Joined(1, sim.people[each].id, each))
    stored = await happen(stored, CupStarted(2, SEED))
    stored = await happen(stored, start_round(stored.cup, 3))
    seats = stored.cup.round.tables[0].seats
    order = [seats.index(sim.people[each].id) for each in people]
    phases = tuple(10 - order.index(seat) for seat in range(len(seats)))
    ranking = tuple((seat,) for seat in order)
    stored = await happen(stored, TableEnded(4, 0, ranking, phases, (5,) * len(seats), ()))
    await happen(stored, RoundEnded(sim.bot.services.clock.now()))


@pytest.mark.database
async def test_the_leaderboard_has_the_seasons_of_cups(sim: Sim) -> None:
    empty = await ask(sim, "p0", "leaderboard", by="cups")
    assert "Only cups that repeat every week count here." in empty.text
    assert "begins with" not in empty.text
    assert not {"play", "daily"} & set(empty.controls), "neither fills a season"
    manager = await ask(sim, "mod", "leaderboard", by="cups")
    assert "A season begins with /cup open and `every: Every week`" in manager.text
    await put_season(sim, "older", "Monday *night*", "p0", "p1", "p2")
    await sim.env.advance_time(60)
    await put_season(sim, "newer", "Friday", "p3", "p2", "p1")
    shown = await ask(sim, "p2", "leaderboard")
    await sim.choose("p2", shown, "boardby", ["cups"])
    assert "Cup season · Friday · 1 cup" in shown.text
    (alt,) = shown.alts
    assert "Marked: 2. p2: 6 points (1 cup, 0 won)" in alt
    assert not {"boardperiod", "boardedition"} & set(shown.controls)
    await sim.choose("p2", shown, "boardseason", ["older"])
    assert r"Monday \*night\*" in shown.text
    assert r"1\. p0: 12 points (1 cup, 1 won)" in shown.text
    await sim.click("p2", shown, "boardshow")
    public = sim.public()[-1]
    assert "Marked" not in public.alts[0]
    opened_by = answer(await sim.click("p3", public, "boardopen"))
    assert r"Monday \*night\*" in opened_by.text
    assert "You have no place" in opened_by.text
    # A season that is unknown is the newest one, and the way back to other boards stays.
    (told,) = await sim.send(("p2", shown, "p10:-:0:board:cups-all:gone:0", ()))
    assert "Friday" in told
    await sim.choose("p2", shown, "boardby", ["rating"])
    assert {"boardperiod", "boardedition"} <= set(shown.controls)


async def test_a_cup_stands_whose_call_is_refused(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await weekly(sim, "p0")

    blocked = refused(400, 200000)()

    async def call(*_: object) -> None:
        raise blocked

    monkeypatch.setattr("cogs.cup.CupMessages._call", call)
    await begin_weekly(sim)
    stored = await live(sim)
    assert stored.cup.status is CupStatus.OPEN
    assert stored.next_at is not None
    assert not letters(sim, "mod")
    assert not calls_back(sim)
