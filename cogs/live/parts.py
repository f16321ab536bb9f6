"""What everything that keeps messages up to date works with."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.shards import Shards
from bot.storage.store import SqlStore
from bot.table.context import Clock
from cogs.base.preferences import Preferences

from .avatars import Avatars
from .new_achievements import NewAchievements
from .pictures import PicturesOf
from .posting import Posting
from .retry_queue import RetryQueue
from .sender import Sender


@dataclass(frozen=True, kw_only=True)
class LiveParts:
    """The parts of a running bot that need no game."""

    client: discord.Client
    store: SqlStore
    clock: Clock
    shards: Shards
    preferences: Preferences
    avatars: Avatars
    pictures: PicturesOf
    sender: Sender
    posting: Posting
    retry_queue: RetryQueue
    achievements: NewAchievements
