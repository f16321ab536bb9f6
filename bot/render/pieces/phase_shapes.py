"""Phases as empty cards, and the numbers of completed phases."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.render.engine.canvas import Canvas
from bot.render.engine.geometry import Rect
from bot.rules.phases import RUNS, GroupKind, Phase

from .materials import THREAD, thread

_SIGN = {GroupKind.SET: "same", GroupKind.COLOUR: "drop", GroupKind.COLOUR_RUN: "drop"}
GHOST, GHOST_HEIGHT, GHOST_PITCH, GHOST_GAP = 70, 84, 36, 24  # the empty cards of a phase
GHOST_SIGN = 36  # the height of the sign below them


def phase_shape(canvas: Canvas, phase: Phase, area: Rect, ground: str) -> None:
    """Draw a phase as empty cards with the size of each group, above the signs of the groups."""
    groups = ghosts([spec.size for spec in phase.groups], replace(area, h=area.h - GHOST_SIGN))
    for spec, places in zip(phase.groups, groups, strict=True):
        for box in places:
            canvas.panel(box, ground, 10)
            canvas.panel(box, "muted", 10, 3)
        last = places[-1]
        canvas.text(canvas.words.number(spec.size), last, "pile", "text", align="middle")
        whole = last.right - places[0].x
        group_sign(canvas, spec.kind, Rect(places[0].x, last.bottom + 2, whole, GHOST_SIGN))


def group_sign(canvas: Canvas, kind: GroupKind, at: Rect) -> None:
    """Draw in gold what the cards of a group have: an arrow for numbers in a row, or one sign.

    The sign is that of one number or of one colour.
    """
    if kind in RUNS:
        head = at.right - at.h * 3 // 4
        thread(canvas, at.x, at.middle[1] - THREAD // 2, head - at.x)
        canvas.shape("right", head, at.y, at.h, "gold")
    if kind in _SIGN:
        canvas.shape(_SIGN[kind], at.middle[0] - at.h // 2, at.y, at.h, "gold")


def phase_track(
    canvas: Canvas, phases: int, completed: Collection[int], area: Rect, colour: str
) -> None:
    """Draw the numbers of all phases, the completed ones on discs."""
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


def ghosts(sizes: Sequence[int], area: Rect) -> list[list[Rect]]:
    """The empty cards that show a phase's groups, close enough to fit the area's width."""
    covered = sum(sizes) - len(sizes)
    # Five pairs are the only phase that does not fit otherwise.
    gap = GHOST_GAP if len(sizes) < 5 else GHOST_GAP // 2
    rest = area.w - len(sizes) * GHOST - (len(sizes) - 1) * gap
    pitch = min(GHOST_PITCH, rest // max(1, covered))
    x, y = area.x, area.y + (area.h - GHOST_HEIGHT) // 2
    out: list[list[Rect]] = []
    for size in sizes:
        out.append([Rect(x + place * pitch, y, GHOST, GHOST_HEIGHT) for place in range(size)])
        x += (size - 1) * pitch + GHOST + gap
    return out
