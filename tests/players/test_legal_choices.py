"""What a computer player chooses is legal, also where one hit must come before another."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from kit import held, laid, position

from bot.model import Level
from bot.players import strategy
from bot.rules.actions import Draw, Hit, Save, Source
from bot.rules.cards import card
from bot.rules.editions import CLASSIC, MASTERS, RuleSet, with_options
from bot.rules.engine import apply, legal_actions, new_game
from bot.rules.state import Stage
from bot.rules.views import view_for

RUNS = replace(CLASSIC, phases=("R4", "R5", "R4"))
MOST_ACTIONS = 600


SAVING = with_options(MASTERS, ["S2,R3"], ["save_draw=any", "save_ends_turn=yes"])
ONE_COLOUR = with_options(CLASSIC, ["R4,R3+S2,C3+R3"], ["runs=one_colour"])


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    ("rules", "seed"), [*((RUNS, seed) for seed in range(10)), (SAVING, 1), (ONE_COLOUR, 1)]
)
def test_every_choice_is_legal(level: Level, rules: RuleSet, seed: int) -> None:
    rng = Random(seed)
    state = new_game("g", rules, ("Ada", "Ben", "Cyd"), rng.randbytes(32))
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


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_the_saved_card_that_helps_is_drawn_where_any_may_be(level: Level) -> None:
    seats = {0: {"saved": held("R5 Y1 B12")}}
    rules = with_options(MASTERS, ["S3"], ["save_draw=any"])
    state = position(
        ["B5 G5 R8 R10", "R1"], rules=rules, stage=Stage.DRAW, seats=seats, discard="Y2"
    )
    action = strategy(level).choose(view_for(state, 0), legal_actions(state), Random(1))
    assert action == Draw(Source.SAVE_PILE, card("R5"))


@pytest.mark.parametrize("level", Level)
def test_all_that_fits_is_hit_before_a_card_is_saved_that_ends_the_turn(level: Level) -> None:
    rules = with_options(MASTERS, [], ["save_ends_turn=yes"])
    groups = {0: [laid("S", "R5 B5 Y5"), laid("S", "R9 B9 Y9")]}
    state = position(["G5 R8 R10 W R11", "R1"], groups=groups, rules=rules)
    for seed in range(10):
        action = strategy(level).choose(view_for(state, 0), legal_actions(state), Random(seed))
        assert isinstance(action, Hit) or (level is Level.EASY and action == Save(card("W")))
    state = apply(state, Hit(0, 0, card("G5"))).state
    if level is not Level.HARD:
        action = strategy(level).choose(view_for(state, 0), legal_actions(state), Random(1))
        assert action == Save(card("W"))
