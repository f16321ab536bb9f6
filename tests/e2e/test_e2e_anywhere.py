"""The bot outside servers, and for people who installed it for themselves.

Direct messages are simcord's. It knows no groups and no installation by a person: there, the
interactions of a direct message are given what Discord says of a group or of a server without the
bot, before the library parses them, and everything that follows is simcord's again.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, cast

import pytest
from discord import AppCommandType, app_commands
from driving import Control, Shown, Sim, answer
from past_games import past, seat
from remembering import finish_daily
from simcord import InteractionResult, UserHandle

from bot.i18n import words_for
from bot.storage import daily, results
from cogs.help import COMMANDS, OF_MANAGERS

FOREIGN = 4_000_000_000_000_000_000  # a server without the bot
MAY_WRITE, MAY_USE_APPS = 1 << 11, 1 << 50
OF_SERVERS = {"phase10 play", "phase10 table"}  # commands that say what is different here


def said_by_discord(sim: Sim, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """From now on, change what the library is given for each interaction."""
    emit = sim.env.backend.emit

    def said(event: str, payload: Any) -> None:
        emit(event, change(dict(payload)) if event == "INTERACTION_CREATE" else payload)

    sim.env.backend.emit = said  # type: ignore[method-assign]


def at_home(_sim: Sim) -> None:
    """People use the bot in a direct message."""


def in_group(sim: Sim) -> None:
    """From now on, people use the bot in a group of friends of theirs."""

    def change(payload: dict[str, Any]) -> dict[str, Any]:
        channel = {"id": payload["channel_id"], "type": 3, "recipients": [], "owner_id": "1"}
        owners = {"1": payload["user"]["id"]}
        return payload | {
            "context": 2,
            "channel": channel,
            "authorizing_integration_owners": owners,
        }

    said_by_discord(sim, change)


def in_foreign_server(sim: Sim, allowed: int = MAY_WRITE | MAY_USE_APPS) -> None:
    """From now on, people use the bot in a server where only they have it."""

    def change(payload: dict[str, Any]) -> dict[str, Any]:
        user = payload.pop("user")
        return payload | {
            "context": 0,
            "guild_id": str(FOREIGN),
            "guild": {"id": str(FOREIGN), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "channel": {"id": payload["channel_id"], "type": 0, "name": "chat", "position": 0},
            "authorizing_integration_owners": {"1": user["id"]},
            "member": {
                "user": user,
                "roles": [],
                "joined_at": "2026-01-01T00:00:00+00:00",
                "deaf": False,
                "mute": False,
                "flags": 0,
                "permissions": str(allowed),
            },
        }

    said_by_discord(sim, change)


def outside(sim: Sim, *names: str) -> Sim:
    """The same bot, with the screens of these people outside of servers."""
    away = copy(sim)
    users = {name: sim.people[name].user for name in names}
    away.people, away.channel = cast("Any", users), users[names[0]].dm_channel
    return away


async def ask(user: UserHandle, command: str, **options: Any) -> Shown:
    shown = answer(await user.slash(command, **options))
    assert shown.private
    return shown


async def use(away: Sim, name: str, shown: Shown, control: Control) -> InteractionResult:
    # A menu of people has no values of its own.
    if control.values or control.verb == "avoid":
        return await away.choose(name, shown, control.verb, control.values[:1])
    return await away.click(name, shown, control.verb)


@pytest.mark.parametrize(
    ("go", "why"),
    [(at_home, "for servers"), (in_group, "for servers"), (in_foreign_server, "not a member")],
)
async def test_every_command_and_what_it_offers_answers_everywhere(
    sim: Sim, caplog: pytest.LogCaptureFixture, go: Callable[[Sim], None], why: str
) -> None:
    ada = sim.people["ada"].user
    commands = ada.available_commands()
    registered = sim.bot.tree.get_commands(type=AppCommandType.chat_input)
    everywhere = {each.name for each in registered if not each.guild_only}
    assert {each.split()[0] for each in commands} == everywhere
    told = set()
    go(sim)
    away = outside(sim, "ada")
    assert "/phase10 solo" in (await ask(ada, "phase10 hand")).text
    for command in commands:
        shown = await ask(ada, command)
        assert shown.text
        if why in shown.text:
            told.add(command)
        for verb in list(shown.controls) if go is in_foreign_server else ():
            # A message offers something else once one of its controls was used.
            again = await ask(ada, command)
            if verb not in again.controls:
                # A game that runs is not begun again, and goes on with each control.
                again = await ask(ada, "phase10 hand")
            if verb in again.controls:
                used = await use(away, "ada", again, again.controls[verb])
                assert used.acknowledged, (command, verb)
    assert OF_SERVERS <= told < set(commands)
    assert not caplog.records


def test_the_help_lists_every_command(sim: Sim) -> None:
    words = words_for("en")
    listed = [words.command(*names).removeprefix("/") for names in (*COMMANDS, *OF_MANAGERS)]
    commands = sim.bot.tree.walk_commands()
    known = [each.qualified_name for each in commands if isinstance(each, app_commands.Command)]
    assert sorted(listed) == sorted(known)


async def finish(away: Sim, name: str) -> Shown:
    """Play somebody's hand of the day to its end; its page."""
    user = cast("UserHandle", away.people[name])
    await ask(user, "phase10 daily")
    await finish_daily(away, user.id)
    return await ask(user, "phase10 daily")


