from __future__ import annotations

from dataclasses import replace

import pytest
from kit import held, laid, position

from bot.cards.actions import Source
from bot.cards.cards import SKIP, card, table_card
from bot.cards.events import (
    CardHit,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Laid,
    Offered,
    Reshuffled,
    Saved,
    Skipped,
)
from bot.cards.rulesets import FINAL_TURN
from bot.cards.state import Stage
from bot.cards.views import view_for
from bot.core.events import TakenBack, TakenOver, TakeoverReason
from bot.i18n import words_for
from bot.i18n.endings import how_it_ended
from bot.i18n.news import MOST_LINES, MOST_OTHERS, MOST_OWN, last_round, news_lines, news_since_turn
from bot.i18n.phrases import with_you

WORDS = words_for("en")
NAMES = ("Ada", "Ben", "Cyd")
DREW = Drew(0, Source.DRAW_PILE, None)
LAID = Laid(0, 3, (laid("S", "R5 B5 G5"),))
HIT = CardHit(0, 1, 0, table_card("B9"))
RED_5 = Discarded(0, card("R5"), None)
ENDED_BY_ADA = HandEnded(1, (0,), (0, 5, 5), (0, 5, 5), (True, False, False), (1, 0, 0))


def lines(*events: Event) -> list[str]:
    return news_lines(WORDS, events, NAMES)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((DREW,), "Ada drew a card"),
        ((Drew(1, Source.DISCARD_PILE, card("G2")),), "Ben took the Green 2"),
        ((Drew(1, Source.NONE, None),), "Ben found nothing to draw"),
        ((DREW, RED_5), "Ada discarded Red 5"),
        ((DREW, TakenBack(0)), "Ada took the turn back"),
        ((DREW, TakenBack(0), RED_5), "Ada took the turn back and discarded Red 5"),
        ((DREW, HIT, RED_5, ENDED_BY_ADA), "Ada hit Blue 9, discarded Red 5, and went out"),
        ((replace(ENDED_BY_ADA, out=()),), "The hand ended with nobody out"),
        ((DREW, LAID, HIT, HIT), "Ada laid phase 3 and hit twice"),
        ((DREW, HIT, RED_5), "Ada hit Blue 9 and discarded Red 5"),
        ((DREW, LAID, HIT, HIT, HIT, RED_5),
         "Ada laid phase 3, hit 3 times, and discarded Red 5"),
        ((DREW, Discarded(0, SKIP, 2)), "Ada played a Skip on Cyd"),
        ((Skipped(2),), "Cyd lost a turn"),
        ((TakenOver(0, "computer", TakeoverReason.TIMEOUT),),
         "Ada is away; a computer player helps out"),
        ((Reshuffled((), held("R1")),), "The discards were shuffled into a new draw pile"),
        ((Dealt(2, 1, (1, 1, 1), ((), (), ()), (), (), False),), "Ben dealt hand 2"),
        ((Dealt(9, 1, (1, 1, 1), ((), (), ()), (), (), True),), "Ben dealt hand 9, a play-off"),
        ((Declared(2, 7),), "Cyd tries phase 7"),
        ((Offered(1, taken=False),), "Ben declined the offered card"),
        ((Offered(1, taken=True),), "Ben took the offered card"),
        ((Drew(0, Source.SAVE_PILE, None), RED_5),
         "Ada drew from their save pile and discarded Red 5"),
        ((DREW, LAID, Saved(0, None), RED_5),
         "Ada laid phase 3, set a card aside, and discarded Red 5"),
    ],
)  # fmt: skip
def test_a_turn_is_one_line(events: tuple[Event, ...], said: str) -> None:
    assert lines(*events) == [said]


SIX = ("Ada", "Ben", "Cyd", "Dee", "Eli", "Fay")


def turn(seat: int) -> tuple[Event, Event]:
    return Drew(seat, Source.DRAW_PILE, None), Discarded(seat, card("R5"), None)


def round_of(*seats: int) -> list[Event]:
    return [event for seat in seats for event in turn(seat)]


def test_a_reader_is_told_all_turns_since_their_own() -> None:
    events = [*round_of(4, 5, 0, 1, 2, 3, 4, 5), Drew(0, Source.DRAW_PILE, None)]
    shown = news_lines(WORDS, events, SIX, reader=0)
    told = [f"{name} discarded Red 5" for name in SIX[1:]]
    assert shown == [*told, "Ada drew a card"]
    assert news_lines(WORDS, events[:-1], SIX, reader=0) == told


