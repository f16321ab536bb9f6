"""Descriptions of the pictures of cups."""

from __future__ import annotations

import pytest

from bot.i18n import languages, words_for
from bot.i18n.cups import cup_alt
from bot.lab.cup_samples import cups

ENGLISH = words_for("en")
CUPS = cups()
LONGEST = 1024


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("open-0", "Friday night: Swiss, 3 rounds · Classic · the first 3 phases. Nobody is in"),
        ("open-14", "Knock-out · Masters. 14 are in: Mia, Big Tony 🎲"),
        ("after-2-rounds", "Round 2 of 3. 1. Mia · 24 points (12, 12) · 20 phases."),
        ("after-2-rounds", "2. Big Tony 🎲 has left · 20 points"),
        ("knock-out", "Ladder: The final! 1. Mia"),
        ("podium-2", "Friday night: Mia wins the cup! 1. Mia · 36 points"),
    ],
)
def test_a_picture_is_told_in_words(name: str, said: str) -> None:
    assert said in cup_alt(ENGLISH, CUPS[name])


@pytest.mark.parametrize("locale", languages())
@pytest.mark.parametrize("name", CUPS)
def test_descriptions_are_short_in_every_language(locale: str, name: str) -> None:
    assert 0 < len(cup_alt(words_for(locale), CUPS[name])) <= LONGEST
