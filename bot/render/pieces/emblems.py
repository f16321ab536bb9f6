"""The emblems of achievements: a coin of bronze, silver or gold with a motif and its stars.

Grades differ in more than their metal: in the number of stars, and in the edge of the coin.
"""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageChops

from bot.render.engine import Sprite, Theme
from bot.render.engine.shapes import (
    SHAPES,
    Icon,
    Point,
    area,
    box,
    dashes,
    dot,
    line,
    oval,
    quarter,
    shape,
    smooth,
    star,
)
from bot.render.engine.sprite_cache import drawn_once
from bot.render.engine.sprites import banded, make_sprite
from bot.render.engine.text import mask
from bot.render.engine.theme import RGB, mixed
from bot.results.achievements import Grade

STARS = 0.2  # width of a star as a share of the coin
MOTIF = 0.46  # of the motif
POINTS = 14  # of the edge of a gold coin; lobes of a silver one


def _arc(middle: Point, radius: float, start: float, end: float) -> list[Point]:
    """Points along a circle, between two angles in turns clockwise from the top."""
    turns = [2 * pi * (start + (end - start) * n / 24) for n in range(25)]
    return [(middle[0] + radius * sin(turn), middle[1] - radius * cos(turn)) for turn in turns]


_DIE = (box(0.1, 0.1, 0.9, 0.9, radius=0.16),)
_FIVE = ((0.5, 0.5), (0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72))
_MOTIFS: dict[str, Icon] = {
    "phases": SHAPES["stairs"],
    "games": SHAPES["deal"],
    "wins": SHAPES["crown"],
    "hands_won": (  # out of a door
        box(0.04, 0.06, 0.52, 0.94, radius=0.06),
        box(0.15, 0.17, 0.6, 0.83, fill=0),
        box(0.28, 0.42, 0.66, 0.58),
        area((0.62, 0.22), (0.97, 0.5), (0.62, 0.78)),
    ),
    "company": (
        *(dot(x, y, 0.15) for x, y in ((0.2, 0.34), (0.8, 0.34))),
        oval(0, 0.52, 0.4, 1.1),
        oval(0.6, 0.52, 1, 1.1),
        dot(0.5, 0.28, 0.24, 0),
        oval(0.2, 0.48, 0.8, 1.2, fill=0),
        dot(0.5, 0.28, 0.19),
        oval(0.25, 0.52, 0.75, 1.14),
        box(0, 0.9, 1, 1, fill=0),
    ),
    "beat_hard": SHAPES["robot"],
    "comeback": (  # down, and up again
        line((0.1, 0.12), (0.32, 0.72), (0.5, 0.84), (0.66, 0.68), (0.76, 0.42), width=0.16),
        dot(0.1, 0.12, 0.08),
        area((0.5, 0.42), (0.84, 0.04), (1, 0.54)),
    ),
    "flawless": (  # a cut stone
        area((0.24, 0.14), (0.76, 0.14), (0.98, 0.4), (0.5, 0.94), (0.02, 0.4)),
        line((0.02, 0.4), (0.98, 0.4), width=0.05, fill=0),
        line((0.5, 0.14), (0.34, 0.4), (0.5, 0.94), width=0.05, fill=0),
        line((0.5, 0.14), (0.66, 0.4), (0.5, 0.94), width=0.05, fill=0),
    ),
    "untouched": (  # a shield
        area(
            *((0.5, 0.03), (0.9, 0.16), (0.88, 0.56), (0.72, 0.8)),
            *((0.5, 0.97), (0.28, 0.8), (0.12, 0.56), (0.1, 0.16)),
        ),
        line((0.31, 0.48), (0.46, 0.64), (0.71, 0.34), width=0.11, fill=0),
    ),
    "playoff": SHAPES["same"],
    "swift": (
        area((0.62, 0.0), (0.18, 0.58), (0.46, 0.58), (0.36, 1.0), (0.84, 0.38), (0.54, 0.38)),
    ),
    "one_go": (  # three cards at once
        box(0.02, 0.38, 0.38, 0.92, radius=0.07),
        box(0.24, 0.22, 0.7, 0.84, radius=0.1, fill=0),
        box(0.29, 0.27, 0.65, 0.79, radius=0.07),
        box(0.51, 0.04, 1.0, 0.72, radius=0.1, fill=0),
        box(0.56, 0.09, 0.95, 0.67, radius=0.07),
    ),
    "skip_out": SHAPES["barred"],
    "quick_lay": (  # a flag
        box(0.14, 0.04, 0.24, 0.98, radius=0.04),
        area((0.24, 0.08), (0.92, 0.32), (0.24, 0.58)),
    ),
    "natural": (  # a leaf
        area(*_arc((0.86, 0.86), 0.76, 0.75, 1.0), *_arc((0.1, 0.1), 0.76, 0.25, 0.5)),
        line((0.3, 0.7), (0.66, 0.34), width=0.05, fill=0),
        line((0.04, 0.96), (0.3, 0.7), width=0.08),
    ),
    "many_hits": (  # a hammer
        area((0.42, 0.5), (0.53, 0.39), (0.98, 0.84), (0.87, 0.95)),
        area((0.02, 0.44), (0.44, 0.02), (0.66, 0.24), (0.24, 0.66)),
    ),
    "skips": (  # on to the next but one
        area((0.04, 0.14), (0.46, 0.5), (0.04, 0.86)),
        area((0.44, 0.14), (0.86, 0.5), (0.44, 0.86)),
        box(0.84, 0.14, 0.97, 0.86, radius=0.03),
    ),
    "dice_full": (*_DIE, *(dot(x, y, 0.09, 0) for x, y in _FIVE)),
    "dice_one_roll": (*_DIE, dot(0.5, 0.5, 0.16, 0)),
    "dice_five": tuple(
        dot(x, y, 0.16)
        for x, y in ((0.5, 0.5), (0.18, 0.18), (0.82, 0.18), (0.18, 0.82), (0.82, 0.82))
    ),
    "dice_first": (  # a chequered flag
        box(0.06, 0.02, 0.16, 0.98, radius=0.04),
        box(0.16, 0.08, 0.96, 0.64),
        *(
            box(0.16 + 0.2 * x, 0.08 + 0.187 * y, 0.36 + 0.2 * x, 0.267 + 0.187 * y, fill=0)
            for x in range(4)
            for y in range(3)
            if (x + y) % 2
        ),
        line((0.16, 0.1), (0.94, 0.1), (0.94, 0.62), (0.16, 0.62), width=0.04),
    ),
    "daily_hands": (  # a sheet of a calendar
        *(box(x - 0.06, 0.0, x + 0.06, 0.26, radius=0.06) for x in (0.28, 0.72)),
        box(0.04, 0.12, 0.96, 0.32, radius=0.06),
        box(0.04, 0.38, 0.96, 0.98, radius=0.06),
        *(
            box(x, y, x + 0.16, y + 0.14, fill=0)
            for y in (0.48, 0.72)
            for x in (0.18, 0.42, 0.66)
            if (x, y) != (0.66, 0.72)
        ),
    ),
    "daily_streak": (  # a flame
        area(
            *((0.54, 0.0), (0.62, 0.17), (0.74, 0.32), (0.86, 0.48), (0.9, 0.66), (0.84, 0.82)),
            *((0.7, 0.94), (0.5, 1.0), (0.3, 0.94), (0.16, 0.82), (0.1, 0.66), (0.13, 0.5)),
            *((0.22, 0.34), (0.3, 0.5), (0.37, 0.52), (0.41, 0.4), (0.41, 0.26), (0.45, 0.12)),
        ),
        *(
            dot(0.5 + 0.05 * n * n, 0.78 - 0.28 * n, 0.165 * (1 - n) ** 0.8, 0)
            for n in (at / 20 for at in range(20))
        ),
    ),
    "daily_par": (  # a target
        dot(0.5, 0.5, 0.48),
        dot(0.5, 0.5, 0.36, 0),
        dot(0.5, 0.5, 0.25),
        dot(0.5, 0.5, 0.13, 0),
        dot(0.5, 0.5, 0.065),
    ),
    "cups": SHAPES["cup"],
}
_NUMBERS = {"ten_phases": "10", "full_run": "12"}


