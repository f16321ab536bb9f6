"""Refusals and failures in the reader's words."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.i18n.phrases import number_name
from bot.rules.errors import GameError
from bot.table.errors import TableError
from bot.telemetry.logs import about

from .discord_errors import DISCORD_ERRORS, came_too_late, described, was_answered
from .permissions import LacksPermissionsError, check_can_post_here
from .services import services_of
from .setting_fields import UnknownValueError
from .text import escaped, message_link, relative, words_of
from .views.custom_ids import BadCustomIdError

if TYPE_CHECKING:
    from types import TracebackType

    from bot.i18n import Words

DONE, FAILED = "done", "failed"
_REFUSED = "refused"
_log = logging.getLogger(__name__)

_SENTENCES = {
    "already_running": "errors.already_running",
    "already_seated": "errors.already_seated",
    "bad_turn_limit": "errors.not_understood",
    "closed": "errors.closed",
    "game_over": "errors.game_over",
    "lobby_open": "errors.lobby_open",
    "no_computer": "errors.no_computer",
    "no_computers": "errors.no_computers",
    "no_lobby": "errors.no_lobby",
    "no_seat": "errors.no_seat",
    "not_forgotten": "privacy.not_forgotten",
    "not_here": "errors.not_now",
    "not_host": "errors.not_host",
    "not_now": "errors.not_now",
    "discord_slow": "errors.discord_slow",
    "has_limit": "errors.has_limit",
    "not_read": "errors.not_read",
    "not_stored": "errors.not_stored",
    "not_yet": "errors.not_now",
    "not_your_turn": "errors.not_your_turn",
    "record_running": "errors.record_running",
    "stale": "errors.stale",
    "table_full": "errors.table_full",
    "too_few_players": "errors.too_few_players",
    "too_many_channels": "errors.not_now",
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
    "bot_member": "memories.bot_member",
    "may_not_post": "memories.may_not_post",
    "no_past_game": "memories.no_past_game",
    "no_replay": "memories.no_replay",
    "not_looked_up": "memories.not_looked_up",
    "not_ranked": "memories.not_ranked",
}
# The first kind that an error is of counts.
_OTHERS: dict[type[Exception], str] = {
    BadCustomIdError: "errors.not_understood",
    UnknownValueError: "errors.not_understood",
    app_commands.MissingPermissions: "errors.needs_manage_server",
    discord.Forbidden: "errors.forbidden",
    **dict.fromkeys(DISCORD_ERRORS, "errors.discord"),
}


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
        case "not_here", {"channels": channels}:
            places = words.list([f"<#{each}>" for each in channels])
            return words("errors.not_here", channels=places)
        case "too_many_channels", {"most": _}:
            key = "errors.too_many_channels"
        case "not_yet", {"at": float(at)}:
            key, data = "errors.not_yet", {"when": relative(at)}
        case "no_game", _:
            return words("errors.no_game", command=words.command("phase10", "play"))
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
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(text, ephemeral=True)
        except discord.HTTPException as error:
            if not was_answered(error):
                raise
        else:
            return
    await interaction.followup.send(text, ephemeral=True)


def lacking(interaction: discord.Interaction, *, begun: bool = False) -> str:
    """What the bot lacks to play in the channel of an interaction, in words; nothing if it can.

    Args:
        interaction: where.
        begun: whether a table is there already, which goes on in words without pictures.
    """
    try:
        check_can_post_here(interaction)
    except LacksPermissionsError as error:
        in_words = begun and error.missing == ("attach_files",)
        return "" if in_words else sentence(words_of(interaction), error) or ""
    return ""


def note_refusal(interaction: discord.Interaction, error: Exception) -> None:
    """Count an interaction as refused for this reason, where it was told in another way."""
    interaction.extras[_REFUSED] = _outcome(error)


def _outcome(error: Exception) -> str:
    """What came of an interaction, in one of few words."""
    if isinstance(error, TableError | GameError):
        return error.code
    found = (key for kind, key in _OTHERS.items() if isinstance(error, kind))
    if isinstance(error, LacksPermissionsError):
        return "lacks_permissions"
    return next(found, FAILED).removeprefix("errors.")


class Guard:
    """Catches every exception of a command or component and answers privately, in words.

    Used as ``async with Guard(interaction): …``. What nobody expected is logged besides. What came
    of it is counted, and every log line within says where it belongs.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction
        self._began = time.perf_counter()
        self._services = services_of(interaction)
        self._task = asyncio.current_task()
        self._in_logs = about(
            guild=interaction.guild_id, channel=interaction.channel_id, game=self._game()
        )

    def _game(self) -> str | None:
        manager = self._services.registry.find(self.interaction.channel_id or 0)
        return manager.ids[-1] if manager is not None and manager.ids else None

    async def __aenter__(self) -> None:
        """Begin to watch, knowing what the person chose: their language, above all."""
        await self._services.choices.learn(self.interaction.user.id)
        self._in_logs.__enter__()
        if self._task is not None:
            self._services.answering.add(self._task)

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        """Answer for an exception; cancellation and the like pass through."""
        try:
            if error is None:
                self._count(self.interaction.extras.get(_REFUSED, DONE))
                return False
            if not isinstance(error, Exception):
                return False
            self._count(_outcome(error))
            return await self._answer(error)
        finally:
            self._in_logs.__exit__(None, None, None)
            if self._task is not None:
                self._services.answering.discard(self._task)

    def _count(self, outcome: str) -> None:
        self._services.metrics.interaction(outcome, time.perf_counter() - self._began)

    async def _answer(self, error: Exception) -> bool:
        words = words_of(self.interaction)
        text = sentence(words, error)
        if isinstance(error, DISCORD_ERRORS):
            _log.warning("an interaction was not answered: %s", described(error))
        elif text is None:
            _log.error("an interaction failed", exc_info=error)
        if came_too_late(error):
            # Discord itself says so to whoever clicked, and takes no answer any more.
            return True
        if isinstance(error, discord.Forbidden):
            text = lacking(self.interaction) or text
        text = _with_link(text or words("errors.unexpected"), error, self.interaction)
        try:
            await tell(self.interaction, text)
        except DISCORD_ERRORS as failed:
            _log.warning("a refusal could not be told: %s", described(failed))
        return True
