"""Run the bot on Discord until SIGTERM or SIGINT stops it."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import re
import signal
import sys
import threading
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from urllib.parse import unquote, urlsplit

import discord

from bot import MISCONFIGURED, __version__
from bot.app import BotConfig, Phase10Bot
from bot.render import missing_library
from bot.settings import DEFAULT_DATABASE, OperatorError, Settings, misspelt_settings
from bot.storage.opening import database_path
from bot.table.context import Pace
from bot.telemetry.logs import set_up_logging
from cogs.base.discord_errors import DISCORD_ERRORS

from .health import add_gauges, heartbeat, is_connected, metrics_page
from .processes import OtherProcesses

SWITCH = 0.001  # seconds; Python's 0.005 held the event loop for 0.02
SELDOM = 100  # collections of the middle generation for each full one; Python's default is 10
EMOJI_PAUSE = 2.0  # seconds between two uploads of emojis, which Discord limits more than messages
STOPS_WITHIN = 10.0  # seconds from the first signal to the end, even if something hangs
HUNG = 1  # exit status at the end of the time if accepted actions may be unfinished
SHARDING_REQUIRED = 4011  # what Discord closes the gateway with
_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_TOKEN = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2}")
_log = logging.getLogger(__name__)


def serve(settings: Settings) -> None:
    """Run the bot until a signal stops it; raises OperatorError or StoreError if it cannot run."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    level = logging.getLevelNamesMapping()[settings.log_level]
    set_up_logging(level, settings.log_format, collect_secrets(settings))
    for sentence in misspelt_settings():
        _log.warning(sentence)
    token = read_token(settings)
    _log.info("version %s", __version__)
    if lack := missing_library():
        _log.warning(lack)
    with asking_discord(), stop_signals() as stop:
        asyncio.run(_serve(settings, token, stop))


@contextmanager
def asking_discord() -> Iterator[None]:
    """Raise OperatorError where Discord does not answer or refuses."""
    try:
        yield
    except discord.LoginFailure:
        raise OperatorError(
            "Discord does not accept the bot token: copy it again from the Bot page of your"
            " application and set DISCORD_TOKEN.",
            status=MISCONFIGURED,
        ) from None
    except (
        *DISCORD_ERRORS, discord.GatewayNotFound, discord.ConnectionClosed, OSError
    ) as error:  # fmt: skip
        if isinstance(error, discord.ConnectionClosed) and error.code == SHARDING_REQUIRED:
            raise OperatorError(
                "Discord wants more shards for this number of servers: raise SHARD_COUNT.",
                status=MISCONFIGURED,
            ) from None
        why = str(error) or type(error).__name__
        raise OperatorError(f"Discord cannot be reached: {why}.") from error


def read_token(settings: Settings) -> str:
    """Return the bot token; raises OperatorError if there is none, or it cannot be one."""
    if settings.discord_token is None:
        raise OperatorError(
            "There is no bot token: set DISCORD_TOKEN in the environment or in .env"
            " (README.md says how to get one).",
            status=MISCONFIGURED,
        )
    token = settings.discord_token.get_secret_value()
    if not looks_like_token(token):
        raise OperatorError(
            "DISCORD_TOKEN is no bot token: that is one word of three parts with dots between them,"
            " which the Bot page of your application shows once, after Reset Token.",
            status=MISCONFIGURED,
        )
    return token


def looks_like_token(text: str) -> bool:
    """Return whether a text has the form of a bot token: id, time and signature, in base64url."""
    if _TOKEN.fullmatch(text) is None:
        return False
    encoded = text.partition(".")[0]
    try:
        return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).isdigit()
    except ValueError:
        return False


def make_config(settings: Settings) -> BotConfig:
    # With a database server, the file is where the SQLite file would be by default.
    file = database_path(settings.database_url) or Path(DEFAULT_DATABASE)
    return BotConfig(
        database=settings.database_url,
        pace=Pace(pause=settings.computer_pause, hand_pause=settings.hand_pause),
        emoji_pause=EMOJI_PAUSE,
        commands_hash=file.with_name(f"{file.name}.commands"),
        shards=settings.shards,
    )


def collect_secrets(settings: Settings) -> list[str]:
    """Return the texts that are never logged: the token and the database's password."""
    secrets = [settings.discord_token.get_secret_value()] if settings.discord_token else []
    # A malformed URL is rejected when the database is opened, without being shown.
    with suppress(ValueError):
        password = urlsplit(settings.database_url).password
        secrets += [password, unquote(password)] if password else []
    return secrets


def settle() -> None:
    """Keep garbage collection and working threads from blocking the event loop.

    A full collection takes a tenth of a second or more. The loaded program is never garbage, so it
    is excluded, and tables keep little garbage, so they are collected rarely.
    """
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)


async def _serve(settings: Settings, token: str, stop: Stop) -> None:
    bot = Phase10Bot(make_config(settings))
    others = OtherProcesses(bot.config.shards, bot.config.clock, bot.open_database)
    metrics = bot.config.metrics
    add_gauges(bot, others)
    async with (
        metrics_page(metrics, host=settings.metrics_host, port=settings.metrics_port),
        heartbeat(settings.heartbeat, partial(is_connected, bot), others.warning),
    ):
        running = asyncio.create_task(_run(bot, token, others))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _end(stopping)
            await bot.close()
            error = await _end(running)
            stop.nothing_left()
            await others.close()
    if error is not None:
        raise error
    _log.info("stopped")


async def _run(bot: Phase10Bot, token: str, others: OtherProcesses) -> None:
    await bot.open_database()
    settle()
    others.start()
    await bot.start(token)


async def _end(task: asyncio.Task[None]) -> BaseException | None:
    """Return the exception of a finished task; cancel a task that is not finished."""
    if not task.done():
        task.cancel()
        await asyncio.wait((task,))
        return None
    return None if task.cancelled() else task.exception()


class Stop:
    """A request to stop the process; :func:`stop_signals` makes one."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event = asyncio.Event()
        self._requested = False
        self._status = HUNG
        self.deadline: threading.Timer | None = None

    async def wait(self) -> None:
        self._loop = asyncio.get_running_loop()
        if not self._requested:
            await self._event.wait()
        _log.info("stopping")

    def nothing_left(self) -> None:
        """Make 0 the exit status, as nothing can be lost any more."""
        self._status = 0

    def handle(self, number: int, _frame: FrameType | None = None) -> None:
        """Handle a signal; it may arrive at any time, even within a line of the log."""
        if self._requested:
            os._exit(128 + number)
        self._requested = True
        # A hanging thread, such as one that asks a name server, would delay the end.
        self.deadline = threading.Timer(self._timeout, lambda: os._exit(self._status))
        self.deadline.daemon = True
        self.deadline.start()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._event.set)


@contextmanager
def stop_signals(timeout: float = STOPS_WITHIN) -> Iterator[Stop]:
    """Stop on a signal gracefully, within ``timeout`` seconds, and on the second one at once.

    Both signals are handled even if the process inherited SIGINT as ignored, as background jobs of
    shell scripts do: a supervisor may start the bot in this way and stop it by SIGINT.
    """
    stop = Stop(timeout)
    before = {number: signal.signal(number, stop.handle) for number in _SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if stop.deadline is not None:
            stop.deadline.cancel()