async def test_a_daily_hand_is_shared_as_an_answer_and_stands_on_no_board(sim: Sim) -> None:
    in_foreign_server(sim)
    away = outside(sim, "ada")
    over = await finish(away, "ada")
    assert {"dailyshare", "dailycomputer", "dailyshow", "challenge"} == set(over.controls)
    await away.click("ada", over, "dailyshare")
    (public,) = away.public()
    assert "ada" in public.text
    assert "dailyshare" not in away.screen("ada")[-2].controls
    assert set(public.controls) == {"daily", "solo"}
    await away.click("ada", public, "daily")
    assert set(away.screen("ada")[-1].controls) >= {"dailyshare", "dailycomputer"}
    hands, store = sim.bot.services.daily, sim.bot.services.store
    assert not (await store.read(daily.daily_board, 0, hands.today, hands.now, None)).people


async def test_a_server_without_the_bot_may_hide_its_answers(sim: Sim) -> None:
    in_foreign_server(sim, MAY_WRITE)
    away = outside(sim, "ada")
    over = await finish(away, "ada")
    assert "only you can see" in away.told(await away.click("ada", over, "dailyshare"))
    assert not away.public()


async def test_figures_are_ones_own_of_all_servers(sim: Sim, newcomers: None) -> None:
    store, ada = sim.bot.services.store, sim.people["ada"]
    for guild_id in (sim.guild.id, sim.guild.id + 1):
        seats = (seat(0, "ada", user_id=ada.id), seat(1, "zed", user_id=5, place=2))
        await store.write(
            results.add_missing, guild_id, [past(f"of{guild_id}", guild_id, seats=seats)]
        )
    shown = await ask(ada.user, "stats")
    assert set(shown.controls) == set()
    assert "Overall stats. 2 finished games, 2 won" in shown.alts[0]
    assert "zed" not in shown.words
    assert "in every server and outside" in shown.text
    assert "for servers" in (await ask(ada.user, "stats", member=sim.people["ben"].user)).text
    # So their game here is no first one, which would be quick.
    for name, phases in (("ada", 10), ("ben", 3)):
        await sim.people[name].user.slash("phase10 solo", opponents=1)
        assert len(sim.private(name).view(None).phases) == phases


async def test_commands_of_servers_stay_there(sim: Sim) -> None:
    member = sim.people["ada"]
    assert "leaderboard" in member.available_commands(sim.channel)
    assert "leaderboard" not in member.user.available_commands()
    places = {
        name: (each["integration_types"], each["contexts"])
        for (name, _), each in sim.env.backend.commands[None].items()
    }
    anywhere, in_servers = ([0, 1], [0, 1, 2]), ([0], [0])
    assert places == {
        **dict.fromkeys(("phase10", "stats", "privacy"), anywhere),
        **dict.fromkeys(("phase10-settings", "leaderboard", "cup", "Play Phase 10"), in_servers),
    }
