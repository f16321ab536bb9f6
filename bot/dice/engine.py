"""The rules as pure functions: ``legal_actions(state)`` and ``apply(state, action)``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.core import states
from bot.core.copies import fast_replace
from bot.core.errors import IllegalError, MalformedError
from bot.core.events import EndReason
from bot.core.states import AnyAction, Transition, find_handler, next_version

from .dice import DICE_COUNT, FACES, HIGH_NUMBERS, Roller, SecretRoller
from .editions import DiceRules, checked
from .events import Bonus, DiceEvent, DiceGameEnded, Ordered, Rolled, TurnEnded
from .scoring import best_scoring
from .state import MOST_ROLLS, DiceSeat, DiceStage, DiceState, first_state


@dataclass(frozen=True, slots=True)
class RollOrder(AnyAction):
    """Roll for the first player: the first action of every game, which is no player's decision."""


@dataclass(frozen=True, slots=True)
class Roll(AnyAction):
    """Keep some dice as they lie, and roll the others."""

    kept: tuple[int, ...] = ()  # ascending; empty in a turn's first roll


@dataclass(frozen=True, slots=True)
class Score(AnyAction):
    """Stop rolling: the turn ends with the dice as they lie, with or without success."""


DiceAction = RollOrder | Roll | Score

BONUS = 40
FIVE_PHASES_OVER = 220
FAILED_SOLO_TURN = -5


@dataclass(frozen=True)
class DiceLegalActions:
    """Every legal action of the seat to act: iterating yields all, ``in`` checks one."""

    plain: tuple[DiceAction, ...] = ()  # all but rolls that may keep dice
    may_keep: bool = False  # whether any dice may be kept and the others rolled

    def __iter__(self) -> Iterator[DiceAction]:
        yield from self.plain
        if self.may_keep:
            for many in range(DICE_COUNT):
                yield from map(Roll, combinations(range(DICE_COUNT), many))

    def __contains__(self, action: object) -> bool:
        if self.may_keep and isinstance(action, Roll):
            return _are_dice(action.kept) and len(action.kept) < DICE_COUNT
        return action in self.plain

    def __bool__(self) -> bool:
        return bool(self.plain)


def _are_dice(kept: tuple[int, ...]) -> bool:
    """Whether these are indices of dice, ascending."""
    return kept == tuple(die for die in range(DICE_COUNT) if die in kept)


def new_game(
    game_id: str, rules: DiceRules, players: Sequence[str], secret: bytes, beacon: str = ""
) -> DiceState:
    """A game before the first roll for the beginner, from 32 secret random bytes and the beacon."""
    game = states.new_game(game_id, checked(rules), players, secret, beacon, SecretRoller)
    return first_state(game)


def legal_actions(state: DiceState) -> DiceLegalActions:
    if state.stage is DiceStage.ORDER:
        return DiceLegalActions((RollOrder(),))
    if state.stage is DiceStage.OVER:
        return DiceLegalActions()
    if state.roll == 0:
        return DiceLegalActions((Roll(),))
    return DiceLegalActions((Score(),), may_keep=True)


def apply(state: DiceState, action: DiceAction) -> Transition[DiceState, DiceEvent]:
    """Apply an action of the seat to act, and return the new state and the events.

    >>> from bot.dice.editions import DICE
    >>> game = new_game("example", DICE, ("Ada", "Ben"), secret=bytes(32))
    >>> begun = apply(game, RollOrder()).state
    >>> rolled = apply(begun, Roll())
    >>> [face.code for face in rolled.state.faces]
    ['B5', 'G6', 'B7', 'G8', 'G7', 'Y9', 'Y3', 'BW', 'GW', 'G1']
    >>> [type(event).__name__ for event in rolled.events]
    ['Rolled']
    """
    return find_handler(_APPLY, state.stage, action)(next_version(state), action)


def abandon(state: DiceState) -> Transition[DiceState, DiceEvent]:
    """End the game where it is, with nobody the winner."""
    if state.stage is DiceStage.OVER:
        raise IllegalError("game_over")
    return _end_game(next_version(state), EndReason.ABANDONED)


def _roll_order(state: DiceState, _action: RollOrder) -> Transition[DiceState, DiceEvent]:
    ordered = _ordered(state.game.size, state.game.chance)
    began = fast_replace(state, order=ordered, rolls=len(ordered.rolls))
    return Transition(_begin_turn(began, ordered.first), (ordered,))


def _ordered(seats: int, roller: Roller) -> Ordered:
    """Seats roll a high die; the seats that are level for the highest roll again until one is."""
    rounds: list[tuple[tuple[int, int], ...]] = []
    level = list(range(seats))
    while len(level) > 1:
        numbers = [HIGH_NUMBERS[side] for side in roller(len(rounds), len(level))]
        rounds.append(tuple(zip(level, numbers, strict=True)))
        level = [seat for seat, number in rounds[-1] if number == max(numbers)]
    return Ordered(tuple(rounds), level[0])


