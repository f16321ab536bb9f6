"""The role that a server gives to the champions of its newest season."""

from __future__ import annotations

import logging

import discord

from bot.game_types import GAME_TYPES
from bot.i18n import words_for
from bot.results.standings import Champions
from bot.storage import boards, members
from bot.storage.errors import StoreError
from cogs.base.discord_errors import NO_MEMBER, described, has_code, within
from cogs.base.members import Members

from .retry_queue import Job
from .services import LiveServices

_REASON = "settings.name.champions_role"  # in the audit log of the server
_log = logging.getLogger(__name__)


class ChampionsRole:
    """Gives the role to the champions of each type of game, and takes it from earlier ones.

    A role is given or taken before that is stored, so that a process that is killed in between
    does it once more, which changes nothing.
    """

    def __init__(self, services: LiveServices, members_of_servers: Members) -> None:
        self._services = services
        self._members = members_of_servers

    def job(self, guild_id: int) -> Job:
        async def update() -> None:
            try:
                await self._update(guild_id)
            except StoreError as error:
                _log.warning("the role of champions is put off for an hour: %s", error.code)
            except discord.Forbidden as error:
                # The page of settings names the missing permission.
                _log.warning("the role of champions is put off for an hour: %s", described(error))

        return ("role", guild_id), update

    async def _update(self, guild_id: int) -> None:
        guild = self._services.client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return
        server = await self._services.preferences.servers.get_or_default(guild_id)
        role = guild.get_role(server.champions_role or 0)
        champions = set() if role is None else await self._champions(guild_id)
        holders = await self._services.store.read(members.role_holders, guild_id)
        for user_id, role_id in holders.items():
            if role is None or role_id != role.id or user_id not in champions:
                await self._change(guild, user_id, role_id, give=False)
        for user_id in champions:
            if role is not None and holders.get(user_id) != role.id:
                await self._change(guild, user_id, role.id, give=True)

    async def _champions(self, guild_id: int) -> set[int]:
        """Return the champions of the newest season that had any, of each type of game."""

        async def look_up() -> list[Champions]:
            now = self._services.clock.now()
            read = self._services.store.read
            names = [game_type.name for game_type in GAME_TYPES]
            return [await read(boards.champions, guild_id, name, now, limit=1) for name in names]

        def people(pages: list[Champions]) -> list[int]:
            return [champion.user_id for page in pages for champion in page.champions]

        return set(people(await self._members.among_present(guild_id, look_up, people)))

    async def _change(
        self, guild: discord.Guild, user_id: int, role_id: int, *, give: bool
    ) -> None:
        role = discord.Object(role_id)
        held = role_id if give else None
        try:
            async with within():
                member = await guild.fetch_member(user_id)
                change = member.add_roles if give else member.remove_roles
                await change(role, reason=words_for(str(guild.preferred_locale))(_REASON))
        except discord.NotFound as error:
            # The person has left, or the role was deleted.
            if give and not has_code(error, NO_MEMBER):
                raise
            held = None
        await self._services.store.write(members.put_role, guild.id, user_id, held)
