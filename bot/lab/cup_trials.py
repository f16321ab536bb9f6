"""Simulated cups of computer players, and how often their formats put the strongest first."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from bot.cups.engine import apply, open_cup, start_round, table_secret
from bot.cups.pairing import meetings, paired
from bot.cups.record import export, table_ended
from bot.cups.standings import standings
from bot.cups.state import (
    Cup,
    CupEvent,
    CupStarted,
    CupTable,
    Format,
    Joined,
    RoundEnded,
    TableEnded,
)
from bot.games.chance import SecretShuffler, commitment
from bot.games.states import AnyRules
from bot.model import Level
from bot.players import strategy
from bot.scores.statistics import Estimate, chance_of, mean_of
from bot.systems import system_of
from bot.workers import spread

from .simulation import SimulatedGame, derived, play_out


@dataclass(frozen=True)
class CupTrial:
    """The parameters of simulated cups, which determine all of their games."""

    rules: AnyRules
    levels: tuple[Level, ...]  # of each person
    form: Format
    rounds: int
    duplicate: bool
    seed: int

    def opened(self, number: int) -> Cup:
        """A cup that nobody has joined yet."""
        return open_cup(
            f"{self.form.name} {number}",
            f"Simulated cup {number}",
            self.form,
            self.rules,
            commitment(derived("cup seed", self.seed, number)),
            rounds=self.rounds,
            duplicate=self.duplicate,
        )


@dataclass(frozen=True, slots=True)
class CupOutcome:
    """How the people stood after a round."""

    strongest_first: bool
    in_order: float  # the share of pairs of different levels whose stronger one is better placed


@dataclass(frozen=True, slots=True)
class CupFigures:
    """How the same cups went after a number of rounds, with deals of their own and the same ones.

    Chances are first those with deals of their own.
    """

    form: str
    rounds: int
    strongest_first: tuple[Estimate, Estimate]
    in_order: tuple[Estimate, Estimate]
    added: Estimate  # to the pairs in order by the same deals


def play_cups(trial: CupTrial, cups: int, jobs: int = 1) -> Iterator[tuple[CupOutcome, ...]]:
    """Play cups; how each stood after each round."""
    return spread(partial(_outcomes, trial), range(cups), min(jobs, cups))


def figures_of(
    form: Format, apart: Sequence[tuple[CupOutcome, ...]], same: Sequence[tuple[CupOutcome, ...]]
) -> Iterator[CupFigures]:
    """The figures after each round; of a knock-out after the last one only."""
    for rounds in [len(apart[0])] if form.knock_out else range(1, len(apart[0]) + 1):
        pairs = [(a[rounds - 1], b[rounds - 1]) for a, b in zip(apart, same, strict=True)]
        firsts = [
            chance_of(sum(pair[which].strongest_first for pair in pairs), len(pairs))
            for which in range(2)
        ]
        orders = [mean_of([pair[which].in_order for pair in pairs], 0, 1) for which in range(2)]
        added = mean_of([b.in_order - a.in_order for a, b in pairs], -1, 1)
        yield CupFigures(form.name, rounds, (firsts[0], firsts[1]), (orders[0], orders[1]), added)


def play_cup(trial: CupTrial, number: int) -> Iterator[tuple[Cup, CupEvent, SimulatedGame | None]]:
    """Play a cup event by event: the cup after each, and the game that a table ended."""
    cup = trial.opened(number)
    first: list[CupEvent] = [
        Joined(0, person, f"{level} {person}") for person, level in enumerate(trial.levels)
    ]
    first.append(CupStarted(0, derived("cup seed", trial.seed, number).hex()))
    for event in first:
        cup = apply(cup, event)
        yield cup, event, None
    while not cup.over:
        secret = derived(f"cup round {len(cup.rounds)}", trial.seed, number)
        event = start_round(cup, 0, secret)
        cup = apply(cup, event)
        yield cup, event, None
        for place in range(len(cup.round.tables)):
            game = _game(trial, cup, place, table_secret(cup, secret, place))
            end = _end_of(cup, game, place)
            cup = apply(cup, end)
            yield cup, end, game
        cup = apply(cup, RoundEnded(0, secret.hex()))
        yield cup, RoundEnded(0, secret.hex()), None


def export_of(trial: CupTrial, number: int) -> Iterator[str]:
    """The lines of the export of a cup."""
    events, records = [], {}
    for cup, event, game in play_cup(trial, number):
        events.append(event)
        if game is not None and isinstance(event, TableEnded):
            records[len(cup.rounds) - 1, event.table] = game.record().splitlines()
    return export(cup, events, lambda round_, table: records[round_, table])


def pairing_seconds(people: int, rounds: int, seed: int) -> float:
    """The longest time that a pairing takes, with results that are drawn."""
    order: tuple[int, ...] = tuple(range(people))
    shuffled = SecretShuffler(derived("cup pairing", seed, people))
    tables: list[tuple[int, ...]] = []
    longest = 0.0
    for number in range(rounds):
        order = shuffled(number, order)
        met = meetings(iter(tables))
        began = time.perf_counter()
        tables += paired(order, met)
        longest = max(longest, time.perf_counter() - began)
    return longest


def _outcomes(trial: CupTrial, number: int) -> tuple[CupOutcome, ...]:
    return tuple(
        _outcome(trial, cup)
        for cup, event, _ in play_cup(trial, number)
        if isinstance(event, RoundEnded)
    )


def _outcome(trial: CupTrial, cup: Cup) -> CupOutcome:
    strength = [[*Level].index(trial.levels[row.person]) for row in standings(cup)]
    pairs = [
        better > worse
        for place, better in enumerate(strength)
        for worse in strength[place + 1 :]
        if better != worse
    ]
    in_order = sum(pairs) / len(pairs) if pairs else 0.5
    return CupOutcome(strength[0] == max(strength), in_order)


def _game(trial: CupTrial, cup: Cup, place: int, secret: bytes) -> SimulatedGame:
    """The game of a table; the weakest level fills its seats."""
    system, table = system_of(trial.rules.edition), cup.round.tables[place]
    weakest = min(trial.levels, key=[*Level].index)
    levels = [weakest if who is None else trial.levels[who] for who in table.seats]
    game_id = f"{cup.cup_id}-{len(cup.rounds)}-{place + 1}"
    state = system.new_game(game_id, trial.rules, _names(cup, table), secret)
    players = [strategy(level, system.name) for level in levels]
    rng = Random(derived(f"cup choices {game_id}", trial.seed, place))  # noqa: S311
    return play_out(state, players, rng, events=True)


def _names(cup: Cup, table: CupTable) -> list[str]:
    names = {entrant.person: entrant.name for entrant in cup.entrants}
    return ["computer" if who is None else names[who] for who in table.seats]


def _end_of(cup: Cup, game: SimulatedGame, place: int) -> TableEnded:
    system = system_of(cup.rules.edition)
    types, needed = system.records.events.types, system.statistics.TALLY_LINES
    lines = [system.records.event_line(e) for e in game.events if types[type(e)] in needed]
    return table_ended(cup, 0, place, lines)
