"""``python -m bench [--at COMMIT] [PART …]`` measures the parts next to their floors, warm.

Each part runs twice, and the second run counts; ``scale`` runs once, in processes of its own.
``--at`` measures another commit with the benchmark that it has.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
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


def measure_at(commit: str, wanted: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        _run("git", "worktree", "add", "--quiet", "--detach", folder, commit)
        try:
            return _run(sys.executable, "-m", "bench", *wanted, cwd=folder)
        finally:
            _run("git", "worktree", "remove", "--force", folder)


def _run(*command: str, cwd: str | None = None) -> int:
    return subprocess.run(command, check=True, cwd=cwd).returncode  # noqa: S603  # typed by a maker


async def main(wanted: list[str]) -> int:
    """Measure the named parts, or all."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.stderr.write(f"There is no part {unknown[0]!r}; there are: {', '.join(PARTS)}.\n")
        return 2
    table = Table("part", "what", title="second run, warm", box=None, pad_edge=False)
    for heading in ("median", "p99", "floor", "ratio"):
        table.add_column(heading, justify="right")
    for heading in ("floor is", "more"):
        table.add_column(heading)
    for name in wanted or PARTS:
        if name != "scale":
            sys.stderr.write(f"warming {name} …\n")
            async for _ in PARTS[name]():
                pass
        sys.stderr.write(f"measuring {name} …\n")
        async for figure in PARTS[name]():
            table.add_row(name, *figure.cells())
    Console(width=None if sys.stdout.isatty() else 150).print(table)
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--at"]:
        sys.exit(measure_at(sys.argv[2], sys.argv[3:]))
    sys.exit(asyncio.run(main(sys.argv[1:])))
