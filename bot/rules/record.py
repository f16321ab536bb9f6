"""Game records (JSON Lines): events to lines and back, replay and verification.

The format is ``phase10-record``, version 1: a header, then one line for each event. The fields of a
line are those of its event's class in :mod:`bot.rules.events`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any, Final, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from bot.games.chance import SecretShuffler, commitment
from bot.games.errors import GameError, RecordError
from bot.games.events import EndReason, Hash, Name, TakenOver
from bot.games.records import (
    LONGEST_LINE,
    EventLines,
    LineModel,
    NumberedLine,
    Replayed,
    ReplayedTurn,
    at_line,
    check_each,
    check_takeover,
    dumps,
    games_in,
    loads,
    replay,
    why,
)
from bot.games.states import Step

from . import engine, events
from .actions import Action, AnswerOffer, DealHand, Declare, Discard, Draw, Hit, Lay, Save, Source
from .cards import Card, ordered
from .editions import ADDED_OPTIONS, RuleSet, SaveDraw, check_players, checked, edition
from .events import (
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    GameEnded,
    Laid,
    Offered,
    Reshuffled,
    Saved,
    WasHit,
)
from .groups import Group, group
from .phases import Phase
from .state import Game, Seat, Shuffler, Stage, State

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "VERSION",
    "Header",
    "Verdict",
    "decision_of",
    "decisions",
    "dumps",
    "event_line",
    "games_in",
    "groups_of",
    "hands_of",
    "header_line",
    "loads",
    "parse_event",
    "parse_header",
    "parse_rules",
    "rules_json",
    "turns",
    "verify",
]
FORMAT: Final = "phase10-record"
VERSION: Final = 1
NumberedEvent = tuple[int, Event]

# ── lines ─────────────────────────────────────────────────────────────────────────────────────


class Header(LineModel):
    """The first line of a record."""

    type: Literal["game"] = "game"
    format: Literal["phase10-record"] = FORMAT
    version: Literal[1] = VERSION
    game_id: Annotated[str, Field(min_length=1, max_length=100)]
    edition: str
    rules: dict[str, Any]
    players: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    phases: tuple[str, ...]
    commitment: Hash


_EVENT_LINES = EventLines(
    {
        "deal": events.Dealt,
        "declare": events.Declared,
        "offer": events.Offered,
        "draw": events.Drew,
        "lay": events.Laid,
        "hit": events.WasHit,
        "save": events.Saved,
        "discard": events.Discarded,
        "skipped": events.Skipped,
        "reshuffle": events.Reshuffled,
        "takeover": TakenOver,
        "hand_end": events.HandEnded,
        "game_end": events.GameEnded,
    }
)


def _rules_model() -> type[BaseModel]:
    """The model of a rule set in a header; options may be missing."""
    always = {"colours", "skips", "skip_rule", "natural_cards_per", "ten_hands"}
    wanted: dict[str, Any] = {
        name: (hint, ...) if name in always else (hint | None, None)
        for name, hint in get_type_hints(RuleSet, include_extras=True).items()
    }
    return create_model("Rules", __config__=ConfigDict(extra="ignore"), **wanted)


_RULES = _rules_model()


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """A rule set as JSON data; ``changes`` lists what differs from its edition's preset.

    Of the options that were added later, those with their earlier meaning are left out.
    """
    whole = _json_ready(asdict(rules))
    kept = {
        key: value
        for key, value in whole.items()
        if key not in ADDED_OPTIONS or value != ADDED_OPTIONS[key]
    }
    return kept | {"changes": _changes(rules, kept)}


def _changes(rules: RuleSet, keys: Container[str]) -> dict[str, Any]:
    """The options, of these keys, that differ from the edition's preset."""
    whole, preset = _json_ready(asdict(rules)), _json_ready(asdict(edition(rules.edition)))
    return {key: whole[key] for key in whole if key in keys and whole[key] != preset[key]}


def _json_ready(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        key: list(map(str, value)) if isinstance(value, tuple) else value
        for key, value in fields.items()
    }


