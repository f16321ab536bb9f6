"""Faces of cards and dice as emojis: small files, all different, in every theme."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from bot.cards.cards import Card
from bot.dice.dice import Face
from bot.render import THEMES
from bot.render.pictures.emoji import EMOJI_CARDS, EMOJI_FACES, SIZE, emoji_face

SHOWN = 22  # pixels of an emoji in a button
LARGEST = 256 * 1024  # what Discord takes
drawn = cache(emoji_face)


@pytest.mark.parametrize("theme", THEMES)
def test_everything_has_a_small_square_face_with_clear_corners(theme: str) -> None:
    for card in (*EMOJI_CARDS, *EMOJI_FACES):
        file = drawn(theme, card)
        image = Image.open(BytesIO(file))
        assert image.size == (SIZE, SIZE)
        assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
        assert len(file) < LARGEST / 16
    assert emoji_face(theme, card) == file


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("faces", [EMOJI_CARDS, EMOJI_FACES], ids=["cards", "dice"])
def test_faces_differ_at_the_size_of_a_button_also_without_colours(
    faces: tuple[Card | Face, ...], theme: str
) -> None:
    seen: set[tuple[bool, ...]] = set()
    for card in faces:
        image = Image.open(BytesIO(drawn(theme, card))).convert("RGBA")
        ground = Image.new("RGBA", image.size, "#4e5058")
        shown = Image.alpha_composite(ground, image).resize((SHOWN, SHOWN)).convert("L")
        face = shown.getpixel((SHOWN // 2, 2))
        ink = [abs(value - face) > 60 for value in shown.tobytes()]  # type: ignore[operator]
        seen.add(tuple(ink))
    assert len(seen) == len(faces)
