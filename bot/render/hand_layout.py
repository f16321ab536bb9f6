"""Geometry of a private hand: the phase, the fan of cards over a rack, and the small table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from .card_faces import card_height
from .group_rows import Arrangement, Content, RowStyle, arranged, rows_height
from .layout import WIDTH, Rect
from .table_layout import LINE, PILE_GAP, WORDS_GAP, PilesPlace, piles_place

EDGE = 36  # of the picture, outside of everything but the rack
TITLE = Rect(EDGE, 34, 330, 84)
UNDER_TITLE = Rect(EDGE, 122, 330, 52)
COST_WIDTH = 176  # the points held, at the right
STRIP = Rect(EDGE + 346, 34, WIDTH - 2 * EDGE - 346 - COST_WIDTH - 16, 0)
STRIP_STYLE = RowStyle(80, 58)

FAN_CARD, FAN_CARD_MANY, MANY = 218, 200, 12  # cards are narrower from 12 on
FAN_ANGLE = 1.36  # degrees between two cards
FAN_STRIP = 150  # most visible width of a covered card
FAN_MARGIN = 22
RAISED, SUNK = 30, -8  # how far cards move outwards along their own axes
BADGE = 44  # the mark on the upper edge of a card
SEEN = 262  # height of the fan that the rack leaves visible
RACK_HEIGHT = 88

SEAT_GUTTER = 20
SEAT_COLUMN = (WIDTH - 2 * EDGE - SEAT_GUTTER) // 2
SEAT_FACE = 62
SEAT_HEAD, SEAT_HEAD_GAP, SEAT_GAP = 70, 6, 16
SEAT_HELD = 52
SEAT_STYLE = RowStyle(80, 58)
BAND_CARD, CELL_CARD = 144, 126
SECTION_GAP = 18


@dataclass(frozen=True, slots=True)
class FanCard:
    """A card of the fan.

    Attributes:
        middle: its middle point.
        angle: in degrees, clockwise.
        width: of the card.
        badge: the place of a mark on its upper edge.
    """

    middle: tuple[float, float]
    angle: float
    width: int
    badge: Rect

    def corner(self, across: float, down: float) -> tuple[float, float]:
        """A point of the card from shares (0 to 1) of its width and height."""
        turn, height = radians(self.angle), card_height(self.width)
        x, y = (across - 0.5) * self.width, (down - 0.5) * height
        return (
            self.middle[0] + x * cos(turn) - y * sin(turn),
            self.middle[1] + x * sin(turn) + y * cos(turn),
        )


@dataclass(frozen=True, slots=True)
class SmallSeat:
    """A seat of the small table; attributes as in :class:`.table_layout.SeatPlace`."""

    box: Rect
    face: Rect
    line: Rect
    held: Rect
    content: Arrangement


@dataclass(frozen=True, slots=True)
class HandLayout:
    """A private hand.

    Attributes:
        height: of the picture.
        title: the line of the phase's number.
        under_title: the line below it.
        cost: the points held, a number over a word.
        strip: the cards towards the phase, or the groups laid.
        fan: the cards held, from left to right.
        rack: the wood in front of them.
        piles: the piles.
        seats: the other seats, in the order given.
    """

    height: int
    title: Rect
    under_title: Rect
    cost: tuple[Rect, Rect]
    strip: Arrangement
    fan: tuple[FanCard, ...]
    rack: Rect
    piles: PilesPlace
    seats: tuple[SmallSeat, ...]


def hand_layout(marked: Sequence[bool], mine: Content, others: Sequence[Content]) -> HandLayout:
    """The layout of a hand whose marked cards are raised, and of what lies on the table."""
    strip = arranged(mine, STRIP, STRIP_STYLE, "middle")
    fan_top = max(strip.area.bottom, UNDER_TITLE.bottom) + 14
    rack = Rect(14, fan_top + BADGE // 2 + SEEN, WIDTH - 28, RACK_HEIGHT)
    below = rack.bottom + SECTION_GAP
    if len(others) % 2:
        piles, seats = _piles_in_cell(below), _seats(others, below, free_cell=True)
    else:
        piles = piles_place(below, BAND_CARD, EDGE)
        seats = _seats(others, piles.draw.bottom + SECTION_GAP, free_cell=False)
    right = WIDTH - EDGE - COST_WIDTH
    bottom = max([piles.draw.bottom, *(seat.box.bottom for seat in seats)])
    return HandLayout(
        height=bottom + EDGE - 8,
        title=TITLE,
        under_title=UNDER_TITLE,
        cost=(Rect(right, 28, COST_WIDTH, 92), Rect(right, 122, COST_WIDTH, 52)),
        strip=strip,
        fan=_fan(marked, fan_top + BADGE // 2),
        rack=rack,
        piles=piles,
        seats=seats,
    )


def _fan(marked: Sequence[bool], top: int) -> tuple[FanCard, ...]:
    """Cards on a circle; the upper edge of a raised card in the middle is at ``top``."""
    count = len(marked)
    width = FAN_CARD if count < MANY else FAN_CARD_MANY
    radius = _radius(count, width)
    out = []
    for place, up in enumerate(marked):
        angle = (place - (count - 1) / 2) * FAN_ANGLE
        reach = radius + (RAISED if up else SUNK)
        turn = radians(angle)
        x = WIDTH / 2 + reach * sin(turn)
        y = top + RAISED + card_height(width) / 2 + radius - reach * cos(turn)
        edge = reach + card_height(width) / 2
        at = (WIDTH / 2 + edge * sin(turn), y - card_height(width) / 2 * cos(turn))
        badge = Rect(round(at[0]) - BADGE // 2, round(at[1]) - BADGE // 2, BADGE, BADGE)
        out.append(FanCard((x, y), angle, width, badge))
    return tuple(out)


def _radius(count: int, width: int) -> float:
    """The circle's radius: as large as the margins and the visible width allow."""
    widest = FAN_STRIP / radians(FAN_ANGLE)
    if count < 2:
        return widest
    turn = radians((count - 1) / 2 * FAN_ANGLE)
    room = WIDTH / 2 - FAN_MARGIN - width / 2 * cos(turn) - card_height(width) / 2 * sin(turn)
    return min(widest, room / sin(turn) - RAISED)


