"""Every message within Discord's limits in every language, over whole games and at its fullest."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from types import SimpleNamespace
from typing import Any, cast

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
from limits import buttons_of, check
from pairs import in_pairs
from positions_kit import GAMES, Told, positions

from bot.cards.editions import CLASSIC, EDITIONS
from bot.cards.engine import LegalActions, legal_actions
from bot.cards.events import HandEnded
from bot.cards.marked_cards import HandOrder
from bot.cards.state import Stage, State
from bot.cards.views import view_for
from bot.i18n import Translator, languages, words_for
from bot.i18n.alt import (
    LONGEST_ALT,
    figure_alt,
    hand_sentences,
    podium_alt,
    scores_sentences,
    short_text,
    table_sentences,
)
from bot.preferences import ServerPreferences
from bot.table.manager import GameManager
from bot.tables import Level, Occupant, SeatRequest, Table
from cogs.base.screens import Picture, Screen, pages
from cogs.history import GAMES as GAMES_A_PAGE
from cogs.history import HistoryPage, ListPosition, game_screen, history_screen
from cogs.leaderboard import board_screen, public_board_screen
from cogs.live.game_messages import rules_pages
from cogs.live.sender import MOST_FOLLOW_UPS
from cogs.lobby import house_rules_screen, options_screen
from cogs.pages.hand_page import Aside, hand_screen
from cogs.pages.lobby_page import cancel_screen, lobby_screen
from cogs.pages.table_page import (
    request_parts,
    request_row,
    scores_as_text,
    table_buttons,
    table_lines,
)
from cogs.privacy import delete_screen
from cogs.rules import rules_screen
from cogs.server_settings import settings_screen
from cogs.stats import figures_screen, stats_screen
from cogs.table import end_screen

NOTICE = Aside(notice="x" * 200)
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
    """As much of a manager as the texts ask for."""
    seats = enumerate(state.game.players)
    occupants = tuple(Occupant(name, seat, Level.NORMAL) for seat, name in seats)
    ready = tuple(range(len(occupants)))
    table = Table("g", 1, 2, 0, occupants, 60, "en", 0.0, 0.0, ready=ready)
    return cast("GameManager", Told(table))


def check_position(words: Translator, state: State, seat: int) -> None:
    """Table and hand, each with its picture and in words alone."""
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
    legal = legal_actions(state)
    if state.turn != seat or state.stage in (Stage.DEAL, Stage.OVER):
        legal = LegalActions((), (), None, state.game.rules)
    shown = Picture("h.png", b"", short_text(hand_sentences(words, view)))
    assert len(shown.alt) <= LONGEST_ALT
    for order in HandOrder:
        panel = hand_screen(words, view, legal, 1.0, order=order, aside=NOTICE, drawing=shown)
        asked = request_parts(words, GAME, REQUEST)
        check(panel.with_parts(*asked))


@pytest.mark.parametrize(
    ("locale", "name"),
    [*zip(languages(), cycle(WHOLE), strict=False), *(("pt_BR", each) for each in WHOLE[1:])],
)
async def test_whole_games(locale: str, name: str) -> None:
    words = words_for(locale, THEMES[WHOLE.index(name) % 2])
    longest = (LONG,) * 4
    stages = set()
    for at, (state, _) in enumerate(positions(GAMES[name], seed=11, most=3_000)):
        stages.add(state.stage)
        if at % 2 and state.stage in (Stage.DRAW, Stage.PLAY):
            continue
        named = replace(state.game, players=longest[: state.game.size])
        for seat in {state.turn or 0, at // 2 % state.game.size}:
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
    assert len(list(pages(lines[:36]))) <= 1 + MOST_FOLLOW_UPS


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
            check(rules_screen(words, topic, each, figures, view_for(full_table(), None)))


async def test_questions(words: Translator) -> None:
    check(end_screen(words, GAME))
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

    for server in (ServerPreferences(), full):
        check(settings_screen(words, server, defaults))


async def test_no_button_is_cut_for_its_words(locale: str) -> None:
    words = words_for(locale)
    for topic in rules_pages(CLASSIC).topics:
        panel = rules_screen(words, topic, CLASSIC)
        buttons = buttons_of(panel)
        assert buttons
        assert not any((each.label or "…").endswith("…") for each in buttons)
