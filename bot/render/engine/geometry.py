"""Rectangles in pixels, computed before anything is painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 1200
MARGIN = 24

# from square to square and between groups, as shares of a side
STEP = 1.08
GROUP_GAP = 0.34


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
        return self.x, self.y

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.w // 2, self.y + self.h // 2

    def after(self, width: int) -> Rect:
        """The part to the right of its first columns."""
        return Rect(self.x + width, self.y, self.w - width, self.h)

    def grown(self, by: int) -> Rect:
        """The rectangle with some pixels more at each side, or fewer if negative."""
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def overlaps(self, other: Rect) -> bool:
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: Rect) -> bool:
        across = self.x <= other.x and other.right <= self.right
        return across and self.y <= other.y and other.bottom <= self.bottom


def fit_places(sizes: Sequence[int], area: Rect, most: int, step: float = STEP) -> list[list[Rect]]:
    """Places for groups from the left of an area: squares no larger than ``most``."""
    units = (sum(sizes) - len(sizes)) * step + len(sizes) + (len(sizes) - 1) * GROUP_GAP
    side = min(most, int(area.w / units))
    x = float(area.x)
    groups = []
    y = area.y + (area.h - side) // 2
    for size in sizes:
        groups.append([Rect(round(x + n * step * side), y, side, side) for n in range(size)])
        x += ((size - 1) * step + 1 + GROUP_GAP) * side
    return groups
