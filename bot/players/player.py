"""The turn that all levels share: what is asked at each stage, and the order of play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from bot.rules.actions import Action, AnswerOffer, Declare, Draw, Hit, Save, Source
from bot.rules.cards import Card
from bot.rules.distance import solver_for
from bot.rules.engine import LegalActions
from bot.rules.state import Stage
from bot.rules.views import PlayerView

from .situation import Sight


class Player(ABC):
    """A computer player; levels say what they want, keep and give away."""

    def choose(self, view: PlayerView, legal: LegalActions, rng: Random) -> Action:
        """One of the legal actions."""
        sight = Sight(view, legal)
        match view.stage:
            case Stage.DECLARE:
                return self.declare(sight, rng)
            case Stage.OFFER:
                return AnswerOffer(take=self.takes(sight, view.discard_pile[-1], rng))
            case Stage.DRAW:
                return self.draw(sight, rng)
            case Stage.PLAY:
                return self.play(sight, rng)
            case _:
                return legal.plain[0]

    def declare(self, sight: Sight, rng: Random) -> Action:
        """The phase to try: the one that needs the fewest cards, the largest of those."""
        open_phases = [action.phase for action in sight.legal.plain if isinstance(action, Declare)]
        return Declare(max(open_phases, key=lambda phase: self.promise(sight, phase, rng)))

    def promise(self, sight: Sight, phase: int, rng: Random) -> tuple[float, ...]:
        """A key that is highest for the phase most worth trying with this hand."""
        del rng
        tried = sight.view.phases[phase - 1]
        solver = solver_for(tried, sight.view.rules)
        return (-solver.distance(*solver.encode(sight.view.hand)), tried.size)

    def draw(self, sight: Sight, rng: Random) -> Action:
        """Where to draw from: the discard or one's save pile when wanted, else the draw pile."""
        view, plain = sight.view, sight.legal.plain
        if Draw(Source.SAVE_PILE) in plain and self.wants(sight, view.saved[-1], rng):
            return Draw(Source.SAVE_PILE)
        if sight.top is not None and self.takes(sight, sight.top, rng):
            return Draw(Source.DISCARD_PILE)
        return Draw(Source.DRAW_PILE) if Draw(Source.DRAW_PILE) in plain else plain[0]

    def wants(self, sight: Sight, card: Card, rng: Random) -> bool:
        """Whether this card is better than an unknown one: it helps the phase, or can be hit."""
        del rng
        if card.is_skip:
            return False
        if sight.has_laid or not sight.distance:
            return card.is_wild or sight.fits_table(card)
        return sight.distance_with(card) < sight.distance

    def takes(self, sight: Sight, card: Card, rng: Random) -> bool:
        """Whether to take this card where all see it."""
        return self.wants(sight, card, rng)

    def play(self, sight: Sight, rng: Random) -> Action:
        """Lay first, then set aside or hit, and discard at last."""
        return (
            self.lay(sight, rng)
            or self.save(sight)
            or self.hit(sight, rng)
            or self.discard(sight, rng)
        )

    def lay(self, sight: Sight, rng: Random) -> Action | None:
        """The phase, as soon as the hand holds it."""
        del rng
        return sight.legal.best_lay

    def hit(self, sight: Sight, rng: Random) -> Hit | None:
        """The next card to hit, None when no more is to be hit."""
        del rng
        return next(iter(sight.hits), None)

    def save(self, sight: Sight) -> Action | None:
        """A card to set aside once the phase is down: a Wild, or what is dear and cannot be hit."""
        spare = [card for card in sight.kinds if not card.is_skip]
        if not sight.has_laid or not spare:
            return None
        card = max(spare, key=lambda held: held.points)
        action = Save(card)
        wise = card.is_wild or not sight.hits
        return action if wise and action in sight.legal.plain else None

    @abstractmethod
    def discard(self, sight: Sight, rng: Random) -> Action:
        """The card that ends the turn."""
