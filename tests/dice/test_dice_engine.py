"""Rolls, turns, bonuses and the end of the dice game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from dice_kit import FAILURE, RUN, SETS, best_faces, lying, position, scored, steps
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import NAMES, SECRET

from bot.core.errors import GameError, IllegalError, MalformedError, RuleSetError, SnapshotError
from bot.core.events import EndReason, TakenOver, TakeoverReason
from bot.core.states import take_over
from bot.dice.dice import FACES
from bot.dice.editions import DICE, DiceRules
from bot.dice.engine import (
    DiceAction,
    Roll,
    RollOrder,
    Score,
    abandon,
    apply,
    legal_actions,
    new_game,
)
from bot.dice.events import Bonus, DiceGameEnded, Ordered, Rolled, TurnEnded
from bot.dice.state import SNAPSHOTS, DiceSeat, DiceStage, DiceState
from bot.dice.views import view_for


def sides_by_the_book(secret: bytes, k: int, dice: int) -> list[int]:
    """The sides of a roll, read as plainly as the format describes it."""
    numbers: list[int] = []
    for block in range(20):
        digest = hashlib.sha256(secret + k.to_bytes(4, "big") + block.to_bytes(4, "big")).digest()
        numbers += [int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24)]
    return [u % 6 for u in numbers if u < 2**64 - 2**64 % 6][:dice]


def begun(players: int = 2, seed: int = 1) -> DiceState:
    return apply(new_game("g", DICE, NAMES[:players], bytes([seed]) * 32), RollOrder()).state


def refused(state: DiceState, action: DiceAction) -> str:
    with pytest.raises(GameError) as found:
        apply(state, action)
    return found.value.code


def ended(state: DiceState, faces: tuple[object, ...] = FAILURE) -> TurnEnded:
    event = scored(state, faces).events[0]  # type: ignore[arg-type]
    assert isinstance(event, TurnEnded)
    return event


class TestRolls:
    def test_the_dice_are_as_described(self) -> None:
        assert [len(die) for die in FACES] == [6] * 10
        assert [face.code for face in FACES[0]] == ["B5", "Y6", "G7", "R8", "B9", "Y10"]
        assert [face.code for face in FACES[5]] == ["Y5", "G6", "R7", "B8", "Y9", "G10"]
        assert [face.code for face in FACES[6]] == ["R1", "B2", "Y3", "G4", "RW", "BW"]
        assert [face.code for face in FACES[9]] == ["G1", "R2", "B3", "Y4", "GW", "RW"]

    def test_every_roll_comes_from_the_secret(self) -> None:
        state, k = new_game("g", DICE, NAMES[:4], SECRET), 0
        for before, action, step in steps(state, Random(3)):
            for event in step.events:
                if isinstance(event, Ordered):
                    for shown in event.rolls:
                        sides = sides_by_the_book(SECRET, k, len(shown))
                        assert [number - 5 for _, number in shown] == sides
                        k += 1
                if isinstance(event, Rolled) and isinstance(action, Roll):
                    rolled = [die for die in range(10) if die not in action.kept]
                    sides = sides_by_the_book(SECRET, k, len(rolled))
                    assert [FACES[die].index(event.faces[die]) for die in rolled] == sides
                    assert all(event.faces[die] == before.faces[die] for die in action.kept)
                    k += 1

    @pytest.mark.parametrize("seed", range(5))
    def test_those_level_for_the_highest_roll_again(self, seed: int) -> None:
        order = begun(5, seed).order
        assert order is not None
        level = list(range(5))
        for shown in order.rolls:
            assert [seat for seat, _ in shown] == level
            highest = max(number for _, number in shown)
            level = [seat for seat, number in shown if number == highest]
        assert level == [order.first]
        assert begun(5, seed).turn == order.first


class TestTurns:
    def test_a_turn_has_three_rolls_and_then_ends_by_itself(self) -> None:
        state = begun()
        first = state.turn
        for roll in (1, 2):
            state = apply(state, Roll()).state
            assert (state.roll, state.turn) == (roll, first)
        step = apply(state, Roll((3,)))
        assert [type(event) for event in step.events] == [Rolled, TurnEnded]
        assert (step.state.roll, step.state.turn) == (0, 1 - first)
        assert step.state.faces == step.events[0].faces  # type: ignore[union-attr]
        assert step.state.last_turn == step.events[1]

    def test_the_first_roll_is_of_all_ten(self) -> None:
        state = begun()
        assert tuple(legal_actions(state)) == (Roll(),)
        assert refused(state, Roll((1,))) == "nothing_to_keep"
        assert refused(state, Score()) == "nothing_rolled"
        assert refused(state, RollOrder()) == "wrong_stage"

    def test_at_least_one_die_is_rolled(self) -> None:
        assert refused(apply(begun(), Roll()).state, Roll(tuple(range(10)))) == "nothing_to_roll"

    @pytest.mark.parametrize("kept", [(10,), (-1,), (1, 1), (2, 1)])
    def test_dice_that_are_none(self, kept: tuple[int, ...]) -> None:
        action = Roll(kept)
        state = apply(begun(), Roll()).state
        assert action not in legal_actions(state)
        with pytest.raises(MalformedError):
            apply(state, action)

    @given(st.integers(0, 2**32), st.integers(1, 6))
    @settings(max_examples=25, deadline=None)
    def test_what_is_offered_is_accepted_and_nothing_else(self, seed: int, players: int) -> None:
        rng = Random(seed)
        state = new_game("g", DICE, NAMES[:players], rng.randbytes(32))
        played = [before for before, _, _ in steps(state, rng)]
        everything: list[DiceAction] = [RollOrder(), Score()]
        for many in (0, 1, 9, 10):
            everything += map(Roll, combinations(range(10), many))
        for state in rng.sample(played, 3):
            legal = legal_actions(state)
            assert bool(legal) is True
            for action in everything:
                if action in legal:
                    assert apply(state, action).state.version == state.version + 1
                else:
                    with pytest.raises(IllegalError):
                        apply(state, action)

    def test_the_same_phase_again_after_a_failure(self) -> None:
        step = scored(position((4, 4)), FAILURE)
        assert step.events == (TurnEnded(0, 5, False, (), 0, (), 160),)
        assert step.state.seats[0] == replace(position((4, 4)).seats[0], tries=1)
        assert step.state.turn == 1

    def test_a_success_scores_and_leads_to_the_next_phase(self) -> None:
        step = scored(position((0, 0)), lying("8 8 8 10 5 6 W W 1 2"))
        sets = (((0, 8), (1, 8), (2, 8)), ((3, 10), (6, 10), (7, 10)))
        assert step.events == (TurnEnded(0, 1, True, sets, 34, (), 34),)
        assert step.state.seats[0] == DiceSeat((34,), (), 34, 0)


class TestBonuses:
    @pytest.mark.parametrize(("before", "total"), [(168, 220), (169, 261)])
    def test_five_phases_with_more_than_220_points(self, before: int, total: int) -> None:
        seat = DiceSeat(points=(40,) * 4, total=before)
        event = ended(replace(position((4, 4)), seats=(seat, seat)), RUN)
        assert (event.points, event.total) == (52, total)
        assert event.bonus == ((Bonus.FIVE_PHASES,) if total > 220 else ())

    def test_the_first_finish(self) -> None:
        event = ended(position((9, 9)), SETS)
        assert (event.points, event.bonus, event.total) == (55, (Bonus.FIRST_FINISH,), 455)

    def test_the_highest_total_of_a_game_is_650(self) -> None:
        state = position((0,))
        while not state.over:
            state = scored(state, best_faces(state.phase)).state
        assert state.seats[0].total == 650
        assert state.seats[0].bonuses == (Bonus.FIVE_PHASES, Bonus.FIRST_FINISH)

    def test_alone_a_failure_costs_five_points(self) -> None:
        event = ended(position((0,)))
        assert (event.points, event.total) == (-5, -5)

    @pytest.mark.parametrize("tries", [0, 1])
    def test_alone_the_finish_counts_at_the_first_try(self, tries: int) -> None:
        seat = DiceSeat(points=(40,) * 9, total=360, tries=tries)
        step = scored(replace(position((9,)), seats=(seat,)), SETS)
        event, over = step.events
        assert isinstance(event, TurnEnded)
        assert event.bonus == (() if tries else (Bonus.FIRST_FINISH,))
        assert isinstance(over, DiceGameEnded)
        assert over.winners == (0,)


def finish(completed: Sequence[int], turn: int) -> DiceState:
    return scored(position(completed, turn=turn), SETS).state


class TestLastTurns:
    def test_each_other_seat_has_its_turns_until_one_fails(self) -> None:
        state = finish((8, 9, 9), turn=1)
        assert (state.finisher, state.turn) == (1, 2)
        state = scored(state, FAILURE).state
        assert (state.turn, state.seats[2].tries) == (0, 1)
        state = scored(state, SETS).state
        assert (state.turn, state.seats[0].completed) == (0, 9)
        step = scored(state, FAILURE)
        assert isinstance(step.events[-1], DiceGameEnded)
        assert step.state.over
        assert step.events[-1].totals == (375, 455, 360)
        assert step.events[-1].ranking == ((1,), (0,), (2,))

    def test_who_had_completed_phase_nine_finishes_first_too(self) -> None:
        state = finish((8, 9, 9), turn=1)
        step = scored(state, SETS)
        assert step.state.last_turn.bonus == (Bonus.FIRST_FINISH,)
        assert step.state.turn == 0
        state = scored(step.state, SETS).state
        step = scored(state, SETS)
        assert (step.state.last_turn.phase, step.state.last_turn.bonus) == (10, ())
        assert step.state.result.winners == (1, 2)
        assert step.state.result.ranking == ((1, 2), (0,))

    def test_nobody_acts_when_the_game_is_over(self) -> None:
        state = scored(finish((9, 0), turn=0), FAILURE).state
        assert state.stage is DiceStage.OVER
        assert not legal_actions(state)
        assert list(legal_actions(state)) == []
        for action in (RollOrder(), Roll(), Score()):
            assert refused(state, action) == "wrong_stage"


class TestGames:
    @pytest.mark.parametrize("players", [1, 6])
    def test_a_game_ends_with_the_highest_total_winning(self, players: int) -> None:
        state = new_game("g", DICE, NAMES[:players], bytes([players]) * 32)
        for before, _, step in steps(state, Random(players)):
            assert step.state.version == before.version + 1
            state = step.state
        assert state.result is not None
        totals = tuple(seat.total for seat in state.seats)
        assert state.result.totals == totals
        assert {totals[seat] for seat in state.result.winners} == {max(totals)}
        assert sum(seat.completed == 10 for seat in state.seats) >= 1

    def test_players_and_secrets_that_cannot_be(self) -> None:
        for players in (0, 7):
            with pytest.raises(RuleSetError):
                new_game("g", DICE, ["x"] * players, SECRET)
        with pytest.raises(RuleSetError):
            new_game("g", DiceRules(phases=("S3",)), ["x"], SECRET)
        with pytest.raises(MalformedError):
            new_game("g", DICE, ["x"], b"short")

    def test_a_seat_is_taken_over_at_any_time(self) -> None:
        for state in (new_game("g", DICE, NAMES[:2], SECRET), begun()):
            step = take_over(state, 1, "computer", TakeoverReason.LEFT)
            assert step.events == (TakenOver(1, "computer", TakeoverReason.LEFT),)
            assert step.state == replace(state, version=state.version + 1)
        with pytest.raises(MalformedError):
            take_over(begun(), 2, "computer", TakeoverReason.LEFT)

    def test_nobody_wins_a_game_that_is_broken_off(self) -> None:
        step = abandon(position((3, 5, 5)))
        ranking, totals, why = ((1, 2), (0,)), (120, 200, 200), EndReason.ABANDONED
        assert step.events == (DiceGameEnded((), ranking, totals, why, SECRET.hex()),)
        with pytest.raises(IllegalError):
            abandon(step.state)
        with pytest.raises(IllegalError):
            take_over(step.state, 0, "computer", TakeoverReason.LEFT)


class TestViews:
    def test_everything_but_the_secret_is_shown(self) -> None:
        state = replace(apply(position((0, 9), turn=1), Roll()).state, faces=SETS)
        view = view_for(state, 1)
        assert SECRET.hex() not in repr(view)
        assert repr(SECRET) not in repr(view)
        assert (view.my_turn, view.roll, view.rolls_left) == (True, 1, 2)
        assert (view.my_seat.trying, view.faces) == (10, SETS)
        assert view.best.points == 55
        assert not view_for(state, None).my_turn

    def test_who_has_no_turn_left(self) -> None:
        state = finish((8, 9, 9), turn=1)
        done = [[seat.done for seat in view_for(state, None).seats]]
        while not state.over:
            state = scored(state, FAILURE).state
            done.append([seat.done for seat in view_for(state, None).seats])
        assert done == [[False, True, False], [False, True, True], [True, True, True]]
        assert view_for(state, 0).turn is None


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
