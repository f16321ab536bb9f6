"""Reviews in words: what was chosen, what hard would have chosen, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from kit import NAMES, laid, position

from bot.analysis.review import Account, Choice, Choices, Course, Part, TurningPoint
from bot.i18n import languages, words_for
from bot.i18n.reviews import (
    account_lines,
    chances_alt,
    choice_line,
    choices_lines,
    choices_title,
    means_lines,
    own_means_note,
    turning_points,
)
from bot.rules.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.rules.cards import SKIP, card, table_card
from bot.rules.events import Discarded
from bot.rules.views import view_for
from bot.scores.results import ReviewMeans
from bot.scores.statistics import Estimate

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


def choice(
    made: Sequence[Action] = (R5,), hard: Sequence[Action] = (B5,), gain: float = -0.05
) -> Choice:
    return Choice(3, VIEW, tuple(made), tuple(hard), gain, 0.01)


@pytest.mark.parametrize(("made", "hard", "said"), DEEDS)
def test_a_choice_is_one_sentence_in_every_language(
    made: Sequence[Action], hard: Sequence[Action], said: str
) -> None:
    assert said in choice_line(WORDS, choice(made, hard), NAMES)
    found = {choice_line(words_for(each), choice(made, hard), NAMES) for each in languages()}
    assert len(found) == len(languages())
    assert not any("{" in line or "reviews." in line for line in found)


def test_small_differences_are_said_to_be_chance() -> None:
    assert choice_line(WORDS, choice(), NAMES).endswith("−5% ± 2%")
    assert choice_line(WORDS, choice(gain=0.01), NAMES).endswith("+1% ± 2% (could be chance)")


def test_a_game_is_summed_up_with_its_interval() -> None:
    one = Choices(0, 90, 30, 12, -0.031, 0.01, (), ())
    title = "Your choices compared with the computer's, in total: −3.1% ± 2%"
    assert choices_title(WORDS, one) == title
    assert "12 of them were compared" in choices_lines(WORDS, one)[0]
    same = Choices(0, 90, 0, 0, 0.0, 0.0, (), ())
    assert "all the same" in choices_title(WORDS, same)
    none = Choices(0, 0, 0, 0, 0.0, 0.0, (), ())
    assert "None" in choices_title(WORDS, none)


def test_the_early_end_is_named_only_where_there_was_one() -> None:
    parts = {Part.DEALS: 0.1, Part.DRAWS: -0.02, Part.PLAYS: 0.0, Part.OTHERS: 0.42, Part.REST: 0.0}
    lines = account_lines(WORDS, Account(0, 0.5, parts, 1.0))
    assert lines[0] == "Luck of the deals: +10%"
    assert len(lines) == 4
    ended = Account(0, 0.5, {**parts, Part.REST: -0.5}, 0.5)
    assert account_lines(WORDS, ended)[-1] == "The early end: −50%"


def test_turning_points_say_what_happened_and_whose_chance_changed() -> None:
    event = Discarded(0, card("R5"), None)
    point = TurningPoint(0, 2, 1, 0.5, 0.25, (event,))
    course = Course(((0.5, 0.5), (0.75, 0.25)), (0,), (point,))
    (line,) = turning_points(WORDS, course, NAMES)
    assert line == "Hand 2: Ada discarded Red 5 · Ben: 50% → 25%"
    assert chances_alt(WORDS, course, NAMES) == f"Chances to win. {line}."
    (quiet,) = turning_points(WORDS, Course(course.chances, (0,), ()), NAMES)
    assert "5%" in quiet


LUCKY, EVEN = Estimate(0.03, 0.01, 0.05), Estimate(-0.002, -0.01, 0.006)
MEANS = ReviewMeans(23, LUCKY, EVEN, 21, Estimate(-0.031, -0.05, -0.012))


def test_means_say_their_intervals_and_what_is_no_clear_difference() -> None:
    _, deals, draws, choices = means_lines(WORDS, MEANS)
    assert deals == "Luck of the deals: +3% (+1% to +5%), better than average"
    assert draws == "Luck of the draws: −0.2% (−1% to +0.6%), about average"
    assert choices == (
        "Choices compared with the computer's, in 21 of them: "
        "−3.1% (−5% to −1.2%), worse than the computer"
    )
    alike = replace(MEANS, compared=23, choices=Estimate(0.0, None, None))
    same = means_lines(WORDS, alike)[-1]
    assert same == "Choices compared with the computer's: ±0%, no clear difference"
    missing = means_lines(WORDS, replace(MEANS, compared=2, choices=None))[-1]
    assert missing.endswith("in 2 of them: –")


def test_means_in_every_language_name_no_key() -> None:
    found = ["\n".join(means_lines(words_for(each), MEANS)) for each in languages()]
    assert len(set(found)) == len(languages())
    assert not any("{" in line or "means." in line for line in found)


def test_ones_own_means_say_who_sees_them_or_that_games_are_missing() -> None:
    few = ReviewMeans(2, None, None, 2, None)
    assert means_lines(WORDS, few) == means_lines(WORDS, None) == []
    assert "so far: 2" in own_means_note(WORDS, few, shared=True)
    assert own_means_note(WORDS, MEANS, shared=False).startswith("Only you see")
    assert "/phase10 preferences hides" in own_means_note(WORDS, MEANS, shared=True)
