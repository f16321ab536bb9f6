"""Views: what renderers and players know of a game, which is all but the secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cards.phases import Phase
from bot.core.states import AnySeatView, AnyView

from .dice import Face
from .editions import DiceRules
from .events import Bonus, DiceGameEnded, Ordered, TurnEnded
from .scoring import Fit, Scoring, best_scoring, is_sure, nearest_fit
from .state import MOST_ROLLS, DiceStage, DiceState


@dataclass(frozen=True, slots=True)
class DiceSeatView(AnySeatView):
    """One seat; the other fields are as in the state."""

    seat: int
    name: str
    trying: int | None  # the phase of its next or present turn; None once it has completed all
    points: tuple[int, ...]
    bonuses: tuple[Bonus, ...]
    total: int
    tries: int
    done: bool  # whether it has no turn left

    @property
    def completed(self) -> int:
        return len(self.points)


@dataclass(frozen=True, slots=True)
class DiceView(AnyView):
    """A game as one seat, or a spectator (``me`` None), sees it; fields are as in the state."""

    game_id: str
    rules: DiceRules
    phases: tuple[Phase, ...]
    commitment: str  # hex SHA-256 of the rolls' secret
    beacon: str  # empty for a game that began without a lobby
    version: int
    stage: DiceStage
    turn: int | None  # the seat to act, None in other stages than PLAY
    me: int | None
    seats: tuple[DiceSeatView, ...]
    roll: int
    faces: tuple[Face, ...]
    kept: tuple[int, ...]
    best: Scoring | None  # what stopping now would score; None without success or a roll
    order: Ordered | None
    finisher: int | None
    last_turn: TurnEnded | None
    result: DiceGameEnded | None

    @property
    def my_seat(self) -> DiceSeatView:
        assert self.me is not None
        return self.seats[self.me]

    @property
    def phase(self) -> Phase:
        """The phase that the seat to act tries; only while there is one."""
        assert self.turn is not None, "only for a view with a seat to act"
        trying = self.seats[self.turn].trying
        assert trying is not None, "a seat to act tries a phase"
        return self.phases[trying - 1]

    @property
    def fit(self) -> Fit:
        """The groups of the phase as far as the dice fill them; only after a roll."""
        return nearest_fit(self.faces, self.phase)

    @property
    def fitting(self) -> tuple[int, ...]:
        """The indices of the dice that fit into the phase, ascending; only after a roll."""
        return tuple(sorted(die for group in self.fit for die, _ in group if die is not None))

    def gives_up_phase(self, kept: Sequence[int]) -> bool:
        """Whether the phase is complete, but no longer sure if only these dice are kept."""
        return self.best is not None and not is_sure(self.faces, kept, self.phase)

    @property
    def solo(self) -> bool:
        return len(self.seats) == 1

    @property
    def rolls_left(self) -> int:
        return 0 if self.turn is None else MOST_ROLLS - self.roll


def view_for(state: DiceState, me: int | None) -> DiceView:
    playing = state.stage is DiceStage.PLAY
    return DiceView(
        game_id=state.game.game_id,
        rules=state.game.rules,
        phases=state.game.phases,
        commitment=state.game.commitment,
        beacon=state.game.beacon,
        version=state.version,
        stage=state.stage,
        turn=state.turn if playing else None,
        me=me,
        seats=tuple(_seat_view(state, seat) for seat in range(state.game.size)),
        roll=state.roll,
        faces=state.faces,
        kept=state.kept,
        best=best_scoring(state.faces, state.phase) if playing and state.roll else None,
        order=state.order,
        finisher=state.finisher,
        last_turn=state.last_turn,
        result=state.result,
    )


def _seat_view(state: DiceState, number: int) -> DiceSeatView:
    seat = state.seats[number]
    return DiceSeatView(
        seat=number,
        name=state.game.players[number],
        trying=seat.completed + 1 if seat.completed < len(state.game.phases) else None,
        points=seat.points,
        bonuses=seat.bonuses,
        total=seat.total,
        tries=seat.tries,
        done=_is_done(state, number),
    )


def _is_done(state: DiceState, number: int) -> bool:
    """Whether a seat has no turn left: all are, or it comes before the seat to act."""
    if state.stage is DiceStage.OVER:
        return True
    if state.finisher is None:
        return False
    size = state.game.size
    return (number - state.finisher) % size < (state.turn - state.finisher) % size
