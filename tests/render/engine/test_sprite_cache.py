"""The cache of sprites counts the bytes of what it keeps."""

from __future__ import annotations

from PIL import Image

from bot.render.engine.sprite_cache import MOST_BYTES, SPRITES, drawn_once, size_in_bytes


def test_results_are_kept_by_their_last_use() -> None:
    drawn: list[int] = []

    @drawn_once
    def third(number: int) -> bytes:
        drawn.append(number)
        return bytes(MOST_BYTES // 3)

    for number in (1, 2, 3, 1, 4, 1, 2):
        third(number)
    assert drawn == [1, 2, 3, 4, 2]
    SPRITES.clear()


def test_all_pictures_of_a_result_count() -> None:
    one = Image.new("RGB", (10, 20))
    assert size_in_bytes(one) > 600
    assert size_in_bytes(((one, 5), one, b"abc")) > 2 * size_in_bytes(one)
