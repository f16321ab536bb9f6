"""Achievements: the feats that they count by name, their grades, and what they unlock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from bot.game_types import game_type_for
from bot.results.past_games import PastGame, SeatResult
from bot.results.standings import Medal
from bot.seating import Level

COMPANY = 3  # other people required for the feat ``company``
WHOLE_GAME = 10  # phases required for the feat ``ten_phases``
FEWEST_FLAWLESS = 5  # phases required for the feat ``flawless``
NEWEST = 3  # medals shown with a person's statistics


class Grade(IntEnum):
    """A grade of an achievement."""

    BRONZE = 1
    SILVER = 2
    GOLD = 3


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement, which counts the feat of its name; thresholds are for each grade."""

    name: str
    thresholds: tuple[int, int, int]

    def grade(self, count: int) -> Grade | None:
        """The grade for a count; None below bronze."""
        reached = sum(count >= threshold for threshold in self.thresholds)
        return Grade(reached) if reached else None


ACHIEVEMENTS = {
    achievement.name: achievement
    for achievement in (
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
        Achievement("cups", (1, 3, 10)),
    )
}
"""By name, in the order in which they are shown."""

DAILY = ("daily_hands", "daily_streak", "daily_par")
"""The achievements that count attempts at daily hands."""

CUPS = "cups"  # the achievement that counts the cups somebody won

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
    return {name for name, (earned, grade) in UNLOCKS.items() if best.get(earned, 0) >= grade}


@dataclass(frozen=True, slots=True)
class Earned:
    """A grade that a person reached; the achievement is given by name."""

    user_id: int
    achievement: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Progress:
    """A person's count for an achievement, and when each grade was reached, bronze first."""

    achievement: Achievement
    count: int = 0
    at: tuple[float, ...] = ()  # in seconds since 1970

    @property
    def grade(self) -> Grade | None:
        return Grade(len(self.at)) if self.at else None

    @property
    def next(self) -> int | None:
        """The count for the next grade; None after gold."""
        reached = len(self.at)
        return self.achievement.thresholds[reached] if reached < len(Grade) else None


def progress_count(progress: Iterable[Progress], name: str) -> int:
    return next((one.count for one in progress if one.achievement.name == name), 0)


def newest_medals(progress: Iterable[Progress]) -> tuple[Medal, ...]:
    """The three achievements whose grade was earned last, the newest first."""
    earned = sorted((one for one in progress if one.at), key=lambda one: -one.at[-1])
    return tuple(Medal(one.achievement.name, len(one.at)) for one in earned[:NEWEST])


def count_feats(game: PastGame, seat: SeatResult) -> Counter[str]:
    """The counts that a finished game adds for a person; none if they left or made no move."""
    if game.for_fun or seat.left or seat.absent:
        return Counter()
    counts = Counter({"phases": seat.phases, "games": 1, **dict(seat.feats)})
    return counts + Counter(_result_feats(game, seat))


def _result_feats(game: PastGame, seat: SeatResult) -> Iterator[str]:
    others = [other for other in game.seats if other is not seat]
    strong = [other for other in others if other.level is Level.HARD and not other.is_late]
    if game_type_for(game.edition).has_hands:
        yield from ["hands_won"] * seat.hands_won
    if sum(not other.is_computer for other in others) >= COMPANY:
        yield "company"
    if seat.phases == len(game.notations) >= WHOLE_GAME:
        yield "ten_phases"
    if len(game.notations) >= FEWEST_FLAWLESS and all(tries == (1, 1) for tries in seat.tries):
        yield "flawless"
    if seat.place == 1 and others:
        yield "wins"
        if any(other.place > 1 for other in strong) and not game.conceded:
            yield "beat_hard"


@dataclass(frozen=True, slots=True)
class FeatSource:
    """A game, a daily hand or a cup that added feats to a person's counts."""

    id: str
    at: float  # in seconds since 1970
    feats: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Reached:
    """A grade, and what a person reached it by; the achievement is given by name."""

    achievement: str
    grade: Grade
    source: FeatSource


def add_up(sources: Iterable[FeatSource]) -> tuple[Counter[str], list[Reached]]:
    """The sums of feats, and the grades that they reach, in the order of their sources."""
    counts = Counter[str]()
    grades = []
    for source in sources:
        for name, count in source.feats.items():
            before = counts[name]
            counts[name] = after = before + count
            for grade, threshold in _STEPS.get(name, ()):
                if before < threshold <= after:
                    grades.append(Reached(name, grade, source))
    return counts, grades


_STEPS = {name: [*zip(Grade, one.thresholds, strict=True)] for name, one in ACHIEVEMENTS.items()}
