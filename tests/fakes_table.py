"""A store, a clock, an announcer and a context for tests of tables; nothing sleeps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

import pytest
from kit import laid, position

from bot.cards.actions import Action, Discard, Draw, Hit, Source
from bot.cards.cards import card, table_card
from bot.cards.editions import CLASSIC
from bot.cards.engine import LegalActions
from bot.cards.events import Dealt, Event, HandEnded
from bot.cards.state import Stage, State
from bot.cards.views import Highlight, PlayerView
from bot.core.chance import SecretShuffler, stream_secret
from bot.core.records import dumps
from bot.game_types import game_type_for
from bot.shards import ALL_SHARDS, Forgotten, PersonToForget, Shards
from bot.storage.errors import ChannelTakenError, StaleWriteError, StoreError
from bot.table.context import Context, Pace, TableConfig
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.tables import Change, LiveGame, Lobby, Person, Table

CHANNEL, GUILD = 77, 7
ADA, BEN, CYD, DEE, EVE, FAY = PEOPLE = tuple(
    Person(100 + number, name)
    for number, name in enumerate(("Ada", "Ben", "Cyd", "Dee", "Eve", "Fay"))
)


@dataclass
class FakeStore:
    """A store in memory; fails as often as ``failing`` says."""

    lobbies: dict[str, Lobby] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)
    events: dict[str, list[Event]] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)
    failing: int = 0
    unreadable: int = 0
    forgotten: list[PersonToForget] = field(default_factory=list)
    error: type[Exception] = StoreError
    writes: list[str] = field(default_factory=list)
    gate: asyncio.Event | None = None

    async def _write(self, what: str) -> None:
        if self.gate is not None:
            await self.gate.wait()
        if self.failing:
            self.failing -= 1
            raise self.error("the disk is full of Wilds")
        self.writes.append(what)

    def _check_lobby(self, lobby_id: str, was: Lobby | None) -> None:
        if was is not None:
            stored = self.lobbies.get(lobby_id)
            if stored is None or stored.touched_at != was.touched_at:
                raise StaleWriteError

    def _check_version(self, game_id: str, was: int | None) -> None:
        if was is not None and self.states[game_id].version != was:
            raise StaleWriteError

    async def put_lobby(self, lobby: Lobby, was: Lobby | None = None) -> None:
        self._check_lobby(lobby.lobby_id, was)
        await self._write("put_lobby")
        self.lobbies[lobby.lobby_id] = lobby

    async def drop_lobby(self, lobby_id: str, was: Lobby | None = None) -> None:
        self._check_lobby(lobby_id, was)
        await self._write("drop_lobby")
        self.lobbies.pop(lobby_id, None)

    async def begin(self, change: Change, was: Lobby | None = None) -> None:
        table = change.game.table
        self._check_lobby(table.game_id, was)
        if await self.open_games(channel_id=table.channel_id):
            raise ChannelTakenError
        await self._write("begin")
        self.lobbies.pop(table.game_id, None)
        self._put(change)

    async def commit(self, change: Change, was: int) -> None:
        game_id = change.game.table.game_id
        self._check_version(game_id, was)
        await self._write("commit")
        self._put(change)
        if change.game.over:
            self.pending.add(game_id)

    def _put(self, change: Change) -> None:
        table = change.game.table
        self.tables[table.game_id] = table
        self.states[table.game_id] = change.game.state  # type: ignore[assignment]
        self.events.setdefault(table.game_id, []).extend(change.events)

    async def put_table(self, table: Table, was: int | None = None) -> None:
        self._check_version(table.game_id, was)
        await self._write("put_table")
        self.tables[table.game_id] = table

    async def disown(
        self, table: Table, names: Mapping[int, str], _: int, was: int | None = None
    ) -> None:
        self._check_version(table.game_id, was)
        await self._write("disown")
        self.tables[table.game_id] = table
        state = self.states[table.game_id]
        players = tuple(names.get(seat, name) for seat, name in enumerate(state.game.players))
        game = replace(state.game, players=players)
        self.states[table.game_id] = replace(state, game=game)

    async def open_games(
        self, shards: Shards = ALL_SHARDS, channel_id: int | None = None
    ) -> list[LiveGame]:
        return [
            self._saved(game_id)
            for game_id, state in self.states.items()
            if state.stage is not Stage.OVER and _is_of(self.tables[game_id], shards, channel_id)
        ]

    async def pending_ends(self, shards: Shards = ALL_SHARDS) -> list[LiveGame]:
        found = (each for each in self.tables.values() if each.game_id in self.pending)
        return [self._saved(each.game_id) for each in found if shards.serve(each.guild_id)]

    async def drop_pending_end(self, game_id: str) -> None:
        await self._write("drop_pending_end")
        self.pending.discard(game_id)

    def _saved(self, game_id: str) -> LiveGame:
        state, events = self.states[game_id], self._recent(game_id)
        return LiveGame(self.tables[game_id], state, events, self._scored(game_id))

    def _recent(self, game_id: str) -> tuple[Event, ...]:
        events = self.events[game_id]
        deals = [at for at, event in enumerate(events) if isinstance(event, Dealt)]
        return tuple(events[deals[-1] if deals else 0 :])

    def _scored(self, game_id: str) -> tuple[HandEnded, ...]:
        return tuple(each for each in self.events[game_id] if isinstance(each, HandEnded))

    async def open_lobbies(
        self, shards: Shards = ALL_SHARDS, channel_id: int | None = None
    ) -> list[Lobby]:
        if self.unreadable:
            self.unreadable -= 1
            raise StoreError
        return [each for each in self.lobbies.values() if _is_of(each, shards, channel_id)]

    async def forget(self, whom: PersonToForget) -> Forgotten:
        self.forgotten.append(whom)
        return Forgotten()


def _is_of(here: Lobby | Table, shards: Shards, channel_id: int | None) -> bool:
    return shards.serve(here.guild_id) and channel_id in (None, here.channel_id)


class FakeClock:
    """Time that moves when a test says so."""

    def __init__(self) -> None:
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
    """Notes what it was asked to show; fails when it should."""

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
        return Draw(Source.DRAW_PILE)
    return next(each for each in legal.plain if isinstance(each, Discard))


def near_the_end() -> State:
    """Ada is to play, has laid two sets, and holds a 5, which fits, and an 8."""
    groups = {0: [laid("S", "R5 B5 Y5"), laid("S", "R9 B9 Y9")]}
    return position(["G5 R8", "R1 R2 R3"], groups=groups, discard="R12")


@dataclass
class World:
    """One bot with its ports; ``restart`` is what a new process finds."""

    store: FakeStore = field(default_factory=FakeStore)
    clock: FakeClock = field(default_factory=FakeClock)
    announcer: FakeAnnouncer = field(default_factory=FakeAnnouncer)
    eager: Eager = field(default_factory=Eager)
    pace: Pace = field(default_factory=lambda: Pace(pause=0, patience=0))
    ids: count[int] = field(default_factory=count)
    secret: bytes = bytes(range(32))
    most_finished: int = 200
    registry: GameRegistry = field(init=False)

    def __post_init__(self) -> None:
        self._new_registry()

    def _new_registry(self) -> None:
        self.registry = GameRegistry(self._context(), self.most_finished)
        self.announcer.find = self.registry.find

    def _context(self) -> Context:
        return Context(
            store=self.store,
            announcer=self.announcer,
            config=TableConfig(
                clock=self.clock,
                pace=self.pace,
                secret=lambda: self.secret,
                game_id=lambda: f"game{next(self.ids)}",
                strategy=lambda _level, _system: self.eager,
                rng=Random(5),
            ),
        )

    @property
    def click(self) -> int:
        """A click on *Start* after which the host deals first."""
        lobby = self.manager.lobby
        assert lobby is not None
        return next(
            click
            for click in count(5)
            if not SecretShuffler(stream_secret(lobby.secret, lobby.beacon(click))).first_dealer(
                len(lobby.seats)
            )
        )

    @property
    def manager(self) -> GameManager:
        return self.registry.for_channel(CHANNEL, GUILD)

    async def restart(self) -> None:
        """A new process on the same database; nothing in memory survives."""
        await self.registry.close()
        self._new_registry()
        await self.registry.resume()

    async def seated(self, *people: Person, turn_limit: int | None = None) -> GameManager:
        """A game that has begun with these people; the second is to play."""
        await self.manager.open_lobby(people[0], CLASSIC, turn_limit, "en")
        for person in people[1:]:
            await self.manager.join(person)
        await self.manager.start(people[0].user_id, self.click)
        await self.clock.settle()
        return self.manager

    async def placed(self, state: State, *people: Person) -> GameManager:
        """A running game in this position, as a restart finds it."""
        await self.seated(*people)
        game = replace(state.game, game_id="game0", players=tuple(each.name for each in people))
        self.store.states["game0"] = replace(state, game=game)
        await self.restart()
        await self.clock.settle()
        return self.manager

    async def between_hands(self) -> GameManager:
        """A game of Ada and Ben after a hand that Ada won."""
        manager = await self.placed(near_the_end(), ADA, BEN)
        both = (Hit(0, 0, table_card("G5")), Discard(card("R8")))
        await manager.act(ADA.user_id, manager.version, *both)
        await self.clock.settle()
        return manager

    def record(self) -> list[str]:
        """The record of the first game, as far as it is stored."""
        state, events = self.store.states["game0"], self.store.events["game0"]
        records = game_type_for(state.game.rules.edition).records
        lines = [records.header_line(state.game), *map(records.event_line, events)]
        return [dumps(line) for line in lines]

    async def one_action(self) -> None:
        """The person to act draws or discards."""
        user_id = self.to_act
        view = self.manager.view(user_id)
        action = calm(view, self.manager.game.legal(user_id))
        await self.manager.act(user_id, self.manager.version, action)
        await self.clock.settle()

    async def one_turn(self) -> None:
        """The person to act draws and discards."""
        await self.one_action()
        await self.one_action()

    @property
    def to_act(self) -> int:
        turn = self.manager.view(None).turn
        table = self.manager.table
        assert turn is not None
        assert table is not None
        user_id = table.occupants[turn].user_id
        assert user_id is not None
        return user_id
