"""A look at a database from outside: nothing accepted is lost or doubled, all of it is legal.

It reads the tables with plain SQL, and judges the lines by the record's own rules alone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from databases import raw

from bot.cards import record
from bot.core.errors import RecordError

Told = dict[str, list[tuple[int, list[str]]]]
Lines = defaultdict[str, list[tuple[int, str]]]


class WrongError(Exception):
    """What is wrong."""


def check(database: str, *accepted: Path) -> tuple[int, int]:
    """How many games and how many accepted actions were found in order.

    ``database`` is an SQLite file or a ``postgresql`` URL, ``accepted`` what each process wrote
    down.

    Raises:
        WrongError: something is not.
    """
    told: Told = {}
    for each in accepted:
        for game_id, actions in _told(each).items():
            told[game_id] = sorted([*told.get(game_id, []), *actions])
    number = sum(map(len, told.values()))
    with raw(database if "://" in database else Path(database)) as glance:
        games, lines = glance.execute(_GAMES).fetchall(), _by_game(glance.execute(_LINES))
    for game_id, version, events, header in games:
        found = lines[game_id]
        if [seq for seq, _ in found] != list(range(events)):
            raise WrongError(f"{game_id}: the lines are not numbered 0 to {events - 1}")
        _judge(game_id, version, [header, *(line for _, line in found)])
        _in_order(game_id, version, [line for _, line in found], told.pop(game_id, []))
    if told:
        raise WrongError(f"games are missing: {sorted(told)}")
    return len(games), number


_GAMES = "SELECT game_id, version, events, header FROM games"
_LINES = "SELECT game_id, seq, line FROM game_events ORDER BY game_id, seq"


def _by_game(rows: Iterable[Any]) -> Lines:
    lines: Lines = defaultdict(list)
    for game_id, seq, line in rows:
        lines[game_id].append((seq, line))
    return lines


def _told(accepted: Path) -> Told:
    """What one process accepted, in the order in which it did."""
    told: defaultdict[str, list[tuple[int, list[str]]]] = defaultdict(list)
    if accepted.exists():
        for text in accepted.read_text().splitlines():
            each = json.loads(text)
            told[each["game"]].append((each["version"], each["lines"]))
    for game_id, actions in told.items():
        if actions != sorted(actions):
            raise WrongError(f"{game_id}: a process accepted actions out of their order")
    return told


def _judge(game_id: str, version: int, lines: list[str]) -> None:
    try:
        (verdict,) = record.RECORDS.verify(lines)
    except RecordError as error:
        raise WrongError(f"{game_id}: {error}") from error
    if verdict.state.version != version:
        raise WrongError(
            f"{game_id}: stored as {version}, its lines lead to {verdict.state.version}"
        )


def _in_order(
    game_id: str, version: int, lines: list[str], told: list[tuple[int, list[str]]]
) -> None:
    """Every accepted action stands in the record once, in the order in which it was accepted."""
    versions = [each for each, _ in told]
    if versions != sorted(set(versions)):
        raise WrongError(f"{game_id}: one version was accepted twice")
    if versions and versions[-1] > version:
        raise WrongError(f"{game_id}: version {versions[-1]} was accepted, {version} is stored")
    at = 0
    for accepted, expected in told:
        while lines[at : at + len(expected)] != expected:
            at += 1
            if at >= len(lines):
                raise WrongError(f"{game_id}: the action of version {accepted} is lost")
        at += len(expected)
