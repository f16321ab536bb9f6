"""Faces and backs of cards, drawn in RGB; their corners are not cut."""

from __future__ import annotations

from itertools import pairwise

from PIL import Image, ImageChops

from bot.cards.cards import Card, Colour

from .patterns import BACKS, frame, paint_back, paint_diamonds, patterned, pips
from .shapes import quarter, rounded, shape, spark
from .text import CAP_HEIGHT, mask, stretched, write
from .theme import RGB, CardPaint, Theme, mixed

RATIO = 1.4  # of a card's height to its width
LARGE = 150  # cards of this width have a pattern, an inner frame and a second number
_SPARKS = (  # middle and size on a Wild, as shares of the face
    (0.14, 0.62, 0.15),
    (0.24, 0.8, 0.1),
    (0.82, 0.2, 0.13),
    (0.62, 0.34, 0.08),
    (0.1, 0.92, 0.07),
)
PETALS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)


def card_face(theme: Theme, card: Card, width: int, *, covered: bool = False) -> Image.Image:
    """A card's face; a covered one shows no more than its left part."""
    paint = _paint(theme, card)
    image, inside = _paper(theme, (paint.face, paint.low), _edge_colours(theme, card), width)
    inner = image.crop(inside)
    large = width >= LARGE
    if (large or theme.patterned) and not theme.flat:
        _pattern(theme, inner, card)
    if large and not theme.flat:
        _frame(theme, inner, card)
    if not covered:
        _middle(theme, inner, card, width)
    image.paste(inner, inside[:2], outline(width, inside[0]))
    _paint_corner(theme, image, card, width)
    return image


def gold_edge(width: int) -> int:
    return max(3, round(width * 0.034))


