"""What the pictures of cups say at each moment."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from cups_kit import begun, opened, played

from bot.cups.engine import apply
from bot.cups.state import KNOCK_OUT, Cup, CupStatus, Joined
from bot.lab.cup_samples import cups
from bot.render import make_design
from bot.render.pictures.cup import paint_cup

DESIGN, CUPS = make_design(), cups()


def with_people(people: int) -> Cup:
    cup = opened()
    for person in range(people):
        cup = apply(cup, Joined(0, person, f"p{person}"))
    return cup


def test_a_poster_invites_and_names_the_first(said: list[str]) -> None:
    paint_cup(DESIGN, CUPS["open-3"])

    assert said[:3] == ["Friday night", "Classic · Quick", "Swiss, 3 rounds · 3 players"]
    assert said[3:] == ["Mia", "Big Tony 🎲", "Ada", "free"]


@pytest.mark.parametrize(
    ("people", "names", "last"), [(0, 0, "free"), (7, 7, "free"), (8, 6, "+2"), (9, 6, "+3")]
)
def test_a_poster_has_eight_places_at_most(
    people: int, names: int, last: str, said: list[str]
) -> None:
    paint_cup(DESIGN, with_people(people))

    assert [line for line in said if line.startswith("p")] == [f"p{n}" for n in range(names)]
    assert said[-1] == last
    assert "free" in said


def test_a_knock_out_has_no_sum_and_marks_rounds_without_a_game(said: list[str]) -> None:
    paint_cup(DESIGN, CUPS["knock-out"])

    assert "total" not in said
    assert said.count("–") == 4


def test_more_rounds_than_columns_leave_the_newest(said: list[str]) -> None:
    cup, _ = played(begun(8, rounds=6), Random(2))

    paint_cup(DESIGN, replace(cup, status=CupStatus.BETWEEN))

    columns = said.index("Round") + 1
    assert said[columns : columns + 5] == ["3", "4", "5", "6", "1"]


def test_the_podium_of_a_knock_out_names_no_points(said: list[str]) -> None:
    cup, _ = played(begun(9, KNOCK_OUT), Random(3))

    paint_cup(DESIGN, cup)

    assert not [line for line in said if "point" in line]
    assert said.count("phases") == 3
