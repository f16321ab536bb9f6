"""Positions and whole games of dice for tests, made from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from kit import NAMES, SECRET

from bot.dice.actions import DiceAction, Roll, Score
from bot.dice.dice import FACES, Face
from bot.dice.editions import DICE
from bot.dice.engine import apply, legal_actions, new_game
from bot.dice.scoring import best_scoring
from bot.dice.state import DiceSeat, DiceStage, DiceState, DiceStep


def lying(numbers: str) -> tuple[Face, ...]:
    """Ten faces from their numbers in the order of the dice, ``W`` for Wild."""
    wanted = [None if each == "W" else int(each) for each in numbers.split()]
    return tuple(
        next(face for face in die if face.number == number)
        for die, number in zip(FACES, wanted, strict=True)
    )


FAILURE = lying("5 5 6 7 8 10 1 1 2 3")
"""Dice that complete no phase but the run of four that some begin with."""
SUCCESS = {
    1: lying("8 8 8 10 10 10 1 2 3 4"),
    4: lying("5 6 7 8 9 10 4 3 2 1"),
    5: lying("5 6 7 8 9 10 4 3 2 1"),
    9: lying("9 9 9 9 9 10 W W 1 1"),
    10: lying("9 9 9 9 9 10 W W 1 1"),
}
"""Dice that complete a phase, by its number."""


def position(completed: tuple[int, ...], *, turn: int = 0, **fields: Any) -> DiceState:
    """A state in mid-game, by how many phases each seat has completed, each scored 40."""
    started = apply(new_game("g", DICE, NAMES[: len(completed)], SECRET), next_action()).state
    seats = tuple(DiceSeat(points=(40,) * done, total=40 * done) for done in completed)
    return replace(started, seats=seats, turn=turn, **fields)


def next_action() -> DiceAction:
    """The first action of every game."""
    (action,) = legal_actions(new_game("g", DICE, NAMES[:1], SECRET))
    return action


def scored(state: DiceState, faces: tuple[Face, ...]) -> DiceStep:
    """The turn of the seat to act, ended with these faces after its first roll."""
    return apply(replace(apply(state, Roll()).state, faces=faces), Score())


def steps(state: DiceState, rng: Random) -> Iterator[tuple[DiceState, DiceAction, DiceStep]]:
    """A whole game of players that now and then stop, and else keep what they can."""
    while state.stage is not DiceStage.OVER:
        action = _choice(state, rng)
        step = apply(state, action)
        yield state, action, step
        state = step.state


def _choice(state: DiceState, rng: Random) -> DiceAction:
    legal = legal_actions(state)
    if not legal.may_keep:
        return legal.plain[0]
    if best_scoring(state.faces, state.phase) or rng.random() < 0.1:
        return Score()
    return Roll(tuple(die for die in range(10) if rng.random() < 0.5)[:9])
