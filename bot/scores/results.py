"""What a server remembers of its games: results, leaderboards and figures, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.model import Level

FEWEST_FOR_RATE = 5
"""Finished games that it takes to be ranked by win rate or by points a hand."""


class By(StrEnum):
    """What a leaderboard is ordered by."""

    RATING = "rating"
    WINS = "wins"
    WIN_RATE = "win_rate"
    POINTS = "points"
    PHASES = "phases"


class Period(StrEnum):
    """Which games a leaderboard counts."""

    ALL = "all"
    DAYS_30 = "30d"
    MONTH = "month"


@dataclass(frozen=True)
class SeatResult:
    """How a game ended for one seat.

    Attributes:
        seat: from 0.
        user_id: the person; None for a computer player, and for who was forgotten.
        name: as it was shown; empty for who was forgotten.
        level: of a computer player; None for a person.
        left: whether the person left before the end.
        place: among all seats, 1 is best; level seats share one, and who left is last.
        total: points.
        hands_won: hands this seat went out in first.
        hands: hands this seat played.
        phases: phases completed.
        rating: the change of the person's rating by this game, in the points shown; None for
            computer players, where nothing was rated, and for who was forgotten.
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
    rating: int | None = None

    @property
    def is_computer(self) -> bool:
        """Whether a computer player sat here from the beginning."""
        return self.level is not None


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class BoardRow:
    """One person on a leaderboard.

    Attributes:
        rank: from 1; who is level shares one.
        user_id: the person.
        name: as last shown in this server.
        value: what the board is ordered by: rating points, games won, share of games won
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
        guild_id: of which server.
        by: what it is ordered by.
        period: which games count. By rating it is today's rating of who played in that time.
        edition: only games of this edition (and the rating in it); None for all.
    """

    guild_id: int
    by: By = By.RATING
    period: Period = Period.ALL
    edition: str | None = None


@dataclass(frozen=True)
class Board:
    """A page of a leaderboard.

    Attributes:
        query: which leaderboard.
        offset: how many rows stand before the first.
        rows: the page.
        total: how many people are ranked.
        own: the row of who asked, wherever it stands; None where they are not ranked.
    """

    query: BoardQuery
    offset: int
    rows: tuple[BoardRow, ...]
    total: int
    own: BoardRow | None = None


@dataclass(frozen=True)
class PhaseRate:
    """How often somebody completed a phase.

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
    """Somebody one often played with.

    Attributes:
        user_id: the person.
        name: as last shown in this server.
        games: finished games together.
        ahead: games in which one came before them.
        behind: games in which one came after them.
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
    """One person's figures in one server; all of finished games.

    Attributes:
        user_id: the person.
        name: as last shown there; empty without a game.
        games: finished games.
        wins: games won.
        average_place: mean place; None without a game.
        hands: hands played.
        hands_won: hands gone out in first.
        points_a_hand: mean points a hand; None without a hand.
        phases: how often each phase was completed, the usual ten first, in their order.
        rivals: the five most frequent opponents, most games first.
        rating: against people, today; None where never rated.
        computer_rating: in games with computer players, today; None where never rated.
        ratings: the rating against people after each game, oldest first, the newest 200 at most.
        computer_ratings: the same for games with computer players.
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
    ratings: tuple[RatingPoint, ...] = ()
    computer_ratings: tuple[RatingPoint, ...] = ()