def emblem(theme: Theme, name: str, grade: Grade | None, size: int) -> Sprite:
    """The emblem of an achievement; before the first grade an outline."""
    return _outlined(theme, name, size) if grade is None else _coin(theme, name, grade, size)


@drawn_once
def _coin(theme: Theme, name: str, grade: Grade, size: int) -> Sprite:
    light, metal, dark = _metal(theme, grade)
    whole = _disc(size, grade, 0)
    image = Image.new("RGB", (size, size), mixed(dark, theme["shadow"], 0.35))
    shades = banded([mixed(light, dark, n / 4) for n in range(5)], size)
    image.paste(shades, (0, 0), _disc(size, grade, max(2, size // 50)))
    field = theme["ink"]
    for share, colour in ((0.13, dark), (0.15, field)):
        image.paste(colour, (0, 0), smooth((size, size), oval(share, share, 1 - share, 1 - share)))
    drawn = motif(theme, name, round(size * MOTIF))
    at = ((size - drawn.width) // 2, round(size * 0.43) - drawn.height // 2)
    image.paste(light, at, drawn)
    _put_stars(image, grade, light, metal, field)
    return make_sprite(theme, image, whole, size)


def _metal(theme: Theme, grade: Grade) -> tuple[RGB, RGB, RGB]:
    """A metal in light, as it is, and in shadow."""
    if grade is Grade.BRONZE:
        # Of the palette alone, whose mixtures of bronze are of other colours.
        bronze = theme["bronze"]
        return bronze, bronze, bronze if theme.flat else theme["wood_edge"]
    name = "silver" if grade is Grade.SILVER else "brass"
    return theme[f"{name}_light"], theme[name], theme[f"{name}_dark"]


def _put_stars(image: Image.Image, grade: Grade, light: RGB, metal: RGB, field: RGB) -> None:
    size = image.width
    side = round(image.width * STARS)
    for n in range(grade):
        turn = (n - (grade - 1) / 2) * 0.62
        x = size / 2 + 0.37 * size * sin(turn) - side / 2
        y = size / 2 + 0.37 * size * cos(turn) - side / 2
        rim = round(side * 1.34)
        shift = (rim - side) // 2
        image.paste(field, (round(x) - shift, round(y) - shift), shape("star", rim))
        image.paste(mixed(light, metal, 0.2), (round(x), round(y)), shape("star", side))


@drawn_once
def _outlined(theme: Theme, name: str, size: int) -> Sprite:
    cover = dashes(size, size, size // 2, max(3, size // 34)).copy()
    drawn = motif(theme, name, round(size * MOTIF))
    spot = ((size - drawn.width) // 2, (size - drawn.height) // 2)
    cover.paste(drawn, spot, drawn)
    ink = mixed(theme["thread"], theme["cloth"], 0 if theme.flat else 0.25)
    return make_sprite(theme, Image.new("RGB", (size, size), ink), cover, size, lift=0)


@drawn_once
def motif(theme: Theme, name: str, side: int) -> Image.Image:
    if name in _NUMBERS:
        drawn = mask(_NUMBERS[name], theme.styles["figure"][0], round(side * 1.05)).image
        return drawn.convert("L")
    if name == "wilds":
        wheel = Image.new("L", (side, side))
        for which in range(4):
            wheel = ImageChops.lighter(wheel, quarter(side, which))
        return wheel
    return smooth((side, side), *_MOTIFS[name])


def _disc(size: int, grade: Grade, inset: int) -> Image.Image:
    """A coin: round for bronze, with lobes for silver, with points for gold."""
    edge = inset / size
    if grade is Grade.BRONZE:
        return smooth((size, size), oval(0.03 + edge, 0.03 + edge, 0.97 - edge, 0.97 - edge))
    middle = oval(0.05 + edge, 0.05 + edge, 0.95 - edge, 0.95 - edge)
    if grade is Grade.SILVER:
        turns = [2 * pi * n / POINTS for n in range(POINTS)]
        lobes = (dot(0.5 + 0.42 * sin(turn), 0.5 - 0.42 * cos(turn), 0.08 - edge) for turn in turns)
        return smooth((size, size), middle, *lobes)
    return smooth((size, size), star(POINTS, 0.5, 0.5, 0.5 - edge, 0.43 - edge))
