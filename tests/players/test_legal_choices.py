"""What a computer player chooses is legal, also where one hit must come before another."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.model import Level
from bot.players import strategy
from bot.rules.editions import CLASSIC
from bot.rules.engine import apply, legal_actions, new_game
from bot.rules.state import Stage
from bot.rules.views import view_for

RUNS = replace(CLASSIC, phases=("R4", "R5", "R4"))
MOST_ACTIONS = 600


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(10))
def test_every_choice_is_legal(level: Level, seed: int) -> None:
    rng = Random(seed)
    state = new_game("g", RUNS, ("Ada", "Ben", "Cyd"), rng.randbytes(32))
    for _ in range(MOST_ACTIONS):
        if state.stage is Stage.OVER:
            break
        legal = legal_actions(state)
        if state.stage is Stage.DEAL:
            action = next(iter(legal))
        else:
            action = strategy(level).choose(view_for(state, state.turn), legal, rng)
        assert action in legal
        state = apply(state, action).state
