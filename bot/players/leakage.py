"""What a play tells about one's own hand to others who remember what was taken, thrown and left.

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
"""Fewer than for another player's hand: less hangs on it."""


class Leakage:
    """What others may guess of the hand of the player to act, while its phase is not down."""

    def __init__(self, here: Situation, me: SeatView, rng: Random) -> None:
        """Guess as others would.

        Args:
            here: the decision.
            me: what everybody knows of the player to act, now or after the play thought of.
            rng: from which the guesses come.
        """
        self._unseen = here.unseen
        self._guesses = guesses(here.solver, me, _hidden(here), rng, MOST_GUESSES)

    def leaked(self, helpful: Iterable[Card], thrown: Card | None = None) -> float:
        """How much more what truly helps seems to help than any card does, in chances to lay.

        Args:
            helpful: the kinds of card that truly help.
            thrown: a card that is discarded now, in the eyes of all.
        """
        gains = seeming_gains(self._guesses, thrown)
        return self._mean(gains, helpful) - self._mean(gains, self._unseen.counts)

    def _mean(self, gains: Mapping[Card, float], kinds: Iterable[Card]) -> float:
        """What the number cards of these kinds that are still to come seem to gain, each."""
        counts = self._unseen.counts
        those = [card for card in kinds if card.is_natural]
        many = self._unseen.of(those)
        return sum([counts[card] * gains.get(card, 0.0) for card in those]) / many if many else 0.0


def _hidden(here: Situation) -> list[Card]:
    """Every card that may be in the hand to the eyes of others."""
    view = here.view
    hidden = Counter([*here.unseen.cards(), *view.saved, *view.hand])
    return list((hidden - Counter(view.my_seat.taken)).elements())
