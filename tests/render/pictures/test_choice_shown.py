"""The picture of a choice: both cards in their places in the hand."""

from __future__ import annotations

from dataclasses import replace

from kit import laid

from bot.cards.actions import Lay
from bot.lab import samples
from bot.render.pictures.costliest import hand_with_choices, shown_cards

CHOICES = samples.choices()


def test_a_long_group_is_in_two_rows() -> None:
    both = Lay((laid("S", "R7 B7 G7"), laid("R", "Y3 G4 B5 W6 R7 B8 G9 Y10 R11")))
    act, rows = shown_cards(CHOICES["lay"].view, both)
    assert (act, [*map(len, rows)]) == ("lay", [3, 5, 4])


def test_a_card_that_was_left_is_in_its_place_in_the_hand() -> None:
    view = CHOICES["draw"].view
    cards, _, chosen = hand_with_choices(CHOICES["draw"])
    assert len(cards) == len(view.hand) + 1
    assert [cards[at] for at in chosen] == [view.discard_pile[-1]]


def test_both_cards_of_a_discard_are_in_the_hand() -> None:
    choice = CHOICES["discard"]
    cards, marks, chosen = hand_with_choices(choice)
    assert sorted(map(str, cards)) == sorted(map(str, choice.view.hand))
    assert [cards[at] for at in chosen] == [choice.own.card, choice.better.card]
    assert len(marks) == len(cards)
    swapped = replace(choice, own=choice.better, better=choice.own)
    assert hand_with_choices(swapped)[2] == chosen[::-1]
