"""How hard a phase is, and how many cards it leaves: measures that compare all kinds of phases."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log
from random import Random
from typing import NamedTuple

from bot.rules.cards import CARDS_DEALT, Card, full_deck
from bot.rules.distance import Solver, solver_for
from bot.rules.editions import RuleSet
from bot.rules.phases import RUNS, GroupKind, Phase

_HANDS = 240
_MOST_TURNS = 30
"""A phase that takes longer comes too late in any hand."""


class Difficulty(NamedTuple):
    """The measures of a phase, as features."""

    turns: float  # the logarithm of the mean number of turns that the phase takes
    squared: float  # the square of ``turns``
    rest: float  # how many of ten cards the phase leaves in hand
    run: float  # 1 with a run, else 0
    colour: float  # 1 with a colour group, else 0


@lru_cache(maxsize=256)
def difficulty(phase: Phase, rules: RuleSet) -> Difficulty:
    """The measures of a phase, the turns counted in 240 fixed hands.

    Each turn offers a discard and a card from the draw pile; one is kept, and no card is discarded.
    A phase takes a few hundredths of a second the first time.
    """
    rng = Random(8)  # noqa: S311  # play, not secrets
    deck = full_deck(rules.colours, rules.skips)
    solver = solver_for(phase, rules)
    turns = [_turns(solver, rng.sample(deck, CARDS_DEALT + 2 * _MOST_TURNS)) for _ in range(_HANDS)]
    mean = log(sum(turns) / _HANDS)
    kinds = {group.kind for group in phase.groups}
    run, colour = not kinds.isdisjoint(RUNS), GroupKind.COLOUR in kinds
    return Difficulty(mean, mean**2, CARDS_DEALT - phase.size, float(run), float(colour))


def _turns(solver: Solver, cards: Sequence[Card]) -> int:
    """The turns until the first ten cards, with one more card a turn, hold the phase."""
    held, coming = list(cards[:CARDS_DEALT]), iter(cards[CARDS_DEALT:])
    distance = solver.distance(*solver.encode(held))
    for turn, (seen, hidden) in enumerate(zip(coming, coming, strict=True), start=1):
        with_it = solver.distance(*solver.encode([*held, seen]))
        held.append(seen if with_it < distance else hidden)
        distance = solver.distance(*solver.encode(held))
        if not distance:
            return turn
    return _MOST_TURNS
