"""Sprites: things drawn once, mapped to the theme's palette and cached with their shadows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter

from bot.rules.cards import Card

from .card_faces import card_back, card_face, card_height, hairline, outline
from .lookup import threshold
from .palette import palette_of
from .theme import Theme, mixed

LAID, HELD, FLYING = 0.6, 1.0, 1.9  # how high cards are above the cloth
SOLID = 88  # least coverage (of 255) of a pixel that is pasted
COVERED_SHARE = 0.56  # of the width that a card covered by the next must show
TENTH = 10  # turned sprites are cached for tenths of a degree
DEPTHS = (46, 110)  # coverage of a contact shadow from which what lies below is dimmed


@dataclass(frozen=True, slots=True)
class Shadow:
    """What a thing takes from the light around it.

    Attributes:
        x: left edge relative to the thing's.
        y: upper edge relative to the thing's.
        mask: the share of the light taken (mode L).
        contact: for each depth where a thing below is dimmed (mode 1), with the same edges.
    """

    x: int
    y: int
    mask: Image.Image
    contact: tuple[Image.Image, ...]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture to paste.

    Attributes:
        image: indexes of the theme's palette (mode L).
        cover: where it is opaque (mode 1).
        x: left edge relative to the place where it is put, not 0 where the thing is turned.
        y: the same for the upper edge.
        shadow: None for what is flat.
    """

    image: Image.Image
    cover: Image.Image
    x: int = 0
    y: int = 0
    shadow: Shadow | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size


def sprite_of(
    theme: Theme, colours: Image.Image, cover: Image.Image, unit: int, lift: float = LAID
) -> Sprite:
    """A drawn thing as a sprite; ``unit`` is the width of a card of its thickness."""
    solid = cover.point(threshold(SOLID))
    shadow = None if theme.flat or not lift else shadow_of(cover, unit, lift)
    return Sprite(palette_of(theme).mapped(colours), solid, shadow=shadow)


def shadow_of(cover: Image.Image, unit: int, lift: float) -> Shadow:
    """The shadow of a thing: a contact shadow at its edges and a cast one, right and below."""
    wide = 0.048 * unit * lift
    pad = round(2.2 * wide + 0.06 * unit * lift) + 4
    size = (cover.width + 2 * pad, cover.height + 2 * pad)
    small = (size[0] // 2, size[1] // 2)
    half = cover.resize((max(1, cover.width // 2), max(1, cover.height // 2)), Image.Resampling.BOX)

    def blurred(radius: float, dx: float, dy: float, share: float) -> Image.Image:
        spread = Image.new("L", small)
        spread.paste(half, (round(pad / 2 + dx * unit / 2), round(pad / 2 + dy * unit / 2)))
        soft = spread.filter(ImageFilter.GaussianBlur(radius / 2))
        return soft.point([value * share for value in range(256)])

    near = blurred(0.016 * unit + 1.2, -0.008, 0.012, 0.62)
    cast = blurred(wide, 0.03 * lift, 0.06 * lift, 0.5)
    whole = ImageChops.screen(near, cast).resize(size, Image.Resampling.BILINEAR)
    edge = near.resize(size, Image.Resampling.BILINEAR)
    steps = tuple(edge.point(threshold(least)) for least in DEPTHS)
    return Shadow(-pad, -pad, whole, steps)


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies.

    Attributes:
        tenths: tenths of a degree by which it is turned clockwise around its middle.
        lift: how high it is above the cloth: LAID, HELD, FLYING or between.
        gilded: whether it has a gold edge.
        covered: whether the next card of a row covers all but its left part.
    """

    tenths: int = 0
    lift: float = LAID
    gilded: bool = False
    covered: bool = False

    @property
    def scale(self) -> int:
        """The factor by which a card is drawn larger."""
        return 2 if self.tenths else 1


LYING = Pose()


@lru_cache(maxsize=512)
def card_sprite(theme: Theme, card: Card, width: int, pose: Pose = LYING) -> Sprite:
    """A card's face."""
    drawn = card_face(theme, card, width * pose.scale, gilded=pose.gilded, covered=pose.covered)
    return _posed(theme, drawn, pose)


@lru_cache(maxsize=96)
def back_sprite(theme: Theme, width: int, label: str = "", pose: Pose = LYING) -> Sprite:
    """A card's back; with a label its number of cards in place of the pinwheel."""
    return _posed(theme, card_back(theme, width * pose.scale, label), pose)


@lru_cache(maxsize=24)
def blank_sprite(theme: Theme, width: int) -> Sprite:
    """The edge of a card of which nothing else is seen, as in a pile."""
    edge, inset = (
        Image.new("RGB", (width, card_height(width)), hairline(theme)),
        max(1, width // 100),
    )
    low = mixed(theme["paper_shade"], theme["paper_line"], 0.5)
    edge.paste(low, (inset, inset), outline(width, inset))
    return sprite_of(theme, edge, outline(width), width, 0)


def _posed(theme: Theme, image: Image.Image, pose: Pose) -> Sprite:
    """A sprite from a picture at the scale of its pose."""
    cover, width = outline(image.width), image.width // pose.scale
    if not pose.tenths:
        return sprite_of(theme, image, cover, width, pose.lift)
    backed = Image.new("RGB", image.size, hairline(theme))
    backed.paste(image, (0, 0), cover)
    angle, smoothly = -pose.tenths / TENTH, Image.Resampling.BICUBIC
    turned = backed.rotate(angle, smoothly, expand=True, fillcolor=hairline(theme)).reduce(2)
    solid = cover.rotate(angle, smoothly, expand=True).reduce(2)
    found = sprite_of(theme, turned, solid, width, pose.lift)
    shift = (width - turned.width) // 2, (card_height(width) - turned.height) // 2
    return Sprite(found.image, found.cover, *shift, found.shadow)
