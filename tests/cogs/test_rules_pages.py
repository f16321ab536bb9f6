"""Each page of the rules tells what holds in the edition or game that it is about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from dice_kit import position as dice_position
from kit import position
from limits import check, text_of
from pairs import in_pairs

from bot.cards import engine as cards
from bot.cards.rulesets import (
    CLASSIC,
    EDITIONS,
    FINAL_TURN,
    MASTERS,
    FirstDealer,
    NaturalCardsPer,
    OpeningSkip,
    RuleSet,
    SkipRule,
)
from bot.cards.variations import varied, with_options
from bot.cards.views import view_for
from bot.core.states import AnyRules
from bot.dice import engine as dice
from bot.dice.editions import DICE
from bot.dice.views import view_for as dice_view
from bot.i18n import Translator, languages, words_for
from bot.i18n.phrases import phase_name
from cogs.live.game_messages import Topic, rules_pages
from cogs.rules import first_page, rules_screen, rules_with

LOCALES = languages()
# The pages that state the value of an option, with all its values.
TOLD = {
    "first_dealer": (Topic.DEAL, tuple(FirstDealer)),
    "opening_skip": (Topic.DEAL, tuple(OpeningSkip)),
    "skip_rule": (Topic.WILD_AND_SKIP, tuple(SkipRule)),
    "natural_cards_per": (Topic.WILD_AND_SKIP, tuple(NaturalCardsPer)),
    "last_turn": (Topic.TURN, (True, False)),
    "out_by_discard": (Topic.TURN, (True, False)),
}
# The pages that have a sentence where an option is on, and not where it is off.
SENTENCES = {
    "ruleset.opening_offer.yes": (Topic.DEAL, "opening_offer"),
    "ruleset.save_pile.yes": (Topic.TURN, "save_pile"),
    "ruleset.save_limit": (Topic.TURN, "save_limit"),
    "ruleset.save_ends_turn.no": (Topic.TURN, "save_pile"),
    "ruleset.saved_scores": (Topic.SCORING, "save_pile"),
    "ruleset.out_scores.late": (Topic.SCORING, "last_turn"),
    "ruleset.choose_phase.yes": (Topic.PHASES, "choose_phase"),
}

BEFORE = replace(CLASSIC, stalemate_turns=None, first_dealer=FirstDealer.HOST)
ONE_COLOUR = with_options(CLASSIC, ["RC4,S2"], [])
HERO, WINNING = "must hold at least one 8", words_for("en")("ruleset.winning")


def page(words: Translator, topic: Topic, rules: AnyRules, view: Any = None) -> str:
    return text_of(rules_screen(words, topic, rules, shown=view))


def key_of(option: str, value: object) -> str:
    name = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    return f"ruleset.{option}.{name}"


@pytest.mark.parametrize(("option", "name", "locale"), in_pairs(TOLD, EDITIONS, LOCALES))
def test_a_page_tells_the_editions_own_value_only(option: str, name: str, locale: str) -> None:
    words, rules = words_for(locale), EDITIONS[name]
    topic, values = TOLD[option]
    text = page(words, topic, rules)
    for value in values:
        told = words(key_of(option, value)) in text
        assert told is (value == getattr(rules, option)), value


@pytest.mark.parametrize(("sentence", "name", "locale"), in_pairs(SENTENCES, EDITIONS, LOCALES))
def test_options_of_some_editions_are_on_their_pages(sentence: str, name: str, locale: str) -> None:
    words, rules = words_for(locale), EDITIONS[name]
    topic, option = SENTENCES[sentence]
    assert (words(sentence) in page(words, topic, rules)) is getattr(rules, option)


@pytest.mark.parametrize(
    ("name", "variation", "locale"),
    in_pairs(EDITIONS, ("phases=3", "even_phases", "R4,C5", "RC4,S2"), LOCALES),
)
def test_the_phases_are_those_of_the_game(name: str, variation: str, locale: str) -> None:
    words, rules = words_for(locale), with_options(EDITIONS[name], [variation], [])
    listed = [f"**{n}** {phase_name(words, each)}" for n, each in enumerate(rules.parsed_phases, 1)]
    text = page(words, Topic.PHASES, rules)
    assert "\n".join(listed) in text
    assert f"**{len(listed) + 1}**" not in text


@pytest.mark.parametrize(
    ("topic", "rules", "said", "unsaid"),
    [
        (Topic.DEAL, replace(CLASSIC, stalemate_turns=7), "for 7 turns per player", "The host"),
        (Topic.DEAL, BEFORE, "The host deals first", "turns per player"),
        (Topic.PHASES, ONE_COLOUR, "**run in one colour**", "A **run**"),
        (Topic.PHASES, ONE_COLOUR, "**set**", "**Cards of one colour**"),
        (Topic.PHASES, with_options(CLASSIC, [], ["runs=one_colour"]), "**run in one", "A **run**"),
        (Topic.PHASES, EDITIONS["el_chavo"], f"Phase 10 {HERO}", "run in one colour"),
        (Topic.WILD_AND_SKIP, EDITIONS["el_chavo"], f"Phase 10 {HERO}", "in front of"),
        (Topic.WILD_AND_SKIP, CLASSIC, "Skip", HERO),
        (Topic.PHASES, CLASSIC, "**set**", HERO),
        (Topic.OBJECT, replace(FINAL_TURN, ten_hands=True), "the lowest total wins", WINNING),
        (Topic.OBJECT, FINAL_TURN, WINNING, "the lowest total wins"),
    ],
)
def test_a_page_tells_what_holds_and_nothing_else(
    topic: Topic, rules: RuleSet, said: str, unsaid: str
) -> None:
    text = page(words_for("en"), topic, rules)
    assert said in text
    assert unsaid not in text


@pytest.mark.parametrize(
    ("rules", "state", "view", "abandon"),
    [
        (CLASSIC, position(["R1", "R10"]), view_for, cards.abandon),
        (DICE, dice_position([0, 0]), dice_view, dice.abandon),
    ],
)
def test_the_pages_of_fair_shuffles_have_the_secret_of_a_game_that_is_over(
    rules: AnyRules, state: Any, view: Any, abandon: Any
) -> None:
    for shown in (state, abandon(state).state):
        told = page(words_for("en"), Topic.FAIR_SHUFFLES, rules, view(shown, None))
        assert state.game.commitment in told
        assert (state.game.secret.hex() in told) is (shown is not state)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("theme", ["standard", "playing-cards"])
def test_the_dice_game_has_pages_of_its_own(theme: str, locale: str) -> None:
    words, topics = words_for(locale, theme), rules_pages(DICE).topics
    about = words.about("dice")
    for number, topic in enumerate(topics, 1):
        check(rules_screen(words, topic, DICE))
        text = page(words, topic, DICE)
        shown = words(
            "rules.page", page=number, pages=len(topics), edition=about("lobby.edition.dice")
        )
        assert shown in text
        assert about(f"rules.{topic}.text") in text
        assert not words.has("rules.cards") or words("rules.cards") not in text
    assert f"**8** {about.plural('phrases.colour_groups', 1, size=7)}" in page(
        words, Topic.PHASES, DICE
    )


def test_a_game_of_the_classic_rules_has_no_list_of_what_differs() -> None:
    said = page(words_for("en"), Topic.EDITIONS, CLASSIC, view_for(position(["R1", "R10"]), 0))
    assert "nothing differs" in said
    assert "what differs" not in said


def test_where_the_rules_are_opened() -> None:
    assert first_page(CLASSIC) is first_page(DICE) is Topic.OBJECT
    assert first_page(MASTERS) is first_page(MASTERS, Topic.SOLO) is Topic.EDITIONS
    assert first_page(DICE, Topic.HITTING) is Topic.OBJECT
    quick, ten_hands = (varied(CLASSIC, each) for each in ("phases=3", "ten_hands"))
    assert first_page(quick) is Topic.OBJECT
    assert first_page(ten_hands) is Topic.EDITIONS
    assert first_page(DICE, Topic.SOLO) is Topic.SOLO
    assert rules_with(None) is rules_with(Topic.TURN) is CLASSIC
    assert rules_with(Topic.ENDING) is DICE
