"""Card sprites are small in memory, without a change of their pixels."""

from __future__ import annotations

from itertools import product

import pytest
from PIL import Image

from bot.render import sprites
from bot.render.layout import GROUP_CARD, HAND_CARD, PILE_CARD
from bot.render.theme import THEMES, load_theme, shaded
from bot.rules.cards import SKIP, WILD, WILD_AS_COLOUR, WILD_AS_NUMBER, Card, Colour, natural

FACES = (
    *(natural(colour, number) for colour in Colour for number in range(1, 13)),
    *(SKIP, WILD, *WILD_AS_COLOUR.values(), *WILD_AS_NUMBER.values()),
)
draw = sprites.card_sprite.__wrapped__  # past the cache


def modes(card: Card, width: int) -> set[str]:
    return {image.mode for _, _, image, _ in draw(load_theme("standard"), card, width).parts}


@pytest.mark.parametrize("name", THEMES)
def test_large_faces_are_kept_in_few_bytes_without_a_pixel_changed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack, pieces = sprites._packed, []

    def packed(image: Image.Image) -> Image.Image:
        pieces.append((image, pack(image)))
        return pieces[-1][1]

    monkeypatch.setattr(sprites, "_packed", packed)
    looks = list(product((load_theme(name), shaded(load_theme(name))), FACES, (False, True)))
    for theme, card, slim in looks:
        draw(theme, card, HAND_CARD, slim=slim)
    assert len(pieces) >= len(looks)
    for plain, small in pieces:
        assert (plain.mode, small.mode) == ("RGB", "P")
        assert small.convert("RGB").tobytes() == plain.tobytes()


def test_faces_that_are_shown_by_the_dozen_are_kept_as_they_are_pasted() -> None:
    assert modes(WILD, PILE_CARD) == {"RGB", "P"}
    assert modes(WILD, GROUP_CARD) == {"RGB"}
