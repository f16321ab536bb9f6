"""The cache of sprites: equal arguments, a bound in bytes, and what is forgotten first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from bot.render.engine import sprite_cache
from bot.render.engine.sprite_cache import SpriteCache, size_in_bytes

Draw = Callable[[float, int], Callable[[], Image.Image]]


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Draw:
    """Makes functions that draw a square with a side in some seconds of a clock of their own."""
    now = [0.0]
    monkeypatch.setattr(sprite_cache, "perf_counter", lambda: now[0])

    def drawing(seconds: float, side: int) -> Callable[[], Image.Image]:
        def drawn() -> Image.Image:
            now[0] += seconds
            return Image.new("L", (side, side))

        return drawn

    return drawing


def test_what_is_cheap_for_its_bytes_is_forgotten_first(draw: Draw) -> None:
    cache = SpriteCache(2_000_000)
    dear = cache.get("dear", draw(1, 20))
    cheap = [cache.get(n, draw(1, 400)) for n in range(60)]
    assert cache.bytes <= cache.most_bytes
    assert cache.get("dear", draw(1, 20)) is dear
    assert cache.get(59, draw(1, 400)) is cheap[-1]
    assert cache.get(0, draw(1, 400)) is not cheap[0]


def test_what_is_not_used_is_forgotten_in_the_end(draw: Draw) -> None:
    cache = SpriteCache(200_000)
    dear, used = cache.get("dear", draw(5, 300)), cache.get("used", draw(1, 100))
    for n in range(60):
        cache.get(n, draw(1, 250))
        assert cache.get("used", draw(1, 100)) is used
    assert cache.get("dear", draw(5, 300)) is not dear


def test_what_takes_long_inside_of_another_is_not_its_cost(draw: Draw) -> None:
    cache = SpriteCache(300_000)
    part = draw(9, 20)

    def whole() -> Image.Image:
        cache.get("part", part)
        return draw(1, 500)()

    first = cache.get("whole", whole)
    cache.get("other", draw(1, 300))
    assert cache.get("whole", whole) is not first


def test_all_pictures_of_a_result_count() -> None:
    one = Image.new("RGB", (10, 20))
    assert size_in_bytes(one) > 600
    assert size_in_bytes(((one, 5), one, b"abc")) > 2 * size_in_bytes(one)
