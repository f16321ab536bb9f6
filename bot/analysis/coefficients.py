"""The fitted coefficients: made by ``phase10 fit-chances``, read from a file of this package."""

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
    """What was fitted; the features that belong to each are in the module that uses it.

    Attributes:
        duel_out: who goes out first of two, at the deal (:mod:`bot.analysis.between`).
        duel_lays: whether the other of two lays in that hand.
        lays: whether one of three or more lays in a hand, at the deal.
        points_laid: points left in a hand with the phase down, as (points, share).
        points_left: the same with the phase not laid.
    """

    duel_out: Vector
    duel_lays: Vector
    lays: Vector
    points_laid: tuple[tuple[int, float], ...]
    points_left: tuple[tuple[int, float], ...]


@cache
def coefficients() -> Coefficients:
    """Those of this version."""
    text = files(__package__).joinpath(FILE).read_text("utf-8")
    return TypeAdapter(Coefficients).validate_json(text)


def likely(weights: Vector, features: Iterable[float]) -> float:
    """The chance that a logistic fit gives."""
    return 1 / (1 + exp(-sum(map(mul, weights, features))))
