"""The bot in a local browser page, with a simulated Discord: no token, no network."""

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
from functools import partial
from pathlib import Path

import discord
import simcord
from aiohttp import web
from simcord.actors import MemberActor
from simcord.backend.cdn import CDN_BASE
from simcord.builders import ChannelHandle

from bot.app import BotConfig, Phase10Bot
from bot.players import NOT_COMPILED, are_compiled
from bot.settings import OperatorError
from bot.table.context import Pace

PEOPLE = ("Ada", "Bruno", "Chiara", "Dev", "Elif", "Femi")
"""The people of the simulated server; the first one owns it."""
BOT, SERVER, CHANNEL = "Phase 10 Table", "Playground", "card-table"
_DISCORDS = {"en": "en-US", "es": "es-ES", "pt_BR": "pt-BR"}
"""Discord's names of languages, where they differ from the names of the catalogues."""
HAND_PAUSE = 60.0
"""Seconds between hands: time to read the result while switching between people."""
WATCH_INTERVAL = 0.1
"""Seconds between two checks for changes that no click made."""
PASSES = 10
"""Passes of the event loop after which the server knows a new connection."""
_CHILD_WATCHERS = {"_do_waitpid", "_do_wait"}
"""The functions in which asyncio waits for the exit of a child process."""


class PlaygroundError(OperatorError):
    """The playground cannot open."""


def run_playground(*, database: Path, port: int, people: int, browser: bool, locale: str) -> None:
    """Run the playground until it is stopped.

    The database is a file; its games go on when the playground is opened again. ``port`` is 0 for
    any that is free, ``people`` the number of people whose view of the channel can be chosen (at
    most six), and ``locale`` the default language of the bot, such as ``pt_BR``.

    Raises:
        PlaygroundError: the page cannot be opened.
        StoreError: the database cannot be used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    with _no_warnings_about_children(), contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_run(database, port, people, locale, browser=browser))
    _say("The playground is closed.")


@contextlib.contextmanager
def _no_warnings_about_children() -> Iterator[None]:
    logger = logging.getLogger("asyncio")
    logger.addFilter(_is_not_about_children)
    try:
        yield
    finally:
        logger.removeFilter(_is_not_about_children)


def _is_not_about_children(record: logging.LogRecord) -> bool:
    """Drop a warning of asyncio that means nothing here.

    simcord decodes each picture in a process and kills it when the picture changes or the page
    closes. ``Process.kill`` collects the exit status of a process that has just ended, so the
    thread that waits for it finds none and warns.
    """
    return record.funcName not in _CHILD_WATCHERS


async def _run(database: Path, port: int, people: int, locale: str, *, browser: bool) -> None:
    # simcord waits for short sleeps before it answers a click, so computer players do not pause.
    pace = Pace(pause=0, hand_pause=HAND_PAUSE)
    # The simulated Discord shows commands in English, in every language of its people.
    bot = Phase10Bot(BotConfig(database=database, pace=pace, locale=locale, emoji_pause=0))
    times = _DISCORDS.get(locale, locale)
    with _only_here(database):
        async with open_playground(bot, port=port, people=people, locale=times) as preview:
            _close_on_signals(preview)
            _say(f"The playground is open: {preview.url}")
            _say(f"There you are {_either(PEOPLE[:people])} in #{CHANNEL}: try /phase10 play.")
            if not are_compiled():
                _say(NOT_COMPILED)
            _say(f"Stop it with Ctrl+C; games are kept in {database} and go on next time.")
            if browser:
                await asyncio.to_thread(webbrowser.open, preview.url)
            await preview.wait_closed()


def _close_on_signals(preview: simcord.Preview) -> None:
    """Close the page on SIGTERM and SIGINT; a second SIGINT interrupts the program.

    SIGINT is handled even if it was inherited as ignored, as by a background job of a script.
    """
    loop = asyncio.get_running_loop()

    def close() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        closing = loop.create_task(_close(preview))
        closings.add(closing)
        closing.add_done_callback(closings.discard)

    closings: set[asyncio.Task[None]] = set()
    with contextlib.suppress(NotImplementedError):  # Windows, where Ctrl+C interrupts the program
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, close)


@contextlib.contextmanager
def _only_here(database: Path) -> Iterator[None]:
    """Prevent other playgrounds from using the same games at the same time.

    The operating system releases a lock of SQLite however this process ends, on every platform.
    """
    lock_file = database.with_name(f"{database.name}.lock")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(lock_file, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise PlaygroundError(f"{lock_file} cannot be written: {error}.") from error
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            raise PlaygroundError(
                f"Another playground keeps its games in {database}: stop it,"
                " or name another file with --database."
            ) from error
        yield


@contextlib.asynccontextmanager
async def open_playground(
    bot: discord.Client, *, port: int, people: int, locale: str = "en-US"
) -> AsyncIterator[simcord.Preview]:
    """Run the bot in a simulated server, and serve the page that shows its channel.

    ``locale`` is the language of times on the page, as Discord names it.
    """
    env = simcord.Env(bot, check_errors=False)
    env.backend.bot_user.name = BOT
    if isinstance(bot, Phase10Bot):
        # simcord answers a click when the bot waits for nothing else.
        bot.waiting = partial(env.external_wait, reason="a review in the background")
    # Ids contain the time of creation. Before the clock is set they are the same in every run, so
    # that stored games find their channel and their people again.
    channel, members = _furnish(env)
    _keep_emojis(bot, env)
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
        try:
            await bot.close()
        finally:
            await env.shutdown()


def _furnish(env: simcord.Env) -> tuple[ChannelHandle, list[MemberActor]]:
    """Create a server with a channel and people."""
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    guild = env.create_guild(SERVER, owner=users[0])
    # The page shows one channel, without threads.
    threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel(
        CHANNEL, topic="Try /phase10 play", overwrites={guild.default_role: threads}
    )
    return channel, [guild.add_member(user) for user in users]


def _keep_emojis(bot: discord.Client, env: simcord.Env) -> None:
    """Keep the pictures of the application's emojis, which simcord shows but does not store."""
    create = bot.create_application_emoji

    async def created(*, name: str, image: bytes) -> discord.Emoji:
        emoji = await create(name=name, image=image)
        env.backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = image
        return emoji

    # The bot is what simcord drives, so only this call of it is replaced.
    bot.create_application_emoji = created  # type: ignore[method-assign]


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
    """Close the page at once, even if a browser has stopped reading its answers.

    Otherwise the server would wait a minute for such a browser, or leave its connection open.
    """
    runner = preview._server.runner
    server = runner.server if runner is not None else None
    _hang_up(server)
    await preview.close()
    # A browser may have connected meanwhile, and nothing else would close its connection.
    for _ in range(PASSES):
        await asyncio.sleep(0)
        _hang_up(server)


def _hang_up(server: web.Server | None) -> None:
    for connection in server.connections if server is not None else ():
        if connection.transport is not None:
            connection.transport.abort()


async def _keep_shown(env: simcord.Env, preview: simcord.Preview) -> None:
    """Publish changes to every open page.

    A click publishes its own page only, and turn limits and pauses between hands publish nothing.
    simcord has no public call for this that does not disturb a simultaneous click, hence the
    private names; its version is bounded for that reason.
    """
    shown: dict[str, tuple[int, int]] = {}
    while True:
        await asyncio.sleep(WATCH_INTERVAL)
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
    """Set the simulated clock to now, so that displayed times and expiries are real."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env.backend.clock.advance(behind)


def _either(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} or {last}" if some else last


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
