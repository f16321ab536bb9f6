"""Print how well card colours can be distinguished: the least CIEDE2000 difference of any two.

There is a line for each theme and kind of sight; colour blindness is simulated as complete::

    python -m scripts.colour_safety
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from bot.render.engine.theme import RGB, THEMES, linear, load_theme

Lab = tuple[float, float, float]
Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB.
SIGHTS: Mapping[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)  # D65
_FAR = 25.0**7  # of the published formula


@dataclass(frozen=True, slots=True)
class Nearest:
    """The names of the two colours that are hardest to distinguish."""

    difference: float
    """Their CIEDE2000 difference; 2 is barely visible, 10 is obvious."""
    one: str
    other: str


def nearest(colours: Mapping[str, RGB], sight: str) -> Nearest:
    """The two colours with the least difference for a kind of sight (a key of SIGHTS)."""
    seen = {name: lab(colour, sight) for name, colour in colours.items()}
    pairs = combinations(seen, 2)
    compared = (Nearest(ciede2000(seen[one], seen[other]), one, other) for one, other in pairs)
    return min(compared, key=lambda pair: pair.difference)


def lab(colour: RGB, sight: str = "normal") -> Lab:
    """A colour in CIELAB (D65) as seen with a kind of sight."""
    seen = [min(1.0, max(0.0, value)) for value in _times(SIGHTS[sight], linear(colour))]
    x, y, z = (_root(a / b) for a, b in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: Matrix, vector: Iterable[float]) -> list[float]:
    parts = tuple(vector)
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29


def ciede2000(one: Lab, other: Lab) -> float:
    """The CIEDE2000 difference of two colours with all weights 1 (CIE 142-2001)."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + _FAR))
    c1, h1 = _polar(one, stretch)
    c2, h2 = _polar(other, stretch)
    turn = _turn(h1, h2) if c1 and c2 else 0.0
    chroma, light = (c1 + c2) / 2, (one[0] + other[0]) / 2
    hue = (h1 + turn / 2) % 360 if c1 and c2 else h1 + h2
    d_light = (other[0] - one[0]) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    d_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * _hue_weight(hue))
    rotation = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    rotation *= 2 * sqrt(chroma**7 / (chroma**7 + _FAR))
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 + rotation * d_chroma * d_hue)


def _polar(colour: Lab, stretch: float) -> tuple[float, float]:
    """Chroma and hue angle, the a axis stretched."""
    a, b = colour[1] * stretch, colour[2]
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _turn(start: float, end: float) -> float:
    """The shorter way from one angle to another; half a turn keeps its sign."""
    turn = end - start
    if abs(turn) <= 180:
        return turn
    return turn - 360 if turn > 0 else turn + 360


def _hue_weight(hue: float) -> float:
    return (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )


def card_colours(theme: str) -> dict[str, RGB]:
    """The distinctive colours of a theme's five card colours, by name."""
    return {colour.name.lower(): look.hue for colour, look in load_theme(theme).cards.items()}


def least_differences(theme: str) -> dict[str, Nearest]:
    """The two most similar card colours of a theme, for each kind of sight."""
    colours = card_colours(theme)
    return {sight: nearest(colours, sight) for sight in SIGHTS}


def safety_table(themes: Sequence[str] = THEMES) -> Iterator[str]:
    """Lines of a Markdown table: the least differences of themes by kind of sight."""
    yield "| theme | " + " | ".join(SIGHTS) + " |"
    yield "|---|" + "---|" * len(SIGHTS)
    for theme in themes:
        cells = [
            f"{pair.difference:.1f} ({pair.one}, {pair.other})"
            for pair in least_differences(theme).values()
        ]
        yield f"| {theme} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    print("\n".join(safety_table()))
