"""Feats from lines made by hand, and against a count from the states of random games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from kit import steps
from stored import VARIANTS, fresh

from bot.games.events import EndReason
from bot.rules.actions import Action, Discard, Hit, Lay
from bot.rules.cards import SKIP
from bot.rules.editions import CLASSIC
from bot.rules.events import GameEnded, HandEnded, Skipped
from bot.rules.phases import RUNS
from bot.rules.record import RECORDS
from bot.rules.state import OutBy, Stage, State
from bot.rules.statistics import FEWEST_HANDS, MANY_HITS, MANY_WILDS, SWIFT_TURNS, feats

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


def hand_end(
    *out: int, progress: tuple[int, int] = (1, 0), totals: tuple[int, int] = (0, 9)
) -> Any:
    return {"type": "hand_end", "out": out, "progress": progress, "totals": totals}


def takeover(reason: str, seat: int = 0) -> dict[str, Any]:
    return {"type": "takeover", "seat": seat, "by": "computer", "reason": reason}


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


class Naive:
    """Counts the feats of a game from its states and actions."""

    def __init__(self, seats: int) -> None:
        self.found = [Counter[str]() for _ in range(seats)]
        self.turns, self.hits = Counter[int](), Counter[int]()
        self.laid_in: dict[int, int] = {}
        self.skipped = set[int]()
        self.last: list[int] = []

    def begin(self, before: State, after: State) -> None:
        """A hand or a turn begins."""
        if before.stage is Stage.DEAL:
            self.turns, self.laid_in = Counter(), {}
        if after.stage is Stage.PLAY and (before.stage, before.turn) != (Stage.PLAY, after.turn):
            self.turns[after.turn] += 1
            self.hits.clear()

    def act(self, before: State, action: Action) -> None:
        """Somebody does something."""
        seat, mine = before.turn, self.found[before.turn]
        if isinstance(action, Lay):
            self.laid_in[seat] = self.turns[seat]
            wilds = [card for group in action.groups for card in group.cards if card.is_wild]
            mine["quick_lay"] += self.turns[seat] == 1
            mine["natural"] += not wilds
            mine["wilds"] += len(wilds) >= MANY_WILDS
        elif isinstance(action, Hit):
            self.hits[seat] += 1
            mine["many_hits"] += self.hits[seat] == MANY_HITS
            owner = before.seats[action.owner].groups[action.group]
            mine["full_run"] += owner.kind in RUNS and len(owner.cards) == 11
        elif isinstance(action, Discard) and action.card is SKIP:
            mine["skips"] += action.target is not None

    def end_hand(self, after: State, ended: HandEnded) -> None:
        """A hand is over."""
        order = sorted(zip(ended.progress, [-each for each in ended.totals], range(3), strict=True))
        self.last.append(-1 if order[0][:2] == order[1][:2] else order[0][2])
        for first in ended.out[:1]:
            how, mine = after.seats[first], self.found[first]
            mine["skip_out"] += how.out_by is OutBy.DISCARD and how.out_card is SKIP
            mine["swift"] += self.turns[first] <= SWIFT_TURNS
            mine["one_go"] += self.laid_in.get(first) == self.turns[first]

    def end_game(self, ended: GameEnded) -> None:
        """The game is over."""
        for winner in ended.winners:
            mine, long = self.found[winner], len(self.last) >= FEWEST_HANDS
            mine["untouched"] += long and winner not in self.skipped
            mine["comeback"] += long and winner in self.last[len(self.last) // 2 : -1]
            mine["playoff"] += ended.reason is EndReason.PLAYOFF


def counted(start: State, seed: int) -> tuple[list[Counter[str]], list[dict[str, Any]]]:
    """The feats of a random game of three, counted naively, and its lines."""
    naive, lines = Naive(3), list[dict[str, Any]]()
    for before, action, step in steps(start, Random(seed), 100_000):
        lines += map(RECORDS.event_line, step.events)
        naive.act(before, action)
        for event in step.events:
            if isinstance(event, Skipped):
                naive.skipped.add(event.seat)
            elif isinstance(event, HandEnded):
                naive.end_hand(step.state, event)
            elif isinstance(event, GameEnded):
                naive.end_game(event)
        naive.begin(before, step.state)
    return [+each for each in naive.found], lines


@pytest.mark.parametrize("variant", VARIANTS)
def test_feats_of_random_games_are_those_counted_from_their_states(variant: str) -> None:
    rules = replace(VARIANTS[variant], phases=("R4", "S2+S2", "R6", "C3"))
    total = Counter[str]()
    for seed in range(3):
        found, lines = counted(fresh(f"g{seed}", 3, rules), seed)
        assert list(feats(lines, 3, rules.phases)) == found
        total += sum(found, Counter())
    assert len(total) > 4


def test_without_a_phase_nothing_is_counted() -> None:
    assert feats([], 3, CLASSIC.phases) == (Counter(), Counter(), Counter())
