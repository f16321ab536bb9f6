"""The picture of the table: seats around the piles, as a spectator may see them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Words
from bot.i18n.phrases import card_name
from bot.rules.cards import Card
from bot.rules.editions import SkipRule
from bot.rules.state import Stage
from bot.rules.views import PlayerView, SeatView

from .canvas import Align, Canvas, SeatLook, lines_of, look_of
from .cloth import Lamp
from .laid_cards import content_of, paint_content
from .layout import WIDTH, Rect
from .marks import mark, skip_badge
from .pieces import discard_stack, draw_stack, held, plate
from .sprites import back_sprite
from .table_layout import (
    MOST_SPREAD,
    SPREAD_CARD,
    SPREAD_STEP,
    PilesPlace,
    SeatPlace,
    TableLayout,
    table_layout,
)
from .theme import RGB, Theme

CAPTION, CAPTION_LINE = 92, 58  # heights of the plate above a replay, and of a second line
TRIANGLE = 34
SKIP_BADGE = 58
IDLE, ACTIVE_REACH = Lamp(0.5, 0.42, power=0.55), 560


def paint_replay(
    view: PlayerView, caption: str, words: Words, looks: Sequence[SeatLook], theme: Theme
) -> Canvas:
    """The table under a caption of one line or two that says what happened."""
    layout = layout_of(view, theme, words)
    room = Rect(92, 8, WIDTH - 136, CAPTION - 12)
    first, *rest = lines_of(theme, caption, "label", room.w)
    top = CAPTION + bool(rest) * CAPTION_LINE
    canvas = Canvas(theme, words, layout.height + top, lamp_of(view, layout), rim=False)
    plate(canvas, Rect(8, 8, WIDTH - 16, top - 12))
    canvas.shape("right", 44, CAPTION // 2 - 14, 32, theme["gold"])
    canvas.text(first, room, "label", "text")
    if rest:
        below = Rect(room.x, room.y + CAPTION_LINE, room.w, room.h)
        canvas.text(" ".join(rest), below, "label", "text")
    canvas.top = top
    _paint(canvas, view, layout, looks)
    return canvas


def paint_table(view: PlayerView, words: Words, looks: Sequence[SeatLook], theme: Theme) -> Canvas:
    """The table during a hand, as everybody may see it."""
    layout = layout_of(view, theme, words)
    canvas = Canvas(theme, words, layout.height, lamp_of(view, layout))
    _paint(canvas, view, layout, looks)
    return canvas


def layout_of(view: PlayerView, theme: Theme, words: Words) -> TableLayout:
    """The layout of the picture of this view."""
    return table_layout([content_of(view, seat, theme, words) for seat in view.seats])


def lamp_of(view: PlayerView, layout: TableLayout) -> Lamp:
    """The light: above the seat to play and its cards, or in the middle."""
    if view.turn is None:
        return IDLE
    seat = layout.seats[view.turn]
    x = (seat.face.x + seat.held.right) / 2
    y = (2 * seat.content.area.middle[1] + seat.face.middle[1]) / 3
    return Lamp(x / WIDTH, y / layout.height, ACTIVE_REACH)


def _paint(
    canvas: Canvas, view: PlayerView, layout: TableLayout, looks: Sequence[SeatLook]
) -> None:
    _paint_middle(canvas, view, layout)
    for seat, place in zip(view.seats, layout.seats, strict=True):
        _paint_person(canvas, view, place, seat, look_of(looks, seat.seat))
        paint_content(canvas, view, seat, place.content)


def _paint_middle(canvas: Canvas, view: PlayerView, layout: TableLayout) -> None:
    said = canvas.words("pictures.hand", hand=view.hand_number)
    wide = min(layout.plaque.w, canvas.width(said, "strong") + 56)
    box = Rect(layout.plaque.right - wide, layout.plaque.y, wide, layout.plaque.h)
    plate(canvas, box, 18)
    canvas.text(said, box, "strong", "text", align="middle")
    if key := _status(view):
        canvas.text(canvas.words(key), layout.status, "strong", "gold")
    paint_piles(canvas, view, layout.piles, align="right")


def _status(view: PlayerView) -> str | None:
    if view.stage is Stage.OFFER:
        return "pictures.opening_offer"
    if view.last_turns is not None:
        return "pictures.last_turns"
    return "pictures.playoff" if view.playoff else None


def paint_piles(
    canvas: Canvas, view: PlayerView, at: PilesPlace, align: Align = "left", *, wanted: bool = False
) -> None:
    """Draw both piles and their words; ``wanted`` gives the top discard a gold edge."""
    draw_stack(canvas, at.draw.corner, at.draw.w, view.draw_pile)
    offered = view.stage is Stage.OFFER
    discard = at.discard
    discard_stack(canvas, view.discard_pile, discard.corner, discard.w, gold=offered or wanted)
    offer = canvas.words("pictures.offered" if offered else "pictures.discard_pile")
    left = canvas.words.plural("pictures.left", view.draw_pile)
    # A single line next to a pile has no room for the pile's name.
    *above, count = at.draw_lines
    for line in above:
        canvas.text(canvas.words("pictures.draw_pile"), line, "strong", "text", align=align)
    canvas.text(left, count, "small", "muted", align=align)
    lines = [*at.discard_lines]
    if view.discard_pile:
        name, colour = _named(canvas, view.discard_pile[-1])
        # A long name takes the place of the pile's name, too.
        first, *rest = canvas.lines(name, "small", lines[-1].w)
        if rest:
            canvas.text(" ".join(rest), lines.pop(), "small", colour)
        canvas.text(first, lines.pop(), "small", colour)
    for line in lines[:1]:
        canvas.text(offer, line, "strong", "gold" if offered else "text")


def _named(canvas: Canvas, card: Card) -> tuple[str, RGB | str]:
    """A card's name and the colour to write it in."""
    colour = canvas.theme.cards[card.colour].word if card.colour else "muted"
    return card_name(canvas.words, card), colour


