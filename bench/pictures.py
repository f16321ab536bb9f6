"""Pictures: drawing and encoding, compared with encoding alone of the same picture."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial

from bot.lab import gallery, samples
from bot.render import Canvas, design_of
from bot.render.engine.canvas import STRIPS
from bot.render.engine.cloth import Rows
from bot.render.engine.strips import HEIGHT, packed, png_file
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.table import paint_table

from .timing import Figure, in_turns

ROUNDS = 150


async def figures() -> AsyncIterator[Figure]:
    """Every figure of pictures."""
    design = design_of()
    tables, hands = samples.tables(), samples.hands()
    recipes: dict[str, Callable[[], Canvas]] = {
        f"table, {name}": partial(paint_table, design, tables[name], gallery.INITIALS)
        for name in ("2-early", "4-late", "6-full")
    }
    hand = partial(paint_hand, design, hands["phase-down"], gallery.INITIALS)
    recipes["hand with the table below"] = hand
    for name, recipe in recipes.items():
        yield await _drawn(name, recipe)


async def _drawn(name: str, recipe: Callable[[], Canvas]) -> Figure:
    def draw() -> bytes:
        STRIPS.clear()
        return recipe().png()

    png, canvas = draw(), recipe()
    image, _, portraits = canvas.drawn()
    rows = Rows(image, bytearray(image.crop((-1, 0, *image.size)).tobytes()))
    colours = canvas.palette.table(portraits, canvas.tone)

    def encode() -> bytes:
        cuts = [*range(0, image.height, HEIGHT), image.height]
        return png_file(image.size, colours, packed(rows, cuts))

    own, floor = await in_turns(draw, encode, rounds=ROUNDS)
    return Figure(name, own, "encoding alone", floor, f"{len(png):,} bytes")
