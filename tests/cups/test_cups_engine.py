"""A cup from its opening to its end: who is seated, what is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from cups_kit import SEED, begun, opened, played, result
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import coded

from bot.cups.engine import CupError, apply, replayed, start_round
from bot.cups.standings import standings
from bot.cups.state import (
    CUP_EVENTS,
    FORMATS,
    KNOCK_OUT,
    MOST_PEOPLE,
    SWISS,
    CheckedIn,
    Cup,
    CupCancelled,
    CupClosed,
    CupEvent,
    CupStarted,
    CupStatus,
    Format,
    Joined,
    PersonLeft,
    PersonRemoved,
    RoundEnded,
    TableEnded,
    TimeUp,
)

CUPS = Path(__file__).parents[2] / "docs" / "cups.md"


def test_a_cup_is_played_as_its_format_is_described() -> None:
    rows = [line.strip("| ").split(" | ") for line in CUPS.read_text("utf-8").splitlines()]
    told = {name: values for name, *values in rows if len(values) == len(FORMATS)}
    found = [opened(form) for form in FORMATS.values()]
    assert told["rounds"] == [str(cup.most_rounds or "until one table is left") for cup in found]
    lasting = {"2 hours": 2 * 3600.0, "7 days": 7 * 86_400.0}
    times = [lasting[each] for each in told["a round takes at most"]]
    assert times == [cup.round_time for cup in found]
    going_on = {"everybody": 0, "the best two of each table": 2}
    assert [going_on[each] for each in told["who plays the next round"]] == [
        form.go_on for form in FORMATS.values()
    ]
    limits = {"2 minutes": 120, "a day": 86_400}
    assert [limits[each] for each in told["turn limit"]] == [
        form.turn_limit for form in FORMATS.values()
    ]


def test_a_round_begins_neither_before_the_cup_nor_within_another_round() -> None:
    for cup in (opened(), in_round(begun(6))):
        with coded(CupError, "not_now"):
            start_round(cup, 100)


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


def check_standings(cup: Cup) -> None:
    """Everybody has one place; in a knock-out it goes first by the round that was reached."""
    rows = standings(cup)
    assert [row.place for row in rows] == list(range(1, len(cup.participants) + 1))
    assert {row.person for row in rows} == {participant.person for participant in cup.participants}
    assert all(row.points == sum(filter(None, row.rounds)) for row in rows)
    reached = [sum(points is not None for points in row.rounds) for row in rows]
    if cup.over and cup.rounds and cup.format.knock_out:
        assert reached == sorted(reached, reverse=True)
        assert rows[0].rounds[-1] == max(row.rounds[-1] or 0 for row in rows)


@settings(max_examples=40)
@given(
    people=st.integers(2, MOST_PEOPLE),
    form=st.sampled_from([*FORMATS.values()]),
    seed=st.integers(0, 2**32),
    calm=st.booleans(),
)
def test_whole_cups(people: int, form: Format, seed: int, calm: bool) -> None:
    """Everybody is seated; people leave and come, unless it is a calm cup."""
    rng, new = Random(seed), iter(range(people, people + 1000))

    def meanwhile(cup: Cup) -> list[CupEvent]:
        if rng.random() < 0.05:
            check_standings(cup)
        if cup.status is CupStatus.PLAYING and not any(t.result for t in cup.round.tables):
            check_round(cup)
            seated = sum(len(table.people) for table in cup.round.tables)
            assert not calm or seated == people or cup.round.byes or len(cup.rounds) > 1
        events: list[CupEvent] = []
        inside = [participant.person for participant in cup.participants if not participant.left]
        if calm:
            return events
        if rng.random() < 0.1 and inside:
            events.append(PersonLeft(2, rng.choice(inside)))
        room = len(cup.participants) < MOST_PEOPLE and not form.knock_out
        if rng.random() < 0.1 and room and len(inside) > 3:
            gone = [participant.person for participant in cup.participants if participant.left]
            events.append(Joined(2, rng.choice([next(new), *gone]), "late"))
        return events

    start = begun(people, form, f"{seed:064x}")
    assert people < 10 or start_round(start, 0).tables != start_round(begun(people, form), 0).tables
    cup, events = played(start, rng, meanwhile)
    assert cup.status is CupStatus.FINISHED
    assert form.knock_out or len(cup.rounds) <= form.rounds
    assert not calm or len(cup.rounds) == form.rounds or len(cup.round.tables) == 1
    check_standings(cup)
    assert replayed(start, events) == cup
    for event in events:
        assert CUP_EVENTS.read(CUP_EVENTS.line(event)) == event
    byes = Counter(person for r in cup.rounds for person in r.byes)
    assert all(times == 1 for times in byes.values())
    assert all(len(r.tables) == 1 and form.knock_out for r in cup.rounds if r.byes)


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


def test_who_comes_late_or_back_is_in_the_next_round() -> None:
    cup = apply(in_round(begun(8)), Joined(1, 50, "late"))
    assert cup.round.find_table(50) is None
    assert not cup.has_results
    cup = all_over(cup)
    assert cup.has_results
    cup = apply(cup, RoundEnded(1))
    assert in_round(cup).round.find_table(50) is not None
    (late,) = (row for row in standings(cup) if row.person == 50)
    assert (late.points, late.rounds) == (0, (None,))
    best = standings(cup)[0]
    away = apply(cup, PersonLeft(1, best.person))
    assert in_round(away).round.find_table(best.person) is None
    assert standings(apply(away, Joined(1, best.person, "back")))[0] == best


def test_a_cup_ends_when_one_person_is_left() -> None:
    cup = begun(2)
    assert apply(cup, PersonLeft(1, 0)).status is CupStatus.FINISHED
    playing = apply(in_round(cup), PersonLeft(1, 0))
    assert apply(all_over(playing), RoundEnded(1)).status is CupStatus.FINISHED
    before = apply(apply(opened(), Joined(0, 1, "a")), Joined(0, 2, "b"))
    assert apply(before, PersonLeft(0, 1)).participants == before.participants[1:]


def test_time_is_up_at_the_deadline_and_the_tables_end_as_they_stand() -> None:
    cup = in_round(begun(8, round_time=60))
    assert cup.deadline == 160
    with pytest.raises(CupError, match="time_not_up"):
        apply(cup, TimeUp(159))
    cup = apply(cup, TimeUp(160))
    with pytest.raises(CupError, match="time_not_up"):
        apply(cup, TimeUp(161))
    assert apply(all_over(cup), RoundEnded(162)).status is CupStatus.BETWEEN


def test_a_cup_that_is_closed_ends_with_the_round_that_is_played() -> None:
    cup = apply(in_round(begun(8)), result(0, 4, Random(1)))
    cup = apply(cup, CupClosed(200))
    assert cup.round.time_up
    cup = apply(apply(cup, result(1, 4, Random(2))), RoundEnded(201))
    assert (cup.status, len(cup.rounds)) == (CupStatus.FINISHED, 1)
    between = apply(all_over(in_round(begun(8))), RoundEnded(201))
    assert apply(between, CupClosed(202)).status is CupStatus.FINISHED


def test_people_check_in_at_their_tables() -> None:
    cup = apply(in_round(begun(8)), CheckedIn(1, 3))
    assert 3 not in cup.awaited
    assert len(cup.awaited) == 7
    assert apply(cup, CheckedIn(2, 3)) == cup


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
        (PLAYING, TableEnded(0, 0, ((0, 1, 2, 3),), (1,) * 4, (1,) * 4, (), (4,)), "bad_sheet"),
        (PLAYING, CheckedIn(0, 99), "not_in_cup"),
        (READY, CheckedIn(0, 1), "not_now"),
        (READY, CupClosed(0), "nobody_leads"),
        (opened(), CupClosed(0), "not_now"),
        (apply(READY, PersonRemoved(0, 1)), Joined(0, 1, "x"), "out_of_cup"),
        (apply(opened(), CupCancelled(0)), Joined(0, 1, "x"), "cup_over"),
        (apply(PLAYING, CupCancelled(0)), TimeUp(1e9), "cup_over"),
    ],
)
def test_what_cannot_be_is_refused(cup: Cup, event: CupEvent, code: str) -> None:
    with coded(CupError, code):
        apply(cup, event)


@pytest.mark.parametrize(("form", "rounds"), [(SWISS, 0), (SWISS, 13), (SWISS, -1), (KNOCK_OUT, 1)])
def test_the_number_of_rounds_belongs_to_the_format(form: Format, rounds: int) -> None:
    assert opened(SWISS, rounds=5).most_rounds == 5
    with pytest.raises(CupError, match="number_of_rounds"):
        opened(form, rounds=rounds)


def test_a_cup_takes_128_people_and_one_that_has_more_goes_on() -> None:
    full = begun(128)
    with pytest.raises(CupError, match="cup_full"):
        apply(full, Joined(0, 5000, "x"))
    back = apply(apply(full, PersonLeft(0, 0)), Joined(0, 0, "p0"))
    assert not any(one.left for one in back.participants)
    check_round(in_round(replayed(full, [Joined(0, 5000 + more, "x") for more in range(70)])))
