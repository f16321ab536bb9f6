from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import Mock

import discord
from fakes_table import ADA, BEN, GUILD, World

from cogs.base.members import Members


def click(name: str) -> Any:
    return Mock(guild_id=GUILD, user=Mock(discord.Member, id=ADA.user_id, display_name=name))


async def test_no_answer_waits_until_a_name_is_stored(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    world.store.gate = asyncio.Event()
    store: Any = world.store
    members = Members(Mock(), store, world.registry, world.clock)
    members.note(click("Adeline"))
    assert manager.view(None).seats[0].name == ADA.name
    world.store.gate.set()
    await asyncio.gather(*members._noting)
    assert manager.view(None).seats[0].name == "Adeline"


async def test_a_name_that_could_not_be_stored_is_stored_at_the_next_click(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    store: Any = world.store
    members = Members(Mock(), store, world.registry, world.clock)
    world.store.failing = 1
    for _ in range(2):
        members.note(click("Adeline"))
        await asyncio.gather(*members._noting)
    assert manager.view(None).seats[0].name == "Adeline"
