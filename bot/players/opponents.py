"""What the next player would gain by a discard: hidden hands, sampled and weighed.

There are far too many hands to count them, so each sample draws one at random from the cards whose
place is unknown, and adds what the player took before all eyes: every hand that agrees with what
was seen may come, each as often as any other. What the player threw and left lying then makes
hands likelier or less likely. A sample has as many cards as the player has had in hand, those
thrown counted: a player keeps the best of them, and the best of a hand decide what helps it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from random import Random

from bot.rules.cards import Card
from bot.rules.distance import Solver, solver_for
from bot.rules.views import SeatView

from .situation import Situation

MOST_SAMPLES, FEWEST_SAMPLES = 48, 4
WORK = 20_000
"""Plans looked at for all samples together; bounds the time where a phase has thousands."""
REFUSED = 0.25
"""How likely a hand is that would have wanted a card just given up, against others."""
FADING = 0.87
"""What remains of that evidence with each turn since."""
REMEMBERED = 8
"""Turns that still tell something."""
STEP = 0.75
"""What the chance to lay a phase in time shrinks to with each card that it still needs."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A hand that a player may hold, as far as it matters to others.

    Attributes:
        helpful: the kinds of card that bring its phase nearer.
        gain: how much likelier the phase is laid in time with one of them.
        likely: how well it agrees with what the player gave up, from 0 to 1.
    """

    helpful: frozenset[Card]
    gain: float
    likely: float


def wanted_next(here: Situation, rng: Random) -> dict[Card, float]:
    """For each kind of card, what the next player gains when it is discarded now.

    Before that player's phase is down it is in chances to lay it: from 0 to about a quarter. After
    that it is 1 for what can be hit.
    """
    taker = here.taker
    if taker is None:
        return {}
    if taker.groups:
        kinds = set(here.kinds) | set(here.unseen.counts)
        return {kind: float(here.fits_table(kind)) for kind in kinds}
    if taker.trying is None:
        return {}
    solver = solver_for(here.view.phases[taker.trying - 1], here.view.rules)
    return seeming_gains(guesses(solver, taker, here.unseen.cards(), rng))


def guesses(
    solver: Solver, seat: SeatView, pool: Sequence[Card], rng: Random, most: int = MOST_SAMPLES
) -> list[Guess]:
    """Hands that a player may hold, to the eyes of somebody who sees all but the cards of a pool.

    Args:
        solver: the phase that the player tries.
        seat: what everybody knows of the player.
        pool: every card whose place is not known; what the player took openly is none of them.
        rng: from which the hands come.
        most: how many hands at most; fewer where the phase has thousands of plans.
    """
    given_up = _given_up(seat)
    found = []
    for hand in _hands(seat, pool, _samples(solver, most), rng):
        helpful, distance = _helpful_to(solver, hand)
        likely = prod([1 - evidence for card, evidence in given_up if card in helpful])
        found.append(Guess(helpful, (1 - STEP) * STEP ** (distance - 1), likely))
    return found


def seeming_gains(found: Sequence[Guess], thrown: Card | None = None) -> dict[Card, float]:
    """For each kind of card, what a player gains by it, each guess counting as it is likely.

    Args:
        found: what the player may hold.
        thrown: a card that the player gives up besides.
    """
    gains: dict[Card, float] = defaultdict(float)
    total = 0.0
    for each in found:
        likely = each.likely * (REFUSED if thrown in each.helpful else 1)
        total += likely
        for card in each.helpful:
            gains[card] += likely * each.gain
    return {card: gain / total for card, gain in gains.items()}


def _hands(seat: SeatView, pool: Sequence[Card], many: int, rng: Random) -> list[list[Card]]:
    """Hands that the player may hold, in the order in which cards are thrown from the end."""
    found = []
    for _ in range(many):
        known = list(seat.taken)
        # Which card was set aside nobody saw: it may have been one of these.
        if known and seat.saved_this_hand and rng.random() * (seat.cards + 1) < len(known):
            known.pop(rng.randrange(len(known)))
        known = known[: seat.cards]
        # Who has played for a while has kept the best of more cards than are held now.
        size = seat.cards - len(known) + len(seat.thrown)
        found.append(known + rng.sample(pool, min(len(pool), size)))
    return found


def _samples(solver: Solver, most: int) -> int:
    return max(FEWEST_SAMPLES, min(most, WORK // solver.weight))


def _helpful_to(solver: Solver, hand: list[Card]) -> tuple[frozenset[Card], int]:
    """What would help a hand that cannot be laid yet, and how many cards it needs.

    It would have been laid, so cards are dropped until it cannot be.
    """
    code = solver.encode(hand)
    while (distance := solver.distance(*code)) == 0:
        hand.pop()
        code = solver.encode(hand)
    return solver.helpful(*code), distance


def _given_up(seat: SeatView) -> list[tuple[Card, float]]:
    """What the player threw or left lying, and how much it says against a hand that wants it."""
    return [
        (card, (1 - REFUSED) * FADING**age)
        for row in (seat.thrown, seat.passed)
        for age, card in enumerate(row[: -REMEMBERED - 1 : -1])
        if card.is_natural
    ]
