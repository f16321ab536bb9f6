"""Sprites of cards: drawn once, mapped to the theme's palette and cached with their shadows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.rules.cards import Card, Colour

from .lookup import threshold
from .palette import palette_of
from .shapes import Stroke, area, box, line, quarter, rounded, shape, smooth, spark
from .text import CAP_HEIGHT, mask, stretched, write
from .theme import RGB, Theme, mixed

RATIO = 1.4  # of a card's height to its width
LARGE = 150  # cards of this width have a pattern, an inner frame and a second number
PETALS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)
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


def card_height(width: int) -> int:
    """The height of a card of this width."""
    return round(width * RATIO)


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
    return _posed(theme, card_face(theme, card, width * pose.scale, pose), pose)


@lru_cache(maxsize=96)
def back_sprite(theme: Theme, width: int, label: str = "", pose: Pose = LYING) -> Sprite:
    """A card's back; with a label its number of cards in place of the pinwheel."""
    return _posed(theme, _back(theme, width * pose.scale, label), pose)


@lru_cache(maxsize=24)
def blank_sprite(theme: Theme, width: int) -> Sprite:
    """The edge of a card of which nothing else is seen, as in a pile."""
    edge, inset = Image.new("RGB", _size(width), _hairline(theme)), max(1, width // 100)
    low = mixed(theme["paper_shade"], theme["paper_line"], 0.5)
    edge.paste(low, (inset, inset), _outline(width, inset))
    return sprite_of(theme, edge, _outline(width), width, 0)


def _posed(theme: Theme, image: Image.Image, pose: Pose) -> Sprite:
    """A sprite from a picture at the scale of its pose."""
    cover, width = _outline(image.width), image.width // pose.scale
    if not pose.tenths:
        return sprite_of(theme, image, cover, width, pose.lift)
    backed = Image.new("RGB", image.size, _hairline(theme))
    backed.paste(image, (0, 0), cover)
    angle, smoothly = -pose.tenths / TENTH, Image.Resampling.BICUBIC
    turned = backed.rotate(angle, smoothly, expand=True, fillcolor=_hairline(theme)).reduce(2)
    solid = cover.rotate(angle, smoothly, expand=True).reduce(2)
    found = sprite_of(theme, turned, solid, width, pose.lift)
    shift = (width - turned.width) // 2, (card_height(width) - turned.height) // 2
    return Sprite(found.image, found.cover, *shift, found.shadow)


def card_face(theme: Theme, card: Card, width: int, pose: Pose = LYING) -> Image.Image:
    """A card's face in RGB; its corners are not cut."""
    image, inside = _paper(theme, card, width, gilded=pose.gilded)
    inner = image.crop(inside)
    large = width >= LARGE
    if large or theme.patterned:
        _pattern(theme, inner, card)
    if large:
        _frame(theme, inner, card)
    if large or not pose.covered:
        _middle(theme, inner, card, width)
    image.paste(inner, inside[:2], _outline_of(inner.size, width))
    _corner(theme, image, card, width)
    return image


def card_emblem(theme: Theme, card: Card, size: int) -> Image.Image:
    """A card's number and sign in a square (mode RGBA), legible from 22 pixels on."""
    width = round(size * 0.94)
    image = Image.new("RGBA", (size, size))
    top, low, _ = _grounds(theme, card)
    face = Image.new("RGB", (width, width))
    _bands(face, top, low, 4)
    rim = _edge_colours(theme, card, gilded=False)[0]
    inset = max(2, size // 22)
    whole = Image.new("RGB", face.size, rim)
    inner = (width - 2 * inset, width - 2 * inset)
    whole.paste(
        face.crop((inset, inset, width - inset, width - inset)),
        (inset, inset),
        rounded(*inner, round(size * 0.15)),
    )
    label, ink = _label(theme, card), _ink(theme, card)
    if label and (card.colour or card.is_wild):
        _figure(
            theme, whole, label, (round(width * 0.35), width // 2, 0.74 * width, width * 0.56), ink
        )
        side = round(width * 0.34)
        _sign(theme, whole, card, (round(width * 0.6), round(width * 0.54), side), ink)
    elif card.colour:
        side, wheel = round(width * 0.5), round(width * 0.42)
        bright = mixed(theme.cards[card.colour].hue, theme["wild_text"], 0.35)
        at = round(width * 0.08), round(width * 0.12)
        whole.paste(bright, at, shape(theme.cards[card.colour].sign, side))
        _sign(theme, whole, card, (round(width * 0.5), round(width * 0.48), wheel), ink)
    else:
        side = round(width * 0.72)
        _sign(theme, whole, card, ((width - side) // 2, (width - side) // 2, side), ink)
    margin = (size - width) // 2
    image.paste(whole, (margin, margin), rounded(width, width, round(size * 0.19)))
    return image


def _size(width: int) -> tuple[int, int]:
    return width, card_height(width)


def _radius(width: int) -> int:
    return max(4, round(width * 0.095))


def _outline(width: int, inset: int = 0) -> Image.Image:
    return rounded(
        width - 2 * inset, card_height(width) - 2 * inset, max(2, _radius(width) - inset)
    )


def _outline_of(size: tuple[int, int], width: int) -> Image.Image:
    return rounded(*size, max(2, _radius(width) - (width - size[0]) // 2))


def _hairline(theme: Theme) -> RGB:
    return mixed(theme["ink"], theme["paper_line"], 0.16)


def _edge_colours(theme: Theme, card: Card | None, *, gilded: bool) -> tuple[RGB, RGB]:
    """The colours of the edge at its top and at its bottom."""
    if gilded:
        return theme["brass_light"], theme["brass"]
    if card is not None and card.is_wild:
        return theme["brass_light"], theme["brass_dark"]
    if card is not None and card.is_skip:
        return theme["silver_light"], theme["silver_dark"]
    return theme["paper"], theme["paper_shade"]


def _paper(
    theme: Theme, card: Card | None, width: int, *, gilded: bool = False
) -> tuple[Image.Image, tuple[int, int, int, int]]:
    """An empty card: hairline, edge and sunk face; and the rectangle of the face."""
    height = card_height(width)
    hair = max(1, round(width / 110))
    edge = max(3, round(width * (0.05 if width >= LARGE else 0.044)))
    top, low, sunk = _grounds(theme, card)
    image = Image.new("RGB", (width, height), _hairline(theme))
    paper = Image.new("RGB", (width - 2 * hair, height - 2 * hair))
    _bands(paper, *_edge_colours(theme, card, gilded=gilded), 5)
    image.paste(paper, (hair, hair), _outline(width, hair))
    inset = hair + edge
    image.paste(sunk, (inset, inset), _outline(width, inset))
    face = Image.new("RGB", (width - 2 * inset, height - 2 * inset))
    _bands(face, top, low, 1 if theme.flat else 12 if width >= LARGE else 6)
    cut = _outline(width, inset)
    sink = 0 if theme.flat else max(1, round(width / 130))
    image.paste(
        face,
        (inset + sink, inset + sink),
        _sunk(cut, sink),
    )
    return image, (inset, inset, width - inset, height - inset)


def _sunk(cut: Image.Image, sink: int) -> Image.Image:
    """The outline of a face without the shadow of the edge above and left of it."""
    if not sink:
        return cut
    moved = Image.new("L", cut.size)
    moved.paste(cut.crop((sink, sink, *cut.size)), (0, 0))
    return ImageChops.darker(cut, moved)


def _bands(image: Image.Image, top: RGB, low: RGB, count: int) -> None:
    """Fill a picture with even bands from one colour to another."""
    for n in range(count):
        colour = mixed(top, low, n / max(1, count - 1))
        image.paste(
            colour, (0, image.height * n // count, image.width, image.height * (n + 1) // count)
        )


def _grounds(theme: Theme, card: Card | None) -> tuple[RGB, RGB, RGB]:
    """The colours of a face at its top and bottom, and of the shadow of its edge."""
    if card is None:
        top, low = theme["back"], theme["back_low"]
    elif card.is_wild:
        top, low = theme["wild"], theme["wild_low"]
    elif card.is_skip:
        top, low = theme["skip"], theme["skip_low"]
    else:
        assert card.colour is not None
        top, low = theme.cards[card.colour].face, theme.cards[card.colour].low
    return top, low, mixed(low, theme["shadow"], 0.3)


def _ink(theme: Theme, card: Card) -> RGB:
    if card.is_wild:
        return theme["wild_text"]
    if card.is_skip:
        return theme["skip_text"]
    assert card.colour is not None
    return theme.cards[card.colour].text


def _tone(theme: Theme, card: Card, share: float) -> RGB:
    """A subdued colour on the face."""
    top, low, _ = _grounds(theme, card)
    bright = theme["brass_light"] if card.is_wild else _ink(theme, card)
    ground = mixed(top, low, 0.4)
    # Dark inks on light faces would look like dirt.
    if sum(bright) < sum(ground):
        bright = theme["paper"]
        share *= 1.6
    return mixed(ground, bright, share)


def _label(theme: Theme, card: Card) -> str:
    """The text on a card: its number's label, or the theme's label of a Wild."""
    if card.number:
        return theme.labels[card.number - 1]
    return theme.wild if card.is_wild and not card.colour else ""


def _corner(theme: Theme, image: Image.Image, card: Card, width: int) -> None:
    """Number and sign in the upper left, in the part that a covered card shows."""
    large, ink = width >= LARGE, _ink(theme, card)
    label = _label(theme, card)
    size, side, middle = (0.42, 0.25, 0.232) if large else (0.55, 0.37, 0.295)
    number = (round(width * middle), round(width * (0.285 if large else 0.33)))
    below = round(width * (0.485 if large else 0.61))
    if label:
        most = 0.315 if large else 0.44
        _figure(theme, image, label, (*number, width * size, width * most), ink)
    elif card.colour:
        bright = mixed(theme.cards[card.colour].hue, theme["wild_text"], 0.35)
        wide = round(width * (side + 0.07))
        place = number[0] - wide // 2, number[1] - wide // 2
        image.paste(bright, place, shape(theme.cards[card.colour].sign, wide))
    else:
        wide = round(width * (0.3 if large else 0.44))
        shift = round(width * (0.1 if large else 0.12))
        _sign(theme, image, card, (shift, shift, wide), ink)
        return
    wide = round(width * side)
    _sign(theme, image, card, (number[0] - wide // 2, below, wide), ink)


def _middle(theme: Theme, inner: Image.Image, card: Card, width: int) -> None:
    """What fills the lower right of a card that nothing covers."""
    large, ink = width >= LARGE, _ink(theme, card)
    if not large and card.is_natural:
        side = round(width * 0.48)
        at = (inner.width - side - width // 14, inner.height - side - width // 14, side)
        _sign(theme, inner, card, at, _tone(theme, card, 0.2))
        return
    side = round(width * (0.56 if card.is_natural else 0.5))
    spot = (round(inner.width * 0.63), round(inner.height * 0.69))
    at = (spot[0] - side // 2, spot[1] - side // 2, side)
    if not large:
        if card.is_wild:
            star = round(width * 0.3)
            where = (inner.width - star - width // 20, inner.height - star - width // 20)
            inner.paste(theme["brass_light"], where, spark(star))
        return
    if card.is_natural:
        if not theme.flat:
            _sign(theme, inner, card, at, _tone(theme, card, 0.09))
        if not theme.signs_large:
            drop = (
                round(side * 0.1)
                if theme.cards[card.colour or Colour.RED].sign == "triangle"
                else 0
            )
            _figure(
                theme,
                inner,
                _label(theme, card),
                (spot[0], spot[1] + drop, width * 0.36, width * 0.4),
                ink,
            )
    else:
        _sign(theme, inner, card, at, ink)


def _pattern(theme: Theme, inner: Image.Image, card: Card) -> None:
    """A faint pattern over the whole face."""
    if card.is_wild:
        name, share = "beams", 0.1
    elif card.is_skip:
        name, share = "ripples", 0.13
    else:
        assert card.colour is not None
        name, share = theme.cards[card.colour].pattern, 0.09
    if not name:
        return
    inner.paste(_tone(theme, card, share), (0, 0), _patterned(name, inner.size))
    if card.is_wild and inner.width >= LARGE * 0.8:
        for x, y, size in (
            (0.14, 0.62, 0.15),
            (0.24, 0.8, 0.1),
            (0.82, 0.2, 0.13),
            (0.62, 0.34, 0.08),
            (0.1, 0.92, 0.07),
        ):
            side = round(inner.width * size)
            spot = (round(inner.width * x - side / 2), round(inner.height * y - side / 2))
            inner.paste(theme["brass_light"], spot, spark(side))


@lru_cache(maxsize=48)
def _patterned(name: str, size: tuple[int, int]) -> Image.Image:
    """A pattern as a mask."""
    tall = size[1] / size[0]
    return smooth(size, *_PATTERNS[name](tall))


def _ripples(tall: float) -> tuple[Stroke, ...]:
    middle = (0.63, 0.69 * tall)

    def ring(radius: float) -> Stroke:
        def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
            ends = [(middle[0] - radius) * big, (middle[1] - radius) * big]
            ends += [(middle[0] + radius) * big, (middle[1] + radius) * big]
            draw.ellipse(ends, outline=255, width=round(0.03 * big))

        return paint

    return tuple(ring(0.2 + 0.14 * n) for n in range(8))


def _zigzag(tall: float) -> tuple[Stroke, ...]:
    count = 9
    return tuple(
        line(
            *((n / 6, (row + 0.5) * tall / count + (0.075 if n % 2 else 0)) for n in range(7)),
            width=0.028,
        )
        for row in range(count)
    )


def _checks(tall: float) -> tuple[Stroke, ...]:
    side, step = 0.09, 0.235
    rows = int(tall / step) + 1
    return tuple(
        box(x, y, x + side, y + side)
        for row in range(rows)
        for x in (0.06 + step * n + (step / 2 if row % 2 else 0) for n in range(5))
        for y in (0.07 + step * row,)
    )


def _lattice(tall: float) -> tuple[Stroke, ...]:
    step = 0.26
    lines = [((x * step - 2, 0.0), (x * step - 2 + tall, tall)) for x in range(16)]
    lines += [((x * step, 0.0), (x * step - tall, tall)) for x in range(12)]
    return tuple(line(*ends, width=0.024) for ends in lines)


def _rays(
    tall: float, middle: tuple[float, float] = (0.63, 0.69), count: int = 14
) -> tuple[Stroke, ...]:
    x, y = middle[0], middle[1] * tall
    step = 2 * pi / count

    def tip(turn: float) -> tuple[float, float]:
        return x + 2 * sin(turn), y - 2 * cos(turn)

    return tuple(area((x, y), tip(n * step), tip((n + 0.5) * step)) for n in range(count))


_PATTERNS: dict[str, Callable[[float], tuple[Stroke, ...]]] = {
    "ripples": _ripples,
    "zigzag": _zigzag,
    "checks": _checks,
    "lattice": _lattice,
    "rays": _rays,
    "beams": lambda tall: _rays(tall, count=20),
}


def _frame(theme: Theme, inner: Image.Image, card: Card) -> None:
    """A thin line inside the edge of the face."""
    inset, width = max(3, inner.width // 34), max(1, inner.width // 110)
    size = (inner.width - 2 * inset, inner.height - 2 * inset)
    colour = (
        theme["brass"]
        if card.is_wild
        else theme["silver"]
        if card.is_skip
        else _tone(theme, card, 0.4)
    )
    inner.paste(colour, (inset, inset), rounded(*size, max(3, inner.width // 17), width))


def _back(theme: Theme, width: int, label: str) -> Image.Image:
    """A card's back: small diamonds, and a pinwheel or a number on a dark disc."""
    image, inside = _paper(theme, None, width)
    inner = image.crop(inside)
    large = width >= LARGE * 0.7
    if large:
        step = 0.25
        tall = inner.height / inner.width
        dots = tuple(
            area((x, y - 0.035), (x + 0.035, y), (x, y + 0.035), (x - 0.035, y))
            for row in range(int(tall / step * 2) + 2)
            for x in (step * (n + (0.5 if row % 2 else 0)) for n in range(5))
            for y in (0.1 + row * step / 2,)
        )
        inner.paste(theme["back_light"], (0, 0), smooth(inner.size, *dots))
        thin = max(1, inner.width // 90)
        inset = max(3, inner.width // 22)
        size = (inner.width - 2 * inset, inner.height - 2 * inset)
        inner.paste(
            theme["back_light"], (inset, inset), rounded(*size, max(3, inner.width // 17), thin)
        )
    middle = inner.width // 2, inner.height // 2
    if label:
        _figure(theme, inner, label, (*middle, width * 0.58, inner.width * 0.8), theme["paper"])
    else:
        side = round(width * 0.52)
        if large:
            inner.paste(
                theme["back_low"],
                (middle[0] - side // 2, middle[1] - side // 2),
                shape("circle", side),
            )
        wheel = round(side * (0.72 if large else 1.1))
        _pinwheel(inner, middle[0] - wheel // 2, middle[1] - wheel // 2, wheel, theme["paper"])
    image.paste(inner, inside[:2], _outline_of(inner.size, width))
    return image


def _sign(theme: Theme, image: Image.Image, card: Card, at: tuple[int, int, int], ink: RGB) -> None:
    """The sign of a card; that of a Wild has four colours of its own."""
    x, y, side = at
    if card.is_wild:
        _pinwheel(image, x, y, side, *(theme.cards[petal].hue for petal in PETALS))
    elif card.is_skip:
        image.paste(ink, (x, y), shape(theme.skip, side))
    elif card.colour:
        image.paste(ink, (x, y), shape(theme.cards[card.colour].sign, side))


def _pinwheel(image: Image.Image, x: int, y: int, side: int, *colours: RGB) -> None:
    for which in range(4):
        image.paste(colours[which % len(colours)], (x, y), quarter(side, which))


def _figure(
    theme: Theme, image: Image.Image, text: str, at: tuple[int, int, float, float], ink: RGB
) -> None:
    """A number centred at a point, of a size and a greatest width in pixels."""
    x, y, size, most = at
    drawn = mask(text, theme.styles["figure"][0], round(size))
    if drawn.image.width > most:
        drawn = stretched(drawn, round(most))
    left = x - drawn.image.width // 2 - drawn.left
    write(image, drawn, (left, y + round(size * CAP_HEIGHT / 2)), ink)
