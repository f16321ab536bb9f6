"""Geometry of the table: seats around two piles, names outside, cards towards the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .card_faces import card_height
from .group_rows import Arrangement, Content, RowStyle, Side, arranged, rows_height
from .layout import WIDTH, Rect

EDGE = 42  # of the picture, outside of everything
GUTTER = 28
COLUMN = (WIDTH - 2 * EDGE - GUTTER) // 2
HEAD = 150
FACE = 124
HELD = 70  # width of the card that stands for those held
HELD_GAP = 28  # the second of the cards held shows in it
WIDE_HEAD = 940  # of a seat with a row of its own, whose cards held are a spread of backs
SPREAD_CARD, SPREAD_STEP, MOST_SPREAD = 84, 20, 11
HEAD_GAP = 14  # between a seat's head and its cards
BAND_GAP = 26
PILE_CARD, PILE_CARD_OF_TWO = 150, 184
PILE_GAP, WORDS_GAP = 44, 26
LINE = 54  # height of a line of words next to the piles
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
    """A seat's place at the table.

    Attributes:
        box: all of it.
        face: the round face.
        name: the line of the name.
        phase: the line of the phase.
        points: the line of the points.
        held: the card that stands for those held, or a spread of backs.
        content: what lies in front of the seat.
    """

    box: Rect
    face: Rect
    name: Rect
    phase: Rect
    points: Rect
    held: Rect
    content: Arrangement


@dataclass(frozen=True, slots=True)
class PilesPlace:
    """The piles and the lines of words next to them."""

    draw: Rect
    discard: Rect
    draw_lines: tuple[Rect, ...]
    discard_lines: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table.

    Attributes:
        height: of the picture.
        plaque: the number of the hand.
        status: words about a special state of the hand.
        piles: the piles.
        seats: the places by seat.
    """

    height: int
    plaque: Rect
    status: Rect
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


def table_layout(seats: Sequence[Content]) -> TableLayout:
    """The layout of a table with this content in front of its seats."""
    rows, style = ROWS[len(seats)], style_for(len(seats))
    heights = [
        HEAD
        + HEAD_GAP
        + max(rows_height(seats[each], room_for(len(seats), each), style) for each in row)
        for row in rows
    ]
    band = EDGE + heights[0] + BAND_GAP
    pile = PILE_CARD_OF_TWO if len(seats) == 2 else PILE_CARD
    after = band + card_height(pile) + BAND_GAP
    tops = [EDGE, after]
    if len(rows) == 3:
        tops.append(after + heights[1] + 2 * BAND_GAP)
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
    text, right = x + FACE + 16, x + width
    held = Rect(right - HELD, head_top + HEAD - card_height(HELD), HELD, card_height(HELD))
    name = Rect(text, head_top + 2, right - text, 48)
    if width == WIDE_HEAD:
        spread = SPREAD_CARD + SPREAD_STEP * (MOST_SPREAD - 1)
        held = Rect(right - spread, head_top + 10, spread, card_height(SPREAD_CARD))
        name = Rect(text, name.y, held.x - HELD_GAP - text, name.h)
    phase, points = (Rect(text, name.y + 50 * n, held.x - HELD_GAP - text, name.h) for n in (1, 2))
    return SeatPlace(
        box=box,
        face=Rect(x, head_top + (HEAD - FACE) // 2, FACE, FACE),
        name=name,
        phase=phase,
        points=points,
        held=held,
        content=arranged(content, Rect(box.x, top, box.w, height), style, side),
    )


def piles_place(top: int, card: int, left: int) -> PilesPlace:
    """The piles in the middle of the picture, with room for words from ``left`` on."""
    height, right = card_height(card), WIDTH - EDGE
    draw = Rect((WIDTH - PILE_GAP) // 2 - card, top, card, height)
    discard = Rect((WIDTH + PILE_GAP) // 2, top, card, height)
    after, lines = discard.right + WORDS_GAP, [draw.middle[1] - 18 + LINE * n for n in (0, 1)]
    return PilesPlace(
        draw,
        discard,
        tuple(Rect(left, y, draw.x - WORDS_GAP - left, LINE) for y in lines),
        tuple(Rect(after, y, right - after, LINE) for y in lines),
    )
