"""Faults of Discord that the simulated one does not have by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any

import pytest
from driving import Sim
from simcord.http import router

from cogs.live import retry_queue

Made = Callable[[], Exception]
CALLBACK = ("POST", "/interactions/*/callback")
HAND = ("PATCH", "/webhooks/*/messages/@original")
EDIT = ("PATCH", "/channels/*/messages/*")
POST = ("POST", "/channels/*/messages")
DELETE = ("DELETE", "/channels/*/messages/*")
AGAIN_AFTER = (10.0, *retry_queue.AGAIN_AFTER[1:])
"""What the tests wait for; simcord would wait for a shorter pause by itself, in real time."""


@dataclass
class Fault:
    """Calls that fail.

    Attributes:
        method: the HTTP method.
        path: a pattern of paths.
        error: makes what is raised.
        times: how often it fails still.
        done: whether Discord does what it was asked all the same.
    """

    method: str
    path: str
    error: Made
    times: int
    done: bool = False


@dataclass
class Faults:
    """Raises between the library and the simulated Discord, which learns to know nonces."""

    active: list[Fault] = field(default_factory=list)
    posted: dict[str, Any] = field(default_factory=dict)

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


def install(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """Put faults between the bot and Discord; there are none yet."""
    faults, dispatch = Faults(), router.dispatch

    def failing(backend: Any, method: str, path: str, **given: Any) -> Any:
        fault = faults.pick(method, path)
        if fault is not None and not fault.done:
            raise fault.error()
        nonce = (given.get("json") or {}).get("nonce") if method == "POST" else None
        answer = faults.posted.get(nonce) if nonce else None
        if answer is None:
            answer = dispatch(backend, method, path, **given)
            if nonce:
                faults.posted[nonce] = answer
        if fault is not None:
            raise fault.error()
        return answer

    monkeypatch.setattr(router, "dispatch", failing)
    return faults


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
    """How often something was asked of Discord so far."""
    method, path = call
    return sum(each.method == method and fnmatch(each.path, path) for each in sim.env.http_requests)
