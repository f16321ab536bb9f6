"""The finished score sheets of a person: a year of them, and one after another."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from bot.sheets.years import companies
from bot.storage import sheets as storage
from bot.table.errors import TableError
from bot.work_queue import Urgency
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import Verb, parse_index
from cogs.base.screens import Page, PageNumber
from cogs.pages.sheet_page import past_screen, year_screen

from .services import BaseCog

YearNumber = Annotated[int, partial(parse_index, size=10_000)]


class PastSheetsCog(BaseCog):
    """Shows finished score sheets to the people on them."""

    @on(Verb.SHEET_YEAR)
    async def _year(self, click: Click, year: YearNumber = 0) -> None:
        """Show who won how often on the user's finished sheets of a year, and with whom."""
        await click.defer()
        found = await self.look_up(storage.sheets_of_year, click.user_id, year or None)
        if found is None:
            raise TableError("no_sheet")
        counted = partial(companies, found.sheets)
        people = await self.services.work_queue.run(counted, Urgency.HINT, click.user_id)
        await self.show(click.interaction, year_screen(click.words, found, people))

    @on(Verb.SHEET_OF_YEAR)
    async def _past_of_year(self, click: Click, *, number: PageNumber) -> None:
        await self._show_past(click, number)

    @on(Verb.SHEETS)
    async def _past(self, click: Click, number: PageNumber) -> None:
        await self._show_past(click, number)

    async def _show_past(self, click: Click, number: int) -> None:
        """Show one of the user's finished sheets, the newest first."""
        await click.defer()
        reader = await self.services.preferences.reader(click.interaction)
        sheet, total = await self.look_up(storage.past_sheets, click.user_id, number)
        if sheet is None:
            raise TableError("no_sheet")
        drawing = self.services.pictures(reader).sheet(sheet)
        here = sheet.channel_id == click.interaction.channel_id
        page = Page(number, 1, total)
        screen = past_screen(click.words, sheet, page, drawing, goes_on=here)
        await self.show(click.interaction, screen)
