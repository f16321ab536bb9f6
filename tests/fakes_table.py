"""A store, a clock, an announcer and a context for tests of tables; nothing sleeps."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any, TypeVar

import pytest
from kit import NAMES, laid, position
from sqlalchemy import ColumnElement, Connection, StaticPool, create_engine, select, true, update

from bot.cards.actions import Action, Discard, Draw, Hit, Source
from bot.cards.cards import card, table_card
from bot.cards.engine import LegalActions
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage, State
from bot.cards.views import Highlight, PlayerView
from bot.core.chance import SecretShuffler, stream_secret
from bot.core.records import dumps, loads
from bot.game_types import game_type_for
from bot.seating import Lobby, Person, Table
from bot.storage import games, schema
from bot.storage.database import Database
from bot.storage.errors import StoreError
from bot.table import lobbies
from bot.table.context import Clock, Context, Pace, TableConfig
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.telemetry.metrics import Metrics

T = TypeVar("T")
CHANNEL, GUILD = 77, 7
DRAW = Draw(Source.DRAW_PILE)
PEOPLE = tuple(Person(100 + number, name) for number, name in enumerate(NAMES))
ADA, BEN, CYD, DEE, EVE, FAY = PEOPLE


class MemoryStore:
    """A database in memory, which is used at once, in no thread; it refuses when it should."""

    def __init__(self) -> None:
        self.succeeding = 0
        self.failing = 0
        """How many writes fail after those that succeed."""
        self.unreadable = 0
        self.error: type[Exception] = StoreError
        self.writes: list[str] = []
        self.gate: asyncio.Event | None = None
        # The collector may close it in any thread.
        any_thread = {"check_same_thread": False}
        self._engine = create_engine("sqlite://", poolclass=StaticPool, connect_args=any_thread)
        weakref.finalize(self, self._engine.dispose)
        schema.metadata.create_all(self._engine)

    async def read(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        if self.unreadable:
            self.unreadable -= 1
            raise StoreError
        return self.run(work, *args, **kwargs)

    async def write(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        if self.gate is not None:
            await self.gate.wait()
        if self.succeeding:
            self.succeeding -= 1
        elif self.failing:
            self.failing -= 1
            raise self.error("the disk is full of Wilds")
        self.writes.append(work.__name__)
        return self.run(work, *args, **kwargs)

    write_in_pieces = Database.write_in_pieces

    def run(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        with self._engine.begin() as connection:
            return work(connection, *args, **kwargs)

    def put(self, state: State) -> None:
        game_type = game_type_for(state.game.rules.edition)
        header = dumps(game_type.records.header_line(state.game))
        columns = {"header": header, "secret": state.game.secret.hex(), "version": state.version}
        columns["snapshot"] = game_type.snapshots.dumps(state)
        of_game = update(schema.games).where(schema.games.c.game_id == state.game.game_id)
        self.run(Connection.execute, of_game.values(columns))

    def _scalars(self, column: ColumnElement[str]) -> Sequence[str]:
        return self.run(lambda connection: connection.scalars(select(column)).all())

    @property
    def lobbies(self) -> dict[str, Lobby]:
        return {each.lobby_id: each for each in self.run(games.open_lobbies)}

    @property
    def tables(self) -> dict[str, Table]:
        seatings = self._scalars(schema.games.c.seating)
        return {table.game_id: table for table in map(games.parse_seating, seatings)}

    @property
    def states(self) -> dict[str, State]:
        stored = self.run(games._stored, true())
        found = {each.row["game_id"]: games._restored(each) for each in stored}
        return {game_id: live.state for game_id, live in found.items() if live}  # type: ignore[misc]

    @property
    def pending(self) -> set[str]:
        return set(self._scalars(schema.unshown_ends.c.game_id))

    def events(self) -> list[Any]:
        """The events of the first game, as far as they are stored."""
        rules = self.states["game0"].game.rules
        records = game_type_for(rules.edition).records
        return [records.parse_event(loads(line), rules.parsed_phases) for line in self.record()[1:]]

    def record(self) -> list[str]:
        return [self._scalars(schema.games.c.header)[0], *self.run(games._event_lines, "game0")]


class FakeClock(Clock):
    """Time that moves when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 1_000_000.0
        self.sleepers: dict[asyncio.Task[object], tuple[float, asyncio.Future[None]]] = {}

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        task = asyncio.current_task()
        assert task is not None
        woken = asyncio.get_running_loop().create_future()
        self.sleepers[task] = self.time + seconds, woken
        try:
            await woken
        finally:
            self.sleepers.pop(task, None)

    async def settle(self) -> None:
        """Let everything run that does not wait for time to move."""
        looks = count()
        while asyncio.all_tasks() - {asyncio.current_task()} - self.sleepers.keys():  # noqa: ASYNC110  # for any task
            # After a few looks it is a database's thread that is waited for.
            await asyncio.sleep(0 if next(looks) < 10 else 0.0003)

    async def move(self, seconds: float) -> None:
        """Move time on, waking sleepers in their order."""
        end = self.time + seconds
        await self.settle()
        while due := sorted(s[0] for s in self.sleepers.values() if s[0] <= end):
            self.time = max(self.time, due[0])
            for task, (when, woken) in list(self.sleepers.items()):
                if when <= self.time:
                    del self.sleepers[task]
                    if not woken.cancelled():
                        woken.set_result(None)
            await self.settle()
        self.time = end


