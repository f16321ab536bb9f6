"""Draw the pictures of the README, and that of all themes, which docs/pictures.md shows, too.

Do it again after a change that these pictures should have::

    python -m scripts.readme_pictures
"""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot import ASSETS
from bot.lab.gallery import animations, painters
from bot.render import THEMES

FOLDER = ASSETS / "images"
STILLS = {
    "table": "table-4-late",
    "hand": "hand-phase-down",
    "dice": "dice-table-4-run",
    "daily": "daily-ready",
}
MOVING = {"phase": "animation-laid-sets", "won": "animation-won"}
NAMES = ("hand-phase-down", "table-4-late", "podium-4")  # in each theme
WIDTH = 375  # of a picture, in pixels
GAP = 14
GROUND = "#36383c"  # Discord's dark grey


def draw_all() -> None:
    """Write all files, stills as small as PNG files can be."""
    drawings = dict(painters())
    moving = dict(animations())
    for file, name in STILLS.items():
        picture = Image.open(BytesIO(drawings[name]()))
        picture.save(FOLDER / f"{file}.png", optimize=True)
    for file, name in MOVING.items():
        (FOLDER / f"{file}.gif").write_bytes(b"".join(moving[name]))
    theme_picture().save(FOLDER / "themes.webp", quality=72, method=6)


def theme_picture() -> Image.Image:
    """A column for each theme, the pictures of NAMES below each other."""
    columns = [_column(theme) for theme in THEMES]
    height = max(column.height for column in columns)
    sheet = Image.new("RGB", ((WIDTH + GAP) * len(columns) + GAP, height), GROUND)
    for n, column in enumerate(columns):
        sheet.paste(column, (GAP + n * (WIDTH + GAP), 0))
    return sheet


def _column(theme: str) -> Image.Image:
    drawings = dict(painters(theme))
    tiles = [_tile(drawings[name]()) for name in NAMES]
    column = Image.new("RGB", (WIDTH, sum(tile.height + GAP for tile in tiles) + GAP), GROUND)
    y = GAP
    for tile in tiles:
        column.paste(tile, (0, y))
        y += tile.height + GAP
    return column


def _tile(file: bytes) -> Image.Image:
    picture = Image.open(BytesIO(file)).convert("RGB")
    height = round(picture.height * WIDTH / picture.width)
    return picture.resize((WIDTH, height), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    draw_all()
