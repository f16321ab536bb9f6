"""How many functions of the project lie on three walks to the database and back.

The walks: a person's discard, from ``GameManager.act`` to the committed row; a page of a
leaderboard, from ``SqlStore.leaderboard`` to its SQL; and a turn of a computer player of level
normal, from its timer to the committed row. The functions of all threads and tasks count;
comprehensions and lambdas do not. ``frames to SQL`` are the frames that are open when the first
statement is executed, from the public method on, also those that await a task or a thread.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

from greenlet import getcurrent  # type: ignore[import-untyped]
from sqlalchemy import event
from sqlalchemy.engine import Engine

from bench.timing import Figure
from bot.lab.demo import FIRST_SERVER, season
from bot.model import Level, Person
from bot.rules.actions import Discard, Draw, Source
from bot.rules.editions import CLASSIC
from bot.rules.state import Stage
from bot.scores.results import BoardQuery, By, Period
from bot.storage.store import SqlStore
from bot.table.context import Context, Pace, TableConfig
from bot.table.manager import GameManager

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = tuple(str(ROOT / name) for name in ("bot", "cogs"))
ADA, BEN = Person(21, "Ada"), Person(22, "Ben")
ROUNDS = 5
_LATEST = "storage/store.py"


class Walk:
    """Counts the functions of the project that are called while it is entered."""

    def __init__(self) -> None:
        self.calls = 0
        self.depth = 0
        self.functions: set[CodeType] = set()
        self.frames_to_sql: tuple[int, int, int] | None = None
        """Of the project, from the beginning and from the store's method; with libraries."""
        self._seen: dict[FrameType, int] = {}
        self._loop = asyncio.get_running_loop()
        self._outer = asyncio.all_tasks()

    def count(self, frame: FrameType, kind: str, _argument: object) -> None:
        """A profiler's hook; a coroutine that goes on is not called again."""
        if kind != "call" or frame in self._seen or not _is_named(frame.f_code):
            return
        self._seen[frame] = len(self._seen)
        self.calls += 1
        self.functions.add(frame.f_code)
        self.depth = max(self.depth, sum(_is_named(outer.f_code) for outer in _outwards(frame)))

    def executed(self, *_arguments: object) -> None:
        """A listener of statements; the first one counts."""
        if self.frames_to_sql is not None:
            return
        own = sys._getframe()
        frames = {own: 0} | dict.fromkeys(self._open_frames(own), 0)
        begun = [frame for frame in frames if frame in self._seen]
        first = min(
            (self._seen[f] for f in begun if f.f_code.co_filename.endswith(_LATEST)), default=0
        )
        later = [frame for frame in begun if self._seen[frame] >= first]
        libraries = sum(str(ROOT / "bench") not in f.f_code.co_filename for f in frames)
        self.frames_to_sql = len(begun), len(later), libraries

    def _open_frames(self, inner: FrameType | None) -> Iterator[FrameType]:
        """The frames of this stack, of the greenlet around it, and of all tasks."""
        greenlet = getcurrent()
        stacks = [inner]
        while greenlet.parent is not None:
            greenlet = greenlet.parent
            stacks.append(greenlet.gr_frame)
        for task in asyncio.all_tasks(self._loop):
            awaited: Any = task.get_coro()
            while awaited is not None and hasattr(awaited, "cr_frame"):
                if awaited.cr_frame is not None:
                    yield awaited.cr_frame
                awaited = awaited.cr_await
        for stack in stacks:
            yield from _outwards(stack)


