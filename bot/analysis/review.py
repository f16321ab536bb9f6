"""The chances in a finished game: of all seats through the game, and what changed one seat's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from bot.games.errors import RecordError
from bot.games.events import EndReason, TakenOver
from bot.games.records import Replayed
from bot.games.states import evolve
from bot.rules.actions import Action, Source
from bot.rules.editions import checked
from bot.rules.events import Dealt, Drew, Event
from bot.rules.record import RECORDS
from bot.rules.state import State, without
from bot.rules.views import PlayerView, seen_by, unseen, view_for

from .game_chances import order_of
from .hand_chances import OwnCards, chances, facts_of

MOST_TURNING_POINTS = 5
LEAST_TURN = 0.05
"""The least change of chances that is a turning point."""
CONFIDENT = 1.96
"""Standard errors on either side of an interval of 95 % confidence."""
SHARES = 40
"""Into how many steps shares of helpful cards are rounded for an average."""
HANDS = 32
"""Hands from which the luck of a deal is estimated."""

Decided = Replayed[State, Event]
Turns = tuple[tuple[Decided, ...], ...]
"""The decisions of a game by turn, as :mod:`bot.rules.record` has them."""


class Part(StrEnum):
    """What changes a seat's chance."""

    DEALS = "deals"  # the hands dealt
    DRAWS = "draws"  # the seat's cards from the draw pile
    PLAYS = "plays"  # the cards that the seat took, laid, hit, kept and discarded
    OTHERS = "others"  # actions of the others, and of stand-ins for the seat's player
    REST = "rest"  # the end of a game before its time


@dataclass(frozen=True, slots=True)
class Account:
    """Where the changes of one seat's chance came from, as that seat saw the game."""

    seat: int
    start: float  # the chance before the first deal
    parts: Mapping[Part, float]  # the sums of the changes
    result: float  # the seat's share of the win, to which ``start`` and all parts add up


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that changed the chances a lot."""

    turn: int  # the index of the turn among the turns of the record
    hand: int  # the number of the hand, from 1
    seat: int  # the seat whose chance changed most, from ``before`` to ``after``
    before: float
    after: float
    events: tuple[Event, ...]  # the turn as everybody could see it


@dataclass(frozen=True, slots=True)
class Course:
    """The chances of all seats through a game, from a spectator's view."""

    chances: tuple[tuple[float, ...], ...]  # by seat, before the first turn and after each turn
    hands: tuple[int, ...]  # the indices of the turns that begin the hands
    turning_points: tuple[TurningPoint, ...]  # in the order of the game


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a seat that hard would have made differently."""

    turn: int  # the index of the turn among the turns of the record
    view: PlayerView  # what the seat could see when it chose
    # The seat's actions: a draw, or all from the first lay or hit to the discard.
    own: tuple[Action, ...]
    hard: tuple[Action, ...]  # what hard would have done
    gain: float  # how much higher the chance to win is than after hard's choice
    error: float  # the standard error of the gain

    @property
    def significant(self) -> bool:
        """Whether the gain differs from 0 at 95 % confidence."""
        return is_significant(self.gain, self.error)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a seat in a game next to those that hard would have made."""

    seat: int
    decisions: int  # how many decisions can be compared: draws, and plays of whole turns
    different: int  # how many of them hard would have made differently
    # How many different decisions were compared; the others count with the average of these.
    compared: int
    gain: float  # the sum of all gains in chances to win
    error: float  # the standard error of the gain
    best: tuple[Choice, ...]  # the choices that gained most, at most three, the best first
    costliest: tuple[Choice, ...]  # the choices that cost most, at most three, the costliest first
    can_compare: bool = True  # False where no playouts are compiled, and so no choices are compared

    @property
    def significant(self) -> bool:
        """Whether the gain differs from 0 at 95 % confidence."""
        return is_significant(self.gain, self.error)


