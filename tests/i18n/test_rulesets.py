from __future__ import annotations

import pytest

from bot.cards.editions import (
    CLASSIC,
    EDITIONS,
    FINAL_TURN,
    MASTERS,
    RuleSet,
    edition,
    with_options,
)
from bot.i18n import words_for
from bot.i18n.rulesets import differences, phases_name, title

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
def test_what_differs_in_each_edition(name: str) -> None:
    sentences = differences_of(edition(name))

    assert len(sentences) == len(TOLD[name])
    for sentence, words in zip(sentences, TOLD[name], strict=True):
        assert words.casefold() in sentence.casefold()


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
def test_what_an_edition_lost_is_told(rules: RuleSet, option: str, words: str) -> None:
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
