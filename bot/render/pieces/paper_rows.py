"""Rows of people on paper: a sheet for most, and brighter, wider strips for those who stand out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from bot.render.engine import WIDTH, Canvas, Rect
from bot.render.engine.canvas import Sitter

from .materials import paper, plate, seam

# around the sheet, and inside it
MARGIN = 52
EDGE = 22
STRIP = 12  # how far a strip is wider than the sheet, on both sides
BELOW_STRIP = 8  # room for its lower edge
RAIL = 88  # height of the rail from which sheets hang
TUCKED = 8  # how far paper lies under the rail
# the column of faces, the gap after it, the largest face
FACES = 156
FACE_GAP = 18
FACE = 148
RANK = 84


def rows_below(top: int, heights: Iterable[int], margin: int = MARGIN) -> list[Rect]:
    """Rows of these heights below one another from the top."""
    tops = accumulate(heights, initial=top)
    return [Rect(margin, y, WIDTH - 2 * margin, low - y) for y, low in pairwise(tops)]


def paper_rows(top: int, heights: tuple[int, int], strips: int, rows: int) -> list[Rect]:
    """Strips below one another from the top, then rows; each kind has a height of its own."""
    high, low = heights
    return rows_below(top, [high] * strips + [low] * rows)


def rail(canvas: Canvas, top: int) -> Rect:
    """A wooden rail over the upper edge of paper; returns its line for words."""
    plate(canvas, Rect(14, top, WIDTH - 28, RAIL), 18)
    return Rect(MARGIN + EDGE, top, WIDTH - 2 * MARGIN - 2 * EDGE, RAIL)


def paint_papers(canvas: Canvas, rows: Sequence[Rect], strips: int) -> None:
    """The sheet, and over its upper edge the strips, which are the first rows."""
    sheet(canvas, rows[strips:], more=strips > 0)
    for place, row in enumerate(rows[:strips]):
        strip(canvas, row, more=place == 0)


def sheet(canvas: Canvas, rows: Sequence[Rect], *, more: bool = False) -> None:
    """Paper for rows that follow one another, with stitches between them."""
    if not rows:
        return
    top = rows[0].y - (2 * TUCKED if more else 0)
    paper(canvas, Rect(rows[0].x, top, rows[0].w, rows[-1].bottom - top), "paper_shade")
    for row in rows[1:]:
        seam(canvas, row.x + EDGE, row.y - 1, row.w - 2 * EDGE, "paper_line")


def strip(canvas: Canvas, row: Rect, *, gold: bool = False, more: bool = False) -> None:
    """A strip of brighter paper wider than the sheet, with an edge of gold for the reader's."""
    top = row.y - (TUCKED if more else 0)
    box = Rect(row.x - STRIP, top, row.w + 2 * STRIP, row.bottom - BELOW_STRIP - top)
    canvas.panel(Rect(box.x + 2, box.y + 6, box.w - 4, box.h), "paper_line", 20)
    paper(canvas, box)
    if gold:
        canvas.panel(box, "brass_dark", 20)
        canvas.panel(box.grown(-2), "brass", 18)
        canvas.panel(box.grown(-9), "paper", 12)


def person(
    canvas: Canvas, row: Rect, who: Sitter, *, rank: int | None = None, gold: bool = False
) -> Rect:
    """The rank and the face at the left of a row; returns the rest of the row."""
    left = row.x + EDGE
    if rank is not None:
        number = canvas.words.number(rank)
        at = Rect(left, row.y, RANK, row.h)
        canvas.fit(number, at, ("pile", "number", "small"), "ink", align="middle")
        left += RANK
    size = min(FACE, row.h - 22)
    column = FACES if row.h > FACE else size + 12
    face = Rect(left + (column - size) // 2, row.middle[1] - size // 2 - 1, size, size)
    canvas.face(who, face, gold=gold)
    return Rect(left + column + FACE_GAP, row.y, row.right - EDGE - left - column - FACE_GAP, row.h)
