"""The bot as a service on Discord: log in, stay, say how it is, stop well."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

import discord

from bot.app import BotConfig, Phase10Bot
from bot.settings import DEFAULT_DATABASE, Settings
from bot.storage.database import database_path
from bot.table.context import Pace
from bot.telemetry.logs import set_up_logging

from .health import HealthError
from .heartbeat import BEAT
from .signals import Stop, stop_signals
from .status import is_connected, watched

SELDOM = 100
"""How often what is not so new is looked through for each time that all is; usually 10."""
log = logging.getLogger(__name__)


class ServiceError(Exception):
    """The bot cannot run; the message is one sentence for the operator."""


def serve(settings: Settings) -> None:
    """Run the bot until it is told to stop.

    Raises:
        ServiceError: Discord does not let the bot in, or cannot be reached.
        StoreError: the database cannot be used.
    """
    if settings.discord_token is None:
        raise ServiceError(
            "There is no bot token: set DISCORD_TOKEN in the environment or in .env"
            " (README.md says how to get one)."
        )
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    level = logging.getLevelNamesMapping()[settings.log_level]
    set_up_logging(level, settings.log_format, secrets_of(settings))
    try:
        with stop_signals() as stop:
            asyncio.run(_serve(settings, settings.discord_token.get_secret_value(), stop))
    except discord.LoginFailure:
        raise ServiceError(
            "Discord does not accept the bot token: copy it anew from the Bot page of your"
            " application and set DISCORD_TOKEN."
        ) from None
    except HealthError as error:
        raise ServiceError(str(error)) from error
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        raise ServiceError(f"Discord cannot be reached: {error}.") from error


def config_of(settings: Settings) -> BotConfig:
    """What the bot is made of, as the operator set it."""
    return BotConfig(
        database=settings.database_url,
        pace=Pace(pause=settings.computer_pause, hand_pause=settings.hand_pause),
        commands_hash=_beside(settings.database_url).with_suffix(".commands"),
        shards=settings.shards,
    )


def secrets_of(settings: Settings) -> list[str]:
    """What must never stand in a log: the token, and the database's password as it is written."""
    found = [settings.discord_token.get_secret_value()] if settings.discord_token else []
    # A URL that makes no sense is refused elsewhere, without being shown.
    with suppress(ValueError):
        password = urlsplit(settings.database_url).password
        found += [password, unquote(password)] if password else []
    return found


def settle() -> None:
    """Take what is in memory now for good, which is mostly the program itself.

    Looking through it again and again for garbage would hold the event loop for a tenth of a
    second and more each time. So would what a thousand tables keep, among which next to nothing is
    ever found: garbage is young. Therefore all that came later is looked through only seldom.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)


def _beside(database: str) -> Path:
    """The database's file; for a server, where the file would be by default."""
    return database_path(database) or Path(DEFAULT_DATABASE)


async def _serve(settings: Settings, token: str, stop: Stop) -> None:
    bot = Phase10Bot(config_of(settings))
    async with _page(bot, settings), _beating(bot, settings.heartbeat):
        running = asyncio.create_task(_run(bot, token))
        told = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((running, told), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _ended(told)
            await bot.close()
            failed = await _ended(running)
            stop.nothing_left()
    if failed is not None:
        raise failed
    log.info("stopped")


async def _run(bot: Phase10Bot, token: str) -> None:
    await bot.open_database()
    settle()
    await bot.start(token)


async def _ended(task: asyncio.Task[None]) -> BaseException | None:
    """What a task raised; one that is not at its end is given up, and then nothing counts."""
    if not task.done():
        task.cancel()
        await asyncio.wait((task,))
        return None
    return None if task.cancelled() else task.exception()


def _page(bot: Phase10Bot, settings: Settings) -> AbstractAsyncContextManager[object]:
    if settings.metrics_port is None:
        return nullcontext()
    return watched(bot, host=settings.metrics_host, port=settings.metrics_port)


@asynccontextmanager
async def _beating(bot: Phase10Bot, heartbeat: Path | None) -> AsyncIterator[None]:
    """Leave a sign of life for as long as this lasts."""
    if heartbeat is None:
        yield
        return
    beat = asyncio.create_task(_beat(bot, heartbeat))
    try:
        yield
    finally:
        beat.cancel()


async def _beat(bot: Phase10Bot, heartbeat: Path) -> None:
    """Touch the file for as long as Discord is connected."""
    while True:
        if is_connected(bot):
            try:
                await asyncio.to_thread(heartbeat.touch)
            except OSError as error:
                log.warning("cannot touch the heartbeat file: %s", error)
        await asyncio.sleep(BEAT)
