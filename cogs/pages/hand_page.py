"""The message of a private hand, from a PlayerView: its text, buttons and menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum

from discord import ButtonStyle

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Hit, Lay, Save, Source
from bot.cards.cards import SKIP, WILD, Card, ordered
from bot.cards.distance import distance
from bot.cards.engine import LegalActions
from bot.cards.events import Event
from bot.cards.groups import Groups
from bot.cards.hitting import best_hits, most_hits
from bot.cards.marked_cards import HandOrder, fitting, in_order
from bot.cards.rulesets import SkipRule
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.core.states import AnyAction
from bot.i18n import Translator
from bot.i18n.alt import hand_sentences, short_text
from bot.i18n.endings import how_it_ended
from bot.i18n.news import last_round, news_since_turn
from bot.i18n.phrases import (
    card_name,
    card_names,
    card_shown,
    hit_name,
    missing,
    numbered_phase,
    way_name,
    with_you,
)
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
from cogs.base.text import HINTED, all_escaped, bold, escaped, isolated, relative, small, with_names

from .table_page import state_id, with_table_parts

MOST_OPTIONS = 25
MOST_WAYS = 5  # other ways to lay a phase in the menu
LONGEST_TABLE = 1500  # characters of a hand's text about the cards and the rest of the table
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
_NEW = "○"  # marks the card just drawn, as in the picture
MOST_PLACES = 5  # buttons for the places of a card; more places are in a menu


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
    hit: Hit | None = None  # what a tap does, if it hits and there is no choice
    best: bool = True  # whether the best action is a tap on it; others are grey
    hinted: bool = False  # whether a hint is about it
    advised: Discard | None = None  # what a hint advises, which is not asked about

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
    """Return the effects of taps on cards that fit the phase or not, or the table if it is down.

    A card that fits the phase asks; without another card the phase is no farther away.
    """
    fitting_use = TapEffect.HIT if is_down else TapEffect.ASK
    return [fitting_use if fit else TapEffect.DISCARD for fit in fits]


@dataclass(frozen=True)
class Aside:
    """An addition to a hand at one version of the game; the next version drops it."""

    version: int | None = None  # None stands for the version that is shown next
    notice: str = ""  # a sentence above the hand; next to the buttons if it is a hint
    asked: Card | None = None  # the card about which the player is asked
    hint: AnyAction | None = None  # the action that the player was advised, whose button is marked
    animation: Picture | None = None  # what is shown in place of the picture


NOTHING = Aside()


def all_hits(view: PlayerView) -> tuple[Hit, ...]:
    """Return the hits of one click on Hit all.

    Wilds are kept while number cards can be hit. If going out requires a discard, a card is kept
    for it, so that nobody floats by accident.
    """
    return _best_hits(view)[: len(view.hand) - view.rules.out_by_discard]


def _best_hits(view: PlayerView) -> tuple[Hit, ...]:
    tables = [seat.groups for seat in view.seats]
    return best_hits(view.hand, tables, view.rules) or most_hits(view.hand, tables)


def discards(legal: LegalActions, card: Card) -> tuple[Discard, ...]:
    """Return the ways in which a card may be discarded now: one, or one for each target."""
    possible = (action for action in legal.plain if isinstance(action, Discard))
    return tuple(discard for discard in possible if discard.card is card)


def legal_hits(view: PlayerView, legal: LegalActions, card: Card) -> tuple[Hit, ...]:
    """Return the hits with a card, one for each effect: what differs is which run gets longer."""
    hits: dict[object, Hit] = {}
    for action in legal.plain:
        if isinstance(action, Hit) and action.card.held is card:
            hits.setdefault(_effect(view, action), action)
    return tuple(hits.values())


def _effect(view: PlayerView, action: AnyAction | None) -> object:
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
    asks = card is WILD or (card is SKIP and _spared(view)) or _is_needed(view, card)
    return (*hits, *ways) if hits or len(ways) > 1 or (ways and asks) else ()


def _is_needed(view: PlayerView, card: Card) -> bool:
    # Of equal cards one may be left over.
    fits = zip(view.hand, fitting(view, view.hand), strict=True)
    return not view.my_seat.groups and all(fit for held, fit in fits if held is card)


def hand_screen(  # noqa: PLR0913  # all that the message depends on
    words: Translator,
    view: PlayerView,
    legal: LegalActions,
    deadline: float | None = None,
    *,
    awaited: Sequence[int] | None = None,
    may_take_back: bool = False,
    order: HandOrder = HandOrder.NUMBER,
    aside: Aside = NOTHING,
    news: Sequence[Event] = (),
    drawing: Drawing | Picture | None = None,
    private: bool = False,
    request: SeatRequest | None = None,
) -> Screen:
    """Build the message of a private hand, which offers all that is legal; takes milliseconds.

    The deadline is in seconds since 1970. ``awaited`` are the seats that are not ready between
    hands, ``news`` are the newest public events, oldest first. At a ``private`` table there is no
    other message; a ``request`` for a seat is shown to the host.
    """
    answers = question(view, legal, aside.asked) if aside.asked is not None else ()
    lines = [*_hand_lines(words, view, legal, deadline, news, asked=bool(answers))]
    if _is_ready(view, awaited):
        lines.append(_ready(words, view, awaited or ()))
    if answers:
        lines += [question_text(words, answers), *_spared_lines(words, view, answers)]
    notice = [aside.notice] if aside.notice else []
    lines, advice = ([*notice, *lines], []) if aside.hint is None else (lines, notice)
    labels = button_labels(words, view, legal, order, awaited)
    if may_take_back:
        if view.my_turn and view.stage is Stage.DRAW:
            # One row has no place for both.
            labels.pop(Verb.SORT, None)
        labels[Verb.TAKE_BACK] = words("hand.take_back")
    coloured = _action_verbs(clearly_best(view, legal))
    if aside.hint is not None:
        coloured = _action_verbs([aside.hint]) - {Verb.HIT_ALL}
        labels |= {verb: f"{labels[verb]} {HINTED}" for verb in coloured & labels.keys()}
    buttons = dict(_buttons(words, view, labels, order, coloured))
    lays = [button for verb, button in buttons.items() if verb in _LAYS]
    first: Part = [button for verb, button in buttons.items() if verb not in _LAYS]
    last: list[Button] = []
    if answers:
        # One row in place of another: unless it wraps, no card gets under a second tap.
        first, last = _answers(words, view, answers, order, aside.hint)
    cards = _with_hint(hand_cards(view, legal, order, aside.asked), aside.hint)
    # What lays comes before the cards, which may be more than a phone shows.
    rows = (first, lays, _card_buttons(words, view, cards, order), last)
    menus = _menus(words, view, legal, order, aside.hint)
    parts = *advice, *rows, *menus
    in_words = (*lines, *hand_as_text(words, view, order))
    screen = Screen.of(lines, *parts, drawings=[drawing], in_words=in_words)
    if private and view.hand_number == 1:
        # There was no lobby to say it.
        begun = " · ".join([*length_names(words, view.rules), title(words, view.rules)])
        screen = screen.around(below=[small(begun)])
    return with_table_parts(screen, words, view, private=private, request=request)


# -- the buttons ---------------------------------------------------------------------------


def button_labels(
    words: Translator,
    view: PlayerView,
    legal: LegalActions,
    order: HandOrder = HandOrder.NUMBER,
    awaited: Sequence[int] | None = None,
) -> dict[Verb, str]:
    """Return the labels of the buttons but for those of cards, in the order of a turn."""
    labels = dict(_draw_labels(words, view, legal))
    if legal.best_lay is not None:
        labels[Verb.LAY] = words("hand.lay")
    # A single hit is made by the button of its card.
    if any(isinstance(action, Hit) for action in legal.plain) and len(all_hits(view)) > 1:
        labels[Verb.HIT_ALL] = words("hand.hit_all")
    if _is_between_hands(view) and not _is_ready(view, awaited):
        labels[Verb.HAND_READY] = words("table.ready")
    if len(view.hand) > 1 and view.stage not in (Stage.DEAL, Stage.OVER):
        labels[Verb.SORT] = words(_OTHER_ORDER[order][1])
    if view.my_turn:
        labels[Verb.HINT] = words("hints.button")
    return labels


def _is_between_hands(view: PlayerView) -> bool:
    return view.stage is Stage.DEAL and view.hand_number > 0


def _is_ready(view: PlayerView, awaited: Sequence[int] | None) -> bool:
    return _is_between_hands(view) and awaited is not None and view.me not in awaited


def _draw_labels(
    words: Translator, view: PlayerView, legal: LegalActions
) -> Iterator[tuple[Verb, str]]:
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


def _buttons(
    words: Translator,
    view: PlayerView,
    labels: Mapping[Verb, str],
    order: HandOrder,
    coloured: Set[Verb],
) -> Iterator[tuple[Verb, Button]]:
    for verb, label in labels.items():
        piles = {Verb.TAKE_SAVED: view.saved}
        piles |= dict.fromkeys((Verb.ACCEPT, Verb.TAKE), view.discard_pile)
        face = words.face(piles[verb][-1]) if verb in piles else ""
        style = SUCCESS if verb in _LAYS else PRIMARY
        if verb is Verb.HAND_READY:
            style = SUCCESS
        elif verb not in coloured:
            style = SECONDARY
        meant = _OTHER_ORDER[order][0] if verb is Verb.SORT else order
        yield verb, Button(label, state_id(view, verb, meant.value), style, emoji=face)


# -- the menus -----------------------------------------------------------------------------


def _menus(
    words: Translator,
    view: PlayerView,
    legal: LegalActions,
    order: HandOrder,
    hint: AnyAction | None,
) -> Iterator[Menu]:
    saved = (act.card for act in legal.plain if isinstance(act, Draw) and act.card)
    savable = (act.card for act in legal.plain if isinstance(act, Save))
    ends = view.rules.save_ends_turn
    ways = [*_other_ways(words, view, legal.ways_to_lay(1 + MOST_OPTIONS))]
    for verb, placeholder, options in (
        (Verb.DECLARE, "hand.declare", _phases(words, view, legal.plain)),
        (Verb.TAKE_SAVED, "hand.choose_saved", _named_cards(words, saved)),
        (Verb.WAYS, "hand.other_ways", ways[:MOST_WAYS]),
        (Verb.SAVE, "hand.save_last" if ends else "hand.save", _savable(words, savable)),
    ):
        if options:
            label = words(placeholder)
            if verb is Verb.SAVE and isinstance(hint, Save):
                label = f"{label} {HINTED}"
            yield _menu(label, state_id(view, verb, order.value), options)


def _menu(placeholder: str, meaning: CustomId, options: Sequence[Option]) -> Menu:
    return Menu(placeholder, meaning, tuple(options[:MOST_OPTIONS]))


def _other_ways(words: Translator, view: PlayerView, ways: Sequence[Groups]) -> Iterator[Option]:
    """List the ways that keep other cards than the ways before them, or let other ones be hit."""
    effects = set()
    for at, way in enumerate(ways):
        kept = _kept(view, way)
        hits = frozenset(card for card in kept if any(group.places_for(card) for group in way))
        effect = frozenset(kept.items()), hits
        if effect not in effects and at:
            cards = card_names(words, ordered(kept.elements()))
            name = way_name(words, way)
            about = words("hand.way_keeps", cards=cards)
            # Its place among all ways, as in menus of earlier versions.
            yield name, str(at - 1), words.face(way[0].cards[0]), about if kept else ""
        effects.add(effect)


def _kept(view: PlayerView, way: Groups) -> Counter[Card]:
    return Counter(view.hand) - Counter(card.held for group in way for card in group.cards)


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
    return tuple((*each, words("hand.save_why")) for each in options[:1]) + options[1:]


def hit_label(words: Translator, view: PlayerView, hit: Hit) -> str:
    names = [isolated(seat.name) for seat in view.seats]
    return hit_name(words, hit, view.seats[hit.owner].groups[hit.group], names, view.me)


def _uses(view: PlayerView, legal: LegalActions, cards: Sequence[Card]) -> list[TapEffect]:
    is_down = bool(view.my_seat.groups)
    if is_down and view.stage is Stage.PLAY:
        # The rules may forbid to hit a card that fits.
        return tap_effects((bool(legal_hits(view, legal, card)) for card in cards), is_down=True)
    return tap_effects(fitting(view, cards), is_down=is_down)


def hand_cards(
    view: PlayerView, legal: LegalActions, order: HandOrder, asked: Card | None = None
) -> tuple[CardButton, ...]:
    """List the buttons of the cards; all have their places before one may be discarded."""
    if not view.my_turn or view.stage is Stage.DECLARE:
        return ()
    cards = in_order(view.hand, order)
    drawn = cards.index(view.drawn) if view.drawn in cards else None
    enabled = {action.card for action in legal.plain if isinstance(action, Discard)} - {asked}
    uses = [TapEffect.GO_OUT] if view.may_go_out else _uses(view, legal, cards)
    best = clearly_best(view, legal)
    good = {action.card.held for action in best if isinstance(action, Hit | Discard)}
    # If every card fits, a tap asks, so that one of them can be discarded.
    asks = all(use is TapEffect.HIT for use in uses)
    return tuple(
        CardButton(
            card,
            use,
            drawn=at == drawn,
            enabled=card in enabled,
            hit=None if asks else _only_hit(view, legal, card, use),
            best=card in good,
        )
        for at, (card, use) in enumerate(zip(cards, uses, strict=True))
    )


def _only_hit(view: PlayerView, legal: LegalActions, card: Card, use: TapEffect) -> Hit | None:
    """Return the hit of a tap on a card; None if it does not hit, or asks where."""
    if use is not TapEffect.HIT:
        return None
    hits = legal_hits(view, legal, card)
    return hits[0] if len(hits) == 1 else None


# -- the text ------------------------------------------------------------------------------


def _hand_lines(  # noqa: PLR0913  # what the cards allow is named
    words: Translator,
    view: PlayerView,
    legal: LegalActions,
    deadline: float | None,
    news: Sequence[Event],
    *,
    asked: bool,
) -> list[str]:
    """Return the text above the picture of a hand; ``asked`` if there is a question about it."""
    if view.stage is Stage.DEAL:
        return list(_between_hands(words, view, news))
    names = all_escaped(seat.name for seat in view.seats)
    moves = news_since_turn(words, news, names, view)
    if not view.my_seat.playing:
        lines = [bold(words("hand.sits_out")), *moves, _their_turn(words, view)]
        return [line for line in lines if line]
    way = legal.best_lay.groups if legal.best_lay else ()
    # The last card is discarded.
    can_hit = not view.may_go_out and any(isinstance(action, Hit) for action in legal.plain)
    lines = [*_phase(words, view, can_hit=can_hit), *_standing(words, view), *moves]
    if view.my_turn:
        then = "" if asked else _next_step(words, view, way, can_hit=can_hit)
        dry = Draw(Source.NONE) in legal.plain
        lines += filter(None, [_own_turn(words, view, then, dry=dry)])
    else:
        lines.append(_their_turn(words, view))
    if can_hit and view.rules.out_by_discard and len(_best_hits(view)) == len(view.hand):
        # Hits could leave the player without a card and not out.
        lines.append(words("hand.may_float"))
    lines += _after_turn(words, view)
    if deadline is not None:
        lines.append(small(words("hand.deadline", when=relative(deadline))))
    return lines


def question_text(words: Translator, answers: Sequence[Hit | Discard]) -> str:
    held = answers[0].card.held
    if any(isinstance(answer, Hit) for answer in answers):
        return bold(words("hand.where_question", card=card_shown(words, held)))
    if any(isinstance(answer, Discard) and answer.target is not None for answer in answers):
        return bold(words("hand.skip_question"))
    asked = words("hand.discard_question", card=bold(card_shown(words, held)))
    if held in (WILD, SKIP):
        return asked
    return f"{words('hand.needed', card=card_shown(words, held))} {asked}"


def _spared(view: PlayerView) -> list[SeatView]:
    """List the opponents whom a Skip cannot target now."""
    others = (seat for seat in view.seats if seat.seat != view.me)
    return [seat for seat in others if seat.playing and not seat.out and not seat.can_be_skipped]


def _spared_lines(
    words: Translator, view: PlayerView, answers: Sequence[Hit | Discard]
) -> Iterator[str]:
    spared = _spared(view) if answers[0].card is SKIP else []
    waiting = view.last_turns
    over = [seat for seat in spared if waiting is not None and seat.seat not in waiting]
    for key, seats in (
        ("hand.spared", [seat for seat in spared if seat not in over]),
        ("hand.spared_last", over),
    ):
        if seats:
            names = words.list(all_escaped(seat.name for seat in seats))
            yield small(words.plural(key, len(seats), names=names))


def _between_hands(words: Translator, view: PlayerView, news: Sequence[Event]) -> Iterator[str]:
    ended = view.last_hand
    if ended is None or view.me is None:
        yield bold(words("table.first_deal"))
        return
    names = with_you(words, all_escaped(seat.name for seat in view.seats), view.me)
    how = " ".join(how_it_ended(words, view, names, news))
    yield from map(small, last_round(words, news, names, view.seats))
    yield f"{bold(words('table.hand_over', hand=ended.hand))} {how}"
    points = ended.points[view.me]
    total = words.number(ended.totals[view.me])
    if points:
        yield words.plural("hand.points", points, total=total)
    else:
        yield words("hand.no_points", total=total)
    if view.playoff:
        yield words("hand.playoff_next" if view.my_seat.playing else "hand.sits_out")
    elif ended.completed[view.me]:
        free = view.rules.choose_phase or view.rules.ten_hands
        yield words("hand.phase_gained_any" if free else "hand.phase_gained")
    elif view.rules.ten_hands:
        yield words("hand.phase_lost")
    else:
        yield words("hand.phase_again_any" if view.rules.choose_phase else "hand.phase_again")


def _ready(words: Translator, view: PlayerView, awaited: Sequence[int]) -> str:
    if not awaited:
        return words("hand.ready")
    names = [bold(escaped(view.seats[seat].name)) for seat in awaited]
    return words("hand.ready_waiting", names=words.list(names))


def _phase(words: Translator, view: PlayerView, *, can_hit: bool) -> Iterator[str]:
    mine = view.my_seat
    phase = view.my_phase
    if phase is None or mine.trying is None:
        key = "hand.declare_now" if view.my_turn else "hand.declare_later"
        yield f"### {words(key)}"
        return
    yield f"### {numbered_phase(words, mine.trying, phase, view.rules)}"
    if view.playoff:
        yield words("hand.playoff")
    if mine.out:
        yield words("hand.out")
    elif mine.floating:
        yield words("hand.floating_now" if view.my_turn else "hand.floating")
    elif mine.groups:
        yield words("hand.hit_what_fits" if can_hit else "hand.phase_down")
    else:
        yield missing(words, view.hand, phase, view.rules) or words("hand.holds_phase")


def _standing(words: Translator, view: PlayerView) -> Iterator[str]:
    declared = [
        words("help.tables.on_phase", name=escaped(seat.name), phase=seat.trying)
        for seat in view.seats
        if seat.trying is not None and seat.seat != view.me
    ]
    if view.stage is Stage.DECLARE and declared:
        yield words("hand.declared", phases=", ".join(declared))
    if view.saved:
        yield words("hand.saved", cards=card_names(words, view.saved))
    if view.last_turns is None or view.my_seat.out:
        return
    if view.my_turn:
        yield bold(words("hand.last_turn_now"))
    elif view.me in view.last_turns:
        names = all_escaped(seat.name for seat in view.seats if seat.out)
        yield words.plural("hand.last_turn_coming", len(names), names=words.list(names))
    else:
        yield words("hand.last_turn_over")


def _own_turn(words: Translator, view: PlayerView, then: str, *, dry: bool) -> str:
    """Say what the player has to do, or what was drawn and the next step."""
    match view.stage:
        case Stage.DECLARE:
            return bold(words("hand.your_turn"))
        case Stage.OFFER:
            return words("hand.offer_now", card=bold(card_shown(words, view.discard_pile[-1])))
        case Stage.DRAW:
            return bold(words("hand.no_card_there" if dry else "hand.draw_now"))
    drew = ""
    if view.drawn is None:
        drew = words("hand.nothing_drawn")
    elif view.drawn in view.hand:
        drew = words("hand.drew", card=card_shown(words, view.drawn))
    line = f"{drew} {then}".strip()
    return bold(line) if line else ""


def _next_step(words: Translator, view: PlayerView, way: Groups, *, can_hit: bool) -> str:
    if view.may_go_out:
        return words("hand.then_go_out")
    if not way:
        return words("hand.then_hit" if can_hit else "hand.then_discard")
    kept = _kept(view, way)
    fits = any(view.fits_table(card) or any(g.places_for(card) for g in way) for card in kept)
    return words("hand.then_lay_and_hit" if fits else "hand.then_lay", lay=words("hand.lay"))


def _their_turn(words: Translator, view: PlayerView) -> str:
    if view.turn is None:
        return ""
    name = bold(escaped(view.seats[view.turn].name))
    if view.stage is Stage.DECLARE:
        return words("alt.choosing", name=name)
    if view.stage is Stage.OFFER:
        card = card_shown(words, view.discard_pile[-1])
        return words("hand.offer_theirs", card=card, name=name)
    return words("hand.their_turn", name=name)


def _after_turn(words: Translator, view: PlayerView) -> Iterator[str]:
    # Only a player who took the offer holds more cards than were dealt before their turn.
    if view.rules.opening_offer and not view.my_turn and len(view.hand) > view.rules.hand_size:
        yield words("hand.offer_taken")
    if view.my_seat.skipped:
        in_front = view.rules.skip_rule is SkipRule.IN_FRONT
        yield words("hand.skip_in_front" if in_front else "hand.skipped")


def hand_as_text(words: Translator, view: PlayerView, order: HandOrder) -> list[str]:
    """List a player's cards in words, the cards that fit, and the table; empty between hands."""
    if view.stage in (Stage.DEAL, Stage.OVER):
        return []
    # All of the table is in a message of its own.
    said = hand_sentences(words, with_names(view, escaped), order, alone=False)
    return short_text(said, LONGEST_TABLE, "\n").split("\n")


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


