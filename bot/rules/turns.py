"""How a turn begins and ends: lost turns, protections, going out, last turns."""

from __future__ import annotations

from ._frozen import evolve
from .cards import SKIP
from .editions import SkipRule
from .events import Event, Skipped
from .scoring import end_hand
from .state import Stage, State
from .step import Step, clockwise_from, with_seat


def begin_turn(state: State) -> Step:
    """Begin the turn of ``state.turn``, or of the first behind it whose turn is not lost."""
    events: list[Event] = []
    while True:
        state = _without_guards_of(_last_turn_begun(state))
        if not state.actor.skipped:
            break
        events.append(Skipped(state.turn))
        state = _lose_turn(state)
        if state.last_turns == ():
            return Step(state, tuple(events)).then(end_hand(state))
        state = evolve(state, turn=next_seat(state))
    return Step(_stage_of_turn(state), tuple(events))


def next_seat(state: State) -> int:
    """Whose turn comes after that of ``state.turn``."""
    if state.last_turns:
        return state.last_turns[0]
    size = state.game.size
    seat = (state.turn + 1) % size
    while not state.seats[seat].playing:
        seat = (seat + 1) % size
    return seat


def end_turn(state: State) -> Step:
    """Pass the turn on, or end the hand when no turn is left."""
    if state.last_turns == () or _all_dry(state):
        return end_hand(state)
    return begin_turn(evolve(state, turn=next_seat(state), drawn=None))


def go_out(state: State) -> Step:
    """The seat to act has gone out: the hand ends, at once or after everybody's last turn."""
    seat = state.turn
    out = evolve(state, out=(*state.out, seat))
    if state.playoff or not state.game.rules.last_turn:
        return end_hand(out)
    if out.last_turns is None:
        others = clockwise_from(out, seat)[:-1]
        out = evolve(out, last_turns=others)
    return end_turn(out)


def _all_dry(state: State) -> bool:
    """Whether every player in turn has had a turn without being able to draw."""
    if not state.dry:
        return False
    return all(
        number in state.dry or number in state.out
        for number, seat in enumerate(state.seats)
        if seat.playing
    )


def _last_turn_begun(state: State) -> State:
    if not state.last_turns or state.turn not in state.last_turns:
        return state
    return evolve(state, last_turns=tuple(s for s in state.last_turns if s != state.turn))


def _without_guards_of(state: State) -> State:
    """Lift the protections that last until this seat's turn begins, taken or skipped."""
    if state.game.rules.skip_rule is not SkipRule.ONCE_AROUND:
        return state
    if all(seat.guard != state.turn for seat in state.seats):
        return state
    seats = tuple(
        evolve(seat, guard=None) if seat.guard == state.turn else seat for seat in state.seats
    )
    return evolve(state, seats=seats)


def _lose_turn(state: State) -> State:
    seats = with_seat(state, state.turn, skipped=False)
    if state.game.rules.skip_rule is SkipRule.IN_FRONT:
        # Putting the Skip onto the discard pile is all that its target does in this turn.
        return evolve(state, seats=seats, discard_pile=(*state.discard_pile, SKIP))
    return evolve(state, seats=seats)


def _stage_of_turn(state: State) -> State:
    """A turn of one's own has begun: draw, unless the opening offer was the draw."""
    seat = state.actor
    if seat.offered:
        seats = with_seat(state, state.turn, offered=False, guard=None)
        return evolve(state, seats=seats, stage=Stage.PLAY, drawn=seat.hand[-1])
    if seat.guard == state.turn:
        state = evolve(state, seats=with_seat(state, state.turn, guard=None))
    return evolve(state, stage=Stage.DRAW, drawn=None)
