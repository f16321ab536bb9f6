"""Tables by appointment: what the bot says when one opens, before its game begins, and if not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord
from cachetools import LRUCache

from bot.i18n import Translator, words_for
from bot.preferences import Pings
from bot.seating import Lobby, LobbyEnd
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
from .notifications import current_turn
from .retry_queue import Job
from .services import LiveServices

AGAIN = 60.0  # seconds until the next try when the database cannot be reached
MOST_LINES = 10_000  # lines about tables that are remembered
EARLY = 1.0  # seconds by which a timer may ring before its time
_log = logging.getLogger(__name__)


async def called_role(
    services: LiveServices, guild: discord.Guild, opening: str
) -> discord.Role | None:
    """Return the role to call when the table or cup ``opening`` opens; None if it is not called.

    The call is stored before it is posted. The same table or cup may ask again.
    """
    preferences = services.preferences
    role = guild.get_role((await preferences.server(guild.id)).called_role or 0)
    if role is None:
        return None
    now = services.clock.now()
    try:
        check_may_call_role(guild, role)
        noted = await preferences.servers.change(
            guild.id, lambda server: server.with_role_called(opening, now)
        )
    except (LacksPermissionsError, TableError) as error:
        # A mention that calls nobody would look like a call. The page of settings says it, too.
        _log.warning("server %s: its role cannot be called: %s", guild.id, error)
        return None
    return role if noted.role_called_for == opening else None


def say_opened(
    services: LiveServices, guild: discord.Guild, channel_id: int, manager: GameManager
) -> None:
    """Say in a channel when a table begins; in the table's own, only if the role is called."""
    opened = manager.lobby
    if opened is None or opened.begins_at is None:
        return
    lobby_id = opened.lobby_id

    async def make() -> PostContent | None:
        role = await called_role(services, guild, lobby_id)
        lobby = manager.lobby
        if lobby is None or lobby.lobby_id != lobby_id:
            return None
        if role is None and channel_id == manager.channel_id:
            return None
        line = await _opening_line(services, lobby, _opening(lobby))
        if role is None:
            return {"content": line}
        mentions = discord.AllowedMentions(roles=[role])
        return {"content": f"{role.mention} {line}", "allowed_mentions": mentions}

    post = partial(services.poster.announce, guild.id, _key(opened, "open"), channel_id, make)
    services.retry_queue.submit((("opening", lobby_id), post))


def _key(lobby: Lobby, what: str) -> str:
    """Return the key under which is stored that something was said about a lobby."""
    return f"lobby {lobby.lobby_id} {what}"


def _opening(lobby: Lobby) -> str:
    """Return the key of what the line about an open lobby says."""
    full = len(lobby.seats) >= lobby.rules.max_players
    return "lobby.appointed_full" if full else "lobby.appointed"


async def _opening_line(services: LiveServices, lobby: Lobby, key: str) -> str:
    server = await services.preferences.server(lobby.guild_id)
    begins_at = lobby.begins_at or 0.0
    return words_for(server.locale or lobby.locale)(
        key,
        host=bold(escaped(lobbies.host_name(lobby))),
        time=moment(begins_at),
        when=relative(begins_at),
        link=message_link(lobby.guild_id, lobby.channel_id, lobby.message_id),
    )


