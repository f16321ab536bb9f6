"""What the lines of a record say about a game: how it ended for each seat, and the seats' feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.games.events import TakeoverReason
from bot.games.statistics import GameTally, Line, SeatTally

from .events import Bonus

TALLY_LINES = ("turn_end", "game_end")
"""The types of lines that :func:`tally` needs."""


def tally(lines: Iterable[Line], size: int, phases: int) -> GameTally:
    """Count what happened in a finished game.

    A turn counts where the card game counts a hand, and as won if it succeeded.

    Args:
        lines: its record's lines in their order, at least those of ``TALLY_LINES``.
        size: the number of seats.
        phases: the number of phases.

    Raises:
        LookupError, TypeError: the lines are incomplete or damaged.
    """
    tries = [[[0, 0] for _ in range(phases)] for _ in range(size)]
    totals = [0] * size
    end: Line = {}
    for line in lines:
        if line["type"] == "turn_end":
            tried = tries[line["seat"]][line["phase"] - 1]
            tried[0] += 1
            tried[1] += bool(line["success"])
            totals[line["seat"]] = line["total"]
        elif line["type"] == "game_end":
            end = line
    seats = tuple(_seat(totals[seat], tries[seat]) for seat in range(size))
    return GameTally(
        hands=max((seat.hands for seat in seats), default=0),
        abandoned=end["reason"] == "abandoned",
        ranking=tuple(map(tuple, end["ranking"])),
        seats=seats,
    )


def _seat(total: int, tries: list[list[int]]) -> SeatTally:
    won = sum(done for _, done in tries)
    return SeatTally(
        total=total,
        hands_won=won,
        hands=sum(tried for tried, _ in tries),
        phases=won,
        tries=tuple((tried, done) for tried, done in tries),
    )


# ── feats ─────────────────────────────────────────────────────────────────────────────────────

FEAT_LINES = ("roll", "turn_end", "takeover")
"""The types of lines that :func:`feats` needs."""
MOST_POINTS = (60, 57, 59, 49, 52, 54, 60, 57, 60, 62)
"""The most points that the dice allow in each of the ten phases."""


def feats(lines: Iterable[Line], size: int, _phases: Sequence[str]) -> tuple[Counter[str], ...]:
    """Count the feats of each seat; those of a computer player in a person's seat do not count.

    ``dice_full``: a phase with the most points it allows · ``dice_one_roll``: a phase completed
    with one roll · ``dice_five`` and ``dice_first``: the bonuses for five phases and for finishing
    first.

    Args:
        lines: the record's lines in their order, at least those of ``FEAT_LINES``.
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
