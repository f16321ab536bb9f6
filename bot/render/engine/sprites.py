"""Sprites: things drawn once, mapped to the theme's palette and cached with their shadows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin

from PIL import Image, ImageChops, ImageFilter

from bot.cards.cards import Card

from .card_faces import (
    LARGE,
    card_back,
    card_face,
    card_height,
    gilded,
    gold_edge,
    hairline,
    outline,
)
from .cloth import CELL
from .lookup_table import threshold
from .palette import Palette, build_palette
from .png import compress, decompress
from .sprite_cache import drawn_once
from .theme import RGB, Theme, mixed

# how high cards are above the cloth
LAID = 0.6
HELD = 1.0
FLYING = 1.9
SOLID = 88  # least coverage (of 255) of a pixel that is pasted
TENTH = 10  # cards are turned by tenths of a degree, so that their forms can be kept
FINE = 2  # turned cards are taken from cards drawn this many times as large
DIMMING = 44  # least coverage of a contact shadow where the thing below is dimmed


Piece = tuple[int, int, Image.Image]


@dataclass(frozen=True, slots=True)
class Shadow:
    """The shadow of a thing: the light that it takes from the cloth around it.

    ``contact`` has masks (mode 1) of where a thing below is dimmed, each after its place relative
    to the thing, which is left out itself.
    """

    x: int  # left edge relative to the thing's
    y: int
    mask: Image.Image  # the share of the light taken (mode L), a pixel for each thread
    contact: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture to paste."""

    image: Image.Image  # indexes of the palette (mode L)
    cover: Image.Image  # where the image is opaque (mode 1)
    x: int = 0  # where the image is relative to the place of the thing: not 0 if it is turned
    y: int = 0
    shadow: Shadow | None = None  # None for flat things

    @property
    def size(self) -> tuple[int, int]:
        return self.image.size


def make_sprite(
    theme: Theme, colours: Image.Image, cover: Image.Image, unit: int, lift: float = LAID
) -> Sprite:
    """A drawn thing as a sprite; ``unit`` is the width of a card that is as thick."""
    solid = cover.point(threshold(SOLID))
    shadow = None if theme.flat or not lift else make_shadow(cover, unit, lift)
    return Sprite(build_palette(theme).mapped(colours), solid, shadow=shadow)


def banded(colours: Sequence[RGB], side: int) -> Image.Image:
    """A square of even bands from top to bottom."""
    bands = Image.new("RGB", (1, len(colours)))
    bands.putdata(colours)
    return bands.resize((side, side), Image.Resampling.NEAREST)


