"""Achievements are what a naive count over games, daily hands and cups gives."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date

from people import ME, whom
from seasons import GUILD, add_season, season

from bot.daily.calendar import begins
from bot.results.achievements import ACHIEVEMENTS, Earned, Grade, count_feats
from bot.storage import achievements, daily
from bot.storage.database import Database
from bot.storage.deletion import forget
from bot.storage.products import PRODUCTS


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
    here = await store.read(achievements.progress, GUILD, 101)
    there = await store.read(achievements.progress, GUILD + 1, 101)
    for one, other in zip(here, there, strict=True):
        assert best.get(one.achievement.name, 0) == max(one.grade or 0, other.grade or 0)
    await forget(store, whom(101), PRODUCTS)
    assert await store.read(achievements.best_grades, 101) == {}
    progress = await store.read(achievements.progress, GUILD, 101)
    assert not any(each.count or each.at for each in progress)
    earned_in, people = achievements.earned_in, [101, 103]
    everybody = [await store.read(earned_in, GUILD, game.game_id, people) for game in games]
    assert {each.user_id for earned in everybody for each in earned} == {103}


async def test_daily_hands_count_on_the_boards_where_they_stand(store: Database) -> None:
    await store.write(daily.put_daily_key, bytes(32))
    opened = {GUILD: (1, 2, 3), GUILD + 1: (), 0: (4,)}
    for guild_id, days in opened.items():
        for day in (date(2026, 6, number) for number in days):
            await store.write(daily.put_daily_day, daily.StoredDay(day, 0, par=5), 0.0)
            new = daily.StoredAttempt(ME, day, 0, "{}", begins(day) + 1)
            await store.write(daily.open_daily, new, guild_id, "")
            if day.day != 3:
                done = replace(new, version=1, done_at=begins(day) + 60, turns=3 + day.day)
                await store.write(daily.commit_daily, done, 0)
    await store.write(daily.share_daily, GUILD + 1, ME, date(2026, 6, 4), "")
    for guild_id, counts in ((GUILD, (2, 3, 1)), (GUILD + 1, (1, 1, 0)), (GUILD + 2, (0, 0, 0))):
        progress = await store.read(achievements.progress, guild_id, ME)
        found = {each.achievement.name: each.count for each in progress}
        assert tuple(found[name] for name in ("daily_hands", "daily_streak", "daily_par")) == counts