def _roll(state: DiceState, action: Roll) -> Transition[DiceState, DiceEvent]:
    kept = action.kept
    if not _are_dice(kept):
        raise MalformedError("no_such_action", action=repr(action))
    if kept and state.roll == 0:
        raise IllegalError("nothing_to_keep")
    if len(kept) == DICE_COUNT:
        raise IllegalError("nothing_to_roll")
    rolled = [die for die in range(DICE_COUNT) if die not in kept]
    sides = state.game.chance(state.rolls, len(rolled))
    showing = dict(enumerate(state.faces))
    showing |= {die: FACES[die][side] for die, side in zip(rolled, sides, strict=True)}
    faces = tuple(showing[die] for die in range(DICE_COUNT))
    after = fast_replace(state, rolls=state.rolls + 1, roll=state.roll + 1, faces=faces, kept=kept)
    transition = Transition(after, (Rolled(state.turn, after.roll, kept, faces),))
    return transition if after.roll < MOST_ROLLS else transition.then(_end_turn(after))


def _score(state: DiceState, _action: Score) -> Transition[DiceState, DiceEvent]:
    if state.roll == 0:
        raise IllegalError("nothing_rolled")
    return _end_turn(state)


_APPLY: dict[type, tuple[DiceStage, Callable[..., Transition[DiceState, DiceEvent]]]] = {
    RollOrder: (DiceStage.ORDER, _roll_order),
    Roll: (DiceStage.PLAY, _roll),
    Score: (DiceStage.PLAY, _score),
}


def _begin_turn(state: DiceState, seat: int, finish_turns: int = 0) -> DiceState:
    """The turn of ``seat`` begins; the dice still lie as the turn before left them."""
    return fast_replace(
        state, stage=DiceStage.PLAY, turn=seat, roll=0, kept=(), finish_turns=finish_turns
    )


def _end_turn(state: DiceState) -> Transition[DiceState, DiceEvent]:
    """Score the dice as they lie, and pass the turn on or end the game."""
    ended = _turn_ended(state)
    seats = list(state.seats)
    seats[state.turn] = _scored(state.actor, ended)
    scored = fast_replace(state, seats=tuple(seats), last_turn=ended)
    return Transition(scored, (ended,)).then(_after_turn(scored, ended))


def _end_game(state: DiceState, reason: EndReason) -> Transition[DiceState, DiceEvent]:
    """Rank the players and reveal the secret; nobody wins a game that is broken off."""
    totals = tuple(seat.total for seat in state.seats)
    ranking = tuple(
        tuple(seat for seat, points in enumerate(totals) if points == total)
        for total in sorted(set(totals), reverse=True)
    )
    winners = ranking[0] if reason is EndReason.COMPLETED else ()
    ended = DiceGameEnded(winners, ranking, totals, reason, state.game.secret.hex())
    return Transition(fast_replace(state, stage=DiceStage.OVER, result=ended), (ended,))


def _turn_ended(state: DiceState) -> TurnEnded:
    scoring = best_scoring(state.faces, state.phase)
    failed = FAILED_SOLO_TURN if state.game.size == 1 else 0
    points = scoring.points if scoring else failed
    before = state.actor.total + points
    bonus = _bonuses(state, before) if scoring else ()
    return TurnEnded(
        seat=state.turn,
        phase=state.actor.completed + 1,
        success=scoring is not None,
        groups=scoring.groups if scoring else (),
        points=points,
        bonus=bonus,
        total=before + BONUS * len(bonus),
    )


def _bonuses(state: DiceState, total: int) -> tuple[Bonus, ...]:
    """The bonuses of a success; ``total`` is the seat's total with the points, without bonuses."""
    number = state.actor.completed + 1
    if number == 5 and total > FIVE_PHASES_OVER:
        return (Bonus.FIVE_PHASES,)
    if number == len(state.game.phases) and _finishes_first(state):
        return (Bonus.FIRST_FINISH,)
    return ()


def _finishes_first(state: DiceState) -> bool:
    """Whether completing the last phase now counts as the first finish."""
    if state.game.size == 1:
        return state.actor.tries == 0
    # In the first of its last turns a seat tries the last phase only if it had completed phase 9.
    return state.finisher is None or state.finish_turns == 0


def _scored(seat: DiceSeat, ended: TurnEnded) -> DiceSeat:
    if not ended.success:
        return fast_replace(seat, total=ended.total, tries=seat.tries + 1)
    return DiceSeat((*seat.points, ended.points), seat.bonuses + ended.bonus, ended.total)


def _after_turn(state: DiceState, ended: TurnEnded) -> Transition[DiceState, DiceEvent]:
    completed_all = ended.success and ended.phase == len(state.game.phases)
    if completed_all and state.finisher is None:
        state = fast_replace(state, finisher=state.turn)
    elif ended.success and not completed_all and state.finisher is not None:
        return Transition(_begin_turn(state, state.turn, state.finish_turns + 1), ())
    following = (state.turn + 1) % state.game.size
    if following == state.finisher:
        return _end_game(state, EndReason.COMPLETED)
    return Transition(_begin_turn(state, following), ())
