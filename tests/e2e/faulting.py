"""Faults of Discord that the simulated one does not have by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any

import discord
import pytest
from driving import Sim
from simcord.backend.errors import BackendError
from simcord.http import router

from cogs.live import retry_queue

Made = Callable[[], Exception]
CALLBACK = ("POST", "/interactions/*/callback")
HAND = ("PATCH", "/webhooks/*/messages/@original")
EDIT = ("PATCH", "/channels/*/messages/*")
POST = ("POST", "/channels/*/messages")
DELETE = ("DELETE", "/channels/*/messages/*")
BEGIN = ("POST", "/channels/*/messages/*/threads")
AGAIN_AFTER = (10.0, *retry_queue.AGAIN_AFTER[1:])
"""What the tests wait for; simcord would wait for a shorter pause by itself, in real time."""
LOOK_AGAIN = 9 * 86_400.0  # seconds between two looks for announcements: each takes a while


NONCES_KNOWN = 180.0  # seconds: "the past few minutes"


@dataclass
class Fault:
    method: str
    path: str
    error: Made
    times: int
    done: bool = False


@dataclass
class Faults:
    """Raises between the library and the simulated Discord."""

    active: list[Fault] = field(default_factory=list)

    def add(
        self, call: tuple[str, str], error: Made, times: int = 1, *, done: bool = False
    ) -> None:
        self.active.append(Fault(*call, error, times, done))

    def pick(self, method: str, path: str) -> Fault | None:
        for each in self.active:
            if each.times and each.method == method and fnmatch(path, each.path):
                each.times -= 1
                return each
        return None


def refused(status: int, code: int) -> Made:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response = type("Response", (), {"status": status, "reason": "no"})()
    kind = kinds.get(status, discord.HTTPException)
    return lambda: kind(response, {"code": code, "message": "no"})


def install(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """Put faults between the bot and Discord; there are none yet."""
    faults, dispatch = Faults(), router.dispatch

    def failing(backend: Any, method: str, path: str, **given: Any) -> Any:
        fault = faults.pick(method, path)
        if fault is not None and not fault.done:
            raise fault.error()
        answer = dispatch(backend, method, path, **given)
        if fault is not None:
            raise fault.error()
        return answer

    monkeypatch.setattr(router, "dispatch", failing)
    return faults


def know_what_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the simulated Discord know nonces for some minutes, and the threads of messages."""
    dispatch = router.dispatch
    sent: dict[str, tuple[float, Any]] = {}

    def knowing(backend: Any, method: str, path: str, **given: Any) -> Any:
        now, body = backend.clock.now().timestamp(), given.get("json") or {}
        begins = method == "POST" and fnmatch(path, BEGIN[1])
        if begins and int(path.split("/")[4]) in backend.channels:
            raise BackendError(400, 160004, "A thread has already been created")
        nonce = body.get("nonce") if isinstance(body, dict) and method == "POST" else None
        if nonce is None or not body.get("enforce_nonce"):
            return dispatch(backend, method, path, **given)
        assert len(nonce) <= 25
        at, answer = sent.get(nonce, (now, None))
        if answer is None or now - at > NONCES_KNOWN:
            sent[nonce] = at, answer = now, dispatch(backend, method, path, **given)
        return answer

    monkeypatch.setattr(router, "dispatch", knowing)


def hold_up(sim: Sim, seconds: float, *methods: str) -> Callable[[], None]:
    """From now on these calls to the channel take so long; returns how to end that."""
    http = sim.bot.http
    request = http.request

    async def slow(route: Any, **given: Any) -> Any:
        if route.method in methods and route.channel_id == sim.channel.id:
            await asyncio.sleep(seconds)
        return await request(route, **given)

    http.request = slow  # type: ignore[method-assign]

    def end() -> None:
        http.request = request  # type: ignore[method-assign]

    return end


def calls(sim: Sim, call: tuple[str, str]) -> int:
    method, path = call
    return sum(each.method == method and fnmatch(each.path, path) for each in sim.env.http_requests)
