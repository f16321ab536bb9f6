"""Hints: the best action of a view, and one reason for it.

The reason comes from the numbers with which :class:`bot.players.hard.Hard` chooses among actions
that are about equal: distances, gains of the next player and leaks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from random import Random

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Hit, Lay, Save, Source
from bot.cards.cards import SKIP, Card
from bot.cards.distance import HeldHand
from bot.cards.engine import LegalActions
from bot.cards.marked_cards import fitting
from bot.cards.phases import GroupKind
from bot.cards.views import PlayerView, SeatView, count_cards
from bot.cards.worth import Worth, compare_with_hidden

from .decision import Decision
from .hard import Hard, Weighed, reach
from .judgement import best_actions, spare_kinds


class Reason(StrEnum):
    """Why; in brackets the data of :class:`Advice` that belong to the reason."""

    NEAREST_PHASE = "nearest_phase"  # the hand needs few cards for the phase (number)
    COMPLETES = "completes"  # the card taken completes the phase
    NEARER = "nearer"  # the card taken brings the phase nearer (number that are then missing)
    WIDENS = "widens"  # the card taken makes more of the cards to come useful
    CAN_BE_HIT = "can_be_hit"  # the card taken can be hit, now or as soon as the phase is down
    NO_NEARER = "no_nearer"  # the card not taken would not bring the phase nearer (card)
    # The card not taken makes others useful, but hidden ones bring the phase nearer (card, number).
    AS_GOOD = "as_good"
    NOT_NEEDED = "not_needed"  # the hand holds the phase without the card not taken (card)
    FITS_NOTHING = "fits_nothing"  # the card not taken cannot be hit (card)
    NOT_TAKEN = "not_taken"  # the top discard may not be taken (card)
    NO_DISCARD = "no_discard"  # no discard lies there
    ONLY_WAY = "only_way"  # nothing else can be done
    COUNTS_AT_ONCE = "counts_at_once"  # a phase counts as soon as it is laid
    KEEPS_WILDS = "keeps_wilds"  # the lay keeps Wilds for later (number)
    GOES_OUT = "goes_out"  # it leads to an empty hand in this very turn
    LOWERS_POINTS = "lowers_points"  # the hit takes points off the hand (number)
    SAVED = "saved"  # a saved card counts no points and may be drawn later
    EXTRA_TURN = "extra_turn"  # the only other player loses a turn
    # A player loses a turn (seat). Why that one (number): the fewest cards of all whose phase is
    # down; the most phases; the fewest points; none of these.
    STOPS = "stops"
    MOST_PHASES = "most_phases"
    FEWEST_POINTS = "fewest_points"
    DELAYS = "delays"
    COLLECTS = "collects"  # the next player has taken the number of another card (seat, card)
    WITHHOLDS = "withholds"  # another card would help the next player more (seat, card)
    LEFT_LYING = "left_lying"  # the next player has discarded this number or did not take it (seat)
    TELLS_LESS = "tells_less"  # another card would leak more about the hand (card)
    ONLY_SPARE = "only_spare"  # every other card is needed
    DEAREST = "dearest"  # no other card that may go costs as many points (number)
    FEW_TO_COME = "few_to_come"  # the fewest cards of its number can still come (number)
    NEARER_A_RUN = "nearer_a_run"  # another card is nearer to a run on the table (card)
    LEAVES_MORE = "leaves_more"  # more unseen cards help than after any other discard (number)
    EQUAL = "equal"  # neither this nor another card is of use (card)
    LEAST_LOSS = "least_loss"  # other cards can be laid or hit more easily


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, its reason, and the data that the reason needs."""

    action: Action
    reason: Reason
    number: int = 0  # of cards, Wilds or points
    card: Card | None = None  # another card than the action's
    seat: int | None = None  # another player


def advise(view: PlayerView, legal: LegalActions) -> Advice:
    """The hint for a view, always the same.

    >>> from bot.cards.actions import DealHand
    >>> from bot.cards.engine import apply, legal_actions, new_game
    >>> from bot.cards.rulesets import CLASSIC
    >>> from bot.cards.views import view_for
    >>> game = new_game("example", CLASSIC, ("Ada", "Ben"), secret=bytes(range(32)))
    >>> dealt = apply(game, DealHand()).state
    >>> advice = advise(view_for(dealt, dealt.turn), legal_actions(dealt))
    >>> advice.action.source.value, advice.reason.value
    ('discard_pile', 'completes')
    """
    return explain(view, legal, Random(f"{view.game_id} {view.version}"))  # noqa: S311  # play


