"""The picture of the table: seats around the piles, as a spectator may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.card_faces import card_height
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.group_rows import Arrangement, Content, RowStyle, Side, arranged, rows_height
from bot.render.pieces.held_cards import paint_boat
from bot.render.pieces.laid_cards import content_of, paint_content
from bot.render.pieces.materials import enamel, mark, plate, skip_badge
from bot.render.pieces.piles import (
    PilesPlace,
    held_stack,
    last_card,
    paint_piles,
    piles_place,
    stack_depth,
)
from bot.rules.editions import SkipRule
from bot.rules.state import Stage
from bot.rules.views import PlayerView, SeatView

CAPTION, CAPTION_LINE = 92, 58  # heights of the plate above a replay, and of a second line
TRIANGLE = 34
SKIP_BADGE = 58
AMBIENT = 0.18  # share of the light far from the lamp
LAMP = Lamp(0.5, 0.42, power=0.5, ambient=AMBIENT)  # while nobody is to play
REACH, POWER = 370, 0.94  # of the light on a seat
LAMP_INSIDE = 18  # from the edge of a seat's plate to the light on it
GOLD_RING, RING_GAP = 8, 2  # around the face of the seat to play
MOST_ALARMS = 2  # plates of red enamel; where more seats hold a single card, none has one
PLATE = 8, 10  # how far a plate goes beyond the head of a seat
EDGE = 40  # of the picture, outside of everything
GUTTER = 36
COLUMN = (WIDTH - 2 * EDGE - GUTTER) // 2
HEAD = 150
FACE, FACE_LEFT = 116, 10  # the second from the left edge of a head
HELD = 70  # width of the card that stands for the cards held
BOAT = (112, 48)  # of a seat that floats, in place of the cards held
LAST_CARD, LAST_CARD_GAP = 104, 18  # the only card of a seat, and what is left of it
FRAME = 12  # of enamel around it
HELD_GAP = 24  # the second of the cards held shows in it
WIDE_HEAD = 940  # of a seat with a row of its own, whose cards held are a spread of backs
SPREAD_CARD, SPREAD_STEP, MOST_SPREAD = 84, 20, 11
HEAD_GAP = 31  # between a seat's head and its cards
PILE_GAPS = 28, 22  # above and below the piles, for what of them lies askew
ROW_GAP = 52  # between two rows without piles
PILE_CARD, PILE_CARD_OF_TWO, PILE_CARD_EARLY = 150, 184, 218  # the last while nothing lies
PLAQUE = (232, 66)
TWO_SEATS = RowStyle(164, 110)  # a run of 12 fits a line
FEW_SEATS = RowStyle(100, 66, own_lines=True)
MANY_SEATS = RowStyle(80, 58)
# The seats in rows, clockwise from the upper left corner; the piles lie below the first row.
ROWS: dict[int, tuple[tuple[int, ...], ...]] = {
    2: ((0,), (1,)),
    3: ((0, 1), (2,)),
    4: ((0, 1), (3, 2)),
    5: ((0, 1), (4, 2), (3,)),
    6: ((0, 1), (5, 2), (4, 3)),
}


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat's place at the table."""

    box: Rect
    face: Rect
    name: Rect
    phase: Rect
    points: Rect
    held: Rect  # the card that stands for the cards held, or a spread of backs
    content: Arrangement  # what lies in front of the seat


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table."""

    height: int
    plaque: Rect  # the number of the hand
    status: Rect  # words about a special state of the hand
    piles: PilesPlace
    seats: tuple[SeatPlace, ...]


def style_for(seats: int) -> RowStyle:
    """The sizes of laid cards for a number of seats."""
    if seats == 2:
        return TWO_SEATS
    return FEW_SEATS if seats <= 4 else MANY_SEATS


def room_for(seats: int, seat: int) -> int:
    """The width in front of a seat."""
    row = next(row for row in ROWS[seats] if seat in row)
    return COLUMN if len(row) == 2 else WIDTH - 2 * EDGE


@lru_cache(maxsize=64)
def table_layout(seats: tuple[Content, ...]) -> TableLayout:
    """The layout of a table with this content in front of its seats."""
    rows, style = ROWS[len(seats)], style_for(len(seats))
    heights = [
        HEAD
        + HEAD_GAP
        + max(rows_height(seats[seat], room_for(len(seats), seat), style) for seat in row)
        for row in rows
    ]
    band = EDGE + heights[0] + PILE_GAPS[0]
    pile = PILE_CARD_OF_TWO if len(seats) == 2 else PILE_CARD
    if not any(content.groups for content in seats):
        pile = PILE_CARD_EARLY
    after = band + card_height(pile) + stack_depth(pile) + PILE_GAPS[1]
    tops = [EDGE, after]
    if len(rows) == 3:
        tops.append(after + heights[1] + ROW_GAP)
    places: dict[int, SeatPlace] = {}
    for row, top, height in zip(rows, tops, heights, strict=True):
        for column, seat in enumerate(row):
            width = room_for(len(seats), seat)
            box = Rect(EDGE + column * (COLUMN + GUTTER), top, width, height)
            places[seat] = _seat_place(seats[seat], box, style, last=row is rows[-1])
    piles = piles_place(band, pile, EDGE)
    right = piles.draw_lines[0].right
    return TableLayout(
        height=tops[-1] + heights[-1] + EDGE,
        plaque=Rect(right - PLAQUE[0], band + 2, *PLAQUE),
        status=Rect(piles.discard_lines[0].x, band + 2, piles.discard_lines[0].w, PLAQUE[1]),
        piles=piles,
        seats=tuple(places[seat] for seat in range(len(seats))),
    )


def _seat_place(content: Content, box: Rect, style: RowStyle, *, last: bool) -> SeatPlace:
    """A seat with its head at the outer edge: above its cards, in the last row below them."""
    side: Side = "left" if box.w == COLUMN else "middle"
    height = rows_height(content, box.w, style)
    head_top = box.bottom - HEAD if last else box.y
    top = head_top - HEAD_GAP - height if last else box.y + HEAD + HEAD_GAP
    width = COLUMN if box.w == COLUMN else WIDE_HEAD
    x = box.x + (box.w - width) // 2
    text, right = x + FACE_LEFT + FACE + 16, x + width
    held = Rect(right - HELD, head_top + HEAD - card_height(HELD), HELD, card_height(HELD))
    name = Rect(text, head_top + 2, right - text, 48)
    if width == WIDE_HEAD:
        spread = SPREAD_CARD + SPREAD_STEP * (MOST_SPREAD - 1)
        held = Rect(right - spread, head_top + 10, spread, card_height(SPREAD_CARD))
        name = Rect(text, name.y, held.x - HELD_GAP - text, name.h)
    phase, points = (Rect(text, name.y + 50 * n, held.x - HELD_GAP - text, name.h) for n in (1, 2))
    return SeatPlace(
        box=box,
        face=Rect(x + FACE_LEFT, head_top + (HEAD - FACE) // 2, FACE, FACE),
        name=name,
        phase=phase,
        points=points,
        held=held,
        content=arranged(content, Rect(box.x, top, box.w, height), style, side),
    )


def paint_replay(
    design: Design, view: PlayerView, caption: str, avatars: Sequence[Avatar] = ()
) -> Canvas:
    """The table under a caption of one or two lines that says what happened."""
    layout = layout_of(design, view)
    room = Rect(92, 8, WIDTH - 136, CAPTION - 12)
    first, *rest = design.lines(caption, "small", room.w)
    top = CAPTION + bool(rest) * CAPTION_LINE
    canvas = Canvas(design, layout.height + top, _lamp(view, layout, top), rim=False)
    plate(canvas, Rect(8, 8, WIDTH - 16, top - 12))
    canvas.shape("right", 44, CAPTION // 2 - 14, 32, "gold")
    canvas.text(first, room, "small", "text")
    if rest:
        below = Rect(room.x, room.y + CAPTION_LINE, room.w, room.h)
        canvas.text(" ".join(rest), below, "small", "text")
    canvas.top = top
    _paint(canvas, view, layout, avatars)
    return canvas


def paint_table(design: Design, view: PlayerView, avatars: Sequence[Avatar] = ()) -> Canvas:
    """The table during a hand, as everybody may see it."""
    layout = layout_of(design, view)
    canvas = Canvas(design, layout.height, _lamp(view, layout))
    _paint(canvas, view, layout, avatars)
    return canvas


def layout_of(design: Design, view: PlayerView) -> TableLayout:
    """The layout of the picture of this view."""
    return table_layout(tuple(content_of(design, view, seat) for seat in view.seats))


def _lamp(view: PlayerView, layout: TableLayout, top: int = 0) -> Lamp:
    """The light: on the seat with the only last card, else on the seat to play.

    It is near the inner edge of the seat's plate, so that what lies in front of it is lit, too.
    """
    seat = view.last_cards[0].seat if len(view.last_cards) == 1 else view.turn
    if seat is None:
        return LAMP
    place = layout.seats[seat]
    head = _head(place)
    inside = LAMP_INSIDE if head.y < place.content.area.y else head.h - LAMP_INSIDE
    x, y = head.middle[0], head.bottom - inside
    return Lamp(x / WIDTH, (top + y) / (top + layout.height), REACH, POWER, AMBIENT)


def _paint(
    canvas: Canvas, view: PlayerView, layout: TableLayout, avatars: Sequence[Avatar]
) -> None:
    _paint_middle(canvas, view, layout)
    for seat, place in zip(view.seats, layout.seats, strict=True):
        _paint_person(canvas, view, place, seat, avatar_of(avatars, seat.seat))
        paint_content(canvas, view, seat, place.content)


def _paint_middle(canvas: Canvas, view: PlayerView, layout: TableLayout) -> None:
    number, status = canvas.words("pictures.hand", hand=view.hand_number), _status(view)
    wide = _plaque_width(canvas, number, layout.plaque)
    _paint_plaque(canvas, number, layout.plaque.after(layout.plaque.w - wide), "text")
    if status:
        words = canvas.words(status)
        at = replace(layout.status, w=_plaque_width(canvas, words, layout.status))
        _paint_plaque(canvas, words, at, "gold")
    paint_piles(canvas, view, layout.piles, align="right")


def _plaque_width(canvas: Canvas, words: str, room: Rect) -> int:
    return min(room.w, canvas.width(words, "strong") + 56)


def _paint_plaque(canvas: Canvas, words: str, at: Rect, colour: str) -> None:
    plate(canvas, at, 18)
    canvas.text(words, at, "strong", colour, align="middle")


def _status(view: PlayerView) -> str | None:
    if view.stage is Stage.OFFER:
        return "pictures.opening_offer"
    if view.last_turns is not None:
        return "pictures.last_turns"
    return "pictures.playoff" if view.playoff else None


def _paint_person(
    canvas: Canvas, view: PlayerView, at: SeatPlace, seat: SeatView, avatar: Avatar
) -> None:
    to_act, waits = seat.seat == view.turn, not seat.playing
    last = seat in view.last_cards
    if last:
        at = _with_last_card(at)
    alarm = last and len(view.last_cards) <= MOST_ALARMS
    if alarm or to_act:
        (enamel if alarm else plate)(canvas, _head(at))
    if to_act:
        around = GOLD_RING + RING_GAP
        side = at.face.w + 2 * around
        box = Rect(at.face.x - around, at.face.y - around, side, side)
        canvas.panel(box, "gold", side // 2, GOLD_RING)
    canvas.face(seat, at.face, avatar, away=waits, gold=to_act)
    _paint_marks(canvas, view, at, seat, avatar)
    name = at.name
    if to_act:
        name = canvas.shape_before("right", name, TRIANGLE, "paper" if alarm else "gold", 8)
    if last:
        last_card(canvas, at.held, "gain", framed=not alarm)
    if alarm:
        canvas.name(seat.name, name, "paper")
        canvas.text(canvas.words("phrases.one_card"), at.phase, "pile", "paper")
        _paint_phase(canvas, view, at.points, seat, "paper")
        return
    colour = "gold" if to_act else "muted" if waits else "text"
    canvas.name(seat.name, name, colour)
    _paint_phase(canvas, view, at.phase, seat)
    _paint_points(canvas, view, at, seat, last=last)
    if seat.floating:
        paint_boat(canvas, Rect(at.held.right - BOAT[0], at.points.y - BOAT[1] // 2, *BOAT))
    elif seat.playing and seat.cards and not last:
        _paint_held(canvas, at.held, seat.cards)


def _head(at: SeatPlace) -> Rect:
    """The place of the plate around a seat's face, words and held cards."""
    across, down = PLATE
    left, top = at.face.x - FACE_LEFT - across, at.face.middle[1] - HEAD // 2 - down
    return Rect(left, top, at.held.right + across - left, HEAD + 2 * down)


