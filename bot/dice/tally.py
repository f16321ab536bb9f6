"""What the lines of a record say about how a game ended for each seat."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.tally import GameTally, Line, SeatTally

LINES = ("turn_end", "game_end")
"""The types of lines that :func:`tally` needs."""


def tally(lines: Iterable[Line], size: int, phases: int) -> GameTally:
    """Count what happened in a finished game.

    A turn counts where the card game counts a hand, and as won if it succeeded.

    Args:
        lines: its record's lines in their order, at least those of ``LINES``.
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
