"""The picture being drawn, as palette indexes: the light on the cloth, then the things on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol, cast

from PIL import Image

from bot.cards.cards import Card

from .cloth import BRIGHTEST, CELL, CLOTHS, Lamp, Rows, dithered, lamp_light
from .design import Design
from .geometry import WIDTH, Rect
from .lookup_table import LookupTable, put, threshold
from .palette import DEEP, Palette, build_palette, room_for_faces
from .png import png_file
from .portraits import Portrait, faded_portrait, icon_parts, portrait, reduced, robot
from .shapes import COVERAGE_STEPS, bend, corners, rounded, shape
from .sprite_cache import drawn_once
from .sprites import (
    LYING,
    Pose,
    Shadow,
    Sprite,
    banded,
    card_sprite,
    dim,
    make_sprite,
    row_sprite,
)
from .text import CAP_HEIGHT, Mask, initials, mask
from .theme import LEVELS, RGB, Theme, contrast, mixed

Spot = tuple[int, int]
Align = Literal["left", "middle", "right"]
# of the stitched line around the cloth
RIM = 17
RIM_RADIUS = 26
# of its stitches
DASH = 30
PITCH = 48
THREAD = 3
EMBOSSED = 66  # letters from this size on have a hard shadow
LEAST_EMBOSS = 3.0  # least contrast of letters to their shadow; dark ones on paper have none
SUNK = 0.62  # share of the ground in the face of a seat that does not play
SEAT_COLOURS = 6
NAME_STYLES = ("name", "strong")  # of players' names, the second for long ones
DEFAULT_LAMP = Lamp(0.42, 0.3)
_SOLID = threshold(40)
PaintStep = Callable[[Image.Image], None]  # something that is drawn on a picture


@dataclass(frozen=True, slots=True)
class Avatar:
    """The portrait of the player of a seat: a picture, a robot or initials."""

    computer: bool
    picture: bytes | None = None  # a file to show in place of initials
    colour: int | None = None  # the number of its colour, if not that of the seat


NO_PICTURE = Avatar(computer=False)
AvatarsBySeat = Sequence[Avatar] | Mapping[int, Avatar]
"""By seat, or by whatever else the people of a picture are numbered with."""


def colour_number(who: int) -> int:
    """The number of somebody's colour, from their id or seat."""
    return (who ^ who >> 22) % SEAT_COLOURS  # the low bits of most of Discord's ids are equal


def colours_by_seat(people: Sequence[int | None], last: Collection[int] = ()) -> list[int]:
    """The numbers of different colours by seat, from the ids of people, None for others.

    In the order of seats, those in ``last`` afterwards, everybody has the colour that they have
    everywhere, or the next one that is free: nobody changes colour when somebody joins. More people
    than there are colours share them.
    """
    colours: dict[int, int] = {}
    for seat in sorted(range(len(people)), key=lambda seat: seat in last):
        person = people[seat]
        own = 0 if person is None else colour_number(person)
        taken = {*colours.values()}
        nearest = ((own + step) % SEAT_COLOURS for step in range(SEAT_COLOURS))
        colours[seat] = next((colour for colour in nearest if colour not in taken), own)
    return [colours[seat] for seat in range(len(people))]


class Sitter(Protocol):
    """Somebody with a seat at a table."""

    @property
    def seat(self) -> int:
        """The seat's number, from 0."""

    @property
    def name(self) -> str:
        """The name shown."""


