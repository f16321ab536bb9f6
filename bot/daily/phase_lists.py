"""The phases of daily hands: a fixed list in the order of their difficulty, and special ones.

The lists decide which phase a secret chooses, so a change makes the records of earlier dates wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.rules.editions import CLASSIC, EL_CHAVO, RuleSet

_SUNDAY, _FIRST_HARDER = 6, 3
"""Weekdays, counted from Monday as 0."""


@dataclass(frozen=True, slots=True)
class DailyPhase:
    """A phase that a date may have.

    Attributes:
        rules: the rule set, with this phase alone and without Skips.
        turns: the mean of the turns that hard takes, 16 where fifteen are not enough.
    """

    rules: RuleSet
    turns: float

    @property
    def notation(self) -> str:
        """The phase in notation."""
        return self.rules.phases[0]


def _phase(notation: str, turns: float, rules: RuleSet = CLASSIC) -> DailyPhase:
    return DailyPhase(replace(rules, skips=0, phases=(notation,)), turns)


DAILY_PHASES: Final = (
    _phase("S3+R4", 1.96),
    _phase("S3+S2+R4", 2.39),
    _phase("C6", 2.56),
    _phase("S2+R6", 2.57),
    _phase("S3+S3", 2.71),
    _phase("S3+R5", 2.91),
    _phase("R4+R4", 3.07),
    _phase("S3+S3+S2", 3.13),
    _phase("R7", 3.15),
    _phase("S2+R7", 3.27),
    _phase("S3+S3+R3", 3.49),
    _phase("R5+R4", 3.50),
    _phase("S4+S2+R3", 3.69),
    _phase("S3+R6", 3.85),
    _phase("R8", 4.02),
    _phase("S4+R4", 4.19),
    _phase("R6+R4", 4.43),
    _phase("S3+R7", 4.59),
    _phase("C7", 4.60),
    _phase("S4+S3", 4.71),
    _phase("R5+R5", 4.83),
    _phase("R9", 5.05),
    _phase("S4+R5", 5.27),
    _phase("S4+S3+R3", 5.29),
    _phase("S3+S3+S3", 5.44),
    _phase("S5", 5.51),
    _phase("R10", 5.59),
    _phase("S5+S2", 5.60),
    _phase("S4+R6", 5.91),
    _phase("S5+R3", 5.93),
    _phase("C8", 6.42),
    _phase("S5+S3", 6.88),
    _phase("S4+S4", 6.90),
    _phase("S5+R4", 6.91),
)
SPECIAL_PHASES: Final = (
    _phase("S2+S2+R5", 2.24),
    _phase("C5+S2+S2", 2.27),
    _phase("R5+C4", 2.33),
    _phase("C5+C4", 2.35),
    _phase("S3+C5", 2.54),
    _phase("R3+R3+R3", 2.92),
    _phase("RC4", 3.10),
    _phase("C6+R3", 3.35),
    _phase("R6+C4", 3.38),
    _phase("S4+C4", 3.71),
    _phase("RC3+RC3", 3.80),
    _phase("S3+RC4", 4.05),
    _phase("RC4+R4", 4.54),
    _phase("S4+RC3", 4.54),
    _phase("RC5", 5.03),
    _phase("RC6", 6.89),
    _phase("S5+S3", 7.02, EL_CHAVO),
)


def phases_of(weekday: int) -> tuple[DailyPhase, ...]:
    """The phases that a date may have: the easier half, the harder half, or on Sunday the others.

    Args:
        weekday: from Monday as 0.
    """
    if weekday == _SUNDAY:
        return SPECIAL_PHASES
    half = len(DAILY_PHASES) // 2
    return DAILY_PHASES[:half] if weekday < _FIRST_HARDER else DAILY_PHASES[half:]
