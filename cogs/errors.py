"""Refusals and failures in the reader's words."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.i18n.phrases import number_name
from bot.rules.errors import GameError
from bot.table.errors import TableError

from .text import escaped, message_link, words_of
from .views.custom_ids import BadCustomIdError

if TYPE_CHECKING:
    from types import TracebackType

    from bot.i18n import Words

_log = logging.getLogger(__name__)

_SENTENCES = {
    "already_running": "errors.already_running",
    "already_seated": "errors.already_seated",
    "bad_turn_limit": "errors.not_understood",
    "closed": "errors.closed",
    "game_over": "errors.game_over",
    "lobby_open": "errors.lobby_open",
    "no_computer": "errors.no_computer",
    "no_game": "errors.no_game",
    "no_lobby": "errors.no_lobby",
    "no_seat": "errors.no_seat",
    "not_host": "errors.not_host",
    "not_now": "errors.not_now",
    "not_read": "errors.not_read",
    "not_stored": "errors.not_stored",
    "not_your_turn": "errors.not_your_turn",
    "record_running": "errors.record_running",
    "stale": "errors.stale",
    "table_full": "errors.table_full",
    "too_few_players": "errors.too_few_players",
    "wrong_stage": "errors.not_now",
    "cannot_draw": "errors.cannot_draw",
    "not_held": "errors.not_held",
    "bad_target": "errors.bad_target",
    "phase_not_down": "errors.phase_not_down",
    "already_laid": "errors.already_laid",
    "does_not_fit": "errors.does_not_fit",
    "no_such_group": "errors.does_not_fit",
    "number_of_players": "errors.number_of_players",
    "bad_variation": "errors.bad_variation",
    "no_such_edition": "errors.not_understood",
    "no_such_option": "errors.not_understood",
    "bad_option": "errors.not_understood",
    "phase_used_up": "errors.phase_used_up",
    "no_such_phase": "errors.phase_used_up",
    "cannot_save": "errors.cannot_save",
}
# The first kind that an error is of counts.
_OTHERS: dict[type[Exception], str] = {
    BadCustomIdError: "errors.not_understood",
    app_commands.MissingPermissions: "errors.needs_manage_server",
    discord.Forbidden: "errors.forbidden",
    discord.HTTPException: "errors.discord",
}


class LacksPermissionsError(Exception):
    """The bot lacks permissions in a channel; ``missing`` are discord.py's names of them."""

    def __init__(self, *missing: str) -> None:
        super().__init__(*missing)
        self.missing = missing


def sentence(words: Words, error: Exception) -> str | None:
    """What a player is told about an expected error; None for an unexpected one."""
    if isinstance(error, TableError | GameError):
        exact = _with_particulars(words, error.code, error.data)
        return exact or words(_SENTENCES.get(error.code, "errors.not_allowed"))
    if isinstance(error, LacksPermissionsError):
        names = [words(f"errors.permission.{name}") for name in error.missing]
        return words("errors.lacks_permissions", permissions=words.list(names))
    found = (key for kind, key in _OTHERS.items() if isinstance(error, kind))
    key = next(found, None)
    return None if key is None else words(key)


def _with_particulars(words: Words, code: str, data: dict[str, Any]) -> str | None:
    """A sentence that names the particulars of a refusal; None for codes that need none."""
    match code, data:
        case "table_full" | "number_of_players", {"most": _, "players": _}:
            key = "errors.too_many_players"
        case "bad_phase" | "phase_too_large", {"position": int(at)}:
            return _about_phases(words, code, at, data)
        case "number_of_phases", {"phases": _}:
            key = "errors.number_of_phases"
        case "needs_hero", {"number": int(number)}:
            return words("errors.needs_hero", number=number_name(words, number))
        case _:
            return None
    return words(key, **data)


def _about_phases(words: Words, code: str, at: int, data: dict[str, Any]) -> str:
    """Where phases that somebody wrote are wrong; people count characters from one."""
    if code == "phase_too_large":
        return words("errors.phase_too_large", position=at + 1, size=data["size"])
    typed = data.get("text", "")
    if at >= len(typed):
        return words("errors.bad_phase_end", position=at + 1)
    return words("errors.bad_phase", position=at + 1, character=escaped(typed[at]))


def _with_link(text: str, error: Exception, interaction: discord.Interaction) -> str:
    """A refusal because something is here already says where."""
    message_id = error.data.get("message_id") if isinstance(error, TableError) else None
    if not message_id:
        return text
    link = message_link(interaction.guild_id or 0, interaction.channel_id or 0, message_id)
    return f"{text} {link}"


async def tell(interaction: discord.Interaction, text: str) -> None:
    """Say something privately, whatever was answered before."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


class Guard:
    """Catches every exception of a command or component and answers privately, in words.

    Used as ``async with Guard(interaction): …``. What nobody expected is logged besides.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction

    async def __aenter__(self) -> None:
        """Begin to watch."""

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        """Answer for an exception; cancellation and the like pass through."""
        if not isinstance(error, Exception):
            return False
        words = words_of(self.interaction)
        text = sentence(words, error)
        if text is None or isinstance(error, discord.HTTPException):
            _log.error("an interaction failed", exc_info=error)
        text = _with_link(text or words("errors.unexpected"), error, self.interaction)
        try:
            await tell(self.interaction, text)
        except discord.HTTPException:
            _log.warning("a refusal could not be told", exc_info=True)
        return True
