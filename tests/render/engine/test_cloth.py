"""The cloth: light of one lamp in the levels of the palette."""

from __future__ import annotations

from PIL import Image

from bot.render.engine.cloth import Lamp, dithered, lamp_light
from bot.render.engine.theme import LEVELS

SIZE = (1200, 800)


def level(picture: Image.Image, x: int, y: int) -> float:
    """The average level of 20 by 20 pixels."""
    values = picture.crop((x - 10, y - 10, x + 10, y + 10)).tobytes()
    return sum(values) / len(values)


def test_the_cloth_is_brightest_below_the_lamp() -> None:
    cloth = dithered(lamp_light(SIZE, Lamp(0.25, 0.5, 300)), SIZE).image
    below, beside, far = (level(cloth, x, 400) for x in (300, 600, 1100))
    assert below > beside > far


def test_levels_are_those_of_the_palette() -> None:
    cloth = dithered(lamp_light(SIZE, Lamp(power=1.0)), SIZE).image
    assert 0 <= min(cloth.tobytes()) < max(cloth.tobytes()) < LEVELS


def test_between_two_levels_threads_of_both_alternate() -> None:
    for light in range(17, 34):
        values = set(dithered(Image.new("L", (8, 8), light), (16, 16)).image.tobytes())
        assert values <= {1, 2}
    assert set(dithered(Image.new("L", (8, 8), 25), (16, 16)).image.tobytes()) == {1, 2}


def test_the_default_lamp_is_no_brighter_than_words_allow() -> None:
    assert max(dithered(lamp_light(SIZE, Lamp()), SIZE).image.tobytes()) <= 9


def test_an_even_cloth_has_one_level() -> None:
    assert set(dithered(lamp_light(SIZE, Lamp(), even=True), SIZE).image.tobytes()) == {0}
