"""Sprites of cards: drawn large, scaled down and cached, one for each card and size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.rules.cards import Card, Colour

from .shapes import OVER, quarter, rounded, shape, smooth
from .text import CAP_HEIGHT, mask, write
from .theme import RGB, Theme, mixed

RATIO = 1.42  # of a card's height to its width
FEW = 256  # most colours of a palette
LARGE = 20_000  # pixels
PETALS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)


SpritePart = tuple[int, int, Image.Image, Image.Image | None]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture to paste, in pieces, so that opaque pieces are pasted without a mask.

    Attributes:
        size: width and height in pixels.
        parts: offset, colours (mode RGB or P) and coverage (mode L) of each piece.
    """

    size: tuple[int, int]
    parts: tuple[SpritePart, ...]

    def whole(self) -> tuple[Image.Image, Image.Image]:
        """Colours and coverage in one piece; not cached, which would double the memory."""
        image, mask = Image.new("RGB", self.size), Image.new("L", self.size, 255)
        for x, y, colours, cover in self.parts:
            image.paste(colours, (x, y))
            if cover is not None:
                mask.paste(cover, (x, y))
        return image, mask


def _sprite(image: Image.Image, mask: Image.Image, edge: int) -> Sprite:
    """A sprite that is opaque except for ``edge`` rows at its top and bottom."""
    width, height = image.size
    rows = ((0, edge), (edge, height - edge), (height - edge, height))
    parts: list[SpritePart] = []
    for top, bottom in rows:
        box = (0, top, width, bottom)
        cover = mask.crop(box)
        parts.append((0, top, image.crop(box), None if cover.getextrema() == (255, 255) else cover))
    return Sprite(image.size, tuple(parts))


def _face(image: Image.Image, blank: Sprite) -> Sprite:
    """A sprite with the outline of a blank card, small in memory."""
    parts: list[SpritePart] = []
    for x, y, ground, cover in blank.parts:
        piece = image.crop((x, y, x + ground.width, y + ground.height))
        parts.append((x, y, _packed(piece) if cover is None else piece, cover))
    return Sprite(image.size, tuple(parts))


def _packed(image: Image.Image) -> Image.Image:
    """The same picture with one byte a pixel instead of Pillow's four.

    A card has some 20 colours. Pasting it takes some 25 µs longer, a few percent of a picture's
    time; for small cards, which are shown in large numbers, it is not worth it.
    """
    colours = image.getcolors(FEW) if image.width * image.height >= LARGE else None
    if colours is None:
        return image
    return image.quantize(len(colours), Image.Quantize.MAXCOVERAGE)


def card_height(width: int) -> int:
    """The height of a card of this width."""
    return round(width * RATIO)


