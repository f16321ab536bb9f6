"""Playouts: what a world does when it is played on, and worlds that agree with what was seen."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from kit import held, laid, position

from bot.players.playouts import Goal, Holder, OpenGroup, World
from bot.players.situation import Situation
from bot.players.worlds import Worlds
from bot.rules.cards import WILD, card, full_deck
from bot.rules.distance import solver_for
from bot.rules.editions import CLASSIC, FINAL_TURN
from bot.rules.engine import legal_actions
from bot.rules.phases import parse_phase
from bot.rules.state import State
from bot.rules.views import view_for

SETS = parse_phase("S3+S3")
GOAL = Goal(SETS, solver_for(SETS, CLASSIC))
HOLDS_IT = "R5 B5 Y5 R6 B6 Y6 R8"


def world(*seats: Holder, pile: str = "R1 B2 G3 Y4", top: str = "G12") -> World:
    return World(CLASSIC, seats, [], held(pile), card(top))


def collecting(codes: str) -> Holder:
    return Holder(held(codes), GOAL)


@pytest.mark.parametrize(
    ("kind", "codes"),
    [("S", "R5 B5 W5"), ("R", "R1 B2 G3 Y4"), ("R", "W9 B10 G11 Y12"), ("C", "R1 R4 R4 R9")],
)
def test_an_open_group_takes_what_the_rules_allow(kind: str, codes: str) -> None:
    group = laid(kind, codes)
    for each in set(full_deck(CLASSIC.colours, CLASSIC.skips)):
        copy = OpenGroup(group).copy()
        assert copy.hit(each) == bool(group.places_for(each)), each
    run = OpenGroup(group)
    for _ in range(20):
        run.hit(WILD)
    whole_run = not run.hit(WILD)
    assert whole_run == (kind == "R")


def test_who_holds_the_phase_lays_it_and_goes_out_when_the_cards_come() -> None:
    other = collecting(HOLDS_IT)
    played = world(collecting("R1 R2 R3 R4"), other, pile="G1 G2 G3 G4 B8 R5 R6")
    played.play_discard(card("R4"))
    assert other.goal is None
    assert other.cards == []


def test_nobody_plays_after_the_last_card() -> None:
    other = collecting(HOLDS_IT)
    world(Holder(held("R4"), None), other).play_discard(card("R4"))
    assert other.goal is not None
    last_turn = World(FINAL_TURN, [Holder(held("R4"), None), other], [], held("R1 R2"), card("G12"))
    last_turn.play_discard(card("R4"))
    assert other.goal is None


def test_a_skip_takes_the_turn_of_the_seat_it_names() -> None:
    seats = [Holder(held("S R4"), None), collecting(HOLDS_IT), collecting(HOLDS_IT)]
    played = world(*seats, pile="R4")
    played.play_discard(card("S"), 1)
    # There is one card to draw: it goes to the seat behind the one that lost its turn.
    assert [seat.goal is None for seat in seats] == [True, False, True]


def test_a_hand_without_cards_to_draw_ends() -> None:
    seats = [collecting("R1 R3 R5"), collecting("B2 B4 B6")]
    world(*seats, pile="").play_discard(card("R5"))
    assert [len(seat.cards) for seat in seats] == [2, 3]


def test_nobody_gives_a_card_to_hit_to_the_next_player() -> None:
    tens = OpenGroup(laid("S", "Y10 G10 W10"))
    seat, other = collecting("R10 B10 R6 B6 R2 B2 Y12"), Holder(held("R1"), None)
    # The three 2s are kept, and a 10 would be the dearer card to give up.
    World(CLASSIC, [seat, other], [tens], held("Y2 G4"), None).play_discard(card("Y12"))
    assert {card("R10"), card("B10")} < set(seat.cards)
    assert len(seat.cards) == 6
    assert len(other.cards) == 1


@pytest.mark.parametrize("taken", [True, False])
def test_the_draw_is_the_one_that_is_asked_about(taken: bool) -> None:
    seat = collecting("R5 B5 R6 B6 Y6")
    played = world(seat, collecting("R1"), pile="R12", top="Y5")
    played.play_draw(taken=taken)
    assert (seat.goal is None) is taken


def test_copies_are_played_alike_and_leave_the_world_as_it_is() -> None:
    given = world(collecting("R1 R2 B5 B6 R6 R12"), collecting("B1 B2 R5 G6 W"), pile="W R5 B6 S")
    before = [list(seat.cards) for seat in given.seats]
    ends = []
    for _ in range(2):
        played = given.copy()
        played.play_discard(card("R12"))
        ends.append([seat.cards for seat in played.seats])
    assert ends[0] == ends[1]
    assert [seat.cards for seat in given.seats] == before


def seen_state() -> State:
    return position(
        ["R1 B2 G3 Y4 R5 B6 W", "R7 B7 G8 Y8 R9", "S B12 G12"],
        discard="Y1 G1 B1",
        groups={2: [laid("S", "R3 B3 Y3"), laid("R", "R4 B5 G6 Y7")]},
        seats={1: {"taken": held("R7"), "thrown": held("Y1 B1")}},
    )


def test_worlds_hold_what_was_seen_and_no_card_twice() -> None:
    state = seen_state()
    view = view_for(state, 0)
    worlds, rng = Worlds(Situation(view, legal_actions(state))), Random(3)
    for _ in range(50):
        seats = worlds.draw(rng).seats
        assert [len(seat.cards) for seat in seats] == [len(seat.hand) for seat in state.seats]
        assert tuple(seats[0].cards) == view.hand
        assert card("R7") in seats[1].cards
        assert [seat.goal is None for seat in seats] == [False, False, True]
        shown = [*view.discard_pile, *held("R3 B3 Y3 R4 B5 G6 Y7")]
        together = Counter([*shown, *(each for seat in seats for each in seat.cards)])
        assert together <= Counter(full_deck(CLASSIC.colours, CLASSIC.skips))
        # It would have hit them on its own groups.
        assert not {WILD, card("G3"), card("R8")} & set(seats[2].cards)


def test_the_same_seed_draws_the_same_worlds() -> None:
    state = seen_state()
    worlds = Worlds(Situation(view_for(state, 0), legal_actions(state)))
    drawn = [[seat.cards for seat in worlds.draw(Random(8)).seats] for _ in range(2)]
    assert drawn[0] == drawn[1]