def test_a_reader_who_lost_a_turn_is_told_two_rounds_up_to_a_limit() -> None:
    events = [*round_of(0, 1, 2, 3, 4), Discarded(5, SKIP, 0), Skipped(0), *round_of(1, 2, 3, 4, 5)]
    shown = news_lines(WORDS, events, SIX, reader=0)
    assert shown[0] == "Ben discarded Red 5"
    assert len(shown) == 11
    many = news_lines(WORDS, [*events, *round_of(1, 2, 3, 4, 5)], SIX, reader=0)
    assert len(many) == MOST_LINES


LATE = TakenOver(1, "computer", TakeoverReason.TIMEOUT)
BACK = TakenOver(1, "Ben", TakeoverReason.RETURNED)
AWAY_0 = (replace(LATE, seat=0), *turn(0), replace(BACK, seat=0))
FOR_YOU = "For you: discarded Red 5"
AWAY = "Ben is away; a computer player helps out"
ENDED = HandEnded(1, (1,), (5, 0, 5), (5, 0, 5), (False, True, False), (0, 1, 0))


@pytest.mark.parametrize(
    "turn_of_ben",
    [
        turn(1),
        (Declared(1, 4),),
        (Offered(1, taken=False),),
        (Drew(1, Source.DRAW_PILE, None), Saved(1, None)),
        (Drew(1, Source.DRAW_PILE, None), Discarded(1, SKIP, 2), Skipped(2)),
        (*turn(1), Drew(2, Source.NONE, None)),
        (Drew(1, Source.DRAW_PILE, None), CardHit(1, 0, 0, table_card("B9")), ENDED),
        (Drew(1, Source.DRAW_PILE, None), Laid(1, 3, (laid("S", "R5 B5 G5"),)), ENDED),
    ],
)
def test_the_end_of_a_stand_ins_turn_is_not_a_return(turn_of_ben: tuple[Event, ...]) -> None:
    told = lines(LATE, *turn_of_ben, BACK)
    assert told[0] == AWAY
    assert "Ben is back" not in told


@pytest.mark.parametrize(
    "between",
    [
        (),
        (Drew(1, Source.DRAW_PILE, None),),
        (*turn(1), BACK, *turn(0), LATE, *turn(1)),
        (*turn(1), *turn(2)),
        (Drew(1, Source.DRAW_PILE, None), Discarded(1, SKIP, 0), Skipped(0), *turn(1)),
    ],
    ids=["at once", "within the turn", "after the second turn in a row", "later", "after a Skip"],
)
def test_a_return_is_told(between: tuple[Event, ...]) -> None:
    assert lines(LATE, *between, BACK)[-1] == "Ben is back"


def test_an_own_turn_resets_the_count_of_missed_turns() -> None:
    late = (LATE, *turn(1), BACK)
    assert "Ben is back" not in lines(*late, *turn(0), *turn(1), *turn(0), *late)


def seen(*events: Event, floating: bool = False, out: bool = False) -> list[str]:
    """The lines, where Ada floats or is out now."""
    state = position(["", "R1", "R2"], rules=FINAL_TURN, turn=1, out=(0,) if out else ())
    seats = view_for(state, None).seats
    assert seats[0].floating is floating
    return news_lines(WORDS, events, NAMES, seats)


def told(*events: Event, stage: Stage = Stage.DRAW, turn: int = 0) -> list[str]:
    """The lines for Ada since her last turn; it is her turn by default."""
    view = view_for(position(["R1", "R1", "R2"], stage=stage, turn=turn), 0)
    return news_since_turn(WORDS, events, NAMES, view)


def test_news_since_the_last_turn_are_about_others() -> None:
    dealt = Dealt(2, 2, (1, 1, 1), ((), (), ()), (), (), False)
    skip = (DREW, Discarded(0, SKIP, 1))
    since = ["Ben lost a turn", "Cyd drew a card"]
    assert told(*skip, Skipped(1), *turn(2)[:1]) == since
    assert told(*skip, Skipped(1), *turn(2)[:1], DREW, stage=Stage.PLAY) == since
    assert told(*turn(0), *turn(1), *turn(2)[:1], stage=Stage.PLAY, turn=2) == [
        "Ben discarded Red 5",
        "Cyd drew a card",
    ], "each move when it is made"
    assert told(*turn(0), turn=1) == []
    assert told(Declared(1, 7), stage=Stage.DECLARE, turn=2) == [], "the choices are listed"
    assert told(*skip) == [], "the last line may be one's own, when all others lose their turn"
    assert told(*turn(1), dealt) == []
    assert len(told(*[event for n in range(9) for event in turn(1 + n % 2)])) == MOST_OTHERS


