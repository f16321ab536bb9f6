"""The bot outside servers, and for people who installed it for themselves.

Direct messages are simcord's. It knows no installation by a person: there, the interactions of a
direct message are given what Discord says of a server without the bot, before the library parses
them, and everything that follows is simcord's again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, cast

import pytest
from driving import Shown, Sim
from past_games import past, seat
from remembering import answer
from simcord import UserHandle

from bot.daily.engine import DailyAction, DailyTake
from bot.daily.events import DailySide
from bot.daily.state import DailyStage
from bot.rules.actions import Discard, Lay
from bot.rules.cards import WILD
from bot.rules.laying import Groups

pytestmark = pytest.mark.database

FOREIGN = 4_000_000_000_000_000_000
"""A server without the bot."""
MAY_WRITE, MAY_USE_APPS = 1 << 11, 1 << 50
OF_SERVERS = {"phase10 play", "phase10 table", "phase10 tables", "phase10 history", "phase10 help"}
"""Commands that say what is different here."""


def in_foreign_server(sim: Sim, allowed: int = MAY_WRITE | MAY_USE_APPS) -> None:
    """From now on, people use the bot in a server where only they have it."""
    emit = sim.env.backend.emit

    def said(event: str, payload: Any) -> None:
        emit(event, abroad(payload, allowed) if event == "INTERACTION_CREATE" else payload)

    sim.env.backend.emit = said  # type: ignore[method-assign]


def abroad(payload: dict[str, Any], allowed: int) -> dict[str, Any]:
    """An interaction in a direct message as if it came from a server without the bot."""
    payload = dict(payload)
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


def outside(sim: Sim, *names: str) -> Sim:
    """The same bot, with the screens of these people outside of servers."""
    away = copy(sim)
    users = {name: sim.people[name].user for name in names}
    away.people, away.channel = cast("Any", users), users[names[0]].dm_channel
    return away


def at_home(_sim: Sim) -> None:
    """People use the bot in a direct message."""


async def ask(user: UserHandle, command: str, **options: Any) -> Shown:
    """What somebody is answered to a command, privately."""
    shown = answer(await user.slash(command, **options))
    assert shown.private
    return shown


@pytest.mark.parametrize(("go", "why"), [(at_home, "for servers"), (in_foreign_server, "a member")])
async def test_every_command_answers_everywhere(
    sim: Sim, caplog: pytest.LogCaptureFixture, go: Callable[[Sim], None], why: str
) -> None:
    ada = sim.people["ada"].user
    commands = ada.available_commands()
    assert {each.split()[0] for each in commands} == {"phase10", "stats", "privacy"}
    go(sim)

    for command in commands:
        shown = await ask(ada, command)
        assert shown.text
        if command != "phase10 solo":
            assert (why in shown.text) == (command in OF_SERVERS), command
    assert "/phase10 solo" in (await ask(ada, "phase10 scores")).text
    assert not caplog.records


async def finish(away: Sim, name: str) -> Shown:
    """Play somebody's hand of the day to its end; its page."""
    user, hands = cast("UserHandle", away.people[name]), away.bot.services.daily

    def choose(ways: Sequence[Groups]) -> DailyAction:
        if view.stage is DailyStage.TAKE:
            return DailyTake(DailySide.DOWN)
        return Lay(ways[0]) if ways else Discard(next(each for each in view.hand if each != WILD))

    await ask(user, "phase10 daily")
    while (view := (await hands.show(user.id, hands.today)).view).stage is not DailyStage.OVER:
        await hands.act(user.id, hands.today, view.version, choose)
    return await ask(user, "phase10 daily")


@pytest.mark.parametrize("go", [at_home, in_foreign_server])
async def test_a_daily_hand_is_shared_as_an_answer_and_stands_on_no_board(
    sim: Sim, go: Callable[[Sim], None]
) -> None:
    go(sim)
    away = outside(sim, "ada")
    over = await finish(away, "ada")
    assert {"dailyshare", "dailyrecord"} == set(over.controls)

    await away.click("ada", over, "dailyshare")

    (public,) = away.public()
    assert "ada" in public.text
    assert "dailyshare" not in away.screen("ada")[-2].controls
    told = away.told(await away.click("ada", public, "dailyboard"))
    assert "/phase10 daily" in told
    assert not (await sim.bot.services.daily.board(0, sim.bot.services.daily.today, None)).people


async def test_a_server_without_the_bot_may_hide_its_answers(sim: Sim) -> None:
    in_foreign_server(sim, MAY_WRITE)
    away = outside(sim, "ada")
    over = await finish(away, "ada")

    assert "only you can see" in away.told(await away.click("ada", over, "dailyshare"))
    assert not away.public()


async def test_figures_are_ones_own_of_all_servers(sim: Sim) -> None:
    store, ada = sim.bot.services.store, sim.people["ada"]
    for guild_id in (sim.guild.id, sim.guild.id + 1):
        seats = (seat(0, "ada", user_id=ada.id), seat(1, "zed", user_id=5, place=2))
        await store.add_results(guild_id, [past(f"of{guild_id}", guild_id, seats=seats)])

    shown = await ask(ada.user, "stats")

    assert set(shown.controls) == set()
    assert "Overall stats. 2 finished games, 2 won" in shown.alts[0]
    assert "zed" not in shown.words
    assert "in every server and outside" in shown.text
    assert "for servers" in (await ask(ada.user, "stats", member=sim.people["ben"].user)).text


async def test_the_guided_hand_is_played_in_a_direct_message(sim: Sim) -> None:
    away = outside(sim, "ada")
    shown = await ask(sim.people["ada"].user, "phase10 rules")
    for choices in ("", ":p"):
        await away.tap("ada", shown, f"p10:-:1:guided{choices}")
    assert "Tap the *Blue 11*" in shown.text


async def test_commands_of_servers_stay_there(sim: Sim) -> None:
    member = sim.people["ada"]

    assert "leaderboard" in member.available_commands(sim.channel)
    assert "leaderboard" not in member.user.available_commands()
