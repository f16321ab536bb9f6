"""``phase10 run`` for tests: against a local Discord, and with other patience while stopping.

Arguments: the port of that Discord, and how many seconds stopping waits for what hangs.
"""

from __future__ import annotations

import sys
from functools import partial

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli.commands import run_command
from bot.service import processes, run
from bot.table.context import Pace


async def at_once(_client: discord.Client, _shard: int | None, *, initial: bool) -> None:
    """Identify without a pause: the local Discord has no limit of five seconds for each shard."""


if __name__ == "__main__":
    port, patience = sys.argv[1:]
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    discord.Client.before_identify_hook = at_once
    run.Pace = partial(Pace, patience=float(patience))
    processes.INTERVAL = 0.1
    # Only the patience may end it, not the time within which every program ends.
    run.stop_signals = partial(run.stop_signals, 600)
    sys.exit(run_command(["run"]))
