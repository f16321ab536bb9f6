"""Reference pictures, each a twelfth of its size; small differences of edges are tolerated.

Renew those that differ, or only the named ones, from the project's folder with::

    python -m tests.render.snapshot_kit [NAME ...]

It prints what it wrote or removed: look at each of these pictures in the gallery.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from bot.lab.gallery import painters
from bot.render import THEMES

FOLDER = Path(__file__).parent / "snapshots"
SMALLER = 12  # a multiple of the cloth's weave, whose threads would be noise otherwise
IN_OTHER_THEMES = 12
MOST = 32  # levels (of 255) by which a block of 12 by 12 pixels may differ
# Other themes have the letters and the words of the standard one.
DISTINCT = ("standard", "playing-cards")
ALL_INKS = [
    "hand-orange",
    "hand-end-6",
    "hand-with-back-and-cloth",
    "cup-podium-2",
    "scores-2-players-4-hands",
    "figure-hit",
    "board-wins-own-below",
    "table-4-in-front",
    "table-3-opening-offer",
    "dice-table-1-failed",
    "dice-table-4-bonus",
    "hand-floating",
    "stats-many",
    "table-4-declaring",
    "lobby-1-of-6",
    "hand-end-3-two-out",
    "board-points",
    "table-4-play-off",
    "replay-step",
    "chances-6",
    "figure-skip",
    "replay-long",
    "hand-end-4",
    "hand-last-card",
    "hand-one-card",
    "table-4-last-card",
    "table-2-last-card",
    "hand-12-cards",
    "choices",
    "hand-five-groups",
    "hand-end-3-ran-dry",
    "figure-colour",
    "dice-end-1",
    "daily-ready",
    "daily-taken",
    "daily-three-groups",
    "daily-laid",
    "daily-not-today",
    "daily-share-laid",
    "table-5-early",
    "table-3-last-turns",
    "hand-last-cards",
    "champions-many",
]
"""Pictures that hold every ink on every ground of the gallery; the most varied come first."""


def small(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as picture:
        return picture.convert("RGB").reduce(SMALLER)


def difference(one: Image.Image, other: Image.Image) -> int:
    if one.size != other.size:
        return 255
    return max(int(high) for _, high in ImageChops.difference(one, other).getextrema())


def stored(theme: str, name: str) -> Image.Image:
    with Image.open(FOLDER / theme / f"{name}.webp") as picture:
        return picture.convert("RGB")


def has_reference(theme: str, name: str) -> bool:
    """Whether there is a reference: in the standard theme of every picture, in others of a few."""
    few = ALL_INKS if theme in DISTINCT else ALL_INKS[:IN_OTHER_THEMES]
    return theme == THEMES[0] or name in few


def renew(*only: str) -> list[str]:
    """Write the references that are new or differ, remove those of no picture, and name them all.

    With names, only the pictures of these names are compared.
    """
    changes = []
    for theme in THEMES:
        folder = FOLDER / theme
        folder.mkdir(parents=True, exist_ok=True)
        rest = {file.stem for file in folder.glob("*.webp")}
        for name, draw in painters(theme):
            if not has_reference(theme, name):
                continue
            known = name in rest
            rest.discard(name)
            if only and name not in only:
                continue
            picture = small(draw())
            if known and difference(stored(theme, name), picture) <= MOST:
                continue
            picture.save(folder / f"{name}.webp", lossless=True, method=6)
            changes.append(f"{theme}/{name}{'' if known else ' (new)'}")
        for name in sorted(rest if not only else rest.intersection(only)):
            (folder / f"{name}.webp").unlink()
            changes.append(f"{theme}/{name} (removed)")
    return changes


if __name__ == "__main__":
    print("\n".join(renew(*sys.argv[1:])) or "no reference changed")  # noqa: T201
