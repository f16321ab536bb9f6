"""Score cards: sheets with a row for each seat, and the strip below the table of dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine.canvas import AvatarsBySeat, Canvas, Sitter
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import Rect
from bot.render.engine.shapes import spark

from .paper_rows import (
    BELOW_STRIP,
    RAIL,
    paint_papers,
    paper_rows,
    person,
    rail,
    rows_below,
    sheet,
    strip,
)

MARGIN = 44
HEAD_HEIGHT = 62  # of the line above the columns
ROWS = {1: 96, 2: 96, 3: 92, 4: 84, 5: 78, 6: 70}  # height of a seat's line by number of seats
RIGHT = 30  # right of the numbers
CORNER = 6  # of the cards of phases
LAST, TOTAL, SPARK = 100, 160, 30  # widths of columns, size of a bonus's mark
POINTER, POINTED = 26, 34  # a triangle at the seat to act, and the room for it
PIPS, PIP = 360, 44  # width of all phases, height of one
HEIGHTS = (196, 156)  # of a sheet's row of who leads, and of the others
BELOW = 44  # below a sheet
NAMES = ("title", "pile", "name")
SHEET_SPARK, PRIZE = 40, 16  # a bonus's mark, and the brass around the total of who leads


def paint_sheet(  # noqa: PLR0913  # who sits there, how marked, and where it is
    design: Design,
    seats: Sequence[Sitter],
    leaders: int,
    *,
    avatars: AvatarsBySeat,
    gold: Collection[int | None],
    top: int,
    below: int = 0,
    heights: tuple[int, int] = HEIGHTS,
) -> tuple[Canvas, Rect, list[Rect]]:
    """A rail, and papers of seats below it with their faces, all moved down by ``below``.

    Returns the picture, the line of the rail and what is left of the rows.
    """
    papers = paper_rows(top + RAIL, heights, leaders, len(seats) - leaders)
    height = papers[-1].bottom + BELOW + below
    canvas = Canvas(design, height, Lamp(0.3, (top + RAIL + below) / height, 240, 0.6), avatars)
    canvas.top = below
    paint_papers(canvas, papers, leaders)
    rows = [
        person(canvas, row, seat, gold=seat.seat in gold)
        for seat, row in zip(seats, papers, strict=True)
    ]
    return canvas, rail(canvas, top), rows


def paint_total(canvas: Canvas, line: Rect, total: int, *, leads: bool, bonus: int = 0) -> Rect:
    """A bonus and a total, which is on brass for who leads; returns the rest of the line."""
    words, style = canvas.words, "title" if leads else "pile"
    number = words.number(total)
    used = canvas.width(number, style) + 1
    if leads:
        box = Rect(line.right - used - 2 * PRIZE, line.middle[1] - 42, used + 2 * PRIZE, 84)
        canvas.panel(box, "brass", 18)
        used += 2 * PRIZE
    text = Rect(line.x, line.y, line.w - PRIZE * leads, line.h)
    canvas.text(number, text, style, "ink", align="right")
    rest = Rect(line.x, line.y, line.w - used - 24, line.h)
    if not bonus:
        return rest
    used = canvas.text(f"+{words.number(bonus)}", rest, "number", "ink_muted", align="right")
    x = rest.right - used - SHEET_SPARK - 10
    canvas.fill_mask(spark(SHEET_SPARK), x, rest.middle[1] - SHEET_SPARK // 2, "brass_dark")
    return Rect(rest.x, rest.y, x - 20 - rest.x, rest.h)


def paint_name(canvas: Canvas, line: Rect, name: str, *, leads: bool) -> None:
    canvas.fit(name, line, NAMES[not leads :], "ink")


def phase_cards(
    canvas: Canvas, at: Rect, phases: int, completed: Collection[int], trying: int | None
) -> None:
    """A small card for each phase: filled if it was completed, thick-edged if it is tried."""
    pitch = at.w // phases
    for phase in range(1, phases + 1):
        box = Rect(at.x + pitch * (phase - 1), at.y, pitch - pitch // 6, at.h)
        done, tried = phase in completed, phase == trying
        line = 0 if done else 5 if tried else 3
        canvas.panel(box, "done" if done else "ink" if tried else "paper_line", CORNER, line)


def strip_height(seats: int) -> int:
    return HEAD_HEIGHT + seats * ROWS[seats]


def paint_strip(canvas: Canvas, view: DiceView, top: int) -> None:
    """A line for each seat: phases, the last score and the total; that of the seat to act is lit.

    *Scores* has the points of every phase.
    """
    seats = view.seats
    rows = rows_below(top, [HEAD_HEIGHT, *[ROWS[len(seats)]] * len(seats)], MARGIN)
    sheet(canvas, rows)
    head = rows.pop(0)
    total = Rect(head.right - RIGHT - TOTAL, head.y, TOTAL, HEAD_HEIGHT)
    last = Rect(total.x - LAST, total.y, LAST, HEAD_HEIGHT)
    for at, key in ((last, "last"), (total, "total")):
        label = canvas.words(f"pictures.key.{key}")
        room = Rect(at.x - 70, at.y, at.w + 70, at.h)
        canvas.text(label, room, "small", "ink_muted", align="right")
    for seat, row in zip(seats, rows, strict=True):
        if seat.seat == view.turn:  # on a strip of its own
            strip(canvas, Rect(row.x, row.y, row.w, row.h + BELOW_STRIP))
            x, y = row.x + 8, row.middle[1] - POINTER // 2
            canvas.shape("right", x, y, POINTER, "ink")
        pips = Rect(last.x - 10 - PIPS, row.middle[1] - PIP // 2, PIPS, PIP)
        _paint_seat(canvas, seat, Rect(row.x, row.y, pips.x - row.x, row.h))
        phase_cards(canvas, pips, len(view.phases), range(1, seat.completed + 1), seat.trying)
        if seat.points:
            newest = canvas.words.number(seat.points[-1])
            at = Rect(last.x, row.y, last.w, row.h)
            canvas.text(newest, at, "name", "ink_muted", align="right")
        at = Rect(total.x, row.y, total.w, row.h)
        used = canvas.text(canvas.words.number(seat.total), at, "pile", "ink", align="right")
        for n in range(len(seat.bonuses)):
            x = at.right - used - 10 - SPARK * (n + 1)
            canvas.fill_mask(spark(SPARK), x, row.middle[1] - SPARK // 2, "brass_dark")


def _paint_seat(canvas: Canvas, seat: DiceSeatView, at: Rect) -> None:
    side = min(76, at.h - 6)
    face = Rect(at.x + POINTED + 4, at.y + (at.h - side) // 2, side, side)
    canvas.face(seat, face)
    name = Rect(face.right + 14, at.y, at.right - face.right - 28, at.h)
    canvas.text(seat.name, name, "name", "ink")
