"""Laying a phase: the rules sentence by sentence."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from kit import held, position
from laying_kit import (
    CUSTOM,
    HERO,
    PER_GROUP,
    RULES,
    Groups,
    all_lays,
    exact,
    groups_of,
    hand_for,
    hands,
    in_words,
    mutations,
)

from bot.cards.actions import Lay
from bot.cards.cards import WILD_AS_COLOUR, Card, Colour
from bot.cards.engine import LegalActions, apply, legal_actions
from bot.cards.groups import Group
from bot.cards.laying import best_lay, check_lay, ways_to_lay, weight
from bot.cards.phases import TEN_PHASES, GroupKind, parse_phase
from bot.cards.rulesets import CLASSIC, FINAL_TURN, RuleSet
from bot.cards.state import State
from bot.core.errors import IllegalError


def refusal(groups: Groups, hand: tuple[Card, ...], phase: str, rules: RuleSet = CLASSIC) -> str:
    with pytest.raises(IllegalError) as refused:
        check_lay(groups, hand, parse_phase(phase), rules)
    return refused.value.code


def best(codes: str, phase: str, rules: RuleSet = CLASSIC) -> str | None:
    lay = best_lay(held(codes), parse_phase(phase), rules)
    return None if lay is None else in_words(lay)


class TestWhatMayBeLaid:
    @pytest.mark.parametrize(
        ("phase", "notation"),
        [
            ("S3+S3", "S R6 B6 G6 | S R8 B8 Y8"),
            ("S3+S3", "S R6 B6 G6 | S R6 B6 G6"),  # twice the same number
            ("S3+S3", "S R6 R6 B6 Y6 | S R8 B8 Y8 Y8 W8"),  # extra cards that fit
            ("S3+S3", "S W6 W6 W6 | S R6 W6 W6"),  # one natural card in the phase is enough
            ("S3+R4", "S R1 W1 W1 | R W9 W10 W11 W12"),  # a run of Wilds alone
            ("R7", "R R1 B2 G3 Y4 R5 B6 G7 Y8 R9"),  # a run of 9 for phase 4
            ("R7", "R R1 R2 R3 W4 W5 W6 W7 R8 R9 R10 R11 R12"),
            ("C7", "C R1 R1 R5 R12 WR WR WR"),
            ("C3+S2", "C WG WG WG | S R1 R1"),  # a colour group of Wilds alone
            ("S5+S2", "S R9 R9 B9 Y9 G9 | S W3 W3"),
        ],
    )
    def test_a_legal_lay(self, phase: str, notation: str) -> None:
        groups = groups_of(notation)
        check_lay(groups, hand_for(groups), parse_phase(phase), CLASSIC)
        check_lay(groups, hand_for(groups, "S R12 W"), parse_phase(phase), CLASSIC)

    @pytest.mark.parametrize(
        ("phase", "notation"),
        [
            ("S3+S3", "S R6 B6 G6"),
            ("S3+S3", "S R6 B6 G6 | S R8 B8 Y8 | S R10 B10 Y10"),  # three more tens: a third group
            ("S3+R4", "R R1 R2 R3 R4 | S R6 B6 G6"),  # out of order
            ("R4", "S R6 B6 G6 Y6"),
            ("C3", "R R1 R2 R3"),
        ],
    )
    def test_the_groups_of_the_phase_and_no_others(self, phase: str, notation: str) -> None:
        groups = groups_of(notation)
        assert refusal(groups, hand_for(groups), phase) == "wrong_groups"

    @pytest.mark.parametrize(
        ("phase", "notation"),
        [("S3+S3", "S R6 B6 G6 G6 | S R8 B8"), ("R7", "R R1 R2 R3 R4 R5 R6"), ("C7", "C R1 WR")],
    )
    def test_not_with_too_few_cards(self, phase: str, notation: str) -> None:
        groups = groups_of(notation)
        assert refusal(groups, hand_for(groups, "R7 R9"), phase) == "too_few_cards"

    @pytest.mark.parametrize(
        ("hand", "notation"),
        [
            ("R6 B6 G7 Y7 G6", "S R6 B6 Y6"),
            ("R6 B6 W", "S R6 R6 B6"),  # one copy is not two
            ("R6 B6 W", "S R6 W6 W6"),
            ("R6 B6 S", "S R6 B6 W6"),
            ("", "S R6 B6 W6"),
        ],
    )
    def test_all_cards_must_be_in_hand_at_that_moment(self, hand: str, notation: str) -> None:
        assert refusal(groups_of(notation), held(hand), "S3") == "not_held"

    def test_only_what_is_not_in_hand_is_named(self) -> None:
        with pytest.raises(IllegalError) as refused:
            check_lay(groups_of("S R6 R6 B6"), held("R6 B6 W"), parse_phase("S3"), CLASSIC)
        assert refused.value.data == {"cards": ["R6"]}

    @pytest.mark.parametrize(
        "group_by_hand",
        [
            Group(GroupKind.SET, held("R6 B6 G7"), number=6),
            Group(GroupKind.SET, held("R6 B6 G6"), number=7),
            Group(GroupKind.SET, held("B6 R6 G6"), number=6),  # not in canonical order
            Group(GroupKind.SET, held("R6 B6 W"), number=6),  # a Wild must stand for something
            Group(GroupKind.SET, held("R6 B6 S"), number=6),  # a Skip never lies in a group
            Group(GroupKind.SET, (*held("R6 B6"), WILD_AS_COLOUR[Colour.RED]), number=6),
            Group(GroupKind.SET, (), number=6),
        ],
    )
    def test_a_group_put_together_wrongly(self, group_by_hand: Group) -> None:
        assert refusal((group_by_hand,), held("R6 B6 G6 G7 W S"), "S3") == "not_a_group"

    @pytest.mark.parametrize(
        "group_by_hand",
        [
            Group(GroupKind.RUN, held("R11 R12 R1"), low=11, high=13),  # never around the corner
            Group(GroupKind.RUN, held("R2 R1 R3"), low=1, high=3),
            Group(GroupKind.RUN, held("R1 R2 R3"), low=1, high=4),
        ],
    )
    def test_a_run_put_together_wrongly(self, group_by_hand: Group) -> None:
        assert refusal((group_by_hand,), held("R1 R2 R3 R11 R12"), "R3") == "not_a_group"

    def test_a_wild_of_a_colour_that_is_not_in_the_deck(self) -> None:
        groups = (*groups_of("C WO WO WO"), *groups_of("S R1 R1"))
        assert refusal(groups, held("W W W R1 R1"), "C3+S2") == "not_a_group"

    def test_one_natural_card_in_the_phase(self) -> None:
        groups = groups_of("S W6 W6 | R W1 W2 W3")
        assert refusal(groups, held("W W W W W R6"), "S2+R3") == "needs_natural"

    def test_or_one_in_each_group_where_the_rule_says_so(self) -> None:
        groups = groups_of("S R6 W6 | R W1 W2 W3")
        check_lay(groups, hand_for(groups), parse_phase("S2+R3"), CLASSIC)
        assert refusal(groups, hand_for(groups), "S2+R3", PER_GROUP) == "needs_natural"

    def test_the_hero_or_a_wild_in_phase_ten(self) -> None:
        without = groups_of("S R6 B6 Y6 G6 G6 | S R7 B7 Y7")
        assert refusal(without, hand_for(without, "R8 W"), "S5+S3", HERO) == "needs_hero"
        check_lay(without, hand_for(without), parse_phase("S5+S3"), CLASSIC)
        for notation in ("S R6 B6 Y6 G6 G6 | S R8 B8 Y8", "S R6 B6 Y6 G6 G6 | S R7 B7 W7"):
            groups = groups_of(notation)
            check_lay(groups, hand_for(groups), parse_phase("S5+S3"), HERO)


class TestBestLay:
    @pytest.mark.parametrize(
        ("codes", "phase", "wanted"),
        [
            ("R6 B6 G6 R8 B8 Y8 R1 R2 S W", "S3+S3", "S R6 B6 G6 | S R8 B8 Y8"),  # Wild kept
            ("R6 B6 Y6 R6 B6 Y6 R1", "S3+S3", "S R6 R6 B6 | S B6 Y6 Y6"),  # one number twice
            (
                "R6 B6 W W W",
                "S3+S2",
                "S W1 W1 W1 | S R6 B6",
            ),  # Wilds alone, the lowest number first
            ("R1 R2 R3 R4 R5 R6 R7 R9 W", "R7", "R R1 R2 R3 R4 R5 R6 R7 W8 R9"),  # brings the 9
            ("R1 R2 R3 R4 R5 R6 R7 R10 W", "R7", "R R1 R2 R3 R4 R5 R6 R7"),  # cannot bring the 10
            ("R7 B7 Y7 R5 R6 R8 B8", "S3+R4", None),  # the 7 is wanted twice
            ("R7 B7 Y7 R5 R6 R8 W", "S3+R4", "S B7 Y7 W7 | R R5 R6 R7 R8"),
            ("R5 R6 R7 R8 B8 B9 B10 B11", "R4+R4", "R R5 R6 R7 R8 | R B8 B9 B10 B11"),
            ("R1 R5 R9 R12 B4 B5 B6", "C3+R3", "C R1 R5 R9 R12 | R B4 B5 B6"),  # R5 fits both
            ("B1 R1 R2 B2 B3 R3", "R3", "R R1 R2 R3"),  # of copies the first in canonical order
            ("R1 R2 R3 R4 B1 B2 B3", "C4+C3", "C R1 R2 R3 R4 | C B1 B2 B3"),  # too few B for C4
            ("R2 R3 R4 W", "R4", "R R2 R3 R4 W5"),  # an end that stays open
            (  # a card already in a run is not moved to the other run
                "G6 Y1 B5 Y4 Y4 G4 R4 B6 Y1 W W",
                "R3+R3+C3",
                "R R4 B5 B6 | R G4 W5 G6 | C Y1 Y1 Y4 Y4",
            ),
            (  # the R6 fits the set as well and leaves the run to no other 6
                "B7 B6 B6 Y2 B6 G6 B6 R6 B4 W",
                "S3+R4",
                "S B6 B6 B6 B6 G6 | R B4 W5 R6 B7",
            ),
        ],
    )
    def test_examples(self, codes: str, phase: str, wanted: str | None) -> None:
        assert best(codes, phase) == wanted

    def test_the_hero_is_brought_by_a_wild(self) -> None:
        hand = "R6 B6 Y6 G6 G6 R7 B7 Y7"
        assert best(hand, "S5+S3", HERO) is None
        assert best(hand + " W W", "S5+S3", HERO) == "S R6 B6 Y6 G6 G6 W6 | S R7 B7 Y7"
        assert best(hand + " W W", "S5+S3") == "S R6 B6 Y6 G6 G6 | S R7 B7 Y7"


class TestWaysToLay:
    @exact(max_examples=120)
    @given(
        hand=hands(8, 11),
        phase=st.sampled_from(TEN_PHASES + CUSTOM),
        rules=st.sampled_from(RULES),
        most=st.sampled_from((1, 5, 25)),
    )
    def test_are_legal_distinct_and_best_first(
        self, hand: tuple[Card, ...], phase: str, rules: RuleSet, most: int
    ) -> None:
        ways = ways_to_lay(hand, parse_phase(phase), rules, most)
        assert len(set(ways)) == len(ways) <= most
        weights = [weight(way, hand, CLASSIC) for way in ways]
        assert weights == sorted(weights)
        for way in ways:
            check_lay(way, hand, parse_phase(phase), rules)
        lay = best_lay(hand, parse_phase(phase), rules)
        assert ways[:1] == ([] if lay is None else [lay])

    def test_the_cheap_cards_are_kept(self) -> None:
        ways = ways_to_lay(held("R1 R5 R10 R11 R12"), parse_phase("C3"), CLASSIC)
        assert in_words(ways[1]) == "C R10 R11 R12"

    def test_equal_groups_in_one_order_only(self) -> None:
        ways = ways_to_lay(held("R6 B6 G6 R8 B8 Y8 R9 B9 G9"), parse_phase("S3+S3"), CLASSIC)
        numbers = [tuple(each.number for each in way) for way in ways]
        assert numbers == [(6, 8), (6, 9), (8, 9)]

    def test_more_than_can_be_shown(self) -> None:
        hand = held("R1 B5 Y9 W W W W W W W W")
        ways = ways_to_lay(hand, parse_phase("S2+S2+R3+R3"), CLASSIC)
        assert len(ways) == 25
        assert Counter(weight(way, hand, CLASSIC)[0] for way in ways) == {0: 25}


SMALL = ["S2", "S2+R3", "R3+C3", "C3+C3", "S2+S2+S2", "RC3+S2", "RC3+R3", "RC3+C3"]


class TestAgainstBruteForce:
    @exact(max_examples=150)
    @given(
        hand=hands(6, 8, wilds=(0, 4)),
        phase=st.sampled_from(SMALL),
        rules=st.sampled_from(RULES),
        rng=st.randoms(use_true_random=False),
    )
    def test_the_lays_found_and_nothing_else_may_be_laid(
        self, hand: tuple[Card, ...], phase: str, rules: RuleSet, rng: Random
    ) -> None:
        lays = list(islice(all_lays(hand, parse_phase(phase), rules), 3_000))
        assume(lays)
        assume(len(lays) < 3_000)
        known = set(lays)
        for lay in rng.sample(lays, min(len(lays), 10)):
            for changed in (lay, *mutations(lay, rng)):
                accepted = True
                try:
                    check_lay(changed, hand, parse_phase(phase), rules)
                except IllegalError:
                    accepted = False
                assert accepted == (changed in known), changed

    @pytest.mark.parametrize("notation", TEN_PHASES + CUSTOM)
    @exact(max_examples=15)
    @given(hand=hands(6, 11), rules=st.sampled_from(RULES))
    def test_no_lay_is_better(self, notation: str, hand: tuple[Card, ...], rules: RuleSet) -> None:
        phase = parse_phase(notation)
        lays = list(islice(all_lays(hand, phase, rules), 1_500))
        lay = best_lay(hand, phase, rules)
        assert (lay is None) == (not lays)
        if lay is not None:
            check_lay(lay, hand, phase, rules)
            assert weight(lay, hand, rules) <= min(weight(each, hand, rules) for each in lays)
            assert lay in lays or len(lays) == 1_500

    @exact(max_examples=100)
    @given(
        hand=hands(8, 11),
        phase=st.sampled_from(TEN_PHASES + CUSTOM),
        rules=st.sampled_from(RULES),
        rng=st.randoms(use_true_random=False),
    )
    def test_the_order_of_the_hand_does_not_matter(
        self, hand: tuple[Card, ...], phase: str, rules: RuleSet, rng: Random
    ) -> None:
        shuffled = rng.sample(hand, len(hand))
        lays = [best_lay(cards, parse_phase(phase), rules) for cards in (hand, shuffled)]
        assert lays[0] == lays[1]


def test_weight_counts_number_cards_only() -> None:
    groups = groups_of("S R6 B6 W6 | R R10 R11 W12")
    hand = hand_for(groups, "R1 B12 W S")
    assert weight(groups, hand, CLASSIC) == (15, 2, 2, 1)


def _holding(hand: str, phase: str, rules: RuleSet) -> State:
    return position([hand, "R12"], rules=replace(rules, phases=(phase,)))


def _best(legal: LegalActions) -> Lay:
    assert legal.best_lay is not None
    return legal.best_lay


@pytest.mark.parametrize(
    ("hand", "phase"),
    [
        ("R1 R2 R3 R4 R5", "R4"),
        ("R1 B1 G1 R2 B2", "S2+S2"),
        ("R1 B1 R2 B2 G2", "S2+S2"),
        ("R1 R4 R9 R12", "C3"),
        ("W R2 R3 R4 R5", "R4"),
    ],
)
def test_a_card_is_kept_where_going_out_takes_a_discard(hand: str, phase: str) -> None:
    for rules, kept in ((FINAL_TURN, 1), (CLASSIC, 0)):
        state = _holding(hand, phase, rules)
        legal = legal_actions(state)
        lay = _best(legal)
        assert lay in legal
        laid = [card for group in lay.groups for card in group.cards]
        spare = len(hand.split()) - len(laid)
        assert spare >= kept
        assert bool(apply(state, lay).state.out) == (spare == 0)


def test_no_more_is_kept_than_the_discard() -> None:
    legal = legal_actions(_holding("R1 R2 R3 R4 R5 R6", "R4", FINAL_TURN))
    assert sum(map(len, _best(legal).groups)) == 5
