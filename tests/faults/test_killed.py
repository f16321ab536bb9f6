"""``kill -9`` at random moments while many tables play; the database is looked at from outside.

``PHASE10_KILLS=200 pytest -s tests/faults/test_killed.py`` kills 200 times in a row.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

from outside_checker import check
from workers_kit import TABLES, wait_for_more, worker

KILLS = int(os.environ.get("PHASE10_KILLS", "3"))


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
    with worker(str(database), accepted, seed) as process:
        wait_for_more(process, accepted, more=1)
        time.sleep(after)
    assert process.returncode == -signal.SIGKILL
