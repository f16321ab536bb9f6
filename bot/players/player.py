"""The turn that all levels share: the decisions of each stage, and the order of play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Protocol

from bot.rules.actions import (
    FROM_DISCARDS,
    FROM_PILE,
    Action,
    AnswerOffer,
    Declare,
    Draw,
    Hit,
    Save,
    Source,
)
from bot.rules.cards import Card
from bot.rules.distance import solver_for
from bot.rules.engine import LegalActions
from bot.rules.state import Stage
from bot.rules.views import PlayerView

from .situation import Situation

_PLAY, _DRAW = Stage.PLAY, Stage.DRAW


class Strategy(Protocol):
    """A computer player: chooses from a view, the legal actions and a random generator."""

    def choose(self, view: PlayerView, legal: LegalActions, rng: Random) -> Action:
        """One of the legal actions."""


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
            return self.declare(here, rng)
        if stage is Stage.OFFER:
            return AnswerOffer(take=self.takes(here, view.discard_pile[-1], rng))
        return legal.plain[0]

    def declare(self, here: Situation, rng: Random) -> Action:
        """The phase to try: the one that needs the fewest cards, the largest of those."""
        open_phases = [action.phase for action in here.legal.plain if isinstance(action, Declare)]
        return Declare(max(open_phases, key=lambda phase: self.promise(here, phase, rng)))

    def promise(self, here: Situation, phase: int, rng: Random) -> tuple[float, ...]:
        """A key that is highest for the phase most worth trying with this hand."""
        del rng
        tried = here.view.phases[phase - 1]
        solver = solver_for(tried, here.view.rules)
        return (-solver.distance(*solver.encode(here.view.hand)), tried.size)

    def draw(self, here: Situation, rng: Random) -> Action:
        """Where to draw from: the save pile or the discard when wanted, else the draw pile."""
        view, plain = here.view, here.legal.plain
        if view.saved:
            saved = [a for a in plain if isinstance(a, Draw) and a.source is Source.SAVE_PILE]
            for action in sorted(saved, key=lambda draw: -draw.card.points if draw.card else 0):
                if self.wants(here, action.card or view.saved[-1], rng):
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
        if here.has_laid or not here.nearness.distance:
            return card.is_wild or here.view.fits_table(card)
        return here.nearness.nearer_with(card)

    def takes(self, here: Situation, card: Card, rng: Random) -> bool:
        """Whether to take this card openly."""
        return self.wants(here, card, rng)

    def play(self, here: Situation, rng: Random) -> Action:
        """Lay first, then set aside or hit, and discard at last."""
        rules = here.view.rules
        if not rules.save_pile:
            return self.lay(here, rng) or self.hit(here, rng) or self.discard(here, rng)
        last = rules.save_ends_turn
        return (
            self.lay(here, rng)
            or (None if last else self.save(here))
            or self.hit(here, rng)
            or (self.save(here) if last else None)
            or self.discard(here, rng)
        )

    def lay(self, here: Situation, rng: Random) -> Action | None:
        """The phase, as soon as the hand holds it."""
        del rng
        return None if here.has_laid or here.nearness.distance else here.legal.best_lay

    def hit(self, here: Situation, rng: Random) -> Hit | None:
        """The next card to hit, None when no more is to be hit; Wilds too where all are stuck."""
        del rng
        if not here.has_laid:
            return None
        return here.hits[0] if here.hits else here.wild_hit if here.is_stuck else None

    def save(self, here: Situation) -> Action | None:
        """A card to set aside once the phase is down: a Wild, or the dearest where none fits."""
        if not here.has_laid:
            return None
        spare = [card for card in here.kinds if not card.is_skip]
        if not spare:
            return None
        card = max(spare, key=lambda held: held.points)
        action = Save(card)
        wise = card.is_wild or not here.hits
        return action if wise and action in here.legal.plain else None

    @abstractmethod
    def discard(self, here: Situation, rng: Random) -> Action:
        """The card that ends the turn."""
