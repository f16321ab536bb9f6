"""Print how well card colours can be distinguished: the least OKLab distance of any two.

There is a line for each theme and kind of sight; colour blindness is simulated as complete::

    python -m scripts.colour_safety
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import cbrt, dist

from bot.render.engine.theme import RGB, THEMES, linear, load_theme

# For linear RGB, row by row; Machado, Oliveira and Fernandes 2009, severity 1.0.
SIGHTS = {
    "normal": (1, 0, 0, 0, 1, 0, 0, 0, 1),
    "protanopia": (
        *(0.152286, 1.052583, -0.204868),
        *(0.114503, 0.786281, 0.099216),
        *(-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        *(0.367322, 0.860646, -0.227968),
        *(0.280085, 0.672501, 0.047413),
        *(-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        *(1.255528, -0.076749, -0.178779),
        *(-0.078411, 0.930809, 0.147602),
        *(0.004733, 0.691367, 0.303900),
    ),
}
# Ottosson 2020: from linear RGB to cones, and from their cube roots to OKLab.
_TO_CONES = (
    *(0.4122214708, 0.5363325363, 0.0514459929),
    *(0.2119034982, 0.6806995451, 0.1073969566),
    *(0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB = (
    *(0.2104542553, 0.7936177850, -0.0040720468),
    *(1.9779984951, -2.4285922050, 0.4505937099),
    *(0.0259040371, 0.7827717662, -0.8086757660),
)


def oklab(colour: RGB, sight: str = "normal") -> list[float]:
    """A colour in OKLab, with white at (100, 0, 0), as seen with a kind of sight."""
    seen = [min(1.0, max(0.0, value)) for value in _times(SIGHTS[sight], linear(colour))]
    return [100 * value for value in _times(_TO_OKLAB, map(cbrt, _times(_TO_CONES, seen)))]


def _times(matrix: tuple[float, ...], vector: Iterable[float]) -> list[float]:
    x, y, z = vector
    return [a * x + b * y + c * z for a, b, c in (matrix[:3], matrix[3:6], matrix[6:])]


def nearest(theme: str, sight: str) -> tuple[float, str, str]:
    """The least distance of two card colours of a theme for a kind of sight, and their names."""
    cards = load_theme(theme).cards.items()
    seen = {colour.name.lower(): oklab(look.hue, sight) for colour, look in cards}
    return min((dist(seen[one], seen[two]), one, two) for one, two in combinations(seen, 2))


def safety_table() -> Iterator[str]:
    """Lines of a Markdown table: the least distances of themes by kind of sight."""
    yield "| theme | " + " | ".join(SIGHTS) + " |"
    yield "|---|" + "---|" * len(SIGHTS)
    for theme in THEMES:
        found = (nearest(theme, sight) for sight in SIGHTS)
        cells = [f"{distance:.1f} ({one}, {two})" for distance, one, two in found]
        yield f"| {theme} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    print("\n".join(safety_table()))
