"""A private hand: the order of its cards, those to mark, and its picture with the small table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import islice

from bot.i18n import Words
from bot.rules.cards import WILD_AS_COLOUR, WILD_AS_NUMBER, Card, ordered
from bot.rules.distance import PhaseSpot, collected, helpful, serving
from bot.rules.editions import RuleSet, SkipRule
from bot.rules.laying import best_lay
from bot.rules.phases import Phase
from bot.rules.state import Stage
from bot.rules.views import PlayerView, SeatView

from .canvas import Align, Canvas, SeatLook, look_of, medal
from .card_faces import card_height
from .cloth import Lamp
from .hand_layout import (
    BADGE,
    DOT,
    EDGE,
    STRIP_STYLE,
    Collecting,
    HandLayout,
    Mine,
    SmallSeat,
    Strip,
    hand_layout,
)
from .laid_cards import (
    LYING_BLOCK,
    content_of,
    equal_groups,
    lying_skip,
    paint_content,
    paint_group,
    paint_wanted,
    spec_words,
    words_width,
)
from .layout import WIDTH, Rect
from .marks import skip_badge
from .pieces import badge, held, plate, slot
from .sprites import HELD, Pose
from .table import paint_piles
from .theme import Theme

PHASE_MARKS = "pictures.fits_phase"
"""What the marks on cards say before the phase is down."""
LOST_TURN = 78
CHECK = 46  # width of a check and the gap after it
COUNT = 52  # width of the number of saved cards
SAVED = (STRIP_STYLE.card + 8 + COUNT, STRIP_STYLE.height)


class HandOrder(StrEnum):
    """How the cards of a hand are sorted."""

    NUMBER = "number"
    COLOUR = "colour"


def in_order(hand: Iterable[Card], order: HandOrder) -> list[Card]:
    """The cards by number or by colour, Wilds and Skips last."""
    if order is HandOrder.COLOUR:
        return ordered(hand)
    return sorted(hand, key=lambda card: (not card.is_natural, card.number or 0, card.index))


def fitting(view: PlayerView, cards: Sequence[Card]) -> tuple[bool, ...]:
    """For each of the viewer's cards whether it is worth marking.

    Once the phase is down these are the cards that could be hit; before, those of the best lay, or
    while there is none those that bring the phase nearest.
    """
    if view.me is None:
        return (False,) * len(cards)
    if view.my_seat.groups:
        return tuple(map(view.fits_table, cards))
    if view.my_phase is None:
        return (False,) * len(cards)
    return phase_marks(cards, view.my_phase, view.rules)


def phase_marks(cards: Sequence[Card], phase: Phase, rules: RuleSet) -> tuple[bool, ...]:
    """For each card whether it is of the best lay, or brings the phase nearest."""
    lay = best_lay(cards, phase, rules)
    if lay is None:
        return _marks(cards, serving(cards, phase, rules))
    return _marks(cards, (card.held for group in lay for card in group.cards))


def _marks(cards: Sequence[Card], wanted: Iterable[Card]) -> tuple[bool, ...]:
    left = Counter(wanted)
    marks = []
    for card in cards:
        marks.append(left[card] > 0)
        left[card] -= 1
    return tuple(marks)


def worth_taking(view: PlayerView) -> bool:
    """Whether the viewer may take the top discard now and it would help."""
    if not view.my_turn or view.stage is not Stage.DRAW or not view.discard_pile:
        return False
    top = view.discard_pile[-1]
    if view.my_seat.groups:
        return view.fits_table(top)
    return view.my_phase is not None and top in helpful(view.hand, view.my_phase, view.rules)


def paint_hand(
    view: PlayerView,
    words: Words,
    order: HandOrder,
    theme: Theme,
    looks: Sequence[SeatLook] = (),
) -> Canvas:
    """The viewer's cards over a rack, the way to the phase above, and below all that is laid."""
    cards = in_order(view.hand, order)
    marks = fitting(view, cards)
    others = _others(view)
    hits = _hits(view)
    layout = hand_layout(
        marks,
        _mine(view, theme, words),
        [content_of(view, each, theme, words, hits) for each in others],
    )
    canvas = Canvas(theme, words, layout.height, _lamp(layout))
    _paint_head(canvas, view, layout)
    _paint_strip(canvas, view, layout, hits)
    drawn = cards.index(view.drawn) if view.drawn in cards else None
    paint_fan(canvas, cards, marks, drawn, layout)
    if not cards:
        floats = view.me is not None and view.my_seat.floating
        paint_empty(canvas, "pictures.floating_hand" if floats else "pictures.no_cards", layout)
    marked = "pictures.fits_table" if view.me is not None and view.my_seat.groups else PHASE_MARKS
    paint_rack(canvas, layout.rack, marked if any(marks) else "", drawn, _due(words, view))
    side: Align = "left" if len(others) % 2 else "right"
    paint_piles(canvas, view, layout.piles, side, wanted=worth_taking(view))
    for seat, place in zip(others, layout.seats, strict=True):
        _paint_seat(canvas, view, seat, place, look_of(looks, seat.seat))
        paint_content(canvas, view, seat, place.content, hits)
    return canvas