@dataclass
class FakeAnnouncer:
    calls: list[str] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    reminded: list[float] = field(default_factory=list)
    highlights: list[Highlight] = field(default_factory=list)
    fails: bool = False
    find: Callable[[int], GameManager | None] = lambda _channel_id: None

    def _call(self, what: str) -> None:
        self.calls.append(what)
        if self.fails:
            raise RuntimeError("Discord is down")

    def lobby(self, _channel_id: int) -> None:
        self._call("lobby")

    def table(self, channel_id: int) -> None:
        manager = self.find(channel_id)
        if manager is not None:
            self.versions.append(manager.version)
        self._call("table")

    def highlight(self, _channel_id: int, highlight: Highlight) -> None:
        self.highlights.append(highlight)

    def remind(self, _channel_id: int, turn_at: float) -> None:
        self.reminded.append(turn_at)
        self._call("remind")

    def begun(self, lobby: Lobby) -> None:
        pass

    def gone(self, lobby: Lobby) -> None:
        self._call(f"gone {lobby.lobby_id}")


class Eager:
    """Lays and hits what it can, takes from the draw pile, discards at random."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: PlayerView, legal: LegalActions, rng: Random) -> Action:
        self.asked += 1
        assert view.my_turn
        if legal.best_lay is not None:
            return legal.best_lay
        hits = [each for each in legal.plain if isinstance(each, Hit)]
        return rng.choice(hits or legal.plain)


async def refused(code: str, call: Awaitable[object]) -> TableError:
    """The TableError with which a call must be refused."""
    with pytest.raises(TableError) as caught:
        await call
    assert caught.value.code == code
    return caught.value


def calm(view: PlayerView, legal: LegalActions) -> Action:
    """Draws from the pile and discards: a turn that ends no hand."""
    if view.stage is Stage.DRAW:
        return DRAW
    return next(each for each in legal.plain if isinstance(each, Discard))


def near_the_end() -> State:
    """Ada is to play, has laid two sets, and holds a 5, which fits, and an 8."""
    groups = {0: [laid("S", "R5 B5 Y5"), laid("S", "R9 B9 Y9")]}
    return position(["G5 R8", "R1 R2 R3"], groups=groups, discard="R12")


@dataclass
class World:
    """One bot with its ports; ``restart`` is what a new process finds."""

    store: MemoryStore = field(default_factory=MemoryStore)
    clock: FakeClock = field(default_factory=FakeClock)
    announcer: FakeAnnouncer = field(default_factory=FakeAnnouncer)
    eager: Eager = field(default_factory=Eager)
    pace: Pace = field(default_factory=lambda: Pace(pause=0, patience=0))
    ids: count[int] = field(default_factory=count)
    secret: bytes = bytes(range(32))
    metrics: Metrics = field(default_factory=Metrics)
    most_finished: int = 200
    registry: GameRegistry = field(init=False)

    def __post_init__(self) -> None:
        self._new_registry()

    def _new_registry(self) -> None:
        self.registry = GameRegistry(self._context(), self.most_finished)
        self.announcer.find = self.registry.find

    def _context(self) -> Context:
        return Context(
            store=self.store,  # type: ignore[arg-type]
            announcer=self.announcer,
            config=TableConfig(
                clock=self.clock,
                pace=self.pace,
                secret=lambda: self.secret,
                game_id=lambda: f"game{next(self.ids)}",
                strategy=lambda _level, _system: self.eager,
                metrics=self.metrics,
                rng=Random(5),
            ),
        )

    @property
    def click(self) -> int:
        """A click on *Start* after which the host deals first."""
        lobby = self.manager.lobby

        def dealer(click: int) -> int:
            secret = stream_secret(lobby.secret, lobby.beacon(click))
            return SecretShuffler(secret).first_dealer(len(lobby.seats))

        return next(click for click in count(5) if dealer(click) == 0)

    @property
    def manager(self) -> GameManager:
        return self.registry.for_channel(CHANNEL, GUILD)

    async def restart(self) -> None:
        await self.registry.close()
        self._new_registry()
        await self.registry.resume()

    async def seated(self, *people: Person, turn_limit: int | None = None) -> GameManager:
        """A game that has begun with these people; the second is to play."""
        await self.manager.open_lobby(people[0], CLASSIC, turn_limit, "en")
        for person in people[1:]:
            await self.manager.change_lobby(lobbies.joined, person)
        await self.manager.start(people[0].user_id, self.click)
        await self.clock.settle()
        return self.manager

    async def placed(self, state: State, *people: Person) -> GameManager:
        """A running game in this position, as a restart finds it."""
        await self.seated(*people)
        game = replace(state.game, game_id="game0", players=tuple(each.name for each in people))
        self.store.put(replace(state, game=game))
        await self.restart()
        await self.clock.settle()
        return self.manager

    async def between_hands(self) -> GameManager:
        manager = await self.placed(near_the_end(), ADA, BEN)
        both = (Hit(0, 0, table_card("G5")), Discard(card("R8")))
        await manager.act(ADA.user_id, manager.version, *both)
        await self.clock.settle()
        return manager

    async def one_action(self) -> None:
        user_id = self.to_act
        view = self.manager.view(user_id)
        action = calm(view, self.manager.game.legal(user_id))
        await self.manager.act(user_id, self.manager.version, action)
        await self.clock.settle()

    async def one_turn(self) -> None:
        await self.one_action()
        await self.one_action()

    @property
    def to_act(self) -> int:
        user_id = self.manager.table.occupants[self.manager.view(None).turn].user_id
        assert user_id is not None
        return user_id
