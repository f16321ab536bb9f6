"""Whole games and single turns of the dice game."""

from __future__ import annotations

from random import Random

import pytest
from dice_kit import steps
from kit import NAMES

from bot.dice.editions import DICE
from bot.dice.engine import new_game
from bot.dice.state import DiceStage


@pytest.mark.parametrize("players", range(1, 7))
def test_a_game_ends_with_the_highest_total_winning(players: int) -> None:
    state = new_game("g", DICE, NAMES[:players], bytes([players]) * 32)
    for _, _, step in steps(state, Random(players)):
        state = step.state
    assert state.stage is DiceStage.OVER
    assert state.result is not None
    assert state.result.totals == tuple(seat.total for seat in state.seats)
    best = max(state.result.totals)
    assert [state.result.totals[seat] for seat in state.result.winners] == [best]
