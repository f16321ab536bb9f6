"""Chances: what may come, how long the hand lasts, and what the next player would gain."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from kit import held, laid, position

from bot.cards.actions import Discard
from bot.cards.cards import SKIP, WILD, Card, card
from bot.cards.editions import EDITIONS
from bot.cards.engine import legal_actions
from bot.cards.groups import Group
from bot.cards.state import State
from bot.cards.views import count_cards, unseen, view_for
from bot.players import strategy
from bot.players.decision import Decision, fading, survival
from bot.players.sampled_draws import Futures
from bot.players.sampled_hands import wanted_next
from bot.tables import Level

SETS: dict[int, list[Group]] = {1: [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")]}


def _decision(state: State) -> Decision:
    return Decision(view_for(state, state.turn), legal_actions(state))


def _wants(state: State, seed: int = 1) -> dict[Card, float]:
    return wanted_next(_decision(state), Random(seed))


def test_what_another_player_took_is_not_to_come() -> None:
    state = position(["R1 R2", "R7 B8"], discard="G1")
    known = replace(state.seats[1], taken=held("R7"))
    told = replace(state, seats=(state.seats[0], known))
    before, after = unseen(view_for(state, 0)), unseen(view_for(told, 0))
    assert (before[card("R7")], after[card("R7")]) == (2, 1)
    assert before.total() - after.total() == 1


def test_the_chance_of_the_next_card_is_all_but_exact() -> None:
    """One card is missing, any Wild or one of a few numbers: that share of what is left."""
    state = position(["R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3", "R4 B4"], discard="G1")
    decision = _decision(state)
    helpful = count_cards(decision.unseen, decision.solver.helpful(*decision.held))
    share = helpful / decision.unseen.total()
    for seed in range(5):
        futures = Futures(decision.solver, decision.view.hand, decision.unseen, Random(seed))
        found = futures.chance(*decision.held, fade=1e-9, drawn=True)
        assert found == pytest.approx(share, abs=1 / 30)


def test_the_hand_lasts_less_long_the_nearer_others_are_to_going_out() -> None:
    hands = ("R1 R2 R3 R4", "R1 R2", "R1")
    lasts = [survival(_decision(position(["B1 B2", hand], groups=SETS))) for hand in hands]
    assert lasts == sorted(lasts, reverse=True)
    assert lasts[0] > lasts[2]
    early = _decision(position(["B1 B2", "R1 R2 R3"]))
    assert fading(early) > fading(_decision(position(["B1 B2", "R1"], groups=SETS)))


def test_a_last_turn_has_no_turn_after_it() -> None:
    state = position(["B1 B2", ""], rules=EDITIONS["final_turn"], out=(1,), last_turns=())
    assert survival(_decision(state)) == 0


HIDDEN = "R1 B3 G6 Y8 R10 B12 G2 Y11"


def test_a_player_wants_more_of_what_it_took() -> None:
    state = position(["R7 R4 B9", f"{HIDDEN} G7 Y7"], discard="G1")
    told = replace(state.seats[1], taken=held("G7 Y7"))
    plain, knowing = _wants(state), _wants(replace(state, seats=(state.seats[0], told)))
    assert knowing[card("R7")] > plain[card("R7")]
    assert knowing[card("R7")] > 2 * knowing.get(card("R4"), 0)


@pytest.mark.parametrize("field", ["thrown", "passed"])
def test_a_player_wants_less_of_what_it_gave_up(field: str) -> None:
    state = position(["R7 R4 B9", f"{HIDDEN} G10 Y10"], discard="G1")
    told = replace(state.seats[1], **{field: held("G7 Y7")})  # type: ignore[arg-type]
    plain, knowing = _wants(state), _wants(replace(state, seats=(state.seats[0], told)))
    assert knowing.get(card("R7"), 0) < plain[card("R7")] / 2


def _hard(state: State, seed: int = 1) -> Card:
    action = strategy(Level.HARD).choose(
        view_for(state, state.turn), legal_actions(state), Random(seed)
    )
    assert isinstance(action, Discard)
    return action.card


def test_a_wild_is_the_last_thing_to_go() -> None:
    for seed in range(5):
        assert _hard(position(["W W R1", "R4 B4"], discard="G1"), seed) is card("R1")
        assert _hard(position(["W W S", "R4 B4"], discard="G1"), seed) is SKIP
        assert _hard(position(["W W", "R4 B4"], discard="G1"), seed) is WILD


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("seed", range(6))
def test_what_was_just_taken_is_never_thrown_back(level: Level, seed: int) -> None:
    """Not even where that card is the dearest and all others look more useful."""
    state = position(["Y12 R1 R2 R3", "R4 B4"], groups={0: SETS[1]}, discard="G1")
    seat = replace(state.seats[0], taken=held("Y12"))
    state = replace(state, seats=(seat, state.seats[1]), drawn=card("Y12"))
    action = strategy(level).choose(view_for(state, 0), legal_actions(state), Random(seed))
    assert isinstance(action, Discard)
    assert action.card is not card("Y12")


@pytest.mark.parametrize("seed", range(12))
def test_easy_never_forgets_to_hit_what_it_took_for_that(seed: int) -> None:
    state = position(["Y9 R1 R2 R3", "R4 B4"], groups={0: SETS[1]}, discard="G1")
    seat = replace(state.seats[0], taken=held("Y9"))
    state = replace(state, seats=(seat, state.seats[1]), drawn=card("Y9"))
    action = strategy(Level.EASY).choose(view_for(state, 0), legal_actions(state), Random(seed))
    assert not isinstance(action, Discard)
