"""Themes: colours, signs, faces and sizes as data, read from ``assets/themes``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bot.paths import ASSETS
from bot.rules.cards import Colour

RGB = tuple[int, int, int]
DEFAULT_THEME = "standard"
FADE = 0.55  # how much of the cloth's colour is in a card that lies in the shade
THEMES = ASSETS / "themes"


@dataclass(frozen=True, slots=True)
class CardLook:
    """How the cards of one colour look; ``sign`` is a shape of :mod:`bot.render.shapes`."""

    face: RGB
    text: RGB
    sign: str

    @property
    def tone(self) -> RGB:
        """The face's colour one shade towards its darker side, for large quiet shapes."""
        return mixed(self.face, (0, 0, 0), 0.16)


@dataclass(frozen=True, eq=False)
class Theme:
    """One look of the game; there is one object for each theme, so identity is equality.

    Attributes:
        name: its file's name without the ending.
        colours: named colours.
        seats: one colour for each seat.
        cards: looks by card colour.
        styles: font file and size in pixels of each style of letters.
        ramps: pairs of named colours and how many mixtures between them the palette holds.
    """

    name: str
    colours: Mapping[str, RGB]
    seats: tuple[RGB, ...]
    cards: Mapping[Colour, CardLook]
    styles: Mapping[str, tuple[str, int]]
    ramps: tuple[tuple[str, str, int], ...]

    def __getitem__(self, colour: str) -> RGB:
        return self.colours[colour]


@cache
def load_theme(name: str = DEFAULT_THEME) -> Theme:
    """The theme of this name.

    Raises:
        ValueError: there is no such theme.
    """
    if name not in theme_names():
        raise ValueError(f"no theme named {name!r}")
    data = tomllib.loads((THEMES / f"{name}.toml").read_text(encoding="utf-8"))
    return Theme(
        name=name,
        colours={key: _rgb(value) for key, value in data["colours"].items()},
        seats=tuple(map(_rgb, data["seats"]["colours"])),
        cards={Colour(key): _look(look) for key, look in data["cards"].items()},
        styles={key: (file, size) for key, (file, size) in data["styles"].items()},
        ramps=tuple((one, other, steps) for one, other, steps in data["palette"]["ramps"]),
    )


def theme_names() -> tuple[str, ...]:
    """The names of all themes."""
    return tuple(sorted(path.stem for path in THEMES.glob("*.toml")))


def mixed(one: RGB, other: RGB, share: float) -> RGB:
    """``one`` with a share (0 to 1) of ``other`` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: RGB) -> float:
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _rgb(text: str) -> RGB:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def _look(data: Mapping[str, str]) -> CardLook:
    return CardLook(_rgb(data["face"]), _rgb(data["text"]), data["sign"])
