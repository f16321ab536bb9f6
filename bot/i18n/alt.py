"""Alt texts of pictures, so that the whole game can be played with a screen reader.

Discord takes at most 1,024 characters, so the sentences are in order of importance and the last
ones are left out where they do not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

from bot.cards.actions import Hit
from bot.cards.cards import SKIP, WILD, Card, table_card
from bot.cards.events import HandEnded
from bot.cards.marked_cards import HandOrder, fitting, in_order
from bot.cards.phases import RUNS, TEN_PHASES, GroupKind
from bot.cards.rulesets import CLASSIC, RuleSet, SkipRule
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.cards.worth import worth_taking
from bot.dice.editions import DiceRules
from bot.dice.views import DiceView
from bot.seating import Lobby, Occupant

from .catalogue import Translator
from .news import is_heading
from .phrases import card_name, card_names, group_name, hit_name, last_card_lines, numbered_phase
from .rulesets import card_points, group_kinds, length_names, title

LONGEST_ALT = 1024
# the phases in the figure of the object of the game
LAID_PHASE = 3
LAST_PHASE = len(TEN_PHASES)
TURNS_PHASE = "S3+R4"  # the phase in the figure of a turn
# The cards in the figures of the rules, by field of their sentences.
_FIGURE_CARDS: dict[str, dict[str, str]] = {
    "object": {
        "set": "R5 B5 Y5 G5",
        "run": "Y8 R9 W10 B11",
        "held": "Y1 R3 B3 Y4 G6 G8 B9 Y10 B12 S",
        "five": "R7 B7 Y7 G7 W7",
        "three": "R2 Y2 G2",
    },
    "turn": {
        "top": "R2",
        "drawn": "G7",
        "set": "R8 B8 G8",
        "run": "Y3 R4 W5 B6",
        "left": "B1 R11",
        "away": "Y12",
    },
    "sets": {"one": "R7 B7 G7", "other": "Y12 G12 R12 B12"},
    "run": {"cards": "R3 G4 Y5 B6 R7 B8 G9"},
    "colour": {"cards": "G1 G2 G5 G8 G8 G11 G12"},
    "wild": {"set": "R9 B9 W9", "run": "Y3 W4 R5", "colour": "G2 G7 WG"},
    "skip": {},
    "hit": {"one": "R8", "run": "Y4 G5 W6 B7", "other": "Y11", "set": "R11 B11 G11"},
    "scoring": {
        "held": "R3 Y8 B11 W",
        "cheap": "R1 B2 Y3 G4 R5 B6 Y7 G8 R9",
        "dear": "R10 B11 Y12",
    },
}
# The groups that a figure needs among the phases.
_FIGURE_KINDS = {
    "sets": {GroupKind.SET},
    "run": {GroupKind.RUN},
    "colour": {GroupKind.COLOUR},
    "hit": {GroupKind.SET, GroupKind.RUN},
}


def table_sentences(
    words: Translator, view: PlayerView, news: Iterable[str] = (), *, alone: bool = True
) -> list[str]:
    """Describe the whole table in sentences, most important first, the lines of ``news`` last.

    Unless they are ``alone``, the player to act is in the text before them.
    """
    alarm = last_card_lines(words, view)[:1]
    sentences = [words("alt.hand_number", hand=view.hand_number), *alarm]
    if alone and view.playoff:
        sentences.append(words("alt.playoff"))
    if alone and view.turn is not None:
        sentences.append(_due(words, view, view.seats[view.turn].name))
    if alone and view.last_turns is not None:
        sentences.append(_last_turns(words, view, view.last_turns))
    sentences.append(_piles(words, view))
    told = (f"{line}." for line in news)
    return [*sentences, *_all_seats(words, view), *_all_laid(words, view), *told]


def _all_seats(words: Translator, view: PlayerView) -> list[str]:
    """Describe each seat, then special states; the viewer is addressed directly."""
    others = [seat for seat in view.seats if seat.seat != view.me]
    sentences = [_seat(words, seat) for seat in others]
    if view.me is not None:
        total = words.number(view.my_seat.total)
        sentences.insert(view.me, words("alt.own_points", total=total))
    return sentences + [more for seat in others for more in _marks(words, view, seat)]


def _all_laid(words: Translator, view: PlayerView) -> Iterator[str]:
    for seat in view.seats:
        cards = "; ".join(card_names(words, group.cards) for group in seat.groups)
        if cards:
            key = "alt.own_cards_laid" if seat.seat == view.me else "alt.laid_cards"
            yield words(key, name=seat.name, cards=cards)


def _due(words: Translator, view: PlayerView, name: str) -> str:
    if view.stage is Stage.DECLARE:
        return words("alt.choosing", name=name)
    if view.stage is Stage.OFFER:
        return words("alt.offered", name=name, top=card_name(words, view.discard_pile[-1]))
    return words("hand.their_turn", name=name)


def _last_turns(words: Translator, view: PlayerView, waiting: Sequence[int]) -> str:
    if not waiting or view.turn is None:
        return words("alt.very_last_turn")
    names = [view.seats[seat].name for seat in (view.turn, *waiting)]
    return words("alt.last_turns", names=words.list(names))


def _marks(words: Translator, view: PlayerView, seat: SeatView) -> Iterator[str]:
    if seat.floating:
        yield words("alt.floating", name=seat.name)
    if seat.skipped:
        in_front = view.rules.skip_rule is SkipRule.IN_FRONT
        yield words("alt.skip_in_front" if in_front else "alt.skipped", name=seat.name)
    if seat.saved:
        cards = words.plural("terms.cards", seat.saved)
        yield words("alt.saved", name=seat.name, cards=cards)


def _piles(words: Translator, view: PlayerView) -> str:
    draw = words.plural("terms.cards", view.draw_pile)
    if not view.discard_pile:
        return words("alt.no_discards", draw=draw)
    return words("alt.piles", draw=draw, top=card_name(words, view.discard_pile[-1]))


def _seat(words: Translator, seat: SeatView) -> str:
    key = "alt.seat_laid" if seat.groups else "alt.seat_trying"
    if not seat.playing or seat.out:
        key = "alt.out" if seat.playing else "alt.sits_out"
    elif seat.trying is None:
        key = "alt.seat"
    return words(
        key,
        name=seat.name,
        total=words.number(seat.total),
        cards=words.plural("terms.cards", seat.cards),
        phase=seat.trying,
        groups=words.list([group_name(words, group) for group in seat.groups]),
    )


def hand_sentences(
    words: Translator,
    view: PlayerView,
    order: HandOrder = HandOrder.NUMBER,
    news: Iterable[str] = (),
    *,
    alone: bool = True,
) -> list[str]:
    """Describe a hand, the piles and the small table below in sentences, most important first.

    The lines of ``news`` follow the piles. Unless all are ``alone``, these, the player to act and
    saved cards are in the text before them.
    """
    cards = in_order(view.hand, order)
    sentences = [*last_card_lines(words, view)[:1], *cards_held(words, cards, fitting(view, cards))]
    if view.stage is not Stage.OVER:
        sentences.append(_piles(words, view))
    if worth_taking(view):
        sentences.append(words("alt.top_helps"))
    sentences += (line if is_heading(words, line) else f"{line}." for line in news)
    if alone and view.turn is not None and not view.my_turn:
        sentences.append(_due(words, view, view.seats[view.turn].name))
    if alone and view.saved:
        sentences.append(words("alt.own_saved", cards=card_names(words, view.saved)))
    sentences += _all_seats(words, view)
    if places := _places(words, view):
        sentences.append(words("alt.places", places="; ".join(places)))
    return [*sentences, *_all_laid(words, view)]


def cards_held(words: Translator, hand: Sequence[Card], fits: Sequence[bool]) -> Iterator[str]:
    if hand:
        count = words.plural("terms.cards", len(hand))
        yield words("alt.hand", count=count, cards=card_names(words, hand))
    else:
        yield words("alt.empty_hand")
    if any(fits):
        yield words("alt.fitting", cards=card_names(words, [*compress(hand, fits)]))


def _places(words: Translator, view: PlayerView) -> list[str]:
    """Name the groups that the viewer's cards can be hit on."""
    if view.me is None or not view.my_seat.groups:
        return []
    names = [seat.name for seat in view.seats]
    return [
        hit_name(words, Hit(seat.seat, number, place), group, names, view.me)
        for card in dict.fromkeys(view.hand)
        for seat in view.seats
        for number, group in enumerate(seat.groups)
        for place in group.places_for(card)
    ]


