"""What the lines of a record say about how a game ended for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Line = Mapping[str, Any]
"""A line of a record as JSON data."""
LINES = ("deal", "declare", "lay", "hand_end", "game_end")
"""The types of lines that :func:`tally` needs."""


@dataclass(frozen=True, slots=True)
class SeatTally:
    """How a game went for one seat.

    Attributes:
        total: points.
        hands_won: hands this seat went out in first.
        hands: hands this seat played, those of a play-off included.
        phases: phases completed.
        tries: for each phase of the game, in how many hands it was tried and completed.
    """

    total: int
    hands_won: int
    hands: int
    phases: int
    tries: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class GameTally:
    """How a game went.

    Attributes:
        hands: how many were played.
        abandoned: whether the game was broken off.
        ranking: seats by place, best first; ties share a place.
        seats: by seat.
    """

    hands: int
    abandoned: bool
    ranking: tuple[tuple[int, ...], ...]
    seats: tuple[SeatTally, ...]


def tally(lines: Iterable[Line], size: int, phases: int) -> GameTally:
    """Count what happened in a finished game.

    Args:
        lines: its record's lines in their order, at least those of ``LINES``.
        size: the number of seats.
        phases: the number of phases.

    Raises:
        LookupError, TypeError: the lines are incomplete or damaged.
    """
    count = _Count(size, phases)
    for line in lines:
        count.add(line)
    return GameTally(
        hands=count.hands,
        abandoned=count.end["reason"] == "abandoned",
        ranking=tuple(map(tuple, count.end["ranking"])),
        seats=tuple(count.seat(number) for number in range(size)),
    )


@dataclass
class _Count:
    """Counts what happens in a record's lines."""

    size: int
    phases: int
    end: Line = field(default_factory=dict)
    hands: int = 0

    def __post_init__(self) -> None:
        seats = range(self.size)
        self._tried: list[int | None] = [None for _ in seats]
        self._playing = [False for _ in seats]
        self._played = [0 for _ in seats]
        self._won = [0 for _ in seats]
        self._tries = [[[0, 0] for _ in range(self.phases)] for _ in seats]
        self._totals: Sequence[int] = [0 for _ in seats]
        self._progress = [0 for _ in seats]

    def add(self, line: Line) -> None:
        """Count one line."""
        match line["type"]:
            case "deal":
                self._tried = list(line["phases"])
                self._playing = [bool(cards) for cards in line["hands"]]
            case "declare":
                self._tried[line["seat"]] = line["phase"]
            case "lay":
                self._lay(line["seat"], line["phase"])
            case "hand_end":
                self._end_hand(line)
            case "game_end":
                self.end = line

    def _lay(self, seat: int, phase: int) -> None:
        """Count a phase that was completed for the first time, also in a hand without an end."""
        _, completed = self._tries[seat][phase - 1]
        if not completed:
            self._progress[seat] += 1

    def _end_hand(self, line: Line) -> None:
        self.hands += 1
        self._totals, self._progress = line["totals"], list(line["progress"])
        for seat in line["out"][:1]:
            self._won[seat] += 1
        for seat, tried in enumerate(self._tried):
            if not self._playing[seat]:
                continue
            self._played[seat] += 1
            if tried is not None:
                self._tries[seat][tried - 1][0] += 1
                self._tries[seat][tried - 1][1] += line["completed"][seat]

    def seat(self, number: int) -> SeatTally:
        """Return what was counted for one seat."""
        return SeatTally(
            total=self._totals[number],
            hands_won=self._won[number],
            hands=self._played[number],
            phases=self._progress[number],
            tries=tuple((tried, done) for tried, done in self._tries[number]),
        )
