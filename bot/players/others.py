"""What the next player would gain by a discard: hidden hands, sampled and weighed."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from bot.rules.cards import Card
from bot.rules.views import SeatView

from .needs import Shape, shape_of
from .sight import Sight

MOST_SAMPLES, FEWEST_SAMPLES = 48, 4
WORK = 20_000
"""Plans looked at for all samples together; bounds the time where a phase has thousands."""
REFUSED = 0.3
"""How likely a hand is that would have wanted the newest refused discard, against others."""
FADING = 0.93
"""What remains of that evidence with each older discard."""
REMEMBERED = 14
"""Discards that still tell something."""


def wanted_next(sight: Sight, rng: Random) -> dict[Card, float]:
    """For each kind of card, how likely the next player gains by it when it is discarded now."""
    taker = sight.taker
    if taker is None:
        return {}
    kinds = set(sight.kinds) | set(sight.unseen.counts)
    if taker.groups:
        return {kind: float(sight.fits_table(kind)) for kind in kinds}
    if taker.trying is None:
        return {}
    return _sampled(
        sight, taker, shape_of(sight.view.phases[taker.trying - 1], sight.view.rules), rng
    )


def _sampled(sight: Sight, taker: SeatView, shape: Shape, rng: Random) -> dict[Card, float]:
    """Wants of the hands the taker may hold, each hand as likely as its refusals make it."""
    refused = _refusals(sight)
    unseen = sight.unseen.cards()
    # Who has played for a while has kept the best of more cards than are held now.
    turns = round(len(sight.view.discard_pile) / len(sight.view.seats))
    size = min(len(unseen), taker.cards + turns)
    wants: dict[Card, float] = defaultdict(float)
    total = 0.0
    for _ in range(_samples(shape)):
        helpful = _helpful_to(shape, rng.sample(unseen, size))
        likely = 1.0
        for card, evidence in refused:
            if card in helpful:
                likely *= 1 - evidence
        total += likely
        for card in helpful:
            wants[card] += likely
    return {card: want / total for card, want in wants.items()}


def _samples(shape: Shape) -> int:
    work = len(shape.plans) * (1 if shape.masks else 8)
    return max(FEWEST_SAMPLES, min(MOST_SAMPLES, WORK // work))


def _helpful_to(shape: Shape, hand: list[Card]) -> frozenset[Card]:
    """What would help a hand that cannot be laid yet: cards are dropped until it cannot."""
    code = shape.encode(hand)
    while shape.distance(*code) == 0:
        hand.pop()
        code = shape.encode(hand)
    return shape.helpful(*code)


def _refusals(sight: Sight) -> list[tuple[Card, float]]:
    """The newest discards and how much each says against a hand that would have wanted it.

    Of two players, one threw a discard away and the other left it; of more, only two of them did.
    """
    share = 2 / len(sight.view.seats)
    newest = reversed(sight.view.discard_pile[-REMEMBERED:])
    return [
        (card, share * (1 - REFUSED) * FADING**age)
        for age, card in enumerate(card for card in newest if card.is_natural)
    ]
