"""Score sheets: what follows from entries, and which entries are asked about."""

from __future__ import annotations

from dataclasses import replace

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
    SheetEntry,
    SheetFigures,
    SheetPlayer,
    SheetResult,
    entered,
    entry_points,
    figures,
    mark,
    moved_up,
    parse_left,
    started,
    with_player,
    without_person,
    without_player,
)

ADA, BEN = 1, 2
SHORT = varied(CLASSIC, "phases=2")


def sheet(rules: RuleSet = SHORT, *guests: str) -> Sheet:
    """A sheet that has begun, of a host, a member and guests."""
    players = (SheetPlayer("Ada", ADA), SheetPlayer("Ben", BEN), *map(SheetPlayer, guests))
    return started(Sheet("s", 5, 6, ADA, rules, players, 0.0, 0.0))


def entry(text: str) -> SheetEntry:
    """``+45`` is a laid phase and 45 points, ``-W`` none and a Wild, ``3+`` the phase 3."""
    laid, sign, left = text.partition("+" if "+" in text else "-")
    return SheetEntry(int(laid or 1) if sign == "+" else 0, parse_left(left))


def filled(empty: Sheet, *hands: str) -> Sheet:
    """A sheet with hands such as ``+0 -45``, entered by the host; ``.`` is nothing entered."""
    for hand, results in enumerate(hands):
        for seat, text in enumerate(results.split()):
            if text != ".":
                was = mark(empty.entry(hand, seat))
                result = SheetResult(hand, seat, entry(text))
                empty = entered(empty, ADA, result, was, sure=True)
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
    assert entry_points(CLASSIC, SheetEntry(1, left)) == points


@given(st.text() | st.text("0123456789xX*WS ,;", max_size=30))
def test_nothing_else_can_be_typed(typed: str) -> None:
    try:
        left = parse_left(typed)
    except GameError as error:
        assert error.code == "bad_left"
    else:
        assert 0 <= entry_points(CLASSIC, SheetEntry(0, left)) <= 999
        assert len(left) <= 60


def test_people_and_guests_take_seats_until_the_start() -> None:
    new = Sheet("s", 5, 6, ADA, MASTERS, (), 0.0, 0.0)
    for number, name in enumerate("abcd", 1):
        new = with_player(new, SheetPlayer(name, number if name in "ab" else None))
    names = [player.name for player in moved_up(moved_up(new, 2), 0).players]
    assert names == ["c", "b", "d", "a"]
    for refused, code in (
        (lambda: with_player(new, SheetPlayer("e")), "table_full"),
        (lambda: with_player(without_player(new, 3), SheetPlayer("a", 1)), "already_seated"),
        (lambda: started(replace(new, players=new.players[:1])), "too_few_players"),
        (lambda: moved_up(started(new), 1), "begun"),
    ):
        with pytest.raises(GameError) as found:
            refused()
        assert found.value.code == code
    rest = without_person(new, ADA)
    assert rest is not None
    assert (rest.players[0], rest.host_id) == (SheetPlayer(""), BEN)
    assert without_person(rest, BEN) is None


def test_a_hand_is_closed_by_its_last_result_and_moves_players_on() -> None:
    played = filled(sheet(SHORT, "Cyd"), "+0 +45 -9", "+5 .")
    course = figures(played)
    assert [end.points for end in course.ended] == [(0, 45, 5)]
    assert totals(course) == ((0, (1,)), (45, (1,)), (5, ()))
    assert [seat.trying for seat in course.state.seats] == [2, 2, 1]
    assert [state.dealer for state in course.dealt] == [0, 1]
    assert (course.hand, course.missing(played)) == (1, [1, 2])


def test_the_first_to_complete_the_last_phase_wins_and_a_correction_goes_on() -> None:
    played = filled(sheet(), "+0 +10", "+0 -45")
    state = figures(played).state
    assert state.result is not None
    assert (state.result.winners, state.result.reason) == ((0,), EndReason.COMPLETED)
    # She had not laid her phase in the first hand.
    right, wrong = (SheetResult(0, 0, entry(text)) for text in ("-0", "+0"))
    again = entered(played, ADA, right, mark(wrong.entry), sure=True)
    course = figures(again)
    assert not course.state.over
    assert (totals(course)[0], course.hand) == ((0, (1,)), 2)
    assert again.corrections == (SheetCorrection(0, wrong.entry, right),)
    back = entered(again, ADA, wrong, mark(right.entry))
    assert figures(back).state.result == state.result


