"""A list of phases on a sheet of paper: number, place for an example, and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.render.engine.canvas import Canvas
from bot.render.engine.geometry import WIDTH, Rect
from bot.rules.phases import Phase

from .laid_cards import phase_lines
from .materials import paper

EDGE, PAD = 30, 18  # around the sheet, and from its edge to what is on it
NUMBER, GAP, LINE = 84, 24, 46


def phases_height(phases: int, row: int) -> int:
    """The height of a picture with a list of phases in rows of a height."""
    return 2 * (EDGE + PAD // 2) + phases * row


def phase_rows(
    canvas: Canvas, phases: Sequence[Phase], row: int, width: int, notes: Sequence[str] = ()
) -> Iterator[tuple[Phase, Rect]]:
    """Write numbers, words and notes of phases; yields each with the place of its example."""
    sheet = Rect(EDGE, EDGE, WIDTH - 2 * EDGE, canvas.size[1] - 2 * EDGE)
    paper(canvas, sheet, "paper_shade")  # paler cards are seen on it
    for place, phase in enumerate(phases):
        at = Rect(sheet.x + PAD, sheet.y + PAD // 2 + place * row, sheet.w - 2 * PAD, row)
        if place:
            canvas.panel(Rect(sheet.x + 2, at.y - 1, sheet.w - 4, 2), "paper_line", 0)
        number = Rect(at.x - PAD // 2, at.y, NUMBER, row)
        canvas.text(canvas.words.number(place + 1), number, "pile", "ink", align="middle")
        example = Rect(number.right, at.y, width, row)
        text = Rect(example.right + GAP, at.y, at.right - example.right - GAP, row)
        lines = [(line, "ink") for line in phase_lines(canvas.design, phase, text.w)]
        lines += [(note, "ink_muted") for note in notes[place : place + 1] if note]
        top = at.middle[1] - LINE * len(lines) // 2
        for n, (line, ink) in enumerate(lines):
            canvas.text(line, Rect(text.x, top + LINE * n, text.w, LINE), "small", ink)
        yield phase, example
