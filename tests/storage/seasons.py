"""Made-up games that come to an end in a store, and what follows from them, counted naively."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import product
from random import Random
from typing import Any

from databases import Row, Where, content
from kit import held
from stored import channel_of

from bot.games.events import EndReason
from bot.model import Change, Level, LiveGame, Occupant, Table
from bot.rules.editions import EDITIONS, edition
from bot.rules.engine import new_game
from bot.rules.events import Dealt, Event, GameEnded, HandEnded
from bot.rules.state import Stage, State
from bot.scores.ratings import ANCHORS, NEWCOMER, RatingChange, Skill, after_game, rating_points
from bot.scores.results import (
    FEWEST_FOR_CHAMPION,
    FEWEST_FOR_RATE,
    BoardQuery,
    BoardRow,
    By,
    Champion,
    PastGame,
    Period,
    SeatResult,
)
from bot.storage.store import SqlStore

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC).timestamp()
DAY = 24 * 60 * 60
GUILD, OTHER_GUILD = 77, 78
KEPT = ("results", "result_seats", "ratings")
Skills = dict[tuple[int, str, str, str], Skill]
"""By person, edition ("" for all), kind, and month ("" for all)."""


class Clock:
    """The store's time."""

    def __init__(self, now: float = NOW) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Ended:
    """A game that ends: what the store is given, and what it should remember."""

    table: Table
    state: State
    events: tuple[Event, ...]
    ended_at: float
    past: PastGame
    tries: tuple[dict[str, tuple[int, int]], ...]


@dataclass
class Hand:
    """How one hand goes for each seat."""

    tried: list[int | None]
    completed: list[bool]
    points: list[int]
    out: tuple[int, ...]


def ended(
    rng: Random, game_id: str, ended_at: float, guild_id: int = GUILD, people: int = 7
) -> Ended:
    """A game of some of so many people, and perhaps computer players."""
    rules = edition(rng.choice([*EDITIONS][:3]))
    occupants = _occupants(rng, people)
    hands = _hands(rng, len(occupants))
    abandoned = rng.random() < 0.1
    totals = [sum(hand.points[seat] for hand in hands) for seat in range(len(occupants))]
    phases = [sum(hand.completed[seat] for hand in hands) for seat in range(len(occupants))]
    ranking = _ranking(rng, len(occupants))
    end = GameEnded(
        winners=() if abandoned else ranking[0],
        ranking=ranking,
        reason=EndReason.ABANDONED if abandoned else EndReason.COMPLETED,
        secret="00" * 32,
    )
    start = new_game(game_id, rules, [who.name for who in occupants], bytes(32))
    began, channel = ended_at - 600, channel_of(game_id)
    table = Table(game_id, guild_id, channel, 1, occupants, None, "en", began, ended_at)
    places = _places(ranking, [seat for seat, who in enumerate(occupants) if who.left])
    tries = tuple(_tries(hands, seat, rules.phases) for seat in range(len(occupants)))
    seats = tuple(
        SeatResult(
            seat=seat,
            user_id=who.user_id,
            name=who.name,
            level=who.level if who.user_id is None else None,
            left=who.left,
            place=places[seat],
            total=totals[seat],
            hands_won=sum(hand.out[:1] == (seat,) for hand in hands),
            hands=len(hands),
            phases=phases[seat],
            tries=tuple(tries[seat].get(phase, (0, 0)) for phase in rules.phases),
            feats=_feats(hands, seat) if seat in end.winners and len(hands) > 2 else (),
        )
        for seat, who in enumerate(occupants)
    )
    return Ended(
        table=table,
        state=replace(start, stage=Stage.OVER, version=1, result=end),
        events=(*_events(hands), end),
        ended_at=ended_at,
        past=PastGame(
            game_id, guild_id, rules.edition, "", ended_at - 600, ended_at, len(hands),
            abandoned, seats, rules.phases,
        ),
        tries=tries,
    )  # fmt: skip


