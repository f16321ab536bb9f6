"""Messages of cups: within Discord's limits with any number of people, and with what they need."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, cast

import pytest
from cups_kit import begun, opened, played, result
from fullest_kit import HIGHEST
from fullest_kit import LONG as NAME
from limits import check, text_of, verbs_of

from bot.cups.engine import apply, start_round
from bot.cups.state import (
    FORMATS,
    KNOCK_OUT,
    MOST_PEOPLE,
    SWISS,
    Cup,
    CupCancelled,
    CupGame,
    CupStatus,
    Format,
    Joined,
    LiveCup,
    PersonLeft,
    RoundEnded,
)
from bot.i18n import Translator, languages, words_for
from bot.i18n.cups import cup_alt
from bot.results.standings import Board, BoardQuery, BoardRow, By, CupSeason
from cogs.base.custom_ids import Verb
from cogs.base.screens import Drawing
from cogs.base.text import escaped
from cogs.pages.cup_page import (
    MOST_NAMES,
    ON_STEPS,
    call,
    close_question,
    cup_screen,
    greeting,
    more_screen,
    own_table_screen,
    reminder,
    round_screen,
    season_lines,
    standings_screen,
    thread_names,
)

LOCALES = sorted(languages())
SEASON = Board(
    BoardQuery(1, By.CUPS, season=CupSeason("cup", NAME, 999)),
    0,
    tuple(BoardRow(1, HIGHEST, NAME, 99_999, 999, 999) for _ in range(ON_STEPS)),
    999,
)


def live_of(cup: Cup) -> LiveCup:
    tables = cup.round.tables if cup.rounds else ()
    games = tuple(CupGame(f"game{n}", 10**18 + n, begun=True) for n in range(len(tables)))
    return LiveCup(cup, 10**18, 10**18, 1, "en", due=1_800_000_000.0, games=games)


def drawing_of(words: Translator, cup: Cup) -> Drawing:
    return Drawing("cup.png", (), cast("Any", None), (), cup_alt(words, cup, escaped))


def moments(people: int, form: Format) -> list[Cup]:
    open_one = replace(opened(form), name=NAME)
    for person in range(people):
        open_one = apply(open_one, Joined(0, person, NAME))
    between = begun(people, form)
    named = [replace(participant, name=NAME) for participant in between.participants]
    between = replace(between, name=NAME, participants=tuple(named))
    playing = apply(between, start_round(between, 1))
    finished, _ = played(between, Random(3))
    return [open_one, between, playing, finished, apply(open_one, CupCancelled(1))]


def test_a_cup_that_is_closed_fits() -> None:
    """The end with all that it may say: what decided between each of the winners."""
    for locale, form in product(LOCALES, FORMATS.values()):
        finished = replace(moments(9, form)[3], closed=True)
        screen = cup_screen(words_for(locale), live_of(finished))
        check(screen)
        assert words_for(locale)("cup.closed_early") in text_of(screen)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("people", [2, 5, 9, MOST_PEOPLE])
def test_all_messages_fit_whatever_the_number_of_people(locale: str, people: int) -> None:
    words = words_for(locale)
    forms = FORMATS.values() if people < 100 else [SWISS]
    for form in forms:
        for cup in moments(people, form):
            live = live_of(cup)
            check(cup_screen(words, live, drawing_of(words, cup), problem="x" * 300))
            check(more_screen(words, live, hosts=True))
            weekly = replace(live, series="cup", next_at=1e9)
            check(cup_screen(words, weekly, problem="x" * 300))
            check(more_screen(words, weekly, hosts=True))
            mentions = [f"<@&{2**63 - 1}>", *[f"<@{2**63 - 1}>"] * MOST_NAMES]
            assert len(call(words, replace(weekly, series="before"), mentions, "x" * 90)) <= 2000
            check(own_table_screen(words, live, 1))
            if cup.rounds_over:
                below = season_lines(words, SEASON)
                check(round_screen(words, live, drawing_of(words, cup)).around(below=below))
            assert len(reminder(words, live, "https://discord.com/channels/1/2/3")) <= 2000
            if cup.rounds:
                check(standings_screen(words, cup, 1, 10**6))
            if cup.status is CupStatus.PLAYING:
                gone = [replace(each, left=True, absent=True) for each in cup.participants]
                check(cup_screen(words, live_of(replace(cup, participants=tuple(gone)))))
                assert len(greeting(words, cup, 0)) <= 2000
                assert all(0 < len(name) <= 100 for name in thread_names(words, cup, 0))


def test_names_are_no_markdown() -> None:
    cup = apply(opened(), Joined(0, 1, "*Wörter* @everyone [x](y)"))
    text = text_of(cup_screen(words_for("en"), live_of(cup)))
    assert "*Wörter*" not in text.replace("\\*", "")
    assert "@everyone" not in text


def test_each_status_has_the_buttons_that_are_of_use() -> None:
    words = words_for("en")
    open_one, between, playing, finished, cancelled = (
        set(verbs_of(cup_screen(words, live_of(cup)))) for cup in moments(8, SWISS)
    )
    assert open_one == {Verb.CUP_JOIN, Verb.CUP_LEAVE, Verb.CUP_MORE}
    assert between == playing == open_one | {Verb.CUP_TABLE, Verb.CUP_STANDINGS}
    assert finished == {Verb.CUP_STANDINGS}
    assert cancelled == set()
    _, knock_out, *_ = moments(8, KNOCK_OUT)
    assert Verb.CUP_JOIN not in set(verbs_of(cup_screen(words, live_of(knock_out))))


def test_a_cancelled_cup_says_what_was_played() -> None:
    words = words_for("en")
    played = moments(4, SWISS)[-2]
    absent = [replace(who, left=True, absent=True) for who in played.participants]
    cups = {
        "cancelled before it began": opened(),
        "Nobody came to the tables": replace(played, participants=tuple(absent)),
        "What was played still counts": replace(
            played, participants=(*absent[1:], played.participants[0])
        ),
    }
    for said, cup in cups.items():
        cancelled = replace(cup, status=CupStatus.CANCELLED)
        assert said in text_of(cup_screen(words, live_of(cancelled)))


def test_a_problem_is_told_until_the_cup_is_finished() -> None:
    words = words_for("en")
    told = [
        "no threads" in text_of(cup_screen(words, live_of(cup), problem="no threads"))
        for cup in moments(4, SWISS)
    ]
    assert told == [True, True, True, False, True]


def test_nobody_who_left_is_waited_for() -> None:
    playing = apply(moments(8, SWISS)[2], PersonLeft(1, 3))
    named = [replace(who, name=f"p{who.person}") for who in playing.participants]
    text = text_of(cup_screen(words_for("en"), live_of(replace(playing, participants=(*named,)))))
    (waited_for,) = (line for line in text.splitlines() if "Not here yet" in line)
    assert "p3" not in waited_for
    assert waited_for.count("p") == 7
    assert text.count("p3 (has left)") == text.count("(has left)") == 1, "it marks them instead"


def test_a_bye_of_somebody_who_left_is_marked() -> None:
    playing = moments(5, KNOCK_OUT)[2]
    (bye,) = playing.round.byes
    text = text_of(cup_screen(words_for("en"), live_of(apply(playing, PersonLeft(1, bye)))))
    assert f"{escaped(NAME)} (has left) goes on without a game." in text


def test_standings_begin_with_the_first_result() -> None:
    words = words_for("en")
    playing = moments(8, SWISS)[2]
    assert "has a result yet" in text_of(standings_screen(words, playing, 1, 0))
    assert "place" not in text_of(standings_screen(words, playing, 1, 0))
    after_one = apply(playing, result(0, 4, Random(1)))
    assert "You are in place" in text_of(standings_screen(words, after_one, 1, 0))


def test_the_end_of_a_cup_promises_a_winner_only_if_no_game_runs() -> None:
    words = words_for("en")
    playing = apply(moments(8, SWISS)[2], result(0, 4, Random(1)))
    assert "Without these games *Ada* leads" in close_question(words, playing, "*Ada*")
    over = apply(playing, result(1, 4, Random(2)))
    between = apply(over, RoundEnded(2))
    assert close_question(words, between, "*Ada*") == "End the cup now? *Ada* leads and wins it."
