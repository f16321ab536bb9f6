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
    """The fitted weights of features and points."""

    # At the deal; :mod:`bot.analysis.game_chances` has the features.
    duel_out: Vector  # who goes out first of two
    duel_lays: Vector  # whether the other of two lays in that hand
    lays: Vector  # whether a seat of three or more lays
    # Within a hand; :mod:`bot.analysis.hand_chances` has the features.
    two_out: Vector  # who goes out first of two
    two_lays: Vector  # whether the other of two lays
    more_out: Vector  # who goes out first of three or more
    more_lays: Vector  # whether a seat of three or more lays that does not go out first
    weight: float  # the exponent of the chances of three or more in a race
    # Points left in a hand with the phase down, and the shares of hands with them.
    points_laid: tuple[tuple[int, float], ...]
    points_left: tuple[tuple[int, float], ...]  # the same with the phase not laid


COEFFICIENTS = TypeAdapter(Coefficients)


@cache
def coefficients() -> Coefficients:
    """The coefficients of this version."""
    return COEFFICIENTS.validate_json(files(__package__).joinpath(FILE).read_text("utf-8"))


def likely(weights: Vector, features: Iterable[float]) -> float:
    """The chance that a logistic fit gives."""
    return 1 / (1 + exp(-sum(map(mul, weights, features))))
