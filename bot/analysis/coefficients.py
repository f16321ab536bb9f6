"""The fitted coefficients: made by ``scripts/fit_chances.py``, read from a file of this package."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from operator import mul

from pydantic import TypeAdapter

Vector = tuple[float, ...]
FILE = "coefficients.json"


@dataclass(frozen=True, slots=True)
class Coefficients:
    """What was fitted; the features that belong to each are in the module named.

    Attributes:
        duel_out: who goes out first of two, at the deal (:mod:`bot.analysis.game_chances`).
        duel_lays: whether the other of two lays in that hand.
        lays: whether one of three or more lays in a hand, at the deal.
        two_out: who goes out first of two, within a hand (:mod:`bot.analysis.hand_chances`).
        two_lays: whether the other of two lays, within a hand.
        more_out: the same as ``two_out`` for three or more.
        more_lays: whether one of three or more lays that does not go out first.
        weight: the exponent of the chances of three or more in a race.
        points_laid: points left in a hand with the phase down, as (points, share).
        points_left: the same with the phase not laid.
    """

    duel_out: Vector
    duel_lays: Vector
    lays: Vector
    two_out: Vector
    two_lays: Vector
    more_out: Vector
    more_lays: Vector
    weight: float
    points_laid: tuple[tuple[int, float], ...]
    points_left: tuple[tuple[int, float], ...]


COEFFICIENTS = TypeAdapter(Coefficients)


@cache
def coefficients() -> Coefficients:
    """Those of this version."""
    return COEFFICIENTS.validate_json(files(__package__).joinpath(FILE).read_text("utf-8"))


def likely(weights: Vector, features: Iterable[float]) -> float:
    """The chance that a logistic fit gives."""
    return 1 / (1 + exp(-sum(map(mul, weights, features))))