def test_the_reader_is_not_named_in_their_hand() -> None:
    skip = (*turn(1)[:1], Discarded(1, SKIP, 0))
    assert told(*turn(0), *skip, Skipped(0), *turn(2)) == [
        "Ben played a Skip on you",
        "You lost this turn to Ben's Skip",
        "Cyd discarded Red 5",
    ]
    assert told(Skipped(0), *turn(1)) == ["You lost a turn", "Ben discarded Red 5"]
    assert told(
        Declared(0, 4), Declared(1, 7), TakenOver(0, "computer", TakeoverReason.TIMEOUT)
    ) == ["Ben tries phase 7"]


def test_who_was_away_is_told_what_was_played_for_them() -> None:
    heading, others = "While you were away:", "Ben discarded Red 5"
    assert told(*turn(0), *AWAY_0, *turn(1)) == [heading, FOR_YOU, others]
    assert told(*turn(0), *turn(1), *AWAY_0) == [heading, FOR_YOU, others], "one's own first"
    assert told(*AWAY_0, *turn(1), *turn(0), *turn(2)) == ["Cyd discarded Red 5"]


@pytest.mark.parametrize(
    ("before", "last"), [(turn(0), "… and 4 more"), (turn(1), "… and more before that")]
)
def test_a_long_absence_is_counted(before: tuple[Event, ...], last: str) -> None:
    away = [replace(LATE, seat=0), *round_of(*(0, 1) * 5)]
    heading, *lines, more = told(*before, *away)
    assert heading == "While you were away:"
    assert lines == [FOR_YOU] * MOST_OWN + ["Ben discarded Red 5"] * (MOST_OTHERS - MOST_OWN)
    assert more == last
    assert told(*before, *away, replace(BACK, seat=0), *turn(0)) == []


def test_floating_is_told_in_the_last_turn_only() -> None:
    events = (DREW, HIT, Drew(1, Source.DRAW_PILE, None), DREW, HIT)
    assert seen(*events, floating=True) == [
        "Ada hit Blue 9",
        "Ben drew a card",
        "Ada hit Blue 9 and floats without a card",
    ]


DEALT = Dealt(1, 0, (1, 1, 1), ((), (), ()), (), (), False)
OUT = HandEnded(1, (2,), (45, 20, 0), (45, 20, 0), (False, False, True), (0, 0, 1))
GROUPS = (laid("S", "R5 B5 G5"),)
HIT_OWN = CardHit(2, 2, 0, table_card("Y5"))
LAST = (Drew(2, Source.DRAW_PILE, None), Laid(2, 5, GROUPS), HIT_OWN, HIT_OWN)
WENT_OUT = (*LAST, Discarded(2, SKIP, None), OUT)


@pytest.mark.parametrize(
    ("reader", "events", "said"),
    [
        (0, (DEALT, *WENT_OUT), []),
        (0, (DEALT, Declared(0, 8), *turn(1), *WENT_OUT),
         ["Before your first turn:", "Ben discarded Red 5"]),
        (0, (DEALT, *turn(1), *AWAY_0, *turn(1), *WENT_OUT),
         ["While you were away:", FOR_YOU, "Ben discarded Red 5", "Ben discarded Red 5"]),
        (0, (DEALT, *turn(0), *turn(1), *WENT_OUT), ["Ben discarded Red 5"]),
        (2, (DEALT, *turn(0), *WENT_OUT), []),
        (None, (DEALT, *turn(1), *turn(2), *turn(0), *turn(1), *WENT_OUT),
         ["Ada discarded Red 5", "Ben discarded Red 5"]),
    ],
)  # fmt: skip
def test_the_end_of_a_hand_is_told_once_and_the_turns_before_it(
    reader: int | None, events: tuple[Event, ...], said: list[str]
) -> None:
    view, names = view_for(position(["R1", "R2", "R3"]), None), with_you(WORDS, NAMES, reader)
    view = replace(view, last_hand=OUT)
    assert last_round(WORDS, events, names, view.seats) == said
    (told,) = how_it_ended(WORDS, view, names, events)
    who = "You" if reader == 2 else "Cyd"
    assert told == f"{who} laid phase 5, hit twice, discarded Skip, and went out."


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((DREW, LAID, HIT, RED_5), "You laid phase 3, hit Blue 9, and discarded Red 5"),
        ((DREW, Discarded(0, SKIP, 2)), "You played a Skip on Cyd"),
        ((Drew(1, Source.NONE, None), Discarded(1, SKIP, 0)),
         "Ben found nothing to draw and played a Skip on you"),
        ((Declared(0, 7),), "You try phase 7"),
    ],
)  # fmt: skip
def test_a_reader_of_past_turns_is_spoken_to(events: tuple[Event, ...], said: str) -> None:
    assert news_lines(WORDS, events, with_you(WORDS, NAMES, 0)) == [said]
