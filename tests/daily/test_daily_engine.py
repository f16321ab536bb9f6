from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from daily_kit import ALL_PHASES, a_deal, attempt, sensible, with_phase
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import laid
from laying_kit import all_lays

from bot.cards import laying
from bot.cards.actions import Discard, Draw, Lay, Source
from bot.cards.cards import WILD, cards, ordered
from bot.cards.marked_cards import phase_slots
from bot.cards.phases import parse_phase
from bot.cards.rulesets import CLASSIC
from bot.core.errors import IllegalError, MalformedError, SnapshotError
from bot.daily.engine import DailyLegalActions, DailyTake, apply, legal_actions, points_left, start
from bot.daily.snapshot import dump_snapshot, restored
from bot.daily.state import DailyLaid, DailySide, DailyStage, DailyState
from bot.daily.views import DailyGrade, build_view, cards_missing_by_turn, compute_grade


def taken(state: DailyState, side: DailySide = DailySide.UP) -> DailyState:
    return apply(state, DailyTake(side))


def holding(codes: str, phase: str = "S3+S3") -> DailyState:
    given_deal = replace(a_deal(), rules=replace(CLASSIC, skips=0, phases=(phase,)))
    return replace(start(given_deal), hand=tuple(ordered(cards(codes))), taken=DailySide.UP)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 400), st.integers(0, len(ALL_PHASES) - 1), st.randoms(use_true_random=False))
def test_legal_and_apply_agree(counter: int, phase: int, rng: Random) -> None:
    state = start(with_phase(a_deal(counter=counter), phase))
    every = [DailyTake(side) for side in DailySide]
    every += [Discard(card) for card in dict.fromkeys(state.deal.rules.deck)]
    while not state.over:
        legal = legal_actions(state)
        assert set(legal.plain) == {action for action in every if action in legal}
        for action in rng.sample(every, 6):
            if action in legal:
                after = apply(state, action)
                assert after.version == state.version + 1
            else:
                with pytest.raises(IllegalError):
                    apply(state, action)
        best = legal.best_lay
        lay = laying.best_lay(state.hand, state.deal.phase, state.deal.rules)
        assert (best is None) == (state.stage is not DailyStage.PLAY or lay is None)
        if best is not None and rng.random() < 0.5:
            assert best in legal
            state = apply(state, best)
            break
        state = apply(state, rng.choice(legal.plain))
    assert not list(legal_actions(state))
    assert legal_actions(state).best_lay is None


def test_fifteen_turns_without_the_phase_are_not_today() -> None:
    state = attempt(a_deal(), Random(2), lays=False)
    assert (len(state.turns), state.over, state.result) == (15, True, None)
    cards_missing = cards_missing_by_turn(build_view(state))
    assert len(cards_missing) == 15
    slots = phase_slots(state.hand, state.deal.phase, state.deal.rules)
    assert cards_missing[-1] == sum(slot.card is None for group in slots for slot in group)
    before = replace(state, turns=state.turns[:-1], hand=(*state.hand, WILD), taken=DailySide.UP)
    assert apply(before, Discard(WILD)).over


@pytest.mark.parametrize(
    ("turns", "grade"),
    [
        *((turns, DailyGrade.FIRST_LIGHT) for turns in (1, 4)),
        (5, DailyGrade.SUNRISE),
        (6, DailyGrade.HIGH_NOON),
        *((turns, DailyGrade.GOLDEN_HOUR) for turns in (7, 9)),
        *((turns, DailyGrade.LAST_LIGHT) for turns in (10, 15)),
        (None, DailyGrade.NIGHTFALL),
    ],
)
def test_the_grade_compares_the_turns_with_par(turns: int | None, grade: DailyGrade) -> None:
    assert compute_grade(turns, 6) is grade


