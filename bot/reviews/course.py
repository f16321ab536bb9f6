"""The chances of all seats through a finished game, and the turns that changed them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.cards.actions import Hit, Source
from bot.cards.cards import Card
from bot.cards.engine import legal_actions
from bot.cards.events import CardHit, Dealt, Discarded, Drew, Event, Laid
from bot.cards.record import RECORDS
from bot.cards.rulesets import checked
from bot.cards.state import State
from bot.cards.views import seen_by, view_for
from bot.chances.hand_chances import chances
from bot.core.errors import RecordError
from bot.core.events import EndReason, TakenOver, TakeoverReason
from bot.core.records import Replayed
from bot.core.states import without_leavers

MOST_MOMENTS = 1000
"""Chances that are computed; in a longer game some turns have those of the turn before."""
MOST_TURNING_POINTS = 5
LEAST_TURN = 0.05  # the least change of chances that is a turning point
DECIDED = 0.8  # a game is decided when the winner's chance is this high for good

Decided = Replayed[State, Event]
Turns = tuple[tuple[Decided, ...], ...]
"""The decisions of a game by turn, as :mod:`bot.cards.record` has them."""


class Cause(StrEnum):
    """Whether a turn went as it did by choice or by luck."""

    CHOICE = "choice"
    DRAWN = "drawn"  # a hidden card was drawn, and laid or hit
    DEALT = "dealt"  # the phase was laid in the first turn, without the card drawn
    NOTHING = "nothing"  # a hidden card was drawn, and nothing could be laid or hit


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that changed the chances a lot."""

    turn: int  # the index of the turn among the turns of the record
    hand: int  # the number of the hand, from 1
    mover: int  # the seat whose turn it was, and whose choice or luck
    cause: Cause
    seat: int  # the seat whose chance changed, from ``before`` to ``after``
    before: float
    after: float
    events: tuple[Event, ...]  # the turn as everybody could see it


@dataclass(frozen=True, slots=True)
class Course:
    """The chances of all seats through a game, from a spectator's view."""

    chances: tuple[tuple[float, ...], ...]  # by seat, before the first turn and after each turn
    movers: tuple[int | None, ...]  # by turn, the seat whose turn it was; None between turns
    hands: tuple[int, ...]  # the indices of the turns that begin the hands
    turning_points: tuple[TurningPoint, ...]  # in the order of the game
    # By seat, the turn that changed its chance most before the game was decided, if any.
    deciding: tuple[TurningPoint | None, ...] = ()

    def told(self, reader: int | None) -> list[TurningPoint]:
        """The turn that decided for a reader, if any, and then the largest changes."""
        largest = sorted(self.turning_points, key=_change, reverse=True)
        own = None if reader is None or not self.deciding else self.deciding[reader]
        if own is None:
            return largest
        return [own, *(point for point in largest if point.turn != own.turn)]


def finished_turns(lines: Iterable[str | bytes]) -> Turns:
    """The turns of the first game of a record; raises GameError.

    A running game is refused, since its hidden cards stay hidden, and so are phases that have too
    many ways: those of a recorded game are not bounded.
    """
    turns = tuple(RECORDS.decisions(lines))
    if not turns or not turns[-1][-1].state.over:
        raise RecordError("not_over")
    checked(turns[0][0].state.game.rules)
    return turns


