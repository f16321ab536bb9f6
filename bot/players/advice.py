"""Hints: the action that the hard computer player would choose, and one reason for it.

The reason comes from the numbers with which :class:`bot.players.hard.Hard` chooses: distances,
chances, gains of the next player and leaks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from bot.cards.actions import (
    Action,
    AnswerOffer,
    Declare,
    Discard,
    Draw,
    Hit,
    Lay,
    Save,
    Source,
)
from bot.cards.cards import SKIP, Card
from bot.cards.engine import LegalActions
from bot.cards.marked_cards import fitting
from bot.cards.views import PlayerView, SeatView

from .decision import Decision, HeldHand
from .hard import Hard, Weighed, helps


class Reason(StrEnum):
    """Why; in brackets the data of :class:`Advice` that belong to the reason."""

    NEAREST_PHASE = "nearest_phase"  # the hand needs few cards for the phase (number)
    COMPLETES = "completes"  # the card taken completes the phase
    # The card taken brings the phase a card nearer (number that are then missing).
    NEARER = "nearer"
    WIDENS = "widens"  # the card taken makes more of the cards to come useful
    CAN_BE_HIT = "can_be_hit"  # the card taken can be hit, now or as soon as the phase is down
    NO_NEARER = "no_nearer"  # the card not taken would not bring the phase nearer (card)
    # The card not taken helps little more than a hidden one, and taking it leaks (card).
    HIDES = "hides"
    FITS_NOTHING = "fits_nothing"  # the card not taken cannot be hit (card)
    ONLY_WAY = "only_way"  # nothing else can be done
    COUNTS_AT_ONCE = "counts_at_once"  # a phase counts as soon as it is laid
    KEEPS_WILDS = "keeps_wilds"  # the lay keeps Wilds for later (number)
    GOES_OUT = "goes_out"  # it leads to an empty hand in this very turn
    # It takes points off the hand (number), as many as any other card could.
    LOWERS_POINTS = "lowers_points"
    SAVED = "saved"  # a saved card counts no points and may be drawn later
    EXTRA_TURN = "extra_turn"  # the only other player loses a turn
    # A player loses a turn (seat). Why that one (number): the fewest cards of all whose phase is
    # down; the most phases; the fewest points; none of these.
    STOPS = "stops"
    MOST_PHASES = "most_phases"
    FEWEST_POINTS = "fewest_points"
    DELAYS = "delays"
    # Another card is kept back, of a number that the next player has taken (seat, card).
    COLLECTS = "collects"
    # Another card is kept back, which would help the next player more (seat, card).
    WITHHOLDS = "withholds"
    LEFT_LYING = "left_lying"  # the next player has discarded this number or did not take it (seat)
    # Another card would be discarded, but that would leak more about the hand (card).
    TELLS_LESS = "tells_less"
    NOT_NEEDED = "not_needed"  # the phase is no further away without it (number that are missing)
    LEAST_NEEDED = "least_needed"  # no other discard leaves a better chance to lay the phase
    LEAST_LOSS = "least_loss"  # other cards can be laid or hit more easily


@dataclass(frozen=True, slots=True)
class Advice:
    """An action of the hard computer player, its reason, and the data that the reason needs."""

    action: Action
    reason: Reason
    number: int = 0  # of cards, Wilds or points
    card: Card | None = None  # another card than the action's
    seat: int | None = None  # another player


def explain(view: PlayerView, legal: LegalActions, rng: Random) -> Advice:
    """The choice of the hard computer player for the viewer, whose turn it is, and its reason.

    There are two differences: of cards of equal use one that is not marked is discarded, and a
    Skip goes to the player nearest to going out.
    """
    decision, hard = Decision(view, legal), Hard()
    state = rng.getstate()
    action = hard.choose(view, legal, rng)
    if isinstance(action, Discard) and action.card is not SKIP:
        rng.setstate(state)
        return _discarded(decision, _unmarked(decision, action), hard.weighed(decision, rng))
    explained = _EXPLAINED.get(type(action))
    return explained(decision, action) if explained else Advice(action, Reason.ONLY_WAY)


def _unmarked(decision: Decision, action: Discard) -> Discard:
    """The same discard of an equal card that is not marked, where there is one."""
    hand = decision.view.hand
    if decision.has_laid or decision.view.my_phase is None:
        return action
    points = decision.rules.points
    worth = points(action.card), decision.held_without(action.card)
    unmarked = [
        card for card, fits in zip(hand, fitting(decision.view, hand), strict=True) if not fits
    ]
    equal = [card for card in unmarked if (points(card), decision.held_without(card)) == worth]
    return action if action.card in equal or not equal else replace(action, card=equal[0])


def _declared(decision: Decision, action: Declare) -> Advice:
    view = decision.view
    held = HeldHand(view.hand, view.phases[action.phase - 1], view.rules)
    return Advice(action, Reason.NEAREST_PHASE, number=held.distance)


def _offered(decision: Decision, action: AnswerOffer) -> Advice:
    card = decision.view.discard_pile[-1]
    return _taken(decision, action, card) if action.take else _left(decision, action, card)


def _drawn(decision: Decision, action: Draw) -> Advice:
    view = decision.view
    if action.source is Source.SAVE_PILE:
        return _taken(decision, action, action.card or view.saved[-1])
    if action.source is Source.DISCARD_PILE:
        return _taken(decision, action, view.discard_pile[-1])
    return (
        Advice(action, Reason.ONLY_WAY)
        if decision.top is None
        else _left(decision, action, decision.top)
    )


def _taken(decision: Decision, action: Action, card: Card) -> Advice:
    if len(decision.legal.plain) == 1:
        return Advice(action, Reason.ONLY_WAY)
    if decision.has_laid or not decision.distance:
        return Advice(action, Reason.CAN_BE_HIT)
    missing = decision.distance_with(card)
    if missing == 0:
        return Advice(action, Reason.COMPLETES)
    if missing < decision.distance:
        return Advice(action, Reason.NEARER, number=missing)
    return Advice(action, Reason.WIDENS)


def _left(decision: Decision, action: Action, card: Card) -> Advice:
    if decision.has_laid:
        reason = Reason.FITS_NOTHING
    else:
        reason = Reason.HIDES if helps(decision, card) else Reason.NO_NEARER
    return Advice(action, reason, card=card)


def _laid(decision: Decision, action: Lay) -> Advice:
    hand = list(decision.view.hand)
    for group in action.groups:
        for placed in group.cards:
            hand.remove(placed.held)
    if not hand and not decision.view.rules.out_by_discard:
        return Advice(action, Reason.GOES_OUT)
    wilds = sum(card.is_wild for card in hand)
    if wilds:
        return Advice(action, Reason.KEEPS_WILDS, number=wilds)
    return Advice(action, Reason.COUNTS_AT_ONCE)


def _hit(decision: Decision, action: Hit) -> Advice:
    if len(decision.hits) >= len(decision.view.hand) - 1:
        return Advice(action, Reason.GOES_OUT)
    return Advice(action, Reason.LOWERS_POINTS, number=decision.rules.points(action.card))


def _skipped(decision: Decision, action: Discard) -> Advice:
    if decision.stoppable is not None:
        action = replace(action, target=decision.stoppable.seat)
    if len(decision.view.hand) == 1:
        return Advice(action, Reason.GOES_OUT)
    if action.target is None:
        return Advice(action, Reason.LEAST_LOSS)
    target = decision.view.seats[action.target]
    if len(decision.others) == 1 and not decision.is_last_turn:
        return Advice(action, Reason.EXTRA_TURN, seat=target.seat)
    reason, number = _danger(decision, target)
    return Advice(action, reason, number=number, seat=target.seat)


def _danger(decision: Decision, target: SeatView) -> tuple[Reason, int]:
    """Why a Skip is played on this player rather than on another, and a number."""
    if target.groups:
        return Reason.STOPS, target.cards
    rivals = [seat for seat in decision.others if seat.seat != target.seat]
    phases = len(target.completed)
    if all(phases > len(seat.completed) for seat in rivals):
        return Reason.MOST_PHASES, phases
    if all(target.total < seat.total for seat in rivals):
        return Reason.FEWEST_POINTS, target.total
    return Reason.DELAYS, 0


def _discarded(decision: Decision, action: Discard, weighed: Sequence[Weighed]) -> Advice:
    best = next(option for option in weighed if option.card is action.card)
    if len(decision.view.hand) == 1:
        return Advice(action, Reason.GOES_OUT)
    if len(decision.kinds) == 1:
        return Advice(action, Reason.ONLY_WAY)
    return (
        _tells_less(action, weighed, best)
        or _kept_from_next(decision, action, weighed, best)
        or _for_points(decision, action)
        or _for_phase(decision, action, weighed, best)
        or Advice(action, Reason.LEAST_LOSS)
    )


def _tells_less(action: Discard, weighed: Sequence[Weighed], best: Weighed) -> Advice | None:
    """Whether another card would be discarded if leaks did not count."""
    open_handed = min(weighed, key=lambda option: replace(option, information_cost=0.0).key)
    if open_handed.information_cost <= best.information_cost:
        return None
    return Advice(action, Reason.TELLS_LESS, card=open_handed.card)


def _kept_from_next(
    decision: Decision, action: Discard, weighed: Sequence[Weighed], best: Weighed
) -> Advice | None:
    """Whether a card that the player needs less is withheld from the next player."""
    taker = decision.taker
    selfish = min(weighed, key=lambda option: option.own_cost)
    if taker is None or decision.is_last_turn or selfish.feeds <= best.feeds:
        return None
    numbers = {card.number for card in taker.taken if card.is_natural}
    reason = Reason.COLLECTS if selfish.card.number in numbers else Reason.WITHHOLDS
    return Advice(action, reason, card=selfish.card, seat=taker.seat)


def _for_points(decision: Decision, action: Discard) -> Advice | None:
    """Whether points decide: the phase is down, or this is the last turn."""
    if not (decision.has_laid or decision.is_last_turn):
        return None
    choice = [card for card in decision.disposable if not card.is_wild or card is action.card]
    dearest = max(map(decision.rules.points, choice))
    if decision.rules.points(action.card) < dearest:
        return None
    return Advice(action, Reason.LOWERS_POINTS, number=decision.rules.points(action.card))


def _for_phase(
    decision: Decision, action: Discard, weighed: Sequence[Weighed], best: Weighed
) -> Advice | None:
    if decision.has_laid or decision.is_last_turn:
        return None
    taker = decision.taker
    if taker is not None and not taker.groups:
        given_up = {card.number for card in (*taker.thrown, *taker.passed) if card.is_natural}
        if action.card.number in given_up and not best.feeds:
            return Advice(action, Reason.LEFT_LYING, seat=taker.seat)
    if decision.distance_without(action.card) == decision.distance:
        return Advice(action, Reason.NOT_NEEDED, number=decision.distance)
    if best.chance >= max(option.chance for option in weighed):
        return Advice(action, Reason.LEAST_NEEDED)
    return None


def _saved(_situation: Decision, action: Save) -> Advice:
    return Advice(action, Reason.SAVED)


_EXPLAINED: dict[type, Callable[..., Advice]] = {
    Declare: _declared,
    AnswerOffer: _offered,
    Draw: _drawn,
    Lay: _laid,
    Hit: _hit,
    Save: _saved,
    Discard: _skipped,
}
