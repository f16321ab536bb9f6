"""The picture of the table: piles and seats, as a spectator may see them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Words
from bot.rules.cards import SKIP
from bot.rules.editions import SkipRule
from bot.rules.state import Stage
from bot.rules.views import PlayerView, SeatView

from .canvas import Canvas, SeatLook, look_of
from .layout import (
    GROUP_CARD,
    MARGIN,
    PILE_CARD,
    WIDTH,
    Rect,
    SeatShape,
    Strip,
    TableLayout,
    table_layout,
)
from .marks import mark, phase_shape, phase_track, skip_badge
from .pieces import discard_stack, draw_stack
from .sprites import Pose, back_sprite, card_sprite
from .theme import Theme

SMALL_BACK = 50
SAVED_BACK = 54
CAPTION = 76  # height of the strip above a picture of a replay


def paint_replay(
    view: PlayerView, caption: str, words: Words, looks: Sequence[SeatLook], theme: Theme
) -> Canvas:
    """The table under a one-line caption that says what happened."""
    canvas = paint_table(view, words, looks, theme, CAPTION)
    canvas.top = 0
    canvas.panel(Rect(0, 0, WIDTH, CAPTION), "panel", 0)
    canvas.shape("right", MARGIN + 4, CAPTION // 2 - 16, 28, theme["gold"])
    at = Rect(MARGIN + 52, 0, WIDTH - 2 * MARGIN - 60, CAPTION - 4)
    canvas.text(caption, at, "label", "text")
    return canvas


def paint_table(
    view: PlayerView, words: Words, looks: Sequence[SeatLook], theme: Theme, top: int = 0
) -> Canvas:
    """The table as everybody may see it, below ``top`` pixels of room."""
    layout = layout_of(view)
    canvas = Canvas(theme, words, layout.height + top)
    canvas.top = top
    if _between_hands(view):
        _paint_pause(canvas, view, layout.title)
    else:
        _paint_head(canvas, view, layout)
    for seat, strip in zip(view.seats, layout.strips, strict=True):
        _paint_strip(canvas, view, strip, seat, look_of(looks, seat.seat))
    return canvas


def layout_of(view: PlayerView) -> TableLayout:
    """The layout of the picture of this view."""
    pause = _between_hands(view)
    shapes = [
        SeatShape(
            groups=() if pause else tuple(len(group) for group in seat.groups),
            extras=0 if pause else (seat.skipped + bool(seat.saved)),
        )
        for seat in view.seats
    ]
    return table_layout(shapes, max(0, len(view.discard_pile) - 1), piles=not pause)


def _between_hands(view: PlayerView) -> bool:
    return view.stage in (Stage.DEAL, Stage.OVER)


def _paint_pause(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    if view.stage is Stage.OVER:
        title = canvas.words("pictures.game_over")
    elif view.last_hand is None:
        title = canvas.words("pictures.new_game")
    else:
        title = canvas.words("pictures.hand_over", hand=view.last_hand.hand)
    canvas.text(title, at, "title", "text", align="middle")


def _paint_head(canvas: Canvas, view: PlayerView, layout: TableLayout) -> None:
    at = layout.title
    title = Rect(at.x, layout.draw.y + 30, at.w, 70)
    canvas.text(canvas.words("pictures.hand", hand=view.hand_number), title, "title", "text")
    if key := _status(view):
        under = Rect(at.x, title.bottom + 4, at.w, 48)
        canvas.text(canvas.words(key), under, "label", "gold")
    _paint_draw_pile(canvas, view, layout.draw)
    _paint_discards(canvas, view, layout.discards)


def _status(view: PlayerView) -> str | None:
    if view.stage is Stage.OFFER:
        return "pictures.opening_offer"
    if view.last_turns is not None:
        return "pictures.last_turns"
    return "pictures.playoff" if view.playoff else None


def _paint_draw_pile(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    _label(canvas, canvas.words("pictures.draw_pile"), at)
    draw_stack(canvas, (at.x, at.y), PILE_CARD, view.draw_pile)
    pill = Rect(at.x + at.w // 2 - 48, at.bottom - 66, 96, 52)
    canvas.chip(canvas.words.number(view.draw_pile), pill, "name")


def _paint_discards(canvas: Canvas, view: PlayerView, at: Sequence[Rect]) -> None:
    offered = view.stage is Stage.OFFER
    said = "pictures.offered" if offered else "pictures.discard_pile"
    _label(canvas, canvas.words(said), at[0], "gold" if offered else "muted")
    discard_stack(canvas, view.discard_pile, (at[0].x, at[0].y), PILE_CARD, gold=offered)


def _label(canvas: Canvas, text: str, pile: Rect, colour: str = "muted") -> None:
    canvas.text(text, Rect(pile.x + 2, pile.y - 52, 440, 44), "small", colour)


def _paint_strip(
    canvas: Canvas, view: PlayerView, strip: Strip, seat: SeatView, look: SeatLook
) -> None:
    to_act = seat.seat == view.turn
    canvas.panel(strip.box, "panel_turn" if to_act else "panel")
    if to_act:
        canvas.panel(strip.box, "gold", 24, 4)
    _paint_person(canvas, view, strip, seat, look)
    if _between_hands(view):
        _paint_score(canvas, view, strip, seat)
    else:
        _paint_play(canvas, view, strip, seat)


def _paint_person(
    canvas: Canvas, view: PlayerView, strip: Strip, seat: SeatView, look: SeatLook
) -> None:
    waits = not seat.playing
    canvas.face(seat, strip.face, look, away=waits, gold=seat.seat == view.turn)
    if look.computer and look.face is not None:
        mark(canvas, "robot", strip.face.x - 12, strip.face.bottom - 38, "muted")
    if seat.seat == view.dealer and view.hand_number and not _between_hands(view):
        mark(canvas, "deal", strip.face.right - 34, strip.face.bottom - 38, "gold")
    canvas.text(seat.name, strip.name, "name", "muted" if waits else "text")
    if seat.trying is not None:
        _paint_phase(canvas, strip.phase, seat, view)
    elif view.stage is Stage.DECLARE and seat.playing:
        colour = "gold" if seat.seat == view.turn else "muted"
        canvas.text(canvas.words("pictures.declaring"), strip.phase, "label", colour)
    _paint_points(canvas, view, strip, seat)


def _paint_points(canvas: Canvas, view: PlayerView, strip: Strip, seat: SeatView) -> None:
    at, number = strip.points, canvas.words.number(seat.total)
    if state := _state_of(view, seat):
        room = at if seat.cards else Rect(at.x, at.y, strip.backs.right - at.x, at.h)
        colour = "gold" if state == "pictures.last_turn" else "good"
        both = f"{number} · {canvas.words(state)}"
        fits = canvas.width(both, "small") <= room.w
        canvas.text(both if fits else canvas.words(state), room, "small", colour)
        return
    points = canvas.words.plural("pictures.points", seat.total)
    fits = canvas.width(points, "small") <= at.w
    canvas.text(points if fits else number, at, "small", "muted")


def _state_of(view: PlayerView, seat: SeatView) -> str | None:
    """The catalogue key of a seat's special state in this hand."""
    if seat.out:
        return "pictures.out"
    if seat.floating:
        return "pictures.floating"
    if view.last_turns is not None and seat.seat in view.last_turns and not _between_hands(view):
        return "pictures.last_turn"
    return None


