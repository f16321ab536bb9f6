"""Animations of a table without Discord: one at a time, wanted by those they show, never twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from fakes_table import ADA, BEN, World

from bot.cards.views import Highlight, HighlightKind
from bot.preferences import PersonalPreferences, ServerPreferences
from bot.table.manager import GameManager
from cogs.base.discord_errors import UnreachableError
from cogs.base.screens import Picture
from cogs.live.retry_queue import RetryQueue
from cogs.live.sender import Drawn
from cogs.live.table_announcer import SHOWN_FOR, Animations

Note = Callable[[int], Awaitable[None]]


class Posted:
    def __init__(self) -> None:
        self.alts: list[str] = []
        self.there: list[int] = []
        self.fails = False
        self.gate: asyncio.Event | None = None

    async def post(
        self, _what: str, _channel_id: int, drawn: Drawn, note: Note, *, silent: bool
    ) -> int:
        assert silent
        if self.fails:
            raise UnreachableError
        self.alts.append(drawn.pictures[0].alt)
        self.there.append(len(self.alts))
        await note(len(self.alts))
        return len(self.alts)

    async def delete(self, _channel_id: int, message_id: int) -> None:
        gate, self.gate = self.gate, None
        if gate is not None:
            await gate.wait()
        if message_id in self.there:
            self.there.remove(message_id)


class FakeSender:
    def seats(self, _manager: Any) -> list[Any]:
        return []

    async def highlight(self, _reader: Any, highlight: Highlight, _seats: Any) -> Picture:
        return Picture("highlight.gif", b"", f"{highlight.kind} {highlight.seats[0]}")


class Choices:
    def __init__(self) -> None:
        self.of_server, self.of_ada = ServerPreferences(), PersonalPreferences()

    async def server(self, _guild_id: int) -> ServerPreferences:
        return self.of_server

    async def person(self, user_id: int) -> PersonalPreferences:
        return self.of_ada if user_id == ADA.user_id else PersonalPreferences()

    def public_reader(self, *_: object) -> None:
        return None


class Bench:
    def __init__(self, world: World, manager: GameManager) -> None:
        self.world, self.manager = world, manager
        self.posted, self.choices = Posted(), Choices()
        self.queue = RetryQueue(world.clock)
        self.animations = self.begun()

    async def restart(self) -> None:
        """Go on with the animations of a process that has just begun."""
        await self.queue.close(0)
        self.queue = RetryQueue(self.world.clock)
        self.animations = self.begun()

    def begun(self) -> Animations:
        client: Any = SimpleNamespace(get_guild=lambda _: None)
        posted, choices, drawn = self.posted, self.choices, FakeSender()
        services: Any = SimpleNamespace(
            client=client,
            poster=posted,
            preferences=choices,
            pictures=lambda _: drawn,
            sender=drawn,
            retry_queue=self.queue,
        )
        return Animations(services)

    async def show(self, kind: HighlightKind, *seats: int) -> None:
        highlight = Highlight(kind, seats, self.manager.view(None))
        await self.queue.run(self.animations.job(self.manager, highlight))

    async def clean(self) -> None:
        await self.queue.run(*self.animations.cleaning(self.manager))

    @property
    def noted(self) -> int | None:
        assert self.manager.table is not None
        return self.manager.table.animation_id


LAID, OUT, WON = HighlightKind.LAID, HighlightKind.OUT, HighlightKind.WON


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    world = World()
    made = Bench(world, await world.seated(ADA, BEN))
    yield made
    await made.queue.close(0)
    await world.registry.close()


async def test_the_next_one_replaces_it_and_has_its_own_time(bench: Bench) -> None:
    await bench.show(LAID, 0)
    await bench.world.clock.move(SHOWN_FOR - 1)
    await bench.show(OUT, 1)
    assert (bench.posted.alts[1:], bench.posted.there, bench.noted) == (["out 1"], [2], 2)
    await bench.world.clock.move(2)
    assert bench.posted.there == [2]
    await bench.world.clock.move(SHOWN_FOR)
    assert bench.posted.there == []


async def test_a_slow_deletion_of_the_last_one_leaves_the_next_one_noted(bench: Bench) -> None:
    await bench.show(LAID, 0)
    bench.posted.gate = gate = asyncio.Event()
    removing = asyncio.create_task(bench.animations._remove(bench.manager))
    await asyncio.sleep(0)
    await bench.show(OUT, 1)
    gate.set()
    await removing
    assert (bench.posted.there, bench.noted) == ([2], 2)


async def test_a_server_or_somebody_has_them_off(bench: Bench) -> None:
    bench.choices.of_server = ServerPreferences(animations=False)
    await bench.show(LAID, 0)
    bench.choices.of_server = ServerPreferences()
    bench.choices.of_ada = PersonalPreferences(animations=False)
    await bench.show(LAID, 0)
    await bench.show(WON, 1, 0)
    assert bench.posted.alts == []
    await bench.show(OUT, 1)
    assert bench.posted.alts == ["out 1"]


async def test_one_that_could_not_be_posted_is_not_shown_later(bench: Bench) -> None:
    bench.posted.fails = True
    await bench.show(LAID, 0)
    bench.posted.fails = False
    await bench.world.clock.move(3600)
    assert (bench.posted.alts, bench.noted) == ([], None)


async def test_one_of_an_earlier_game_is_not_shown(bench: Bench) -> None:
    await bench.manager.end_game(ADA.user_id)
    highlight = Highlight(LAID, (0,), bench.manager.view(None))
    await bench.manager.rematch(ADA)
    await bench.manager.start(ADA.user_id, 1)
    await bench.queue.run(bench.animations.job(bench.manager, highlight))
    assert bench.posted.alts == []


async def test_a_new_process_deletes_what_the_old_one_left_and_shows_it_no_more(
    bench: Bench,
) -> None:
    await bench.show(LAID, 0)
    await bench.clean()
    assert bench.posted.there == [1], "this process deletes it when its time has come"
    await bench.restart()
    await bench.world.restart()
    bench.manager = bench.world.manager
    assert bench.noted == 1
    await bench.clean()
    assert (bench.posted.alts, bench.posted.there, bench.noted) == (["laid 0"], [], None)
    assert bench.animations.cleaning(bench.manager) == []
    await bench.show(LAID, 0)
    await bench.restart()
    await bench.show(OUT, 1)
    assert (bench.posted.there, bench.noted) == ([3], 3), "the next one replaces it as well"
