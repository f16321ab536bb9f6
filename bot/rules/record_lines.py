"""The lines of a game record: their shapes, and events to lines and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Annotated, Any, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    TypeAdapter,
    ValidationError,
)

from . import events
from .actions import Source
from .cards import Card, Colour, card, table_card
from .editions import MOST_SKIPS, NaturalCardsPer, RuleSet, SkipRule, checked, edition
from .errors import GameError, RecordError
from .events import EndReason, Event, Laid, TakeoverReason
from .groups import Group, group
from .phases import Phase
from .state import Game

FORMAT: Final = "phase10-record"
VERSION: Final = 1
LONGEST_LINE = 100_000

_CODE = PlainSerializer(lambda held: held.code, return_type=str)
HandCard = Annotated[Card, PlainValidator(card), _CODE]
TableCard = Annotated[Card, PlainValidator(table_card), _CODE]
SeatNumber = Annotated[int, Field(ge=0, le=5)]
PhaseNumber = Annotated[int, Field(ge=1, le=10)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Pile = tuple[HandCard, ...]


class _Line(BaseModel):
    """A line; JSON has lists where events have tuples, so only numbers and texts are strict."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Deal(_Line):
    type: Literal["deal"] = "deal"
    hand: Count
    dealer: SeatNumber
    phases: tuple[PhaseNumber | None, ...]
    hands: tuple[Pile, ...]
    draw_pile: Pile
    discard_pile: Pile
    playoff: bool


class _Declare(_Line):
    type: Literal["declare"] = "declare"
    seat: SeatNumber
    phase: PhaseNumber


class _Offer(_Line):
    type: Literal["offer"] = "offer"
    seat: SeatNumber
    taken: bool


class _Draw(_Line):
    model_config = ConfigDict(populate_by_name=True)
    type: Literal["draw"] = "draw"
    seat: SeatNumber
    source: Source = Field(alias="from")
    card: HandCard | None


def _group_codes(groups: Sequence[Group]) -> list[list[str]]:
    return [[each.code for each in laid.cards] for laid in groups]


class _Lay(_Line):
    type: Literal["lay"] = "lay"
    seat: SeatNumber
    phase: PhaseNumber
    groups: Annotated[tuple[tuple[TableCard, ...], ...], PlainSerializer(_group_codes)]


class _Hit(_Line):
    type: Literal["hit"] = "hit"
    seat: SeatNumber
    owner: SeatNumber
    group: Annotated[int, Field(ge=0, le=9)]
    card: TableCard


class _Save(_Line):
    type: Literal["save"] = "save"
    seat: SeatNumber
    card: HandCard


class _Discard(_Line):
    type: Literal["discard"] = "discard"
    seat: SeatNumber
    card: HandCard
    target: SeatNumber | None


class _Skipped(_Line):
    type: Literal["skipped"] = "skipped"
    seat: SeatNumber


class _Reshuffle(_Line):
    type: Literal["reshuffle"] = "reshuffle"
    draw_pile: Pile
    discard_pile: Pile


class _Takeover(_Line):
    type: Literal["takeover"] = "takeover"
    seat: SeatNumber
    by: Name
    reason: TakeoverReason


class _HandEnd(_Line):
    type: Literal["hand_end"] = "hand_end"
    hand: Count
    out: tuple[SeatNumber, ...]
    points: tuple[Count, ...]
    totals: tuple[Count, ...]
    completed: tuple[bool, ...]
    progress: tuple[Count, ...]


class _GameEnd(_Line):
    type: Literal["game_end"] = "game_end"
    winners: tuple[SeatNumber, ...]
    ranking: tuple[tuple[SeatNumber, ...], ...]
    reason: EndReason
    secret: Hex


class Header(_Line):
    """The first line of a record."""

    type: Literal["game"] = "game"
    format: Literal["phase10-record"] = FORMAT
    version: Literal[1] = VERSION
    game_id: Annotated[str, Field(min_length=1, max_length=100)]
    edition: str
    rules: dict[str, Any]
    players: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    phases: tuple[str, ...]
    commitment: Hex


_LINES: dict[type, type[_Line]] = {
    events.Dealt: _Deal,
    events.Declared: _Declare,
    events.Offered: _Offer,
    events.Drew: _Draw,
    events.Laid: _Lay,
    events.WasHit: _Hit,
    events.Saved: _Save,
    events.Discarded: _Discard,
    events.Skipped: _Skipped,
    events.Reshuffled: _Reshuffle,
    events.TakenOver: _Takeover,
    events.HandEnded: _HandEnd,
    events.GameEnded: _GameEnd,
}
_EVENTS = {line.model_fields["type"].default: event for event, line in _LINES.items()}


