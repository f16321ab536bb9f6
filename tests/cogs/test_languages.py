"""Every message within Discord's limits in every language, over whole games and at its fullest."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, product
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from fullest_kit import (
    COMPUTERS,
    FULLEST_STATS,
    GAME,
    HIGHEST,
    LONG,
    LONGEST_GAME,
    PEOPLE,
    PICTURE,
    board,
    everything_else,
    full_table,
    lobby,
)
from kit import position
from limits import buttons_of, check, text_of, view_of
from pairs import in_pairs
from positions_kit import GAMES, Told, legal_for, positions, table_of

from bot.cards.actions import Source
from bot.cards.cards import SKIP, WILD, card
from bot.cards.engine import legal_actions
from bot.cards.events import CardHit, Discarded, Drew, HandEnded, Laid, Skipped
from bot.cards.marked_cards import HandOrder
from bot.cards.rulesets import CLASSIC, EDITIONS, RuleSet
from bot.cards.state import Stage, State
from bot.cards.variations import Length, varied, with_length
from bot.cards.views import view_for
from bot.core.states import AnyRules
from bot.game_types import ALL_EDITIONS
from bot.i18n import Translator, languages, words_for
from bot.i18n.alt import (
    LONGEST_ALT,
    figure_alt,
    hand_sentences,
    scores_sentences,
    short_text,
    table_sentences,
)
from bot.i18n.endings import podium_alt
from bot.preferences import ServerPreferences
from bot.seating import Level, SeatRequest
from bot.table.manager import GameManager
from cogs.base.screens import Menu, Picture, Screen, split_into_pages
from cogs.history import GAMES as GAMES_A_PAGE
from cogs.history import HistoryPage, ListPosition, game_screen, history_screen
from cogs.leaderboard import board_screen, public_board_screen
from cogs.live.game_messages import rules_pages
from cogs.live.sender import MOST_FOLLOW_UPS
from cogs.lobby import house_rules_screen, options_screen
from cogs.pages.hand_page import Aside, HandPage
from cogs.pages.lobby_page import cancel_screen, lobby_screen
from cogs.pages.table_page import request_row, scores_as_text, table_buttons, table_lines
from cogs.privacy import delete_screen
from cogs.rules import rules_screen
from cogs.server_settings import PAGES, settings_screen
from cogs.stats import figures_screen, stats_screen
from cogs.table import win_screen

NOTICE = Aside(notice="x" * 200)
ASKED = replace(NOTICE, asked=WILD)
WORDS = words_for("en")
REQUEST = SeatRequest(2**62, LONG)
THEMES = (None, "playing-cards")
WHOLE = ("classic, easy", "masters, easy", "house rules")


@pytest.fixture(params=languages())
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=THEMES, ids=["cards", "playing cards"])
def words(request: pytest.FixtureRequest, locale: str) -> Translator:
    return words_for(locale, request.param)


def told_of(state: State) -> GameManager:
    everybody = tuple(range(state.game.size))
    return cast("GameManager", Told(table_of(state, turn_limit=60, ready=everybody)))


def check_position(words: Translator, state: State, seat: int) -> None:
    names = state.game.players
    public, view = view_for(state, None), view_for(state, seat)
    if state.stage in (Stage.DEAL, Stage.OVER):
        called = tuple(f"Q{number}" for number in range(len(names)))
        alone = replace(state, game=replace(state.game, players=called))
        told = table_lines(words, view_for(alone, None), told_of(alone), reader=seat)
        assert f"Q{seat}" not in " ".join(told)
    lines = table_lines(words, public, told_of(state))
    for alt in (short_text(table_sentences(words, public)), podium_alt(words, public)):
        assert len(alt) <= LONGEST_ALT
        below = request_row(words, public.game_id, REQUEST)
        check(Screen.of(lines, table_buttons(words, public), below))
    if view.last_hand is not None:
        assert len(short_text(scores_sentences(words, names, [view.last_hand] * 40))) <= LONGEST_ALT
    legal = legal_for(state, seat)
    shown = Picture("h.png", b"", short_text(hand_sentences(words, view)))
    assert len(shown.alt) <= LONGEST_ALT
    for order in HandOrder:
        check(
            HandPage(words, view, legal, order, NOTICE, deadline=1.0, request=REQUEST).screen(shown)
        )


@pytest.mark.parametrize(("locale", "name"), [*zip(languages(), cycle(WHOLE), strict=False)])
async def test_whole_games(locale: str, name: str) -> None:
    words = words_for(locale, THEMES[WHOLE.index(name) % 2])
    longest = (LONG,) * 4
    stages = set()
    for at, (state, _) in enumerate(positions(GAMES[name], seed=11, most=3_000)):
        stages.add(state.stage)
        if at % 4 and state.stage in (Stage.DRAW, Stage.PLAY):
            continue
        named = replace(state.game, players=longest[: state.game.size])
        for seat in {state.turn or 0, at // 4 % state.game.size}:
            check_position(words, replace(state, game=named), seat)
    assert {Stage.DRAW, Stage.PLAY, Stage.DEAL, Stage.OVER} <= stages


async def test_the_fullest_table(words: Translator) -> None:
    for stage in (Stage.DRAW, Stage.PLAY):
        check_position(words, full_table(stage=stage), 0)


def test_a_score_sheet_in_words(words: Translator) -> None:
    hand = HandEnded(1, (0,), (0,) * 6, (9_999,) * 6, (True,) * 6, (10,) * 6)
    seats = tuple(SimpleNamespace(name=LONG, completed=()) for _ in range(6))
    manager: Any = SimpleNamespace(
        view=lambda _: SimpleNamespace(seats=seats), game=SimpleNamespace(scored=[hand] * 60)
    )
    lines = scores_as_text(words, manager)
    assert len(lines) == 66
    # Of a game of 30 hands, all is shown.
    assert len(list(split_into_pages(lines[:36]))) <= 1 + MOST_FOLLOW_UPS


@pytest.mark.parametrize(("name", "locale", "theme"), in_pairs(EDITIONS, languages(), THEMES))
async def test_lobbies_and_rules_of_every_edition(
    name: str, locale: str, theme: str | None
) -> None:
    words, rules = words_for(locale, theme), EDITIONS[name]
    for each in (rules, everything_else(rules)):
        check(lobby_screen(words, lobby(PEOPLE + COMPUTERS, each)))
        check(options_screen(words, lobby(PEOPLE + COMPUTERS, each)))
        check(house_rules_screen(words, lobby(PEOPLE + COMPUTERS, each), each))
        for topic in rules_pages(each).topics:
            figures = [
                Picture(f"{name}.png", b"", figure_alt(words, name, each))
                for name in rules_pages(each).figures(topic, each)
            ]
            assert all(len(each.alt) <= LONGEST_ALT for each in figures)
            panel = rules_screen(words, topic, each, figures, view_for(full_table(), None))
            check(panel)
            assert not any((button.label or "…").endswith("…") for button in buttons_of(panel))


async def test_questions(words: Translator) -> None:
    check(win_screen(words, GAME))
    check(cancel_screen(words, lobby(PEOPLE + COMPUTERS)))
    check(delete_screen(words))


def test_leaderboards_figures_and_history(words: Translator) -> None:
    fullest = board(99_991, 100_000, 123_456, 7, LONG)
    check(board_screen(words, fullest, PICTURE))
    check(public_board_screen(words, fullest, PICTURE))
    check(game_screen(words, LONGEST_GAME, ListPosition(HIGHEST, 99_999), PICTURE))
    check(stats_screen(words, FULLEST_STATS, LONG, PICTURE))
    check(figures_screen(words, FULLEST_STATS, PICTURE))
    games = [replace(LONGEST_GAME, game_id=f"{at:040}") for at in range(GAMES_A_PAGE)]
    check(history_screen(words, HistoryPage(ListPosition(HIGHEST, 99_998), games, 9_999_999), LONG))


def test_the_panel_of_settings(words: Translator) -> None:
    defaults = {"theme": "Colour-blind", "language": "Português do Brasil"}
    full = ServerPreferences(channels=tuple(HIGHEST - n for n in range(25)))
    for page, server in product(PAGES, (ServerPreferences(), full)):
        check(settings_screen(words, server, defaults, page=page))


async def test_the_fullest_hand() -> None:
    state = full_table()
    view, legal = view_for(state, 0), legal_actions(state)
    picture = Picture("hand.png", b"", short_text(hand_sentences(WORDS, view)))
    # At a private table it has more buttons.
    page = HandPage(WORDS, view, legal, aside=NOTICE, deadline=1.0, private=True)
    check(page.screen(picture))
    asked = replace(page, aside=ASKED).screen(picture)
    (places,) = [each for each in asked.controls[:1] if isinstance(each, Menu)]
    assert len(places.options) == 13
    check(asked)
    assert len(picture.alt) <= LONGEST_ALT


async def test_the_fullest_hand_in_words_after_much_news() -> None:
    state = full_table()
    view = view_for(state, 0)
    turn = [
        [
            Drew(seat, Source.DISCARD_PILE, card("Y12")),
            Laid(seat, 10, ()),
            *[CardHit(seat, 0, 0, card("Y12"))] * 9,
            Discarded(seat, SKIP, 0),
            Skipped(0),
        ]
        for seat in range(1, 6)
    ]
    news = [event for events in turn for event in events]
    shown = HandPage(
        WORDS, view, legal_actions(state), aside=ASKED, news=news, deadline=1.0, private=True
    ).screen()
    assert sum("on you" in line for line in shown.lines) == 3
    assert sum("You lost this turn to" in line for line in shown.lines) == 3
    check(shown)


async def test_a_hand_with_many_ways_to_lay() -> None:
    state = position(["R1 R2 R3 R4 R5 R6 R7 W W W W", "R1"], trying=[4, 1])
    view = view_for(state, 0)
    shown = HandPage(WORDS, view, legal_actions(state), private=True).screen()
    check(shown)
    (ways,) = [each for each in shown.controls if isinstance(each, Menu)]
    assert len(ways.options) > 1


def test_the_menu_of_levels_is_a_new_one_each_time_also_when_the_seats_are_as_before() -> None:
    menus = []
    for seats in (PEOPLE[:1], [PEOPLE[0], COMPUTERS[0]], PEOPLE[:1]):
        panel = lobby_screen(WORDS, lobby(seats))
        menus += [
            each for each in view_of(panel).walk_children() if isinstance(each, discord.ui.Select)
        ]
    assert len({each.id for each in menus}) == len({each.custom_id for each in menus}) == 3
    assert [each.value for each in menus[0].options] == list(Level)


@pytest.mark.parametrize(
    ("rules", "limit", "said"),
    [
        (with_length(CLASSIC, Length.QUICK), None, ""),
        (ALL_EDITIONS["dice"], 60, "\n-# 1 minute a turn"),
        (varied(CLASSIC, "even_phases"), 60, "\n-# even phases · 1 minute a turn"),
        (
            varied(CLASSIC, "phases=2"),
            None,
            f"\n-# {WORDS('table.for_fun')}\n-# the first 2 phases",
        ),
        (
            replace(with_length(CLASSIC, Length.TEN_HANDS), skips=0),
            None,
            "\n-# house rules\n-# • 0 Skips in the deck",
        ),
    ],
)
def test_the_text_below_a_lobby_adds_rules_that_the_picture_leaves_out(
    rules: AnyRules, limit: int | None, said: str
) -> None:
    here = replace(lobby(PEOPLE[:1], CLASSIC), rules=rules, turn_limit=limit)
    shown = text_of(lobby_screen(WORDS, here, drawing=Picture("lobby.png", b"", "")))
    lengths = (
        "\n-# Quick: the first three phases · Evening: all ten phases"
        " · Ten hands: everybody moves on, lowest total wins"
    )
    offered = lengths if isinstance(rules, RuleSet) else ""
    assert shown.partition(".")[2] == said + offered


@pytest.mark.parametrize(
    "lengths", [[5_000], [3_000, 1_500], [100, 4_000, 100], [1_400] * 3, [9_000, 9_000]]
)
def test_blocks_of_text_are_shortened_together_until_discord_takes_them(lengths: list[int]) -> None:
    first, *later = (str(at) * length for at, length in enumerate(lengths))
    screen = Screen.of([first], *later)
    check(screen)
    assert view_of(screen).content_length() == 4_000
    kept = [each[0] for each in text_of(screen).split("\n")]
    assert kept == [str(at) for at in range(len(lengths))]
    assert "…" in text_of(screen)
