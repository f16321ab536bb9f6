"""Score sheets as they are stored, and their public messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord
from cachetools import LRUCache

from bot.i18n.catalogue import DEFAULT_LOCALE
from bot.sheets.sheet import Sheet
from bot.storage import sheets as storage
from bot.storage.errors import StaleWriteError
from bot.table.errors import TableError, looking_up, storing
from cogs.base.discord_errors import DISCORD_ERRORS, within
from cogs.base.permissions import may_attach
from cogs.base.screens import Screen
from cogs.pages.sheet_page import sheet_screen

from .retry_queue import JobKey
from .services import LiveServices
from .table_announcer import MOST_PASSED

MOST_REMEMBERED = 1024
"""The sheets and channels that are remembered; a forgotten one costs a message more."""
TRIES = 5  # to write, as others change the sheet at the same time
SheetChange = Callable[[Sheet], Sheet]


class SheetMessages:
    """Changes score sheets, which are in the database alone, and shows them in public."""

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        # By sheet: the newest click on its public message, through which that can be edited.
        self._clicked: LRUCache[str, discord.Interaction] = LRUCache(MOST_REMEMBERED)
        # By channel: the messages of others; by sheet: how many there were below its message.
        self._passed: LRUCache[int, int] = LRUCache(MOST_REMEMBERED)
        self._shown_at: LRUCache[str, int] = LRUCache(MOST_REMEMBERED)

    def count(self, message: discord.Message) -> None:
        """Count a message of others below the sheets of its channel; nothing of it is read."""
        user = self._services.client.user
        channel_id = message.channel.id
        if channel_id in self._passed and user and message.author.id != user.id:
            self._passed[channel_id] += 1

    async def stored(self, sheet_id: str) -> Sheet:
        with looking_up():
            sheet = await self._services.store.read(storage.stored_sheet, sheet_id)
        if sheet is None:
            raise TableError("no_sheet")
        return sheet

    async def write(
        self, sheet_id: str, change: SheetChange, by: int | None = None
    ) -> tuple[Sheet, Sheet]:
        """Change a sheet, one change after the other; returns it before and after."""
        async with self._services.poster.lock((f"sheet {sheet_id} write", 0)):
            # A person who is deleted may change it at the same time.
            for _ in range(TRIES):
                sheet = await self.stored(sheet_id)
                now = self._services.clock.now()
                new = replace(sheet, version=sheet.version + 1, touched_at=now)
                if by == sheet.host_id:
                    new = replace(new, host_at=now)
                with storing(), suppress(StaleWriteError):
                    changed = change(new)
                    if await self._services.store.write(storage.put_sheet, changed):
                        return sheet, changed
                    raise TableError("sheets_open")
        raise TableError("stale")

    async def post(self, interaction: discord.Interaction, sheet: Sheet, said: str) -> None:
        """Post the public message, in place of the one before."""
        await self._services.sender.show(interaction, Screen.of([said]))
        async with self._lock(sheet.sheet_id):
            newest = await self.stored(sheet.sheet_id)
            screen = await self._later_screen(newest)
            await self._note(newest, await self._services.sender.follow_up(interaction, screen))

    async def update(self, sheet_id: str, clicked: discord.Interaction | None = None) -> None:
        """Show the newest state in the public message, now or as soon as Discord takes it.

        ``clicked`` is a click on that message, or a form that such a click opened.
        """
        key: JobKey = ("sheet", sheet_id)
        if clicked is not None:
            self._clicked[sheet_id] = clicked
            # It can edit the message, even if the last try may only be repeated after a while.
            self._services.retry_queue.release(key)
        await self._services.retry_queue.run((key, partial(self._show_newest, sheet_id)))

    async def update_without_person(self, before: Iterable[Sheet]) -> None:
        """Show sheets after a person on them was deleted; those without other members are gone."""
        jobs = [(("sheet", each.sheet_id), partial(self._show_or_delete, each)) for each in before]
        await self._services.retry_queue.run(*jobs)

    async def _show_or_delete(self, before: Sheet) -> None:
        if await self._services.store.read(storage.stored_sheet, before.sheet_id) is None:
            await self.delete(before)
        await self._show_newest(before.sheet_id)

    def note_click(self, sheet_id: str, clicked: discord.Interaction) -> None:
        """Remember a click on the public message, which was answered in another way."""
        self._clicked[sheet_id] = clicked

    def is_in_sight(self, sheet_id: str) -> bool:
        """Whether a click is known through which the public message can be edited."""
        clicked = self._clicked.get(sheet_id)
        return clicked is not None and not clicked.is_expired()

    async def delete(self, sheet: Sheet) -> None:
        """Delete the public message, where the bot is a member of the server."""
        if sheet.message_id is not None and sheet.guild_id:
            await self._services.poster.delete(sheet.channel_id, sheet.message_id)

    def _lock(self, sheet_id: str) -> asyncio.Lock:
        return self._services.poster.lock((f"sheet {sheet_id}", 0))

    async def _note(self, sheet: Sheet, message_id: int) -> None:
        """Store the id of the message that is in place of the one before, which is deleted."""
        await self.write(sheet.sheet_id, partial(replace, message_id=message_id))
        self._shown_at[sheet.sheet_id] = self._passed.setdefault(sheet.channel_id, 0)
        self._clicked.pop(sheet.sheet_id, None)
        await self.delete(sheet)

    async def _show_newest(self, sheet_id: str) -> None:
        async with self._lock(sheet_id):
            sheet = await self._services.store.read(storage.stored_sheet, sheet_id)
            if sheet is not None and not await self._moved_down(sheet):
                await self._edit(sheet)

    async def _moved_down(self, sheet: Sheet) -> bool:
        """Post the message again at the bottom if many others have passed it."""
        passed = self._passed.setdefault(sheet.channel_id, 0)
        far = passed - self._shown_at.setdefault(sheet.sheet_id, passed) > MOST_PASSED
        # In a server without the bot only clicks on the message can edit it.
        if not far or sheet.message_id is None or not sheet.guild_id:
            return False
        drawn = await self._services.sender.made(await self._later_screen(sheet))
        what = f"sheet {sheet.sheet_id} {sheet.message_id}"
        with suppress(discord.Forbidden):
            await self._services.poster.post(
                what, sheet.channel_id, drawn, partial(self._note, sheet)
            )
            return True
        return False

    async def _edit(self, sheet: Sheet) -> None:
        drawn = await self._services.sender.made(await self._screen(sheet))
        message_id = sheet.message_id if sheet.guild_id else None
        clicked = self._clicked.get(sheet.sheet_id)
        if clicked is not None and not clicked.is_expired():
            try:
                async with within():
                    await clicked.edit_original_response(**drawn.to_edit())
            except DISCORD_ERRORS:
                if message_id is None:
                    raise
            else:
                return
        if message_id is not None:
            await self._services.poster.edit(sheet.channel_id, message_id, drawn)

    async def _later_screen(self, sheet: Sheet) -> Screen:
        """Build the message of a sheet to be posted.

        Storing the id of the message is one more change, after which its buttons are used.
        """
        return await self._screen(replace(sheet, version=sheet.version + 1))

    async def _screen(self, sheet: Sheet) -> Screen:
        guild = self._services.client.get_guild(sheet.guild_id)
        preferences = self._services.preferences
        # Sheets of version 1.1 without a change since have no language of their own.
        usual = preferences.chosen_locale(guild, guild and guild.preferred_locale)
        server = await preferences.server(sheet.guild_id)
        reader = preferences.public_reader(server, sheet.locale or usual or DEFAULT_LOCALE)
        reader = replace(reader, pictures=may_attach(guild, sheet.channel_id))
        drawing = self._services.pictures(reader).sheet(sheet)
        return sheet_screen(reader.words, sheet, drawing)