def gilded(theme: Theme, card: Image.Image) -> Image.Image:
    """A card in an edge of gold, which makes it larger by :func:`gold_edge` at each side."""
    edge = gold_edge(card.width)
    hair = max(1, card.width // 150)
    size = card.width + 2 * edge, card.height + 2 * edge
    image = Image.new("RGB", size, hairline(theme))
    gold = Image.new("RGB", (size[0] - 2 * hair, size[1] - 2 * hair))
    fill_bands(gold, theme["brass"], mixed(theme["brass"], theme["brass_dark"], 0.6), 5)
    image.paste(gold, (hair, hair), outline(card.width, hair - edge))
    image.paste(card, (edge, edge), outline(card.width))
    return image


def card_emblem(theme: Theme, card: Card, size: int) -> Image.Image:
    """The number of a held card above its sign in a square (RGBA), legible from 22 pixels on."""
    width = round(size * 0.86)
    image = Image.new("RGBA", (size, size))
    paint = _paint(theme, card)
    (rim, _) = _edge_colours(theme, card)
    whole = Image.new("RGB", (width, size), theme["ink"] if rim == paint.face else rim)
    inset = max(1, size // 26)
    face = Image.new("RGB", (width - 2 * inset, size - 2 * inset))
    fill_bands(face, paint.face, paint.low, 4)
    whole.paste(face, (inset, inset), rounded(*face.size, round(size * 0.13)))
    label = _label(theme, card)
    middle = width // 2
    if label:
        at = middle, round(size * 0.33), 0.66 * size, width * 0.76
        _figure(theme, whole, label, at, paint.ink)
    side = round(size * 0.33 if label else width * 0.76)
    upper = round(size * 0.61) if label else (size - side) // 2
    _sign(theme, whole, card, (middle - side // 2, upper, side), paint.ink)
    image.paste(whole, ((size - width) // 2, 0), rounded(width, size, round(size * 0.17)))
    return image


def card_height(width: int) -> int:
    return round(width * RATIO)


def outline(width: int, inset: int = 0) -> Image.Image:
    """The outline of a card as a mask, or one inside of it, or with a negative inset around it."""
    radius = max(4, round(width * 0.095)) - inset
    return rounded(width - 2 * inset, card_height(width) - 2 * inset, max(2, radius))


def hairline(theme: Theme) -> RGB:
    return mixed(theme["ink"], theme["paper_line"], 0.16)


def _paint(theme: Theme, card: Card) -> CardPaint:
    """The colours, sign and pattern of a card; a Wild has a pinwheel for a sign."""
    if card.colour and not card.is_wild:
        return theme.cards[card.colour]
    name, sign, pattern = ("wild", "", "beams") if card.is_wild else ("skip", theme.skip, "ripples")
    ink = theme[f"{name}_text"]
    return CardPaint(theme[name], theme[f"{name}_low"], ink, sign, pattern, ink, ink)


def _edge_colours(theme: Theme, card: Card | None = None) -> tuple[RGB, RGB]:
    """The colours of the edge of a face, or of a back, at its top and at its bottom."""
    if card is None or card.is_natural:
        return theme["paper"], theme["paper_shade"]
    metal = "brass" if card.is_wild else "silver"
    return theme[f"{metal}_light"], theme[f"{metal}_dark"]


def _paper(
    theme: Theme, ground: tuple[RGB, RGB], edges: tuple[RGB, RGB], width: int
) -> tuple[Image.Image, tuple[int, int, int, int]]:
    """An empty card: hairline, edge and sunk face; and the rectangle of the face.

    The colours of ground and edges are those at the top and at the bottom.
    """
    height = card_height(width)
    hair = max(1, round(width / 110))
    edge = max(3, round(width * (0.05 if width >= LARGE else 0.044)))
    image = Image.new("RGB", (width, height), hairline(theme))
    paper = Image.new("RGB", (width - 2 * hair, height - 2 * hair))
    fill_bands(paper, *edges, 5)
    image.paste(paper, (hair, hair), outline(width, hair))
    inset = hair + edge
    image.paste(mixed(ground[1], theme["shadow"], 0.3), (inset, inset), outline(width, inset))
    face = Image.new("RGB", (width - 2 * inset, height - 2 * inset))
    fill_bands(face, *ground, _bands(theme, width))
    sink = 0 if theme.flat else max(1, round(width / 130))
    image.paste(face, (inset + sink, inset + sink), _sunk(outline(width, inset), sink))
    return image, (inset, inset, width - inset, height - inset)


def _sunk(cut: Image.Image, sink: int) -> Image.Image:
    """The outline of a face without the shadow of the edge above and left of it."""
    if not sink:
        return cut
    moved = Image.new("L", cut.size)
    moved.paste(cut.crop((sink, sink, *cut.size)), (0, 0))
    return ImageChops.darker(cut, moved)


def fill_bands(image: Image.Image, top: RGB, low: RGB, count: int) -> None:
    edges = [image.height * n // count for n in range(count + 1)]
    for n, (upper, lower) in enumerate(pairwise(edges)):
        colour = mixed(top, low, n / max(1, count - 1))
        image.paste(colour, (0, upper, image.width, lower))


def _tone(theme: Theme, card: Card, share: float) -> RGB:
    """A subdued colour on the face."""
    paint = _paint(theme, card)
    bright = theme["brass_light"] if card.is_wild else paint.ink
    ground = mixed(paint.face, paint.low, 0.4)
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


def _paint_corner(theme: Theme, image: Image.Image, card: Card, width: int) -> None:
    """Number and sign in the upper left, in the part that a covered card shows."""
    large = width >= LARGE
    ink = _paint(theme, card).ink
    label = _label(theme, card)
    size, side, middle = (0.42, 0.25, 0.222) if large else (0.61, 0.36, 0.288)
    if theme.patterned:
        side *= 1.22
    narrower = 0.04 * (large and len(label) > 1)  # two digits, away from the edge
    number = (round(width * (middle + narrower / 4)), round(width * (0.285 if large else 0.35)))
    below = round(width * (0.485 if large else 0.66))
    if label:
        most = 0.305 - narrower if large else 0.4
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
    if width < LARGE:
        _small_middle(theme, inner, card, width)
    elif theme.suits and card.is_natural:
        _suit(theme, inner, card)
    elif card.is_natural:
        _second_number(theme, inner, card, width)
    else:
        side = round(width * 0.5)
        # So high that the rack below a fan does not cut it.
        spot = (round(inner.width * 0.63) - side // 2, round(inner.height * 0.51) - side // 2)
        _sign(theme, inner, card, (*spot, side), _paint(theme, card).ink)


def _small_middle(theme: Theme, inner: Image.Image, card: Card, width: int) -> None:
    side = round(width * (0.3 if card.is_wild else 0.48))
    margin = width // 14
    at = (inner.width - side - margin, inner.height - side - margin)
    if card.is_wild:
        inner.paste(theme["brass" if theme.suits else "brass_light"], at, spark(side))
    else:
        share = 0.2 if card.is_natural else 0.5
        _sign(theme, inner, card, (*at, side), _tone(theme, card, share))


def _second_number(theme: Theme, inner: Image.Image, card: Card, width: int) -> None:
    paint = _paint(theme, card)
    side = round(width * 0.58)
    x, y = round(inner.width * 0.62), round(inner.height * 0.68)
    if not theme.flat:
        dark = sum(paint.ink) < sum(paint.face)
        tone = _tone(theme, card, 0.3) if dark else mixed(paint.low, theme["shadow"], 0.3)
        _sign(theme, inner, card, (x - side // 2, y - side // 2, side), tone)
    drop = round(side * 0.12) if paint.sign == "triangle" else 0
    place = (x, y + drop, width * 0.36, width * 0.4)
    _figure(theme, inner, _label(theme, card), place, paint.ink)


def _suit(theme: Theme, inner: Image.Image, card: Card) -> None:
    """The pips of a playing card next to its corner; a court card has a crown above its suit."""
    label = _label(theme, card)
    ink = _paint(theme, card).ink
    left, top = round(inner.width * 0.5), round(inner.height * 0.14)
    wide, high = round(inner.width * 0.32), round(inner.height * 0.72)
    side = round(inner.width * 0.19)
    for x, y in pips(label):
        spot = (round(left + x * wide) - side // 2, round(top + y * high) - side // 2)
        _sign(theme, inner, card, (*spot, side), ink)
    if not label.isdigit():
        _court(theme, inner, card, (left + wide // 2, top + high // 2))


def _court(theme: Theme, inner: Image.Image, card: Card, middle: tuple[int, int]) -> None:
    """A crown over a large suit, in a frame: a King's is gold, a Queen's and a Jack's of brass."""
    ink = _paint(theme, card).ink
    side = round(inner.width * 0.44)
    x, y = middle[0] - side // 2, middle[1]
    rank = theme.labels.index(_label(theme, card))
    panel = (round(side * 1.24), round(inner.height * 0.66))
    at = (middle[0] - panel[0] // 2, middle[1] - panel[1] // 2)
    inner.paste(ink, at, rounded(*panel, side // 6))
    line = max(2, side // 30)
    inside = (panel[0] - 2 * line, panel[1] - 2 * line)
    inner.paste(theme["paper"], (at[0] + line, at[1] + line), rounded(*inside, side // 6 - line))
    crown = round(side * (0.62 + 0.14 * (rank - 9)))
    behind = middle[0] - crown // 2 - 2, y - crown
    inner.paste(hairline(theme), behind, shape("crown", crown + 4))
    inner.paste(theme["brass"], (middle[0] - crown // 2, y - crown + 2), shape("crown", crown))
    _sign(theme, inner, card, (x + side // 8, y + side // 12, side - side // 4), ink)


def _bands(theme: Theme, width: int) -> int:
    """How many colours lead from the top of a card's ground to its foot."""
    if theme.flat:
        return 1
    return 12 if width >= LARGE else 6


def _pattern_share(theme: Theme, card: Card) -> float:
    """How much a pattern differs from the ground."""
    if card.is_wild:
        return 0.1
    return 0.13 if card.is_skip or theme.patterned else 0.09


def _pattern(theme: Theme, inner: Image.Image, card: Card) -> None:
    name = _paint(theme, card).pattern
    if not name:
        return
    inner.paste(
        _tone(theme, card, _pattern_share(theme, card)), (0, 0), patterned(name, inner.size)
    )
    if card.is_wild and inner.width >= LARGE * 0.8:
        for x, y, size in _SPARKS:
            side = round(inner.width * size)
            spot = (round(inner.width * x - side / 2), round(inner.height * y - side / 2))
            inner.paste(theme["brass" if theme.suits else "brass_light"], spot, spark(side))


def _frame(theme: Theme, inner: Image.Image, card: Card) -> None:
    colour = theme["silver"] if card.is_skip else _tone(theme, card, 0.4)
    colour = theme["brass"] if card.is_wild else colour
    frame(inner, colour, max(1, inner.width // 110), max(3, inner.width // 34))


def card_back(theme: Theme, width: int, label: str, back: str = "") -> Image.Image:
    """A card's back: small diamonds or a pattern of BACKS, and a pinwheel or a number on it."""
    ground = theme["back"], theme["back_low"]
    image, inside = _paper(theme, ground, _edge_colours(theme), width)
    inner = image.crop(inside)
    large = width >= LARGE * 0.7
    if back:
        paint_back(theme, inner, back)
    elif large:
        paint_diamonds(theme, inner)
    disc = theme[BACKS[back].ground] if back else theme["back_low"]
    middle = inner.width // 2, inner.height // 2
    if label:
        if back or (large and not label.isspace()):
            band = round(inner.height * 0.24)
            inner.paste(disc, (0, band, inner.width, inner.height - band))
        size = width * (0.58 if large else 0.7)
        if not label.isspace():
            _figure(theme, inner, label, (*middle, size, inner.width * 0.82), theme["paper"])
    else:
        side = round(width * 0.52)
        if large or back:
            spot = (middle[0] - side // 2, middle[1] - side // 2)
            inner.paste(disc, spot, shape("circle", side))
        wheel = round(side * (0.72 if large or back else 1.1))
        _pinwheel(inner, middle[0] - wheel // 2, middle[1] - wheel // 2, wheel, theme["paper"])
    image.paste(inner, inside[:2], outline(width, inside[0]))
    return image


def _sign(theme: Theme, image: Image.Image, card: Card, at: tuple[int, int, int], ink: RGB) -> None:
    x, y, side = at
    if card.is_wild:
        _pinwheel(image, x, y, side, *(theme.cards[petal].hue for petal in PETALS))
    else:
        image.paste(ink, (x, y), shape(_paint(theme, card).sign, side))


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
