"""Opening and closing the playground: its simulated server, its people and its page."""

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
from contextvars import Context
from dataclasses import replace
from pathlib import Path

import discord
import simcord

from bot.app import BotConfig, Phase10Bot
from bot.cards.cards import WILD
from bot.i18n import DEFAULT_LOCALE, words_for
from bot.playground.simcord_internals import (
    PatientEnv,
    add_thread,
    check_simcord,
    close_page,
    dress,
    follow_wall_clock,
    furnish_bot,
    keep_shown,
    let_invented_people_in,
    translate_commands,
)
from bot.render import THEMES, missing_library
from bot.render.pictures.emoji import emoji_face
from bot.seating import Person
from bot.settings import OperatorError
from bot.storage import games
from bot.storage.cups import open_cups
from bot.storage.opening import open_database
from bot.table.context import Pace, SystemClock
from cogs.pages.cup_page import thread_names

from .others import Others

PEOPLE = ("Ada", "Bruno", "Chiara", "Dev", "Elif", "Femi", "Gia", "Hugo")
"""The first one owns the server. The last two came later, and must not change others' ids."""
FIRST_PEOPLE = 6
BOT = "Phase 10 Table"
SERVER = "Playground"
CHANNEL = "card-table"
_DISCORDS = {"en": "en-US", "es": "es-ES", "pt_BR": "pt-BR"}
"""Discord's names of languages, where they differ from the names of the catalogues."""
HAND_PAUSE = 60.0  # seconds between hands: time to read the result while switching between people
SETTLED = 20.0  # seconds that simcord waits for the bot, also on a slow machine


class PlaygroundError(OperatorError):
    """The playground cannot open."""


def run_playground(*, database: Path, port: int, people: int, browser: bool, locale: str) -> None:
    """Run the playground until it is stopped.

    The database is a file; its games go on when the playground is opened again. ``port`` is 0 for
    any that is free, ``people`` the number of people whose view of the channel can be chosen (at
    most eight; the computer plays the others in cups), and ``locale`` the default language of the
    bot, such as ``pt_BR``. Raises PlaygroundError if the page cannot be opened, StoreError if the
    database cannot be used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_run(database, port, people, locale, browser=browser))
    _say("The playground is closed.")


async def _run(database: Path, port: int, people: int, locale: str, *, browser: bool) -> None:
    pace = Pace(hand_pause=HAND_PAUSE)
    bot = Phase10Bot(BotConfig(database=database, pace=pace, locale=locale, emoji_pause=0))
    with _only_here(database):
        async with open_playground(bot, port=port, people=people, locale=locale) as preview:
            _close_on_signals(preview)
            _say(f"The playground is open: {preview.url}")
            play = words_for(locale).command("phase10", "play")
            _say(f"There you are {_either(PEOPLE[:people])} in #{CHANNEL}: try {play}.")
            _say(f"Stop it with Ctrl+C; games are kept in {database} and go on next time.")
            if lack := missing_library():
                _say(lack)
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
        closing = loop.create_task(close_page(preview))
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
    lock_file = Path(f"{database}.lock")
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
    bot: Phase10Bot, *, port: int, people: int, locale: str = DEFAULT_LOCALE
) -> AsyncIterator[simcord.Preview]:
    """Run the bot in a simulated server, in a language, and serve the page of its channel."""
    words = words_for(locale)
    language = _DISCORDS.get(locale, locale)
    env = PatientEnv(bot, check_errors=False, settle_timeout=SETTLED)
    check_simcord(env)
    bot.config = replace(bot.config, clock=_UnheldClock(env))
    # Ids contain the time of creation. Before the clock is set they are the same in every run, so
    # that stored games find their channel and their people again.
    channel, members = _furnish(env)
    await _restore_threads(channel, bot.config.database)
    everybody = [Person(who.id, name) for who, name in zip(members, PEOPLE, strict=True)]
    Others(bot, everybody[people:]).begin()
    assets = furnish_bot(bot, env, BOT, emoji_face(THEMES[0], WILD))
    follow_wall_clock(env)
    try:
        await env.start()
        let_invented_people_in(bot)
        translate_commands(bot, env, language)
        with env.time_context():
            viewers = members[:people]
            preview = env.preview(
                channel,
                viewers=viewers,
                layout="channel",
                locale=language,
                assets=assets,
                port=port,
            )
            dress(preview, port, words)
            await _enter(preview, port)
            watch = asyncio.create_task(keep_shown(env, preview))
            try:
                yield preview
            finally:
                watch.cancel()
                await close_page(preview)
    finally:
        try:
            await bot.close()
        finally:
            await env.shutdown()


class _UnheldClock(SystemClock):
    """The machine's clock, whose sleeps hold up no click.

    Before simcord answers a click, it waits for those of the event loop that end within five
    seconds.
    """

    def __init__(self, env: simcord.Env) -> None:
        super().__init__()
        self._env = env

    async def sleep(self, seconds: float) -> None:
        over = asyncio.Event()
        loop = asyncio.get_running_loop()
        # In an empty context the timer is not the bot's, whose timers simcord waits for or stops.
        timer = Context().run(loop.call_later, seconds, over.set)
        try:
            await self._env.external_wait(over.wait(), reason="a sleep")
        finally:
            timer.cancel()


def _furnish(env: simcord.Env) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
    """Create a server with a channel and people."""
    users = [_create_user(env, name) for name in PEOPLE[:FIRST_PEOPLE]]
    guild = env.create_guild(SERVER, owner=users[0])
    channel = guild.create_text_channel(CHANNEL)
    users += [_create_user(env, name) for name in PEOPLE[FIRST_PEOPLE:]]
    return channel, [guild.add_member(user) for user in users]


def _create_user(env: simcord.Env, name: str) -> simcord.UserHandle:
    return env.create_user(name.lower(), global_name=name)


async def _restore_threads(channel: simcord.ChannelHandle, database: str | Path) -> None:
    """Create the threads of stored tables, which a new simulated server lacks."""
    store = await open_database(database)
    try:
        lobbies = await store.read(games.open_lobbies)
        tables = [game.table for game in await games.open_games(store)]
        cups = await store.read(open_cups, 0.0)
    finally:
        await store.close()
    names = {lobby.channel_id: lobby.seats[0].name for lobby in lobbies}
    names |= {table.channel_id: table.occupants[0].name for table in tables}
    for stored in cups:
        words = words_for(stored.locale)
        for number, game in enumerate(stored.games):
            if game.channel_id:
                names[game.channel_id] = thread_names(words, stored.cup, number)[0]
    for channel_id, name in names.items():
        if channel_id > 0:  # not a person's private table
            add_thread(channel, channel_id, name)


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


def _either(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} or {last}" if some else last


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
