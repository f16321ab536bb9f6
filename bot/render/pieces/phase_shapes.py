"""Examples of phases, the signs of their groups, and the numbers of completed phases."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.cards.cards import Colour
from bot.cards.phases import RUNS, GroupKind, Phase
from bot.render.engine.canvas import Canvas
from bot.render.engine.geometry import Rect

from .materials import seam

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
    """Draw in gold what the cards of a group have, and words: an arrow for numbers in a row.

    For others it is the sign of one number or of one colour.
    """
    sign, wide = at.h if kind in _SIGN else 0, canvas.width(line, "small") + 1
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


def phase_track(
    canvas: Canvas, phases: int, completed: Collection[int], area: Rect, colour: str
) -> None:
    across, gap = min(phases, 5), 10
    rows = -(-phases // across)
    size = min(60, (area.h - gap * (rows - 1)) // rows)
    top = area.y + (area.h - rows * size - (rows - 1) * gap) // 2
    for place in range(phases):
        x = area.x + (size + gap) * (place % across)
        y = top + (size + gap) * (place // across)
        done = place + 1 in completed
        box = Rect(x, y, size, size)
        if done:
            canvas.panel(box, "good", size // 2)
        ink = "panel" if done else colour
        # Two digits come near the edge.
        at = Rect(box.x - 4, box.y, box.w + 8, box.h)
        canvas.text(str(place + 1), at, "strong", ink, align="middle")
