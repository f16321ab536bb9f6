"""Score cards: sheets with a row for each seat, and the strip below the table of dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.shapes import spark

from .materials import paper
from .paper_rows import BELOW_STRIP, RAIL, PaperRows, paint_papers, paper_rows, rail, strip

MARGIN = 44
HEAD_HEIGHT = 52  # of the line above the columns
ROWS = {1: 96, 2: 96, 3: 92, 4: 84, 5: 78, 6: 70}  # height of a seat's line by number of seats
PAD = 12
CORNER = 6  # of the cards of phases
LAST, TOTAL, SPARK = 100, 160, 30  # widths of columns, size of a bonus's mark
POINTER, POINTED = 26, 34  # a triangle at the seat to act, and the room for it
PIP, PIP_GAP, PIP_HEIGHT = 30, 6, 44  # of a phase
HEIGHTS = (196, 156)  # of a sheet's row of who leads, and of the others
BELOW = 44  # below a sheet
NAMES = ("title", "pile", "name")
SHEET_SPARK, PRIZE = 40, 16  # a bonus's mark, and the brass around the total of who leads


# -- sheets ----------------------------------------------------------------------------------


def sheet_rows(players: int, leaders: int, top: int) -> PaperRows:
    """The rows of a number of players on paper that hangs from a rail."""
    return paper_rows(top + RAIL, HEIGHTS, leaders, players - leaders)


def paint_sheet(design: Design, papers: PaperRows, top: int, below: int = 0) -> tuple[Canvas, Rect]:
    """A canvas with a rail and the papers of rows, all moved down by ``below``; the rail's line."""
    height = papers.all[-1].bottom + BELOW + below
    canvas = Canvas(design, height, Lamp(0.3, (top + RAIL + below) / height, 560, 0.66))
    canvas.top = below
    paint_papers(canvas, papers)
    return canvas, rail(canvas, top)


