from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from fakes_table import ADA, BEN, CYD, World
from limits import check, text_of

from bot.i18n import languages, words_for
from bot.model import Level, ServerPreferences
from bot.rules.editions import CLASSIC
from cogs.base.panels import Panel
from cogs.help import HelpSituation, help_panel, situation_in

WORDS = words_for("en")


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.registry.close()


def verbs(panel: Panel) -> list[str]:
    """What the buttons do, ``link`` for those that are links."""
    buttons = [each for each in panel.walk_children() if isinstance(each, discord.ui.Button)]
    return [each.custom_id.split(":")[3] if each.custom_id else "link" for each in buttons]


def helped(situation: HelpSituation) -> str:
    return text_of(help_panel(WORDS, situation))


async def test_an_empty_channel_offers_what_the_server_allows(world: World) -> None:
    everything = HelpSituation(world.manager, ADA.user_id, manages=True)
    no_computers = HelpSituation(world.manager, ADA.user_id, computers=False)

    assert "`/phase10 play` opens a table" in helped(everything)
    assert "`/phase10 solo`" in helped(everything)
    assert "`/phase10-settings`" in helped(everything)
    assert "`/phase10 daily`" in helped(no_computers)
    assert "`/phase10 solo`" not in helped(no_computers)
    assert "settings" not in helped(no_computers)
    assert verbs(help_panel(WORDS, everything)) == ["rules", "mine", "tables", "guided"]


async def test_an_obstacle_takes_the_place_of_what_it_prevents(world: World) -> None:
    shown = helped(HelpSituation(world.manager, ADA.user_id, "Not here."))

    assert "Not here." in shown
    assert "`/phase10 play`" not in shown


async def test_a_lobby_says_what_each_can_do(world: World) -> None:
    await world.manager.open_lobby(ADA, CLASSIC, None, "en")
    assert "Press **Join** there" in helped(HelpSituation(world.manager, BEN.user_id))
    await world.manager.join(BEN)

    assert "Press **Start** there" in helped(HelpSituation(world.manager, ADA.user_id))
    assert "as soon as **Ada** starts it" in helped(HelpSituation(world.manager, BEN.user_id))
    assert verbs(help_panel(WORDS, HelpSituation(world.manager, CYD.user_id))) == [
        "link",
        "rules",
        "mine",
        "tables",
        "guided",
    ]
    for _ in range(CLASSIC.max_players - 2):
        await world.manager.add_computer(ADA.user_id, Level.EASY)
    assert "is full" in helped(HelpSituation(world.manager, CYD.user_id))


@pytest.mark.parametrize("locale", languages())
async def test_a_game_says_whether_it_waits_for_one(world: World, locale: str) -> None:
    manager = await world.seated(ADA, BEN)

    panel = help_panel(
        words_for(locale), HelpSituation(manager, BEN.user_id, "x" * 200, manages=True)
    )
    check(panel)

    assert verbs(panel) == ["hand", "link", "rules", "mine", "tables", "guided"]
    assert "waits for you" in helped(HelpSituation(manager, BEN.user_id))
    assert "You are in the game" in helped(HelpSituation(manager, ADA.user_id))
    assert "A game is being played" in helped(HelpSituation(manager, CYD.user_id))


async def test_a_solo_game_is_opened_next_to_the_game_of_the_channel(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    solo = await world.registry.private_table(BEN.user_id)
    await solo.solo(BEN, 1, Level.EASY, CLASSIC, "en", guild_id=0)

    panel = help_panel(WORDS, HelpSituation(manager, BEN.user_id, solo=solo))
    check(panel)

    assert verbs(panel) == ["hand", "hand", "link", "rules", "mine", "tables", "guided"]
    assert "Your solo game goes on" in text_of(panel)
    assert "`/phase10 solo`" not in text_of(panel)
    await solo.end_game(BEN.user_id)
    assert "`/phase10 solo`" in helped(HelpSituation(manager, BEN.user_id, solo=solo))


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

    asked = situation_in(WORDS, lacks, world.manager, server)
    assert asked.obstacle.endswith("missing: Attach Files.")
    assert asked.manages
    lacks.app_permissions = discord.Permissions.all()
    asked = situation_in(WORDS, lacks, world.manager, server)
    assert asked.obstacle == "In this server games are played in <#5>."
