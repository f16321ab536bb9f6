"""Computer players: the time for one decision, next to finding out what is legal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from bot.model import Level
from bot.players import strategy
from bot.systems import SYSTEMS, AnyState, GameSystem

from .rules import PLAYERS
from .timing import Figure, figure, without_collector

DECISIONS = 4000
LONGEST = 20.0
"""Seconds after which a slow level is not asked further."""


def figures() -> Iterator[Figure]:
    """One figure for each game and level."""
    for system in SYSTEMS:
        for level in Level:
            yield decisions(system, level)


def decisions(system: GameSystem, level: Level) -> Figure:
    """Decisions of four players of one level in whole games of the system's first edition."""
    player, rng = strategy(level, system.name), Random(5)
    state, number = _fresh(system, 0), 0
    own: list[float] = []
    floor: list[float] = []
    ends = time.perf_counter() + LONGEST
    with without_collector():
        while len(own) < DECISIONS and time.perf_counter() < ends:
            if state.over:
                number += 1
                state = _fresh(system, number)
            action = system.due(state)
            if action is None:
                began = time.perf_counter()
                legal = system.legal_actions(state)
                view = system.view_for(state, state.turn)
                found = time.perf_counter()
                action = player.choose(view, legal, rng)
                own.append(time.perf_counter() - found)
                floor.append(found - began)
            state = system.apply(state, action).state
    title = f"decision, {system.name}, {level}"
    return figure(title, own, floor=("view and legal actions", floor))


def _fresh(system: GameSystem, number: int) -> AnyState:
    rules = next(iter(system.editions.values()))
    state: AnyState = system.new_game("bench", rules, PLAYERS, number.to_bytes(32, "big"))
    return state
