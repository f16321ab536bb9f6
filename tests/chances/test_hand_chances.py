"""Chances to win at any moment: they add up, follow the cards, and see no hidden ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from kit import NAMES, SECRET, laid, position

from bot.cards import engine
from bot.cards.rulesets import CLASSIC, EDITIONS, FINAL_TURN, RuleSet
from bot.cards.state import Stage, State
from bot.cards.variations import varied
from bot.cards.views import view_for
from bot.chances.hand_chances import chances
from bot.game_types import CARDS
from bot.players import strategy
from bot.seating import Level

SETS = [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")]
TEN_HANDS = varied(CLASSIC, "ten_hands")


def _played(rules: RuleSet, players: int) -> Iterator[State]:
    player, rng = strategy(Level.NORMAL), Random(3)
    state = engine.new_game("g", rules, NAMES[:players], SECRET)
    while state.stage is not Stage.OVER:
        yield state
        action = CARDS.forced_action(state)
        if action is None:
            view = view_for(state, state.turn)
            action = player.choose(view, engine.legal_actions(state), rng)
        state = engine.apply(state, action).state
    yield state


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", [*EDITIONS.values(), TEN_HANDS], ids=lambda rules: rules.edition)
def test_chances_of_a_game_add_up_and_end_with_the_winner(rules: RuleSet, players: int) -> None:
    short = replace(rules, phases=rules.phases[:2])
    *states, last = _played(short, players)
    for state in states[::7]:
        for me in (None, 0, players - 1):
            found = chances(view_for(state, me))
            assert sum(found) == pytest.approx(1)
            assert min(found) >= 0
    winners = last.result.winners
    shares = tuple((seat in winners) / len(winners) for seat in range(players))
    assert chances(view_for(last, None)) == shares


@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_make_no_difference(players: int) -> None:
    hands = ["R1 B1 G1 R2 B2 G2 R3 B3", "R1 B4 Y5 R6 B8 Y9 R11 Y12", "R7 Y7", "G7 B7"][:players]
    state = position(hands, discard="G12")
    other, mine, *rest = state.seats
    swapped = replace(other, hand=mine.hand), replace(mine, hand=other.hand)
    changed = replace(state, seats=(*swapped, *rest), draw_pile=state.draw_pile[::-1])
    assert chances(view_for(state, None)) == chances(view_for(changed, None))
    assert chances(view_for(state, 0)) != chances(view_for(changed, 0))


@pytest.mark.parametrize("players", [2, 4])
def test_a_laid_phase_a_near_phase_and_few_cards_are_good(players: int) -> None:
    others = ["R4 B6 Y7 R8 B10 Y11 R12 Y2 G1 G3"] * (players - 1)
    hands = ("R1 B2 G4 R5 B7 G8 R10 B11 G12 S", "R1 B1 G1 R2 B2 G4 W W R10 S")
    far, near = (position([hand, *others], turn=1, stage=Stage.DRAW) for hand in hands)
    assert chances(view_for(far, None)) == chances(view_for(near, None))
    assert chances(view_for(far, 0))[0] < chances(view_for(near, 0))[0] - 0.01

    def down(cards: str) -> float:
        seats = {0: {"completed": (1,)}}
        state = position([cards, *others], turn=1, stage=Stage.DRAW, groups={0: SETS}, seats=seats)
        return chances(view_for(state, None))[0]

    assert chances(view_for(far, None))[0] < down("R1 R2") < down("R1")


def test_in_a_play_off_only_the_tied_players_can_win() -> None:
    done = {"completed": tuple(range(1, 11)), "total": 50}
    seats = {0: done, 1: done, 2: {"playing": False}}
    state = position(["R1 R2", "B1 B2", ""], trying=[10, 10, None], seats=seats, playoff=True)
    first, second, third = chances(view_for(state, 0))
    assert (first + second, third) == (pytest.approx(1), 0)
    assert chances(view_for(replace(state, stage=Stage.DEAL), None)) == (0.5, 0.5, 0)


def test_in_last_turns_the_hand_is_over_for_all_others() -> None:
    seats = {0: {"completed": (1,)}}
    state = position(
        ["", "R4 B6 Y7 R8", "R4 B6 Y7 R8"],
        rules=FINAL_TURN,
        turn=1,
        stage=Stage.DRAW,
        groups={0: SETS},
        seats=seats,
        out=(0,),
        last_turns=(1, 2),
    )
    before = chances(view_for(replace(state, out=(), last_turns=None), None))
    after = chances(view_for(state, None))
    assert after[0] > before[0]
    assert after[1] == pytest.approx(after[2], abs=0.03)
