"""The first line of a stored cup, and how a table ended from the record of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from bot.core.errors import RecordError
from bot.core.events import Name, TakeoverReason
from bot.core.records import Line, LineModel, movers, read_header
from bot.game_types import game_type_for, rules_named

from .engine import open_cup
from .state import (
    FORMATS,
    MOST_ROUNDS,
    CheckedIn,
    Cup,
    CupEvent,
    Joined,
    PersonLeft,
    PersonRemoved,
    RoundStarted,
    TableEnded,
)


class _CupHeaderLine(LineModel):
    """The first line of a stored cup."""

    type: Literal["cup"] = "cup"
    format: Literal["phase10-cup"] = "phase10-cup"
    version: Literal[1] = 1
    cup_id: Annotated[str, Field(min_length=1, max_length=100)]
    name: Name
    kind: str
    rounds: Annotated[int, Field(ge=0, le=MOST_ROUNDS)]
    round_time: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
    edition: str
    rules: dict[str, Any]


def header_line(cup: Cup) -> dict[str, Any]:
    """The first line of a cup, from which :func:`opened` makes the open cup again."""
    return _CupHeaderLine(
        cup_id=cup.cup_id,
        name=cup.name,
        kind=cup.format.name,
        rounds=cup.most_rounds,
        round_time=cup.round_time,
        edition=cup.rules.edition,
        rules=game_type_for(cup.rules.edition).rules_json(cup.rules),
    ).model_dump(mode="json")


def opened(line: dict[str, Any]) -> Cup:
    """The open cup of a first line; raises GameError."""
    header = read_header(line, _CupHeaderLine)
    if header.kind not in FORMATS:
        raise RecordError("bad_line", why=f"kind is none of {', '.join(FORMATS)}")
    rules_named(header.edition)
    game_type = game_type_for(header.edition)
    return open_cup(
        header.cup_id,
        header.name,
        FORMATS[header.kind],
        game_type.checked(game_type.parse_rules(header.rules)),
        rounds=header.rounds,
        round_time=header.round_time,
    )


def table_ended(cup: Cup, at: float, table: int, lines: Sequence[Line]) -> TableEnded:
    """The end of a table's game, from the lines of its record; takeovers are needed, too."""
    size = len(cup.round.tables[table].seats)
    tally = game_type_for(cup.rules.edition).tally(lines, size, len(cup.rules.phases))
    phases = tuple(seat.phases for seat in tally.seats)
    totals = tuple(seat.total for seat in tally.seats)
    takeovers = {line["seat"]: line["reason"] for line in lines if line["type"] == "takeover"}
    left = sorted(seat for seat in takeovers if takeovers[seat] == TakeoverReason.LEFT)
    present, replaced = movers(lines)
    seats = cup.round.tables[table].seats
    # A seat may have no turn, if somebody goes out early or the game is abandoned.
    excused = {*seats} if tally.abandoned else cup.round.here
    absent = tuple(
        seat
        for seat, person in enumerate(seats)
        if person is not None
        and seat not in present
        and (seat in replaced or person not in excused)
    )
    return TableEnded(at, table, tally.ranking, phases, totals, tuple(left), absent)


def never_begun(cup: Cup, at: float, table: int) -> TableEnded:
    """The end of a table whose game could not begin in time: nobody has points."""
    seats = range(len(cup.round.tables[table].seats))
    nothing = (0,) * len(seats)
    return TableEnded(at, table, (tuple(seats),), nothing, nothing, ())


def renumbered(event: CupEvent, numbers: Mapping[int, int]) -> CupEvent:
    """The event with other numbers for some people."""
    match event:
        case Joined() | PersonLeft() | PersonRemoved() | CheckedIn():
            return replace(event, person=numbers.get(event.person, event.person))
        case RoundStarted():
            tables = tuple(
                tuple(None if who is None else numbers.get(who, who) for who in seats)
                for seats in event.tables
            )
            byes = tuple(numbers.get(who, who) for who in event.byes)
            return replace(event, tables=tables, byes=byes)
    return event
