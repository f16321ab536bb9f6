"""Every letter that is painted has enough contrast to all that it is painted on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from bot.render import canvas, cards, gallery, text
from bot.render.text import Mask
from bot.render.theme import RGB, THEMES, contrast

LEAST = dict.fromkeys(THEMES, 4.5) | {"high-contrast": 7.0}
SPECK = 0.02  # a share of a letter's ink too small to matter
UNUSED = (255, 0, 254)
SPRITES = (cards.card_sprite, cards.back_sprite, cards.tilted)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[tuple[RGB, RGB], float]]:
    """Contrasts of all inks and the grounds that they were really put on."""
    found: dict[tuple[RGB, RGB], float] = {}

    def write(image: Image.Image, drawn: Mask, at: tuple[int, int], ink: RGB) -> None:
        for ground in grounds(image, drawn, at):
            found[ink, ground] = contrast(ink, ground)
        text.write(image, drawn, at, ink)

    for module in (canvas, cards):
        monkeypatch.setattr(module, "write", write)
    for sprites in SPRITES:
        sprites.cache_clear()
    yield found
    for sprites in SPRITES:
        sprites.cache_clear()


def grounds(image: Image.Image, drawn: Mask, at: tuple[int, int]) -> list[RGB]:
    """The colours below the ink of a line."""
    x, y = at[0] + drawn.left, at[1] + drawn.top
    below = image.crop((x, y, x + drawn.image.width, y + drawn.image.height)).convert("RGB")
    solid = drawn.image.point([255 * (value > 250) for value in range(256)])
    inked = Image.composite(below, Image.new("RGB", below.size, UNUSED), solid)
    counts = dict(found[::-1] for found in inked.getcolors(inked.width * inked.height) or ())
    counts.pop(UNUSED, None)
    enough = SPECK * sum(counts.values())
    return [rgb(colour) for colour, count in counts.items() if count >= enough]


def rgb(colour: object) -> RGB:
    assert isinstance(colour, tuple)
    red, green, blue = colour
    return red, green, blue


@pytest.mark.parametrize("theme", THEMES)
def test_everything_written_can_be_read(theme: str, painted: dict[tuple[RGB, RGB], float]) -> None:
    for _, draw in gallery.painters(theme):
        draw()
    poor = {pair: round(value, 2) for pair, value in painted.items() if value < LEAST[theme]}
    assert len(painted) > 60
    assert poor == {}


def test_a_pale_letter_would_be_found(painted: dict[tuple[RGB, RGB], float]) -> None:
    ground = Image.new("RGB", (200, 100), (200, 200, 200))
    drawn = text.mask("Mia", "Inter-Bold.otf", 42)
    vars(canvas)["write"](ground, drawn, (20, 60), (230, 230, 230))
    assert min(painted.values()) < 1.5
