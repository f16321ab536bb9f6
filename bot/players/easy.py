"""Easy: plays by what it sees in its own hand, and does not always look."""

from __future__ import annotations

from random import Random

from bot.rules.actions import Action, Discard, Hit
from bot.rules.cards import Card

from .player import Player
from .situation import Sight

NOTICES = 0.6
"""How often it notices a discard that would help but not complete its phase."""
HITS = 0.8
"""How often it goes on hitting when it could."""
NOISE = 12.0
"""Points by which its opinion of a useless card is off at most."""


class Easy(Player):
    """Beatable by a child, yet never plainly silly."""

    def wants(self, sight: Sight, card: Card, rng: Random) -> bool:
        """Takes what completes the phase; misses some of what merely helps."""
        if not super().wants(sight, card, rng):
            return False
        completes = not sight.has_laid and sight.distance_with(card) == 0
        return completes or rng.random() < NOTICES

    def hit(self, sight: Sight, rng: Random) -> Hit | None:
        """Hits, but sometimes forgets; never when that would end the hand."""
        if len(sight.hits) < len(sight.view.hand) and rng.random() > HITS:
            # What it has just taken, it has taken to hit; others may have to go down before it.
            taken = any(hit.card.held is sight.view.drawn for hit in sight.hits)
            return sight.hits[0] if taken else None
        return super().hit(sight, rng)

    def discard(self, sight: Sight, rng: Random) -> Action:
        """An expensive card among those it has no use for, roughly."""
        spare = [card for card in sight.disposable if not card.is_wild] or list(sight.disposable)
        if not sight.has_laid:
            nearest = min(map(sight.distance_without, spare))
            spare = [card for card in spare if sight.distance_without(card) == nearest]
        thrown = max(spare, key=lambda card: card.points + NOISE * rng.random())
        ways = [a for a in sight.legal.plain if isinstance(a, Discard) and a.card is thrown]
        return rng.choice(ways)
