"""Records of daily hands (JSON Lines): attempts to lines, and verification.

The format is ``phase10-daily-record``, version 1: a header, then one line for each turn, one for
the lay and one for the end. While the secret is not revealed, the cards that were not taken are
null, and a record can be checked in part only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from bot.games.errors import GameError, RecordError, SnapshotError
from bot.games.events import Hash
from bot.games.records import (
    EventLines,
    LineModel,
    NumberedLine,
    at_line,
    check_each,
    read_header,
    replay,
)
from bot.games.states import SnapshotModel, Step, evolve, read_snapshot
from bot.rules.actions import Discard, Lay
from bot.rules.cards import CARDS_DEALT, POINTS_HIGH, SKIP, Card, full_deck
from bot.rules.editions import recorded_rules, rules_json
from bot.rules.events import HeldCard, TableCard
from bot.rules.phases import Phase
from bot.rules.record import groups_of

from . import engine
from .deal import FEWEST_PAR, MOST_PAR, MOST_TURNS, DailyDeal, DailyPair
from .deal import deal as deal_of
from .engine import DailyAction, DailyTake
from .state import DailyEnded, DailyEvent, DailyLaid, DailySide, DailyState, DailyTurn

HEADER: Final = "daily"
"""The type of the first line."""
_NumberedDailyEvent = tuple[int, DailyEvent]

# ── lines ─────────────────────────────────────────────────────────────────────────────────────


class _DailyHeaderLine(LineModel):
    """The first line of a record."""

    type: Literal["daily"] = HEADER
    format: Literal["phase10-daily-record"] = "phase10-daily-record"
    version: Literal[1] = 1
    date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]
    counter: Annotated[int, Field(ge=0)]
    phase: str
    rules: dict[str, Any]
    par: Annotated[int, Field(ge=FEWEST_PAR, le=MOST_PAR)]
    commitment: Hash


_EVENT_LINES = EventLines({"turn": DailyTurn, "lay": DailyLaid, "end": DailyEnded})


def header_line(deal: DailyDeal) -> dict[str, Any]:
    """The first line of a record of a date."""
    header = _DailyHeaderLine(
        date=deal.date.isoformat(),
        counter=deal.counter,
        phase=deal.notation,
        rules=rules_json(deal.rules),
        par=deal.par,
        commitment=deal.commitment,
    )
    return header.model_dump(mode="json")


def record_lines(state: DailyState, *, revealed: bool) -> Iterator[dict[str, Any]]:
    """The record of an attempt so far.

    Once the date's attempts are closed, the record is ``revealed``: it has the secret, all
    face-down cards, and an end even if the attempt did not come to one.
    """
    yield header_line(state.deal)
    turns = (*state.turns, state.begun) if state.begun else state.turns
    events: list[DailyEvent] = [*turns, *([state.laid] if state.laid else [])]
    if state.over or revealed:
        events.append(DailyEnded(state.result, None))
    for event in events:
        yield event_line(_revealed(event, state.deal) if revealed else event)


def event_line(event: DailyEvent) -> dict[str, Any]:
    """An event as a line of the record."""
    return _EVENT_LINES.line(event)


def _revealed(event: DailyEvent, deal: DailyDeal) -> DailyEvent:
    """An event with all cards and the secret; unchanged while the secret is not known."""
    match event:
        case DailyTurn() if deal.secret:
            return replace(event, down=deal.pairs[event.number - 1][1])
        case DailyEnded() if deal.secret:
            return replace(event, secret=deal.secret.hex())
    return event


def parse_header(line: dict[str, Any]) -> DailyDeal:
    """The deal of a record's first line, without its cards and its secret."""
    header = read_header(line, _DailyHeaderLine)
    try:
        day = date.fromisoformat(header.date)
    except ValueError as error:
        raise RecordError("bad_line", why=str(error)) from error
    rules = recorded_rules(header.rules, str(header.rules.get("edition")))
    if rules.phases != (header.phase,):
        raise RecordError("bad_rules", why="the phase is not that of the rules")
    return DailyDeal(day, header.counter, rules, header.par, header.commitment, (), ())


