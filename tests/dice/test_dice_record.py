"""Records of the dice game: what is written replays, and what is changed is found on its line."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from dice_kit import finished
from kit import NAMES, SECRET

from bot.core.errors import RecordError
from bot.core.events import EndReason, TakeoverReason
from bot.core.records import Verdict, dumps, loads
from bot.core.states import Transition, take_over
from bot.dice.editions import DICE
from bot.dice.engine import Roll, RollOrder, abandon, apply, new_game
from bot.dice.events import DiceGameEnded, TurnEnded
from bot.dice.record import RECORDS
from bot.dice.statistics import feats


def refused(lines: list[str]) -> RecordError:
    with pytest.raises(RecordError) as found:
        list(RECORDS.verify(lines))
    return found.value


def verdict(lines: list[str]) -> Verdict:
    (found,) = RECORDS.verify(lines)
    return found


def changed(line: str, path: tuple[Any, ...], value: Any) -> str:
    data = loads(line)
    at: Any = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return dumps(data)


@pytest.mark.parametrize("players", [1, 2, 6])
def test_whole_games_are_right(players: int) -> None:
    lines = finished(players)
    found = verdict(list(lines))
    end = loads(lines[-1])
    assert found.finished
    assert found.winners == tuple(end["winners"])
    assert found.parts == sum('"turn_end"' in line for line in lines)
    written = [loads(line) for line in lines[1:]]
    assert [RECORDS.event_line(RECORDS.parse_event(line, ())) for line in written] == written


def test_the_lines_are_those_of_the_format() -> None:
    header, order, roll, *_ = map(loads, finished(2))
    turn = next(loads(line) for line in finished(2) if '"success":true' in line)
    assert " ".join(header) == "type format version game_id players phases solo commitment"
    assert (header["format"], header["version"]) == ("phase10-dice-record", 1)
    assert header["solo"] is False
    assert list(order) == ["type", "rolls", "first"]
    assert list(roll) == ["type", "seat", "roll", "kept", "faces"]
    assert (roll["roll"], roll["kept"], len(roll["faces"])) == (1, [], 10)
    assert " ".join(turn) == "type seat phase success groups points bonus total"
    assert " ".join(loads(finished(2)[-1])) == "type winners ranking totals reason secret"
    colours = next(loads(line) for line in finished(2) if '"phase":8,"success":true' in line)
    assert {meant for _, meant in colours["groups"][0]} < set("RBYG")


@pytest.mark.parametrize(
    ("path", "value"),
    [(("solo",), False), (("players",), []), (("players",), ["x"] * 7), (("phases", 0), "S3")],
)
def test_headers_that_are_none(path: tuple[Any, ...], value: Any) -> None:
    lines = list(finished(1))
    assert refused([changed(lines[0], path, value), *lines[1:]]).data["line"] == 1


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"deal"}',
        '{"type":["roll"]}',
        '{"type":"roll","seat":0,"roll":1,"kept":[],"faces":["R5"]}',
        '{"type":"roll","seat":0,"roll":true,"kept":[],"faces":[]}',
        '{"type":"roll","seat":0,"roll":1,"kept":[10],"faces":[]}',
        '{"type":"roll","seat":0,"roll":1,"kept":[],"faces":' + json.dumps([["R5"]] * 10) + "}",
        '{"type":"roll","seat":0,"roll":1,"kept":[],"faces":"BYGRBYRBYG"}',
        '{"type":"order","rolls":[],"first":1}',
        '{"type":"turn_end","seat":0,"phase":1,"success":false,"groups":[],"points":-5,"total":-5}',
        dumps(RECORDS.event_line(TurnEnded(0, 1, False, (), -5, (), -5))),
        dumps(
            RECORDS.event_line(
                DiceGameEnded((0,), ((0,),), (0,), EndReason.COMPLETED, SECRET.hex())
            )
        ),
    ],
)
def test_lines_that_are_none(line: str) -> None:
    lines = list(finished(1))
    assert refused([*lines[:2], line]).data["line"] == 3


def test_takeovers_and_a_game_that_is_broken_off() -> None:
    names = NAMES[:2]
    state = new_game("g", DICE, names, SECRET)
    lines = [dumps(RECORDS.header_line(state.game))]

    def written(step: Transition) -> None:
        nonlocal state
        state = step.state
        lines.extend(dumps(RECORDS.event_line(event)) for event in step.events)

    written(take_over(state, 1, "computer", TakeoverReason.LEFT))
    written(apply(state, RollOrder()))
    written(apply(state, Roll()))
    written(take_over(state, 1, names[1], TakeoverReason.RETURNED))
    written(take_over(state, 0, "computer", TakeoverReason.TIMEOUT))
    written(abandon(state))
    assert verdict(lines).state.result == state.result
    assert verdict(lines).winners == ()
    for number, by in ((1, "x"), (4, "x"), (4, names[0])):
        wrong = changed(lines[number], ("by",), by)
        error = refused([*lines[:number], wrong, *lines[number + 1 :]])
        assert (error.code, error.data["line"]) == ("wrong_takeover", number + 1)
    assert refused([*lines[:1], *lines[2:]]).data["line"] == 4


@pytest.mark.parametrize("players", [1, 2])
def test_the_rounds_of_a_game_are_as_many_as_the_most_turns_of_a_seat(players: int) -> None:
    played = list(RECORDS.turns(finished(players)))
    seats = [step.seat for step in played if any(isinstance(e, TurnEnded) for e in step.events)]

    starts = RECORDS.chapter_starts(played)

    assert starts[0] == 0
    assert len(starts) == max(seats.count(seat) for seat in range(players))
    assert all(played[at].seat == played[starts[1]].seat for at in starts[1:3])


def turn(rolls: int = 2, **fields: Any) -> list[dict[str, Any]]:
    usual = {"seat": 0, "phase": 1, "success": True, "points": 40, "bonus": []}
    rolled = [{"type": "roll", "seat": 0, "roll": number} for number in range(1, rolls + 1)]
    return [*rolled, {"type": "turn_end", **usual, **fields}]


AWAY = {"type": "takeover", "seat": 0, "by": "computer", "reason": "left"}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (turn(), {}),
        (turn(points=60), {"dice_full": 1}),
        (turn(points=57), {}),
        (turn(points=57, phase=2), {"dice_full": 1}),
        (turn(1), {"dice_one_roll": 1}),
        (turn(1, success=False), {}),
        (turn(bonus=["five_phases", "first_finish"]), {"dice_five": 1, "dice_first": 1}),
        ([AWAY, *turn(1)], {}),
        ([AWAY, AWAY | {"reason": "returned"}, *turn(1)], {"dice_one_roll": 1}),
    ],
)
def test_a_feat_is_found_in_lines(lines: list[dict[str, Any]], expected: dict[str, int]) -> None:
    assert feats(lines, 2, DICE.phases) == (Counter(expected), Counter())
