"""Simulated games: the same seed gives the same games, and every record is right."""

from __future__ import annotations

import math
import os
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.cards.rulesets import CLASSIC
from bot.core.states import AnyRules
from bot.dice.editions import DICE
from bot.game_types import game_type_for
from bot.lab.simulation import SimulatedGame, simulate, spread
from bot.seating import Level


@pytest.mark.parametrize("rules", [CLASSIC, DICE], ids=lambda rules: rules.edition)
def test_records_verify_to_the_states_at_the_end_and_are_the_same_again(rules: AnyRules) -> None:
    def games() -> list[SimulatedGame]:
        return list(simulate(rules, [Level.EASY, Level.NORMAL, Level.NORMAL], 2, 5, events=True))

    records = [game.record() for game in games()]
    verdicts = list(game_type_for(rules.edition).records.verify("".join(records).splitlines()))
    assert [verdict.state.seats for verdict in verdicts] == [each.final.seats for each in games()]
    assert all(verdict.finished for verdict in verdicts)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(spread(math.factorial, range(9), jobs)) == [math.factorial(n) for n in range(9)]


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(BrokenProcessPool):
        list(spread(os._exit, [3], 2))
