"""What README.md says about commands, settings and permissions is so."""

from __future__ import annotations

import re
from pathlib import Path

import discord

from bot.cli.main import app
from bot.settings import Settings
from cogs.base.permissions import NEEDED, NEEDED_FOR_THREADS
from cogs.registration import PHASE10_COGS
from cogs.server_settings import ServerSettingsCog

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()


def test_the_invitation_asks_for_what_the_bot_needs() -> None:
    asked = re.search(r"permissions=(\d+)", README)
    assert asked is not None
    needed = dict.fromkeys((*NEEDED, *NEEDED_FOR_THREADS), True)
    assert int(asked[1]) == discord.Permissions(**needed).value


def test_every_setting_is_listed_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.+?) \|", README, re.MULTILINE))
    assert rows == {
        name.upper(): "–" if field.default is None else f"`{field.default}`"
        for name, field in Settings.model_fields.items()
    }


def test_every_slash_command_is_listed() -> None:
    listed = set(re.findall(r"^\| `/(phase10 \w+)` \|", README, re.MULTILINE))
    commands = [command for cog in PHASE10_COGS for command in cog.__cog_app_commands__]
    assert listed == {f"phase10 {command.name}" for command in commands}


def test_every_settings_command_is_listed() -> None:
    listed = set(re.findall(r"^\| `/phase10-settings (\w+)` \|", README, re.MULTILINE))
    assert listed == {command.name for command in ServerSettingsCog.__cog_app_commands__}


def test_every_terminal_command_is_listed() -> None:
    listed = set(re.findall(r"^\| `phase10 ([a-z-]+)", README, re.MULTILINE))
    named = {each.name or each.callback.__name__ for each in app.registered_commands}  # type: ignore[union-attr]
    assert listed == named


def test_every_file_it_points_to_is_there() -> None:
    for target in re.findall(r"""(?:src="|\]\()((?!https?:|#)[^")]+)""", README):
        assert (ROOT / target).exists(), target
