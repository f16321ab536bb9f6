"""What the pictures take from Pillow's inside, which its next version may change.

Public calls draw the same, and take 45 percent more processor time a picture. If a test here fails
after an update, keep the earlier Pillow in ``pyproject.toml``, then put the public call that the
test names in the place of the private one.
"""

from __future__ import annotations

from typing import cast

from PIL import Image

RAMP = Image.linear_gradient("L").resize((16, 16))
INVERTED = [255 - value for value in range(256)]
MASK = RAMP.point(lambda value: 255 if value > 127 else 0, "1")
CORNER = (4, 4, 20, 20)


def test_the_core_maps_values_as_point_does() -> None:
    """``ImagingCore.point`` and ``Image._new`` in ``lookup_table.py``: ``Image.point``."""
    inside = RAMP._new(RAMP.im.point(INVERTED, None))
    assert inside.tobytes() == RAMP.point(INVERTED).tobytes()
    mask = RAMP._new(RAMP.im.point(INVERTED, "1"))
    assert mask.tobytes() == RAMP.point(INVERTED, "1").tobytes()


def test_the_core_pastes_below_a_mask_as_paste_does() -> None:
    """``ImagingCore.paste`` in ``lookup_table.py`` and ``canvas.py``: ``Image.paste``."""
    for source in (7, RAMP):
        inside = Image.new("L", (24, 24))
        public = inside.copy()
        inside.im.paste(source if isinstance(source, int) else source.im, CORNER, MASK.im)
        public.paste(source, CORNER, MASK)
        assert inside.tobytes() == public.tobytes()


def test_the_core_crops_as_crop_does() -> None:
    """``ImagingCore.crop`` in ``lookup_table.py``: ``Image.crop``."""
    assert RAMP._new(RAMP.im.crop((3, 2, 9, 9))).tobytes() == RAMP.crop((3, 2, 9, 9)).tobytes()


def test_the_core_writes_into_the_memory_of_a_picture() -> None:
    """``Image.frombuffer`` of a bytearray in ``cloth.py``: ``Image.tobytes`` before the file."""
    rows = bytearray(3 * 4 + 1)
    after_zero = cast("bytes", memoryview(rows)[1:])
    picture = Image.frombuffer("L", (3, 3), after_zero, "raw", "L", 4, 1)
    picture.im.paste(9, (1, 1, 3, 3), MASK.resize((2, 2)).point(lambda _: 255, "1").im)
    assert bytes(rows) == bytes([0, 0, 0, 0, 0, 0, 9, 9, 0, 0, 9, 9, 0])
