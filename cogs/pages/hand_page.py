"""The message of a private hand, from a PlayerView: its text, buttons and menus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from discord import ButtonStyle

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Hit, Lay, Save, Source
from bot.cards.cards import Card, ordered
from bot.cards.distance import distance
from bot.cards.engine import LegalActions
from bot.cards.events import Event
from bot.cards.groups import Groups
from bot.cards.marked_cards import HandOrder, in_order
from bot.cards.state import Stage
from bot.cards.views import PlayerView
from bot.core.states import AnyAction
from bot.i18n import Translator
from bot.i18n.phrases import card_name, card_names, hit_name, numbered_phase, way_name
from bot.i18n.rulesets import length_names, title
from bot.players.judgement import clearly_best
from bot.seating import SeatRequest
from cogs.base.custom_ids import CustomId, Verb, discard_value, hit_value
from cogs.base.screens import (
    DANGER,
    IN_A_ROW,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Button,
    Drawing,
    Menu,
    Option,
    Part,
    Picture,
    Screen,
)
from cogs.base.text import HINTED, isolated, relative, small

from .card_buttons import (
    CardButton,
    TapEffect,
    all_hits,
    card_buttons,
    effect_of,
    only_hit,
    question,
    tap_uses,
    with_hint,
)
from .hand_text import (
    cards_kept,
    hand_as_text,
    hand_lines,
    question_text,
    ready_line,
    spared_lines,
)
from .table_page import state_id, with_table_parts

MOST_OPTIONS = 25
MOST_WAYS = 5  # other ways to lay a phase in the menu
MOST_PLACES = 5  # buttons for the places of a card; more places are in a menu
_OTHER_ORDER = {
    HandOrder.NUMBER: (HandOrder.COLOUR, "hand.sort_colour"),
    HandOrder.COLOUR: (HandOrder.NUMBER, "hand.sort_number"),
}
_LAYS = {Verb.LAY, Verb.HIT_ALL}  # below the cards, where no button is before a card is drawn
_DRAWS = {
    Source.DRAW_PILE: Verb.DRAW,
    Source.DISCARD_PILE: Verb.TAKE,
    Source.SAVE_PILE: Verb.TAKE_SAVED,
    Source.NONE: Verb.DRAW_NOTHING,
}


@dataclass(frozen=True)
class Aside:
    """An addition to a hand at one version of the game; the next version drops it."""

    version: int | None = None  # None stands for the version that is shown next
    notice: str = ""  # a sentence above the hand; next to the buttons if it is a hint
    asked: Card | None = None  # the card about which the player is asked
    hint: AnyAction | None = None  # the action that the player was advised, whose button is marked
    animation: Picture | None = None  # shown in place of the picture


NOTHING = Aside()


@dataclass(frozen=True)
class HandPage:
    """The message of a private hand, which offers all that is legal; its parts are methods."""

    words: Translator
    view: PlayerView
    legal: LegalActions
    order: HandOrder = HandOrder.NUMBER
    aside: Aside = NOTHING
    _: KW_ONLY
    news: Sequence[Event] = ()  # the newest public events, oldest first
    deadline: float | None = None  # in seconds since 1970
    awaited: Sequence[int] | None = None  # the seats that are not ready between hands
    may_take_back: bool = False
    private: bool = False  # whether there is no other message
    request: SeatRequest | None = None  # for a seat, if the player is the host

    def screen(self, drawing: Drawing | Picture | None = None) -> Screen:
        """Build the message, in milliseconds."""
        words = self.words
        rules = self.view.rules
        lines = self.lines()
        in_words = (*lines, *hand_as_text(words, self.view, self.order))
        screen = Screen.of(lines, *self._parts(), drawings=[drawing], in_words=in_words)
        if self.private and self.view.hand_number == 1:
            # There was no lobby to say it.
            begun = " · ".join([*length_names(words, rules), title(words, rules)])
            screen = screen.around(below=[small(begun)])
        return with_table_parts(
            screen, words, self.view, private=self.private, request=self.request
        )

    def lines(self) -> list[str]:
        """Return the text above the picture."""
        words = self.words
        view = self.view
        lines = []
        if self.aside.notice and self.aside.hint is None:
            lines.append(self.aside.notice)
        lines += hand_lines(words, view, self.legal, self.news, asked=bool(self._answers))
        if self.deadline is not None and view.stage is not Stage.DEAL and view.my_seat.playing:
            lines.append(small(words("hand.deadline", when=relative(self.deadline))))
        if self._is_ready:
            lines.append(ready_line(words, view, self.awaited or ()))
        if self._answers:
            lines.append(question_text(words, self._answers))
            lines += spared_lines(words, view, self._answers)
        return lines

    def _parts(self) -> Iterator[Part]:
        """List the parts below the picture."""
        if self.aside.notice and self.aside.hint is not None:
            yield self.aside.notice
        buttons = dict(self._buttons())
        first: Part = [button for verb, button in buttons.items() if verb not in _LAYS]
        last: list[Button] = []
        if self._answers:
            # One row in place of another: unless it wraps, no card gets under a second tap.
            first, last = self._answer_rows()
        yield first
        # What lays comes before the cards, which may be more than a phone shows.
        yield [button for verb, button in buttons.items() if verb in _LAYS]
        yield self._card_row()
        yield last
        yield from self._menus()

    @cached_property
    def _answers(self) -> Sequence[Hit | Discard]:
        """The actions that answer a question about a card, if there is one."""
        if self.aside.asked is None:
            return ()
        return question(self.view, self.legal, self.aside.asked)

    @cached_property
    def _best(self) -> Sequence[AnyAction]:
        return clearly_best(self.view, self.legal)

    @property
    def _is_between_hands(self) -> bool:
        return self.view.stage is Stage.DEAL and self.view.hand_number > 0

    @property
    def _is_ready(self) -> bool:
        is_known = self.awaited is not None and self.view.me not in self.awaited
        return self._is_between_hands and is_known

    def _id(self, verb: Verb, *args: str) -> CustomId:
        """Return the id of a control at this state; the last argument is the order of cards."""
        return state_id(self.view, verb, *args, self.order.value)

    # -- the buttons of a turn -------------------------------------------------------------

    def labels(self) -> dict[Verb, str]:
        """Return the labels of the buttons but for those of cards, in the order of a turn."""
        words = self.words
        view = self.view
        labels = dict(self._draw_labels())
        if self.legal.best_lay is not None:
            labels[Verb.LAY] = words("hand.lay")
        # A single hit is made by the button of its card.
        if any(isinstance(act, Hit) for act in self.legal.plain) and len(all_hits(view)) > 1:
            labels[Verb.HIT_ALL] = words("hand.hit_all")
        if self._is_between_hands and not self._is_ready:
            labels[Verb.HAND_READY] = words("table.ready")
        # In one row there is no place for both.
        takes_back_first = self.may_take_back and view.my_turn and view.stage is Stage.DRAW
        is_held = len(view.hand) > 1 and view.stage not in (Stage.DEAL, Stage.OVER)
        if is_held and not takes_back_first:
            labels[Verb.SORT] = words(_OTHER_ORDER[self.order][1])
        if view.my_turn:
            labels[Verb.HINT] = words("hints.button")
        if self.may_take_back:
            labels[Verb.TAKE_BACK] = words("hand.take_back")
        return labels

    def _draw_labels(self) -> Iterator[tuple[Verb, str]]:
        words = self.words
        view = self.view
        legal = self.legal
        sources = {action.source for action in legal.plain if isinstance(action, Draw)}
        if AnswerOffer(take=True) in legal.plain:
            yield Verb.ACCEPT, words("hand.take", card=card_name(words, view.discard_pile[-1]))
            yield Verb.DECLINE, words("hand.decline")
        if Source.DRAW_PILE in sources:
            yield Verb.DRAW, words("hand.draw")
        if Source.DISCARD_PILE in sources:
            yield Verb.TAKE, words("hand.take", card=card_name(words, view.discard_pile[-1]))
        if Draw(Source.SAVE_PILE) in legal.plain:
            yield Verb.TAKE_SAVED, words("hand.draw_saved", card=card_name(words, view.saved[-1]))
        if Source.NONE in sources:
            yield Verb.DRAW_NOTHING, words("hand.draw_nothing")

    def _coloured(self) -> Set[Verb]:
        """Return the buttons of the clearly best actions, or of the one that a hint advises."""
        if self.aside.hint is None:
            return _action_verbs(self._best)
        return _action_verbs([self.aside.hint]) - {Verb.HIT_ALL}

    def _buttons(self) -> Iterator[tuple[Verb, Button]]:
        coloured = self._coloured()
        for verb, label in self.labels().items():
            is_hinted = self.aside.hint is not None and verb in coloured
            shown = f"{label} {HINTED}" if is_hinted else label
            meaning = self._id(verb)
            if verb is Verb.SORT:
                meaning = state_id(self.view, verb, _OTHER_ORDER[self.order][0].value)
            style = _style(verb, is_coloured=verb in coloured)
            yield verb, Button(shown, meaning, style, emoji=self._face(verb))

    def _face(self, verb: Verb) -> str:
        """Return the face of the card that a button takes."""
        if verb is Verb.TAKE_SAVED:
            return self.words.face(self.view.saved[-1])
        if verb in (Verb.ACCEPT, Verb.TAKE):
            return self.words.face(self.view.discard_pile[-1])
        return ""

    # -- the cards -------------------------------------------------------------------------

    def cards(self) -> tuple[CardButton, ...]:
        """List the buttons of the cards; all have their places before one may be discarded."""
        view = self.view
        legal = self.legal
        if not view.my_turn or view.stage is Stage.DECLARE:
            return ()
        cards = in_order(view.hand, self.order)
        drawn = cards.index(view.drawn) if view.drawn in cards else None
        enabled = {action.card for action in legal.plain if isinstance(action, Discard)}
        uses = tap_uses(view, legal, cards)
        good = {action.card.held for action in self._best if isinstance(action, Hit | Discard)}
        # If every card fits, a tap asks, so that one of them can be discarded.
        asks = all(use is TapEffect.HIT for use in uses)
        buttons = (
            CardButton(
                card,
                use,
                drawn=at == drawn,
                enabled=card in enabled and card != self.aside.asked,
                hit=None if asks else only_hit(view, legal, card, use),
                best=card in good,
            )
            for at, (card, use) in enumerate(zip(cards, uses, strict=True))
        )
        return with_hint(tuple(buttons), self.aside.hint)

    def _card_row(self) -> list[Button]:
        def meaning(at: int, marked: CardButton) -> CustomId:
            if marked.hit is not None:
                return self._id(Verb.HIT, str(at), hit_value(marked.hit))
            if marked.advised is not None:
                return self._id(Verb.DISCARD_NOW, discard_value(marked.advised))
            return self._id(Verb.DISCARD, str(at), marked.card.code)

        return card_buttons(self.words, self.cards(), meaning)

    # -- the answers to a question ---------------------------------------------------------

    def _answer_rows(self) -> tuple[Part, list[Button]]:
        """Build the first row, and the last one, which answer a question; cards do so as well.

        A card that can be hit is hardly ever to be discarded, so that comes last and in grey. What
        a hint advises comes first.
        """
        answers = sorted(self._answers, key=lambda answer: not self._is_advised(answer))
        hits = [answer for answer in answers if isinstance(answer, Hit)]
        keep = Button(self.words("hand.keep_it"), self._id(Verb.SORT))
        style = SECONDARY if hits else DANGER
        discards = [
            self._discard_button(answer, style) for answer in answers if isinstance(answer, Discard)
        ]
        if len(hits) > MOST_PLACES:
            places = [
                (self._hit_label(hit), hit_value(hit), self.words.face(hit.card)) for hit in hits
            ]
            return _menu(self.words("hand.hit"), self._id(Verb.HIT), places), [keep, *discards]
        buttons = [self._hit_button(at, hit) for at, hit in enumerate(hits)]
        buttons += [keep, *discards] if hits else [*discards, keep]
        return buttons[:IN_A_ROW], buttons[IN_A_ROW:]

    def _is_advised(self, answer: Hit | Discard) -> bool:
        return effect_of(self.view, answer) == effect_of(self.view, self.aside.hint)

    def _hit_label(self, hit: Hit) -> str:
        label = hit_label(self.words, self.view, hit)
        return f"{label} {HINTED}" if self._is_advised(hit) else label

    def _hit_button(self, at: int, hit: Hit) -> Button:
        meaning = self._id(Verb.HIT, f"a{at}", hit_value(hit))
        return Button(self._hit_label(hit), meaning, SUCCESS)

    def _discard_button(self, discard: Discard, style: ButtonStyle) -> Button:
        label = self.words("hand.discard_it")
        if discard.target is not None:
            label = isolated(self.view.seats[discard.target].name)
        if self._is_advised(discard):
            label = f"{label} {HINTED}"
        meaning = self._id(Verb.DISCARD_NOW, discard_value(discard))
        return Button(label, meaning, style, emoji=self.words.face(discard.card))

    # -- the menus -------------------------------------------------------------------------

    def _menus(self) -> Iterator[Menu]:
        words = self.words
        plain = self.legal.plain
        saved = (act.card for act in plain if isinstance(act, Draw) and act.card)
        savable = (act.card for act in plain if isinstance(act, Save))
        ways = [*_other_ways(words, self.view, self.legal.ways_to_lay(1 + MOST_OPTIONS))]
        save = words("hand.save_last" if self.view.rules.save_ends_turn else "hand.save")
        if isinstance(self.aside.hint, Save):
            save = f"{save} {HINTED}"
        for verb, placeholder, options in (
            (Verb.DECLARE, words("hand.declare"), _phases(words, self.view, plain)),
            (Verb.TAKE_SAVED, words("hand.choose_saved"), _named_cards(words, saved)),
            (Verb.WAYS, words("hand.other_ways"), ways[:MOST_WAYS]),
            (Verb.SAVE, save, _savable(words, savable)),
        ):
            if options:
                yield _menu(placeholder, self._id(verb), options)


def _style(verb: Verb, *, is_coloured: bool) -> ButtonStyle:
    if verb is Verb.HAND_READY:
        return SUCCESS
    if not is_coloured:
        return SECONDARY
    return SUCCESS if verb in _LAYS else PRIMARY


def _menu(placeholder: str, meaning: CustomId, options: Sequence[Option]) -> Menu:
    return Menu(placeholder, meaning, tuple(options[:MOST_OPTIONS]))


def _other_ways(words: Translator, view: PlayerView, ways: Sequence[Groups]) -> Iterator[Option]:
    """List the ways that keep other cards than the ways before them, or let other ones be hit."""
    effects = set()
    for at, way in enumerate(ways):
        kept = cards_kept(view, way)
        hits = frozenset(card for card in kept if any(group.places_for(card) for group in way))
        effect = frozenset(kept.items()), hits
        if effect not in effects and at:
            cards = card_names(words, ordered(kept.elements()))
            name = way_name(words, way)
            about = words("hand.way_keeps", cards=cards)
            # Its place among all ways, as in menus of earlier versions.
            yield name, str(at - 1), words.face(way[0].cards[0]), about if kept else ""
        effects.add(effect)


def _phases(words: Translator, view: PlayerView, actions: Sequence[Action]) -> tuple[Option, ...]:
    """List the phases that may be declared: fewest missing cards first, then the largest phase."""
    open_phases = [action.phase for action in actions if isinstance(action, Declare)]
    lacking = {
        number: distance(view.hand, view.phases[number - 1], view.rules) for number in open_phases
    }
    best = sorted(open_phases, key=lambda n: (lacking[n], -view.phases[n - 1].size, -n))
    options = []
    for n in best:
        named = numbered_phase(words, n, view.phases[n - 1], view.rules)
        lacks = lacking[n]
        said = words.plural("hand.cards_missing", lacks) if lacks else words("hand.all_there")
        options.append((words("hand.declare_option", phase=named, missing=said), str(n)))
    return tuple(options)


def _named_cards(words: Translator, cards: Iterable[Card]) -> tuple[Option, ...]:
    return tuple((card_name(words, card), card.code, words.face(card)) for card in ordered(cards))


def _savable(words: Translator, cards: Iterable[Card]) -> tuple[Option, ...]:
    """List cards to be set aside; the first says what that is for."""
    options = _named_cards(words, cards)
    if not options:
        return ()
    first, *others = options
    return (*first, words("hand.save_why")), *others


def hit_label(words: Translator, view: PlayerView, hit: Hit) -> str:
    names = [isolated(seat.name) for seat in view.seats]
    return hit_name(words, hit, view.seats[hit.owner].groups[hit.group], names, view.me)


def _action_verbs(actions: Iterable[AnyAction]) -> Set[Verb]:
    """Return the buttons of actions; cards and menus have none, but for all hits together."""
    verbs = set()
    for action in actions:
        match action:
            case AnswerOffer(take=take):
                verbs.add(Verb.ACCEPT if take else Verb.DECLINE)
            case Draw(source=source):
                verbs.add(_DRAWS[source])
            case Lay():
                verbs.add(Verb.LAY)
            case Hit():
                verbs.add(Verb.HIT_ALL)
    return verbs
