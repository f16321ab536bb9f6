"""A backup made while many tables play holds a whole moment, and a bot plays on from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from databases import own_schema
from workers_kit import check, number_accepted, wait_for_more, worker


# What is made is the same kind of file from either, and all that restoring reads.
@pytest.mark.parametrize(("here", "there"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_backup_while_many_play(
    request: pytest.FixtureRequest, tmp_path: Path, here: str, there: str
) -> None:
    source, target = (
        str(tmp_path / f"{name}.db")
        if kind == "sqlite"
        else own_schema(request.getfixturevalue("postgres"))
        for name, kind in (("source", here), ("target", there))
    )
    accepted, earlier, later = (tmp_path / name for name in ("accepted", "earlier", "later"))
    backup = tmp_path / "backup.db"
    with worker(source, accepted, 1) as player:
        wait_for_more(player, accepted)
        # All of this must be in the backup; what is accepted meanwhile may be.
        earlier.write_bytes(accepted.read_bytes().rpartition(b"\n")[0] + b"\n")
        phase10("backup", backup, "--database", source)
        # Nobody was held up.
        wait_for_more(player, accepted)
    phase10("restore", backup, "--database", target)
    _, actions = check(target, earlier)
    assert actions == number_accepted(earlier)
    with worker(target, later, 2) as player:
        wait_for_more(player, later)
    check(target, earlier, later)


def phase10(*arguments: object) -> None:
    command = [sys.executable, "-m", "bot", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")
