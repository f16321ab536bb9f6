"""Hands in which nobody can lay or hit any more: after enough idle turns they end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from kit import after, held, laid, position

from bot.cards.actions import Discard, Draw, Hit, Source
from bot.cards.cards import WILD, card, table_card
from bot.cards.engine import apply, legal_actions
from bot.cards.events import HandEnded
from bot.cards.rulesets import CLASSIC, EDITIONS, FINAL_TURN, RuleSet
from bot.cards.state import Stage, State
from bot.cards.views import view_for
from bot.players import strategy
from bot.players.decision import STUCK_AFTER
from bot.seating import Level

PILE = Draw(Source.DRAW_PILE)
FAST = replace(CLASSIC, stalemate_turns=3)


def turn(state: State, count: int = 1) -> State:
    for _ in range(count):
        drew = after(state, PILE)
        state = after(drew, Discard(drew.actor.hand[-1]))
    return state


def at_play(rules: RuleSet = FAST, players: int = 2, **fields: object) -> State:
    """A hand with few Skips: nobody loses a turn."""
    hands = ["R1 B3 W", "R2 B4 W", "G7 G9 W"][:players]
    pile = " ".join(["Y1 Y2 Y3 Y4"] * 8)
    groups = {seat: [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")] for seat in range(players)}
    return position(
        hands, stage=Stage.DRAW, draw=pile, discard="Y8", groups=groups, rules=rules, **fields
    )  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3])
def test_a_hand_ends_after_that_many_turns_of_each_player(players: int) -> None:
    state = turn(at_play(players=players), 3 * players - 1)
    assert (state.stage, state.idle_turns) == (Stage.DRAW, 3 * players - 1)
    drew = after(state, PILE)
    step = apply(drew, Discard(drew.actor.hand[-1]))
    ended = step.events[-1]
    assert isinstance(ended, HandEnded)
    assert ended.out == ()
    assert ended.points == tuple(CLASSIC.points_in_hand(seat.hand) for seat in step.state.seats)
    assert step.state.stage is Stage.DEAL


def test_it_is_forty_turns_in_every_edition() -> None:
    assert {rules.stalemate_turns for rules in EDITIONS.values()} == {40}
    state = turn(at_play(CLASSIC), 79)
    assert state.stage is Stage.DRAW
    assert turn(state).stage is Stage.DEAL


def test_a_hit_counts_the_turns_from_the_start() -> None:
    state = after(turn(at_play(), 5), PILE)
    state = after(state, Hit(0, 0, table_card("W5")), Discard(state.actor.hand[0]))
    # The turn with the hit has ended since.
    assert state.idle_turns == 1
    assert turn(state, 4).stage is Stage.DRAW
    assert turn(state, 5).stage is Stage.DEAL


def test_a_lost_turn_is_none_that_ended() -> None:
    state = at_play(seats={1: {"skipped": True}})
    state = turn(state)
    assert (state.turn, state.idle_turns) == (0, 1)


def test_in_a_play_off_only_the_tied_players_count() -> None:
    state = at_play(players=3, playoff=True, seats={2: {"playing": False, "hand": ()}})
    state = turn(state, 5)
    assert state.stage is Stage.DRAW
    state = turn(state)
    assert (state.stage, state.playoff) == (Stage.DEAL, True)
    assert state.last_hand.out == ()


def test_once_somebody_is_out_each_other_player_has_the_last_turn() -> None:
    rules = replace(FINAL_TURN, stalemate_turns=3)
    state = at_play(rules, players=3, idle_turns=8, seats={0: {"hand": held("R1")}})
    # The last card of a hand without a draw: nobody lays or hits.
    state = after(replace(state, stage=Stage.PLAY), Discard(card("R1")))
    assert (state.stage, state.out, state.last_turns) == (Stage.DRAW, (0,), (2,))
    state = turn(state)
    assert (state.stage, state.turn) == (Stage.DRAW, 2)
    state = turn(state)
    assert state.last_hand.out == (0,)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_computer_players_spend_their_wilds_when_all_are_stuck(level: str) -> None:
    state = at_play(CLASSIC, players=3, idle_turns=3 * STUCK_AFTER, turn=1)
    state = after(state, PILE)
    legal = legal_actions(state)
    for seed in range(8):
        action = strategy(Level(level)).choose(view_for(state, 1), legal, Random(seed))
        assert isinstance(action, Hit)
        assert action.card.is_wild


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_wild_that_fits_nothing_is_discarded_in_the_last_turn_of_a_stalemate(level: str) -> None:
    full = [laid("R", " ".join(f"R{n}" for n in range(1, 13)))]
    groups, piles = {0: full, 1: full}, {"draw": "Y1 Y2 Y3", "discard": "Y4"}
    state = position(["B1 W B3", "B2 B4"], groups=groups, idle_turns=78, **piles)
    action = strategy(Level(level)).choose(view_for(state, 0), legal_actions(state), Random(1))
    assert action == Discard(WILD)
