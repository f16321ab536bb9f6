"""Whole games between computer players, for figures and records, without a table or a clock."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
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
"""Longest games are a few thousand actions; more means that nobody gets anywhere."""


class EndlessGameError(RuntimeError):
    """A game of computer players that does not end."""


@dataclass(frozen=True)
class SimulatedGame:
    """A game played to its end.

    Attributes:
        final: the state at the end.
        events: all that happened, in order; empty where it was not asked for.
        actions: how many decisions were made, deals included.
        turns: how many turns were begun by drawing.
    """

    final: State
    events: tuple[Event, ...]
    actions: int
    turns: int

    def record(self) -> str:
        """The game's record as JSON lines, each with its line end."""
        lines = [header_line(self.final.game), *map(event_line, self.events)]
        return "".join(f"{dumps(line)}\n" for line in lines)


@dataclass
class Tally:
    """Sums over games; ``wins`` is by seat, a shared win counts for each."""

    games: int = 0
    hands: int = 0
    turns: int = 0
    actions: int = 0
    wins: list[int] = field(default_factory=list)

    def add(self, game: SimulatedGame) -> None:
        """Count one more game."""
        self.games += 1
        self.hands += game.final.hand
        self.turns += game.turns
        self.actions += game.actions
        self.wins += [0] * (game.final.game.size - len(self.wins))
        for seat in game.final.result.winners if game.final.result else ():
            self.wins[seat] += 1


def simulate(
    rules: RuleSet,
    levels: Sequence[Level],
    games: int,
    seed: int,
    *,
    events: bool = False,
) -> Iterator[SimulatedGame]:
    """Play games one after another; the same arguments give the same games.

    Args:
        rules: the rule set.
        levels: how well each seat plays, by seat.
        games: how many.
        seed: from which all secrets, ids and choices come.
        events: whether to keep what happened, for the records.

    Raises:
        RuleSetError: the rules cannot be played by so many.
        EndlessGameError: a game did not end.
    """
    # Preferences of computer players are no secret; those of the shuffles come from the hash below.
    names = Random(seed).sample(computer_names, len(levels))  # noqa: S311
    players = [strategy(level) for level in levels]
    for number in range(games):
        state = engine.new_game(
            _derived("id", seed, number).hex()[:12], rules, names, _derived("secret", seed, number)
        )
        rng = Random(_derived("choices", seed, number))  # noqa: S311
        yield play_out(state, players, rng, events=events)


def play_out(
    state: State, players: Sequence[Strategy], rng: Random, *, events: bool = False
) -> SimulatedGame:
    """Play a game to its end.

    Raises:
        EndlessGameError: it does not end.
    """
    kept: list[Event] = []
    keep: Callable[[Sequence[Event]], None] = kept.extend if events else _forget
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
        keep(step.events)
        actions += 1
        turns += isinstance(action, Draw)
    return SimulatedGame(state, tuple(kept), actions, turns)


def _forget(_events: Sequence[Event]) -> None:
    """Keep nothing: a thousand games would fill the memory."""


def _derived(what: str, seed: int, number: int) -> bytes:
    """32 bytes that depend on the seed, the number of the game and what they are for."""
    return hashlib.sha256(f"phase10 simulate {what} {seed} {number}".encode()).digest()
