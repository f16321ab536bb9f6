"""How the computer (the level hard) plays the daily hand, and its par."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import count
from random import Random

from bot.cards.actions import Discard
from bot.cards.cards import Card
from bot.cards.distance import HeldHand
from bot.cards.views import count_cards
from bot.cards.worth import CARDS_A_TURN
from bot.daily.deal import FEWEST_PAR, MOST_PAR, DailyDeal, deal, derive_secret
from bot.daily.engine import DailyAction, DailyLegalActions, DailyTake, apply, legal_actions, start
from bot.daily.state import DailySide, DailyStage, DailyState
from bot.daily.views import DailyView, build_view, up_helps

from .sampled_draws import Futures

SAMPLES = 4  # how often the futures of a decision are drawn; there are many turns to think of
CHOICES_A_TURN = 2.0  # cards to choose from in a turn; one is taken
FADING = 0.8 ** (CARDS_A_TURN / CHOICES_A_TURN)
"""The value of a phase laid a turn later, in the turns that :class:`Futures` counts."""


class _DailyDecision(HeldHand):
    """One decision: the view, and what follows from it."""

    def __init__(self, view: DailyView) -> None:
        self.view = view
        super().__init__(view.hand, view.phase, view.rules)

    def unseen(self) -> Counter[Card]:
        view = self.view
        seen = Counter(view.hand)
        seen.update(turn.discard for turn in view.turns if turn.discard)
        # A card that was taken is held or discarded; the others have left the game.
        seen.update(turn.up for turn in view.turns if turn.took is DailySide.DOWN)
        if view.up and view.taken is not DailySide.UP:
            seen[view.up] += 1
        return Counter(view.rules.deck) - seen

    def least_useful(self) -> Callable[[Card], tuple[int, ...]]:
        """A key, highest for the best discard: by nearness, helpful cards to come, and points."""
        unseen = self.unseen()
        return lambda card: (
            -self.distance_without(card),
            count_cards(unseen, self.helpful_without(card)),
            self.rules.points(card),
        )


def daily_choice(view: DailyView, legal: DailyLegalActions, rng: Random) -> DailyAction:
    """Take the face-up card if it brings the phase nearer, and lay it as soon as it is there."""
    if view.stage is DailyStage.TAKE:
        return DailyTake(DailySide.UP if up_helps(view) else DailySide.DOWN)
    return legal.best_lay or Discard(_least_worth(_DailyDecision(view), rng))


def _least_worth(decision: _DailyDecision, rng: Random) -> Card:
    """Of the cards that leave the hand nearest, the one without which it is worth most."""
    unseen = decision.unseen()
    least_useful = decision.least_useful()
    futures = [Futures(decision.solver, decision.view.hand, unseen, rng) for _ in range(SAMPLES)]

    def worth(card: Card) -> tuple[float, ...]:
        held = decision.held_without(card)
        return (sum(future.chance(*held, FADING) for future in futures), *least_useful(card))

    return max(decision.nearest_without(decision.kinds)[1], key=worth)


def computers_hand(given: DailyDeal) -> DailyState:
    """The end of the computer's attempt, the same each time."""
    state = start(given)
    rng = Random(given.seed)  # noqa: S311  # play, not secrets
    while not state.over:
        state = apply(state, daily_choice(build_view(state), legal_actions(state), rng))
    return state


def find_deal(key: bytes, day: date) -> DailyDeal:
    """The deal of a date with its par, from the smallest counter that gives one in bounds."""
    for counter in count():
        candidate = deal(day, counter, derive_secret(key, day, counter))
        par = computers_hand(candidate).result
        if par is not None and FEWEST_PAR <= par <= MOST_PAR:
            return replace(candidate, par=par)
    raise AssertionError("counters do not end")
