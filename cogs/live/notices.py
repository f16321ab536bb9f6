"""Turn notices: direct messages to people for whom a slow game waits."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial

import discord

from bot.i18n import Words, words_for
from bot.i18n.rulesets import title
from bot.i18n.time_zones import end_of_quiet
from bot.model import DirectNotices, PersonalPreferences, Shards, Table
from bot.storage.errors import StoreError
from bot.storage.notices import SentNotice, TurnNotice
from bot.storage.store import SqlStore
from bot.table.context import Clock
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.discord_errors import dms_are_closed
from cogs.base.panels import Panel, container, row, text
from cogs.base.preferences import Preferences
from cogs.base.text import bold, moment, relative, small
from cogs.pages.games_page import hand_button, place_of, table_button

from .displays import display_of
from .hands import LiveHands
from .once import ClaimedPosts
from .personal_turns import LateJobs, PersonalTurn, is_alone, turn_of
from .posting import LONGEST, Posting
from .retry_queue import Job, RetryQueue

PAUSE = 60.0
"""Seconds of a turn before its notice, so that those who are here get none."""
AGAIN = 60.0
"""Seconds until the next try where the database or the server cannot be reached."""
DM_GUILD = 0
"""The server that direct messages count as, which tells their shard."""
MOST_AT_ONCE = 2
_log = logging.getLogger(__name__)


def notice_panel(
    words: Words, manager: GameManager, user_id: int, place: str, *, with_hand: bool
) -> Panel:
    """Build a turn notice.

    Args:
        words: the language of the person.
        manager: the game, in which it is their turn.
        user_id: the person.
        place: the channel and server, formatted.
        with_hand: whether there is a button that opens their hand.
    """
    view, display = manager.view(user_id), display_of(manager.game.system)
    assert view.me is not None, "the person has a seat"
    about = [bold(place), title(words, view.rules)]
    trying = view.seats[view.me].trying
    if trying is not None:
        about.append(words("help.mine.phase", number=words.number(trying)))
    lines = [f"### {display.due(words, view)}", " · ".join(about)]
    if manager.game.deadline is not None:
        date, when = moment(manager.game.deadline), relative(manager.game.deadline)
        lines.append(words("notices.until", date=date, when=when))
    lines.append(small(words("notices.change", command=words.command("phase10", "notices"))))
    label = "notices.open" if display.hides else "help.play"
    hand = [hand_button(words, manager, label)] if with_hand else []
    return Panel(container(text(*lines), row(*hand, table_button(words, manager))))


def notice_due(turn: PersonalTurn, seen_until: float, own: PersonalPreferences) -> float:
    """Return when the notice of a turn is due, in seconds since 1970.

    Args:
        turn: the turn.
        seen_until: until when the person's hand is kept up to date on their screen.
        own: what the person chose.
    """
    due = max(turn.began + PAUSE, seen_until)
    return end_of_quiet(due, own.time_zone, own.quiet_from, own.quiet_until)


class TurnNotices:
    """Sends a notice of each turn in a slow game to the person, and deletes it after the turn.

    A notice is sent at most once; see :class:`~cogs.live.once.ClaimedPosts`. When it is due is
    computed from the table.

    Args:
        client: the connection to Discord.
        store: remembers what was sent.
        hands: the hands that are on people's screens.
        preferences: what people chose.
        clock: time.
        retry_queue: retries what Discord refuses.
        shards: those of this process.
    """

    def __init__(  # noqa: PLR0913  # all it works with
        self,
        client: discord.Client,
        store: SqlStore,
        hands: LiveHands,
        preferences: Preferences,
        *,
        clock: Clock,
        retry_queue: RetryQueue,
        shards: Shards,
    ) -> None:
        self._client = client
        self._store = store
        self._hands = hands
        self._preferences = preferences
        self._clock = clock
        self._shards = shards
        self._posting = Posting(client)
        self._claimed = ClaimedPosts(clock)
        self._late = LateJobs(clock, retry_queue)
        self._at_once = asyncio.Semaphore(MOST_AT_ONCE)
        self._reading = asyncio.Lock()
        # By channel, once it was read from the store.
        self._sent: dict[int, SentNotice] | None = None

    def jobs(self, manager: GameManager) -> list[Job]:
        """The jobs that bring the notice of a table up to date; none where there can be no one."""
        table, sent = manager.table, self._sent or {}
        if table is None or not (_is_concerned(table) or manager.channel_id in sent):
            return []
        return [self._job(manager)]

    def close(self) -> None:
        """Cancel the notices that are not due yet."""
        self._late.close()

    def _job(self, manager: GameManager) -> Job:
        return ("notice", manager.channel_id), partial(self._update, manager)

    async def _update(self, manager: GameManager) -> None:
        """Delete the notice of a turn that has passed, and send that of the present one in time."""
        self._late.cancel(manager.channel_id)
        turn = turn_of(manager)
        try:
            sent = await self._all_sent()
            await self._withdraw(sent, manager, turn)
            wait = await self._send_or_wait(sent, manager, turn)
        except StoreError as error:
            _log.warning("a turn notice was not sent yet: %s", error.code)
            wait = AGAIN
        if wait is not None:
            self._late.set(manager.channel_id, wait, self._job(manager))

    async def _all_sent(self) -> dict[int, SentNotice]:
        async with self._reading:
            if self._sent is None:
                self._sent = await self._store.sent_notices(self._shards)
            return self._sent

    async def _withdraw(
        self, sent: dict[int, SentNotice], manager: GameManager, turn: PersonalTurn | None
    ) -> None:
        """Delete the notice of another turn than the present one."""
        known = sent.get(manager.channel_id)
        if known is None or (turn is not None and known.notice == _notice_of(turn)):
            return
        del sent[manager.channel_id]
        if known.dm_id is not None and known.message_id is not None:
            await self._posting.delete(known.dm_id, known.message_id)
        await self._store.drop_notice(known.notice)

    async def _send_or_wait(
        self, sent: dict[int, SentNotice], manager: GameManager, turn: PersonalTurn | None
    ) -> float | None:
        """Send the notice of the present turn if it is due, else return the seconds until then."""
        table = manager.table
        if table is None or turn is None or not _is_concerned(table) or manager.channel_id in sent:
            return None
        own = await self._preferences.person(turn.user_id)
        if own.notices is not DirectNotices.ON:
            return None
        seen_until = self._hands.shown_until(turn.game_id, turn.user_id)
        wait = notice_due(turn, seen_until, own) - self._clock.now()
        if wait > 0:
            return wait
        guild = self._client.get_guild(manager.guild_id)
        if guild is None or guild.unavailable:
            # The bot has just started, or nobody can see the table.
            return AGAIN
        async with self._at_once:
            if turn_of(manager) == turn:
                await self._send(sent, manager, turn, own)
        return None

    async def _send(
        self,
        sent: dict[int, SentNotice],
        manager: GameManager,
        turn: PersonalTurn,
        own: PersonalPreferences,
    ) -> None:
        notice = _notice_of(turn)
        panel = notice_panel(
            self._words(manager.game.table, own),
            manager,
            turn.user_id,
            place_of(self._client, manager),
            with_hand=self._shards.serve(DM_GUILD),
        )
        try:
            message = await self._claimed.post(
                notice,
                partial(self._store.claim_notice, notice, manager.version),
                partial(self._store.drop_notice, notice),
                partial(self._post, notice, panel),
            )
        except discord.HTTPException as error:
            if not dms_are_closed(error):
                raise
            await self._switch_off(turn.user_id)
            return
        if message is not None:
            sent[manager.channel_id] = message
            await self._store.put_notice(message)

    async def _post(self, notice: TurnNotice, panel: Panel) -> SentNotice:
        async with asyncio.timeout(LONGEST):
            channel = await self._client.create_dm(discord.Object(notice.user_id))
        place = (channel.id, f"notice {notice.game_id}")
        message_id, _ = await self._posting.post(place, notice, view=panel)
        return SentNotice(notice, channel.id, message_id)

    def _words(self, table: Table, own: PersonalPreferences) -> Words:
        default = self._preferences.default_locale or own.discord_locale or table.locale
        words = words_for(own.locale or default)
        return replace(words, discord=own.discord_locale or words.discord)

    async def _switch_off(self, user_id: int) -> None:
        """Send a person no more notices, as they cannot get any."""
        try:
            await self._preferences.people.change(user_id, _refused)
        except TableError as error:
            _log.warning("turn notices of a person were not switched off: %s", error.code)


def _refused(own: PersonalPreferences) -> PersonalPreferences:
    on = own.notices is DirectNotices.ON
    return replace(own, notices=DirectNotices.REFUSED) if on else own


def _is_concerned(table: Table) -> bool:
    return table.is_slow and not is_alone(table)


def _notice_of(turn: PersonalTurn) -> TurnNotice:
    return TurnNotice(turn.game_id, turn.user_id, turn.number)
