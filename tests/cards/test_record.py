"""Game records: what is written replays, and whatever is changed is found, on its line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import GOLDEN, HOST_DEALS, NAMES, coded, steps
from past_games import record

from bot.cards import rulesets, variations
from bot.cards.engine import abandon, apply, legal_actions, new_game
from bot.cards.events import Dealt, Discarded, Drew, Event
from bot.cards.record import RECORDS
from bot.cards.state import Stage, State
from bot.core.errors import RecordError
from bot.core.events import TakenBack, TakenOver, TakeoverReason
from bot.core.records import dumps, loads
from bot.core.states import take_over

BEFORE = replace(rulesets.CLASSIC, **rulesets.ADDED_OPTIONS)


@cache
def finished(players: int, seed: int = 1, rules: Any = rulesets.CLASSIC) -> tuple[str, ...]:
    """The record of a whole game."""
    state = new_game("game-1", rules, NAMES[:players], seed.to_bytes(32, "big"))
    lines = [dumps(RECORDS.header_line(state.game))]
    for _, _, step in steps(state, Random(seed), most=300_000):
        lines += [dumps(RECORDS.event_line(event)) for event in step.events]
        state = step.state
    assert state.stage is Stage.OVER
    return tuple(lines)


def refused(lines: Sequence[str | bytes]) -> RecordError:
    with pytest.raises(RecordError) as found:
        list(RECORDS.verify(lines))
    return found.value


def test_a_running_game_replays_as_far_as_it_goes() -> None:
    lines = finished(3)
    deals = [at for at, line in enumerate(lines) if '"type":"deal"' in line]
    (verdict,) = RECORDS.verify(lines[: deals[5]])
    assert not verdict.finished
    assert verdict.parts == 5
    assert verdict.state.stage is Stage.DEAL


def test_a_record_cut_in_the_middle_of_what_followed_from_one_action_is_refused() -> None:
    lines = finished(3)
    error = refused([*lines[:-2]])
    assert (error.code, error.data["line"]) == ("cut_short", len(lines) - 1)


def test_the_line_is_counted_in_the_file_not_in_the_game() -> None:
    first, second = finished(2), finished(3)
    line = json.loads(second[1])
    line["dealer"] = (line["dealer"] + 1) % 3
    error = refused([*first, second[0], dumps(line), *second[2:]])
    assert error.data["line"] == len(first) + 2


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [""],
        ["{}"],
        ["no json"],
        ["[1]"],
        ['"game"'],
        ["[" * 90_000],
        ['{"type":"game","format":"chess","version":1}'],
        ['{"type":"game","format":"phase10-record","version":2}'],
    ],
)
def test_what_is_no_record_is_said_to_be_none(lines: list[str]) -> None:
    error = refused(lines)
    assert (error.code, error.data["line"]) == ("not_a_record", 1)


@pytest.mark.parametrize(
    ("at", "part", "changed"),
    [
        (0, '"version":1', '"version":true'),
        (0, '"version":1', '"version":1.0'),
        (0, '"version":1', '"version":2,"version":1'),
        (0, '"rules":{', '"rules":{"more":1,"more":1,'),
        (0, '"rules":{', '"rules":{"more":NaN,'),
        (0, '"rules":{', '"rules":{"more":-Infinity,'),
        (0, '"rules":{', f'"rules":{{"more":{"9" * 5_000},'),
        (1, '"dealer":', '"dealer":9,"dealer":'),
        (1, '"hand":1', '"hand":1.0'),
        (1, '"hand":1', '"hand":true'),
        (1, '"playoff":false', '"playoff":0'),
    ],
)
def test_a_line_that_others_may_read_otherwise_is_refused(at: int, part: str, changed: str) -> None:
    lines = list(finished(2))
    assert part in lines[at]
    lines[at] = lines[at].replace(part, changed)
    assert refused(lines).data["line"] == at + 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32-le"])
def test_lines_in_another_encoding_than_utf_8_are_refused(encoding: str) -> None:
    assert refused([line.encode(encoding) for line in finished(2)]).code == "not_a_record"


@settings(max_examples=60, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=8))
def test_any_value_in_a_line_is_read_or_refused(value: Any) -> None:
    lines = finished(2)[:4]
    for at, key in ((0, "rules"), (0, "players"), (1, "hands"), (2, "card"), (3, "seat")):
        line = json.loads(lines[at]) | {key: value}
        try:
            list(RECORDS.verify([*lines[:at], dumps(line), *lines[at + 1 :]]))
        except RecordError as error:
            assert error.data["line"] >= at + 1


def test_a_header_with_the_least_that_the_format_asks_for_is_read() -> None:
    lines = list(finished(2, rules=BEFORE))
    line = json.loads(lines[0])
    least = {"skip_rule", "natural_cards_per", "ten_hands", "colours", "skips"}
    line["rules"] = {key: line["rules"][key] for key in least} | {"something_else": 1}
    (verdict,) = RECORDS.verify([dumps(line), *lines[1:]])
    assert verdict.finished


def test_options_that_a_header_does_not_have_are_those_before_they_existed() -> None:
    line = RECORDS.header_line(new_game("g", rulesets.FINAL_TURN, NAMES[:4], bytes(32)).game)
    for key in (*rulesets.ADDED_OPTIONS, "changes"):
        line["rules"].pop(key, None)
    rules = RECORDS.game_with_secret(line, bytes(32)).rules
    assert rules == replace(rulesets.FINAL_TURN, **rulesets.ADDED_OPTIONS)
    assert rules.first_dealer is rulesets.FirstDealer.HOST
    assert rules.stalemate_turns is None
    assert rules.opening_skip is rulesets.OpeningSkip.FIRST
    assert (rules.save_limit, rules.save_ends_turn) == (False, False)
    assert (rules.runs, rules.save_draw) == (rulesets.RunColours.ANY, rulesets.SaveDraw.TOP)


@pytest.mark.parametrize(
    "options", [{"runs": "one_colour"}, {"save_draw": "any", "save_ends_turn": True}]
)
def test_an_added_option_survives_the_header(options: dict[str, Any]) -> None:
    given = [f"{key}={'yes' if value is True else value}" for key, value in options.items()]
    rules = variations.with_options(rulesets.MASTERS, [], given)
    line = json.loads(dumps(RECORDS.header_line(new_game("g", rules, NAMES[:2], bytes(32)).game)))
    assert line["rules"]["changes"] == options
    assert RECORDS.game_with_secret(line, bytes(32)).rules == rules


def test_explicit_options_of_before_may_stand_among_the_changes() -> None:
    line = RECORDS.header_line(new_game("g", rulesets.CLASSIC, NAMES[:2], bytes(32)).game)
    line["rules"] |= {"first_dealer": "host", "runs": "any"}
    line["rules"]["changes"] = {"first_dealer": "host"}
    assert RECORDS.game_with_secret(line, bytes(32)).rules == HOST_DEALS
    line["rules"]["changes"] = {}
    with pytest.raises(RecordError):
        RECORDS.game_with_secret(line, bytes(32))


def taken(*takeovers: tuple[int, str, TakeoverReason]) -> list[str]:
    """A short record with takeovers after the deal."""
    state: State = new_game("g", rulesets.CLASSIC, NAMES[:2], bytes(32))
    events: list[Event] = []
    step = apply(state, next(iter(legal_actions(state))))
    for takeover in takeovers:
        events += step.events
        step = take_over(step.state, *takeover)
    events += [*step.events, *abandon(step.state).events]
    lines = [RECORDS.header_line(state.game), *map(RECORDS.event_line, events)]
    return [dumps(line) for line in lines]


LEFT, RETURNED = TakeoverReason.LEFT, TakeoverReason.RETURNED
TIMEOUT, JOINED = TakeoverReason.TIMEOUT, TakeoverReason.JOINED


def test_takeovers_stand_in_the_record() -> None:
    changes = (1, "computer", TIMEOUT), (1, "Ben", RETURNED), (0, "computer", LEFT)
    (verdict,) = RECORDS.verify(taken(*changes))
    assert verdict.finished
    (verdict,) = RECORDS.verify(taken((1, "Ben", JOINED), (1, "computer", LEFT)))
    assert verdict.finished


def test_nobody_joins_in_the_place_of_a_person() -> None:
    error = refused(taken((1, "computer", LEFT), (1, "Ben", JOINED)))
    assert (error.code, error.data["line"]) == ("wrong_takeover", 4)


@pytest.mark.parametrize(
    "takeover",
    [
        (1, "Ben", LEFT),
        (1, "computer", RETURNED),
        (1, "Ben", RETURNED),
        (1, "Zoe", TIMEOUT),
        (1, "Zoe", JOINED),
    ],
)
def test_a_takeover_that_cannot_be_is_found(takeover: tuple[int, str, TakeoverReason]) -> None:
    error = refused(taken(takeover))
    assert (error.code, error.data["line"]) == ("wrong_takeover", 3)


@pytest.mark.parametrize("option", [field.name for field in fields(rulesets.RuleSet)])
def test_null_is_the_value_only_of_options_that_may_have_none(option: str) -> None:
    data = rulesets.rules_json(rulesets.CLASSIC)
    del data["changes"]
    rulesets.recorded_rules(data, "classic")
    if option in {"hero_number", "stalemate_turns"}:
        assert getattr(rulesets.recorded_rules(data | {option: None}, "classic"), option) is None
        return
    with coded(RecordError, "bad_rules"):
        rulesets.recorded_rules(data | {option: None}, "classic")


EASY = "S2+S2,R3,C3"


def game(edition: str, *, players: int = 3) -> list[str]:
    return record(NAMES[:players], variations.varied(rulesets.EDITIONS[edition], EASY))


@pytest.mark.parametrize("edition", rulesets.EDITIONS)
def test_a_game_is_stepped_through_by_deals_and_by_what_one_seat_did(edition: str) -> None:
    lines = game(edition)
    (verdict,) = RECORDS.verify(lines)
    phases = verdict.state.game.phases
    turns = list(RECORDS.turns(lines))
    told = [event for turn in turns for event in turn.events]
    events = [RECORDS.parse_event(loads(line), phases) for line in lines[1:]]
    stands = [e for e in RECORDS.without_undone(events) if not isinstance(e, TakenBack)]
    assert told == stands != events
    assert turns[-1].state == verdict.state
    for turn in turns:
        kinds = [type(event) for event in turn.events]
        seats = {event.seat for event in turn.events if isinstance(event, Drew | Discarded)}
        assert seats <= {turn.seat}
        assert max(kinds.count(Discarded), kinds.count(Drew)) <= 1
        assert (Dealt in kinds) == (turn.seat is None)


def test_who_took_a_seat_over_belongs_to_the_turn_that_follows() -> None:
    lines = game("classic", players=2)
    first = next(at for at, line in enumerate(lines) if '"draw"' in line)
    drawn = loads(lines[first])
    over = {"type": "takeover", "seat": drawn["seat"], "by": "computer", "reason": "timeout"}
    lines.insert(first, dumps(over))

    deal, turn, *_ = RECORDS.turns(lines)

    assert len(deal.events) == 1
    assert isinstance(turn.events[0], TakenOver)
    assert dumps(RECORDS.event_line(turn.events[0])) == dumps(over)
    assert isinstance(turn.events[1], Drew)
    assert turn.seat == drawn["seat"]


PATHS = sorted(GOLDEN.iterdir())
VARIATIONS = ("as_printed", "ten_hands", "phases_4", "even_phases", "own_phases")
# The records of each edition and variation are older than the rules that these show.
OF_LATER_RULES = {
    *("classic-stalemate", "classic-colour_runs", "masters-saving", "final_turn-opening_skip")
}


def test_there_is_a_record_for_each_edition_and_variation() -> None:
    pairs = {f"{edition}-{changes}" for edition in rulesets.EDITIONS for changes in VARIATIONS}
    assert {path.stem for path in PATHS} == pairs | OF_LATER_RULES


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_record_replays(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    (verdict,) = RECORDS.verify(lines)
    assert verdict.finished
    assert verdict.state.game.rules.edition == path.stem.partition("-")[0]
    assert dumps(RECORDS.header_line(verdict.state.game)) == lines[0]
    phases = verdict.state.game.phases
    events = [RECORDS.parse_event(loads(line), phases) for line in lines[1:]]
    assert [dumps(RECORDS.event_line(event)) for event in events] == lines[1:]
