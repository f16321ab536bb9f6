"""A private hand: the order of its cards, those to mark, and its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from bot.i18n import Words
from bot.rules.cards import SKIP, Card
from bot.rules.distance import serving
from bot.rules.editions import SkipRule
from bot.rules.laying import best_lay
from bot.rules.state import Stage
from bot.rules.views import PlayerView

from .canvas import Canvas
from .layout import HAND_CARD, Rect, hand_layout
from .marks import phase_shape, skip_badge
from .sprites import Pose, card_sprite
from .theme import Theme

SAVED_CARD, BADGE = 82, 68


class HandOrder(StrEnum):
    """How the cards of a hand are sorted."""

    NUMBER = "number"
    COLOUR = "colour"


def in_order(hand: Iterable[Card], order: HandOrder) -> list[Card]:
    """The cards by number or by colour, Wilds and Skips last."""
    if order is HandOrder.COLOUR:
        return sorted(hand)
    return sorted(hand, key=lambda card: (not card.is_natural, card.number or 0, card.index))


def fitting(view: PlayerView, cards: Sequence[Card]) -> tuple[bool, ...]:
    """For each of the viewer's cards whether it is worth marking.

    Once the phase is down these are the cards that could be hit; before, those of the best lay, or
    while there is none those that bring the phase nearest.
    """
    if view.me is None:
        return (False,) * len(cards)
    if view.my_seat.groups:
        groups = [group for seat in view.seats for group in seat.groups]
        return tuple(any(group.places_for(card) for group in groups) for card in cards)
    if view.my_phase is None:
        return (False,) * len(cards)
    lay = best_lay(cards, view.my_phase, view.rules)
    if lay is None:
        return _marks(cards, serving(cards, view.my_phase, view.rules))
    return _marks(cards, (card.held for group in lay for card in group.cards))


def _marks(cards: Sequence[Card], wanted: Iterable[Card]) -> tuple[bool, ...]:
    left = Counter(wanted)
    marks = []
    for card in cards:
        marks.append(left[card] > 0)
        left[card] -= 1
    return tuple(marks)


def paint_hand(view: PlayerView, words: Words, order: HandOrder, theme: Theme) -> Canvas:
    """The viewer's cards: those that fit are raised and marked, the one drawn has a dot."""
    cards = in_order(view.hand, order)
    drawn = cards.index(view.drawn) if view.drawn in cards else None
    marks = fitting(view, cards)
    layout = hand_layout(marks)
    canvas = Canvas(theme, words, layout.height)
    _paint_head(canvas, view, layout.head)
    for card, at, up in zip(cards, layout.cards, marks, strict=True):
        canvas.sprite(card_sprite(theme, card, HAND_CARD), at.x, at.y, over=layout.covered)
        if up:
            canvas.shape("up", at.x + 24, at.y - 28, 26, theme["gold"])
    if drawn is not None:
        at = layout.cards[drawn]
        canvas.shape("circle", at.x + 58, at.y - 28, 24, theme["text"])
    if not cards:
        room = Rect(layout.head.x, layout.head.bottom, layout.head.w, layout.height - 160)
        floats = view.me is not None and view.my_seat.floating
        said = words("pictures.floating_hand" if floats else "pictures.no_cards")
        canvas.text(said, room, "title", "muted", align="middle")
    return canvas


def _paint_head(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    if view.me is None:
        return
    room = _paint_aside(canvas, view, at)
    if view.my_turn:
        canvas.shape("right", at.x + 10, at.middle[1] - 16, 32, canvas.theme["gold"])
    left = at.x + (58 if view.my_turn else 12)
    _paint_phase(canvas, view, Rect(left, at.y, room - left - 20, at.h))


def _paint_phase(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    """The phase being tried: its groups, or a check once it is laid."""
    phase, seat = view.my_phase, view.my_seat
    if phase is None:
        if view.stage is Stage.DECLARE:
            canvas.text(canvas.words("pictures.choose_phase"), at, "title", "text")
        return
    down = bool(seat.groups)
    text = Rect(at.x, at.y, min(330, at.w), at.h)
    said = canvas.words("pictures.phase", phase=seat.trying)
    width = canvas.text(said, text, "title", "good" if down else "text")
    if down:
        canvas.shape("check", at.x + width + 22, at.middle[1] - 22, 44, canvas.theme["good"])
    else:
        area = Rect(at.x + width + 36, at.y, at.w - width - 36, at.h)
        phase_shape(canvas, phase, area, "cloth")


def _paint_aside(canvas: Canvas, view: PlayerView, at: Rect) -> int:
    """At the right: points, save pile and Skip; returns the left edge of these."""
    right = at.right - 8
    skip_lies = view.rules.skip_rule is SkipRule.IN_FRONT
    if view.my_seat.skipped and not skip_lies:
        right -= BADGE + 16
        skip_badge(canvas, right + 16, at.middle[1] - BADGE // 2, BADGE)
    sprites = (
        [card_sprite(canvas.theme, SKIP, 58, Pose(90))]
        if view.my_seat.skipped and skip_lies
        else []
    )
    sprites += [card_sprite(canvas.theme, card, SAVED_CARD) for card in view.saved[-1:]]
    for sprite in sprites:
        right -= sprite.size[0] + 16
        canvas.sprite(sprite, right + 16, at.middle[1] - sprite.size[1] // 2)
    lines = [canvas.words.plural("pictures.points", view.my_seat.total)]
    if view.saved:
        lines.append(canvas.words.plural("pictures.saved", len(view.saved)))
    top = at.middle[1] - 24 * len(lines)
    widths = [
        canvas.text(line, Rect(right - 240, top + 48 * n, 240, 48), "small", colour, align="right")
        for n, (line, colour) in enumerate(zip(lines, ("muted", "text"), strict=False))
    ]
    return right - max(widths)
