"""Normal: sound play by distance and by how many cards would help."""

from __future__ import annotations

from random import Random

from bot.rules.actions import Action
from bot.rules.cards import SKIP, Card

from .player import Player
from .situation import Sight

CLOSE = 3
"""Helpful unseen cards it gives up rather than feed the next player."""


class Normal(Player):
    """Keeps what helps and its Skips for those who have laid; does not feed the next player."""

    def discard(self, sight: Sight, rng: Random) -> Action:
        """The least useful card."""
        del rng
        if sight.is_last_turn:
            return sight.discard(max(sight.disposable, key=lambda card: card.points))
        if sight.has_laid:
            return sight.discard(max(sight.disposable, key=lambda c: (not c.is_wild, c.points)))
        card = min(_for_now(sight), key=lambda card: _cost(sight, card))
        # A Skip that was kept is better than a card that the phase needs.
        spare = sight.distance_without(card) == sight.distance
        return sight.discard(card if spare or SKIP not in sight.disposable else SKIP)


def _for_now(sight: Sight) -> list[Card]:
    """The cards to choose from: a Skip waits for a player who has laid."""
    if any(seat.groups and seat.may_be_named for seat in sight.others):
        return list(sight.disposable)
    return [card for card in sight.disposable if not card.is_skip] or list(sight.disposable)


def _cost(sight: Sight, card: Card) -> tuple[float, ...]:
    """What discarding this card costs: distance, then waits and feeding, then its points kept."""
    left = sight.held_without(card)
    waits = sight.unseen.of(sight.near.helpful(*left))
    fed = CLOSE if _feeds(sight, card) else 0
    return (sight.near.distance(*left), fed - waits, -card.points)


def _feeds(sight: Sight, card: Card) -> bool:
    """Whether the next player could hit this card at once."""
    taker = sight.taker
    return taker is not None and bool(taker.groups) and sight.fits_table(card)
