"""Themes: complete, legible, and small enough for one palette."""

from __future__ import annotations

import tomllib

import pytest

from bot.render import design_of
from bot.render.engine.palette import FOR_FACES, LARGEST, palette_of, room_for_faces
from bot.render.engine.shapes import SIGNS
from bot.render.engine.theme import FOLDER, THEMES, contrast, load_theme
from bot.rules.cards import Colour

themes = pytest.mark.parametrize("name", THEMES)
SHARED = {
    *("text", "gold", "good", "bad", "cross", "done", "wild", "wild_low", "skip", "skip_low"),
    *(
        "enamel",
        "enamel_low",
        "brass",
        "brass_light",
        "brass_dark",
        "silver",
        "silver_light",
        "silver_dark",
        "bronze",
    ),
    *("paper", "paper_shade", "paper_line", "ink", "ink_muted", "back", "back_low", "back_light"),
}
"""Colours of things that may look alike in any room."""


def test_contrast_of_black_and_white() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1


@themes
def test_every_colour_has_a_look_and_a_sign_of_its_own(name: str) -> None:
    cards = load_theme(name).cards
    assert set(cards) == set(Colour)
    assert len({look.sign for look in cards.values()}) == len(Colour)
    assert all(look.sign in SIGNS for look in cards.values())


@themes
def test_every_number_has_a_label_of_its_own(name: str) -> None:
    theme = load_theme(name)
    assert len(theme.labels) == len({*theme.labels, theme.wild}) - 1 == 12


@themes
def test_no_letters_are_too_small_for_a_phone(name: str) -> None:
    assert all(size >= 44 for _, size in load_theme(name).styles.values())


@themes
def test_the_palette_holds_every_colour(name: str) -> None:
    theme = load_theme(name)
    palette = palette_of(theme).colours
    assert len(palette) == len(set(palette)) < LARGEST
    assert set(theme.colours.values()) <= set(palette)
    assert room_for_faces(theme) >= FOR_FACES


@themes
def test_every_theme_has_the_same_parts(name: str) -> None:
    theme, model = load_theme(name), load_theme(THEMES[0])
    assert set(theme.colours) == set(model.colours)
    assert set(theme.styles) == set(model.styles)
    assert len(theme.seats) == len(set(theme.seats)) == 6


@pytest.mark.parametrize("name", THEMES[1:])
def test_a_theme_states_every_colour_of_its_room(name: str) -> None:
    stated = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["colours"]
    assert set(stated) | SHARED >= set(load_theme(THEMES[0]).colours)


def test_playing_cards_are_numbered_from_two_to_king() -> None:
    theme = load_theme("playing-cards")
    assert theme.labels == ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    assert theme.wild == "A"
    assert {look.sign for look in theme.cards.values()} == {
        "spade",
        "heart",
        "gem",
        "club",
        "star",
    }


def test_the_themes_are_the_files() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(THEMES)
    assert THEMES == ("standard", "colour-blind", "high-contrast", "playing-cards")


@pytest.mark.parametrize("name", ["../standard", "", "Standard", "none"])
def test_an_unknown_theme_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no theme named"):
        design_of(name)