def parse_rules(data: object, edition_id: str, *, of_game: bool = True) -> RuleSet:
    """A rule set from JSON data; missing options are those of the edition.

    In the rules of a game (``of_game``), options that were added later have their earlier meaning
    where they are missing.

    Raises:
        RecordError: ``bad_rules``, with the reason.
    """
    try:
        read = _RULES.model_validate_json(json.dumps(data), strict=True)
        given = {key: getattr(read, key) for key in read.model_fields_set}
        missing = ADDED_OPTIONS if of_game else {}
        rules = checked(replace(edition(edition_id), **(missing | given)))
    except (ValueError, TypeError) as error:
        raise RecordError("bad_rules", why=why(error)) from error
    if rules.edition != edition_id:
        raise RecordError("bad_rules", why=f"edition is {rules.edition!r} here")
    _check_changes(rules, data)
    return rules


def _check_changes(rules: RuleSet, data: object) -> None:
    """Check the list of differences from the preset, where a record has one."""
    if isinstance(data, dict) and "changes" in data:
        changes = _changes(rules, data)
        if data["changes"] != changes:
            raise RecordError("bad_rules", why=f"changes are {changes!r}")


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
        header = Header.model_validate_json(json.dumps(line), strict=True)
    except ValidationError as error:
        raise RecordError("bad_line", why=why(error)) from error
    rules = parse_rules(header.rules, header.edition)
    if rules.phases != header.phases:
        raise RecordError("bad_rules", why="the phases are not those of the rules")
    return header, rules


def game_of(line: dict[str, Any], secret: bytes) -> Game:
    """The game of a record's first line, with its secret.

    Raises:
        RecordError: as :func:`parse_header` does; ``wrong_secret``, the secret is another game's.
    """
    header, rules = parse_header(line)
    if commitment(secret) != header.commitment:
        raise RecordError("wrong_secret")
    return Game(header.game_id, rules, header.players, SecretShuffler(secret), header.commitment)


def event_line(event: Event) -> dict[str, Any]:
    """An event as a line of the record."""
    return _EVENT_LINES.line(event)


def parse_event(line: dict[str, Any], phases: Sequence[Phase]) -> Event:
    """A line of the record as an event; the game's phases say which laid groups are sets or runs.

    Raises:
        RecordError: ``bad_line``, with the reason.
    """
    event, given = _EVENT_LINES.read(line)
    if event is Laid:
        number = given["phase"]
        if number > len(phases):
            raise RecordError("bad_line", why=f"there is no phase {number}")
        given["groups"] = groups_of(given["groups"], phases[number - 1])
    made: Event = event(**given)
    return made


def groups_of(laid: Sequence[Sequence[Card]], phase: Phase) -> tuple[Group, ...]:
    """The groups of a line, which has the cards of each.

    Raises:
        RecordError: ``bad_line``, with the reason.
    """
    specs = phase.groups
    if len(specs) != len(laid):
        raise RecordError("bad_line", why=f"{phase} has {len(specs)} groups")
    try:
        return tuple(group(spec.kind, cards) for spec, cards in zip(specs, laid, strict=True))
    except GameError as error:
        raise RecordError("bad_line", why=str(error)) from error


