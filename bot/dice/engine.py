"""The rules as pure functions: ``legal_actions(state)`` and ``apply(state, action)``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.games.chance import SECRET_BYTES, commitment
from bot.games.errors import IllegalError, MalformedError
from bot.games.events import EndReason, TakenOver, TakeoverReason
from bot.games.states import Step, evolve

from .actions import DiceAction, Roll, RollOrder, Score, is_well_formed
from .dice import DICE_COUNT, FACES, HIGH_NUMBERS, Roller, SecretRoller
from .editions import DiceRules, check_players, checked
from .events import DiceEvent, Ordered, Rolled
from .state import MOST_ROLLS, DiceGame, DiceSeat, DiceStage, DiceState
from .turns import begin_turn, end_game, end_turn

__all__ = [
    "DiceLegalActions",
    "abandon",
    "apply",
    "at_start",
    "legal_actions",
    "new_game",
    "take_over",
]


@dataclass(frozen=True)
class DiceLegalActions:
    """Every legal action of the seat to act.

    Iterating yields all of them, ``in`` checks one.

    Attributes:
        plain: every legal action but rolls that may keep dice.
        may_keep: whether any of the dice may be kept and the others rolled.
    """

    plain: tuple[DiceAction, ...] = ()
    may_keep: bool = False

    def __iter__(self) -> Iterator[DiceAction]:
        yield from self.plain
        if self.may_keep:
            for many in range(DICE_COUNT):
                yield from map(Roll, combinations(range(DICE_COUNT), many))

    def __contains__(self, action: object) -> bool:
        if not is_well_formed(action):
            return False
        if self.may_keep and isinstance(action, Roll):
            return len(action.kept) < DICE_COUNT
        return action in self.plain

    def __bool__(self) -> bool:
        return bool(self.plain)


def new_game(game_id: str, rules: DiceRules, players: Sequence[str], secret: bytes) -> DiceState:
    """A game before the players have rolled for who begins.

    Args:
        game_id: its id in records.
        rules: the rule set.
        players: names by seat.
        secret: 32 random bytes from which all rolls come.

    Raises:
        RuleSetError: ``no_variations``, ``number_of_players``.
        MalformedError: ``bad_secret``.
    """
    check_players(checked(rules), len(players))
    if len(secret) != SECRET_BYTES:
        raise MalformedError("bad_secret", length=len(secret))
    game = DiceGame(game_id, rules, tuple(players), SecretRoller(secret), commitment(secret))
    return at_start(game)


def at_start(game: DiceGame) -> DiceState:
    """The first state of a game."""
    return DiceState(game, version=0, stage=DiceStage.ORDER, seats=(DiceSeat(),) * game.size)


def legal_actions(state: DiceState) -> DiceLegalActions:
    """Every action that ``apply`` accepts in this state."""
    if state.stage is DiceStage.ORDER:
        return DiceLegalActions((RollOrder(),))
    if state.stage is DiceStage.OVER:
        return DiceLegalActions()
    if state.roll == 0:
        return DiceLegalActions((Roll(),))
    return DiceLegalActions((Score(),), may_keep=True)


def apply(state: DiceState, action: DiceAction) -> Step[DiceState, DiceEvent]:
    """Apply an action of the seat to act, and return the new state and the events.

    Raises:
        MalformedError: the action is impossible in every state of this game.
        IllegalError: it is not allowed now.
    """
    if not is_well_formed(action):
        raise MalformedError("no_such_action", action=repr(action))
    stage, handler = _APPLY[type(action)]
    if state.stage is not stage:
        raise IllegalError("wrong_stage", stage=str(state.stage), needs=str(stage))
    return handler(_newer(state), action)


def take_over(
    state: DiceState, seat: int, by: str, reason: TakeoverReason
) -> Step[DiceState, DiceEvent]:
    """Record that a seat passed to another player; no die moves.

    Raises:
        MalformedError: ``no_such_seat``.
        IllegalError: ``game_over``.
    """
    if type(seat) is not int or not 0 <= seat < state.game.size:
        raise MalformedError("no_such_seat", seat=seat)
    if state.stage is DiceStage.OVER:
        raise IllegalError("game_over")
    return Step(_newer(state), (TakenOver(seat, by, reason),))


def abandon(state: DiceState) -> Step[DiceState, DiceEvent]:
    """End the game where it is, with nobody the winner.

    Raises:
        IllegalError: ``game_over``.
    """
    if state.stage is DiceStage.OVER:
        raise IllegalError("game_over")
    return end_game(_newer(state), EndReason.ABANDONED)


# ── what an action does ───────────────────────────────────────────────────────────────────────


def _newer(state: DiceState) -> DiceState:
    """The state with the next version, which an action then goes on from."""
    return evolve(state, version=state.version + 1)


def _roll_order(state: DiceState, _action: RollOrder) -> Step[DiceState, DiceEvent]:
    ordered = _ordered(state.game.size, state.game.roller)
    began = evolve(state, order=ordered, rolls=len(ordered.rolls))
    return Step(begin_turn(began, ordered.first), (ordered,))


def _ordered(seats: int, roller: Roller) -> Ordered:
    """Rounds of one high die each among those level for the highest, until one is highest."""
    rounds: list[tuple[tuple[int, int], ...]] = []
    level = list(range(seats))
    while len(level) > 1:
        shown = [HIGH_NUMBERS[side] for side in roller(len(rounds), len(level))]
        rounds.append(tuple(zip(level, shown, strict=True)))
        level = [seat for seat, number in rounds[-1] if number == max(shown)]
    return Ordered(tuple(rounds), level[0])


def _roll(state: DiceState, action: Roll) -> Step[DiceState, DiceEvent]:
    kept = action.kept
    if kept and state.roll == 0:
        raise IllegalError("nothing_to_keep")
    if len(kept) == DICE_COUNT:
        raise IllegalError("nothing_to_roll")
    rolled = [die for die in range(DICE_COUNT) if die not in kept]
    sides = state.game.roller(state.rolls, len(rolled))
    shown = {die: FACES[die][side] for die, side in zip(rolled, sides, strict=True)}
    faces = tuple(shown[die] if die in shown else state.faces[die] for die in range(DICE_COUNT))
    after = evolve(state, rolls=state.rolls + 1, roll=state.roll + 1, faces=faces, kept=kept)
    step = Step(after, (Rolled(state.turn, after.roll, kept, faces),))
    return step if after.roll < MOST_ROLLS else step.then(end_turn(after))


def _score(state: DiceState, _action: Score) -> Step[DiceState, DiceEvent]:
    if state.roll == 0:
        raise IllegalError("nothing_rolled")
    return end_turn(state)


_APPLY: dict[type, tuple[DiceStage, Callable[..., Step[DiceState, DiceEvent]]]] = {
    RollOrder: (DiceStage.ORDER, _roll_order),
    Roll: (DiceStage.PLAY, _roll),
    Score: (DiceStage.PLAY, _score),
}
