"""What a play reveals about the own hand to players who remember what was taken and discarded.

Hands that would look the same to everybody else are sampled and weighed by what was discarded,
as :mod:`bot.players.opponents` does for opponents. The better these samples predict which cards
help the true hand, the more the play has revealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

from bot.rules.cards import Card
from bot.rules.views import SeatView

from .opponents import guesses, seeming_gains
from .situation import Situation

MOST_GUESSES = 24
"""Fewer than for another player's hand, as it matters less."""


class Leakage:
    """What others can guess about the hand of the player to act, before its phase is down."""

    def __init__(self, here: Situation, me: SeatView, rng: Random) -> None:
        """Guess as others would.

        Args:
            here: the decision.
            me: what everybody knows of the player to act, now or after the play considered.
            rng: from which the guesses come.
        """
        self._unseen = here.unseen
        self._guesses = guesses(here.solver, me, _hidden(here), rng, MOST_GUESSES)

    def leaked(self, helpful: Iterable[Card], thrown: Card | None = None) -> float:
        """How much more the helpful cards seem to help than other cards, in chances to lay.

        Args:
            helpful: the kinds of card that truly help.
            thrown: a card that is discarded now.
        """
        gains = seeming_gains(self._guesses, thrown)
        return self._mean(gains, helpful) - self._mean(gains, self._unseen.counts)

    def _mean(self, gains: Mapping[Card, float], kinds: Iterable[Card]) -> float:
        """The mean gain that others see in the unseen number cards of these kinds."""
        counts = self._unseen.counts
        those = [card for card in kinds if card.is_natural]
        many = self._unseen.of(those)
        return sum([counts[card] * gains.get(card, 0.0) for card in those]) / many if many else 0.0


def _hidden(here: Situation) -> list[Card]:
    """Every card that others must assume may be in the hand."""
    view = here.view
    hidden = Counter([*here.unseen.cards(), *view.saved, *view.hand])
    return list((hidden - Counter(view.my_seat.taken)).elements())
