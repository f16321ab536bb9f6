"""The Discord bot: wiring, start and stop."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Collection, Coroutine
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import discord
from discord.ext import commands

from bot.storage.database import Database
from bot.storage.opening import open_database
from bot.table.challenge import Challenges
from bot.table.context import Context, TableConfig
from bot.table.cups import Cups
from bot.table.daily import DailyHands
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.table.replays import Replays
from bot.table.reviews import Reviews
from bot.work_queue import WorkQueue
from cogs.base.errors import ErrorHandler
from cogs.base.members import Members
from cogs.base.preferences import ONE_PROCESS, SEVERAL_PROCESSES, Preferences
from cogs.base.slash_commands import CatalogueTranslator
from cogs.cup import CupMessages
from cogs.live.announcements import Announcements
from cogs.live.avatars import Avatars
from cogs.live.card_emojis import CardEmojis, EmojiUploads
from cogs.live.holidays import Holidays
from cogs.live.message_poster import MessagePoster
from cogs.live.new_achievements import NewAchievements
from cogs.live.pictures import Pictures
from cogs.live.private_hands import PrivateHands
from cogs.live.retry_queue import RetryQueue
from cogs.live.sender import Sender
from cogs.live.services import LiveServices
from cogs.live.sheet_messages import SheetMessages
from cogs.live.table_announcer import TableAnnouncer
from cogs.outages import Outages
from cogs.registration import add_cogs
from cogs.services import PostLimit, Services

DISCONNECTING = 1.5  # seconds that closing a connection may take
FIRST_SHARD = 0  # the process that serves this shard syncs the commands and uploads the emojis
LONGEST_RATE_LIMIT = 30.0  # seconds that a rate-limited request waits at most before it fails
_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class BotConfig(TableConfig):
    """The configuration of a bot and its tables; nothing is read from the environment."""

    database: str | Path = field(repr=False)  # path or URL, which may hold a password
    locale: str | None = None  # the default language; None for that of Discord
    emoji_pause: float | None = None
    """Seconds between two uploads of emojis; None to use words instead of emojis."""
    commands_hash: Path | None = None
    """The file with the hash of the synced commands, so that they are synced only when they
    changed; None to sync them at every start."""


class Phase10Bot(commands.AutoShardedBot):
    """The bot; ``services`` exist once ``setup_hook`` has run."""

    services: Services

    def __init__(self, config: BotConfig) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            # Messages are only counted, and tables are edited by id.
            max_messages=None,
            # Later the retry queue sends the newest state instead.
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
            shard_count=config.shards.count,
            shard_ids=list(config.shards.ids),
        )
        self.config = config
        self._store: Database | None = None

    async def setup_hook(self) -> None:
        self.services = self._services(await self.open_database())
        await self.tree.set_translator(CatalogueTranslator())
        await add_cogs(self, self.services)
        outages = Outages(self, self.services)
        await self.add_cog(outages)
        await self._sync_commands()
        await self.services.registry.resume()
        await self.services.cups.resume()
        await self.services.poster.resume()
        outages.hold_all()
        self.services.announcements.start()
        if self.config.emoji_pause is not None:
            self.services.emojis.start()

    async def open_database(self) -> Database:
        """Open the database, once, perhaps before logging in, to check it; raises StoreError."""
        if self._store is None:
            self._store = await open_database(self.config.database, watch=self.config.metrics.write)
        return self._store

    async def close(self) -> None:
        """Finish accepted changes, then disconnect; takes about ten seconds at most."""
        patience = self.config.pace.patience
        if hasattr(self, "services"):
            await _within(patience + 1, "accepted changes", self._finish(patience))
        # Without an event loop the client has never connected.
        if isinstance(self.loop, asyncio.AbstractEventLoop):
            await _within(DISCONNECTING, "Discord", super().close())
        if hasattr(self, "services"):
            self.services.work_queue.close()
        if self._store is not None:
            await _within(DISCONNECTING, "the database", self._store.close())

    async def _finish(self, patience: float) -> None:
        services = self.services
        await services.avatars.close()
        await services.emojis.close()
        await services.announcements.close()
        await services.daily.close()
        await services.cups.close()
        services.reviews.close()
        answers = _answered(services.error_handler.answering, patience)
        await asyncio.gather(services.registry.close(), answers)
        await services.retry_queue.close(patience)

    def _services(self, store: Database) -> Services:
        config = self.config
        clock = config.clock
        metrics = config.metrics
        work_queue = WorkQueue()
        uploads = EmojiUploads(
            here=FIRST_SHARD in config.shards.ids, pause=config.emoji_pause or 0.0
        )
        emojis = CardEmojis(self, clock, work_queue, uploads)
        live = self._live_services(store, emojis, work_queue)
        hands = PrivateHands(live)

        # A table announces its changes, and the announcer asks for the table.
        def find_manager(channel_id: int) -> GameManager:
            return registry.for_channel(channel_id)

        announcer = TableAnnouncer(live, hands, find_manager)

        def find_tables(user_id: int) -> list[GameManager]:
            return registry.of_person(user_id)

        holidays = Holidays(live.preferences, clock, find_tables)
        replays = Replays(store, work_queue)
        context = Context(
            store=store,
            announcer=announcer,
            config=config,
            work_queue=work_queue,
            wants_quick=live.preferences.wants_quick,
            holiday=holidays.until,
            end_holiday=holidays.end,
        )
        registry = GameRegistry(context)
        members = Members(self, store, registry, clock)
        return Services(
            client=live.client,
            store=live.store,
            clock=live.clock,
            shards=live.shards,
            preferences=live.preferences,
            avatars=live.avatars,
            pictures=live.pictures,
            sender=live.sender,
            poster=live.poster,
            retry_queue=live.retry_queue,
            achievements=live.achievements,
            registry=registry,
            cups=Cups(registry, context, CupMessages(live)),
            emojis=emojis,
            hands=hands,
            holidays=holidays,
            announcer=announcer,
            replays=replays,
            reviews=Reviews(replays),
            announcements=Announcements(live, members),
            daily=DailyHands(store, clock, metrics, work_queue, new_key=config.secret),
            challenges=Challenges(store, registry, config),
            sheets=SheetMessages(live),
            work_queue=work_queue,
            post_limit=PostLimit(clock),
            members=members,
            error_handler=ErrorHandler(registry, live.preferences, members, metrics),
        )

    def _live_services(
        self, store: Database, emojis: CardEmojis, work_queue: WorkQueue
    ) -> LiveServices:
        config = self.config
        preferences = Preferences(
            store,
            ONE_PROCESS if config.shards.all_here else SEVERAL_PROCESSES,
            default_locale=config.locale,
            faces=emojis.faces,
        )
        avatars = Avatars(config.clock)
        retry_queue = RetryQueue(config.clock, config.metrics)
        return LiveServices(
            client=self,
            store=store,
            clock=config.clock,
            shards=config.shards,
            preferences=preferences,
            avatars=avatars,
            pictures=partial(Pictures, avatars),
            sender=Sender(work_queue, emojis, config.metrics),
            poster=MessagePoster(self, store, retry_queue),
            retry_queue=retry_queue,
            achievements=NewAchievements(store, preferences),
        )

    async def _sync_commands(self) -> None:
        """Send the commands to Discord if they changed and no other process does it."""
        if FIRST_SHARD not in self.config.shards.ids:
            return
        known = self.config.commands_hash
        if known is None:
            await self.tree.sync()
            return
        commands = await self._hash_commands()
        if await asyncio.to_thread(_read, known) == commands:
            return
        await self.tree.sync()
        _log.info("commands synced")
        try:
            await asyncio.to_thread(_write, known, commands)
        except OSError as error:
            _log.warning("the hash of the synced commands was not written: %s", error)

    async def _hash_commands(self) -> str:
        translator = self.tree.translator
        assert translator is not None
        tree = self.tree
        commands = tree.get_commands()
        payload = [await one.get_translated_payload(tree, translator) for one in commands]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


async def _within(seconds: float, what: str, work: Coroutine[Any, Any, None]) -> None:
    """Do work with a time limit; log when it is exceeded."""
    try:
        await asyncio.wait_for(work, seconds)
    except TimeoutError:
        _log.warning("stopping without waiting longer for %s", what)


async def _answered(answering: Collection[asyncio.Task[object]], patience: float) -> None:
    """Wait ``patience`` seconds at most until all interactions are answered."""
    # The bot may be closed by an interaction.
    others = set(answering) - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=patience)


def _read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
