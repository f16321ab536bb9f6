"""Reviews in words: what was chosen, and what would have been better."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit import NAMES, laid, position

from bot.cards.actions import FROM_DISCARDS, FROM_PILE, Action, Discard, Lay, Save
from bot.cards.cards import WILD, card
from bot.cards.events import Discarded
from bot.cards.views import view_for
from bot.i18n import You, languages, words_for
from bot.i18n.reviews import (
    chances_alt,
    choice_lines,
    choice_sentence,
    choices_alt,
    deciding_turn,
    person_lines,
    turning_points,
)
from bot.lab import samples
from bot.players.advice import Advice, Reason
from bot.reviews.choices import Choice, Cost, Effect, GoodChoice, OwnChoices, Use
from bot.reviews.course import Cause, Course, TurningPoint

WORDS = words_for("en")
PLAYERS = NAMES[:3]
VIEW = view_for(position(["R5 B5 S R9", "R1 R2", "G1 G2"], discard="Y9"), 0)
R5, R9 = card("R5"), card("R9")
TEN = Advice(Discard(R9), Reason.DEAREST, number=5)
TAKE = Advice(FROM_DISCARDS, Reason.WIDENS)
COSTS: list[tuple[Action, Advice, Effect, str]] = [
    (Discard(R5), TEN, Effect(Cost.FARTHER, 1, (2, 1), (7, 12)),
     ("You discarded Red 5 and were 2 cards short instead of 1, with 7 instead of 12 helpful cards"
     " left. Ben took it and laid the phase at once. Better: discard Red 9, as it costs 5 points,"
     " more than any other card that you can spare.")),
    (Discard(R5), TEN, Effect(Cost.FARTHER, 1, (1, 0), (7, 0)),
     "You discarded Red 5 and were 1 card short instead of 0. Ben"),
    (Discard(R5), TEN, Effect(Cost.FEWER, 1, (1, 1), (7, 12)),
     "You discarded Red 5: after that only 7 unseen cards could help you instead of 12. Ben"),
    (Discard(R5), TEN, Effect(Cost.WILD, 1), "You discarded Red 5, although other cards could go."),
    (Discard(R5), TEN, Effect(Cost.GIVEN, 1), "You discarded Red 5. Ben took it and laid"),
    (Discard(R5), TEN, Effect(Cost.POINTS, 1, points=5),
     "You discarded Red 5 and kept 5 points more than you had to."),
    (Discard(R5), Advice(Lay((laid("S", "R5 B5"),)), Reason.COUNTS_AT_ONCE),
     Effect(Cost.NOT_LAID, 5), "You held your phase and did not lay it."),
    (Discard(R5), Advice(Save(WILD), Reason.SAVED), Effect(Cost.NOT_SAVED, 1),
     "You did not set Wild aside."),
    (FROM_PILE, TAKE, Effect(Cost.LEFT, 1, (2, 1)),
     "You did not take Yellow 9, with which you would have been 1 card short instead of 2."),
    (FROM_PILE, TAKE, Effect(Cost.LEFT, 1, (1, 0)),
     "You did not take Yellow 9, which would have completed your phase."),
    (FROM_PILE, TAKE, Effect(Cost.LEFT_WIDER, 1, (1, 1), (9, 15)),
     "You did not take Yellow 9: 9 unseen cards could help you; with it, 15 could have."),
    (FROM_PILE, TAKE, Effect(Cost.LEFT_HIT, 1),
     "You did not take Yellow 9, which you could have hit with."),
    (FROM_DISCARDS, Advice(FROM_PILE, Reason.NO_NEARER, card=card("Y9")),
     Effect(Cost.TOOK, 1, helpful=(8, 60)),
     "You took Yellow 9, which brought your phase no nearer; 8 of the 60 unseen cards would have."),
    (FROM_DISCARDS, Advice(FROM_PILE, Reason.FITS_NOTHING, card=card("Y9")),
     Effect(Cost.TOOK_NO_HIT, 1), "You took Yellow 9, which fitted nothing."),
]  # fmt: skip


def test_every_cost_is_told() -> None:
    told = {effect.cost for _, _, effect, _ in COSTS} | {Cost.NOT_HIT, Cost.HIT_THROWN}
    assert told == set(Cost)


@pytest.mark.parametrize(("own", "better", "effect", "said"), COSTS)
def test_a_choice_is_told_in_every_language(
    own: Action, better: Advice, effect: Effect, said: str
) -> None:
    used = (1, Use.LAID) if own == Discard(R5) and isinstance(better.action, Discard) else None
    choice = Choice(0, VIEW, own, better, effect, used)
    assert f"Hand 1: {said}" in choice_sentence(WORDS, choice, PLAYERS)
    found = {choice_sentence(words_for(each), choice, PLAYERS) for each in languages()}
    assert not any("{" in line or "reviews." in line for line in found)


def test_a_hit_that_was_not_made_is_told_with_its_points() -> None:
    choice = samples.choices()["hits"]
    names = [seat.name for seat in choice.view.seats]
    told = choice_sentence(WORDS, choice, names)
    thrown = replace(choice, own=Discard(card("R6")), effect=Effect(Cost.HIT_THROWN, 1))
    said = "You discarded Red 6, which you could have hit with. Better: hit Red 6"
    assert said in choice_sentence(WORDS, thrown, names)
    assert "You did not hit with Red 6, and 5 points stayed in your hand." in told


def test_what_the_hints_agree_with_is_told_too() -> None:
    choice = Choice(0, VIEW, Discard(R5), TEN, Effect(Cost.GIVEN, 1))
    best = GoodChoice(VIEW, R5, 7, 9)
    nothing, followed, cheap, costly = (
        [*choice_lines(WORDS, own, PLAYERS)]
        for own in (
            OwnChoices(),
            OwnChoices(9, 0, (), best),
            OwnChoices(9, 2),
            OwnChoices(9, 2, (choice,)),
        )
    )
    assert nothing == ["You had nothing to choose in this game."]
    assert followed[0].startswith("You always did what a hint would have told you.")
    assert followed[1:] == [
        (
            "Your best choice, in hand 1: you discarded Red 5."
            " Of your 9 other kinds of card, 7 would have set your phase back."
        )
    ]
    assert cheap == ["None of your choices set your hand back."]
    assert costly == [choice_sentence(WORDS, choice, PLAYERS)]
    assert choices_alt(WORDS, [choice], PLAYERS).startswith("Your choices. Hand 1: You discarded")


def point_of(turn: int, after: float, cause: Cause = Cause.CHOICE) -> TurningPoint:
    event = Discarded(0, card("R5"), None)
    return TurningPoint(
        turn=turn, hand=2, mover=0, cause=cause, seat=1, before=0.5, after=after, events=(event,)
    )


def test_turning_points_say_what_happened_whose_chance_changed_and_why() -> None:
    point = point_of(0, 0.25)
    course = Course(((0.5, 0.5), (0.75, 0.25)), (0,), (0,), (point,))
    (line,) = turning_points(WORDS, course, NAMES)
    assert line == "Hand 2: Ada discarded Red 5 · Ben: 50% → 25% · Ada's choice"
    assert chances_alt(WORDS, course, NAMES) == f"Chances to win. {line}."
    for reader, told in ((None, [line]), (0, []), (1, [line])):
        theirs = replace(course, deciding=(None, point))
        assert deciding_turn(WORDS, theirs, NAMES, reader) == told
    (quiet,) = turning_points(WORDS, Course(course.chances, (0,), (0,), ()), NAMES)
    assert "5%" in quiet


@pytest.mark.parametrize("cause", Cause)
def test_each_cause_is_told_of_others_and_of_the_reader(cause: Cause) -> None:
    course = Course(((0.5, 0.5),) * 2, (0,), (0,), (point_of(0, 0.25, cause),))
    for locale in languages():
        words = words_for(locale)
        other, own = (
            deciding_turn(words, course, names, None)[0].rpartition(" · ")[2]
            for names in (NAMES, (You("Ada"), *NAMES[1:]))
        )
        assert "Ada" in other
        assert "Ada" not in own


def test_the_alt_text_tells_of_the_turns_with_tags() -> None:
    """First of the one that decided for the reader, then of the largest change."""
    small, large, own = (point_of(at, after) for at, after in enumerate((0.4, 0.9, 0.45)))
    course = Course(((0.5, 0.5),) * 4, (0, 0, 0), (0,), (small, large), (None, own))
    for reader, ends in ((1, ("45%", "90%")), (None, ("90%", "40%"))):
        _, *told = chances_alt(WORDS, course, NAMES, reader).split(" → ")
        assert [line.partition(" ")[0] for line in told] == [*ends]


def test_best_and_worst_turns_are_a_players_own() -> None:
    rows = ((0.5, 0.5), (0.9, 0.1), (0.4, 0.6), (1.0, 0.0))
    ada, ben = person_lines(WORDS, Course(rows, (0, 1, None), (0,), ()), NAMES[:2])
    most = "up to 90% before the last turn"
    assert ada == f"Ada · {most} · best turn +40% (hand 1) · worst turn +40% (hand 1)"
    # The last turn showed what the others held.
    out, _ = person_lines(WORDS, Course((*rows, rows[0]), (0, 1, None, 0), (0,), ()), NAMES[:2])
    assert out == ada.replace("90% before the last turn", "100%")
    assert ben == "Ben · up to 60% · best turn +50% (hand 1) · worst turn +50% (hand 1)"
    _, idle = person_lines(WORDS, Course(rows, (0, None, None), (0,), ()), NAMES[:2])
    assert idle == "Ben · up to 60%"
