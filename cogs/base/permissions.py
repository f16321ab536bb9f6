"""The place of an interaction, and the rights of the bot, the person and the server there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.preferences import HERE, ServerPreferences
from bot.seating import Person
from bot.table.errors import TableError

from .custom_ids import BadCustomIdError

NEEDED = ("view_channel", "send_messages", "attach_files")
NEEDED_FOR_THREADS = (
    "view_channel",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
)
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")
MOST_CHANNELS = 25
_SEES = discord.Permissions(view_channel=True).value
PLAYABLE_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.media,
]


def known_server_id(interaction: discord.Interaction) -> int:
    """Return the id of the server; 0 outside servers and in servers without the bot."""
    guild_id = interaction.guild_id or 0
    return 0 if interaction.client.get_guild(guild_id) is None else guild_id


def check_in_server(interaction: discord.Interaction) -> None:
    """Check the bot's membership; raises TableError ``only_in_servers`` or ``not_a_member``."""
    if interaction.guild_id is None:
        raise TableError("only_in_servers")
    if not known_server_id(interaction):
        raise TableError("not_a_member")


def thread_parent(
    interaction: discord.Interaction, server: ServerPreferences
) -> discord.TextChannel | None:
    """Return the text channel for threads: the chosen one, else this one or that of this thread."""
    guild = interaction.guild
    channel = interaction.channel
    if guild is None:
        return None
    chosen = guild.get_channel(server.threads) if server.threads else None
    if isinstance(chosen, discord.TextChannel):
        return chosen
    here = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    parent = guild.get_channel(here or 0)
    return parent if isinstance(parent, discord.TextChannel) else None


class LacksPermissionsError(Exception):
    """The bot lacks permissions in a channel; ``missing`` are discord.py's names of them."""

    key = "errors.lacks_permissions"  # the sentence that names them

    def __init__(self, *missing: str) -> None:
        super().__init__(*missing)
        self.missing = missing


class CannotAnnounceError(LacksPermissionsError):
    """The bot lacks permissions in the channel that was chosen for announcements."""

    key = "errors.cannot_announce"


class CannotGiveRoleError(LacksPermissionsError):
    """The bot lacks the permission to give a role."""

    key = "errors.cannot_give_role"


class CannotCallRoleError(LacksPermissionsError):
    """The bot lacks the permission to call a role that not everybody may mention."""

    key = "errors.cannot_call_role"


class CannotOpenThreadsError(LacksPermissionsError):
    """The bot lacks permissions to open tables in threads of a channel."""

    key = "errors.cannot_open_threads"


def check_can_post_here(interaction: discord.Interaction) -> None:
    """Check that the bot may post tables here; raises LacksPermissionsError or TableError."""
    check_in_server(interaction)
    channel = interaction.channel
    allowed = interaction.app_permissions
    in_thread = isinstance(channel, discord.Thread)
    missing = missing_permissions(allowed, NEEDED_IN_THREADS if in_thread else NEEDED)
    if missing:
        raise LacksPermissionsError(*missing)
    if isinstance(channel, discord.Thread) and channel.locked and not allowed.manage_threads:
        raise TableError("thread_locked")


def check_may_open_threads(channel: discord.TextChannel, *more: str) -> None:
    """Check that the bot may open tables in threads of a channel and has permissions ``more``."""
    allowed = thread_permissions(channel, channel.guild.me)
    if missing := missing_permissions(allowed, (*more, *NEEDED_FOR_THREADS)):
        raise CannotOpenThreadsError(*missing)


def are_threads_wanted(channel: discord.TextChannel) -> bool:
    """Return whether the bot may create threads in a channel, which moderators can forbid."""
    return thread_permissions(channel, channel.guild.me).create_public_threads


def thread_permissions(
    channel: discord.abc.GuildChannel, member: discord.Member
) -> discord.Permissions:
    # The channel's own rule denies files to members who may not write in it.
    return discord.abc.GuildChannel.permissions_for(channel, member)


def missing_permissions(allowed: discord.Permissions, needed: Sequence[str]) -> list[str]:
    return [name for name in needed if not getattr(allowed, name)]


def may_attach(guild: discord.Guild | None, channel_id: int) -> bool:
    """Return whether the bot may post images in a channel; True where that is not known."""
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or channel is None:
        return True
    try:
        return channel.permissions_for(guild.me).attach_files
    except discord.ClientException:
        # A thread whose channel the library does not know.
        return True


def check_may_announce(guild: discord.Guild, channel: discord.abc.GuildChannel) -> None:
    missing = missing_permissions(channel.permissions_for(guild.me), NEEDED)
    if missing:
        raise CannotAnnounceError(*missing)


