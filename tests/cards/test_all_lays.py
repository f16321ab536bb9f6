"""Best lays and all lays against brute force."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from kit import held
from laying_kit import (
    CUSTOM,
    PER_GROUP,
    RULES,
    all_lays,
    exact,
    hands,
    lays_in_hand,
    mutations,
    naive_lays,
)

from bot.cards.cards import (
    Card,
)
from bot.cards.editions import CLASSIC, RuleSet
from bot.cards.laying import best_lay, check_lay, weight
from bot.cards.phases import TEN_PHASES, Phase, parse_phase
from bot.core.errors import IllegalError

SMALL = (
    "S2",
    "R3",
    "C3",
    "S2+S2",
    "S3+S2",
    "S2+R3",
    "R3+C3",
    "C3+S2",
    "R3+R3",
    "C3+C3",
    "S2+S2+S2",
    "RC3",
    "RC3+S2",
    "RC3+R3",
    "RC3+C3",
    "RC3+RC3",
)


class TestAllLays:
    @exact(max_examples=120)
    @given(
        hand=hands(4, 6, wilds=(0, 3)), phase=st.sampled_from(SMALL), rules=st.sampled_from(RULES)
    )
    @example(hand=held("R7 W W W W W"), phase="S3+R3", rules=CLASSIC)
    @example(hand=held("R1 R2 R3 B1 B2 B3"), phase="R3+R3", rules=CLASSIC)
    @example(hand=held("R1 R2 B2 B1 W W"), phase="C3+C3", rules=PER_GROUP)
    def test_are_the_legal_lays_each_once(
        self, hand: tuple[Card, ...], phase: str, rules: RuleSet
    ) -> None:
        lays = list(all_lays(hand, parse_phase(phase), rules))
        wanted = naive_lays(hand, parse_phase(phase), rules)
        assert len(set(lays)) == len(lays)
        assert set(lays) == wanted
        lay = best_lay(hand, parse_phase(phase), rules)
        assert (lay is None) == (not wanted)

    @exact(max_examples=150)
    @given(
        hand=hands(6, 8, wilds=(0, 4)),
        phase=st.sampled_from(SMALL),
        rules=st.sampled_from(RULES),
        rng=st.randoms(use_true_random=False),
    )
    def test_and_nothing_else_is(
        self, hand: tuple[Card, ...], phase: str, rules: RuleSet, rng: Random
    ) -> None:
        lays = list(islice(all_lays(hand, parse_phase(phase), rules), 3_000))
        assume(lays)
        assume(len(lays) < 3_000)
        known = set(lays)
        for lay in rng.sample(lays, min(len(lays), 10)):
            for changed in mutations(lay, rng):
                accepted = True
                try:
                    check_lay(changed, hand, parse_phase(phase), rules)
                except IllegalError:
                    accepted = False
                assert accepted == (changed in known), changed


class TestBestLayAgainstBruteForce:
    @pytest.mark.parametrize("phase", TEN_PHASES)
    @exact(max_examples=30)
    @given(hand=hands(8, 11), rules=st.sampled_from(RULES))
    def test_standard_phases(self, phase: str, hand: tuple[Card, ...], rules: RuleSet) -> None:
        self.compare(hand, parse_phase(phase), rules)

    @pytest.mark.parametrize("phase", CUSTOM)
    @exact(max_examples=20)
    @given(hand=hands(6, 11), rules=st.sampled_from(RULES))
    def test_custom_phases(self, phase: str, hand: tuple[Card, ...], rules: RuleSet) -> None:
        self.compare(hand, parse_phase(phase), rules)

    @staticmethod
    def compare(hand: tuple[Card, ...], phase: Phase, rules: RuleSet) -> None:
        lays = list(islice(all_lays(hand, phase, rules), 1_500))
        lay = best_lay(hand, phase, rules)
        if lay is None:
            assert not lays
            return
        check_lay(lay, hand, phase, rules)
        assert weight(lay, hand, rules) <= min(weight(each, hand, rules) for each in lays)
        if len(lays) < 1_500:
            assert lay in lays

    @exact(max_examples=250)
    @given(data=st.data(), phase=st.sampled_from(TEN_PHASES + CUSTOM), rules=st.sampled_from(RULES))
    def test_never_worse_than_a_lay_that_is_there(
        self, data: st.DataObject, phase: str, rules: RuleSet
    ) -> None:
        there, hand = data.draw(lays_in_hand(parse_phase(phase), rules))
        check_lay(there, hand, parse_phase(phase), rules)
        lay = best_lay(hand, parse_phase(phase), rules)
        assert lay is not None
        check_lay(lay, hand, parse_phase(phase), rules)
        assert weight(lay, hand, rules) <= weight(there, hand, rules)

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
        assert best_lay(shuffled, parse_phase(phase), rules) == best_lay(
            hand, parse_phase(phase), rules
        )
