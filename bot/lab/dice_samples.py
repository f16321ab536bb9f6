"""Made-up views of the dice game, for the gallery and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.events import EndReason
from bot.dice.dice import FACES, Face
from bot.dice.editions import DICE
from bot.dice.engine import BONUS, FAILED_SOLO_TURN, new_game
from bot.dice.events import Bonus, DiceGameEnded, Ordered, TurnEnded
from bot.dice.scoring import best_scoring
from bot.dice.state import DiceSeat, DiceStage
from bot.dice.views import DiceView, view_for

from .samples import NAMES, SCRIPTS

POINTS: tuple[tuple[int, ...], ...] = (
    (54, 41, 36, 38, 44, 45, 60, 39),
    (34, 49, 40),
    (57, 28, 52, 49, 46, 54, 40, 57, 55),
    (48,),
    (),
    (51, 47, 44, 52, 48, 39),
)


def lying(numbers: str) -> tuple[Face, ...]:
    """Ten faces from their numbers in the order of the dice, ``W`` for Wild."""
    wanted = [None if number == "W" else int(number) for number in numbers.split()]
    return tuple(
        next(face for face in die if face.number == number)
        for die, number in zip(FACES, wanted, strict=True)
    )


def dice_view(players: int, numbers: str, *, phase: int = 4, roll: int = 1) -> DiceView:
    """A spectator's view of a turn of seat 1, or of the only seat."""
    turn = min(1, players - 1)
    points = list(POINTS[:players])
    points[turn] = (34, 49, 40, 38, 44, 51, 47, 44, 52)[: phase - 1]
    return _view(points, turn, numbers, roll)


def _view(points: Sequence[tuple[int, ...]], turn: int, numbers: str, roll: int) -> DiceView:
    state = replace(
        new_game("gallery", DICE, NAMES[: len(points)], bytes(32)),
        version=1,
        stage=DiceStage.PLAY,
        turn=turn,
        seats=tuple(map(_seat, points)),
        roll=roll,
        faces=lying(numbers),
    )
    return replace(view_for(state, None), commitment="")


def _seat(points: tuple[int, ...]) -> DiceSeat:
    bonuses = (Bonus.FIVE_PHASES,) if len(points) >= 5 and sum(points[:5]) > 220 else ()
    if len(points) == len(DICE.phases):
        bonuses = (*bonuses, Bonus.FIRST_FINISH)
    return DiceSeat(points, bonuses, sum(points) + BONUS * len(bonuses))


def dice_tables() -> dict[str, DiceView]:
    """Spectators' views of tables during a game, by name."""
    run = dice_view(4, "5 6 7 9 9 6 3 W 1 1", phase=5, roll=2)
    done = dice_view(6, "9 9 9 9 9 10 W W 1 1", phase=10, roll=2)
    colour = dice_view(3, "5 6 7 8 9 10 1 W W 4", phase=8, roll=2)
    named = tuple(
        replace(seat, name=name) for seat, name in zip(colour.seats, SCRIPTS[:3], strict=True)
    )
    before = dice_view(4, "8 8 8 10 10 7 W W 2 3", phase=3, roll=0)
    scoring = best_scoring(before.faces, DICE.parsed_phases[0])
    assert scoring is not None, "these dice complete the first phase"
    scored = TurnEnded(0, 1, True, scoring.groups, scoring.points, (Bonus.FIVE_PHASES,), 94)
    order = Ordered((((0, 7), (1, 10), (2, 10), (3, 5)), ((1, 9), (2, 6))), 1)
    first = _view([()] * 4, 1, "5 5 6 7 8 10 1 1 2 3", roll=0)
    alone = dice_view(1, "5 5 6 7 8 10 1 1 2 3", phase=3, roll=0)
    failed = TurnEnded(0, 3, False, (), FAILED_SOLO_TURN, (), 78)
    return {
        "2-first-roll": dice_view(2, "8 8 8 10 7 6 1 2 3 4", phase=1),
        "3-colour": replace(colour, kept=(0, 4, 8), seats=named),
        "4-run": replace(run, kept=(0, 1, 2, 6, 7)),
        "6-complete": replace(done, kept=(0, 1, 2, 3, 6, 7)),
        "4-bonus": replace(before, last_turn=scored, finisher=2),
        "4-order": replace(first, faces=(), order=order),
        "1-failed": replace(alone, last_turn=failed),
    }


def dice_ended(players: int) -> DiceView:
    """A spectator's view of a finished game."""
    points = ((54, 41, 36, 38, 44, 45, 60, 39, 52, 48), *POINTS[1:players])
    view = _view(points, min(1, players - 1), "9 9 9 9 9 10 W W 1 1", roll=0)
    totals = tuple(seat.total for seat in view.seats)
    order = sorted(range(players), key=lambda seat: -totals[seat])
    ranking = tuple((seat,) for seat in order)
    result = DiceGameEnded(ranking[0], ranking, totals, EndReason.COMPLETED, "")
    return replace(view, stage=DiceStage.OVER, turn=None, result=result)
