"""The bot outside servers, and for people who installed it for themselves.

Direct messages are simcord's. It knows no installation by a person: there, the interactions of a
direct message are given what Discord says of a server without the bot, before the library parses
them, and everything that follows is simcord's again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from driving import Shown, Sim
from remembering import answer
from simcord import UserHandle

pytestmark = pytest.mark.database

FOREIGN = 4_000_000_000_000_000_000
"""A server without the bot."""
MAY_WRITE, MAY_USE_APPS = 1 << 11, 1 << 50
OF_SERVERS = {"phase10 play", "phase10 table", "phase10 history", "phase10 help"}
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


async def test_commands_of_servers_stay_there(sim: Sim) -> None:
    member = sim.people["ada"]

    assert "leaderboard" in member.available_commands(sim.channel)
    assert "leaderboard" not in member.user.available_commands()
