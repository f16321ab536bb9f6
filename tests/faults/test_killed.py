"""``kill -9`` at random moments while many tables play; the database is looked at from outside.

``PHASE10_KILLS=200 pytest -s tests/faults/test_killed.py`` kills 200 times in a row.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from outside_checker import WrongError, check
from workers_kit import TABLES, wait_for_more, worker

KILLS = int(os.environ.get("PHASE10_KILLS", "3"))


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a killed program left, in order."""
    folder = tmp_path_factory.mktemp("killed")
    database, accepted = folder / "phase10.db", folder / "accepted.jsonl"
    _run_and_kill(database, accepted, 1, 0.3)
    check(str(database), accepted)
    return folder


def test_nothing_accepted_is_lost_or_doubled_by_kills(tmp_path: Path) -> None:
    database, accepted = tmp_path / "phase10.db", tmp_path / "accepted.jsonl"
    rng = Random(20)
    total = 0
    for kill in range(KILLS):
        _run_and_kill(database, accepted, kill, rng.uniform(0.0, 0.6))
        games, actions = check(str(database), accepted)
        assert games >= TABLES
        # Every run went on from where the one before was killed.
        assert actions > total
        total = actions
    print(f"{KILLS} kills, {games} games, {total} accepted actions")  # noqa: T201  # for -s


def _run_and_kill(database: Path, accepted: Path, seed: int, after: float) -> None:
    """Start the program, wait until it plays and for some seconds more, and kill it."""
    with worker(str(database), accepted, seed) as process:
        wait_for_more(process, accepted, more=1)
        time.sleep(after)
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("harm", ["lost", "doubled", "illegal", "gap"])
def test_the_checker_sees_what_it_is_there_for(killed: Path, tmp_path: Path, harm: str) -> None:
    copytree(killed, tmp_path, dirs_exist_ok=True)
    database, accepted = tmp_path / "phase10.db", tmp_path / "accepted.jsonl"
    with closing(sqlite3.connect(database)) as connection, connection:
        _harm(connection, accepted, harm)
    with pytest.raises(WrongError):
        check(str(database), accepted)


def _harm(connection: sqlite3.Connection, accepted: Path, harm: str) -> None:
    newest = json.loads(accepted.read_text().splitlines()[-1])
    if harm == "lost":
        later = {**newest, "version": newest["version"] + 10_000}
        accepted.write_text(accepted.read_text() + json.dumps(later) + "\n")
    elif harm == "doubled":
        accepted.write_text(accepted.read_text() + json.dumps(newest) + "\n")
    elif harm == "illegal":
        connection.execute(
            "UPDATE game_events"
            " SET line = json_set(line, '$.seat', json_extract(line, '$.seat') + 1)"
            " WHERE json_extract(line, '$.seat') IS NOT NULL"
        )
    else:
        connection.execute("DELETE FROM game_events WHERE seq = 0")
