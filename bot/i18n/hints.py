"""Hints in words: the move of a strong computer player, and its reason."""

from __future__ import annotations

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Hit, Lay, Save, Source
from bot.cards.cards import Card
from bot.cards.engine import LegalActions
from bot.cards.views import PlayerView
from bot.players.advice import Advice, Reason, advise

from .catalogue import Translator
from .phrases import card_shown, full_way_name, hit_name

_COUNTED = {
    Reason.NEAREST_PHASE,
    Reason.NEARER,
    Reason.AS_GOOD,
    Reason.LEAVES_MORE,
    Reason.KEEPS_WILDS,
    Reason.LOWERS_POINTS,
    Reason.DEAREST,
    Reason.STOPS,
}
"""Reasons whose sentence has plural forms."""


def hint(words: Translator, view: PlayerView, legal: LegalActions) -> tuple[str, Action]:
    """Return a move with its reason, and the action, always alike; takes up to 0.2 s."""
    advice = advise(view, legal)
    return words("hints.hint", **advice_parts(words, view, advice)), advice.action


def advice_parts(words: Translator, view: PlayerView, advice: Advice) -> dict[str, str]:
    """Say an action in the imperative, ``discard Red 5``, and its ``reason``."""
    action = _action(words, view, advice.action)
    return {"action": action, "reason": _why(words, view, advice)}


def _action(words: Translator, view: PlayerView, action: Action) -> str:
    match action:
        case Declare(phase=number):
            return words("hints.action.declare", number=number)
        case AnswerOffer(take=True):
            return words("hints.action.take", card=card_shown(words, view.discard_pile[-1]))
        case AnswerOffer():
            return words("hints.action.decline")
        case Draw(source=source, card=card):
            return _draw(words, view, source, card)
        case _:
            return _play(words, view, action)


def _play(words: Translator, view: PlayerView, action: Action) -> str:
    names = [seat.name for seat in view.seats]
    match action:
        case Lay(groups=groups):
            return words("hints.action.lay", way=full_way_name(words, groups))
        case Hit():
            group = view.seats[action.owner].groups[action.group]
            hit = hit_name(words, action, group, names, view.me)
            return words("hints.action.hit", hit=hit)
        case Save(card=card):
            return words("hints.action.save", card=card_shown(words, card))
        case Discard(target=int(target)):
            return words("hints.action.skip", name=names[target])
        case Discard(card=card):
            return words("hints.action.discard", card=card_shown(words, card))
    raise AssertionError(f"no words for {action}")


def _draw(words: Translator, view: PlayerView, source: Source, card: Card | None) -> str:
    match source:
        case Source.DISCARD_PILE:
            return words("hints.action.take", card=card_shown(words, view.discard_pile[-1]))
        case Source.SAVE_PILE:
            return words("hints.action.save_pile", card=card_shown(words, card or view.saved[-1]))
        case _:
            return words(f"hints.action.{source}")


def _why(words: Translator, view: PlayerView, advice: Advice) -> str:
    if advice.reason is Reason.NEAREST_PHASE and not advice.number:
        return words("hints.reason.holds_phase")
    if advice.reason is Reason.CAN_BE_HIT and view.my_seat.groups:
        return words("hints.reason.can_hit")
    key = f"hints.reason.{advice.reason}"
    card = "" if advice.card is None else card_shown(words, advice.card)
    if advice.reason in _COUNTED:
        return words.plural(key, advice.number, card=card)
    name = "" if advice.seat is None else view.seats[advice.seat].name
    return words(key, number=words.number(advice.number), card=card, name=name)
