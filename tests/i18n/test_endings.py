from __future__ import annotations

from dataclasses import replace

import pytest
from kit import after, laid, position

from bot.cards.actions import Action, Discard, Draw, Source
from bot.cards.cards import card
from bot.cards.engine import abandon
from bot.cards.rulesets import CLASSIC, FINAL_TURN, RuleSet
from bot.cards.state import Stage, State
from bot.cards.views import PlayerView, view_for
from bot.i18n import words_for
from bot.i18n.alt import LONGEST_ALT, short_text
from bot.i18n.endings import hand_end_sentences, highlight_alt, how_it_ended, phase_after
from bot.lab import samples

WORDS = words_for("en")

RED = laid("S", "R4 B4 G4")
DEEDS = {
    "laid-sets": "Big Tony 🎲 lays phase 2: Red 7, Blue 7, Green 7, Wild as 7; Yellow 3",
    "out-discard": "Big Tony 🎲 went out.",
    "won": "Nguyễn Thị Minh Khai wins the game!",
    "won-shared": "Mia, Big Tony 🎲, and Ada share the win!",
}


def ended(*hands: str, deed: Action, **fields: object) -> PlayerView:
    return view_for(over(*hands, deed=deed, **fields), None)


def over(*hands: str, deed: Action, **fields: object) -> State:
    return after(position(hands, discard="R12", **fields), deed)  # type: ignore[arg-type]


def told(view: PlayerView) -> str:
    return " ".join(how_it_ended(WORDS, view, [seat.name for seat in view.seats]))


def test_last_turns_are_told_with_all_who_went_out() -> None:
    first = over("B7", "R1", rules=FINAL_TURN, deed=Discard(card("B7")))
    assert first.stage is not Stage.DEAL
    state = after(first, Draw(Source.DRAW_PILE), Discard(card("R1")))
    assert told(view_for(state, None)) == ("Ada went out. Everybody else had one last turn.")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("3-ran-dry", "Nobody went out: there was no card left to draw."),
        ("3-stalemate", "Nobody went out: for a long time"),
    ],
)
def test_reasons_why_nobody_went_out(name: str, said: str) -> None:
    assert told(samples.hand_ends()[name]).startswith(said)


def test_the_end_of_a_play_off_says_that_cards_in_hand_do_not_count() -> None:
    said = "Ada went out. In a play-off, cards left in hand do not count."
    hands = "B7", "R2 R3", ""
    seats = {2: {"playing": False}}
    assert told(ended(*hands, seats=seats, playoff=True, deed=Discard(card("B7")))) == said


def test_before_a_play_off_cards_in_hand_count() -> None:
    ten = tuple(range(1, 11))
    seats = {0: {"completed": ten, "total": 20}, 1: {"completed": ten, "total": 10}}
    view = ended("B7", "R2 R3", seats=seats, deed=Discard(card("B7")))
    assert view.playoff
    assert told(view) == "Ada went out."


@pytest.mark.parametrize(
    ("rules", "groups", "said"),
    [
        (CLASSIC, True, "on to phase 2"),
        (CLASSIC, False, "stays on phase 1"),
        (replace(CLASSIC, ten_hands=True), False, "phase 1 not laid, on to phase 2"),
        (replace(CLASSIC, choose_phase=True), True, "phase 1 completed"),
        (replace(CLASSIC, choose_phase=True), False, "phase 1 not laid"),
    ],
)
def test_the_next_phase_is_named(rules: RuleSet, groups: bool, said: str) -> None:
    down = {1: [RED, laid("S", "R5 B5 G5")]} if groups else {}
    seats = {1: {"completed": (1,) if groups else ()}}
    view = ended("B7", "R1", rules=rules, groups=down, seats=seats, deed=Discard(card("B7")))
    assert phase_after(WORDS, view, view.seats[1]) == said


def test_the_description_has_the_deed_the_bill_and_the_cards() -> None:
    view = ended("B7", "W S R1 B3", deed=Discard(card("B7")))
    assert hand_end_sentences(WORDS, view) == [
        "Hand 1 is over.",
        "Ada went out.",
        "Ada: 0 points, 0 in all, stays on phase 1.",
        "Ben: 50 points, 50 in all, stays on phase 1.",
        "Ben held Red 1, Blue 3, Wild, Skip.",
    ]


def test_the_description_fits_six_full_hands() -> None:
    full = "R1 B2 Y3 G4 R5 B6 Y7 G8 R9 B10"
    view = ended("B7", *[full] * 5, deed=Discard(card("B7")))
    alt = short_text(hand_end_sentences(WORDS, view))
    assert len(alt) <= LONGEST_ALT
    assert "Fay: 55 points" in alt


def test_hands_are_shown_after_their_end_alone() -> None:
    playing = position(["B7", "R1 R2"], discard="R12")
    state = after(playing, Discard(card("B7")))
    assert all(seat.left == () for seat in view_for(playing, None).seats)
    assert view_for(state, None).seats[1].left != ()
    given_up = abandon(playing).state
    assert all(seat.left == () for seat in view_for(given_up, None).seats)


@pytest.mark.parametrize("name", DEEDS)
def test_a_highlight_is_told_in_a_sentence(name: str) -> None:
    said = highlight_alt(WORDS, samples.highlights()[name])
    assert said.startswith(f"Animation: {DEEDS[name]}")
