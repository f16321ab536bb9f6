"""The picture being drawn, and the marks that several pictures share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageFilter

from bot.i18n import Words
from bot.rules.phases import RUNS, GroupKind, GroupSpec, Phase
from bot.rules.views import SeatView

from .faces import Portrait, faded_portrait, parts_of, portrait, robot, shared_colours
from .layout import WIDTH, Rect, ghosts
from .palette import encoded, room_for_faces
from .shapes import corners, halo, rounded, shape
from .sprites import Sprite
from .text import CAP_HEIGHT, initials, mask, write
from .theme import RGB, Theme, contrast, mixed

Align = Literal["left", "middle", "right"]
RING = 5  # width of the seat's colour around a portrait
SUNK = 0.62  # share of the ground in the face of a seat that does not play
CLOTH_HEIGHT = 1000  # height of the lit part of the cloth; below it is even


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How one seat is shown.

    Attributes:
        computer: whether a computer player decides for it.
        face: a picture file to show in place of initials.
    """

    computer: bool
    face: bytes | None = None


def look_of(looks: Sequence[SeatLook], seat: int) -> SeatLook:
    """The look of a seat; by default it is a person without a picture."""
    return looks[seat] if seat < len(looks) else SeatLook(computer=False)


class Canvas:
    """An RGB picture, 1200 pixels wide, that starts as the theme's cloth.

    Attributes:
        theme: the colours, signs and letters to use.
        words: the catalogue of the reader's language.
        image: the picture so far.
        portraits: the portraits in the picture; each needs colours in the palette.
    """

    def __init__(self, theme: Theme, words: Words, height: int) -> None:
        self.theme = theme
        self.words = words
        self.image = Image.new("RGB", (WIDTH, height), theme["cloth"])
        self.image.paste(_cloth(theme))
        self.portraits: list[Portrait] = []

    def png(self) -> bytes:
        """The picture as a PNG file."""
        colours = shared_colours(self.portraits, room_for_faces(self.theme))
        return encoded(self.image, self.theme, colours)

    def sprite(self, sprite: Sprite, x: int, y: int) -> None:
        """Put a sprite with its upper left corner at a point."""
        for dx, dy, image, cover in sprite.parts:
            self.image.paste(image, (x + dx, y + dy), cover)

    def panel(self, box: Rect, colour: str, radius: int = 24, line: int = 0) -> None:
        """Fill a rounded box, or draw its outline of ``line`` pixels."""
        ink, radius = self.theme[colour], min(radius, box.w // 2, box.h // 2)
        left, top, right, bottom = (
            box.x + radius,
            box.y + radius,
            box.right - radius,
            box.bottom - radius,
        )
        if radius:
            spots = ((box.x, box.y), (right, box.y), (box.x, bottom), (right, bottom))
            for spot, corner in zip(spots, corners(radius, line), strict=True):
                self.image.paste(ink, spot, corner)
        edge = line or radius
        self.image.paste(ink, (left, box.y, right, box.y + edge))
        self.image.paste(ink, (left, box.bottom - edge, right, box.bottom))
        if line:
            self.image.paste(ink, (box.x, top, box.x + line, bottom))
            self.image.paste(ink, (box.right - line, top, box.right, bottom))
        else:
            self.image.paste(ink, (box.x, top, box.right, bottom))

    def glow(self, box: Rect, radius: int = 24, reach: int = 14) -> None:
        """Draw a glow around a box."""
        for dx, dy, light in halo(box.w, box.h, radius, reach):
            self.image.paste(self.theme["glow"], (box.x + dx, box.y + dy), light)

    def shape(self, name: str, x: int, y: int, size: int, colour: RGB) -> None:
        """Put a named shape with its upper left corner at a point."""
        self.image.paste(colour, (x, y), shape(name, size))

    def text(self, line: str, at: Rect, style: str, colour: str, *, align: Align = "left") -> int:
        """Write a line into a box, centred vertically; returns its width in pixels."""
        file, size = self.theme.styles[style]
        drawn = mask(line, file, size, at.w)
        shift = {"left": 0, "middle": (at.w - drawn.width) // 2, "right": at.w - drawn.width}
        baseline = at.y + at.h // 2 + round(size * CAP_HEIGHT / 2)
        write(self.image, drawn, (at.x + shift[align], baseline), self.theme[colour])
        return drawn.width

    def disc(self, at: Rect, colour: RGB) -> str:
        """Fill a disc; returns the name of the colour for letters with the higher contrast."""
        self.image.paste(colour, (at.x, at.y), rounded(at.w, at.h, at.w // 2))
        return max("ink", "text", key=lambda each: contrast(self.theme[each], colour))

    def chip(self, line: str, box: Rect, style: str, ground: str = "back") -> None:
        """Write a number into the middle of a filled box with round ends."""
        self.panel(box, ground, box.h // 2)
        self.text(line, box, style, "text", align="middle")

    def width(self, line: str, style: str) -> int:
        """The width of a line in pixels, not shortened."""
        return mask(line, *self.theme.styles[style]).width

    def face(self, seat: SeatView, at: Rect, look: SeatLook, ground: str | None = None) -> None:
        """Draw a seat's round face: its portrait, a robot, or initials on the seat's colour.

        With ``ground``, the name of a colour, the face is mixed with it: the seat does not play.
        """
        colour = self.theme.seats[seat.seat % len(self.theme.seats)]
        if ground is not None:
            colour = mixed(colour, self.theme[ground], SUNK)
        ink = self.disc(at, colour)
        found = portrait(look.face, at.w - 2 * RING) if look.face is not None else None
        if found is not None:
            self._portrait(found, at, ground)
        elif look.computer:
            drawn = robot(parts_of(seat.name), at.w)
            self.image.paste(self.theme[ink], (at.x, at.y), drawn)
        else:
            style = "name" if at.w < 120 else "title"
            inside = Rect(at.x + 8, at.y, at.w - 16, at.h)
            self.text(initials(seat.name), inside, style, ink, align="middle")

    def _portrait(self, found: Portrait, at: Rect, ground: str | None) -> None:
        if ground is not None:
            found = faded_portrait(found, self.theme[ground], SUNK)
        cover = rounded(*found.image.size, found.image.width // 2)
        self.image.paste(found.image, (at.x + RING, at.y + RING), cover)
        self.portraits.append(found)


@lru_cache(maxsize=4)
def _cloth(theme: Theme) -> Image.Image:
    """The cloth, lit softly from above."""
    light = Image.new("L", (60, CLOTH_HEIGHT // 20))
    light.paste(235, (12, 0, 48, 14))
    light = light.filter(ImageFilter.GaussianBlur(9))
    spread = light.resize((WIDTH, CLOTH_HEIGHT), Image.Resampling.BICUBIC)
    cloth = Image.new("RGB", spread.size, theme["cloth"])
    cloth.paste(theme["cloth_light"], (0, 0), spread)
    return cloth


STAIR = 4  # how far each card of a run is raised above the one before
MARK = 46
_ICON = {
    GroupKind.SET: "same",
    GroupKind.RUN: "stairs",
    GroupKind.COLOUR: "drop",
    GroupKind.COLOUR_RUN: "drop",
}


def mark(canvas: Canvas, icon: str, x: int, y: int, colour: str) -> None:
    """Draw a round mark with an icon."""
    box = Rect(x, y, MARK, MARK)
    canvas.panel(box, "panel", MARK // 2)
    canvas.panel(Rect(x + 3, y + 3, MARK - 6, MARK - 6), colour, MARK // 2 - 3)
    canvas.shape(icon, x + 10, y + 10, MARK - 20, canvas.theme["panel"])


def skip_badge(canvas: Canvas, x: int, y: int, size: int) -> None:
    """Draw the sign of a lost turn, for editions where no Skip lies in front."""
    canvas.panel(Rect(x, y, size, size), "skip", size // 2)
    inset = size // 6
    canvas.shape("barred", x + inset, y + inset, size - 2 * inset, canvas.theme["skip_text"])


def phase_shape(canvas: Canvas, phase: Phase, area: Rect, ground: str) -> None:
    """Draw a phase as empty cards: level for a set or one colour, stairs for a run.

    The sign on the last card says whether it takes one number, one colour or a row of numbers.
    """
    groups = ghosts([spec.size for spec in phase.groups], area)
    for spec, places in zip(phase.groups, groups, strict=True):
        _ghosts(canvas, spec, places, ground)


def _ghosts(canvas: Canvas, spec: GroupSpec, places: Sequence[Rect], ground: str) -> None:
    lift = STAIR * (len(places) - 1) // 2 if spec.kind in RUNS else 0
    step = STAIR if spec.kind in RUNS else 0
    for place, at in enumerate(places):
        box = Rect(at.x, at.y + lift - step * place, at.w, at.h)
        canvas.panel(box, ground, 10)
        canvas.panel(box, "muted", 10, 3)
    number = Rect(box.x, box.y + 6, box.w, 48)
    canvas.text(str(spec.size), number, "number", "text", align="middle")
    canvas.shape(_ICON[spec.kind], box.x + box.w // 2 - 16, box.y + 55, 32, canvas.theme["muted"])


def phase_track(
    canvas: Canvas, phases: int, completed: Collection[int], newest: int | None, area: Rect
) -> None:
    """Draw the numbers of all phases, the completed ones filled, the newest in gold."""
    size, gap = 60, 10
    across = min(phases, 5)
    rows = -(-phases // across)
    top = area.y + (area.h - rows * size - (rows - 1) * gap) // 2
    for place in range(phases):
        x = area.x + (size + gap) * (place % across)
        y = top + (size + gap) * (place // across)
        done = place + 1 in completed
        box = Rect(x, y, size, size)
        colour = "glow" if place + 1 == newest else "good" if done else "line"
        canvas.panel(box, colour, size // 2, 0 if done else 3)
        ink = "panel" if done else "muted"
        canvas.text(str(place + 1), box, "strong", ink, align="middle")
