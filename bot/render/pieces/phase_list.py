"""A list of phases on a sheet of paper: number, place for an example, and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.cards.phases import Phase
from bot.render.engine.canvas import Canvas
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect

from .laid_cards import phase_lines
from .materials import paper
from .paper_rows import rows_below

EDGE, PAD, ABOVE = 36, 18, 12  # around the sheet, from its sides to what is on it, and to its rows
NUMBER, GAP, LINE = 84, 24, 46
LEFT = EDGE + PAD // 2 + NUMBER  # of an example
RIGHT = WIDTH - EDGE - PAD
FREE = 2 * (EDGE + ABOVE)  # height without rows


def phases_height(
    design: Design, phases: Sequence[Phase], least: int, width: int, notes: Sequence[str]
) -> int:
    """The height of a picture with a list of phases, whose rows have at least a height."""
    most = max(
        len(phase_lines(design, phase, _room(width))) + bool(note)
        for phase, note in zip(phases, notes, strict=True)
    )
    return FREE + len(phases) * max(least, LINE * most + 8)


def phase_rows(
    canvas: Canvas, phases: Sequence[Phase], width: int, notes: Sequence[str]
) -> Iterator[tuple[Phase, Rect]]:
    """Write numbers, words and notes of phases; yields each with the place of its example."""
    height, left = (canvas.size[1] - FREE) // len(phases), LEFT + width + GAP
    rows = rows_below(EDGE + ABOVE, [height] * len(phases), EDGE)
    sheet = Rect(EDGE, EDGE, WIDTH - 2 * EDGE, canvas.size[1] - 2 * EDGE)
    paper(canvas, sheet, "paper_shade")
    for number, (phase, note, row) in enumerate(zip(phases, notes, rows, strict=True), 1):
        at = Rect(LEFT - NUMBER, row.y, NUMBER, height)
        canvas.text(canvas.words.number(number), at, "pile", "ink", align="middle")
        lines = [(line, "ink") for line in phase_lines(canvas.design, phase, _room(width))]
        lines += [(note, "ink_muted")] if note else []
        top = row.middle[1] - LINE * len(lines) // 2
        for n, (line, ink) in enumerate(lines):
            canvas.text(line, Rect(left, top + LINE * n, RIGHT - left, LINE), "small", ink)
        yield phase, Rect(LEFT, row.y, width, height)


def _room(width: int) -> int:
    return RIGHT - LEFT - width - GAP
