"""A fixed palette for each theme: pictures are drawn as its indexes and need no mapping."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from PIL import Image

from .lookup_table import LookupTable
from .theme import LEVELS, RGB, Theme, mixed, tinted

LARGEST = 256
NEAR = 8  # mixtures nearer than this to a colour of the palette are left out
DIMMED = 0.72  # brightness below a contact shadow
DEEP = 0.66  # share of the shadow in the dark shade of a seat's colour
OF_CLOTH = ("cloth", "panel", "line", "thread")  # named colours that follow its hue
Mixture = tuple[RGB, RGB, float]  # two colours and the share of the second
MIDDLE_LEVEL = LEVELS // 2  # the level of the cloth with which edges are mixed


class Palette:
    """The colours of a theme without duplicates; the levels of the cloth come first, dark to light.

    ``dimming`` has the darker colours in a shadow; those of the cloth stay, as its shadows are part
    of its light.
    """

    def __init__(self, theme: Theme) -> None:
        self._mixed = _colours(theme)
        self._of_cloth = {*theme.cloth, *(theme[name] for name in OF_CLOTH)}
        self.colours = tuple(mixed(*mixture) for mixture in self._mixed)
        self._flat = bytes(part for colour in self.colours for part in colour)
        self._tinted = cache(self._tinted_with)
        self.dimming = self._dimmed()
        self.index = cache(self._index)

    def _index(self, colour: RGB) -> int:
        """The index of a colour, or of the one nearest to it."""
        near = range(len(self.colours))
        return min(near, key=lambda n: _distance(self.colours[n], colour))

    def ground(self, index: int) -> RGB:
        """The colour to mix edges with where this index is the ground; one for all the cloth."""
        return self.colours[MIDDLE_LEVEL if index < LEVELS else min(index, len(self.colours) - 1)]

    def mapped(self, image: Image.Image) -> Image.Image:
        """An RGB picture as indexes (mode L)."""
        chosen = Image.new("P", (1, 1))  # not shared, as Pillow writes to it
        chosen.putpalette(self._flat + self._flat[:3] * (LARGEST - len(self.colours)))
        indexes = image.quantize(palette=chosen, dither=Image.Dither.NONE)
        return Image.frombytes("L", indexes.size, indexes.tobytes())

    def table(self, portraits: tuple[RGB, ...] = (), tone: RGB | None = None) -> bytes:
        """The colours as files have them: the theme's, then the portraits'.

        With a tone the cloth has that hue, and so have the edges that are mixed with it.
        """
        flat = self._flat if tone is None else self._tinted(tone)
        return flat + bytes(part for colour in portraits for part in colour)

    def _tinted_with(self, tone: RGB) -> bytes:
        hues = {colour: tinted(colour, tone) for colour in self._of_cloth}
        colours = (
            mixed(hues.get(one, one), hues.get(other, other), share)
            for one, other, share in self._mixed
        )
        return bytes(part for colour in colours for part in colour)

    def _dimmed(self) -> LookupTable:
        dark = [mixed((0, 0, 0), colour, DIMMED) for colour in self.colours]
        strip = Image.new("RGB", (len(dark), 1))
        strip.putdata(dark)
        darker = list(self.mapped(strip).tobytes())
        darker[:LEVELS] = range(LEVELS)
        return LookupTable(darker + list(range(len(darker), LARGEST)))


@cache
def build_palette(theme: Theme) -> Palette:
    return Palette(theme)


def room_for_faces(theme: Theme) -> int:
    """The number of colours that portraits may add to a picture; animations need one more."""
    return LARGEST - 1 - len(build_palette(theme).colours)


def _colours(theme: Theme) -> tuple[Mixture, ...]:
    plain = dict.fromkeys((*theme.cloth, *_named(theme)))
    recipes: dict[RGB, Mixture] = {one: (one, one, 0.0) for one in plain}
    for mixture in _mixtures(theme):
        colour = mixed(*mixture)
        if all(_distance(colour, other) >= NEAR**2 for other in recipes):
            recipes[colour] = mixture
    return tuple(recipes.values())


def _named(theme: Theme) -> Iterable[RGB]:
    yield from theme.colours.values()
    yield from theme.seats
    for paint in theme.cards.values():
        yield from (paint.face, paint.low, paint.ink, paint.word)


def _mixtures(theme: Theme) -> Iterable[Mixture]:
    for paint in theme.cards.values():
        yield from _between(paint.face, paint.low, 3)
        yield paint.low, theme["shadow"], 0.3
        yield paint.face, paint.ink, 0.2
        yield from _between(mixed(paint.face, paint.low, 0.3), paint.ink, 2)
    for start, end, steps in theme.ramps:
        yield from _between(theme[start], theme[end], steps)
    for paint in theme.cards.values():
        yield from _between(paint.word, theme.cloth[MIDDLE_LEVEL], 2)
        yield paint.face, theme["paper"], 0.5
    for seat in theme.seats:
        yield seat, theme["shadow"], DEEP


def _between(one: RGB, other: RGB, steps: int) -> list[Mixture]:
    return [(one, other, step / (steps + 1)) for step in range(1, steps + 1)]


def _distance(one: RGB, other: RGB) -> int:
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return red * red + green * green + blue * blue
