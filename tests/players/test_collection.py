"""Collections: kept up to date card by card, they say what counting all plans again says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.players.collection import collection
from bot.rules.cards import SKIP, WILD, Card, full_deck
from bot.rules.distance import Solver, solver_for
from bot.rules.editions import CLASSIC
from bot.rules.phases import parse_phase

DECK = [each for each in full_deck(CLASSIC.colours, CLASSIC.skips) if each is not SKIP]
hands = st.lists(st.sampled_from(range(len(DECK))), min_size=10, max_size=22, unique=True)
phases = st.sampled_from(["S3+S3", "S3+R4", "R8", "S4+S4", "C7", "S5+S3", "R4+R4"])


def solvers(notation: str) -> list[Solver]:
    """The solver of a phase, and the same where plans are looked at one by one."""
    solver = solver_for(parse_phase(notation), CLASSIC)
    return [solver]


def naturals(cards: list[Card]) -> list[Card]:
    return [card for card in dict.fromkeys(cards) if card.is_natural]


@given(notation=phases, places=hands)
def test_what_it_says_is_what_the_plans_say(notation: str, places: list[int]) -> None:
    dealt, others = [DECK[at] for at in places[:10]], [DECK[at] for at in places[10:]]
    for solver in solvers(notation):
        cards = dealt.copy()
        kept = collection(solver, cards)
        for taken, given_up in zip(others, dealt, strict=False):
            kept.add(taken)
            cards.append(taken)
            code, wilds = solver.encode(cards)
            assert kept.is_complete == (max(solver.covers(code)) + wilds >= solver.size)
            kept.remove(given_up)
            cards.remove(given_up)
            code, _ = solver.encode(cards)
            most = max(solver.covers(code))
            for card in naturals(DECK):
                serves = max(solver.covers(solver.add(code, card))) > most
                assert kept.wants(card) == serves, card


@pytest.mark.parametrize("solver", solvers("S3+S3"))
def test_a_copy_goes_its_own_way(solver: Solver) -> None:
    first = collection(solver, [WILD, *DECK[:4]])
    copy = first.copy()
    for card in (DECK[4], DECK[5], WILD, WILD, WILD):
        copy.add(card)
    assert copy.is_complete
    assert not first.is_complete
    copy.remove(WILD)
    assert first.losses([DECK[0]]) == collection(solver, [WILD, *DECK[:4]]).losses([DECK[0]])
