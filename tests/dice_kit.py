"""Positions and whole games of dice for tests, made from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

from kit import NAMES, SECRET

from bot.cards.phases import GroupKind, Phase
from bot.core.records import dumps
from bot.core.states import Transition
from bot.dice.dice import COLOURS, FACES, Face
from bot.dice.editions import DICE
from bot.dice.engine import DiceAction, Roll, RollOrder, Score, apply, legal_actions, new_game
from bot.dice.record import RECORDS
from bot.dice.scoring import best_scoring
from bot.dice.state import DiceSeat, DiceStage, DiceState


def lying(numbers: str) -> tuple[Face, ...]:
    """Ten faces from their numbers in the order of the dice, ``W`` for Wild."""
    wanted = [None if each == "W" else int(each) for each in numbers.split()]
    dice = zip(FACES, wanted, strict=True)
    return tuple(next(face for face in die if face.number == number) for die, number in dice)


FAILURE = lying("5 5 6 7 8 10 1 1 2 3")
"""Dice that complete neither of the phases 1, 5, 9 and 10."""
RUN = lying("5 6 7 8 9 10 4 3 2 1")
"""Dice that complete the phases with one run; 52 points in phase 5."""
SETS = lying("9 9 9 9 9 10 W W 1 1")
"""Dice that complete phase 9 with 55 points, and phase 10 with 55."""


def position(completed: Sequence[int], *, turn: int = 0, **fields: Any) -> DiceState:
    """The beginning of a turn, by how many phases each seat has completed with 40 points each."""
    state = apply(new_game("g", DICE, NAMES[: len(completed)], SECRET), RollOrder()).state
    seats = tuple(DiceSeat(points=(40,) * done, total=40 * done) for done in completed)
    return replace(state, seats=seats, turn=turn, **fields)


def scored(state: DiceState, faces: tuple[Face, ...]) -> Transition:
    """A turn that ends with these faces after its first roll."""
    return apply(replace(apply(state, Roll()).state, faces=faces), Score())


def steps(state: DiceState, rng: Random) -> Iterator[tuple[DiceState, DiceAction, Transition]]:
    """A whole game of players that stop at a success, and else roll what they do not like."""
    while state.stage is not DiceStage.OVER:
        action = _choice(state, rng)
        step = apply(state, action)
        yield state, action, step
        state = step.state


def _choice(state: DiceState, rng: Random) -> DiceAction:
    legal = legal_actions(state)
    if not legal.may_keep:
        return legal.plain[0]
    if best_scoring(state.faces, state.phase) or rng.random() < 0.05:
        return Score()
    numbers = [face.number for face in state.faces]
    often = max(set(numbers), key=lambda number: (numbers.count(number), number or 0))
    kept = [die for die, n in enumerate(numbers) if n in (None, often) or rng.random() < 0.2]
    return Roll(tuple(kept[:9]))


@cache
def finished(players: int, seed: int = 1) -> tuple[str, ...]:
    state = new_game("game-1", DICE, NAMES[:players], seed.to_bytes(32, "big"))
    lines = [dumps(RECORDS.header_line(state.game))]
    for _, _, step in steps(state, Random(seed)):
        lines += [dumps(RECORDS.event_line(event)) for event in step.events]
    return tuple(lines)


@cache
def best_faces(phase: Phase) -> tuple[Face, ...]:
    """Faces with the most points: a search through colours, or through what groups stand for."""
    if phase.groups[0].kind is GroupKind.COLOUR:
        return max(
            (
                faces
                for colour in COLOURS
                for faces in product(*([f for f in die if f.colour is colour] for die in FACES))
            ),
            key=lambda faces: sum(sorted((face.points for face in faces), reverse=True)[:7]),
        )
    return max(map(lying, _natural_choices(phase)), key=lambda faces: points_of(faces, phase) or 0)


def points_of(faces: tuple[Face, ...], phase: Phase) -> int | None:
    scoring = best_scoring(faces, phase)
    return scoring and scoring.points


def _natural_choices(phase: Phase) -> Iterator[str]:
    """For all that the groups can stand for, as many natural dice as there are, the others Wild."""
    targets = [
        [(n,) * group.size for n in range(1, 11)]
        if group.kind is GroupKind.SET
        else [tuple(range(low, low + group.size)) for low in range(1, 12 - group.size)]
        for group in phase.groups
    ]
    for target in product(*targets):
        numbers = sorted((n for group in target for n in group), reverse=True)
        high, low = [n for n in numbers if n >= 5], [n for n in numbers if n < 5]
        high_dice, low_dice = [*high[:6], *[5] * 6][:6], [*low[:4], *["W"] * 4][:4]
        yield " ".join(map(str, high_dice + low_dice))
