"""The score sheet: a paper with one column for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.shapes import line, smooth
from bot.render.pieces.materials import paper
from bot.rules.events import HandEnded
from bot.rules.views import PlayerView

MOST_ROWS = 10  # hands shown; earlier ones are summed up in one row
MARGIN = 44
LABEL = 104  # width of the first column
FACE, NAME, CELL, ROW = 88, 60, 50, 108
HEAD_PAD = 26
KEY, CHECK = 64, 42
STROKE, NARROW_STROKE = 40, 30  # widths of the stroke through a number


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The score sheet."""

    height: int
    paper: Rect
    faces: tuple[Rect, ...]
    names: tuple[Rect, ...]  # the heads of the columns
    phases: tuple[tuple[Rect, ...], ...]  # by column
    labels: tuple[Rect, ...]  # the cells of the first column
    boxes: tuple[tuple[Rect, ...], ...]  # by row and column
    key: Rect  # the line that explains the marks


def sheet_layout(players: int, phases: int, rows: int) -> SheetLayout:
    """The score sheet's layout for numbers of columns, phases and rows of boxes."""
    paper_width = WIDTH - 2 * MARGIN
    column = (paper_width - LABEL - 8) // players
    lefts = [MARGIN + LABEL + column * place for place in range(players)]
    across = min(phases, 10 if column >= 10 * 52 else 5 if column >= 5 * 48 else 4)
    rows_of_phases = -(-phases // across)
    top = MARGIN + HEAD_PAD
    names = top + FACE + 4
    cells = tuple(_cells(left, column, names + NAME, phases, across) for left in lefts)
    first = names + NAME + rows_of_phases * CELL + 18
    tops = [first + ROW * row for row in range(rows)]
    key = Rect(MARGIN + 30, first + ROW * rows + 8, paper_width - 60, KEY)
    bottom = key.bottom + 8
    return SheetLayout(
        height=bottom + MARGIN,
        paper=Rect(MARGIN, MARGIN, paper_width, bottom - MARGIN),
        faces=tuple(Rect(left + (column - FACE) // 2, top, FACE, FACE) for left in lefts),
        names=tuple(Rect(left + 6, names, column - 12, NAME) for left in lefts),
        phases=cells,
        labels=tuple(Rect(MARGIN, y, LABEL, ROW) for y in tops),
        boxes=tuple(tuple(Rect(x, y, column, ROW) for x in lefts) for y in tops),
        key=key,
    )


def _cells(left: int, column: int, top: int, phases: int, across: int) -> tuple[Rect, ...]:
    """The cells of the phase numbers; a last line of few has wider ones."""
    cells: list[Rect] = []
    for row, first in enumerate(range(0, phases, across)):
        count = min(across, phases - first)
        width = min(62, (column - 4) // count)
        start = left + (column - width * count) // 2
        y = top + CELL * row
        cells += [Rect(start + width * n, y, width, CELL) for n in range(count)]
    return tuple(cells)


def paint_score_sheet(
    design: Design,
    view: PlayerView,
    hands: Sequence[HandEnded],
    avatars: Sequence[Avatar] = (),
) -> Canvas:
    """Phases crossed off, then the points and the total of each hand.

    In a long game the newest hands are shown, and the others summed up in one row.
    """
    words = design.words
    before = len(hands) - MOST_ROWS + 1 if len(hands) > MOST_ROWS else 0
    newest = hands[before:]
    rows = max(1, len(newest) + bool(before))
    layout = sheet_layout(len(view.seats), len(view.phases), rows)
    canvas = Canvas(design, layout.height)
    paper(canvas, layout.paper)
    _paint_lines(canvas, layout)
    heads = zip(view.seats, layout.faces, layout.names, layout.phases, strict=True)
    for seat, face, name, phases in heads:
        canvas.face(seat, face, avatar_of(avatars, seat.seat))
        canvas.text(seat.name, name, "strong", "ink", align="middle")
        _paint_phases(canvas, phases, seat.completed)
    if before:
        _paint_label(canvas, layout.labels[0], words("pictures.hands_before", hand=before))
        for box, total in zip(layout.boxes[0], hands[before - 1].totals, strict=True):
            _paint_total(canvas, box, total, "ink_muted")
    _paint_key(canvas, layout.key)
    first = int(before > 0)
    for n, hand in enumerate(newest):
        _paint_label(canvas, layout.labels[first + n], words.number(before + n + 1))
        _paint_boxes(canvas, layout.boxes[first + n], hand)
    return canvas


def _paint_lines(canvas: Canvas, layout: SheetLayout) -> None:
    """Draw lines between rows and columns, and every other row a shade darker."""
    paper = layout.paper
    for row, label in enumerate(layout.labels):
        if row % 2 == 0:
            box = Rect(paper.x + 3, label.y, paper.w - 6, label.h)
            canvas.panel(box, "paper_shade", 0)
        canvas.panel(Rect(paper.x + 3, label.y, paper.w - 6, 2), "paper_line", 0)
    top, bottom = paper.y + 18, layout.labels[-1].bottom
    canvas.panel(Rect(paper.x + 3, bottom, paper.w - 6, 2), "paper_line", 0)
    for box in layout.boxes[0]:
        canvas.panel(Rect(box.x, top, 2, bottom - top), "paper_line", 0)


def _paint_phases(canvas: Canvas, cells: tuple[Rect, ...], completed: tuple[int, ...]) -> None:
    for number, cell in enumerate(cells, start=1):
        done = number in completed
        # Wider than the cell: two narrow digits may come near its edges.
        at = Rect(cell.x - 8, cell.y, cell.w + 16, cell.h)
        canvas.text(str(number), at, "count", "ink_muted" if done else "ink", align="middle")
        if done:
            wide = STROKE if cell.w > STROKE + 4 else NARROW_STROKE
            x, y = cell.middle[0] - wide // 2, cell.middle[1] - 18
            canvas.stencil(_strike(wide), x, y, "cross")


@lru_cache(maxsize=2)
def _strike(wide: int) -> Image.Image:
    """The stroke through a crossed-off number, as a mask of this width and 36 pixels high."""
    ends = (2 / wide, 33 / wide), (1 - 2 / wide, 3 / wide)
    return smooth((wide, 36), line(*ends, width=5 / wide))


def _paint_key(canvas: Canvas, at: Rect) -> None:
    """Explain the marks of a box; the words have the style of the marks."""
    texts = [canvas.words(f"pictures.key.{name}") for name in ("points", "phase", "total")]
    styles = (("small", "ink_muted"), ("small", "cross"), ("strong", "ink"))
    pairs = list(zip(texts, styles, strict=True))
    used = CHECK + sum(canvas.width(text, style) for text, (style, _) in pairs)
    gap, x = (at.w - used) // 4, at.x
    for n, (text, (style, colour)) in enumerate(pairs):
        x += gap
        if n == 1:
            canvas.shape("check", x, at.middle[1] - 15, 30, "cross")
            x += CHECK
        x += canvas.text(text, at.after(x - at.x), style, colour)


def _paint_boxes(canvas: Canvas, boxes: Sequence[Rect], hand: HandEnded) -> None:
    for seat, box in enumerate(boxes):
        at = Rect(box.x + 14, box.y + 6, box.w - 20, 48)
        width = canvas.text(canvas.words.number(hand.points[seat]), at, "small", "ink_muted")
        if hand.completed[seat]:
            canvas.shape("check", at.x + width + 10, box.y + 14, 30, "cross")
        _paint_total(canvas, box, hand.totals[seat], "ink")


def _paint_label(canvas: Canvas, at: Rect, text: str) -> None:
    inside = Rect(at.x + 4, at.y, at.w - 6, at.h)
    canvas.text(text, inside, "small", "ink_muted", align="middle")


def _paint_total(canvas: Canvas, box: Rect, total: int, colour: str) -> None:
    at = Rect(box.x + 8, box.bottom - 54, box.w - 20, 48)
    canvas.text(canvas.words.number(total), at, "number", colour, align="right")
