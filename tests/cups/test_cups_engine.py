"""A cup from its opening to its end: who is seated, what is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from cups_kit import SEED, begun, opened, played, result
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cups.engine import CupError, apply, open_cup, replayed, start_round
from bot.cups.standings import standings
from bot.cups.state import (
    CUP_EVENTS,
    FORMATS,
    KNOCK_OUT,
    LEAGUE,
    SWISS,
    Cup,
    CupCancelled,
    CupEvent,
    CupStarted,
    CupStatus,
    Format,
    Joined,
    PersonLeft,
    RoundEnded,
    TableEnded,
    TimeUp,
)
from bot.rules.editions import CLASSIC


def in_round(cup: Cup) -> Cup:
    return apply(cup, start_round(cup, 100))


def all_over(cup: Cup) -> Cup:
    for number, table in enumerate(cup.round.tables):
        cup = apply(cup, result(number, len(table.seats), Random(number)))
    return cup


def check_round(cup: Cup) -> None:
    """Everybody who takes part is seated once, and only computers fill what is left."""
    people = [person for table in cup.round.tables for person in table.people]
    assert len(set(people)) == len(people)
    assert not set(people) & set(cup.round.byes)
    for table in cup.round.tables:
        assert 3 <= len(table.seats) <= 4
        assert len(table.people) >= 2
        assert len(table.seats) == 3 or None not in table.seats


@settings(max_examples=60)
@given(
    people=st.integers(2, 200),
    form=st.sampled_from([*FORMATS.values()]),
    seed=st.integers(0, 2**32),
)
def test_whole_cups_with_people_who_leave_and_come(people: int, form: Format, seed: int) -> None:
    rng, new = Random(seed), iter(range(people, people + 1000))

    def meanwhile(cup: Cup) -> list[CupEvent]:
        if cup.status is CupStatus.PLAYING and not any(t.sheet for t in cup.round.tables):
            check_round(cup)
        events: list[CupEvent] = []
        inside = [entrant.person for entrant in cup.entrants if not entrant.left]
        if rng.random() < 0.1 and inside:
            events.append(PersonLeft(2, rng.choice(inside)))
        if rng.random() < 0.1 and not form.knock_out and len(inside) > 3:
            gone = [entrant.person for entrant in cup.entrants if entrant.left]
            events.append(Joined(2, rng.choice([next(new), *gone]), "late"))
        return events

    start = begun(people, form, f"{seed:064x}")
    cup, events = played(start, rng, meanwhile)
    assert cup.status is CupStatus.FINISHED
    assert form.knock_out or len(cup.rounds) <= form.rounds
    assert replayed(start, events) == cup
    for event in events:
        kind, values = CUP_EVENTS.read(CUP_EVENTS.line(event))
        assert kind(**values) == event
    byes = Counter(person for r in cup.rounds for person in r.byes)
    assert all(times == 1 for times in byes.values())
    assert all(len(r.tables) == 1 and form.knock_out for r in cup.rounds if r.byes)


@pytest.mark.parametrize("form", [SWISS, KNOCK_OUT])
def test_every_number_of_people_can_play(form: Format) -> None:
    # Of many people only as many are tried as there are remainders at tables of three and four.
    for people in (*range(2, 73), *range(189, 201)):
        cup, events = played(begun(people, form), Random(people))
        for number, this in enumerate(cup.rounds):
            check_round(replace(cup, rounds=cup.rounds[: number + 1]))
            seated = sum(len(table.people) for table in this.tables) + len(this.byes)
            if form is SWISS or not number:
                assert seated == people
        assert len(cup.rounds) == 3 or form is KNOCK_OUT, people
        assert len(cup.rounds[-1].tables) == 1 or form is SWISS, people
        assert replayed(begun(people, form), events) == cup, people


def test_another_seed_draws_other_tables() -> None:
    tables = {start_round(begun(20, seed=f"{n:064x}"), 0).tables for n in range(5)}
    assert len(tables) == 5


def test_the_best_two_who_stay_go_on() -> None:
    cup = in_round(begun(8, KNOCK_OUT))
    first, second = (table.people for table in cup.round.tables)
    for number, left in enumerate([(1,), ()]):
        ranking = ((1,), (0,), (3,), (2,))
        cup = apply(cup, TableEnded(1, number, ranking, (4, 5, 1, 2), (0,) * 4, left))
    cup = apply(cup, RoundEnded(1))
    (final,) = start_round(cup, 1).tables
    assert set(final) == {first[0], first[3], second[1], second[0]}
    cup = apply(cup, PersonLeft(1, second[0]))
    (final,) = start_round(cup, 1).tables
    assert set(final) == {first[0], first[3], second[1], second[3]}


def test_in_a_knock_out_the_best_sit_at_different_tables() -> None:
    cup = all_over(in_round(begun(32, KNOCK_OUT)))
    cup = apply(cup, RoundEnded(1))
    best = [row.person for row in standings(cup)][:4]
    tables = start_round(cup, 1).tables
    # One may sit with another to meet nobody again.
    assert sum(any(person in best for person in table) for table in tables) >= 3


def test_late_arrivals_enter_the_next_round_without_points() -> None:
    cup = apply(in_round(begun(8)), Joined(1, 50, "late"))
    assert cup.round.table_of(50) is None
    cup = in_round(apply(all_over(cup), RoundEnded(1)))
    assert cup.round.table_of(50) is not None
    (row,) = (row for row in standings(cup) if row.person == 50)
    assert (row.points, row.rounds) == (0, (None, None))


def test_who_comes_back_has_the_points_of_before() -> None:
    cup = apply(all_over(in_round(begun(8))), RoundEnded(1))
    best = standings(cup)[0]
    away = apply(cup, PersonLeft(1, best.person))
    assert in_round(away).round.table_of(best.person) is None
    assert standings(apply(away, Joined(1, best.person, "back")))[0] == best


def test_a_cup_ends_when_one_person_is_left() -> None:
    cup = begun(2)
    assert apply(cup, PersonLeft(1, 0)).status is CupStatus.FINISHED
    playing = apply(in_round(cup), PersonLeft(1, 0))
    assert apply(all_over(playing), RoundEnded(1)).status is CupStatus.FINISHED


def test_before_the_start_people_come_and_go() -> None:
    cup = apply(apply(opened(), Joined(0, 1, "a")), Joined(0, 2, "b"))
    assert apply(cup, PersonLeft(0, 1)).entrants == cup.entrants[1:]


def test_time_is_up_at_the_deadline_and_the_tables_end_as_they_stand() -> None:
    cup = in_round(begun(8, round_time=60))
    assert cup.deadline == 160
    with pytest.raises(CupError, match="time_not_up"):
        apply(cup, TimeUp(159))
    cup = apply(cup, TimeUp(160))
    with pytest.raises(CupError, match="time_not_up"):
        apply(cup, TimeUp(161))
    assert apply(all_over(cup), RoundEnded(162)).status is CupStatus.BETWEEN


def test_formats_are_data() -> None:
    assert LEAGUE.round_time > 50 * SWISS.round_time
    assert LEAGUE.turn_limit > 50 * SWISS.turn_limit
    assert opened(SWISS, rounds=5, round_time=7).most_rounds == 5
    for form, rounds in ((SWISS, 0), (SWISS, 13), (KNOCK_OUT, 1), (SWISS, -1)):
        with pytest.raises(CupError, match="number_of_rounds"):
            open_cup("c", "n", form, CLASSIC, rounds=rounds)


READY = begun(8)
PLAYING = in_round(READY)


@pytest.mark.parametrize(
    ("cup", "event", "code"),
    [
        (opened(), CupStarted(0, SEED), "too_few_people"),
        (opened(), PersonLeft(0, 1), "not_in_cup"),
        (opened(), start_round(READY, 0), "not_now"),
        (READY, CupStarted(0, SEED), "not_now"),
        (READY, Joined(0, 1, "x"), "already_in"),
        (begun(8, KNOCK_OUT), Joined(0, 10, "x"), "cup_closed"),
        (READY, TimeUp(0), "not_now"),
        (PLAYING, start_round(READY, 0), "not_now"),
        (PLAYING, RoundEnded(0), "tables_playing"),
        (all_over(PLAYING), result(0, 4, Random(1)), "table_over"),
        (PLAYING, result(2, 4, Random(1)), "no_such_table"),
        (PLAYING, result(0, 3, Random(1)), "bad_sheet"),
        (PLAYING, TableEnded(0, 0, ((0, 1), (1, 2)), (1,) * 4, (1,) * 4, ()), "bad_sheet"),
        (PLAYING, TableEnded(0, 0, ((0, 1, 2, 3),), (1,) * 4, (1,) * 4, (4,)), "bad_sheet"),
        (PLAYING, TableEnded(0, 0, ((0, 1, 2, 3),), (1,) * 4, (1,) * 3, ()), "bad_sheet"),
        (apply(opened(), CupCancelled(0)), Joined(0, 1, "x"), "cup_over"),
        (apply(PLAYING, CupCancelled(0)), TimeUp(1e9), "cup_over"),
    ],
)
def test_what_cannot_be_is_refused(cup: Cup, event: CupEvent, code: str) -> None:
    with pytest.raises(CupError) as refused:
        apply(cup, event)
    assert refused.value.code == code


def test_a_cup_is_full_at_a_thousand() -> None:
    with pytest.raises(CupError, match="cup_full"):
        apply(begun(1000), Joined(0, 5000, "x"))


def test_a_result_counts_as_soon_as_its_table_is_over() -> None:
    cup = in_round(begun(8))
    assert not cup.has_results
    assert apply(cup, result(0, 4, Random(1))).has_results
