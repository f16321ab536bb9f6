"""What a turn of the dice game can bring, beyond the points of its phase.

A turn that fails costs something: 5 points in a solo game, and with several players the time in
which the others go on. So a phase is worth trying again until a turn is expected to bring just
what it costs. With `c` for that cost and `g` for the points that a phase brings in the end, costs
taken off, success brings its points and ends the phase, and failure leaves `g - c`. The best turn
is therefore that with the highest mean of `points + c - g` over its successes, and 0 elsewhere;
`g` is such that this mean is `c`. `SOLO` and `RACE` list `c - g` for each phase; what is lower
than `-points` for a success would say that failing is better.

In the last turns, after somebody has finished, a failure ends everything: there a success is
worth what the later phases bring on average (`LAST`).
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.dice.turns import BONUS, FIVE_PHASES_OVER
from bot.dice.views import DiceView
from bot.rules.phases import Phase

SOLO_COST = 5
"""Points that a failed turn costs alone."""
RACE_COST = 30
"""Points that a failed turn is taken to cost with several players; tournaments tried 5 to 80."""
SOLO = (-37, -41, -41, -37, -39, -39, -38, -31, -39, -39)
RACE = (-11, -15, -12, -10, -10, -3, 1, 17, -9, 0)
LAST = (217, 174, 149, 112, 80, 67, 55, 65, 30, 0)
_STEP = 4
"""Points to which the threshold of the five-phase bonus is rounded, so that plans can be kept."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a success brings.

    Attributes:
        phase: the phase tried.
        worth: points that a success is worth beyond those of its dice; negative where failing
            and trying again is better than few points.
        bonus_from: the fewest points of the phase that bring a bonus, too; None without one.
    """

    phase: Phase
    worth: int
    bonus_from: int | None = None

    def of(self, points: int | None) -> float:
        """What dice bring that count ``points`` for the phase; None: no success."""
        if points is None:
            return 0.0
        bonus = self.bonus_from is not None and points >= self.bonus_from
        return points + self.worth + BONUS * bonus


def stake_of(view: DiceView) -> Stake:
    """The stake of the viewer, whose turn it is."""
    number = number_tried(view)
    phase = view.phases[number - 1]
    worth = _worths(view)[number - 1]
    if number == 5:
        return Stake(phase, worth, _bonus_from(view.my_seat.total))
    if number == len(view.phases) and _finishes_first(view):
        worth += BONUS
    return Stake(phase, worth)


def number_tried(view: DiceView) -> int:
    """The number of the phase that the viewer, whose turn it is, tries."""
    number = view.my_seat.trying
    assert number is not None, "who has completed all phases has no turn"
    return number


def _worths(view: DiceView) -> tuple[int, ...]:
    if view.solo:
        return SOLO
    return RACE if view.finisher is None else LAST


def _bonus_from(total: int) -> int:
    """The fewest points of phase 5 that take the total over the bonus's threshold, rounded."""
    return -(-max(0, FIVE_PHASES_OVER + 1 - total) // _STEP) * _STEP


def _finishes_first(view: DiceView) -> bool:
    """Whether completing the last phase now counts as the first finish."""
    if view.solo:
        return view.my_seat.tries == 0
    if view.finisher is None:
        return True
    return view.last_turn is None or view.last_turn.seat != view.me
