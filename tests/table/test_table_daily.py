"""Daily hands for players: one attempt a date, across midnight, restarts and processes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest
from daily_kit import sensible
from fakes_table import FakeClock, MemoryStore, refused

from bot.cards.actions import Discard
from bot.core.errors import IllegalError
from bot.daily import engine
from bot.daily.calendar import begins, closes, opens_until
from bot.daily.deal import DailyDeal, deal, derive_secret
from bot.daily.engine import DailyAction, DailyTake
from bot.daily.state import DailySide, DailyStage
from bot.seating import Person
from bot.storage import daily
from bot.table.daily import DailyAttempt, DailyHands
from bot.table.errors import TableError
from bot.telemetry.metrics import Metrics
from bot.work_queue import WorkQueue

DAY = date(2026, 11, 25)
ONE = timedelta(days=1)
ADA, BEN = Person(1, "Ada"), Person(2, "Ben")
HERE = 7
UP = DailyTake(DailySide.UP)


def found(key: bytes, day: date) -> DailyDeal:
    """The first hand of a date, with any par."""
    return deal(day, 0, derive_secret(key, day, 0), 5)


@pytest.fixture
def clock() -> FakeClock:
    made = FakeClock()
    made.time = begins(DAY) + 3600
    return made


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore()
    made.run(daily.put_daily_key, bytes(32))
    return made


def hands_of(store: MemoryStore, clock: FakeClock, metrics: Metrics | None = None) -> DailyHands:
    return DailyHands(store, clock, metrics or Metrics(), WorkQueue(), find=found)


@pytest.fixture
async def hands(store: MemoryStore, clock: FakeClock) -> AsyncIterator[DailyHands]:
    made = hands_of(store, clock)
    yield made
    await made.close()


async def act(hands: DailyHands, shown: DailyAttempt, action: DailyAction) -> DailyAttempt:
    view = shown.view
    await hands.act(ADA.user_id, view.date, view.version, lambda _: action)
    return await hands.show(ADA.user_id, view.date)


async def test_a_whole_attempt_survives_restarts(store: MemoryStore, clock: FakeClock) -> None:
    rng, state = Random(2), engine.start(found(bytes(32), DAY))
    metrics = Metrics()
    hands = hands_of(store, clock, metrics)
    shown = await hands.open(ADA, HERE)
    while not state.over:
        action = sensible(state, rng)
        state = engine.apply(state, action)
        shown = await act(hands, shown, action)
        await hands.close()
        hands = hands_of(store, clock, metrics)
        assert shown == await hands.open(ADA, HERE)
        assert (shown.view.hand, shown.view.turns) == (state.hand, state.turns)
        assert shown.view.result == state.result
        assert bool(shown.ways) is (engine.legal_actions(state).best_lay is not None)
        assert not state.laid or shown.cards_missing[-1] == 0
    await hands.close()
    once = r'^phase10_daily_attempts_total\{what="(\w+)"\} 1\.0$'
    counted = re.findall(once, metrics.exposition().decode(), re.MULTILINE)
    assert counted == ["opened", "laid" if state.laid else "not_today"]


async def test_stale_and_illegal_actions_change_nothing(hands: DailyHands) -> None:
    first = await hands.open(ADA, HERE)
    taking = (act(hands, first, DailyTake(side)) for side in DailySide)
    twice = await asyncio.gather(*taking, return_exceptions=True)
    (error,) = (each for each in twice if isinstance(each, TableError))
    assert error.code == "stale"
    shown = await hands.open(ADA, HERE)
    assert shown.view.version == 1
    with pytest.raises(IllegalError):
        await act(hands, shown, UP)
    assert await hands.open(ADA, HERE) == shown
    await refused("daily_not_opened", hands.show(BEN.user_id, DAY))


async def test_an_attempt_goes_on_after_midnight(hands: DailyHands, clock: FakeClock) -> None:
    await act(hands, await hands.open(ADA, HERE), UP)
    clock.time = begins(DAY + ONE) + 1
    shown = await hands.open(ADA, HERE)
    assert (shown.view.date, shown.view.version, shown.other) == (DAY, 1, DAY + ONE)
    # Today's is opened meanwhile, and from then on the usual one.
    today = await hands.open(ADA, HERE, shown.other)
    assert (today.view.date, today.other, today.streaks.current) == (DAY + ONE, DAY, 2)
    assert (await hands.open(ADA, HERE)).view.date == DAY + ONE
    over = await hands.open(ADA, HERE, DAY)
    while over.view.stage is not DailyStage.OVER:
        takes = over.view.stage is DailyStage.TAKE
        over = await act(hands, over, UP if takes else Discard(over.view.hand[0]))
    assert (over.view.result, len(over.cards_missing), over.other) == (None, 15, DAY + ONE)
    assert (await hands.open(ADA, HERE)).other is None

    clock.time = closes(DAY + ONE)
    await refused("daily_closed", act(hands, today, UP))
    later = await hands.open(ADA, HERE)
    assert (later.view.date, later.view.version) == (DAY + 2 * ONE, 0)
    await refused("daily_not_opened", hands.open(BEN, HERE, DAY))


async def test_yesterdays_hand_may_be_opened_for_some_hours(
    hands: DailyHands, clock: FakeClock
) -> None:
    await hands.open(ADA, HERE)
    clock.time = opens_until(DAY + ONE) - 1
    shown = await hands.open(ADA, HERE)
    assert (shown.view.date, shown.other, shown.streaks.current) == (DAY + ONE, DAY + 2 * ONE, 2)
    # Without a streak today's is first.
    others = await hands.open(BEN, HERE)
    assert (others.view.date, others.other) == (DAY + 2 * ONE, None)
    today = await hands.open(ADA, HERE, shown.other)
    while today.view.stage is not DailyStage.OVER:
        takes = today.view.stage is DailyStage.TAKE
        today = await act(hands, today, UP if takes else Discard(today.view.hand[0]))
    assert today.other == DAY + ONE
    clock.time = opens_until(DAY + ONE)
    await refused("daily_not_opened", hands.open(BEN, HERE, DAY + ONE))
    # An attempt that was opened may be finished until the date closes.
    shown = await act(hands, shown, UP)
    assert (await hands.open(ADA, HERE)).other == DAY + ONE
    clock.time = closes(DAY + ONE)
    await refused("daily_closed", act(hands, shown, Discard(shown.view.hand[0])))
    assert (await hands.open(ADA, HERE)).other is None


async def test_yesterdays_hand_is_offered_after_todays_result(
    hands: DailyHands, clock: FakeClock
) -> None:
    clock.time = begins(DAY)
    shown = await hands.open(ADA, HERE)
    while shown.view.stage is not DailyStage.OVER:
        assert shown.other is None
        takes = shown.view.stage is DailyStage.TAKE
        shown = await act(hands, shown, UP if takes else Discard(shown.view.hand[0]))
    assert (shown.view.date, shown.other) == (DAY, DAY - ONE)
    assert (await hands.open(ADA, HERE, DAY - ONE)).streaks.current == 2


async def test_a_hundred_people_open_one_hand_at_once(store: MemoryStore, clock: FakeClock) -> None:
    calls: list[date] = []

    def find(key: bytes, day: date) -> DailyDeal:
        calls.append(day)
        return replace(found(key, day), counter=len(calls))

    both = [DailyHands(store, clock, Metrics(), WorkQueue(), find=find) for _ in range(2)]
    opening = (both[n % 2].open(Person(n, f"P{n}"), HERE) for n in range(1, 101))
    shown = await asyncio.gather(*opening)
    assert len({each.view.hand for each in shown}) == 1
    for each in both:
        await each.close()
    # Each process looks for a date's hand once, and both take what was stored first.
    assert sorted(calls) in ([DAY] * n + [DAY + ONE] * m for n in (1, 2) for m in (1, 2))
    assert (await store.read(daily.daily_board, HERE, DAY, clock.now(), None)).people == 100
