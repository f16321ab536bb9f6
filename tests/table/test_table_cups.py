"""Cups that run: whole ones with restarts, people who leave and come late, time that is up."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

import pytest
from fakes_table import FakeAnnouncer, FakeClock, MemoryStore, refused
from sqlalchemy import select
from stored import AT

from bot.cards.rulesets import CLASSIC, RuleSet
from bot.cards.variations import varied
from bot.cups.engine import CupError
from bot.cups.standings import standings
from bot.cups.state import KNOCK_OUT, LEAGUE, SWISS, CupStatus, Format, LiveCup
from bot.players import strategy
from bot.results.standings import BoardQuery, By, CupSeason
from bot.seating import Level, Person
from bot.shards import Forgotten, PersonToForget
from bot.storage import cups, deletion, export, games, members, schema
from bot.storage.errors import StoreError
from bot.storage.products import PRODUCTS
from bot.table.context import Context, Pace, TableConfig
from bot.table.cups import NOTICE, REMINDER, WEEK, Cups
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry

GUILD, CHANNEL, HOST = 7, 77, Person(8 * 10**17, "Host")
QUICK = replace(CLASSIC, phases=("S2+S2+S2", "S2+S2+S2"))
SLOW = replace(CLASSIC, phases=("S3", "R4"))
PEOPLE = [Person(9 * 10**17 + number, f"P{number}") for number in range(40)]


class FakeCupChannels:
    """Threads with numbers, made once for each table; opens none when it should not."""

    def __init__(self) -> None:
        self.threads: dict[tuple[str, int, int], int] = {}
        self.made: Counter[tuple[str, int, int]] = Counter()
        self.shown: list[LiveCup] = []
        self.reminded: list[str] = []
        self.failing = 0

    def show(self, _cups: Cups, stored: LiveCup) -> None:
        self.shown.append(stored)

    def remind(self, stored: LiveCup) -> None:
        self.reminded.append(stored.cup.cup_id)

    async def open_thread(
        self, _cups: Cups, stored: LiveCup, table: int, note: Callable[[int], Awaitable[None]]
    ) -> int:
        if self.failing:
            self.failing -= 1
            raise RuntimeError("Discord is down")
        key = (stored.cup.cup_id, len(stored.cup.rounds), table)
        self.made[key] += 1
        thread = self.threads.setdefault(key, 1000 + len(self.threads))
        await note(thread)
        return thread


@dataclass
class CupWorld:
    """A bot with cups on a database; ``restart`` is what a new process finds."""

    store: MemoryStore = field(default_factory=MemoryStore)
    clock: FakeClock = field(default_factory=FakeClock)
    channels: FakeCupChannels = field(default_factory=FakeCupChannels)
    numbers: count[int] = field(default_factory=lambda: count(1))

    async def begin(self) -> CupWorld:
        context = Context(
            store=self.store,  # type: ignore[arg-type]
            announcer=FakeAnnouncer(),
            config=TableConfig(
                clock=self.clock,
                pace=Pace(pause=0, patience=0, hand_pause=0, cup_pause=60),
                secret=lambda: next(self.numbers).to_bytes(32, "big"),
                game_id=lambda: f"game{next(self.numbers)}",
                strategy=lambda _level, game_type: strategy(Level.EASY, game_type),
                rng=Random(5),
            ),
        )
        self.registry = GameRegistry(context)
        self.cups = Cups(self.registry, context, self.channels)
        await self.registry.resume()
        await self.cups.resume()
        await self.clock.settle()
        return self

    async def stop(self) -> None:
        await self.cups.close()
        await self.registry.close()

    async def restart(self) -> None:
        await self.stop()
        await self.begin()

    async def opened(
        self, people: int = 0, form: Format = SWISS, rules: RuleSet = QUICK, **choices: object
    ) -> str:
        stored = await self.cups.open(
            HOST, "Friday", form, rules, guild_id=GUILD, channel_id=CHANNEL, locale="en", **choices
        )  # type: ignore[arg-type]
        for person in PEOPLE[:people]:
            await self.cups.join(stored.cup.cup_id, person)
        return stored.cup.cup_id

    async def started(self, people: int, form: Format = SWISS, **choices: object) -> str:
        cup_id = await self.opened(people, form, **choices)
        await self.cups.start(cup_id)
        await self.clock.settle()
        return cup_id

    async def cup(self, cup_id: str) -> LiveCup:
        stored = await self.store.read(cups.stored_cup, cup_id)
        assert stored is not None
        return stored

    def table(self, stored: LiveCup, place: int) -> GameManager:
        manager = self.registry.by_game(stored.games[place].game_id)
        assert manager is not None
        return manager

    async def act(self, manager: GameManager, rng: Random) -> None:
        who = manager.game.to_act
        if who is None or who.user_id is None or who.is_computer:
            await self.clock.move(1)
            return
        view, legal = manager.view(who.user_id), manager.game.legal(who.user_id)
        action = strategy(Level.EASY, "cards").choose(view, legal, rng)
        await manager.act(who.user_id, manager.version, action)

    async def play(self, manager: GameManager) -> None:
        rng = Random(manager.channel_id)
        for _ in range(3_000):
            if not manager.running:
                return
            await self.clock.settle()
            await self.act(manager, rng)
        raise AssertionError("the game does not end")

    async def one_step(self, rng: Random) -> None:
        busy = [manager for manager in self.registry.busy() if manager.running]
        if busy and rng.random() > 0.02:
            await self.act(rng.choice(busy), rng)
        else:
            await self.clock.move(11)

    async def play_round(self, cup_id: str) -> None:
        stored = await self.cup(cup_id)
        for place in range(len(stored.games)):
            await self.play(self.table(stored, place))
        await self.clock.settle()

    async def next_round(self) -> None:
        await self.clock.move(61)
        await self.clock.settle()


@pytest.fixture
async def world() -> AsyncIterator[CupWorld]:
    world = await CupWorld().begin()
    yield world
    await world.stop()


async def test_a_cup_begins_when_it_is_due_after_one_reminder(world: CupWorld) -> None:
    due = world.clock.time + 3 * REMINDER
    cup_id, lonely = await world.opened(3, due=due), await world.opened(1, due=due)
    await world.clock.move(2 * REMINDER - 1)
    assert world.channels.reminded == []
    await world.clock.move(2)
    assert world.channels.reminded == [cup_id, lonely]
    await world.clock.move(REMINDER - 2)
    assert (await world.cup(cup_id)).cup.status is CupStatus.OPEN
    await world.clock.move(2)
    assert (await world.cup(cup_id)).cup.status is CupStatus.PLAYING
    assert (await world.cup(lonely)).cup.status is CupStatus.CANCELLED
    assert world.channels.reminded == [cup_id, lonely]


@pytest.mark.parametrize("moment", ["open", "playing", "stopping"])
async def test_cancelling_ends_its_games(
    world: CupWorld, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    cup_id = await (world.opened(6) if moment == "open" else world.started(6))
    with monkeypatch.context() as patch:
        if moment == "stopping":
            patch.setattr(world.cups, "_look", lambda _running: None)
        await world.cups.cancel(cup_id)
    if moment == "stopping":
        assert (await world.cup(cup_id)).cup.status is CupStatus.PLAYING
        await world.restart()
    await world.clock.settle()
    assert (await world.cup(cup_id)).cup.status is CupStatus.CANCELLED
    assert not world.registry.running


@pytest.mark.parametrize("form", [SWISS, KNOCK_OUT])
async def test_a_table_that_never_began_ends_with_its_round(world: CupWorld, form: Format) -> None:
    cup_id = await world.opened(8, replace(form, round_time=1_000))
    begins = world.channels.open_thread

    async def one_table(cups: Cups, stored: LiveCup, table: int, note: Any) -> int:
        if table and len(stored.cup.rounds) == 1:
            raise RuntimeError("Discord refuses")
        return await begins(cups, stored, table, note)

    world.channels.open_thread = one_table  # type: ignore[method-assign]
    await world.cups.start(cup_id)
    await world.clock.settle()
    stored = await world.cup(cup_id)
    absent = stored.cup.round.tables[1].people
    await world.play(world.table(stored, 0))
    await world.clock.settle()
    await world.clock.move(900)
    assert not (await world.cup(cup_id)).cup.round.over
    await world.clock.move(101)
    first = (await world.cup(cup_id)).cup.rounds[0]
    assert first.time_up
    assert first.over
    points = {row.person: row.points for row in standings((await world.cup(cup_id)).cup)}
    assert {points[person] for person in absent} == {0}
    await world.next_round()
    stored = await world.cup(cup_id)
    seated = {person for table in stored.cup.round.tables for person in table.people}
    assert len(stored.cup.rounds) == 2
    assert bool(seated & {*absent}) is (form is SWISS)


async def test_a_deadline_that_passes_while_threads_open_ends_the_round(world: CupWorld) -> None:
    cup_id = await world.opened(8, replace(SWISS, round_time=1_000), rules=SLOW)
    world.channels.failing = 1_000
    await world.cups.start(cup_id)
    await world.clock.settle()
    await world.stop()
    world.channels.failing, begins = 0, world.channels.open_thread

    async def slow(cups: Cups, stored: LiveCup, table: int, note: Any) -> int:
        world.clock.time += 10
        return await begins(cups, stored, table, note)

    world.channels.open_thread = slow  # type: ignore[method-assign]
    deadline = (await world.cup(cup_id)).cup.deadline
    assert deadline is not None
    world.clock.time = deadline - 5
    await world.begin()
    await world.clock.move(1)
    assert (await world.cup(cup_id)).cup.round.time_up


async def test_what_failed_is_tried_again(world: CupWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    cup_id = await world.started(4)
    await world.play_round(cup_id)
    real = cups.advance_cup
    failures = iter([True, False])

    def advance(*args: Any) -> None:
        if next(failures, False):
            raise StoreError("full", code="full")
        real(*args)

    monkeypatch.setattr(cups, "advance_cup", advance)
    await refused("not_stored", world.cups.join(cup_id, PEOPLE[9]))
    assert (await world.cup(cup_id)).cup.participant(PEOPLE[9].user_id) is None
    failures = iter([True, False])
    await world.next_round()
    await world.clock.move(11)
    assert len((await world.cup(cup_id)).cup.rounds) == 2


async def test_a_cup_that_another_process_changed_is_loaded_again(world: CupWorld) -> None:
    cup_id = await world.opened(2)
    other = CupWorld(world.store, world.clock, numbers=world.numbers)
    await other.begin()
    await other.cups.join(cup_id, PEOPLE[5])
    await refused("stale", world.cups.join(cup_id, PEOPLE[6]))
    await world.cups.join(cup_id, PEOPLE[6])
    joined = {participant.person for participant in (await world.cup(cup_id)).cup.participants}
    assert joined == {PEOPLE[n].user_id for n in (0, 1, 5, 6)}
    await other.stop()


async def test_closing_waits_for_what_is_being_stored(world: CupWorld) -> None:
    cup_id = await world.opened(2)
    await world.cups.cancel(cup_id)
    world.store.gate = asyncio.Event()
    closing = asyncio.create_task(world.cups.close())
    for _ in range(3):
        await asyncio.sleep(0)
    assert not closing.done()
    world.store.gate.set()
    await closing
    assert (await world.cup(cup_id)).cup.status is CupStatus.CANCELLED


@pytest.mark.parametrize(("rules", "medals"), [(QUICK, 0), (varied(CLASSIC, "phases=3"), 1)])
async def test_games_for_fun_bring_no_medal(world: CupWorld, rules: RuleSet, medals: int) -> None:
    cup_id = await world.opened(4, KNOCK_OUT, rules)
    await world.cups.start(cup_id)
    await world.clock.settle()
    while not (await world.cup(cup_id)).cup.over:
        await world.play_round(cup_id)
        await world.next_round()
    winner = standings((await world.cup(cup_id)).cup)[0].person
    assert len(world.store.run(cups.cups_won, GUILD, winner)) == medals


async def anything(world: CupWorld, cup_id: str, rng: Random) -> None:
    """Let something happen to a cup that may be refused."""
    person = rng.choice(PEOPLE[:14])
    match rng.randrange(40):
        case 0 | 1 | 2:
            await world.cups.join(cup_id, person)
        case 3 | 4:
            await world.cups.leave(cup_id, person.user_id)
        case 5:
            await world.cups.start(cup_id)
        case 6:
            await world.restart()
        case 7:
            await world.cups.forget(person)
        case 8:
            await world.clock.move(rng.choice((61, 400)))
        case 9 if busy := world.registry.busy():
            await rng.choice(busy).channel_deleted()
        case 10:
            world.channels.failing = 1
        case _:
            await world.one_step(rng)


# The higher seeds found mistakes once.
@pytest.mark.parametrize(
    ("seed", "rules"), [(0, QUICK), (146, QUICK), (118, SLOW), (143, SLOW), (194, SLOW)]
)
async def test_whatever_happens_a_cup_ends(world: CupWorld, seed: int, rules: RuleSet) -> None:
    rng = Random(seed)
    form = rng.choice([replace(SWISS, round_time=600), KNOCK_OUT, LEAGUE])
    cup_id = await world.opened(rng.randrange(6), form, rules)
    for _ in range(400):
        with suppress(CupError, TableError):
            await anything(world, cup_id, rng)
        await world.clock.settle()
        if (await world.cup(cup_id)).cup.over:
            break
    with suppress(CupError, TableError):
        await world.cups.cancel(cup_id)
    for _ in range(3):
        await world.clock.move(300)
    assert (await world.cup(cup_id)).cup.over
    assert not world.registry.running
    begun = [key for key in world.channels.made if key[0] == cup_id]
    assert len(world.channels.threads) == len(begun)


async def test_a_table_has_no_host_and_no_free_seat_and_names_of_the_cup(world: CupWorld) -> None:
    stored = await world.cup(await world.started(5))
    names = {who.person: who.name for who in stored.cup.participants}
    for place, table in enumerate(stored.cup.round.tables):
        manager = world.table(stored, place)
        for person in table.people:
            await refused("not_host", manager.end_game(person))
        await refused("no_free_seat", manager.ask_for_seat(PEOPLE[20]))
        occupants = manager.game.table.occupants
        assert [who.user_id for who in occupants] == list(table.seats)
        assert all(who.name == names[who.user_id] for who in occupants if who.user_id)
        assert len({who.name for who in occupants}) == len(occupants)


@pytest.mark.parametrize("moment", ["open", "playing", "between", "over"])
async def test_a_deleted_person_is_in_no_cup_and_its_games(world: CupWorld, moment: str) -> None:
    cup_id = await world.opened(6)
    person = PEOPLE[1]
    if moment != "open":
        await world.cups.start(cup_id)
        await world.clock.settle()
    if moment in ("between", "over"):
        await world.play_round(cup_id)
    if moment == "over":
        await world.cups.cancel(cup_id)
        await world.clock.settle()
    (mine,) = (await export.personal_data(world.store, person.user_id, 10**6, AT, PRODUCTS))["cups"]
    assert (mine["cup_id"], mine["host"]) == (cup_id, False)
    assert (await world.cups.forget(person)).anything
    await world.clock.settle()
    await world.cups.cancel(cup_id)
    await world.clock.settle()
    stored = await world.cup(cup_id)
    assert stored.cup.status is CupStatus.CANCELLED
    assert stored.cup.participant(person.user_id) is None
    lines = [participant.name for participant in stored.cup.participants]
    for game in stored.games:
        lines += await world.store.read(games.finished_record, game.game_id) or ()
    text = json.dumps(lines)
    assert person.name not in text
    assert PEOPLE[2].name in text
    data = await export.personal_data(world.store, person.user_id, 10**6, AT, PRODUCTS)
    assert not data["cups"]


async def test_a_host_who_is_deleted_leaves_the_cup_to_the_others(world: CupWorld) -> None:
    cup_id = await world.opened(4)
    (hosted,) = (await export.personal_data(world.store, HOST.user_id, 10**6, AT, PRODUCTS))["cups"]
    assert (hosted["cup_id"], hosted["host"]) == (cup_id, True)
    await world.cups.forget(HOST)
    found = world.cups.find(cup_id)
    assert found.host_id is None
    assert len(found.cup.participants) == 4


async def test_a_person_who_joins_during_their_deletion_is_a_new_player(
    world: CupWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup_id, person, forget = await world.opened(3), PEOPLE[9], deletion.forget
    joining: list[asyncio.Task[LiveCup]] = []

    async def while_joining(store: object, one: PersonToForget, products: object) -> Forgotten:
        joining.append(asyncio.create_task(world.cups.join(cup_id, person)))
        for _ in range(20):
            await asyncio.sleep(0)
        return await forget(store, one, products)  # type: ignore[arg-type]

    monkeypatch.setattr(deletion, "forget", while_joining)
    await world.cups.forget(person)
    (joined,) = [await task for task in joining]
    assert joined.cup.participant(person.user_id) is not None
    assert (await world.cup(cup_id)).cup == joined.cup


@pytest.mark.parametrize("failing", ["stored_cup", "delete_rows"])
async def test_a_cup_goes_on_where_the_database_fails_after_somebody_was_deleted(
    world: CupWorld, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    cup_id, person = await world.started(6), PEOPLE[1]
    topic = cups if failing == "stored_cup" else deletion
    works = getattr(topic, failing)

    # The deletion itself reads the cup before it is read again.
    left = iter([works] if failing == "stored_cup" else [])

    def fails(*args: object) -> object:
        work = next(left, None)
        if work is not None:
            return work(*args)
        monkeypatch.setattr(topic, failing, works)
        raise StoreError

    monkeypatch.setattr(topic, failing, fails)
    if failing == "delete_rows":
        await refused("not_forgotten", world.cups.forget(person))
    else:
        assert (await world.cups.forget(person)).anything
    # It is one in memory and in the database, without the person's number.
    await world.play_round(cup_id)
    await world.next_round()
    found = world.cups.find(cup_id)
    assert found.cup.status is CupStatus.PLAYING
    assert found.cup == (await world.cup(cup_id)).cup
    assert found.cup.participant(person.user_id) is None


async def test_the_end_of_a_cup_is_shown_after_a_restart_unless_it_was(world: CupWorld) -> None:
    cup_id = await world.opened(1)
    await world.cups.cancel(cup_id)
    await world.clock.settle()
    await world.restart()
    assert world.channels.shown[-1].cup.status is CupStatus.CANCELLED
    await world.cups.note_end_shown(cup_id)
    world.channels.shown.clear()
    await world.restart()
    assert world.channels.shown == []


async def test_after_a_restart_ends_are_shown_before_cups_that_are_open(world: CupWorld) -> None:
    stays, ends = await world.opened(1), await world.opened(1)
    await world.cups.cancel(ends)
    await world.clock.settle()
    world.channels.shown.clear()
    await world.restart()
    assert [live.cup.cup_id for live in world.channels.shown] == [ends, stays]


# -- cups that repeat ----------------------------------------------------------------------


async def weekly(world: CupWorld, people: int = 0, **choices: Any) -> LiveCup:
    """A cup of every week that begins in an hour."""
    due = world.clock.time + 3_600
    return await world.cup(await world.opened(people, due=due, weekly=True, **choices))


def in_series(world: CupWorld, first: LiveCup) -> list[LiveCup]:
    """The stored cups of a series, the oldest first."""
    of_series = select(schema.cups.c.cup_id).where(schema.cups.c.series == first.series)
    by_end = of_series.order_by(schema.cups.c.ended_at.is_(None), schema.cups.c.ended_at)
    ids = world.store.run(lambda connection: connection.scalars(by_end).all())
    stored = [world.store.run(cups.stored_cup, each) for each in ids]
    return [live for live in stored if live is not None]


async def to_start(world: CupWorld, live: LiveCup) -> None:
    assert live.due is not None
    await world.clock.move(max(0.0, live.due - world.clock.time) + 1)
    await world.clock.settle()


async def test_a_weekly_cup_needs_a_start(world: CupWorld) -> None:
    await refused("needs_start", world.opened(weekly=True))


@pytest.mark.parametrize("late", [0.0, 2 * WEEK + 60], ids=["in time", "after weeks"])
async def test_the_next_cup_opens_as_the_last_one_ends(world: CupWorld, late: float) -> None:
    first = await weekly(world, 3, form=replace(SWISS, rounds=1))
    due = first.due
    assert due is not None
    assert first.next_at == due + WEEK
    world.clock.time += late
    await to_start(world, first)
    assert in_series(world, first)[1:] == []
    await world.play_round(first.cup.cup_id)
    ended, following = in_series(world, first)
    assert (ended.cup.status, following.cup.status) == (CupStatus.FINISHED, CupStatus.OPEN)
    assert following.due == ended.next_at == due + (WEEK if not late else 3 * WEEK)
    assert following.next_at == following.due + WEEK
    assert following.cup.participants == ()
    kept = ("name", "format", "rules", "most_rounds", "round_time")
    assert all(getattr(ended.cup, name) == getattr(following.cup, name) for name in kept)
    kept = ("guild_id", "channel_id", "host_id", "locale", "series")
    assert all(getattr(ended, name) == getattr(following, name) for name in kept)
    called = world.store.run(cups.people_to_call, following)
    assert {*called} == {person.user_id for person in PEOPLE[:3]}


async def test_a_cup_to_whose_tables_nobody_came_has_no_winner(world: CupWorld) -> None:
    first = await weekly(world, 5)
    await to_start(world, first)
    while world.registry.running:
        await world.clock.move(SWISS.turn_limit + 1)
        await world.clock.settle()
    ended, following = in_series(world, first)
    assert (ended.cup.status, following.cup.status) == (CupStatus.CANCELLED, CupStatus.OPEN)
    assert len(ended.cup.rounds) == 1
    assert all(who.absent for who in ended.cup.participants)
    called = world.store.run(cups.people_to_call, following)
    assert {*called} == {person.user_id for person in PEOPLE[:5]}, "nobody left by choice"


async def test_a_start_that_is_near_gives_no_time_to_join(world: CupWorld) -> None:
    first = await weekly(world, 1)
    assert first.next_at is not None
    world.clock.time = first.next_at - NOTICE + 1
    await to_start(world, replace(first, due=world.clock.time))
    assert in_series(world, first)[1].due == first.next_at + WEEK


async def test_only_those_are_called_who_did_not_leave(world: CupWorld) -> None:
    first = await weekly(world, 5)
    await to_start(world, first)
    cup_id = first.cup.cup_id
    await world.cups.leave(cup_id, PEOPLE[0].user_id)
    await world.cups.take_out(cup_id, PEOPLE[1].user_id)
    await world.cups.cancel(cup_id)
    await world.clock.settle()
    await world.cups.forget(PEOPLE[2])
    following = in_series(world, first)[1]
    called = world.store.run(cups.people_to_call, following)
    assert {*called} == {PEOPLE[3].user_id, PEOPLE[4].user_id}


async def test_a_series_ends_after_two_cups_that_nobody_joined(world: CupWorld) -> None:
    first = await weekly(world)
    await to_start(world, first)
    second = in_series(world, first)[1]
    await world.cups.join(second.cup.cup_id, PEOPLE[0])
    await to_start(world, second)
    for _ in range(2):
        await to_start(world, in_series(world, first)[-1])
    statuses = [live.cup.status for live in in_series(world, first)]
    assert statuses == [CupStatus.CANCELLED] * 4
    assert (await world.cup(first.cup.cup_id)).next_at is not None
    assert in_series(world, first)[-1].cup.participants == ()
    assert sum(live.next_at is None for live in in_series(world, first)) == 1


@pytest.mark.parametrize("moment", ["open", "ended"])
async def test_a_series_that_is_stopped_opens_no_further_cup(world: CupWorld, moment: str) -> None:
    first = await weekly(world, 2)
    if moment == "ended":
        await world.cups.cancel(first.cup.cup_id)
        await world.clock.settle()
    assert first.series is not None
    await world.cups.stop_repeating(first.series)
    await world.restart()
    newest = in_series(world, first)[-1]
    assert (newest.cup.status, newest.next_at) == (CupStatus.OPEN, None)
    await to_start(world, newest)
    await world.cups.cancel(newest.cup.cup_id)
    await world.clock.settle()
    assert all(live.cup.over for live in in_series(world, first))
    assert len(in_series(world, first)) == (1 if moment == "open" else 2)


async def test_a_cup_without_its_channel_ends_its_series(world: CupWorld) -> None:
    first = await weekly(world, 2)
    await world.cups.cancel(first.cup.cup_id)
    await world.clock.settle()
    following = in_series(world, first)[1]
    await world.cups.channel_lost(following.cup.cup_id)
    await world.clock.settle()
    assert [live.cup.status for live in in_series(world, first)] == [CupStatus.CANCELLED] * 2
    await world.cups.channel_lost(following.cup.cup_id)
    assert world.cups.find(following.cup.cup_id) is None


@pytest.mark.parametrize("lost", ["write", "answer", "process", "process after it"])
async def test_the_next_cup_opens_once_whatever_is_lost(world: CupWorld, lost: str) -> None:
    first = await weekly(world, 1)
    real = world.store.write

    async def write(work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        ends = work is cups.advance_cup and args[0].cup.over
        if not ends or world.store.failing == -1:
            return await real(work, *args, **kwargs)
        world.store.failing = -1
        if lost in ("answer", "process after it"):
            await real(work, *args, **kwargs)
        raise StoreError("gone")

    world.store.write = write  # type: ignore[method-assign]
    await to_start(world, first)
    world.store.failing = 0
    world.store.write = real  # type: ignore[method-assign]
    if lost.startswith("process"):
        await world.restart()
    await world.clock.move(60)
    _, following = in_series(world, first)
    assert following.cup.status is CupStatus.OPEN
    # It runs: who joins plays.
    for person in PEOPLE[:2]:
        await world.cups.join(following.cup.cup_id, person)
    await to_start(world, following)
    assert (await world.cup(following.cup.cup_id)).cup.status is CupStatus.PLAYING
    assert len(in_series(world, first)) == 2


async def test_two_processes_open_one_next_cup(world: CupWorld) -> None:
    first = await weekly(world, 1)
    other = await CupWorld(world.store, world.clock, numbers=world.numbers).begin()
    await to_start(world, first)
    await world.clock.move(60)
    assert len(in_series(world, first)) == 2
    following = in_series(world, first)[1]
    for each in (world, other):
        assert each.cups.find(following.cup.cup_id) is not None
    await other.stop()


async def test_a_host_who_is_deleted_hosts_no_later_cup(world: CupWorld) -> None:
    first = await weekly(world, 2)
    await world.cups.forget(HOST)
    await world.cups.cancel(first.cup.cup_id)
    await world.clock.settle()
    assert [live.host_id for live in in_series(world, first)] == [None, None]
    data = await export.personal_data(world.store, HOST.user_id, 10**6, AT, PRODUCTS)
    assert not data["cups"]


async def played_out(world: CupWorld, live: LiveCup, people: Sequence[Person]) -> LiveCup:
    """Let these people play a cup to its end, and return the one that follows."""
    cup_id = live.cup.cup_id
    for person in people:
        await world.cups.join(cup_id, person)
    await to_start(world, live)
    while not (await world.cup(cup_id)).cup.over:
        await world.play_round(cup_id)
        await world.next_round()
    return in_series(world, live)[-1]


async def test_a_season_sums_up_the_cups_that_were_played_to_their_end(world: CupWorld) -> None:
    first = await weekly(world, form=KNOCK_OUT)
    second = await played_out(world, first, PEOPLE[:4])
    cancelled = await played_out(world, second, PEOPLE[1:5])
    for person in PEOPLE[:3]:
        await world.cups.join(cancelled.cup.cup_id, person)
    await to_start(world, cancelled)
    await world.cups.cancel(cancelled.cup.cup_id)
    await world.clock.settle()
    alone = await world.started(3, KNOCK_OUT)
    await world.play_round(alone)
    await world.next_round()
    query = BoardQuery(GUILD, By.CUPS)
    board = world.store.run(cups.season_board, query, me=PEOPLE[4].user_id)
    assert board.query.season == CupSeason(first.cup.cup_id, "Friday", 2)
    rows = {row.user_id: row for row in board.rows}
    sums: Counter[int] = Counter()
    for cup_id in (first.cup.cup_id, second.cup.cup_id):
        for row in standings((await world.cup(cup_id)).cup):
            sums[row.person] += row.points
    assert {person: row.value for person, row in rows.items()} == sums
    assert board.own == rows[PEOPLE[4].user_id]
    assert [rows[PEOPLE[n].user_id].games for n in range(5)] == [1, 2, 2, 2, 1]
    assert sum(row.wins for row in rows.values()) == 2
    # A page has the same rows; in other servers there are none.
    page = world.store.run(cups.season_board, query, 3, 2, me=PEOPLE[4].user_id)
    assert (page.rows, page.own, page.total) == (board.rows[3:], board.own, 5)
    assert not world.store.run(cups.season_board, replace(query, guild_id=GUILD + 1)).rows


async def test_a_season_is_without_those_who_hold_no_place_or_were_deleted(world: CupWorld) -> None:
    first = await weekly(world, form=KNOCK_OUT)
    second = await played_out(world, first, PEOPLE[:4])
    gone, hidden, deleted, stays = (person.user_id for person in PEOPLE[:4])
    world.store.run(members.put_gone, GUILD, [gone], world.clock.time)
    world.store.run(members.hide_members, GUILD, [hidden])
    assert (await world.cups.forget(PEOPLE[2])).anything
    query = BoardQuery(GUILD, By.CUPS)
    board = world.store.run(cups.season_board, query, me=deleted)
    assert [row.user_id for row in board.rows] == [stays]
    assert board.own is None
    assert deleted not in world.store.run(cups.people_to_call, second)
    data = await export.personal_data(world.store, stays, 10**6, AT, PRODUCTS)
    assert [each["series"] for each in data["cups"]] == [first.cup.cup_id]


async def test_each_season_of_a_server_has_a_board(world: CupWorld) -> None:
    older = await weekly(world, form=KNOCK_OUT)
    await played_out(world, older, PEOPLE[:3])
    await world.clock.move(10)
    newer = await weekly(world, form=KNOCK_OUT)
    await played_out(world, newer, PEOPLE[3:6])
    for asked, found in ((None, newer), (older, older), (newer, newer)):
        season = None if asked is None else CupSeason(asked.cup.cup_id)
        query = BoardQuery(GUILD, By.CUPS, season=season)
        board = world.store.run(cups.season_board, query)
        assert board.query.season is not None
        assert board.query.season.series == found.series
        assert [each.series for each in board.seasons] == [newer.series, older.series]
    unknown = BoardQuery(GUILD, By.CUPS, season=CupSeason("none"))
    assert world.store.run(cups.season_board, unknown).query.season == board.query.season
