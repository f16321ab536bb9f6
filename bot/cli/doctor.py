"""The command ``doctor``: what keeps the bot from running here."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Annotated, Any

import aiohttp
import discord
import typer
from PIL import features
from sqlalchemy import Connection

from bot.app import FIRST_SHARD, Phase10Bot
from bot.i18n import DEFAULT_LOCALE, words_for
from bot.render.engine.text import font, font_files
from bot.service import run
from bot.settings import DEFAULT_DATABASE, OperatorError, Settings, load_settings
from bot.storage.errors import StoreError
from bot.storage.games import channels_in_use
from bot.storage.opening import database_path, examine_database
from bot.storage.people import server_preferences
from bot.storage.revisions import REVISIONS
from bot.telemetry.logs import printable, set_up_logging
from cogs.base.permissions import (
    NEEDED,
    NEEDED_FOR_THREADS,
    NEEDED_IN_THREADS,
    in_threads_of,
    lacking,
)

from .output import FAILED, counted, explained, say

PATIENCE = 60.0
"""Seconds that logging in may take."""
LEAST_FREE = 200
"""Megabytes of the disk that should be free, next to those of a copy of the database."""
LARGEST_SHARD = 2500
"""Servers for which Discord wants more than one shard."""
MOST_EMOJIS = 2000
"""Emojis of an application."""
CLOCK_TOLERANCE = 5.0
"""Seconds by which the clock may differ from Discord's, which comes in whole seconds."""
PRIVILEGED = ("presence", "guild_members", "message_content")
"""The privileged intents, by the names that discord.py's flags of applications have for them."""
OK, NOTE, WRONG, UNCHECKED = "ok", "note", "failed", "unchecked"
Needed = Mapping[int, Sequence[str]]
"""By channel, the permissions that the bot needs there."""


class WrongError(OperatorError):
    """Something fails, now or soon; each line is a sentence that says what to do."""


