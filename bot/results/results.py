"""Results of games, leaderboards and statistics of members, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from bot.core.system import AnyGame
from bot.systems import DEFAULT_SYSTEM, system_of
from bot.tables import Level

from .ratings import Kind, RatingChange

FEWEST_FOR_RATE = 5
"""Finished games required to be ranked by win rate or by points a hand or turn."""
FEWEST_FOR_CHAMPION = 5
"""Rated games in a month required to be its champion."""


class By(StrEnum):
    """The value a leaderboard is ordered by."""

    RATING = "rating"
    WINS = "wins"
    WIN_RATE = "win_rate"
    POINTS = "points"
    PHASES = "phases"


class Period(StrEnum):
    """Which games a leaderboard counts; months are calendar months (UTC)."""

    ALL = "all"
    MONTH = "month"
    LAST_MONTH = "last_month"


ALL_TIME = 1_000_000
"""The number of the period with all games, above that of every month."""


def month_of(moment: float) -> int:
    """The number (``year * 12 + month - 1``) of the month (UTC) of a moment."""
    day = datetime.fromtimestamp(moment, UTC)
    return day.year * 12 + day.month - 1


def month_start(month: int) -> float:
    """The moment at which a month begins, in seconds since 1970."""
    year, index = divmod(month, 12)
    return datetime(year, index + 1, 1, tzinfo=UTC).timestamp()


def period_number(period: Period, now: float) -> int:
    """The number of a period; ``now`` says which month is the current one."""
    match period:
        case Period.ALL:
            return ALL_TIME
        case Period.MONTH:
            return month_of(now)
        case Period.LAST_MONTH:
            return month_of(now) - 1


def period_name(number: int) -> str:
    """The name of a period in exported files: ``all``, or a month such as ``2026-11``."""
    if number == ALL_TIME:
        return Period.ALL.value
    year, month = divmod(number, 12)
    return f"{year:04}-{month + 1:02}"


def ranks(keys: Iterable[object], offset: int = 0, tied: int = 0) -> Iterator[int]:
    """Yield the rank of each row of a page; rows with equal keys share a rank.

    ``offset`` rows stand before the page, and the last ``tied`` of them are equal to its first row.
    """
    rank, previous = offset - tied + 1, None
    for place, key in enumerate(keys, offset + 1):
        if previous is not None and key != previous:
            rank = place
        previous = key
        yield rank


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game ended for one seat."""

    seat: int
    # None for a computer player, and for a person who was deleted; their name is empty, too.
    user_id: int | None
    name: str
    # Of the computer player that sat here at the beginning, also if a person took the seat later.
    level: Level | None
    left: bool
    # 1 is best; ties share a place, and people who left are last.
    place: int
    total: int
    # Hands in which this seat went out first, and hands it played, including play-offs.
    hands_won: int
    hands: int
    phases: int
    # For each phase of the game: in how many hands it was tried, and in how many completed.
    tries: tuple[tuple[int, int], ...] = ()
    # Counts of what the record's lines tell, by name; not of a result that is read back.
    feats: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    # The costliest choice, as :mod:`bot.players.costliest` writes it; None until it is asked for.
    costliest: str | None = None
    # None where nothing was rated.
    people: RatingChange | None = None
    computers: RatingChange | None = None

    @property
    def is_computer(self) -> bool:
        """Whether a computer player sat here at the beginning."""
        return self.level is not None

    @property
    def is_late(self) -> bool:
        """Whether a person took the seat from a computer player, so that it counts for nobody."""
        return self.is_computer and (self.user_id is not None or not self.name)

    @property
    def rating_changes(self) -> dict[Kind, RatingChange]:
        """The ratings that the game changed; none of a person who was deleted."""
        if self.user_id is None:
            return {}
        changes = {Kind.PEOPLE: self.people, Kind.COMPUTERS: self.computers}
        return {kind: change for kind, change in changes.items() if change is not None}


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game; moments are in seconds since 1970."""

    game_id: str
    guild_id: int
    edition: str
    # As it is typed (``ten_hands``, ``phases=4`` …); empty for none.
    variation: str
    started_at: float
    ended_at: float
    hands: int
    # Abandoned games are neither rated nor counted.
    abandoned: bool
    seats: tuple[SeatResult, ...]
    # The phases in the order of their numbers, such as ``S3+R4``.
    notations: tuple[str, ...] = ()
    # The position among the server's results; 0 before the game is stored.
    number: int = 0

    @property
    def members(self) -> tuple[SeatResult, ...]:
        """The seats for which the game counts: people with an id who played from the beginning.

        None in an abandoned game, nor in one of a single seat, which is always won.
        """
        if self.abandoned or len(self.seats) == 1:
            return ()
        return tuple(
            seat for seat in self.seats if seat.user_id is not None and not seat.is_computer
        )


@dataclass(frozen=True)
class BoardRow:
    """A person on a leaderboard."""

    rank: int
    user_id: int
    name: str
    # Rating points, games won, share of games won (0 to 1), mean points a hand, or phases.
    value: float
    games: int
    wins: int


@dataclass(frozen=True)
class BoardQuery:
    """Which leaderboard; in a month the rating is the season's, from games of that month alone."""

    guild_id: int
    by: By = By.RATING
    period: Period = Period.ALL
    # None for all editions of the card game.
    edition: str | None = None

    @property
    def system(self) -> AnyGame:
        return DEFAULT_SYSTEM if self.edition is None else system_of(self.edition)

    @property
    def is_ascending(self) -> bool:
        """Whether the lowest value is best: points of a game in which few points are good."""
        return self.by is By.POINTS and not self.system.high_wins


@dataclass(frozen=True)
class Board:
    """A page of a leaderboard; ``total`` people are ranked, ``offset`` of them before the page."""

    query: BoardQuery
    offset: int
    rows: tuple[BoardRow, ...]
    total: int
    # The reader's row, on whichever page it is; None if they are not ranked.
    own: BoardRow | None = None


@dataclass(frozen=True)
class Champion:
    """A person with the highest rating of a season; several of a season share the title."""

    month: int
    user_id: int
    name: str
    rating: int
    # Rated games in the season.
    games: int


@dataclass(frozen=True)
class Champions:
    """A page of champions, newest season first; ``offset`` and ``total`` count seasons."""

    guild_id: int
    system: str
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
    """A person's statistics in finished games of one system, in one server or in all.

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
    # The usual ten first, in their order.
    phases: tuple[PhaseRate, ...] = ()
    # The most frequent first.
    rivals: tuple[Rival, ...] = ()
    # Against people, in games with computer players, and against people in this month's games.
    rating: int | None = None
    computer_rating: int | None = None
    season_rating: int | None = None
    # After each of the newest games, oldest first.
    rating_history: tuple[RatingPoint, ...] = ()
    computer_rating_history: tuple[RatingPoint, ...] = ()
    system: str = DEFAULT_SYSTEM.name
    # The systems of which the person has finished games.
    systems: tuple[str, ...] = ()
    everywhere: bool = False
    # The newest first; none where the reader may not see them.
    medals: tuple[Medal, ...] = ()
    # Won in the server.
    cups: int = 0
