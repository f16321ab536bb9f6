"""Alt texts of the dice game: with them alone it can be played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cards.phases import parse_phase
from bot.dice.dice import faces
from bot.dice.editions import DICE
from bot.dice.scoring import best_scoring
from bot.dice.views import DiceView
from bot.i18n import languages, words_for
from bot.i18n.alt import LONGEST_ALT, short_text
from bot.i18n.dice import (
    FIGURE_KEPT,
    dice_end_alt,
    dice_figure_alt,
    dice_figure_faces,
    dice_scores_sentences,
    dice_table_sentences,
)
from bot.lab.dice_samples import dice_ended, dice_tables

WORDS = words_for("en")
TABLES = dice_tables()


def said(view: DiceView, *kept: int) -> str:
    return " ".join(dice_table_sentences(WORDS, view, kept or None))


def test_the_table_says_all_that_is_needed_to_play() -> None:
    text = said(TABLES["4-run"])
    for part in (
        "It is Big Tony 🎲's turn, roll 2 of 3. Phase 5: a run of 8.",
        "die 1: blue 5, kept; die 2: green 6, kept",
        "die 8: blue Wild, kept; die 9: yellow 1;",
        "For the phase, dice 1, 2, 3, 4, 7, and 8 fit best. Still missing: 4 and 8.",
        "Ada: on phase 10, 478 points.",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("2-first-roll", "Still missing: 2\u00a0×\u00a010."),
        ("3-colour", "Still missing: 3 more in blue."),
        ("6-complete", "Stopping now scores 55 points, with dice 1, 2, 3, 4, 5, 6, 7, and 8."),
        ("4-bonus", "44 points (red 8, blue 8, yellow 8; blue 10, yellow 10, red Wild)."),
        ("4-bonus", "Ada has completed phase 10: the others take their last turns now."),
        ("4-order", "Big Tony 🎲 9 and Ada 6. Big Tony 🎲 begins."),
        ("1-failed", "It is Mia's turn to roll all ten dice."),
        ("1-failed", "Mia did not get phase 3 this time: 5 points off."),
    ],
)
def test_other_states_of_a_dice_table(name: str, sentence: str) -> None:
    assert sentence in said(TABLES[name])


def test_nobody_is_to_act_when_the_game_is_over() -> None:
    seats = ["Mia: all phases completed, 497 points.", "Big Tony 🎲: on phase 4, 123 points."]
    assert dice_table_sentences(WORDS, dice_ended(2)) == seats
    waiting = replace(TABLES["4-bonus"].seats[0], done=True)
    late = replace(TABLES["4-bonus"], seats=(waiting, *TABLES["4-bonus"].seats[1:]))
    assert "Mia: stopped at phase 9, 357 points." in said(late)


def test_the_score_card_and_the_end() -> None:
    card = short_text(dice_scores_sentences(WORDS, dice_ended(2)))
    assert card.startswith("Mia: 497 points, 10 phases completed. Big Tony 🎲: 123 points")
    assert "phase 9: 52, phase 10: 48, First Finish Bonus 40." in card
    end = dice_end_alt(WORDS, dice_ended(3))
    assert end.startswith("Place 1: Mia, 10 phases completed, 497 points. Place 2: Ada")
    assert dice_end_alt(WORDS, dice_ended(1)) == short_text(
        dice_scores_sentences(WORDS, dice_ended(1))
    )


@pytest.mark.parametrize("locale", languages())
def test_alt_texts_are_as_short_as_discord_wants_and_name_all_dice(locale: str) -> None:
    for theme in (None, "playing-cards"):
        words = words_for(locale, theme)
        for view in TABLES.values():
            text = short_text(dice_table_sentences(words, view))
            assert len(text) <= LONGEST_ALT
            assert text.count(": ") >= len(view.faces) * bool(view.roll)
        assert len(dice_end_alt(words, dice_ended(6))) <= LONGEST_ALT


def test_the_example_of_a_turn_is_played_with_the_dice_there_are() -> None:
    rolls = [faces([face.code for face in dice]) for dice in dice_figure_faces("turn").values()]
    for before, after, kept in zip(rolls, rolls[1:], FIGURE_KEPT.values(), strict=False):
        assert all(before[die] == after[die] for die in kept)
    first = parse_phase(DICE.phases[0])
    assert [best_scoring(roll, first) is not None for roll in rolls] == [False, False, True]
    found = best_scoring(rolls[-1], first)
    assert found is not None
    assert len(found.dice) == len(FIGURE_KEPT["third"])


def test_figures_in_words() -> None:
    assert dice_figure_alt(WORDS, "scoring").endswith("so that is 34 points.")
    assert "Phase 8: 7 dice of one colour." in dice_figure_alt(WORDS, "phases")
    assert "a run (green 3, yellow Wild, red 5)" in dice_figure_alt(WORDS, "wild")
    suits = words_for("en", "playing-cards")
    assert "Dice of one suit" in dice_figure_alt(suits, "colour")
    with pytest.raises(KeyError):
        dice_figure_alt(WORDS, "none")
