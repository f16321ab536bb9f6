"""Results of games, leaderboards and statistics of members, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from bot.games.system import GameSystem
from bot.model import Level
from bot.systems import CARDS, system_of

from .ratings import Kind, RatingChange
from .reviews import ReviewMeans

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


# A month (UTC) is numbered ``year * 12 + month - 1``: consecutive months, consecutive numbers.


def month_of(moment: float) -> int:
    """Return the number of the month of a moment in seconds since 1970."""
    day = datetime.fromtimestamp(moment, UTC)
    return day.year * 12 + day.month - 1


def month_start(month: int) -> float:
    """Return the moment at which a month begins, in seconds since 1970."""
    year, index = divmod(month, 12)
    return datetime(year, index + 1, 1, tzinfo=UTC).timestamp()


def period_number(period: Period, now: float) -> int:
    """Return the number of a period; ``now`` says which month is the current one."""
    match period:
        case Period.ALL:
            return ALL_TIME
        case Period.MONTH:
            return month_of(now)
        case Period.LAST_MONTH:
            return month_of(now) - 1


def period_name(number: int) -> str:
    """Return the name of a period in exported files: ``all``, or a month such as ``2026-11``."""
    if number == ALL_TIME:
        return Period.ALL.value
    year, month = divmod(number, 12)
    return f"{year:04}-{month + 1:02}"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game ended for one seat.

    Attributes:
        seat: from 0.
        user_id: the person; None for a computer player, and for a person who was forgotten.
        name: as it was shown; empty for a person who was forgotten.
        level: of a computer player, also where a person has taken its seat since; None for a person
            who was there from the beginning.
        left: whether the person left before the end.
        place: among all seats, 1 is best; ties share one, and people who left are last.
        total: points.
        hands_won: hands this seat went out in first.
        hands: hands this seat played, those of a play-off included.
        phases: phases completed.
        tries: for each phase of the game, in how many hands it was tried and completed.
        feats: what achievements count, by name, and how often; None for a game that ended before
            feats were counted.
        people: the rating against people; None where it was not at stake.
        computers: the rating in games with computer players; None where it was not at stake.
    """

    seat: int
    user_id: int | None
    name: str
    level: Level | None
    left: bool
    place: int
    total: int
    hands_won: int
    hands: int
    phases: int
    tries: tuple[tuple[int, int], ...] = ()
    feats: tuple[tuple[str, int], ...] | None = ()
    people: RatingChange | None = None
    computers: RatingChange | None = None

    @property
    def is_computer(self) -> bool:
        """Whether a computer player sat here from the beginning."""
        return self.level is not None

    @property
    def is_late(self) -> bool:
        """Whether a person took the seat from a computer player, so that it counts for nobody."""
        return self.is_computer and (self.user_id is not None or not self.name)

    @property
    def rating_changes(self) -> dict[Kind, RatingChange]:
        """The ratings that the game changed, to be shown with it; none of a forgotten person."""
        if self.user_id is None:
            return {}
        changes = {Kind.PEOPLE: self.people, Kind.COMPUTERS: self.computers}
        return {kind: change for kind, change in changes.items() if change is not None}


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that is over.

    Attributes:
        game_id: its id.
        guild_id: the server it was played in.
        edition: of its rules.
        variation: its variation as it may be typed (``ten_hands``, ``phases=4`` …), empty for none.
        started_at: in seconds since 1970.
        ended_at: in seconds since 1970.
        hands: how many were played.
        abandoned: whether it was broken off; then nothing was rated or counted.
        seats: by seat.
        notations: its phases, in the order of their numbers.
        number: its position among the server's results; 0 before it has one.
    """

    game_id: str
    guild_id: int
    edition: str
    variation: str
    started_at: float
    ended_at: float
    hands: int
    abandoned: bool
    seats: tuple[SeatResult, ...]
    notations: tuple[str, ...] = ()
    number: int = 0

    @property
    def members(self) -> tuple[SeatResult, ...]:
        """The seats that totals count: people with an id who were there from the beginning.

        A game that was broken off does not count, nor one of one seat, which is always won.
        """
        if self.abandoned or len(self.seats) == 1:
            return ()
        return tuple(
            seat for seat in self.seats if seat.user_id is not None and not seat.is_computer
        )


@dataclass(frozen=True)
class BoardRow:
    """One person on a leaderboard.

    Attributes:
        rank: from 1; ties share one.
        user_id: the person.
        name: as last shown in this server.
        value: the value of the board's order: rating points, games won, share of games won
            (0 to 1), mean points a hand, phases completed.
        games: finished games in the period.
        wins: how many of them were won.
    """

    rank: int
    user_id: int
    name: str
    value: float
    games: int
    wins: int


@dataclass(frozen=True)
class BoardQuery:
    """Which leaderboard.

    Attributes:
        guild_id: the server.
        by: the order.
        period: which games count; in a month the rating is the season's, from its games alone.
        edition: only games of this edition (and the rating in it); None for all.
    """

    guild_id: int
    by: By = By.RATING
    period: Period = Period.ALL
    edition: str | None = None

    @property
    def system(self) -> GameSystem:
        """The system whose games count; without an edition, all editions of the card game do."""
        return CARDS if self.edition is None else system_of(self.edition)

    @property
    def is_ascending(self) -> bool:
        """Whether the lowest value is best: points of a game in which few points are good."""
        return self.by is By.POINTS and not self.system.high_wins


@dataclass(frozen=True)
class Board:
    """A page of a leaderboard.

    Attributes:
        query: which leaderboard.
        offset: number of rows before the page.
        rows: the page.
        total: how many people are ranked.
        own: the row of the person asking, on any page; None where they are not ranked.
    """

    query: BoardQuery
    offset: int
    rows: tuple[BoardRow, ...]
    total: int
    own: BoardRow | None = None


@dataclass(frozen=True)
class Champion:
    """Who had the highest rating of a season, alone or with others.

    Attributes:
        month: the season, as the number of its month.
        user_id: the person.
        name: as last shown in this server.
        rating: of the season, in the points shown.
        games: rated games in it.
    """

    month: int
    user_id: int
    name: str
    rating: int
    games: int


@dataclass(frozen=True)
class Champions:
    """A page of past champions.

    Attributes:
        guild_id: the server.
        system: the name of the game system.
        offset: number of seasons before the page.
        champions: those of some seasons, the newest first; several of a season share the title.
        total: how many seasons had a champion.
    """

    guild_id: int
    system: str
    offset: int
    champions: tuple[Champion, ...]
    total: int

    @property
    def seasons(self) -> int:
        """How many seasons are on the page."""
        return len({each.month for each in self.champions})


@dataclass(frozen=True)
class PhaseRate:
    """How often a person completed a phase.

    Attributes:
        phase: in notation, such as ``S3+R4``.
        tried: hands in which it was tried.
        completed: hands in which it was completed.
    """

    phase: str
    tried: int
    completed: int


@dataclass(frozen=True)
class Rival:
    """A frequent opponent of a person.

    Attributes:
        user_id: the opponent.
        name: as last shown in this server.
        games: finished games together.
        ahead: games in which the person came before the opponent.
        behind: games in which the person came after the opponent.
    """

    user_id: int
    name: str
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class RatingPoint:
    """A rating after a game.

    Attributes:
        at: when that game ended, in seconds since 1970.
        rating: in the points shown.
    """

    at: float
    rating: int


@dataclass(frozen=True)
class MemberStats:
    """One person's statistics in one server, or in all; all of finished games.

    Attributes:
        user_id: the person.
        system: the name of the game system whose games count.
        systems: those of which the person has finished games.
        name: as last shown in the server; empty without a game.
        games: finished games.
        wins: games won.
        average_place: mean place; None without a game.
        hands: hands played.
        hands_won: hands in which the person went out first.
        points_a_hand: mean points a hand; None without a hand.
        phases: how often each phase was completed, the usual ten first, in their order.
        rivals: the five most frequent opponents, most games first.
        rating: against people, today; None where never rated.
        computer_rating: in games with computer players, today; None where never rated.
        season_rating: against people, in this month's games; None where none of them was rated.
        rating_history: against people, after each of the newest 200 games, oldest first.
        computer_rating_history: the same for games with computer players.
        everywhere: whether they are of all servers; then ratings and rivals, which are of one
            server, are missing.
        reviews: luck and choices in card games; None for dice, and where the reader may not see
            them.
    """

    user_id: int
    name: str = ""
    games: int = 0
    wins: int = 0
    average_place: float | None = None
    hands: int = 0
    hands_won: int = 0
    points_a_hand: float | None = None
    phases: tuple[PhaseRate, ...] = ()
    rivals: tuple[Rival, ...] = ()
    rating: int | None = None
    computer_rating: int | None = None
    season_rating: int | None = None
    rating_history: tuple[RatingPoint, ...] = ()
    computer_rating_history: tuple[RatingPoint, ...] = ()
    system: str = CARDS.name
    systems: tuple[str, ...] = ()
    everywhere: bool = False
    reviews: ReviewMeans | None = None
