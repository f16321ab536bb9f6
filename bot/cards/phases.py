"""Phases and their notation: ``S3+R4`` is a set of three and a run of four.

``C7`` is a group of seven cards of one colour, ``RC4`` a run of four cards of one colour.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from math import comb, prod
from typing import NamedTuple

from bot.core.errors import MalformedError

from .cards import HIGHEST

LARGEST_PHASE = 10
_TERM = re.compile(r"(RC|[SRC])(0|[1-9][0-9]{0,2})")


class GroupKind(StrEnum):
    """The kind of a group; the value is its letters in the notation."""

    SET = "S"
    RUN = "R"
    COLOUR = "C"
    COLOUR_RUN = "RC"


RUNS = (GroupKind.RUN, GroupKind.COLOUR_RUN)
SMALLEST = {GroupKind.SET: 2, GroupKind.RUN: 3, GroupKind.COLOUR: 3, GroupKind.COLOUR_RUN: 3}


class GroupSpec(NamedTuple):
    """One group of a phase: its kind and the least number of cards."""

    kind: GroupKind
    size: int

    def __str__(self) -> str:
        return f"{self.kind}{self.size}"

    @property
    def choices(self) -> int:
        """The number of choices of a set's number, a run's first number, or a colour."""
        numbers = {GroupKind.SET: HIGHEST, GroupKind.COLOUR: 1}
        colours = 1 if self.kind in (GroupKind.SET, GroupKind.RUN) else 4
        return numbers.get(self.kind, HIGHEST + 1 - self.size) * colours


@dataclass(frozen=True)
class Phase:
    """The groups a player must lay at once: one to five, ten cards at most."""

    groups: tuple[GroupSpec, ...]

    @cached_property
    def size(self) -> int:
        return sum(group.size for group in self.groups)

    @cached_property
    def narrowest_first(self) -> tuple[GroupSpec, ...]:
        """The groups by how few cards fit them: coloured ones first, then the larger ones."""
        kinds = (GroupKind.COLOUR_RUN, GroupKind.COLOUR, GroupKind.RUN, GroupKind.SET)
        return tuple(sorted(self.groups, key=lambda spec: (kinds.index(spec.kind), -spec.size)))

    @property
    def ways(self) -> int:
        """The number of choices of places for all groups; searches compare each of them."""
        alike = Counter(self.groups).items()
        return prod(comb(spec.choices + count - 1, count) for spec, count in alike)

    @property
    def in_one_colour(self) -> Phase:
        """The same phase with each run in one colour."""
        return Phase(
            tuple(
                GroupSpec(GroupKind.COLOUR_RUN if spec.kind in RUNS else spec.kind, spec.size)
                for spec in self.groups
            )
        )

    def __str__(self) -> str:
        return "+".join(map(str, self.groups))


@lru_cache(maxsize=512)
def parse_phase(notation: str) -> Phase:
    """Read a phase such as ``S3+R4``, in capitals and without blanks.

    Raises the MalformedErrors ``phase_too_large``, ``group_size``, or ``bad_phase`` with the
    ``position`` (from 0) of the first wrong character.

    >>> parse_phase("S3+R4").size
    7
    """
    groups: list[GroupSpec] = []
    at = 0
    while True:
        term = _TERM.match(notation, at)
        if term is None:
            raise MalformedError("bad_phase", notation=notation, position=_wrong_at(notation, at))
        groups.append(_spec(term))
        at = term.end()
        if at == len(notation):
            break
        if notation[at] != "+":
            raise MalformedError("bad_phase", notation=notation, position=at)
        at += 1
    phase = Phase(tuple(groups))
    if phase.size > LARGEST_PHASE:
        raise MalformedError("phase_too_large", notation=notation, size=phase.size)
    return phase


def _wrong_at(notation: str, at: int) -> int:
    """The first wrong character of a term: its letters, or its number."""
    kinds = sorted(GroupKind, key=len, reverse=True)
    return at + next((len(kind) for kind in kinds if notation.startswith(kind, at)), 0)


def _spec(term: re.Match[str]) -> GroupSpec:
    kind = GroupKind(term[1])
    size = int(term[2])
    if not SMALLEST[kind] <= size <= LARGEST_PHASE:
        bounds = {"least": SMALLEST[kind], "most": LARGEST_PHASE}
        raise MalformedError("group_size", group=term[0], kind=kind, **bounds)
    return GroupSpec(kind, size)


TEN_PHASES = ("S3+S3", "S3+R4", "S4+R4", "R7", "R8", "R9", "S4+S4", "C7", "S5+S2", "S5+S3")
EVEN_PHASES = TEN_PHASES[1::2]
