from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from dice_kit import position

from bot.core.errors import SnapshotError
from bot.dice.engine import Roll, apply
from bot.dice.state import SNAPSHOTS


def _seat(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["seats"][0].update(changes)


DAMAGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a fourth roll": lambda data: data.update(roll=4),
    "no such face": lambda data: data["faces"].__setitem__(0, "R1"),
    "nine dice": lambda data: data["faces"].pop(),
    "no such die kept": lambda data: data.update(kept=[10]),
    "no such seat to act": lambda data: data.update(turn=2),
    "no such finisher": lambda data: data.update(finisher=2),
    "a seat less": lambda data: data["seats"].pop(),
    "too many phases": _seat(points=[40] * 11),
    "nothing left to try": _seat(points=[40] * 10),
    "over without a result": lambda data: data.update(stage="over"),
    "play without an order": lambda data: data.update(order=None),
    "a roll without dice": lambda data: data.update(roll=1, faces=[]),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_snapshot_is_refused(damage: str) -> None:
    state = apply(position((0, 0)), Roll()).state
    data = json.loads(SNAPSHOTS.dumps(state))
    DAMAGES[damage](data)
    with pytest.raises(SnapshotError):
        SNAPSHOTS.loads(json.dumps(data), state.game)
