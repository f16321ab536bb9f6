"""Simulated games: the same seed gives the same games, and every record is right."""

from __future__ import annotations

import math
import os
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.cards.editions import CLASSIC
from bot.cards.record import RECORDS
from bot.dice.editions import DICE as DICE_RULES
from bot.dice.record import RECORDS as DICE_RECORDS
from bot.lab.simulation import simulate, spread
from bot.tables import Level

EASY = [Level.EASY, Level.EASY]


def test_records_verify_to_the_state_the_game_ended_in() -> None:
    games = list(simulate(CLASSIC, [Level.NORMAL] * 4, 2, 5, events=True))
    verdicts = list(RECORDS.verify("".join(game.record() for game in games).splitlines()))
    assert [verdict.state.seats for verdict in verdicts] == [game.final.seats for game in games]
    assert all(verdict.finished for verdict in verdicts)


# ── dice ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [1, 4])
def test_records_of_dice_verify_and_are_the_same_again(players: int) -> None:
    levels = [Level.EASY, Level.NORMAL][:players] + [Level.NORMAL] * (players - 2)
    games = list(simulate(DICE_RULES, levels, 2, 5, events=True))
    verdicts = list(DICE_RECORDS.verify("".join(game.record() for game in games).splitlines()))
    assert [verdict.state.seats for verdict in verdicts] == [game.final.seats for game in games]
    assert all(verdict.finished for verdict in verdicts)
    assert [verdict.parts for verdict in verdicts] == [game.turns for game in games]
    again = simulate(DICE_RULES, levels, 2, 5, events=True)
    assert [game.record() for game in again] == [game.record() for game in games]


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(spread(math.factorial, range(9), jobs)) == [math.factorial(n) for n in range(9)]


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(BrokenProcessPool):
        list(spread(os._exit, [3], 2))