def _piles_in_cell(top: int) -> PilesPlace:
    """The piles in the first of the small table's places, words at their right."""
    height = card_height(CELL_CARD)
    draw = Rect(EDGE + 6, top + 4, CELL_CARD, height)
    discard = Rect(draw.right + PILE_GAP // 2 + 6, draw.y, CELL_CARD, height)
    left, right = discard.right + WORDS_GAP, EDGE + SEAT_COLUMN
    lines = tuple(
        Rect(left, draw.middle[1] + (LINE - 2) * n - LINE // 2, right - left, LINE - 2)
        for n in (-1, 0, 1)
    )
    return PilesPlace(draw, discard, lines[:1], lines[1:])


def _seats(others: Sequence[Content], top: int, *, free_cell: bool) -> tuple[SmallSeat, ...]:
    """Seats in two columns, below each other; the first cell may be left free."""
    cells = [None, *others] if free_cell else [*others]
    out: list[SmallSeat] = []
    for row in range(0, len(cells), 2):
        height = 0
        for column, content in enumerate(cells[row : row + 2]):
            if content is None:
                height = max(height, card_height(CELL_CARD) + 8)
                continue
            seat = _small_seat(content, EDGE + column * (SEAT_COLUMN + SEAT_GUTTER), top)
            height = max(height, seat.box.h)
            out.append(seat)
        top += height + SEAT_GAP
    return tuple(out)


def _small_seat(content: Content, x: int, y: int) -> SmallSeat:
    height = SEAT_HEAD + SEAT_HEAD_GAP + rows_height(content, SEAT_COLUMN, SEAT_STYLE)
    text = x + SEAT_FACE + 12
    held = Rect(x + SEAT_COLUMN - SEAT_HELD, y, SEAT_HELD, card_height(SEAT_HELD))
    under = Rect(x, y + SEAT_HEAD + SEAT_HEAD_GAP, SEAT_COLUMN, 0)
    return SmallSeat(
        box=Rect(x, y, SEAT_COLUMN, height),
        face=Rect(x, y + (SEAT_HEAD - SEAT_FACE) // 2, SEAT_FACE, SEAT_FACE),
        line=Rect(text, y + 8, held.x - 12 - text, SEAT_HEAD - 16),
        held=held,
        content=arranged(content, under, SEAT_STYLE),
    )
