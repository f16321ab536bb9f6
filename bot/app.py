"""The Discord bot: wiring, start and stop."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import discord
from discord.ext import commands

from bot.render import THEMES
from bot.storage.store import SqlStore
from bot.table.clock import SystemClock
from bot.table.house import House, Pace, new_id, new_secret
from bot.table.ports import Clock
from bot.table.registry import GameRegistry
from cogs.announcer import ChannelAnnouncer
from cogs.desk import Desk
from cogs.drawing import Pictures
from cogs.faces import Faces
from cogs.hands import LiveHands
from cogs.play import Play
from cogs.settings import Settings
from cogs.themes import Themes
from cogs.translator import CatalogueTranslator
from cogs.views.components import Component

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class BotConfig:
    """What a bot is made of; nothing is read from the environment.

    Attributes:
        database: path or URL of the database.
        pace: how long things take at a table.
        clock: time.
        theme: the card theme of servers and people that chose none.
        commands_hash: the file that remembers which commands Discord knows, so that they are
            sent only when they changed; None to send them at every start.
        secret: draws the secret of a new game, 32 bytes.
        game_id: draws the id of a new lobby or game.
        rng: what computer players may use besides.

    Raises:
        ValueError: there is no such theme.
    """

    database: str | Path
    pace: Pace = field(default_factory=Pace)
    clock: Clock = field(default_factory=SystemClock)
    theme: str = "standard"
    commands_hash: Path | None = None
    secret: Callable[[], bytes] = new_secret
    game_id: Callable[[], str] = new_id
    rng: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"no theme named {self.theme!r}; there are {', '.join(THEMES)}")


class Phase10Bot(commands.Bot):
    """The bot; ``desk`` exists once ``setup_hook`` has run."""

    desk: Desk

    def __init__(self, config: BotConfig) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            # Messages are only counted, and a table is found by its id.
            max_messages=None,
        )
        self.config = config
        self._store: SqlStore | None = None

    async def setup_hook(self) -> None:
        """Open the database, learn the words, take in commands and components, resume games.

        Raises:
            StoreError: the database cannot be used.
        """
        self.desk = self._desk(await self.open_database())
        await self.tree.set_translator(CatalogueTranslator())
        await self.add_cog(Play(self))
        await self.add_cog(Settings())
        self.add_dynamic_items(Component)
        await self._sync_commands()
        await self.desk.registry.resume()

    async def open_database(self) -> SqlStore:
        """Open the database, once; before logging in, one can so find out whether it is usable.

        Raises:
            StoreError: the database cannot be used.
        """
        if self._store is None:
            self._store = await SqlStore.open(self.config.database, now=self.config.clock.now)
        return self._store

    async def close(self) -> None:
        """Finish what was accepted, then disconnect from Discord and from the database."""
        if hasattr(self, "desk"):
            await self.desk.faces.close()
            await self.desk.registry.close()
        await super().close()
        if self._store is not None:
            await self._store.close()

    def _desk(self, store: SqlStore) -> Desk:
        themes, faces = Themes(store, self.config.theme), Faces(self.config.clock)
        pictures = Pictures(faces)
        hands = LiveHands(pictures, themes)
        announcer = ChannelAnnouncer(self, pictures, hands, themes, faces)
        house = House(
            store=store,
            announcer=announcer,
            clock=self.config.clock,
            pace=self.config.pace,
            secret=self.config.secret,
            game_id=self.config.game_id,
            rng=self.config.rng,
        )
        return Desk(GameRegistry(house), store, pictures, hands, announcer, themes, faces)

    async def _sync_commands(self) -> None:
        """Tell Discord the commands, unless it knows just these."""
        known = self.config.commands_hash
        if known is None:
            await self.tree.sync()
            return
        now = await self._hash_of_commands()
        if await asyncio.to_thread(_read, known) == now:
            return
        await self.tree.sync()
        await asyncio.to_thread(known.write_text, now)
        _log.info("commands synced")

    async def _hash_of_commands(self) -> str:
        translator = self.tree.translator
        assert translator is not None
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def _read(path: Path) -> str:
    return path.read_text() if path.exists() else ""
