"""The levels easy and normal, and the turn that all levels share: its decisions and their order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from bot.cards.actions import (
    FROM_DISCARDS,
    FROM_PILE,
    Action,
    AnswerOffer,
    Declare,
    Discard,
    Draw,
    Hit,
    Save,
    Source,
)
from bot.cards.cards import SKIP, Card
from bot.cards.engine import LegalActions
from bot.cards.state import Stage
from bot.cards.views import PlayerView

from .situation import HeldHand, Situation

NOTICES = 0.6
"""How often easy takes a discard that would help but not complete its phase."""
HITS = 0.8
"""How often easy hits when it could."""
NOISE = 12.0
"""The most points by which easy misjudges a useless card."""
CLOSE = 3
"""How many helpful unseen cards normal gives up to avoid feeding the next player."""
_PLAY, _DRAW = Stage.PLAY, Stage.DRAW


class Player(ABC):
    """The base of all levels, which differ in what they take, keep and discard."""

    def choose(self, view: PlayerView, legal: LegalActions, rng: Random) -> Action:
        """One of the legal actions."""
        here, stage = Situation(view, legal), view.stage
        if stage is _PLAY:
            return self.play(here, rng)
        if stage is _DRAW:
            return self.draw(here, rng)
        if stage is Stage.DECLARE:
            return self.declare(here)
        if stage is Stage.OFFER:
            return AnswerOffer(take=self.takes(here, view.discard_pile[-1], rng))
        return legal.plain[0]

    def declare(self, here: Situation) -> Action:
        """The most promising phase."""
        open_phases = [action.phase for action in here.legal.plain if isinstance(action, Declare)]
        return Declare(max(open_phases, key=lambda phase: self.promise(here, phase)))

    def promise(self, here: Situation, phase: int) -> tuple[float, ...]:
        """A key, highest for the phase that needs the fewest cards, then for the largest phase."""
        tried = here.view.phases[phase - 1]
        return (-HeldHand(here.view.hand, tried, here.view.rules).distance, tried.size)

    def draw(self, here: Situation, rng: Random) -> Action:
        """Where to draw from: the save pile or discards for a wanted card, else the draw pile."""
        view, plain = here.view, here.legal.plain
        if view.saved:
            saved = [a for a in plain if isinstance(a, Draw) and a.source is Source.SAVE_PILE]
            offered = [(action.card or view.saved[-1], action) for action in saved]
            for card, action in sorted(offered, key=lambda offer: -here.rules.points(offer[0])):
                if self.wants(here, card, rng):
                    return action
        top = here.top
        if top is not None and self.takes(here, top, rng):
            return FROM_DISCARDS
        return FROM_PILE if FROM_PILE in plain else plain[0]

    def wants(self, here: Situation, card: Card, rng: Random) -> bool:
        """Whether this card is better than an unknown one: it helps the phase, or can be hit."""
        del rng
        if card.is_skip:
            return False
        if here.has_laid or not here.distance:
            return card.is_wild or here.view.fits_table(card)
        return here.distance_with(card) < here.distance

    def takes(self, here: Situation, card: Card, rng: Random) -> bool:
        """Whether to take this card openly."""
        return self.wants(here, card, rng)

    def play(self, here: Situation, rng: Random) -> Action:
        """Lay first, then set aside or hit, and discard at last."""
        last = here.view.rules.save_ends_turn
        return (
            self.lay(here)
            or (None if last else self.save(here))
            or self.hit(here, rng)
            or (self.save(here) if last else None)
            or self.discard(here, rng)
        )

    def lay(self, here: Situation) -> Action | None:
        """The phase, as soon as the hand holds it."""
        return None if here.has_laid or here.distance else here.legal.best_lay

    def hit(self, here: Situation, rng: Random) -> Hit | None:
        """The next card to hit, also a Wild in a hand that makes no progress; None for no card."""
        del rng
        if not here.has_laid:
            return None
        return here.hits[0] if here.hits else here.wild_hit if here.is_stuck else None

    def save(self, here: Situation) -> Action | None:
        """A card to set aside once the phase is down: a Wild, or without hits the dearest card."""
        if not (here.has_laid and here.view.rules.save_pile):
            return None
        spare = [card for card in here.kinds if not card.is_skip]
        if not spare:
            return None
        card = max(spare, key=here.rules.points)
        action = Save(card)
        wise = card.is_wild or not here.hits
        return action if wise and action in here.legal.plain else None

    @abstractmethod
    def discard(self, here: Situation, rng: Random) -> Action:
        """The card that ends the turn."""


class Easy(Player):
    """Looks at its own hand only, and sometimes overlooks a card."""

    def wants(self, here: Situation, card: Card, rng: Random) -> bool:
        """Takes a card that completes the phase; overlooks some cards that only help."""
        if not super().wants(here, card, rng):
            return False
        completes = not here.has_laid and here.distance_with(card) == 0
        return completes or rng.random() < NOTICES

    def hit(self, here: Situation, rng: Random) -> Hit | None:
        """Hits, but sometimes forgets to, unless it could go out."""
        forgets = len(here.hits) < len(here.view.hand) and rng.random() > HITS
        if forgets and not here.is_stuck:
            # A card just taken from the discards was taken to be hit, perhaps after other hits.
            taken = any(hit.card.held is here.view.drawn for hit in here.hits)
            return here.hits[0] if taken else None
        return super().hit(here, rng)

    def discard(self, here: Situation, rng: Random) -> Action:
        """A card it has no use for, roughly the one with the most points."""
        card = careless_discard(here, here.disposable, rng, has_laid=here.has_laid)
        ways = [a for a in here.legal.plain if isinstance(a, Discard) and a.card is card]
        return rng.choice(ways)


def careless_discard(
    hand: HeldHand, kinds: Sequence[Card], rng: Random, *, has_laid: bool = False
) -> Card:
    """Roughly the card with the most points that is no Wild and that the phase does not need."""
    spare = [card for card in kinds if not card.is_wild] or kinds
    if not has_laid:
        _, spare = hand.nearest_without(spare)
    return max(spare, key=lambda card: hand.rules.points(card) + NOISE * rng.random())


class Normal(Player):
    """Keeps helpful cards, and Skips for players whose phase is down; feeds nobody."""

    def discard(self, here: Situation, rng: Random) -> Action:
        """The least useful card."""
        del rng
        if here.is_last_turn:
            return here.discard(max(here.disposable, key=here.rules.points))
        if here.has_laid:
            others = [card for card in here.disposable if not card.is_wild]
            return here.discard(max(others or here.disposable, key=here.rules.points))
        distance, spared = here.nearest_without(_for_now(here))
        spare = distance == here.distance
        card = max(spared, key=here.rules.points)
        # Without a loss of helpful cards and without feeding, no discard is better than this one.
        if not spare or _feeds(here, card) or here.helpful_without(card) != here.helpful:
            card = min(spared, key=lambda card: self._cost(here, card))
        # A Skip that was kept is better than a card that the phase needs.
        return here.discard(card if spare or SKIP not in here.disposable else SKIP)

    def _cost(self, here: Situation, card: Card) -> tuple[int, int]:
        """The cost of discarding a card, in helpful cards to come, then in points."""
        helpful = here.unseen.of(here.helpful_without(card))
        return CLOSE * _feeds(here, card) - helpful, -here.rules.points(card)


def _feeds(here: Situation, card: Card) -> bool:
    """Whether the next player may hit cards and could hit this one."""
    taker = here.taker
    return taker is not None and bool(taker.groups) and here.view.fits_table(card)


def _for_now(here: Situation) -> Sequence[Card]:
    """The cards to choose from: a Skip is kept for a player whose phase is down."""
    # A Skip is the last of a hand's kinds.
    if here.disposable[-1] is not SKIP or any(
        seat.groups and seat.may_be_named for seat in here.others
    ):
        return here.disposable
    return [card for card in here.disposable if not card.is_skip] or here.disposable