def _lamp(layout: HandLayout) -> Lamp:
    return Lamp(0.46, (layout.rack.y - 40) / layout.height, 540)


def _others(view: PlayerView) -> list[SeatView]:
    """The other seats in the order of play, from the one after the viewer."""
    first = 0 if view.me is None else view.me + 1
    turned = [*view.seats[first:], *view.seats[:first]]
    return [seat for seat in turned if seat.seat != view.me]


def _hits(view: PlayerView) -> tuple[Card, ...]:
    """The viewer's cards if they may be hit, now or later in this hand."""
    return view.hand if view.me is not None and view.my_seat.groups else ()


def _spots(view: PlayerView) -> tuple[tuple[PhaseSpot, ...], ...]:
    """What the viewer has of the phase; empty once it is down, and where there is none."""
    if view.my_phase is None or view.my_seat.groups:
        return ()
    return phase_spots(view.hand, view.my_phase, view.rules)


def phase_spots(
    hand: Sequence[Card], phase: Phase, rules: RuleSet
) -> tuple[tuple[PhaseSpot, ...], ...]:
    """The places of each group of a phase, with the cards of a hand that fill them."""
    lay = best_lay(hand, phase, rules)
    if lay is None:
        return collected(hand, phase, rules)
    return tuple(
        tuple(PhaseSpot(card, card.number, card.colour) for card in group.cards) for group in lay
    )


def _mine(view: PlayerView, theme: Theme, words: Words) -> Mine:
    seat = view.my_seat
    blocks = []
    if seat.skipped:
        blocks.append(LYING_BLOCK)
    if view.saved:
        blocks.append(SAVED)
    title, total, cost, held_words = _head_lines(view, words)
    return Mine(
        collecting_of(view.my_phase, _spots(view), theme, words),
        replace(content_of(view, seat, theme, words, _hits(view)), open=(), blocks=()),
        tuple(blocks),
        title=max(
            words_width(theme, title, "title" if seat.trying else "name"),
            words_width(theme, total, "small") + CHECK,
        ),
        cost=max(words_width(theme, cost, "figure"), words_width(theme, held_words, "small")),
    )


def collecting_of(
    phase: Phase | None, spots: Sequence[Sequence[PhaseSpot]], theme: Theme, words: Words
) -> tuple[Collecting, ...]:
    """The sizes of what is shown of the groups of a phase that are being collected."""
    found, left = [], iter(spots)
    for spec, times in equal_groups(phase.groups) if phase else ():
        if groups := tuple(islice(left, times)):
            filled = tuple(tuple(spot.card is not None for spot in group) for group in groups)
            width = words_width(theme, spec_words(words, spec, times), "small")
            found.append(Collecting(filled, width))
    return tuple(found)


def _head_lines(view: PlayerView, words: Words) -> tuple[str, str, str, str]:
    """The phase, the points so far, the points in hand and what these are."""
    seat, title = view.my_seat, ""
    if seat.trying is not None:
        title = words("pictures.phase", phase=seat.trying)
    elif view.stage is Stage.DECLARE:
        title = words("pictures.choose_phase")
    total = words.plural("pictures.points", seat.total)
    cost = words.number(sum(card.points for card in view.hand))
    return title, total, cost, words("pictures.in_hand")


