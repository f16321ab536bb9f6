"""The fonts that come with the project: which one has a character, loaded when first used."""

from __future__ import annotations

import json
from bisect import bisect_right
from functools import cache, lru_cache

from PIL import ImageFont

from bot import FONTS

LATIN_END = 0x2B0  # what lies below is in every face for words, so needs no look-up
UNKNOWN = "\N{REPLACEMENT CHARACTER}"


@lru_cache(maxsize=96)
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """A font file at a size in pixels."""
    return ImageFont.truetype(FONTS / file, size, layout_engine=ImageFont.Layout.RAQM)


def file_for(character: str, first: str) -> str | None:
    """The file to draw a character with: ``first`` where it can, None where no font has it."""
    point = ord(character)
    if 0x20 <= point < LATIN_END or covers(first, point):
        return first
    return _fallback(point)


@lru_cache(maxsize=4096)
def _fallback(point: int) -> str | None:
    return next((file for file in _coverage() if covers(file, point)), None)


def covers(file: str, point: int) -> bool:
    """Whether a font file has a code point."""
    starts, ends = _coverage()[file]
    place = bisect_right(starts, point) - 1
    return place >= 0 and point <= ends[place]


@cache
def _coverage() -> dict[str, tuple[list[int], list[int]]]:
    """First and last code points of the ranges in each file, in order of preference."""
    data = json.loads((FONTS / "coverage.json").read_text(encoding="ascii"))
    return {
        file: ([first for first, _ in ranges], [last for _, last in ranges])
        for file, ranges in data.items()
    }
