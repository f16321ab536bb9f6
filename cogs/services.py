"""The services of a running bot, and the base of its cogs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

import discord
from cachetools import TTLCache
from discord.ext import commands
from sqlalchemy import Connection

from bot.table.challenge import Challenges
from bot.table.context import Clock
from bot.table.cups import Cups
from bot.table.daily import DailyHands
from bot.table.errors import TableError, looking_up
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.table.replays import Replays
from bot.table.reviews import Reviews
from bot.work_queue import WorkQueue
from cogs.base.errors import ErrorHandler
from cogs.base.members import Members
from cogs.base.permissions import check_may_play_here, check_may_post, known_server_id
from cogs.base.screens import Screen
from cogs.live.announcements import Announcements
from cogs.live.card_emojis import CardEmojis
from cogs.live.holidays import Holidays
from cogs.live.private_hands import PrivateHands
from cogs.live.services import LiveServices
from cogs.live.sheet_messages import SheetMessages
from cogs.live.table_announcer import TableAnnouncer

P = ParamSpec("P")
T = TypeVar("T")
# seconds between two posts; people remembered
POST_PAUSE = 30.0
MOST_POSTERS = 10_000


class PostLimit:
    """Lets each person post one message in half a minute, from whichever command."""

    def __init__(self, clock: Clock) -> None:
        self._posted: TTLCache[int, bool] = TTLCache(MOST_POSTERS, POST_PAUSE, clock.now)
        self._withdrew: TTLCache[int, bool] = TTLCache(MOST_POSTERS, POST_PAUSE, clock.now)

    @contextmanager
    def __call__(self, user_id: int) -> Iterator[None]:
        """Count the message posted in this context unless it fails; raises ``posted_lately``."""
        if user_id in self._posted:
            raise TableError("posted_lately")
        self._posted[user_id] = True
        try:
            yield
        except BaseException:
            self._posted.pop(user_id, None)
            raise

    def withdraw(self, user_id: int) -> None:
        """Let a person who deleted their post make another one, once in half a minute."""
        if user_id in self._posted and user_id not in self._withdrew:
            del self._posted[user_id]
            self._withdrew[user_id] = True


@dataclass(frozen=True, kw_only=True)
class Services(LiveServices):
    """The services of a running bot, given to every cog."""

    registry: GameRegistry
    cups: Cups
    emojis: CardEmojis
    hands: PrivateHands
    holidays: Holidays
    announcer: TableAnnouncer
    replays: Replays
    reviews: Reviews
    announcements: Announcements
    daily: DailyHands
    challenges: Challenges
    sheets: SheetMessages
    members: Members
    error_handler: ErrorHandler
    work_queue: WorkQueue
    post_limit: PostLimit

    def manager_here(self, interaction: discord.Interaction) -> GameManager:
        return self.registry.for_channel(interaction.channel_id or 0, interaction.guild_id or 0)

    async def own_games(self, user_id: int) -> list[GameManager]:
        """Return a person's running games and open lobbies, those that wait for them first."""
        await self.registry.private_table(user_id)
        games = self.registry.of_person(user_id)
        return sorted(games, key=lambda game: not game.waits_for(user_id))

    async def own_manager(self, interaction: discord.Interaction) -> GameManager:
        """Return the manager of the user's game here or at their private table, or else here."""
        here = self.manager_here(interaction)
        user_id = interaction.user.id
        private = await self.registry.private_table(user_id)
        seated = [manager for manager in (here, private) if manager.find_seat(user_id) is not None]
        return next((game for game in seated if game.running), next(iter(seated), here))


class BaseCog(commands.Cog):
    """One topic: its slash commands, and the handlers of its components, marked ``@on(verb)``."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.error_handler = services.error_handler

    async def show(
        self, interaction: discord.Interaction, screen: Screen | Callable[[], Screen]
    ) -> None:
        """Show a screen in the private answer, as :meth:`~cogs.live.sender.Sender.show` does."""
        await self.services.sender.show(interaction, screen)

    async def look_up(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Read from the store, a failure of which is refused with ``not_looked_up``."""
        with looking_up():
            return await self.services.store.read(work, *args, **kwargs)

    async def check_may_meet(self, host_id: int, user_id: int) -> None:
        """Check that a host does not avoid a person; raises TableError ``closed_to_you``."""
        if user_id in (await self.services.preferences.person(host_id)).avoided:
            raise TableError("closed_to_you")

    async def check_may_post(self, interaction: discord.Interaction) -> None:
        """Check that the user may post something about games here."""
        check_may_post(interaction)
        server = await self.services.preferences.server(known_server_id(interaction))
        check_may_play_here(interaction, server)
