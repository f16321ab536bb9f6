"""Made-up leaderboards and figures of members: what the gallery shows and tests begin with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.rules.phases import TEN_PHASES
from bot.scores.results import (
    Board,
    BoardQuery,
    BoardRow,
    By,
    MemberStats,
    Period,
    PhaseRate,
    RatingPoint,
    Rival,
)

from .moments import NAMES

DAY = 86_400
START = 1_740_000_000  # 19 February 2025
MORE = (
    "Zoë",
    "Brúnó",
    "Katarzyna Wiśniewska",
    "김민준",
    "xX_Phase_Master_Xx",
    "ทดสอบ",
    "Ola",
    "W" * 32,
)
PEOPLE = (*NAMES, *MORE)


def rows(by: By, count: int, first: int = 1) -> tuple[BoardRow, ...]:
    """Rows of a leaderboard from a rank on; in a long one the second and third are level."""
    out = []
    for rank in range(first, first + count):
        level = 2 if rank == 3 < count else rank
        games = 131 - 7 * level
        value: float = {
            By.RATING: 1688 - 23 * level,
            By.WINS: 64 - 4 * level,
            By.WIN_RATE: 0.61 - 0.03 * level,
            By.POINTS: 21.4 + 1.7 * level,
            By.PHASES: 1210 - 71 * level,
        }[by]
        name = PEOPLE[(rank - 1) % len(PEOPLE)]
        out.append(BoardRow(level, 100 + rank, name, value, games, 64 - 4 * level))
    return tuple(out)


def boards() -> Iterator[tuple[str, Board]]:
    """Pages of leaderboards of every kind."""
    top = rows(By.RATING, 10)
    yield "rating", Board(BoardQuery(1), 0, top, 14, top[4])
    wins = BoardQuery(1, By.WINS, Period.MONTH, "masters")
    yield (
        "wins-own-below",
        Board(wins, 0, rows(By.WINS, 10), 34, BoardRow(31, 7, "Ferdinand", 2, 9, 2)),
    )
    rate = BoardQuery(1, By.WIN_RATE, Period.DAYS_30, "classic")
    yield (
        "win-rate-second-page",
        Board(rate, 10, rows(By.WIN_RATE, 4, 11), 14, rows(By.WIN_RATE, 1)[0]),
    )
    yield "points", Board(BoardQuery(1, By.POINTS), 0, rows(By.POINTS, 3), 3)
    yield "phases", Board(BoardQuery(1, By.PHASES), 5, rows(By.PHASES, 5, 6), 10)
    yield "empty", Board(BoardQuery(1, By.WIN_RATE, Period.MONTH), 0, (), 0)


def members() -> Iterator[tuple[str, MemberStats]]:
    """Figures of members with many games, few and none."""
    yield "many", replace(member(), phases=member().phases[: len(TEN_PHASES)])
    yield "own-phases", member()
    yield "one-game", beginner()
    yield "none", MemberStats(9, "Ola")


def charts() -> Iterator[tuple[str, MemberStats]]:
    """Members with ratings over months, years, a week, an evening and one game."""
    yield "months", member()
    yield (
        "years",
        replace(
            member(), name="W" * 32, ratings=curve(200, 1490, 23, pause=5), computer_ratings=()
        ),
    )
    yield (
        "week",
        replace(member(), ratings=curve(9, 1500, 31)[2:], computer_ratings=curve(8, 1512, 17)[1:]),
    )
    yield "evening", evening()
    yield "one-game", beginner()


def member() -> MemberStats:
    """A member's figures after many games, some with phases of their own."""
    rates = [
        PhaseRate(phase, 96 - 7 * n, 61 - (5 * n * n) % 37 - 2 * n)
        for n, phase in enumerate(TEN_PHASES)
    ]
    rates += [
        PhaseRate("S2+S2+S2+S2+S2", 12, 3),
        PhaseRate("C3+C3+C3", 8, 5),
        PhaseRate("S10", 4, 0),
    ]
    rivals = [
        Rival(101 + n, name, 58 - 9 * n, 31 - 5 * n, 24 - 3 * n) for n, name in enumerate(NAMES[1:])
    ]
    return MemberStats(
        user_id=101,
        name="Mia",
        games=131,
        wins=47,
        average_place=2.14,
        hands=1480,
        hands_won=412,
        points_a_hand=27.44,
        phases=tuple(rates),
        rivals=tuple(rivals),
        rating=1612,
        computer_rating=1548,
        ratings=curve(90, 1500, 23),
        computer_ratings=curve(40, 1480, 11, start=20),
    )


def beginner() -> MemberStats:
    """A member's figures after one game, with computer players."""
    rates = tuple(PhaseRate(phase, int(n < 3), int(n < 2)) for n, phase in enumerate(TEN_PHASES))
    point = RatingPoint(START, 1484)
    return MemberStats(
        user_id=5,
        name="Nguyễn Thị Minh Khai",
        games=1,
        average_place=3.0,
        hands=3,
        points_a_hand=41.7,
        phases=rates,
        computer_rating=1484,
        computer_ratings=(point,),
    )


def evening() -> MemberStats:
    """A member's figures whose games were all on one evening."""
    people = tuple(RatingPoint(START + 2400 * n, 1500 + 14 * n - 9 * (n % 3)) for n in range(6))
    computers = tuple(RatingPoint(START + 1100 + 3100 * n, 1500 - 6 * n) for n in range(4))
    return replace(member(), ratings=people, computer_ratings=computers)


def curve(
    points: int, first: int, step: int, start: int = 0, pause: int = 1
) -> tuple[RatingPoint, ...]:
    """Ratings that go up and down, with pauses of up to three days or more."""
    out = []
    rating, at = first, START + start * DAY
    for n in range(points):
        rating += (n * step) % 37 - 16 + (n % 11 == 3) * 9
        at += pause * DAY * ((n * 5) % 7) // 2 + 1800
        out.append(RatingPoint(at, rating))
    return tuple(out)
