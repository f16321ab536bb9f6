"""The cards whose place a player does not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from .cards import SKIP, Card, full_deck
from .editions import RuleSet, SkipRule
from .views import PlayerView


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many of each kind of card lie in the draw pile or unknown in other players' hands.

    Attributes:
        counts: by kind of card; kinds of which none is left may be missing.
        total: of all kinds together.
    """

    counts: dict[Card, int]
    total: int

    def of(self, kinds: Iterable[Card]) -> int:
        """How many cards of these kinds together."""
        counts = self.counts
        return sum([counts.get(kind, 0) for kind in kinds])

    def cards(self) -> list[Card]:
        """Every unseen card, in the order of the deck."""
        return [card for card, left in self.counts.items() for _ in range(left)]


@lru_cache(maxsize=64)
def _deck(rules: RuleSet) -> dict[Card, int]:
    return dict(Counter(full_deck(rules.colours, rules.skips)))


def unseen(view: PlayerView) -> Unseen:
    """The cards that the viewer has not seen in this hand."""
    left = _deck(view.rules).copy()
    for card in _seen(view):
        left[card] -= 1
    if min(left.values()) < 0:
        left = {card: max(many, 0) for card, many in left.items()}
    return Unseen(left, sum(left.values()))


def _seen(view: PlayerView) -> list[Card]:
    seen = [*view.hand, *view.saved, *view.discard_pile]
    for seat in view.seats:
        for group in seat.groups:
            seen += [card.held for card in group.cards]
        if seat.skipped and view.rules.skip_rule is SkipRule.IN_FRONT:
            seen.append(SKIP)
        if seat.seat != view.me:
            # Taken openly, these are in that player's hand or on the save pile.
            seen += seat.taken
    return seen
