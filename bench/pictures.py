"""Pictures: drawing and encoding, compared with encoding alone of the same picture."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO

from PIL import Image

from bot.lab import gallery, samples
from bot.render import HandOrder, Renderer
from bot.render.engine.palette import LEVEL
from bot.scores.results import MemberStats

from .timing import Figure, figure, in_turns

ROUNDS = 150


def figures() -> Iterator[Figure]:
    """Every figure of the renderer."""
    renderer = Renderer()
    tables, hands = dict(samples.tables()), dict(samples.hands())
    for name in ("2-early", "4-late", "6-late", "6-full"):
        draw = partial(renderer.table, tables[name], "en", gallery.LOOKS)
        yield _drawn(f"table, {name} (seats)", draw)
    for name in ("looking", "11-cards-run", "phase-down"):
        draw = partial(renderer.hand, hands[name], "en", HandOrder.NUMBER, gallery.LOOKS)
        yield _drawn(f"hand with the table below, {name}", draw)
    yield from _standings(renderer)
    yield first_picture()


def _standings(renderer: Renderer) -> Iterator[Figure]:
    board, stats = dict(samples.boards())["rating"], dict(samples.members())["many"]
    yield _drawn("leaderboard, 10 rows", partial(renderer.board, board, "en"))
    yield _drawn("figures of a member", partial(renderer.stats, stats, "en"))
    yield _drawn("rating over time", partial(_chart, renderer, stats))


def _chart(renderer: Renderer, stats: MemberStats) -> bytes:
    return renderer.rating_chart(stats, "en") or b""


def _drawn(name: str, draw: Callable[[], bytes]) -> Figure:
    png = draw()
    with Image.open(BytesIO(png)) as opened:
        opened.load()
        finished = opened.copy()
    own, floor = in_turns(
        draw, lambda: finished.save(BytesIO(), "PNG", compress_level=LEVEL), rounds=ROUNDS
    )
    size = f"{len(png):,} bytes"
    return figure(name, own, floor=("encoding alone", floor), more=size)


_FIRST = """
import time
began = time.perf_counter()
from bot.render import Renderer, gallery, samples
ready = time.perf_counter()
Renderer().table(dict(samples.tables())["4-late"], "en", gallery.LOOKS)
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
