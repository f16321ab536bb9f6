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
from bot.cards.distance import HeldHand
from bot.cards.engine import LegalActions
from bot.cards.state import Stage
from bot.cards.views import PlayerView, count_cards

from .decision import Decision

NOTICES = 0.6  # how often easy takes a discard that would help but not complete its phase
HITS = 0.8  # how often easy hits when it could
NOISE = 12.0  # the most points by which easy misjudges a useless card
CLOSE = 3  # how many helpful unseen cards normal gives up to avoid feeding the next player


class Player(ABC):
    """The base of all levels, which differ in what they take, keep and discard."""

    def choose(self, view: PlayerView, legal: LegalActions, rng: Random) -> Action:
        decision = Decision(view, legal)
        stage = view.stage
        if stage is Stage.PLAY:
            return self.play(decision, rng)
        if stage is Stage.DRAW:
            return self.draw(decision, rng)
        if stage is Stage.DECLARE:
            return self.declare(decision)
        if stage is Stage.OFFER:
            return AnswerOffer(take=self.takes(decision, view.discard_pile[-1], rng))
        return legal.plain[0]

    def declare(self, decision: Decision) -> Action:
        """The most promising phase."""
        open_phases = [a.phase for a in decision.legal.plain if isinstance(a, Declare)]
        return Declare(max(open_phases, key=lambda phase: self.promise(decision, phase)))

    def promise(self, decision: Decision, phase: int) -> tuple[float, ...]:
        """A key, highest for the phase that needs the fewest cards, then for the largest phase."""
        tried = decision.view.phases[phase - 1]
        return (-HeldHand(decision.view.hand, tried, decision.view.rules).distance, tried.size)

    def draw(self, decision: Decision, rng: Random) -> Action:
        """Where to draw from: the save pile or discards for a wanted card, else the draw pile."""
        view = decision.view
        plain = decision.legal.plain
        if view.saved:
            saved = [a for a in plain if isinstance(a, Draw) and a.source is Source.SAVE_PILE]
            offered = [(action.card or view.saved[-1], action) for action in saved]
            for card, action in sorted(offered, key=lambda offer: -decision.rules.points(offer[0])):
                if self.wants(decision, card, rng):
                    return action
        top = decision.top
        if top is not None and self.takes(decision, top, rng):
            return FROM_DISCARDS
        return FROM_PILE if FROM_PILE in plain else plain[0]

    def wants(self, decision: Decision, card: Card, rng: Random) -> bool:
        """Whether this card is better than an unknown one: it helps the phase, or can be hit."""
        del rng
        if card.is_skip:
            return False
        if decision.has_laid or not decision.distance:
            return card.is_wild or decision.view.fits_table(card)
        return decision.distance_with(card) < decision.distance

    def takes(self, decision: Decision, card: Card, rng: Random) -> bool:
        """Whether to take this card openly."""
        return self.wants(decision, card, rng)

    def play(self, decision: Decision, rng: Random) -> Action:
        """Lay first, then set aside or hit, and discard at last."""
        last = decision.view.rules.save_ends_turn
        return (
            self.lay(decision)
            or (None if last else self.save(decision))
            or self.hit(decision, rng)
            or (self.save(decision) if last else None)
            or self.discard(decision, rng)
        )

    def lay(self, decision: Decision) -> Action | None:
        """The phase, as soon as the hand holds it."""
        return None if decision.has_laid or decision.distance else decision.legal.best_lay

    def hit(self, decision: Decision, rng: Random) -> Hit | None:
        """The next card to hit, also a Wild in a hand that makes no progress; None for no card."""
        del rng
        if decision.hits:  # none before the phase is down
            return decision.hits[0]
        return decision.wild_hit if decision.has_laid and decision.is_stuck else None

    def save(self, decision: Decision) -> Action | None:
        """A card to set aside once the phase is down: a Wild, or without hits the dearest card."""
        if not (decision.has_laid and decision.view.rules.save_pile):
            return None
        spare = [card for card in decision.kinds if not card.is_skip]
        if not spare:
            return None
        card = max(spare, key=decision.rules.points)
        action = Save(card)
        wise = card.is_wild or not decision.hits
        return action if wise and action in decision.legal.plain else None

    @abstractmethod
    def discard(self, decision: Decision, rng: Random) -> Action: ...


class Easy(Player):
    """Looks at its own hand only, and sometimes overlooks a card."""

    def wants(self, decision: Decision, card: Card, rng: Random) -> bool:
        """Takes a card that completes the phase; overlooks some cards that only help."""
        if not super().wants(decision, card, rng):
            return False
        completes = not decision.has_laid and decision.distance_with(card) == 0
        return completes or rng.random() < NOTICES

    def hit(self, decision: Decision, rng: Random) -> Hit | None:
        """Hits, but sometimes forgets to, unless it could go out."""
        forgets = len(decision.hits) < len(decision.view.hand) and rng.random() > HITS
        if forgets and not decision.is_stuck:
            # A card just taken from the discards was taken to be hit, perhaps after other hits.
            taken = any(hit.card.held is decision.view.drawn for hit in decision.hits)
            return decision.hits[0] if taken else None
        return super().hit(decision, rng)

    def discard(self, decision: Decision, rng: Random) -> Action:
        """Roughly the dearest card that is no Wild and that the phase does not need."""
        kinds = decision.disposable
        points = decision.rules.points
        spare = [card for card in kinds if not card.is_wild] or kinds
        if not decision.has_laid:
            _, spare = decision.nearest_without(spare)
        card = max(spare, key=lambda card: points(card) + NOISE * rng.random())
        ways = [a for a in decision.legal.plain if isinstance(a, Discard) and a.card is card]
        return rng.choice(ways)


class Normal(Player):
    """Keeps helpful cards, and Skips for players whose phase is down; feeds nobody."""

    def discard(self, decision: Decision, rng: Random) -> Action:
        del rng
        if decision.view.is_last_turn:
            return decision.discard(max(decision.disposable, key=decision.rules.points))
        if decision.has_laid:
            others = [card for card in decision.disposable if not card.is_wild]
            return decision.discard(max(others or decision.disposable, key=decision.rules.points))
        distance, spared = decision.nearest_without(_for_now(decision))
        spare = distance == decision.distance
        card = max(spared, key=decision.rules.points)
        # Without a loss of helpful cards and without feeding, no discard is better than this one.
        loses = not spare or decision.helpful_without(card) != decision.helpful
        if loses or _feeds(decision, card):
            card = min(spared, key=lambda card: self._cost(decision, card))
        # A Skip that was kept is better than a card that the phase needs.
        return decision.discard(card if spare or SKIP not in decision.disposable else SKIP)

    def _cost(self, decision: Decision, card: Card) -> tuple[int, int]:
        """The cost of discarding a card, in helpful cards to come, then in points."""
        helpful = count_cards(decision.unseen, decision.helpful_without(card))
        return CLOSE * _feeds(decision, card) - helpful, -decision.rules.points(card)


def _feeds(decision: Decision, card: Card) -> bool:
    """Whether the next player may hit cards and could hit this one."""
    taker = decision.taker
    return taker is not None and bool(taker.groups) and decision.view.fits_table(card)


def _for_now(decision: Decision) -> Sequence[Card]:
    """The cards to choose from: a Skip is kept for a player whose phase is down."""
    # A Skip is the last of a hand's kinds.
    if decision.disposable[-1] is not SKIP or any(
        seat.groups and seat.can_be_skipped for seat in decision.others
    ):
        return decision.disposable
    return [card for card in decision.disposable if not card.is_skip] or decision.disposable
