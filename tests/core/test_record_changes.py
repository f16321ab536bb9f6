"""Whatever is changed in a record is found on its line, in the formats of all games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from dice_kit import finished
from kit import GOLDEN

from bot.core.errors import RecordError
from bot.core.records import dumps, games_in, loads
from bot.game_types import recorded_game_type

DECISIONS = {"declare", "discard", "draw", "hit", "lay", "offer", "save"}
# Nothing in a record tells whether these are true, so no replay can.
FREE_TEXT = {("game_id",), *((("players", seat)) for seat in range(6))}
RECORDS = {f"dice-{players}": list(finished(players)) for players in (1, 3)}
for _name in ("classic-colour_runs", "final_turn-phases_4", "masters-saving"):
    RECORDS[_name] = (GOLDEN / f"{_name}.jsonl").read_text("utf-8").splitlines()


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where the single values and the empty lists of a line stand."""
    if not isinstance(value, dict | list) or not value:
        return [path]
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    return [leaf for key, part in parts for leaf in leaves(part, (*path, key))]


def some_leaves(lines: list[str]) -> list[tuple[int, tuple[Any, ...]]]:
    """Lines and places in them: for each field of each type of line a few."""
    places = dict[Any, list[tuple[int, tuple[Any, ...]]]]()
    for number, line in enumerate(map(loads, lines)):
        for path in leaves(line):
            if path not in FREE_TEXT:
                shape = tuple(key for key in path if isinstance(key, str))
                places.setdefault((line["type"], shape), []).append((number, path))
    return [at for found in places.values() for at in Random(1).sample(found, min(2, len(found)))]


def other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1 if value < 3 else value - 1
        case list() | dict():
            return [0]
        case None:
            return "W"
    if len(value) == 64:
        return ("0" if value[0] != "0" else "1") + value[1:]
    return {"R5": "B5", "completed": "abandoned"}.get(value, value[::-1] + "0")


def with_change(lines: list[str], number: int, path: tuple[Any, ...]) -> list[str]:
    line = loads(lines[number])
    at: Any = line
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = other(at[path[-1]])
    return [*lines[:number], dumps(line), *lines[number + 1 :]]


@pytest.mark.parametrize("name", RECORDS)
def test_whatever_is_changed_is_found_on_its_line(name: str) -> None:
    lines = RECORDS[name]
    records = recorded_game_type(lines).records
    for number, path in some_leaves(lines):
        spoilt = with_change(lines, number, path)
        with pytest.raises(RecordError) as found:
            list(records.verify(spoilt))
        if found.value.data["line"] != number + 1:
            # Another decision that is as legal where it stands: the rest does not follow.
            assert loads(lines[number])["type"] in DECISIONS
            assert found.value.data["line"] > number + 1, (path, spoilt[number])


@pytest.mark.parametrize("name", RECORDS)
def test_a_missing_or_doubled_line_is_found(name: str) -> None:
    lines = RECORDS[name]
    records = recorded_game_type(lines).records
    for at in Random(2).sample(range(1, len(lines) - 1), 8):
        for spoilt in ([*lines[:at], *lines[at + 1 :]], [*lines[: at + 1], *lines[at:]]):
            with pytest.raises(RecordError) as found:
                list(records.verify(spoilt))
            assert found.value.data["line"] >= at + 1


def test_blank_lines_are_no_lines_of_a_game() -> None:
    begin = dumps({"type": "game"})
    end = dumps({"type": "end"})
    games = games_in(["", begin, " ", end, begin, "\n"])
    assert [[number for number, _ in game] for game in games] == [[2, 4], [5]]
