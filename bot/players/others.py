"""What the next player would gain by a discard: hidden hands, sampled and weighed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from bot.rules.cards import Card
from bot.rules.views import SeatView

from .needs import Shape, shape_of
from .seen import Unseen
from .sight import Sight

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


def wanted_next(sight: Sight, rng: Random) -> dict[Card, float]:
    """For each kind of card, what the next player gains when it is discarded now.

    Before that player's phase is down it is in chances to lay it: from 0 to about a quarter. After
    that it is 1 for what can be hit.
    """
    taker = sight.taker
    if taker is None:
        return {}
    if taker.groups:
        kinds = set(sight.kinds) | set(sight.unseen.counts)
        return {kind: float(sight.fits_table(kind)) for kind in kinds}
    if taker.trying is None:
        return {}
    shape = shape_of(sight.view.phases[taker.trying - 1], sight.view.rules)
    return _gains(shape, _hands(taker, sight.unseen, _samples(shape), rng), _given_up(taker))


def _gains(
    shape: Shape, hands: Sequence[list[Card]], given_up: Sequence[tuple[Card, float]]
) -> dict[Card, float]:
    """The gains of these hands, each hand as likely as what was given up makes it."""
    gains: dict[Card, float] = defaultdict(float)
    total = 0.0
    for hand in hands:
        helpful, distance = _helpful_to(shape, hand)
        likely = 1.0
        for card, evidence in given_up:
            if card in helpful:
                likely *= 1 - evidence
        total += likely
        for card in helpful:
            gains[card] += likely * (1 - STEP) * STEP ** (distance - 1)
    return {card: gain / total for card, gain in gains.items()}


def _hands(taker: SeatView, unseen: Unseen, many: int, rng: Random) -> list[list[Card]]:
    """Hands that the player may hold, in the order in which cards are thrown from the end."""
    pool = unseen.cards()
    found = []
    for _ in range(many):
        known = list(taker.taken)
        # Which card was set aside nobody saw: it may have been one of these.
        if known and taker.saved_this_hand and rng.random() * (taker.cards + 1) < len(known):
            known.pop(rng.randrange(len(known)))
        known = known[: taker.cards]
        # Who has played for a while has kept the best of more cards than are held now.
        size = taker.cards - len(known) + len(taker.thrown)
        found.append(known + rng.sample(pool, min(len(pool), size)))
    return found


def _samples(shape: Shape) -> int:
    return max(FEWEST_SAMPLES, min(MOST_SAMPLES, WORK // shape.weight))


def _helpful_to(shape: Shape, hand: list[Card]) -> tuple[frozenset[Card], int]:
    """What would help a hand that cannot be laid yet, and how many cards it needs.

    It would have been laid, so cards are dropped until it cannot be.
    """
    code = shape.encode(hand)
    while (distance := shape.distance(*code)) == 0:
        hand.pop()
        code = shape.encode(hand)
    return shape.helpful(*code), distance


def _given_up(taker: SeatView) -> list[tuple[Card, float]]:
    """What the player threw or left lying, and how much it says against a hand that wants it."""
    return [
        (card, (1 - REFUSED) * FADING**age)
        for row in (taker.thrown, taker.passed)
        for age, card in enumerate(row[: -REMEMBERED - 1 : -1])
        if card.is_natural
    ]
