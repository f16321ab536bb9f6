"""The rules core: random legal play, the best lay, snapshots; computer players.

A decision is measured next to finding out what is legal.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from bot.analysis import chances
from bot.games.states import AnyState
from bot.games.system import GameSystem
from bot.lab.simulation import simulate
from bot.model import Level
from bot.players import strategy
from bot.rules import engine
from bot.rules.cards import Card, full_deck
from bot.rules.editions import CLASSIC
from bot.rules.laying import best_lay
from bot.rules.phases import Phase
from bot.rules.state import SNAPSHOTS, Stage, State
from bot.rules.views import PlayerView
from bot.systems import CARDS, SYSTEMS

from .timing import Figure, figure, in_turns, without_collector

PLAYERS = ("a", "b", "c", "d")
SECONDS = 3.0
SLICE = 2000
"""Actions timed together: one alone is too short for the clock."""


def figures() -> Iterator[Figure]:
    """Every figure of the rules core."""
    yield from random_play()
    yield from lays()
    yield snapshots()


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


def random_play() -> Iterator[Figure]:
    """Time for an action next to that for a move of rlcard's raw games, in turns."""
    ours = random_actions(Random(1))
    games: dict[str, Callable[[], object]] = {"": lambda: next(ours)}
    games |= _rlcard_games(Random(1))
    taken: dict[str, list[float]] = {name: [] for name in games}
    with without_collector():
        ends = time.perf_counter() + SECONDS * len(games)
        while time.perf_counter() < ends:
            for name, move in games.items():
                began = time.perf_counter()
                for _ in range(SLICE):
                    move()
                taken[name].append((time.perf_counter() - began) / SLICE)
    own = taken.pop("")
    rate = f"{len(own) / sum(own):,.0f} actions/s"
    if not taken:
        yield figure("random legal action", own, unit="µs", more=f"{rate}; rlcard not installed")
    for name, floor in taken.items():
        yield figure("random legal action", own, unit="µs", floor=(name, floor), more=rate)


def _rlcard_games(rng: Random) -> dict[str, Callable[[], object]]:
    """One random legal move of each of rlcard's raw games, where it is installed."""
    try:
        from rlcard.games.gin_rummy.game import GinRummyGame  # noqa: PLC0415  # an extra
        from rlcard.games.uno import Game as UnoGame  # noqa: PLC0415
    except ImportError:
        return {}
    return {
        "rlcard gin rummy": _mover(
            GinRummyGame(), lambda game: game.judge.get_legal_actions(), rng
        ),
        "rlcard UNO": _mover(UnoGame(), lambda game: game.get_legal_actions(), rng),
    }


def _mover(
    game: Any,  # noqa: ANN401  # rlcard has no types
    legal: Callable[[Any], list[Any]],
    rng: Random,
) -> Callable[[], object]:
    game.init_game()

    def move() -> None:
        if game.is_over():
            game.init_game()
        game.step(rng.choice(legal(game)))

    return move


def lays() -> Iterator[Figure]:
    """The best lay of every phase from eleven cards, from random and from awkward hands."""
    rng = Random(2)
    deck = full_deck(CLASSIC.colours, CLASSIC.skips)
    ordinary = [tuple(rng.sample(deck, 11)) for _ in range(2000)]
    wilds = [card for card in deck if card.is_wild]
    awkward = [
        (
            *rng.sample(wilds, held),
            *rng.sample([card for card in deck if not card.is_wild], 11 - held),
        )
        for held in range(1, 9)
        for _ in range(150)
    ]
    for name, hands in (("11 random cards", ordinary), ("1 to 8 Wilds among 11", awkward)):
        yield figure(f"best lay, all phases, {name}", _lay_times(hands), unit="µs")


def _lay_times(hands: list[tuple[Card, ...]]) -> list[float]:
    phases: tuple[Phase, ...] = CLASSIC.parsed_phases
    taken = []
    with without_collector():
        for hand in hands:
            for phase in phases:
                began = time.perf_counter()
                best_lay(hand, phase, CLASSIC)
                taken.append(time.perf_counter() - began)
    return taken


def late_state() -> State:
    """A state in the midst of a game with much on the table."""
    states = random_actions(Random(3))
    return max((next(states) for _ in range(3000)), key=lambda state: len(SNAPSHOTS.dumps(state)))


def snapshots() -> Figure:
    """A state to stored text and back, next to json alone for the same text."""
    state = late_state()
    text = SNAPSHOTS.dumps(state)
    document = json.loads(text)
    own, floor = in_turns(
        lambda: SNAPSHOTS.loads(SNAPSHOTS.dumps(state), state.game),
        lambda: json.loads(json.dumps(document)),
        rounds=1000,
    )
    size = f"{len(text.encode()):,} bytes"
    return figure("snapshot out and in", own, floor=("json alone", floor), more=size)


# ── computer players ──────────────────────────────────────────────────────────────────────────────

DECISIONS = 4000
GAMES = 30
LONGEST = 20.0
"""Seconds after which a slow level is not asked further."""


def players() -> Iterator[Figure]:
    """The figures of computer players: one for each game and level, then hands and chances."""
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
