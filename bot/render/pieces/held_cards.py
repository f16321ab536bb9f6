"""The cards that a player holds: the fan, its rack, and the groups being collected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from bot.i18n import Words
from bot.render.engine.canvas import Canvas, medal
from bot.render.engine.card_faces import card_height
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.sprites import HELD, Pose
from bot.rules.cards import WILD_AS_COLOUR, WILD_AS_NUMBER, Card, points_in_hand
from bot.rules.marked_cards import PhaseSpot
from bot.rules.phases import Phase

from .hand_layout import BADGE, DOT, EDGE, Collecting, HandLayout, Strip
from .laid_cards import equal_groups, paint_wanted, spec_width, spec_words
from .materials import badge, plate, slot

PHASE_MARKS = "pictures.fits_phase"
"""What the marks on cards say before the phase is down."""


def collecting_of(
    design: Design, phase: Phase | None, spots: Sequence[Sequence[PhaseSpot]]
) -> tuple[Collecting, ...]:
    """The sizes of what is shown of the groups of a phase that are being collected."""
    sizes, left = [], iter(spots)
    for spec, times in equal_groups(phase.groups) if phase else ():
        if groups := tuple(islice(left, times)):
            filled = tuple(tuple(spot.card is not None for spot in group) for group in groups)
            sizes.append(Collecting(filled, spec_width(design, spec, times)))
    return tuple(sizes)


def paint_collecting(
    canvas: Canvas, phase: Phase, spots: Sequence[Sequence[PhaseSpot]], strip: Strip
) -> None:
    """Draw the groups of a phase that are being collected, and what they are."""
    places = [group for at in strip.collecting for group in at.groups]
    for filling, filled in zip(spots, places, strict=True):
        _paint_spots(canvas, filling, filled)
    for at, (spec, times) in zip(strip.collecting, equal_groups(phase.groups), strict=True):
        if at.words is not None:
            line = spec_words(canvas.words, spec, times)
            canvas.text(line, at.words, "small", "muted", align="middle")


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


def cost_width(design: Design, hand: Sequence[Card]) -> int:
    """The width in pixels of what :func:`paint_cost` writes."""
    number, below = _cost_lines(design.words, hand)
    return max(design.width(number, "figure"), design.width(below, "small")) + 1


def paint_cost(canvas: Canvas, layout: HandLayout, hand: Sequence[Card]) -> None:
    """Write the points that a hand costs, right of the title."""
    lines = _cost_lines(canvas.words, hand)
    canvas.text(lines[0], layout.cost[0], "figure", "bad" if hand else "good", align="right")
    canvas.text(lines[1], layout.cost[1], "small", "muted", align="right")


def _cost_lines(words: Words, hand: Sequence[Card]) -> tuple[str, str]:
    return words.number(points_in_hand(hand)), words("pictures.in_hand")


@dataclass(frozen=True, slots=True)
class HeldCards:
    """The cards of a hand in order, whether each is marked, and the card just drawn."""

    cards: Sequence[Card]
    marks: Sequence[bool]
    drawn: Card | None


def paint_held(
    canvas: Canvas, layout: HandLayout, held: HeldCards, legend: str, due: tuple[str, bool]
) -> None:
    """Draw the fan over its rack.

    ``legend`` is the key of what marked cards are; ``due`` is what is due, and whether the viewer
    is to do it.
    """
    drawn = held.cards.index(held.drawn) if held.drawn in held.cards else None
    _paint_fan(canvas, held, drawn, layout)
    _paint_rack(canvas, layout.rack, legend if any(held.marks) else "", drawn, due)


def _paint_fan(canvas: Canvas, held: HeldCards, drawn: int | None, layout: HandLayout) -> None:
    cards, marks = held.cards, held.marks
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


def _paint_rack(
    canvas: Canvas, rack: Rect, marked: str, drawn: int | None, due: tuple[str, bool]
) -> None:
    """Draw the wood in front of the cards, the legend of their marks, and what is due."""
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
    line, mine = due
    width = canvas.text(line, at, "name", "gold" if mine else "text", align="right")
    if mine:
        x = at.right - width - 46
        canvas.shape("right", x, at.middle[1] - 16, 32, "gold")
