"""Fixtures for tests of more than one part."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from cli_kit import Run, Said

from bot.cli import run_command


@pytest.fixture
def phase10(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    """Runs a command line far from any .env file: exit status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE", "HEARTBEAT", "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    # Handlers would stay behind with a stderr that is gone.
    monkeypatch.setattr(discord.utils, "setup_logging", lambda **_: None)

    def run(*arguments: object) -> Said:
        status = run_command([str(each) for each in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run
