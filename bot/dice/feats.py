"""What the lines of a record say about the feats of each seat, as counts by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.rules.events import TakeoverReason
from bot.rules.tally import Line

from .events import Bonus

LINES = ("roll", "turn_end", "takeover")
"""The types of lines that :func:`feats` needs."""
MOST_POINTS = (60, 57, 59, 49, 52, 54, 60, 57, 60, 62)
"""The most points that the dice allow in each of the ten phases."""


def feats(lines: Iterable[Line], size: int, _phases: Sequence[str]) -> tuple[Counter[str], ...]:
    """Count the feats of each seat; those of a computer player in a person's seat do not count.

    ``dice_full``: a phase with the most points it allows · ``dice_one_roll``: a phase completed
    with one roll · ``dice_five`` and ``dice_first``: the bonuses for five phases and for finishing
    first.

    Args:
        lines: the record's lines in their order, at least those of ``LINES``.
        size: the number of seats.

    Raises:
        LookupError, TypeError: the lines are damaged.
    """
    found = [Counter[str]() for _ in range(size)]
    away: set[int] = set()
    rolls = 0
    for line in lines:
        match line["type"]:
            case "roll":
                rolls = line["roll"]
            case "takeover":
                came_back = line["reason"] == TakeoverReason.RETURNED
                (away.discard if came_back else away.add)(line["seat"])
            case "turn_end" if line["seat"] not in away:
                found[line["seat"]].update(_of_turn(line, rolls))
    return tuple(found)


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
