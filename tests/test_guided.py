"""The guided first hand: what it teaches, and that any way through it is playable."""

from __future__ import annotations

from random import Random

import pytest

from bot.guided import (
    HIT,
    LAY,
    MOST_CHOICES,
    PILE,
    TOP,
    GuidedChoiceError,
    GuidedHand,
    Lesson,
    advised,
    discard_choice,
    guided_hand,
)

ALL_CHOICES = (PILE, TOP, LAY, HIT, *map(discard_choice, range(11)))


def offered(hand: GuidedHand) -> list[str]:
    found = []
    for choice in ALL_CHOICES:
        try:
            guided_hand(hand.choices + choice)
        except GuidedChoiceError:
            continue
        found.append(choice)
    return found


def followed(hand: GuidedHand) -> list[GuidedHand]:
    """The hand and all that comes of it where every advice is followed."""
    steps = [hand]
    while choice := advised(steps[-1]).choice:
        steps.append(guided_hand(steps[-1].choices + choice))
    return steps


def test_the_advised_way_teaches_all_there_is_and_ends_with_going_out() -> None:
    steps = followed(guided_hand())
    lessons = [advised(each).lesson for each in steps]

    learned = "DRAW SKIP KEEP_WILD TAKE_FOR_SET LAY_WITH_WILD HIT DISCARD_DOWN GO_OUT"
    assert {Lesson[name] for name in learned.split()} <= set(lessons)
    assert lessons[-1] is Lesson.OUT
    assert len(steps[-1].choices) <= 13
    assert steps[-1].state.seats[1].groups, "the other player lays the phase, too"


@pytest.mark.parametrize("seed", range(12))
def test_any_way_can_be_played_to_an_end(seed: int) -> None:
    rng, hand, lessons = Random(seed), guided_hand(), set()
    while choices := offered(hand):
        advice = advised(hand)
        assert advice.choice in choices
        lessons.add(advice.lesson)
        # The phase is never laid: the way is as long as can be.
        choice = rng.choice([each for each in choices if each != LAY])
        hand = guided_hand(hand.choices + choice)
    assert advised(hand).choice == ""
    assert len(hand.choices) <= MOST_CHOICES
    middle = guided_hand(hand.choices[: len(hand.choices) // 2])
    assert advised(followed(middle)[-1]).lesson in {Lesson.OUT, Lesson.LAID, Lesson.BEATEN}


def test_a_hand_as_long_as_can_be_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.guided.MOST_CHOICES", 4)
    hand = guided_hand("p6pa")
    assert advised(hand).lesson is Lesson.TOO_LONG
    with pytest.raises(GuidedChoiceError):
        guided_hand.__wrapped__("p6pap")


@pytest.mark.parametrize("made_up", ["x", "l", "h", "0", "pp", "pl", "p4t", "pb", "p" * 73])
def test_choices_that_are_not_offered_are_refused(made_up: str) -> None:
    with pytest.raises(GuidedChoiceError):
        guided_hand(made_up)