def scores_sentences(
    words: Translator,
    names: Sequence[str],
    hands: Sequence[HandEnded],
    seats: Sequence[SeatView] = (),
) -> list[str]:
    """Describe the score sheet in sentences: totals and phases, then the hands, newest first.

    ``seats`` are the seats now, with phases completed since the last hand.
    """
    if not hands:
        return [words("alt.no_scores")]
    last = hands[-1]
    completed = [len(seat.completed) for seat in seats] or last.progress
    sentences = [
        words.plural("alt.total", done, name=name, total=words.number(total))
        for name, total, done in zip(names, last.totals, completed, strict=True)
    ]
    for hand in reversed(hands):
        points = [
            words("alt.points", name=name, points=words.number(got))
            for name, got in zip(names, hand.points, strict=True)
        ]
        sentences.append(words("alt.hand_points", hand=hand.hand, points=words.list(points)))
    return sentences


def ranking_sentences(
    words: Translator, view: PlayerView | DiceView, ranking: Sequence[Sequence[int]]
) -> Iterator[str]:
    """Name the players of each place, best first."""
    place = 1
    for seats in ranking:
        names = words.list([view.seats[seat].name for seat in seats])
        seat = view.seats[seats[0]]
        done = len(seat.completed) if isinstance(seat, SeatView) else seat.completed
        total = words.number(seat.total)
        yield words.plural("alt.place", done, place=place, names=names, total=total)
        place += len(seats)


