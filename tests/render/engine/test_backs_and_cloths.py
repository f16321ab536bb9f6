"""Backs of cards and table cloths: what they change, and that everything stays legible."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.lab import samples
from bot.render import BACKS, CLOTHS, THEMES, make_design
from bot.render.engine.palette import OF_CLOTH
from bot.render.engine.theme import LEVELS, contrast, load_theme, tinted
from bot.render.pictures.hand import paint_hand
from bot.results.achievements import ACHIEVEMENTS, UNLOCKS, Grade, unlocked

HAND = samples.hands()["looking"]


@pytest.mark.parametrize("theme", THEMES)
def test_letters_keep_their_contrast_on_every_cloth(theme: str) -> None:
    look = load_theme(theme)
    for cloth in CLOTHS.values():
        for name in OF_CLOTH[:3]:
            ground = tinted(look[name], cloth.tone)
            for ink in ("text", "muted", "gold"):
                usual = contrast(look[ink], look[name])
                assert contrast(look[ink], ground) == pytest.approx(usual, rel=0.06)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", BACKS)
def test_a_count_is_legible_on_every_back(theme: str, name: str) -> None:
    look, back = load_theme(theme), BACKS[name]
    assert contrast(look["paper"], look[back.ground]) >= 4.5
    assert contrast(look[back.ink], look[back.ground]) >= 1.6


@pytest.mark.parametrize("cloth", CLOTHS)
def test_a_cloth_changes_the_cloth_alone(cloth: str) -> None:
    plain, changed = (
        Image.open(BytesIO(paint_hand(make_design(cloth=each), HAND).png())) for each in ("", cloth)
    )
    assert plain.getpalette() != changed.getpalette()
    levels = [min(n, LEVELS) for n in range(256)]
    others = [0 if n < LEVELS else n for n in range(256)]
    # Where one has a level of the cloth, the other has one, too; all else is the same.
    one, other = (Image.frombytes("L", each.size, each.tobytes()) for each in (plain, changed))
    assert ImageChops.difference(one.point(others), other.point(others)).getbbox() is None
    assert ImageChops.difference(one.point(levels), other.point(levels)).getbbox() is not None


def test_everything_that_can_be_chosen_is_unlocked_by_something() -> None:
    assert UNLOCKS.keys() == {*BACKS, *CLOTHS}
    assert {name for name, _ in UNLOCKS.values()} <= ACHIEVEMENTS.keys()
    assert unlocked({}) == set()
    assert unlocked({"games": Grade.BRONZE, "wins": Grade.GOLD}) == {"stars"}
