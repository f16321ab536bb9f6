"""Computer players of dice: legal choices, exact chances, and what they keep and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import prod
from random import Random

import pytest
from dice_kit import FAILURE, lying, points_of, position, scored
from kit import NAMES

from bot.cards.cards import Colour
from bot.dice.dice import FACES, Face
from bot.dice.editions import DICE as RULES
from bot.dice.engine import Roll, Score, legal_actions
from bot.dice.state import DiceState
from bot.dice.views import DiceView, view_for
from bot.game_types import DICE
from bot.players import strategy
from bot.players.dice_levels import DiceAdvice, DiceReason, explain_dice, useful
from bot.players.dice_turns import LAST, RACE, SOLO, TurnWorth, best_way, compute_turn_worth
from bot.seating import Level

MOST_ACTIONS = 16
"""Whole games of hard would take long, since they reach all phases."""
PHASES = RULES.parsed_phases


def rolled(phase: int, faces: tuple[Face, ...], roll: int = 2, seats: int = 2) -> DiceState:
    return position((phase - 1,) * seats, faces=faces, roll=roll)


def mine(state: DiceState) -> DiceView:
    return view_for(state, 0)


def random_faces(rng: Random) -> tuple[Face, ...]:
    return tuple(rng.choice(die) for die in FACES)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [1, 3])
def test_every_choice_is_legal_and_the_same_again(level: Level, players: int) -> None:
    state = DICE.new_game("g", RULES, NAMES[:players], bytes([players]) * 32)
    player = strategy(level, DICE.name)
    while not state.over and state.version < MOST_ACTIONS:
        action = DICE.forced_action(state)
        if action is None:
            view, legal = view_for(state, state.turn), legal_actions(state)
            action = player.choose(view, legal, Random(state.version))
            assert action in legal
            assert player.choose(view, legal, Random(state.version)) == action
        state = DICE.apply(state, action).state


# ── exact means ───────────────────────────────────────────────────────────────────────────────


def mean_of_last_roll(faces: tuple[Face, ...], kept: tuple[int, ...], worth: TurnWorth) -> float:
    """The mean over all ways the other dice can fall."""
    dice = [(faces[die],) if die in kept else FACES[die] for die in range(10)]
    ends = [worth.of(points_of(end, worth.phase)) for end in product(*dice)]
    return sum(ends) / len(ends)


@pytest.mark.parametrize(
    ("number", "numbers"),
    [
        (1, "8 8 8 10 10 5 1 2 W 3"),
        (2, "9 9 9 5 8 10 W 4 2 2"),
        (6, "5 6 7 9 9 10 4 3 1 W"),
        (10, "9 9 9 9 6 7 W 2 W 1"),
    ],
)
def test_the_best_dice_to_keep_have_the_highest_mean_of_rolls(number: int, numbers: str) -> None:
    faces, worth = lying(numbers), TurnWorth(PHASES[number - 1], RACE[number - 1])
    state = rolled(number, faces)
    action = strategy(Level.HARD, DICE.name).choose(mine(state), legal_actions(state), Random(1))
    assert isinstance(action, Roll)
    value = best_way(faces, worth, rolls_left=1).value
    assert value == pytest.approx(mean_of_last_roll(faces, action.kept, worth), abs=1e-4)
    # Rolls of more than two dice are too many to list for each way to keep the others.
    for many in (8, 9):
        for kept in combinations(range(10), many):
            assert mean_of_last_roll(faces, kept, worth) <= value + 1e-4


def test_two_rolls_are_the_mean_of_the_best_last_rolls() -> None:
    faces, worth = lying("8 8 8 10 10 5 1 2 W 3"), TurnWorth(PHASES[6], 20)
    means = []
    for kept in combinations(range(10), 8):
        dice = [(faces[die],) if die in kept else FACES[die] for die in range(10)]
        ends = [best_way(end, worth, 1).value for end in product(*dice)]
        means.append(sum(ends) / len(ends))
    now = points_of(faces, worth.phase)
    assert best_way(faces, worth, 2).value >= max(*means, worth.of(now)) - 1e-4
    kept = Counter(faces[die].number for die in best_way(faces, worth, 2).kept)
    assert kept == {8: 3, 10: 2, None: 1}


@pytest.mark.parametrize("many", [6, 7])
def test_a_colour_is_kept_with_the_mean_of_all_rolls(many: int) -> None:
    worth = TurnWorth(PHASES[7], RACE[7])
    faces = tuple(
        next(face for face in die if (face.colour is Colour.RED) == (number < many))
        for number, die in enumerate(FACES)
    )
    way = best_way(faces, worth, rolls_left=1)
    assert way.kept == tuple(range(many))
    assert way.value == pytest.approx(mean_of_last_roll(faces, way.kept, worth))
    shown = [sum(face.colour is Colour.RED for face in die) / 6 for die in FACES[many:]]
    missed = prod(1 - share for share in shown)
    assert way.chance == pytest.approx(1 - missed if many < 7 else 1)


# ── what a success is worth ───────────────────────────────────────────────────────────────────


def test_the_five_phase_bonus_counts_where_it_can_be_reached() -> None:
    def bonus_from(total: int) -> int | None:
        state = rolled(5, FAILURE)
        seats = (replace(state.seats[0], total=total), state.seats[1])
        return compute_turn_worth(mine(replace(state, seats=seats))).bonus_from

    assert [bonus_from(total) for total in (300, 221, 220, 180, 100)] == [0, 0, 4, 44, 124]
    assert TurnWorth(PHASES[4], 0, 44).of(43) == 43
    assert TurnWorth(PHASES[4], 0, 44).of(44) == 84
    assert compute_turn_worth(mine(rolled(4, FAILURE))).bonus_from is None


def test_the_finish_bonus_counts_for_the_first_to_finish() -> None:
    first = rolled(10, FAILURE)
    assert compute_turn_worth(mine(first)).extra == RACE[9] + 40
    passed = scored(position((9, 9)), FAILURE).state.last_turn
    late = replace(first, finisher=1, finish_turns=1, last_turn=passed)
    assert compute_turn_worth(mine(late)).extra == LAST[9]
    alone = position((9,), faces=FAILURE, roll=1)
    assert compute_turn_worth(mine(alone)).extra == SOLO[9] + 40
    tried = replace(alone, seats=(replace(alone.seats[0], tries=1),))
    assert compute_turn_worth(mine(tried)).extra == SOLO[9]


# ── what is kept, and why ─────────────────────────────────────────────────────────────────────


def advice(state: DiceState) -> DiceAdvice:
    return explain_dice(mine(state), legal_actions(state))


def test_normal_keeps_what_comes_nearest() -> None:
    assert useful(lying("8 8 8 10 5 6 1 2 W 3"), PHASES[0]) == (0, 1, 2, 3, 8)
    assert useful(lying("5 6 8 8 10 5 4 3 W 3"), PHASES[3]) == (0, 1, 2, 4, 6, 8)
    faces = random_faces(Random(1))
    kept = useful(faces, PHASES[7])
    assert len({faces[die].colour for die in kept}) == 1
    assert len(kept) >= 3


def test_normal_stops_at_success_and_easy_overlooks_dice() -> None:
    done = rolled(1, lying("8 8 8 10 10 10 1 2 3 4"))
    open_ = rolled(1, lying("8 8 8 10 5 6 1 2 W 3"))
    for level in (Level.EASY, Level.NORMAL):
        player = strategy(level, DICE.name)
        assert player.choose(mine(done), legal_actions(done), Random(1)) == Score()
    easy = strategy(Level.EASY, DICE.name)
    view, legal = mine(open_), legal_actions(open_)
    choices = [easy.choose(view, legal, Random(seed)) for seed in range(30)]
    kept = {choice.kept for choice in choices if isinstance(choice, Roll)}
    assert (0, 1, 2, 3, 8) in kept
    assert all(set(each) <= {0, 1, 2, 3, 8} for each in kept)
    assert len(kept) > 3


def test_reasons() -> None:
    start = rolled(1, (), roll=0)
    assert advice(start) == DiceAdvice(Roll(), DiceReason.ONLY_WAY, 10)
    best = lying("10 10 10 10 10 10 1 2 3 4")
    assert advice(rolled(1, best)) == DiceAdvice(Score(), DiceReason.COMPLETE, 0, 1.0, 60)
    open_ = advice(rolled(1, lying("8 8 8 5 6 10 1 2 3 4")))
    assert (open_.reason, open_.rolled, open_.points) == (DiceReason.BEST_CHANCE, 6, None)
    assert open_.action == Roll((0, 1, 2, 5))
    assert open_.chance is not None
    assert 0 < open_.chance < 1
    missing = rolled(1, lying("8 8 8 5 6 10 1 2 3 4"), seats=1)
    assert advice(missing).reason is DiceReason.CHEAP_MISS
    spare = advice(rolled(1, lying("10 10 10 9 9 5 W 2 3 4")))
    assert (spare.reason, spare.action) == (DiceReason.MORE_POINTS, Roll((0, 1, 2, 3, 4, 6)))
    assert spare.points == 48
    sure = rolled(3, lying("9 10 8 7 5 5 W W W 1"))
    kept = advice(sure)
    assert (kept.reason, kept.action) == (DiceReason.MORE_POINTS, Roll((0, 1, 2, 3, 6, 7, 8)))
    assert not mine(sure).gives_up_phase((0, 1, 2, 3, 6, 7, 8))
    alone = rolled(1, lying("5 5 5 6 6 7 W W W W"), roll=1, seats=1)
    assert advice(alone).reason is DiceReason.WORTH_THE_RISK


@pytest.mark.parametrize("roll", [1, 2])
def test_no_dice_are_kept_to_avoid_few_points(roll: int) -> None:
    faces = lying("5 10 7 5 5 6 2 W 1 W")
    way = advice(rolled(1, faces, roll, seats=1))
    assert isinstance(way.action, Roll)
    assert Counter(faces[die].number for die in way.action.kept) == {10: 1, None: 2}


def test_a_hint_is_what_hard_chooses() -> None:
    rng = Random(4)
    for number in (4, 8):
        state = rolled(number, random_faces(rng))
        view, legal = mine(state), legal_actions(state)
        action = strategy(Level.HARD, DICE.name).choose(view, legal, Random(1))
        assert explain_dice(view, legal).action == action
