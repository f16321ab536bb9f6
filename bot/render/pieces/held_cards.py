"""The cards that a player holds: the fan over its rack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.render.engine.canvas import Canvas, medal
from bot.render.engine.card_faces import card_height
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.sprites import HELD, Pose
from bot.rules.cards import Card

from .hand_layout import BADGE, DOT, EDGE, HandLayout
from .materials import badge, plate

PHASE_MARKS = "pictures.fits_phase"
"""What the marks on cards say before the phase is down."""


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
