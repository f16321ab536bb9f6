"""Layouts of the pictures: pure geometry in pixels, computed before painting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 1200
MARGIN = 24
GHOST, GHOST_HEIGHT, GHOST_PITCH, GHOST_GAP = 70, 96, 36, 24  # the empty cards of a phase


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.h

    @property
    def corner(self) -> tuple[int, int]:
        """Its upper left corner."""
        return self.x, self.y

    @property
    def middle(self) -> tuple[int, int]:
        """Its middle point."""
        return self.x + self.w // 2, self.y + self.h // 2

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share a pixel."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def holds(self, other: Rect) -> bool:
        """Whether the other lies wholly inside this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


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
