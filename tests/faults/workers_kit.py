"""Processes that play at many tables, and what they wrote down."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import outside_checker
from patience import PATIENCE

HERE = Path(__file__).parent
TABLES = 12
ENOUGH = 60


@contextmanager
def worker(database: str, accepted: Path, seed: int) -> Iterator[subprocess.Popen[bytes]]:
    """A process that plays at many tables, killed at the end."""
    command = [sys.executable, str(HERE / "killed_worker.py"), database, str(accepted), str(seed)]
    process = subprocess.Popen([*command, str(TABLES)])  # noqa: S603  # our own program
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def accepted_by(accepted: Path) -> dict[str, list[int]]:
    """The versions of each game that a process accepted so far."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    # The last line may be half written.
    for line in accepted.read_bytes().split(b"\n")[:-1] if accepted.exists() else ():
        told = json.loads(line)
        found[told["game"]].append(told["version"])
    return found


def number_accepted(*accepted: Path) -> int:
    return sum(len(versions) for each in accepted for versions in accepted_by(each).values())


def wait_for_more(process: subprocess.Popen[bytes], *accepted: Path, more: int = ENOUGH) -> None:
    """Wait until this many more actions were accepted, while a process runs."""
    began = time.monotonic()
    before = number_accepted(*accepted)
    while number_accepted(*accepted) < before + more:
        assert process.poll() is None, "the program ended by itself"
        assert time.monotonic() < began + PATIENCE, "the program accepts nothing"
        time.sleep(0.01)


def check(database: str, *accepted: Path) -> tuple[int, int]:
    """How many games and accepted actions are found in order."""
    games, actions = outside_checker.check(database, *accepted)
    assert games >= TABLES
    return games, actions
