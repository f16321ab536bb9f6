"""Themes: colours, signs, faces and sizes as data, read from ``assets/themes``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from bot import ASSETS
from bot.cards.cards import Colour

RGB = tuple[int, int, int]
THEMES = ("standard", "colour-blind", "high-contrast", "playing-cards")
DEFAULT_THEME = THEMES[0]
LEVELS = 14  # of light on the cloth
FOLDER = ASSETS / "themes"


@dataclass(frozen=True, slots=True)
class CardPaint:
    """The colours, sign and pattern of the cards of one colour."""

    face: RGB  # the ground at the upper edge
    low: RGB  # the ground at the lower edge
    ink: RGB  # the colour of number and sign
    sign: str  # one of SIGNS
    pattern: str
    hue: RGB  # the distinctive colour: the face, or the ink if all faces are white
    word: RGB  # the colour of the card's name on the cloth


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours, signs and letters of all pictures; :func:`load_theme` makes one of each name."""

    name: str
    cloth: tuple[RGB, ...]  # a colour for each level of light, from dark to light
    colours: Mapping[str, RGB]
    seats: tuple[RGB, ...]
    cards: Mapping[Colour, CardPaint]
    styles: Mapping[str, tuple[str, int]]  # font file and size in pixels
    labels: tuple[str, ...]  # of the numbers 1 to 12
    wild: str  # the label of a Wild, or empty
    skip: str  # the shape on a Skip
    suits: bool  # whether cards are playing cards, with pips and courts
    border: int  # the width of a wooden border; 0 for a stitched rim
    flat: bool  # whether there are neither shadows nor gradients
    patterned: bool  # whether small cards have patterns, too
    # Two named colours and the number of mixtures between them.
    ramps: tuple[tuple[str, str, int], ...]

    def __getitem__(self, colour: str) -> RGB:
        return self.colours[colour]


@cache
def load_theme(name: str) -> Theme:
    """The theme of this name; ValueError if there is none."""
    if name not in THEMES:
        raise ValueError(f"no theme named {name!r}; there are {', '.join(THEMES)}")
    return _theme(name, _read(name))


@cache
def dawn_theme(name: str) -> Theme:
    """The theme of this name as it is at dawn, in pictures of the daily hand."""
    data = _read(name)
    return _theme(name, _merged(data, data["dawn"]))


def _theme(name: str, data: Mapping[str, Any]) -> Theme:
    return Theme(
        name=name,
        cloth=_cloth_colours(data["cloth"]["stops"]),
        colours={key: _rgb(value) for key, value in data["colours"].items()},
        seats=tuple(map(_rgb, data["seats"]["colours"])),
        cards={Colour(key): _card_paint(table) for key, table in data["cards"].items()},
        styles={key: (file, size) for key, (file, size) in data["styles"].items()},
        **{**data["faces"], "labels": tuple(data["faces"]["labels"])},
        ramps=(*data["palette"]["ramps"], *data["palette"].get("more", ())),
    )


def _read(name: str) -> dict[str, Any]:
    """A theme's file; missing values come from the default theme."""
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    if name == DEFAULT_THEME:
        return data
    return _merged(_read(DEFAULT_THEME), data)


def _merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The values of ``base``, replaced by values of ``changes`` at any depth."""
    parts = {key: value for key, value in base.items() if isinstance(value, dict)}
    return {
        **base,
        **changes,
        **{key: _merged(value, changes.get(key, {})) for key, value in parts.items()},
    }


def _cloth_colours(stops: Sequence[tuple[int, str]]) -> tuple[RGB, ...]:
    """One colour for each level of light, mixed from the colours given for some levels."""
    levels: list[RGB] = []
    for (low, dark), (high, light) in pairwise(stops):
        steps = range(low if not levels else low + 1, high + 1)
        levels += [mixed(_rgb(dark), _rgb(light), (n - low) / (high - low)) for n in steps]
    return tuple(levels)


def mixed(one: RGB, other: RGB, share: float) -> RGB:
    """``one`` mixed with a share (0 to 1) of ``other``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@cache
def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def tinted(colour: RGB, tone: RGB) -> RGB:
    """A colour of the hue of ``tone`` with the luminance of another colour."""
    light = _luminance(colour)
    black = (0, 0, 0)
    white = (255, 255, 255)
    dark, bright = (black, tone) if light <= _luminance(tone) else (tone, white)
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        if _luminance(mixed(dark, bright, middle)) < light:
            low = middle
        else:
            high = middle
    return mixed(dark, bright, high)


def linear(colour: RGB) -> list[float]:
    """The linear amounts of light (0 to 1) of sRGB values."""
    return [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    ]


def _luminance(colour: RGB) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rgb(text: str) -> RGB:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def _card_paint(data: Mapping[str, str]) -> CardPaint:
    face = _rgb(data["face"])
    ink = _rgb(data["text"])
    hue = _rgb(data["hue"]) if "hue" in data else face
    low = _rgb(data.get("low", data["face"]))
    word = _rgb(data["word"])
    return CardPaint(face, low, ink, data["sign"], data["pattern"], hue, word)
