"""Score sheets: what follows from entries, and which entries are asked about."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.cards import SKIP, natural
from bot.cards.rulesets import CLASSIC, FINAL_TURN, MASTERS, RuleSet
from bot.cards.variations import varied
from bot.core.errors import GameError
from bot.core.events import EndReason
from bot.i18n import words_for
from bot.i18n.catalogue import languages
from bot.sheets.doubts import Doubt
from bot.sheets.entries import MOST_CORRECTIONS, NOT_CHOSEN, Writer, new_result
from bot.sheets.entries import entered as enter
from bot.sheets.figures import SheetFigures, figures
from bot.sheets.names import folded
from bot.sheets.points import result_points
from bot.sheets.seats import (
    arranged,
    joined,
    joined_as_fit,
    next_sheet,
    renamed,
    seated,
    without_person,
)
from bot.sheets.sheet import (
    MOST_HANDS,
    MOST_PEOPLE,
    Sheet,
    SheetCorrection,
    SheetPlayer,
    SheetResult,
    mark,
)
from bot.sheets.typed import parse_left, parse_lines
from bot.sheets.years import Company, companies

ADA, BEN = 1, 2
SHORT = varied(CLASSIC, "phases=2")
MEANINGS = dict(pair.split("=") for pair in words_for("en")("sheet.typed").split())


def sheet(rules: RuleSet = SHORT, *guests: str) -> Sheet:
    players = (SheetPlayer("Ada", ADA), SheetPlayer("Ben", BEN), *map(SheetPlayer, guests))
    return Sheet("s", 5, 6, ADA, rules, players, 0.0, begun=True)


def entered(before: Sheet, by: int, new: SheetResult, was: int, *, sure: bool = False) -> Sheet:
    """A sheet with one result more, of a form for one player."""
    writer = Writer(by, as_host=by == before.host_id, sure=sure)
    return enter(before, writer, [new], [was])


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
        ("４５", "45", 45),
        ("25+10 + 5", "40", 40),
        ("25, 10 and 5", "40", 40),
        ("25 plus 10 plus 5", "40", 40),
        ("15 15 points", "30", 30),
        ("5+5", "5 5", 10),
        ("10 points", "10", 10),
        ("9+12 + W", "9 12 W", 40),
        ("9 9 12 W S", "9 9 12 W S", 60),
        ("3x9,w", "9 9 9 W", 40),
        ("2 × 10; s", "10 10 S", 35),
        ("7", "7", 5),
        ("  ", "", 0),
        ("three nines and a Skip", "9 9 9 S", 30),
        ("3 9s, 1 wild", "9 9 9 W", 40),
        ("9 9 9 Skip", "9 9 9 S", 30),
        ("000", "", 0),
        ("999", "999", 999),
        ("out", "", 0),
        (" - ", "", 0),
    ],
)
def test_what_is_left_is_typed_as_points_or_as_cards(typed: str, left: str, points: int) -> None:
    assert parse_left(typed, MEANINGS) == left == parse_left(left)
    assert result_points(CLASSIC, SheetResult(0, 0, 1, left)) == points


@pytest.mark.parametrize("typed", ["12 points", "25 9", "9 0", "9s", "1 and 9", "-5", "45 W"])
def test_what_may_be_points_or_cards_is_not_guessed(typed: str) -> None:
    with pytest.raises(GameError, match="bad_left"):
        parse_left(typed, MEANINGS)


@pytest.mark.parametrize("locale", languages())
def test_the_words_of_each_language_are_understood(locale: str) -> None:
    pairs = [pair.split("=") for pair in words_for(locale)("sheet.typed").split()]
    meanings = dict(pairs)
    assert [word for word, _ in pairs] == [*map(folded, meanings)], "each once, as it is looked up"
    for word, meaning in pairs:
        typed = {"0": f"45 {word}", "1x": f"{word} 9", "+": f"9 {word} 9"}
        assert parse_left(typed.get(meaning, f"2 {word}"), meanings)


@given(
    st.text() | st.lists(st.sampled_from([*MEANINGS, *"159 xX*WS,;+-"]), max_size=15).map("".join)
)
def test_nothing_else_can_be_typed(typed: str) -> None:
    try:
        left = parse_left(typed, MEANINGS)
    except GameError as error:
        assert error.code == "bad_left"
    else:
        assert 0 <= result_points(CLASSIC, SheetResult(0, 0, 0, left)) <= 999
        assert len(left) <= 60


def test_people_and_guests_take_seats_until_the_start() -> None:
    begun = sheet(MASTERS, *(f"Guest {n}" for n in range(MOST_PEOPLE - 2)))
    new, (ada, ben, *guests) = replace(begun, begun=False), begun.players
    assert seated(new, [ben, ada]).players == (ben, ada)
    for players, code in (((*guests, *guests, ben), "sheet_full"), ((ada, ada), "on_sheet")):
        with pytest.raises(GameError, match=code):
            seated(new, players)
    with pytest.raises(GameError, match="begun"):
        seated(begun, guests)
    rest = without_person(begun, ADA)
    assert rest is not None
    assert (rest.players, rest.host_id) == ((SheetPlayer("?"), ben, *guests), BEN)
    assert rest.host_name == "Ben"
    assert without_person(rest, BEN) is None


def test_as_many_are_seated_as_there_is_room_for() -> None:
    new = replace(sheet(), begun=False)
    guests = [SheetPlayer(f"Guest {n}") for n in range(MOST_PEOPLE)]
    full = joined_as_fit(new, *guests)
    assert full.players == (*new.players, *guests[: MOST_PEOPLE - len(new.players)])
    with pytest.raises(GameError, match="sheet_full"):
        joined_as_fit(full, *guests)


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
    assert again.corrections == (SheetCorrection(0, wrong, right, 1),)
    back = entered(again, ADA, wrong, mark(right))
    assert figures(back).state.result == state.result


def test_the_newest_corrections_are_kept_the_newest_last() -> None:
    now = filled(sheet(), "+0 +10")
    entries = [f"+{5 * n}" for n in (0, 1, *range(3, MOST_CORRECTIONS + 4))]
    results = [result(0, 1, entry) for entry in entries]
    before = now.results[1]
    for each in results:
        now = entered(now, BEN, each, mark(before), sure=True)
        before = each
    told = [(each.was, each.now) for each in now.corrections]
    assert told == [*pairwise(results)][-MOST_CORRECTIONS:]


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
    endless = replace(sheet(), results=tuple(results(*["-5 -5"] * (MOST_HANDS + 5))))
    assert (figures(endless).state.over, figures(endless).hand) == (True, MOST_HANDS - 1)


@pytest.mark.parametrize(
    ("rules", "hands", "ranking"),
    [
        (CLASSIC, (), ((0,), (1,), (2,))),
        (CLASSIC, ("+5 -50 +0", "-60 +0 ."), ((2,), (0,), (1,))),
        (CLASSIC, ("+5 +0 +5",), ((1,), (0, 2))),
        (CLASSIC, ("+0 -50 +0",), ((0, 2), (1,))),
        (replace(CLASSIC, ten_hands=True), ("+50 -45 +0",), ((2,), (1,), (0,))),
    ],
)
def test_who_leads_a_game_that_is_stopped_is_named(
    rules: RuleSet, hands: tuple[str, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    stopped = replace(filled(sheet(rules, "Cyd"), *hands), closed=True)
    ended = figures(stopped).state.result
    assert ended is not None
    assert ended.reason is EndReason.ABANDONED
    assert ended.winners == (ranking[0] if hands else ())
    if hands:
        assert ended.ranking == ranking
    with pytest.raises(GameError, match="sheet_closed"):
        entered(stopped, ADA, result(len(hands), 0, "+0"), 0)


SEATS = st.integers(0, 2)
RESULTS = st.builds(
    result, st.integers(0, 4), SEATS, st.sampled_from(["+0", "-45", "+9", "-W S", "+5"])
)
HANDS = st.lists(RESULTS, min_size=1, max_size=3, unique_by=lambda each: each.seat)
CHANGES = st.tuples(st.sampled_from(["host", "leave", "back"]), SEATS)


@given(st.lists(HANDS | CHANGES, max_size=40), st.randoms())
def test_any_order_of_forms_corrections_and_hand_overs_gives_what_the_entries_alone_give(
    writes: list[list[SheetResult] | tuple[str, int]], random: Random
) -> None:
    """A form has all or one; somebody may have changed a result since it was opened."""
    written, kept = sheet(SHORT, "Cyd"), dict[tuple[int, int], SheetResult]()
    for write in writes:
        try:
            if isinstance(write, tuple):
                written = arranged(written, *write)
                continue
            form = [replace(each, hand=write[0].hand) for each in write]
            was = [mark(written.result(each.hand, each.seat)) for each in form]
            by = Writer(written.host_id, sure=True)
            written = enter(written, by, form, was)
            # The same form once more, and one that was opened before: nothing changes.
            assert enter(written, by, form, was) == written
            seen = [*map(mark, form)]
            assert enter(written, by, form, seen) == written
        except GameError as error:
            assert error.code in {"not_now", "last_two"}
        else:
            kept |= {(each.hand, each.seat): each for each in form}
    alone = [
        replace(each, laid=written.result(*at).laid)  # type: ignore[union-attr]  # a play-off's is 0
        for at, each in kept.items()
    ]
    random.shuffle(alone)
    gone = zip(sheet(SHORT, "Cyd").players, written.players, strict=True)
    players = tuple(replace(who, gone_in=now.gone_in) for who, now in gone)
    fresh = replace(sheet(SHORT, "Cyd"), players=players, results=tuple(alone))
    assert figures(written) == figures(fresh)


NINES = {"card": natural(CLASSIC.colours[0], 9), "most": 8}
ELEVEN = (1, "cards", {"n": 11, "most": 10})
UNLAID = {"n": 50, "cards": 10}


@pytest.mark.parametrize(
    ("rules", "hands", "asked"),
    [
        (CLASSIC, ("+0 +45", "."), []),
        (CLASSIC, ("+0 +47",), [(1, "fives", {"points": 47, "low": 45, "high": 50})]),
        (CLASSIC, ("+0 -300",), [(1, "points", {"points": 300, "most": 230, "cards": 10})]),
        (CLASSIC, ("+0 +5xS",), [(1, "deck", {"card": SKIP, "n": 5, "most": 4})]),
        (
            CLASSIC,
            ("+0 +11x9",),
            [(1, "cards", {"n": 11, "most": 10}), (1, "deck", {**NINES, "n": 11})],
        ),
        (CLASSIC, ("+0 +3x9 +3x9 +3x9",), [(None, "together", {**NINES, "n": 9})]),
        (CLASSIC, ("+0 +9x9 +5",), [(1, "deck", {**NINES, "n": 9})]),
        (CLASSIC, ("-0 .",), [(0, "not_laid", UNLAID)]),
        (CLASSIC, ("+0 -45",), [(1, "not_laid", UNLAID)]),
        (CLASSIC, ("+0 -2xW",), [(1, "not_laid", UNLAID)]),
        (CLASSIC, ("+0 +0",), [(None, "two_out", {"seats": [0, 1]})]),
        (FINAL_TURN, ("+0 +0",), []),
        (CLASSIC, ("+5 +5",), [(None, "nobody_out", {})]),
        (MASTERS, ("3+0 +5", "3+5 ."), [(0, "twice", {})]),
    ],
)
def test_what_the_rules_do_not_allow_is_asked_about(
    rules: RuleSet, hands: tuple[str, ...], asked: list[Doubt]
) -> None:
    written, found = sheet(rules, *("Cyd", "Dov")[: hands[0].count(" ") - 1]), []
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
        (ADA, result(0, 0, "+9"), 0, "doubtful"),
        (ADA, result(0, 1, "+0"), 7, "doubtful"),
        (ADA, result(0, 3, "+0"), 0, "not_now"),
        (BEN, result(0, 2, "2+0"), 0, "no_such_phase"),
    ):
        with pytest.raises(GameError, match=code):
            entered(begun, by, new, was)
    assert entered(begun, BEN, guest, 0).result(0, 2) == guest
    as_host = Writer(BEN, as_host=True, sure=True)
    assert enter(begun, as_host, [result(0, 0, "+9")], [0]).result(0, 0)


def test_a_form_that_leaves_out_what_others_have_entered_meanwhile_changes_nothing_of_it() -> None:
    begun = sheet(SHORT, "Cyd")
    ben = entered(begun, BEN, result(0, 1, "+35"), 0)
    form = results("+0 +0 -60")
    together = enter(ben, Writer(ADA), form, [0, 0, 0])
    assert [together.result(0, seat) for seat in range(3)] == [*form[:1], ben.result(0, 1), form[2]]
    with pytest.raises(GameError, match="doubtful") as asked:
        enter(ben, Writer(ADA), results("+0 +40 -60"), [0, 0, 0])
    assert asked.value.data["doubts"] == [(1, "changed", {"result": ben.result(0, 1)})]


@pytest.mark.parametrize(
    ("there", "chosen", "left", "laid"),
    [
        ("", NOT_CHOSEN, "W W", 1),
        ("", NOT_CHOSEN, "9 9 9 9 9 10 10 10 10 W", 0),
        ("", NOT_CHOSEN, "45", 1),
        ("", NOT_CHOSEN, "50", 0),
        ("", 1, "50", 1),
        ("", 0, "45", 0),
        ("-60", NOT_CHOSEN, "60", 0),
        ("-60", NOT_CHOSEN, "40", 1),
        ("+40", NOT_CHOSEN, "40", 0),
    ],
)
def test_below_fifty_points_or_ten_cards_a_phase_was_laid(
    there: str, chosen: int, left: str, laid: int
) -> None:
    before = filled(sheet(CLASSIC), f". {there or '.'}")
    assert new_result(before, 0, 1, chosen, left) == SheetResult(0, 1, laid, left)


def test_lines_are_told_apart_by_the_names_that_a_reader_sees() -> None:
    twins = sheet(CLASSIC, "ben", "P`au:l", "B\N{ZERO WIDTH SPACE}en (2)", "Ben")
    names = ("Ada", "Ben", "ben (2)", "P`au:l", "B\u200ben (2) (2)", "Ben (3)")
    assert twins.names == names
    assert folded("ＡDA") == "ada"
    by_seat = dict(enumerate(names))
    typed = "ada：45\n\n BEN (2) : 9 9 W\np’au:l:"
    assert parse_lines(by_seat, typed) == ({0: "45", 2: " 9 9 W", 3: ""}, [])
    bad = ["45", "Eve: 45", "ADA: 10", ": 5", "adam 5", "5 ada"]
    assert parse_lines(by_seat, "\n".join(["Ada:5", *bad])) == ({0: "5"}, bad)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("ada 5", {0: "5"}),
        ("ADA", {0: ""}),
        ("Oma 20 p", {1: "20 p"}),
        ("oma=45\nada - 9 9", {1: "45", 0: "- 9 9"}),
        ("Oma Li 3x9 W", {2: "3x9 w"}),
        ("oma li: 5\noma 10", {2: " 5", 1: "10"}),
    ],
)
def test_a_line_needs_no_colon(typed: str, lines: dict[int, str]) -> None:
    assert parse_lines({0: "Ada", 1: "Oma", 2: "Oma Li"}, typed) == (lines, [])


def test_the_first_words_of_a_name_will_do_where_they_are_clear() -> None:
    names = dict(enumerate(["Oma", "Oma Li", "Ada Maria Roca", "Ada Maria Sole", "José Luis Gil"]))
    typed = ["oma 5", "oma li 10", "ADA maria sole 15", "josé luis 25"]
    assert parse_lines(names, "\n".join(typed)) == ({0: "5", 1: "10", 3: "15", 4: "25"}, [])
    bad = ["ada 5", "ada maria: 5", "jos 5", "maria 5", "gil 5"]
    assert parse_lines(names, "\n".join(bad)) == ({}, bad)


def test_seven_to_ten_people_play_with_two_decks() -> None:
    many = sheet(CLASSIC, *(f"Guest {n}" for n in range(MOST_PEOPLE - 2)))
    form = results("+0 " + " ".join(["+2x9"] * 8) + " -50")
    assert enter(many, Writer(ADA, as_host=True), form, [0] * MOST_PEOPLE)
    form = results("+0 " + " ".join(["+2x9"] * 9))
    with pytest.raises(GameError, match="doubtful") as asked:
        enter(many, Writer(ADA, as_host=True), form, [0] * MOST_PEOPLE)
    nines = {"card": natural(CLASSIC.colours[0], 9), "n": 18, "most": 16}
    assert asked.value.data["doubts"] == [(None, "together", nines)]


def test_a_guest_is_renamed_while_nobody_else_sits_there() -> None:
    begun = sheet(CLASSIC, "Cyd")
    assert renamed(begun, 2, "Cyd", "Cid").names == ("Ada", "Ben", "Cid")
    for seat, was in ((2, "Dov"), (1, "Ben"), (3, "Cyd")):
        with pytest.raises(GameError, match="not_now"):
            renamed(begun, seat, was, "Cid")


def test_the_rows_of_the_table_leave_out_who_sat_out() -> None:
    begun = filled(sheet(CLASSIC, "Cyd"), "+5 +0 -50")
    left = filled(arranged(begun, "leave", 2), "", "+0 -60 .")
    first, second = figures(joined(left, SheetPlayer("Dov"))).rows
    assert (first.points, first.laid) == ((5, 0, 50, None), (True, True, False, None))
    assert (second.points, second.totals) == ((0, 60, None, None), (5, 60, 50, 0))


def test_who_leaves_the_game_is_asked_nothing_and_comes_last() -> None:
    rules = replace(CLASSIC, ten_hands=True, phases=CLASSIC.phases[:3])
    begun = filled(sheet(rules, "Cyd", "Dov"), "+5 +0 -50 +5", ". +0 . .")
    left = arranged(arranged(begun, "leave", 0), "leave", 1)
    playing = [[seat.playing for seat in state.seats] for state in figures(left).dealt]
    assert playing == [[True] * 4, [False, True, True, True]]
    with pytest.raises(GameError, match="last_two"):
        arranged(left, "leave", 2)
    with pytest.raises(GameError, match="not_now"):
        entered(left, ADA, result(1, 0, "+0"), 0)
    assert figures(arranged(left, "back", 1)) == figures(arranged(begun, "leave", 0))
    on = filled(left, "+5 +0 -50 +5", ". . -50 +5")
    assert [figures(on).state.dealer, *(each.playing for each in figures(on).state.seats)] == [
        *(2, False, False, True, True)
    ]
    with pytest.raises(GameError, match="not_now"):
        arranged(on, "back", 0)
    ended = figures(filled(on, "", "", ". . +0 -50")).state.result
    assert ended is not None
    assert ended.ranking == ((3,), (2,), (1,), (0,))


def test_who_comes_in_the_game_begins_with_the_hand_that_is_played() -> None:
    begun = filled(sheet(CLASSIC, "Cyd"), "+5 +0 -50", ". +0 .")
    late = joined(begun, SheetPlayer("Dov"))
    assert figures(late).hand == figures(begun).hand == 1
    assert [seat.trying for seat in figures(late).state.seats] == [2, 2, 1, 1]
    with pytest.raises(GameError, match="not_now"):
        entered(late, ADA, result(0, 3, "+0"), 0)
    on = figures(filled(late, "", "+5 . -50 +10"))
    assert (totals(on)[3], on.state.seats[3].trying, on.state.dealer) == ((10, (1,)), 2, 2)
    assert joined(late, SheetPlayer("Eve")).begun
    with pytest.raises(GameError, match="on_sheet"):
        joined(late, SheetPlayer("Ada", ADA))
    for other in (sheet(replace(CLASSIC, ten_hands=True)), replace(begun, closed=True)):
        with pytest.raises(GameError, match="begun"):
            joined(other, SheetPlayer("Eve"))
    again = next_sheet(replace(late, closed=True), SheetPlayer("Ada", ADA), 7.0)
    assert all(who.came_in == 0 for who in again.players)


def test_the_next_game_has_the_same_people_with_the_next_dealer_first() -> None:
    stopped = replace(filled(sheet(CLASSIC, "Cyd"), "+5 +0 -50"), closed=True)
    again = next_sheet(stopped, SheetPlayer("Ben", BEN), 7.0)
    assert [who.name for who in again.players] == ["Ben", "Cyd", "Ada"]
    assert (again.begun, again.host_id, again.results, again.rules) == (True, BEN, (), CLASSIC)
    over = filled(sheet(SHORT, "Cyd"), "+0 +10 +5", "+0 +10 -60")
    people = next_sheet(arranged_away(over), SheetPlayer("Ada", ADA), 7.0).players
    assert [who.name for who in people] == ["Cyd", "Ada"]


def arranged_away(over: Sheet) -> Sheet:
    gone = replace(over.players[1], gone_in=2)
    return replace(over, players=(over.players[0], gone, *over.players[2:]))


def test_the_day_of_a_sheet_is_that_of_the_newest_result() -> None:
    played = filled(replace(sheet(CLASSIC), touched_at=5.0), "+0 -50")
    changed = entered(
        replace(played, touched_at=9.0), ADA, result(0, 1, "-60"), mark(result(0, 1, "-50"))
    )
    assert (played.played_at, changed.played_at) == (5.0, 5.0)


def test_people_who_played_together_are_counted_with_their_wins() -> None:
    three = [
        replace(filled(sheet(CLASSIC, name), hand), closed=True)
        for name, hand in (("Cyd", "+0 +5 -50"), ("cyd", "+5 +0 -50"), ("CYD", "+0 -50 +0"))
    ]
    two = replace(filled(sheet(CLASSIC), "+0 -50"), closed=True)
    found = companies([three[0], two, *three[1:]])
    assert found == [
        Company(("Ada", "Ben", "Cyd"), (2, 1, 1), 3, 0),
        Company(("Ada", "Ben"), (1, 0), 1, 1),
    ]