def check_may_give_role(
    guild: discord.Guild, role: discord.Role, by: discord.Member | None = None
) -> None:
    """Check that the bot can give a role, and that ``by``, who chooses it, could give it.

    Raises CannotGiveRoleError, or TableError ``role_too_high`` or ``role_not_yours``.
    """
    if not guild.me.guild_permissions.manage_roles:
        raise CannotGiveRoleError("manage_roles")
    if not role.is_assignable():
        raise TableError("role_too_high", role=role.mention)
    if by is None or by == guild.owner:
        return
    # Otherwise this would be a way to roles that somebody may not give.
    if not by.guild_permissions.manage_roles or by.top_role <= role:
        raise TableError("role_not_yours", role=role.mention)


def check_may_call_role(
    guild: discord.Guild, role: discord.Role, by: discord.Member | None = None
) -> None:
    """Check that the bot can call a role, and ``by`` could, who chooses it.

    Raises CannotCallRoleError, or TableError ``role_is_everybody`` or ``role_not_for_you``.
    """
    if role.is_default():
        raise TableError("role_is_everybody")
    if role.mentionable:
        return
    if not guild.me.guild_permissions.mention_everyone:
        raise CannotCallRoleError("mention_everyone")
    if by is not None and not by.guild_permissions.mention_everyone:
        raise TableError("role_not_for_you", role=role.mention)


def is_moderator(interaction: discord.Interaction) -> bool:
    allowed = interaction.permissions
    return allowed.manage_messages or allowed.manage_guild


def check_manages_server(interaction: discord.Interaction) -> None:
    """As :func:`check_in_server`; raises MissingPermissions unless the user manages it."""
    check_in_server(interaction)
    if not interaction.permissions.manage_guild:
        raise app_commands.MissingPermissions(["manage_guild"])


def may_see(interaction: discord.Interaction, channel_id: int) -> bool:
    """Return whether the user is known to see a channel of the same server."""
    return _allowed_in(interaction, channel_id).view_channel


def may_use(interaction: discord.Interaction, channel_id: int) -> bool:
    """Return whether the user can see a channel of the same server and write in it."""
    allowed = _allowed_in(interaction, channel_id)
    guild = interaction.guild
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    in_thread = isinstance(channel, discord.Thread)
    writes = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    return allowed.view_channel and writes


def _allowed_in(interaction: discord.Interaction, channel_id: int) -> discord.Permissions:
    """Return the user's permissions in a channel of the server; none unless they can see it."""
    nothing = discord.Permissions.none()
    guild = interaction.guild
    member = interaction.user
    if interaction.channel_id == channel_id:
        return interaction.permissions | discord.Permissions(view_channel=True)
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if channel is None or not isinstance(member, discord.Member):
        return nothing
    try:
        allowed = channel.permissions_for(member)
    except discord.ClientException:
        # A thread whose channel the library does not know.
        return nothing
    seen = allowed.view_channel
    if isinstance(channel, discord.Thread) and channel.is_private():
        # The members of a private thread are unknown.
        seen = seen and allowed.manage_threads
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        seen = seen and allowed.connect
    return allowed if seen else nothing


def check_may_post(interaction: discord.Interaction) -> None:
    """Raise TableError ``may_not_post`` or, in a server without the bot, ``only_you_see``."""
    if interaction.guild_id is None:
        return
    allowed = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (allowed.send_messages_in_threads if in_thread else allowed.send_messages):
        raise TableError("may_not_post")
    if not known_server_id(interaction) and not allowed.use_external_apps:
        raise TableError("only_you_see")


def check_may_play_here(interaction: discord.Interaction, server: ServerPreferences) -> None:
    channel = interaction.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    check_may_play_in(interaction.guild, server, here)


def check_may_play_in(
    guild: discord.Guild | None, server: ServerPreferences, channel_id: int | None
) -> None:
    """Check that a game may begin in a channel or its threads.

    The channel chosen for threads counts as chosen for games. If all chosen channels are deleted,
    games may be played everywhere. Raises TableError ``not_here`` with the ids of ``channels``.
    """
    chosen = server.channels
    allowed = tuple(each for each in chosen if guild is None or guild.get_channel(each))
    if allowed and channel_id not in {*allowed, server.threads or HERE}:
        raise TableError("not_here", channels=allowed)


def chosen_person(interaction: discord.Interaction, user_id: str) -> Person:
    """Return a person that the user chose; raises TableError ``is_bot`` or ``cannot_see``."""
    sent: dict[str, Any] = dict(interaction.data or {})
    resolved = sent.get("resolved", {})
    user = resolved.get("users", {}).get(user_id)
    if user is None:
        raise BadCustomIdError("an unknown person")
    member = resolved.get("members", {}).get(user_id, {"permissions": 0})
    name = member.get("nick") or user.get("global_name") or user["username"]
    if user.get("bot"):
        raise TableError("is_bot", name=name)
    # Unknown permissions refuse nobody.
    if not discord.Permissions(int(member.get("permissions", _SEES))).view_channel:
        raise TableError("cannot_see", name=name)
    return Person(int(user_id), name)


def check_computers(server: ServerPreferences) -> None:
    if not server.computers:
        raise TableError("no_computers")
