"""Who may be named by a Skip, under each of the three skip rules."""

from __future__ import annotations

from .editions import SkipRule
from .state import Stage, State

BETWEEN_HANDS = frozenset((Stage.DEAL, Stage.OVER))
_IN_FRONT = SkipRule.IN_FRONT


def may_name(state: State, player: int, target: int) -> bool:
    """Whether ``player`` could name ``target`` with a Skip in this state."""
    if target == player or state.stage in BETWEEN_HANDS:
        return False
    seat = state.seats[target]
    if not seat.playing or target in state.out:
        return False
    if state.last_turns is not None and target not in state.last_turns:
        return False
    if state.game.rules.skip_rule is _IN_FRONT:
        return not seat.skipped
    return seat.guard is None


def nameable(state: State, player: int) -> tuple[int, ...]:
    """The seats that ``player`` could name with a Skip, in seat order."""
    return tuple(seat for seat in range(state.game.size) if may_name(state, player, seat))


def guard_against(rule: SkipRule, player: int, target: int) -> int | None:
    """The seat whose next turn lifts the protection that a Skip gives its target."""
    if rule is SkipRule.ONCE_AROUND:
        return player
    if rule is SkipRule.AFTER_OWN_TURN:
        return target
    return None
