"""Themes: complete, legible, and small enough for one palette."""

from __future__ import annotations

import tomllib

import pytest

from bot.cards.cards import Colour
from bot.render import make_design
from bot.render.engine.palette import LARGEST, build_palette, room_for_faces
from bot.render.engine.shapes import SIGNS
from bot.render.engine.theme import FOLDER, THEMES, load_theme

SHARED = {
    *("text", "gold", "good", "bad", "cross", "done", "wild", "wild_low", "skip", "skip_low"),
    *("enamel", "enamel_low", "brass", "brass_light", "brass_dark", "bronze"),
    *("silver", "silver_light", "silver_dark"),
    *("paper", "paper_shade", "paper_line", "ink", "ink_muted", "back", "back_low", "back_light"),
}
"""Colours of things that may look alike in any room."""


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_complete_and_legible_and_its_colours_fit_a_palette(name: str) -> None:
    theme, model = load_theme(name), load_theme(THEMES[0])
    assert (set(theme.colours), set(theme.styles)) == (set(model.colours), set(model.styles))
    assert len(theme.seats) == len(set(theme.seats)) == 6
    assert set(theme.cards) == set(Colour)
    assert len({look.sign for look in theme.cards.values()} & {*SIGNS}) == len(Colour)
    assert len(theme.labels) == len({*theme.labels, theme.wild}) - 1 == 12
    assert all(size >= 44 for _, size in theme.styles.values())  # for a phone
    palette = build_palette(theme).colours
    assert len(palette) == len(set(palette)) < LARGEST
    assert set(theme.colours.values()) <= set(palette)
    assert room_for_faces(theme) >= 70


@pytest.mark.parametrize("name", THEMES[1:])
def test_a_theme_states_every_colour_of_its_room(name: str) -> None:
    stated = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["colours"]
    assert set(stated) | SHARED >= set(load_theme(THEMES[0]).colours)


def test_the_themes_are_the_files() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(THEMES)


@pytest.mark.parametrize("name", ["../standard", "", "Standard", "none"])
def test_an_unknown_theme_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no theme named"):
        make_design(name)
