"""The score card of dice with a line for each seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.shapes import spark

from .materials import paper

MARGIN = 44
HEAD_HEIGHT = 52  # of the line above the columns
ROWS = {1: 96, 2: 96, 3: 92, 4: 84, 5: 78, 6: 70}  # height of a seat's line by number of seats
PAD = 12
LAST, TOTAL, SPARK = 130, 160, 30  # widths of columns, size of a bonus's mark
POINTER, POINTED = 26, 34  # a triangle at the seat to act, and the room for it
PIP, PIP_GAP, PIP_HEIGHT = 26, 7, 38  # of a phase


def strip_height(seats: int) -> int:
    """The height of the score card with a line for each seat."""
    return 2 * PAD + HEAD_HEIGHT + seats * ROWS[seats]


def paint_strip(canvas: Canvas, view: DiceView, top: int, avatars: Sequence[Avatar]) -> None:
    """A line for each seat: phases, the last score and the total; that of the seat to act is lit.

    *Scores* has the points of every phase.
    """
    box = Rect(MARGIN, top, WIDTH - 2 * MARGIN, strip_height(len(view.seats)))
    paper(canvas, box)
    total = Rect(box.right - PAD - 18 - TOTAL, box.y + PAD, TOTAL, HEAD_HEIGHT)
    last = Rect(total.x - LAST, total.y, LAST, HEAD_HEIGHT)
    for at, key in ((last, "last"), (total, "total")):
        label = canvas.words(f"pictures.key.{key}")
        room = Rect(at.x - 40, at.y, at.w + 40, at.h)
        canvas.text(label, room, "small", "ink_muted", align="right")
    height = ROWS[len(view.seats)]
    for place, seat in enumerate(view.seats):
        row = Rect(box.x + 3, box.y + PAD + HEAD_HEIGHT + place * height, box.w - 6, height)
        if seat.seat == view.turn:
            canvas.panel(row, "brass_light", 0)
            x, y = row.x + 8, row.middle[1] - POINTER // 2
            canvas.shape("right", x, y, POINTER, "ink")
        canvas.panel(Rect(row.x, row.y, row.w, 2), "paper_line", 0)
        pips = Rect(last.x - 10 - (PIP + PIP_GAP) * len(view.phases), row.y, 0, row.h)
        _paint_seat(canvas, seat, Rect(row.x, row.y, pips.x - row.x, row.h), avatars)
        done = range(1, seat.completed + 1)
        middle = Rect(pips.x, row.middle[1] - PIP_HEIGHT // 2, 0, PIP_HEIGHT)
        paint_pips(canvas, middle, len(view.phases), done, seat.trying)
        if seat.points:
            newest = canvas.words.number(seat.points[-1])
            at = Rect(last.x, row.y, last.w, row.h)
            canvas.text(newest, at, "name", "ink_muted", align="right")
        at = Rect(total.x, row.y, total.w, row.h)
        used = canvas.text(canvas.words.number(seat.total), at, "pile", "ink", align="right")
        for n in range(len(seat.bonuses)):
            x = at.right - used - 10 - SPARK * (n + 1)
            canvas.stencil(spark(SPARK), x, row.middle[1] - SPARK // 2, "brass_dark")


def paint_pips(
    canvas: Canvas, at: Rect, phases: int, completed: Collection[int], trying: int | None = None
) -> None:
    """A small card for each phase: filled if it was completed, thick-edged if it is tried."""
    for phase in range(1, phases + 1):
        box = Rect(at.x + (PIP + PIP_GAP) * (phase - 1), at.y, PIP, at.h)
        if phase in completed:
            canvas.panel(box, "done", 6, 0)
        else:
            tried = phase == trying
            canvas.panel(box, "ink" if tried else "paper_line", 6, 5 if tried else 3)


def _paint_seat(canvas: Canvas, seat: DiceSeatView, at: Rect, avatars: Sequence[Avatar]) -> None:
    side = min(76, at.h - 6)
    face = Rect(at.x + POINTED + 4, at.y + (at.h - side) // 2, side, side)
    canvas.face(seat, face, avatar_of(avatars, seat.seat))
    name = Rect(face.right + 14, at.y, at.right - face.right - 28, at.h)
    canvas.text(seat.name, name, "name", "ink")
