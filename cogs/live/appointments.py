"""Tables by appointment: what the bot says when one opens, before its game begins, and if not."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import discord
from cachetools import TTLCache

from bot.cups.state import LiveCup
from bot.i18n import words_for
from bot.preferences import ServerPreferences
from bot.seating import Lobby
from bot.storage.errors import StoreError
from bot.table import lobbies
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.discord_errors import described, is_forbidden
from cogs.base.members import has_left
from cogs.base.permissions import LacksPermissionsError, check_may_call_role
from cogs.base.screens import buttons_below
from cogs.base.text import bold, escaped, message_link, moment, relative
from cogs.pages.table_page import table_link

from .message_poster import PostContent
from .retry_queue import Job
from .services import LiveServices

ROLE_PAUSE = 6 * 3600.0  # seconds in which one person has the role of a server called once
MOST_CALLERS = 10_000  # people who are remembered
AGAIN = 60.0  # seconds until the next try when the database cannot be reached
EARLY = 1.0  # seconds by which a timer may ring before its time
_log = logging.getLogger(__name__)


class Openings:
    """Says in a channel that a table or a cup is open, and calls the role chosen for that.

    A process that ends meanwhile does not call later: this happens at most once.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        # By server, the people who had the role called.
        self._callers: TTLCache[tuple[int, int | None], bool]
        self._callers = TTLCache(MOST_CALLERS, ROLE_PAUSE, services.clock.now)

    async def table(self, guild: discord.Guild, channel_id: int, manager: GameManager) -> None:
        """Say in a channel when a table begins; where it is itself, only if the role is called."""
        lobby = manager.lobby
        if lobby is None or lobby.begins_at is None:
            return
        server = await self._services.preferences.server(guild.id)
        role = self._called(guild, server, lobby.host_id)
        if role is None and channel_id == manager.channel_id:
            return
        line = words_for(server.locale or lobby.locale)(
            "lobby.appointed",
            host=bold(escaped(lobbies.host_name(lobby))),
            time=moment(lobby.begins_at),
            when=relative(lobby.begins_at),
            link=message_link(guild.id, manager.channel_id, lobby.message_id),
        )
        self._post(lobby.lobby_id, channel_id, role, line)

    async def cup(self, guild: discord.Guild, stored: LiveCup, link: str) -> None:
        """Call the role for a cup, if it is called."""
        server = await self._services.preferences.server(guild.id)
        role = self._called(guild, server, stored.host_id)
        if role is not None:
            name = bold(escaped(stored.cup.name))
            line = words_for(server.locale or stored.locale)("cup.opens", cup=name, link=link)
            self._post(stored.cup.cup_id, stored.channel_id, role, line)

    def _called(
        self, guild: discord.Guild, server: ServerPreferences, user_id: int | None
    ) -> discord.Role | None:
        """Return the role that is called now, and note who has it called; None for nobody."""
        role = guild.get_role(server.called_role or 0)
        caller = guild.id, user_id
        if role is None or caller in self._callers:
            return None
        try:
            check_may_call_role(guild, role)
        except (LacksPermissionsError, TableError) as error:
            # A mention that calls nobody would look like a call. The page of settings says it, too.
            _log.warning("server %s: its role cannot be called: %s", guild.id, error)
            return None
        self._callers[caller] = True
        return role

    def _post(self, about: str, channel_id: int, role: discord.Role | None, line: str) -> None:
        content: PostContent = {"content": line}
        if role is not None:
            content = {
                "content": f"{role.mention} {line}",
                "allowed_mentions": discord.AllowedMentions(roles=[role]),
            }

        async def post() -> None:
            await self._services.poster.post(f"opening {about}", channel_id, content, _note_nothing)

        self._services.retry_queue.submit((("opening", about), post))


async def _note_nothing(_message_id: int) -> None:
    """Let the message stay as it is."""


class Appointments:
    """Calls the people of a lobby before its game begins, and closes it if nobody came.

    That something was said is stored under the lobby's id, so that no process says it again.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services

    def jobs(self, manager: GameManager) -> list[Job]:
        """Return the job that says what is due, if there is anything."""
        return [] if self._due(manager.lobby) is None else [self._job(manager)]

    def _job(self, manager: GameManager) -> Job:
        return ("appointment", manager.channel_id), partial(self._update, manager)

    def _due(self, lobby: Lobby | None) -> str | None:
        if lobby is None or lobby.begins_at is None:
            return None
        now = self._services.clock.now() + EARLY
        if now >= lobby.begins_at:
            return None if lobbies.can_start(lobby) else "nobody_came"
        return "call" if lobby.call_at is not None and now >= lobby.call_at else None

    async def _update(self, manager: GameManager) -> None:
        lobby = manager.lobby
        due = self._due(lobby)
        if lobby is None or due is None:
            return
        try:
            if due == "call":
                await self._take_out_who_left(manager, lobby)
                lobby = manager.lobby
                if lobby is None:
                    return
            await self._announce(manager, lobby, due)
            if due == "nobody_came":
                await manager.change_lobby(lobbies.kept_if_startable)
        except (StoreError, TableError) as error:
            _log.warning("what is due at an appointment was not done yet: %s", error.code)
            self._services.retry_queue.submit_later(AGAIN, self._job(manager))

    async def _take_out_who_left(self, manager: GameManager, lobby: Lobby) -> None:
        """Give up the seats of people who are no members of the server any more."""
        guild = self._services.client.get_guild(manager.guild_id)
        if guild is None:
            return
        people = [who.user_id for who in lobby.seats if who.user_id is not None]
        gone = await asyncio.gather(*(has_left(guild, user_id) for user_id in people))
        for user_id, left in zip(people, gone, strict=True):
            if left and manager.lobby is not None:
                await manager.change_lobby(lobbies.left, user_id)

    async def _announce(self, manager: GameManager, lobby: Lobby, due: str) -> None:
        key = f"lobby {lobby.lobby_id} {due}"
        make = partial(self._content, manager, lobby, due)
        try:
            await self._services.poster.announce(manager.guild_id, key, manager.channel_id, make)
        except discord.HTTPException as error:
            # Where the bot may not write, the lobby closes without a word.
            if not is_forbidden(error):
                raise
            _log.warning("an appointment was not announced: %s", described(error))

    async def _content(self, manager: GameManager, lobby: Lobby, due: str) -> PostContent:
        server = await self._services.preferences.server(manager.guild_id)
        words = words_for(server.locale or lobby.locale)
        begins_at = lobby.begins_at or 0.0
        if due == "nobody_came":
            return {"content": words("lobby.nobody_came", time=moment(begins_at))}
        people = [who.user_id for who in lobby.seats if who.user_id is not None]
        mentions = " ".join(f"<@{user_id}>" for user_id in people)
        key = "lobby.call" if lobbies.can_start(lobby) else "lobby.call_alone"
        return {
            "content": words(key, mentions=mentions, when=relative(begins_at)),
            "view": buttons_below(table_link(words, manager)),
            "allowed_mentions": discord.AllowedMentions(users=[*map(discord.Object, people)]),
        }