def _feats(hands: Sequence[Hand], seat: int) -> tuple[tuple[str, int], ...]:
    """Those of a winner; nobody is skipped in these games."""
    others = [each for each in range(len(hands[0].points)) if each != seat]

    def worse(by: int, other: int) -> bool:
        mine, theirs = (
            (
                sum(hand.completed[each] for hand in hands[:by]),
                sum(hand.points[each] for hand in hands[:by]),
            )
            for each in (seat, other)
        )
        return mine[0] < theirs[0] or (mine[0] == theirs[0] and mine[1] > theirs[1])

    second_half = range(len(hands) // 2 + 1, len(hands))
    came_back = any(all(worse(by, other) for other in others) for by in second_half)
    return ((("comeback", 1),) if came_back else ()) + (("untouched", 1),)


def season(seed: int, games: int, guild_id: int = GUILD) -> list[Ended]:
    """Games of the last 70 days, the first first."""
    rng = Random(seed)
    moments = sorted(NOW - 70 * DAY * rng.random() for _ in range(games))
    return [
        ended(rng, f"{guild_id}-{seed}-{number}", moment, guild_id)
        for number, moment in enumerate(moments)
    ]


async def keep_season(store: SqlStore, clock: Clock, games: Iterable[Ended]) -> None:
    """Begin and end games, each at its time."""
    for game in games:
        await begin(store, game)
        await end(store, clock, game)
    clock.now = NOW


async def add_season(store: SqlStore, games: Iterable[Ended]) -> None:
    """Add the results of games without playing them; much quicker, with the same result."""
    by_server: dict[int, list[PastGame]] = {}
    for game in games:
        by_server.setdefault(game.past.guild_id, []).append(game.past)
    for guild_id, past in by_server.items():
        await store.add_results(guild_id, past)


async def begin(store: SqlStore, game: Ended) -> None:
    start = replace(game.state, stage=Stage.DEAL, version=0, result=None)
    await store.begin(Change(LiveGame(game.table, start), game.events[:-2]))


async def end(store: SqlStore, clock: Clock, game: Ended) -> None:
    clock.now = game.ended_at
    await store.commit(Change(LiveGame(game.table, game.state), game.events[-2:]), 0)


def remembered(where: Where) -> dict[str, list[Row]]:
    """All that is remembered, in an order of its own."""
    found = content(where)
    return {name: sorted(found[name], key=repr) for name in KEPT}


def skills_after(games: Sequence[Ended]) -> tuple[Skills, list[PastGame]]:
    """The ratings after games, and these with their numbers and how the ratings changed."""
    skills: Skills = {}
    told = []
    for number, game in enumerate(games, 1):
        before = dict(skills)
        seats = [] if game.past.abandoned else list(game.past.seats)
        people = [seat for seat in seats if seat.user_id is not None]
        kinds = []
        month = month_of(game.past)
        if len(people) > 1:
            scopes = product(("", game.past.edition), ["people"], ("", month))
            _rate(skills, before, people, scopes)
            kinds.append("people")
        if 0 < len(people) < len(seats):
            scopes = product(("", game.past.edition), ["computers"], ("",))
            _rate(skills, before, seats, scopes)
            kinds.append("computers")
        changed = (
            _with_changes(seat, before, skills, game.past, kinds) for seat in game.past.seats
        )
        told.append(replace(game.past, seats=tuple(changed), number=number))
    return skills, told


def month_of(game: PastGame) -> str:
    """The month (UTC) in which a game ended, such as ``2026-03``."""
    return datetime.fromtimestamp(game.ended_at, UTC).strftime("%Y-%m")


def _rate(
    skills: Skills,
    before: Skills,
    ranked: list[SeatResult],
    scopes: Iterable[tuple[str, str, str]],
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
    changes: dict[str, Any] = {
        kind: RatingChange(
            before=before.get((user_id, "", kind, ""), NEWCOMER),
            after=after[user_id, "", kind, ""],
            edition=before.get((user_id, game.edition, kind, ""), NEWCOMER),
            **_season(user_id, before, game) if kind == "people" else {},
        )
        for kind in kinds
    }
    return replace(seat, **changes)


def _season(user_id: int, before: Skills, game: PastGame) -> dict[str, Skill]:
    month = month_of(game)
    return {
        "season": before.get((user_id, "", "people", month), NEWCOMER),
        "season_edition": before.get((user_id, game.edition, "people", month), NEWCOMER),
    }


def naive_champions(games: Sequence[Ended], now: str) -> list[Champion]:
    """The champions of all months before one, the newest first, of games of one system."""
    skills, told = skills_after(games)
    found: list[Champion] = []
    names = {seat.user_id: seat.name for game in told for seat in game.members}
    for month in sorted({month_of(game) for game in told} - {now}, reverse=True):
        rated = Counter(
            seat.user_id
            for game in told
            for seat in game.members
            if month_of(game) == month and seat.people
        )
        points = {
            who: rating_points(skills[who, "", "people", month])
            for who, played in rated.items()
            if who and played >= FEWEST_FOR_CHAMPION
        }
        number = int(month[:4]) * 12 + int(month[5:]) - 1
        found += [
            Champion(number, who, names[who], points[who], rated[who])
            for who in sorted(points, reverse=True)
            if points[who] == max(points.values())
        ]
    return found


def naive_board(games: Sequence[Ended], query: BoardQuery) -> list[BoardRow]:
    """A whole leaderboard; a month's ratings are those of its games alone."""
    mine = [game for game in games if game.past.guild_id == query.guild_id]
    skills, _ = skills_after(mine) if query.by is By.RATING else ({}, [])
    month = {Period.ALL: "", Period.MONTH: "2026-03", Period.LAST_MONTH: "2026-02"}[query.period]
    counted = [game.past for game in mine if not game.past.abandoned and _counts(game.past, query)]
    names = {
        seat.user_id: seat.name
        for game in mine
        if not game.past.abandoned
        for seat in game.past.seats
    }
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


def _counts(game: PastGame, query: BoardQuery) -> bool:
    people = [seat for seat in game.seats if not seat.is_computer]
    if query.edition not in (None, game.edition) or len(people) < 2:
        return False
    month = month_of(game)
    match query.period:
        case Period.ALL:
            return True
        case Period.MONTH:
            return month == "2026-03"
        case Period.LAST_MONTH:
            return month == "2026-02"


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


def _occupants(rng: Random, people: int) -> tuple[Occupant, ...]:
    size = rng.randint(2, 5)
    humans = rng.sample(range(101, 101 + people), rng.randint(1, min(size, people)))
    found = [
        Occupant(f"P{each} {rng.randrange(3)}", each, Level.NORMAL, left=rng.random() < 0.1)
        for each in humans
    ]
    found[0] = replace(found[0], left=False)
    found += [Occupant("C", None, rng.choice([*Level])) for _ in range(size - len(found))]
    rng.shuffle(found)
    return tuple(found)


def _hands(rng: Random, size: int) -> list[Hand]:
    hands = []
    done = [0] * size
    for _ in range(rng.randint(1, 4)):
        completed = [rng.random() < 0.6 for _ in range(size)]
        tried: list[int | None] = [count + 1 for count in done]
        out = tuple(rng.sample(range(size), rng.randint(0, 2)))
        points = [0 if seat in out else 5 * rng.randrange(20) for seat in range(size)]
        hands.append(Hand(tried, completed, points, out))
        done = [count + laid for count, laid in zip(done, completed, strict=True)]
    return hands


def _ranking(rng: Random, size: int) -> tuple[tuple[int, ...], ...]:
    seats = rng.sample(range(size), size)
    levels: list[list[int]] = []
    for seat in seats:
        if levels and rng.random() < 0.15:
            levels[-1].append(seat)
        else:
            levels.append([seat])
    return tuple(tuple(sorted(level)) for level in levels)


def _places(ranking: Sequence[Sequence[int]], left: Sequence[int]) -> dict[int, int]:
    places = {}
    for seat in (seat for level in ranking for seat in level):
        level = next(number for number, each in enumerate(ranking) if seat in each)
        better = [other for each in ranking[:level] for other in each if other not in left]
        staying = sum(len(each) for each in ranking) - len(left)
        places[seat] = 1 + (staying if seat in left else len(better))
    return places


def _tries(hands: Sequence[Hand], seat: int, phases: Sequence[str]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for hand in hands:
        number = hand.tried[seat]
        assert number is not None
        tried, completed = found.get(phases[number - 1], (0, 0))
        found[phases[number - 1]] = (tried + 1, completed + hand.completed[seat])
    return found


def _events(hands: Sequence[Hand]) -> list[Event]:
    events: list[Event] = []
    size = len(hands[0].points)
    totals, progress = [0] * size, [0] * size
    for number, hand in enumerate(hands, 1):
        totals = [old + new for old, new in zip(totals, hand.points, strict=True)]
        progress = [old + new for old, new in zip(progress, hand.completed, strict=True)]
        cards = tuple(held("R1 R2") for _ in range(size))
        events += [
            Dealt(number, 0, tuple(hand.tried), cards, held("B3"), held("B4"), playoff=False),
            HandEnded(
                hand=number,
                out=hand.out,
                points=tuple(hand.points),
                totals=tuple(totals),
                completed=tuple(hand.completed),
                progress=tuple(progress),
            ),
        ]
    return events
