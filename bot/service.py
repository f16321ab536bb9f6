"""The bot as a service on Discord: log in, stay, leave a sign of life, stop well."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from pathlib import Path

import discord

from bot.app import BotConfig, Phase10Bot
from bot.heartbeat import BEAT
from bot.settings import Settings
from bot.storage.database import database_path
from bot.table.house import Pace

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
    discord.utils.setup_logging(level=logging.getLevelNamesMapping()[settings.log_level])
    try:
        asyncio.run(_serve(settings, settings.discord_token.get_secret_value()))
    except discord.LoginFailure:
        raise ServiceError(
            "Discord does not accept the bot token: copy it anew from the Bot page of your"
            " application and set DISCORD_TOKEN."
        ) from None
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        raise ServiceError(f"Discord cannot be reached: {error}.") from error
    except KeyboardInterrupt:
        log.info("stopped")


def config_of(settings: Settings) -> BotConfig:
    """What the bot is made of, as the operator set it."""
    return BotConfig(
        database=settings.database,
        pace=Pace(pause=settings.computer_pause, hand_pause=settings.hand_pause),
        commands_hash=database_path(settings.database).with_suffix(".commands"),
    )


async def _serve(settings: Settings, token: str) -> None:
    async with Phase10Bot(config_of(settings)) as bot:
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, lambda: loop.create_task(bot.close()))
        beat = asyncio.create_task(_beat(bot, settings.heartbeat)) if settings.heartbeat else None
        try:
            await bot.open_database()
            await bot.start(token)
        finally:
            if beat is not None:
                beat.cancel()


async def _beat(bot: discord.Client, heartbeat: Path) -> None:
    """Touch the file for as long as the gateway's connection stands."""
    while True:
        if bot.is_ready() and bot.ws is not None and bot.ws.open:
            try:
                await asyncio.to_thread(heartbeat.touch)
            except OSError as error:
                log.warning("cannot touch the heartbeat file: %s", error)
        await asyncio.sleep(BEAT)