class Canvas:
    """A picture of palette indexes, on the theme's cloth under one lamp.

    Shadows are taken from the light first; everything else is drawn over the finished cloth in the
    order of the calls, moved down by ``top``.
    """

    def __init__(  # noqa: PLR0913  # what each picture chooses
        self,
        design: Design,
        height: int,
        lamp: Lamp = DEFAULT_LAMP,
        avatars: AvatarsBySeat = (),
        *,
        width: int = WIDTH,
        rim: bool = True,
    ) -> None:
        self.design = design
        self.theme = design.theme
        self.words = design.words
        self.size = (width, height)
        self.top = 0
        self._lamp = lamp
        self._avatars = avatars
        self._shares: list[PaintStep] = []  # of the light
        self._strokes: list[PaintStep] = []
        self._portraits: list[Portrait] = []
        if rim:
            self._paint_rim()

    @property
    def palette(self) -> Palette:
        return build_palette(self.theme)

    @property
    def tone(self) -> RGB | None:
        """The hue of the cloth that the reader chose, if they did."""
        return CLOTHS[self.design.cloth].tone if self.design.cloth else None

    def png(self) -> bytes:
        return png_file(self._rows(), self.palette.table(self._shared_colours(), self.tone))

    def drawn(self) -> tuple[Image.Image, Theme, tuple[RGB, ...]]:
        """The picture as palette indexes (mode L), its theme and the colours of its portraits."""
        return self._rows().image, self.theme, self._shared_colours()

    def light(self) -> Image.Image:
        """The light on the cloth; a pixel is a thread."""
        light = lamp_light(self.size, self._lamp, self.design.cloth, even=self.theme.flat).copy()
        for paint in self._shares:
            paint(light)
        return light

    def _rows(self) -> Rows:
        rows = dithered(self.light(), self.size)
        for paint in self._strokes:
            paint(rows.image)
        return rows

    def shadow(self, shadow: Shadow, x: int, y: int) -> None:
        self.darken(shadow.mask, x + shadow.x, y + shadow.y)

    def darken(self, share: Image.Image, x: int, y: int) -> None:
        """Take a share from the light on the cloth, as in a hollow; a pixel is a thread."""
        self._share(0, share, x, y)

    def lighten(self, share: Image.Image, x: int, y: int) -> None:
        """Bring the cloth nearer to the brightest light by a share; a pixel is a thread."""
        if not self.theme.flat:
            self._share(BRIGHTEST, share, x, y)

    def _share(self, light: int, share: Image.Image, x: int, y: int) -> None:
        at = x // CELL, (y + self.top) // CELL
        self._shares.append(lambda image: put(image, light, at, share))

    def sprite(self, sprite: Sprite, x: int, y: int, *, over: bool = False) -> None:
        """Put a sprite with its upper left corner at a point; ``over`` dims the things below it."""
        x, y = x + sprite.x, y + sprite.y
        if sprite.shadow is not None:
            self.shadow(sprite.shadow, x, y)
        at = (x, y + self.top)
        palette = self.palette

        def paint(image: Image.Image) -> None:
            if over:
                dim(image, sprite, *at, palette)
            put(image, sprite.image, at, sprite.cover)

        self._strokes.append(paint)

    def sprite_around(self, sprite: Sprite, x: int, y: int, *, over: bool = False) -> None:
        """Put a sprite with its middle at a point."""
        width, height = sprite.size
        self.sprite(sprite, x - width // 2, y - height // 2, over=over)

    def disc(self, x: int, y: int, size: int, colour: str, line: int = 0) -> None:
        """Fill a disc around a point, or draw its outline of ``line`` pixels."""
        self.panel(Rect(x - size // 2, y - size // 2, size, size), colour, size // 2, line)

    def card(
        self, card: Card, at: Spot, width: int, pose: Pose = LYING, *, over: bool = False
    ) -> None:
        """Put a card at a point, which is its upper left corner before it is turned."""
        self.sprite(card_sprite(self.theme, card, width, pose), *at, over=over)

    def back(
        self, at: Spot, width: int, label: str = "", pose: Pose = LYING, *, over: bool = False
    ) -> None:
        back = label, self.design.back
        self.sprite(card_sprite(self.theme, back, width, pose), *at, over=over)

    def row(self, cards: Sequence[Card], at: Spot, width: int, step: int) -> int:
        """Put a row of cards, each over the one before; returns its right edge."""
        sprite = row_sprite(self.theme, tuple(cards), width, step)
        self.sprite(sprite, *at)
        return at[0] + sprite.size[0]

    def panel(self, box: Rect, colour: str, radius: int = 24, line: int = 0) -> None:
        """Fill a rounded box, or draw its outline of ``line`` pixels."""
        ink = self.theme[colour]
        radius = min(radius, box.w // 2, box.h // 2)
        left, top = box.x + radius, box.y + radius
        right, bottom = box.right - radius, box.bottom - radius
        edge = line or radius
        self._fill(ink, left, box.y, right, box.y + edge)
        self._fill(ink, left, box.bottom - edge, right, box.bottom)
        if line:
            self._fill(ink, box.x, top, box.x + line, bottom)
            self._fill(ink, box.right - line, top, box.right, bottom)
        else:
            self._fill(ink, box.x, top, box.right, bottom)
        if radius:
            spots = ((box.x, box.y), (right, box.y), (box.x, bottom), (right, bottom))
            for spot, corner in zip(spots, corners(radius, line), strict=True):
                self.fill_mask(corner, *spot, ink)

    def ring(self, box: Rect, radius: int = 24) -> None:
        self.panel(box.grown(9), "gold", radius + 9, 6)

    def _colour(self, colour: str | RGB) -> RGB:
        return self.theme[colour] if isinstance(colour, str) else colour

    def _fill(self, colour: RGB, left: int, top: int, right: int, bottom: int) -> None:
        if left >= right or top >= bottom:
            return
        index = self.palette.index(colour)
        box = (left, top + self.top, right, bottom + self.top)
        self._strokes.append(lambda image: image.im.paste(index, box))

    def fill_mask(
        self, cover: Image.Image, x: int, y: int, colour: str | RGB, ground: RGB | None = None
    ) -> None:
        """Fill a mask (mode L); its edges are mixed with the ground, by default that below it."""
        at = (x, y + self.top)
        palette = self.palette
        ink = self._colour(colour)
        known = palette.index(ground) if ground else None

        def paint(image: Image.Image) -> None:
            below = _pixel(image, at) if known is None else known
            tint(image, cover, at, _mixtures(palette, ink, below))

        self._strokes.append(paint)

    def shape(self, name: str, x: int, y: int, size: int, colour: str | RGB) -> None:
        self.fill_mask(shape(name, size), x, y, colour)

    def shape_before(self, name: str, line: Rect, size: int, colour: str, gap: int) -> Rect:
        """Put a named shape at the left of a line; returns the rest of the line after a gap."""
        self.shape(name, line.x, line.middle[1] - size // 2, size, colour)
        return line.after(size + gap)

    def text(
        self, line: str, at: Rect, style: str, colour: str | RGB, *, align: Align = "left"
    ) -> int:
        """Write a line into a box, centred vertically; returns its width in pixels."""
        file, size = self.theme.styles[style]
        drawn = mask(line, file, size, at.w)
        shift = {"left": 0, "middle": (at.w - drawn.width) // 2, "right": at.w - drawn.width}
        baseline = at.y + at.h // 2 + round(size * CAP_HEIGHT / 2)
        x, y = at.x + shift[align], baseline + self.top
        ink = self._colour(colour)
        on_paper = contrast(ink, self.theme["emboss"]) < LEAST_EMBOSS
        if size >= EMBOSSED and not self.theme.flat and not on_paper:
            spot = (x + drawn.left + size // 26, y - self.top + drawn.top + size // 20)
            self.fill_mask(drawn.image, *spot, "emboss")
        self._write(drawn, x, y, ink)
        return drawn.width

    def _write(self, drawn: Mask, x: int, y: int, ink: RGB) -> None:
        palette = self.palette
        self._strokes.append(lambda image: write(image, palette, drawn, (x, y), ink))

    def column(
        self,
        lines: Sequence[str],
        first: Rect,
        style: str,
        colour: str | RGB,
        *,
        align: Align = "left",
    ) -> int:
        """Write lines below one another, the first one into a box; returns the lower edge."""
        for n, line in enumerate(lines):
            at = Rect(first.x, first.y + n * first.h, first.w, first.h)
            self.text(line, at, style, colour, align=align)
        return first.y + len(lines) * first.h

    def lines(self, text: str, style: str, room: int) -> list[str]:
        return self.design.lines(text, style, room)

    def width(self, line: str, style: str) -> int:
        return self.design.width(line, style)

    def fit(
        self, line: str, at: Rect, styles: Sequence[str], colour: str, *, align: Align = "left"
    ) -> int:
        """Write a line in the first of some styles in which it fits, or else in the last."""
        return self.text(line, at, self.design.fitting(line, styles, at.w), colour, align=align)

    def avatar(self, seat: Sitter) -> Avatar:
        """The avatar of a seat; by default a person without a picture."""
        try:
            return self._avatars[seat.seat]
        except LookupError:
            return NO_PICTURE

    def face(self, seat: Sitter, at: Rect, *, away: bool = False, gold: bool = False) -> None:
        """Draw a seat's round face in a ring of paper or, ``gold``, of brass; ``away`` fades it."""
        avatar = self.avatar(seat)
        colour = self.seat_colour(seat)
        if away:
            colour = mixed(colour, self.theme["cloth"], SUNK)
        self.sprite(medal(self.theme, colour, at.w, gold=gold), at.x, at.y)
        ring = ring_width(at.w)
        edge = ring + max(3, at.w // 26)  # the seat's colour is seen around a portrait
        picture = portrait(avatar.picture, at.w - 2 * edge) if avatar.picture is not None else None
        if picture is not None:
            self._portrait(picture, at.x + edge, at.y + edge, away=away)
        elif avatar.computer:
            dark = mixed(colour, self.theme["shadow"], DEEP)
            self.fill_mask(robot(icon_parts(seat.name), at.w), at.x, at.y, dark, colour)
        else:
            self._initials(seat.name, at, colour)

    def seat_colour(self, seat: Sitter) -> RGB:
        own = self.avatar(seat).colour
        return self.theme.seats[colour_number(seat.seat if own is None else own)]

    def _initials(self, name: str, at: Rect, ground: RGB) -> None:
        ink = self.theme[
            max("ink", "text", key=lambda colour: contrast(self.theme[colour], ground))
        ]
        letters = initials(name)
        file = self.theme.styles["name"][0]
        size = round(at.w * 0.42)
        drawn = mask(letters, file, size, round(at.w * 0.8))
        x = at.x + (at.w - drawn.width) // 2
        self._write(drawn, x, at.y + self.top + at.h // 2 + round(size * CAP_HEIGHT / 2), ink)

    def _portrait(self, picture: Portrait, x: int, y: int, *, away: bool) -> None:
        if away:
            picture = faded_portrait(picture, self.theme["cloth"], SUNK)
        self._portraits.append(picture)
        cover = rounded(*picture.image.size, picture.image.width // 2).point(_SOLID)
        at = (x, y + self.top)
        theme = self.theme
        portraits = self._portraits

        def paint(image: Image.Image) -> None:
            most = _shades(theme, portraits)
            first = len(build_palette(theme).colours)
            for other in dict.fromkeys(portraits):
                if other is picture:
                    break
                first += len(reduced(other, most)[1])
            indexes = reduced(picture, most)[0].point(
                LookupTable([(first + n) % 256 for n in range(256)])
            )
            put(image, indexes, at, cover)

        if room_for_faces(theme):
            self._strokes.append(paint)

    def _shared_colours(self) -> tuple[RGB, ...]:
        most = _shades(self.theme, self._portraits)
        return tuple(
            colour
            for picture in dict.fromkeys(self._portraits)
            for colour in reduced(picture, most)[1]
        )

    def _paint_rim(self) -> None:
        if border := self.theme.border:
            for colour, width in (("wood_dark", border), ("wood", border - 5), ("wood_edge", 3)):
                inset = border - 3 if width == 3 else 0
                self.panel(Rect(0, 0, *self.size).grown(-inset), colour, 0, width)
            return
        rim = self.palette.index(self.theme["rim"])
        for x, y, piece in _stitches(*self.size):
            self._strokes.append(partial(put, source=0, at=(x + 1, y + 2), where=piece))
            self._strokes.append(partial(put, source=rim, at=(x, y), where=piece))


def _shades(theme: Theme, portraits: Sequence[Portrait]) -> int:
    """The number of colours that each portrait of a picture may have."""
    return room_for_faces(theme) // max(1, len(set(portraits)))


def write(image: Image.Image, palette: Palette, drawn: Mask, at: tuple[int, int], ink: RGB) -> None:
    """Write a line of text with its baseline starting at a point."""
    at = at[0] + drawn.left, at[1] + drawn.top
    tint(image, drawn.image, at, _mixtures(palette, ink, _pixel(image, at)))


def tint(image: Image.Image, cover: Image.Image, at: Spot, mixtures: LookupTable) -> None:
    """Fill a mask with the mixtures of a colour and its ground."""
    box = (*at, at[0] + cover.width, at[1] + cover.height)
    image.im.paste(mixtures.mapped(cover), box, _SOLID.mapped(cover))


def _pixel(image: Image.Image, at: Spot) -> int:
    """The index at a point, or at the nearest one inside."""
    x, y = min(max(at[0], 0), image.width - 1), min(max(at[1], 0), image.height - 1)
    # Edges on the cloth are mixed with one of its levels, whatever the light.
    return max(LEVELS - 1, cast("int", image.getpixel((x, y))))


@drawn_once
def _mixtures(palette: Palette, ink: RGB, ground: int) -> LookupTable:
    """For each coverage the index of the mixture of a colour and its ground."""
    below = palette.ground(ground)
    steps = [
        palette.index(mixed(below, ink, step / COVERAGE_STEPS))
        for step in range(COVERAGE_STEPS + 1)
    ]
    return LookupTable([steps[round(value / 255 * COVERAGE_STEPS)] for value in range(256)])


def ring_width(size: int) -> int:
    return max(4, round(size * 0.06))


@drawn_once
def medal(theme: Theme, colour: RGB, size: int, *, gold: bool = False) -> Sprite:
    """A disc of a colour in a ring of paper, or of brass."""
    paper = "paper", "paper_shade", "paper_line"
    top, low, edge = ("brass_light", "brass_dark", "brass_dark") if gold else paper
    image = Image.new("RGB", (size, size), theme[edge])
    hair = max(1, size // 70)
    ring = ring_width(size)
    shades = [mixed(theme[top], theme[low], n / 4) for n in range(5)]
    whole = banded(shades, size - 2 * hair)
    image.paste(whole, (hair, hair), rounded(*whole.size, whole.width // 2))
    inner = size - 2 * ring
    image.paste(
        mixed(colour, theme["shadow"], 0.35), (ring, ring), rounded(inner, inner, inner // 2)
    )
    sink = 0 if theme.flat else max(1, size // 50)
    disc = rounded(inner - sink, inner - sink, (inner - sink) // 2)
    image.paste(colour, (ring + sink, ring + sink), disc)
    return make_sprite(theme, image, rounded(size, size, size // 2), max(70, size // 2), 0.8)


@drawn_once
def _stitches(width: int, height: int) -> tuple[tuple[int, int, Image.Image], ...]:
    """The stitched rim of the cloth in pieces, each with its place."""
    right, low = width - RIM - THREAD, height - RIM - THREAD
    across = _dashed(width - 2 * (RIM + RIM_RADIUS))
    down = _dashed(height - 2 * (RIM + RIM_RADIUS)).transpose(Image.Transpose.TRANSPOSE)
    start = RIM + RIM_RADIUS
    pieces = [(start, RIM, across), (start, low, across), (RIM, start, down), (right, start, down)]
    corner = bend(RIM_RADIUS, THREAD)
    right, low = right + THREAD - RIM_RADIUS, low + THREAD - RIM_RADIUS
    for turn, spot in enumerate(((RIM, RIM), (RIM, low), (right, low), (right, RIM))):
        pieces.append((*spot, corner.rotate(90 * turn)))
    return tuple((x, y, piece.point(_SOLID)) for x, y, piece in pieces)


def _dashed(length: int) -> Image.Image:
    seam = Image.new("L", (length, THREAD))
    count = round(length / PITCH)
    for n in range(count):
        start = round((n + 0.5) * length / count - DASH / 2)
        seam.paste(255, (start, 0, start + DASH, THREAD))
    return seam
