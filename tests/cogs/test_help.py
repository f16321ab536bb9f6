"""The help and the lists of games: a person's own, and the tables of a server."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from fakes_table import ADA, BEN, CYD, GUILD, World
from fullest_kit import LONG
from limits import buttons_of, check, text_of, verbs_of

from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage
from bot.i18n import Translator, languages, words_for
from bot.preferences import ServerPreferences
from bot.seating import Level, Person
from bot.table.manager import GameManager
from cogs.base.screens import Screen
from cogs.help import (
    COMMANDS,
    GAMES,
    OF_MANAGERS,
    HelpSituation,
    commands_screen,
    games_screen,
    help_screen,
    obstacle_in,
    own_game_items,
    table_items,
)

HERE = 4
WORDS = words_for("en")
PLACE = "*" * 300
MORE = ["guided", "rules", "games", "myachievements", "commands"]


def asked_by(user_id: int, permissions: discord.Permissions, **more: Any) -> Any:
    interaction = SimpleNamespace(
        user=SimpleNamespace(id=user_id),
        guild=None,
        guild_id=GUILD,
        client=SimpleNamespace(get_guild=lambda _: object()),
        channel=None,
        channel_id=HERE,
        permissions=permissions,
        app_permissions=discord.Permissions.all(),
    )
    vars(interaction).update(more)
    return interaction


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


async def test_between_hands_the_page_names_the_awaited_player(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    while manager.view(None).stage is not Stage.DEAL:
        await world.clock.move(60)
    assert "a computer player plays for you" in text_of(panel_of(ADA.user_id, manager))
    assert manager.waits_for(ADA.user_id)
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
    asked = asked_by(CYD.user_id, discord.Permissions.all())
    host = Person(1, LONG)
    for channel in range(2 * GAMES + 1):
        manager = world.registry.for_channel(HERE + channel, GUILD)
        await manager.solo(host, 5, Level.EASY, CLASSIC, "en")
    games = [
        lambda each=each: table_items(words, asked, each, 0, 0.0) for each in world.registry.busy()
    ]
    panel: Screen = games_screen(words, games, 1, ["x" * 200])
    check(panel)
    buttons = buttons_of(panel)
    # The link and Ask for each game, and to the pages before and after.
    assert len(buttons) == 2 * GAMES + 2


@pytest.mark.parametrize(
    ("server", "ways"),
    [
        ({}, ["solo", "daily", "solo", "sheet", "play", *MORE]),
        ({"computers": False}, ["daily", "solo", "sheet", "play", *MORE]),
        ({"obstacle": "Not here."}, ["solo", "daily", "solo", "sheet", *MORE]),
        (
            {"in_server": False, "obstacle": "Only in servers."},
            [
                "solo",
                "daily",
                "solo",
                "sheet",
                *[verb for verb in MORE if verb != "myachievements"],
            ],
        ),
    ],
)
async def test_an_empty_channel_offers_what_the_server_allows(
    world: World, server: dict[str, Any], ways: list[str]
) -> None:
    panel = help_screen(WORDS, HelpSituation(world.manager, **server))
    assert verbs_of(panel) == ways
    assert ("Not here." in text_of(panel)) is (server.get("obstacle") == "Not here.")
    assert "Only in servers." not in text_of(panel)


@pytest.mark.parametrize("locale", languages())
async def test_games_that_wait_come_first(world: World, locale: str) -> None:
    manager = await world.seated(ADA, BEN)
    solo = await world.registry.private_table(BEN.user_id)
    await solo.solo(BEN, 1, Level.EASY, CLASSIC, "en", guild_id=0)
    waiting = [("x" * 200, manager), ("my solo game", solo)]
    panel = help_screen(words_for(locale), HelpSituation(manager, waiting, "x" * 200))
    check(panel)
    assert verbs_of(panel)[:4] == ["hand", "hand", "solo", "daily"]
    assert "my solo game" in text_of(panel)
    assert manager.waits_for(BEN.user_id)
    assert not manager.waits_for(ADA.user_id)


@pytest.mark.parametrize("locale", languages())
def test_all_commands_of_a_person_are_listed_with_what_they_do(locale: str) -> None:
    words = words_for(locale)
    panel = commands_screen(words, manages=True)
    check(panel)
    assert text_of(panel).count("`/") == len(COMMANDS) + len(OF_MANAGERS)
    others = text_of(commands_screen(words, manages=False))
    assert others.count("`/") == len(COMMANDS)
    assert words("commands.play_with.menu") in others
    assert all(words.command(*names) not in others for names in OF_MANAGERS)


async def test_missing_permissions_come_before_other_channels(world: World) -> None:
    lacks = asked_by(
        ADA.user_id,
        discord.Permissions(manage_guild=True),
        app_permissions=discord.Permissions(view_channel=True, send_messages=True),
        guild=SimpleNamespace(get_channel=lambda _: object()),
    )
    server = ServerPreferences(channels=(5,))
    assert obstacle_in(WORDS, lacks, world.manager, server).endswith("permission to: Attach Files.")
    lacks.app_permissions = discord.Permissions.all()
    obstacle = obstacle_in(WORDS, lacks, world.manager, server)
    assert obstacle == "In this server games are played in <#5>."
