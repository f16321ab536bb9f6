"""The formats of cups, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_PEOPLE, FEWEST_PEOPLE = 1_000, 2
MOST_ROUNDS = 12
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class Format:
    """How a cup goes; times are in seconds."""

    name: str
    rounds: int  # the usual number of rounds; 0: until one table is left
    go_on: int  # how many of a table are in the next round; 0: all
    round_time: int  # how long a round may take at most
    turn_limit: int  # the turn limit of its tables

    @property
    def knock_out(self) -> bool:
        """Whether only the best of each table go on, so that nobody can join later."""
        return self.go_on > 0


SWISS: Final = Format("swiss", 3, 0, 2 * _HOUR, 2 * _MINUTE)
KNOCK_OUT: Final = Format("knock_out", 0, 2, 2 * _HOUR, 2 * _MINUTE)
LEAGUE: Final = Format("league", 4, 0, 7 * _DAY, _DAY)
FORMATS: Final = {format_.name: format_ for format_ in (SWISS, KNOCK_OUT, LEAGUE)}