def parse_event(line: dict[str, Any], phase: Phase) -> DailyEvent:
    """A line of the record as an event; laid groups get their kinds from the phase."""
    event, values = _EVENT_LINES.read(line)
    if event is DailyLaid:
        values["groups"] = groups_of(values["groups"], phase)
    parsed: DailyEvent = event(**values)
    if isinstance(parsed, DailyTurn) and parsed.took is DailySide.DOWN and parsed.down is None:
        raise RecordError("bad_line", why="a card that was taken is known")
    return parsed


# ── verification ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DailyVerdict:
    """An attempt whose record is correct."""

    date: date
    over: bool
    result: int | None  # the number of the turn in which the phase was laid
    points: int | None  # left in hand by the lay
    revealed: bool  # if not, the record could be checked in part only


def verify(lines: Iterable[str | bytes]) -> Iterator[DailyVerdict]:
    """Replay the attempts of a file, one after another, and check every line.

    It raises what :meth:`bot.games.records.GameRecords.verify` raises.
    """
    return check_each(lines, _verify_attempt, HEADER)


def _verify_attempt(lines: Sequence[NumberedLine]) -> DailyVerdict:
    deal, read = _read(lines)
    state, over = engine.start(deal), False
    for step in replay(state, read, _step, event_line):
        state, over = step.state, any(isinstance(event, DailyEnded) for event in step.events)
    laid = state.laid
    return DailyVerdict(
        date=deal.date,
        over=over,
        result=state.result,
        points=laid.points if laid else None,
        revealed=bool(deal.secret),
    )


def _read(lines: Sequence[NumberedLine]) -> tuple[DailyDeal, list[_NumberedDailyEvent]]:
    """The deal and all events."""
    number, first = lines[0]
    read: list[_NumberedDailyEvent] = []
    try:
        recorded = parse_header(first)
        for number, line in lines[1:]:
            if read and isinstance(read[-1][1], DailyEnded):
                raise RecordError("no_decision")
            read.append((number, parse_event(line, recorded.phase)))
    except GameError as error:
        raise at_line(number, error) from error
    last = read[-1][1] if read else None
    if isinstance(last, DailyEnded) and last.secret is not None:
        return _checked_deal(recorded, bytes.fromhex(last.secret), lines[0][0], read), read
    return _recorded_deal(recorded, read), read


def _checked_deal(
    recorded: DailyDeal, secret: bytes, first: int, read: Sequence[_NumberedDailyEvent]
) -> DailyDeal:
    """The deal of the secret, which must be that of the header."""
    dealt = deal_of(recorded.date, recorded.counter, secret, recorded.par)
    if dealt.commitment != recorded.commitment:
        # Either the secret or the header's commitment was changed. If the secret gives the cards of
        # the first turn, the header is wrong.
        turn = read[0][1]
        if isinstance(turn, DailyTurn) and (turn.up, turn.down) == dealt.pairs[0]:
            raise RecordError("wrong_commitment", line=first)
        raise RecordError("wrong_secret", line=read[-1][0])
    if dealt.rules != recorded.rules:
        raise RecordError("wrong_line", line=first, expected=f"the phase {dealt.notation}")
    return dealt


def _step(state: DailyState, event: DailyEvent) -> Step[DailyState, DailyEvent]:
    """Apply the decisions of a line; the events have the secret and its cards if it is known."""
    step = _decided(state, event)
    return Step(step.state, tuple(_revealed(one, state.deal) for one in step.events))


def _decided(state: DailyState, event: DailyEvent) -> Step[DailyState, DailyEvent]:
    match event:
        case DailyTurn():
            return _turn(state, event)
        case DailyLaid():
            return _laid(state, event)
        case DailyEnded() if state.deal.secret and not state.over:
            return Step(state, (DailyEnded(None, None),))
    raise RecordError("no_decision")


