"""Ratings of people, by the Plackett–Luce model of openskill, as pure functions.

There are two kinds: *people*, from the ranking of the people in a game, and *computers*, from games
with computer players, whose ratings are fixed by level.

These come from tournaments of two players: normal beats easy in 80.7 % of the games and hard beats
normal in 65.5 %. Under the model a player wins with the odds ``exp((mu - other mu) / c)``, where
``c = sqrt(2) * 25 / 6``. With normal at the model's mean of 25.0, these odds put easy 8.4 below it,
and hard 3.8 above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from openskill.models import PlackettLuce

from bot.seating import Level


class Kind(StrEnum):
    """The opponents that a rating is against."""

    PEOPLE = "people"
    COMPUTERS = "computers"


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating: the mean and the standard deviation of a normal distribution."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating of a person over all editions of a type of game, before a game and after it."""

    before: Skill
    after: Skill

    @property
    def change(self) -> int:
        return rating_points(self.after) - rating_points(self.before)

    @property
    def is_first(self) -> bool:
        """Whether nothing was known before, so that there is no change to speak of."""
        return self.before == NEWCOMER

    @property
    def points(self) -> int:
        return rating_points(self.after)


_MODEL = PlackettLuce()
NEWCOMER = Skill(25.0, 25.0 / 3.0)  # the rating before the first rated game

_CERTAIN = 0.1  # almost certain; not 0, because the model divides by it
ANCHORS = {
    Level.EASY: Skill(16.6, _CERTAIN),
    Level.NORMAL: Skill(25.0, _CERTAIN),
    Level.HARD: Skill(28.8, _CERTAIN),
}
"""The fixed ratings of computer players."""


def rating_points(skill: Skill) -> int:
    """A rating in the points shown: a lower bound of the skill; a newcomer has 1000."""
    return round(1000 + 40 * (skill.mu - 3 * skill.sigma))


def after_game(places: Sequence[int], before: Sequence[Skill]) -> list[Skill]:
    """The ratings of two players or more after a game; 1 is the best place."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(player.mu, player.sigma) for (player,) in rated]
