"""Pictures: drawing and encoding, compared with encoding alone of the same picture."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

from bot.lab import gallery, samples
from bot.render import Canvas, design_of
from bot.render.engine.canvas import STRIPS
from bot.render.engine.cloth import Rows
from bot.render.engine.strips import HEIGHT, packed, png_file
from bot.render.pictures.board import paint_board
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.stats import paint_stats
from bot.render.pictures.table import paint_table

from .timing import Figure, figure, in_turns

ROUNDS = 150


def figures() -> Iterator[Figure]:
    """Every figure of pictures."""
    design = design_of()
    tables, hands = samples.tables(), samples.hands()
    for name in ("2-early", "4-late", "6-late", "6-full"):
        recipe = partial(paint_table, design, tables[name], gallery.INITIALS)
        yield _drawn(f"table, {name} (seats)", recipe)
    for name in ("looking", "11-cards-run", "phase-down"):
        recipe = partial(paint_hand, design, hands[name], gallery.INITIALS)
        yield _drawn(f"hand with the table below, {name}", recipe)
    stats = samples.members()["many"]
    yield _drawn("leaderboard, 10 rows", partial(paint_board, design, samples.boards()["rating"]))
    yield _drawn("figures of a member", partial(paint_stats, design, stats))
    yield first_picture()


def _drawn(name: str, recipe: Callable[[], Canvas]) -> Figure:
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

    own, floor = in_turns(draw, encode, rounds=ROUNDS)
    size = f"{len(png):,} bytes"
    return figure(name, own, floor=("encoding alone", floor), more=size)


_FIRST = """
import time
began = time.perf_counter()
from bot.lab import gallery, samples
from bot.render import design_of
from bot.render.pictures.table import paint_table
ready = time.perf_counter()
paint_table(design_of(), samples.tables()["4-late"], gallery.INITIALS).png()
print(time.perf_counter() - ready, ready - began)
"""


def first_picture() -> Figure:
    """The first picture of a process, without imports."""
    drawn, imports = [], []
    for _ in range(5):
        output = subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-c", _FIRST], capture_output=True, text=True, check=True
        ).stdout.split()
        drawn.append(float(output[0]))
        imports.append(float(output[1]))
    more = f"imports {min(imports) * 1000:.0f} ms"
    return figure("first picture of a process", drawn, more=more)