def _turn(state: DailyState, event: DailyTurn) -> Step[DailyState, DailyEvent]:
    taken = engine.apply(state, DailyTake(event.took)).state
    if event.discard is not None:
        return engine.apply(taken, Discard(event.discard))
    assert taken.begun is not None, "a card was taken"
    return Step(taken, (taken.begun,))


def _laid(state: DailyState, event: DailyLaid) -> Step[DailyState, DailyEvent]:
    step = engine.apply(state, Lay(event.groups))
    # The turn in which the phase is laid has its own line.
    _, laid, ended = step.events
    assert isinstance(laid, DailyLaid)
    unknown = state.hand.count(SKIP)
    # The most points that can be left where some cards are not known: no Wild is.
    most = laid.points - unknown * (SKIP.points - POINTS_HIGH)
    if unknown and event.points % 5 == 0 and event.points <= most:
        return Step(evolve(step.state, laid=event), (event, ended))
    return Step(step.state, (laid, ended))


def _recorded_deal(recorded: DailyDeal, read: Sequence[_NumberedDailyEvent]) -> DailyDeal:
    """The deal as far as the lines of a record without secret show it.

    They show the cards that leave the hand without having been taken. A Skip, which the deck does
    not have, stands for any other card of the hand dealt.
    """
    deck = Counter(full_deck(recorded.rules.colours, recorded.rules.skips))
    hand: list[Card] = []
    seen: Counter[Card] = Counter()
    taken: Counter[Card] = Counter()
    pairs: list[DailyPair] = []
    for number, event in read:
        if isinstance(event, DailyTurn):
            pairs.append((event.up, event.down))
            seen.update(card for card in pairs[-1] if card)
            taken[event.taken] += 1
            if event.number != len(pairs):
                break  # the replay finds that line wrong
        for card in _gone(event):
            if taken[card]:
                taken[card] -= 1
            else:
                hand.append(card)
                seen[card] += 1
        if len(hand) > CARDS_DEALT or not seen <= deck:
            raise RecordError("not_the_deck", line=number)
    hand += [SKIP] * (CARDS_DEALT - len(hand))
    return replace(recorded, hand=tuple(hand), pairs=tuple(pairs))


def _gone(event: DailyEvent) -> list[Card]:
    """The cards that leave the hand."""
    match event:
        case DailyTurn(discard=Card() as card):
            return [card]
        case DailyLaid(groups):
            return [card.held for group in groups for card in group.cards]
    return []


# ── snapshots ─────────────────────────────────────────────────────────────────────────────────────


class _DailySnapshot(SnapshotModel):
    """The card taken and the discard of each turn, and what was laid."""

    turns: Annotated[tuple[tuple[DailySide, HeldCard | None], ...], Field(max_length=MOST_TURNS)]
    laid: tuple[tuple[TableCard, ...], ...] | None


def snapshot_of(state: DailyState) -> str:
    """An attempt as compact JSON; its deal is not in it."""
    turns = (*state.turns, state.begun) if state.begun else state.turns
    return _DailySnapshot.model_construct(
        format=1,
        turns=tuple((turn.took, turn.discard) for turn in turns),
        laid=tuple(group.cards for group in state.laid.groups) if state.laid else None,
    ).model_dump_json()


def restored(text: str, deal: DailyDeal) -> DailyState:
    """The attempt that :func:`snapshot_of` made; SnapshotError if it cannot be one at this deal."""
    stored = read_snapshot(text, _DailySnapshot)
    state = engine.start(deal)
    # The causes hold cards, which must not come into a log.
    try:
        for action in _actions(stored, deal):
            state = engine.apply(state, action).state
    except GameError as error:
        raise SnapshotError(f"turn {len(state.turns) + 1}: {error.code}") from None
    return state


def _actions(stored: _DailySnapshot, deal: DailyDeal) -> list[DailyAction]:
    actions: list[DailyAction] = []
    for side, discard in stored.turns:
        actions += [DailyTake(side), *([Discard(discard)] if discard else [])]
    if stored.laid is not None:
        actions.append(Lay(groups_of(stored.laid, deal.phase)))
    return actions
