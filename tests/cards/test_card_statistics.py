"""Feats from lines made by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.cards.rulesets import CLASSIC
from bot.cards.statistics import FEWEST_HANDS, MANY_HITS, SWIFT_TURNS, feats

DEAL: dict[str, Any] = {"type": "deal"}
END: dict[str, Any] = {"type": "game_end", "winners": [0], "reason": "completed"}


def draw(seat: int = 0) -> dict[str, Any]:
    return {"type": "draw", "seat": seat}


def lay(*groups: str, seat: int = 0, phase: int = 1) -> dict[str, Any]:
    cards = [group.split() for group in groups]
    return {"type": "lay", "seat": seat, "phase": phase, "groups": cards}


def hit(*, seat: int = 0, owner: int = 0, group: int = 0) -> dict[str, Any]:
    return {"type": "hit", "seat": seat, "owner": owner, "group": group, "card": "R1"}


def discard(card: str = "R1", target: int | None = None, seat: int = 0) -> dict[str, Any]:
    return {"type": "discard", "seat": seat, "card": card, "target": target}


def hand_end(*out: int, progress: Any = (1, 0), totals: Any = (0, 9)) -> Any:
    return {"type": "hand_end", "out": out, "progress": progress, "totals": totals}


def takeover(reason: str, seat: int = 0) -> dict[str, Any]:
    return {"type": "takeover", "seat": seat, "by": "computer", "reason": reason}


TAKE_BACK = {"type": "take_back", "seat": 0}
ROW = "R1 R2 R3 R4 R5 R6 R7 R8 R9"
BEHIND = hand_end(progress=(0, 1))
AHEAD = hand_end()


@pytest.mark.parametrize(
    ("lines", "feat", "times"),
    [
        ([draw(), lay("R1 B1 G1", "R4 R5 R6")], "natural", 1),
        ([draw(), lay("R1 B1 W1", "R4 R5 R6")], "natural", 0),
        ([draw(), lay("R1 W1 W1", "R4 W5 W6")], "wilds", 1),
        ([draw(), lay("R1 W1 W1", "R4 R5 W6")], "wilds", 0),
        ([draw(), lay("R1 B1", "R4 R5")], "quick_lay", 1),
        ([draw(), discard(), draw(), lay("R1 B1", "R4 R5")], "quick_lay", 0),
        ([{"type": "offer", "seat": 0, "taken": True}, lay("R1 B1", "R4 R5")], "quick_lay", 1),
        ([draw(), lay("R1 B1", ROW), *[hit(group=1)] * 3], "full_run", 1),
        ([draw(), lay("R1 B1", ROW), *[hit(group=1)] * 2], "full_run", 0),
        ([draw(), lay(ROW, "R1 B1", phase=2), *[hit(group=0)] * 3], "full_run", 1),
        ([draw(), lay("R1 B1", ROW), *[hit(group=0)] * 10], "full_run", 0),
        ([draw(), *[hit()] * (MANY_HITS + 1)], "many_hits", 1),
        ([draw(), hit(), hit(), discard(), draw(), hit(), hit()], "many_hits", 0),
        ([draw(), discard("S", 1)], "skips", 1),
        ([draw(), discard("S")], "skips", 0),
        ([draw(), discard("S"), hand_end(0)], "skip_out", 1),
        ([draw(), discard("S"), hand_end()], "skip_out", 0),
        ([draw(), discard("S"), draw(), hit(), hand_end(0)], "skip_out", 0),
        ([*[draw(), discard()] * SWIFT_TURNS, hand_end(0)], "swift", 1),
        ([*[draw(), discard()] * (SWIFT_TURNS + 1), hand_end(0)], "swift", 0),
        ([draw(), discard(), draw(), lay("R1 B1", "R4 R5"), hand_end(0)], "one_go", 1),
        ([draw(), lay("R1 B1", "R4 R5"), draw(), discard(), hand_end(0)], "one_go", 0),
        ([*[AHEAD] * FEWEST_HANDS, END], "untouched", 1),
        ([*[AHEAD] * (FEWEST_HANDS - 1), END], "untouched", 0),
        ([{"type": "skipped", "seat": 0}, *[AHEAD] * FEWEST_HANDS, END], "untouched", 0),
        ([AHEAD, AHEAD, BEHIND, AHEAD, END], "comeback", 1),
        ([BEHIND, AHEAD, AHEAD, AHEAD, END], "comeback", 0),
        ([AHEAD, hand_end(totals=(9, 9), progress=(1, 1)), AHEAD, END], "comeback", 0),
        ([END | {"reason": "playoff"}], "playoff", 1),
        ([draw(), lay("R1 B1", "R4 R5"), TAKE_BACK, discard()], "natural", 0),
        ([draw(), discard("S", 1), takeover("left", 1), TAKE_BACK, discard("S", 1)], "skips", 1),
        ([draw(), hit(), hit(), TAKE_BACK, hit(), hit()], "many_hits", 0),
        ([takeover("left"), draw(), lay("R1 B1", "R4 R5")], "natural", 0),
        ([takeover("timeout"), takeover("returned"), draw(), lay("R1", "R4")], "natural", 1),
    ],
)
def test_a_feat_is_found_in_lines(lines: list[dict[str, Any]], feat: str, times: int) -> None:
    mine, others = feats([DEAL, *lines], 2, ("S2+R3", "R8+S2"))
    assert mine[feat] == times
    assert not others


def test_runs_of_an_earlier_hand_are_forgotten() -> None:
    lines = [DEAL, draw(), lay(ROW), DEAL, draw(), lay("R1 R2 R3 R4"), *[hit()] * 3]
    assert feats(lines, 1, ("R4",))[0]["full_run"] == 0


def test_without_a_phase_nothing_is_counted() -> None:
    assert feats([], 3, CLASSIC.phases) == (Counter(), Counter(), Counter())
