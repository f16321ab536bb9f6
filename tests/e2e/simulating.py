"""simcord, patient on a busy machine and quick on an idle one."""

from __future__ import annotations

import marshal
from contextlib import suppress
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from discord.app_commands import Command, Group
from simcord import Env

TRIES = 60
LOOK_AGAIN = 0.003  # seconds after which simcord looks again whether the bot has settled
_translated: dict[Any, dict[str, Any]] = {}


def be_patient_and_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let simcord wait longer on a busy machine, and see sooner that the bot has settled.

    Its public settings do neither: a higher ``settle_timeout`` would also wait for timers that are
    due before it, and only ``Env.settle`` itself can be told how soon to look again.
    """
    settle, advance, detach = Env._settle_internal, Env._advance_to, Env._detach_bot

    async def settled(env: Env, **given: Any) -> None:
        given.setdefault("idle", LOOK_AGAIN)
        for _ in range(TRIES - 1):
            with suppress(TimeoutError):
                return await settle(env, **given)
        return await settle(env, **given)

    async def advanced(env: Env, target: float, deadline: float) -> None:
        await advance(env, target, deadline + TRIES * env.settle_timeout)

    async def detached(env: Env) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(env, "settle_timeout", TRIES * env.settle_timeout)
            await detach(env)

    monkeypatch.setattr(Env, "_detach_bot", detached)
    monkeypatch.setattr(Env, "_settle_internal", settled)
    monkeypatch.setattr(Env, "_advance_to", advanced)
    for module in ("components", "results", "backend.serializers"):
        monkeypatch.setattr(f"simcord.{module}.deepcopy", copied)
    for module in ("gateway", "http.router"):
        monkeypatch.setattr(f"simcord.{module}.copy", SimpleNamespace(deepcopy=copied))


def copied(value: Any) -> Any:
    """A deep copy, made quickly of what consists of plain objects alone."""
    try:
        return marshal.loads(marshal.dumps(value))  # noqa: S302  # our own data
    except ValueError:
        return deepcopy(value)


def translate_commands_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the commands of all bots be those of the first one."""
    for kind in (Command, Group):
        translate = kind.get_translated_payload

        async def translated(command: Any, *given: Any, translate: Any = translate) -> Any:
            if command.parent is not None:
                return await translate(command, *given)
            key = command.name, command.default_permissions
            if key not in _translated:
                _translated[key] = await translate(command, *given)
            return _translated[key]

        monkeypatch.setattr(kind, "get_translated_payload", translated)
