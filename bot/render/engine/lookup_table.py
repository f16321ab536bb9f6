"""Tables that replace the values of a picture's pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image


class LookupTable(Image.ImagePointHandler):
    """A table for :meth:`PIL.Image.Image.point` that is not checked again at each use.

    Pillow rounds all entries of a list at every call: a small card takes 110 µs then, and 32 here.
    """

    def __init__(self, table: Sequence[int], mode: str | None = None) -> None:
        self._table = list(table)
        self._mode = mode

    def point(self, im: Image.Image) -> Image.Image:
        """The picture (mode L) with each value replaced by its entry."""
        return im._new(self.mapped(im))  # as Pillow itself does

    def mapped(self, im: Image.Image) -> Any:  # noqa: ANN401  # it has no public type
        """The core of the picture that :meth:`point` makes."""
        im.load()
        return im.im.point(self._table, self._mode)

    def replace(self, im: Image.Image, at: tuple[int, int], where: Image.Image) -> None:
        """Replace the values of a picture (mode L) below a mask with its corner at a point."""
        # As Pillow's paste, crop and point; paste would copy a picture of ``cloth.Rows`` first.
        box = (*at, at[0] + where.width, at[1] + where.height)
        im.im.paste(im.im.crop(box).point(self._table, None), box, where.im)


def put(
    image: Image.Image, source: Image.Image | int, at: tuple[int, int], where: Image.Image
) -> None:
    """Put a value or a picture of the same mode below a mask, its corner at a point.

    A picture is as large as the mask.
    """
    # As Pillow's paste, which would copy a picture of ``cloth.Rows`` first.
    drawn = source if isinstance(source, int) else source.im
    image.im.paste(drawn, (*at, at[0] + where.width, at[1] + where.height), where.im)


def threshold(least: int) -> LookupTable:
    """The lookup that makes a mask (mode 1) of all values of at least this much."""
    return LookupTable([255 if value >= least else 0 for value in range(256)], "1")
