"""Card colours can be distinguished, measured for normal and three kinds of colour-blind sight."""

from __future__ import annotations

import pytest

from bot import ASSETS
from bot.render.engine.theme import THEMES
from scripts.colour_safety import (
    SIGHTS,
    Lab,
    card_colours,
    ciede2000,
    lab,
    least_differences,
    nearest,
    safety_table,
)

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


# Sharma, Wu and Dalal 2005, table 1: L, a, b of two colours and their difference.
PUBLISHED = """
50.0000 2.6772 -79.7751 50.0000 0.0000 -82.7485 2.0425
50.0000 3.1571 -77.2803 50.0000 0.0000 -82.7485 2.8615
50.0000 2.8361 -74.0200 50.0000 0.0000 -82.7485 3.4412
50.0000 -1.3802 -84.2814 50.0000 0.0000 -82.7485 1.0000
50.0000 -1.1848 -84.8006 50.0000 0.0000 -82.7485 1.0000
50.0000 -0.9009 -85.5211 50.0000 0.0000 -82.7485 1.0000
50.0000 0.0000 0.0000 50.0000 -1.0000 2.0000 2.3669
50.0000 -1.0000 2.0000 50.0000 0.0000 0.0000 2.3669
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0009 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0010 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0011 7.2195
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0012 7.2195
50.0000 -0.0010 2.4900 50.0000 0.0009 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0010 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0011 -2.4900 4.7461
50.0000 2.5000 0.0000 50.0000 0.0000 -2.5000 4.3065
50.0000 2.5000 0.0000 73.0000 25.0000 -18.0000 27.1492
50.0000 2.5000 0.0000 61.0000 -5.0000 29.0000 22.8977
50.0000 2.5000 0.0000 56.0000 -27.0000 -3.0000 31.9030
50.0000 2.5000 0.0000 58.0000 24.0000 15.0000 19.4535
50.0000 2.5000 0.0000 50.0000 3.1736 0.5854 1.0000
50.0000 2.5000 0.0000 50.0000 3.2972 0.0000 1.0000
50.0000 2.5000 0.0000 50.0000 1.8634 0.5757 1.0000
50.0000 2.5000 0.0000 50.0000 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""
PAIRS = [tuple(map(float, line.split())) for line in PUBLISHED.split("\n") if line]


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_published_differences(pair: tuple[float, ...]) -> None:
    one: Lab = (pair[0], pair[1], pair[2])
    other: Lab = (pair[3], pair[4], pair[5])
    assert ciede2000(one, other) == pytest.approx(pair[6], abs=0.00005)
    assert ciede2000(other, one) == pytest.approx(pair[6], abs=0.00005)


def test_lab_of_known_colours() -> None:
    assert lab((255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.01)
    assert lab((0, 0, 0)) == pytest.approx((0, 0, 0), abs=0.01)
    assert lab((255, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert lab((0, 0, 255)) == pytest.approx((32.30, 79.19, -107.86), abs=0.02)


@pytest.mark.parametrize("sight", SIGHTS)
def test_greys_look_grey_to_everybody(sight: str) -> None:
    assert lab((128, 128, 128), sight) == pytest.approx(lab((128, 128, 128)), abs=0.01)


def test_kinds_of_sight_confuse_what_they_should() -> None:
    red_green = {"a": (190, 60, 60), "b": (105, 100, 50)}
    blue_green = {"a": (30, 130, 200), "b": (30, 150, 140)}
    normal = nearest(red_green, "normal").difference
    assert nearest(red_green, "protanopia").difference < normal / 2
    assert nearest(red_green, "deuteranopia").difference < normal / 2
    assert (
        nearest(blue_green, "tritanopia").difference < nearest(blue_green, "normal").difference / 2
    )


def test_the_nearest_pair_is_named() -> None:
    found = nearest({"a": (0, 0, 0), "b": (255, 255, 255), "c": (250, 250, 250)}, "normal")
    assert {found.one, found.other} == {"b", "c"}
