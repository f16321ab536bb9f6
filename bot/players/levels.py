"""The levels easy and normal; :mod:`bot.players.hard` is the third."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from random import Random

from bot.rules.actions import Action, Discard, Hit
from bot.rules.cards import SKIP, Card

from .player import Player
from .situation import Situation

NOTICES = 0.6
"""How often it takes a discard that would help but not complete its phase."""
HITS = 0.8
"""How often it hits when it could."""
NOISE = 12.0
"""The most points by which it misjudges a useless card."""
_points = attrgetter("points")
CLOSE = 3
"""How many helpful unseen cards it gives up to avoid feeding the next player."""


class Easy(Player):
    """Looks at its own hand only, and sometimes overlooks a card."""

    def wants(self, here: Situation, card: Card, rng: Random) -> bool:
        """Takes what completes the phase; misses some cards that only help."""
        if not super().wants(here, card, rng):
            return False
        completes = not here.has_laid and here.distance_with(card) == 0
        return completes or rng.random() < NOTICES

    def hit(self, here: Situation, rng: Random) -> Hit | None:
        """Hits, but sometimes forgets to; never when it could go out."""
        forgets = len(here.hits) < len(here.view.hand) and rng.random() > HITS
        if forgets and not here.is_stuck:
            # A card just taken from the discards was taken to hit; others may have to go first.
            taken = any(hit.card.held is here.view.drawn for hit in here.hits)
            return here.hits[0] if taken else None
        return super().hit(here, rng)

    def discard(self, here: Situation, rng: Random) -> Action:
        """A card it has no use for, roughly the one with the most points."""
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
            return here.discard(max(here.disposable, key=_points))
        if here.has_laid:
            others = [card for card in here.disposable if not card.is_wild]
            return here.discard(max(others or here.disposable, key=_points))
        distance, spared = here.nearness.spared(_for_now(here))
        card = max(spared, key=_points)
        # Nothing is better to throw than the dearest, where it neither helps nor feeds anybody.
        if not here.nearness.is_needless(card) or _feeds(here, card):
            waits = here.nearness.helpful_without(spared, here.unseen.counts)
            costs = [
                (CLOSE * _feeds(here, card) - many, -card.points)
                for card, many in zip(spared, waits, strict=True)
            ]
            card = spared[costs.index(min(costs))]
        # A Skip that was kept is better than a card that the phase needs.
        spare = distance == here.distance
        return here.discard(card if spare or SKIP not in here.disposable else SKIP)


def _feeds(here: Situation, card: Card) -> bool:
    """Whether the next player may hit cards and could hit this one."""
    taker = here.taker
    return taker is not None and bool(taker.groups) and here.view.fits_table(card)


def _for_now(here: Situation) -> Sequence[Card]:
    """The cards to choose from: a Skip waits for a player who has laid."""
    # A Skip is the last of a hand's kinds.
    if here.disposable[-1] is not SKIP or any(
        seat.groups and seat.may_be_named for seat in here.others
    ):
        return here.disposable
    return [card for card in here.disposable if not card.is_skip] or here.disposable
