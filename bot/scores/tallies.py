"""What games add to a server's totals and ratings: pure functions, and a count from the start."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from . import periods
from .outcomes import EndedGame, EndedSeat, Rated
from .ratings import ANCHORS, NEWCOMER, Kind, Skill, after_game, shown
from .results import FEWEST_FOR_RATE

EVERY_EDITION = ""
SUMS = ("games", "wins", "places", "hands", "hands_won", "points", "phases")
Sums = tuple[int, ...]
"""Numbers in the order of ``SUMS``."""


@dataclass(frozen=True, slots=True)
class RatingKey:
    """Whose rating: a person's, in one edition or in every, against whom."""

    user_id: int
    edition: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class TotalKey:
    """Whose totals: a person's, in one edition or in every, in which period."""

    user_id: int
    edition: str
    period: int


Skills = Mapping[RatingKey, Skill]


def rated(game: EndedGame, skills: Skills) -> tuple[EndedGame, dict[RatingKey, Skill]]:
    """The game with the ratings before and after it, and the ratings that are new by it.

    Games of two people or more rate these against each other. Games of people with computer
    players rate the people by their places among all seats. A game that was broken off rates
    nobody. Who was forgotten counts with the rating that is stored in the game.
    """
    changed: dict[RatingKey, Skill] = {}
    if game.abandoned:
        return game, changed
    people = [seat for seat in game.seats if seat.is_person]
    if len(people) > 1:
        game = _rated(game, people, Kind.PEOPLE, skills, changed)
    if 0 < len(people) < len(game.seats):
        game = _rated(game, game.seats, Kind.COMPUTERS, skills, changed)
    return game, changed


def _rated(
    game: EndedGame,
    ranked: list[EndedSeat] | tuple[EndedSeat, ...],
    kind: Kind,
    skills: Skills,
    changed: dict[RatingKey, Skill],
) -> EndedGame:
    places = [seat.place for seat in ranked]
    every = [_skill(seat, EVERY_EDITION, kind, skills) for seat in ranked]
    edition = [_skill(seat, game.edition, kind, skills) for seat in ranked]
    after = {
        name: after_game(places, before)
        for name, before in ((EVERY_EDITION, every), (game.edition, edition))
    }
    seats = list(game.seats)
    for place, seat in enumerate(ranked):
        if not seat.is_person:
            continue
        one = Rated(every[place], after[EVERY_EDITION][place], edition[place])
        seats[seat.seat] = (
            replace(seats[seat.seat], people=one)
            if kind is Kind.PEOPLE
            else replace(seats[seat.seat], computers=one)
        )
        if seat.user_id is not None:
            for name, skill in after.items():
                changed[RatingKey(seat.user_id, name, kind)] = skill[place]
    return replace(game, seats=tuple(seats))


def _skill(seat: EndedSeat, edition: str, kind: Kind, skills: Skills) -> Skill:
    """The rating of a seat before the game."""
    if seat.level is not None:
        return ANCHORS[seat.level]
    if seat.user_id is not None:
        return skills.get(RatingKey(seat.user_id, edition, kind), NEWCOMER)
    known = seat.people if kind is Kind.PEOPLE else seat.computers
    if known is None:
        return NEWCOMER
    return known.before if edition == EVERY_EDITION else known.edition


def sums_of(seat: EndedSeat) -> Sums:
    """What one seat of one game adds."""
    won = int(seat.place == 1)
    return (1, won, seat.place, seat.hands, seat.hands_won, seat.total, seat.phases)


def totals_of(game: EndedGame, recent_from: float) -> Iterator[tuple[TotalKey, Sums]]:
    """What a game adds to whose totals."""
    counted = periods.counted_in(game.ended_at, recent_from)
    for seat in game.members:
        assert seat.user_id is not None
        for edition in (EVERY_EDITION, game.edition):
            for period in counted:
                yield TotalKey(seat.user_id, edition, period), sums_of(seat)


def phases_of(game: EndedGame) -> dict[tuple[int, str], tuple[int, int]]:
    """In how many hands of a game who tried and completed which phase."""
    found: dict[tuple[int, str], tuple[int, int]] = {}
    for seat in game.members:
        assert seat.user_id is not None
        for phase, (tried, completed) in zip(game.notations, seat.tries, strict=True):
            before = found.get((seat.user_id, phase), (0, 0))
            # Nobody tries a phase that is not reached, and most games of ten end with such.
            if tried:
                found[seat.user_id, phase] = (before[0] + tried, before[1] + completed)
    return found


def rivals_of(game: EndedGame) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
    """Who met whom in a game: games, games ahead, games behind."""
    for one in game.members:
        for other in game.members:
            if one is not other:
                assert one.user_id is not None
                assert other.user_id is not None
                met = (1, int(one.place < other.place), int(one.place > other.place))
                yield (one.user_id, other.user_id), met


def win_rate(sums: Sums) -> float | None:
    """The share of games won; None for too few games."""
    games, wins = sums[:2]
    return wins / games if games >= FEWEST_FOR_RATE else None


def points_a_hand(sums: Sums) -> float | None:
    """The mean points a hand; None for too few games, or without a hand."""
    hands, points = sums[3], sums[5]
    return points / hands if sums[0] >= FEWEST_FOR_RATE and hands else None


class Count:
    """A server's totals and ratings, counted from its first result on.

    Attributes:
        totals: by person, edition and period.
        shown: the rating against people beside each of the totals, in the points shown.
        ratings: the ratings after the newest game.
        phases: hands in which a person tried and completed a phase.
        rivals: games of a person with another, games ahead, games behind.
        names: as last shown.
    """

    def __init__(self, recent_from: float) -> None:
        """Count; what ended at ``recent_from`` or before is not of the last 30 days."""
        self._recent_from = recent_from
        self.totals: dict[TotalKey, Sums] = {}
        self.shown: dict[TotalKey, int | None] = {}
        self.ratings: dict[RatingKey, Skill] = {}
        self.phases: dict[tuple[int, str], Sums] = {}
        self.rivals: dict[tuple[int, int], Sums] = {}
        self.names: dict[int, str] = {}
        self._periods: defaultdict[tuple[int, str], list[int]] = defaultdict(list)

    def add(self, game: EndedGame) -> EndedGame:
        """Count the next game; the same with its ratings."""
        game, changed = rated(game, self.ratings)
        self.ratings |= changed
        for key, sums in totals_of(game, self._recent_from):
            if key not in self.totals:
                insort(self._periods[key.user_id, key.edition], key.period)
            self.totals[key] = added(self.totals.get(key), sums)
        for seat in game.members:
            assert seat.user_id is not None
            self.names[seat.user_id] = seat.name
            self._show(game, seat.user_id)
        for tried, hands in phases_of(game).items():
            self.phases[tried] = added(self.phases.get(tried), hands)
        for pair, met in rivals_of(game):
            self.rivals[pair] = added(self.rivals.get(pair), met)
        return game

    def _show(self, game: EndedGame, user_id: int) -> None:
        month = periods.month_of(game.ended_at)
        for edition in (EVERY_EDITION, game.edition):
            skill = self.ratings.get(RatingKey(user_id, edition, Kind.PEOPLE))
            points = None if skill is None else shown(skill)
            counted = self._periods[user_id, edition]
            for period in counted[bisect_left(counted, month) :]:
                self.shown[TotalKey(user_id, edition, period)] = points


def added(before: Sums | None, more: Sums) -> Sums:
    """Sums and more of them."""
    if before is None:
        return more
    return tuple(old + new for old, new in zip(before, more, strict=True))
