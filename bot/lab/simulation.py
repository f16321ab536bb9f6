"""Simulated games between computer players."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from bot.model import Level
from bot.players import Strategy, computer_names, strategy
from bot.rules import engine
from bot.rules.actions import Draw
from bot.rules.editions import RuleSet
from bot.rules.events import Event
from bot.rules.record import dumps, event_line, header_line
from bot.rules.state import Stage, State
from bot.rules.views import view_for

MOST_ACTIONS = 200_000
"""The longest games take a few thousand actions; a game with more makes no progress."""


class EndlessGameError(RuntimeError):
    """A game of computer players does not end."""


@dataclass(frozen=True)
class SimulatedGame:
    """A finished game.

    Attributes:
        final: the last state.
        events: all events in order; empty unless requested.
        actions: number of actions, including deals.
        turns: number of draws.
    """

    final: State
    events: tuple[Event, ...]
    actions: int
    turns: int

    def record(self) -> str:
        """The game's record as JSON lines."""
        lines = [header_line(self.final.game), *map(event_line, self.events)]
        return "".join(f"{dumps(line)}\n" for line in lines)


@dataclass
class Tally:
    """Sums over games; ``wins`` is by seat, and a shared win counts for each winner."""

    games: int = 0
    hands: int = 0
    turns: int = 0
    actions: int = 0
    wins: list[int] = field(default_factory=list)

    def add(self, game: SimulatedGame) -> None:
        """Add a game."""
        self.games += 1
        self.hands += game.final.hand
        self.turns += game.turns
        self.actions += game.actions
        self.wins += [0] * (game.final.game.size - len(self.wins))
        for seat in game.final.result.winners if game.final.result else ():
            self.wins[seat] += 1


def simulate(
    rules: RuleSet, levels: Sequence[Level], games: int, seed: int, *, events: bool = False
) -> Iterator[SimulatedGame]:
    """Play games; the same arguments give the same games.

    Args:
        rules: the rule set.
        levels: the level of each seat.
        games: number of games.
        seed: determines all secrets, ids and choices.
        events: whether to keep the events, for records.

    Raises:
        RuleSetError: the rules do not allow this number of players.
        EndlessGameError: a game does not end.
    """
    # Names and choices are not secret; the shuffles use secrets made by `derived`.
    names = Random(seed).sample(computer_names, len(levels))  # noqa: S311
    players = [strategy(level) for level in levels]
    for number in range(games):
        state = engine.new_game(
            derived("simulate id", seed, number).hex()[:12],
            rules,
            names,
            derived("simulate secret", seed, number),
        )
        rng = Random(derived("simulate choices", seed, number))  # noqa: S311
        yield play_out(state, players, rng, events=events)


def play_out(
    state: State, players: Sequence[Strategy], rng: Random, *, events: bool = False
) -> SimulatedGame:
    """Play a game to its end.

    Raises:
        EndlessGameError: the game does not end.
    """
    kept: list[Event] = []
    actions = turns = 0
    while state.stage is not Stage.OVER:
        if actions == MOST_ACTIONS:
            raise EndlessGameError(f"no end after {MOST_ACTIONS:,} actions")
        legal = engine.legal_actions(state)
        if state.stage is Stage.DEAL:
            action = legal.plain[0]
        else:
            action = players[state.turn].choose(view_for(state, state.turn), legal, rng)
        step = engine.apply(state, action)
        state = step.state
        if events:
            kept += step.events
        actions += 1
        turns += isinstance(action, Draw)
    return SimulatedGame(state, tuple(kept), actions, turns)


def derived(purpose: str, seed: int, number: int) -> bytes:
    """Return 32 bytes that depend on all arguments."""
    return hashlib.sha256(f"phase10 {purpose} {seed} {number}".encode()).digest()