def test_a_tie_is_played_off_by_those_who_tied() -> None:
    tied = filled(sheet(SHORT, "Cyd"), "+0 +5 -5", "+5 +0 -5")
    course = figures(tied)
    assert course.state.playoff
    assert course.missing(tied) == [0, 1]
    assert [seat.trying for seat in course.state.seats] == [2, 2, None]
    twice = filled(tied, "+0 +5 -5", "+5 +0 -5", "+0 +0", "-5 +0")
    state = figures(twice).state
    assert state.result is not None
    assert state.result.ranking == ((1,), (0,), (2,))
    assert totals(figures(twice)) == totals(course), "totals are frozen"
    with pytest.raises(GameError, match="not_now"):
        entered(tied, ADA, SheetResult(2, 2, entry("+0")), 0)


def test_ten_hands_masters_and_closed_sheets_end_as_their_rules_say() -> None:
    two = figures(filled(sheet(replace(SHORT, ten_hands=True)), "+0 -45", "-45 +0"))
    assert two.state.result is not None
    assert two.state.result.winners == (0, 1)
    chosen = figures(filled(sheet(replace(MASTERS, phases=("S3+S3", "R4"))), "2+0 -5", "2+0 1+5"))
    assert [seat.completed for seat in chosen.state.seats] == [(2,), (1,)]
    closed = figures(replace(filled(sheet(), "+0 +5", "+0"), closed=True))
    assert closed.state.result is not None
    assert (closed.state.result.winners, closed.hand) == ((), 1)
    endless = replace(sheet(), hands=((entry("-5"), entry("-5")),) * (MOST_HANDS + 5))
    assert (figures(endless).state.over, figures(endless).hand) == (True, MOST_HANDS - 1)


RESULTS = st.sampled_from(["+0", "-45", "+9", "-W S", "+5"]).map(entry)
WRITES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2), RESULTS), max_size=40)


@given(WRITES)
def test_any_order_of_entries_and_corrections_gives_what_the_entries_alone_give(
    writes: list[tuple[int, int, SheetEntry]],
) -> None:
    written, kept = sheet(SHORT, "Cyd"), {}
    for hand, seat, result in writes:
        try:
            new, was = SheetResult(hand, seat, result), mark(written.entry(hand, seat))
            written = entered(written, ADA, new, was, sure=True)
        except GameError as error:
            assert error.code == "not_now"
        else:
            kept[hand, seat] = result
    hands = max((hand for hand, _ in kept), default=-1) + 1
    alone = tuple(tuple(kept.get((hand, seat)) for seat in range(3)) for hand in range(hands))
    assert figures(written) == figures(replace(sheet(SHORT, "Cyd"), hands=alone))


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
    for hand, results in enumerate(hands):
        for seat, text in enumerate(results.split()):
            if text != ".":
                result = SheetResult(hand, seat, entry(text))
                try:
                    entered(written, ADA, result, 0)
                except GameError as error:
                    assert error.code == "doubtful"
                    found += error.data["doubts"]
                written = entered(written, ADA, result, 0, sure=True)
    assert found == asked


def test_members_enter_for_themselves_and_guests_and_the_host_for_all() -> None:
    begun = filled(sheet(SHORT, "Cyd"), "+5 . .")
    for by, seat, was, code in (
        (BEN, 0, mark(entry("+5")), "not_yours"),
        (9, 2, 0, "not_yours"),
        (ADA, 0, 0, "stale"),
        (ADA, 1, 7, "stale"),
        (ADA, 3, 0, "not_now"),
    ):
        with pytest.raises(GameError) as found:
            entered(begun, by, SheetResult(0, seat, entry("+0")), was)
        assert found.value.code == code
    with pytest.raises(GameError, match="no_such_phase"):
        entered(begun, BEN, SheetResult(0, 2, entry("2+0")), 0)
    guest = SheetResult(0, 2, entry("+0"))
    assert entered(begun, BEN, guest, 0).entry(0, 2) == guest.entry
