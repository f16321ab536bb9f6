"""Reference pictures, each a twelfth of its size; small differences of edges are tolerated.

Look at the gallery first, then renew them from the project's folder with::

    python -m tests.render.snapshot_kit
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from bot.lab.gallery import cases
from bot.render import THEMES

FOLDER = Path(__file__).parent / "snapshots"
SMALLER = 12  # a multiple of the cloth's weave, whose threads would be noise otherwise
IN_OTHER_THEMES = 12
MOST = 32  # levels (of 255) by which a block of 12 by 12 pixels may differ
# Other themes have the letters and the words of the standard one.
DISTINCT = ("standard", "playing-cards")
ALL_INKS = (
    "hand-orange",
    "hand-end-6",
    "hand-with-back-and-cloth",
    "podium-4",
    "scores-2-players-4-hands",
    "figure-hit",
    "board-wins-own-below",
    "table-4-in-front",
    "table-3-opening-offer",
    "dice-table-1-failed",
    "hand-floating",
    "stats-many",
    "table-4-declaring",
    "lobby-1-of-6",
    "hand-end-3-two-out",
    "board-points",
    "table-4-play-off",
    "replay-step",
    "chances-6",
    "figure-run",
    "hand-12-cards",
    "figure-colour",
)
"""Pictures that hold every ink on every ground of the gallery; the most varied come first."""


def small(png: bytes) -> Image.Image:
    """A picture's averages over blocks of 12 by 12 pixels."""
    with Image.open(BytesIO(png)) as picture:
        return picture.convert("RGB").reduce(SMALLER)


def difference(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of two blocks in levels; 255 for different sizes."""
    if one.size != other.size:
        return 255
    bands = ImageChops.difference(one, other).split()
    return max(len(band.histogram()) - 1 - _empty(band) for band in bands)


def _empty(band: Image.Image) -> int:
    """The number of the highest levels that do not occur."""
    counts = band.histogram()
    return next(place for place, count in enumerate(reversed(counts)) if count)


def stored(theme: str, name: str) -> Image.Image:
    """The reference picture."""
    with Image.open(FOLDER / theme / f"{name}.webp") as picture:
        return picture.convert("RGB")


def has_reference(theme: str, name: str) -> bool:
    """Whether there is a reference: of every picture in themes that are distinct, else of a few."""
    return theme in DISTINCT or name in ALL_INKS[:IN_OTHER_THEMES]


def renew() -> int:
    """Write all reference pictures, and remove those of removed pictures."""
    for old in FOLDER.glob("*/*.webp"):
        old.unlink()
    count = 0
    for theme in THEMES:
        (FOLDER / theme).mkdir(parents=True, exist_ok=True)
        for name, png in cases(theme):
            if not has_reference(theme, name):
                continue
            small(png).save(FOLDER / theme / f"{name}.webp", lossless=True, method=6)
            count += 1
    return count


if __name__ == "__main__":
    print(renew(), "reference pictures written")  # noqa: T201
