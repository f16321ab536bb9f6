"""The score card of dice with a line for each seat, and phases as small dice."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.shapes import rounded, spark
from bot.rules.phases import RUNS, GroupKind, Phase

from .materials import paper

MARGIN = 44
NUMBERS_HEIGHT = 58  # height of the line with the phases' numbers
ROWS = {1: 92, 2: 92, 3: 84, 4: 78, 5: 72, 6: 66}  # height of a seat's line by number of seats
PAD = 12
CELL, TOTAL, BONUSES, SPARK = 61, 106, 34, 30  # widths of columns, size of a bonus's mark
POINTER, POINTED = 26, 34  # a triangle at the seat to act, and the room for it
RING = 50  # around the phase that is tried

SHAPE, SHAPE_PITCH, SHAPE_GAP, STAIR = 25, 28, 18, 3


def strip_height(seats: int) -> int:
    """The height of the score card with a line for each seat."""
    return 2 * PAD + NUMBERS_HEIGHT + seats * ROWS[seats]


def paint_strip(canvas: Canvas, view: DiceView, top: int, avatars: Sequence[Avatar]) -> None:
    """The score card with a line for each seat; that of the seat to act is lit."""
    box = Rect(MARGIN, top, WIDTH - 2 * MARGIN, strip_height(len(view.seats)))
    paper(canvas, box)
    bonuses = BONUSES if any(seat.bonuses for seat in view.seats) else 0
    right = box.right - PAD - TOTAL - bonuses
    cells = [
        Rect(right - CELL * n, box.y + PAD, CELL, NUMBERS_HEIGHT)
        for n in range(len(view.phases), 0, -1)
    ]
    for number, cell in enumerate(cells, 1):
        write_centred(canvas, canvas.words.number(number), cell, "ink_muted")
    total = Rect(right + bonuses, cells[0].y, TOTAL, NUMBERS_HEIGHT)
    write_centred(canvas, "=", total, "ink_muted")
    height = ROWS[len(view.seats)]
    for place, seat in enumerate(view.seats):
        row = Rect(box.x + 3, box.y + PAD + NUMBERS_HEIGHT + place * height, box.w - 6, height)
        acts = seat.seat == view.turn
        if acts:
            canvas.panel(row, "brass_light", 0)
            x, y = row.x + 8, row.middle[1] - POINTER // 2
            canvas.shape("right", x, y, POINTER, "ink")
        canvas.panel(Rect(row.x, row.y, row.w, 2), "paper_line", 0)
        _paint_seat(canvas, seat, Rect(row.x, row.y, cells[0].x - row.x, row.h), avatars)
        for number, cell in enumerate(cells, 1):
            at = Rect(cell.x, row.y, cell.w, row.h)
            paint_cell(canvas, seat, number, at, acts=acts)
        for n in range(len(seat.bonuses)):
            x, y = right + 2, row.middle[1] - SPARK * len(seat.bonuses) // 2 + SPARK * n
            canvas.stencil(spark(SPARK), x, y, "cross")
        at = Rect(total.x, row.y, total.w - 6, row.h)
        canvas.text(canvas.words.number(seat.total), at, "number", "ink", align="right")


def _paint_seat(canvas: Canvas, seat: DiceSeatView, at: Rect, avatars: Sequence[Avatar]) -> None:
    side = min(68, at.h - 6)
    face = Rect(at.x + POINTED + 4, at.y + (at.h - side) // 2, side, side)
    canvas.face(seat, face, avatar_of(avatars, seat.seat))
    name = Rect(face.right + 10, at.y, at.right - face.right - 16, at.h)
    canvas.text(seat.name, name, "strong", "ink")


def paint_cell(canvas: Canvas, seat: DiceSeatView, number: int, at: Rect, *, acts: bool) -> None:
    """The points of a completed phase, a ring around the one tried, or a dot."""
    x, y = at.middle
    if number <= seat.completed:
        write_centred(canvas, canvas.words.number(seat.points[number - 1]), at, "ink")
    elif number == seat.trying:
        ring = rounded(RING, RING, RING // 2, 6 if acts else 4)
        colour = "cross" if acts else "ink_muted"
        canvas.stencil(ring, x - RING // 2, y - RING // 2, colour)
    else:
        canvas.shape("circle", x - 5, y - 5, 10, "paper_line")


def write_centred(canvas: Canvas, text: str, at: Rect, colour: str) -> None:
    """Write a number into the middle of a cell."""
    # Wider than the cell: two narrow digits may come near its edges.
    wide = Rect(at.x - 4, at.y, at.w + 8, at.h)
    canvas.text(text, wide, "count", colour, align="middle")


def phase_sketch(canvas: Canvas, phase: Phase, area: Rect, colour: str) -> None:
    """A phase as small dice: level with a dot for sets, stairs for runs, filled for a colour."""
    x = area.x
    for spec in phase.groups:
        rise = STAIR if spec.kind in RUNS else 0
        y = area.middle[1] - SHAPE // 2 + rise * (spec.size - 1) // 2
        for n in range(spec.size):
            box = Rect(x, y - rise * n, SHAPE, SHAPE)
            filled = spec.kind is GroupKind.COLOUR
            canvas.panel(box, colour, 8, 0 if filled else 4)
            if spec.kind is GroupKind.SET:
                canvas.panel(Rect(box.x + 9, box.y + 9, 7, 7), colour, 4)
            x += SHAPE_PITCH
        x += SHAPE_GAP
