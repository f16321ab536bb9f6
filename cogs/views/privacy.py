"""What is stored about a person as a file, and deleting it, which asks first."""

from __future__ import annotations

import asyncio
import io
import json
from typing import TYPE_CHECKING, Any, Protocol

import discord

from bot.storage.errors import StoreError
from bot.storage.personal import is_empty
from bot.table.errors import TableError
from cogs.services import person_of, services_of
from cogs.text import words_of

from .base import Click, Handler, Panel, button, container, row, text
from .custom_ids import NO_GAME, CustomId, Verb
from .leaving import said_panel

if TYPE_CHECKING:
    from bot.i18n import Words
    from cogs.services import Services

MOST_BYTES = 8_000_000
"""Of a file; a bot may send as much everywhere."""
_TELLS = ("question", "tables", "results", "own", "posted")


class KeepsPeople(Protocol):
    """As much of the store as this needs."""

    async def personal_data(self, user_id: int, most: int) -> dict[str, Any]:
        """All that is stored about a person (see :mod:`bot.storage.personal`)."""


async def send_export(interaction: discord.Interaction) -> None:
    """Send who clicked all that is stored about them; the interaction is deferred already.

    Raises:
        TableError: ``not_looked_up``.
    """
    user, words = interaction.user, words_of(interaction)
    try:
        data = await services_of(interaction).people.personal_data(user.id, MOST_BYTES)
    except StoreError as error:
        raise TableError("not_looked_up") from error
    if is_empty(data):
        await interaction.edit_original_response(content=words("privacy.nothing"))
        return
    said = [words("privacy.exported")]
    if data["records_left_out"]:
        left, command = len(data["records_left_out"]), words.command("phase10", "history")
        said.append(words.plural("privacy.records_left_out", left, command=command))
    whole = await asyncio.to_thread(_as_file, data)
    file = discord.File(io.BytesIO(whole), f"phase10-{user.id}.json")
    await interaction.edit_original_response(content="\n".join(said), attachments=[file])


def _as_file(data: dict[str, Any]) -> bytes:
    """The data as JSON, spread out to be read; only records have their lines as they are."""
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
    """Says what will be deleted, and asks whether it really shall be."""
    yes = CustomId(NO_GAME, 0, Verb.FORGET_ME)
    delete = button(words("privacy.delete"), yes, discord.ButtonStyle.danger)
    keep = button(words("privacy.keep"), CustomId(NO_GAME, 0, Verb.KEEP_ME))
    lines = (words(f"privacy.{each}") for each in _TELLS)
    return Panel(container(text(*lines), row(delete, keep)))


async def _forget_me(click: Click) -> None:
    await click.defer()
    # In the language they chose so far.
    words = click.words
    try:
        found = await click.services.forgetting.forget(person_of(click.interaction))
    finally:
        _forget_here(click.services, click.user_id)
    said = [words("privacy.deleted" if found.anything else "privacy.nothing")]
    if found.elsewhere:
        said.append(words.plural("privacy.elsewhere", len(found.elsewhere)))
    await click.interaction.edit_original_response(view=said_panel("\n".join(said)))


def _forget_here(services: Services, user_id: int) -> None:
    """Let go of what is only kept in memory."""
    services.hands.forget(user_id)
    services.faces.forget(user_id)
    services.choices.forget_person(user_id)
    services.replays.forget()


async def _keep_me(click: Click) -> None:
    await click.replace(said_panel(click.words("privacy.kept")))


HANDLERS: dict[Verb, Handler] = {Verb.FORGET_ME: _forget_me, Verb.KEEP_ME: _keep_me}