def _paint_person(
    canvas: Canvas, view: PlayerView, at: SeatPlace, seat: SeatView, look: SeatLook
) -> None:
    to_act, waits = seat.seat == view.turn, not seat.playing
    canvas.face(seat, at.face, look, away=waits, gold=to_act)
    _paint_marks(canvas, view, at, seat, look)
    name = at.name
    if to_act:
        canvas.shape(
            "right", name.x, name.middle[1] - TRIANGLE // 2, TRIANGLE, canvas.theme["gold"]
        )
        name = Rect(name.x + TRIANGLE + 8, name.y, name.w - TRIANGLE - 8, name.h)
    canvas.name(seat.name, name, "gold" if to_act else "muted" if waits else "text")
    _paint_phase(canvas, view, at.phase, seat)
    _paint_points(canvas, view, at, seat)
    if seat.playing and seat.cards:
        _paint_held(canvas, at.held, seat.cards)


def _paint_held(canvas: Canvas, at: Rect, count: int) -> None:
    """The cards held: a back with their number, or where there is room a spread of backs."""
    number = canvas.words.number(count)
    if at.w < SPREAD_CARD:
        held(canvas, at.corner, at.w, number)
        return
    x, hidden = at.right - SPREAD_CARD, min(count, MOST_SPREAD) - 1
    for place in range(hidden, -1, -1):
        back = back_sprite(canvas.theme, SPREAD_CARD, "" if place else number)
        canvas.sprite(back, x - SPREAD_STEP * place, at.y, over=place < hidden)


def _paint_marks(
    canvas: Canvas, view: PlayerView, at: SeatPlace, seat: SeatView, look: SeatLook
) -> None:
    """The small round marks at a face: computer, dealer, lost turn."""
    face = at.face
    if look.computer and look.face is not None:
        mark(canvas, "robot", face.x - 6, face.bottom - 42, "muted")
    if seat.seat == view.dealer:
        mark(canvas, "deal", face.right - 42, face.bottom - 42, "text")
    if seat.skipped and view.rules.skip_rule is not SkipRule.IN_FRONT:
        skip_badge(canvas, face.right - SKIP_BADGE + 6, face.y - 6, SKIP_BADGE)


def _paint_phase(canvas: Canvas, view: PlayerView, at: Rect, seat: SeatView) -> None:
    if not seat.playing:
        canvas.text(canvas.words("pictures.sits_out"), at, "small", "muted")
    elif seat.trying is not None:
        done, left = bool(seat.groups), at.x
        if done:
            canvas.shape("check", left, at.middle[1] - 16, 32, canvas.theme["good"])
            left += 42
        said = canvas.words("pictures.phase", phase=seat.trying)
        room = Rect(left, at.y, at.right - left, at.h)
        canvas.text(said, room, "label", "good" if done else "text")
    elif view.stage is Stage.DECLARE:
        colour = "gold" if seat.seat == view.turn else "muted"
        canvas.text(canvas.words("pictures.declaring"), at, "label", colour)


def _paint_points(canvas: Canvas, view: PlayerView, at: SeatPlace, seat: SeatView) -> None:
    number = canvas.words.number(seat.total)
    room = (
        at.points
        if seat.cards
        else Rect(at.points.x, at.points.y, at.held.right - at.points.x, at.points.h)
    )
    lines = [canvas.words.plural("pictures.points", seat.total), number]
    colour = "muted"
    if state := _state_of(view, seat):
        said = canvas.words(state)
        lines = [f"{number} · {said}", said]
        colour = "gold" if state == "pictures.last_turn" else "good"
    line = next((each for each in lines if canvas.width(each, "small") <= room.w), lines[-1])
    canvas.text(line, room, "small", colour)


def _state_of(view: PlayerView, seat: SeatView) -> str | None:
    """The catalogue key of a seat's special state in this hand."""
    if seat.out:
        return "pictures.out"
    if seat.floating:
        return "pictures.floating"
    if view.last_turns is not None and seat.seat in view.last_turns:
        return "pictures.last_turn"
    return None
