"""``python -m bench [PART …]`` measures the parts next to their floors, and prints a table."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable

from rich.console import Console
from rich.table import Table

from . import clicks, pictures, rules, scale, storage
from .timing import Figure

PARTS: dict[str, Callable[[], AsyncIterator[Figure]]] = {
    "rules": rules.figures,
    "pictures": pictures.figures,
    "storage": storage.figures,
    "clicks": clicks.figures,
    "scale": scale.figures,
}


async def main(wanted: list[str]) -> int:
    """Measure the named parts, or all."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.stderr.write(f"There is no part {unknown[0]!r}; there are: {', '.join(PARTS)}.\n")
        return 2
    table = Table("part", "what", box=None, pad_edge=False)
    for heading in ("median", "p99", "floor", "ratio"):
        table.add_column(heading, justify="right")
    for heading in ("floor is", "more"):
        table.add_column(heading)
    for name in wanted or PARTS:
        sys.stderr.write(f"measuring {name} …\n")
        async for figure in PARTS[name]():
            table.add_row(name, *figure.cells())
    Console(width=None if sys.stdout.isatty() else 150).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