def _with_last_card(at: SeatPlace) -> SeatPlace:
    """A place whose only card has the largest number of all."""
    height = card_height(LAST_CARD)
    x, y = at.held.right - LAST_CARD - FRAME, at.face.middle[1] - height // 2
    room = x - LAST_CARD_GAP - at.name.x
    name, phase, points = (replace(line, w=room) for line in (at.name, at.phase, at.points))
    held = Rect(x, y, LAST_CARD, height)
    return replace(at, name=name, phase=phase, points=points, held=held)


def _paint_held(canvas: Canvas, at: Rect, count: int) -> None:
    """The cards held: a back with their number, or where there is room a spread of backs."""
    number = canvas.words.number(count)
    if at.w < SPREAD_CARD:
        held_stack(canvas, at.corner, at.w, number)
        return
    x, hidden = at.right - SPREAD_CARD, min(count, MOST_SPREAD) - 1
    for place in range(hidden, -1, -1):
        left = x - SPREAD_STEP * place
        canvas.back((left, at.y), SPREAD_CARD, "" if place else number, over=place < hidden)


def _paint_marks(
    canvas: Canvas, view: PlayerView, at: SeatPlace, seat: SeatView, avatar: Avatar
) -> None:
    """The small round marks at a face: computer, lost turn."""
    face = at.face
    if avatar.computer and avatar.picture is not None:
        mark(canvas, "robot", face.x - 6, face.bottom - 42, "muted")
    if seat.skipped and view.rules.skip_rule is not SkipRule.IN_FRONT:
        skip_badge(canvas, face.right - SKIP_BADGE + 6, face.y - 6, SKIP_BADGE)


