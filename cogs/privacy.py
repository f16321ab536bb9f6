"""The ``/privacy`` commands: all that is stored about a person as a file, and deleting it."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n import Words
from bot.storage.export import is_empty
from bot.storage.store import SqlStore
from bot.table.errors import looking_up
from bot.table.registry import GameRegistry
from cogs.base.clicks import Click, Handlers
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.errors import Guard
from cogs.base.panels import Panel, button, container, row, said_panel, text
from cogs.base.preferences import Preferences
from cogs.base.slash_commands import command, localized
from cogs.live.seasons import Seasons

MOST_BYTES = 8_000_000
"""Of a file; a bot may send as much everywhere."""
_PARTS = ("question", "tables", "results", "own", "daily", "posted")


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class PrivacyCommands(
    commands.GroupCog,
    group_name=localized("commands.privacy.name"),
    group_description=localized("commands.privacy.description"),
):
    """Exports and deletes what is stored about a person.

    Args:
        guard: answers for exceptions.
        store: has the data.
        preferences: has the languages of users.
        registry: deletes it.
        seasons: removes the roles of champions.
        forget_here: drops a user's data from memory.
    """

    def __init__(  # noqa: PLR0913  # deleting concerns many parts
        self,
        guard: Guard,
        store: SqlStore,
        preferences: Preferences,
        registry: GameRegistry,
        seasons: Seasons,
        *,
        forget_here: Callable[[int], None],
    ) -> None:
        self.guard = guard
        self._store = store
        self._preferences = preferences
        self._registry = registry
        self._seasons = seasons
        self._forget_here = forget_here

    @property
    def handlers(self) -> Handlers:
        """What each component does."""
        return {Verb.FORGET_ME: self._forget_me, Verb.KEEP_ME: _keep_me}

    @command("privacy_export")
    async def export(self, interaction: discord.Interaction) -> None:
        """Send all that is stored about the user as a file."""
        user, words = interaction.user, self._preferences.words_of(interaction)
        with looking_up():
            data = await self._store.personal_data(user.id, MOST_BYTES)
        if is_empty(data):
            await interaction.edit_original_response(content=words("privacy.nothing"))
            return
        said = [words("privacy.exported")]
        if data["records_left_out"]:
            left, history = len(data["records_left_out"]), words.command("phase10", "history")
            said.append(words.plural("privacy.records_left_out", left, command=history))
        whole = await asyncio.to_thread(_as_file, data)
        file = discord.File(io.BytesIO(whole), f"phase10-{user.id}.json")
        await interaction.edit_original_response(content="\n".join(said), attachments=[file])

    @command("privacy_delete")
    async def delete(self, interaction: discord.Interaction) -> None:
        """Delete all that is stored about the user, after a question."""
        words = self._preferences.words_of(interaction)
        await interaction.edit_original_response(view=delete_panel(words))

    async def _forget_me(self, click: Click) -> None:
        await click.defer()
        words = click.words
        with looking_up():
            roles = await self._seasons.roles_of(click.user_id)
        try:
            found = await self._registry.forget(click.person)
        finally:
            self._forget_here(click.user_id)
        self._seasons.take(click.user_id, roles)
        said = [words("privacy.deleted" if found.anything else "privacy.nothing")]
        if found.elsewhere:
            said.append(words.plural("privacy.elsewhere", len(found.elsewhere)))
        await click.interaction.edit_original_response(view=said_panel("\n".join(said)))


async def _keep_me(click: Click) -> None:
    await click.replace(said_panel(click.words("privacy.kept")))


def _as_file(data: dict[str, Any]) -> bytes:
    """Format the data as indented JSON; lines of records are kept compact."""
    others = {key: value for key, value in data.items() if key != "records"}
    games = [
        f"    {json.dumps(game_id)}: [\n      " + ",\n      ".join(map(_compact, lines)) + "\n    ]"
        for game_id, lines in data["records"].items()
    ]
    head = json.dumps(others, ensure_ascii=False, indent=2).removesuffix("\n}")
    records = "{\n" + ",\n".join(games) + "\n  }" if games else "{}"
    return f'{head},\n  "records": {records}\n}}\n'.encode()


def _compact(line: object) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def delete_panel(words: Words) -> Panel:
    """Ask for confirmation, listing what will be deleted."""
    yes = CustomId(NO_GAME, 0, Verb.FORGET_ME)
    delete = button(words("privacy.delete"), yes, discord.ButtonStyle.danger)
    keep = button(words("privacy.keep"), CustomId(NO_GAME, 0, Verb.KEEP_ME))
    lines = (words(f"privacy.{each}") for each in _PARTS)
    return Panel(container(text(*lines), row(delete, keep)))
