"""Finished games as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.cards.rulesets import EDITIONS
from bot.cards.variations import OPTIONS, with_options
from bot.core.errors import GameError
from bot.core.states import AnyRules
from bot.game_types import ALL_EDITIONS
from bot.seating import Level

from .ratings import Kind, RatingChange


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
    place: int  # 1 is best; ties share a place, and people who left are last
    total: int
    # Hands in which this seat went out first, and hands it played, including play-offs.
    hands_won: int
    hands: int
    phases: int
    # For each phase of the game: in how many hands it was tried, and in how many completed.
    tries: tuple[tuple[int, int], ...] = ()
    # Counts of what the record's lines tell, by name; not of a result that is read back.
    feats: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    # Whether a computer player made every move of a person who had not left; not of a result that
    # is read back.
    absent: bool = field(default=False, compare=False)
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
    variation: str  # as it is typed (``ten_hands``, ``phases=4`` …); empty for none
    started_at: float
    ended_at: float
    hands: int
    abandoned: bool  # abandoned games are neither rated nor counted
    seats: tuple[SeatResult, ...]
    notations: tuple[str, ...] = ()  # the phases in the order of their numbers, such as ``S3+R4``
    # Whether it changed no rating and is on no board; not of a result that is read back.
    for_fun: bool = field(default=False, compare=False)
    # Whether it was ended early and counts; not of a result that is read back.
    conceded: bool = field(default=False, compare=False)
    number: int = 0  # the position among the server's results; 0 before the game is stored

    @property
    def members(self) -> tuple[SeatResult, ...]:
        """The people who played from the beginning, unless the game was solo or abandoned."""
        if self.abandoned or len(self.seats) == 1:
            return ()
        people = (seat for seat in self.seats if seat.user_id is not None)
        return tuple(seat for seat in people if not seat.is_computer)


def past_rules(past: PastGame) -> AnyRules | None:
    """Return the rules of a game; None for rules that this version does not know."""
    if not past.variation:
        return ALL_EDITIONS.get(past.edition)
    if past.edition not in EDITIONS:
        return None
    typed = past.variation.split()
    options = [part for part in typed if part.partition("=")[0] in OPTIONS]
    variations = [part for part in typed if part not in options]
    try:
        return with_options(EDITIONS[past.edition], variations, options)
    except GameError:
        return None
