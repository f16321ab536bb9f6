"""Refusals and failures in the reader's language, and the handler that answers with them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
from cachetools import TTLCache
from discord import app_commands

from bot.core.errors import GameError
from bot.i18n import Translator
from bot.i18n.phrases import clip, number_name
from bot.i18n.rulesets import group_bounds
from bot.table.errors import TableError
from bot.table.registry import GameRegistry
from bot.telemetry.logs import about
from bot.telemetry.metrics import Metrics
from bot.work_queue import SupersededError

from .custom_ids import BadCustomIdError
from .discord_errors import (
    ANSWERED,
    BLOCKED,
    DISCORD_ERRORS,
    THREAD_CLOSED,
    NotAnsweredError,
    came_too_late,
    described,
    has_code,
    within,
)
from .members import Members
from .permissions import LacksPermissionsError, check_can_post_here, known_server_id
from .preferences import Preferences
from .screens import LONGEST_PLAIN
from .text import bold, escaped, message_link, moment, relative

DONE = "done"
FAILED = "failed"
_REFUSED = "refused"
REMOVABLE = 840.0  # seconds; Discord lets private messages be removed for fifteen minutes
MOST_REFUSALS = 4096  # people and channels that are remembered
_log = logging.getLogger(__name__)

_SAME_SENTENCE = {
    "bad_option": "not_understood",
    "bad_turn_limit": "not_understood",
    "cannot_deal": "not_now",
    "no_such_action": "not_understood",
    "no_such_edition": "not_understood",
    "no_such_option": "not_understood",
    "no_such_group": "does_not_fit",
    "no_such_phase": "phase_used_up",
    "nothing_rolled": "not_now",
    "nothing_to_keep": "not_now",
    "wrong_stage": "not_now",
}
"""Codes that share another code's sentence in the catalogue, ``errors.<code>``."""
_OTHERS: dict[type[Exception], str] = {
    BadCustomIdError: "errors.not_understood",
    NotAnsweredError: "errors.not_answered",
    SupersededError: "errors.superseded",
    app_commands.MissingPermissions: "errors.needs_manage_server",
    discord.Forbidden: "errors.forbidden",
    **dict.fromkeys(DISCORD_ERRORS, "errors.discord"),
}


def sentence(words: Translator, error: Exception, begin: str = "play") -> str | None:
    """Return the message for an expected error; ``begin`` is the command that begins a game."""
    if isinstance(error, TableError | GameError):
        return _coded(words, error.code, error.data, begin)
    if isinstance(error, LacksPermissionsError):
        names = [words(f"errors.permission.{name}") for name in error.missing]
        return words(error.key, permissions=words.list(names))
    if has_code(error, THREAD_CLOSED):
        # A new message would have reopened an archived thread, unless it was locked.
        return words("errors.thread_locked")
    if has_code(error, BLOCKED):
        return words("errors.blocked")
    key = _message_key(error)
    return None if key is None else words(key)


def _message_key(error: Exception) -> str | None:
    return next((key for kind, key in _OTHERS.items() if isinstance(error, kind)), None)


def _coded(words: Translator, code: str, data: dict[str, Any], begin: str) -> str:
    match code, data:
        case "table_full" | "number_of_players", {"most": _, "players": _}:
            code = "too_many_players"
        case "bad_phase", {"notation": str(phase), "position": int(at)}:
            code = "bad_phase" if phase[at:] else "bad_phase_end"
            data = {"phase": escaped(phase), "character": escaped(phase[at : at + 1])}
        case "group_size", {"kind": kind}:
            data = {"group": data["group"], "bounds": group_bounds(words, kind)}
        case "not_here", {"channels": channels}:
            data = {"channels": words.list([f"<#{each}>" for each in channels])}
        case "sits_here" | "is_bot" | "cannot_see" | "not_invited" | "question_refused", {
            "name": name
        }:
            data = data | {"name": bold(escaped(str(name)))}
        case "not_host" | "has_limit" | "taken_out", {"host": str(host)}:
            code = code if host else "no_host"
            data = {"host": bold(escaped(host))}
        case "needs_hero", {"number": int(number)}:
            data = {"number": number_name(words, number)}
    if isinstance(data.get("at"), float):
        data = data | {"when": relative(data["at"]), "date": moment(data["at"])}
    code = _SAME_SENTENCE.get(code, code)
    key = f"errors.{code}"
    if not words.has(key):
        return words("errors.not_allowed")
    names = ("solo", "daily", "hand", "history", "preferences")
    commands = {name: words.command("phase10", name) for name in names}
    commands |= {"command": words.command("phase10", begin), "stats": words.command("stats")}
    return words(key, **commands | data)


def with_link(text: str, error: Exception, interaction: discord.Interaction) -> str:
    message_id = error.data.get("message_id") if isinstance(error, TableError) else None
    if not message_id:
        return text
    link = message_link(interaction.guild_id or 0, interaction.channel_id or 0, message_id)
    return f"{text} {link}"


Removal = Callable[[], Awaitable[None]]


