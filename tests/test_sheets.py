"""Score sheets: what follows from entries, and which entries are asked about."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.editions import CLASSIC, FINAL_TURN, MASTERS, RuleSet, varied
from bot.core.errors import GameError
from bot.core.events import EndReason
from bot.sheets import (
    MOST_HANDS,
    Sheet,
    SheetCorrection,
    SheetFigures,
    SheetPlayer,
    SheetResult,
    entered,
    figures,
    mark,
    parse_left,
    result_points,
    seated,
    without_person,
)

ADA, BEN = 1, 2
SHORT = varied(CLASSIC, "phases=2")


def sheet(rules: RuleSet = SHORT, *guests: str) -> Sheet:
    """A sheet that has begun, of a host, a member and guests."""
    players = (SheetPlayer("Ada", ADA), SheetPlayer("Ben", BEN), *map(SheetPlayer, guests))
    return Sheet("s", 5, 6, ADA, rules, players, 0.0, begun=True)


def result(hand: int, seat: int, text: str) -> SheetResult:
    """``+45`` is a laid phase and 45 points, ``-W`` none and a Wild, ``3+`` the phase 3."""
    laid, sign, left = text.partition("+" if "+" in text else "-")
    return SheetResult(hand, seat, int(laid or 1) if sign == "+" else 0, parse_left(left))


def results(*hands: str) -> list[SheetResult]:
    """The results of hands such as ``+0 -45``; ``.`` is nothing entered."""
    rows = enumerate(each.split() for each in hands)
    every = ((hand, seat, text) for hand, row in rows for seat, text in enumerate(row))
    return [result(*each) for each in every if each[2] != "."]


def filled(empty: Sheet, *hands: str) -> Sheet:
    """A sheet with results entered by the host."""
    for new in results(*hands):
        was = mark(empty.result(new.hand, new.seat))
        empty = entered(empty, ADA, new, was, sure=True)
    return empty


def totals(course: SheetFigures) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((seat.total, seat.completed) for seat in course.state.seats)


@pytest.mark.parametrize(
    ("typed", "left", "points"),
    [
        ("45", "45", 45),
        ("9 9 12 W S", "9 9 12 W S", 60),
        ("3x9,w", "9 9 9 W", 40),
        ("2 × 10; s", "10 10 S", 35),
        ("7", "7", 5),
        ("  ", "", 0),
        ("000", "", 0),
    ],
)
def test_what_is_left_is_typed_as_points_or_as_cards(typed: str, left: str, points: int) -> None:
    assert parse_left(typed) == left == parse_left(left)
    assert result_points(CLASSIC, SheetResult(0, 0, 1, left)) == points


@given(st.text() | st.text("0123456789xX*WS ,;", max_size=30))
def test_nothing_else_can_be_typed(typed: str) -> None:
    try:
        left = parse_left(typed)
    except GameError as error:
        assert error.code == "bad_left"
    else:
        assert 0 <= result_points(CLASSIC, SheetResult(0, 0, 0, left)) <= 999
        assert len(left) <= 60


def test_people_and_guests_take_seats_until_the_start() -> None:
    begun = sheet(MASTERS, "Cyd", "Dov")
    new, (ada, ben, *guests) = replace(begun, begun=False), begun.players
    assert seated(new, [ben, ada]).players == (ben, ada)
    for players, code in (((*guests, *guests, ben), "table_full"), ((ada, ada), "already_seated")):
        with pytest.raises(GameError, match=code):
            seated(new, players)
    with pytest.raises(GameError, match="begun"):
        seated(begun, guests)
    rest = without_person(begun, ADA)
    assert rest is not None
    assert (rest.players, rest.host_id) == ((SheetPlayer("?"), ben, *guests), BEN)
    assert without_person(rest, BEN) is None


def test_the_first_to_complete_the_last_phase_wins_and_a_correction_goes_on() -> None:
    played = filled(sheet(), "+0 +10", "+0 -45")
    state = figures(played).state
    assert state.result is not None
    assert (state.result.winners, state.result.reason) == ((0,), EndReason.COMPLETED)
    # She had not laid her phase in the first hand.
    right, wrong = result(0, 0, "-0"), result(0, 0, "+0")
    again = entered(played, ADA, right, mark(wrong), sure=True)
    course = figures(again)
    assert not course.state.over
    assert (totals(course)[0], course.hand) == ((0, (1,)), 2)
    assert again.corrections == (SheetCorrection(0, wrong, right),)
    back = entered(again, ADA, wrong, mark(right))
    assert figures(back).state.result == state.result


def test_a_tie_is_played_off_by_those_who_tied() -> None:
    tied = filled(sheet(SHORT, "Cyd"), "+0 +5 -5", "+5 +0 -5")
    course = figures(tied)
    assert course.state.playoff
    assert [seat.trying for seat in course.state.seats] == [2, 2, None]
    twice = filled(tied, "+0 +5 -5", "+5 +0 -5", "+0 +0", "-5 +0")
    state = figures(twice).state
    assert state.result is not None
    assert state.result.ranking == ((1,), (0,), (2,))
    assert totals(figures(twice)) == totals(course), "totals are frozen"
    with pytest.raises(GameError, match="not_now"):
        entered(tied, ADA, result(2, 2, "+0"), 0)


def test_ten_hands_masters_and_closed_sheets_end_as_their_rules_say() -> None:
    two = figures(filled(sheet(replace(SHORT, ten_hands=True)), "+0 -45", "-45 +0"))
    assert two.state.result is not None
    assert two.state.result.winners == (0, 1)
    chosen = figures(filled(sheet(replace(MASTERS, phases=("S3+S3", "R4"))), "2+0 -5", "2+0 1+5"))
    assert [seat.completed for seat in chosen.state.seats] == [(2,), (1,)]
    closed = figures(replace(filled(sheet(), "+0 +5", "+0"), closed=True))
    assert closed.state.result is not None
    assert (closed.state.result.winners, closed.hand) == ((), 1)
    endless = replace(sheet(), results=tuple(results(*["-5 -5"] * (MOST_HANDS + 5))))
    assert (figures(endless).state.over, figures(endless).hand) == (True, MOST_HANDS - 1)


RESULTS = st.builds(
    result, st.integers(0, 4), st.integers(0, 2), st.sampled_from(["+0", "-45", "+9", "-W S", "+5"])
)


@given(st.lists(RESULTS, max_size=40), st.randoms())
def test_any_order_of_entries_and_corrections_gives_what_the_entries_alone_give(
    writes: list[SheetResult], random: Random
) -> None:
    written, kept = sheet(SHORT, "Cyd"), {}
    for new in writes:
        try:
            was = mark(written.result(new.hand, new.seat))
            written = entered(written, ADA, new, was, sure=True)
        except GameError as error:
            assert error.code == "not_now"
        else:
            kept[new.hand, new.seat] = new
    alone = [*kept.values()]
    random.shuffle(alone)
    assert figures(written) == figures(replace(sheet(SHORT, "Cyd"), results=tuple(alone)))


@pytest.mark.parametrize(
    ("rules", "hands", "asked"),
    [
        (CLASSIC, ("+0 +45", "."), []),
        (CLASSIC, ("+0 +47",), ["cards"]),
        (CLASSIC, ("+0 +5xS",), ["cards"]),
        (CLASSIC, ("+0 +11x9",), ["cards"]),
        (CLASSIC, ("-0 .",), ["not_laid"]),
        (CLASSIC, ("+0 +0",), ["two_out"]),
        (FINAL_TURN, ("+0 +0",), []),
        (CLASSIC, ("+5 +5",), ["nobody_out"]),
        (MASTERS, ("3+0 +5", "3+5 ."), ["twice"]),
    ],
)
def test_what_the_rules_do_not_allow_is_asked_about(
    rules: RuleSet, hands: tuple[str, ...], asked: list[str]
) -> None:
    written, found = sheet(rules), []
    for new in results(*hands):
        try:
            entered(written, ADA, new, 0)
        except GameError as error:
            assert error.code == "doubtful"
            found += error.data["doubts"]
        written = entered(written, ADA, new, 0, sure=True)
    assert found == asked


def test_members_enter_for_themselves_and_guests_and_the_host_for_all() -> None:
    begun, guest = filled(sheet(SHORT, "Cyd"), "+5 . ."), result(0, 2, "+0")
    for by, new, was, code in (
        (BEN, result(0, 0, "+0"), mark(result(0, 0, "+5")), "not_yours"),
        (9, guest, 0, "not_yours"),
        (ADA, result(0, 0, "+0"), 0, "stale"),
        (ADA, result(0, 1, "+0"), 7, "stale"),
        (ADA, result(0, 3, "+0"), 0, "not_now"),
        (BEN, result(0, 2, "2+0"), 0, "no_such_phase"),
    ):
        with pytest.raises(GameError, match=code):
            entered(begun, by, new, was)
    assert entered(begun, BEN, guest, 0).result(0, 2) == guest
