"""Card colours can be distinguished, measured for normal and three kinds of colour-blind sight."""

from __future__ import annotations

import pytest

from bot import ASSETS
from bot.render.engine.theme import THEMES
from scripts.colour_safety import SIGHTS, nearest, oklab, safety_table

FLOORS = {  # of the least distance: for normal sight, and for the least of all kinds
    "standard": (17, 4.5),
    "colour-blind": (23, 13),
    "high-contrast": (23, 12),
    "playing-cards": (11, 3.5),
}


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_card_colours_are_too_near(theme: str) -> None:
    normal, least = FLOORS[theme]
    assert nearest(theme, "normal")[0] >= normal
    assert min(nearest(theme, sight)[0] for sight in SIGHTS) >= least


def test_the_table_in_the_documentation_is_right() -> None:
    page = (ASSETS.parent / "docs" / "pictures.md").read_text(encoding="utf-8")
    assert "\n".join(safety_table()) in page


def test_oklab_of_known_colours() -> None:
    assert oklab((255, 0, 0)) == pytest.approx((62.80, 22.49, 12.58), abs=0.01)
    assert oklab((0, 0, 255)) == pytest.approx((45.20, -3.25, -31.15), abs=0.01)
    for sight in SIGHTS:
        assert oklab((255, 255, 255), sight) == pytest.approx((100, 0, 0), abs=0.01)
