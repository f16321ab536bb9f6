"""The picture of a private hand."""

from __future__ import annotations

from bot.i18n import Words
from bot.rules.cards import SKIP
from bot.rules.views import PlayerView

from .canvas import Canvas
from .cards import card_sprite, tilted
from .fits import fitting, in_order
from .layout import HAND_CARD, Rect, hand_layout
from .looks import HandOrder
from .parts import phase_shape
from .theme import Theme


def paint_hand(view: PlayerView, words: Words, order: HandOrder, theme: Theme) -> Canvas:
    """The viewer's cards: those that fit stand higher under a mark, a dot is on the one drawn."""
    cards = in_order(view.hand, order)
    drawn = cards.index(view.drawn) if view.drawn in cards else None
    marks = fitting(view, cards)
    layout = hand_layout(marks)
    canvas = Canvas(theme, words, layout.height)
    _paint_head(canvas, view, layout.head)
    for card, at, up in zip(cards, layout.cards, marks, strict=True):
        canvas.sprite(card_sprite(theme, card, HAND_CARD, slim=layout.covered), at.x, at.y)
        if up:
            canvas.shape("up", at.x + 24, at.y - 28, 26, theme["glow"])
    if drawn is not None:
        at = layout.cards[drawn]
        canvas.shape("circle", at.x + 58, at.y - 28, 24, theme["text"])
    if not cards:
        room = Rect(layout.head.x, layout.head.bottom, layout.head.w, layout.height - 160)
        canvas.text(words("pictures.no_cards"), room, "title", "muted", align="middle")
    return canvas


def _paint_head(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    if view.me is None:
        return
    seat = view.my_seat
    if view.my_turn:
        canvas.shape("right", at.x + 10, at.middle[1] - 16, 32, canvas.theme["glow"])
    left = at.x + (58 if view.my_turn else 12)
    phase = view.my_phase
    if phase is not None:
        down = bool(seat.groups)
        colour = "good" if down else "text"
        text = Rect(left, at.y, 330, at.h)
        width = canvas.text(
            canvas.words("pictures.phase", phase=seat.trying), text, "title", colour
        )
        if down:
            canvas.shape("check", left + width + 22, at.middle[1] - 22, 44, canvas.theme["good"])
        else:
            area = Rect(left + width + 36, at.y, at.w, at.h)
            phase_shape(canvas, phase, area, "cloth")
    _paint_aside(canvas, view, at)


def _paint_aside(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    """At the right: the points so far, or the Skip that lies in front."""
    right = at.right - 8
    if view.my_seat.skipped:
        sprite = tilted(canvas.theme, SKIP, 58, -9)
        right -= sprite.size[0]
        canvas.sprite(sprite, right, at.middle[1] - sprite.size[1] // 2)
        right -= 16
    points = canvas.words.plural("pictures.points", view.my_seat.total)
    canvas.text(points, Rect(right - 260, at.y, 260, at.h), "small", "muted", align="right")
