"""Themes: complete, legible, and small enough for one palette."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.render.palette import LARGEST, palette_colours
from bot.render.shapes import SIGNS
from bot.render.theme import contrast, load_theme, theme_names
from bot.rules.cards import Colour

GROUNDS = {
    "text": ("cloth", "cloth_light", "panel", "panel_turn", "back"),
    "muted": ("cloth", "cloth_light", "panel", "panel_turn"),
    "glow": ("cloth", "panel", "panel_turn"),
    "good": ("cloth", "panel", "panel_turn"),
    "bad": ("panel",),
    "ink": ("paper", "paper_shade"),
    "ink_muted": ("paper", "paper_shade"),
    "cross": ("paper", "paper_shade"),
    "wild_text": ("wild",),
    "skip_text": ("skip",),
    "panel": ("good", "glow", "muted"),
}

themes = pytest.mark.parametrize("name", theme_names())


def test_contrast_of_black_and_white() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1


@themes
def test_text_is_legible_on_its_grounds(name: str) -> None:
    theme = load_theme(name)
    for ink, grounds in GROUNDS.items():
        for ground in grounds:
            assert contrast(theme[ink], theme[ground]) >= 4.5, (ink, ground)
    for seat in theme.seats:
        assert contrast(theme["ink"], seat) >= 4.5


@themes
def test_numbers_are_legible_on_their_cards(name: str) -> None:
    looks = load_theme(name).cards.values()
    assert all(contrast(look.text, look.face) >= 4.5 for look in looks)


@themes
def test_every_colour_has_a_look_and_a_sign_of_its_own(name: str) -> None:
    cards = load_theme(name).cards
    assert set(cards) == set(Colour)
    assert len({look.sign for look in cards.values()}) == len(Colour)
    assert all(look.sign in SIGNS for look in cards.values())


@themes
def test_card_colours_are_well_apart(name: str) -> None:
    faces = [look.face for look in load_theme(name).cards.values()]
    for one, other in combinations(faces, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) > 60**2


@themes
def test_no_letters_are_too_small_for_a_phone(name: str) -> None:
    assert all(size >= 34 for _, size in load_theme(name).styles.values())


@themes
def test_the_palette_holds_every_colour(name: str) -> None:
    theme = load_theme(name)
    palette = palette_colours(theme)
    assert len(palette) == len(set(palette)) < LARGEST
    assert set(theme.colours.values()) <= set(palette)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme named"):
        load_theme("../standard")
