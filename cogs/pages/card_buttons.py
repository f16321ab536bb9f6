"""The buttons of the cards in a hand: the effect of a tap, and when a question comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from discord import ButtonStyle

from bot.cards.actions import Discard, Hit
from bot.cards.cards import SKIP, WILD, Card
from bot.cards.engine import LegalActions
from bot.cards.hitting import best_hits, most_hits
from bot.cards.marked_cards import fitting
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.core.states import AnyAction
from bot.i18n import Translator
from bot.i18n.phrases import card_name
from cogs.base.custom_ids import CustomId
from cogs.base.screens import PRIMARY, SECONDARY, SUCCESS, Button
from cogs.base.text import HINTED

_NEW = "○"  # marks the card just drawn, as in the picture


class TapEffect(Enum):
    """The effect of a tap on a card, with its colour and the mark before the card's name."""

    DISCARD = PRIMARY, ""
    ASK = SECONDARY, "✓"
    HIT = SUCCESS, "+"
    GO_OUT = SUCCESS, ""

    def __init__(self, style: ButtonStyle, mark: str) -> None:
        # the mark says the same without colour
        self.style = style
        self.mark = mark


@dataclass(frozen=True)
class CardButton:
    """The button of a card in a hand."""

    card: Card
    use: TapEffect = TapEffect.DISCARD
    drawn: bool = False  # whether the card has just been drawn
    enabled: bool = False
    hit: Hit | None = None  # the hit of a tap, if there is just one
    best: bool = True  # whether the best action is a tap on it; others are grey
    hinted: bool = False  # whether a hint is about it
    advised: Discard | None = None  # by a hint; then a tap asks no question

    def label(self, words: Translator, face: str) -> str:
        """Return the name of the card if it has no face, and its marks."""
        name = "" if face else card_name(words, self.card)
        hint = HINTED if self.hinted else ""
        if self.use is TapEffect.GO_OUT:
            # Without a name the sentence has a gap.
            return " ".join([*words("hand.discard_last", card=name).split(), hint]).rstrip()
        new = _NEW if self.drawn else ""
        return " ".join(filter(None, (name, self.use.mark, new, hint)))


def tap_effects(fits: Iterable[bool], *, is_down: bool = False) -> list[TapEffect]:
    """Return the effects of taps on cards that fit the phase or not; if it ``is_down``, the table.

    A tap on a card that fits the phase asks first; the phase does not need the others.
    """
    fitting_use = TapEffect.HIT if is_down else TapEffect.ASK
    return [fitting_use if fit else TapEffect.DISCARD for fit in fits]


def all_hits(view: PlayerView) -> tuple[Hit, ...]:
    """Return the hits of one click on Hit all.

    Wilds are kept while number cards can be hit. If going out requires a discard, a card is kept
    for it, so that nobody floats by accident.
    """
    return best_hits_of(view)[: len(view.hand) - view.rules.out_by_discard]


def best_hits_of(view: PlayerView) -> tuple[Hit, ...]:
    tables = [seat.groups for seat in view.seats]
    return best_hits(view.hand, tables, view.rules) or most_hits(view.hand, tables)


def discards(legal: LegalActions, card: Card) -> tuple[Discard, ...]:
    """Return the ways in which a card may be discarded now: one, or one for each target."""
    possible = (action for action in legal.plain if isinstance(action, Discard))
    return tuple(discard for discard in possible if discard.card is card)


def legal_hits(view: PlayerView, legal: LegalActions, card: Card) -> tuple[Hit, ...]:
    """Return the hits with a card, one for each effect; they differ in the run that gets longer."""
    hits: dict[object, Hit] = {}
    for action in legal.plain:
        if isinstance(action, Hit) and action.card.held is card:
            hits.setdefault(effect_of(view, action), action)
    return tuple(hits.values())


def effect_of(view: PlayerView, action: AnyAction | None) -> object:
    """Return the effect of an action; hits that extend equal runs have the same."""
    if not isinstance(action, Hit):
        return action
    group = view.seats[action.owner].groups[action.group]
    run = (group.low, group.high, group.colour, action.card) if group.is_run else None
    return action.card.held, run


def question(view: PlayerView, legal: LegalActions, card: Card) -> tuple[Hit | Discard, ...]:
    """Return what to choose from before something is done with a card; empty if none is asked.

    Nobody throws away a Wild, a card of the phase or one that could be hit by accident. A Skip asks
    if there are several targets, or an opponent cannot be a target.
    """
    ways = discards(legal, card)
    if len(view.hand) == 1:
        return ways if len(ways) > 1 else ()
    hits = legal_hits(view, legal, card)
    asks = card is WILD or (card is SKIP and spared(view)) or _is_needed(view, card)
    return (*hits, *ways) if hits or len(ways) > 1 or (ways and asks) else ()


def _is_needed(view: PlayerView, card: Card) -> bool:
    # Of equal cards one may be left over.
    fits = zip(view.hand, fitting(view, view.hand), strict=True)
    return not view.my_seat.groups and all(fit for held, fit in fits if held is card)


def spared(view: PlayerView) -> list[SeatView]:
    """List the opponents whom a Skip cannot target now."""
    others = (seat for seat in view.seats if seat.seat != view.me)
    return [seat for seat in others if seat.playing and not seat.out and not seat.can_be_skipped]


def tap_uses(view: PlayerView, legal: LegalActions, cards: Sequence[Card]) -> list[TapEffect]:
    """Return the effects of taps on these cards of the hand."""
    if view.may_go_out:
        return [TapEffect.GO_OUT]
    is_down = bool(view.my_seat.groups)
    if is_down and view.stage is Stage.PLAY:
        # The rules may forbid to hit a card that fits.
        return tap_effects((bool(legal_hits(view, legal, card)) for card in cards), is_down=True)
    return tap_effects(fitting(view, cards), is_down=is_down)


def only_hit(view: PlayerView, legal: LegalActions, card: Card, use: TapEffect) -> Hit | None:
    """Return the hit of a tap on a card; None if it does not hit, or asks where."""
    if use is not TapEffect.HIT:
        return None
    hits = legal_hits(view, legal, card)
    return hits[0] if len(hits) == 1 else None


def with_hint(cards: tuple[CardButton, ...], action: AnyAction | None) -> tuple[CardButton, ...]:
    """Mark a button of the card that is to be hit or discarded; all others are grey."""
    if action is None:
        return cards
    cards = tuple(replace(button, best=False) for button in cards)
    if not isinstance(action, Hit | Discard):
        return cards
    places = [at for at, button in enumerate(cards) if button.card is action.card.held]
    if not places:
        return cards
    # Of equal cards one that is not marked.
    at = next((at for at in places if cards[at].use is not TapEffect.ASK), places[0])
    hinted = replace(cards[at], hinted=True, best=True)
    if isinstance(action, Discard) and hinted.use is TapEffect.ASK and action.card is not WILD:
        hinted = replace(hinted, use=TapEffect.DISCARD, advised=action)
    return (*cards[:at], hinted, *cards[at + 1 :])


def card_buttons(
    words: Translator, cards: Sequence[CardButton], meaning: Callable[[int, CardButton], CustomId]
) -> list[Button]:
    """Build a button for each card, in the order of the picture, with the id of ``meaning``."""
    buttons = []
    for at, marked in enumerate(cards):
        face = words.face(marked.card)
        label = marked.label(words, face)
        meant = meaning(at, marked)
        style = marked.use.style if marked.best else SECONDARY
        disabled = not marked.enabled
        buttons.append(Button(label, meant, style, emoji=face, disabled=disabled))
    return buttons