def is_significant(gain: float, error: float) -> bool:
    """Whether a gain with this standard error differs from 0 at 95 % confidence."""
    return abs(gain) > CONFIDENT * error


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a finished game: a public course, and private accounts and choices of seats."""

    game_id: str
    players: tuple[str, ...]  # names by seat
    course: Course
    accounts: tuple[Account, ...]  # of some seats; only the player of a seat may see its account
    choices: tuple[Choices, ...]  # of the same seats, and as private


def finished_turns(lines: Iterable[str | bytes]) -> Turns:
    """The turns of the first game of a record.

    Raises:
        RecordError: ``not_over``; while a game runs, its hidden cards stay hidden.
        RuleSetError: ``too_many_ways``; the phases of a recorded game are not bounded.
        GameError: the lines are no record, or do not replay.
    """
    turns = tuple(RECORDS.decisions(lines))
    if not turns or not turns[-1][-1].state.over:
        raise RecordError("not_over")
    checked(turns[0][0].state.game.rules)
    return turns


def course_of(turns: Turns) -> Course:
    """The course of a finished game; takes up to half a second."""
    states = [turns[0][0].before, *[turn[-1].state for turn in turns]]
    by_turn = tuple(chances(view_for(state, None)) for state in states)
    hands = tuple(at for at, turn in enumerate(turns) if any(map(_is_deal, turn)))
    return Course(by_turn, hands, _turning_points(by_turn, states, turns))


def _turning_points(
    by_turn: Sequence[tuple[float, ...]], states: Sequence[State], turns: Turns
) -> tuple[TurningPoint, ...]:
    points = []
    for at, turn in enumerate(turns):
        # A deal shows spectators nothing; only the model's estimate changes.
        if _is_broken_off(turn[-1].state) or any(map(_is_deal, turn)):
            continue
        before, after = by_turn[at], by_turn[at + 1]
        changes = [abs(new - old) for new, old in zip(after, before, strict=True)]
        seat = changes.index(max(changes))
        if changes[seat] >= LEAST_TURN:
            hand = states[at + 1].hand
            events = tuple(seen_by(event, None) for decided in turn for event in decided.events)
            points.append(TurningPoint(at, hand, seat, before[seat], after[seat], events))
    points.sort(key=lambda point: -abs(point.after - point.before))
    return tuple(sorted(points[:MOST_TURNING_POINTS], key=lambda point: point.turn))


def _is_broken_off(state: State) -> bool:
    return state.result is not None and state.result.reason is EndReason.ABANDONED


def account_of(turns: Turns, seat: int) -> Account:
    """Where the changes of a seat's chance came from; takes up to two seconds.

    One model estimates the chance from the seat's own view before and after every decision, so that
    all changes add up. Luck is the difference from the average hand or card; the change to the
    average counts as a play.
    """
    before = start = _chance(turns[0][0].before, seat)
    parts = dict.fromkeys(Part, 0.0)
    for turn, away in zip(turns, stand_ins(turns), strict=True):
        for decision in turn:
            after = average = _chance(decision.state, seat)
            if _is_deal(decision):
                average = _average_deal(view_for(decision.state, seat))
                parts[Part.DEALS] += after - average
            elif decision.before.turn == seat and _is_blind(decision):
                average = _average_draw(view_for(decision.state, seat))
                parts[Part.DRAWS] += after - average
            parts[_part(decision, seat, away=seat in away)] += average - before
            before = after
    return Account(seat, start, parts, before)


def _is_deal(decision: Decided) -> bool:
    return isinstance(decision.decision, Dealt)


def _is_blind(decision: Decided) -> bool:
    """Whether a hidden card was drawn."""
    return any(
        isinstance(event, Drew) and event.source is Source.DRAW_PILE for event in decision.events
    )


def _part(decision: Decided, seat: int, *, away: bool) -> Part:
    if _is_broken_off(decision.state):
        return Part.REST
    own = decision.before.turn == seat and not _is_deal(decision)
    return Part.PLAYS if own and not away else Part.OTHERS


def _chance(state: State, seat: int) -> float:
    return chances(view_for(state, seat))[seat]


def _average_deal(view: PlayerView) -> float:
    """The viewer's mean chance over possible hands."""
    pool = (*unseen(view).cards(), *view.hand)
    rng = Random(f"{view.game_id} {view.hand_number} {view.me}")  # noqa: S311  # play, not secrets
    hands = [rng.sample(pool, len(view.hand)) for _ in range(HANDS)]
    return _average((evolve(view, hand=tuple(hand)), 1) for hand in hands)


def _average_draw(view: PlayerView) -> float:
    """The viewer's mean chance over the cards that it could just have drawn from the draw pile."""
    drawn = view.drawn
    assert drawn is not None
    counts = Counter(unseen(view).counts) + Counter([drawn])
    kept = without(view.hand, drawn)
    return _average(
        (evolve(view, hand=(*kept, card), drawn=card), many) for card, many in counts.items()
    )


def _average(views: Iterable[tuple[PlayerView, int]]) -> float:
    """The weighted mean chance of the viewer over views that differ only in the viewer's cards."""
    known: dict[OwnCards | None, float] = {}
    total, whole = 0.0, 0
    for view, weight in views:
        assert view.me is not None
        own = _roughly(view)
        if own not in known:
            known[own] = chances(view)[view.me]
        total, whole = total + weight * known[own], whole + weight
    return total / whole


def _roughly(view: PlayerView) -> OwnCards | None:
    """The viewer's cards as the model sees them, with nearly equal shares made equal."""
    own = next((seat.own for seat in facts_of(view, order_of(view.rules)) if seat.own), None)
    return own and replace(own, share=round(own.share * SHARES))


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
