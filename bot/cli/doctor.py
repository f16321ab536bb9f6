"""The command ``doctor``, which finds what prevents the bot from running."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from collections import defaultdict
from collections.abc import Awaitable, Mapping, Sequence

import discord

from bot import MISCONFIGURED
from bot.i18n import DEFAULT_LOCALE, words_for
from bot.render import missing_library
from bot.service import run
from bot.service.health import check_heartbeat
from bot.settings import OperatorError, Settings, load_settings, misspelt_settings
from bot.storage.errors import StoreError
from bot.storage.games import channels_in_use
from bot.storage.opening import database_path, examine_database
from bot.storage.revisions import REVISIONS
from bot.telemetry.logs import printable, set_up_logging
from cogs.base.permissions import NEEDED, NEEDED_IN_THREADS, missing_permissions, thread_permissions

from .output import counted, explained, say

PATIENCE = 60.0  # seconds that Discord may take for all its answers
MOST_CHANNELS = 100  # that are checked; each server takes at least three requests


def doctor() -> int:
    """Check settings, database, token and permissions.

    Says what to do, and changes nothing.
    """
    try:
        settings = load_settings()
        check_heartbeat(settings.heartbeat)
    except OperatorError as error:
        _say("failed", "settings", *error.sentences)
        return error.status
    misspelt = misspelt_settings()
    _say("limited" if misspelt else "ok", "settings", *(misspelt or ["each can be used"]))
    lack = missing_library()
    _say("limited" if lack else "ok", "pictures", lack or "all scripts can be drawn")
    set_up_logging(logging.CRITICAL, settings.log_format, run.collect_secrets(settings))
    return asyncio.run(_examine(settings))


async def _examine(settings: Settings) -> int:
    used: set[tuple[int, int]] = set()
    async with discord.Client(intents=discord.Intents.none()) as client:
        wrong = [await _told("database", _database(settings, used))]
        wrong.append(await _told("login", _login(settings, client)))
        if client.user is None:
            _say("unchecked", "permissions", "the bot could not log in")
        else:
            wrong.append(await _told("permissions", _permissions(client, client.user.id, used)))
    return max(wrong)


async def _told(name: str, check: Awaitable[str]) -> int:
    try:
        _say("ok", name, await check)
    except (OperatorError, StoreError, OSError) as error:
        wrong = explained(error) or OperatorError(str(error))
        _say("failed", name, *wrong.sentences)
        return wrong.status
    return 0


def _say(result: str, check: str, *sentences: str) -> None:
    say(*(f"{result:9} {check:12} {sentence}" for sentence in sentences))


async def _database(settings: Settings, used: set[tuple[int, int]]) -> str:
    """Check that the bot can use the database; note the channels in use, by server."""
    path = database_path(settings.database_url)
    if path is None or path.exists():
        found = await examine_database(settings.database_url, channels_in_use)
        if found is None:
            if path and shutil.disk_usage(path).free < (size := path.stat().st_size):
                raise OperatorError(f"Its upgrade needs {counted(size, 'byte')} of free disk.")
            return "can be written; the next start makes or upgrades its tables"
        used |= found
        return f"can be written, revision {REVISIONS[-1]}"
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        return f"none yet: the first start makes {path}"
    raise OperatorError(
        f"{folder} cannot be written: let the bot do so, or set DATABASE_URL.", status=MISCONFIGURED
    )


async def _login(settings: Settings, client: discord.Client) -> str:
    with run.asking_discord():
        async with asyncio.timeout(PATIENCE):
            await client.login(run.read_token(settings))
    assert client.application is not None
    return f"{client.application.name}, application {client.application.id}"


async def _permissions(client: discord.Client, me: int, used: set[tuple[int, int]]) -> str:
    """Check the bot's permissions in the channels of running games."""
    servers: dict[int, list[int]] = defaultdict(list)
    for guild_id, channel_id in sorted(used)[:MOST_CHANNELS]:
        servers[guild_id].append(channel_id)
    with run.asking_discord():
        async with asyncio.timeout(PATIENCE):
            lacks = [
                text
                for guild_id, channel_ids in servers.items()
                for text in await _in_server(client, me, guild_id, channel_ids)
            ]
    if any(lacks):
        raise OperatorError(*filter(None, lacks))
    number = counted(len(used), "channel")
    looked_at = f"; looked at {MOST_CHANNELS}" if len(used) > MOST_CHANNELS else ""
    gone = f"; {lacks.count(None)} gone, or without the bot" if None in lacks else ""
    return f"those needed, in {number}{looked_at}{gone}"


async def _in_server(
    client: discord.Client, me: int, guild_id: int, channel_ids: Sequence[int]
) -> list[str | None]:
    """Return the advice for each channel, as :func:`_lacks` does."""
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
        member = await guild.fetch_member(me)
    except (discord.NotFound, discord.Forbidden):
        return [None] * len(channel_ids)
    channels = {channel.id: channel for channel in await guild.fetch_channels()}
    return [await _lacks(member, channels, channel_id) for channel_id in channel_ids]


async def _lacks(
    me: discord.Member, channels: Mapping[int, discord.abc.GuildChannel], channel_id: int
) -> str | None:
    """Say which permissions the bot lacks in a channel; empty without any, None if it is gone."""
    channel = channels.get(channel_id)
    if channel is not None:
        missing = missing_permissions(channel.permissions_for(me), NEEDED)
    else:
        try:
            thread = await me.guild.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return None
        channel = channels.get(getattr(thread, "parent_id", 0))
        if channel is None:
            return None
        missing = missing_permissions(thread_permissions(channel, me), NEEDED_IN_THREADS)
    words = words_for(DEFAULT_LOCALE)
    names = words.list([words(f"errors.permission.{name}") for name in missing])
    place = printable(f"#{channel.name} of {me.guild}")
    return f"Allow the bot {names} in {place}." if missing else ""
