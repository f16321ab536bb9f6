"""The export of a cup (JSON Lines), and its verification from the first pairing to the last card.

The format is ``phase10-cup``, version 1: a header, then a line for each event; the line of a
``result`` is followed by the record of that game as it is. People are numbered from 1 in the order
in which they joined, so the file has no ids of Discord. The header's ``commitment`` is the hash of
the seed, with which all pairings are made again; the hash of each round's secret is in its line
``round``, the secret in ``reveal``, and from it comes the secret of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import Field

from bot.games.chance import commitment
from bot.games.errors import GameError, RecordError
from bot.games.events import Hash, Name, TakeoverReason
from bot.games.records import LineModel, NumberedLine, at_line, dumps, games_in, read_header
from bot.games.system import Line
from bot.systems import rules_named, system_of

from .engine import CupError, apply, open_cup, table_secret
from .state import (
    CUP_EVENTS,
    FORMATS,
    MOST_ROUNDS,
    Cup,
    CupCancelled,
    CupEvent,
    Joined,
    PersonLeft,
    RoundEnded,
    RoundStarted,
    TableEnded,
)

HEADER: Final = "cup"
"""The type of the first line."""
TAKEOVER: Final = "takeover"
"""The type of the lines of a game in which a seat passes between a person and a computer."""
_TYPES: Final = frozenset((HEADER, *CUP_EVENTS.types.values()))
T = TypeVar("T")


class _CupHeaderLine(LineModel):
    """The first line of an export."""

    type: Literal["cup"] = HEADER
    format: Literal["phase10-cup"] = "phase10-cup"
    version: Literal[1] = 1
    cup_id: Annotated[str, Field(min_length=1, max_length=100)]
    name: Name
    kind: str
    rounds: Annotated[int, Field(ge=0, le=MOST_ROUNDS)]
    round_time: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
    duplicate: bool
    edition: str
    rules: dict[str, Any]
    commitment: Hash


@dataclass(frozen=True, slots=True)
class CupVerdict:
    """A right export: the cup at its end, and what its games were."""

    cup: Cup
    games: int
    parts: int  # hands, or turns of dice


def header_line(cup: Cup) -> dict[str, Any]:
    """The first line of a cup's export, from which :func:`opened` makes the open cup again."""
    return _CupHeaderLine(
        cup_id=cup.cup_id,
        name=cup.name,
        kind=cup.format.name,
        rounds=cup.most_rounds,
        round_time=cup.round_time,
        duplicate=cup.duplicate,
        edition=cup.rules.edition,
        rules=system_of(cup.rules.edition).rule_sets.rules_json(cup.rules),
        commitment=cup.commitment,
    ).model_dump(mode="json")


def opened(line: dict[str, Any]) -> Cup:
    """The open cup of a first line; raises GameError."""
    header = read_header(line, _CupHeaderLine)
    if header.kind not in FORMATS:
        raise RecordError("bad_line", why=f"kind is none of {', '.join(FORMATS)}")
    rules_named(header.edition)
    rule_sets = system_of(header.edition).rule_sets
    return open_cup(
        header.cup_id,
        header.name,
        FORMATS[header.kind],
        rule_sets.checked(rule_sets.parse_rules(header.rules)),
        header.commitment,
        rounds=header.rounds,
        round_time=header.round_time,
        duplicate=header.duplicate,
    )


def export(
    cup: Cup, events: Iterable[CupEvent], record: Callable[[int, int], Iterable[str]]
) -> Iterator[str]:
    """The lines of a cup that is over, without line ends.

    ``record`` gives the lines of a game's record, by round and table (both from 0); the names in it
    are those with which people joined.

    Raises:
        CupError: ``cup_runs``: secrets are not public yet.
    """
    if not cup.over:
        raise CupError("cup_runs")
    yield dumps(header_line(cup))
    numbers: dict[int, int] = {}
    rounds = -1
    for event in events:
        if isinstance(event, Joined):
            numbers.setdefault(event.person, len(numbers) + 1)
        yield dumps(CUP_EVENTS.line(renumbered(event, numbers)))
        rounds += isinstance(event, RoundStarted)
        if isinstance(event, TableEnded):
            yield from record(rounds, event.table)


