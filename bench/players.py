"""Computer players: the time for one decision, next to finding out what is legal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from bot.model import Level
from bot.players import strategy
from bot.rules import engine
from bot.rules.state import Stage
from bot.rules.views import view_for

from .rules import fresh_game
from .timing import Figure, figure, without_collector

DECISIONS = 4000
LONGEST = 20.0
"""Seconds after which a slow level is not asked further."""


def figures() -> Iterator[Figure]:
    """One figure for each level."""
    for level in Level:
        yield decisions(level)


def decisions(level: Level) -> Figure:
    """Decisions of four players of one level in whole games."""
    player, rng = strategy(level), Random(5)
    state, number = fresh_game(0), 0
    own: list[float] = []
    floor: list[float] = []
    ends = time.perf_counter() + LONGEST
    with without_collector():
        while len(own) < DECISIONS and time.perf_counter() < ends:
            if state.stage is Stage.OVER:
                number += 1
                state = fresh_game(number)
            began = time.perf_counter()
            legal = engine.legal_actions(state)
            view = view_for(state, state.turn)
            found = time.perf_counter()
            action = player.choose(view, legal, rng)
            if state.stage is not Stage.DEAL:
                own.append(time.perf_counter() - found)
                floor.append(found - began)
            state = engine.apply(state, action).state
    return figure(f"decision, {level}", own, floor=("view and legal actions", floor))
