"""Phases by how long they take to complete, and the draws of surprise phases from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from bot.cards.editions import CLASSIC, EL_CHAVO, MOST_WAYS, RuleSet
from bot.core.chance import below, integers

_SURPRISES = (1 << 32) - 2
"""The stream of a game's surprise phases, which is of no shuffle."""
MOST_DRAWS = 100


# The means are those of 200 attempts of *hard* at each phase of the fixed list, and of 100 at the
# special ones. A secret chooses by the place in a list, so a change of the lists or of their order
# changes the hands of dates that are being played.


@dataclass(frozen=True)
class RatedPhase:
    """A phase that is tried alone, with its difficulty."""

    rules: RuleSet  # with this phase alone and without Skips
    turns: float  # the mean that hard takes, counting 16 where fifteen are not enough

    @property
    def notation(self) -> str:
        return self.rules.phases[0]

    @cached_property
    def one_colour_ways(self) -> int:
        """The ways to fill it with runs in one colour, the most under any rule set."""
        return self.rules.parsed_phases[0].in_one_colour.ways


def _phase(notation: str, turns: float, rules: RuleSet = CLASSIC) -> RatedPhase:
    return RatedPhase(replace(rules, skips=0, phases=(notation,)), turns)


RATED_PHASES: Final = (
    _phase("S3+R4", 1.75),
    _phase("S3+S2+R4", 2.15),
    _phase("S2+R6", 2.29),
    _phase("S3+R5", 2.35),
    _phase("C6", 2.52),
    _phase("S3+S3", 2.56),
    _phase("R4+R4", 2.71),
    _phase("R7", 2.98),
    _phase("S3+S3+S2", 2.98),
    _phase("R5+R4", 3.12),
    _phase("S3+S3+R3", 3.21),
    _phase("S2+R7", 3.23),
    _phase("S4+S2+R3", 3.26),
    _phase("S3+R6", 3.50),
    _phase("S4+R4", 3.79),
    _phase("R8", 3.87),
    _phase("R6+R4", 3.96),
    _phase("C7", 4.37),
    _phase("R5+R5", 4.38),
    _phase("S4+S3", 4.52),
    _phase("S4+R5", 4.54),
    _phase("R9", 4.58),
    _phase("S3+R7", 4.67),
    _phase("S3+S3+S3", 5.24),
    _phase("S4+S3+R3", 5.33),
    _phase("R10", 5.54),
    _phase("S5", 5.65),
    _phase("S4+R6", 5.82),
    _phase("S5+S2", 5.83),
    _phase("S5+R3", 5.99),
    _phase("C8", 6.25),
    _phase("S5+R4", 6.54),
    _phase("S5+S3", 6.78),
    _phase("S4+S4", 6.80),
)
SPECIAL_PHASES: Final = (
    _phase("S2+S2+R5", 2.06),
    _phase("R5+C4", 2.09),
    _phase("C5+S2+S2", 2.13),
    _phase("C5+C4", 2.26),
    _phase("R3+R3+R3", 2.37),
    _phase("S3+C5", 2.64),
    _phase("R6+C4", 2.85),
    _phase("RC4", 2.91),
    _phase("C6+R3", 3.12),
    _phase("RC3+RC3", 3.34),
    _phase("S4+C4", 3.39),
    _phase("RC4+R4", 4.03),
    _phase("S3+RC4", 4.19),
    _phase("RC5", 4.35),
    _phase("S4+RC3", 4.44),
    _phase("RC6", 6.53),
    _phase("S5+S3", 6.93, EL_CHAVO),
)


def surprise_draws(secret: bytes, count: int) -> tuple[tuple[str, ...], ...]:
    """The surprise phases of a game's secret: different draws, in the order they are offered.

    A draw has one phase of each of ``count`` (1 to 10) equal parts of the fixed list, so it goes
    from easy to hard. All rule sets can play it, those with runs in one colour included.
    """
    stream, size = integers(secret, _SURPRISES), len(RATED_PHASES)
    parts = [RATED_PHASES[size * n // count : size * (n + 1) // count] for n in range(count)]
    draws = ([part[below(len(part), stream)] for part in parts] for _ in range(MOST_DRAWS))
    return tuple(
        dict.fromkeys(
            tuple(each.notation for each in draw)
            for draw in draws
            if sum(each.one_colour_ways for each in draw) <= MOST_WAYS
        )
    )
