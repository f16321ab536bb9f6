"""Sprites of cards: their sizes, turns, and shadows."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from bot.cards.cards import SKIP, WILD, WILD_AS_COLOUR, WILD_AS_NUMBER, Colour, natural
from bot.render.engine import Pose, card_height
from bot.render.engine.card_faces import LARGE, outline
from bot.render.engine.palette import build_palette
from bot.render.engine.sprites import HELD, card_sprite, make_shadow
from bot.render.engine.theme import THEMES, load_theme
from bot.render.pieces.group_rows import LEAST_SHARE
from bot.render.pieces.hand_layout import FAN_CARDS, PAIR_CARD, SEAT_STYLE

FACES = (
    *(natural(colour, number) for colour in Colour for number in range(1, 13)),
    *(SKIP, WILD, *WILD_AS_COLOUR.values(), *WILD_AS_NUMBER.values()),
)


@pytest.mark.parametrize(
    ("name", "width"),
    [
        *((name, 60) for name in THEMES),
        *((THEMES[0], width) for width in (SEAT_STYLE.card, FAN_CARDS[-1], PAIR_CARD)),
    ],
)
def test_every_face_differs_in_the_part_that_stays_visible(name: str, width: int) -> None:
    theme, share = load_theme(name), LEAST_SHARE
    box = (0, 0, round(width * share), card_height(width))
    shown = [card_sprite(theme, card, width, Pose(covered=True)) for card in FACES]
    parts = [sprite.image.crop(box).tobytes() for sprite in shown]
    assert len(set(parts)) == len(FACES)


def test_a_small_turned_card_has_as_large_a_number_as_an_upright_one() -> None:
    theme = load_theme("standard")
    ink = build_palette(theme).index(theme.cards[Colour.BLUE].ink)

    def inked(tenths: int) -> int:
        sprite = card_sprite(theme, natural(Colour.BLUE, 8), LARGE - 20, Pose(tenths))
        return sprite.image.histogram()[ink]

    assert inked(20) == pytest.approx(inked(0), rel=0.15)


@pytest.mark.parametrize("reach", [None, 20])
def test_what_lies_below_a_thing_is_not_dimmed_twice(reach: int | None) -> None:
    cover = outline(100)
    for x, y, where in make_shadow(cover, 100, HELD, reach).contact:
        seen = Image.new("L", cover.size)
        seen.paste(where, (x, y))
        assert where.getbbox() == (0, 0, *where.size)
        assert (
            ImageChops.multiply(seen, cover.point([255 * (v > 200) for v in range(256)])).getbbox()
            is None
        )