def make_shadow(cover: Image.Image, unit: int, lift: float, reach: int | None = None) -> Shadow:
    """The shadow of a thing: a contact shadow at its edges and a cast one, right and below.

    With ``reach`` only its left and upper sides dim what it lies on, as of a card in a row; they
    are seen within this many pixels of its left and upper edges.
    """
    wide = 0.048 * unit * lift
    pad = 2 * round(1.1 * wide + 0.03 * unit * lift) + 4
    threads = [-(-side // CELL) + 2 * pad // CELL for side in cover.size]
    half = cover.resize([-(-side // CELL) for side in cover.size], Image.Resampling.BOX)

    def blurred(radius: float, dx: float, dy: float, share: float) -> Image.Image:
        spread = Image.new("L", threads)
        spread.paste(half, (round((pad + dx * unit) / CELL), round((pad + dy * unit) / CELL)))
        soft = spread.filter(ImageFilter.GaussianBlur(radius / CELL))
        return soft.point([value * share for value in range(256)])

    near = blurred(0.016 * unit + 1.2, -0.008, 0.012, 0.62)
    cast = blurred(wide, 0.03 * lift, 0.06 * lift, 0.5)
    edge = near.resize([CELL * side for side in threads], Image.Resampling.BILINEAR)
    edge.paste(0, (pad, pad), cover.point(threshold(SOLID)))
    return Shadow(-pad, -pad, ImageChops.screen(near, cast), tuple(_contact(edge, pad, reach)))


def _contact(edge: Image.Image, pad: int, reach: int | None) -> Iterator[Piece]:
    """The parts of a shadow around a thing, each as small as possible."""
    (width, height) = edge.size
    boxes = [(0, 0, *edge.size)]
    if reach is not None:
        end = pad + reach
        boxes = [(0, 0, end, height), (end, 0, width, end)]
    for box in boxes:
        where = edge.crop(box).point(threshold(DIMMING))
        if (seen := where.getbbox()) is not None:
            yield box[0] + seen[0] - pad, box[1] + seen[1] - pad, where.crop(seen)


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies."""

    tenths: int = 0  # of a degree by which it is turned clockwise around its middle
    lift: float = LAID  # its height above the cloth
    gilded: bool = False
    covered: bool = False  # by the next card of a row, except for the left part


LYING = Pose()
COVERED = Pose(covered=True)
CardSide = Card | tuple[str, str]
"""A card's face, or a back: its label, empty for a pinwheel, and its name in BACKS or none."""


def card_sprite(theme: Theme, side: CardSide, width: int, pose: Pose = LYING) -> Sprite:
    edge = gold_edge(width) if pose.gilded else 0
    solid, shadow, shift = _form(width, edge, pose.tenths, 0.0 if theme.flat else pose.lift)
    if pose.tenths:
        image = _turned(theme, side, width, pose, solid.size)
    else:
        image = _upright(theme, side, width, pose)
    return Sprite(image, solid, *shift, shadow)


@drawn_once
def blank_sprite(theme: Theme, width: int) -> Sprite:
    """A card without a face, for piles where only its edge is seen."""
    edge = Image.new("RGB", (width, card_height(width)), hairline(theme))
    inset = max(1, width // 100)
    low = mixed(theme["paper_shade"], theme["paper_line"], 0.5)
    edge.paste(low, (inset, inset), outline(width, inset))
    return make_sprite(theme, edge, outline(width), width, 0)


@drawn_once
def row_sprite(theme: Theme, cards: tuple[Card, ...], width: int, step: int) -> Sprite:
    """A row of cards, each over the one before."""
    last = len(cards) - 1
    palette = build_palette(theme)
    size = (last * step + width, card_height(width))
    image = Image.new("L", size)
    cover = Image.new("1", size)
    light = Shadow(0, 0, Image.new("L", (1, 1)))
    for place, card in enumerate(cards):
        pose = COVERED if place < last and step < width else LYING
        sprite = card_sprite(theme, card, width, pose)
        left = place * step
        if place and step < width:
            dim(image, sprite, left, 0, palette)
        image.paste(sprite.image, (left, 0), sprite.cover)
        cover.paste(1, (left, 0), sprite.cover)
        if sprite.shadow is not None:
            light = _both(light, sprite.shadow, left)
    return Sprite(image, cover, shadow=None if theme.flat else light)


def _both(one: Shadow, other: Shadow, right: int) -> Shadow:
    """Two shadows as one; the second is moved to the right."""
    left, top = min(one.x, other.x + right), min(one.y, other.y)
    ends = [
        ((shadow.x + by - left) // CELL, (shadow.y - top) // CELL, shadow.mask)
        for shadow, by in ((one, 0), (other, right))
    ]
    size = max(x + mask.width for x, _, mask in ends), max(y + mask.height for _, y, mask in ends)
    whole = Image.new("L", size)
    for x, y, mask in ends:
        # The light that both shadows leave is the product of those that each leaves.
        whole.paste(255, (x, y), mask)
    return Shadow(left, top, whole)


def dim(image: Image.Image, sprite: Sprite, x: int, y: int, palette: Palette) -> None:
    """Dim the things that a sprite at a point touches from above."""
    if sprite.shadow is None:
        return
    for dx, dy, where in sprite.shadow.contact:
        palette.dimming.replace(image, (x + dx, y + dy), where)


@drawn_once
def _upright(theme: Theme, side: CardSide, width: int, pose: Pose) -> Image.Image:
    image = _side(theme, side, width, covered=pose.covered)
    return build_palette(theme).mapped(gilded(theme, image) if pose.gilded else image)


def _side(theme: Theme, side: CardSide, width: int, *, covered: bool) -> Image.Image:
    if isinstance(side, Card):
        return card_face(theme, side, width, covered=covered)
    return card_back(theme, width, *side)


# Kept apart from other sprites: it would evict faces, which take a hundred times as long.
@lru_cache(maxsize=96)
def _turned(
    theme: Theme, side: CardSide, width: int, pose: Pose, size: tuple[int, int]
) -> Image.Image:
    large, packed = _packed(theme, side, FINE * width, gold=pose.gilded, covered=pose.covered)
    pixels = decompress(packed, bufsize=large[0] * large[1])
    fine = Image.frombuffer("L", large, pixels, "raw", "L", 0, 1)
    turn = radians(pose.tenths / TENTH)
    across, down = FINE * cos(turn), FINE * sin(turn)
    x, y = size[0] / 2, size[1] / 2
    left, top = fine.width / 2 - across * x - down * y, fine.height / 2 + down * x - across * y
    # Of a picture twice as large the nearest pixels look as smooth as mixtures, which take
    # twenty times as long and would have to be mapped to the palette.
    return fine.transform(
        size,
        Image.Transform.AFFINE,
        (across, down, left, -down, across, top),
        Image.Resampling.NEAREST,
        fillcolor=build_palette(theme).index(hairline(theme)),
    )


@drawn_once
def _packed(
    theme: Theme, side: CardSide, width: int, *, gold: bool, covered: bool
) -> tuple[tuple[int, int], bytes]:
    """The size of a card that is to be turned, and its indexes of the palette, compressed."""
    small = isinstance(side, Card) and width < FINE * LARGE  # with a larger number
    image = _side(theme, side, width // FINE if small else width, covered=covered)
    image = image.resize((width, card_height(width)), Image.Resampling.BILINEAR)
    if gold:
        image = gilded(theme, image)
    # Turned cards take single pixels, so those at edges are mixed with a neighbour first.
    smooth = Image.blend(image, ImageChops.offset(image, 1, 1), 0.5)
    return smooth.size, compress(build_palette(theme).mapped(smooth).tobytes(), 1)


@drawn_once
def _form(
    width: int, edge: int, tenths: int, lift: float
) -> tuple[Image.Image, Shadow | None, tuple[int, int]]:
    cover = outline(width, -edge)
    if tenths:
        cover = cover.rotate(-tenths / TENTH, Image.Resampling.BILINEAR, expand=True)
    height = card_height(width)
    shift = (width - cover.width) // 2, (height - cover.height) // 2
    leaning = round(height * abs(sin(radians(tenths / TENTH))))
    shadow = make_shadow(cover, width, lift, leaning + width // 12) if lift else None
    return cover.point(threshold(SOLID)), shadow, shift
