"""Replaying and judging game records (see also :mod:`bot.rules.record_lines`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import engine
from .actions import Action, AnswerOffer, DealHand, Declare, Discard, Draw, Hit, Lay, Save, Source
from .cards import Card
from .editions import check_players
from .errors import GameError, RecordError
from .events import (
    Dealt,
    Declared,
    Discarded,
    Drew,
    EndReason,
    Event,
    GameEnded,
    Laid,
    Offered,
    Reshuffled,
    Saved,
    TakenOver,
    TakeoverReason,
    WasHit,
)
from .record_lines import (
    Header,
    dumps,
    event_line,
    header_line,
    loads,
    parse_event,
    parse_header,
    parse_rules,
    rules_json,
)
from .shuffle import SecretShuffler, Shuffler, commitment
from .state import Game, Seat, Stage, State

__all__ = [
    "Verdict",
    "dumps",
    "event_line",
    "header_line",
    "loads",
    "parse_event",
    "parse_header",
    "parse_rules",
    "rules_json",
    "verify",
]

COMPUTER = "computer"
Line = tuple[int, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game whose record was found right.

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
            ``not_a_record`` for what is no record at all.
    """
    games = 0
    for game in games_in(lines):
        yield _verify_game(game)
        games += 1
    if not games:
        raise RecordError("not_a_record", line=1)


def games_in(lines: Iterable[str | bytes]) -> Iterator[list[Line]]:
    """The lines of each game, numbered; blank lines at the end of the file are let pass."""
    game: list[Line] = []
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        line = _read(number, text)
        if line.get("type") == "game" and game:
            yield game
            game = []
        game.append((number, line))
    if game:
        yield game


def _read(number: int, text: str | bytes) -> dict[str, Any]:
    try:
        return loads(text)
    except RecordError as error:
        code = "not_a_record" if number == 1 else error.code
        raise RecordError(code, line=number) from error


def _verify_game(lines: list[Line]) -> Verdict:
    number, first = lines[0]
    try:
        header, rules = parse_header(first)
        check_players(rules, len(header.players))
    except GameError as error:
        raise _at(number, error) from error
    phases = rules.parsed_phases
    read = [(n, parsed_line(n, line, phases)) for n, line in lines[1:]]
    game = Game(
        header.game_id, rules, header.players, told_shuffler(header, read), header.commitment
    )
    seats = (Seat(),) * len(header.players)
    state = _replay(State(game, version=0, stage=Stage.DEAL, seats=seats), read)
    if isinstance(game.shuffler, SecretShuffler):
        _check_commitment(number, header, read)
    return Verdict(
        game_id=header.game_id,
        players=header.players,
        hands=state.hand,
        finished=state.stage is Stage.OVER,
        winners=state.result.winners if state.result else (),
        state=state,
    )


def _at(number: int, error: GameError) -> RecordError:
    """An error of the rules as an error of a line."""
    if isinstance(error, RecordError):
        return RecordError(error.code, line=number, **error.data)
    return RecordError("against_the_rules", line=number, why=str(error))


def parsed_line(number: int, line: dict[str, Any], phases: Sequence[Any]) -> Event:
    try:
        return parse_event(line, phases)
    except RecordError as error:
        raise _at(number, error) from error


# ── shuffles ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _ToldShuffler:
    """The shuffles of a running game, as its record tells them: the secret is not known yet."""

    shuffles: tuple[tuple[Card, ...], ...]
    secret: bytes = b""

    def __call__(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        told = self.shuffles[k] if k < len(self.shuffles) else ()
        if sorted(told) != sorted(cards):
            raise RecordError("not_the_deck")
        return told


def told_shuffler(header: Header, read: Sequence[tuple[int, Event]]) -> Shuffler:
    last = read[-1][1] if read else None
    if not isinstance(last, GameEnded):
        return _ToldShuffler(tuple(_told(event) for _, event in read if _is_shuffle(event)))
    secret = SecretShuffler(bytes.fromhex(last.secret))
    if commitment(secret.secret) == header.commitment:
        return secret
    # One of the two was changed. If the secret gives the first deal it is the right one, and the
    # header is found wrong after the replay; else the end line is.
    told = next((_told(event) for _, event in read if isinstance(event, Dealt)), ())
    if told and secret(0, tuple(sorted(told, key=_deck_order(header)))) == told:
        return secret
    raise RecordError("wrong_secret", line=read[-1][0])


def _deck_order(header: Header) -> Any:  # noqa: ANN401  # a sort key
    colours = list(header.rules.get("colours", ()))
    return lambda card: (
        (colours.index(str(card.colour)) if card.colour in colours else len(colours)),
        card.index,
    )


def _check_commitment(number: int, header: Header, read: Sequence[tuple[int, Event]]) -> None:
    last = read[-1][1]
    assert isinstance(last, GameEnded)
    if commitment(bytes.fromhex(last.secret)) != header.commitment:
        raise RecordError("wrong_commitment", line=number)


def _is_shuffle(event: Event) -> bool:
    return isinstance(event, Dealt | Reshuffled)


def _told(event: Event) -> tuple[Card, ...]:
    """The shuffled pile that a line tells of, bottom first; a deal's cards are put back on top."""
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


def _replay(state: State, read: Sequence[tuple[int, Event]]) -> State:
    due: deque[Event] = deque()
    computers: set[int] = set()
    for number, event in read:
        if not due:
            try:
                step = step_of(state, event, computers)
            except GameError as error:
                raise _at(number, error) from error
            state = step.state
            due.extend(step.events)
        expected = due.popleft()
        if event != expected:
            raise RecordError("wrong_line", line=number, expected=dumps(event_line(expected)))
    if due:
        raise RecordError("cut_short", line=read[-1][0] + 1, expected=dumps(event_line(due[0])))
    return state


def step_of(state: State, event: Event, computers: set[int]) -> engine.Step:
    """What the decision behind a line leads to."""
    if isinstance(event, TakenOver):
        return _takeover(state, event, computers)
    if isinstance(event, GameEnded) and event.reason is EndReason.ABANDONED:
        return engine.abandon(state)
    seat = getattr(event, "seat", None)
    if seat is not None and seat != state.turn:
        raise RecordError("not_this_seat", seat=seat, turn=state.turn)
    return engine.apply(state, _decision(event))


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


def _decision(event: Event) -> Action:
    """The decision that a line tells of; other lines only follow from decisions."""
    try:
        return _DECISIONS[type(event)](event)
    except KeyError:
        raise RecordError("no_decision", event=type(event).__name__) from None


def _takeover(state: State, event: TakenOver, computers: set[int]) -> engine.Step:
    """A seat goes to a computer, or back to the person it is named after."""
    returns = event.reason is TakeoverReason.RETURNED
    step = engine.take_over(state, event.seat, event.by, event.reason)
    by = state.game.players[event.seat] if returns else COMPUTER
    if event.by != by:
        raise RecordError("wrong_takeover", expected=by)
    if returns and event.seat not in computers:
        raise RecordError("wrong_takeover", expected="a seat that a computer plays")
    if returns:
        computers.discard(event.seat)
    else:
        computers.add(event.seat)
    return step