def _with_hint(cards: tuple[CardButton, ...], action: AnyAction | None) -> tuple[CardButton, ...]:
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


def _answers(
    words: Translator,
    view: PlayerView,
    answers: Sequence[Hit | Discard],
    order: HandOrder,
    hint: AnyAction | None,
) -> tuple[Part, list[Button]]:
    """Build the first row, and the last one, which answer a question; other cards do so as well.

    A card that can be hit is hardly ever to be discarded, so that comes last and in grey. What a
    hint advises comes first.
    """
    advised = [answer for answer in answers if _effect(view, answer) == _effect(view, hint)]

    def marked(label: str, answer: Hit | Discard) -> str:
        return f"{label} {HINTED}" if answer in advised else label

    answers = sorted(answers, key=lambda answer: answer not in advised)
    hits = [answer for answer in answers if isinstance(answer, Hit)]
    places = [
        (marked(hit_label(words, view, hit), hit), hit_value(hit), words.face(hit.card))
        for hit in hits
    ]
    keep = Button(words("hand.keep_it"), state_id(view, Verb.SORT, order.value))
    discards = []
    for discard in (answer for answer in answers if isinstance(answer, Discard)):
        label = words("hand.discard_it")
        if discard.target is not None:
            label = isolated(view.seats[discard.target].name)
        meaning = state_id(view, Verb.DISCARD_NOW, discard_value(discard), order.value)
        style = SECONDARY if hits else DANGER
        face = words.face(discard.card)
        discards.append(Button(marked(label, discard), meaning, style, emoji=face))
    if len(hits) > MOST_PLACES:
        meaning = state_id(view, Verb.HIT, order.value)
        return _menu(words("hand.hit"), meaning, places), [keep, *discards]
    buttons = [
        Button(label, state_id(view, Verb.HIT, f"a{at}", value, order.value), SUCCESS)
        for at, (label, value, _) in enumerate(places)
    ]
    buttons += [keep, *discards] if hits else [*discards, keep]
    return buttons[:IN_A_ROW], buttons[IN_A_ROW:]


def _card_buttons(
    words: Translator, view: PlayerView, cards: Sequence[CardButton], order: HandOrder
) -> list[Button]:
    def meaning(at: int, marked: CardButton) -> CustomId:
        if marked.hit is not None:
            return state_id(view, Verb.HIT, str(at), hit_value(marked.hit), order.value)
        if marked.advised is not None:
            return state_id(view, Verb.DISCARD_NOW, discard_value(marked.advised), order.value)
        return state_id(view, Verb.DISCARD, str(at), marked.card.code, order.value)

    return card_buttons(words, cards, meaning)


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