def test_a_lay_ends_the_attempt() -> None:
    state = holding("R1 B1 Y1 R2 B2 Y2 G2 W W R12 B11")
    lay = legal_actions(state).best_lay
    assert lay is not None
    after = apply(state, lay)
    assert after.turns[-1].discard is None
    assert (after.laid.points, after.result, after.over) == (20, 1, True)
    assert after.hand == cards("R12 B11")
    assert cards_missing_by_turn(build_view(after)) == (0,)


def test_the_result_does_not_depend_on_the_way_to_lay() -> None:
    state = holding("R1 B1 Y1 R2 B2 Y2 G2 W W R12 B12")
    chosen = Lay((laid("S", "R2 B2 Y2"), laid("S", "R12 B12 W12")))
    after = apply(state, chosen)
    assert after.hand == cards("R1 B1 Y1 G2 W")
    assert after.laid == DailyLaid(chosen.groups, 15)
    ways = legal_actions(state).ways_to_lay(10)
    assert all(Lay(way) in legal_actions(state) for way in ways)
    assert Lay(ways[0]) == legal_actions(state).best_lay
    assert len(set(ways)) == len(ways) > 2


@pytest.mark.parametrize(
    ("phase", "hand"),
    [
        ("R4", "R1 B2 Y3 G4 W W W R12 B11 R7 R7"),
        ("S2+R4", "R1 B2 Y3 G4 W W W W W W R7"),
        ("C4", "R1 R2 R3 R4 W W W B1 G1 Y1 Y2"),
        ("RC3", "R1 R2 R3 W W W R9 R8 B1 B2 B3"),
        ("S2+S2", "R1 B1 Y1 R12 B12 W W G4 Y5 R6 B7"),
    ],
)
def test_the_best_lay_leaves_the_fewest_points(phase: str, hand: str) -> None:
    held, parsed = cards(hand), parse_phase(phase)
    legal = DailyLegalActions((), held, parsed, CLASSIC)
    best = legal.best_lay.groups
    laying.check_lay(best, held, parsed, CLASSIC)
    fewest = min(points_left(held, groups, CLASSIC) for groups in all_lays(held, parsed, CLASSIC))
    assert points_left(held, best, CLASSIC) == fewest
    assert legal.ways_to_lay(5)[0] == best


def test_what_is_refused() -> None:
    state = start(a_deal())
    for wrong in (Discard(state.hand[0]), Lay(())):
        with pytest.raises(IllegalError, match="wrong_stage"):
            apply(state, wrong)
    for wrong in (Draw(Source.DRAW_PILE), None):
        with pytest.raises(MalformedError):
            apply(state, wrong)
        assert wrong not in legal_actions(taken(state))
    with pytest.raises(IllegalError, match="no_target"):
        apply(taken(state), Discard(state.hand[0], 1))
    with pytest.raises(IllegalError, match="wrong_groups"):
        apply(taken(state), Lay(()))
    over = attempt(a_deal(), Random(1), lays=False)
    with pytest.raises(IllegalError, match="game_over"):
        apply(over, DailyTake(DailySide.UP))


def test_a_view_shows_nothing_that_is_to_come() -> None:
    """Two deals that differ only in what was not seen give the same view."""
    rng = Random(8)
    state = start(a_deal())
    while not state.over:
        seen = len(state.turns) + (state.taken is not None)
        hidden = list(state.deal.pairs)
        for at, (up, down) in enumerate(hidden):
            known = at < seen and (*state.turns, state.begun)[at].took is DailySide.DOWN
            hidden[at] = (up if at <= len(state.turns) else WILD, down if known else WILD)
        other = replace(state.deal, pairs=tuple(hidden), seed="")
        assert build_view(replace(state, deal=other)) == build_view(state)
        view = build_view(state)
        assert view.turn == len(state.turns) + 1
        assert (view.drawn is None) == (state.stage is DailyStage.TAKE)
        state = apply(state, rng.choice(legal_actions(state).plain))
    view = build_view(state)
    assert (view.turn, view.up) == (None, None)


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
