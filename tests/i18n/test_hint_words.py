"""Hints in words: every reason and action has its sentence, in one line."""

from __future__ import annotations

import pytest
from kit import laid, position

from bot.cards.cards import cards
from bot.cards.engine import legal_actions
from bot.cards.rulesets import FINAL_TURN, MASTERS
from bot.cards.state import Stage, State
from bot.cards.views import view_for
from bot.i18n import words_for
from bot.i18n.hints import hint
from bot.players.advice import Reason

WORDS = words_for("en")
SKIPS = "S R1 R2 R3 B4 B6 Y7 G12 B10 Y10 Y11"
SETS = {0: [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")]}
TEN = "R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3"
CYD = {2: [laid("S", "R5 B5 G5"), laid("S", "R8 B8 G8")]}


def _hint(state: State, theme: str | None = None) -> str:
    return hint(words_for("en", theme), view_for(state, state.turn), legal_actions(state))[0]


def _drawing(hand: str, discard: str, **more: object) -> State:
    return position([hand, "R4 B4 G4"], stage=Stage.DRAW, discard=discard, **more)  # type: ignore[arg-type]


def test_every_reason_has_a_sentence() -> None:
    for reason in Reason:
        assert WORDS.has(f"hints.reason.{reason}"), reason


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (_drawing(TEN, "G1 Y9"), "Hint: take Yellow 9, as it completes your phase."),
        (_drawing(TEN, "G1 Y7"),
         "Hint: draw from the draw pile, as Yellow 7 brings your phase no nearer."),
        (_drawing("R5 B5 G5 R9 B9 G9 R1 B2 G11 Y12", "G1 Y7"),
         "Hint: draw from the draw pile, as you hold your phase and do not need Yellow 7 for it."),
        (position(["R5 B5 G5 R9 B9 R1 B2", "R4 B4"], discard="G12"),
         "Hint: discard Blue 2, or just as well Red 1: neither is of use to you."),
        (_drawing("R1 R2", "G1 S"),
         "Hint: draw from the draw pile, as a Skip may not be taken."),
        (_drawing("R1 R2", ""),
         "Hint: draw from the draw pile, as there is no discard to take."),
        (
            position(["R5 B5 G5 R9 B9 G9 R1 W", "R4"], discard="G1"),
            (
                "Hint: lay your phase as set of 5s (Red 5, Blue 5, Green 5) · set of 9s"
                " (Red 9, Blue 9, Green 9), which keeps a Wild for later."
            ),
        ),
        (position(["Y9 R1", "R4"], groups=SETS, discard="G1"),
         "Hint: hit Yellow 9 → your set of 9s, as you can go out this turn."),
        (position(["S R1 R2 R5 B5 G5 R9 B9", "R4 B1"], discard="G1"),
         "Hint: play a Skip on Ben, which gives you the next turn as well."),
        (position([SKIPS, TEN, "R4 B4 G7 Y9"], groups=CYD, discard="G1"),
         "Hint: play a Skip on Cyd, who has laid and holds 4 cards."),
        (position([SKIPS, TEN, TEN], seats={2: {"completed": (1, 2)}}, discard="G1"),
         "Hint: play a Skip on Cyd, who has completed the most phases of your opponents: 2."),
        (position([SKIPS, TEN, TEN], seats={1: {"total": 50}}, discard="G1"),
         "Hint: play a Skip on Cyd, who has the fewest points of your opponents: 0."),
        (position([SKIPS, TEN, TEN], discard="G1"),
         "Hint: play a Skip on Ben, so they need one more turn to lay their phase."),
        (position(["R1 W R12", "R4"], groups=SETS, discard="G1", rules=MASTERS),
         "Hint: set Wild aside, as a saved card costs no points and can be drawn later."),
        (position([TEN, "R4"], stage=Stage.DECLARE, trying=[None, None], rules=MASTERS),
         "Hint: try phase 1, as your hand is only 1 card short of it."),
    ],
)  # fmt: skip
def test_a_hint_is_a_sentence(state: State, sentence: str) -> None:
    assert _hint(state) == sentence


def test_a_hint_names_all_cards_of_a_long_phase() -> None:
    hand = "Y11 Y11 G11 G11 R11 Y12 Y12 G12 R1 B2"
    done = {0: {"completed": tuple(range(1, 10))}}
    assert (
        "set of 11s (Red 11, Yellow 11, Yellow 11, Green 11, Green 11)"
        " · set of 12s (Yellow 12, Yellow 12, Green 12), as"
    ) in _hint(position([hand, "R4"], seats=done, discard="G1"))


def test_a_hint_names_an_offered_card_once() -> None:
    state = position([TEN, "R4"], stage=Stage.OFFER, discard="Y7", rules=FINAL_TURN)
    said = "Hint: decline the offered card, as Yellow 7 brings your phase no nearer."
    assert _hint(state) == said


def test_a_hint_for_playing_cards_speaks_of_them() -> None:
    state = position(["S R1 R2 R5 B5 G5 R9 B9", "R4 B1"], discard="G1")
    assert "play a Joker on Ben" in _hint(state, "playing-cards")


def test_a_taken_card_that_is_kept_is_named() -> None:
    hand = "R5 B5 G5 R9 B9 R2 R4 B4 Y2"
    found = set()
    for taken in ("G4", "G9"):
        state = position(
            [hand, f"{taken} R1 R3 R6 R7 R8 R10"], discard="G12", seats={1: {"taken": cards(taken)}}
        )
        found.add(_hint(state))
    assert any("Ben has already taken a card of that number" in each for each in found)