def compute_course(turns: Turns) -> Course:
    """The course of a finished game; takes less than a second."""
    states = [turns[0][0].before, *[turn[-1].state for turn in turns]]
    step = -(-len(states) // MOST_MOMENTS)
    known = {at: chances(view_for(states[at], None)) for at in range(0, len(states), step)}
    taken = [d.decision for turn in turns for d in turn if isinstance(d.decision, TakenOver)]
    reasons = {event.seat: event.reason for event in taken}
    left = [seat for seat, reason in reasons.items() if reason is TakeoverReason.LEFT]
    known[len(turns)] = chances(without_leavers(view_for(states[-1], None), left))
    by_turn = tuple(known.get(at) or known[at - at % step] for at in range(len(states)))
    movers = tuple(map(_mover, turns))
    hands = tuple(at for at, turn in enumerate(turns) if any(map(_is_deal, turn)))
    points = [*_turning_points(by_turn, states, turns)]
    most = sorted((max(by_seat, key=_change) for by_seat in points), key=_change)
    shown = sorted(most[-MOST_TURNING_POINTS:], key=lambda point: point.turn)
    decided = _decided_at(by_turn)
    before = [by_seat for by_seat in points if by_seat[0].turn < decided]
    deciding = tuple(_largest(before, seat) for seat in range(len(by_turn[0])))
    return Course(by_turn, movers, hands, tuple(shown), deciding)


def _mover(turn: Sequence[Decided]) -> int | None:
    # A deal shows spectators nothing; only the model's estimate changes.
    if _is_broken_off(turn[-1].state) or any(map(_is_deal, turn)):
        return None
    return turn[-1].before.turn


def _turning_points(
    by_turn: Sequence[tuple[float, ...]], states: Sequence[State], turns: Turns
) -> Iterator[list[TurningPoint]]:
    """Yield the turns that changed some chance a lot, each for every seat."""
    for at, turn in enumerate(turns):
        changes = [*zip(by_turn[at], by_turn[at + 1], strict=True)]
        mover = _mover(turn)
        if mover is None or max(abs(new - old) for old, new in changes) < LEAST_TURN:
            continue
        events = tuple(seen_by(event, None) for decided in turn for event in decided.events)
        hand = states[at + 1].hand
        cause = cause_of(turn, mover)
        yield [
            TurningPoint(at, hand, mover, cause, seat, before, after, events)
            for seat, (before, after) in enumerate(changes)
        ]


def cause_of(turn: Sequence[Decided], mover: int) -> Cause:
    """Whether it was the choice or the luck of the player of a turn."""
    drawing = next((each for each in turn if any(map(_is_hidden_draw, each.events))), None)
    if drawing is None:
        return Cause.CHOICE
    seat = drawing.before.seats[mover]
    put_down = Counter(card for each in turn for event in each.events for card in _cards_of(event))
    if put_down - Counter(seat.hand):
        return Cause.DRAWN
    if put_down:
        return Cause.CHOICE if seat.groups or seat.discarded else Cause.DEALT
    return Cause.CHOICE if any(map(_had_choice, turn)) else Cause.NOTHING


def _is_hidden_draw(event: Event) -> bool:
    return isinstance(event, Drew) and event.source is Source.DRAW_PILE


def _cards_of(event: Event) -> list[Card]:
    """The cards that an event put on the table."""
    match event:
        case Laid(groups=groups):
            return [card.held for group in groups for card in group.cards]
        case CardHit(card=card):
            return [card.held]
    return []


def _had_choice(decided: Decided) -> bool:
    """Whether a discard was a Skip for somebody, or something could have been laid or hit."""
    if not isinstance(decided.decision, Discarded):
        return False
    legal = legal_actions(decided.before)
    hits = any(isinstance(action, Hit) for action in legal.plain)
    return decided.decision.target is not None or hits or legal.to_lay is not None


def _largest(points: Iterable[Sequence[TurningPoint]], seat: int) -> TurningPoint | None:
    """The turn that changed the chance of a seat most, None if no turn changed it a lot."""
    theirs = (by_seat[seat] for by_seat in points)
    return max((p for p in theirs if _change(p) >= LEAST_TURN), key=_change, default=None)


def _change(point: TurningPoint) -> float:
    return abs(point.after - point.before)


def _decided_at(by_turn: Sequence[tuple[float, ...]]) -> int:
    """How many turns there were until the game was decided."""
    winner = max(range(len(by_turn[-1])), key=by_turn[-1].__getitem__)
    is_open = [at for at, row in enumerate(by_turn) if row[winner] < DECIDED]
    return max(is_open, default=0) + 1


def _is_broken_off(state: State) -> bool:
    return state.result is not None and state.result.reason is EndReason.ABANDONED


def _is_deal(decision: Decided) -> bool:
    return isinstance(decision.decision, Dealt)


def stand_ins(turns: Turns) -> list[frozenset[int]]:
    """For each turn, the seats that somebody other than their player played."""
    takeovers = [[d.decision for d in turn if isinstance(d.decision, TakenOver)] for turn in turns]
    first = {event.seat: event for events in reversed(takeovers) for event in reversed(events)}
    # A person who joined has the seat of a computer player who had it from the beginning.
    away = {seat for seat, event in first.items() if event.reason.to_person}
    away_by_turn = []
    for events in takeovers:
        for event in events:
            (away.discard if event.reason.to_person else away.add)(event.seat)
        away_by_turn.append(frozenset(away))
    return away_by_turn