def _paint_head(canvas: Canvas, view: PlayerView, layout: HandLayout) -> None:
    seat, under = view.my_seat, layout.under_title
    title, total, cost, held_words = _head_lines(view, canvas.words)
    if seat.trying is None:
        canvas.text(title, layout.title, "name", "gold")
    else:
        canvas.text(title, layout.title, "title", "good" if seat.groups else "text")
    if seat.groups:
        canvas.shape("check", under.x, under.middle[1] - 17, 34, canvas.theme["good"])
        under = Rect(under.x + CHECK, under.y, under.w - CHECK, under.h)
    canvas.text(total, under, "small", "muted")
    number, below = layout.cost
    canvas.text(cost, number, "figure", "bad" if view.hand else "good", align="right")
    canvas.text(held_words, below, "small", "muted", align="right")


def _paint_strip(
    canvas: Canvas, view: PlayerView, layout: HandLayout, hits: Sequence[Card]
) -> None:
    strip, phase = layout.strip, view.my_phase
    for group, place in zip(view.my_seat.groups, strip.laid.groups, strict=True):
        paint_group(canvas, group, place, strip.laid.style, hits)
    if strip.collecting and phase is not None:
        paint_collecting(canvas, phase, _spots(view), strip)
    blocks = iter(strip.blocks)
    if view.my_seat.skipped:
        _paint_lost_turn(canvas, view, next(blocks))
    if view.saved:
        _paint_saved(canvas, view, next(blocks))


def paint_collecting(
    canvas: Canvas, phase: Phase, spots: Sequence[Sequence[PhaseSpot]], strip: Strip
) -> None:
    """Draw the groups of a phase that are being collected, and what they are."""
    places = [each for at in strip.collecting for each in at.groups]
    for filling, filled in zip(spots, places, strict=True):
        _paint_spots(canvas, filling, filled)
    for at, (spec, times) in zip(strip.collecting, equal_groups(phase.groups), strict=True):
        if at.words is not None:
            said = spec_words(canvas.words, spec, times)
            canvas.text(said, at.words, "small", "muted", align="middle")


def _paint_spots(canvas: Canvas, spots: Sequence[PhaseSpot], places: Sequence[Rect]) -> None:
    for place, (spot, at) in enumerate(zip(spots, places, strict=True)):
        if spot.card is None:
            slot(canvas, at, gold=True)
            paint_wanted(canvas, at, spot.number, spot.colour)
        else:
            covers = place > 0 and places[place - 1].right > at.x
            covered = place + 1 < len(places) and places[place + 1].x < at.right
            canvas.card(_on_table(spot), at.corner, at.w, Pose(covered=covered), over=covers)


def _on_table(spot: PhaseSpot) -> Card:
    """The card as it would lie on the table: a Wild as what it stands for."""
    assert spot.card is not None
    if spot.card.is_wild and spot.number:
        return WILD_AS_NUMBER[spot.number]
    if spot.card.is_wild and spot.colour:
        return WILD_AS_COLOUR[spot.colour]
    return spot.card


