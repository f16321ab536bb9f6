"""The entry of the ``phase10`` command."""

from __future__ import annotations

import signal
import sys
from io import TextIOWrapper
from typing import NoReturn


def main() -> NoReturn:
    arguments = sys.argv[1:]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if arguments == ["health"]:
        # It runs every minute in each container, so nothing else is imported.
        from .health import health  # noqa: PLC0415

        sys.exit(health())
    if arguments[:1] in (["backup"], ["restore"]):  # then no temporary file is left
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    from .commands import run_command  # noqa: PLC0415

    sys.exit(run_command(arguments))