def name_and_total(  # noqa: PLR0913  # who, how much, and how marked
    canvas: Canvas, at: Rect, name: str, total: int, *, leads: bool, bonus: int = 0
) -> None:
    """A line of a sheet: a name, a bonus and a total, which is on brass for who leads."""
    words, style = canvas.words, "title" if leads else "pile"
    number = words.number(total)
    used = canvas.width(number, style) + 1
    if leads:
        box = Rect(at.right - used - 2 * PRIZE, at.middle[1] - 42, used + 2 * PRIZE, 84)
        canvas.panel(box, "brass", 18)
        used += 2 * PRIZE
    text = Rect(at.x, at.y, at.w - PRIZE * leads, at.h)
    canvas.text(number, text, style, "ink", align="right")
    line = Rect(at.x, at.y, at.w - used - 24, at.h)
    if bonus:
        used = canvas.text(f"+{words.number(bonus)}", line, "number", "ink_muted", align="right")
        x = line.right - used - SHEET_SPARK - 10
        canvas.stencil(spark(SHEET_SPARK), x, line.middle[1] - SHEET_SPARK // 2, "brass_dark")
        line = Rect(line.x, line.y, x - 20 - line.x, line.h)
    canvas.text(name, line, canvas.design.fitting(name, NAMES[not leads :], line.w), "ink")


def phase_cards(  # noqa: PLR0913  # where they are and what is on them
    canvas: Canvas,
    first: Rect,
    gap: int,
    *,
    phases: int,
    completed: Collection[int],
    trying: int | None,
    labels: Sequence[str] = (),
) -> None:
    """A small card for each phase: filled if it was completed, thick-edged if it is tried.

    ``labels`` are written on the first of them, of which only the newest is in green then.
    """
    for phase in range(1, phases + 1):
        box = Rect(first.x + (first.w + gap) * (phase - 1), first.y, first.w, first.h)
        if phase in completed and phase >= len(labels):
            canvas.panel(box, "done", CORNER)
        elif phase in completed:
            canvas.panel(box, "paper_line", CORNER)
            inner = Rect(box.x + 3, box.y + 3, box.w - 6, box.h - 6)
            canvas.panel(inner, "paper", CORNER - 3)
        else:
            tried = phase == trying
            canvas.panel(box, "ink" if tried else "paper_line", CORNER, 5 if tried else 3)
    for phase, label in enumerate(labels, 1):
        # Two digits may come near its edges.
        wide = Rect(first.x + (first.w + gap) * (phase - 1) - 4, first.y, first.w + 8, first.h)
        ink = "paper" if phase == len(labels) else "ink"
        canvas.text(label, wide, "count", ink, align="middle")


# -- the strip -------------------------------------------------------------------------------


def strip_height(seats: int) -> int:
    """The height of the score card with a line for each seat."""
    return 2 * PAD + HEAD_HEIGHT + seats * ROWS[seats]


def paint_strip(canvas: Canvas, view: DiceView, top: int, avatars: Sequence[Avatar]) -> None:
    """A line for each seat: phases, the last score and the total; that of the seat to act is lit.

    *Scores* has the points of every phase.
    """
    box = Rect(MARGIN, top, WIDTH - 2 * MARGIN, strip_height(len(view.seats)))
    paper(canvas, box, "paper_shade")
    total = Rect(box.right - PAD - 18 - TOTAL, box.y + PAD, TOTAL, HEAD_HEIGHT)
    last = Rect(total.x - LAST, total.y, LAST, HEAD_HEIGHT)
    for at, key in ((last, "last"), (total, "total")):
        label = canvas.words(f"pictures.key.{key}")
        room = Rect(at.x - 70, at.y, at.w + 70, at.h)
        canvas.text(label, room, "small", "ink_muted", align="right")
    height = ROWS[len(view.seats)]
    for place, seat in enumerate(view.seats):
        row = Rect(box.x + 3, box.y + PAD + HEAD_HEIGHT + place * height, box.w - 6, height)
        canvas.panel(Rect(row.x, row.y, row.w, 2), "paper_line", 0)
        if seat.seat == view.turn:  # on a strip of its own
            strip(canvas, Rect(row.x, row.y, row.w, row.h + BELOW_STRIP))
            x, y = row.x + 8, row.middle[1] - POINTER // 2
            canvas.shape("right", x, y, POINTER, "ink")
        pips = Rect(last.x - 10 - (PIP + PIP_GAP) * len(view.phases), row.y, 0, row.h)
        _paint_seat(canvas, seat, Rect(row.x, row.y, pips.x - row.x, row.h), avatars)
        first = Rect(pips.x, row.middle[1] - PIP_HEIGHT // 2, PIP, PIP_HEIGHT)
        done = range(1, seat.completed + 1)
        phases = len(view.phases)
        phase_cards(canvas, first, PIP_GAP, phases=phases, completed=done, trying=seat.trying)
        if seat.points:
            newest = canvas.words.number(seat.points[-1])
            at = Rect(last.x, row.y, last.w, row.h)
            canvas.text(newest, at, "name", "ink_muted", align="right")
        at = Rect(total.x, row.y, total.w, row.h)
        used = canvas.text(canvas.words.number(seat.total), at, "pile", "ink", align="right")
        for n in range(len(seat.bonuses)):
            x = at.right - used - 10 - SPARK * (n + 1)
            canvas.stencil(spark(SPARK), x, row.middle[1] - SPARK // 2, "brass_dark")


def _paint_seat(canvas: Canvas, seat: DiceSeatView, at: Rect, avatars: Sequence[Avatar]) -> None:
    side = min(76, at.h - 6)
    face = Rect(at.x + POINTED + 4, at.y + (at.h - side) // 2, side, side)
    canvas.face(seat, face, avatar_of(avatars, seat.seat))
    name = Rect(face.right + 14, at.y, at.right - face.right - 28, at.h)
    canvas.text(seat.name, name, "name", "ink")
