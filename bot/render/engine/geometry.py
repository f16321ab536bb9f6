"""Rectangles in pixels, computed before anything is painted."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH = 1200
MARGIN = 24


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
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def holds(self, other: Rect) -> bool:
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )
