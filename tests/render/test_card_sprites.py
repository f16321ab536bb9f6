"""Card sprites are kept small, and look no different for it."""

from __future__ import annotations

import pytest

from bot.render import cards
from bot.render.layout import GROUP_CARD, HAND_CARD, PILE_CARD
from bot.render.theme import THEMES, load_theme, shaded
from bot.rules.cards import SKIP, WILD, WILD_AS_COLOUR, WILD_AS_NUMBER, Card, Colour, natural

FACES = (
    *(natural(colour, number) for colour in Colour for number in range(1, 13)),
    *(SKIP, WILD, *WILD_AS_COLOUR.values(), *WILD_AS_NUMBER.values()),
)
draw = cards.card_sprite.__wrapped__  # past the cache


def modes(card: Card, width: int) -> set[str]:
    return {image.mode for _, _, image, _ in draw(load_theme("standard"), card, width).parts}


@pytest.mark.parametrize("name", THEMES)
def test_large_faces_are_kept_in_few_bytes_without_a_pixel_changed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = [
        (theme, card, slim)
        for theme in (load_theme(name), shaded(load_theme(name)))
        for card in FACES
        for slim in (False, True)
    ]
    kept = [draw(theme, card, HAND_CARD, slim=slim) for theme, card, slim in looks]
    assert all("P" in {part[2].mode for part in sprite.parts} for sprite in kept)
    monkeypatch.setattr(cards, "LARGE", HAND_CARD**3)
    for (theme, card, slim), sprite in zip(looks, kept, strict=True):
        plain = draw(theme, card, HAND_CARD, slim=slim)
        assert {part[2].mode for part in plain.parts} == {"RGB"}
        assert [each.tobytes() for each in sprite.whole()] == [
            each.tobytes() for each in plain.whole()
        ]


def test_faces_that_are_shown_by_the_dozen_are_kept_as_they_are_pasted() -> None:
    assert modes(WILD, PILE_CARD) == {"RGB", "P"}
    assert modes(WILD, GROUP_CARD) == {"RGB"}
