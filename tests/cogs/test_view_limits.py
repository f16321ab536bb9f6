"""Every message within Discord's limits, with the longest names and the fullest tables."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
from fullest_kit import COMPUTERS, PEOPLE, full_table, lobby
from kit import position
from limits import check, text_of, view_of

from bot.cards.actions import Source
from bot.cards.cards import SKIP, WILD, card
from bot.cards.editions import CLASSIC, Length, varied, with_length
from bot.cards.engine import legal_actions
from bot.cards.events import Discarded, Drew, Laid, Skipped, WasHit
from bot.cards.views import PlayerView, view_for
from bot.core.states import AnyRules
from bot.game_types import ALL_EDITIONS
from bot.i18n import words_for
from bot.i18n.alt import LONGEST_ALT, hand_sentences, short_text
from bot.tables import Level
from cogs.base.screens import Menu, Picture, Screen
from cogs.pages.hand_page import Aside, hand_screen
from cogs.pages.lobby_page import lobby_screen
from cogs.pages.table_page import with_more_button

WORDS = words_for("en")
NOTICE = Aside(notice="x" * 200)
ASKED = replace(NOTICE, asked=WILD)


def check_alone(screen: Screen, view: PlayerView) -> None:
    """Check that Discord would take a hand also at a private table, where it has more buttons."""
    check(with_more_button(screen, WORDS, view))


async def test_the_fullest_hand() -> None:
    state = full_table()
    view, legal = view_for(state, 0), legal_actions(state)
    picture = Picture("hand.png", b"", short_text(hand_sentences(WORDS, view)))

    check_alone(hand_screen(WORDS, view, legal, 1.0, aside=NOTICE, drawing=picture), view)
    asked = hand_screen(WORDS, view, legal, 1.0, aside=ASKED, drawing=picture)
    (places,) = [each for each in asked.controls[:1] if isinstance(each, Menu)]
    assert len(places.options) == 13
    check_alone(asked, view)
    assert len(picture.alt) <= LONGEST_ALT


async def test_the_fullest_hand_in_words_after_much_news() -> None:
    state = full_table()
    view = view_for(state, 0)
    turn = [
        [
            Drew(seat, Source.DISCARD_PILE, card("Y12")),
            Laid(seat, 10, ()),
            *[WasHit(seat, 0, 0, card("Y12"))] * 9,
            Discarded(seat, SKIP, 0),
            Skipped(0),
        ]
        for seat in range(1, 6)
    ]
    news = [event for events in turn for event in events]
    shown = hand_screen(WORDS, view, legal_actions(state), 1.0, aside=ASKED, news=news)
    assert sum("on you" in line for line in shown.lines) == 5

    check_alone(shown, view)


async def test_a_hand_with_many_ways_to_lay() -> None:
    state = position(["R1 R2 R3 R4 R5 R6 R7 W W W W", "R1"], trying=[4, 1])
    view = view_for(state, 0)
    shown = hand_screen(WORDS, view, legal_actions(state))

    check_alone(shown, view)
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
            replace(with_length(CLASSIC, Length.TEN_HANDS), skips=0),
            None,
            "\n-# house rules\n-# • 0 Skips in the deck",
        ),
    ],
)
def test_what_its_picture_does_not_show_of_the_rules_is_said_below_it(
    rules: AnyRules, limit: int | None, said: str
) -> None:
    here = replace(lobby(PEOPLE[:1], CLASSIC), rules=rules, turn_limit=limit)
    shown = text_of(lobby_screen(WORDS, here, drawing=Picture("lobby.png", b"", "")))

    assert shown.partition(".")[2].rpartition("\n")[0] == said


@pytest.mark.parametrize(
    "lengths", [[5_000], [3_000, 1_500], [100, 4_000, 100], [1_400] * 3, [9_000, 9_000]]
)
def test_blocks_of_text_are_shortened_together_until_discord_takes_them(
    lengths: list[int],
) -> None:
    first, *later = (str(at) * length for at, length in enumerate(lengths))
    screen = Screen.of([first], *later)
    check(screen)
    assert view_of(screen).content_length() == 4_000
    kept = [each[0] for each in text_of(screen).split("\n")]
    assert kept == [str(at) for at in range(len(lengths))]
    assert "…" in text_of(screen)
