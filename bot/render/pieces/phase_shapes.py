"""Phases as empty cards, and the numbers of completed phases."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.render.engine.canvas import Canvas
from bot.render.engine.geometry import Rect
from bot.rules.phases import RUNS, GroupKind, GroupSpec, Phase

STAIR = 4  # how far each card of a run is raised above the one before
_ICON = {
    GroupKind.SET: "same",
    GroupKind.RUN: "stairs",
    GroupKind.COLOUR: "drop",
    GroupKind.COLOUR_RUN: "drop",
}
GHOST, GHOST_HEIGHT, GHOST_PITCH, GHOST_GAP = 70, 96, 36, 24  # the empty cards of a phase


def phase_shape(canvas: Canvas, phase: Phase, area: Rect, ground: str) -> None:
    """Draw a phase as empty cards: level for a set or one colour, stairs for a run.

    The sign on the last card says whether it takes one number, one colour or a row of numbers.
    """
    groups = ghosts([spec.size for spec in phase.groups], area)
    for spec, places in zip(phase.groups, groups, strict=True):
        _ghosts(canvas, spec, places, ground)


def _ghosts(canvas: Canvas, spec: GroupSpec, places: Sequence[Rect], ground: str) -> None:
    lift = STAIR * (len(places) - 1) // 2 if spec.kind in RUNS else 0
    step = STAIR if spec.kind in RUNS else 0
    for place, at in enumerate(places):
        box = Rect(at.x, at.y + lift - step * place, at.w, at.h)
        canvas.panel(box, ground, 10)
        canvas.panel(box, "muted", 10, 3)
    number = Rect(box.x, box.y + 6, box.w, 48)
    canvas.text(str(spec.size), number, "number", "text", align="middle")
    canvas.shape(_ICON[spec.kind], box.x + box.w // 2 - 16, box.y + 55, 32, "muted")


def phase_track(canvas: Canvas, phases: int, completed: Collection[int], area: Rect) -> None:
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
        ink = "panel" if done else "muted"
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
