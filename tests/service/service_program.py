"""``phase10 run`` against the Discord at the port that is the first argument."""

from __future__ import annotations

import sys

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli.main import run_command

if __name__ == "__main__":
    port = sys.argv[1]
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    sys.exit(run_command(["run"]))
