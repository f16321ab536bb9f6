"""Variations as people choose or write them at Discord."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.editions import CLASSIC, phases_variation
from bot.cards.phases import TEN_PHASES
from bot.core.errors import GameError
from bot.i18n import words_for
from bot.i18n.rulesets import NAMED, suggestions, variation_name, with_variation
from cogs.base.errors import sentence

WORDS = words_for("en")


@pytest.mark.parametrize("variation", NAMED)
def test_a_variation_is_known_by_id_and_by_name(variation: str) -> None:
    by_id = with_variation(WORDS, CLASSIC, variation)

    assert with_variation(WORDS, CLASSIC, variation_name(WORDS, variation)) == by_id
    assert by_id != CLASSIC


@pytest.mark.parametrize("variation", [each for each in NAMED if each != "ten_hands"])
def test_which_variation_rules_have(variation: str) -> None:
    assert phases_variation(with_variation(WORDS, CLASSIC, variation)) == variation
    assert phases_variation(with_variation(WORDS, CLASSIC, "R4,C5")) == ""
    assert phases_variation(CLASSIC) == "phases=10"


@given(st.text(alphabet="SRCsrc0123456789+,= aephß_", max_size=130))
def test_any_text_is_played_or_refused_in_words(typed: str) -> None:
    try:
        rules = with_variation(WORDS, CLASSIC, typed)
    except GameError as error:
        assert sentence(WORDS, error) != WORDS("errors.not_allowed")
    else:
        assert 1 <= len(rules.phases) <= len(TEN_PHASES)


@given(st.text(max_size=130) | st.text(alphabet="src34579+, ", max_size=130))
def test_suggestions_can_be_sent_and_chosen(typed: str) -> None:
    found = suggestions(WORDS, CLASSIC, typed)

    assert len(found) <= 25
    for name, value in found:
        assert 1 <= len(name) <= 100
        assert 1 <= len(value) <= 100
        assert with_variation(WORDS, CLASSIC, value)
