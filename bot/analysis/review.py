"""A finished game in chances: everybody's course, and where each seat's changes came from."""

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
from bot.rules.events import Dealt, Drew, Event
from bot.rules.record import decisions
from bot.rules.state import State, without
from bot.rules.unseen import unseen
from bot.rules.views import PlayerView, seen_by, view_for

from .game_chances import order_of
from .hand_chances import OwnCards, chances, facts_of

MOST_TURNING_POINTS = 5
LEAST_TURN = 0.05
"""The least change of chances that is a turning point."""
CONFIDENT = 1.96
"""Standard errors on either side of an interval of 95 % confidence."""
SHARES = 40
"""Shares of helpful cards that are distinguished in an average."""
HANDS = 32
"""Hands from which the luck of a deal is estimated."""

Decided = Replayed[State, Event]
Turns = tuple[tuple[Decided, ...], ...]
"""The decisions of a game, those of each turn together, as :mod:`bot.rules.record` has them."""


class Part(StrEnum):
    """What changes a seat's chance."""

    DEALS = "deals"
    """The hands dealt."""
    DRAWS = "draws"
    """Its cards from the draw pile."""
    PLAYS = "plays"
    """What it took, laid, hit, kept and discarded."""
    OTHERS = "others"
    """What the others did, and stand-ins for its player."""
    REST = "rest"
    """The end of a game before its time."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where the changes of one seat's chance came from, as that seat saw the game.

    Attributes:
        seat: the seat.
        start: its chance before the first deal.
        parts: the sum of all changes by what made them.
        result: its share of the win. ``start`` and all parts add up to it.
    """

    seat: int
    start: float
    parts: Mapping[Part, float]
    result: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that changed the chances by much.

    Attributes:
        turn: its place among the turns of the record.
        hand: the number of its hand, from 1.
        seat: the seat whose chance changed most.
        before: that seat's chance before the turn.
        after: the same after it.
        events: what everybody could see of the turn.
    """

    turn: int
    hand: int
    seat: int
    before: float
    after: float
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """Everybody's chances through a game, from what everybody could see.

    Attributes:
        chances: by seat, before the first turn and after each one.
        hands: the places of the first turns of the hands.
        turning_points: in the order of the game.
    """

    chances: tuple[tuple[float, ...], ...]
    hands: tuple[int, ...]
    turning_points: tuple[TurningPoint, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a seat that hard would have made differently.

    Attributes:
        turn: the place of its turn among the turns of the record.
        view: what the seat could see when it chose.
        made: what it did: a draw, or all from the first lay or hit to the discard.
        hard: what hard would have done.
        gain: by how much the chance to win is higher than after hard's choice.
        error: the standard error of the gain.
    """

    turn: int
    view: PlayerView
    made: tuple[Action, ...]
    hard: tuple[Action, ...]
    gain: float
    error: float

    @property
    def significant(self) -> bool:
        """Whether the gain differs from 0 at 95 % confidence."""
        return is_significant(self.gain, self.error)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a seat in a game next to hard's, given what the seat could see.

    Attributes:
        seat: the seat.
        decisions: how many there were that can be compared: draws, and plays of whole turns.
        different: how many hard would have made differently.
        compared: how many of those were compared; the others count as these did on average.
        gain: the sum of all gains in chances to win.
        error: its standard error.
        best: those that gained most, at most three, the best first.
        costliest: those that cost most, likewise.
    """

    seat: int
    decisions: int
    different: int
    compared: int
    gain: float
    error: float
    best: tuple[Choice, ...]
    costliest: tuple[Choice, ...]

    @property
    def significant(self) -> bool:
        """Whether the gain differs from 0 at 95 % confidence."""
        return is_significant(self.gain, self.error)


def is_significant(gain: float, error: float) -> bool:
    """Whether a gain with this standard error differs from 0 at 95 % confidence."""
    return abs(gain) > CONFIDENT * error


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game looked back at.

    Attributes:
        game_id: the game's id.
        players: names by seat.
        course: everybody's chances; public.
        accounts: where the chances of some seats came from; each for its player alone.
        choices: the choices of the same seats, likewise.
    """

    game_id: str
    players: tuple[str, ...]
    course: Course
    accounts: tuple[Account, ...]
    choices: tuple[Choices, ...]


