"""Estimates, from sampled hidden hands, of what a discard gives to others and what it reveals.

Each sample has the cards that the player took openly, and others drawn at random from the cards
whose place is unknown; what the player discarded and did not take is its weight. A sample has as
many cards as the player has had in hand, since a player keeps the best of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from random import Random

from bot.cards.cards import Card
from bot.cards.distance import Solver, solver_for
from bot.cards.views import SeatView, count_cards

from .decision import Decision

MOST_SAMPLES = 96
FEWEST_SAMPLES = 4
WORK = 40_000
"""Plans compared for all samples together; bounds the time where a phase has thousands."""
REFUSED = 0.1  # relative likelihood of a hand that would have wanted a card just given up
FADING = 0.95  # the share of that evidence that remains after each turn
REMEMBERED = 12  # the number of turns that count as evidence
MOST_OWN_GUESSES = 24  # fewer than for another player's hand, as it matters less
STEP = 0.75  # factor of the chance to lay a phase in time for each card that is missing


@dataclass(frozen=True, slots=True)
class Guess:
    """A hand that a player may hold, reduced to what matters to others."""

    helpful: frozenset[Card]  # the kinds of card that bring its phase nearer
    gain: float  # by how much one of them raises the chance to lay the phase in time
    likely: float  # how well it agrees with the player's discards, from 0 to 1


def wanted_next(decision: Decision, rng: Random) -> dict[Card, float]:
    """For each kind of card, what the next player gains when it is discarded now.

    It is in chances to lay the phase; once that is down, 1 for what can be hit.
    """
    taker = decision.taker
    if taker is None:
        return {}
    if taker.groups:
        kinds = set(decision.kinds) | set(decision.unseen)
        return {kind: float(decision.view.fits_table(kind)) for kind in kinds}
    if taker.trying is None:
        return {}
    solver = solver_for(decision.view.phases[taker.trying - 1], decision.view.rules)
    return seeming_gains(guesses(solver, taker, list(decision.unseen.elements()), rng))


def guesses(
    solver: Solver, seat: SeatView, pool: Sequence[Card], rng: Random, most: int = MOST_SAMPLES
) -> list[Guess]:
    """Sample hands that a player may hold, for an observer who cannot see the cards of a pool."""
    evidence = given_up(seat)
    sample = []
    for hand in _hands(seat, pool, max(FEWEST_SAMPLES, min(most, WORK // solver.weight)), rng):
        helpful, distance = _helpful_to(solver, hand)
        likely = prod([1 - weight for card, weight in evidence if card in helpful])
        sample.append(Guess(helpful, (1 - STEP) * STEP ** (distance - 1), likely))
    return sample


def seeming_gains(sample: Sequence[Guess], thrown: Card | None = None) -> dict[Card, float]:
    """For each kind of card, what a player who gives up ``thrown`` gains by it, in the mean."""
    gains: dict[Card, float] = defaultdict(float)
    total = 0.0
    for guess in sample:
        likely = guess.likely * (REFUSED if thrown in guess.helpful else 1)
        total += likely
        for card in guess.helpful:
            gains[card] += likely * guess.gain
    return {card: gain / total for card, gain in gains.items()}


def _hands(seat: SeatView, pool: Sequence[Card], many: int, rng: Random) -> list[list[Card]]:
    """Hands that the player may hold; their last cards are dropped first."""
    hands = []
    for _ in range(many):
        known = list(seat.taken)
        # Nobody saw which card was set aside: it may have been one of these.
        if known and seat.saved_this_hand and rng.random() * (seat.cards + 1) < len(known):
            known.pop(rng.randrange(len(known)))
        known = known[: seat.cards]
        # A player has kept the best of all cards held so far.
        size = seat.cards - len(known) + len(seat.discarded)
        hands.append(known + rng.sample(pool, min(len(pool), size)))
    return hands


def _helpful_to(solver: Solver, hand: list[Card]) -> tuple[frozenset[Card], int]:
    """The cards that help a hand, which is made small enough not to be laid, and its distance."""
    code = solver.encode(hand)
    while (distance := solver.distance(*code)) == 0:
        hand.pop()
        code = solver.encode(hand)
    return solver.helpful(*code), distance


def given_up(seat: SeatView) -> list[tuple[Card, float]]:
    """The cards the player discarded or did not take, with their weights as evidence."""
    return [
        (card, (1 - REFUSED) * FADING**age)
        for row in (seat.discarded, seat.declined)
        for age, card in enumerate(row[: -REMEMBERED - 1 : -1])
        if card.is_natural
    ]


class Leakage:
    """The guesses of others about the hand of the player to act, before its phase is down."""

    def __init__(self, decision: Decision, me: SeatView, rng: Random) -> None:
        """Guess as others would from ``me``, the player now or after the play considered."""
        self._unseen = decision.unseen
        self._guesses = guesses(decision.solver, me, _hidden(decision), rng, MOST_OWN_GUESSES)

    def leaked(self, helpful: Iterable[Card], thrown: Card | None = None) -> float:
        """How much more the cards that truly help seem to help than others, in chances to lay."""
        gains = seeming_gains(self._guesses, thrown)
        return self._mean(gains, helpful) - self._mean(gains, self._unseen)

    def _mean(self, gains: Mapping[Card, float], kinds: Iterable[Card]) -> float:
        """The mean gain that others see in the unseen number cards of these kinds."""
        unseen = self._unseen
        cards = [card for card in kinds if card.is_natural]
        many = count_cards(unseen, cards)
        return sum([unseen[card] * gains.get(card, 0.0) for card in cards]) / many if many else 0.0


def _hidden(decision: Decision) -> list[Card]:
    """Every card that others must assume may be in the hand."""
    view = decision.view
    hidden = decision.unseen + Counter((*view.saved, *view.hand))
    return list((hidden - Counter(view.my_seat.taken)).elements())
