"""Dice: cubes with round edges, seen from far above, and their faces as flat squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, pi, radians, sin

from PIL import Image, ImageDraw

from bot.cards.cards import Colour
from bot.dice.dice import HIGH_NUMBERS, Face
from bot.dice.scoring import Fit
from bot.render.engine import Canvas, Rect, Sprite, Theme
from bot.render.engine.card_faces import PETALS, fill_bands, hairline
from bot.render.engine.lookup_table import threshold
from bot.render.engine.palette import build_palette
from bot.render.engine.shapes import Point, quarter, rounded, shape
from bot.render.engine.sprite_cache import drawn_once
from bot.render.engine.sprites import HELD, LAID, SOLID, Shadow, make_shadow, make_sprite
from bot.render.engine.text import CAP_HEIGHT, mask, stretched
from bot.render.engine.theme import RGB, CardPaint, mixed
from bot.render.pieces.celebration import LID

from .materials import slot

OVER = 3  # factor by which dice are drawn larger
SQUASH = 0.92  # of the upper side, which is seen at an angle
TALL = 0.34  # height of the front side, as a share of the edge
LOW_SHARE = 0.87  # edge of a low die, as a share of that of a high one
# radius of corners, and insets of the upper side
ROUND = 0.23
BEVEL = 0.065
PANEL = 0.115
BENDS = 9  # points on a round corner
SHADES = 4  # of the sides
SMALL = 60  # ground of a face that has no room for a sign
LARGE = 90  # width of a hollow with a larger number, and of a face with bands
LIGHT = -0.6, -0.8  # the direction to the lamp, across and down


Body = tuple[RGB, RGB, tuple[RGB, ...]]
"""The colours of a die: where light falls, of its upper side, and of its sides, light to dark."""


def is_low(face: Face) -> bool:
    """Whether it is the face of a low die, which is smaller and dark."""
    return face.number not in HIGH_NUMBERS


def die_height(edge: int) -> int:
    return round(edge * (SQUASH + TALL))


def _frame(edge: int, tenths: int) -> tuple[tuple[int, int], Point, int]:
    """The size of a large picture, the middle of the upper side, the drop to the lower side."""
    outer = _top(edge * OVER, ROUND, 0, tenths)
    drop = round(edge * OVER * TALL)
    left, upper = min(x for x, _ in outer), min(y for _, y in outer)
    width = 2 * round(-left / OVER) + 2
    height = 2 * round(-upper / OVER) + 2 + round(drop / OVER)
    return (width * OVER, height * OVER), (width * OVER / 2, -upper + OVER), drop


def die_outline(edge: int, tenths: int = 0) -> Image.Image:
    """The outline of a die as a mask; it depends on size and turn alone."""
    size, middle, drop = _frame(edge, tenths)
    cover = Image.new("L", size)
    _swept(ImageDraw.Draw(cover), _moved(_top(edge * OVER, ROUND, 0, tenths), *middle), drop)
    return cover.reduce(OVER)


def die_picture(theme: Theme, face: Face, edge: int, tenths: int = 0) -> Image.Image:
    """A die that shows a face, turned clockwise by tenths of a degree."""
    (size, middle, drop) = _frame(edge, tenths)
    big = edge * OVER
    body = _body(theme, face)
    image = Image.new("RGB", size, theme["paper"] if theme.flat else hairline(theme))
    draw = ImageDraw.Draw(image)
    hair = max(OVER, big // (28 if theme.flat else 70))
    outer = _moved(_top(big - 2 * hair, ROUND, 0, tenths), *middle)
    inner = _moved(_top(big, ROUND * 0.85, BEVEL, tenths), *middle)
    _sides(draw, outer, drop, body)
    _upper_side(theme, draw, body, outer, inner)
    panel = _moved(_top(big, ROUND * 0.72, PANEL, tenths), *middle)
    _panel(theme, image, face, panel)
    for ink, layer in _layers(theme, face, round(big * 0.8)):
        seen = _seen(layer, tenths)
        x, y = middle
        image.paste(ink, (round(x - seen.width / 2), round(y - seen.height / 2)), seen)
    return image.reduce(OVER)


def _body(theme: Theme, face: Face) -> Body:
    """Low dice are of the colour of the cards' backs, high ones of that of paper.

    The shades are colours of the palette, as the nearest ones may be of another hue.
    """
    if is_low(face):
        bright = theme["back_light"]
        top = theme["back"]
        low = theme["back_low"]
        sides = tuple(mixed(top, low, n / 4) for n in range(1, 5))
    else:
        bright = theme["paper"]
        top = theme["paper_shade"]
        line = theme["paper_line"]
        sides = (top, mixed(top, line, 0.5), line, mixed(line, theme["ink"], 1 / 3))
    if theme.flat:
        upper, side = (top, theme["wild"]) if is_low(face) else (bright, sides[1])
        return upper, upper, (side,) * SHADES
    return bright, top, sides


def face_tile(
    theme: Theme, face: Face, size: int, means: int | None = None
) -> tuple[Image.Image, Image.Image]:
    """A face as a flat square, and its outline as a mask; ``means`` is the number of a Wild."""
    (bright, _, _) = _body(theme, face)
    radius = round(size * 0.2)
    image = Image.new("RGB", (size, size), hairline(theme))
    cover = rounded(size, size, radius)
    hair = max(1, size // 70)
    inset = hair + max(3, size // (16 if face.is_wild else 22))
    edge = theme["brass"] if face.is_wild else bright
    image.paste(edge, (hair, hair), rounded(size - 2 * hair, size - 2 * hair, radius - hair))
    side = size - 2 * inset
    ground = _ground(theme, face, side, side)
    for ink, layer in _layers(theme, face, side, means):
        ground.paste(ink, (0, 0), layer)
    image.paste(ground, (inset, inset), rounded(side, side, max(2, radius - inset)))
    return image, cover


def _top(edge: float, radius: float, inset: float, tenths: int) -> list[Point]:
    """The upper side around its middle, clockwise; ``radius`` and ``inset`` are shares of it."""
    half = edge * (0.5 - inset)
    bend = edge * radius
    turn = radians(tenths / 10)
    points: list[Point] = []
    for corner, (sx, sy) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        for n in range(BENDS):
            angle = pi / 2 * (corner - 1 + n / (BENDS - 1))
            x = sx * (half - bend) + bend * cos(angle)
            y = sy * (half - bend) + bend * sin(angle)
            points.append((x * cos(turn) - y * sin(turn), SQUASH * (x * sin(turn) + y * cos(turn))))
    return points


def _moved(points: list[Point], right: float, down: float) -> list[Point]:
    return [(x + right, y + down) for x, y in points]


def _edges(points: list[Point]) -> Iterator[tuple[Point, Point, Point]]:
    """The edges of a polygon that runs clockwise, each with its normal to the outside."""
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        far = max(1e-6, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        yield (x1, y1), (x2, y2), ((y2 - y1) / far, (x1 - x2) / far)


def _swept(draw: ImageDraw.ImageDraw, points: list[Point], drop: int) -> None:
    """Fill the area that a polygon passes over when it sinks."""
    draw.polygon(points, 255)
    for one, other, _ in _edges(points):
        draw.polygon([one, other, (other[0], other[1] + drop), (one[0], one[1] + drop)], 255)
    draw.polygon(_moved(points, 0, drop), 255)


def _sides(draw: ImageDraw.ImageDraw, top: list[Point], drop: int, body: Body) -> None:
    """The sides in front: lit from the left, darker near the cloth."""
    for one, other, (across, down) in _edges(top):
        if down <= 0:
            continue
        shade = round(1 + 1.3 * across)
        for start, more in ((0.0, 0), (0.78, 1)):
            fill = body[2][max(0, min(SHADES - 1, shade + more))]
            corners = ((one, start), (other, start), (other, 1.0), (one, 1.0))
            draw.polygon([(x, y + drop * share) for (x, y), share in corners], fill)


def _upper_side(
    theme: Theme, draw: ImageDraw.ImageDraw, body: Body, outer: list[Point], inner: list[Point]
) -> None:
    """The flat upper side, and the bevel around it, which catches the light."""
    bright, top, sides = body
    draw.polygon(outer, top)
    if theme.flat:
        return
    for (one, other, normal), (near, after, _) in zip(_edges(outer), _edges(inner), strict=True):
        lit = normal[0] * LIGHT[0] + normal[1] * LIGHT[1]
        colour = mixed(top, bright, round(3 * lit) / 3) if lit > 0 else top
        if lit < -0.5:
            colour = sides[1]
        draw.polygon([one, other, after, near], colour)


def _panel(theme: Theme, image: Image.Image, face: Face, outline: list[Point]) -> None:
    draw = ImageDraw.Draw(image)
    sink = 0 if theme.flat else max(1, image.width // 90)
    if face.is_wild:
        draw.polygon(outline, theme["brass_dark"])
        draw.line([*outline, outline[0]], theme["brass"], max(2, image.width // 36), "curve")
    else:
        draw.polygon(outline, mixed(theme.cards[face.colour].low, theme["shadow"], 0.45))
    cover = Image.new("L", image.size)
    shrunk = max(2, image.width // 50) if face.is_wild else sink
    ImageDraw.Draw(cover).polygon(_shrunk(outline, shrunk, sink), 255)
    box = cover.getbbox()
    assert box is not None, "the ground is larger than its edge"
    ground = _ground(theme, face, box[2] - box[0], box[3] - box[1])
    image.paste(ground, box[:2], cover.crop(box))


def _ground(theme: Theme, face: Face, width: int, height: int) -> Image.Image:
    paint = theme.cards[face.colour]
    top, low = (theme["wild"], theme["wild_low"]) if face.is_wild else (paint.face, paint.low)
    ground = Image.new("RGB", (width, height))
    fill_bands(ground, top, low, 1 if theme.flat or width < LARGE else 6)
    return ground


def _shrunk(points: list[Point], by: float, down: float) -> list[Point]:
    """A polygon made smaller by a number of pixels on each side, and moved down."""
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    share = 1 - 2 * by / (max(xs) - min(xs))
    return [
        (middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share + down / 2)
        for x, y in points
    ]


def _seen(cover: Image.Image, tenths: int) -> Image.Image:
    """A mask on the upper side: turned, and seen at an angle."""
    if tenths:
        cover = cover.rotate(-tenths / 10, Image.Resampling.BILINEAR, expand=True)
    return cover.resize((cover.width, round(cover.height * SQUASH)), Image.Resampling.BOX)


def _layers(
    theme: Theme, face: Face, side: int, means: int | None = None
) -> Iterator[tuple[RGB, Image.Image]]:
    """The signs on a face with a ground of this size: square masks and their colours.

    It is the number above the sign of the colour, or alone if that would be too small, or a Wild's
    pinwheel above the sign. A Wild that stands for a number has that above the pinwheel.
    """
    paint = theme.cards[face.colour]
    signs = Image.new("L", (side, side))
    number = means if face.is_wild else face.number
    alone = side < SMALL and not face.is_wild
    if number is not None:
        _put_number(theme, signs, str(number), *((0.94, 0.5) if alone else (0.66, 0.31)))
    if alone:
        yield paint.ink, signs
        return
    if face.is_wild:
        share, top = (0.52, 0.07) if number is None else (0.38, 0.6)
        wheel = round(side * share)
        for which, petal in enumerate(PETALS):
            cover = Image.new("L", (side, side))
            cover.paste(quarter(wheel, which), ((side - wheel) // 2, round(side * top)))
            yield theme.cards[petal].hue, cover
        if number is not None:
            yield theme["wild_text"], signs
            return
    wide = round(side * (0.36 if theme.patterned else 0.33))
    signs.paste(shape(paint.sign, wide), ((side - wide) // 2, round(side * 0.64)))
    yield _wild_ink(theme, paint) if face.is_wild else paint.ink, signs


def _wild_ink(theme: Theme, paint: CardPaint) -> RGB:
    if theme.flat:
        return paint.word
    return paint.hue if theme.suits else mixed(paint.hue, theme["wild_text"], 0.3)


def _put_number(theme: Theme, signs: Image.Image, label: str, size: float, middle: float) -> None:
    """Put a number on a face; size and middle are shares of its height."""
    side = signs.width
    drawn = mask(label, theme.styles["figure"][0], round(side * size))
    if drawn.image.width > 0.82 * side:
        drawn = stretched(drawn, round(0.82 * side))
    base = round(side * (middle + size * CAP_HEIGHT / 2))
    signs.paste(drawn.image, ((side - drawn.image.width) // 2, base + drawn.top))


def die_sprite(theme: Theme, face: Face, edge: int, tenths: int = 0) -> Sprite:
    """A die that shows a face; ``edge`` is that of a high die, and it is put at its middle."""
    own = round(edge * LOW_SHARE) if is_low(face) else edge
    image = _mapped_die(theme, face, own, tenths)
    solid, shadow = _form(own, tenths, flat=theme.flat)
    return Sprite(image, solid, -image.width // 2, -image.height // 2, shadow)


@drawn_once
def _mapped_die(theme: Theme, face: Face, edge: int, tenths: int) -> Image.Image:
    return build_palette(theme).mapped(die_picture(theme, face, edge, tenths))


@drawn_once
def _form(edge: int, tenths: int, *, flat: bool) -> tuple[Image.Image, Shadow | None]:
    cover = die_outline(edge, tenths)
    return cover.point(threshold(SOLID)), None if flat else make_shadow(cover, edge, HELD)


@drawn_once
def tile_sprite(theme: Theme, face: Face, size: int, means: int | None = None) -> Sprite:
    """A face as a flat square; ``means`` is the number that a Wild stands for."""
    return make_sprite(theme, *face_tile(theme, face, size, means), size, LAID)


def paint_fit(
    canvas: Canvas, fit: Fit, faces: Sequence[Face], places: Sequence[Sequence[Rect]]
) -> None:
    """The groups of a phase as flat faces, and hollows in gold for missing dice."""
    for group, boxes in zip(fit, places, strict=True):
        for (index, means), box in zip(group, boxes, strict=True):
            if index is None:
                paint_gap(canvas, box, means)
                continue
            number = means if faces[index].is_wild and isinstance(means, int) else None
            canvas.sprite(tile_sprite(canvas.theme, faces[index], box.w, number), *box.corner)


def paint_gap(canvas: Canvas, box: Rect, means: int | Colour | None = None) -> None:
    """A hollow, in gold with the number or the sign of the colour that belongs there."""
    # Higher than wide by little: a square one would be round.
    slot(canvas, Rect(box.x + 1, box.y, box.w - 2, box.h), gold=means is not None)
    if isinstance(means, Colour):
        side = min(box.w // 2, 44)
        x, y = box.middle
        sign = canvas.theme.cards[means].sign
        canvas.shape(sign, x - side // 2, y - side // 2, side, "gold")
    elif means is not None:
        wide = Rect(box.x - 6, box.y, box.w + 12, box.h)
        style = "points" if box.w >= LARGE else "number"
        canvas.text(canvas.words.number(means), wide, style, "gold", align="middle")


@drawn_once
def block_sprite(theme: Theme, width: int, height: int) -> Sprite:
    """A block of the material of high dice, as high as a deck."""
    top = LID
    radius = width // 9
    hair = 2
    inset = width // 16
    image = Image.new("RGB", (width, height), hairline(theme))
    cover = Image.new("L", (width, height))
    cover.paste(255, (0, top // 2), rounded(width, height - top // 2, radius))
    cover.paste(255, (inset, 0), rounded(width - 2 * inset, 2 * radius + top, radius))
    front = Image.new("RGB", (width - 2 * hair, height - top // 2 - 2 * hair))
    bands = 1 if theme.flat else 8
    for n in range(bands):
        colour = mixed(theme["paper_shade"], theme["paper_line"], 0.09 * n)
        front.paste(colour, (0, front.height * n // bands, front.width, front.height))
    image.paste(front, (hair, top // 2 + hair), rounded(*front.size, radius - hair))
    lid = width - 2 * inset - 2 * hair, 2 * radius
    image.paste(theme["paper"], (inset + hair, hair), rounded(*lid, radius - hair))
    edge = front.crop((0, 0, front.width, radius * 2))
    image.paste(edge, (hair, top), rounded(edge.width, edge.height, radius - hair))
    low = front.crop((0, radius, front.width, front.height))
    image.paste(low, (hair, top + radius), rounded(low.width, low.height, radius - hair))
    return make_sprite(theme, image, cover, 200)