def _paint_phase(canvas: Canvas, view: PlayerView, at: Rect, seat: SeatView, ink: str = "") -> None:
    if not seat.playing:
        canvas.text(canvas.words("pictures.sits_out"), at, "small", "muted")
    elif seat.trying is not None:
        colour = ink or ("good" if seat.groups else "text")
        if seat.groups:
            at = canvas.shape_before("check", at, 32, colour, 10)
        canvas.text(canvas.words("pictures.phase", phase=seat.trying), at, "small", colour)
    elif view.stage is Stage.DECLARE:
        colour = "gold" if seat.seat == view.turn else "muted"
        canvas.text(canvas.words("pictures.declaring"), at, "small", colour)


def _paint_points(
    canvas: Canvas, view: PlayerView, at: SeatPlace, seat: SeatView, *, last: bool
) -> None:
    number = canvas.words.number(seat.total)
    boat = BOAT[0] + LAST_CARD_GAP if seat.floating else 0
    room = at.points if seat.cards else replace(at.points, w=at.held.right - at.points.x - boat)
    points = canvas.words.plural("pictures.points", seat.total)
    lines = [points, number]
    colour = "text" if seat.seat == view.turn else "muted"
    if state := _state_of(view, seat):
        status = canvas.words(state)
        lines = [f"{number} · {status}", status]
        if seat.floating:
            lines = [f"{points} · {status}", points, number]
        colour = "gold" if state == "pictures.last_turn" else "good"
    elif last:
        lines = [canvas.words("phrases.one_card")]
        colour = "text"
    line = next((option for option in lines if canvas.width(option, "small") <= room.w), lines[-1])
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
