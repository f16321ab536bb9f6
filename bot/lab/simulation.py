"""Simulated games between computer players."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from typing import TypeVar

from bot.core.events import AnyEvent
from bot.core.records import dumps
from bot.core.states import AnyRules, AnyState
from bot.game_types import game_type_for
from bot.players import AnyPlayer, computer_names, strategy
from bot.seating import Level

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_ACTIONS = 200_000
"""The longest games take a few thousand actions; a game with more makes no progress."""


class EndlessGameError(RuntimeError):
    """A game of computer players does not end."""


@dataclass(frozen=True)
class SimulatedGame:
    """A finished game."""

    final: AnyState
    events: tuple[AnyEvent, ...]  # all events in order; empty unless requested
    actions: int  # how many actions, including deals
    turns: int  # how many turns; in the card game draws
    hands: int  # how many hands were dealt; 0 in the dice game

    def record(self) -> str:
        game_type = game_type_for(self.final.game.rules.edition)
        lines = [
            game_type.records.header_line(self.final.game),
            *map(game_type.records.event_line, self.events),
        ]
        return "".join(f"{dumps(line)}\n" for line in lines)


def simulate(
    rules: AnyRules, levels: Sequence[Level], games: int, seed: int, *, events: bool = False
) -> Iterator[SimulatedGame]:
    """Play games of levels, by seat, the same each time; events are kept only for records."""
    # Names and choices are not secret; the shuffles use secrets made by `derived`.
    names = Random(seed).sample(computer_names, len(levels))  # noqa: S311
    game_type = game_type_for(rules.edition)
    players = [strategy(level, game_type.name) for level in levels]
    for number in range(games):
        state = game_type.new_game(
            derived("simulate id", seed, number).hex()[:12],
            rules,
            names,
            derived("simulate secret", seed, number),
            "",
        )
        rng = Random(derived("simulate choices", seed, number))  # noqa: S311
        yield play_out(state, players, rng, events=events)


def play_out(
    state: AnyState, players: Sequence[AnyPlayer], rng: Random, *, events: bool = False
) -> SimulatedGame:
    """Play a game to its end; raises EndlessGameError if it has none."""
    game_type = game_type_for(state.game.rules.edition)
    kept: list[AnyEvent] = []
    actions = 0
    while not state.over:
        if actions == MOST_ACTIONS:
            raise EndlessGameError(f"no end after {MOST_ACTIONS:,} actions")
        action = game_type.forced_action(state)
        if action is None:
            view = game_type.view_for(state, state.turn)
            legal = game_type.legal_actions(state)
            action = players[state.turn].choose(view, legal, rng)
        transition = game_type.apply(state, action)
        state = transition.state
        kept += transition.events
        actions += 1
    turns = sum(isinstance(event, game_type.turns) for event in kept)
    hands = sum(isinstance(event, game_type.deals) for event in kept)
    return SimulatedGame(state, tuple(kept) if events else (), actions, turns, hands)


def derived(purpose: str, seed: int, number: int) -> bytes:
    return hashlib.sha256(f"phase10 {purpose} {seed} {number}".encode()).digest()


def spread(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Iterator[Result]:
    """Yield the results of the work, in the order of the tasks, from as many processes as jobs."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(work, tasks)
