from __future__ import annotations

from dataclasses import replace

import pytest
from fullest_kit import lobby
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.phases import TEN_PHASES
from bot.cards.rulesets import CLASSIC, EDITIONS, FINAL_TURN, MASTERS, RuleSet, edition
from bot.cards.variations import OPTIONS, phases_variation, with_options
from bot.core.errors import GameError
from bot.i18n import words_for
from bot.i18n.rulesets import (
    NAMED,
    differences,
    phases_name,
    suggestions,
    title,
    variation_name,
    with_variation,
)
from cogs.base.errors import sentence
from cogs.base.screens import Menu
from cogs.lobby import NUMBERS_OF_SKIPS, changed, house_rules_screen

WORDS = words_for("en")
# Words that must occur in the differences of each edition, by sentence.
TOLD = {
    "classic": (),
    "anniversary40": ("green, yellow, orange, and red", "lies in front"),
    "modern": ("turn of your own",),
    "el_chavo": ("Phase 10 must hold at least one 8",),
    "final_turn": (
        "the second player loses",
        "may take the turned-up card",
        "one last turn",
        "only by discarding",
    ),
    "masters": ("2 to 4 players", "2 Skips", "which of their open phases", "set a card aside"),
}


def differences_of(rules: RuleSet) -> list[str]:
    return differences(WORDS, rules)


@pytest.mark.parametrize("name", EDITIONS)
def test_differences_of_each_edition(name: str) -> None:
    sentences = differences_of(edition(name))
    assert len(sentences) == len(TOLD[name])
    for told, words in zip(sentences, TOLD[name], strict=True):
        assert words.casefold() in told.casefold()


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("skip_rule=in_front", "lies in front"),
        ("natural_cards_per=group", "Every set, run and colour group"),
        ("skips=1", "1 Skip in"),
        ("skips=0", "0 Skips"),
        ("opening_offer=yes", "may take the turned-up card"),
        ("last_turn=yes", "one last turn"),
        ("out_by_discard=yes", "only by discarding"),
        ("runs=one_colour", "All cards of a run"),
    ],
)
def test_each_changed_option_is_one_sentence_more(option: str, words: str) -> None:
    (sentence,) = differences_of(with_options(CLASSIC, [], [option]))
    assert words in sentence
    assert title(WORDS, with_options(CLASSIC, [], [option])).endswith("house rules")


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_is_in_a_menu_of_the_lobby_and_is_told(key: str) -> None:
    values = set(NUMBERS_OF_SKIPS if key == "skips" else OPTIONS[key].values())
    for value in values:
        rules = replace(MASTERS, **{key: value})
        menus = house_rules_screen(WORDS, lobby([], rules), rules).controls
        changes = [each[1] for menu in menus if isinstance(menu, Menu) for each in menu.options]
        offered = [changed(rules, change) for change in changes if change.startswith(f"{key}=")]
        assert {getattr(each, key) for each in offered} == values - {value}
        if rules != MASTERS:
            assert differences_of(rules) != differences_of(MASTERS)
            assert title(WORDS, rules).endswith("house rules")


@pytest.mark.parametrize(
    ("rules", "option", "words"),
    [
        (FINAL_TURN, "last_turn=no", "The hand ends as soon as"),
        (FINAL_TURN, "opening_offer=no", "Nobody is offered"),
        (FINAL_TURN, "out_by_discard=no", "hitting with your last card"),
        (edition("modern"), "skip_rule=once_around", "player who did it"),
        (MASTERS, "skips=4", "4 Skips"),
        (MASTERS, "save_draw=any", "any card"),
        (MASTERS, "save_ends_turn=yes", "replaces the discard"),
    ],
)
def test_removed_features_of_an_edition_are_told(rules: RuleSet, option: str, words: str) -> None:
    changed = with_options(rules, [], [option])
    assert any(words in sentence for sentence in differences_of(changed))


@pytest.mark.parametrize(
    ("variation", "words"),
    [
        ("even_phases", "only 2, 4, 6, 8 and 10 of the usual ten"),
        ("phases=4", "the first 4 only"),
        ("R4,C5", "1. a run of 4; 2. 5 cards of one colour"),
    ],
)
def test_variations_of_phases(variation: str, words: str) -> None:
    rules = with_options(CLASSIC, [variation], [])
    assert phases_name(WORDS, rules) == words
    # The title names all but one's own.
    assert differences_of(rules) == ([f"Phases: {words}"] if variation == "R4,C5" else [])


@pytest.mark.parametrize("variation", NAMED)
def test_a_variation_is_known_by_id_and_by_name(variation: str) -> None:
    by_id = with_variation(WORDS, CLASSIC, variation)
    assert with_variation(WORDS, CLASSIC, variation_name(WORDS, variation)) == by_id
    assert by_id != CLASSIC
    own = "phases=10" if variation == "ten_hands" else variation
    assert phases_variation(by_id) == own
    assert phases_variation(with_variation(WORDS, CLASSIC, "R4,C5")) == ""


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
    found = suggestions(WORDS, typed)
    assert len(found) <= 25
    for name, value in found:
        assert 1 <= len(name) <= 100
        assert 1 <= len(value) <= 100
        assert with_variation(WORDS, CLASSIC, value)
