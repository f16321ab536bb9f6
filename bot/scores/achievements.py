"""Achievements: what they count, their grades, and what they unlock, as pure rules.

Everything follows from counts by name ("feats"): those that the lines of a record say, stored with
a game's result, those of the result itself, and those of attempts at daily hands. A count only
grows, so a grade that was reached stays. Facts of another kind become achievements by counting them
under a name of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import IntEnum

from bot.daily.calendar import streak_lengths
from bot.model import Level
from bot.systems import CARDS, system_of

from .results import PastGame, SeatResult

COMPANY = 3
"""Other people at a table that make it good company."""
WHOLE_GAME = 10
"""Phases of a whole game."""
FEWEST_FLAWLESS = 5
"""Phases of a game that may be called flawless."""
_STRONG = (Level.HARD, Level.EXPERT)


class Grade(IntEnum):
    """How far somebody got with an achievement."""

    BRONZE = 1
    SILVER = 2
    GOLD = 3


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something to be earned in three grades.

    Attributes:
        name: its id; that of the feat it counts, too.
        thresholds: the counts for bronze, silver and gold.
    """

    name: str
    thresholds: tuple[int, int, int]

    def grade(self, count: int) -> Grade | None:
        """The grade for a count; None below bronze."""
        reached = sum(count >= each for each in self.thresholds)
        return Grade(reached) if reached else None

    def threshold(self, grade: Grade) -> int:
        """The count for a grade."""
        return self.thresholds[grade - 1]


ACHIEVEMENTS = {
    each.name: each
    for each in (
        Achievement("phases", (1, 100, 1000)),
        Achievement("games", (1, 10, 100)),
        Achievement("wins", (1, 10, 50)),
        Achievement("hands_won", (5, 50, 500)),
        Achievement("ten_phases", (1, 10, 50)),
        Achievement("company", (1, 10, 50)),
        Achievement("beat_hard", (1, 10, 50)),
        Achievement("comeback", (1, 5, 25)),
        Achievement("flawless", (1, 3, 10)),
        Achievement("untouched", (1, 3, 10)),
        Achievement("playoff", (1, 2, 5)),
        Achievement("full_run", (1, 5, 25)),
        Achievement("swift", (1, 10, 100)),
        Achievement("one_go", (1, 25, 250)),
        Achievement("skip_out", (1, 5, 25)),
        Achievement("quick_lay", (5, 50, 500)),
        Achievement("natural", (5, 50, 500)),
        Achievement("wilds", (1, 5, 25)),
        Achievement("many_hits", (1, 5, 25)),
        Achievement("skips", (10, 100, 1000)),
        Achievement("dice_full", (1, 10, 50)),
        Achievement("dice_one_roll", (1, 5, 25)),
        Achievement("dice_five", (1, 10, 50)),
        Achievement("dice_first", (1, 10, 50)),
        Achievement("daily_hands", (5, 25, 100)),
        Achievement("daily_streak", (3, 10, 30)),
        Achievement("daily_par", (1, 10, 50)),
    )
}
"""By name, in the order they are shown."""

DAILY = ("daily_hands", "daily_streak", "daily_par")
"""Those that count attempts at daily hands."""


UNLOCKS = {
    "waves": ("games", Grade.SILVER),
    "sun": ("quick_lay", Grade.SILVER),
    "stars": ("wins", Grade.SILVER),
    "harlequin": ("skips", Grade.SILVER),
    "night": ("hands_won", Grade.SILVER),
    "quilt": ("phases", Grade.SILVER),
    "stripes": ("comeback", Grade.BRONZE),
}
"""The backs of cards and the table cloths that grades unlock, by name."""


def unlocked(best: Mapping[str, Grade]) -> set[str]:
    """The backs and cloths for a person's highest grades."""
    return {
        look for look, (achievement, grade) in UNLOCKS.items() if best.get(achievement, 0) >= grade
    }


@dataclass(frozen=True, slots=True)
class Earned:
    """A grade that somebody reached.

    Attributes:
        user_id: the person.
        achievement: the name of the achievement.
        grade: the grade.
    """

    user_id: int
    achievement: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a person is with an achievement.

    Attributes:
        achievement: which.
        count: what was counted so far.
        at: when each grade was earned that was, in seconds since 1970, bronze first.
    """

    achievement: Achievement
    count: int = 0
    at: tuple[float, ...] = ()

    @property
    def grade(self) -> Grade | None:
        """The highest grade that was earned."""
        return Grade(len(self.at)) if self.at else None

    @property
    def next(self) -> int | None:
        """The count for the next grade; None after gold."""
        reached = len(self.at)
        return self.achievement.thresholds[reached] if reached < len(Grade) else None


def feats_of(game: PastGame, seat: SeatResult) -> Counter[str]:
    """All that a finished game adds to the counts of a person, those of its lines included."""
    found = Counter(dict(seat.feats or ()))
    if seat.left:
        found.clear()
    found.update({"phases": seat.phases, "games": 1})
    found.update(_of_result(game, seat))
    return +found


@dataclass(frozen=True, slots=True)
class PastAttempt:
    """An attempt at a daily hand, as far as achievements count it.

    Attributes:
        date: the date of the hand.
        opened_at: in seconds since 1970.
        done_at: the same; None while it goes on.
        turns: the number of the turn in which the phase was laid, if it was.
        par: that of the hand, where it is known.
    """

    date: date
    opened_at: float
    done_at: float | None
    turns: int | None
    par: int | None


def daily_feats(
    attempts: Iterable[PastAttempt],
) -> Iterator[tuple[date, float, Counter[str]]]:
    """What a person's attempts add to their counts: the date of each, when, and the feats.

    A date counts for the streak as soon as its attempt is opened, for the rest when that is over.
    """
    by_date = {each.date: each for each in attempts}
    longest = 0
    for day, length in streak_lengths(by_date):
        if length > longest:
            longest = length
            yield day, by_date[day].opened_at, Counter({"daily_streak": 1})
    over = [(each.done_at, each.date) for each in by_date.values() if each.done_at is not None]
    for done_at, day in sorted(over):
        turns, par = by_date[day].turns, by_date[day].par
        under = turns is not None and par is not None and turns < par
        yield day, done_at, Counter({"daily_hands": 1, "daily_par": int(under)})


def _of_result(game: PastGame, seat: SeatResult) -> Iterator[str]:
    others = [each for each in game.seats if each is not seat]
    hard = [each for each in others if each.level in _STRONG and not each.is_late]
    if system_of(game.edition) is CARDS:
        yield from ["hands_won"] * seat.hands_won
    if sum(not each.is_computer for each in others) >= COMPANY:
        yield "company"
    if not seat.left and seat.phases == len(game.notations) >= WHOLE_GAME:
        yield "ten_phases"
    if len(game.notations) >= FEWEST_FLAWLESS and all(each == (1, 1) for each in seat.tries):
        yield "flawless"
    if seat.place == 1 and others:
        yield "wins"
        if any(each.place > 1 for each in hard):
            yield "beat_hard"


def reached(before: Mapping[str, int], added: Mapping[str, int]) -> Iterator[tuple[str, Grade]]:
    """The grades that counts reach when others are added: names and grades, the lowest first."""
    for name, achievement in ACHIEVEMENTS.items():
        old = before.get(name, 0)
        for grade in Grade:
            if old < achievement.threshold(grade) <= old + added.get(name, 0):
                yield name, grade
