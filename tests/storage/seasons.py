"""Made-up results, and what follows from them, counted naively."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from random import Random
from typing import Any

from bot.cards.phases import TEN_PHASES
from bot.cards.rulesets import EDITIONS
from bot.results.outcomes import places
from bot.results.past_games import PastGame, SeatResult
from bot.results.ratings import ANCHORS, NEWCOMER, RatingChange, Skill, after_game, rating_points
from bot.results.standings import (
    FEWEST_FOR_CHAMPION,
    FEWEST_FOR_RATE,
    BoardQuery,
    BoardRow,
    By,
    Champion,
    Period,
)
from bot.seating import Level
from bot.storage import results
from bot.storage.database import Database

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC).timestamp()
MONDAY = datetime(2026, 3, 16, tzinfo=UTC).timestamp()
DAY = 24 * 60 * 60
GUILD, OTHER_GUILD = 77, 78
KEPT = ("results", "result_seats", "ratings")
Skills = dict[tuple[int, str, str, str], Skill]
"""By person, edition ("" for all), kind, and month ("" for all)."""


def season(seed: int, games: int, guild_id: int = GUILD, people: int = 7) -> list[PastGame]:
    """Made-up games of the last 70 days, oldest first, each with some of the people."""
    rng = Random(seed)
    moments = sorted(NOW - 70 * DAY * rng.random() for _ in range(games))
    ids = (f"{guild_id}-{seed}-{number}" for number in range(games))
    return [ended(rng, *each, guild_id, people) for each in zip(ids, moments, strict=True)]


def ended(
    rng: Random, game_id: str, ended_at: float, guild_id: int = GUILD, people: int = 7
) -> PastGame:
    """A game of some of so many people, and perhaps computer players."""
    size, hands = rng.randint(2, 5), rng.randint(1, 4)
    humans = rng.sample(range(101, 101 + people), rng.randint(1, min(size, people)))
    user_ids = [*humans, *[None] * (size - len(humans))]
    rng.shuffle(user_ids)
    left = {seat for seat in range(size) if user_ids[seat] and rng.random() < 0.1}
    ranking: list[list[int]] = []
    for seat in rng.sample(range(size), size):
        if ranking and rng.random() < 0.15:
            ranking[-1].append(seat)
        else:
            ranking.append([seat])
    placed = places(ranking, left)
    return PastGame(
        game_id=game_id,
        guild_id=guild_id,
        edition=rng.choice([*EDITIONS][:3]),
        variation="",
        started_at=ended_at - 600,
        ended_at=ended_at,
        hands=hands,
        abandoned=rng.random() < 0.1,
        seats=tuple(
            replace(_seat(rng, hands, user_id), seat=seat, place=placed[seat], left=seat in left)
            for seat, user_id in enumerate(user_ids)
        ),
        notations=TEN_PHASES,
    )


def _seat(rng: Random, hands: int, user_id: int | None) -> SeatResult:
    done, tries = 0, [[0, 0] for _ in TEN_PHASES]
    for _ in range(hands):
        completed = rng.random() < 0.6
        tries[done][0] += 1
        tries[done][1] += completed
        done += completed
    return SeatResult(
        seat=0,
        user_id=user_id,
        name="C" if user_id is None else f"P{user_id} {rng.randrange(3)}",
        level=rng.choice([*Level]) if user_id is None else None,
        left=False,
        place=1,
        total=5 * rng.randrange(60),
        hands_won=rng.randint(0, hands),
        hands=hands,
        phases=done,
        tries=tuple((tried, completed) for tried, completed in tries),
        feats=tuple((feat, 1) for feat in ("comeback", "untouched") if rng.random() < 0.2),
    )


async def add_season(store: Database, games: Iterable[PastGame]) -> None:
    """Add the results of games to the servers where they were played, in two parts."""
    by_server: dict[int, list[PastGame]] = {}
    for game in games:
        by_server.setdefault(game.guild_id, []).append(game)
    for guild_id, past in by_server.items():
        half = len(past) // 2
        for part in (past[:half], past[half:]):
            await store.write(results.add_missing, guild_id, part)


def skills_after(games: Sequence[PastGame]) -> tuple[Skills, list[PastGame]]:
    """The ratings after games, and these with their numbers and how the ratings changed."""
    skills: Skills = {}
    told = []
    for number, game in enumerate(games, 1):
        before = dict(skills)
        seats = [] if game.abandoned else list(game.seats)
        people = [seat for seat in seats if seat.user_id is not None]
        kinds = []
        month = month_of(game)
        if len(people) > 1:
            scopes = product(("", game.edition), ["people"], ("", month))
            _rate(skills, before, people, scopes)
            kinds.append("people")
        if 0 < len(people) < len(seats):
            scopes = product(("", game.edition), ["computers"], ("",))
            _rate(skills, before, seats, scopes)
            kinds.append("computers")
        changed = (_with_changes(seat, before, skills, game, kinds) for seat in game.seats)
        told.append(replace(game, seats=tuple(changed), number=number))
    return skills, told


def month_of(game: PastGame) -> str:
    """The month (UTC) in which a game ended, such as ``2026-03``."""
    return datetime.fromtimestamp(game.ended_at, UTC).strftime("%Y-%m")


def _rate(
    skills: Skills, before: Skills, ranked: list[SeatResult], scopes: Iterable[tuple[str, str, str]]
) -> None:
    for name, kind, month in scopes:
        old = [
            ANCHORS[seat.level]
            if seat.level is not None
            else before.get((seat.user_id or 0, name, kind, month), NEWCOMER)
            for seat in ranked
        ]
        new = after_game([seat.place for seat in ranked], old)
        for seat, skill in zip(ranked, new, strict=True):
            if seat.user_id is not None:
                skills[seat.user_id, name, kind, month] = skill


def _with_changes(
    seat: SeatResult, before: Skills, after: Skills, game: PastGame, kinds: Sequence[str]
) -> SeatResult:
    user_id = seat.user_id
    if user_id is None:
        return seat
    changes: dict[str, Any] = {}
    for kind in kinds:
        key = (user_id, "", kind, "")
        changes[kind] = RatingChange(before=before.get(key, NEWCOMER), after=after[key])
    return replace(seat, **changes)


def naive_champions(games: Sequence[PastGame], now: str) -> list[Champion]:
    """The champions of all months before one, the newest first, of games of one type."""
    found: list[Champion] = []
    for month in sorted({month_of(game) for game in games} - {now}, reverse=True):
        board = naive_board(games, BoardQuery(GUILD), month)
        rows = [row for row in board if row.games >= FEWEST_FOR_CHAMPION]
        number = int(month[:4]) * 12 + int(month[5:]) - 1
        best = [row for row in rows if row.value == rows[0].value]
        found += [Champion(number, r.user_id, r.name, int(r.value), r.games) for r in best]
    return found


def naive_board(
    games: Sequence[PastGame], query: BoardQuery, month: str | None = None
) -> list[BoardRow]:
    """A whole leaderboard; a month's ratings are those of its games alone."""
    mine = [game for game in games if game.guild_id == query.guild_id]
    skills, _ = skills_after(mine) if query.by is By.RATING else ({}, [])
    months = {Period.MONTH: "2026-03", Period.LAST_MONTH: "2026-02"}
    month = month or months.get(query.period, "")
    since = MONDAY if query.period is Period.WEEK else 0.0
    counted = [
        game
        for game in mine
        if not game.abandoned
        and query.edition in (None, game.edition)
        and month in ("", month_of(game))
        and game.ended_at >= since
        and sum(not seat.is_computer for seat in game.seats) > 1
    ]
    names = {seat.user_id: seat.name for game in mine if not game.abandoned for seat in game.seats}
    rows = []
    for user_id in {seat.user_id for game in counted for seat in game.seats}:
        seats = [seat for game in counted for seat in game.seats if seat.user_id == user_id]
        skill = skills.get((user_id or 0, query.edition or "", "people", month))
        value = _value(query.by, seats, skill)
        if user_id is not None and value is not None:
            wins = sum(seat.place == 1 for seat in seats)
            rows.append(BoardRow(0, user_id, names[user_id], value, len(seats), wins))
    few = query.by is By.POINTS
    rows.sort(key=lambda row: (row.value, row.user_id), reverse=not few)
    return [
        replace(row, rank=1 + sum(
            other.value < row.value if few else other.value > row.value for other in rows
        ))
        for row in rows
    ]  # fmt: skip


def _value(by: By, seats: Sequence[SeatResult], skill: Skill | None) -> float | None:
    wins = sum(seat.place == 1 for seat in seats)
    enough = len(seats) >= FEWEST_FOR_RATE
    hands = sum(seat.hands for seat in seats)
    match by:
        case By.RATING:
            return None if skill is None else rating_points(skill)
        case By.WINS:
            return wins
        case By.WIN_RATE:
            return wins / len(seats) if enough else None
        case By.POINTS:
            return sum(seat.total for seat in seats) / hands if enough else None
        case By.PHASES:
            return sum(seat.phases for seat in seats)
