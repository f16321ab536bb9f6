"""Who can see the channel of a game from another one."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from cogs.base.permissions import may_see

HERE, GAMES = 1, 2
NOTHING = discord.Permissions.none()
SEES = discord.Permissions(view_channel=True)
MODERATES = discord.Permissions(view_channel=True, manage_threads=True)
LISTENS = discord.Permissions(view_channel=True, connect=True)


def place(kind: type[Any], allowed: Any, *, private: bool = False) -> Any:
    made = Mock(spec=kind)
    made.permissions_for.side_effect = [allowed]
    if kind is discord.Thread:
        made.is_private.return_value = private
    return made


def sees(channel: Any, *, of: type[Any] = discord.Member) -> bool:
    guild = Mock(spec=discord.Guild)
    guild.get_channel_or_thread.side_effect = {GAMES: channel}.get
    interaction: Any = Mock(guild=guild, user=Mock(spec=of), channel_id=HERE)
    return may_see(interaction, GAMES)


@pytest.mark.parametrize(
    ("channel", "seen"),
    [
        (place(discord.TextChannel, SEES), True),
        (place(discord.TextChannel, NOTHING), False),
        (place(discord.VoiceChannel, SEES), False),
        (place(discord.VoiceChannel, LISTENS), True),
        (place(discord.Thread, SEES), True),
        (place(discord.Thread, NOTHING), False),
        (place(discord.Thread, SEES, private=True), False),
        (place(discord.Thread, MODERATES, private=True), True),
        (place(discord.Thread, discord.ClientException()), False),
        (None, False),
    ],
)
def test_a_channel_is_visible_with_permission_and_a_private_thread_to_its_moderators(
    channel: Any, seen: bool
) -> None:
    assert sees(channel) is seen


def test_outside_of_its_server_nobody_sees_a_channel() -> None:
    assert not sees(place(discord.TextChannel, SEES), of=discord.User)
    alone: Any = Mock(guild=None, channel_id=HERE, permissions=NOTHING)
    assert not may_see(alone, GAMES)
    assert may_see(alone, HERE)
