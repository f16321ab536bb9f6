"""Achievements are what a naive count over games, daily hands and cups gives."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest
from people import BEN, ME, whom
from seasons import GUILD, NOW, Clock, add_season, season

from bot.daily.calendar import begins, streaks
from bot.results.achievements import ACHIEVEMENTS, DAILY, Earned, Grade, count_feats
from bot.storage import achievements, daily, deletion
from bot.storage.daily import StoredAttempt, StoredDay
from bot.storage.database import Database


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


async def test_grades_come_with_the_game_that_brought_them(store: Database) -> None:
    games = season(2, 40)
    await add_season(store, [*games, *season(2, 2, GUILD + 1)])
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    at: defaultdict[tuple[int, str], list[float]] = defaultdict(list)
    for game in games:
        brought = set[Earned]()
        for seat in game.members:
            user_id = seat.user_id or 0
            before = Counter(counts[user_id])
            counts[user_id] += count_feats(game, seat)
            for name, each in ACHIEVEMENTS.items():
                for grade, least in zip(Grade, each.thresholds, strict=True):
                    if before[name] < least <= counts[user_id][name]:
                        brought.add(Earned(user_id, name, grade))
                        at[user_id, name].append(game.ended_at)
        people = [seat.user_id for seat in game.seats if seat.user_id is not None]
        assert set(await store.read(achievements.earned_in, GUILD, game.game_id, people)) == brought
    assert {grade for times in at.values() for grade in range(len(times))} == {0, 1}
    for user_id in (101, 103):
        for progress in await store.read(achievements.progress, GUILD, user_id):
            name = progress.achievement.name
            assert progress.count == counts[user_id][name]
            assert progress.at == tuple(at[user_id, name])
    assert await store.read(achievements.earned_in, GUILD + 1, games[0].game_id, [101]) == ()
    best = await store.read(achievements.best_grades, 101)
    here, there = (
        await store.read(achievements.progress, GUILD, 101),
        await store.read(achievements.progress, GUILD + 1, 101),
    )
    for one, other in zip(here, there, strict=True):
        assert best.get(one.achievement.name, 0) == max(one.grade or 0, other.grade or 0)
    await deletion.forget(store, whom(101))
    assert await store.read(achievements.best_grades, 101) == {}
    assert not any(
        each.count or each.at for each in await store.read(achievements.progress, GUILD, 101)
    )
    everybody = [
        await store.read(achievements.earned_in, GUILD, game.game_id, [101, 103]) for game in games
    ]
    assert {each.user_id for earned in everybody for each in earned} == {103}


async def test_daily_hands_count_on_the_boards_where_they_stand(store: Database) -> None:
    """Opened, finished and shared in mixed order, compared with a naive count."""
    await store.write(daily.put_daily_key, bytes(32))
    made = list(_made_up(Random(5)))
    for attempt, _, _ in made:
        await store.write(daily.put_daily_day, StoredDay(attempt.date, 0, _par(attempt.date)), 0.0)
    opened = [(each.opened_at, 0, each, guild_id) for each, guild_id, _ in made]
    over = [(each.done_at, 1, each, 0) for each, _, _ in made if each.done_at]
    shared = [(each.done_at or 0.0, 2, each, GUILD + 1) for each, _, share in made if share]
    for _, step, each, guild_id in sorted([*opened, *over, *shared], key=lambda it: it[:2]):
        if step == 0:
            new = replace(each, version=0, done_at=None, turns=None)
            await store.write(daily.open_daily, new, guild_id, "")
        elif step == 1:
            await store.write(daily.commit_daily, each, 0)
        else:
            await store.write(daily.share_daily, guild_id, each.user_id, each.date, "")
    boards = (
        (GUILD, [each for each, guild_id, _ in made if guild_id == GUILD]),
        (GUILD + 1, [each for each, _, share in made if share]),
    )
    for guild_id, attempts in boards:
        for user_id in (ME, BEN):
            mine = [each for each in attempts if each.user_id == user_id]
            assert await _daily_progress(store, guild_id, user_id) == _naive(mine)


def _par(day: date) -> int:
    return 5 + day.day % 2


def _made_up(rng: Random) -> Iterator[tuple[StoredAttempt, int, bool]]:
    """Attempts, the server where each was opened (0 for none), and whether it was shared."""
    for day in (date(2026, 6, 1) + timedelta(days=n) for n in range(45)):
        for user_id in (ME, BEN):
            at = begins(day) + rng.randrange(80_000)
            done_at = None if rng.random() < 0.1 else at + rng.choice([60, 70_000])
            turns = None if done_at is None else rng.choice([None, 4, 5, 6])
            new = StoredAttempt(user_id, day, 1, "{}", at, done_at, turns)
            if rng.random() < 0.9:
                shared = done_at is not None and rng.random() < 0.4
                yield new, rng.choice([GUILD, GUILD, GUILD, 0]), shared


async def _daily_progress(store: Database, guild_id: int, user_id: int) -> dict[str, object]:
    return {
        each.achievement.name: (each.count, each.at)
        for each in await store.read(achievements.progress, guild_id, user_id)
        if each.achievement.name in DAILY
    }


def _naive(attempts: list[StoredAttempt]) -> dict[str, object]:
    over = sorted(each.done_at for each in attempts if each.done_at is not None)
    under = sorted(
        each.done_at or 0.0 for each in attempts if each.turns and each.turns < _par(each.date)
    )
    days = [each.date for each in attempts]
    longest: list[float] = []
    for n, each in enumerate(attempts, 1):
        if streaks(days[:n], each.date).longest > len(longest):
            longest.append(each.opened_at)
    times = {"daily_hands": over, "daily_streak": longest, "daily_par": under}
    return {
        name: (len(at), tuple(at[n - 1] for n in ACHIEVEMENTS[name].thresholds if n <= len(at)))
        for name, at in times.items()
    }