@lru_cache(maxsize=640)
def card_sprite(theme: Theme, card: Card, width: int, *, slim: bool = False) -> Sprite:
    """A card's face; a slim one is meant to be covered except for its left edge."""
    face, text = _ground(theme, card)
    blank = _blank(theme, face, width, max(3, width // 26))
    image, _ = blank.whole()
    if slim:
        _slim(theme, image, card, text)
    else:
        _full(theme, image, card, text)
    return _face(image, blank)


@lru_cache(maxsize=24)
def back_sprite(theme: Theme, width: int) -> Sprite:
    """A card's back."""
    edge = max(3, width // 16)
    blank = _blank(theme, theme["back"], width, edge)
    image, cover = blank.whole()
    height = image.height
    edge += max(2, width // 30)
    inside = rounded(width - 2 * edge, height - 2 * edge, max(2, width // 8 - edge))
    lattice = _lattice(width - 2 * edge, height - 2 * edge, max(7, width // 9))
    clear = Image.new("L", inside.size)
    clear.paste(lattice, (0, 0), inside)
    image.paste(theme["back_light"], (edge, edge), clear)
    side = round(width * 0.56)
    at = ((width - side) // 2, (height - side) // 2)
    image.paste(theme["back"], at, shape("circle", side))
    _pinwheel(image, at[0] + side // 7, at[1] + side // 7, side - 2 * (side // 7), theme["paper"])
    return _sprite(image, cover, _radius(width))


@lru_cache(maxsize=24)
def sideways(theme: Theme, width: int) -> Sprite:
    """A card's back, turned by 90 degrees; ``width`` is that of the upright card."""
    sprite = back_sprite(theme, width)
    image, cover = (each.rotate(90, expand=True) for each in sprite.whole())
    return _sprite(image, cover, _radius(width))


@lru_cache(maxsize=16)
def tilted(theme: Theme, card: Card, width: int, degrees: int) -> Sprite:
    """A card's face, tilted."""
    sprite = card_sprite(theme, card, width * 2)
    turned = [
        each.rotate(degrees, Image.Resampling.BICUBIC, expand=True).reduce(2)
        for each in sprite.whole()
    ]
    return Sprite(turned[0].size, ((0, 0, turned[0], turned[1]),))


def _ground(theme: Theme, card: Card) -> tuple[RGB, RGB]:
    if card.is_wild:
        return theme["wild"], theme["wild_text"]
    if card.is_skip:
        return theme["skip"], theme["skip_text"]
    assert card.colour is not None
    look = theme.cards[card.colour]
    return look.face, look.text


def _radius(width: int) -> int:
    return max(4, width // 8)


@lru_cache(maxsize=64)
def _blank(theme: Theme, face: RGB, width: int, edge: int) -> Sprite:
    """An empty card: a dark outline, a paper border, a coloured face."""
    height, radius = card_height(width), _radius(width)
    # White cards on white cards can be distinguished only by their outline.
    line = (1 if width < 70 else 2) + (face == theme["paper"])
    image = Image.new("RGB", (width, height), theme["shadow"])
    for inset, colour in ((line, theme["paper"]), (line + edge, face)):
        size = (width - 2 * inset, height - 2 * inset, max(2, radius - inset))
        image.paste(colour, (inset, inset), rounded(*size))
    return _sprite(image, rounded(width, height, radius), radius)


def _label(theme: Theme, card: Card) -> str:
    """The text on a card: its number's label, or the theme's label of a Wild."""
    if card.number:
        return theme.labels[card.number - 1]
    return theme.wild if card.is_wild and not card.colour else ""


def _tone(theme: Theme, card: Card) -> RGB:
    """The colour of a subdued sign."""
    if card.is_natural and card.colour:
        return theme.cards[card.colour].tone
    return theme["wild_tone" if card.is_wild else "skip_tone"]


def _slim(theme: Theme, image: Image.Image, card: Card, text: RGB) -> None:
    """A large number and sign at the left edge, and a subdued sign for uncovered cards."""
    width, height = image.size
    middle, upper, lower = round(width * 0.27), round(height * 0.19), round(height * 0.46)
    big = round(width * 0.54)
    quiet = (width - big - width // 10, height - big - width // 8, big)
    _sign(theme, image, card, quiet, subdued=True)
    side = round(width * (0.32 if card.is_natural else 0.38))
    if label := _label(theme, card):
        _figure(theme, image, label, (middle, upper, 0.41), text)
    elif card.colour:
        look, large = theme.cards[card.colour], round(width * 0.34)
        bright = mixed(look.hue, theme["wild_text"], 0.25)
        image.paste(bright, (middle - large // 2, upper - large // 2), shape(look.sign, large))
    else:
        lower = upper + width // 16
    _sign(theme, image, card, (middle - side // 2, lower - side // 2, side))


def _full(theme: Theme, image: Image.Image, card: Card, text: RGB) -> None:
    """A large number on a large subdued sign, and number and sign in two corners."""
    width, height = image.size
    share = 0.66 if card.is_natural else 0.5 if card.is_wild and theme.wild else 0.62
    big = round(width * share)
    middle = ((width - big) // 2, (height - big) // 2, big)
    _sign(theme, image, card, middle, subdued=card.is_natural and not theme.signs_large)
    if card.number and not theme.signs_large:
        _figure(theme, image, _label(theme, card), (width // 2, height // 2, 0.5), text)
    corner = Image.new("RGB", (round(width * 0.36), round(height * 0.36)), _ground(theme, card)[0])
    _corner(theme, corner, card, text)
    at = (round(width * 0.05), round(width * 0.065))
    shown = _difference(corner, _ground(theme, card)[0])
    image.paste(corner, at, shown)
    far = (width - at[0] - corner.width, height - at[1] - corner.height)
    image.paste(corner.rotate(180), far, shown.rotate(180))


def _corner(theme: Theme, corner: Image.Image, card: Card, text: RGB) -> None:
    width, label = corner.width, _label(theme, card)
    side = round(width * (0.46 if label else 0.6))
    top = round(width * 0.66) if label else round(width * 0.12)
    _sign(theme, corner, card, ((width - side) // 2, top, side))
    if label:
        _figure(theme, corner, label, (width // 2, round(width * 0.36), 0.76), text)


def _difference(image: Image.Image, ground: RGB) -> Image.Image:
    """A mask of all pixels that differ from the ground."""
    bands = zip(image.split(), ground, strict=True)
    found = Image.new("L", image.size)
    for band, value in bands:
        changed = band.point([0 if each == value else 255 for each in range(256)])
        found.paste(255, (0, 0), changed)
    return found


def _sign(
    theme: Theme, image: Image.Image, card: Card, at: tuple[int, int, int], *, subdued: bool = False
) -> None:
    """The sign of a card; that of a Wild has four colours of its own unless it is subdued."""
    x, y, side = at
    ink = _tone(theme, card) if subdued else _ground(theme, card)[1]
    if card.is_wild:
        hues = [ink] if subdued else [theme.cards[petal].hue for petal in PETALS]
        _pinwheel(image, x, y, side, *hues)
    elif card.is_skip:
        image.paste(ink, (x, y), shape(theme.skip, side))
    elif card.colour:
        image.paste(ink, (x, y), shape(theme.cards[card.colour].sign, side))


def _pinwheel(image: Image.Image, x: int, y: int, side: int, *colours: RGB) -> None:
    for which in range(4):
        image.paste(colours[which % len(colours)], (x, y), quarter(side, which))


def _figure(
    theme: Theme, image: Image.Image, text: str, at: tuple[int, int, float], ink: RGB
) -> None:
    """A number centred at a point; its size is a share of the picture's width."""
    x, y, share = at
    size = round(image.width * share)
    drawn = mask(text, theme.styles["figure"][0], size)
    write(image, drawn, (x - drawn.width // 2, y + round(size * CAP_HEIGHT / 2)), ink)


def _lattice(width: int, height: int, step: int) -> Image.Image:
    """Two sets of slanted lines as a mask."""

    def paint(draw: ImageDraw.ImageDraw, _big: int) -> None:
        far = height * OVER
        for x in range(-far, (width + height) * OVER, step * OVER):
            draw.line((x, 0, x + far, far), fill=255, width=OVER)
            draw.line((x, 0, x - far, far), fill=255, width=OVER)

    return smooth((width, height), paint)
