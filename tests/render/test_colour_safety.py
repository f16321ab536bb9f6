"""Card colours can be told apart, measured for normal and three kinds of colour blind sight."""

from __future__ import annotations

import pytest

from bot import ASSETS
from bot.render.colour_safety import card_colours, least_differences, safety_table
from bot.render.theme import THEMES
from bot.render.vision import SIGHTS

FLOORS = {  # of the least difference: for normal sight, and for the least of all kinds
    "standard": (20, 8),
    "colour-blind": (25, 25),
    "high-contrast": (20, 18),
    "playing-cards": (20, 5),
}


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_card_colours_are_too_near(theme: str) -> None:
    found = least_differences(theme)
    normal, least = FLOORS[theme]
    assert set(found) == set(SIGHTS)
    assert found["normal"].difference >= normal
    assert min(each.difference for each in found.values()) >= least


def test_all_five_colours_are_measured() -> None:
    assert set(card_colours("standard")) == {"red", "blue", "yellow", "green", "orange"}


def test_the_table_has_a_line_for_each_theme() -> None:
    lines = list(safety_table())
    assert len(lines) == 2 + len(THEMES)
    assert all(line.count("|") == len(SIGHTS) + 2 for line in lines)
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[2:]] == list(THEMES)


def test_the_table_in_the_documentation_is_right() -> None:
    page = (ASSETS.parent / "docs" / "pictures.md").read_text(encoding="utf-8")
    assert "\n".join(safety_table()) in page
