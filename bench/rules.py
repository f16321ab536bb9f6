"""The rules core: random legal play, next to rlcard's gin rummy where it is installed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from random import Random

from bot.cards import engine
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage, State

from .timing import Figure, in_turns

PLAYERS = ("a", "b", "c", "d")
ROUNDS = 100
SLICE = 2000  # actions timed together: one alone is too short for the clock


async def figures() -> AsyncIterator[Figure]:
    """Time for an action next to that for a move."""
    ours = random_actions(Random(1))
    runs = [partial(_slice, move) for move in (lambda: next(ours), *_rlcard_move(Random(1)))]
    taken = await in_turns(*runs, rounds=ROUNDS)
    own, *floor = ([seconds / SLICE for seconds in some] for some in taken)
    yield Figure("random legal action", own, "rlcard's gin rummy", floor[0] if floor else ())


def _slice(move: Callable[[], object]) -> None:
    for _ in range(SLICE):
        move()


def fresh_game(number: int) -> State:
    """A game before its first deal."""
    return engine.new_game("bench", CLASSIC, PLAYERS, number.to_bytes(32, "big"))


def random_actions(rng: Random) -> Iterator[State]:
    """Random legal play without end, game after game: the state after each action.

    A phase that can be laid is laid the best way as often as any other action is chosen.
    """
    number = 0
    state = fresh_game(number)
    while True:
        if state.stage is Stage.OVER:
            number += 1
            state = fresh_game(number)
        legal = engine.legal_actions(state)
        lay = legal.best_lay
        action = rng.choice((lay, *legal.plain) if lay else legal.plain)
        state = engine.apply(state, action).state
        yield state


def _rlcard_move(rng: Random) -> list[Callable[[], object]]:
    """A random legal move of rlcard's raw game, if it is installed."""
    try:
        from rlcard.games.gin_rummy.game import GinRummyGame  # noqa: PLC0415  # an extra
    except ImportError:
        return []
    game = GinRummyGame()
    game.init_game()

    def move() -> None:
        if game.is_over():
            game.init_game()
        game.step(rng.choice(game.judge.get_legal_actions()))

    return [move]
