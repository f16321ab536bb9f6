"""A fixed palette for each theme, and pictures as small palette PNG files."""

from __future__ import annotations

import threading
from functools import cache
from io import BytesIO

from PIL import Image

from .shapes import SHADES
from .theme import FADE, RGB, Theme, load_theme, mixed

LARGEST = 256
LEVEL = 6
_own = threading.local()


@cache
def palette_colours(theme: Theme) -> tuple[RGB, ...]:
    """The theme's colours and the mixtures that smooth edges need, at most 256, each once."""
    found: dict[RGB, None] = dict.fromkeys(theme.colours.values())
    found |= dict.fromkeys(theme.seats)
    for look in theme.cards.values():
        found |= dict.fromkeys((look.face, look.text, look.tone))
    for one, other, steps in theme.ramps:
        found |= dict.fromkeys(_between(theme[one], theme[other], steps))
    between = SHADES - 1
    for look in theme.cards.values():
        found |= dict.fromkeys(_between(look.face, look.text, between))
        found |= dict.fromkeys(_between(look.face, theme["paper"], between))
        found |= dict.fromkeys(_between(look.face, theme["wild"], between))
    inks = [theme[name] for name in ("paper", "wild", "skip", "wild_text")]
    for colour in (
        *inks,
        *(each for look in theme.cards.values() for each in (look.face, look.tone)),
    ):
        found[mixed(colour, theme["cloth"], FADE)] = None
    for seat in theme.seats:
        found |= dict.fromkeys(_between(seat, theme["ink"], between))
        found |= dict.fromkeys(_between(seat, theme["panel"], between))
    return tuple(found)[:LARGEST]


def encoded(picture: Image.Image, theme: Theme) -> bytes:
    """An RGB picture as a PNG file in the theme's palette."""
    out = BytesIO()
    mapped(picture, theme).save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def mapped(picture: Image.Image, theme: Theme) -> Image.Image:
    """An RGB picture with each pixel the nearest colour of the theme's palette."""
    return picture.quantize(palette=_palette_image(theme.name), dither=Image.Dither.NONE)


def _palette_image(theme: str) -> Image.Image:
    """The palette as Pillow wants it; one for each thread, as Pillow keeps look-ups in it."""
    images: dict[str, Image.Image] = _own.__dict__.setdefault("images", {})
    if theme not in images:
        flat = [part for colour in palette_colours(load_theme(theme)) for part in colour]
        images[theme] = Image.new("P", (1, 1))
        images[theme].putpalette(flat + flat[:3] * (LARGEST - len(flat) // 3))
    return images[theme]


def _between(one: RGB, other: RGB, steps: int) -> list[RGB]:
    return [mixed(one, other, step / (steps + 1)) for step in range(1, steps + 1)]
