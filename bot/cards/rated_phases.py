"""Phases by how long they take to complete, and the draws of surprise phases from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.cards.rulesets import CLASSIC, EL_CHAVO, MOST_WAYS, RuleSet
from bot.core.chance import below, integers

_SURPRISES = (1 << 32) - 2  # the stream of a game's surprise phases, which is of no shuffle
MOST_DRAWS = 100


def _with_phase(notation: str, rules: RuleSet = CLASSIC) -> RuleSet:
    return replace(rules, skips=0, phases=(notation,))


# A secret chooses by the place in a list, so a change of the lists or of their order changes the
# hands of dates that are being played.
_RATED = """
S3+R4 S3+S2+R4 S2+R6 S3+R5 C6 S3+S3 R4+R4 R7 S3+S3+S2 R5+R4 S3+S3+R3
S2+R7 S4+S2+R3 S3+R6 S4+R4 R8 R6+R4 C7 R5+R5 S4+S3 S4+R5 R9
S3+R7 S3+S3+S3 S4+S3+R3 R10 S5 S4+R6 S5+S2 S5+R3 C8 S5+R4 S5+S3 S4+S4
"""
_SPECIAL = """
S2+S2+R5 R5+C4 C5+S2+S2 C5+C4 R3+R3+R3 S3+C5 R6+C4 RC4
C6+R3 RC3+RC3 S4+C4 RC4+R4 S3+RC4 RC5 S4+RC3 RC6
"""
RATED_PHASES: Final = tuple(map(_with_phase, _RATED.split()))
"""Rule sets with one phase each, ordered by the turns that *hard* takes: from 1.75 to 6.80."""
SPECIAL_PHASES: Final = (*map(_with_phase, _SPECIAL.split()), _with_phase("S5+S3", EL_CHAVO))


def surprise_draws(secret: bytes, count: int) -> tuple[tuple[str, ...], ...]:
    """The surprise phases of a game's secret: different draws, in the order they are offered.

    A draw has one phase of each of ``count`` (1 to 10) equal parts of the fixed list, so it goes
    from easy to hard. All rule sets can play it, those with runs in one colour included.
    """
    stream = integers(secret, _SURPRISES)
    size = len(RATED_PHASES)
    parts = [RATED_PHASES[size * n // count : size * (n + 1) // count] for n in range(count)]
    ways = {rules: rules.parsed_phases[0].in_one_colour.ways for rules in RATED_PHASES}
    draws = ([part[below(len(part), stream)] for part in parts] for _ in range(MOST_DRAWS))
    few = (draw for draw in draws if sum(ways[rules] for rules in draw) <= MOST_WAYS)
    return tuple(dict.fromkeys(tuple(rules.phases[0] for rules in draw) for draw in few))
