from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from kit import BEACON, NAMES, SECRET

from bot.core.errors import RecordError
from bot.core.game_type import AnyGameType
from bot.core.states import AnyState, without_beacon
from bot.game_types import GAME_TYPES, game_type_for, recorded_game_type

EACH = pytest.mark.parametrize("game_type", GAME_TYPES, ids=lambda game_type: game_type.name)


def played(game_type: AnyGameType, players: int = 2, seed: int = 1) -> Iterator[tuple[Any, Any]]:
    """The states and events of a game: what is due is done, else what the fallback chooses."""
    rng = Random(seed)
    rules = next(iter(game_type.editions.values()))
    state: AnyState = game_type.new_game("g1", rules, NAMES[:players], SECRET, BEACON)
    while not state.over:
        action = game_type.forced_action(state)
        if action is None:
            legal = game_type.legal_actions(state)
            action = game_type.fallback(legal) if rng.random() < 0.5 else next(iter(legal))
        step = game_type.apply(state, action)
        yield step.state, step.events
        state = step.state


def lines_of(game_type: AnyGameType, abandon_after: int = 200) -> tuple[AnyState, list[str]]:
    """The last state of a game that is broken off, and its record."""
    rules = next(iter(game_type.editions.values()))
    state = game_type.new_game("g1", rules, NAMES[:2], SECRET, BEACON)
    events: list[Any] = []
    for number, (now, new) in enumerate(played(game_type)):
        state, events = now, [*events, *new]
        if number == abandon_after:
            break
    if not state.over:
        step = game_type.abandon(state)
        state, events = step.state, [*events, *step.events]
    lines = [game_type.records.header_line(state.game), *map(game_type.records.event_line, events)]
    return state, [json.dumps(line) for line in lines]


@EACH
def test_the_record_of_a_game_leads_to_its_state_and_its_tally(game_type: AnyGameType) -> None:
    state, lines = lines_of(game_type)
    assert recorded_game_type(lines) is game_type
    verdict = next(game_type.records.verify(lines))
    assert verdict.state == state
    *_, last = game_type.records.turns(lines)
    assert last.state == state
    phases = len(state.game.rules.phases)
    tally = game_type.tally(map(json.loads, lines[1:]), 2, phases)
    assert tally.abandoned
    assert [seat.total for seat in tally.seats] == [seat.total for seat in state.seats]
    assert sorted(sum(tally.ranking, ())) == [0, 1]
    assert all(len(seat.tries) == phases for seat in tally.seats)


@EACH
def test_a_snapshot_and_the_stored_game_give_the_state_again(game_type: AnyGameType) -> None:
    for state, _ in list(played(game_type))[:60]:
        header = json.loads(json.dumps(game_type.records.header_line(state.game)))
        game = game_type.records.game_with_secret(header, SECRET)
        assert game_type.snapshots.loads(game_type.snapshots.dumps(state), game) == state
    with pytest.raises(ValueError, match="wrong_secret"):
        game_type.records.game_with_secret(header, bytes(32))


CHANGED = (None, "1376890123456789013-201-202", "1376890123456789012-202-201")
MALFORMED = ("1376890123456789012", "0-201", "1-201-", "1-201\n", "\uff11-201", "1" * 21 + "-201")


@EACH
@pytest.mark.parametrize("beacon", [*CHANGED, *MALFORMED, "-".join("12345678"), "", 12, ["1-2"]])
def test_another_beacon_is_found(game_type: AnyGameType, beacon: object) -> None:
    _, lines = lines_of(game_type)
    header = json.loads(lines[0])
    del header["beacon"]
    lines[0] = json.dumps(header if beacon is None else header | {"beacon": beacon})
    with pytest.raises(RecordError) as found:
        list(game_type.records.verify(lines))
    expected = ("wrong_line", 2) if beacon in CHANGED else ("bad_line", 1)
    assert (found.value.code, found.value.data["line"]) == expected


@EACH
def test_without_its_beacon_a_game_names_nobody_and_stays_the_same(game_type: AnyGameType) -> None:
    state, lines = lines_of(game_type)
    without = without_beacon(state)
    header = json.dumps(game_type.records.header_line(without.game))
    assert "beacon" not in header
    assert state.result is not None
    assert without.result is not None
    last = lines[-1].replace(SECRET.hex(), without.game.secret.hex())
    (verdict,) = game_type.records.verify([header, *lines[1:-1], last])
    assert verdict.state == without
    assert replace(without, game=state.game, result=state.result) == state


@EACH
def test_rules_come_back_from_json(game_type: AnyGameType) -> None:
    for edition, rules in game_type.editions.items():
        assert game_type_for(edition) is game_type
        assert game_type.parse_rules(json.loads(json.dumps(game_type.rules_json(rules)))) == rules
        assert game_type.variation_text(rules) == ""
        assert game_type.checked(rules) == rules
    with pytest.raises(RecordError):
        game_type.parse_rules({"edition": next(iter(game_type.editions)), "phases": ["S99"]})


@pytest.mark.parametrize("first", ["", "{}", "[]", '{"format":"x"}', '{"format":1}'])
def test_what_is_no_record_belongs_to_no_type_of_game(first: str) -> None:
    with pytest.raises(RecordError):
        recorded_game_type([first])
    with pytest.raises(RecordError):
        recorded_game_type([])
