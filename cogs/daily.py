"""The daily hand: its private page, sharing the result, and its boards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import date
from functools import partial
from typing import Annotated
from weakref import WeakValueDictionary

import discord

from bot.cards.actions import Discard, Lay
from bot.cards.cards import WILD, Card
from bot.cards.groups import Groups
from bot.core.errors import GameError
from bot.daily.calendar import can_play, month_bounds, week_bounds
from bot.daily.engine import DailyAction, DailyTake
from bot.daily.state import DailySide, DailyStage
from bot.daily.views import cards_missing_by_turn
from bot.i18n.daily import daily_board_lines, daily_sums_lines, standing
from bot.results.daily import DailyBoard, DailySums, build_share
from bot.storage.daily import (
    daily_attempt,
    daily_board,
    daily_sums,
    is_daily_shared,
    share_daily,
    unshare_daily,
)
from bot.table.daily import DailyAttempt
from bot.table.errors import TableError, storing
from bot.table.lobbies import clean_name
from bot.work_queue import Urgency
from cogs.base.clicks import Click, acting_person, on
from cogs.base.custom_ids import (
    BadCustomIdError,
    CardCode,
    TappedCard,
    Verb,
    parse_date,
    parse_index,
    parse_known,
)
from cogs.base.errors import refusal
from cogs.base.permissions import check_in_server, check_may_post, known_server_id
from cogs.base.screens import Screen
from cogs.base.slash_commands import command
from cogs.base.text import escaped
from cogs.pages.daily_page import (
    ASK,
    IN_SERVERS,
    MONTH,
    WEEK,
    computer_screen,
    daily_board_screen,
    daily_screen,
    public_daily_screen,
)

from .services import BaseCog, Services

_SPANS = {WEEK: week_bounds, MONTH: month_bounds}
_Choose = Callable[[Sequence[Groups]], DailyAction]
Span = Annotated[str, partial(parse_known, known=_SPANS)]
Question = Annotated[str, partial(parse_known, known=(ASK,))]


class DailyCog(BaseCog):
    """Shows daily hands; a page shows the newest state of its attempt after any click."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        # An older state must not be shown after a newer one.
        self._showing: WeakValueDictionary[tuple[int, date], asyncio.Lock] = WeakValueDictionary()

    @command("daily")
    async def daily(self, interaction: discord.Interaction) -> None:
        await self._open(interaction)

    async def _open(self, interaction: discord.Interaction, day: date | None = None) -> None:
        person = acting_person(interaction)
        attempt = await self.services.daily.open(person, known_server_id(interaction), day)
        await self._show(interaction, attempt.view.date)

    @on(Verb.DAILY)
    async def _open_today(self, click: Click) -> None:
        await click.defer_private()
        await self._open(click.interaction)

    @on(Verb.DAILY_SHOW)
    async def _open_date(self, click: Click) -> None:
        day = parse_date(click.meaning.game)
        await click.defer()
        await self._open(click.interaction, day)

    @on(Verb.DAILY_TAKE)
    async def _take(self, click: Click, side: DailySide) -> None:
        await self._play(click, lambda _: DailyTake(side))

    @on(Verb.DAILY_LAY)
    async def _lay_first(self, click: Click) -> None:
        await self._play(click, _lay)

    @on(Verb.DAILY_WAYS)
    async def _lay_in_a_way(self, click: Click) -> None:
        await self._play(click, partial(_lay_otherwise, click.chosen))

    @on(Verb.DAILY_DISCARD_NOW)
    async def _discard_now(self, click: Click, card: CardCode) -> None:
        await self._play(click, lambda _: Discard(card))

    async def _play(self, click: Click, choose: _Choose) -> None:
        day = parse_date(click.meaning.game)
        await click.defer()
        notice = ""
        try:
            await self.services.daily.act(click.user_id, day, click.meaning.version, choose)
        except (TableError, GameError, BadCustomIdError) as error:
            notice = refusal(click.interaction, click.words, error)
        await self._show(click.interaction, day, notice)

    @on(Verb.DAILY_DISCARD)
    async def _discard(self, click: Click, card: TappedCard, ask: Question = "") -> None:
        if not ask and card is not WILD:
            await self._play(click, lambda _: Discard(card))
            return
        day = parse_date(click.meaning.game)
        await click.defer()
        attempt = await self.services.daily.show(click.user_id, day)
        if attempt.view.version == click.meaning.version:
            await self._show(click.interaction, day, asked=card)
            return
        notice = refusal(click.interaction, click.words, TableError("stale"))
        await self._show(click.interaction, day, notice)

    async def _show(
        self,
        interaction: discord.Interaction,
        day: date,
        notice: str = "",
        *,
        asked: Card | None = None,
        shared: bool = False,
    ) -> None:
        """Show the newest state, in which the player may be ``asked`` about a card."""
        user_id = interaction.user.id
        guild_id = known_server_id(interaction)
        reader = await self.services.preferences.reader(interaction)
        lock = self._showing.setdefault((user_id, day), asyncio.Lock())
        async with lock:
            attempt = await self.services.daily.show(user_id, day)
            over = attempt.view.stage is DailyStage.OVER
            board = None
            if over and guild_id:
                now = self.services.daily.now
                board = await self.look_up(daily_board, guild_id, day, now, user_id)
                shared = shared or await self.look_up(is_daily_shared, guild_id, user_id, day)
            compared = ""
            more = []
            if board is not None:
                me = acting_person(interaction)
                earned = await self.services.achievements.of_daily(reader.words, guild_id, day, me)
                compared = standing(reader.words, board)
                more = [earned] if earned else []
            offered = IN_SERVERS if guild_id else IN_SERVERS - {Verb.DAILY_BOARD}
            if shared:
                offered -= {Verb.DAILY_SHARE}

            def make() -> Screen:
                return daily_screen(
                    reader.words,
                    attempt,
                    self.services.pictures(reader).daily(attempt, board),
                    asked=asked,
                    notice=notice,
                    offered=offered,
                    compared=compared,
                    more=more,
                )

            await self.show(interaction, make)

    @on(Verb.DAILY_SHARE)
    async def _share(self, click: Click) -> None:
        """Post a result without its cards, in a server only once."""
        day = parse_date(click.meaning.game)
        check_may_post(click.interaction)
        await click.defer()
        attempt = await self.services.daily.show(click.user_id, day)
        if attempt.view.stage is not DailyStage.OVER:
            raise TableError("not_now")
        with self.services.post_limit(click.user_id):
            async with self._noted_as_shared(click, day):
                await self._post(click, attempt)
        if click.guild_id:
            self.services.announcements.daily_shared(click.guild_id, day)
        await self._show(click.interaction, day, click.words("daily.shared_now"), shared=True)

    @asynccontextmanager
    async def _noted_as_shared(self, click: Click, day: date) -> AsyncIterator[None]:
        """Store that a server was shown a result, unless posting it fails."""
        if not click.guild_id:
            yield
            return
        name = clean_name(click.person.name)
        with storing():
            new = await self.services.store.write(
                share_daily, click.guild_id, click.user_id, day, name
            )
        if not new:
            raise TableError("daily_shared")
        try:
            yield
        except BaseException:
            with storing():
                await self.services.store.write(unshare_daily, click.guild_id, click.user_id, day)
            raise

    async def _post(self, click: Click, attempt: DailyAttempt) -> None:
        name = clean_name(click.person.name)
        share = build_share(
            attempt.view, attempt.cards_missing, click.user_id, name, attempt.streaks.current
        )
        everybody = await self.services.preferences.everybody(click.interaction)
        drawing = self.services.pictures(everybody).daily_share(share)
        in_server = bool(click.guild_id)
        screen = public_daily_screen(everybody.words, share, drawing, in_server=in_server)
        await self.services.sender.follow_up(click.interaction, screen)

    @on(Verb.DAILY_COMPUTER)
    async def _show_computer(self, click: Click) -> None:
        """Show the computer's turns next to those of a person who has finished."""
        day = parse_date(click.meaning.game)
        await click.defer()
        reader = await self.services.preferences.reader(click.interaction)
        computer = await self.services.daily.computer(click.user_id, day)
        own = await self.services.daily.show(click.user_id, day)
        search = partial(cards_missing_by_turn, computer)
        cards_missing = await self.services.work_queue.run(search, Urgency.ANSWER, click.user_id)
        drawing = self.services.pictures(reader).daily_share(
            build_share(own.view, own.cards_missing, click.user_id, clean_name(click.person.name)),
            build_share(computer, cards_missing, None, reader.words("daily.the_computer")),
        )
        attempts = (own.view, own.cards_missing), (computer, cards_missing)
        screen = computer_screen(reader.words, *attempts, drawing)
        await self.show(click.interaction, screen)

    @on(Verb.DAILY_BOARD)
    async def _board(self, click: Click, span: Span = "") -> None:
        day = parse_date(click.meaning.game)
        check_in_server(click.interaction)
        await click.defer()
        words = (await self.services.preferences.reader(click.interaction)).words
        guild_id = click.guild_id
        me = click.user_id
        now = self.services.daily.now
        if not can_play(day, now):
            day = self.services.daily.today
        if span:
            sums = await self.services.members.among_present(
                guild_id,
                partial(self.look_up, daily_sums, guild_id, _SPANS[span](day), now, me),
                _people,
            )
            lines = daily_sums_lines(words, sums, escaped)
        else:
            board = await self.services.members.among_present(
                guild_id, partial(self.look_up, daily_board, guild_id, day, now, me), _people
            )
            lines = daily_board_lines(words, board, escaped)
        opened = await self.look_up(daily_attempt, me, day) is not None
        screen = daily_board_screen(words, lines, day, opened=opened, span=span)
        await self.show(click.interaction, screen)


def _people(board: DailyBoard | DailySums) -> list[int]:
    return [row.user_id for row in board.rows]


def _lay(ways: Sequence[Groups]) -> DailyAction:
    if not ways:
        raise TableError("not_now")
    return Lay(ways[0])


def _lay_otherwise(chosen: str, ways: Sequence[Groups]) -> DailyAction:
    others = ways[1:]
    return Lay(others[parse_index(chosen, len(others))])
