"""The picture of choices: the cards of both acts in their places in the hand."""

from __future__ import annotations

from dataclasses import replace

from bot.lab import samples
from bot.players.advice import Advice
from bot.render.pictures.choice import marked_hand
from bot.reviews.choices import Choice

CHOICES = samples.choices()


def _marked(choice: Choice) -> tuple[list[str], list[str]]:
    hand = marked_hand(choice)
    assert len(hand.fits) == len(hand.cards)
    own, better = ([str(hand.cards[at]) for at in sorted(it)] for it in (hand.own, hand.better))
    return own, better


def test_a_card_that_was_left_is_in_its_place_in_the_hand() -> None:
    choice = CHOICES["draw"]
    assert len(marked_hand(choice).cards) == len(choice.view.hand) + 1
    assert _marked(choice) == ([], [str(choice.view.discard_pile[-1])])


def test_both_cards_of_a_discard_are_in_the_hand() -> None:
    choice = CHOICES["discard"]
    hand = marked_hand(choice)
    assert sorted(map(str, hand.cards)) == sorted(map(str, choice.view.hand))
    own, better = choice.own, choice.better.action
    assert _marked(choice) == ([str(own.card)], [str(better.card)])
    swapped = replace(choice, own=better, better=Advice(own, choice.better.reason))
    assert _marked(swapped) == ([str(better.card)], [str(own.card)])


def test_all_cards_of_a_phase_that_was_kept_are_marked() -> None:
    choice = CHOICES["lay"]
    cards = [card.held for group in choice.better.action.groups for card in group.cards]
    own, better = _marked(choice)
    assert own == [str(choice.own.card)]
    assert set(better) == set(map(str, cards))
