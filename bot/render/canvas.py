"""A picture in the making: the cloth, and what can be put on it."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Literal

from PIL import Image, ImageFilter

from bot.i18n import Words

from .cards import Sprite
from .layout import WIDTH, Rect
from .palette import encoded
from .shapes import corners, halo, rounded, shape
from .text import CAP_HEIGHT, initials, mask, text_width
from .theme import RGB, Theme

Align = Literal["left", "middle", "right"]
CLOTH_HEIGHT = 1000  # the light falls on so much of the cloth; below it is even


class Canvas:
    """An RGB picture 1200 pixels wide with the theme's cloth as its ground.

    Attributes:
        theme: the colours, signs and letters to use.
        words: the catalogue of the reader's language.
        image: the picture so far.
    """

    def __init__(self, theme: Theme, words: Words, height: int) -> None:
        self.theme = theme
        self.words = words
        self.image = Image.new("RGB", (WIDTH, height), theme["cloth"])
        self.image.paste(_cloth(theme))

    def png(self) -> bytes:
        """The picture as a PNG file."""
        return encoded(self.image, self.theme)

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
        x = at.x + shift[align] + drawn.left
        y = at.y + at.h // 2 + round(size * CAP_HEIGHT / 2) + drawn.top
        self.image.paste(self.theme[colour], (x, y), drawn.image)
        return drawn.width

    def width(self, line: str, style: str) -> int:
        """How wide a line would come out."""
        return text_width(line, *self.theme.styles[style])

    def face(self, name: str, seat: int, at: Rect, picture: bytes | None = None) -> None:
        """A seat's round face: a picture, or initials on the seat's colour."""
        colour = self.theme.seats[seat % len(self.theme.seats)]
        if picture is not None:
            self.image.paste(_portrait(picture, at.w), (at.x, at.y), rounded(at.w, at.h, at.w // 2))
            return
        self.image.paste(colour, (at.x, at.y), rounded(at.w, at.h, at.w // 2))
        style = "name" if at.w < 120 else "title"
        inside = Rect(at.x + 8, at.y, at.w - 16, at.h)
        self.text(initials(name), inside, style, "ink", align="middle")

    def dim(self, box: Rect, share: float) -> None:
        """Let a box sink back into the cloth."""
        area = (box.x, box.y, box.right, box.bottom)
        part = self.image.crop(area)
        ground = Image.new("RGB", part.size, self.theme["cloth"])
        self.image.paste(Image.blend(part, ground, share), area)


@lru_cache(maxsize=32)
def _portrait(picture: bytes, size: int) -> Image.Image:
    with Image.open(BytesIO(picture)) as loaded:
        return loaded.convert("RGB").resize((size, size), Image.Resampling.LANCZOS)


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
