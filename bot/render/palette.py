"""A fixed palette for each theme, and pictures as small palette PNG files."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import cache, lru_cache
from io import BytesIO

from PIL import Image

from .shapes import SHADES
from .theme import RGB, Theme, load_theme, mixed, shaded

LARGEST = 256
FOR_FACES = 48  # places left free for the colours of portraits
LEVEL = 6
NEAR = 9  # mixtures nearer than this to a colour of the palette are left out
CACHED = 12  # palettes cached by each thread


@cache
def palette_colours(theme: Theme) -> tuple[RGB, ...]:
    """The theme's colours and the mixtures that smooth edges need, without duplicates."""
    dark, light, steps = theme.ramps[0]  # the light on the cloth, the only one that must be fine
    found = dict.fromkeys((*_named(theme), *_between(theme[dark], theme[light], steps)))
    for colour in _mixtures(theme):
        if not any(_near(colour, other) for other in found):
            found[colour] = None
    return tuple(found)


def _named(theme: Theme) -> Iterable[RGB]:
    yield from theme.colours.values()
    yield from theme.seats
    dim = shaded(theme)
    for look in (*theme.cards.values(), *dim.cards.values()):
        yield from (look.face, look.text, look.tone, look.hue)
    yield from (dim[name] for name in ("paper", "wild", "skip", "wild_text", "skip_text"))


def _mixtures(theme: Theme) -> Iterable[RGB]:
    for start, end, steps in theme.ramps[1:]:
        yield from _between(theme[start], theme[end], steps)
    between = SHADES - 1
    for look in theme.cards.values():
        for other in (look.text, theme["paper"], theme["wild"]):
            yield from _between(look.face, other, between)
        yield from _between(look.hue, theme["wild"], between)
    for seat in theme.seats:
        yield from _between(seat, theme["ink"], between)
        yield from _between(seat, theme["panel"], between)
    for look in shaded(theme).cards.values():
        yield from _between(look.face, look.text, between)


def _near(one: RGB, other: RGB) -> bool:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) < NEAR**2


def encoded(picture: Image.Image, theme: Theme, portraits: tuple[RGB, ...] = ()) -> bytes:
    """An RGB picture as a PNG file in the theme's palette and the colours of its portraits."""
    palette, out = _own.palette(theme.name, portraits), BytesIO()
    mapped = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    mapped.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def room_for_faces(theme: Theme) -> int:
    """The number of colours that portraits may add to a picture."""
    return LARGEST - len(palette_colours(theme))


def _palette(theme: str, portraits: tuple[RGB, ...]) -> Image.Image:
    """A palette in the form that Pillow needs."""
    colours = (*palette_colours(load_theme(theme)), *portraits)
    flat = [part for colour in colours for part in colour]
    image = Image.new("P", (1, 1))
    image.putpalette(flat + flat[:3] * (LARGEST - len(colours)))
    return image


class _Palettes(threading.local):
    """The cached palettes of one thread; they are not shared because Pillow writes to them."""

    def __init__(self) -> None:
        self.palette = lru_cache(maxsize=CACHED)(_palette)


_own = _Palettes()


def _between(one: RGB, other: RGB, steps: int) -> list[RGB]:
    return [mixed(one, other, step / (steps + 1)) for step in range(1, steps + 1)]
