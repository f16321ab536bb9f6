"""Statistics from the lines of a record: the result of each seat, and its feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.core.events import note_takeover
from bot.core.game_type import Efforts, GameTally, SeatTally
from bot.core.records import Line

from .events import Bonus, DiceEvent, DiceGameEnded, TurnEnded

TALLY_LINES = ("turn_end", "game_end")  # the types of lines that :func:`tally` needs


def tally(lines: Iterable[Line], size: int, phases: int) -> GameTally:
    """How a finished game went, from the lines of ``TALLY_LINES``."""
    tried = [[0] * phases for _ in range(size)]
    completed = [[0] * phases for _ in range(size)]
    totals = [0] * size
    end: Line = {}
    for line in lines:
        if line["type"] == "turn_end":
            seat = line["seat"]
            phase = line["phase"] - 1
            tried[seat][phase] += 1
            if line["success"]:
                completed[seat][phase] += 1
            totals[seat] = line["total"]
        elif line["type"] == "game_end":
            end = line
    seats = tuple(map(_seat, totals, tried, completed))
    return GameTally(
        hands=max((seat.hands for seat in seats), default=0),
        abandoned=end["reason"] == "abandoned",
        ranking=tuple(map(tuple, end["ranking"])),
        seats=seats,
    )


def _seat(total: int, tried: Sequence[int], completed: Sequence[int]) -> SeatTally:
    """By phase, the turns in which the seat tried it and those in which it succeeded."""
    won = sum(completed)
    tries = tuple(zip(tried, completed, strict=True))
    return SeatTally(total=total, hands_won=won, hands=sum(tried), phases=won, tries=tries)


def efforts(events: Iterable[DiceEvent], size: int, phases: int) -> Efforts:
    """How many turns each seat needed for each phase, from all events of a game."""
    turns = [[0] * phases for _ in range(size)]
    completed = [[0] * phases for _ in range(size)]
    scores: list[tuple[int, ...]] = []
    for event in events:
        if isinstance(event, TurnEnded):
            turns[event.seat][event.phase - 1] += 1
            if event.success:
                completed[event.seat][event.phase - 1] += 1
        elif isinstance(event, DiceGameEnded):
            scores.append(event.totals)
    return Efforts(turns, completed, scores)


FEAT_LINES = ("roll", "turn_end", "takeover")  # the types of lines that :func:`feats` needs
MOST_POINTS = (60, 57, 59, 49, 52, 54, 60, 57, 60, 62)
"""The most points that the dice allow in each of the ten phases."""


def feats(lines: Iterable[Line], size: int, _phases: Sequence[str]) -> tuple[Counter[str], ...]:
    """Count the feats of each seat, but not while a computer player has a person's seat.

    ``dice_full``: a phase with the most points it allows · ``dice_one_roll``: a phase completed
    with one roll · ``dice_five`` and ``dice_first``: the bonuses for five phases and for finishing
    first.
    """
    counts = [Counter[str]() for _ in range(size)]
    away: set[int] = set()
    rolls = 0
    for line in lines:
        match line["type"]:
            case "roll":
                rolls = line["roll"]
            case "takeover":
                note_takeover(away, line["seat"], line["reason"])
            case "turn_end" if line["seat"] not in away:
                counts[line["seat"]].update(_of_turn(line, rolls))
    return tuple(counts)


def _of_turn(line: Line, rolls: int) -> Iterable[str]:
    if not line["success"]:
        return
    if line["points"] == MOST_POINTS[line["phase"] - 1]:
        yield "dice_full"
    if rolls == 1:
        yield "dice_one_roll"
    if Bonus.FIVE_PHASES in line["bonus"]:
        yield "dice_five"
    if Bonus.FIRST_FINISH in line["bonus"]:
        yield "dice_first"
