"""Brings channels up to date: lobby, table, private hands, turn ping and turn notice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

import discord

from bot.cards.views import Highlight
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.tables import Lobby, Table
from bot.work_queue import Urgency
from cogs.base.discord_errors import ARCHIVED, CHANNEL_GONE, DISCORD_ERRORS, described, has_code
from cogs.base.permissions import may_attach
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Drawing, Picture, Screen
from cogs.pages.lobby_page import closed_screen, lobby_screen

from .game_messages import table_screen
from .hands import LiveHands
from .message_poster import MessageKey
from .notifications import TurnNotices, TurnPings
from .retry_queue import Job
from .sender import Drawn
from .services import LiveServices

SHOWN_FOR = 20.0
"""Seconds after which an animation is deleted, so that the table is at the bottom again."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Animation:
    game_id: str
    message_id: int


class Animations:
    """Posts the animations of highlights and deletes them again.

    A highlight is not shown later when its message fails or the process stops; the next process
    deletes the animations of running games.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        # The animation that this process posted, by channel.
        self._posted: dict[int, _Animation] = {}

    def job(self, manager: GameManager, highlight: Highlight) -> Job:
        """The job that shows a highlight in place of the one before."""
        return ("animation", manager.channel_id), partial(self._show, manager, highlight)

    def cleaning(self, manager: GameManager) -> list[Job]:
        """The job that deletes the animation of an earlier process, if there is one."""
        if self._left_over(manager) is None:
            return []
        return [(("animation", manager.channel_id), partial(self._clean, manager))]

    async def _show(self, manager: GameManager, highlight: Highlight) -> None:
        game_id, picture = highlight.view.game_id, await self._drawn(manager, highlight)
        # The next game may have begun meanwhile.
        if picture is None or manager.table is None or manager.table.game_id != game_id:
            return
        await self._clean(manager)
        if (former := self._posted.get(manager.channel_id)) is not None:
            await self._remove(manager, former)
        try:
            message_id = await self._post(manager, highlight, picture)
        except DISCORD_ERRORS as error:
            _log.warning("an animation was not shown: %s", described(error))
            return
        posted = self._posted[manager.channel_id] = _Animation(game_id, message_id)
        removal = partial(self._remove, manager, posted)
        key = ("animation-end", manager.channel_id)
        self._services.retry_queue.submit_later(SHOWN_FOR, (key, removal))
        await manager.note_animation(message_id, game_id)

    async def _remove(self, manager: GameManager, animation: _Animation) -> None:
        """Delete an animation that this process posted, unless that was done before."""
        if self._posted.get(manager.channel_id) is animation:
            del self._posted[manager.channel_id]
            await self._delete(manager, animation)

    async def _clean(self, manager: GameManager) -> None:
        if (left_over := self._left_over(manager)) is not None:
            await self._delete(manager, left_over)

    def _left_over(self, manager: GameManager) -> _Animation | None:
        """The animation of an earlier process."""
        table = manager.table
        if table is None or table.animation_id is None or manager.channel_id in self._posted:
            return None
        return _Animation(table.game_id, table.animation_id)

    async def _delete(self, manager: GameManager, animation: _Animation) -> None:
        await self._services.poster.delete(manager.channel_id, animation.message_id)
        await manager.note_animation(None, animation.game_id)

    async def _drawn(self, manager: GameManager, highlight: Highlight) -> Picture | None:
        """The animation, unless it is not wanted or not possible here."""
        table, server = manager.table, await self._services.preferences.server(manager.guild_id)
        guild = self._services.client.get_guild(manager.guild_id)
        if table is None or not server.animations or not may_attach(guild, manager.channel_id):
            return None
        for seat in highlight.seats:
            user_id = table.occupants[seat].user_id
            if (
                user_id is not None
                and not (await self._services.preferences.person(user_id)).animations
            ):
                return None
        reader = self._services.preferences.public_reader(server, table.locale)
        return await self._services.sender.highlight(
            reader, highlight, self._services.pictures(reader).seats(manager)
        )

    async def _post(self, manager: GameManager, highlight: Highlight, picture: Picture) -> int:
        message_id, _ = await self._services.poster.post(
            f"animation {highlight.view.game_id} {highlight.view.version}",
            manager.channel_id,
            **Drawn(Screen((), drawings=(picture,)), (picture,)).to_post(),
            silent=True,
        )
        return message_id


MOST_PASSED = 8
"""Messages of other people after which a changed table is posted again at the bottom."""
PATIENCE = 10.0
"""Seconds that a person who clicked waits for a message at most."""


class TableAnnouncer:
    """Posts and edits the messages of channels; the announcer of all tables.

    What is kept in memory only saves messages: nothing is lost by a restart.
    """

    def __init__(
        self,
        services: LiveServices,
        manager_of: Callable[[int], GameManager],
        *,
        hands: LiveHands,
        notices: TurnNotices,
    ) -> None:
        self._services = services
        self._manager_of = manager_of
        self._hands = hands
        self._notices = notices
        self._animations = Animations(services)
        self._pings = TurnPings(services)
        # By channel.
        self._passed: dict[int, int] = {}
        # The message that was sent last, and the pictures in it.
        self._pictured: dict[int, tuple[int, tuple[Drawing | Picture, ...]]] = {}
        self._reposting: set[asyncio.Task[int | None]] = set()

    # -- the port of the tables ------------------------------------------------------------

    def lobby(self, channel_id: int) -> None:
        """Update the lobby message."""
        self._services.retry_queue.submit(self._lobby_job(self._manager_of(channel_id)))

    def table(self, channel_id: int) -> None:
        """Update hands, table, turn ping and turn notice; none waits for another.

        A private table has its owner's hand alone.
        """
        manager = self._manager_of(channel_id)
        self._services.retry_queue.submit(*self._hands.jobs(manager))
        if manager.is_private:
            # The next update shows them.
            self._services.avatars.fetch(manager)
            return
        self._services.retry_queue.submit(
            self._table_job(manager),
            self._pings.job(manager),
            *self._animations.cleaning(manager),
            *self._notices.jobs(manager),
        )

    def highlight(self, channel_id: int, highlight: Highlight) -> None:
        """Show the animation of a highlight in the channel, or in the hand of a solo game."""
        manager = self._manager_of(channel_id)
        if manager.is_private:
            self._services.retry_queue.submit(*self._hands.animations(manager, highlight))
        elif highlight.first:
            self._services.retry_queue.submit(self._animations.job(manager, highlight))

    def remind(self, channel_id: int, turn_at: float) -> None:
        """Ping the player to act once more, if their turn began at ``turn_at``."""
        self._services.retry_queue.submit(
            self._pings.reminder_job(self._manager_of(channel_id), turn_at)
        )

    def gone(self, lobby: Lobby) -> None:
        """Replace the message of a lobby that closed."""
        if lobby.message_id is not None:
            close = partial(self._close_lobby, lobby, lobby.message_id)
            self._services.retry_queue.submit((("gone", lobby.lobby_id), close))

    # -- for commands and events -----------------------------------------------------------

    def count(self, channel_id: int) -> None:
        """Count a person's message in a channel."""
        if channel_id in self._passed:
            self._passed[channel_id] += 1

    def redraw(self, manager: GameManager) -> None:
        """Show lobby and running game with the server's new settings."""
        self.lobby(manager.channel_id)
        if manager.running:
            self.table(manager.channel_id)

    async def look_after(self, manager: GameManager) -> None:
        """Update the message of lobby or running game, and repost it if it was deleted."""
        if manager.lobby is not None:
            await self._services.retry_queue.run(self._lobby_job(manager))
        elif manager.running:
            await self._services.retry_queue.run(self._table_job(manager))

    def retry(self, channel_id: int) -> None:
        """Retry a channel's failed updates now."""
        for kind in ("lobby", "table", "ping"):
            self._services.retry_queue.retry_now((kind, channel_id))

    async def repost(self, manager: GameManager) -> int | None:
        """Post the message of the lobby, else of the game, again at the bottom of the channel.

        Returns the id of the message.

        Raises:
            DISCORD_ERRORS: it could not be posted.
            TableError: ``no_game`` if there is neither; ``discord_slow`` if it is posted later.
        """
        task = asyncio.create_task(self._repost(manager))
        self._reposting.add(task)
        task.add_done_callback(self._reposting.discard)
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        if done:
            return task.result()
        task.add_done_callback(_ignore_result)
        raise TableError("discord_slow")

    def forget(self, channel_id: int) -> None:
        """Forget the messages of a deleted channel."""
        self._passed.pop(channel_id, None)
        self._pictured.pop(channel_id, None)
        self._services.poster.forget(channel_id)

    # -- updates ---------------------------------------------------------------------------

    def _lobby_job(self, manager: GameManager) -> Job:
        return ("lobby", manager.channel_id), partial(self._update, manager, self._show_lobby)

    def _table_job(self, manager: GameManager) -> Job:
        return ("table", manager.channel_id), partial(self._update, manager, self._show_table)

    async def _update(
        self, manager: GameManager, show: Callable[[GameManager], Awaitable[None]]
    ) -> None:
        """Show lobby or table, or end them when the channel was deleted."""
        try:
            await show(manager)
        except discord.NotFound as error:
            guild = self._services.client.get_guild(manager.guild_id)
            if not has_code(error, CHANNEL_GONE) or guild is None or guild.unavailable:
                raise
            self.forget(manager.channel_id)
            try:
                await manager.channel_deleted()
            except TableError:
                # Not stored: it is retried like a message that could not be sent.
                raise error from None

    async def _repost(self, manager: GameManager) -> int | None:
        if manager.lobby is not None:
            await self._show_lobby(manager, repost=True)
            return manager.lobby.message_id if manager.lobby else None
        await self._show_table(manager, repost=True)
        return manager.game.table.message_id

    async def _show_lobby(self, manager: GameManager, *, repost: bool = False) -> None:
        async with self._services.poster.lock(_key(manager.channel_id)):
            async with self._services.sender.work_queue.turn(Urgency.TABLE):
                if not repost:
                    self._services.retry_queue.reads_now(("lobby", manager.channel_id))
                lobby = manager.lobby
                if lobby is None:
                    return
                drawn = await self._drawn_lobby(manager, lobby)
            await self._show(manager, lobby.lobby_id, lobby.message_id, drawn, repost=repost)
        self._services.avatars.fetch(manager, self._redraw)

    async def _show_table(self, manager: GameManager, *, repost: bool = False) -> None:
        async with self._services.poster.lock(_key(manager.channel_id)):
            async with self._services.sender.work_queue.turn(Urgency.TABLE):
                if not repost:
                    # Changes during the wait are shown by this picture.
                    self._services.retry_queue.reads_now(("table", manager.channel_id))
                table, over = manager.table, not manager.running
                if table is None:
                    return
                drawn = await self._drawn(manager, table)
            repost = repost or self._passed.get(manager.channel_id, 0) > MOST_PASSED
            try:
                await self._show(manager, table.game_id, table.message_id, drawn, repost=repost)
            except discord.HTTPException as error:
                if not await self._services.sender.without_emojis(error):
                    raise
                # Once more, with words for the emojis that Discord has deleted.
                self._services.retry_queue.submit(self._table_job(manager))
                return
        if over:
            self._pictured.pop(manager.channel_id, None)
            await manager.note_end_shown(table.game_id)
        self._services.avatars.fetch(manager, self._redraw)

    async def _redraw(self, manager: GameManager) -> None:
        """Edit the existing messages of lobby and table, to show avatars."""
        async with self._services.poster.lock(_key(manager.channel_id)):
            async with self._services.sender.work_queue.turn(Urgency.TABLE):
                lobby, table = manager.lobby, manager.table
                if lobby is not None and lobby.message_id is not None:
                    message_id, drawn = lobby.message_id, await self._drawn_lobby(manager, lobby)
                elif table is not None and table.message_id is not None:
                    message_id, drawn = table.message_id, await self._drawn(manager, table)
                else:
                    return
            await self._edit(manager.channel_id, message_id, drawn)

    async def _drawn_lobby(self, manager: GameManager, lobby: Lobby) -> Drawn:
        server = await self._services.preferences.server(manager.guild_id)
        reader = await self._public_reader(manager, lobby.locale)
        drawing = self._services.pictures(reader).lobby(lobby)
        return await self._services.sender.drawn(lobby_screen(reader.words, lobby, server, drawing))

    async def _drawn(self, manager: GameManager, table: Table) -> Drawn:
        # The server's chosen language, else its language when the game began.
        reader = await self._public_reader(manager, table.locale)
        return await self._services.sender.drawn(
            await table_screen(self._services, reader, manager)
        )

    async def _public_reader(self, manager: GameManager, locale: str) -> DisplayOptions:
        """How the channel's messages look; in ``locale`` if the server chose no language."""
        server = await self._services.preferences.server(manager.guild_id)
        reader = self._services.preferences.public_reader(server, locale)
        guild = self._services.client.get_guild(manager.guild_id)
        return replace(reader, pictures=may_attach(guild, manager.channel_id))

    async def _close_lobby(self, lobby: Lobby, message_id: int) -> None:
        server = await self._services.preferences.server(lobby.guild_id)
        words = self._services.preferences.public_reader(server, lobby.locale).words
        try:
            async with self._services.poster.lock(_key(lobby.channel_id)):
                await self._edit(lobby.channel_id, message_id, Drawn(closed_screen(words)))
        except discord.NotFound as error:
            if not has_code(error, CHANNEL_GONE):
                raise

    # -- messages --------------------------------------------------------------------------

    async def _show(
        self,
        manager: GameManager,
        game_id: str,
        message_id: int | None,
        drawn: Drawn,
        *,
        repost: bool,
    ) -> None:
        """Edit the message; post a new one if it is gone, cannot be edited or ``repost`` is set."""
        there = message_id is not None
        if message_id is not None and not repost:
            try:
                there = await self._edit(manager.channel_id, message_id, drawn)
                if there:
                    self._passed.setdefault(manager.channel_id, 0)
                    return
            except discord.HTTPException as error:
                # A new message reopens an archived thread, where that is allowed.
                if not has_code(error, ARCHIVED):
                    raise
        await self._post(manager, game_id, message_id, drawn)
        if message_id is not None and there:
            await self._services.poster.delete(manager.channel_id, message_id)

    async def _edit(self, channel_id: int, message_id: int, drawn: Drawn) -> bool:
        """Edit a message, which keeps its pictures if they are the same; False if it is gone."""
        # Unknown until Discord says that it shows them.
        pictured, drawings = self._pictured.pop(channel_id, None), drawn.screen.drawings
        if drawings and pictured == (message_id, drawings):
            drawn = replace(drawn, kept=True)
        there = await self._services.poster.edit(channel_id, message_id, drawn)
        if there and drawn.complete:
            self._pictured[channel_id] = message_id, drawings
        return there

    async def _post(
        self, manager: GameManager, game_id: str, replaced: int | None, drawn: Drawn
    ) -> None:
        channel_id = manager.channel_id
        message_id, differs = await self._services.poster.post(
            f"table {game_id} {replaced}", channel_id, **drawn.to_post()
        )
        self._passed[channel_id] = 0
        await manager.note_message(message_id, game_id)
        now = (each.message_id for each in (manager.lobby, manager.table) if each is not None)
        if message_id not in now:
            # The lobby or game ended while this was posted.
            await self._services.poster.delete(channel_id, message_id)
        elif differs:
            # An earlier try was posted after all, with an older state.
            await self._edit(channel_id, message_id, drawn)


def _key(channel_id: int) -> MessageKey:
    return "table", channel_id


def _ignore_result(task: asyncio.Task[int | None]) -> None:
    """Retrieve the result without a waiter, so that asyncio logs no error."""
    if not task.cancelled():
        task.exception()
