"""Records of daily hands: what is written replays, and what is changed is found on its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from daily_kit import MONDAY, a_deal, attempt
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.daily.engine import DailyTake, apply, start
from bot.daily.record import DailyVerdict, event_line, parse_event, record_lines, verify
from bot.daily.state import DailySide, DailyState
from bot.games.errors import RecordError
from bot.games.records import dumps, loads

DECIDED = {"took", "discard", "groups"}
"""Fields with another value of which the record may be that of another attempt."""
UNPROVEN = {"counter", "par", "date"}
"""Fields that nothing but the installation's key can prove wrong."""


def lines_of(state: DailyState, *, revealed: bool = True) -> list[str]:
    return [dumps(line) for line in record_lines(state, revealed=revealed)]


def verdict(lines: list[str]) -> DailyVerdict:
    (found,) = verify(lines)
    return found


def refused(lines: list[str]) -> RecordError:
    with pytest.raises(RecordError) as found:
        list(verify(lines))
    return found.value


def some_attempt(seed: int, *, lays: bool = True) -> DailyState:
    return attempt(a_deal(MONDAY + timedelta(days=seed % 14), seed), Random(seed), lays=lays)


def laid_attempt() -> DailyState:
    """An attempt in which the phase was laid after some turns."""
    attempts = map(some_attempt, range(100))
    return next(state for state in attempts if state.result and state.result >= 6)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 500), st.booleans(), st.booleans())
def test_attempts_are_right(seed: int, lays: bool, revealed: bool) -> None:
    state = some_attempt(seed, lays=lays)
    lines = lines_of(state, revealed=revealed)
    points = state.laid.points if state.laid else None
    assert verdict(lines) == DailyVerdict(state.deal.date, True, state.result, points, revealed)
    phase = state.deal.phase
    assert [event_line(parse_event(loads(line), phase)) for line in lines[1:]] == [
        loads(line) for line in lines[1:]
    ]
    assert revealed or state.deal.secret.hex() not in "".join(lines)


def test_the_lines_are_those_of_the_format() -> None:
    header, first, *_, lay, end = map(loads, lines_of(laid_attempt()))
    assert list(header) == [
        *("type", "format", "version", "date", "counter", "phase", "rules", "par", "commitment"),
    ]
    assert header["type"] == "daily"
    assert (header["format"], header["version"]) == ("phase10-daily-record", 1)
    assert header["date"] == laid_attempt().deal.date.isoformat()
    assert list(first) == ["type", "number", "took", "up", "down", "discard"]
    assert list(lay) == ["type", "groups", "points"]
    assert list(end) == ["type", "turns", "secret"]


