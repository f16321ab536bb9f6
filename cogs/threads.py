"""Tables in threads of their own, so that a channel has room for several."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal
from weakref import WeakValueDictionary

import discord

from bot.cards.rulesets import RuleSet
from bot.cards.variations import variation_text, varied
from bot.core.states import AnyRules
from bot.game_types import rules_named
from bot.i18n import Translator
from bot.i18n.phrases import clip
from bot.preferences import ServerPreferences
from bot.seating import Person
from bot.table.errors import TableError
from bot.table.lobbies import check_turn_limit
from cogs.base.clicks import Click, acting_person
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb
from cogs.base.discord_errors import (
    DISCORD_ERRORS,
    HAS_THREAD,
    MESSAGE_GONE,
    TEXT_REFUSED,
    TOO_MANY_THREADS,
    described,
    has_code,
    is_forbidden,
    lasts,
    within,
)
from cogs.base.errors import note_refusal, sentence, with_link
from cogs.base.permissions import (
    are_threads_wanted,
    check_may_open_threads,
    check_may_play_in,
    thread_parent,
)
from cogs.base.screens import PRIMARY, Button, Screen
from cogs.base.text import moment, relative
from cogs.live.appointments import say_opened

from .services import Services

DAY: Final = 1440
WEEK: Final = 10080  # minutes without messages after which Discord archives a thread
PATIENCE = 30.0  # seconds that one call about a thread may take; the server's next one waits for it
MOST_APPOINTMENTS = 3  # tables by appointment that a person may host in a server
LONG_TURN = 86_400  # the turn limit in seconds from which on a thread stays for a week
_TAKEN = {
    "already_running",
    "appointment_joined",
    "appointment_open",
    "lobby_joined",
    "lobby_open",
}
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class NewTable:
    """The table that a person asked for, with the limit of a turn in seconds."""

    rules: AnyRules
    turn_limit: int | None
    guests: Sequence[Person] = ()  # invited to it
    begins_at: float | None = None  # by appointment, in seconds since 1970


def opened_line(words: Translator, new: NewTable, thread: str = "") -> str:
    """Say to the host that the table is open, perhaps in a thread."""
    if new.begins_at is None:
        return words("lobby.opened_in_thread", thread=thread) if thread else words("lobby.opened")
    begins = {"time": moment(new.begins_at), "when": relative(new.begins_at)}
    if thread:
        return words("lobby.opened_in_thread_by_appointment", thread=thread, **begins)
    return words("lobby.opened_by_appointment", **begins)


def thread_button_id(new: NewTable) -> CustomId | None:
    """Return the custom id that opens this table in a thread; None if it is too long."""
    rules = new.rules
    own = isinstance(rules, RuleSet) and rules != rules_named(rules.edition)
    variation = [variation_text(rules)] if isinstance(rules, RuleSet) and own else []
    try:
        args = (rules.edition, str(new.turn_limit or 0), *variation)
        return CustomId.of(Verb.THREAD, *args)
    except BadCustomIdError:
        return None


def new_table(rules: AnyRules, seconds: int, variation: str = "") -> NewTable:
    """Return the table of a custom id; raises BadCustomIdError, GameError or TableError."""
    turn_limit = seconds or None
    check_turn_limit(turn_limit)
    if not variation:
        return NewTable(rules, turn_limit)
    if not isinstance(rules, RuleSet):
        raise BadCustomIdError("an edition without variations")
    return NewTable(varied(rules, variation), turn_limit)


class ThreadTables:
    """Opens tables in new threads."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def offer(
        self, interaction: discord.Interaction, new: NewTable, refused: TableError
    ) -> None:
        """Offer a thread for a table without room here; raises the refusal if impossible."""
        server = await self._services.preferences.server(interaction.guild_id or 0)
        meaning = thread_button_id(new)
        parent = thread_parent(interaction, server)
        wanted = parent is not None and are_threads_wanted(parent)
        if refused.code not in _TAKEN or meaning is None or not wanted:
            raise refused
        note_refusal(interaction, refused)
        words = self._services.preferences.translator(interaction)
        in_thread = Button(words("lobby.in_thread"), meaning, PRIMARY)
        refusal = with_link(sentence(words, refused) or "", refused, interaction)
        await self._services.sender.show(interaction, Screen.of([refusal], [in_thread]))

    async def opened_by(self, click: Click, new: NewTable) -> None:
        await click.defer()
        server = await self._services.preferences.server(click.guild_id)
        parent = thread_parent(click.interaction, server)
        if parent is None:
            raise BadCustomIdError("there are no threads here")
        await self.open(click.interaction, server, new, parent)

    async def open(
        self,
        interaction: discord.Interaction,
        server: ServerPreferences,
        new: NewTable,
        parent: discord.TextChannel,
        notes: Sequence[str] = (),
    ) -> None:
        """Open a table in a thread of a channel, and link it in the deferred answer with notes.

        Raises CannotOpenThreadsError, TableError ``not_here`` or ``hosts_elsewhere``, and what
        :func:`new_thread` and :meth:`GameManager.open_lobby` raise.
        """
        check_may_play_in(parent.guild, server, parent.id)
        check_may_open_threads(parent)
        # One after another, so that no person opens two at once or gets another's thread.
        lock = self._locks.setdefault(parent.guild.id, asyncio.Lock())
        preferences = self._services.preferences
        async with lock:
            self._check_hosts_few(interaction, new)
            thread = await self._thread(interaction, server, new, parent)
            manager = self._services.registry.for_channel(thread.id, thread.guild.id)
            host = acting_person(interaction)
            locale = preferences.server_locale(interaction)
            try:
                await manager.open_lobby(
                    host, new.rules, new.turn_limit, locale, new.guests, new.begins_at
                )
                await self._services.announcer.check_lobby(manager, host.user_id)
            except Exception:
                await _remove(thread)
                raise
        words = preferences.translator(interaction)
        say_opened(self._services, parent.guild, parent.id, manager)
        opened = opened_line(words, new, thread.mention)
        to_table = Button(words("help.to_table"), None, url=thread.jump_url)
        await asyncio.gather(
            add_to(thread, interaction.user),
            self._services.sender.show(interaction, Screen.of([opened, *notes], [to_table])),
        )

    def _check_hosts_few(self, interaction: discord.Interaction, new: NewTable) -> None:
        user_id = interaction.user.id
        busy = self._services.registry.busy_in(interaction.guild_id or 0)
        lobbies = [manager.lobby for manager in busy if manager.lobby is not None]
        for lobby in lobbies:
            same_time = new.begins_at is not None and lobby.begins_at == new.begins_at
            if same_time and lobby.knows(user_id):
                raise TableError("already_appointed", channel=f"<#{lobby.channel_id}>")
        hosted = [
            lobby
            for lobby in lobbies
            if lobby.host_id == user_id and (lobby.begins_at is None) == (new.begins_at is None)
        ]
        if len(hosted) >= (1 if new.begins_at is None else MOST_APPOINTMENTS):
            raise TableError("hosts_elsewhere", channel=f"<#{hosted[0].channel_id}>")

    async def _thread(
        self,
        interaction: discord.Interaction,
        server: ServerPreferences,
        new: NewTable,
        parent: discord.TextChannel,
    ) -> discord.Thread:
        """Return a new thread, or an unused one of this host."""
        locale = self._services.preferences.server_locale(interaction)
        words = self._services.preferences.public_reader(server, locale).words
        own = words("lobby.thread_name", host=interaction.user.display_name)
        names = clip(own), words("help.title")
        for thread in parent.threads:
            if thread.name in names and self._is_unused(thread):
                return thread
        is_long = (new.turn_limit or 0) >= LONG_TURN or new.begins_at is not None
        return await new_thread(parent, names, WEEK if is_long else DAY)

    def _is_unused(self, thread: discord.Thread) -> bool:
        """Return whether the bot made a thread that has neither messages nor players."""
        manager = self._services.registry.find(thread.id)
        ours = thread.owner_id == thread.guild.me.id
        return ours and thread.last_message_id is None and (manager is None or not manager.ids)


