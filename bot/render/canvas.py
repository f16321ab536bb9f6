"""A picture in the making: the cloth, and what can be put on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, Protocol

from PIL import Image, ImageFilter

from bot.i18n import Words

from .cards import Sprite
from .faces import Portrait, portrait, shared_colours
from .layout import WIDTH, Rect
from .looks import SeatLook
from .palette import encoded, room_for_faces
from .robots import parts_of, robot
from .shapes import corners, halo, rounded, shape
from .text import CAP_HEIGHT, initials, mask, text_width, write
from .theme import RGB, Theme, contrast, mixed

Align = Literal["left", "middle", "right"]
RING = 5  # of the seat's colour around a portrait
SUNK = 0.62  # how much of the ground is in the face of a seat that does not play
CLOTH_HEIGHT = 1000  # the light falls on so much of the cloth; below it is even


class Seated(Protocol):
    """Who sits in a seat, as far as a face goes."""

    @property
    def seat(self) -> int:
        """The seat's number."""

    @property
    def name(self) -> str:
        """The player's name."""


class Canvas:
    """An RGB picture 1200 pixels wide with the theme's cloth as its ground.

    Attributes:
        theme: the colours, signs and letters to use.
        words: the catalogue of the reader's language.
        image: the picture so far.
        portraits: those in the picture, as they want colours of their own.
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
        """Light around a box."""
        for dx, dy, light in halo(box.w, box.h, radius, reach):
            self.image.paste(self.theme["glow"], (box.x + dx, box.y + dy), light)

    def shape(self, name: str, x: int, y: int, size: int, colour: RGB) -> None:
        """Put a named shape with its upper left corner at a point."""
        self.image.paste(colour, (x, y), shape(name, size))

    def text(self, line: str, at: Rect, style: str, colour: str, *, align: Align = "left") -> int:
        """Write a line into a box, in the middle of its height; returns how wide it came out."""
        file, size = self.theme.styles[style]
        drawn = mask(line, file, size, at.w)
        shift = {"left": 0, "middle": (at.w - drawn.width) // 2, "right": at.w - drawn.width}
        baseline = at.y + at.h // 2 + round(size * CAP_HEIGHT / 2)
        write(self.image, drawn, (at.x + shift[align], baseline), self.theme[colour])
        return drawn.width

    def width(self, line: str, style: str) -> int:
        """How wide a line would come out."""
        return text_width(line, *self.theme.styles[style])

    def face(self, seat: Seated, at: Rect, look: SeatLook, ground: str | None = None) -> None:
        """A seat's round face: its portrait, a robot, or initials on the seat's colour.

        A ``ground`` is what the face sinks back into, for a seat that does not play.
        """
        colour = self.theme.seats[seat.seat % len(self.theme.seats)]
        if ground is not None:
            colour = mixed(colour, self.theme[ground], SUNK)
        ink = max("ink", "text", key=lambda each: contrast(self.theme[each], colour))
        self.image.paste(colour, (at.x, at.y), rounded(at.w, at.h, at.w // 2))
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
            found = found.sunk(self.theme[ground], SUNK)
        cover = rounded(*found.image.size, found.image.width // 2)
        self.image.paste(found.image, (at.x + RING, at.y + RING), cover)
        self.portraits.append(found)


@lru_cache(maxsize=4)
def _cloth(theme: Theme) -> Image.Image:
    """The cloth in soft light from above."""
    light = Image.new("L", (60, CLOTH_HEIGHT // 20))
    light.paste(235, (12, 0, 48, 14))
    light = light.filter(ImageFilter.GaussianBlur(9))
    spread = light.resize((WIDTH, CLOTH_HEIGHT), Image.Resampling.BICUBIC)
    cloth = Image.new("RGB", spread.size, theme["cloth"])
    cloth.paste(theme["cloth_light"], (0, 0), spread)
    return cloth
