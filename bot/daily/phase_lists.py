"""The phases of daily hands: a fixed list in the order of their difficulty, and special ones.

The means are those of ``phase10 daily-odds --levels hard``: 200 attempts at each phase of the fixed
list, 100 at the special ones. A secret chooses by the place in a list, so a change of the lists or
of their order makes the records of earlier dates wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.rules.editions import CLASSIC, EL_CHAVO, RuleSet

_SUNDAY, _FIRST_HARDER = 6, 3
"""Weekdays, counted from Monday as 0."""


@dataclass(frozen=True, slots=True)
class DailyPhase:
    """A phase that a date may have."""

    rules: RuleSet  # with this phase alone and without Skips
    turns: float  # the mean that hard takes, counting 16 where fifteen are not enough

    @property
    def notation(self) -> str:
        """The phase in notation."""
        return self.rules.phases[0]


def _phase(notation: str, turns: float, rules: RuleSet = CLASSIC) -> DailyPhase:
    return DailyPhase(replace(rules, skips=0, phases=(notation,)), turns)


DAILY_PHASES: Final = (
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


def phases_of(weekday: int) -> tuple[DailyPhase, ...]:
    """The phases of a weekday (Monday is 0): the easier or harder half, or special ones."""
    if weekday == _SUNDAY:
        return SPECIAL_PHASES
    half = len(DAILY_PHASES) // 2
    return DAILY_PHASES[:half] if weekday < _FIRST_HARDER else DAILY_PHASES[half:]
