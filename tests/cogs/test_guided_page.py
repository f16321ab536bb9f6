"""The pages of the guided hand: within Discord's limits, and true to what they offer."""

from __future__ import annotations

import re
from random import Random

import pytest
from limits import buttons_of, check, text_of

from bot.cards.cards import WILD
from bot.guided import DEAL, MOST_CHOICES, PILE, Advised, GuidedHand, advised, guided_hand
from bot.i18n import Translator, languages, words_for
from cogs.base.custom_ids import CustomId, Verb, parse
from cogs.base.screens import Picture, Screen
from cogs.base.text import HINTED
from cogs.guided import guided_screen, join_choices

PICTURE = Picture("hand.png", b"png", "A hand.")


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Translator:
    return words_for(str(request.param), "playing-cards")


def panel_of(words: Translator, hand: GuidedHand, shown: Picture | None = None) -> Screen:
    return guided_screen(words, hand, hand.view, shown, None)


def offered(panel: Screen) -> dict[str, str]:
    """The labels of what goes on in the hand, by its choices."""
    found = {}
    for each in buttons_of(panel):
        meaning = each.meaning
        if meaning and not each.disabled and meaning.verb in (Verb.GUIDED, Verb.GUIDED_ASK):
            found[join_choices(meaning.version, meaning.args)] = each.label
    return found


def check_step(panel: Screen, hand: GuidedHand, advice: Advised) -> None:
    """The one sentence in bold names a button that does what is advised."""
    check(panel)
    (sentence,) = re.findall(r"^\*\*(.+)\*\*$", text_of(panel), re.MULTILINE)
    named = re.findall(r"(?<!\*)\*([^*]+)\*", sentence)
    label = offered(panel).get(hand.choices + advice.choice)
    if advice.choice:
        assert label is not None
        assert named == [re.sub(" [○✓+💡]", "", label)]
        marked = [choice for choice, label in offered(panel).items() if HINTED in label]
        assert marked == [hand.choices + advice.choice], "the hint marks that button alone"
    else:
        assert named == []


def test_each_sentence_of_the_advised_way_names_a_button_that_is_offered(words: Translator) -> None:
    hand = guided_hand()
    while True:
        advice = advised(hand)
        for shown in (None, PICTURE):
            check_step(panel_of(words, hand, shown), hand, advice)
        if not advice.choice:
            return
        hand = guided_hand(hand.choices + advice.choice)


@pytest.mark.parametrize("seed", range(4))
def test_so_does_each_sentence_wherever_else_the_hand_goes(words: Translator, seed: int) -> None:
    rng, hand = Random(seed), guided_hand()
    while advised(hand).choice:
        panel = panel_of(words, hand)
        check_step(panel, hand, advised(hand))
        hand = guided_hand(rng.choice([each for each in offered(panel) if each]))
    check_step(panel_of(words, hand), hand, advised(hand))


def test_another_move_than_the_advised_one_is_answered() -> None:
    words, hand = words_for("en"), guided_hand()
    for choice in offered(panel_of(words, hand)):
        other = "play it that way, too" in text_of(panel_of(words, guided_hand(choice)))
        assert other == (choice != advised(hand).choice)


def test_the_longest_way_fits_into_a_custom_id() -> None:
    choices = PILE * MOST_CHOICES
    made = CustomId("-", DEAL, Verb.GUIDED_ASK, tuple(re.findall(".{1,24}", choices)))
    read = parse(str(made))
    assert join_choices(read.version, read.args) == choices
    # A button of another deal begins this one.
    assert join_choices(9, ("p",)) == ""


def test_marks_are_explained_once_and_only_where_there_are_pictures() -> None:
    words, seen = words_for("en"), ""
    hand = guided_hand()
    while choice := advised(hand).choice:
        assert "✓ marks" not in text_of(panel_of(words, hand))
        seen += text_of(panel_of(words, hand, PICTURE))
        hand = guided_hand(hand.choices + choice)
    for mark in ("✓ marks cards that fit your", "○ marks", "bold edge", "✓ beside"):
        assert seen.count(mark) == 1


def test_a_wild_is_asked_about_before_it_is_discarded() -> None:
    words, hand = words_for("en"), guided_hand("p4p")
    panel = guided_screen(words, hand, hand.view, None, WILD)
    check(panel)
    assert "Really discard **Wild**?" in text_of(panel)
    answers = [label for label in offered(panel).values() if label in ("Discard it", "Keep it")]
    assert answers == ["Discard it", "Keep it"]
