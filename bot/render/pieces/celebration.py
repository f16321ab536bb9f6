"""Decks of cards as steps of a podium, and a crown, rays of light and confetti for a winner."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw

from bot.render.engine import Canvas, Rect, Sprite, Theme
from bot.render.engine.shapes import area, shape, smooth
from bot.render.engine.sprite_cache import drawn_once
from bot.render.engine.sprites import banded, make_sprite
from bot.render.engine.theme import CardPaint, contrast, mixed

LID = 52  # height of the back on top of a deck
LEAF = 12  # height of a card seen from its side
LEAST_CONTRAST = 1.5  # of confetti in the colours of the cards
# number of rays around a winner, their distance and length
RAYS = 18
RAY = (24, 46)
CROWNED = range(7, 11)  # those that a crown would hide


@drawn_once
def deck_sprite(theme: Theme, width: int, height: int) -> Sprite:
    """A deck seen from the front and above: the sides of its cards, and the back of the top one."""
    image = Image.new("RGB", (width, height), theme["paper_shade"])
    cover = Image.new("L", (width, height))
    draw = ImageDraw.Draw(image)
    solid = ImageDraw.Draw(cover)
    random = Random(height)  # noqa: S311  # a pattern
    for y in range(height - LEAF, LID - 8, -LEAF):
        left, right = 5 + random.randrange(4), width - 6 - random.randrange(4)
        share = 0 if theme.flat else round(4 * y / height) / 4
        ends = (left, y, right, min(height - 1, y + LEAF - 1))
        draw.rounded_rectangle(ends, 5, mixed(theme["paper"], theme["paper_shade"], share))
        draw.line((left + 3, ends[3], right - 3, ends[3]), theme["paper_line"], 2)
        draw.rounded_rectangle(ends, 5, outline=theme["paper_line"], width=1)
        solid.rounded_rectangle(ends, 5, 255)
    _lid(theme, image, cover, width)
    return make_sprite(theme, image, cover, 120)


def _lid(theme: Theme, image: Image.Image, cover: Image.Image, width: int) -> None:
    small = min(1, width / 200)  # a narrow one has narrow edges
    inset = 30 * small / width
    unit = LID / width

    def slab(edge: float) -> Image.Image:
        points = (
            (inset + edge * 0.8, edge * 0.6),
            (1 - inset - edge * 0.8, edge * 0.6),
            (1 - edge, unit - edge * 0.7),
            (edge, unit - edge * 0.7),
        )
        return smooth((width, LID), area(*points))

    image.paste(theme["paper"], (0, 0), slab(0))
    cover.paste(255, (0, 0), slab(0))
    image.paste(theme["back"], (0, 0), slab(14 * small / width))
    if not theme.flat:
        image.paste(theme["back_low"], (0, 0), slab(24 * small / width))


def paint_rays(canvas: Canvas, face: Rect) -> None:
    """Short strokes of light around a face, but not below it."""
    x, y = face.middle
    cover, at = _ray_mask(face.w)
    canvas.fill_mask(cover, x - at, y - at, "gold")


@drawn_once
def _ray_mask(size: int) -> tuple[Image.Image, int]:
    near = size // 2 + RAY[0]
    length = RAY[1]
    half = near + length + 4
    image = Image.new("L", (4 * half, 4 * half))
    draw = ImageDraw.Draw(image)
    for n in (n for n in range(RAYS) if n not in CROWNED):
        angle = pi * (0.94 + 1.12 * n / (RAYS - 1))
        far = near + (length if n % 2 else length * 0.55)
        ends = [(2 * half + 2 * r * cos(angle), 2 * half + 2 * r * sin(angle)) for r in (near, far)]
        draw.line((*ends[0], *ends[1]), 255, 12)
    return image.reduce(2), half


def trophy(canvas: Canvas, size: int, foot: tuple[int, int]) -> None:
    """A cup of brass with a star that stands at a point."""
    x, y = foot[0] - size // 2, foot[1] - size
    canvas.sprite(brass_sprite(canvas.theme, "cup", size), x, y, over=True)
    star = size // 4
    canvas.shape("star", foot[0] - star // 2, y + size * 3 // 16, star, "wood")
    gleam = Rect(x + size * 27 // 100, y + size // 9, size // 28, size * 3 // 10)
    canvas.panel(gleam, "brass_light", size)


@drawn_once
def brass_sprite(theme: Theme, name: str, size: int, degrees: int = 0) -> Sprite:
    """A named shape of brass, lit from the left, turned counter-clockwise around its middle."""
    image = Image.new("RGB", (size, size), mixed(theme["ink"], theme["brass_dark"], 0.4))
    cover = shape(name, size)
    brass = theme["brass"]
    lit, low = (mixed(brass, theme[end], 0.5) for end in ("brass_light", "brass_dark"))
    inner = size - 6
    whole = shape(name, inner)
    image.paste(low, (3, 3), whole)
    left = ImageChops.darker(whole, ImageChops.offset(whole, -size // 20, 0))
    image.paste(banded([lit, brass, brass, low], inner), (3, 3), left)
    smoothly = Image.Resampling.BICUBIC
    return make_sprite(theme, image.rotate(degrees, smoothly), cover.rotate(degrees, smoothly), 150)


@drawn_once
def confetti_piece(theme: Theme, paint: CardPaint, size: int, degrees: int) -> Sprite:
    """The sign of a card's colour, turned counter-clockwise, in the air above the cloth."""
    visible = contrast(paint.hue, theme["cloth"]) >= LEAST_CONTRAST
    colour = paint.hue if visible else paint.word
    cover = shape(paint.sign, 2 * size).rotate(degrees, Image.Resampling.BICUBIC, expand=True)
    cover = cover.resize((cover.width // 2, cover.height // 2), Image.Resampling.BOX)
    return make_sprite(theme, Image.new("RGB", cover.size, colour), cover, 90)