def _paint_phase(canvas: Canvas, at: Rect, seat: SeatView, view: PlayerView) -> None:
    down = bool(seat.groups) and not _between_hands(view)
    room = Rect(at.x, at.y, at.w - 36, at.h) if down else at
    colour = "good" if down else "text"
    width = canvas.text(canvas.words("pictures.phase", phase=seat.trying), room, "label", colour)
    if down:
        canvas.shape("check", at.x + width + 8, at.y + 8, 28, canvas.theme["good"])


def _paint_play(canvas: Canvas, view: PlayerView, strip: Strip, seat: SeatView) -> None:
    if seat.playing and seat.cards:
        _paint_backs(canvas, strip.backs, seat, to_act=seat.seat == view.turn)
    if not seat.playing:
        canvas.text(canvas.words("pictures.sits_out"), strip.area, "name", "muted")
    for group, places in zip(seat.groups, strip.groups, strict=True):
        for card, at in zip(group.cards, places, strict=True):
            canvas.card(card, (at.x, at.y), GROUP_CARD, over=True)
    if seat.playing and seat.trying is not None and not seat.groups:
        ground = "panel_turn" if seat.seat == view.turn else "panel"
        phase_shape(canvas, view.phases[seat.trying - 1], strip.area, ground)
    if seat.playing and view.stage is Stage.DECLARE and seat.trying is None:
        phase_track(canvas, len(view.phases), seat.completed, None, strip.area)
    extras = iter(strip.extras)
    if seat.skipped:
        _paint_skip(canvas, view, next(extras))
    if seat.saved:
        _paint_saved(canvas, next(extras), seat.saved)


def _paint_skip(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    """A Skip in front of the seat, or a mark in editions that discard it."""
    if view.rules.skip_rule is SkipRule.IN_FRONT:
        canvas.sprite(card_sprite(canvas.theme, SKIP, 76, Pose(90)), at.x, at.y)
        return
    skip_badge(canvas, at.x, at.y + at.h // 2 - 38, 76)


def _paint_saved(canvas: Canvas, at: Rect, count: int) -> None:
    """The save pile: cards turned sideways, and their number."""
    sprite = back_sprite(canvas.theme, SAVED_BACK, pose=Pose(900))
    for place in range(min(count, 3)):
        canvas.sprite(sprite, at.x + 2, at.y + 20 - 7 * place)
    pill = Rect(at.x + at.w // 2 - 32, at.y + 66, 64, 46)
    canvas.chip(canvas.words.number(count), pill, "count")


def _paint_backs(canvas: Canvas, at: Rect, seat: SeatView, *, to_act: bool) -> None:
    shown = min(seat.cards, 10)
    step = (at.w - SMALL_BACK) // max(1, shown - 1) if shown > 5 else 12
    left = at.right - SMALL_BACK - step * (shown - 1)
    for place in range(shown):
        canvas.sprite(back_sprite(canvas.theme, SMALL_BACK), left + step * place, at.y)
    pill = Rect(at.right - 56, at.bottom - 46, 64, 50)
    canvas.panel(pill, "panel_turn" if to_act else "panel", 25)
    pill = Rect(pill.x + 4, pill.y + 4, pill.w - 8, pill.h - 8)
    canvas.chip(canvas.words.number(seat.cards), pill, "count")


def _paint_score(canvas: Canvas, view: PlayerView, strip: Strip, seat: SeatView) -> None:
    """The result of the last hand: its points, and all phases completed so far."""
    last = view.last_hand
    newest = seat.completed[-1] if last is not None and last.completed[seat.seat] else None
    phase_track(canvas, len(view.phases), seat.completed, newest, strip.area)
    if view.result is not None and seat.seat in view.result.winners:
        face = strip.face
        canvas.shape("crown", face.middle[0] - 28, face.y - 28, 56, canvas.theme["gold"])
    if last is None:
        return
    points = last.points[seat.seat]
    said = f"+{canvas.words.number(points)}"
    colour = "bad" if points else "good"
    at = Rect(strip.area.right - 220, strip.area.y, 216, strip.area.h)
    canvas.text(said, at, "figure", colour, align="right")
