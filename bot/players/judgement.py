"""The one judgement of a view: what colours, marks, hints and reviews call the best moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.cards.actions import Action, AnswerOffer, Discard, Draw, Source
from bot.cards.cards import Card
from bot.cards.engine import LegalActions
from bot.cards.marked_cards import fitting
from bot.cards.state import Stage
from bot.cards.views import PlayerView, drawn_card
from bot.cards.worth import Worth, compare_with_hidden

from .decision import Decision
from .hard import Hard

_HARD = Hard()


def clearly_best(view: PlayerView, legal: LegalActions) -> tuple[Action, ...]:
    """The legal actions better than all others; none if all are equal, or in another's turn."""
    if not view.my_turn or not legal:
        return ()
    best = best_actions(Decision(view, legal))
    return best if len(best) == 1 or len(best) < len([*legal]) else ()


def best_actions(decision: Decision) -> tuple[Action, ...]:
    """The legal actions that are about equal and better than all others; in milliseconds."""
    match decision.view.stage:
        case Stage.DRAW | Stage.OFFER:
            worths = {action: _worth(decision.view, action) for action in decision.legal.plain}
            most = max(worths.values())
            return tuple(action for action, worth in worths.items() if worth is most)
        case Stage.PLAY:
            return _best_plays(decision)
    return decision.legal.plain


def _worth(view: PlayerView, action: Action) -> Worth:
    sources = (Source.SAVE_PILE, Source.DISCARD_PILE)
    if action == AnswerOffer(take=True) or (isinstance(action, Draw) and action.source in sources):
        return compare_with_hidden(view, drawn_card(view, action))
    return Worth.EVEN


def _best_plays(decision: Decision) -> tuple[Action, ...]:
    """Lay first, then hit, set aside, and discard at last; the last card is discarded."""
    discards = [action for action in decision.legal.plain if isinstance(action, Discard)]
    if len(decision.view.hand) > 1 or not discards:
        ends = decision.view.rules.save_ends_turn
        save = _HARD.save(decision)
        if lay := _HARD.lay(decision):
            return (lay,)
        if decision.hits:
            return decision.hits
        if action := (decision.wild_hit or save) if ends else (save or decision.wild_hit):
            return (action,)
    kinds = _kept_from_next(decision, spare_kinds(decision))
    return tuple(action for action in discards if action.card in kinds)


def spare_kinds(decision: Decision) -> Sequence[Card]:
    """The kinds that the player can spare: not marked or missing, no Wild."""
    view = decision.view
    points = decision.rules.points
    if view.is_last_turn:
        most = max(map(points, decision.disposable))
        return [card for card in decision.disposable if points(card) == most]
    marks = zip(view.hand, fitting(view, view.hand), strict=True)
    unmarked = {card for card, fits in marks if not fits}
    spare = _unless_all(decision.disposable, lambda card: card not in unmarked)
    spare = _unless_all(spare, lambda card: card.is_wild)
    if decision.has_laid:
        return spare
    return _unless_all(spare, lambda card: card in decision.helpful)


def _kept_from_next(decision: Decision, kinds: Sequence[Card]) -> Sequence[Card]:
    """Those of some kinds that the next player cannot hit with."""
    taker = decision.taker
    if decision.view.is_last_turn or taker is None or not taker.groups:
        return kinds
    return _unless_all(kinds, decision.view.fits_table)


def _unless_all(kinds: Sequence[Card], bad: Callable[[Card], bool]) -> Sequence[Card]:
    return [card for card in kinds if not bad(card)] or kinds
