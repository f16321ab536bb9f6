from __future__ import annotations

from dataclasses import replace

import pytest
from kit import held, position

from bot.cards.marked_cards import HandOrder
from bot.cards.rulesets import MASTERS
from bot.cards.state import Stage
from bot.cards.views import view_for
from bot.i18n import words_for
from bot.i18n.alt import hand_sentences
from cogs.pages.hand_text import hand_as_text

WORDS = words_for("en")


def test_a_hand_names_every_card_in_the_order_chosen() -> None:
    view = view_for(position(["B2 R9 Y2 W", "R1"], discard="G7"), 0)
    by_number = hand_as_text(WORDS, view, HandOrder.NUMBER)
    assert by_number[0] == "Ben holds 1 card!"
    assert by_number[1] == "Your hand, 4 cards: Blue 2, Yellow 2, Red 9, Wild."
    assert by_number[-3].endswith("On top of the discards: Green 7.")
    assert by_number[-2:] == ["You have 0 points.", "Ben: on phase 1, 1 card, 0 points."]
    assert hand_as_text(WORDS, view, HandOrder.COLOUR)[1] != by_number[1]


def test_the_player_to_act_and_saved_cards_are_told_once() -> None:
    state = position(["R1", "R2"], rules=MASTERS, turn=1, seats={0: {"saved": held("W B11")}})
    view = view_for(state, 0)
    alone, below = hand_sentences(WORDS, view), hand_as_text(WORDS, view, HandOrder.NUMBER)
    said = {each for each in alone if "turn" in each or "save pile: Wild, Blue 11." in each}
    assert (len(said), said & {*below}) == (2, set())


@pytest.mark.parametrize("stage", [Stage.DEAL, Stage.OVER])
def test_no_cards_are_told_outside_of_play(stage: Stage) -> None:
    view = replace(view_for(position(["B2", "R1"]), 0), stage=stage)
    assert hand_as_text(WORDS, view, HandOrder.NUMBER) == []
