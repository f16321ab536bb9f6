"""The levels easy and normal; :mod:`bot.players.hard` is the third."""

from __future__ import annotations

from random import Random

from bot.rules.actions import Action, Discard, Hit
from bot.rules.cards import SKIP, Card

from .player import Player
from .situation import Situation

NOTICES = 0.6
"""How often it notices a discard that would help but not complete its phase."""
HITS = 0.8
"""How often it goes on hitting when it could."""
NOISE = 12.0
"""Points by which its opinion of a useless card is off at most."""
CLOSE = 3
"""Helpful unseen cards it gives up rather than feed the next player."""


class Easy(Player):
    """Beatable by a child, yet never plainly silly."""

    def wants(self, here: Situation, card: Card, rng: Random) -> bool:
        """Takes what completes the phase; misses some of what merely helps."""
        if not super().wants(here, card, rng):
            return False
        completes = not here.has_laid and here.distance_with(card) == 0
        return completes or rng.random() < NOTICES

    def hit(self, here: Situation, rng: Random) -> Hit | None:
        """Hits, but sometimes forgets; never when that would end the hand."""
        if len(here.hits) < len(here.view.hand) and rng.random() > HITS:
            # What it has just taken, it has taken to hit; others may have to go down before it.
            taken = any(hit.card.held is here.view.drawn for hit in here.hits)
            return here.hits[0] if taken else None
        return super().hit(here, rng)

    def discard(self, here: Situation, rng: Random) -> Action:
        """An expensive card among those it has no use for, roughly."""
        spare = [card for card in here.disposable if not card.is_wild] or list(here.disposable)
        if not here.has_laid:
            nearest = min(map(here.distance_without, spare))
            spare = [card for card in spare if here.distance_without(card) == nearest]
        thrown = max(spare, key=lambda card: card.points + NOISE * rng.random())
        ways = [a for a in here.legal.plain if isinstance(a, Discard) and a.card is thrown]
        return rng.choice(ways)


class Normal(Player):
    """Keeps what helps and its Skips for those who have laid; does not feed the next player."""

    def discard(self, here: Situation, rng: Random) -> Action:
        """The least useful card."""
        del rng
        if here.is_last_turn:
            return here.discard(max(here.disposable, key=lambda card: card.points))
        if here.has_laid:
            return here.discard(max(here.disposable, key=lambda c: (not c.is_wild, c.points)))
        card = min(_for_now(here), key=lambda card: _cost(here, card))
        # A Skip that was kept is better than a card that the phase needs.
        spare = here.distance_without(card) == here.distance
        return here.discard(card if spare or SKIP not in here.disposable else SKIP)


def _for_now(here: Situation) -> list[Card]:
    """The cards to choose from: a Skip waits for a player who has laid."""
    if any(seat.groups and seat.may_be_named for seat in here.others):
        return list(here.disposable)
    return [card for card in here.disposable if not card.is_skip] or list(here.disposable)


def _cost(here: Situation, card: Card) -> tuple[float, ...]:
    """What discarding this card costs: distance, then waits and feeding, then its points kept."""
    left = here.held_without(card)
    waits = here.unseen.of(here.near.helpful(*left))
    fed = CLOSE if _feeds(here, card) else 0
    return (here.near.distance(*left), fed - waits, -card.points)


def _feeds(here: Situation, card: Card) -> bool:
    """Whether the next player could hit this card at once."""
    taker = here.taker
    return taker is not None and bool(taker.groups) and here.fits_table(card)