def _paint_lost_turn(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    if view.rules.skip_rule is SkipRule.IN_FRONT:
        lying_skip(canvas, at)
    else:
        skip_badge(canvas, at.x + (at.w - LOST_TURN) // 2, at.y, LOST_TURN)


def _paint_saved(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    """The own save pile: its top card, and how many there are."""
    canvas.card(view.saved[-1], at.corner, STRIP_STYLE.card)
    count = Rect(at.right - COUNT, at.y, COUNT, at.h)
    canvas.text(canvas.words.number(len(view.saved)), count, "count", "muted", align="middle")


def paint_fan(
    canvas: Canvas,
    cards: Sequence[Card],
    marks: Sequence[bool],
    drawn: int | None,
    layout: HandLayout,
) -> None:
    """Draw the cards held and their marks; ``drawn`` is the place of the card just drawn."""
    for place, (card, up, at) in enumerate(zip(cards, marks, layout.fan, strict=True)):
        x, y = round(at.middle[0] - at.width / 2), round(at.middle[1] - card_height(at.width) / 2)
        covered = place + 1 < len(cards)
        pose = Pose(at.turn, HELD, gilded=up, covered=covered)
        canvas.card(card, (x, y), at.width, pose, over=True)
    for place, (up, at) in enumerate(zip(marks, layout.fan, strict=True)):
        if up:
            badge(canvas, at.badge.corner, at.badge.w)
        if place == drawn:
            _paint_dot(canvas, at.dot)


def paint_empty(canvas: Canvas, key: str, layout: HandLayout) -> None:
    """Say in the place of the fan why there are no cards."""
    room = Rect(EDGE, layout.rack.y - 190, WIDTH - 2 * EDGE, 120)
    canvas.text(canvas.words(key), room, "title", "muted", align="middle")


def _paint_dot(canvas: Canvas, at: Rect) -> None:
    """Draw the mark of the card just drawn."""
    canvas.sprite(medal(canvas.theme, canvas.theme["text"], at.w), *at.corner, over=True)


def paint_rack(
    canvas: Canvas, rack: Rect, marked: str, drawn: int | None, due: tuple[str, bool]
) -> None:
    """Draw the wood in front of the cards, the legend of their marks, and what is due.

    Args:
        canvas: the picture.
        rack: where.
        marked: the key of what marked cards are; empty where none is.
        drawn: the place of the card just drawn.
        due: what is due, and whether the viewer is to do it.
    """
    plate(canvas, rack, 18)
    left = rack.x + 26
    if marked:
        badge(canvas, (left, rack.middle[1] - BADGE // 2), BADGE)
        room = Rect(left + BADGE + 14, rack.y, 470, rack.h)
        left = room.x + canvas.text(canvas.words(marked), room, "small", "text") + 34
    if drawn is not None:
        _paint_dot(canvas, Rect(left, rack.middle[1] - DOT // 2, DOT, DOT))
        room = Rect(left + DOT + 12, rack.y, 160, rack.h)
        left = room.x + canvas.text(canvas.words("pictures.drawn"), room, "small", "text")
    at = Rect(left + 40, rack.y, rack.right - 30 - left - 40, rack.h)
    said, mine = due
    width = canvas.text(said, at, "name", "gold" if mine else "text", align="right")
    if mine:
        x = at.right - width - 46
        canvas.shape("right", x, at.middle[1] - 16, 32, canvas.theme["gold"])


_YOUR_TURN = {
    Stage.DRAW: "pictures.your_turn.draw",
    Stage.PLAY: "pictures.your_turn.play",
    Stage.DECLARE: "pictures.your_turn.declare",
    Stage.OFFER: "pictures.your_turn.offer",
}


def _due(words: Words, view: PlayerView) -> tuple[str, bool]:
    """Whose turn it is, and whether it is the viewer's."""
    if view.turn is None:
        return "", False
    if view.my_turn:
        return words(_YOUR_TURN[view.stage]), True
    return words("pictures.turn_of", name=view.seats[view.turn].name), False


def _paint_seat(
    canvas: Canvas, view: PlayerView, seat: SeatView, at: SmallSeat, look: SeatLook
) -> None:
    """One line: face, name and phase, and a card's back with the number of cards held."""
    to_act = seat.seat == view.turn
    canvas.face(seat, at.face, look, away=not seat.playing, gold=to_act)
    if seat.playing and seat.cards:
        held(canvas, at.held.corner, at.held.w, canvas.words.number(seat.cards))
    line = at.line
    if to_act:
        canvas.shape("right", line.x, line.middle[1] - 15, 30, canvas.theme["gold"])
        line = Rect(line.x + 38, line.y, line.w - 38, line.h)
    done = bool(seat.groups)
    state = _state_words(canvas.words, view, seat)
    needed = canvas.width(state, "small") + (44 if done else 0) + 20
    colour = "gold" if to_act else "text" if seat.playing else "muted"
    name = Rect(line.x, line.y, line.w - needed, line.h)
    x = name.x + canvas.text(seat.name, name, "strong", colour) + 20
    if done:
        canvas.shape("check", x, line.middle[1] - 15, 32, canvas.theme["good"])
        x += 42
    room = Rect(x, line.y, line.right - x, line.h)
    canvas.text(state, room, "small", "good" if done else "muted")


def _state_words(words: Words, view: PlayerView, seat: SeatView) -> str:
    if not seat.playing:
        return words("pictures.sits_out")
    if seat.out or seat.floating:
        return words("pictures.out" if seat.out else "pictures.floating")
    if seat.trying is None:
        return words("pictures.declaring") if view.stage is Stage.DECLARE else ""
    return words("pictures.phase", phase=seat.trying)