class OpeningLines:
    """Corrects the line that announced a table when it is full, has begun or was closed.

    The call before the game is corrected, too, when the game has begun or the table was closed.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        # By lobby, the key of what its line says; a line of an earlier process is taken as open.
        self._said: LRUCache[str, str] = LRUCache(MOST_LINES)

    def jobs(self, manager: GameManager) -> list[Job]:
        """Return the job that corrects the line about an open lobby, if it may be wrong."""
        lobby = manager.lobby
        if lobby is None or lobby.begins_at is None:
            return []
        key = _opening(lobby)
        said = self._said.get(lobby.lobby_id, "lobby.appointed")
        return [] if said == key else [self._job(lobby, key, "open")]

    def ends(self, lobby: Lobby, how: LobbyEnd) -> list[Job]:
        """Return the job that lets the line about a lobby, and its call, say how it ended."""
        key = f"lobby.appointed_{how}"
        return [] if lobby.begins_at is None else [self._job(lobby, key, "open", "call")]

    def _job(self, lobby: Lobby, key: str, *corrected: str) -> Job:
        correct = partial(self._correct, lobby, key, corrected)
        return ("opening", lobby.lobby_id, "line"), correct

    async def _correct(self, lobby: Lobby, key: str, corrected: Sequence[str]) -> None:
        content: PostContent = {"content": await _opening_line(self._services, lobby, key)}
        try:
            for what in corrected:
                await self._services.poster.correct(lobby.guild_id, _key(lobby, what), content)
        except StoreError as error:
            _log.warning("the line about a table was not corrected yet: %s", error.code)
            self._services.retry_queue.submit_later(AGAIN, self._job(lobby, key, *corrected))
            return
        self._said[lobby.lobby_id] = key


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
            make = partial(self._content, manager, lobby, due)
            await self._announce(manager, lobby, due, make)
            if due == "nobody_came":
                await manager.change_lobby(lobbies.kept_if_startable)
        except (StoreError, TableError) as error:
            _log.warning("what is due at an appointment was not done yet: %s", error.code)
            self._services.retry_queue.submit_later(AGAIN, self._job(manager))

    async def tell_begun(self, manager: GameManager, lobby: Lobby) -> None:
        """Tell the people at the table who see no other sign of it that their game has begun.

        Raises StoreError or DISCORD_ERRORS; the same call tries it again.
        """
        if lobby.begins_at is not None and manager.running:
            await self._announce(manager, lobby, "call", partial(self._begun, manager, lobby))

    async def _begun(self, manager: GameManager, lobby: Lobby) -> PostContent | None:
        table = manager.game.table
        if table.game_id != lobby.lobby_id:
            return None
        server = await self._services.preferences.server(manager.guild_id)
        turn = current_turn(manager)
        told = set() if table.began_itself else {table.host_id}
        if turn is not None and server.pings is not Pings.SILENT:
            told.add(turn.user_id)
        seated = [table.occupants[seat].user_id for seat in table.staying]
        people = [user_id for user_id in seated if user_id is not None and user_id not in told]
        words = words_for(server.locale or table.locale)
        return _call(words, manager, people, "lobby.call_begun") if people else None

    async def _take_out_who_left(self, manager: GameManager, lobby: Lobby) -> None:
        """Give up the seats of people who are no members of the server any more."""
        # Before, the server is not known.
        await self._services.client.wait_until_ready()
        guild = self._services.client.get_guild(manager.guild_id)
        if guild is None:
            return
        people = [who.user_id for who in lobby.seats if who.user_id is not None]
        gone = await asyncio.gather(*(has_left(guild, user_id) for user_id in people))
        for user_id, left in zip(people, gone, strict=True):
            if left and manager.lobby is not None:
                await manager.change_lobby(lobbies.left, user_id)

    async def _announce(
        self,
        manager: GameManager,
        lobby: Lobby,
        due: str,
        make: Callable[[], Awaitable[PostContent | None]],
    ) -> None:
        key = _key(lobby, due)
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
        key = "lobby.call" if lobbies.can_start(lobby) else "lobby.call_alone"
        return _call(words, manager, people, key, when=relative(begins_at))


def _call(
    words: Translator, manager: GameManager, people: Sequence[int], key: str, **fields: str
) -> PostContent:
    """Build a message that calls people to their table."""
    mentions = " ".join(f"<@{user_id}>" for user_id in people)
    return {
        "content": words(key, mentions=mentions, **fields),
        "view": buttons_below(table_link(words, manager)),
        "allowed_mentions": discord.AllowedMentions(users=[*map(discord.Object, people)]),
    }