async def reply_privately(interaction: discord.Interaction, text: str) -> Removal:
    """Send a private text, whether or not the interaction was answered before.

    Returns a function that removes the text again.
    """
    text = clip(text, LONGEST_PLAIN)
    if not interaction.response.is_done():
        try:
            async with within():
                await interaction.response.send_message(text, ephemeral=True)
        except discord.HTTPException as error:
            if not has_code(error, ANSWERED):
                raise
        else:
            return interaction.delete_original_response
    async with within():
        message = await interaction.followup.send(text, ephemeral=True, wait=True)
    return message.delete


def missing_permission_text(
    words: Translator, interaction: discord.Interaction, *, begun: bool = False
) -> str:
    """Say why the bot may not post here; empty if it may, or is not a member.

    A table that has begun goes on in words without images.
    """
    try:
        check_can_post_here(interaction)
    except LacksPermissionsError as error:
        in_words = begun and error.missing == ("attach_files",)
        return "" if in_words else sentence(words, error) or ""
    except TableError as error:
        if error.code == "thread_locked":
            return sentence(words, error) or ""
    return ""


def note_refusal(interaction: discord.Interaction, error: Exception) -> None:
    """Count an interaction as refused for a reason that is shown elsewhere."""
    interaction.extras[_REFUSED] = _outcome(error)


def refusal(interaction: discord.Interaction, words: Translator, error: Exception) -> str:
    note_refusal(interaction, error)
    return sentence(words, error) or ""


def _outcome(error: Exception) -> str:
    if isinstance(error, TableError | GameError):
        return error.code
    if isinstance(error, LacksPermissionsError):
        return "lacks_permissions"
    return (_message_key(error) or FAILED).removeprefix("errors.")


class ErrorHandler:
    """Catches every exception of commands and components, and answers privately in words.

    Used as ``async with error_handler(interaction):``. Unexpected exceptions are logged as well.
    Results are counted, and log lines within name the server, the channel and the game.
    """

    def __init__(
        self,
        registry: GameRegistry,
        preferences: Preferences,
        members: Members,
        metrics: Metrics,
    ) -> None:
        self._registry = registry
        self._members = members
        self._preferences = preferences
        self._metrics = metrics
        # By person and channel, the function that removes the newest refusal, if Discord allows it.
        self._refusals: TTLCache[tuple[int, int], Removal] = TTLCache(MOST_REFUSALS, REMOVABLE)
        # The tasks in which interactions are being answered.
        self.answering: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def __call__(
        self, interaction: discord.Interaction, on_silence: Callable[[], None] = lambda: None
    ) -> AsyncIterator[None]:
        """Answer for exceptions; ``on_silence`` is called if Discord took no answer at all."""
        began = time.perf_counter()
        task = asyncio.current_task()
        assert task is not None, "interactions are answered in tasks"
        manager = self._registry.find(interaction.channel_id or 0)
        game = manager.ids[-1] if manager is not None and manager.ids else None
        # An answer needs the user's language.
        await self._preferences.learn(interaction.user.id)
        self._members.note(interaction)
        self.answering.add(task)
        try:
            with about(guild=interaction.guild_id, channel=interaction.channel_id, game=game):
                try:
                    yield
                except Exception as error:  # noqa: BLE001  # the user is answered in any case
                    self._metrics.interaction(_outcome(error), time.perf_counter() - began)
                    answered = await self._answer(interaction, error)
                    if isinstance(error, NotAnsweredError) and not answered:
                        on_silence()
                else:
                    outcome = interaction.extras.get(_REFUSED, DONE)
                    self._metrics.interaction(outcome, time.perf_counter() - began)
        finally:
            self.answering.discard(task)

    async def command_failed(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Answer for a command that failed in a check, before its own code ran."""
        async with self(interaction):
            raise error

    async def _answer(self, interaction: discord.Interaction, error: Exception) -> bool:
        """Answer for an exception; return whether that was possible."""
        edits = interaction.response.type is discord.InteractionResponseType.deferred_message_update
        if edits and isinstance(error, SupersededError):
            # The message stays as it is, or shows the newer request.
            return True
        words = self._preferences.translator(interaction)
        text = sentence(words, error, "play" if known_server_id(interaction) else "solo")
        if isinstance(error, (*DISCORD_ERRORS, NotAnsweredError)):
            _log.warning("an interaction was not answered: %s", described(error))
        elif text is None:
            _log.error("an interaction failed", exc_info=error)
        if came_too_late(error):
            # Discord shows that by itself, and accepts no answer any more.
            return False
        if isinstance(error, discord.Forbidden):
            text = missing_permission_text(words, interaction) or text
        text = with_link(text or words("errors.unexpected"), error, interaction)
        try:
            removal = await reply_privately(interaction, text)
        except DISCORD_ERRORS as failed:
            _log.warning("a refusal was not shown: %s", described(failed))
            return False
        await self._replace_refusal(interaction, removal)
        return True

    async def _replace_refusal(self, interaction: discord.Interaction, removal: Removal) -> None:
        """Remove the refusal before this one, so that repeated taps leave one notice."""
        place = interaction.user.id, interaction.channel_id or 0
        earlier = self._refusals.pop(place, None)
        self._refusals[place] = removal
        if earlier is not None:
            # Whether it was dismissed meanwhile is not known.
            with suppress(*DISCORD_ERRORS):
                async with within():
                    await earlier()
