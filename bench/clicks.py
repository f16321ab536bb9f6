"""Time from a click to its responses, from discord.py's parser to its last step.

The network is replaced: every request is answered at once.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import discord
from discord.webhook import async_ as webhooks

from bench.timing import Figure, figure, without_collector
from bot.app import BotConfig, Phase10Bot
from bot.model import Level, Person
from bot.rules.editions import CLASSIC
from bot.rules.marked_cards import HandOrder
from bot.rules.state import Stage
from bot.table.context import Pace
from bot.table.manager import GameManager
from cogs.base.custom_ids import CustomId, Verb

CLICKS = 400
WITH_EVERYTHING = 150
"""Clicks of which the processor time is measured."""
DRAWN = 0.15
"""Seconds after a click until all its pictures are drawn."""
CHANNEL, GUILD, APPLICATION = 11, 12, 13
BUTTON, COMPONENT = 2, 3
PRIVATE = 64
"""The flag of an ephemeral message, such as a hand."""
ENDLESS = replace(CLASSIC, stalemate_turns=None)
"""People who click here never lay a phase, so the stalemate rule would end their hands."""
NOW = "2026-01-01T00:00:00+00:00"
_ids = count(1_000_000)


async def figures() -> Iterator[Figure]:
    """Measure clicks."""
    with tempfile.TemporaryDirectory() as folder:
        wire = Wire()
        webhooks.async_context.set(wire)  # type: ignore[arg-type]
        bot = Phase10Bot(
            BotConfig(database=Path(folder) / "bench.db", pace=Pace(pause=0, hand_pause=3_600))
        )
        try:
            await start(bot, wire)
            floor = await _floor(bot)
            first, hand = await _play(bot, wire)
            everything = await _everything(bot)
        finally:
            await bot.close()
    return iter(
        [
            figure("click to first response", first, floor=("empty handler", floor)),
            figure("click to new private hand", hand, more="stored, picture included"),
            figure(
                "processor time of a click",
                everything,
                more="two live hands, table, and a computer player's turn after each discard",
            ),
        ]
    )


@dataclass
class Wire:
    """Replaces the network: answers at once, and records the time of each response."""

    first: dict[str, float] = field(default_factory=dict)
    hand: dict[str, float] = field(default_factory=dict)
    edited: dict[str, asyncio.Future[float]] = field(default_factory=dict)

    async def create_interaction_response(
        self, interaction_id: int, token: str, **_: object
    ) -> dict[str, Any]:
        """The first response."""
        self.first.setdefault(token, time.perf_counter())
        return {"interaction": {"id": str(interaction_id), "type": COMPONENT}}

    async def edit_original_interaction_response(
        self, _application: int, token: str, **_: object
    ) -> dict[str, Any]:
        """The private hand, with its picture."""
        self.hand.setdefault(token, time.perf_counter())
        if token in self.edited and not self.edited[token].done():
            self.edited[token].set_result(time.perf_counter())
        return _message()

    async def request(self, route: discord.http.Route, **_: object) -> object:
        """All other requests: messages of the table, commands."""
        if route.method == "DELETE":
            return None
        return [] if route.method == "PUT" else _message()


def _message() -> dict[str, Any]:
    return {
        "id": str(next(_ids)),
        "channel_id": str(CHANNEL),
        "author": {"id": "1", "username": "bot", "discriminator": "0", "avatar": None},
        "content": "",
        "timestamp": NOW,
        "edited_timestamp": None,
        "type": 0,
        "flags": 0,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
    }


async def start(bot: Phase10Bot, wire: Wire) -> None:
    """Do what logging in does, without Discord."""
    bot.http.request = wire.request  # type: ignore[method-assign]
    await bot._async_setup_hook()
    bot._connection.application_id = APPLICATION
    bot._connection.user = discord.ClientUser(
        state=bot._connection,
        data={"id": "1", "username": "bot", "discriminator": "0", "avatar": None},  # type: ignore[typeddict-item]
    )
    connection = bot._connection
    connection._add_guild(
        discord.Guild._create_unavailable(state=connection, guild_id=GUILD, data=None)
    )
    bot._connection._add_guild(
        discord.Guild(data={"id": str(GUILD), "name": "g"}, state=bot._connection)  # type: ignore[typeddict-item]
    )
    await bot.setup_hook()


def click_payload(user: int, custom_id: str, token: str, channel: int = CHANNEL) -> dict[str, Any]:
    """A click as the gateway sends it."""
    person = {"id": str(user), "username": f"u{user}", "discriminator": "0", "avatar": None}
    item = {"type": BUTTON, "custom_id": custom_id, "style": 1, "label": "x"}
    return {
        # The id contains the current time, since private hands are edited for 15 minutes only.
        "id": str(discord.utils.time_snowflake(discord.utils.utcnow())),
        "application_id": str(APPLICATION),
        "type": COMPONENT,
        "token": token,
        "version": 1,
        "guild_id": str(GUILD),
        "channel": {"id": str(channel), "type": 0, "name": "c", "position": 0},
        "channel_id": str(channel),
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": str(discord.Permissions.all().value),
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0,
        "attachment_size_limit": 10_000_000,
        "member": {
            "user": person,
            "roles": [],
            "joined_at": NOW,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": "8",
        },
        "message": _message()
        | {"components": [{"type": 1, "components": [item]}], "flags": PRIVATE},
        "data": {"custom_id": custom_id, "component_type": BUTTON},
    }


class Empty(discord.ui.DynamicItem[discord.ui.Item[Any]], template="floor:(?P<token>.+)"):
    """A button that only records when its callback runs."""

    reached: asyncio.Future[float]

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], _match: object, /
    ) -> Empty:
        """The button."""
        return cls(item)

    async def callback(self, _interaction: discord.Interaction) -> None:
        """Record the time."""
        Empty.reached.set_result(time.perf_counter())


async def _floor(bot: Phase10Bot) -> list[float]:
    """Time discord.py from a payload to an empty handler."""
    bot.add_dynamic_items(Empty)
    taken = []
    with without_collector():
        for number in range(CLICKS):
            payload = click_payload(21, f"floor:{number}", f"floor{number}")
            Empty.reached = asyncio.get_running_loop().create_future()
            began = time.perf_counter()
            bot._connection.parse_interaction_create(payload)  # type: ignore[arg-type]
            taken.append(await Empty.reached - began)
    return taken


async def _play(bot: Phase10Bot, wire: Wire) -> tuple[list[float], list[float]]:
    """Let two people draw and discard; return seconds to the first response and to the new hand."""
    manager = bot.parts.registry.for_channel(CHANNEL, GUILD)
    await manager.open_lobby(Person(21, "Ada"), ENDLESS, None, "en-US")
    await manager.join(Person(22, "Bruno"))
    await manager.start(21, 1)
    rng = Random(6)
    first, hand = [], []
    with without_collector():
        for number in range(CLICKS):
            token = f"click{number}"
            wire.edited[token] = asyncio.get_running_loop().create_future()
            payload = click_payload(*next_click(manager, rng), token)
            began = time.perf_counter()
            bot._connection.parse_interaction_create(payload)  # type: ignore[arg-type]
            hand.append(await wire.edited[token] - began)
            first.append(wire.first[token] - began)
            await asyncio.sleep(0.03)  # for the picture of the table
    return first, hand


async def _everything(bot: Phase10Bot) -> list[float]:
    """Let two people and a computer player draw and discard; return processor seconds a click."""
    channels, rng = count(CHANNEL + 1), Random(6)
    manager = await _with_computer(bot, next(channels))
    taken = []
    with without_collector():
        for number in range(WITH_EVERYTHING):
            if manager.view(None).stage not in {Stage.DRAW, Stage.PLAY}:
                # The computer player went out.
                manager = await _with_computer(bot, next(channels))
            while not to_act(manager):  # noqa: ASYNC110  # it has no event
                await asyncio.sleep(DRAWN)
            user, custom_id = next_click(manager, rng)
            payload = click_payload(user, custom_id, f"everything{number}", manager.channel_id)
            began = time.process_time()
            bot._connection.parse_interaction_create(payload)  # type: ignore[arg-type]
            await asyncio.sleep(DRAWN)
            taken.append(time.process_time() - began)
    return taken


async def _with_computer(bot: Phase10Bot, channel: int) -> GameManager:
    """Begin a game of two people and a computer player."""
    manager = bot.parts.registry.for_channel(channel, GUILD)
    await manager.open_lobby(Person(31, "Ada"), ENDLESS, None, "en-US")
    await manager.join(Person(32, "Bruno"))
    await manager.add_computer(31, Level.NORMAL)
    await manager.start(31, 1)
    return manager


def to_act(manager: GameManager) -> int:
    """The id of the person whose turn it is; 0 for a computer player's."""
    table = manager.table
    assert table is not None
    return table.occupants[manager.view(None).turn or 0].user_id or 0


def next_click(manager: GameManager, rng: Random) -> tuple[int, str]:
    """The person who clicks, and the custom id: draw, or discard a number card."""
    user = to_act(manager)
    view = manager.view(user)
    by_number = HandOrder.NUMBER.value
    if view.stage is Stage.DRAW:
        return user, str(CustomId(view.game_id, view.version, Verb.DRAW, (by_number,)))
    card = rng.choice([card for card in view.hand if card.is_natural])
    # Discard without the question that some cards come with.
    meaning = CustomId(view.game_id, view.version, Verb.DISCARD_NOW, (card.code, by_number))
    return user, str(meaning)
