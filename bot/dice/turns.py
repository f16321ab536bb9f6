"""How a turn ends, what it scores, and whose turn comes next."""

from __future__ import annotations

from bot.games.events import EndReason
from bot.games.states import Step, evolve

from .events import Bonus, DiceEvent, DiceGameEnded, TurnEnded
from .scoring import best_scoring
from .state import DiceSeat, DiceStage, DiceState

BONUS = 40
FIVE_PHASES_OVER = 220
FAILED_SOLO_TURN = -5


def begin_turn(state: DiceState, seat: int, finish_turns: int = 0) -> DiceState:
    """The turn of ``seat`` begins; the dice still lie as the turn before left them."""
    return evolve(
        state, stage=DiceStage.PLAY, turn=seat, roll=0, kept=(), finish_turns=finish_turns
    )


def end_turn(state: DiceState) -> Step[DiceState, DiceEvent]:
    """Score the dice as they lie, and pass the turn on or end the game."""
    ended = _turn_ended(state)
    seats = list(state.seats)
    seats[state.turn] = _scored(state.actor, ended)
    scored = evolve(state, seats=tuple(seats), last_turn=ended)
    return Step(scored, (ended,)).then(_after_turn(scored, ended))


def end_game(state: DiceState, reason: EndReason) -> Step[DiceState, DiceEvent]:
    """Rank the players and reveal the secret; nobody wins a game that is broken off."""
    totals = tuple(seat.total for seat in state.seats)
    ranking = tuple(
        tuple(seat for seat, each in enumerate(totals) if each == total)
        for total in sorted(set(totals), reverse=True)
    )
    ended = DiceGameEnded(
        winners=ranking[0] if reason is EndReason.COMPLETED else (),
        ranking=ranking,
        totals=totals,
        reason=reason,
        secret=state.game.secret.hex(),
    )
    return Step(evolve(state, stage=DiceStage.OVER, result=ended), (ended,))


def _turn_ended(state: DiceState) -> TurnEnded:
    found = best_scoring(state.faces, state.phase)
    failed = FAILED_SOLO_TURN if state.game.solo else 0
    points = found.points if found else failed
    before = state.actor.total + points
    bonus = _bonuses(state, before) if found else ()
    return TurnEnded(
        seat=state.turn,
        phase=state.actor.completed + 1,
        success=found is not None,
        groups=found.groups if found else (),
        points=points,
        bonus=bonus,
        total=before + BONUS * len(bonus),
    )


def _bonuses(state: DiceState, total: int) -> tuple[Bonus, ...]:
    """What a success brings with it; ``total`` is the seat's with the points, without bonuses."""
    number = state.actor.completed + 1
    if number == 5 and total > FIVE_PHASES_OVER:
        return (Bonus.FIVE_PHASES,)
    if number == len(state.game.phases) and _finishes_first(state):
        return (Bonus.FIRST_FINISH,)
    return ()


def _finishes_first(state: DiceState) -> bool:
    """Whether completing the last phase now counts as the first finish."""
    if state.game.solo:
        return state.actor.tries == 0
    # In the first of its last turns only who had completed phase 9 before tries the last phase.
    return state.finisher is None or state.finish_turns == 0


def _scored(seat: DiceSeat, ended: TurnEnded) -> DiceSeat:
    if not ended.success:
        return evolve(seat, total=ended.total, tries=seat.tries + 1)
    return DiceSeat(
        points=(*seat.points, ended.points),
        bonuses=seat.bonuses + ended.bonus,
        total=ended.total,
    )


def _after_turn(state: DiceState, ended: TurnEnded) -> Step[DiceState, DiceEvent]:
    completed_all = ended.success and ended.phase == len(state.game.phases)
    if completed_all and state.finisher is None:
        state = evolve(state, finisher=state.turn)
    elif ended.success and not completed_all and state.finisher is not None:
        return Step(begin_turn(state, state.turn, state.finish_turns + 1), ())
    following = (state.turn + 1) % state.game.size
    if following == state.finisher:
        return end_game(state, EndReason.COMPLETED)
    return Step(begin_turn(state, following), ())
