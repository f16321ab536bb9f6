"""Feats of the dice game, from lines made by hand and from whole games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.dice.editions import DICE
from bot.dice.statistics import feats


def turn(rolls: int = 2, **fields: Any) -> list[dict[str, Any]]:
    usual = {"seat": 0, "phase": 1, "success": True, "points": 40, "bonus": []}
    rolled = [{"type": "roll", "seat": 0, "roll": number} for number in range(1, rolls + 1)]
    return [*rolled, {"type": "turn_end", **usual, **fields}]


AWAY = {"type": "takeover", "seat": 0, "by": "computer", "reason": "left"}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (turn(), {}),
        (turn(points=60), {"dice_full": 1}),
        (turn(points=57), {}),
        (turn(points=57, phase=2), {"dice_full": 1}),
        (turn(1), {"dice_one_roll": 1}),
        (turn(1, success=False), {}),
        (turn(bonus=["five_phases", "first_finish"]), {"dice_five": 1, "dice_first": 1}),
        ([AWAY, *turn(1)], {}),
        ([AWAY, AWAY | {"reason": "returned"}, *turn(1)], {"dice_one_roll": 1}),
    ],
)
def test_a_feat_is_found_in_lines(lines: list[dict[str, Any]], expected: dict[str, int]) -> None:
    assert feats(lines, 2, DICE.phases) == (Counter(expected), Counter())