def finished_turns(lines: Iterable[str | bytes]) -> Turns:
    """The turns of the first game of a record.

    Raises:
        RecordError: ``not_over``; while a game runs, its hidden cards stay hidden.
        GameError: the record is none, or does not replay.
    """
    turns = tuple(decisions(lines))
    if not turns or not turns[-1][-1].state.over:
        raise RecordError("not_over")
    return turns


def course_of(turns: Turns) -> Course:
    """Everybody's chances through a finished game; takes up to half a second."""
    states = [turns[0][0].before, *[turn[-1].state for turn in turns]]
    found = tuple(chances(view_for(state, None)) for state in states)
    hands = tuple(at for at, turn in enumerate(turns) if any(map(_is_deal, turn)))
    return Course(found, hands, _turning_points(found, states, turns))


def _turning_points(
    found: Sequence[tuple[float, ...]], states: Sequence[State], turns: Turns
) -> tuple[TurningPoint, ...]:
    points = []
    for at, turn in enumerate(turns):
        # A deal shows the others nothing: what changes there is the model alone.
        if _is_broken_off(turn[-1].state) or any(map(_is_deal, turn)):
            continue
        before, after = found[at], found[at + 1]
        seat = max(range(len(after)), key=lambda each: abs(after[each] - before[each]))
        if abs(after[seat] - before[seat]) >= LEAST_TURN:
            hand = states[at + 1].hand
            events = tuple(seen_by(event, None) for each in turn for event in each.events)
            points.append(TurningPoint(at, hand, seat, before[seat], after[seat], events))
    points.sort(key=lambda point: -abs(point.after - point.before))
    return tuple(sorted(points[:MOST_TURNING_POINTS], key=lambda point: point.turn))


def _is_broken_off(state: State) -> bool:
    return state.result is not None and state.result.reason is EndReason.ABANDONED


def account_of(turns: Turns, seat: int) -> Account:
    """Where the changes of a seat's chance came from; takes up to two seconds.

    The chance is that of one model from the seat's own view, before and after every decision, so
    that all changes add up. Luck is the difference from what hands and cards give on average; the
    average itself counts as played.
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
    """The chance that a hand gives on average."""
    pool = (*unseen(view).cards(), *view.hand)
    rng = Random(f"{view.game_id} {view.hand_number} {view.me}")  # noqa: S311  # play, not secrets
    hands = [rng.sample(pool, len(view.hand)) for _ in range(HANDS)]
    return _average((evolve(view, hand=tuple(hand)), 1) for hand in hands)


def _average_draw(view: PlayerView) -> float:
    """The chance that a card from the draw pile gives on average; ``view`` has just drawn one."""
    drawn = view.drawn
    assert drawn is not None
    counts = Counter(unseen(view).counts) + Counter([drawn])
    kept = without(view.hand, drawn)
    return _average(
        (evolve(view, hand=(*kept, card), drawn=card), many) for card, many in counts.items()
    )


def _average(views: Iterable[tuple[PlayerView, int]]) -> float:
    """The weighed mean chance of the viewer over views that differ in its cards alone."""
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
    """The viewer's cards as the model sees them; shares that are nearly equal are."""
    own = next((each.own for each in facts_of(view, order_of(view.rules)) if each.own), None)
    return own and replace(own, share=round(own.share * SHARES))


def stand_ins(turns: Turns) -> list[frozenset[int]]:
    """For each turn, the seats that were played by somebody else than their player."""
    takeovers = [
        [each.decision for each in turn if isinstance(each.decision, TakenOver)] for turn in turns
    ]
    first = {event.seat: event for events in reversed(takeovers) for event in reversed(events)}
    # Who joined has the seat of a computer player who had it from the beginning.
    away = {seat for seat, event in first.items() if event.reason.to_person}
    found = []
    for events in takeovers:
        for event in events:
            (away.discard if event.reason.to_person else away.add)(event.seat)
        found.append(frozenset(away))
    return found
