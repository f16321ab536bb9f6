"""The picture of the table: seats around the piles, as a spectator may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.render.engine.canvas import Align, Avatar, Canvas, avatar_of
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
AMBIENT = 0.2  # share of the light far from the lamp
LAMP = Lamp(0.5, 0.42, power=0.5, ambient=AMBIENT)  # while nobody is to play
REACH, POWER = 380, 0.91  # of the light on a seat
MOST_ALARMS = 2  # plates of red enamel; where more seats hold a single card, none has one
PLATE = 8, 10  # how far a plate goes beyond the head of a seat
EDGE = 40  # of the picture, outside of everything
GUTTER = 24
COLUMN = (WIDTH - 2 * EDGE - GUTTER) // 2
HEAD = 112
FACE, FACE_LEFT = 104, 6  # the second from the left edge of a head
LINE = 54  # height of its two lines
CHECK, CHECK_GAP = 30, 10  # before the phase of a seat that has laid it
HELD = 66  # width of the card that stands for the cards held
BOAT = (98, 42)  # of a seat that floats, in place of the cards held
LAST_CARD, LAST_CARD_GAP = 88, 14  # the only card of a seat, and what is left of it
FRAME = 10  # of enamel around it
HELD_GAP = 21  # the second of the cards held shows in it
WIDE_HEAD = 940  # of a seat with a row of its own, whose cards held are a spread of backs
SPREAD_CARD, SPREAD_STEP, MOST_SPREAD = 76, 20, 11
HEAD_GAP = 34  # between a seat's head and its cards
PILE_GAPS = 44, 40  # above and below the piles, for what of them lies askew
ROW_GAP = 52  # between two rows without piles
PILE_CARD, PILE_CARD_EARLY = 180, 220  # the second while nothing lies
PLAQUE, PLAQUE_PAD = (232, 66), 24
STATUS, ASKEW = 116, 25  # height of a plaque of two lines; from the top discard to it
TWO_SEATS = RowStyle(164, 110)  # a run of 12 fits a line
TWO_SEATS_EARLY = RowStyle(118, 110)
FEW_SEATS = RowStyle(84, 76)
MANY_SEATS = RowStyle(80, 76)
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
    about: Rect  # phase and points
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


def style_for(seats: int, content: Content) -> RowStyle:
    """The sizes of laid cards for a number of seats, which two have larger once they lie."""
    if seats == 2:
        return TWO_SEATS if content.groups else TWO_SEATS_EARLY
    return FEW_SEATS if seats <= 4 else MANY_SEATS


@lru_cache(maxsize=64)
def table_layout(seats: tuple[Content, ...]) -> TableLayout:
    """The layout of a table with this content in front of its seats."""
    rows, count = ROWS[len(seats)], len(seats)
    styles = [style_for(count, content) for content in seats]
    widths = [COLUMN if len(row) == 2 else WIDTH - 2 * EDGE for row in rows]
    heights = [
        HEAD + HEAD_GAP + max(rows_height(seats[seat], width, styles[seat]) for seat in row)
        for row, width in zip(rows, widths, strict=True)
    ]
    band = EDGE + heights[0] + PILE_GAPS[0]
    pile = PILE_CARD if any(content.groups for content in seats) else PILE_CARD_EARLY
    after = band + card_height(pile) + stack_depth(pile) + PILE_GAPS[1]
    tops = [EDGE, after]
    if len(rows) == 3:
        tops.append(after + heights[1] + ROW_GAP)
    places: dict[int, SeatPlace] = {}
    for row, top, width, height in zip(rows, tops, widths, heights, strict=True):
        for column, seat in enumerate(row):
            box = Rect(EDGE + column * (COLUMN + GUTTER), top, width, height)
            places[seat] = _seat_place(seats[seat], box, styles[seat], last=row is rows[-1])
    piles = piles_place(band, pile, EDGE)
    right, status = piles.draw_lines[0].right, piles.discard.right + ASKEW
    return TableLayout(
        height=tops[-1] + heights[-1] + EDGE,
        plaque=Rect(right - PLAQUE[0], band + 2, *PLAQUE),
        status=Rect(status, band - 10, WIDTH - EDGE + PLATE[0] - status, STATUS),
        piles=piles,
        seats=tuple(places[seat] for seat in range(count)),
    )


def _seat_place(content: Content, box: Rect, style: RowStyle, *, last: bool) -> SeatPlace:
    """A seat with its head at the outer edge: above its cards, in the last row below them."""
    side: Side = "left" if box.w == COLUMN else "middle"
    height = rows_height(content, box.w, style)
    head_top = box.bottom - HEAD if last else box.y
    top = head_top - HEAD_GAP - height if last else box.y + HEAD + HEAD_GAP
    width = COLUMN if box.w == COLUMN else WIDE_HEAD
    x, middle = box.x + (box.w - width) // 2, head_top + HEAD // 2
    text, held_width, card = x + FACE_LEFT + FACE + 14, HELD, HELD
    if width == WIDE_HEAD:
        held_width, card = SPREAD_CARD + SPREAD_STEP * (MOST_SPREAD - 1), SPREAD_CARD
    left, height = x + width - held_width, card_height(card)
    name, about = (Rect(text, middle + y, left - HELD_GAP - text, LINE) for y in (-LINE, 0))
    return SeatPlace(
        box=box,
        face=Rect(x + FACE_LEFT, head_top + (HEAD - FACE) // 2, FACE, FACE),
        name=name,
        about=about,
        held=Rect(left, middle - height // 2, held_width, height),
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

    It is between the seat and what lies in front of it, so that both are lit.
    """
    seat = view.last_cards[0].seat if len(view.last_cards) == 1 else view.turn
    if seat is None:
        return LAMP
    place = layout.seats[seat]
    (x, y), below = _head(place).middle, place.content.area.middle[1]
    y = top + (y + below) // 2
    return Lamp(x / WIDTH, y / (top + layout.height), REACH, POWER, AMBIENT)


