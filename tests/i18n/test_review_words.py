"""Reviews in words: what was chosen, and what would have been better."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit import NAMES, laid, position

from bot.cards.actions import FROM_DISCARDS, FROM_PILE, Action, Discard, Hit, Lay, Save
from bot.cards.cards import SKIP, WILD, card, cards, table_card
from bot.cards.events import Discarded
from bot.cards.views import view_for
from bot.chances.review import Choice, Course, TurningPoint
from bot.i18n import languages, words_for
from bot.i18n.reviews import (
    chances_alt,
    choice_lines,
    choice_sentence,
    deciding_turn,
    person_lines,
    turning_points,
)

WORDS = words_for("en")
VIEW = view_for(position(["R5 B5 S R9", "R1 R2", "G1 G2"], discard="Y9"), 0)
HIT = Hit(1, 0, table_card("R5"))
DEEDS: list[tuple[Action, Action, str]] = [
    (FROM_DISCARDS, FROM_PILE, "You took Yellow 9; a hidden card would have been better."),
    (FROM_PILE, FROM_DISCARDS,
     "You left Yellow 9, which would have joined your phase: Red 9, Yellow 9."),
    (Discard(card("R5")), Lay((laid("S", "R5 B5"),)), "You kept your phase in your hand"),
    (Discard(card("B5")), HIT, "You did not hit with Red 5 first."),
    (Discard(card("B5")), Save(WILD), "You did not set Wild aside first."),
    (Discard(card("R5")), Discard(SKIP, 2),
     "You discarded Red 5; a Skip on Cyd would have been better."),
    (Discard(card("R5")), Discard(card("R9")),
     "You discarded Red 5, which your phase needed; Red 9 could have gone."),
]  # fmt: skip


@pytest.mark.parametrize(("own", "better", "said"), DEEDS)
def test_a_choice_is_one_sentence_in_every_language(own: Action, better: Action, said: str) -> None:
    joins = cards("R9 Y9") if better == FROM_DISCARDS else ()
    choice = Choice(VIEW, own, better, joins, needed=own == Discard(card("R5")))
    assert f"Hand 1: {said}" in choice_sentence(WORDS, choice, NAMES)
    found = {choice_sentence(words_for(each), choice, NAMES) for each in languages()}
    assert not any("{" in line or "reviews." in line for line in found)


def test_choices_are_listed_with_the_costliest_first() -> None:
    own, better, said = DEEDS[0]
    choice = Choice(VIEW, own, better)
    (none,) = choice_lines(WORDS, [], NAMES)
    assert "no choice" in none
    lines = [*choice_lines(WORDS, [choice, choice], NAMES)]
    assert lines == [f"Hand 1: {said}", f"Also: Hand 1: {said}"]


def test_turning_points_say_what_happened_and_whose_chance_changed() -> None:
    event = Discarded(0, card("R5"), None)
    point = TurningPoint(0, 2, 1, 0.5, 0.25, (event,))
    course = Course(((0.5, 0.5), (0.75, 0.25)), (0,), (0,), (point,))
    (line,) = turning_points(WORDS, course, NAMES)
    assert line == "Hand 2: Ada discarded Red 5 · Ben: 50% → 25%"
    assert chances_alt(WORDS, course, NAMES) == f"Chances to win. {line}."
    for reader, told in ((None, [line]), (0, []), (1, [line])):
        theirs = replace(course, deciding=(None, point))
        assert deciding_turn(WORDS, theirs, NAMES, reader) == told
    (quiet,) = turning_points(WORDS, Course(course.chances, (0,), (0,), ()), NAMES)
    assert "5%" in quiet


def test_best_and_worst_turns_are_a_players_own() -> None:
    rows = ((0.5, 0.5), (0.9, 0.1), (0.4, 0.6), (1.0, 0.0))
    ada, ben = person_lines(WORDS, Course(rows, (0, 1, None), (0,), ()), NAMES[:2])
    assert ada == "Ada · up to 90% · best turn +40% (hand 1) · worst turn +40% (hand 1)"
    # The last turn showed what the others held.
    out, _ = person_lines(WORDS, Course((*rows, rows[0]), (0, 1, None, 0), (0,), ()), NAMES[:2])
    assert out == ada.replace("90%", "100%")
    assert ben == "Ben · up to 60% · best turn +50% (hand 1) · worst turn +50% (hand 1)"
    _, idle = person_lines(WORDS, Course(rows, (0, None, None), (0,), ()), NAMES[:2])
    assert idle == "Ben · up to 60%"
