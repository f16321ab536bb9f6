"""What alt texts of animations say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import languages, words_for
from bot.i18n.alt import LONGEST_ALT
from bot.i18n.animations import highlight_alt, recap_alt, recap_sentences
from bot.lab import samples

SAID = {
    "laid-sets": "Big Tony 🎲 lays phase 2: Red 7, Blue 7, Green 7, Wild as 7; Yellow 3",
    "out-discard": "Big Tony 🎲 discarded Blue 8 and went out.",
    "out-hit": "Big Tony 🎲 hit with the last card, Wild, and went out.",
    "out-lay": "Big Tony 🎲 laid the phase with every card left and went out.",
    "won": "Nguyễn Thị Minh Khai wins the game!",
    "won-shared": "Mia, Big Tony 🎲, and Ada share the win!",
}


@pytest.mark.parametrize("name", SAID)
def test_a_highlight_is_told_in_a_sentence(name: str) -> None:
    said = highlight_alt(words_for("en"), samples.highlights()[name])
    assert said.startswith(f"Animation: {SAID[name]}")


@pytest.mark.parametrize("locale", languages())
def test_every_highlight_can_be_told_in_every_language(locale: str) -> None:
    for highlight in samples.highlights().values():
        assert len(highlight_alt(words_for(locale), highlight)) <= LONGEST_ALT


def test_a_recap_tells_who_won_and_how_the_hands_went() -> None:
    view, hands = samples.over(4, 30)
    first, *rest = recap_sentences(words_for("en"), view, hands)
    assert first == "Mia wins the game!"
    assert any(each.startswith("Hand 30: ") for each in rest)
    alt = recap_alt(words_for("en"), view, hands)
    assert alt.startswith("Animation: a race from phase to phase, hand by hand. Mia wins")
    assert len(alt) <= LONGEST_ALT


def test_a_recap_of_a_game_without_a_winner_or_hands_can_be_told() -> None:
    view, hands = samples.over(2, 1)
    assert "wins" not in recap_alt(words_for("en"), replace(view, result=None), hands)
    assert recap_sentences(words_for("en"), replace(view, result=None), ()) == [
        "The score sheet is still empty."
    ]
