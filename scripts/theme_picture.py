"""Draw the picture of all themes, which README and docs/pictures.md show.

Do it again after a change that the picture should have::

    python -m scripts.theme_picture
"""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot import ASSETS
from bot.lab.gallery import painters
from bot.render import THEMES

NAMES = ("hand-phase-down", "table-4-late", "podium-4")
WIDTH, GAP, GROUND = 375, 14, "#36383c"  # of a picture in pixels; Discord's dark grey
FILE = ASSETS / "images" / "themes.webp"


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
    theme_picture().save(FILE, quality=72, method=6)
