"""Logistic fits by Newton's method, in plain Python.

A vector is a tuple of numbers; all vectors of a fit have the same length. A small ridge keeps
coefficients of features that hardly occur near 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from operator import mul

Numbers = Sequence[float]
RIDGE = 1.0
STEPS = 12
CLOSE = 1e-6


def logistic(rows: Sequence[tuple[Numbers, bool]]) -> tuple[float, ...]:
    """The coefficients w for which 1 / (1 + exp(-w·x)) fits the outcomes best.

    Args:
        rows: vectors and outcomes; not empty.
    """
    # A choice between the vector and the zero vector, whose score is always 0.
    zero = [0.0] * len(rows[0][0])
    return choice([((vector, zero), 0 if outcome else 1) for vector, outcome in rows])


def choice(rows: Sequence[tuple[Sequence[Numbers], int]]) -> tuple[float, ...]:
    """The coefficients w for which shares exp(w·x) fit best what was chosen.

    Args:
        rows: the vectors of the alternatives, and which of them was chosen; not empty.
    """
    size = len(rows[0][0][0])
    found = [0.0] * size
    for _ in range(STEPS):
        step = _newton(rows, found)
        found = [old + more for old, more in zip(found, step, strict=True)]
        if max(map(abs, step)) < CLOSE:
            break
    return tuple(found)


def shares(scores: Sequence[float]) -> list[float]:
    """Exp of each score, scaled to sum to 1."""
    most = max(scores)
    parts = [exp(score - most) for score in scores]
    whole = sum(parts)
    return [part / whole for part in parts]


def _newton(rows: Iterable[tuple[Sequence[Numbers], int]], found: Sequence[float]) -> list[float]:
    size = len(found)
    slope = [-RIDGE * each for each in found]
    bend = [[RIDGE * (a == b) for b in range(size)] for a in range(size)]
    for vectors, chosen in rows:
        parts = shares([sum(map(mul, found, vector)) for vector in vectors])
        mean = [0.0] * size
        for part, vector in zip(parts, vectors, strict=True):
            for at, value in enumerate(vector):
                if value:
                    mean[at] += part * value
        for part, vector in zip(parts, vectors, strict=True):
            off = [(at, value) for at, value in enumerate(map(_minus, vector, mean)) if value]
            for at, value in off:
                weighted, row = part * value, bend[at]
                for other, more in off:
                    row[other] += weighted * more
        for at, value in enumerate(map(_minus, vectors[chosen], mean)):
            slope[at] += value
    return solved(bend, slope)


def _minus(one: float, other: float) -> float:
    return one - other


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations (Gaussian elimination with pivots)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        pivot = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in rows[at + 1 :]:
            factor = row[at] / rows[at][at]
            for column in range(at, len(row)):
                row[column] -= factor * rows[at][column]
    found = [0.0] * len(rows)
    for at in reversed(range(len(rows))):
        known = sum(map(mul, rows[at][at + 1 : -1], found[at + 1 :]))
        found[at] = (rows[at][-1] - known) / rows[at][at]
    return found
