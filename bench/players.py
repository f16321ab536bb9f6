"""Computer players: one decision, next to finding out what is legal; hands; chances to win."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random

from bot.analysis import chances
from bot.games.states import AnyState
from bot.games.system import GameSystem
from bot.lab.simulation import simulate
from bot.model import Level
from bot.players import strategy
from bot.rules.editions import CLASSIC
from bot.rules.views import PlayerView
from bot.systems import CARDS, SYSTEMS

from .rules import PLAYERS
from .timing import Figure, figure, without_collector

DECISIONS = 4000
GAMES = 30
LONGEST = 20.0
"""Seconds after which a slow level is not asked further."""


def figures() -> Iterator[Figure]:
    """One figure for each game and level."""
    for system in SYSTEMS:
        for level in Level:
            yield decisions(system, level)
    yield hands()
    yield from evaluations()


def hands() -> Figure:
    """Hands between two normal players of the card game, by processor time."""
    games = simulate(CLASSIC, [Level.NORMAL] * 2, GAMES, 1)
    taken: list[float] = []
    with without_collector():
        began = time.process_time()
        for game in games:
            ended = time.process_time()
            taken += [(ended - began) / game.hands] * game.hands
            began = time.process_time()
    rate = f"{len(taken) / sum(taken):,.0f} hands/s"
    return figure("hand between two normals", taken, more=rate)


def evaluations() -> Iterator[Figure]:
    """Chances to win at each decision of a game, from public information and from one seat's."""
    for players in (2, 4):
        player, rng = strategy(Level.NORMAL), Random(5)
        state = CARDS.new_game("bench", CLASSIC, PLAYERS[:players], bytes(32))
        views: dict[str, list[PlayerView]] = {"public": [], "one seat": []}
        while not state.over:
            action = CARDS.due(state)
            if action is None:
                view = CARDS.view_for(state, state.turn)
                views["public"].append(CARDS.view_for(state, None))
                views["one seat"].append(view)
                action = player.choose(view, CARDS.legal_actions(state), rng)
            state = CARDS.apply(state, action).state
        for name, some in views.items():
            taken = _timed(some)
            yield figure(f"chances to win, {players} players, {name}", taken)


def _timed(views: Sequence[PlayerView]) -> list[float]:
    """The seconds of each evaluation, after a first one of all."""
    taken = []
    for view in views:
        chances(view)
    with without_collector():
        for view in views:
            began = time.perf_counter()
            chances(view)
            taken.append(time.perf_counter() - began)
    return taken


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
                ready = time.perf_counter()
                action = player.choose(view, legal, rng)
                own.append(time.perf_counter() - ready)
                floor.append(ready - began)
            state = system.apply(state, action).state
    title = f"decision, {system.name}, {level}"
    return figure(title, own, floor=("view and legal actions", floor))


def _fresh(system: GameSystem, number: int) -> AnyState:
    rules = next(iter(system.editions.values()))
    state: AnyState = system.new_game("bench", rules, PLAYERS, number.to_bytes(32, "big"))
    return state
