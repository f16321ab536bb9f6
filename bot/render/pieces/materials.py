"""Materials on the cloth: thread, brass, wood and paper, and small round marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw

from bot.render.engine import Canvas, Rect, Sprite, Theme
from bot.render.engine.canvas import Spot
from bot.render.engine.card_faces import hairline
from bot.render.engine.cloth import CELL
from bot.render.engine.shapes import dashes, rounded, shape, spark
from bot.render.engine.sprite_cache import drawn_once
from bot.render.engine.sprites import LAID, Shadow, banded, make_shadow, make_sprite
from bot.render.engine.theme import mixed

HOLLOW = 0.24  # share of the light that a hollow takes
# length at the edge of a hollow between two cards, and space there
STITCH = 14
STITCH_INSET = 7
SHEET = 18  # radius of the corners of a sheet of paper
# of a ticket: its hidden part, a notch, from hole to hole
TUCKED = 30
NOTCH = 32
HOLES = 15
MARK = 46
HOLE = 24  # radius of the corners of a hole in wood
ENAMEL_CORNER = 14
ENAMEL_MARGIN = 24
ENAMEL_BANDS = ("enamel", "enamel_low", 7)  # its colours above and below, and its inset


def slot(canvas: Canvas, box: Rect, *, gold: bool = False, cards: int = 1) -> None:
    """A stitched hollow where cards or a person are still to come, in gold if the viewer's.

    Single stitches at its edges show how many cards there are.
    """
    card = min(box.w, box.h * 5 // 7)  # a wide one is for a row of cards
    radius = min(box.w, box.h) // 2 if box.w == box.h else max(6, card // 9)
    ink = canvas.theme["gold" if gold else "thread"]
    canvas.darken(_hollow(box.w, box.h, radius), box.x, box.y)
    for x, y, stitches in _stitches(box.w, box.h, radius, 4 if box.w < 90 else 5, cards):
        canvas.fill_mask(stitches, box.x + x, box.y + y, ink)


@drawn_once
def _stitches(
    width: int, height: int, radius: int, thick: int, cards: int
) -> tuple[tuple[int, int, Image.Image], ...]:
    """The stitches of a hollow in four pieces, as most of a mask of all of it would be empty."""
    whole = dashes(width, height, radius, thick).copy()
    for n in range(1, cards):
        for y in (STITCH_INSET, height - STITCH_INSET - STITCH):
            whole.paste(rounded(4, STITCH, 2), (width * n // cards - 2, y))
    edge = radius if cards == 1 else max(radius, STITCH_INSET + STITCH)
    low, right = height - edge, width - radius
    boxes = (
        (0, 0, width, edge),
        (0, low, width, height),
        (0, edge, radius, low),
        (right, edge, width, low),
    )
    return tuple((box[0], box[1], whole.crop(box)) for box in boxes if box[1] < box[3])


@drawn_once
def _hollow(width: int, height: int, radius: int) -> Image.Image:
    return rounded(width, height, radius).reduce(CELL).point(lambda value: value * HOLLOW)


def seam(  # noqa: PLR0913  # where it is, and how it looks
    canvas: Canvas, x: int, y: int, width: int, colour: str = "line", *, thick: int = 3
) -> None:
    canvas.fill_mask(_seam(width, thick), x, y, colour)


@drawn_once
def _seam(width: int, thick: int) -> Image.Image:
    line = Image.new("L", (width, thick))
    for x in range(0, width - 15, 24):
        line.paste(255, (x, 0, x + 15, thick))
    return line


def badge(canvas: Canvas, at: Spot, size: int) -> None:
    """A brass badge with a check, its upper left corner at a point."""
    canvas.sprite(_badge(canvas.theme, size), *at, over=True)


@drawn_once
def _badge(theme: Theme, size: int) -> Sprite:
    image = Image.new("RGB", (size, size), hairline(theme))
    shades = [mixed(theme["brass_light"], theme["brass_dark"], n / 4) for n in range(5)]
    image.paste(banded(shades, size - 2), (1, 1), rounded(size - 2, size - 2, size // 2 - 1))
    inset = max(3, size // 10)
    inner = size - 2 * inset
    image.paste(theme["brass"], (inset, inset), rounded(inner, inner, inner // 2))
    side = round(size * 0.54)
    at = ((size - side) // 2, (size - side) // 2)
    image.paste(theme["ink"], at, shape("check", side))
    return make_sprite(theme, image, rounded(size, size, size // 2), 90)


def sparks(canvas: Canvas, *spots: tuple[int, int, int]) -> None:
    """Four-pointed sparks of gold, each given by its middle and its size."""
    for x, y, size in spots:
        canvas.fill_mask(spark(size), x - size // 2, y - size // 2, "gold")


def plate(canvas: Canvas, box: Rect, radius: int = 24) -> None:
    """A wooden plate for words in `text` and `gold`."""
    canvas.sprite(_wood(canvas.theme, box.w, box.h, radius), box.x, box.y, over=True)


def tray(canvas: Canvas, box: Rect, hole: Rect) -> None:
    """A wooden tray whose bottom, in the hole, is the cloth in the shadow of its rails."""
    inside = Rect(hole.x - box.x, hole.y - box.y, hole.w, hole.h)
    canvas.sprite(_wood(canvas.theme, box.w, box.h, 30, inside), *box.corner)


@drawn_once
def _wood(theme: Theme, width: int, height: int, radius: int, hole: Rect | None = None) -> Sprite:
    image = Image.new("RGB", (width, height), hairline(theme))
    plank = Image.new("RGB", (width - 4, height - 4), theme["wood"])
    count = 1 if theme.flat else 5
    for n in range(count):
        colour = mixed(theme["wood"], theme["wood_dark"], n / count)
        plank.paste(colour, (0, plank.height * n // count, plank.width, plank.height))
    if not theme.flat:
        _grain(theme, plank)
    edge = 4 if theme.flat else 3
    image.paste(theme["wood_edge"], (2, 2), rounded(*plank.size, radius - 2))
    inside = (plank.width - 2 * edge, plank.height - 2 * edge)
    image.paste(plank.crop((0, 0, *inside)), (2 + edge, 2 + edge), rounded(*inside, radius - 5))
    if not theme.flat:
        shade = mixed(theme["wood_dark"], theme["shadow"], 0.4)
        image.paste(shade, (radius, height - 9, width - radius, height - 5))
    cover = rounded(width, height, radius)
    if hole is not None:
        cover = cover.copy()
        cover.paste(0, hole.corner, rounded(hole.w, hole.h, HOLE))
        lip = rounded(hole.w + 2 * edge, hole.h + 2 * edge, HOLE + edge)
        image.paste(theme["wood_edge"], (hole.x - edge, hole.y - edge), lip)
    return make_sprite(theme, image, cover, 150)


def alarm_plate(canvas: Canvas, room: Rect, lines: Sequence[str], style: str) -> int:
    """A plate of red enamel with the first of some lines that fits; returns its right edge."""
    line = canvas.design.wording(lines, style, room.w - 2 * ENAMEL_MARGIN - 1)
    width = min(room.w, canvas.width(line, style) + 2 * ENAMEL_MARGIN + 1)
    box = Rect(room.x, room.y, width, room.h)
    enamel(canvas, box)
    inner = Rect(box.x + ENAMEL_MARGIN, box.y, width - 2 * ENAMEL_MARGIN, box.h)
    canvas.text(line, inner, style, "paper", align="middle")
    return box.right


def enamel(canvas: Canvas, box: Rect) -> None:
    """A plate of red enamel for words in `paper`."""
    canvas.sprite(_enamel(canvas.theme, box.w, box.h), box.x, box.y, over=True)


@drawn_once
def _enamel(theme: Theme, width: int, height: int) -> Sprite:
    image = Image.new("RGB", (width, height), theme["wood_dark"])
    bands = ("brass_light", "brass_dark", 1), ("enamel_low", "enamel_low", 5), ENAMEL_BANDS
    for top, low, inset in bands:
        shades = [mixed(theme[top], theme[low], n / 4) for n in range(1 if theme.flat else 5)]
        size = width - 2 * inset, height - 2 * inset
        band = banded(shades, max(size)).resize(size, Image.Resampling.NEAREST)
        image.paste(band, (inset, inset), rounded(*size, ENAMEL_CORNER - inset))
    return make_sprite(theme, image, rounded(width, height, ENAMEL_CORNER), 60)


def _grain(theme: Theme, plank: Image.Image) -> None:
    """Long thin lines, the same for every plank of a size."""
    random = Random(plank.width)  # noqa: S311  # no secret depends on it
    draw = ImageDraw.Draw(plank)
    for y in range(5, plank.height - 5, 10):
        start = random.randrange(plank.width)
        length = random.randrange(plank.width // 6, plank.width // 2)
        tilt = random.choice((-2, -1, 0, 0, 1, 2))
        dark = theme["wood_dark"]
        draw.line((start - length // 2, y, start + length // 2, y + tilt), dark, 1)


def paper(canvas: Canvas, box: Rect, colour: str = "paper") -> None:
    """A sheet of paper for words in `ink` and `ink_muted`."""
    if not canvas.theme.flat:
        canvas.shadow(_sheet_shadow(box.w, box.h), box.x, box.y)
    canvas.panel(box, "paper_line", SHEET)
    canvas.panel(box.grown(-2), colour, SHEET - 2)


def ticket(canvas: Canvas, box: Rect, tear: int) -> None:
    """A paper ticket below a plate, for words in `ink` and `cross`, with holes at x = ``tear``."""
    canvas.sprite(_ticket(canvas.theme, box.w, box.h), box.x, box.y - TUCKED)
    for y in range(box.y + HOLES // 2, box.bottom - HOLES // 2, HOLES):
        canvas.disc(tear, y + 3, 6, "paper_line")


@drawn_once
def _ticket(theme: Theme, width: int, height: int) -> Sprite:
    size = width, height + TUCKED
    image = Image.new("RGB", size, theme["paper_line"])
    image.paste(theme["paper"], (2, 2), rounded(width - 4, size[1] - 4, SHEET - 2))
    cover = rounded(*size, SHEET).copy()
    for x in (0, width):
        for more, target, colour in ((2, image, theme["paper_line"]), (0, cover, 0)):
            side = NOTCH + 2 * more
            at = x - side // 2, TUCKED + (height - side) // 2
            target.paste(colour, at, rounded(side, side, side // 2))
    return make_sprite(theme, image, cover, 150)


@drawn_once
def _sheet_shadow(width: int, height: int) -> Shadow:
    return make_shadow(rounded(width, height, SHEET), 260, LAID, reach=0)


def mark(canvas: Canvas, icon: str, x: int, y: int, colour: str) -> None:
    canvas.disc(x + MARK // 2, y + MARK // 2, MARK, "panel")
    canvas.disc(x + MARK // 2, y + MARK // 2, MARK - 6, colour)
    canvas.shape(icon, x + 10, y + 10, MARK - 20, "panel")


def skip_badge(canvas: Canvas, x: int, y: int, size: int) -> None:
    """Draw the sign of a lost turn, for editions where no Skip lies in front."""
    canvas.panel(Rect(x, y, size, size), "skip", size // 2)
    inset = size // 6
    canvas.shape("barred", x + inset, y + inset, size - 2 * inset, "skip_text")


@dataclass(frozen=True, slots=True)
class Depicted:
    """Somebody whose colour is that of their id."""

    seat: int
    name: str
