"""Time from a click to its responses, from discord.py's parser to its last step.

The network is replaced: every request is answered at once.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import discord
from discord.webhook import async_ as webhooks

from bot.app import BotConfig, Phase10Bot
from bot.cards.marked_cards import HandOrder
from bot.cards.rulesets import CLASSIC, RuleSet
from bot.cards.state import Stage
from bot.seating import Level, Person
from bot.table import lobbies
from bot.table.context import Pace
from bot.table.manager import GameManager
from cogs.base.custom_ids import CustomId, Verb

from .timing import Figure, without_collector

CLICKS = 150
DRAWN = 0.15  # seconds after a click until all its pictures are drawn
CHANNEL = 11
GUILD = 12
APPLICATION = 13
BUTTON = 2
COMPONENT = 3
PRIVATE = 64
ENDLESS = replace(CLASSIC, stalemate_turns=None)
"""People who click here never lay a phase, so the stalemate rule would end their hands."""
NOW = "2026-01-01T00:00:00+00:00"
USER = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None}
_ids = count(1_000_000)


async def figures() -> AsyncIterator[Figure]:
    """Clicks of two people at a table with a computer player, all of whose hands are live."""
    first = list[float]()
    hand = list[float]()
    everything = list[float]()
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder) / "bench.db") as (bot, wire):
            channels = count(CHANNEL)
            rng = Random(6)
            manager = await seated(bot, next(channels), ENDLESS)
            with without_collector():
                for number in range(CLICKS):
                    if manager.view(None).stage not in {Stage.DRAW, Stage.PLAY}:
                        manager = await seated(bot, next(channels), ENDLESS)  # a hand has ended
                    while not to_act(manager):  # noqa: ASYNC110  # it has no event
                        await asyncio.sleep(DRAWN)
                    click = next_click(manager, rng, token := str(number))
                    at = time.perf_counter()
                    used = time.process_time()
                    bot._connection.parse_interaction_create(click)
                    await asyncio.sleep(DRAWN)
                    while token not in wire.hand:  # noqa: ASYNC110  # on a busy machine
                        await asyncio.sleep(DRAWN)
                    everything.append(time.process_time() - used)
                    first.append(wire.first[token] - at)
                    hand.append(wire.hand[token] - at)
    yield Figure("click to first response", first)
    yield Figure("click to new private hand", hand, more="stored, picture included")
    yield Figure("processor time of a click", everything, more="all pictures, computer's turns")


@dataclass
class Wire:
    """Replaces the network: answers at once, and records the time of each response."""

    first: dict[str, float] = field(default_factory=dict)
    hand: dict[str, float] = field(default_factory=dict)

    async def create_interaction_response(
        self, interaction_id: int, token: str, **_: object
    ) -> dict[str, Any]:
        """The first response."""
        self.first.setdefault(token.partition(".")[0], time.perf_counter())
        return {"interaction": {"id": str(interaction_id), "type": COMPONENT}}

    async def edit_original_interaction_response(
        self, _application: int, token: str, **_: object
    ) -> dict[str, Any]:
        """The private hand, with its picture, in the message that was clicked."""
        number, message_id = token.split(".")
        self.hand.setdefault(number, time.perf_counter())
        return _message() | {"id": message_id}

    async def request(self, route: discord.http.Route, **_: object) -> object:
        """All other requests: messages of the table, commands."""
        if route.method == "DELETE":
            return None
        return [] if route.method == "PUT" else _message()


def _message() -> dict[str, Any]:
    lists = ("mentions", "mention_roles", "attachments", "embeds", "components")
    return dict.fromkeys(("tts", "pinned", "mention_everyone"), False) | {
        "id": str(next(_ids)),
        "channel_id": str(CHANNEL),
        "author": USER,
        "content": "",
        "timestamp": NOW,
        "edited_timestamp": None,
        "type": 0,
        "flags": 0,
        **{name: [] for name in lists},
    }


@asynccontextmanager
async def running(where: str | Path) -> AsyncIterator[tuple[Phase10Bot, Wire]]:
    """A bot that has done what logging in does, without Discord."""
    wire = Wire()
    webhooks.async_context.set(wire)  # type: ignore[arg-type]
    bot = Phase10Bot(BotConfig(database=where, pace=Pace(pause=0, hand_pause=3_600)))
    bot.http.request = wire.request  # type: ignore[method-assign]
    try:
        await bot._async_setup_hook()
        state: Any = bot._connection
        state.application_id = APPLICATION
        state.user = discord.ClientUser(state=state, data=USER)  # type: ignore[arg-type]
        guild: Any = {"id": str(GUILD), "name": "g"}
        state._add_guild(discord.Guild(data=guild, state=state))
        await bot.setup_hook()
        yield bot, wire
    finally:
        await bot.close()


async def seated(bot: Phase10Bot, channel: int, rules: RuleSet = CLASSIC) -> GameManager:
    """Begin a game of two people and a computer player."""
    manager = bot.services.registry.for_channel(channel, GUILD)
    host = _person(channel * 10)
    await manager.open_lobby(host, rules, None, "en-US")
    await manager.change_lobby(lobbies.joined, _person(channel * 10 + 1))
    await manager.change_lobby(lobbies.with_computer, host.user_id, Level.NORMAL)
    await manager.start(host.user_id, 1)
    return manager


def _person(user_id: int) -> Person:
    return Person(user_id, f"u{user_id}")


def to_act(manager: GameManager) -> int:
    """The id of the person whose turn it is; 0 for a computer player's."""
    table = manager.table
    assert table is not None
    return table.occupants[manager.view(None).turn or 0].user_id or 0


def next_click(manager: GameManager, rng: Random, token: str) -> Any:  # noqa: ANN401  # JSON
    """The next click, as the gateway sends it: draw, or discard a number card."""
    user = to_act(manager)
    order = HandOrder.NUMBER.value
    view = manager.view(user)
    meaning = CustomId(view.game_id, view.version, Verb.DRAW, (order,))
    if view.stage is not Stage.DRAW:
        card = rng.choice([card for card in view.hand if card.is_natural])
        # Discard without the question that some cards come with.
        arguments = (card.code, order)
        meaning = CustomId(view.game_id, view.version, Verb.DISCARD_NOW, arguments)
    return _payload(user, str(meaning), token, manager.channel_id)


def _payload(user: int, custom_id: str, token: str, channel: int = CHANNEL) -> dict[str, Any]:
    person = USER | {"id": str(user), "username": _person(user).name}
    member = {"user": person, "roles": [], "joined_at": NOW, "deaf": False, "mute": False}
    row = {"type": 1, "components": [{"type": BUTTON, "custom_id": custom_id, "style": 1}]}
    return {
        # The id contains the current time, since private hands are edited for 15 minutes only.
        "id": str(discord.utils.time_snowflake(discord.utils.utcnow())),
        "application_id": str(APPLICATION),
        "type": COMPONENT,
        "token": f"{token}.{user}",
        "version": 1,
        "guild_id": str(GUILD),
        "channel_id": str(channel),
        "context": 0,
        "channel": {"id": str(channel), "type": 0, "name": "c", "position": 0},
        "locale": "en-US",
        "guild_locale": "en-US",
        "attachment_size_limit": 10_000_000,
        "app_permissions": str(discord.Permissions.all().value),
        "entitlements": [],
        "authorizing_integration_owners": {},
        "member": member | {"flags": 0, "permissions": "8"},
        "message": _message() | {"id": str(user), "components": [row], "flags": PRIVATE},
        "data": {"custom_id": custom_id, "component_type": BUTTON},
    }
