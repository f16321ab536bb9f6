"""Shows cups in their channels: the message, the reminder, and a thread for each table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import discord

from bot.cups.state import CupStatus, LiveCup
from bot.i18n.cups import MOST_SHOWN
from bot.i18n.phrases import clip
from bot.render.draw_queue import Urgency
from bot.storage.notices import Claim
from bot.storage.store import SqlStore
from bot.table.context import Clock
from bot.table.cups import Cups
from bot.table.errors import TableError
from cogs.base.discord_errors import channel_is_gone
from cogs.base.errors import sentence
from cogs.base.panels import Panel, Picture, files
from cogs.base.permissions import LacksPermissionsError, check_may_open_threads, may_attach
from cogs.base.preferences import Preferences, Reader
from cogs.base.text import message_link
from cogs.live.avatars import Avatars
from cogs.live.pictures import Pictures
from cogs.live.posting import MessageKey, Posting
from cogs.live.retry_queue import RetryQueue
from cogs.pages.cup_page import CupMessage, cup_panel, greeting, reminder, thread_name

from .threads import DAY, LONG_TURN, WEEK, new_thread

_PEOPLE = discord.AllowedMentions(everyone=False, roles=False, users=True)
_log = logging.getLogger(__name__)


class CupMessages:
    """What :class:`~bot.table.cups.Cups` needs of Discord."""

    def __init__(  # noqa: PLR0913  # what a channel shows comes from many parts
        self,
        client: discord.Client,
        cups: Callable[[], Cups],
        *,
        store: SqlStore,
        posting: Posting,
        pictures: Pictures,
        avatars: Avatars,
        preferences: Preferences,
        retry_queue: RetryQueue,
        clock: Clock,
    ) -> None:
        self._client = client
        self._cups = cups
        self._store = store
        self._posting = posting
        self._pictures = pictures
        self._avatars = avatars
        self._preferences = preferences
        self._retry_queue = retry_queue
        self._clock = clock
        # By cup, what keeps its threads from being made.
        self._problems: dict[str, LacksPermissionsError] = {}

    # -- for the cups ----------------------------------------------------------------------

    def show(self, live: LiveCup) -> None:
        """Bring the message of a cup up to date."""
        cup_id = live.cup.cup_id
        self._retry_queue.submit((("cup", cup_id), partial(self._update, cup_id)))

    def remind(self, live: LiveCup) -> None:
        """Remind the people of a cup, once."""
        job = partial(self._remind, live)
        self._retry_queue.submit((("cup-reminder", live.cup.cup_id), job))

    async def open_thread(self, live: LiveCup, table: int) -> int:
        """Make the thread of a table, unless an earlier try made it, and call its people.

        Raises:
            CannotOpenThreadsError: the bot lacks permissions, which the message of the cup names.
            TableError: ``no_thread`` or ``too_many_threads``.
            DISCORD_ERRORS: it was not made, or its people were not called.
        """
        guild = self._client.get_guild(live.guild_id)
        parent = guild.get_channel(live.channel_id) if guild is not None else None
        if not isinstance(parent, discord.TextChannel):
            raise TableError("no_thread")
        cup_id = live.cup.cup_id
        try:
            check_may_open_threads(parent, private=live.cup.duplicate)
        except LacksPermissionsError as error:
            self._problems[cup_id] = error
            self.show(live)
            raise
        self._problems.pop(cup_id, None)
        words = (await self._reader(live)).words
        name = clip(thread_name(words, live.cup, table))
        thread = next((each for each in parent.threads if self._is_new(each, name)), None)
        if thread is None:
            long = live.cup.format.round_time > LONG_TURN
            thread = await new_thread(
                parent, name, WEEK if long else DAY, private=live.cup.duplicate
            )
        key = ("cup-greeting", thread.id)
        text = greeting(words, live.cup, table)
        # A mention adds somebody to a thread.
        await self._posting.post(key, cup_id, content=text, allowed_mentions=_PEOPLE)
        return thread.id

    def _is_new(self, thread: discord.Thread, name: str) -> bool:
        """Whether the bot made a thread of this name in which nothing has been written."""
        ours = thread.owner_id == thread.guild.me.id
        return ours and thread.name == name and thread.last_message_id is None

    # -- messages --------------------------------------------------------------------------

    async def _reader(self, live: LiveCup) -> Reader:
        server = await self._preferences.server(live.guild_id)
        pictures = may_attach(self._client.get_guild(live.guild_id), live.channel_id)
        return replace(self._preferences.public_reader(server, live.locale), pictures=pictures)

    async def _update(self, cup_id: str) -> None:
        """Show a cup, or cancel it when its channel was deleted."""
        cups = self._cups()
        live = cups.find(cup_id)
        if live is None:
            return
        try:
            async with self._posting.lock((f"cup {cup_id}", live.channel_id)):
                await self._show(cups, cup_id)
        except discord.NotFound as error:
            guild = self._client.get_guild(live.guild_id)
            if not channel_is_gone(error) or guild is None or guild.unavailable:
                raise
            self._posting.forget(live.channel_id)
            await cups.channel_deleted(cup_id)

    async def _show(self, cups: Cups, cup_id: str) -> None:
        async with self._pictures.draw_queue.turn(Urgency.TABLE):
            self._retry_queue.reads_now(("cup", cup_id))
            live = cups.find(cup_id)
            if live is None:
                return
            panel, picture = await self._panel(live)
        channel_id, message_id = live.channel_id, live.message_id
        if message_id is None or not await self._posting.edit(
            channel_id, message_id, panel, picture
        ):
            key: MessageKey = f"cup {cup_id}", channel_id
            posted, _ = await self._posting.post(key, cup_id, view=panel, files=files(picture))
            await cups.note_message(cup_id, posted)
        if live.cup.status is CupStatus.OPEN:
            # Later the tables fetch them.
            first = [entrant.person for entrant in live.cup.entrants[:MOST_SHOWN]]
            self._avatars.fetch_of(cup_id, live.guild_id, first, partial(self._redraw, live))
        if live.cup.over:
            self._problems.pop(cup_id, None)
            await cups.note_end_shown(cup_id)

    async def _redraw(self, live: LiveCup) -> None:
        self.show(live)

    async def _panel(self, live: LiveCup) -> tuple[Panel, Picture | None]:
        reader = await self._reader(live)
        problem = self._problems.get(live.cup.cup_id)
        said = sentence(reader.words, problem) if problem is not None else None
        picture = await self._pictures.cup(reader, live)
        return cup_panel(reader.words, live, CupMessage(picture, said or "")), picture

    async def _remind(self, live: LiveCup) -> None:
        words = (await self._reader(live)).words
        what = live.guild_id, f"cup {live.cup.cup_id}"
        link = message_link(live.guild_id, live.channel_id, live.message_id)

        async def claim() -> bool:
            new = Claim(*what, live.channel_id, self._clock.now())
            return await self._store.claim_announcement(new)

        async def send() -> int:
            text = reminder(words, live, link)
            key: MessageKey = f"reminder {live.cup.cup_id}", live.channel_id
            posted, _ = await self._posting.post(
                key, live.cup.cup_id, content=text, allowed_mentions=_PEOPLE
            )
            return posted

        unclaim = partial(self._store.drop_announcement, *what)
        posted = await self._posting.post_once(what, claim, unclaim, send)
        if posted is not None:
            await self._store.put_announced(*what, posted)
