"""Leaderboards, champions and statistics of members, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from bot.core.game_type import AnyGameType
from bot.game_types import DEFAULT_GAME_TYPE, game_type_for

FEWEST_FOR_RATE = 5  # finished games required to be ranked by win rate or by points a hand or turn
FEWEST_FOR_CHAMPION = 5  # rated games in a month required to be its champion


class By(StrEnum):
    """The value a leaderboard is ordered by."""

    RATING = "rating"
    WINS = "wins"
    WIN_RATE = "win_rate"
    POINTS = "points"
    PHASES = "phases"
    CUPS = "cups"  # points in the cups of a season


class Period(StrEnum):
    """Which games a leaderboard counts; months are of the calendar, weeks begin on Monday (UTC)."""

    ALL = "all"
    WEEK = "week"
    MONTH = "month"
    LAST_MONTH = "last_month"


ALL_TIME = 1_000_000  # the number of the period with all games, above that of every month


def month_number(moment: float) -> int:
    """The number (``year * 12 + month - 1``) of the month (UTC) of a moment."""
    day = datetime.fromtimestamp(moment, UTC)
    return day.year * 12 + day.month - 1


def month_start(month: int) -> float:
    """The moment at which a month begins, in seconds since 1970."""
    year, index = divmod(month, 12)
    return datetime(year, index + 1, 1, tzinfo=UTC).timestamp()


def week_start(moment: float) -> float:
    """The moment at which the week of a moment began, in seconds since 1970."""
    day = datetime.fromtimestamp(moment, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return (day - timedelta(days=day.weekday())).timestamp()


def period_number(period: Period, now: float) -> int:
    """The number of the period of a rating; ``now`` says which month is the current one."""
    match period:
        case Period.ALL | Period.WEEK:
            return ALL_TIME
        case Period.MONTH:
            return month_number(now)
        case Period.LAST_MONTH:
            return month_number(now) - 1


def period_name(number: int) -> str:
    """The name of a period in exported files: ``all``, or a month such as ``2026-11``."""
    if number == ALL_TIME:
        return Period.ALL.value
    year, month = divmod(number, 12)
    return f"{year:04}-{month + 1:02}"


def ranks(keys: Iterable[object]) -> Iterator[int]:
    """Yield the rank of each row; rows with equal keys share a rank."""
    rank = 1
    previous = None
    for place, key in enumerate(keys, 1):
        if previous is not None and key != previous:
            rank = place
        previous = key
        yield rank


@dataclass(frozen=True)
class BoardRow:
    """A person on a leaderboard."""

    rank: int
    user_id: int
    name: str
    # Rating points, games won, share of games won (0 to 1), mean points a hand, phases, or points
    # in cups.
    value: float
    games: int  # or cups
    wins: int


@dataclass(frozen=True)
class CupSeason:
    """Cups that followed each other by themselves, and how many of them were played to the end."""

    series: str
    name: str = ""
    cups: int = 0


@dataclass(frozen=True)
class BoardQuery:
    """Which leaderboard.

    In a month the rating is the season's, from games of that month alone; a week has none of its
    own. The board of cups counts those of one season, of all time and in every edition.
    """

    guild_id: int
    by: By = By.RATING
    period: Period = Period.ALL
    edition: str | None = None  # None for all editions of the card game
    season: CupSeason | None = None  # of the board of cups; None for the newest

    @property
    def game_type(self) -> AnyGameType:
        return DEFAULT_GAME_TYPE if self.edition is None else game_type_for(self.edition)

    @property
    def is_ascending(self) -> bool:
        """Whether the lowest value is best: points of a game in which few points are good."""
        return self.by is By.POINTS and not self.game_type.high_wins


@dataclass(frozen=True)
class Board:
    """A page of a leaderboard; ``total`` people are ranked, ``offset`` of them before the page."""

    query: BoardQuery
    offset: int
    rows: tuple[BoardRow, ...]
    total: int
    # The reader's row, on whichever page it is, and its place among all; None if not ranked.
    own: BoardRow | None = None
    own_place: int | None = None
    seasons: tuple[CupSeason, ...] = ()  # of the board of cups, the newest first


@dataclass(frozen=True)
class Champion:
    """A person with the highest rating of a season; several of a season share the title."""

    month: int
    user_id: int
    name: str
    rating: int
    games: int  # rated games in the season


@dataclass(frozen=True)
class Champions:
    """A page of champions, newest season first; ``offset`` and ``total`` count seasons."""

    guild_id: int
    game_type: str
    offset: int
    champions: tuple[Champion, ...]
    total: int

    @property
    def seasons(self) -> int:
        return len({champion.month for champion in self.champions})


@dataclass(frozen=True)
class PhaseRate:
    """In how many hands a person tried a phase, such as ``S3+R4``, and completed it."""

    phase: str
    tried: int
    completed: int


@dataclass(frozen=True)
class Rival:
    """A frequent opponent: games together, and how often the person was ahead or behind."""

    user_id: int
    name: str
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class Medal:
    """An achievement that a person earned, and its grade, from 1."""

    name: str
    grade: int


@dataclass(frozen=True)
class RatingPoint:
    """A rating after a game that ended at a moment in seconds since 1970."""

    at: float
    rating: int


@dataclass(frozen=True)
class MemberStats:
    """A person's statistics in finished games of one type, in one server or in all.

    Means and ratings are None where there is nothing to compute them from. Ratings and rivals
    exist in one server only.
    """

    user_id: int
    name: str = ""
    games: int = 0
    wins: int = 0
    average_place: float | None = None
    hands: int = 0
    hands_won: int = 0
    points_a_hand: float | None = None
    phases: tuple[PhaseRate, ...] = ()  # the usual ten first, in their order
    rivals: tuple[Rival, ...] = ()  # the most frequent first
    # Against people, in games with computer players, and against people in this month's games.
    rating: int | None = None
    computer_rating: int | None = None
    season_rating: int | None = None
    # After each of the newest games, oldest first.
    rating_history: tuple[RatingPoint, ...] = ()
    computer_rating_history: tuple[RatingPoint, ...] = ()
    game_type: str = DEFAULT_GAME_TYPE.name
    game_types: tuple[str, ...] = ()  # the types of which the person has finished games
    everywhere: bool = False
    medals: tuple[Medal, ...] = ()  # the newest first; none where the reader may not see them
    cups: int = 0  # won in the server
