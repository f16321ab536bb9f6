"""Simulated games: the same seed gives the same games, and every record is right."""

from __future__ import annotations

import math
import os
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.dice.editions import DICE as DICE_RULES
from bot.dice.record import RECORDS as DICE_RECORDS
from bot.games.errors import RuleSetError
from bot.lab.simulation import Tally, simulate, spread
from bot.model import Level
from bot.rules.editions import CLASSIC
from bot.rules.record import RECORDS
from bot.rules.state import Stage

EASY = [Level.EASY, Level.EASY]


def records(seed: int, games: int = 2) -> list[str]:
    return [game.record() for game in simulate(CLASSIC, EASY, games, seed, events=True)]


def test_the_same_seed_gives_the_same_records_to_the_byte() -> None:
    assert records(7) == records(7)


def test_another_seed_gives_other_games() -> None:
    assert records(7) != records(8)


def test_games_of_one_seed_differ_in_id_and_cards() -> None:
    first, second = records(7)
    assert first.splitlines()[0] != second.splitlines()[0]
    assert first.splitlines()[1] != second.splitlines()[1]


def test_keeping_no_events_changes_nothing_in_the_game() -> None:
    (kept,) = simulate(CLASSIC, EASY, 1, 3, events=True)
    (forgotten,) = simulate(CLASSIC, EASY, 1, 3)
    assert forgotten.final == kept.final
    assert (forgotten.actions, forgotten.turns) == (kept.actions, kept.turns)
    assert forgotten.events == ()


def test_records_verify_to_the_state_the_game_ended_in() -> None:
    games = list(simulate(CLASSIC, [Level.NORMAL] * 4, 2, 5, events=True))
    verdicts = list(RECORDS.verify("".join(game.record() for game in games).splitlines()))
    assert [verdict.state.seats for verdict in verdicts] == [game.final.seats for game in games]
    assert all(verdict.finished for verdict in verdicts)


def test_a_tally_adds_up() -> None:
    tally = Tally()
    games = list(simulate(CLASSIC, EASY, 3, 1))
    for game in games:
        assert game.final.stage is Stage.OVER
        tally.add(game)
    assert tally.games == 3
    assert tally.hands == sum(game.final.hand for game in games)
    assert tally.actions == sum(game.actions for game in games) == tally.actions
    assert sum(tally.wins) >= 3


def test_too_many_players_are_refused() -> None:
    with pytest.raises(RuleSetError):
        next(simulate(CLASSIC, [Level.EASY] * 7, 1, 1))


# ── dice ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", range(1, 7))
def test_records_of_dice_verify_and_are_the_same_again(players: int) -> None:
    levels = [Level.EASY, Level.NORMAL][:players] + [Level.NORMAL] * (players - 2)
    games = list(simulate(DICE_RULES, levels, 4, 5, events=True))
    verdicts = list(DICE_RECORDS.verify("".join(game.record() for game in games).splitlines()))
    assert [verdict.state.seats for verdict in verdicts] == [game.final.seats for game in games]
    assert all(verdict.finished for verdict in verdicts)
    assert [verdict.parts for verdict in verdicts] == [game.turns for game in games]
    again = simulate(DICE_RULES, levels, 4, 5, events=True)
    assert [game.record() for game in again] == [game.record() for game in games]


def test_a_tally_of_dice_counts_turns_but_no_hands() -> None:
    tally = Tally()
    for game in simulate(DICE_RULES, [Level.EASY], 2, 1):
        tally.add(game)
    assert (tally.games, tally.hands, tally.wins) == (2, 0, [2])
    assert tally.turns >= 2 * len(DICE_RULES.phases)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(spread(math.factorial, range(9), jobs)) == [math.factorial(n) for n in range(9)]


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(BrokenProcessPool):
        list(spread(os._exit, [3], 2))
