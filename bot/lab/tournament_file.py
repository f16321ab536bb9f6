"""A tournament's finished deals as JSON lines, so that it can go on where it was interrupted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from bot.rules.record import dumps

from .tournament import DealResult, Tournament

_KIND = "phase10 tournament"
_RESULT = TypeAdapter(DealResult)


class TournamentFileError(ValueError):
    """A file that cannot go on with this tournament; the message is one sentence."""


def finished(path: Path, tournament: Tournament) -> dict[int, DealResult]:
    """The deals that a file holds, by number; none when there is no file or an empty one.

    A last line that was cut short when its writer was stopped is left out.

    Raises:
        TournamentFileError: it is of another tournament, no such file at all, or damaged.
        OSError: it cannot be read.
    """
    if not path.exists():
        return {}
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    lines = whole.split(b"\n") if whole else []
    if not lines:
        if path.stat().st_size and not _header(tournament).startswith(path.read_text("latin-1")):
            raise TournamentFileError(f"{path} holds no tournament.")
        return {}
    _check_header(path, lines[0], tournament)
    found: dict[int, DealResult] = {}
    for number, line in enumerate(lines[1:], start=2):
        result = _parsed(line, tournament)
        if result is None:
            raise TournamentFileError(f"{path}, line {number} is damaged.")
        found.setdefault(result.deal, result)
    return found


def kept(path: Path, tournament: Tournament, results: Iterable[DealResult]) -> Iterator[DealResult]:
    """The same results, each added to the file before it is handed on.

    Raises:
        OSError: it cannot be written.
    """
    with path.open("a+b") as file:
        file.seek(0)
        whole, end, _ = file.read().rpartition(b"\n")
        file.truncate(len(whole) + len(end))
        if not end:
            file.write(f"{_header(tournament)}\n".encode())
        for result in results:
            file.write(f"{dumps(asdict(result))}\n".encode())
            file.flush()
            yield result


def _header(tournament: Tournament) -> str:
    return dumps(
        {
            "type": _KIND,
            "fingerprint": tournament.fingerprint,
            "edition": tournament.rules.edition,
            "line_up": list(tournament.line_up),
            "seed": tournament.seed,
        }
    )


def _check_header(path: Path, line: bytes, tournament: Tournament) -> None:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("type") != _KIND:
        raise TournamentFileError(f"{path} holds no tournament.")
    if header.get("fingerprint") != tournament.fingerprint:
        raise TournamentFileError(
            f"{path} is of a tournament with other levels, rules or another seed, or was made by"
            " another version of this program; name another file."
        )


def _parsed(line: bytes, tournament: Tournament) -> DealResult | None:
    """The result in a line, None when there is none that this tournament could have."""
    try:
        result = _RESULT.validate_json(line)
    except ValidationError:
        return None
    size, phases = tournament.size, len(tournament.rules.phases)
    by_entrant = (result.wins, result.points, result.turns, result.laid)
    by_phase = (*result.turns, *result.laid)
    fits = (
        result.deal >= 0
        and all(len(each) == size for each in by_entrant)
        and all(len(each) == phases for each in by_phase)
        and abs(sum(result.wins) - size) < 1e-6
    )
    return result if fits else None
