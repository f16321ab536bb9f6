"""Made-up views of the dice game, for the gallery and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.events import EndReason
from bot.dice.dice import FACES, Face
from bot.dice.editions import DICE
from bot.dice.engine import BONUS, FAILED_SOLO_TURN
from bot.dice.events import Bonus, DiceGameEnded, Ordered, TurnEnded
from bot.dice.scoring import best_scoring
from bot.dice.state import DiceStage
from bot.dice.views import DiceSeatView, DiceView

from .samples import NAMES, SCRIPTS

POINTS = (
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
    seats = [_seat(seat, POINTS[seat]) for seat in range(players)]
    seats[turn] = _seat(turn, (34, 49, 40, 38, 44, 51, 47, 44, 52)[: phase - 1])
    faces = lying(numbers)
    return DiceView(
        game_id="gallery",
        rules=DICE,
        phases=DICE.parsed_phases,
        commitment="",
        beacon="",
        version=1,
        stage=DiceStage.PLAY,
        turn=turn,
        me=None,
        seats=tuple(seats),
        roll=roll,
        faces=faces,
        kept=(),
        best=best_scoring(faces, DICE.parsed_phases[phase - 1]),
        order=None,
        finisher=None,
        last_turn=None,
        result=None,
    )


def _seat(seat: int, points: Sequence[int]) -> DiceSeatView:
    first = sum(points[:5]) > 220
    bonuses = (Bonus.FIVE_PHASES,) if first and len(points) >= 5 else ()
    if len(points) == len(DICE.phases):
        bonuses = (*bonuses, Bonus.FIRST_FINISH)
    return DiceSeatView(
        seat=seat,
        name=NAMES[seat],
        trying=len(points) + 1 if len(points) < len(DICE.phases) else None,
        points=tuple(points),
        bonuses=bonuses,
        total=sum(points) + BONUS * len(bonuses),
        tries=0,
        done=False,
    )


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
    first = dice_view(4, "5 5 6 7 8 10 1 1 2 3", phase=1, roll=0)
    fresh = tuple(_seat(seat, ()) for seat in range(4))
    alone = dice_view(1, "5 5 6 7 8 10 1 1 2 3", phase=3, roll=0)
    failed = TurnEnded(0, 3, False, (), FAILED_SOLO_TURN, (), 78)
    return {
        "2-first-roll": dice_view(2, "8 8 8 10 7 6 1 2 3 4", phase=1),
        "3-colour": replace(colour, kept=(0, 4, 8), seats=named),
        "4-run": replace(run, kept=(0, 1, 2, 6, 7)),
        "6-complete": replace(done, kept=(0, 1, 2, 3, 6, 7)),
        "4-bonus": replace(before, best=None, last_turn=scored, finisher=2),
        "4-order": replace(first, seats=fresh, faces=(), best=None, order=order),
        "1-failed": replace(alone, best=None, last_turn=failed),
    }


def dice_ended(players: int) -> DiceView:
    """A spectator's view of a finished game."""
    points = ((54, 41, 36, 38, 44, 45, 60, 39, 52, 48), *POINTS[1:])
    seats = tuple(_seat(seat, points[seat]) for seat in range(players))
    order = sorted(range(players), key=lambda seat: -seats[seat].total)
    result = DiceGameEnded(
        (order[0],),
        tuple((seat,) for seat in order),
        tuple(seat.total for seat in seats),
        EndReason.COMPLETED,
        "",
    )
    view = dice_view(players, "9 9 9 9 9 10 W W 1 1")
    return replace(
        view, stage=DiceStage.OVER, turn=None, roll=0, seats=seats, best=None, result=result
    )
