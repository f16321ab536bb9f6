"""Two processes with the same games: one stands still, another takes over, the first wakes up.

That is what happens when a machine is suspended, or a supervisor starts a second bot too soon.
"""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from databases import own_schema
from workers_kit import ENOUGH, accepted_by, check, wait_for_more, worker


@pytest.fixture
def database(postgres: str) -> str:
    return own_schema(postgres)


def test_a_process_that_wakes_up_late_follows(database: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    with worker(database, first, 1) as sleeper:
        wait_for_more(sleeper, first)
        sleeper.send_signal(signal.SIGSTOP)
        asleep = accepted_by(first)
        with worker(database, second, 2) as successor:
            wait_for_more(successor, second)
            meanwhile = accepted_by(second)
            sleeper.send_signal(signal.SIGCONT)
            # Now both play the same games as fast as they can; either may always be first.
            wait_for_more(successor, first, second)
        wait_for_more(sleeper, first)
    awake = accepted_by(first)
    # It was in the middle of games which the other one played on.
    taken_over = asleep.keys() & meanwhile.keys()
    assert taken_over
    # And it played on where the other one had brought them.
    followed = [
        game for game in taken_over if max(awake[game]) > max(meanwhile[game]) > max(asleep[game])
    ]
    assert followed
    _, actions = check(database, first, second)
    assert actions >= 4 * ENOUGH
