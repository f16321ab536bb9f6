"""How well the card colours of a theme are told apart, measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .theme import RGB, THEMES, load_theme
from .vision import SIGHTS, Nearest, nearest


def card_colours(theme: str) -> dict[str, RGB]:
    """What tells the cards of a theme's five colours apart, by the colours' names."""
    return {colour.name.lower(): look.hue for colour, look in load_theme(theme).cards.items()}


def least_differences(theme: str) -> dict[str, Nearest]:
    """For each kind of sight the two card colours of a theme that are nearest each other."""
    colours = card_colours(theme)
    return {sight: nearest(colours, sight) for sight in SIGHTS}


def safety_table(themes: Sequence[str] = THEMES) -> Iterator[str]:
    """Lines of a table in Markdown: the least differences of themes by kind of sight."""
    yield "| theme | " + " | ".join(SIGHTS) + " |"
    yield "|---|" + "---|" * len(SIGHTS)
    for theme in themes:
        cells = [
            f"{found.difference:.1f} ({found.one}, {found.other})"
            for found in least_differences(theme).values()
        ]
        yield f"| {theme} | " + " | ".join(cells) + " |"
