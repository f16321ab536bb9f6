"""Skips: who may be named, what a Skip does, and how long a seat is protected.

:class:`bot.cards.rulesets.SkipRule` has the law as a table; each function here is one of its rows.
"""

from __future__ import annotations

from bot.core.copies import fast_replace

from .cards import SKIP
from .rulesets import SkipRule
from .state import BETWEEN_HANDS, State, with_seat


def can_skip(state: State, player: int, target: int) -> bool:
    """Whether ``player`` could name ``target`` with a Skip in this state."""
    if target == player or state.stage in BETWEEN_HANDS:
        return False
    seat = state.seats[target]
    if not seat.playing or target in state.out:
        return False
    if state.last_turns is not None and target not in state.last_turns:
        return False
    if state.game.rules.skip_rule is SkipRule.IN_FRONT:
        return not seat.skipped
    return seat.protected_until is None


def skippable_seats(state: State, player: int) -> tuple[int, ...]:
    """The seats that ``player`` could name with a Skip, in seat order."""
    return tuple(seat for seat in range(state.game.size) if can_skip(state, player, seat))


def skip(state: State, target: int) -> State:
    """The seat to act names another seat with a Skip, which has left its hand already."""
    rule = state.game.rules.skip_rule
    if rule is SkipRule.IN_FRONT:
        return _skipped(state, target, protected_until=None)
    until = state.turn if rule is SkipRule.ONCE_AROUND else target
    covered = fast_replace(state, discard_pile=(*state.discard_pile, SKIP))
    return _skipped(covered, target, protected_until=until)


def skip_first(state: State) -> State:
    """The turned-up Skip has cost the seat to act its turn, which is over."""
    protects = state.game.rules.skip_rule is SkipRule.AFTER_OWN_TURN
    seat = fast_replace(state.actor, protected_until=state.turn if protects else None)
    return fast_replace(state, seats=with_seat(state.seats, state.turn, seat))


def skip_second(state: State, second: int) -> State:
    """The turned-up Skip will cost the seat after the first one its turn."""
    return _skipped(state, second, protected_until=second)


def end_protections(state: State) -> State:
    """A turn of the seat to act begins, taken or lost."""
    if state.game.rules.skip_rule is not SkipRule.ONCE_AROUND:
        return state
    seats = tuple(
        fast_replace(seat, protected_until=None) if seat.protected_until == state.turn else seat
        for seat in state.seats
    )
    return fast_replace(state, seats=seats)


def lose_turn(state: State) -> State:
    """The seat to act loses its turn."""
    seat = fast_replace(state.actor, skipped=False)
    pile = state.discard_pile
    if state.game.rules.skip_rule is SkipRule.IN_FRONT:
        if seat.protected_until == state.turn:
            # The turned-up Skip lies on the discard pile already.
            seat = fast_replace(seat, protected_until=None)
        else:
            # To put the Skip in front of it onto the discard pile is all that the seat does.
            pile = (*pile, SKIP)
    return fast_replace(state, seats=with_seat(state.seats, state.turn, seat), discard_pile=pile)


def _skipped(state: State, target: int, *, protected_until: int | None) -> State:
    seat = fast_replace(state.seats[target], skipped=True, protected_until=protected_until)
    return fast_replace(state, seats=with_seat(state.seats, target, seat))