def lobby_alt(words: Translator, lobby: Lobby, kept: Sequence[str] = ()) -> str:
    """Describe a lobby: its rules, its players, the guests with kept seats, and the free seats."""
    seats = [
        " ".join((who.name, *(f"({role})" for role in seat_role(words, lobby, who))))
        for who in lobby.seats
    ]
    free = lobby.rules.max_players - len(lobby.seats) - len(kept)
    rules = [*length_names(words, lobby.rules), title(words, lobby.rules)]
    rules.append(words("pictures.lobby.minutes", n=lobby.minutes))
    return short_text(
        (
            words("alt.lobby", rules=" · ".join(rules)),
            words("alt.lobby_seats", names=words.list(seats)),
            *_empty_seats(words, kept, free),
        )
    )


def _empty_seats(words: Translator, kept: Sequence[str], free: int) -> Iterator[str]:
    if kept:
        yield words("alt.lobby_kept", names=words.list(kept))
    if free > 0:
        yield words.plural("alt.lobby_free", free)
    elif not kept:
        yield words("alt.lobby_full")


def seat_role(words: Translator, lobby: Lobby, occupant: Occupant) -> Iterator[str]:
    """Yield the role of an occupant, if they are a computer player or the host."""
    if occupant.user_id is None:
        yield words("lobby.computer", level=words(f"lobby.level.{occupant.level}").lower())
    elif occupant.user_id == lobby.host_id:
        yield words("lobby.host")


def figure_cards(name: str, rules: RuleSet = CLASSIC) -> dict[str, tuple[Card, ...]]:
    """Return the cards in a figure by field of its sentences, in the colours of the rule set."""
    fields = _FIGURE_CARDS[name]
    kinds = group_kinds(rules)
    if GroupKind.COLOUR_RUN in kinds and GroupKind.RUN not in kinds:
        runs = {"run", "cards", "one"} if name == "hit" else {"run", "cards"}
        green = {part: re.sub(r"[RBY](?=\d)", "G", fields[part]) for part in runs & fields.keys()}
        fields = {**fields, **green}
    lost = [colour for colour in CLASSIC.colours if colour not in rules.colours]
    new = [colour for colour in rules.colours if colour not in CLASSIC.colours]
    recoloured = str.maketrans("".join(lost), "".join(new))
    others = {"W": WILD, "S": SKIP}
    return {
        part: tuple(
            others.get(code) or table_card(code) for code in codes.translate(recoloured).split()
        )
        for part, codes in fields.items()
    }


def figure_holds(name: str, rules: RuleSet) -> bool:
    match name:
        case "object":
            in_order = not rules.choose_phase and not rules.ten_hands
            return in_order and rules.phases == TEN_PHASES
        case "turn":
            return TURNS_PHASE in rules.phases
        case "skip":
            return rules.skips > 0
    kinds = {GroupKind.RUN if kind in RUNS else kind for kind in group_kinds(rules)}
    return kinds >= _FIGURE_KINDS.get(name, set())


def figure_alt(words: Translator, name: str, rules: RuleSet = CLASSIC) -> str:
    if name == "phases":
        return phases_alt(words, rules)
    fields = _fields(words, name, rules)
    keys = (f"alt.figure.{name}", f"alt.figure.{name}.more")
    return short_text(words(key, **fields) for key in keys if words.has(key))


def phases_alt(words: Translator, rules: RuleSet | DiceRules) -> str:
    return short_text(
        f"{numbered_phase(words, number, phase, rules)}."
        for number, phase in enumerate(rules.parsed_phases, 1)
    )


def figure_as_text(words: Translator, name: str, rules: RuleSet = CLASSIC) -> str:
    more = f"alt.figure.{name}.more"
    key = more if words.has(more) else f"alt.figure.{name}"
    return words(key, **_fields(words, name, rules))


def _fields(words: Translator, name: str, rules: RuleSet) -> dict[str, str | int]:
    parts = figure_cards(name, rules)
    numbers: dict[str, int] = {}
    if name == "turn":
        numbers = {"phase": rules.phases.index(TURNS_PHASE) + 1}
    elif name == "object":
        numbers = {"phase": LAID_PHASE, "next": LAID_PHASE + 1, "last": LAST_PHASE}
    elif name == "scoring":
        numbers = {**card_points(rules), "points": rules.points_in_hand(parts["held"])}
    return {
        **{part: card_names(words, held) for part, held in parts.items()},
        **numbers,
        "a_wild": card_name(words, WILD),
        "a_skip": card_name(words, SKIP),
    }


def short_text(sentences: Iterable[str], longest: int = LONGEST_ALT, between: str = " ") -> str:
    """Return the first sentences, up to a length; by default the one that Discord takes."""
    text = ""
    for sentence in sentences:
        longer = f"{text}{between}{sentence}" if text else sentence
        if len(longer) > longest:
            break
        text = longer
    return text
