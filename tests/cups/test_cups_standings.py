"""Points and standings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cups_kit import begun

from bot.cups.engine import apply, start_round
from bot.cups.standings import (
    TieBreak,
    leader,
    round_points,
    season_standings,
    standings,
)
from bot.cups.state import KNOCK_OUT, Cup, PersonLeft, RoundEnded, TableEnded
from bot.dice.editions import DICE


def with_table(cup: Cup, table: int, *ranking: tuple[int, ...], left: tuple[int, ...] = ()) -> Cup:
    """The cup after a table ended with these places; better ones have more phases."""
    size = sum(map(len, ranking))
    place = {seat: n for n, tied in enumerate(ranking) for seat in tied}
    phases = tuple(9 - place[seat] for seat in range(size))
    return apply(cup, TableEnded(1, table, ranking, phases, (5,) * size, left))


def in_round(people: int, **choices: object) -> Cup:
    cup = begun(people, **choices)
    return apply(cup, start_round(cup, 0))


def by_seat(cup: Cup, table: int = 0) -> list[int | None]:
    points = round_points(cup, len(cup.rounds) - 1)
    return [None if who is None else points[who] for who in cup.round.tables[table].seats]


@pytest.mark.parametrize(
    ("people", "ranking", "points"),
    [
        (4, [(0,), (1,), (2,), (3,)], [12, 8, 4, 0]),
        (4, [(0, 1), (2,), (3,)], [10, 10, 4, 0]),
        (4, [(3,), (0, 1, 2)], [4, 4, 4, 12]),
        (4, [(0, 1, 2, 3)], [6, 6, 6, 6]),
        (3, [(2,), (0,), (1,)], [6, 0, 12]),
        (3, [(2,), (0, 1)], [3, 3, 12]),
    ],
)
def test_equal_places_share(people: int, ranking: list[tuple[int, ...]], points: list[int]) -> None:
    assert by_seat(with_table(in_round(people), 0, *ranking)) == points


def test_computers_take_no_place() -> None:
    cup = in_round(2)
    (table,) = cup.round.tables
    computer = table.seats.index(None)
    first, second = (seat for seat in range(3) if seat != computer)
    cup = with_table(cup, 0, (computer,), (first,), (second,))
    assert (by_seat(cup)[first], by_seat(cup)[second], by_seat(cup)[computer]) == (12, 0, None)


def test_who_left_is_behind_those_who_stayed() -> None:
    cup = in_round(4)
    winner = cup.round.tables[0].seats[0]
    assert winner is not None
    cup = with_table(cup, 0, (0,), (1,), (2,), (3,), left=(0,))
    assert by_seat(cup) == [0, 12, 8, 4]
    gone = standings(apply(cup, PersonLeft(0, winner)))[-1]
    assert (gone.person, gone.left, gone.points, gone.phases) == (winner, True, 0, 0)


def test_who_never_moved_has_nothing_and_is_out() -> None:
    cup = in_round(4)
    first, second, *_ = cup.round.tables[0].seats
    assert leader(cup) is None
    cup = apply(cup, TableEnded(1, 0, ((0,), (1,), (2,), (3,)), (9, 8, 7, 6), (5,) * 4, (), (0,)))
    assert by_seat(cup) == [0, 12, 8, 4]
    gone = standings(cup)[-1]
    assert (gone.person, gone.points, gone.phases) == (first, 0, 0)
    assert (gone.absent, gone.still_in) == (True, False)
    assert leader(cup) == second
    seated = {who for table in start_round(apply(cup, RoundEnded(2)), 3).tables for who in table}
    assert first not in seated


def test_who_left_during_a_table_without_a_move_has_left_and_was_not_absent() -> None:
    cup = in_round(4)
    first = cup.round.tables[0].seats[0]
    assert first is not None
    cup = apply(cup, PersonLeft(0, first))
    cup = apply(cup, TableEnded(1, 0, ((0,), (1,), (2,), (3,)), (9, 8, 7, 6), (5,) * 4, (), (0,)))
    gone = standings(cup)[-1]
    assert (gone.person, gone.left, gone.absent) == (first, True, False)


def test_people_with_other_points_need_no_tie_break() -> None:
    cup = with_table(in_round(4), 0, (0,), (1,), (2,), (3,))
    assert [row.ahead_by for row in standings(cup)] == [None] * 4
    cup = with_table(in_round(4, form=KNOCK_OUT), 0, (0,), (1,), (2,), (3,))
    assert [row.ahead_by for row in standings(cup)] == [None] * 4


def test_who_leaves_the_cup_after_a_game_keeps_its_points() -> None:
    cup = with_table(in_round(4), 0, (0,), (1,), (2,), (3,))
    assert standings(apply(cup, RoundEnded(2))) == standings(cup)
    winner = cup.round.tables[0].seats[0]
    assert winner is not None
    row = standings(apply(cup, PersonLeft(0, winner)))[0]
    assert (row.person, row.points, row.left, row.still_in) == (winner, 12, True, False)
    # Where no hand was finished, nobody has points.
    cup = apply(in_round(4), TableEnded(1, 0, ((0, 1, 2, 3),), (0,) * 4, (0,) * 4, ()))
    assert by_seat(cup) == [0, 0, 0, 0]


def test_phases_then_totals_then_lots_decide_between_equal_points() -> None:
    cup = in_round(4)
    result = TableEnded(1, 0, ((0, 1, 2, 3),), (1, 2, 2, 1), (5, 90, 10, 5), ())
    cup = apply(cup, result)
    seats = cup.round.tables[0].seats
    lots = [participant.person for participant in cup.participants]
    equal = sorted((seats[0], seats[3]), key=lots.index)
    rows = standings(cup)
    assert [row.person for row in rows] == [seats[2], seats[1], *equal]
    decided = [TieBreak.TOTAL, TieBreak.PHASES, TieBreak.LOTS, None]
    assert [row.ahead_by for row in rows] == decided
    # In the dice game many points are good.
    assert standings(replace(cup, rules=DICE))[0].person == seats[1]


def test_a_season_has_sums_and_equal_places_and_nobody_who_did_not_play() -> None:
    cup = in_round(4)
    seats = cup.round.tables[0].seats
    first = apply(cup, TableEnded(1, 0, ((0, 1), (2, 3)), (1, 2, 2, 1), (5, 90, 10, 5), ()))
    second = apply(cup, TableEnded(1, 0, ((2, 3), (0,), (1,)), (2, 0, 1, 2), (5, 0, 90, 5), (1,)))
    rows = season_standings([first, second], {seats[0], seats[1], seats[3]})
    assert [row.person for row in rows] == [seats[0], seats[3], seats[1]]
    assert [row.key for row in rows] == [(-14, -3, 10), (-12, -3, 10), (-10, -2, 90)]
    assert [row.cups for row in rows] == [2, 2, 1]
    # Lots decide in a cup, but not in a season.
    tied = apply(cup, TableEnded(1, 0, ((0, 1, 2, 3),), (1,) * 4, (5,) * 4, ()))
    assert len({row.key for row in season_standings([tied], {*seats})}) == 1
    # In the dice game many points are good.
    dice = season_standings([replace(first, rules=DICE)], {*seats})
    assert [row.person for row in dice[:1]] == [seats[1]]


def test_a_round_without_a_table_counts_half_a_win() -> None:
    cup = in_round(5, form=KNOCK_OUT)
    (person,) = cup.round.byes
    assert round_points(cup, 0)[person] == 6
