"""``python -m bench``: measure, print the table, write bench.json."""

from __future__ import annotations

import asyncio
import json
import platform
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from . import clicks, cups, pictures, rules, scale, storage
from .timing import Figure

OUT = Path("bench.json")
PARTS: dict[str, Callable[[], Iterable[Figure]]] = {
    "rules": rules.figures,
    "players": rules.players,
    "pictures": pictures.figures,
    "storage": lambda: asyncio.run(storage.actions()),
    "boards": lambda: asyncio.run(storage.boards()),
    "clicks": lambda: asyncio.run(clicks.figures()),
    "scale": scale.figures,
    "cups": lambda: asyncio.run(cups.figures()),
}


def main(wanted: list[str]) -> int:
    """Measure the named parts, or all."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.stderr.write(f"There is no part {unknown[0]!r}; there are: {', '.join(PARTS)}.\n")
        return 2
    console = Console(stderr=True)
    measured: dict[str, list[Figure]] = {}
    for name in wanted or PARTS:
        console.print(f"measuring {name} …", style="dim")
        measured[name] = list(PARTS[name]())
    Console(width=None if sys.stdout.isatty() else 150).print(sheet(measured))
    write(measured)
    return 0


def sheet(measured: dict[str, list[Figure]]) -> Table:
    """The figures as a table."""
    table = Table("part", "what", box=None, pad_edge=False)
    for heading in ("median", "p99", "worst", "floor", "ratio"):
        table.add_column(heading, justify="right")
    table.add_column("floor is")
    table.add_column("more")
    for part, figures in measured.items():
        for figure in figures:
            table.add_row(part, figure.name, *_numbers(figure), figure.floor_name, figure.more)
    return table


def _numbers(figure: Figure) -> list[str]:
    times = [_time(time, figure.unit) for time in (figure.median, figure.p99, figure.worst)]
    floor = "" if figure.floor is None else _time(figure.floor, figure.unit)
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    return [*times, floor, ratio]


def _time(time: float, unit: str) -> str:
    """Format with three significant digits, or all digits before the point."""
    return f"{time:,.0f} {unit}" if time >= 100 else f"{time:.3g} {unit}"


def write(measured: dict[str, list[Figure]]) -> None:
    """Write bench.json: the figures, the Python version and the machine."""
    document = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "figures": [
            {"part": part, **asdict(figure), "ratio": figure.ratio}
            for part, figures in measured.items()
            for figure in figures
        ],
    }
    OUT.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