def _paint(
    canvas: Canvas, view: PlayerView, layout: TableLayout, avatars: Sequence[Avatar]
) -> None:
    _paint_middle(canvas, view, layout)
    for seat, place in zip(view.seats, layout.seats, strict=True):
        _paint_person(canvas, view, place, seat, avatar_of(avatars, seat.seat))
        paint_content(canvas, view, seat, place.content)


def _paint_middle(canvas: Canvas, view: PlayerView, layout: TableLayout) -> None:
    number, status = canvas.words("pictures.hand", hand=view.hand_number), _status(view)
    _paint_plaque(canvas, [number], layout.plaque, "text", align="right")
    if status:
        room = layout.status
        rows = canvas.lines(canvas.words(status), "strong", room.w - 2 * PLAQUE_PAD)
        at = room if rows[1:] else replace(room, y=layout.plaque.y, h=layout.plaque.h)
        _paint_plaque(canvas, rows, at, "gold")
    paint_piles(canvas, view, layout.piles, align="right")


def _paint_plaque(
    canvas: Canvas, rows: Sequence[str], room: Rect, colour: str, align: Align = "left"
) -> None:
    """Write lines on a wooden plate at one side of its room."""
    width = min(room.w, max(canvas.width(row, "strong") for row in rows) + 2 * PLAQUE_PAD)
    at = Rect(room.right - width if align == "right" else room.x, room.y, width, room.h)
    plate(canvas, at, 18)
    for n, row in enumerate(rows):
        line = Rect(at.x, at.y + at.h * n // len(rows), at.w, at.h // len(rows))
        canvas.text(row, line, "strong", colour, align="middle")


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
        canvas.ring(at.face, at.face.w // 2)
    canvas.face(seat, at.face, avatar, away=waits, gold=to_act)
    _paint_marks(canvas, view, at, seat, avatar)
    name = at.name
    if to_act:
        name = canvas.shape_before("right", name, TRIANGLE, "paper" if alarm else "gold", 8)
    if last:
        last_card(canvas, at.held, "gain", framed=not alarm)
    colour = "paper" if alarm else "gold" if to_act else "muted" if waits else "text"
    used = canvas.name(seat.name, name, colour)
    if alarm:
        _paint_alarm(canvas, name.after(used + HELD_GAP), at.about, seat)
    else:
        _paint_facts(canvas, view, at, seat, last=last)


def _paint_alarm(canvas: Canvas, rest: Rect, below: Rect, seat: SeatView) -> None:
    """Write that a single card is left, and the phase if there is room after the name."""
    canvas.text(canvas.words("phrases.one_card"), below, "pile", "paper")
    phase = canvas.words("pictures.phase", phase=seat.trying)
    if seat.trying is not None and canvas.width(phase, "small") <= rest.w:
        canvas.text(phase, rest, "small", "paper", align="right")


def _paint_facts(
    canvas: Canvas, view: PlayerView, at: SeatPlace, seat: SeatView, *, last: bool
) -> None:
    """Draw the cards held or a boat, and write the line below the name."""
    right = at.about.right
    if seat.floating:
        boat = Rect(at.held.right - BOAT[0], at.held.middle[1] - BOAT[1] // 2, *BOAT)
        paint_boat(canvas, boat)
        right = boat.x - LAST_CARD_GAP
    elif not seat.playing or not seat.cards:
        right = at.held.right
    elif not last:
        _paint_held(canvas, at.held, seat.cards)
    _paint_about(canvas, view, replace(at.about, w=right - at.about.x), seat)


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
    name, about = (replace(line, w=room) for line in (at.name, at.about))
    return replace(at, name=name, about=about, held=Rect(x, y, LAST_CARD, height))


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


def _paint_about(canvas: Canvas, view: PlayerView, at: Rect, seat: SeatView) -> None:
    """Write a seat's phase, then its points or its special state, as far as there is room."""
    words, to_act = canvas.words, seat.seat == view.turn
    phase, colour = "", "muted"
    if not seat.playing:
        phase = words("pictures.sits_out")
    elif seat.trying is not None:
        phase = words("pictures.phase", phase=seat.trying)
        colour = "good" if seat.groups else "text"
    elif view.stage is Stage.DECLARE:
        phase, colour = words("pictures.declaring"), "gold" if to_act else "muted"
    number = words.number(seat.total)
    lines = [(phase, words.plural("pictures.points", seat.total)), (phase, number), (phase, "")]
    ink = "text" if to_act else "muted"
    if key := _state_of(view, seat):
        state, ink = words(key), "gold" if key == "pictures.last_turn" else "good"
        lines = [(phase, f"{number} · {state}"), (number, state), (state, "")]
    for before, after in lines:
        width = canvas.width(f"{before} · {after}" if after else before, "small")
        if width <= at.w:
            break
    if seat.groups and before == phase and width + CHECK + CHECK_GAP <= at.w:
        at = canvas.shape_before("check", at, CHECK, colour, CHECK_GAP)
    if before:
        at = at.after(canvas.text(before, at, "small", colour if before == phase else ink))
        at, after = at.after(CHECK_GAP), f"· {after}" if after else ""
    if after:
        canvas.text(after, at, "small", ink)


def _state_of(view: PlayerView, seat: SeatView) -> str | None:
    """The catalogue key of a seat's special state in this hand."""
    if seat.out:
        return "pictures.out"
    if view.last_turns is not None and seat.seat in view.last_turns:
        return "pictures.last_turn"
    return None
