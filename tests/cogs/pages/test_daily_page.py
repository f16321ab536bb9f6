"""The messages of the daily hand within Discord's limits, in every language and in words alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import chain

import pytest
from fullest_kit import LONG
from limits import buttons_of, check, verbs_of

from bot.cards.cards import WILD, Card, cards
from bot.daily.calendar import DailyStreaks
from bot.daily.engine import legal_actions
from bot.daily.state import DailySide, DailyState, DailyTurn
from bot.daily.views import build_view, cards_missing_by_turn, up_helps
from bot.i18n import Translator, languages, words_for
from bot.i18n.alt import LONGEST_ALT, short_text
from bot.i18n.daily import (
    compared_turns,
    daily_board_lines,
    daily_sentences,
    daily_sums_lines,
    share_alt,
    sooner_line,
)
from bot.lab.daily_samples import dailies, daily_shares
from bot.results.daily import MOST_ROWS, DailyBoard, DailyNews, DailyRow, DailySum, DailySums
from bot.table.daily import MOST_WAYS, DailyAttempt
from cogs.base.custom_ids import Verb
from cogs.base.screens import PRIMARY, SECONDARY, SUCCESS, Screen
from cogs.base.text import escaped
from cogs.pages.daily_page import (
    computer_screen,
    daily_board_screen,
    daily_screen,
    news_screen,
    public_daily_screen,
)

DAY = date(2026, 11, 24)


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Translator:
    return words_for(str(request.param), "playing-cards")


def attempt_of(state: DailyState, other: date | None = None) -> DailyAttempt:
    view = build_view(state)
    return DailyAttempt(
        view=view,
        ways=legal_actions(state).ways_to_lay(MOST_WAYS),
        cards_missing=cards_missing_by_turn(view),
        streaks=DailyStreaks(3, 12),
        other=other,
        closed=False,
    )


def panel_of(
    words: Translator, attempt: DailyAttempt, notice: str = "", asked: Card | None = None
) -> Screen:
    return daily_screen(words, attempt, None, asked=asked, notice=notice)


def test_every_page_is_within_the_limits(words: Translator) -> None:
    for state in dailies().values():
        attempt = attempt_of(state, date(2026, 11, 25))
        check(panel_of(words, attempt, notice="x" * 200))
        check(panel_of(words, replace(attempt, closed=True)))
        view = attempt.view
        alt = short_text(daily_sentences(words, view, attempt.cards_missing))
        assert 0 < len(alt) <= LONGEST_ALT
        # The picture has its check.
        assert up_helps(view) == (words("daily.alt.helps", card="\0").split("\0")[1] in alt)
    ready = dailies()["ready"]
    wild = replace(ready, hand=(*ready.hand[:-1], WILD))
    asked = panel_of(words, attempt_of(wild), asked=WILD)
    check(asked)
    assert verbs_of(asked)[0] is Verb.DAILY_DISCARD_NOW
    lost, laid = (attempt_of(dailies()[name]) for name in ("not-today", "laid"))
    computer = laid.view, laid.cards_missing
    check(computer_screen(words, (lost.view, lost.cards_missing), computer, None))
    for share in chain.from_iterable(daily_shares().values()):
        check(public_daily_screen(words, replace(share, name=LONG), None))
        assert len(share_alt(words, share)) <= LONGEST_ALT


@pytest.mark.parametrize(
    ("hand", "up", "advised"),
    [
        ("R1 B1 G1 R2 B2 G12 Y12 R11 B9 G8", "W", DailySide.UP),
        ("R1 B1 G1 R2 B2 G12 Y12 R11 B9 G8", "Y2", DailySide.UP),
        ("R1 B1 G1 R2 B2 G12 Y12 R11 B9 G8", "Y10", DailySide.DOWN),
        ("R1 B1 G1 R2 B2 G2 Y12 R11 B9 G8", "W", None),  # the phase is there
    ],
)
def test_only_the_card_that_is_better_to_take_is_blue(
    hand: str, up: str, advised: DailySide | None
) -> None:
    first = dailies()["first"]
    rules = replace(first.deal.rules, phases=("S3+S3",))
    pairs = ((cards(up)[0], cards("R10")[0]), *first.deal.pairs[1:])
    deal = replace(first.deal, rules=rules, pairs=pairs)
    shown = panel_of(words_for("en"), attempt_of(replace(first, deal=deal, hand=cards(hand))))
    takes = [each for each in buttons_of(shown) if each.meaning.verb is Verb.DAILY_TAKE]
    blue = [each.meaning.args[0] for each in takes if each.style is PRIMARY]
    assert blue == ([] if advised is None else [advised.value])
    cards_shown = [each for each in buttons_of(shown) if each.meaning.verb is Verb.DAILY_DISCARD]
    assert {each.style for each in cards_shown} == {SECONDARY}, "none can be tapped yet"


def test_a_phase_that_is_there_leaves_no_discard_a_colour() -> None:
    shown = panel_of(words_for("en"), attempt_of(dailies()["ready"]))
    styles = {(each.meaning.verb, each.style) for each in buttons_of(shown)}
    assert (Verb.DAILY_LAY, SUCCESS) in styles
    assert {style for verb, style in styles if verb is Verb.DAILY_DISCARD} == {SECONDARY}


@pytest.mark.parametrize(
    ("turns", "line"),
    [
        ((5, 6), "Ada: 1 turn sooner"),
        ((9, 6), "Bea: 3 turns sooner"),
        ((6, 6), "Both took equally long"),
        ((None, 15), "Only Bea laid it"),
        ((None, None), "Both took equally long"),
    ],
)
def test_a_line_compares_two_results(turns: tuple[int | None, ...], line: str) -> None:
    share = daily_shares()["early"][0]
    one, other = (
        replace(share, name=name, turns=turn)
        for name, turn in zip(("Ada", "Bea"), turns, strict=True)
    )
    assert sooner_line(words_for("en"), one, other) == line


def test_a_phase_that_the_computer_alone_laid_is_said_so() -> None:
    reader, computer = daily_shares()["computer"]
    line = sooner_line(words_for("en"), replace(reader, turns=None), computer)
    assert line == "Only the computer laid it"


def test_turns_of_two_are_compared_in_few_lines_with_how_each_card_lay() -> None:
    up, down, out, other = cards("R1 B2 G3 Y4")
    alike = DailyTurn(DailySide.UP, up, None, out)
    kept = DailyTurn(DailySide.DOWN, up, down, other)
    laid = DailyTurn(DailySide.UP, up, None, None)
    own, computer = [(alike, 2), (kept, 1)], [(alike, 2), (laid, 0)]
    assert list(compared_turns(words_for("en"), own, computer, counted=False)) == [
        "taken → discarded",
        "**1** Both: Red 1 (open) → Green 3",
        "**2** You: Blue 2 (hidden) → Yellow 4",
        "Computer: Red 1 (open) → phase laid",
    ]
    _, first, last = compared_turns(words_for("en"), own[:1], computer, counted=True)
    assert first == "**1** Both: Red 1 (open) → Green 3 · 2 cards to go"
    assert last == "**2** Computer: Red 1 (open) → phase laid"


@pytest.mark.parametrize(
    ("people", "finished", "told"),
    [
        (2, 1, ["1 person has finished it here.", "1 person is still playing."]),
        (1, 0, ["1 person is still playing."]),
        (2, 2, ["2 people have finished it here."]),
    ],
)
def test_a_hidden_board_counts_those_who_have_finished(
    people: int, finished: int, told: list[str]
) -> None:
    board = DailyBoard(DAY, people, finished, visible=False)
    _, *lines, hidden = daily_board_lines(words_for("en"), board, escaped)
    assert lines == told
    assert hidden == "You see the results once you have finished yours."


def test_boards_are_within_the_limits(words: Translator) -> None:
    rows = tuple(DailyRow(n, n, LONG, 15, 100) for n in range(1, MOST_ROWS + 1))
    own = DailyRow(999, 999, LONG, None, None)
    board = DailyBoard(DAY, 2000, 1999, visible=True, rows=rows, own=own)
    sums = tuple(DailySum(n, n, LONG, 450, 30, 3000) for n in range(1, MOST_ROWS + 1))
    for lines in (
        daily_board_lines(words, board, escaped),
        daily_board_lines(words, replace(board, visible=False, rows=()), escaped),
        daily_sums_lines(words, DailySums(DAY, DAY, 99, sums, None), escaped),
    ):
        check(daily_board_screen(words, lines, DAY, opened=True, span="month"))
    check(news_screen(words, DAY, DailyNews(DAY, rows, sums)))


def test_nothing_that_is_tapped_twice_is_a_card_and_equal_cards_are_told_apart() -> None:
    words = words_for("en")
    state = dailies()["first"]
    state = replace(state, hand=cards("R5 R5 R5 R5 R5 R5 R5 R5 W W"))
    taking = panel_of(words, attempt_of(state))
    taken = dailies()["taken"]
    taken = replace(taken, hand=(*state.hand, taken.hand[0]))
    playing = panel_of(words, attempt_of(taken))
    for panel in (taking, playing):
        meanings = [each.meaning for each in buttons_of(panel)]
        assert len(set(meanings)) == len(meanings)
    # *Lay* stands after the buttons to take, where nothing was before.
    verbs = [
        [verb for verb in verbs_of(panel) if verb is not Verb.DAILY_LAY]
        for panel in (taking, playing)
    ]
    # Two buttons to take, then the places of ten cards, and an eleventh once a card is taken.
    assert verbs[0][:12] == verbs[1][:12]
    assert verbs[0][:2] == [Verb.DAILY_TAKE] * 2
    assert set(verbs[1][2:13]) == {Verb.DAILY_DISCARD}
    assert Verb.DAILY_DISCARD not in verbs[0][12:]
    assert [each.disabled for each in buttons_of(taking)[:12]] == [False] * 2 + [True] * 10
    assert [each.disabled for each in buttons_of(playing)[:13]] == [True] * 2 + [False] * 11
