"""Lists of games: a person's own, and the tables of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from fakes_table import ADA, BEN, CYD, GUILD, World
from fullest_kit import LONG
from limits import buttons_of, check, text_of, verbs_of

from bot.i18n import Words, languages, words_for
from bot.model import Level, Person, private_channel
from bot.rules.editions import CLASSIC, EDITIONS
from bot.rules.state import Stage
from bot.table.manager import GameManager
from cogs.base.screens import Screen
from cogs.help import (
    GAMES,
    games_screen,
    no_games_screen,
    own_game_items,
    table_items,
    visible_tables,
)

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


def panel_of(user_id: int, *games: GameManager, page: int = 0) -> Screen:
    return panel_in(WORDS, user_id, games, page)


def panel_in(words: Words, user_id: int, games: Sequence[GameManager], page: int = 0) -> Screen:
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


async def test_a_lobby_names_its_players_and_who_starts(world: World) -> None:
    await world.manager.open_lobby(ADA, EDITIONS["modern"], None, "en")
    await world.manager.join(BEN)

    host, guest = (text_of(panel_of(each.user_id, world.manager)) for each in (ADA, BEN))

    assert "Modern · open table with 2 players · **you start the game**" in host
    assert "Modern · open table with 2 players" in guest
    assert "you start" not in guest


async def test_a_message_that_is_not_known_is_linked_by_its_channel(world: World) -> None:
    await world.manager.open_lobby(ADA, CLASSIC, None, "en")
    at = f"https://discord.com/channels/{world.manager.guild_id}/{world.manager.channel_id}"

    assert links(panel_of(ADA.user_id, world.manager)) == [at]
    await world.manager.note_message(99)
    assert links(panel_of(ADA.user_id, world.manager)) == [f"{at}/99"]


@pytest.mark.parametrize("locale", languages())
async def test_pages_are_full_but_for_the_last(world: World, locale: str) -> None:
    games = []
    for channel in range(1, GAMES + 2):
        games.append(world.registry.for_channel(channel, 8))
        await games[-1].solo(ADA, 1, Level.EASY, CLASSIC, "en")

    first, last, beyond = (
        panel_in(words_for(locale), ADA.user_id, games, page) for page in (0, 1, 9)
    )

    check(first)
    check(last)
    assert len(links(first)) == GAMES
    assert links(last) == links(beyond) == [f"https://discord.com/channels/8/{GAMES + 1}"]


@pytest.mark.parametrize(("in_server", "ways"), [(True, ["solo", "play"]), (False, ["solo"])])
def test_without_games_there_are_buttons_to_begin(in_server: bool, ways: list[str]) -> None:
    panel = no_games_screen(WORDS, in_server=in_server)

    assert verbs_of(panel) == ways


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


def asked_by(person: Person) -> Any:
    """An interaction in a channel of a server whose other channels are not known."""
    return SimpleNamespace(
        user=SimpleNamespace(id=person.user_id),
        guild=None,
        guild_id=GUILD,
        client=SimpleNamespace(get_guild=lambda _: object()),
        channel_id=HERE,
        permissions=discord.Permissions.all(),
    )


async def test_tables_of_others_in_visible_channels_are_listed_and_no_private_one(
    world: World,
) -> None:
    for channel, guild in (HERE, GUILD), (HERE + 1, GUILD), (HERE + 2, GUILD + 1):
        await world.registry.for_channel(channel, guild).open_lobby(BEN, CLASSIC, None, "en")
    alone = world.registry.for_channel(private_channel(ADA.user_id), GUILD)
    await alone.solo(ADA, 1, Level.EASY, CLASSIC, "en")

    def listed(person: Person) -> list[int]:
        return [each.channel_id for each in visible_tables(asked_by(person), world.registry)]

    assert listed(CYD) == listed(ADA) == [HERE]
    assert listed(BEN) == []


@pytest.mark.parametrize("locale", languages())
async def test_a_full_page_is_within_discords_limits(world: World, locale: str) -> None:
    words, asked = words_for(locale), asked_by(CYD)
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
