"""The measures of phases: the order of the turns that they take, and what they leave."""

from __future__ import annotations

from math import exp

import pytest

from bot.cards.editions import CLASSIC
from bot.cards.phases import parse_phase
from bot.chances.game_chances import difficulty

# Mean turns of a lone normal player with a card turned over each turn, from `phase10 odds --fed`.
TURNS = {"S3+S3": 2.9, "S3+R4": 2.1, "S4+R4": 4.3, "R7": 3.3, "R9": 5.1, "S4+S4": 7.8, "C7": 4.6}


@pytest.mark.parametrize(("notation", "turns"), TURNS.items())
def test_the_turns_are_about_those_of_players(notation: str, turns: float) -> None:
    assert exp(difficulty(parse_phase(notation), CLASSIC).turns) == pytest.approx(turns, rel=0.15)
