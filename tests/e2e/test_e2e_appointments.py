"""Tables by appointment: the call, the start, nobody, the role, and the same table next week."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest
from driving import Shown, Sim, answer, eventually
from faulting import POST, install, refused
from simcord.builders import ChannelHandle, RoleHandle
from sqlalchemy import Connection, select
from test_e2e_people_gone import leave
from test_e2e_threads import enter

from bot.preferences import ROLE_PAUSE
from bot.seating import DAY
from bot.storage.errors import StoreError
from bot.storage.schema import lobbies
from cogs.live.retry_queue import Job
from cogs.threads import MOST_APPOINTMENTS, WEEK

HOUR = 3600.0
CALL = "Your game of Phase 10 begins"
BEGUN = "Your game of Phase 10 has begun!"
CORRECTED = "🗓️ The game of Phase 10 for"  # what a call says after the start
NOBODY = "Nobody came"


@pytest.fixture
def sim(sim: Sim) -> Sim:
    both = discord.Permissions(manage_guild=True, mention_everyone=True)
    role = sim.guild.create_role("mods", permissions=both)
    sim.people["mod"] = sim.guild.add_member(sim.env.create_user("mod"), roles=[role])
    return sim


async def wait(sim: Sim, seconds: float) -> None:
    await sim.env.advance_time(seconds)
    await sim.env.settle()


async def appoint(sim: Sim, *others: str, start: str = "2h", **options: Any) -> None:
    """Ada opens a table by appointment, and others join it in its thread."""
    await sim.slash("ada", "play", start=start, **options)
    enter(sim)
    for name in others:
        await sim.click(name, sim.table(), "join")


async def invite(sim: Sim, name: str) -> None:
    page = answer(await sim.click("ada", sim.table(), "invitepeople"))
    await sim.choose("ada", page, "invite", [sim.people[name]])


def said(sim: Sim, text: str) -> list[Shown]:
    return [each for each in sim.public() if text in each.text]


def mentioned(sim: Sim, shown: Shown) -> set[str]:
    """The people whom a message calls."""
    allowed = shown.raw.allowed_mentions
    assert not allowed.everyone
    called = {each for each in allowed.users or () if f"<@{each}>" in shown.text}
    return {name for name, who in sim.people.items() if who.id in called}


async def test_those_who_joined_are_called_and_the_game_begins_by_itself(sim: Sim) -> None:
    channel = sim.channel
    opened = await sim.slash("ada", "play", start="2h", turn_limit=300)
    begins_at = int(sim.clock.now() + 2 * HOUR)
    (above,) = [each for each in sim.public() if "opens a table" in each.text]
    assert "**ada** opens a table of Phase 10 for <t:" in above.text
    thread = enter(sim)
    assert f"/{thread.id}" in above.text
    assert f"<#{thread.id}>" in sim.told(opened)
    assert thread._channel.thread_metadata.auto_archive_duration == WEEK
    lobby = sim.manager.lobby
    assert abs(lobby.begins_at - begins_at) < 60
    assert f"for <t:{int(lobby.begins_at)}:" in above.text
    assert f"The game begins <t:{int(lobby.begins_at)}:R>" in sim.table().text
    assert "Five minutes before, I call everybody who has joined" in sim.table().text
    await sim.click("ben", sim.table(), "join")
    # The channel is free for other tables meanwhile, also of the same host.
    sim.channel = channel
    await sim.seat("ada", "cyd")
    assert sim.manager.running
    enter(sim)
    listed = answer(await sim.slash("eve", "games"))
    assert f"begins <t:{int(lobby.begins_at)}:R>" in listed.text
    await wait(sim, HOUR)
    assert sim.manager.lobby is not None, "it is not closed as idle"
    await wait(sim, HOUR - 290)
    (call,) = said(sim, CALL)
    assert mentioned(sim, call) == {"ada", "ben"}
    assert "Five minutes before" not in sim.table().text
    assert not sim.manager.running
    await wait(sim, 300)
    assert sim.manager.running
    people = [who.user_id for who in sim.manager.game.table.occupants]
    assert people == [sim.people["ada"].id, sim.people["ben"].id]
    assert sim.manager.game.table.turn_limit == 300
    assert sim.to_move() == "ada"
    assert f"<@{sim.people['ada'].id}>" in sim.pings()[-1], "the host pressed nothing"
    assert CALL not in sim.pings()[-1]
    await sim.click("ben", sim.table(), "hand")
    assert sim.hand("ben")


@pytest.mark.database
@pytest.mark.parametrize("killed", [False, True])
async def test_a_restart_around_each_moment_repeats_and_loses_nothing(
    sim: Sim, killed: bool
) -> None:
    await appoint(sim, "ben")
    await sim.restart(killed=killed)
    await wait(sim, 2 * HOUR - 290)
    assert len(said(sim, CALL)) == 1
    await sim.restart(killed=killed)
    await wait(sim, 10)
    assert len(said(sim, CALL)) == 1
    await wait(sim, 290)
    game_id = sim.manager.game.table.game_id
    await sim.restart(killed=killed)
    assert sim.manager.running
    assert sim.manager.game.table.game_id == game_id
    assert len(said(sim, CORRECTED)) == 1
    assert said(sim, CALL) == []


async def test_what_was_due_while_the_bot_was_away_is_done_when_it_is_back(sim: Sim) -> None:
    await appoint(sim, "ben")
    await sim.env.settle()
    await sim.bot.close()
    await sim.env.advance_time(2 * HOUR - 200)
    sim.bot = sim.new_bot()
    await sim.env.restart_bot(sim.bot)
    await sim.env.settle()
    assert len(said(sim, CALL)) == 1, "late, but before the game"
    await sim.bot.close()
    await sim.env.advance_time(HOUR)
    sim.bot = sim.new_bot()
    await sim.env.restart_bot(sim.bot)
    await sim.env.settle()
    assert sim.manager.running
    assert len(said(sim, CORRECTED)) == 1
    assert said(sim, CALL) == []


async def test_a_call_that_could_not_be_stored_or_sent_comes_once(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await appoint(sim, "ben", start="20")
    with monkeypatch.context() as broken:
        broken.setattr("cogs.live.message_poster.notifications.announcement", _fail)
        await wait(sim, 910)
        assert said(sim, CALL) == []
    await wait(sim, 61)
    assert len(said(sim, CALL)) == 1


def _fail(*_: Any) -> None:
    raise StoreError("the disk is full")


async def test_a_process_that_is_killed_after_the_call_is_followed_by_one_that_knows(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await appoint(sim, "ben")
    with monkeypatch.context() as lost:
        lost.setattr("cogs.live.message_poster.notifications.put_announced", _fail)
        await wait(sim, 2 * HOUR - 299)
        assert len(said(sim, CALL)) == 1
    await sim.restart(killed=True)
    await wait(sim, 120)
    assert len(said(sim, CALL)) == 1


async def test_where_nobody_came_the_channel_reads_so_and_the_lobby_ends(sim: Sim) -> None:
    await appoint(sim)
    lobby = sim.table()
    await wait(sim, 2 * HOUR - 290)
    (call,) = said(sim, CALL)
    assert "but nobody else has joined yet" in call.text
    await wait(sim, 291)
    assert said(sim, CALL) == []
    assert len(said(sim, NOBODY)) == 1
    assert sim.manager.lobby is None
    assert (
        "closed before a game began"
        in Shown(sim.env.backend.get_message(sim.channel.id, lobby.id)).text
    )
    await sim.restart(killed=True)
    await wait(sim, HOUR)
    assert len(said(sim, NOBODY)) == 1


async def test_a_process_that_is_killed_before_the_lobby_ends_says_so_once(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await appoint(sim)
    with monkeypatch.context() as lost:
        lost.setattr("bot.table.lobbies.kept_if_startable", _die)
        await wait(sim, 2 * HOUR + 1)
    assert len(said(sim, NOBODY)) == 1
    assert sim.manager.lobby is not None
    await sim.restart(killed=True)
    assert sim.manager.lobby is None
    assert len(said(sim, NOBODY)) == 1


def _die(*_: Any) -> None:
    raise StoreError("as if the process had just ended")


async def test_where_the_bot_may_not_write_any_more_the_lobby_ends_without_a_word(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await appoint(sim)
    install(monkeypatch).add(POST, refused(403, 50013), times=100)
    await wait(sim, 2 * HOUR + 1)
    assert sim.manager.lobby is None


async def test_computer_players_of_the_host_are_company_enough(sim: Sim) -> None:
    await appoint(sim)
    await sim.choose("ada", sim.table(), "computer", ["easy"])
    await wait(sim, 2 * HOUR + 1)
    assert sim.manager.running
    assert said(sim, NOBODY) == []


async def test_the_host_leaves_and_the_next_one_keeps_the_appointment(sim: Sim) -> None:
    await appoint(sim, "ben", "cyd")
    await sim.click("ada", sim.table(), "quit")
    await wait(sim, 2 * HOUR - 290)
    (call,) = said(sim, CALL)
    assert mentioned(sim, call) == {"ben", "cyd"}
    await wait(sim, 300)
    assert sim.manager.running
    assert sim.manager.game.table.host_id == sim.people["ben"].id


@pytest.mark.parametrize("gone", ["ada", "ben"])
async def test_who_left_the_server_is_not_waited_for(sim: Sim, gone: str) -> None:
    await appoint(sim, "ben", "cyd")
    leave(sim, gone)
    await wait(sim, 2 * HOUR - 290)
    (call,) = said(sim, CALL)
    assert mentioned(sim, call) == {"ada", "ben", "cyd"} - {gone}
    await wait(sim, 300)
    assert sim.manager.running
    people = {who.user_id for who in sim.manager.game.table.occupants}
    assert sim.people[gone].id not in people


async def test_who_left_is_found_once_the_server_is_known(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await appoint(sim, "ben", "cyd")
    leave(sim, "ben")
    sim.know_the_server_once_ready(monkeypatch)
    await wait(sim, 2 * HOUR - 290)
    (call,) = said(sim, CALL)
    assert mentioned(sim, call) == {"ada", "cyd"}


async def test_a_table_whose_people_all_left_the_server_closes_without_a_word(sim: Sim) -> None:
    await appoint(sim, "ben")
    leave(sim, "ada")
    leave(sim, "ben")
    await wait(sim, 2 * HOUR + 1)
    assert sim.manager.lobby is None
    assert said(sim, CALL) == said(sim, NOBODY) == []


@pytest.mark.parametrize("how", ["left", "cancelled", "started"])
async def test_what_has_ended_or_begun_before_is_neither_called_nor_begun_again(
    sim: Sim, how: str
) -> None:
    await appoint(sim, "ben")
    if how == "left":
        await sim.click("ada", sim.table(), "quit")
        await sim.click("ben", sim.table(), "quit")
    elif how == "cancelled":
        asked = answer(await sim.click("ada", sim.table(), "cancel"))
        await sim.click("ada", asked, "cancelnow")
    else:
        await sim.click("ada", sim.table(), "start")
    await wait(sim, 2 * HOUR + 1)
    assert sim.manager.running == (how == "started")
    assert sim.manager.lobby is None
    assert said(sim, CALL) == said(sim, NOBODY) == []


async def test_times_that_are_past_too_far_or_unclear_are_refused(sim: Sim) -> None:
    now = int(sim.clock.now())
    for start in ("0", "337h", f"<t:{now - 60}:F>", f"<t:{now + 15 * DAY}:F>", "tomorrow"):
        told = sim.told(await sim.slash("ada", "play", start=start))
        assert "at most 14 days ahead" in told, start
    assert list(sim.bot.services.registry.busy()) == []
    await appoint(sim, start=f"<t:{now + 13 * DAY}:F>")
    assert sim.manager.lobby.begins_at == now + 13 * DAY


async def test_a_start_within_minutes_calls_nobody(sim: Sim) -> None:
    await appoint(sim, "ben", start="5")
    assert "Five minutes before" not in sim.table().text
    await wait(sim, 301)
    assert said(sim, CALL) == []
    assert sim.manager.running


async def test_a_person_hosts_a_few_appointments_and_one_at_a_time(sim: Sim) -> None:
    channel = sim.channel
    at = int(sim.clock.now()) + DAY
    for number in range(MOST_APPOINTMENTS):
        await sim.slash("ada", "play", start=f"<t:{at + number * DAY}:F>")
    assert len(channel.threads) == MOST_APPOINTMENTS
    told = sim.told(await sim.slash("ada", "play", start="5h"))
    assert "Your own table is open in" in told
    enter(sim, channel)
    await sim.click("ben", sim.table(), "join")
    sim.channel = channel
    told = sim.told(await sim.slash("ben", "play", start=f"<t:{at + 2 * DAY}:F>"))
    assert "There is a table for that time in" in told
    assert len(channel.threads) == MOST_APPOINTMENTS


async def test_where_no_threads_may_be_opened_the_lobby_stands_in_the_channel(sim: Sim) -> None:
    sim.permit("create_public_threads")
    opened = await sim.slash("ada", "play", start="2h")
    assert "Your table is open. The game begins" in sim.told(opened)
    assert said(sim, "opens a table") == []
    told = sim.told(await sim.slash("ben", "play", start="3h"))
    waits = f"A table for <t:{int(sim.manager.lobby.begins_at)}:f> waits here"
    assert f"{waits}; you can join it. https://" in told
    await sim.click("ben", sim.table(), "join")
    assert f"{waits}, and you sit there." in sim.told(await sim.slash("ben", "play"))
    assert f"{waits}. It is yours" in sim.told(await sim.slash("ada", "play"))
    await wait(sim, 2 * HOUR + 1)
    assert sim.manager.running
    assert not [each for each in sim.env.http_requests if each.path.endswith("/None")], (
        "there is no line in the channel to be corrected"
    )


@pytest.mark.parametrize("start", ["13h", "7d", "next week"])
async def test_without_a_thread_no_table_closes_the_channel_for_long(sim: Sim, start: str) -> None:
    sim.permit("create_public_threads")
    if start == "next week":
        await sim.seat("ada", "ben")
        await sim.turn()
        await end(sim)
        told = sim.told(await sim.click("ada", sim.table(), "nextweek"))
    else:
        told = sim.told(await sim.slash("ada", "play", start=start))
    assert "I cannot open a thread here" in told
    assert "at most 12 hours before the start" in told
    assert sim.manager.lobby is None
    await sim.slash("ben", "play", start="12h")
    assert sim.manager.lobby is not None


async def test_invited_people_keep_their_seats_until_the_game_begins(sim: Sim) -> None:
    await appoint(sim)
    await invite(sim, "ben")
    assert "The seat is kept until the game begins" in sim.newest("ada").text
    (invitation,) = said(sim, "invites you")
    assert f"<t:{int(sim.manager.lobby.begins_at)}:f>" in invitation.text
    await wait(sim, HOUR)
    assert [each.name for each in sim.manager.lobby.invited(sim.clock.now())] == ["ben"]
    await sim.click("ben", invitation, "join")
    await wait(sim, HOUR + 1)
    assert sim.manager.running


# -- the role ------------------------------------------------------------------------------


@pytest.fixture
def role(sim: Sim) -> RoleHandle:
    return sim.guild.create_role("players")


def calls(sim: Sim, role: RoleHandle) -> list[Shown]:
    found = [
        Shown(raw)
        for messages in sim.env.backend.messages.values()
        for raw in messages.values()
        if raw.allowed_mentions and role.id in (raw.allowed_mentions.roles or ())
    ]
    return sorted(found, key=lambda each: each.id)


async def choose(sim: Sim, role: Any) -> str:
    return sim.told(await sim.settings("mod", "#calledrole", role))


@pytest.mark.database
async def test_the_role_is_called_once_in_some_hours_also_after_a_restart(
    sim: Sim, role: RoleHandle
) -> None:
    assert "**Role that is called**" in await choose(sim, role)
    channel = sim.channel
    await sim.slash("ada", "play", start="2h")
    await sim.slash("ada", "play", start="3h")
    assert len(said(sim, "opens a table")) == 2
    (call,) = calls(sim, role)
    assert call.text.startswith(f"<@&{role.id}> 🗓️ **ada** opens a table")
    assert mentioned(sim, call) == set()
    await sim.restart(killed=True)
    await sim.slash("ben", "play", start="3h")
    assert len(said(sim, "opens a table")) == 3
    assert len(calls(sim, role)) == 1, "once in a server"
    await wait(sim, ROLE_PAUSE + 1)
    sim.channel = channel
    assert calls(sim, role) == [], "the line says that the table is closed"
    await sim.slash("cyd", "play")
    assert calls(sim, role) == [], "not for a table that is open now"
    await sim.slash("ada", "play", start="2h")
    assert len(calls(sim, role)) == 1
    await choose(sim, None)
    await wait(sim, ROLE_PAUSE + 1)
    sim.channel = channel
    await sim.slash("eve", "play", start="2h")
    assert calls(sim, role) == []


async def test_the_role_is_called_when_a_cup_opens(sim: Sim, role: RoleHandle) -> None:
    await choose(sim, role)
    mod = sim.people["mod"]
    await mod.slash(sim.channel, "cup open", name="Friday")
    await eventually(sim, lambda: bool(calls(sim, role)))
    (call,) = calls(sim, role)
    assert "come and play: **Friday**. https://" in call.text
    (cup,) = [each for each in sim.public() if "cupjoin" in each.controls]
    assert call.text.endswith(f"/{cup.id}\n<@&{role.id}>")
    # Another cup within the hours calls nobody, also not when somebody joins it after them.
    await mod.slash(sim.channel, "cup open", name="Saturday")
    await wait(sim, ROLE_PAUSE + 1)
    newest = [each for each in sim.public() if "cupjoin" in each.controls][-1]
    await sim.click("ada", newest, "cupjoin")
    assert len(calls(sim, role)) == 1


@pytest.mark.parametrize(
    ("verb", "said"), [("cupstart", "has begun"), ("cupcancel", "was cancelled before it began")]
)
async def test_the_call_of_a_cup_says_later_that_it_has_begun_or_was_cancelled(
    sim: Sim, role: RoleHandle, verb: str, said: str
) -> None:
    await choose(sim, role)
    await sim.people["mod"].slash(sim.channel, "cup open", name="Friday")
    await eventually(sim, lambda: bool(calls(sim, role)))
    (call,) = calls(sim, role)
    (cup,) = [each for each in sim.public() if "cupjoin" in each.controls]
    await sim.click("ada", cup, "cupjoin")
    await sim.click("ben", cup, "cupjoin")
    page = answer(await sim.click("mod", cup, "cupmore"))
    page = answer(await sim.click("mod", page, verb))
    if verb == "cupcancel":
        await sim.click("mod", page, "cupcancelnow")
    await sim.env.settle()
    now = Shown(sim.env.backend.get_message(sim.channel.id, call.id))
    assert now.text.startswith(f"**Friday** {said}: https://")


@pytest.mark.database
async def test_the_role_is_called_for_a_cup_that_opens_by_itself(
    sim: Sim, role: RoleHandle
) -> None:
    await choose(sim, role)
    mod = sim.people["mod"]
    await mod.slash(sim.channel, "cup open", name="Friday", start="7h", every="week")
    await wait(sim, ROLE_PAUSE + 1)
    (first,) = [each for each in sim.public() if "cupjoin" in each.controls]
    await sim.click("ada", first, "cupjoin")
    await wait(sim, HOUR)
    await eventually(sim, lambda: any("is on again" in each.text for each in calls(sim, role)))
    (call,) = calls(sim, role)  # that of the first cup is corrected
    assert "**Friday** is on again" in call.text
    assert call.text.endswith(f"\n<@&{role.id}> <@{sim.people['ada'].id}>")
    await sim.restart(killed=True)
    assert len(calls(sim, role)) == 1


async def test_a_call_that_was_lost_calls_the_role_after_a_restart(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, role: RoleHandle
) -> None:
    await choose(sim, role)
    with monkeypatch.context() as lost:
        lost.setattr("cogs.cup.call", _die)
        await sim.people["mod"].slash(sim.channel, "cup open", name="Friday")
    assert calls(sim, role) == []
    await sim.restart(killed=True)
    await eventually(sim, lambda: bool(calls(sim, role)))
    assert len(calls(sim, role)) == 1


async def test_where_the_lobby_stands_in_the_channel_the_role_is_called_below_it(
    sim: Sim, role: RoleHandle
) -> None:
    await choose(sim, role)
    sim.permit("create_public_threads")
    await sim.slash("ada", "play", start="2h")
    (call,) = calls(sim, role)
    assert call.text.endswith(f"/{sim.table().id}")


async def test_a_role_that_cannot_be_called_any_more_is_not_mentioned(
    sim: Sim, role: RoleHandle
) -> None:
    await choose(sim, role)
    channel, backend = sim.channel, sim.env.backend
    (own,) = [each for each in backend.get_guild(sim.guild.id).roles.values() if each.managed]
    lacking = discord.Permissions.all()
    lacking.update(administrator=False, mention_everyone=False)
    backend.edit_role(sim.guild.id, own.id, {"permissions": lacking.value})
    await sim.slash("ada", "play", start="2h")
    (line,) = said(sim, "opens a table")
    assert line.text.startswith("🗓️ **ada** opens a table")
    # That was no call, so the next table has one.
    backend.edit_role(sim.guild.id, own.id, {"permissions": discord.Permissions.all().value})
    sim.channel = channel
    await sim.slash("ada", "play", start="3h")
    assert len(calls(sim, role)) == 1


async def test_what_is_missing_for_a_role_is_said_in_one_sentence(
    sim: Sim, role: RoleHandle
) -> None:
    backend = sim.env.backend
    (own,) = [each for each in backend.get_guild(sim.guild.id).roles.values() if each.managed]
    backend.edit_role(sim.guild.id, own.id, {"permissions": 0})
    assert "permission to: Mention @everyone, @here, and All Roles." in await choose(sim, role)
    open_to_all = sim.guild.create_role("open", mentionable=True)
    assert "⚠️" not in await choose(sim, open_to_all)
    only = sim.guild.create_role("helpers", permissions=discord.Permissions(manage_guild=True))
    sim.people["mod"] = sim.guild.add_member(sim.env.create_user("helper"), roles=[only])
    backend.edit_role(sim.guild.id, own.id, {"permissions": discord.Permissions.all().value})
    assert "a role that you yourself may mention" in await choose(sim, role)
    chosen = await sim.bot.services.preferences.servers.get(sim.guild.id)
    assert chosen.called_role == open_to_all.id


# -- the same table next week --------------------------------------------------------------


async def end(sim: Sim) -> None:
    """End the game of this channel."""
    await sim.manager.end_game(sim.people["mod"].id, moderator=True)
    await eventually(sim, lambda: "nextweek" in sim.table().controls)


async def test_the_same_people_are_invited_for_a_week_later(sim: Sim) -> None:
    channel = sim.channel
    await sim.seat("ada", "ben", "cyd", turn_limit=300)
    await sim.turn()
    started_at = sim.manager.game.table.started_at
    await end(sim)
    podium = sim.table()
    assert "Same table next week" in podium.words
    await wait(sim, HOUR)
    assert "only for" not in sim.told(await sim.click("ben", podium, "nextweek"))
    enter(sim)
    lobby = sim.manager.lobby
    assert lobby.begins_at == started_at // 60 * 60 + 7 * DAY
    assert lobby.turn_limit == 300
    assert [who.name for who in lobby.seats] == ["ben"]
    assert {guest.name for guest in lobby.guests} == {"ada", "cyd"}
    assert f"Invited until <t:{int(lobby.begins_at)}:f>: **ada** and **cyd**" in sim.table().text
    (invitation,) = said(sim, "invites you")
    assert mentioned(sim, invitation) == {"ada", "cyd"}
    thread = sim.channel
    sim.channel = channel
    told = sim.told(await sim.click("ada", podium, "nextweek"))
    assert f"There is a table for that time in <#{thread.id}>" in told
    assert len(channel.threads) == 1
    # One more game now is possible, too.
    await sim.click("ada", podium, "rematch")
    assert sim.manager.lobby is not None
    sim.channel = thread
    await sim.click("ada", invitation, "join")
    await sim.restart()
    await wait(sim, 7 * DAY)
    assert sim.manager.running


async def test_only_people_of_the_game_open_it_again_and_invite_nobody_whom_they_avoid(
    sim: Sim,
) -> None:
    await sim.seat("ada", "ben", "cyd")
    await sim.turn()
    await end(sim)
    podium = sim.table()
    told = sim.told(await sim.click("eve", podium, "nextweek"))
    assert told == "You have no seat at this table."
    assert sim.channel.threads == []
    preferences = sim.bot.services.preferences.people
    ada, ben, cyd = (sim.people[name].id for name in ("ada", "ben", "cyd"))
    await preferences.change(ada, lambda own: replace(own, avoided=(ben,)))
    await preferences.change(cyd, lambda own: replace(own, avoided=(ada,)))
    await sim.click("ada", podium, "nextweek")
    enter(sim)
    assert [guest.user_id for guest in sim.manager.lobby.guests] == [cyd]
    assert said(sim, "invites you") == [], "cyd takes no invitation of ada"


# -- sitting down --------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "is_called"), [("2h", True), ("6", False)])
async def test_who_joins_reads_when_it_begins_and_how_to_leave(
    sim: Sim, start: str, *, is_called: bool
) -> None:
    await appoint(sim, start=start)
    at = int(sim.manager.lobby.begins_at)
    told = sim.told(await sim.click("ben", sim.table(), "join"))
    assert f"The game begins <t:{at}:R> (<t:{at}:f>)" in told
    assert "*Leave* below the table gives your seat up." in told
    assert ("I call you five minutes before" in told) is is_called
    assert "or as soon as the host starts it" in told
    assert "The game begins" not in "".join(each.text for each in sim.screen("cyd") if each.private)
    page = answer(await sim.slash("eve", "games"))
    await sim.click("eve", page, "tablesjoin")
    assert f"The game begins <t:{at}:R>" in sim.newest("eve").text


async def test_who_joins_a_table_without_appointment_reads_nothing(sim: Sim) -> None:
    await sim.slash("ada", "play")
    joined = await sim.click("ben", sim.table(), "join")
    assert joined.followups == []


async def test_the_list_of_tables_seats_nobody_whom_the_host_avoids(sim: Sim) -> None:
    ada, ben = (sim.people[name].id for name in ("ada", "ben"))
    people = sim.bot.services.preferences.people
    await people.change(ada, lambda own: replace(own, avoided=(ben,)))
    await sim.slash("ada", "play")
    page = answer(await sim.slash("ben", "games"))
    told = sim.told(await sim.click("ben", page, "tablesjoin"))
    assert "This table is closed to you." in told
    assert [who.name for who in sim.manager.lobby.seats] == ["ada"]


# -- what messages say after the lobby -----------------------------------------------------


def line(sim: Sim, channel: ChannelHandle) -> str:
    """The line in the channel about the table in its thread."""
    (found,) = [each.text for each in sim.messages(channel.id) if each.text.startswith("🗓️")]
    return found


async def test_the_line_in_the_channel_says_full_free_again_and_begun(sim: Sim) -> None:
    channel = sim.channel
    await appoint(sim, "ben", "cyd", "eve")
    for _ in range(2):
        await sim.choose("ada", sim.table(), "computer", ["easy"])
    assert "is full: https://" in line(sim, channel)
    await sim.restart(killed=True)
    await sim.click("eve", sim.table(), "quit")
    assert "**ada** opens a table of Phase 10 for <t:" in line(sim, channel)
    await sim.restart()
    await sim.click("ada", sim.table(), "start")
    assert "has begun: https://" in line(sim, channel)
    await wait(sim, 2 * HOUR + 1)
    await sim.restart(killed=True)
    assert "has begun: https://" in line(sim, channel)


async def test_a_line_that_could_not_be_read_is_corrected_later(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = sim.channel
    await appoint(sim, "ben")
    with monkeypatch.context() as broken:
        broken.setattr("cogs.live.message_poster.notifications.announcement", _fail)
        await sim.click("ada", sim.table(), "start")
        assert "opens a table" in line(sim, channel)
    await wait(sim, 61)
    assert "has begun" in line(sim, channel)


@pytest.mark.database
@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("how", ["start", "cancel", "nobody", "quit"])
async def test_a_kill_at_the_end_of_a_lobby_leaves_no_message_that_still_invites(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, how: str, *, killed: bool
) -> None:
    channel = sim.channel
    await appoint(sim)
    await invite(sim, "ben")
    lobby = sim.table()
    if how == "start":
        await sim.choose("ada", lobby, "computer", ["easy"])
    with monkeypatch.context() as lost:
        if killed:
            lost.setattr("cogs.live.table_announcer.TableAnnouncer._end_job", _nothing)
        if how == "nobody":
            await wait(sim, 2 * HOUR + 1)
        else:
            await sim.click("ada", lobby, how)
        if how == "cancel":
            await sim.click("ada", sim.newest("ada"), "cancelnow")
    assert sim.manager.lobby is None
    await sim.restart(killed=killed)
    says = "has begun" if how == "start" else "closed"
    (call,) = said(sim, "invited you")
    shown = Shown(sim.env.backend.get_message(sim.channel.id, lobby.id))
    for text in (call.text, line(sim, channel), *([] if how == "start" else [shown.text])):
        assert says in text
    assert call.controls == {}
    assert await sim.bot._store.read(_stored_lobbies) == 0
    await sim.restart()
    assert len(said(sim, NOBODY)) == (how == "nobody")


def _nothing(*_: Any) -> Job:
    async def work() -> None:
        """Do nothing, as if the process had just ended."""

    return ("gone", "nothing"), work


def _stored_lobbies(connection: Connection) -> int:
    return len(connection.execute(select(lobbies)).all())


async def test_a_game_that_begins_without_a_call_is_told_to_those_who_are_not_first(
    sim: Sim,
) -> None:
    await appoint(sim, "ben", "cyd", start="6")
    await wait(sim, 361)
    (told,) = said(sim, BEGUN)
    everybody = {"ada", "ben", "cyd"}
    assert mentioned(sim, told) == everybody - {sim.to_move()}
    assert told.links[0].endswith(f"/{sim.table().id}")
    await sim.restart(killed=True)
    assert len(said(sim, BEGUN)) == 1


async def test_a_host_who_starts_before_the_call_is_not_told(sim: Sim) -> None:
    await appoint(sim, "ben", "cyd")
    await sim.click("ada", sim.table(), "start")
    (told,) = said(sim, BEGUN)
    assert mentioned(sim, told) == {"ben", "cyd"} - {sim.to_move()}


async def test_who_was_called_before_is_not_told_again(sim: Sim) -> None:
    await appoint(sim, "ben", "cyd")
    await wait(sim, 2 * HOUR - 200)
    await sim.click("ada", sim.table(), "start")
    (corrected,) = said(sim, CORRECTED)
    assert "has begun" in corrected.text
    assert corrected.links[0].endswith(f"/{sim.table().id}")
    assert said(sim, CALL) == []
    assert said(sim, BEGUN) == []


@pytest.mark.database
@pytest.mark.parametrize("after", ["the start", "the message"])
async def test_a_kill_around_the_word_about_the_start_neither_repeats_nor_loses_it(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    await appoint(sim, "ben", "cyd", start="6")
    with monkeypatch.context() as lost:
        if after == "the start":
            lost.setattr("cogs.live.table_announcer.TableAnnouncer._end_job", _nothing)
        else:
            lost.setattr("cogs.live.message_poster.notifications.put_announced", _fail)
        await wait(sim, 361)
    assert sim.manager.running
    assert len(said(sim, BEGUN)) == (after == "the message")
    await sim.restart(killed=True)
    assert len(said(sim, BEGUN)) == 1


async def test_what_began_while_the_bot_was_away_is_told_once_when_it_is_back(sim: Sim) -> None:
    await appoint(sim, "ben", "cyd")
    await sim.env.settle()
    await sim.bot.close()
    await sim.env.advance_time(3 * HOUR)
    sim.bot = sim.new_bot()
    await sim.env.restart_bot(sim.bot)
    await sim.env.settle()
    assert sim.manager.running
    assert len(said(sim, BEGUN)) == 1