# ── verification ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game whose record is correct.

    Attributes:
        game_id: the game's id.
        players: names by seat.
        hands: how many hands were dealt.
        finished: whether the game is over; the shuffles of a running one cannot be checked yet.
        winners: the seats that won.
        state: the state the record leads to.
    """

    game_id: str
    players: tuple[str, ...]
    hands: int
    finished: bool
    winners: tuple[int, ...]
    state: State = field(repr=False)


def verify(lines: Iterable[str | bytes]) -> Iterator[Verdict]:
    """Replay the games of a file, one after another, and check every line.

    Raises:
        RecordError: with the number of the first wrong ``line`` (from 1) and why; the code is
            ``not_a_record`` for a file that is no record.
    """
    return check_each(lines, _verify_game)


def _verify_game(lines: list[NumberedLine]) -> Verdict:
    state, read = _opened(lines)
    for step in _steps(state, read):
        state = step.state
    game = state.game
    known = isinstance(game.shuffler, SecretShuffler)
    if known and commitment(game.shuffler.secret) != game.commitment:
        raise RecordError("wrong_commitment", line=lines[0][0])
    return Verdict(
        game_id=game.game_id,
        players=game.players,
        hands=state.hand,
        finished=state.stage is Stage.OVER,
        winners=state.result.winners if state.result else (),
        state=state,
    )


def _opened(lines: list[NumberedLine]) -> tuple[State, list[NumberedEvent]]:
    """The state before the first deal, and all events."""
    number, first = lines[0]
    try:
        header, rules = parse_header(first)
        check_players(rules, len(header.players))
    except GameError as error:
        raise at_line(number, error) from error
    phases = rules.parsed_phases
    read = [(at, _parsed(at, line, phases)) for at, line in lines[1:]]
    shuffler = _shuffler(header, read)
    game = Game(header.game_id, rules, header.players, shuffler, header.commitment)
    seats = (Seat(),) * len(header.players)
    return State(game, version=0, stage=Stage.DEAL, seats=seats), read


def _parsed(number: int, line: dict[str, Any], phases: Sequence[Phase]) -> Event:
    try:
        return parse_event(line, phases)
    except RecordError as error:
        raise at_line(number, error) from error


# ── shuffles ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _RecordedShuffler:
    """The shuffles of a running game, from its lines: the secret is not known yet."""

    shuffles: tuple[tuple[Card, ...], ...]
    dealer: int
    secret: bytes = b""

    def __call__(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        recorded = self.shuffles[k] if k < len(self.shuffles) else ()
        if ordered(recorded) != ordered(cards):
            raise RecordError("not_the_deck")
        return recorded

    def first_dealer(self, seats: int) -> int:
        """The dealer of the first hand as recorded, if there is such a seat."""
        return self.dealer % seats


def _shuffler(header: Header, read: Sequence[NumberedEvent]) -> Shuffler:
    """The shuffles of the secret in the last line, or of a running game those of its lines."""
    last = read[-1][1] if read else None
    if not isinstance(last, GameEnded):
        shuffles = [event for _, event in read if isinstance(event, Dealt | Reshuffled)]
        dealer = next((event.dealer for event in shuffles if isinstance(event, Dealt)), 0)
        return _RecordedShuffler(tuple(map(_pile, shuffles)), dealer)
    secret = SecretShuffler(bytes.fromhex(last.secret))
    if commitment(secret.secret) == header.commitment:
        return secret
    # Either the secret or the header's commitment was changed. If the secret gives the first deal,
    # the header is wrong, which is reported after the replay; otherwise the last line is wrong.
    first = next((_pile(event) for _, event in read if isinstance(event, Dealt)), ())
    if first and secret(0, tuple(sorted(first, key=_deck_order(header)))) == first:
        return secret
    raise RecordError("wrong_secret", line=read[-1][0])


def _deck_order(header: Header) -> Any:  # noqa: ANN401  # a sort key
    colours = list(header.rules.get("colours", ()))
    return lambda card: (
        (colours.index(str(card.colour)) if card.colour in colours else len(colours)),
        card.index,
    )


def _pile(event: Event) -> tuple[Card, ...]:
    """The shuffled pile of a line, bottom first; the cards of a deal are put back on top."""
    if isinstance(event, Reshuffled):
        return event.draw_pile
    assert isinstance(event, Dealt)
    size = len(event.hands)
    order = [(event.dealer + step) % size for step in range(1, size + 1)]
    rounds = max(map(len, event.hands), default=0)
    dealt = [
        event.hands[seat][place]
        for place in range(rounds)
        for seat in order
        if place < len(event.hands[seat])
    ]
    return (*event.draw_pile, *event.discard_pile, *reversed(dealt))


# ── replay ────────────────────────────────────────────────────────────────────────────────────


def _steps(state: State, read: Sequence[NumberedEvent]) -> Iterator[Replayed[State, Event]]:
    """Replay decision by decision, and check every line."""
    computers: set[int] = set()
    return replay(state, read, lambda now, event: _step(now, event, computers), event_line)


def _step(state: State, event: Event, computers: set[int]) -> Step[State, Event]:
    """Apply the decision of a line."""
    if isinstance(event, TakenOver):
        step = engine.take_over(state, event.seat, event.by, event.reason)
        check_takeover(event, state.game.players, computers)
        return step
    if isinstance(event, GameEnded) and event.reason is EndReason.ABANDONED:
        return engine.abandon(state)
    seat = getattr(event, "seat", None)
    if seat is not None and seat != state.turn:
        raise RecordError("not_this_seat", seat=seat, turn=state.turn)
    return engine.apply(state, decision_of(event, state.game.rules))


_DECISIONS: dict[type, Callable[..., Action]] = {
    Dealt: lambda _: DealHand(),
    Declared: lambda event: Declare(event.phase),
    Offered: lambda event: AnswerOffer(event.taken),
    Reshuffled: lambda _: Draw(Source.DRAW_PILE),
    Drew: lambda event: Draw(event.source),
    Laid: lambda event: Lay(event.groups),
    WasHit: lambda event: Hit(event.owner, event.group, event.card),
    Saved: lambda event: Save(event.card),
    Discarded: lambda event: Discard(event.card, event.target),
}


def decision_of(event: Event, rules: RuleSet) -> Action:
    """The decision of a line.

    Raises:
        RecordError: ``no_decision``; the line only follows from a decision.
    """
    if isinstance(event, Drew) and event.source is Source.SAVE_PILE:
        return Draw(event.source, event.card if rules.save_draw is SaveDraw.ANY else None)
    try:
        return _DECISIONS[type(event)](event)
    except KeyError:
        raise RecordError("no_decision", event=type(event).__name__) from None


# ── turns ─────────────────────────────────────────────────────────────────────────────────────


def turns(lines: Iterable[str | bytes]) -> Iterator[ReplayedTurn[State, Event]]:
    """The first game of a record turn by turn.

    A change between person and computer belongs to the turn that follows it.

    Raises:
        GameError: the record is none, or does not replay.
    """
    for made in decisions(lines):
        last = made[-1]
        seat = _acting(last) if _ends_a_turn(last) else None
        yield ReplayedTurn(seat, tuple(event for each in made for event in each.events), last.state)


def decisions(lines: Iterable[str | bytes]) -> Iterator[tuple[Replayed[State, Event], ...]]:
    """The decisions of the first game of a record, those of each turn together.

    Raises:
        GameError: as :func:`turns` does.
    """
    game_lines = next(games_in(lines), None)
    if game_lines is None:
        raise RecordError("not_a_record", line=1)
    state, read = _opened(game_lines)
    since: list[Replayed[State, Event]] = []
    for step in _steps(state, read):
        since.append(step)
        if _ends_a_turn(step):
            yield tuple(since)
            since = []
    if since:
        yield tuple(since)


def _ends_a_turn(step: Replayed[State, Event]) -> bool:
    if isinstance(step.decision, TakenOver):
        return False
    # Who took the opening offer is at once in the middle of their first turn.
    alone = isinstance(step.decision, Dealt | Declared | Offered)
    return alone or step.state.stage is not Stage.PLAY or step.state.turn != step.before.turn


def _acting(step: Replayed[State, Event]) -> int | None:
    """Whose turn it was: a deal, or the end of a game that is broken off, is nobody's."""
    between = step.before.stage is Stage.DEAL or not hasattr(step.decision, "seat")
    return None if between else step.before.turn


def hands_of(steps: Sequence[ReplayedTurn[Any, Any]]) -> tuple[int, ...]:
    """The places of the first turn of each hand."""
    return tuple(
        at for at, step in enumerate(steps) if any(isinstance(e, Dealt) for e in step.events)
    )
