"""Exports: right ones are verified whole, forged ones are refused at their line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from cups_kit import SECRET, SEED, begun, result
from hypothesis import given
from hypothesis import strategies as st

from bot.cups.engine import CupError, apply, replayed, start_round, table_secret
from bot.cups.record import HEADER, export, header_line, opened, table_ended, verify
from bot.cups.state import (
    KNOCK_OUT,
    SWISS,
    Cup,
    CupCancelled,
    CupEvent,
    CupStarted,
    CupStatus,
    Joined,
    PersonLeft,
    RoundEnded,
    RoundStarted,
    TableEnded,
)
from bot.dice.editions import DICE
from bot.games import records
from bot.games.errors import RecordError
from bot.games.events import TakeoverReason
from bot.games.records import text_in
from bot.lab.cup_trials import CupTrial, export_of, play_cup
from bot.lab.simulation import play_out
from bot.model import Level
from bot.players import strategy
from bot.rules.editions import CLASSIC, varied
from bot.systems import CARDS

RULES = varied(CLASSIC, "S2+S2,R3")
TRIAL = CupTrial(RULES, (Level.EASY, Level.NORMAL, Level.NORMAL) * 3, SWISS, 2, False, 1)
Line = dict[str, Any]


@cache
def text(trial: CupTrial) -> tuple[str, ...]:
    return tuple(export_of(trial, 0))


def lines() -> list[Line]:
    return [json.loads(line) for line in text(TRIAL)]


def at(kind: str, which: int = 0) -> int:
    """The index of a line of this type."""
    return [n for n, line in enumerate(lines()) if line["type"] == kind][which]


def fault(forged: list[Line]) -> RecordError:
    with pytest.raises(RecordError) as refused:
        verify([json.dumps(line) for line in forged])
    return refused.value


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("form", [SWISS, KNOCK_OUT])
@pytest.mark.parametrize("people", [2, 5, 9])
def test_an_exported_cup_is_right(form: object, duplicate: bool, people: int) -> None:
    trial = CupTrial(
        RULES, (Level.EASY,) * people, form, 2 if form is SWISS else 0, duplicate, people
    )
    verdict = verify(text(trial))
    assert verdict.cup.status is CupStatus.FINISHED
    assert verdict.games == sum(len(this.tables) for this in verdict.cup.rounds)
    assert verdict.parts >= 2 * verdict.games
    assert text_in(text(trial)[0], "type") == HEADER


def test_a_cup_of_dice_is_verified_too() -> None:
    assert verify(text(replace(TRIAL, rules=DICE))).games == 6


def test_the_header_makes_the_same_cup() -> None:
    cup = begun(2, KNOCK_OUT, duplicate=True, round_time=5)
    again = opened(json.loads(json.dumps(header_line(cup))))
    assert replace(cup, status=CupStatus.OPEN, seed="", entrants=()) == again


def parts(trial: CupTrial, person: Callable[[int], int]) -> tuple[Cup, list[CupEvent], dict]:
    """A played cup whose people have other ids, its events and records."""
    events, records_ = [], {}
    for cup, event, game in play_cup(trial, 0):
        changed = event
        if isinstance(event, Joined):
            changed = replace(event, person=person(event.person))
        elif isinstance(event, RoundStarted):
            seats = [[None if who is None else person(who) for who in t] for t in event.tables]
            changed = replace(event, tables=tuple(map(tuple, seats)))
        events.append(changed)
        if game is not None and isinstance(event, TableEnded):
            records_[len(cup.rounds) - 1, event.table] = game.record().splitlines()
    return cup, events, records_


def test_an_export_has_numbers_and_no_ids_of_people() -> None:
    cup, events, games = parts(TRIAL, lambda person: 10**17 + 7 * (99 - person))
    written = [*export(cup, events, lambda number, table: games[number, table])]
    assert str(10**15)[:10] not in "".join(written)
    assert verify(written).games == 6
    assert written == list(text(TRIAL))


def test_a_running_cup_is_not_exported() -> None:
    with pytest.raises(CupError, match="cup_runs"):
        list(export(begun(4), [], lambda *_: []))


def test_a_cancelled_cup_is_verified_as_far_as_it_went() -> None:
    cup, events, games = parts(TRIAL, lambda person: person)
    last = next(n for n, event in enumerate(events) if isinstance(event, TableEnded))
    kept = [*events[: last + 1]]
    secret = next(event.secret for event in events if hasattr(event, "secret"))
    for end in (CupCancelled(5, secret), CupCancelled(5, SECRET.hex())):
        state = replace(cup, status=CupStatus.CANCELLED)
        written = [*export(state, [*kept, end], lambda number, table: games[number, table])]
        if end.secret == secret:
            verdict = verify(written)
            assert (verdict.cup.status, verdict.games) == (CupStatus.CANCELLED, 1)
        else:
            with pytest.raises(RecordError) as refused:
                verify(written)
            assert refused.value.data["line"] == len(written)


def test_who_left_and_came_back_keeps_a_number() -> None:
    cup = begun(4)
    events = [Joined(0, 10 * person, "x") for person in range(3)]
    events += [PersonLeft(0, 10), Joined(0, 30, "y"), Joined(0, 10, "x")]
    cancelled = replace(cup, status=CupStatus.CANCELLED)
    numbers = [json.loads(line).get("person") for line in export(cancelled, events, lambda *_: [])]
    assert numbers == [None, 1, 2, 3, 2, 4, 2]


# ── forged ────────────────────────────────────────────────────────────────────────────────────

HASH = "0" * 64
START, ROUND, RESULT, GAME, REVEAL = map(at, ("start", "round", "result", "game", "reveal"))
END = len(text(TRIAL))


@pytest.mark.parametrize(
    ("line", "field", "value", "wrong", "code"),
    [
        (0, "format", "phase10-cap", 0, "not_a_record"),
        (0, "version", 2, 0, "not_a_record"),
        (0, "kind", "round robin", 0, "bad_line"),
        (0, "edition", "gold", 0, "against_the_rules"),
        (0, "rounds", 0, 0, "against_the_rules"),
        (0, "rounds", 99, 0, "bad_line"),
        (0, "rounds", 3, END, "cut_short"),
        (0, "rounds", 1, at("round", 1), "against_the_rules"),
        (0, "commitment", HASH, START, "against_the_rules"),
        (0, "duplicate", True, at("game"), "wrong_round_secret"),
        (0, "rules", header_line(begun(2))["rules"], GAME, "bad_line"),
        (1, "person", -1, 1, "bad_line"),
        (1, "person", 2, 2, "against_the_rules"),
        (1, "name", "", 1, "bad_line"),
        (1, "colour", "red", 1, "bad_line"),
        (1, "type", "jump", 1, "bad_line"),
        (START, "seed", HASH, START, "against_the_rules"),
        (ROUND, "byes", [1], ROUND, "against_the_rules"),
        (ROUND, "tables", [[1, 2, 3]], ROUND, "against_the_rules"),
        (ROUND, "commitment", HASH, REVEAL, "against_the_rules"),
        (RESULT, "table", 1, RESULT + 1, "bad_line"),
        (RESULT, "table", 9, RESULT, "against_the_rules"),
        (RESULT, "totals", [0, 0, 0], RESULT, "wrong_line"),
        (RESULT, "ranking", [[0], [1], [2], [2]], RESULT, "against_the_rules"),
        (GAME, "commitment", HASH, GAME, "wrong_commitment"),
        (GAME, "players", ["a", "b", "c"], GAME, "bad_line"),
        (REVEAL, "secret", HASH, REVEAL, "against_the_rules"),
        (REVEAL - 1, "secret", HASH, REVEAL - 1, "wrong_secret"),
    ],
)
def test_a_forged_value_is_refused_where_it_shows(
    line: int, field: str, value: object, wrong: int, code: str
) -> None:
    forged = lines()
    assert forged[line].get(field) != value
    forged[line][field] = value
    error = fault(forged)
    assert (error.code, error.data["line"]) == (code, wrong + 1)


def test_a_swapped_pair_of_people_is_refused_at_the_pairing() -> None:
    forged = lines()
    tables = forged[ROUND]["tables"]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
    assert fault(forged).data["line"] == ROUND + 1


def test_a_missing_person_changes_the_pairing() -> None:
    forged = lines()
    del forged[1]
    assert fault(forged).data["line"] == ROUND


def test_a_renamed_person_is_refused_at_the_first_game() -> None:
    forged = lines()
    forged[1]["name"] = "Mallory"
    error = fault(forged)
    assert error.data["why"] == "the players are not those of the table"
    assert lines()[1]["name"] in forged[error.data["line"] - 1]["players"]


def game_ends(start: int) -> int:
    return next(n for n in range(start, END) if lines()[n]["type"] == "game_end")


def test_records_of_other_tables_are_refused() -> None:
    forged = lines()
    one, two = at("game", 0), at("game", 1)
    first, second = forged[one : game_ends(one) + 1], forged[two : game_ends(two) + 1]
    forged[two : two + len(second)] = first
    forged[one : one + len(first)] = second
    assert fault(forged).data["line"] == one + 1


def test_a_result_needs_its_whole_record() -> None:
    whole, end = lines(), game_ends(GAME)
    error = fault(whole[:GAME] + whole[end + 1 :])
    assert (error.code, error.data["line"]) == ("cut_short", GAME + 1)
    error = fault(whole[:end] + whole[end + 1 :])
    assert error.data["line"] == end + 1
    error = fault(whole[: GAME + 2] + whole[end + 1 :])
    assert (error.code, error.data["line"]) == ("cut_short", GAME + 3)
    assert error.data["expected"] == "the end of the game"
    error = fault(whole[: START + 1] + whole[GAME : end + 1])
    assert (error.code, error.data["line"]) == ("bad_line", START + 2)


def first_round() -> Cup:
    return next(cup for cup, _, _ in play_cup(TRIAL, 0) if cup.rounds)


def test_another_game_of_the_same_people_is_refused() -> None:
    forged, end = lines(), game_ends(GAME)
    secret = bytes(32)
    state = CARDS.new_game("other", RULES, forged[GAME]["players"], secret)
    levels = [strategy(Level.EASY, "cards")] * len(state.game.players)
    other = play_out(state, levels, Random(1), events=True)
    record = [json.loads(line) for line in other.record().splitlines()]
    told = table_ended(first_round(), 0, 0, record)
    forged[RESULT] |= {name: getattr(told, name) for name in ("ranking", "phases", "totals")}
    forged[GAME : end + 1] = record
    error = fault(forged)
    # A different result may already change the pairing of the next round, but that comes later.
    assert (error.code, error.data["line"]) == ("wrong_round_secret", GAME + 1)


def test_who_left_a_game_cannot_be_hidden() -> None:
    cup = apply(begun(4, form=SWISS, rounds=1), start_round(begun(4, rounds=1), 0, SECRET))
    seats = cup.round.tables[0].seats
    names = [f"p{who}" for who in seats]
    state = CARDS.new_game("g", CLASSIC, names, table_secret(cup, SECRET, 0))
    step = CARDS.take_over(state, 2, "computer", TakeoverReason.LEFT)
    step = step.then(CARDS.abandon(step.state))
    record = [CARDS.records.header_line(state.game), *map(CARDS.records.event_line, step.events)]
    right = table_ended(cup, 1, 0, record)
    assert right.left == (2,)
    first = [Joined(0, person, f"p{person}") for person in range(4)]
    for left, wrong in (((2,), None), ((), 8)):
        end = replace(right, left=left)
        events = [*first, CupStarted(0, SEED.hex()), start_round(begun(4, rounds=1), 0, SECRET)]
        over = replayed(opened(header_line(cup)), [*events, end, RoundEnded(1, SECRET.hex())])
        written = [*export(over, [*events, end, RoundEnded(1, SECRET.hex())], as_text(record))]
        if wrong is None:
            assert verify(written).games == 1
        else:
            with pytest.raises(RecordError) as refused:
                verify(written)
            assert (refused.value.code, refused.value.data["line"]) == ("wrong_line", wrong)


def as_text(record: list[Line]) -> Callable[[int, int], list[str]]:
    return lambda *_: [json.dumps(line) for line in record]


@pytest.mark.parametrize("kept", [0, 1, START, ROUND, REVEAL, END - 1])
def test_a_cut_file_is_refused(kept: int) -> None:
    error = fault(lines()[:kept])
    assert error.data["line"] == max(kept, 1) + (kept > 0)


def test_nothing_follows_the_end() -> None:
    forged = [*lines(), {"type": "join", "at": 0, "person": 99, "name": "late"}]
    assert fault(forged).data["line"] == END + 1
    assert fault([*lines(), *lines()]).data["line"] == END + 1


@given(st.data())
def test_any_changed_line_of_a_game_is_refused_there(data: st.DataObject) -> None:
    forged = lines()
    # Another discard may be as legal, and shows when the card is used.
    moves = [n for n, line in enumerate(forged) if line["type"] in ("draw", "hand_end")]
    line = data.draw(st.sampled_from(moves))
    field = data.draw(st.sampled_from([name for name in forged[line] if name != "type"]))
    forged[line][field] = data.draw(st.sampled_from(["R1", 5, None, [], "x", -1]))
    if forged[line] != lines()[line]:
        assert fault(forged).data["line"] == line + 1


@given(st.data())
def test_damage_is_a_record_error(data: st.DataObject) -> None:
    damaged = list(text(TRIAL))
    line = data.draw(st.integers(0, END - 1))
    damaged[line] = data.draw(
        st.one_of(st.text(max_size=20).filter(str.strip), st.just(damaged[line][:-5]))
    )
    with pytest.raises(RecordError) as refused:
        verify(damaged)
    assert refused.value.data["line"] == line + 1


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.floats()
    | st.sampled_from(["", "R5", HASH]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(st.data())
def test_whatever_stands_in_a_line_is_right_or_refused(data: st.DataObject) -> None:
    forged = lines()
    line = data.draw(st.sampled_from([*range(20), REVEAL, END - 1]) | st.integers(0, END - 1))
    field = data.draw(st.sampled_from([*forged[line]]))
    forged[line][field] = data.draw(JSON)
    try:
        assert verify([json.dumps(line) for line in forged]).games == 6
    except RecordError as error:
        assert error.data["line"] >= line + 1


def test_a_game_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_LINES", 50)
    with pytest.raises(RecordError) as refused:
        verify(iter(lambda: '{"type":"draw"}', None))
    assert (refused.value.code, refused.value.data["line"]) == ("too_long", 51)


def test_the_same_deals_have_the_secret_of_the_round() -> None:
    cup = begun(8, duplicate=True)
    cup = apply(cup, start_round(cup, 0, SECRET))
    assert {table_secret(cup, SECRET, table) for table in range(2)} == {SECRET}
    assert not apply(cup, result(0, 4, Random(1))).round.secret
