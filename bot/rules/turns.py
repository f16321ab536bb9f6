"""How a turn begins and ends: lost turns, protections, going out, last turns."""

from __future__ import annotations

from bot.games.states import Step, evolve

from .cards import SKIP, Card
from .editions import SkipRule
from .events import Event, Skipped
from .scoring import end_hand
from .state import OutBy, Stage, State, clockwise_from, with_seat

_DRAW = Stage.DRAW


def begin_turn(state: State, seat: int, *before: Event, idle_turns: int = 0) -> Step[State, Event]:
    """Begin the turn of ``seat``, or of the first behind it whose turn is not lost.

    The events ``before`` are those of the action that led here; ``idle_turns`` turns have ended
    since the hand's last lay or hit.
    """
    events = before
    while True:
        state = evolve(state, turn=seat, stage=_DRAW, drawn=None, idle_turns=idle_turns)
        if state.last_turns:
            state = _last_turn_begun(state)
        if seat in [each.guard for each in state.seats]:
            state = _without_guards_of(state)
        if not state.seats[seat].skipped:
            return Step(_own_turn(state), events)
        events = (*events, Skipped(seat))
        state = _lose_turn(state)
        if state.last_turns == ():
            return Step(state, events).then(end_hand(state))
        seat = next_seat(state)


def next_seat(state: State) -> int:
    """Whose turn comes after that of ``state.turn``."""
    if state.last_turns:
        return state.last_turns[0]
    seats = state.seats
    seat = (state.turn + 1) % len(seats)
    while not seats[seat].playing:
        seat = (seat + 1) % len(seats)
    return seat


def end_turn(state: State, *before: Event) -> Step[State, Event]:
    """Pass the turn on after the events ``before``, or end the hand when no turn is left."""
    if state.last_turns == () or (state.dry and all_dry(state)):
        return Step(state, before).then(end_hand(state))
    idle = state.idle_turns + 1
    # A lost turn is no turn that ends, and once somebody is out the last turns end the hand.
    if not state.out and state.ends_after(idle):
        return Step(state, before).then(end_hand(state))
    return begin_turn(state, next_seat(state), *before, idle_turns=idle)


def go_out(state: State, by: OutBy, card: Card | None, *before: Event) -> Step[State, Event]:
    """The seat to act has gone out: the hand ends, at once or after everybody's last turn.

    Its last card is ``card``; None where it laid several at once.
    """
    seat = state.turn
    seats = with_seat(state, seat, evolve(state.actor, out_by=by, out_card=card))
    out = evolve(state, seats=seats, out=(*state.out, seat))
    if state.playoff or not state.game.rules.last_turn:
        return Step(out, before).then(end_hand(out))
    if out.last_turns is None:
        others = clockwise_from(out, seat)[:-1]
        out = evolve(out, last_turns=others)
    return end_turn(out, *before)


def all_dry(state: State) -> bool:
    """Whether every player in turn has had a turn without being able to draw."""
    return all(
        number in state.dry or number in state.out
        for number, seat in enumerate(state.seats)
        if seat.playing
    )


def _last_turn_begun(state: State) -> State:
    assert state.last_turns is not None
    return evolve(state, last_turns=tuple(s for s in state.last_turns if s != state.turn))


def _without_guards_of(state: State) -> State:
    """Lift the protections that last until this seat's turn begins, taken or skipped."""
    if state.game.rules.skip_rule is not SkipRule.ONCE_AROUND:
        return state
    seats = tuple(
        evolve(seat, guard=None) if seat.guard == state.turn else seat for seat in state.seats
    )
    return evolve(state, seats=seats)


def _lose_turn(state: State) -> State:
    seats = with_seat(state, state.turn, evolve(state.actor, skipped=False))
    if state.game.rules.skip_rule is SkipRule.IN_FRONT:
        if state.actor.guard == state.turn:
            # The Skip that was turned over lies on the discard pile already.
            seat = evolve(state.actor, skipped=False, guard=None)
            return evolve(state, seats=with_seat(state, state.turn, seat))
        # Putting the Skip onto the discard pile is all that its target does in this turn.
        return evolve(state, seats=seats, discard_pile=(*state.discard_pile, SKIP))
    return evolve(state, seats=seats)


def _own_turn(state: State) -> State:
    """Begin a turn that is not lost: play at once if the opening offer was the draw."""
    seat = state.actor
    if seat.offered:
        seats = with_seat(state, state.turn, evolve(seat, offered=False, guard=None))
        return evolve(state, seats=seats, stage=Stage.PLAY, drawn=seat.hand[-1])
    if seat.guard == state.turn:
        return evolve(state, seats=with_seat(state, state.turn, evolve(seat, guard=None)))
    return state