async def new_thread(
    parent: discord.TextChannel,
    names: Sequence[str],
    minutes: Literal[1440, 10080],
    message: discord.abc.Snowflake | None = None,
) -> discord.Thread:
    """Create a thread that is archived after these minutes without messages.

    A name that Discord or the server refuses is replaced by the next one. A thread that is begun
    from a message has its id, and is created once. Raises Forbidden, NotFound without the message,
    and TableError ``too_many_threads``, ``thread_refused``, or ``no_thread`` if it may be there.
    """
    kinds = discord.ChannelType
    name, *others = names
    try:
        async with within(PATIENCE):
            return await parent.create_thread(
                name=name,
                message=message,
                type=kinds.news_thread if parent.is_news() else kinds.public_thread,
                auto_archive_duration=minutes,
            )
    except DISCORD_ERRORS as error:
        if message is not None and has_code(error, HAS_THREAD):
            return await _find_thread(parent, message.id)
        if has_code(error, TEXT_REFUSED) and others:
            return await new_thread(parent, others, minutes, message)
        if is_forbidden(error) or has_code(error, MESSAGE_GONE):
            raise
        _log.warning("no thread was created: %s", described(error))
        if has_code(error, TOO_MANY_THREADS):
            raise TableError("too_many_threads") from error
        raise TableError("thread_refused" if lasts(error) else "no_thread") from error


async def _find_thread(parent: discord.TextChannel, message_id: int) -> discord.Thread:
    thread = parent.get_thread(message_id)
    if thread is None:
        async with within(PATIENCE):
            found = await parent.guild.fetch_channel(message_id)
        assert isinstance(found, discord.Thread), "it has the id of its message"
        thread = found
    return thread


async def add_to(thread: discord.Thread, person: discord.abc.Snowflake) -> None:
    try:
        async with within(PATIENCE):
            await thread.add_user(person)
    except DISCORD_ERRORS as error:
        _log.warning("somebody was not added to a thread: %s", described(error))


async def _remove(thread: discord.Thread) -> None:
    """Delete an unused thread, or archive it if the bot may not delete threads."""
    try:
        async with within(PATIENCE):
            try:
                await thread.delete()
            except discord.Forbidden:
                await thread.edit(archived=True)
    except DISCORD_ERRORS as error:
        _log.warning("an unused thread was not removed: %s", described(error))
