"""Hits: what may be hit, and the best row of hits against brute force."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from kit import held, laid
from laying_kit import exact

from bot.cards.actions import Hit
from bot.cards.cards import WILD, WILD_AS_NUMBER, Card, Colour, natural, ordered
from bot.cards.groups import Group, group
from bot.cards.hitting import best_hits, hit_options, may_hit
from bot.cards.phases import RUNS, GroupKind
from bot.cards.rulesets import CLASSIC

Tables = list[list[Group]]
State = tuple[tuple[Card, ...], tuple[tuple[Group, ...], ...]]


def tables_of(*seats: str) -> Tables:
    """Tables from one text a seat, such as ``S R5 B5 | R R1 R2 R3``; empty for no groups."""
    return [
        [laid(*each.strip().split(" ", 1)) for each in seat.split("|")] if seat else []
        for seat in seats
    ]


def in_words(hits: Sequence[Hit]) -> list[str]:
    return [f"{hit.owner}.{hit.group} {hit.card.code}" for hit in hits]


def best(codes: str, *seats: str) -> list[str]:
    return in_words(best_hits(held(codes), tables_of(*seats), CLASSIC))


class TestBestHits:
    @pytest.mark.parametrize(
        ("codes", "seats", "wanted"),
        [
            ("R8 R9 B1 B2", ["R R5 R6 R7"], ["0.0 R8", "0.0 R9"]),  # one opens the way for another
            ("R9 W B1 B2", ["R R5 R6 R7"], ["0.0 W8", "0.0 R9"]),  # the Wild brings the 9
            ("R10 W B1 B2", ["R R5 R6 R7"], []),  # it could not bring the 10
            ("R3 R9 W B1 B6", ["R R5 R6 R7"], ["0.0 W4", "0.0 R3"]),  # 5 points, either way
            ("R7 R8 B1 B2", ["R R4 R5 R6", "S B7 Y7"], ["0.0 R7", "0.0 R8"]),  # not onto the set
            ("R7 B9 B8 R8 B1 B2", ["R R4 R5 R6", "R B4 B5 B6"], ["0.0 R7", "0.0 R8", "0.0 B9"]),
            ("R5 W W", ["S B5 Y5"], ["0.0 R5", "0.0 W5", "0.0 W5"]),  # out: Wilds, too
            ("R5 W W S", ["S B5 Y5"], ["0.0 R5", "0.0 W5", "0.0 W5"]),  # the Skip is discarded
            ("R5 W W R9 R9", ["S B5 Y5"], ["0.0 R5"]),
            ("W W W", ["R R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"], ["0.0 W1", "0.0 W12"]),
            ("W W W W", ["R R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"], []),  # two would be left
            ("B7 R7 G1 G2", ["RC B4 B5 B6", "R R4 R5 R6"], ["0.0 B7", "1.0 R7"]),
            ("R9 W B9 B2", ["RC R5 R6 R7"], ["0.0 W8", "0.0 R9"]),  # the Wild brings the 9
            ("R5", [], []),
        ],
    )
    def test_examples(self, codes: str, seats: list[str], wanted: list[str]) -> None:
        got = best(codes, *seats)
        assert sorted(got) == sorted(wanted)
        assert got == best(" ".join(reversed(codes.split())), *seats)

    def test_one_ten_weighs_as_much_as_two_fives_but_going_out_more(self) -> None:
        """The Wild could bring the 12 or the 1; with the 12 gone two cards stay, with both one."""
        seats = ["R R3 R4 R5", "R R8 R9 R10"]
        assert best("R12 R1 W R7 R7", *seats) == ["1.0 W11", "1.0 R12", "1.0 R7"]


SETTINGS = exact(max_examples=120)
DECK = CLASSIC.deck


KINDS = tuple(map(GroupKind, ("R", "R", "S", "C", "RC", "RC")))


@st.composite
def groups(draw: st.DrawFn) -> Group:
    kind = draw(st.sampled_from(KINDS))
    low = draw(st.integers(1, 10))
    if kind is GroupKind.SET:
        return group(kind, [natural(Colour.RED, low), WILD_AS_NUMBER[low]])
    if kind in RUNS:
        high, colour = draw(st.integers(low + 2, 12)), Colour.RED
        if kind is GroupKind.COLOUR_RUN:
            colour = draw(st.sampled_from(CLASSIC.colours))
        return group(kind, [natural(colour, number) for number in range(low, high + 1)])
    return group(kind, [natural(draw(st.sampled_from(CLASSIC.colours)), 1)] * 3)


@st.composite
def hands(draw: st.DrawFn) -> tuple[Card, ...]:
    places = st.lists(st.integers(0, len(DECK) - 1), min_size=1, max_size=6, unique=True)
    return (*(DECK[place] for place in draw(places)), *[WILD] * draw(st.integers(0, 2)))


TABLES = st.lists(st.lists(groups(), max_size=2), min_size=1, max_size=3)


def value(hand: Sequence[Card], wilds: int, on_runs: int) -> tuple[int, ...]:
    """How good it is to be left with this hand, smallest best, as ``best_hits`` promises."""
    if len(hand) < 2:
        return (0, len(hand))
    naturals = [card for card in hand if card.is_natural]
    return (1, CLASSIC.points_in_hand(naturals), wilds, len(naturals), on_runs)


def after(hand: tuple[Card, ...], tables: tuple[tuple[Group, ...], ...], hit: Hit) -> State:
    left = list(hand)
    left.remove(hit.card.held)
    seats = [list(seat) for seat in tables]
    seats[hit.owner][hit.group] = seats[hit.owner][hit.group].with_card(hit.card)
    return tuple(left), tuple(map(tuple, seats))


def all_hits(hand: tuple[Card, ...], tables: tuple[tuple[Group, ...], ...]) -> list[Hit]:
    return [
        Hit(owner, at, placed)
        for owner, seat in enumerate(tables)
        for at, each in enumerate(seat)
        for card in set(hand)
        for placed in each.places_for(card)
    ]


def best_value(hand: tuple[Card, ...], tables: tuple[tuple[Group, ...], ...]) -> tuple[int, ...]:
    seen = set()
    found = [value(hand, 0, 0)]
    waiting = [(tuple(ordered(hand)), tables, 0, 0)]
    while waiting:
        cards, board, wilds, on_runs = waiting.pop()
        ends = tuple((each.low, each.high) for seat in board for each in seat)
        if (cards, ends, wilds, on_runs) in seen:
            continue
        seen.add((cards, ends, wilds, on_runs))
        found.append(value(cards, wilds, on_runs))
        for hit in all_hits(cards, board):
            run = board[hit.owner][hit.group].is_run
            waiting.append((*after(cards, board, hit), wilds + hit.card.is_wild, on_runs + run))
    return min(found)


@SETTINGS
@given(hand=hands(), tables=TABLES)
@example(hand=held("R7 R8 B7 W R10"), tables=tables_of("R R4 R5 R6 | R B4 B5 B6", "S Y7 G7"))
@example(hand=held("R4 R8 W W R3 R9"), tables=tables_of("R R5 R6 R7"))
@example(hand=held("R7 B7 W R9 B9"), tables=tables_of("RC R4 R5 R6", "R Y4 Y5 Y6"))
@example(hand=held("B7 R8 R8 W W Y3"), tables=tables_of("RC R5 R6 R7 | RC R5 R6 R7", "R B4 B5 B6"))
@example(hand=held("R6 R6 W R5"), tables=tables_of("R R2 R3 R4", "R R7 R8 R9"))
def test_best_hits_against_brute_force(hand: tuple[Card, ...], tables: Tables) -> None:
    board = tuple(map(tuple, tables))
    left, wilds, on_runs = hand, 0, 0
    for hit in best_hits(hand, tables, CLASSIC):
        assert hit in all_hits(left, board)
        on_runs += board[hit.owner][hit.group].is_run
        wilds += hit.card.is_wild
        left, board = after(left, board, hit)
    assert value(left, wilds, on_runs) == best_value(hand, tuple(map(tuple, tables)))


@SETTINGS
@given(hand=hands(), tables=TABLES)
def test_hit_options_are_all_legal_hits_each_once(hand: tuple[Card, ...], tables: Tables) -> None:
    options = list(hit_options(hand, tables))
    assert may_hit(hand, tables) == bool(options)
    assert len(set(options)) == len(options)
    assert set(options) == set(all_hits(hand, tuple(map(tuple, tables))))


def test_a_full_hand_at_a_full_table() -> None:
    """Six seats with runs only and a hand of Wilds and number cards: every card finds a place."""
    seats = ["R R4 R5 R6 | R B7 B8 B9"] * 6
    hand = held("R1 R2 R11 R12 R10 B3 W W W W W")
    hits = best_hits(hand, tables_of(*seats), CLASSIC)
    assert sorted(hit.card.held.code for hit in hits) == sorted(card.code for card in hand)
