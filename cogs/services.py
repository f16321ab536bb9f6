"""What every command and every component needs, in one place."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, cast

from bot.table.errors import TableError
from bot.table.people import Person
from bot.telemetry.metrics import Metrics

if TYPE_CHECKING:
    import discord

    from bot.model import ServerPreferences
    from bot.table.forgetting import Forgetting
    from bot.table.manager import GameManager
    from bot.table.ports import Store
    from bot.table.registry import GameRegistry

    from .announcer import ChannelAnnouncer
    from .drawing import Pictures
    from .faces import Faces
    from .hands import LiveHands
    from .memories import Memories
    from .preferences import Preferences
    from .replays import Replays
    from .views.privacy import KeepsPeople


@dataclass(frozen=True)
class Services:
    """The parts of a running bot that answer clicks.

    Attributes:
        registry: every channel's manager.
        store: finished games' records.
        pictures: draws, in worker threads.
        hands: private hands that can still be edited.
        announcer: the channels' messages.
        choices: what servers and people chose.
        faces: people's avatars.
        memories: what servers remember of their games.
        replays: finished games to step through.
        people: all that is stored about one person.
        forgetting: forgets people.
        metrics: counts what happens.
        answering: the tasks in which interactions are answered now.
    """

    registry: GameRegistry
    store: Store
    pictures: Pictures
    hands: LiveHands
    announcer: ChannelAnnouncer
    choices: Preferences
    faces: Faces
    memories: Memories
    replays: Replays
    people: KeepsPeople
    forgetting: Forgetting
    metrics: Metrics = field(default_factory=Metrics)
    answering: set[asyncio.Task[object]] = field(default_factory=set)

    def manager_of(self, game_id: str) -> GameManager:
        """The manager of a lobby or game.

        Raises:
            TableError: ``no_game``; it is over and forgotten, or never was.
        """
        manager = self.registry.by_game(game_id)
        if manager is None:
            raise TableError("no_game")
        return manager

    def here(self, interaction: discord.Interaction) -> GameManager:
        """The manager of the channel of an interaction."""
        return self.registry.for_channel(interaction.channel_id or 0, interaction.guild_id or 0)


class HasServices(Protocol):
    """A bot that has a services."""

    services: Services


def services_of(interaction: discord.Interaction) -> Services:
    """The services of the bot that received an interaction."""
    return cast("HasServices", interaction.client).services


def person_of(interaction: discord.Interaction) -> Person:
    """Who clicked."""
    return Person(interaction.user.id, interaction.user.display_name)


async def theme_of(interaction: discord.Interaction) -> str:
    """The theme of what only who clicked sees."""
    choices = services_of(interaction).choices
    return await choices.theme_of_person(interaction.user.id, interaction.guild_id or 0)


async def wants_pictures(interaction: discord.Interaction) -> bool:
    """Whether what only who clicked sees comes with pictures, rather than in words."""
    return await services_of(interaction).choices.pictures(interaction.user.id)


async def server_of(interaction: discord.Interaction) -> ServerPreferences:
    """What the server of an interaction chose."""
    return await services_of(interaction).choices.server(interaction.guild_id or 0)


def is_moderator(interaction: discord.Interaction) -> bool:
    """Whether who clicked may end other people's games."""
    allowed = interaction.permissions
    return allowed.manage_messages or allowed.manage_guild
