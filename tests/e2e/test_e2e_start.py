from __future__ import annotations

from pathlib import Path

import discord
import simcord
from databases import BOT_DATABASES

from bot.app import BotConfig, Phase10Bot
from bot.table.context import Pace


def bot_on(folder: Path) -> Phase10Bot:
    pace = Pace(pause=0, hand_pause=60)
    return Phase10Bot(
        BotConfig(
            database=BOT_DATABASES.place(folder / "games.db"),
            commands_hash=folder / "commands",
            pace=pace,
        )
    )


def syncs(env: simcord.Env) -> int:
    return sum(
        each.method == "PUT" and each.path.endswith("/commands") for each in env.http_requests
    )


async def test_commands_are_sent_once_and_again_when_they_changed(tmp_path: Path) -> None:
    first, second, third = bot_on(tmp_path), bot_on(tmp_path), bot_on(tmp_path)
    async with simcord.run(first) as env:
        assert syncs(env) == 1
        await first.close()
        await env.restart_bot(second)
        assert syncs(env) == 1
        await second.close()
        (tmp_path / "commands").write_text("another version")
        await env.restart_bot(third)
        assert syncs(env) == 2
        await third.close()


async def test_what_the_bot_asks_of_discord(tmp_path: Path) -> None:
    bot = bot_on(tmp_path)
    assert bot.intents == discord.Intents(guilds=True, guild_messages=True)
    assert bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()
    await bot.close()