def _outwards(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _is_named(code: CodeType) -> bool:
    return code.co_filename.startswith(PACKAGES) and not code.co_name.startswith("<")


_walk: Walk | None = None


def _profile(frame: FrameType, kind: str, argument: object) -> None:
    if _walk is not None:
        _walk.count(frame, kind, argument)


def _execute(*arguments: object) -> None:
    if _walk is not None:
        _walk.executed(*arguments)


async def figures() -> Iterator[Figure]:
    """A figure for each walk."""
    # Threads that are begun from now on have the hook.
    threading.setprofile(_profile)
    event.listen(Engine, "before_cursor_execute", _execute)
    try:
        with tempfile.TemporaryDirectory() as folder:
            store = await SqlStore.open(Path(folder) / "bench.db")
            try:
                return iter([await _discards(store), await _pages(store), await _computers(store)])
            finally:
                await store.close()
    finally:
        event.remove(Engine, "before_cursor_execute", _execute)
        threading.setprofile(None)


async def _taken(walk: Callable[[], Awaitable[object]]) -> Walk:
    global _walk  # noqa: PLW0603  # hooks of threads have no other place
    taken = _walk = Walk()
    sys.setprofile(_profile)
    try:
        await walk()
    finally:
        sys.setprofile(None)
        _walk = None
    return taken


def _figure(name: str, walks: list[Walk]) -> Figure:
    """The walk with the median of calls; the first walk only warmed up."""
    walks = sorted(walks[1:], key=lambda walk: walk.calls)
    middle = walks[len(walks) // 2]
    assert middle.frames_to_sql is not None, "each walk executes a statement"
    begun, later, libraries = middle.frames_to_sql
    more = (
        f"{len(middle.functions)} functions · stack {middle.depth} · frames to SQL {begun}"
        f" ({later} from the store, {libraries} with libraries)"
    )
    calls = [float(walk.calls) for walk in walks]
    return Figure(name, "calls", middle.calls, calls[-1], calls[-1], len(calls), more=more)


class _HeldClock:
    """Time stands still until :meth:`go_on`."""

    def __init__(self) -> None:
        self._held = asyncio.Event()

    def now(self) -> float:
        return time.time()

    async def sleep(self, _seconds: float) -> None:
        await self._held.wait()

    def go_on(self) -> None:
        self._held.set()
        self._held = asyncio.Event()


class _Announcer:
    """Notes that a table has changed."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()

    def table(self, _channel_id: int) -> None:
        self.changed.set()

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return lambda *_: None


@asynccontextmanager
async def _table(
    store: SqlStore, channel: int
) -> AsyncIterator[tuple[GameManager, _HeldClock, _Announcer]]:
    """A table of Ada, Ben and a computer player of level normal, before Ada's or Ben's turn."""
    clock, announcer = _HeldClock(), _Announcer()
    config = TableConfig(
        pace=Pace(pause=1.0), clock=clock, secret=lambda: channel.to_bytes(32, "big"), rng=Random(1)
    )
    context = Context(store=store, announcer=announcer, config=config)
    manager = GameManager(channel, FIRST_SERVER, context)
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await manager.join(BEN)
    await manager.add_computer(ADA.user_id, Level.NORMAL)
    await manager.start(ADA.user_id)
    try:
        yield manager, clock, announcer
    finally:
        await manager.close()


def _to_act(manager: GameManager) -> int | None:
    """The person whose turn it is; None for a computer player."""
    table = manager.table
    assert table is not None
    return table.occupants[manager.view(None).turn or 0].user_id


async def _until_computer(manager: GameManager) -> list[Walk]:
    """Draw and discard for people until the computer player's turn; the walks of the discards."""
    walks = []
    while (user := _to_act(manager)) is not None:
        if manager.view(None).stage is Stage.DRAW:
            await manager.act(user, manager.version, Draw(Source.DRAW_PILE))
        view = manager.view(user)
        action = Discard(next(card for card in view.hand if card.is_natural))
        version = manager.version
        walks.append(await _taken(lambda: manager.act(user, version, action)))  # noqa: B023
    return walks


async def _let_computer_act(
    manager: GameManager, clock: _HeldClock, announcer: _Announcer
) -> list[Walk]:
    """The walks of the computer player's actions, until it is a person's turn."""

    async def fire() -> None:
        announcer.changed.clear()
        clock.go_on()
        await announcer.changed.wait()

    walks = []
    while _to_act(manager) is None and manager.view(None).stage in {Stage.DRAW, Stage.PLAY}:
        await asyncio.sleep(0)  # the timer's task begins to wait
        walks.append(await _taken(fire))
    return walks


async def _discards(store: SqlStore) -> Figure:
    walks: list[Walk] = []
    async with _table(store, 1) as (manager, clock, announcer):
        while len(walks) <= ROUNDS:
            walks += await _until_computer(manager)
            await _let_computer_act(manager, clock, announcer)
    return _figure("a person's discard", walks)


async def _computers(store: SqlStore) -> Figure:
    draws: list[Walk] = []
    discards: list[Walk] = []
    async with _table(store, 2) as (manager, clock, announcer):
        while len(discards) <= ROUNDS:
            await _until_computer(manager)
            first, *_, last = await _let_computer_act(manager, clock, announcer)
            draws.append(first)
            discards.append(last)
    for draw, discard in zip(draws, discards, strict=True):
        draw.calls += discard.calls
        draw.functions |= discard.functions
        draw.depth = max(draw.depth, discard.depth)
    return _figure("a computer's draw and discard", draws)


async def _pages(store: SqlStore) -> Figure:
    await store.add_results(FIRST_SERVER, [*season(FIRST_SERVER, 30, 1, time.time())])
    query = BoardQuery(FIRST_SERVER, By.WINS, Period.ALL)
    walks = [await _taken(lambda: store.leaderboard(query, me=1)) for _ in range(ROUNDS + 1)]
    return _figure("a leaderboard page", walks)
