"""The ``/privacy`` commands, which export and delete the stored data of a person."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n import Translator
from bot.storage.export import is_empty, personal_data
from bot.storage.products import PRODUCTS
from bot.storage.sheets import open_sheets
from bot.table.errors import looking_up
from bot.work_queue import Urgency
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import Screen, question_screen
from cogs.base.slash_commands import command, localized

from .services import BaseCog

MOST_BYTES = 8_000_000  # the size of a file that a bot may send everywhere
_PARTS = ("question", "tables", "results", "own", "daily", "posted")


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class PrivacyCog(
    BaseCog,
    commands.GroupCog,
    group_name=localized("commands.privacy.name"),
    group_description=localized("commands.privacy.description"),
):
    """Exports and deletes the stored data of a person."""

    @command("privacy_export")
    async def export(self, interaction: discord.Interaction) -> None:
        user = interaction.user
        words = self.services.preferences.translator(interaction)
        with looking_up():
            data = await personal_data(
                self.services.store, user.id, MOST_BYTES, self.services.clock.now(), PRODUCTS
            )
        if is_empty(data):
            await self.show(interaction, Screen.of([words("privacy.nothing")]))
            return
        sentences = [words("privacy.exported")]
        if data["records_left_out"]:
            left = len(data["records_left_out"])
            history = words.command("phase10", "history")
            sentences.append(words.plural("privacy.records_left_out", left, command=history))
        made = partial(_as_file, data)
        file = await self.services.work_queue.run(made, Urgency.HINT, user.id)
        await self.services.sender.show_files(
            interaction, "\n".join(sentences), (file, f"phase10-{user.id}.json")
        )

    @command("privacy_delete")
    async def delete(self, interaction: discord.Interaction) -> None:
        words = self.services.preferences.translator(interaction)
        await self.show(interaction, delete_screen(words))

    @on(Verb.FORGET_ME)
    async def _forget_me(self, click: Click) -> None:
        await click.defer()
        words = click.words
        with looking_up():
            sheets = await self.services.store.read(open_sheets, click.user_id)
        try:
            forgotten = await self.services.cups.forget(click.person)
        finally:
            self.services.hands.forget(click.user_id)
            self.services.avatars.forget(click.user_id)
            self.services.members.forget(click.user_id)
            await self.services.preferences.people.forget(click.user_id)
            self.services.replays.forget()
            self.services.reviews.forget()
            await self.services.sheets.update_without_person(sheets)
        sentences = [words("privacy.deleted" if forgotten.anything else "privacy.nothing")]
        if forgotten.elsewhere:
            sentences.append(words.plural("privacy.elsewhere", len(forgotten.elsewhere)))
        await self.show(click.interaction, Screen.of(sentences))


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


def delete_screen(words: Translator) -> Screen:
    lines = (words(f"privacy.{part}") for part in _PARTS)
    yes = words("privacy.delete")
    no = words("privacy.keep")
    return question_screen(lines, yes, CustomId.of(Verb.FORGET_ME), no)
