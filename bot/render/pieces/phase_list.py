"""Phases for the pages of rules: examples, the signs of groups, and a list on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.cards.cards import Colour
from bot.cards.phases import RUNS, GroupKind, Phase
from bot.render.engine import WIDTH, Canvas, Design, Rect

from .laid_cards import phase_lines
from .materials import paper, seam
from .paper_rows import rows_below

# around the sheet, inside its sides, and above its rows
EDGE = 36
PAD = 18
ABOVE = 12
NUMBER = 84
GAP = 24
LINE = 46
LEFT = EDGE + PAD // 2 + NUMBER  # of an example
RIGHT = WIDTH - EDGE - PAD
FREE = 2 * (EDGE + ABOVE)  # height without rows
_SIGN = {GroupKind.SET: "same", GroupKind.COLOUR: "drop", GroupKind.COLOUR_RUN: "drop"}
WORDS_GAP = 16  # left and right of words
THREAD = 6  # thickness of an arrow
_NUMBERS = (7, 3, 9, 5, 10)  # of sets, group by group
_MIXED = (1, 2, 2, 5, 8, 8, 9, 10, 10, 10)  # of a group of one colour


def phase_example(
    phase: Phase, colours: Sequence[Colour], highest: int, first: int | None = None
) -> list[list[tuple[int, Colour]]]:
    """Cards or dice that make a phase, by group; the first one has or begins with ``first``."""
    groups = []
    for place, spec in enumerate(phase.groups):
        start = min(first or 1, highest + 1 - spec.size)
        numbers: Sequence[int] = range(start, start + spec.size)
        if spec.kind is GroupKind.SET:
            numbers = [first or _NUMBERS[place]] * spec.size
        elif spec.kind is GroupKind.COLOUR:
            numbers = _MIXED[: spec.size]
        alike = spec.kind in (GroupKind.COLOUR, GroupKind.COLOUR_RUN)
        groups.append(
            [
                (number, colours[(place if alike else n + place) % len(colours)])
                for n, number in enumerate(numbers)
            ]
        )
        first = None
    return groups


def group_sign(canvas: Canvas, kind: GroupKind, at: Rect, line: str) -> None:
    """Draw the sign of a group in gold, and words: an arrow for numbers in a row.

    For others it is the sign of one number or of one colour.
    """
    sign = at.h if kind in _SIGN else 0
    wide = canvas.width(line, "small") + 1
    x = at.x if kind in RUNS else at.middle[0] - (sign + wide + WORDS_GAP) // 2
    if sign:
        start = at.middle[0] - sign // 2 if kind in RUNS else x
        canvas.shape(_SIGN[kind], start, at.y, sign, "gold")
        x += sign + WORDS_GAP
    canvas.text(line, Rect(x, at.y, wide, at.h), "small", "text")
    if kind in RUNS:
        x += wide + WORDS_GAP
        head = max(x, at.right - at.h * 3 // 4)
        seam(canvas, x, at.middle[1] - THREAD // 2, head - x, "gold", thick=THREAD)
        canvas.shape("right", head, at.y, at.h, "gold")


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
    height = (canvas.size[1] - FREE) // len(phases)
    left = LEFT + width + GAP
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
