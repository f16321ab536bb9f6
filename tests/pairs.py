"""Cases whose values meet in pairs, instead of in all combinations, or share a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import TypeVar

A, B, C = TypeVar("A"), TypeVar("B"), TypeVar("C")


def in_pairs(first: Iterable[A], second: Iterable[B], third: Iterable[C]) -> list[tuple[A, B, C]]:
    """Each value with each of another parameter, where the third has the fewest values."""
    seconds, thirds = tuple(second), tuple(third)
    places = product(enumerate(first), enumerate(seconds))
    return [(one, two, thirds[(row + col) % len(thirds)]) for (row, one), (col, two) in places]


def shared(cases: Mapping[A, Iterable[B]]) -> list[tuple[A, B]]:
    """Cases by a value that several of them share."""
    return [(value, each) for value, several in cases.items() for each in several]
