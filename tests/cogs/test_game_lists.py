"""Lists of games: a person's own, and the tables of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from fakes_table import ADA, BEN, CYD, GUILD, World
from fullest_kit import LONG
from limits import buttons_of, check, text_of

from bot.cards.editions import CLASSIC
from bot.cards.state import Stage
from bot.i18n import Translator, languages, words_for
from bot.table.manager import GameManager
from bot.tables import Level, Person
from cogs.base.screens import Screen
from cogs.help import GAMES, games_screen, own_game_items, table_items

HERE = 4
WORDS = words_for("en")
PLACE = "*" * 300


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.registry.close()


def links(panel: Screen) -> list[str]:
    return [each.url for each in buttons_of(panel) if each.url]


def panel_of(user_id: int, *games: GameManager, page: int = 0, words: Translator = WORDS) -> Screen:
    entries = [partial(own_game_items, words, user_id, game, PLACE) for game in games]
    return games_screen(words, entries, page)


async def test_the_page_says_whose_turn_it_is_and_until_when(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=300)

    assert manager.waits_for(BEN.user_id)
    assert not manager.waits_for(ADA.user_id)
    assert "phase 1 · **your turn** · time is up <t:" in text_of(panel_of(BEN.user_id, manager))
    assert "phase 1 · Ben's turn · time is up <t:" in text_of(panel_of(ADA.user_id, manager))


async def test_between_hands_it_is_the_next_phase_that_is_named(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = await world.seated(ADA, BEN)
    view = manager.view(None)
    seats = tuple(replace(seat, next_phase=2) for seat in view.seats)
    monkeypatch.setattr(manager, "view", lambda _: replace(view, turn=None, seats=seats))

    assert "phase 2 · " in text_of(panel_of(ADA.user_id, manager))


@pytest.mark.parametrize("locale", languages())
async def test_pages_are_full_but_for_the_last(world: World, locale: str) -> None:
    games = []
    for channel in range(1, GAMES + 2):
        games.append(world.registry.for_channel(channel, 8))
        await games[-1].solo(ADA, 1, Level.EASY, CLASSIC, "en")

    first, last, beyond = (
        panel_of(ADA.user_id, *games, page=page, words=words_for(locale)) for page in (0, 1, 9)
    )

    check(first)
    check(last)
    assert len(links(first)) == GAMES
    assert links(last) == links(beyond) == [f"https://discord.com/channels/8/{GAMES + 1}"]


async def test_between_hands_it_says_who_is_waited_for(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    while manager.view(None).stage is not Stage.DEAL:
        await world.clock.move(60)
    assert "a computer player plays for you" in text_of(panel_of(ADA.user_id, manager))
    for person in (ADA, BEN):
        await manager.come_back(person.user_id)

    assert manager.waits_for(ADA.user_id)
    assert "**the next hand waits for you**" in text_of(panel_of(ADA.user_id, manager))
    await manager.ready(ADA.user_id)
    assert not manager.waits_for(ADA.user_id)
    assert "between two hands" in text_of(panel_of(ADA.user_id, manager))


@pytest.mark.parametrize("locale", languages())
async def test_a_full_page_is_within_discords_limits(world: World, locale: str) -> None:
    words = words_for(locale)
    asked: Any = SimpleNamespace(
        user=SimpleNamespace(id=CYD.user_id),
        guild=None,
        guild_id=GUILD,
        client=SimpleNamespace(get_guild=lambda _: object()),
        channel_id=HERE,
        permissions=discord.Permissions.all(),
    )
    host = Person(1, LONG)
    for channel in range(2 * GAMES + 1):
        manager = world.registry.for_channel(HERE + channel, GUILD)
        await manager.solo(host, 5, Level.EASY, CLASSIC, "en")
    games = [lambda each=each: table_items(words, asked, each, 0) for each in world.registry.busy()]

    panel: Screen = games_screen(words, games, 1, "x" * 200)

    check(panel)
    buttons = buttons_of(panel)
    # The link and Ask for each game, and to the pages before and after.
    assert len(buttons) == 2 * GAMES + 2
