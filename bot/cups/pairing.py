"""Pairing: table sizes, and tables with as few repeated meetings as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from bot.core.chance import SecretShuffler

TABLE = 4  # the most people at a table
FEWEST_SEATS = 3
_OTHER_ORDERS = 8
_CHANGES = 100
"""The most exchanges of two people."""
_REST = 5
"""The exchanges after which a person who changed places may change again."""

Meetings = Mapping[tuple[int, int], int]
"""How often two people have met, by their numbers, the smaller one first."""


def table_sizes(people: int) -> tuple[int, ...]:
    """The people at each table, the largest tables first; five make three and two."""
    tables = ceil(people / TABLE)
    least, larger = divmod(people, tables)
    return (least + 1,) * larger + (least,) * (tables - larger)


def snaked(order: Sequence[int]) -> tuple[int, ...]:
    """An order whose neighbours share a table, so that the best people are at different tables."""
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
    """Tables of neighbours in this order, with the fewest repeated meetings that are found.

    Pairs of people are exchanged as long as some people meet again. If that is not enough, the
    search begins again with other orders.

    >>> paired([1, 2, 3, 4, 5, 6], met={(1, 2): 1})
    ((1, 3, 4), (2, 5, 6))
    """
    best, fewest = _Places(order, met).improved()
    shuffled = SecretShuffler(b"")  # no secret: the same orders each time
    for number in range(_OTHER_ORDERS):
        if not fewest:
            break
        tables, repeated = _Places(shuffled(number, order), met).improved()
        if repeated < fewest:
            best = tables
            fewest = repeated
    return best


def _times(met: Meetings, one: int, other: int) -> int:
    return met.get((one, other) if one < other else (other, one), 0)


class _Places:
    """People at tables, and a search that always makes the best exchange, even if it is a loss."""

    def __init__(self, order: Sequence[int], met: Meetings) -> None:
        self._order = order
        self._met = met
        sizes = enumerate(table_sizes(len(order)))
        seats = [table for table, size in sizes for _ in range(size)]
        self._at = dict(zip(order, seats, strict=True))
        # How often each person has met the people at each table.
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

    def improved(self) -> tuple[tuple[tuple[int, ...], ...], int]:
        """The best tables that were found, and twice the number of their repeated meetings."""
        best = self.tables
        fewest = self._repeated
        stays = dict.fromkeys(self._order, 0)
        for now in range(_CHANGES if fewest else 0):
            free = [person for person in self._order if stays[person] <= now]
            change = min(self._changes(free), default=None)
            if change is None:
                continue
            self._change(free[change[2]], free[change[3]])
            stays[free[change[2]]] = stays[free[change[3]]] = now + _REST
            if self._repeated < fewest:
                best = self.tables
                fewest = self._repeated
            if not fewest:
                break
        return best, fewest

    @property
    def _repeated(self) -> int:
        return sum(self._cost[person][table] for person, table in self._at.items())

    def _changes(self, free: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
        """The exchanges of people who meet again.

        Each has the change of ``_repeated`` (half of it), the distance of the two in ``free``, and
        their indexes there.
        """
        for one, person in enumerate(free):
            here = self._at[person]
            cost = self._cost[person]
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
        here = self._at[one]
        there = self._at[two]
        for person in self._order:
            gained = _times(self._met, person, two) if person != two else 0
            lost = _times(self._met, person, one) if person != one else 0
            self._cost[person][here] += gained - lost
            self._cost[person][there] += lost - gained
        self._at[one], self._at[two] = there, here