def explain(view: PlayerView, legal: LegalActions, rng: Random) -> Advice:
    """The best action for the viewer, whose turn it is, and its reason.

    Of several actions that :func:`best_actions` holds about equal, it is the choice of the hard
    computer player; but a Skip goes to the player nearest to going out.
    """
    decision = Decision(view, legal)
    hard = Hard()
    best = best_actions(decision)
    if isinstance(best[0], Discard):
        kinds = {action.card for action in best if isinstance(action, Discard)}
        weighed = [each for each in hard.weighed(decision, rng) if each.card in kinds]
        action = hard.thrown(decision, weighed[0])
        if isinstance(action, Discard) and action.card is not SKIP:
            return _discarded(decision, action, weighed)
    else:
        action = best[0] if len(best) == 1 else hard.choose(view, legal, rng)
        action = action if action in best else best[0]
    explained = _EXPLAINED.get(type(action))
    return explained(decision, action) if explained else Advice(action, Reason.ONLY_WAY)


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
    if decision.top is not None:
        return _left(decision, action, decision.top)
    if action.source is Source.NONE:
        return Advice(action, Reason.ONLY_WAY)
    if not view.discard_pile:
        return Advice(action, Reason.NO_DISCARD)
    return Advice(action, Reason.NOT_TAKEN, card=view.discard_pile[-1])


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
        return Advice(action, Reason.FITS_NOTHING, card=card)
    if not decision.distance:
        return Advice(action, Reason.NOT_NEEDED, card=card)
    if compare_with_hidden(decision.view, card) is Worth.EVEN:
        nearer = count_cards(decision.unseen, decision.helpful)
        return Advice(action, Reason.AS_GOOD, number=nearer, card=card)
    return Advice(action, Reason.NO_NEARER, card=card)


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
    if len(decision.others) == 1 and not decision.view.is_last_turn:
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
    """Why this card of all that may go; ``weighed`` has those, the best first."""
    best, *others = weighed
    if len(decision.view.hand) == 1:
        return Advice(action, Reason.GOES_OUT)
    if len(decision.kinds) == 1:
        return Advice(action, Reason.ONLY_WAY)
    if not others:
        return _only_one(decision, action)
    return (
        _tells_less(action, weighed, best)
        or _kept_from_next(decision, action, weighed, best)
        or _left_lying(decision, action, best)
        or _dearest(decision, action, [each.card for each in weighed])
        or _leaves_more(decision, action, others)
        or _for_phase(decision, action, others)
        or _on_table(decision, action, others)
    )


def _only_one(decision: Decision, action: Discard) -> Advice:
    """Why no other card may go."""
    kept = [card for card in spare_kinds(decision) if card is not action.card]
    if kept and decision.taker is not None:
        return _withheld(action, kept[0], decision.taker)
    # The last turn leaves only the dearest card.
    return _dearest(decision, action, decision.kinds) or Advice(action, Reason.ONLY_SPARE)


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
    if taker is None or decision.view.is_last_turn or selfish.feeds <= best.feeds:
        return None
    return _withheld(action, selfish.card, taker)


def _withheld(action: Discard, kept: Card, taker: SeatView) -> Advice:
    numbers = {card.number for card in taker.taken if card.is_natural}
    reason = Reason.COLLECTS if kept.number in numbers else Reason.WITHHOLDS
    return Advice(action, reason, card=kept, seat=taker.seat)


def _left_lying(decision: Decision, action: Discard, best: Weighed) -> Advice | None:
    taker = decision.taker
    if decision.has_laid or taker is None or taker.groups or best.feeds:
        return None
    given_up = {card.number for card in (*taker.discarded, *taker.declined) if card.is_natural}
    if action.card.number not in given_up:
        return None
    return Advice(action, Reason.LEFT_LYING, seat=taker.seat)


def _dearest(decision: Decision, action: Discard, kinds: Sequence[Card]) -> Advice | None:
    """Whether the card costs more points than any other of these."""
    points = decision.rules.points
    others = [points(card) for card in kinds if card is not action.card and not card.is_wild]
    if others and points(action.card) <= max(others):
        return None
    return Advice(action, Reason.DEAREST, number=points(action.card))


def _for_phase(decision: Decision, action: Discard, others: Sequence[Weighed]) -> Advice | None:
    """Whether fewer cards like this one can come than like any other that may go."""
    phase = None if decision.has_laid else decision.view.my_phase
    if phase is None or all(group.kind is not GroupKind.SET for group in phase.groups):
        return None

    def like_it(card: Card) -> int:
        return sum(many for kind, many in decision.unseen.items() if kind.number == card.number)

    left = like_it(action.card)
    rivals = [other.card for other in others if other.card.is_natural]
    if not action.card.is_natural or any(like_it(card) <= left for card in rivals):
        return None
    return Advice(action, Reason.FEW_TO_COME, number=left)


def _leaves_more(decision: Decision, action: Discard, others: Sequence[Weighed]) -> Advice | None:
    """Whether more unseen cards help after it than after any other that may go."""
    if decision.has_laid or decision.view.is_last_turn or not decision.distance:
        return None

    def helping(card: Card) -> int:
        return count_cards(decision.unseen, decision.helpful_without(card))

    most = helping(action.card)
    if any(helping(other.card) >= most for other in others):
        return None
    return Advice(action, Reason.LEAVES_MORE, number=most)


def _on_table(decision: Decision, action: Discard, others: Sequence[Weighed]) -> Advice:
    """Whether another card is nearer to a run on the table, or another one is of no use either."""
    nearest = max((other.card for other in others), key=partial(reach, decision))
    if decision.has_laid and reach(decision, nearest) > reach(decision, action.card):
        return Advice(action, Reason.NEARER_A_RUN, card=nearest)
    marks = zip(decision.view.hand, fitting(decision.view, decision.view.hand), strict=True)
    used = {card for card, fits in marks if fits}
    equal = next((other.card for other in others if other.card not in used), None)
    if equal is None or action.card in used:
        return Advice(action, Reason.LEAST_LOSS)
    return Advice(action, Reason.EQUAL, card=equal)


_EXPLAINED: dict[type, Callable[..., Advice]] = {
    Declare: _declared,
    AnswerOffer: _offered,
    Draw: _drawn,
    Lay: _laid,
    Hit: _hit,
    Save: lambda _, action: Advice(action, Reason.SAVED),
    Discard: _skipped,
}
