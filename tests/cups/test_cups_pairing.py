"""Pairing: sizes, everybody once, the fewest repeated meetings, nearest neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cups.pairing import meetings, paired, snaked, table_sizes

Tables = Sequence[tuple[int, ...]]


def repeated(tables: Tables, met: Counter[tuple[int, int]]) -> int:
    return sum(met[pair] * times for pair, times in meetings(iter(tables)).items())


def all_pairings(people: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    if not people:
        yield []
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(people[1:], size - 1):
            table = (people[0], *others)
            left = tuple(person for person in people if person not in table)
            for tables in all_pairings(left, tuple(rest)):
                yield [table, *tables]


def history(people: int, rounds: int, rng: Random) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        order = rng.sample(range(people), people)
        met += meetings(iter(paired(order, {})))
    return met


def test_tables_have_three_or_four_and_only_few_people_make_a_table_of_two() -> None:
    for people in range(2, 1001):
        sizes = table_sizes(people)
        assert sum(sizes) == people
        assert set(sizes) <= {3, 4} or people in (2, 5), people
        assert list(sizes) == sorted(sizes, reverse=True), people
        assert min(sizes) >= 2, people


def test_everybody_has_one_place_at_tables_of_the_right_sizes() -> None:
    for people in (*range(2, 50), 100, 199):
        rng, met = Random(people), Counter[tuple[int, int]]()
        for _ in range(4):
            order = rng.sample(range(people), people)
            tables = paired(order, met)
            assert sorted(person for table in tables for person in table) == list(range(people))
            assert sorted(map(len, tables)) == sorted(table_sizes(people)), people
            assert tables == paired(order, met), people
            if people > 24:
                assert repeated(tables, met) == 0, people
            met += meetings(iter(tables))


@settings(max_examples=80, deadline=None)
@given(people=st.integers(2, 9), rounds=st.integers(0, 6), seed=st.integers(0, 2**32))
def test_nobody_meets_again_where_that_can_be_avoided(people: int, rounds: int, seed: int) -> None:
    rng = Random(seed)
    met, order = history(people, rounds, rng), rng.sample(range(people), people)
    pairings = all_pairings(tuple(order), table_sizes(people))
    fewest = min(repeated(tables, met) for tables in pairings)
    assert repeated(paired(order, met), met) == fewest


@pytest.mark.parametrize(("people", "rounds", "seed"), [(15, 3, 48), (15, 3, 172), (15, 4, 395)])
def test_only_one_pair_meets_again_late_in_a_cup(people: int, rounds: int, seed: int) -> None:
    # Chosen where a search that also exchanges people who meet nobody again leaves two pairs.
    rng = Random(seed)
    met = history(people, rounds, rng)
    assert repeated(paired(rng.sample(range(people), people), met), met) <= 1


def test_neighbours_share_a_table_as_long_as_they_have_not_met() -> None:
    assert paired(range(8), {}) == ((0, 1, 2, 3), (4, 5, 6, 7))
    assert paired((3, 0, 1, 2, 9, 8, 7), {}) == ((3, 0, 1, 2), (9, 8, 7))
    met = Counter({(0, 1): 1})
    assert paired(range(8), met) == ((0, 2, 3, 4), (1, 5, 6, 7))


def test_a_snake_keeps_the_best_apart() -> None:
    assert paired(snaked(range(8)), {}) == ((0, 3, 4, 7), (1, 2, 5, 6))
    for people in (*range(2, 41), 199, 200):
        order = snaked(range(people))
        tables = paired(order, {})
        assert sorted(order) == list(range(people))
        best = range(len(tables))
        assert all(len(set(table) & set(best)) == 1 for table in tables)