def test_cards_that_were_not_taken_are_hidden_while_the_date_is_open() -> None:
    state = some_attempt(1, lays=False)
    shown, revealed = (
        [loads(line) for line in lines_of(state, revealed=known)[1:16]] for known in (False, True)
    )
    assert all((line["down"] is None) == (line["took"] == "up") for line in shown)
    assert [line["down"] for line in revealed] == [
        down and down.code for _, down in state.deal.pairs
    ]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the single values of a line stand."""
    if isinstance(value, dict | list) and value:
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    else:
        yield path


def other(value: Any) -> Any:
    """Another value of the same type, or a card for none."""
    if isinstance(value, bool | int):
        return not value if isinstance(value, bool) else value + 5
    if not isinstance(value, str):
        return ["x"] if isinstance(value, list | dict) else "R1"
    if len(value) == 64:
        return ("0" if value[0] != "0" else "1") + value[1:]
    is_card = value[1:].isdigit() or value == "W"
    names = {"R5": "B5", "up": "down", "down": "up"} | dict.fromkeys("RBYG", "O")
    return names.get(value, "R5" if is_card else value[::-1])


def changed(line: str, path: tuple[Any, ...]) -> str:
    data = loads(line)
    at: Any = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = other(at[path[-1]])
    return dumps(data)


@pytest.mark.parametrize("seed", [0, 4, 6])
def test_whatever_is_changed_is_found_on_its_line(seed: int) -> None:
    lines = lines_of(some_attempt(seed))
    for number, line in enumerate(lines):
        for path in leaves(loads(line)):
            if path[0] in UNPROVEN:
                continue
            wrong = [*lines[:number], changed(line, path), *lines[number + 1 :]]
            if path[0] not in DECIDED:
                assert refused(wrong).data["line"] == number + 1, (path, wrong[number])
            elif error := found_wrong(wrong):
                assert error.data["line"] >= number + 1, (path, error)


def found_wrong(lines: list[str]) -> RecordError | None:
    try:
        list(verify(lines))
    except RecordError as error:
        return error
    return None


def test_a_missing_line_is_found() -> None:
    for revealed in (True, False):
        lines = lines_of(laid_attempt(), revealed=revealed)
        for number in range(1, len(lines) - 1):
            assert refused([*lines[:number], *lines[number + 1 :]]).data["line"] == number + 1
        error = refused(lines[:-1]) if not revealed else None
        assert error is None or (error.code, error.data["line"]) == ("cut_short", len(lines))


def test_nothing_follows_the_end() -> None:
    lines = lines_of(laid_attempt())
    assert refused([*lines, lines[-1]]).data["line"] == len(lines) + 1
    assert len(list(verify([*lines, "", *lines]))) == 2


def test_an_attempt_in_the_middle() -> None:
    state = start(a_deal())
    assert verdict(lines_of(state, revealed=False)).over is False
    state = apply(state, DailyTake(DailySide.UP)).state
    lines = lines_of(state, revealed=False)
    assert loads(lines[-1])["discard"] is None
    assert verdict(lines) == DailyVerdict(MONDAY, False, None, None, False)
    assert refused([*lines, dumps({"type": "end", "turns": None, "secret": None})]).data == {
        "line": 3
    }
    assert verdict(lines_of(state)) == DailyVerdict(MONDAY, True, None, None, True)


OPEN_DAMAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "another number": ("turn", {"number": 9}),
    "a card not taken is shown": ("turn", {"took": "up", "down": "R1"}),
    "a card taken is not shown": ("turn", {"took": "down", "down": None}),
    "a Skip": ("turn", {"up": "S"}),
    "other kinds of groups": ("lay", {"groups": [["R1", "B2"]]}),
    "points of no hand": ("lay", {"points": 4}),
    "too many points": ("lay", {"points": 95}),
    "another turn": ("end", {"turns": 1}),
}


@pytest.mark.parametrize("damage", OPEN_DAMAGES)
def test_an_open_record_is_checked_as_far_as_it_can_be(damage: str) -> None:
    kind, changes = OPEN_DAMAGES[damage]
    lines = lines_of(laid_attempt(), revealed=False)
    number = next(n for n, line in enumerate(lines) if loads(line)["type"] == kind)
    lines[number] = dumps(loads(lines[number]) | changes)
    assert refused(lines).data["line"] == number + 1


def test_an_open_record_has_the_cards_of_one_deck() -> None:
    lines = lines_of(some_attempt(4, lays=False), revealed=False)
    turns = [loads(line) for line in lines[1:16]]
    third = [dumps(turn | {"up": "R1"}) for turn in turns]
    assert refused([lines[0], *third]).data["line"] <= 4
    hand = {"took": "up", "down": None}
    strange = [
        dumps(turn | hand | {"up": f"B{at % 12 + 1}", "discard": f"Y{at % 12 + 1}"})
        for at, turn in enumerate(turns)
    ]
    error = refused([lines[0], *strange])
    assert (error.code, error.data["line"]) == ("not_the_deck", 12)


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "game"},
        {"version": 2},
        {"format": "phase10-record"},
        {"par": 2},
        {"par": 13},
        {"date": "2026-02-30"},
        {"phase": "S3"},
        {"rules": {}},
        {"more": 1},
    ],
)
def test_headers_that_are_none(changes: dict[str, Any]) -> None:
    header, *lines = lines_of(some_attempt(0), revealed=False)
    assert refused([dumps(loads(header) | changes), *lines]).data["line"] == 1


def test_a_file_that_is_no_record() -> None:
    for lines in ([], ["hello"], ["{}"], lines_of(some_attempt(0))[1:]):
        assert refused(lines).code == "not_a_record"


def test_a_secret_of_another_date() -> None:
    first, second = some_attempt(0), some_attempt(1)
    wrong = replace(first.deal, secret=second.deal.secret)
    lines = lines_of(replace(first, deal=wrong))
    assert (refused(lines).code, refused(lines).data["line"]) == ("wrong_secret", len(lines))
    lines = lines_of(replace(first, deal=replace(first.deal, commitment="0" * 64)))
    assert (refused(lines).code, refused(lines).data["line"]) == ("wrong_commitment", 1)
