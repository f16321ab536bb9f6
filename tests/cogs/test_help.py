from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from fakes_table import ADA, BEN, World
from limits import buttons_of, check, text_of

from bot.cards.editions import CLASSIC
from bot.i18n import languages, words_for
from bot.preferences import ServerPreferences
from bot.tables import Level
from cogs.base.screens import Screen
from cogs.help import OF_MANAGERS, HelpSituation, commands_screen, help_screen, obstacle_in

WORDS = words_for("en")
MORE = ["guided", "rules", "games", "myachievements", "commands"]


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.registry.close()


def verbs(panel: Screen) -> list[str]:
    """What the buttons do, ``link`` for those that are links."""
    return [each.meaning.verb if each.meaning else "link" for each in buttons_of(panel)]


@pytest.mark.parametrize(
    ("server", "ways"),
    [
        ({}, ["solo", "daily", "play", *MORE]),
        ({"computers": False}, ["daily", "play", *MORE]),
        ({"obstacle": "Not here."}, ["solo", "daily", *MORE]),
        (
            {"in_server": False, "obstacle": "Only in servers."},
            ["solo", "daily", *[verb for verb in MORE if verb != "myachievements"]],
        ),
    ],
)
async def test_an_empty_channel_offers_what_the_server_allows(
    world: World, server: dict[str, Any], ways: list[str]
) -> None:
    panel = help_screen(WORDS, HelpSituation(world.manager, **server))

    assert verbs(panel) == ways
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
    assert verbs(panel)[:4] == ["hand", "hand", "solo", "daily"]
    assert "my solo game" in text_of(panel)
    assert manager.waits_for(BEN.user_id)
    assert not manager.waits_for(ADA.user_id)


@pytest.mark.parametrize("locale", languages())
def test_all_commands_of_a_person_are_listed_with_what_they_do(locale: str) -> None:
    words = words_for(locale)
    panel = commands_screen(words, manages=True)

    check(panel)
    assert text_of(panel).count("`/") == 16
    others = text_of(commands_screen(words, manages=False))
    assert others.count("`/") == 14
    assert all(words.command(*names) not in others for names in OF_MANAGERS)


async def test_missing_permissions_come_before_other_channels(world: World) -> None:
    guild = SimpleNamespace(get_channel=lambda _: object())
    lacks: Any = SimpleNamespace(
        app_permissions=discord.Permissions(view_channel=True, send_messages=True),
        permissions=discord.Permissions(manage_guild=True),
        channel=None,
        channel_id=1,
        guild_id=7,
        client=SimpleNamespace(get_guild=lambda _: object()),
        guild=guild,
        user=SimpleNamespace(id=ADA.user_id),
    )
    server = ServerPreferences(channels=(5,))

    assert obstacle_in(WORDS, lacks, world.manager, server).endswith("permission to: Attach Files.")
    lacks.app_permissions = discord.Permissions.all()
    obstacle = obstacle_in(WORDS, lacks, world.manager, server)
    assert obstacle == "In this server games are played in <#5>."
