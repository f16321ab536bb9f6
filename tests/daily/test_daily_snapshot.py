from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from daily_kit import a_deal, attempt, sensible

from bot.core.errors import SnapshotError
from bot.daily.engine import apply, start
from bot.daily.snapshot import dump_snapshot, restored


def test_every_state_of_an_attempt_comes_back() -> None:
    for seed in range(6):
        state, rng = start(a_deal(counter=seed)), Random(seed)
        while True:
            text = dump_snapshot(state)
            assert restored(text, state.deal) == state
            if state.over:
                break
            state = apply(state, sensible(state, rng))
    unlucky = attempt(a_deal(), Random(1), lays=False)
    assert restored(dump_snapshot(unlucky), unlucky.deal) == unlucky


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 2},
        {"more": 1},
        {"turns": [["left", "R1"]]},
        {"turns": [["up", "X"]]},
        {"turns": [["up", "S"]]},
        {"turns": [["up", None], ["up", None]]},
        {"turns": [["up", "W"]] * 16},
        {"laid": [["R1", "B2"]]},
        {"laid": [["R1", "B1", "Y1"], ["R2", "B2", "Y2"]]},
    ],
)
def test_a_damaged_snapshot_is_refused(changes: dict[str, Any]) -> None:
    state = attempt(a_deal(), Random(1))
    data = json.loads(dump_snapshot(state)) | changes
    with pytest.raises(SnapshotError) as found:
        restored(json.dumps(data), state.deal)
    assert "R1" not in str(found.value)
