"""Reviews in words: what was chosen, and what hard would have chosen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from kit import NAMES, laid, position

from bot.cards.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.cards.cards import SKIP, card, table_card
from bot.cards.events import Discarded
from bot.cards.views import view_for
from bot.chances.review import Choice, Course, TurningPoint
from bot.i18n import languages, words_for
from bot.i18n.reviews import chances_alt, choice_sentence, person_lines, turning_points

WORDS = words_for("en")
VIEW = view_for(position(["R5 B5 S", "R1 R2", "G1 G2"], discard="Y9"), 0)
LAYS = Lay((laid("S", "R5 B5"),))
HIT = Hit(1, 0, table_card("R5"))
R5, B5 = Discard(card("R5")), Discard(card("B5"))
DEEDS: list[tuple[Sequence[Action], Sequence[Action], str]] = [
    ([Draw(Source.DISCARD_PILE)], [Draw(Source.DRAW_PILE)], "You took Yellow 9"),
    ([Draw(Source.DRAW_PILE)], [Draw(Source.DISCARD_PILE)], "You drew a hidden card"),
    ([R5], [LAYS, B5], "You kept your phase"),
    ([B5], [HIT, B5], "You did not hit Red 5"),
    ([HIT, B5], [B5], "You hit Red 5"),
    ([R5], [B5], "You discarded Red 5; the computer would have discarded Blue 5."),
    (
        [Discard(SKIP, 1)],
        [Discard(SKIP, 2)],
        "You made Ben miss a turn; the computer would have chosen Cyd.",
    ),
    ([LAYS, B5], [Lay((laid("S", "R5 W5"),)), B5], "in another way"),
]


def choice(made: Sequence[Action], hard: Sequence[Action]) -> Choice:
    return Choice(VIEW, tuple(made), tuple(hard), 0.05)


@pytest.mark.parametrize(("made", "hard", "said"), DEEDS)
def test_a_choice_is_one_sentence_in_every_language(
    made: Sequence[Action], hard: Sequence[Action], said: str
) -> None:
    sentence = choice_sentence(WORDS, choice(made, hard), NAMES)
    assert said in sentence
    assert sentence.endswith("−5%")
    found = {choice_sentence(words_for(each), choice(made, hard), NAMES) for each in languages()}
    assert len(found) == len(languages())
    assert not any("{" in line or "reviews." in line for line in found)


def test_turning_points_say_what_happened_and_whose_chance_changed() -> None:
    event = Discarded(0, card("R5"), None)
    point = TurningPoint(0, 2, 1, 0.5, 0.25, (event,))
    course = Course(((0.5, 0.5), (0.75, 0.25)), (0,), (0,), (point,))
    (line,) = turning_points(WORDS, course, NAMES)
    assert line == "Hand 2: Ada discarded Red 5 · Ben: 50% → 25%"
    assert chances_alt(WORDS, course, NAMES) == f"Chances to win. {line}."
    (quiet,) = turning_points(WORDS, Course(course.chances, (0,), (0,), ()), NAMES)
    assert "5%" in quiet


def test_best_and_worst_turns_are_a_players_own() -> None:
    rows = ((0.5, 0.5), (0.9, 0.1), (0.4, 0.6), (1.0, 0.0))
    ada, ben = person_lines(WORDS, Course(rows, (0, 1, None), (0,), ()), NAMES[:2])
    assert ada == "Ada · up to 90% · best turn +40% (hand 1) · worst turn +40% (hand 1)"
    assert ben == "Ben · up to 60% · best turn +50% (hand 1) · worst turn +50% (hand 1)"
    _, idle = person_lines(WORDS, Course(rows, (0, None, None), (0,), ()), NAMES[:2])
    assert idle == "Ben · up to 60%"