class NoteError(Exception):
    """Something is not there yet, or could be better."""


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Check whether the bot can run here, and what to do if not; changes nothing."""
    settings = load_settings()
    set_up_logging(logging.CRITICAL, settings.log_format, run.secrets_of(settings))
    return asyncio.run(_report(settings, as_json=as_json))


async def _report(settings: Settings, *, as_json: bool) -> int:
    rows = []
    async with _visitor(settings) as visitor:
        examination = _Examination(settings, visitor)
        async for name, result, sentence in examination.findings():
            rows.append({"check": name, "result": result, "text": sentence})
            if not as_json:
                say(f"{result:9} {name:12} {sentence}")
                sys.stdout.flush()
    if as_json:
        answer = {"ok": not examination.status, "checks": rows}
        say(json.dumps(answer))
    return examination.status


class _Visitor(Phase10Bot):
    """Logs in as the bot, and asks; it never connects, so no event comes here."""

    ahead: float | None = None
    """Seconds by which this machine's clock is ahead of Discord's."""

    async def setup_hook(self) -> None:
        """Make the commands, to compare them; resume nothing."""
        await self.add_commands()

    async def compare_clocks(self, _session: object, _context: object, answer: Any) -> None:  # noqa: ANN401  # aiohttp's
        """Look at the time of an answer."""
        if (date := answer.response.headers.get("Date")) is not None:
            self.ahead = time.time() - parsedate_to_datetime(date).timestamp()


@asynccontextmanager
async def _visitor(settings: Settings) -> AsyncIterator[_Visitor]:
    """A bot on an empty database of its own."""
    try:
        config = run.config_of(settings)
    except StoreError:  # of the URL, which is a check of its own
        config = run.config_of(settings.model_copy(update={"database_url": DEFAULT_DATABASE}))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    with tempfile.TemporaryDirectory() as folder:
        visitor = _Visitor(replace(config, database=Path(folder) / "empty.db"))
        visitor.http.http_trace = trace = aiohttp.TraceConfig()
        trace.on_request_end.append(visitor.compare_clocks)
        try:
            yield visitor
        finally:
            await visitor.close()


class _Examination:
    """The checks: each returns a sentence, or raises one."""

    def __init__(self, settings: Settings, visitor: _Visitor) -> None:
        self._settings, self._visitor = settings, visitor
        self._needed: Mapping[int, Needed] = {}
        self._is_in = False
        # The exit status.
        self.status = 0

    async def findings(self) -> AsyncIterator[tuple[str, str, str]]:
        """The checks, their results, and sentences."""
        here = (self._database, self._disk, self._fonts)
        asked = (self._installation, self._shards, self._commands, self._emojis)
        for check in (*here, self._login, self._intents, *asked, self._permissions, self._clock):
            result, text = UNCHECKED, "the bot could not log in"
            if check in (*here, self._login, self._clock) or self._is_in:
                result, text = await self._tried(check)
            for sentence in text.splitlines():
                yield check.__name__.strip("_"), result, sentence

    async def _tried(self, check: Callable[[], Awaitable[str]]) -> tuple[str, str]:
        try:
            return OK, await check()
        except NoteError as error:
            return NOTE, str(error)
        except (OperatorError, StoreError, OSError) as error:
            text, status = explained(error) or (str(error), FAILED)
            self.status = max(self.status, status)
            return WRONG, text

    # -- this machine ----------------------------------------------------------------------

    async def _database(self) -> str:
        path = database_path(self._settings.database_url)
        if path is None or path.exists():
            needed = await examine_database(self._settings.database_url, _needed)
            if needed is None:
                return f"can be written; the next start brings it to revision {REVISIONS[-1]}"
            self._needed = needed
            return f"can be written, revision {REVISIONS[-1]}"
        folder = _folder_of(path)
        if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
            return f"none yet: the first start makes {path}"
        raise WrongError(f"{folder} cannot be written: let the bot do so, or set DATABASE_URL.")

    async def _disk(self) -> str:
        file = database_path(self._settings.database_url) or Path(DEFAULT_DATABASE)
        folder = _folder_of(file)
        free = shutil.disk_usage(folder).free >> 20
        needed = LEAST_FREE + (file.stat().st_size >> 20 if file.exists() else 0)
        if free < needed:
            raise WrongError(f"{free:,} MB are free in {folder}: make room for {needed:,} MB.")
        return f"{free:,} MB are free in {folder}"

    async def _fonts(self) -> str:
        broken = [] if features.check("raqm") else ["Raqm"]
        for file in font_files():
            try:
                font(file, 12)
            except OSError:
                broken.append(file)
        if broken:
            raise WrongError(f"{', '.join(broken)} cannot be loaded: install the program again.")
        return f"{len(font_files())} files can be loaded"

    # -- Discord ---------------------------------------------------------------------------

    async def _login(self) -> str:
        with run.asking_discord():
            async with asyncio.timeout(PATIENCE):
                await self._visitor.login(run.token_of(self._settings))
        self._is_in = True
        return f"{self._application.name}, application {self._application.id}"

    @property
    def _application(self) -> discord.AppInfo:
        assert self._visitor.application is not None
        return self._visitor.application

    async def _intents(self) -> str:
        flags = self._application.flags
        names = [
            name.replace("_", " ")
            for name in PRIVILEGED
            if getattr(flags, f"gateway_{name}") or getattr(flags, f"gateway_{name}_limited")
        ]
        if names:
            raise NoteError(f"no need for {', '.join(names)}: turn it off on the portal's Bot page")
        return "no privileged one is on, and none is needed"

    async def _installation(self) -> str:
        application = self._application
        if application.interactions_endpoint_url:
            raise WrongError(
                "No click reaches the bot: remove the Interactions Endpoint URL from the portal's"
                " page General Information."
            )
        if application.bot_require_code_grant:
            raise WrongError("Turn Requires OAuth2 Code Grant off on the portal's Bot page.")
        if application.user_integration_config is None:
            raise NoteError("people cannot add the bot: see User Install on the Installation page")
        if application.guild_integration_config is None:
            raise WrongError("No server can add the bot: turn Guild Install on in the portal.")
        return "by servers and by people"

    async def _shards(self) -> str:
        shards, servers = self._visitor.config.shards, self._application.approximate_guild_count
        with run.asking_discord():
            recommended, _, starts = await self._visitor.http.get_bot_gateway()
        if starts["remaining"] < len(shards.ids):
            raise WrongError(
                f"Discord allows {starts['remaining']} more connections in the next"
                f" {starts['reset_after'] // 60_000:,} minutes: see why the bot restarts so often."
            )
        text = f"{len(shards.ids)} of {shards.count}, for {counted(servers, 'server')}"
        advice = f"{text}: set SHARD_COUNT={recommended}"
        if servers >= LARGEST_SHARD * shards.count:
            raise WrongError(advice)
        if recommended > shards.count:
            raise NoteError(advice)
        return text

    async def _commands(self) -> str:
        tree = self._visitor.tree
        own = {
            command.name: {option["name"] for option in command.to_dict(tree).get("options", ())}
            for command in tree.get_commands()
        }
        with run.asking_discord():
            commands = await tree.fetch_commands()
        sent = {command.name: {option.name for option in command.options} for command in commands}
        names = [f"/{name}" for name in sorted({*own, *sent}) if own.get(name) != sent.get(name)]
        has_synced = await self._visitor.has_synced()
        if names and has_synced:
            raise WrongError(
                f"Others were sent since ({', '.join(names)}): remove"
                f" {self._visitor.config.commands_hash} and start the bot again."
            )
        # Other processes cannot know which texts were sent.
        if names or (FIRST_SHARD in self._visitor.config.shards.ids and not has_synced):
            what = ", ".join(names) or "perhaps texts"
            raise NoteError(f"not those of this version ({what}): the next start sends them")
        return "those of this version"

    async def _emojis(self) -> str:
        with run.asking_discord():
            names, emojis = await self._visitor.parts.emojis.listed()
        missing = sum(emoji is None for emoji in names.values())
        if len(emojis) + missing > MOST_EMOJIS:
            raise WrongError(f"No room for {missing}: delete others on the portal's Emojis page.")
        if missing:
            raise NoteError(f"{missing} of {len(names)} are missing: a running bot uploads them")
        return f"all {len(names)}"

    async def _permissions(self) -> str:
        with run.asking_discord():
            lacks = [
                text
                for guild_id, needed in self._needed.items()
                for text in await self._in_server(guild_id, needed)
            ]
        if any(lacks):
            raise WrongError("\n".join(filter(None, lacks)))
        number = counted(len(lacks), "channel")
        if None in lacks:
            raise NoteError(f"{lacks.count(None)} of {number} are gone, or without the bot")
        return f"those needed, in {number}"

    async def _in_server(self, guild_id: int, needed: Needed) -> list[str | None]:
        """What the bot lacks in each of these channels, None for one that is gone."""
        assert self._visitor.user is not None
        try:
            guild = await self._visitor.fetch_guild(guild_id, with_counts=False)
            me = await guild.fetch_member(self._visitor.user.id)
        except (discord.NotFound, discord.Forbidden):
            return [None] * len(needed)
        channels = {channel.id: channel for channel in await guild.fetch_channels()}
        return [await _lacks(me, channels, *place) for place in needed.items()]

    async def _clock(self) -> str:
        ahead = self._visitor.ahead
        if ahead is None:
            raise NoteError("not compared, as Discord was not reached")
        if abs(ahead) > CLOCK_TOLERANCE:
            side = "ahead of" if ahead > 0 else "behind"
            raise WrongError(f"{abs(ahead):.0f} s {side} Discord's: set it from the network (NTP).")
        return "as Discord's"


async def _lacks(
    me: discord.Member,
    channels: Mapping[int, discord.abc.GuildChannel],
    channel_id: int,
    needed: Sequence[str],
) -> str | None:
    """What to allow the bot in a channel or thread, perhaps nothing; None if it is gone."""
    channel = channels.get(channel_id)
    if channel is None:
        try:
            thread = await me.guild.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return None
        channel, needed = channels.get(getattr(thread, "parent_id", 0)), NEEDED_IN_THREADS
        if channel is None:
            return None
    allowed = channel.permissions_for(me) if needed is NEEDED else in_threads_of(channel, me)
    words = words_for(DEFAULT_LOCALE)
    names = [words(f"errors.permission.{name}") for name in lacking(allowed, needed)]
    place = printable(f"#{channel.name} of {me.guild}")
    return f"Allow the bot {words.list(names)} in {place}." if names else ""


def _folder_of(path: Path) -> Path:
    """The nearest of a path's parents that exists."""
    return next(parent for parent in path.absolute().parents if parent.exists())


def _needed(connection: Connection) -> Mapping[int, Needed]:
    """By server, the channels where games run or that were chosen."""
    needed: dict[int, dict[int, Sequence[str]]] = defaultdict(dict)
    for guild_id, channel_id in channels_in_use(connection):
        needed[guild_id][channel_id] = NEEDED
    for guild_id, server in server_preferences(connection).items():
        needed[guild_id] |= dict.fromkeys(server.channels, NEEDED)
        if server.announcements:
            needed[guild_id][server.announcements] = NEEDED
        if server.threads:
            needed[guild_id][server.threads] = NEEDED_FOR_THREADS
    return needed