def table_ended(cup: Cup, at: float, table: int, lines: Sequence[Line]) -> TableEnded:
    """The end of a table's game, from the lines of its record; takeovers are needed, too."""
    statistics, size = system_of(cup.rules.edition).statistics, len(cup.round.tables[table].seats)
    tally = statistics.tally(lines, size, len(cup.rules.phases))
    phases = tuple(seat.phases for seat in tally.seats)
    totals = tuple(seat.total for seat in tally.seats)
    takeovers = {line["seat"]: line["reason"] for line in lines if line["type"] == TAKEOVER}
    left = sorted(seat for seat in takeovers if takeovers[seat] == TakeoverReason.LEFT)
    return TableEnded(at, table, tally.ranking, phases, totals, tuple(left))


def renumbered(event: CupEvent, numbers: Mapping[int, int]) -> CupEvent:
    """The event with other numbers for some people."""
    match event:
        case Joined() | PersonLeft():
            return replace(event, person=numbers.get(event.person, event.person))
        case RoundStarted():
            tables = tuple(
                tuple(None if who is None else numbers.get(who, who) for who in seats)
                for seats in event.tables
            )
            byes = tuple(numbers.get(who, who) for who in event.byes)
            return replace(event, tables=tables, byes=byes)
    return event


# ── verification ──────────────────────────────────────────────────────────────────────────────


def verify(lines: Iterable[str | bytes]) -> CupVerdict:
    """Check an export: every pairing, result and secret, and every line of every game.

    Raises:
        RecordError: with the number of the first wrong ``line`` (from 1).
    """
    chapters = games_in(lines, _TYPES)
    (number, first), *rest = next(chapters, [(1, {})])
    cup, games, parts, last = _checked(number, opened, first), 0, 0, number
    _check_none(rest)
    hashes: list[tuple[int, int, str]] = []
    for (number, line), *game in chapters:
        event = _checked(number, _event, line)
        cup, last = _checked(number, apply, cup, event), (game or [(number, {})])[-1][0]
        if isinstance(event, TableEnded):
            parts += _check_game(cup, event, number, game)
            games += 1
            hashes.append((game[0][0], event.table, game[0][1]["commitment"]))
            continue
        _check_none(game)
        if isinstance(event, RoundEnded | CupCancelled) and event.secret is not None:
            _check_hashes(cup, bytes.fromhex(event.secret), hashes)
            hashes = []
    if not cup.over:
        raise RecordError("cut_short", line=last + 1, expected="the rest of the cup")
    return CupVerdict(cup, games, parts)


def _checked(number: int, work: Callable[..., T], *args: object) -> T:
    """The result of this work; its errors name the line."""
    try:
        return work(*args)
    except GameError as error:
        raise at_line(number, error) from error


def _event(line: dict[str, Any]) -> CupEvent:
    kind, values = CUP_EVENTS.read(line)
    event: CupEvent = kind(**values)
    return event


def _check_none(game: Sequence[NumberedLine]) -> None:
    if game:
        raise RecordError("bad_line", line=game[0][0], why="no game follows here")


def _check_game(cup: Cup, event: TableEnded, number: int, game: list[NumberedLine]) -> int:
    """Check the record of a table's game against its result; how many parts it has."""
    if not game:
        raise RecordError("cut_short", line=number + 1, expected="the record of its game")
    system = system_of(cup.rules.edition)
    verdict = system.records.verify_game(game)
    names = {entrant.person: entrant.name for entrant in cup.entrants}
    seats, first = cup.round.tables[event.table].seats, game[0][0]
    expected = [None if who is None else names[who] for who in seats]
    fits = len(verdict.players) == len(seats) and all(
        name in (None, player) for name, player in zip(expected, verdict.players, strict=True)
    )
    if not fits:
        raise RecordError("bad_line", line=first, why="the players are not those of the table")
    if verdict.state.game.rules != cup.rules:
        raise RecordError("bad_line", line=first, why="the rules are not those of the cup")
    if not verdict.finished:
        raise RecordError("cut_short", line=game[-1][0] + 1, expected="the end of the game")
    if event != (right := table_ended(cup, event.at, event.table, [line for _, line in game])):
        raise RecordError("wrong_line", line=number, expected=dumps(CUP_EVENTS.line(right)))
    return verdict.parts


def _check_hashes(cup: Cup, secret: bytes, hashes: Iterable[tuple[int, int, str]]) -> None:
    """Check that the games of a round were played with its secret."""
    for number, table, published in hashes:
        if commitment(table_secret(cup, secret, table)) != published:
            raise RecordError("wrong_round_secret", line=number)
