"""The same bot in a local browser page: real code, simulated Discord, no token, no network."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import sqlite3
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import discord
import simcord
from aiohttp import web
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.app import BotConfig, Phase10Bot
from bot.table.context import Pace

PEOPLE = ("Ada", "Bruno", "Chiara", "Dev", "Elif", "Femi")
"""As whom the channel can be looked at; the first one owns the server."""
BOT, SERVER, CHANNEL = "Phase 10 Table", "Playground", "card-table"
_DISCORDS = {"en": "en-US", "es": "es-ES", "pt_BR": "pt-BR"}
"""What Discord calls languages, where it does not call them as the catalogues are called."""
HAND_PAUSE = 60.0
"""Seconds between hands: time to read the result while switching between people."""
LOOK_EVERY = 0.1
"""Seconds between two looks at what the bot did by itself."""
PASSES = 10
"""How often the event loop comes round until a new connection is known to the server."""


class PlaygroundError(Exception):
    """The playground cannot open; the message is one sentence."""


def run_playground(*, database: Path, port: int, people: int, browser: bool, locale: str) -> None:
    """Open the playground and stay until it is stopped.

    Args:
        database: the file that keeps its games, so that they go on when it is opened again.
        port: of the page on this machine; 0 for any that is free.
        people: as how many people the channel can be looked at, at most six.
        browser: whether to open the page in the browser.
        locale: the language that the bot speaks where nobody chose another, such as ``pt_BR``.

    Raises:
        PlaygroundError: the page cannot be opened.
        StoreError: the database cannot be used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_run(database, port, people, locale, browser=browser))
    _say("The playground is closed.")


async def _run(database: Path, port: int, people: int, locale: str, *, browser: bool) -> None:
    bot, times = _bot(database, locale), _DISCORDS.get(locale, locale)
    with _only_here(database):
        async with open_playground(bot, port=port, people=people, locale=times) as preview:
            with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(signal.SIGTERM, lambda: loop.create_task(_close(preview)))
            _say(f"The playground is open: {preview.url}")
            _say(f"There you are {_either(PEOPLE[:people])} in #{CHANNEL}: try /phase10 play.")
            _say(f"Stop it with Ctrl+C; games are kept in {database} and go on next time.")
            if browser:
                await asyncio.to_thread(webbrowser.open, preview.url)
            await preview.wait_closed()


@contextlib.contextmanager
def _only_here(database: Path) -> Iterator[None]:
    """Keep other playgrounds from playing the same games at the same time.

    A lock of SQLite's is let go by the system however this process ends, on every platform.
    """
    beside = database.with_name(f"{database.name}.lock")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise PlaygroundError(f"{beside} cannot be written: {error}.") from error
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            raise PlaygroundError(
                f"Another playground keeps its games in {database}: stop it,"
                " or name another file with --database."
            ) from error
        yield


def _bot(database: Path, locale: str) -> Phase10Bot:
    # Short sleeps are waited out before a click is answered, so computer players do not pause.
    pace = Pace(pause=0, hand_pause=HAND_PAUSE)
    # The simulated Discord shows commands in English, whichever language its people speak.
    return Phase10Bot(BotConfig(database=database, pace=pace, locale=locale))


@contextlib.asynccontextmanager
async def open_playground(
    bot: discord.Client, *, port: int, people: int, locale: str = "en-US"
) -> AsyncIterator[simcord.Preview]:
    """The bot in a simulated server, and the page that shows its channel.

    Args:
        bot: the bot.
        port: of the page.
        people: as how many people the channel can be looked at.
        locale: the language of times on the page, as Discord names it.

    Raises:
        PlaygroundError: the port cannot be used.
    """
    env = simcord.Env(bot, check_errors=False)
    env.backend.bot_user.name = BOT
    # Ids hold the time at which they were made: what is furnished before the clock is set has
    # the same ids in every run, so that stored games find their channel and their people again.
    channel, members = _furnish(env)
    _follow_wall_clock(env)
    try:
        await env.start()
        with env.time_context():
            viewers = members[:people]
            preview = env.preview(
                channel, viewers=viewers, layout="channel", locale=locale, port=port
            )
            await _enter(preview, port)
            watch = asyncio.create_task(_keep_shown(env, preview))
            try:
                yield preview
            finally:
                watch.cancel()
                await _close(preview)
    finally:
        await _stop(env, bot)


async def _stop(env: simcord.Env, bot: discord.Client) -> None:
    """Close the bot, which leaves its database in order, then what it ran in."""
    try:
        await bot.close()
    finally:
        await env.shutdown()


def _furnish(env: simcord.Env) -> tuple[ChannelHandle, list[MemberActor]]:
    """A server with a channel and people in it."""
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    guild = env.create_guild(SERVER, owner=users[0])
    channel = guild.create_text_channel(CHANNEL, topic="Try /phase10 play")
    return channel, [guild.add_member(user) for user in users]


async def _enter(preview: simcord.Preview, port: int) -> None:
    try:
        await preview.__aenter__()
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        why = {errno.EADDRINUSE: "is in use", errno.EACCES: "may not be used by you"}.get(
            error.__cause__.errno or 0, "cannot be used"
        )
        raise PlaygroundError(
            f"Port {port} {why}: choose another with --port, or leave that out."
        ) from error


async def _close(preview: simcord.Preview) -> None:
    """Close the page at once, also for a browser that has stopped reading its answers.

    Otherwise the server would wait a minute for such a browser, or leave its connection open.
    """
    runner = preview._server.runner
    server = runner.server if runner is not None else None
    _hang_up(server)
    await preview.close()
    # A browser may have come at that very moment, and nobody else would close its connection.
    for _ in range(PASSES):
        await asyncio.sleep(0)
        _hang_up(server)


def _hang_up(server: web.Server | None) -> None:
    for connection in server.connections if server is not None else ():
        if connection.transport is not None:
            connection.transport.abort()


async def _keep_shown(env: simcord.Env, preview: simcord.Preview) -> None:
    """Publish what happens without a click, and what others' clicks did, to every open page.

    A click publishes its own page alone, and turn limits and pauses between hands publish nothing.
    simcord has no public call for this that leaves a click at the same moment alone, hence the
    private names; its version is bounded for that.
    """
    shown: dict[str, tuple[int, int]] = {}
    while True:
        await asyncio.sleep(LOOK_EVERY)
        if env._operation_task is not None:
            continue
        _follow_wall_clock(env)
        done = len(env.backend.transcript)
        for page in tuple(preview._pages.values()):
            revision, seen = shown.get(page.id, (-1, done))
            if page.revision == revision and seen != done:
                preview._advance_presentation_time()
                preview._publish(page, reason="refresh")
            shown[page.id] = (page.revision, done)


def _follow_wall_clock(env: simcord.Env) -> None:
    """Move the simulated clock to now, so that times shown and expiries are real."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env.backend.clock.advance(behind)


def _either(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} or {last}" if some else last


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
