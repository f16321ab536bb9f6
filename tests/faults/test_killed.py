"""``kill -9`` after random numbers of actions at many tables; the database is looked at outside.

``PHASE10_KILLS=200 pytest -s tests/faults/test_killed.py`` kills 200 times in a row.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from databases import Where, content, made_by, own_schema
from outside_checker import check
from workers_kit import ENOUGH, TABLES, wait_for_more, worker

_UPGRADE = """
import asyncio, os, signal, sys
from sqlalchemy import Engine, event
from bot.storage.opening import open_database

left = int(sys.argv[2])

@event.listens_for(Engine, "before_cursor_execute")
def count(*_):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(open_database(sys.argv[1]))
"""
KILLS = int(os.environ.get("PHASE10_KILLS", "3"))


def test_nothing_accepted_is_lost_or_doubled_by_kills(tmp_path: Path) -> None:
    database, accepted = tmp_path / "phase10.db", tmp_path / "accepted.jsonl"
    rng = Random(20)
    total = 0
    for kill in range(KILLS):
        _run_and_kill(database, accepted, kill, rng.randrange(1, ENOUGH))
        games, actions = check(str(database), accepted)
        assert games >= TABLES
        # Every run went on from where the one before was killed.
        assert actions > total
        total = actions
    print(f"{KILLS} kills, {games} games, {total} accepted actions")  # noqa: T201  # for -s


def _run_and_kill(database: Path, accepted: Path, seed: int, more: int) -> None:
    with worker(str(database), accepted, seed) as process:
        wait_for_more(process, accepted, more=more)
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_upgrade_that_is_killed_changes_nothing_and_begins_anew(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    where: Where = tmp_path / "phase10.db"
    if kind == "postgresql":
        where = own_schema(request.getfixturevalue("postgres"))
    made_by("1.0.0", where)
    before, kills, status = content(where), 0, -signal.SIGKILL
    while status == -signal.SIGKILL:
        assert content(where) == before
        kills += 1
        command = [sys.executable, "-c", _UPGRADE, str(where), str(30 * kills)]
        status = subprocess.run(command, check=False).returncode  # noqa: S603  # our own program
    assert (status, kills > 2) == (0, True)
    assert "sheets" in content(where)