class _Rules(BaseModel):
    """A rule set in a header; what is missing is as the edition has it."""

    model_config = ConfigDict(extra="ignore")
    edition: str | None = None
    colours: tuple[Colour, ...]
    skips: Annotated[int, Field(ge=0, le=MOST_SKIPS)]
    skip_rule: SkipRule
    natural_cards_per: NaturalCardsPer
    ten_hands: bool
    phases: tuple[str, ...] | None = None
    max_players: int | None = None
    hero_number: int | None = None
    opening_offer: bool | None = None
    last_turn: bool | None = None
    out_by_discard: bool | None = None
    choose_phase: bool | None = None
    save_pile: bool | None = None


_RULES = TypeAdapter(_Rules)
_HEADER = TypeAdapter(Header)


def dumps(line: dict[str, Any]) -> str:
    """A line as compact JSON, without the line end."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def loads(line: str | bytes) -> dict[str, Any]:
    """A line's JSON object.

    Raises:
        RecordError: ``not_json``.
    """
    try:
        found = json.loads(line) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RecordError("not_json")
    return found


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """A whole rule set as JSON data; ``changes`` lists what differs from its edition's preset."""
    whole = _json_ready(asdict(rules))
    preset = _json_ready(asdict(edition(rules.edition)))
    return whole | {"changes": {key: whole[key] for key in whole if whole[key] != preset[key]}}


def _json_ready(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        key: list(map(str, value)) if isinstance(value, tuple) else value
        for key, value in fields.items()
    }


def parse_rules(data: object, edition_id: str) -> RuleSet:
    """A rule set from JSON data; what is missing is as the edition has it.

    Raises:
        RecordError: ``bad_rules``, with what is wrong.
    """
    try:
        read = _RULES.validate_json(json.dumps(data), strict=True)
        given = {key: getattr(read, key) for key in read.model_fields_set}
        rules = checked(replace(edition(edition_id), **given))
    except (ValueError, TypeError) as error:
        raise RecordError("bad_rules", why=_why(error)) from error
    if rules.edition != edition_id:
        raise RecordError("bad_rules", why=f"edition is {rules.edition!r} here")
    _check_changes(rules, data)
    return rules


def _check_changes(rules: RuleSet, data: object) -> None:
    """Where a record lists what differs from the preset, the list must be true."""
    if isinstance(data, dict) and "changes" in data:
        told, true = data["changes"], rules_json(rules)["changes"]
        if told != true:
            raise RecordError("bad_rules", why=f"changes are {true!r}")


def header_line(game: Game) -> dict[str, Any]:
    """The first line of a game's record."""
    header = Header(
        game_id=game.game_id,
        edition=game.rules.edition,
        rules=rules_json(game.rules),
        players=game.players,
        phases=game.rules.phases,
        commitment=game.commitment,
    )
    return header.model_dump(mode="json")


def parse_header(line: dict[str, Any]) -> tuple[Header, RuleSet]:
    """The first line of a record, and the rule set it holds.

    Raises:
        RecordError: ``not_a_record``, ``bad_line`` or ``bad_rules``.
    """
    if line.get("type") != "game" or line.get("format") != FORMAT or line.get("version") != VERSION:
        raise RecordError("not_a_record")
    try:
        header = _HEADER.validate_json(json.dumps(line), strict=True)
    except ValidationError as error:
        raise RecordError("bad_line", why=_why(error)) from error
    rules = parse_rules(header.rules, header.edition)
    if rules.phases != header.phases:
        raise RecordError("bad_rules", why="the phases are not those of the rules")
    return header, rules


def event_line(event: Event) -> dict[str, Any]:
    """An event as a line of the record."""
    fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
    line = _LINES[type(event)].model_construct(**fields)
    return line.model_dump(mode="json", by_alias=True)


def parse_event(line: dict[str, Any], phases: Sequence[Phase]) -> Event:
    """A line of the record as an event; the game's phases tell a laid set from a run.

    Raises:
        RecordError: ``bad_line``, with what is wrong.
    """
    kind = line.get("type")
    event = _EVENTS.get(kind) if isinstance(kind, str) else None
    if event is None:
        raise RecordError("bad_line", why=f"there is no line of type {kind!r}")
    try:
        read = _LINES[event].model_validate_json(json.dumps(line), strict=True)
    except ValidationError as error:
        raise RecordError("bad_line", why=_why(error)) from error
    fields = {name: getattr(read, name) for name in type(read).model_fields if name != "type"}
    if event is Laid:
        fields["groups"] = _groups(fields, phases)
    made: Event = event(**fields)
    return made


def _groups(fields: dict[str, Any], phases: Sequence[Phase]) -> tuple[Group, ...]:
    number, laid = fields["phase"], fields["groups"]
    specs = phases[number - 1].groups if number <= len(phases) else ()
    if len(specs) != len(laid):
        raise RecordError("bad_line", why=f"phase {number} has {len(specs)} groups")
    try:
        return tuple(group(spec.kind, cards) for spec, cards in zip(specs, laid, strict=True))
    except GameError as error:
        raise RecordError("bad_line", why=str(error)) from error


def _why(error: Exception) -> str:
    """The first thing that is wrong, in a few words."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
