"""Themes: colours, signs, faces and sizes as data, read from ``assets/themes``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bot import ASSETS
from bot.rules.cards import Colour

RGB = tuple[int, int, int]
THEMES = ("standard", "colour-blind", "high-contrast", "playing-cards")
DEFAULT_THEME = THEMES[0]
FADE = 0.68  # share of the cloth's colour in a faded card
FOLDER = ASSETS / "themes"


@dataclass(frozen=True, slots=True)
class CardLook:
    """How the cards of one colour look.

    Attributes:
        face: the ground.
        text: the colour of number and sign.
        sign: a shape of :mod:`bot.render.shapes`.
        tone: the colour of a large subdued shape on the face.
        hue: the distinctive colour: the face, or the text in themes with white faces.
    """

    face: RGB
    text: RGB
    sign: str
    tone: RGB
    hue: RGB


@dataclass(frozen=True, eq=False)
class Theme:
    """One look of the game; there is one object for each theme, so identity is equality.

    Attributes:
        name: its file's name without the ending.
        colours: named colours.
        seats: one colour for each seat.
        cards: looks by card colour.
        styles: font file and size in pixels of each style of letters.
        labels: the labels of the numbers 1 to 12.
        wild: the label of a Wild; may be empty.
        skip: the shape on a Skip.
        signs_large: whether the middle of a card shows its sign instead of its number.
        ramps: pairs of named colours and the number of mixtures between them in the palette.
    """

    name: str
    colours: Mapping[str, RGB]
    seats: tuple[RGB, ...]
    cards: Mapping[Colour, CardLook]
    styles: Mapping[str, tuple[str, int]]
    labels: tuple[str, ...]
    wild: str
    skip: str
    signs_large: bool
    ramps: tuple[tuple[str, str, int], ...]

    def __getitem__(self, colour: str) -> RGB:
        return self.colours[colour]


@cache
def load_theme(name: str = DEFAULT_THEME) -> Theme:
    """The theme of this name.

    Raises:
        ValueError: there is no such theme.
    """
    if name not in THEMES:
        raise ValueError(f"no theme named {name!r}; there are {', '.join(THEMES)}")
    data = _read(name)
    return Theme(
        name=name,
        colours={key: _rgb(value) for key, value in data["colours"].items()},
        seats=tuple(map(_rgb, data["seats"]["colours"])),
        cards={Colour(key): _look(look) for key, look in data["cards"].items()},
        styles={key: (file, size) for key, (file, size) in data["styles"].items()},
        labels=tuple(data["faces"]["labels"]),
        wild=data["faces"]["wild"],
        skip=data["faces"]["skip"],
        signs_large=data["faces"]["signs_large"],
        ramps=tuple((one, other, steps) for one, other, steps in data["palette"]["ramps"]),
    )


def _read(name: str) -> dict[str, Any]:
    """A theme's file; missing values come from the default theme."""
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    if name == DEFAULT_THEME:
        return data
    return {part: values | data.get(part, {}) for part, values in _read(DEFAULT_THEME).items()}


@cache
def shaded(theme: Theme) -> Theme:
    """The theme for faded cards: darker, and equally legible."""

    def dim(colour: RGB) -> RGB:
        return mixed(colour, theme["cloth"], FADE)

    def ink(face: RGB) -> RGB:
        return max(theme["text"], theme["shadow"], key=lambda each: contrast(each, dim(face)))

    colours = {key: dim(colour) for key, colour in theme.colours.items()}
    colours |= {f"{kind}_text": ink(theme[kind]) for kind in ("wild", "skip")}
    cards = {
        colour: CardLook(dim(look.face), ink(look.face), look.sign, dim(look.tone), dim(look.hue))
        for colour, look in theme.cards.items()
    }
    return replace(theme, colours=colours, cards=cards)


def mixed(one: RGB, other: RGB, share: float) -> RGB:
    """``one`` mixed with a share (0 to 1) of ``other``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


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


def _look(data: Mapping[str, str]) -> CardLook:
    face, text = _rgb(data["face"]), _rgb(data["text"])
    tone = _rgb(data["tone"]) if "tone" in data else mixed(face, (0, 0, 0), 0.16)
    return CardLook(face, text, data["sign"], tone, _rgb(data["hue"]) if "hue" in data else face)
