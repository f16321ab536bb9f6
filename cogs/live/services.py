"""The services that keep messages up to date."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.shards import Shards
from bot.storage.database import Database
from bot.table.context import Clock
from cogs.base.preferences import Preferences

from .avatars import Avatars
from .message_poster import MessagePoster
from .new_achievements import NewAchievements
from .pictures import PicturesOf
from .retry_queue import RetryQueue
from .sender import Sender


@dataclass(frozen=True, kw_only=True)
class LiveServices:
    """The services of a running bot that need no game."""

    client: discord.Client
    store: Database
    clock: Clock
    shards: Shards
    preferences: Preferences
    avatars: Avatars
    pictures: PicturesOf
    sender: Sender
    poster: MessagePoster
    retry_queue: RetryQueue
    achievements: NewAchievements
