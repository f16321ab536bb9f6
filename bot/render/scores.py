"""The picture of the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.i18n import Words

from .canvas import Canvas
from .layout import Rect, SheetLayout, sheet_layout
from .looks import HandScore, ScoreSheet
from .shapes import stepped
from .theme import Theme

MOST_ROWS = 12  # hands shown; what went before is one row


def paint_scores(sheet: ScoreSheet, words: Words, theme: Theme) -> Canvas:
    """One column for each player: phases crossed off, points and totals of the hands."""
    hands = sheet.hands[-MOST_ROWS:]
    before = len(sheet.hands) - len(hands)
    if before:
        hands = hands[1:]
        before += 1
    rows = max(1, len(hands) + bool(before))
    layout = sheet_layout(len(sheet.names), len(sheet.phases), rows)
    canvas = Canvas(theme, words, layout.height)
    canvas.panel(layout.paper, "paper", 28)
    _paint_stripes(canvas, layout)
    for seat, name in enumerate(sheet.names):
        canvas.text(name, layout.names[seat], "strong", "ink", align="middle")
        _paint_phases(canvas, layout.phases[seat], sheet.completed[seat])
    if before:
        _paint_before(canvas, layout, before, sheet.hands[before - 1])
    for row, hand in enumerate(hands, start=bool(before)):
        number = len(sheet.hands) - len(hands) + row + (0 if before else 1)
        _paint_label(canvas, layout.labels[row], words.number(number))
        _paint_boxes(canvas, layout.boxes[row], hand)
    return canvas


def _paint_stripes(canvas: Canvas, layout: SheetLayout) -> None:
    """A line above each row, every other row a shade darker, a line between columns."""
    paper = layout.paper
    for row, label in enumerate(layout.labels):
        if row % 2 == 0:
            box = Rect(paper.x, label.y, paper.w, label.h)
            canvas.panel(box, "paper_shade", 0)
        canvas.panel(Rect(paper.x, label.y, paper.w, 2), "paper_line", 0)
    top = paper.y + 20
    bottom = layout.labels[-1].bottom
    canvas.panel(Rect(paper.x, bottom, paper.w, 2), "paper_line", 0)
    for box in layout.boxes[0]:
        canvas.panel(Rect(box.x, top, 2, bottom - top), "paper_line", 0)


def _paint_phases(canvas: Canvas, cells: tuple[Rect, ...], completed: tuple[int, ...]) -> None:
    for number, cell in enumerate(cells, start=1):
        done = number in completed
        colour = "ink_muted" if done else "ink"
        canvas.text(str(number), cell, "strong", colour, align="middle")
        if done:
            stroke = _stroke(36, 32)
            x, y = cell.middle[0] - 18, cell.middle[1] - 16
            canvas.image.paste(canvas.theme["cross"], (x, y), stroke)


@lru_cache(maxsize=8)
def _stroke(width: int, height: int) -> Image.Image:
    """The stroke that crosses off a number, as a mask."""
    big = Image.new("L", (width * 4, height * 4))
    draw = ImageDraw.Draw(big)
    draw.line((8, big.height - 12, big.width - 8, 12), fill=255, width=20)
    return stepped(big.reduce(4))


def _paint_before(canvas: Canvas, layout: SheetLayout, before: int, last: HandScore) -> None:
    _paint_label(canvas, layout.labels[0], canvas.words("pictures.hands_before", hand=before))
    for box, total in zip(layout.boxes[0], last.totals, strict=True):
        _paint_total(canvas, box, total, "ink_muted")


def _paint_boxes(canvas: Canvas, boxes: Sequence[Rect], hand: HandScore) -> None:
    for seat, box in enumerate(boxes):
        at = Rect(box.x + 14, box.y + 5, box.w // 2, 42)
        width = canvas.text(canvas.words.number(hand.points[seat]), at, "small", "ink_muted")
        if hand.completed[seat]:
            canvas.shape("check", at.x + width + 10, box.y + 14, 24, canvas.theme["cross"])
        _paint_total(canvas, box, hand.totals[seat], "ink")


def _paint_label(canvas: Canvas, at: Rect, text: str) -> None:
    inside = Rect(at.x + 6, at.y, at.w - 10, at.h)
    canvas.text(text, inside, "small", "ink_muted", align="middle")


def _paint_total(canvas: Canvas, box: Rect, total: int, colour: str) -> None:
    at = Rect(box.x + 20, box.bottom - 50, box.w - 34, 42)
    canvas.text(canvas.words.number(total), at, "name", colour, align="right")
