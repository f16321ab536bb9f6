"""Pictures: drawing and encoding, compared with Pillow's encoding of the same picture."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from io import BytesIO

from PIL import Image

from bot.lab import gallery, samples
from bot.render import Canvas, make_design
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.table import paint_table

from .timing import Figure, in_turns

ROUNDS = 150


async def figures() -> AsyncIterator[Figure]:
    """Every figure of pictures."""
    design = make_design()
    tables = samples.tables()
    hands = samples.hands()
    recipes: dict[str, Callable[[], Canvas]] = {
        f"table, {name}": partial(paint_table, design, tables[name], gallery.INITIALS)
        for name in ("2-early", "4-late", "6-full")
    }
    hand = partial(paint_hand, design, hands["phase-down"], gallery.INITIALS)
    recipes["hand with the table below"] = hand
    for name, recipe in recipes.items():
        yield await _drawn(name, recipe)


async def _drawn(name: str, recipe: Callable[[], Canvas]) -> Figure:
    png = recipe().png()
    with Image.open(BytesIO(png)) as picture:
        picture.load()

    def encode() -> None:
        picture.save(BytesIO(), "PNG", compress_level=1)

    own, floor = await in_turns(lambda: recipe().png(), encode, rounds=ROUNDS)
    return Figure(name, own, "Pillow's PNG, level 1", floor, f"{len(png):,} bytes")
