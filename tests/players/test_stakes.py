"""What the end of a hand is worth: to the game's winner, and in points."""

from __future__ import annotations

import pytest
from kit import position

from bot.cards.rulesets import CLASSIC, RuleSet
from bot.cards.views import view_for
from bot.players.stakes import LEAST, MOST, Stakes


def stakes(
    done: tuple[int, ...], totals: tuple[int, ...], rules: RuleSet = CLASSIC, **fields: object
) -> Stakes:
    seats = {
        seat: {"completed": tuple(range(1, phases + 1)), "total": total}
        for seat, (phases, total) in enumerate(zip(done, totals, strict=True))
    }
    trying = [min(phases + 1, len(rules.phases)) for phases in done]
    state = position(["R1"] * len(done), seats=seats, trying=trying, rules=rules, **fields)
    return Stakes(view_for(state, 0))


def test_the_end_of_the_game_is_certain() -> None:
    last = stakes((9, 9), (50, 40))
    assert last.after([True, False], [0, 30]) == 1
    assert last.after([False, True], [30, 0]) == 0
    assert last.after([True, True], [0, 5]) == 0
    assert last.after([True, True], [0, 15]) == 1
    assert last.after([True, True], [0, 10]) == 0.5


@pytest.mark.parametrize("done", [(0, 0), (4, 6), (7, 7, 3)])
def test_laying_is_good_and_points_and_the_phases_of_others_are_bad(done: tuple[int, ...]) -> None:
    given, nobody = stakes(done, (100,) * len(done)), [False] * len(done)
    nothing = [0] * len(done)
    usual = given.after(nobody, nothing)
    assert given.after([True, *nobody[1:]], nothing) > usual
    assert given.after([False, True, *nobody[2:]], nothing) < usual
    assert given.after(nobody, [40, *nothing[1:]]) < usual


def test_points_count_for_little_where_they_are_far_apart() -> None:
    near, far = stakes((4, 4), (100, 100)), stakes((4, 4), (100, 250))
    assert LEAST <= near.phase_in_points < far.phase_in_points <= MOST


def test_the_phase_of_who_leads_costs_more_than_ones_own_brings() -> None:
    assert stakes((3, 6), (100, 100)).share(1) > 1 > stakes((6, 3), (100, 100)).share(1)
    three = stakes((4, 7, 1), (100, 100, 100))
    assert three.share(1) > three.share(2) >= 0


def test_the_quick_chance_is_the_same_for_two_and_close_for_more() -> None:
    laid, points = [True, False, True, False], [5, 60, 0, 30]
    for done in ((2, 5), (0, 0, 0), (3, 7, 5), (6, 2, 4, 1)):
        seats, given = len(done), stakes(done, (100,) * len(done))
        exact = given.after(laid[:seats], points[:seats])
        about = given.about(laid[:seats], points[:seats])
        assert about == pytest.approx(exact, abs=0 if seats == 2 else 0.01)
    # The end of a game is never estimated.
    last = stakes((9, 9, 9), (50, 40, 45))
    laid = [True, True, False]
    assert last.about(laid, [0, 5, 60]) == last.after(laid, [0, 5, 60])


def test_the_quick_chance_falls_with_own_points_and_rises_with_those_of_others() -> None:
    given, laid = stakes((3, 4, 5), (100, 100, 100)), [True, False, False]
    usual = given.about(laid, [5, 45, 45])
    assert given.about(laid, [50, 45, 45]) < usual < given.about(laid, [5, 90, 45])
