"""Pairing: table sizes, and tables with as few repeated meetings as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

TABLE = 4
"""The most people at a table."""
FEWEST_SEATS = 3
_PATIENCE = 60_000
"""How many seats a search tries out."""
_CHANGES, _REST = 200, 7
"""How often two people change places, and for how many changes they stay then."""

Meetings = Mapping[tuple[int, int], int]
"""How often two people have met, by the smaller and the larger of them."""


def table_sizes(people: int) -> tuple[int, ...]:
    """The people at each table, the largest tables first; five make three and two."""
    tables = -(-people // TABLE)
    return tuple(people // tables + (table < people % tables) for table in range(tables))


def snaked(order: Sequence[int]) -> tuple[int, ...]:
    """The order in which neighbours share a table and the best ones do not."""
    sizes = table_sizes(len(order))
    tables: list[list[int]] = [[] for _ in sizes]
    turn = [*range(len(sizes)), *reversed(range(len(sizes)))]
    for place, person in enumerate(order):
        tables[turn[place % len(turn)]].append(person)
    return tuple(person for table in sorted(tables, key=len, reverse=True) for person in table)


def meetings(tables: Iterator[Sequence[int]]) -> Counter[tuple[int, int]]:
    """How often people have met at these tables."""
    return Counter(
        (min(one, other), max(one, other))
        for table in tables
        for place, one in enumerate(table)
        for other in table[:place]
    )


def paired(order: Sequence[int], met: Meetings) -> tuple[tuple[int, ...], ...]:
    """Tables of neighbours in this order, with the fewest repeated meetings.

    A search of bounded length finds the nearest neighbours for the first person, then for the next
    one; where it is too long, people change places as long as that helps.

    >>> paired([1, 2, 3, 4, 5, 6], met={(1, 2): 1})
    ((1, 3, 4), (2, 5, 6))
    """
    sizes, seating = table_sizes(len(order)), _Seating(met, _PATIENCE)
    try:
        searches = (seating.tables(tuple(order), sizes, allowed) for allowed in count())
        return tuple(next(tables for tables in searches if tables is not None))
    except _OutOfPatienceError:
        return _Places(order, sizes, met).improved()


class _OutOfPatienceError(Exception):
    """A search has tried out too many seats."""


@dataclass(slots=True)
class _Seating:
    """A search through all tables, nearest neighbours first."""

    met: Meetings
    patience: int
    # People, and a number of repeated meetings with which they cannot be seated.
    hopeless: dict[tuple[int, ...], int] = field(default_factory=dict)

    def tables(
        self, people: tuple[int, ...], sizes: tuple[int, ...], allowed: int
    ) -> list[tuple[int, ...]] | None:
        """Tables of these sizes with at most ``allowed`` repeated meetings; None without any."""
        if not people:
            return []
        if self.hopeless.get(people, -1) >= allowed:
            return None
        for size in dict.fromkeys(sizes):
            rest = list(sizes)
            rest.remove(size)
            for table, repeated in self._with((people[0],), people[1:], size, allowed):
                others = tuple(person for person in people if person not in table)
                after = self.tables(others, tuple(rest), allowed - repeated)
                if after is not None:
                    return [table, *after]
        self.hopeless[people] = allowed
        return None

    def _with(
        self, table: tuple[int, ...], others: tuple[int, ...], size: int, allowed: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """The tables that these people can be filled up to, each with its repeated meetings."""
        if len(table) == size:
            yield table, 0
            return
        for place, person in enumerate(others):
            self.patience -= 1
            if self.patience < 0:
                raise _OutOfPatienceError
            repeated = sum(_times(self.met, person, one) for one in table)
            if repeated <= allowed:
                left = allowed - repeated
                for whole, more in self._with((*table, person), others[place + 1 :], size, left):
                    yield whole, repeated + more


def _times(met: Meetings, one: int, other: int) -> int:
    return met.get((one, other) if one < other else (other, one), 0)


class _Places:
    """People at tables who change places: always the best change, even if it makes things worse."""

    def __init__(self, order: Sequence[int], sizes: Sequence[int], met: Meetings) -> None:
        self._order, self._met = order, met
        seats = [table for table, size in enumerate(sizes) for _ in range(size)]
        self._at = dict(zip(order, seats, strict=True))
        # How often each person has met those who sit at each table.
        self._cost = {
            person: [sum(_times(met, person, other) for other in table) for table in self.tables]
            for person in order
        }

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The people at each table, in order."""
        tables: dict[int, list[int]] = {}
        for person in self._order:
            tables.setdefault(self._at[person], []).append(person)
        return tuple(tuple(tables[table]) for table in sorted(tables))

    def improved(self) -> tuple[tuple[int, ...], ...]:
        """The best tables after a number of changes."""
        best, fewest, stays = self.tables, self._repeated, dict.fromkeys(self._order, 0)
        for now in range(_CHANGES):
            free = [person for person in self._order if stays[person] <= now]
            change = min(self._changes(free), default=None)
            if change is None:
                continue
            self._change(free[change[2]], free[change[3]])
            stays[free[change[2]]] = stays[free[change[3]]] = now + _REST
            if self._repeated < fewest:
                best, fewest = self.tables, self._repeated
        return best

    @property
    def _repeated(self) -> int:
        return sum(self._cost[person][table] for person, table in self._at.items())

    def _changes(self, free: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
        """The changes of somebody who meets again: what it adds, how far it leads, and who."""
        for one, person in enumerate(free):
            here, cost = self._at[person], self._cost[person]
            if not cost[here]:
                continue
            for two, other in enumerate(free):
                there = self._at[other]
                if there != here:
                    theirs = self._cost[other]
                    added = cost[there] + theirs[here] - cost[here] - theirs[there]
                    added -= 2 * _times(self._met, person, other)
                    yield added, abs(one - two), one, two

    def _change(self, one: int, two: int) -> None:
        here, there = self._at[one], self._at[two]
        for person in self._order:
            gained = _times(self._met, person, two) if person != two else 0
            lost = _times(self._met, person, one) if person != one else 0
            self._cost[person][here] += gained - lost
            self._cost[person][there] += lost - gained
        self._at[one], self._at[two] = there, here
