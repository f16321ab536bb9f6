from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from fakes_table import ADA, BEN, CYD, GUILD, World
from limits import check

from bot.i18n import languages, words_for
from bot.model import Level, Person, private_channel
from bot.rules.editions import CLASSIC
from cogs.base.custom_ids import Verb
from cogs.base.panels import Panel
from cogs.game_lists import GAMES, games_panel, table_items, visible_tables

PAGING = Verb.TABLES_BACK, Verb.TABLES_ON
HERE = 4
LONG = "*" * 32


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.registry.close()


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


async def test_of_unknown_channels_only_ones_own_tables_are_listed_and_no_private_one(
    world: World,
) -> None:
    for channel, guild in (HERE, GUILD), (HERE + 1, GUILD), (HERE + 2, GUILD + 1):
        await world.registry.for_channel(channel, guild).open_lobby(BEN, CLASSIC, None, "en")
    alone = world.registry.for_channel(private_channel(ADA.user_id), GUILD)
    await alone.solo(ADA, 1, Level.EASY, CLASSIC, "en")

    def listed(person: Person) -> list[int]:
        return [each.channel_id for each in visible_tables(asked_by(person), world.registry)]

    assert listed(CYD) == listed(ADA) == [HERE]
    assert listed(BEN) == [HERE, HERE + 1]


@pytest.mark.parametrize("locale", languages())
async def test_a_full_page_is_within_discords_limits(world: World, locale: str) -> None:
    words, asked = words_for(locale), asked_by(CYD)
    host = Person(1, LONG)
    for channel in range(2 * GAMES + 1):
        manager = world.registry.for_channel(HERE + channel, GUILD)
        await manager.solo(host, 5, Level.EASY, CLASSIC, "en")
    games = [lambda each=each: table_items(words, asked, each, 0) for each in world.registry.busy()]

    panel: Panel = games_panel(words, [words("tables.title")], games, 1, PAGING)

    check(panel)
    buttons = [each for each in panel.walk_children() if isinstance(each, discord.ui.Button)]
    # The link, Watch and Ask for each game, and to the pages before and after.
    assert len(buttons) == 3 * GAMES + 2
