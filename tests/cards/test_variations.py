"""Variations and options as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import coded
from pairs import shared

from bot.cards import rulesets, variations
from bot.cards.phases import TEN_PHASES
from bot.core.errors import GameError, MalformedError


def refused(rules: rulesets.RuleSet, variation: str) -> MalformedError:
    with pytest.raises(MalformedError) as found:
        variations.varied(rules, variation)
    return found.value


@pytest.mark.parametrize("rules", rulesets.EDITIONS.values(), ids=rulesets.EDITIONS)
def test_every_edition_takes_every_variation(rules: rulesets.RuleSet) -> None:
    assert variations.varied(rules, "ten_hands").ten_hands
    assert variations.varied(rules, "even_phases").phases == ("S3+R4", "R7", "R9", "C7", "S5+S3")
    for count in range(1, 11):
        assert variations.varied(rules, f"phases={count}").phases == TEN_PHASES[:count]
    made = variations.varied(rules, "S3+S3, R4,C10")
    assert (made.phases, made.edition) == (("S3+S3", "R4", "C10"), rules.edition)


@pytest.mark.parametrize(
    "variation", ["phases=0", "phases=11", "phases=", "phases=x", "phases=٣", "hands=3", "a=b=c"]
)
def test_what_is_no_variation_is_refused(variation: str) -> None:
    assert refused(rulesets.CLASSIC, variation).code == "bad_variation"


@pytest.mark.parametrize(
    ("text", "code", "phase"),
    [
        ("S3+", "bad_phase", "S3+"),
        ("S3, X4", "bad_phase", "X4"),
        ("S3 4", "bad_phase", "4"),
        ("S3, S6+S5", "phase_too_large", "S6+S5"),
    ],
)
def test_the_phase_that_cannot_be_played_is_named(text: str, code: str, phase: str) -> None:
    found = refused(rulesets.CLASSIC, text)
    assert (found.code, found.data["notation"]) == (code, phase)


@pytest.mark.parametrize("text", [",".join(["S3"] * 11), "", " , "])
def test_more_than_ten_phases_and_none_are_refused(text: str) -> None:
    with coded(GameError, "number_of_phases"):
        variations.varied(rulesets.CLASSIC, text)


@given(st.text(alphabet="SRC0123456789+,= abceghnpst_", max_size=40))
def test_any_text_is_a_variation_or_refused(text: str) -> None:
    try:
        rules = variations.varied(rulesets.MASTERS, text)
    except GameError as error:
        assert 0 <= error.data.get("position", 0) <= len(text)
    else:
        assert 1 <= len(rules.phases) <= 10


BAD_OPTIONS = {
    "no_such_option": ("dealer=3", "edition=x"),
    "bad_option": ("skips", "skips=13", "skips=-1", "skip_rule=never", "last_turn=1"),
}


@pytest.mark.parametrize(("code", "option"), shared(BAD_OPTIONS))
def test_bad_options_are_refused(option: str, code: str) -> None:
    key, _, text = option.partition("=")
    with coded(MalformedError, code):
        variations.with_option(rulesets.CLASSIC, key, text)


@pytest.mark.parametrize(
    "text", [" S3+R4 ,  C7 ", "S3 + R4; C7", "s3+r4,C7,", "S 3+R 4 C7", ";S3+R4,,\nC7 ; "]
)
def test_small_letters_blanks_and_any_separators_are_allowed(text: str) -> None:
    assert variations.custom_phases(text) == ("S3+R4", "C7")


@pytest.mark.parametrize("rules", rulesets.EDITIONS.values(), ids=rulesets.EDITIONS)
def test_a_length_replaces_any_other_and_leaves_single_options(rules: rulesets.RuleSet) -> None:
    mine = variations.with_options(rules, ["even_phases", "ten_hands"], ["skips=7"])
    for length, phases, ten_hands in (
        (variations.Length.TEN_HANDS, len(rules.phases), True),
        (variations.Length.QUICK, 3, False),
        (variations.Length.EVENING, len(rules.phases), False),
    ):
        mine = variations.with_length(mine, length)
        assert (mine.phases, mine.ten_hands, mine.skips) == (TEN_PHASES[:phases], ten_hands, 7)
        assert variations.game_length(mine) is length
    assert variations.game_length(rules) is variations.Length.EVENING
