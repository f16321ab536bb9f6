"""Cups: the command that opens one, the buttons of its message, its messages and threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Annotated

import discord
from discord import app_commands
from discord.ext import commands

from bot.cups.engine import CupError
from bot.cups.standings import leader
from bot.cups.state import FORMATS, MOST_ROUNDS, SWISS, CupStatus, LiveCup
from bot.i18n import Translator
from bot.i18n.cups import MOST_SHOWN, participant_name
from bot.results.standings import BoardQuery, By, CupSeason
from bot.seating import Person
from bot.storage.cups import people_to_call, season_board, stored_cup
from bot.table.cups import Cups
from bot.table.errors import TableError
from bot.table.lobbies import LONGEST_NAME
from bot.work_queue import Urgency
from cogs.base.clicks import Click, acting_person, on
from cogs.base.custom_ids import CustomId, GameId, UserId, Verb, parse_index
from cogs.base.discord_errors import (
    BLOCKED,
    CHANNEL_GONE,
    DISCORD_ERRORS,
    MESSAGE_GONE,
    has_code,
    is_forbidden,
)
from cogs.base.errors import refusal, sentence
from cogs.base.permissions import (
    CannotOpenThreadsError,
    LacksPermissionsError,
    check_can_post_here,
    check_manages_server,
    check_may_open_threads,
    check_may_play_in,
    known_server_id,
    may_attach,
    thread_parent,
    thread_permissions,
)
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import PageNumber, Screen, buttons_below, question_screen
from cogs.base.slash_commands import command, localized, make_choices
from cogs.base.text import LONGEST_START, bold, escaped, message_link, parse_start
from cogs.live.appointments import called_role
from cogs.live.message_poster import PostContent
from cogs.live.notifications import letter_words, write_to
from cogs.live.services import LiveServices
from cogs.pages.cup_page import (
    MOST_NAMES,
    ON_STEPS,
    call,
    call_over,
    close_question,
    cup_screen,
    greeting,
    here_button,
    more_screen,
    own_table_screen,
    reminder,
    round_screen,
    season_lines,
    standings_screen,
    thread_names,
)

from .lobby import EDITIONS, LENGTHS, new_rules
from .services import BaseCog
from .threads import DAY, LONG_TURN, WEEK, add_to, new_thread

RoundNumber = Annotated[int, partial(parse_index, size=MOST_ROUNDS + 1)]
_FORMATS = make_choices("cup.format.{}", FORMATS)
_ONCE = "none"
_WEEKLY = "week"
_EVERY = make_choices("cup.every.{}", (_ONCE, _WEEKLY))


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class CupCog(
    BaseCog,
    commands.GroupCog,
    group_name=localized("commands.cup.name"),
    group_description=localized("commands.cup.description"),
):
    """Opens cups and answers the buttons of their messages."""

    @command(
        "cup_open",
        called="cup_name",
        start="cup_start",
        edition_id="edition",
        length="length",
        form="cup_format",
        every="cup_every",
    )
    @app_commands.choices(edition_id=EDITIONS, length=LENGTHS, form=_FORMATS, every=_EVERY)
    async def open(  # noqa: PLR0913, PLR0917  # the options of the command
        self,
        interaction: discord.Interaction,
        called: app_commands.Range[str, 1, LONGEST_NAME],
        start: app_commands.Range[str, 1, LONGEST_START] | None = None,
        edition_id: str | None = None,
        length: str | None = None,
        form: str = SWISS.name,
        every: str = _ONCE,
    ) -> None:
        preferences = self.services.preferences
        due = None if start is None else parse_start(start, self.services.clock.now())
        server = await preferences.server(known_server_id(interaction))
        rules = new_rules(server, edition_id, length)
        check_can_post_here(interaction)
        parent = thread_parent(interaction, server)
        if parent is None:
            raise TableError("thread_refused")
        check_may_play_in(interaction.guild, server, parent.id)
        check_may_open_threads(parent, "send_messages")
        stored = await self.services.cups.open(
            acting_person(interaction),
            called,
            FORMATS[form],
            rules,
            guild_id=known_server_id(interaction),
            channel_id=parent.id,
            locale=preferences.server_locale(interaction),
            due=due,
            weekly=every == _WEEKLY,
        )
        words = preferences.translator(interaction)
        await self.show(interaction, Screen.of([words("cup.opened")]))
        cup_id = stored.cup.cup_id
        error = await self.services.retry_queue.failure(("cup", cup_id))
        if error is not None and has_code(error, BLOCKED):
            await self.services.cups.channel_lost(cup_id)
            await self.show(interaction, Screen.of([refusal(interaction, words, error)]))

    async def _cup(self, click: Click, cup_id: str = "") -> LiveCup:
        cup_id = cup_id or click.meaning.game
        stored = self.services.cups.find(cup_id) or await self.look_up(stored_cup, cup_id)
        if stored is None or stored.guild_id != click.guild_id:
            raise TableError("no_cup")
        return stored

    @staticmethod
    def _hosts(click: Click, stored: LiveCup) -> bool:
        return click.user_id == stored.host_id or click.interaction.permissions.manage_guild

    async def _hosted(self, click: Click) -> LiveCup:
        stored = await self._cup(click)
        if not self._hosts(click, stored):
            check_manages_server(click.interaction)
        return stored

    async def _change(
        self, click: Click, change: Callable[[str], Awaitable[LiveCup]], said: str
    ) -> None:
        """Change the cup for its host, and confirm it by the message ``said`` of the catalogue."""
        stored = await self._hosted(click)
        await click.defer()
        await change(stored.cup.cup_id)
        await self.show(click.interaction, Screen.of([click.words(said)]))

    @on(Verb.CUP_JOIN)
    async def _join(self, click: Click) -> None:
        stored = await self._cup(click)
        late = stored.cup.status is not CupStatus.OPEN
        await (click.defer_private() if late else click.defer_quietly())
        await self.services.cups.join(stored.cup.cup_id, click.person)
        if late:
            await self.show(click.interaction, Screen.of([click.words("cup.joined_late")]))

    @on(Verb.CUP_LEAVE)
    async def _leave(self, click: Click) -> None:
        stored = await self._cup(click)
        if stored.cup.status is CupStatus.OPEN:
            await click.defer_quietly()
            await self.services.cups.leave(stored.cup.cup_id, click.user_id)
            return
        asked = click.words("cup.ask_leave")
        await click.reply(_question(click, asked, "cup.leave_now", Verb.CUP_LEAVE_NOW))

    @on(Verb.CUP_LEAVE_NOW)
    async def _leave_now(self, click: Click) -> None:
        stored = await self._cup(click)
        await click.defer()
        await self.services.cups.leave(stored.cup.cup_id, click.user_id)
        await self.show(click.interaction, Screen.of([click.words("cup.left")]))

    @on(Verb.CUP_TABLE)
    async def _table(self, click: Click) -> None:
        await click.reply(own_table_screen(click.words, await self._cup(click), click.user_id))

    @on(Verb.CUP_HERE)
    async def _here(self, click: Click, number: RoundNumber) -> None:
        stored = await self._cup(click)
        await click.defer_private()
        cup = stored.cup
        this_round = cup.status is CupStatus.PLAYING and len(cup.rounds) == number
        seated = this_round and cup.round.find_table(click.user_id) is not None
        if seated:
            stored = await self.services.cups.check_in(cup.cup_id, click.user_id)
        screen = own_table_screen(click.words, stored, click.user_id)
        said = [click.words("cup.checked_in")] if seated else []
        await self.show(click.interaction, screen.around(said))

    @on(Verb.CUP_STANDINGS)
    async def _standings(self, click: Click, cup_id: GameId = "", page: PageNumber = 0) -> None:
        """Open the standings from the public message, or turn the page of private ones."""
        stored = await self._cup(click, cup_id)
        answer = click.replace if cup_id else click.reply
        await answer(standings_screen(click.words, stored.cup, click.user_id, page))

    @on(Verb.CUP_MORE)
    async def _more(self, click: Click) -> None:
        stored = await self._cup(click)
        await click.reply(more_screen(click.words, stored, hosts=self._hosts(click, stored)))

    @on(Verb.CUP_START)
    async def _start(self, click: Click) -> None:
        await self._change(click, self.services.cups.start, "cup.started")

    @on(Verb.CUP_TAKE_OUT)
    async def _take_out(self, click: Click, *, user_id: UserId) -> None:
        stored = await self._hosted(click)
        participant = stored.cup.participant(user_id)
        if participant is None or participant.left:
            raise TableError("not_in_this_cup")
        asked = click.words("cup.ask_take_out", name=escaped(participant.name))
        question = _question(click, asked, "cup.take_out_now", Verb.CUP_TAKE_OUT_NOW, str(user_id))
        await click.replace(question)

    @on(Verb.CUP_TAKE_OUT_NOW)
    async def _take_out_now(self, click: Click, user_id: UserId) -> None:
        take_out = partial(self.services.cups.take_out, user_id=user_id)
        await self._change(click, take_out, "cup.taken_out")

    @on(Verb.CUP_CLOSE)
    async def _close(self, click: Click) -> None:
        stored = await self._hosted(click)
        best = leader(stored.cup)
        if best is None:
            raise CupError("nobody_leads")
        name = escaped(participant_name(stored.cup, best))
        asked = close_question(click.words, stored.cup, name)
        await click.replace(_question(click, asked, "cup.close_early", Verb.CUP_CLOSE_NOW))

    @on(Verb.CUP_CLOSE_NOW)
    async def _close_now(self, click: Click) -> None:
        await self._change(click, self.services.cups.close_early, "cup.closed_now")

    @on(Verb.CUP_CANCEL)
    async def _cancel(self, click: Click) -> None:
        await self._hosted(click)
        asked = click.words("cup.ask_cancel")
        await click.replace(_question(click, asked, "cup.cancel", Verb.CUP_CANCEL_NOW))

    @on(Verb.CUP_CANCEL_NOW)
    async def _cancel_now(self, click: Click) -> None:
        await self._change(click, self.services.cups.cancel, "cup.cancelled_now")

    @on(Verb.CUP_STOP)
    async def _stop(self, click: Click) -> None:
        await self._hosted(click)
        asked = click.words("cup.ask_stop")
        await click.replace(_question(click, asked, "cup.stop", Verb.CUP_STOP_NOW))

    @on(Verb.CUP_STOP_NOW)
    async def _stop_now(self, click: Click) -> None:
        stored = await self._hosted(click)
        await click.defer()
        if stored.series is not None:
            await self.services.cups.stop_repeating(stored.series)
        await self.show(click.interaction, Screen.of([click.words("cup.stopped")]))


def _question(click: Click, asked: str, yes: str, now: Verb, *args: str) -> Screen:
    words = click.words
    meaning = CustomId(click.meaning.game, 0, now, args)
    return question_screen([asked], words(yes), meaning, words("cup.stay"))


_PEOPLE = discord.AllowedMentions(everyone=False, roles=False, users=True)


class CupMessages:
    """Shows cups in Discord for :class:`~bot.table.cups.Cups`."""

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        # The errors that prevent threads, by cup and table.
        self._problems: dict[str, dict[int, Exception]] = {}
        # The cups whose calls say that they have begun or were cancelled.
        self._corrected: set[str] = set()

    def show(self, cups: Cups, stored: LiveCup) -> None:
        cup_id = stored.cup.cup_id
        self._services.retry_queue.submit((("cup", cup_id), partial(self._update, cups, cup_id)))

    def remind(self, stored: LiveCup) -> None:
        job = partial(self._remind, stored)
        self._services.retry_queue.submit((("cup-reminder", stored.cup.cup_id), job))

    async def open_thread(
        self, cups: Cups, stored: LiveCup, table: int, note: Callable[[int], Awaitable[None]]
    ) -> int:
        """Call the people of a table, and begin its thread from that message, each once.

        ``note`` stores their id. The cup's message shows an error that is raised here:
        CannotOpenThreadsError, DISCORD_ERRORS, or the TableError of
        :func:`~cogs.threads.new_thread` or ``note``.
        """
        guild = self._services.client.get_guild(stored.guild_id)
        parent = guild.get_channel(stored.channel_id) if guild is not None else None
        if parent is None:
            # The bot has just started, or its server has an outage.
            raise TableError("no_thread")
        problems = self._problems.setdefault(stored.cup.cup_id, {})
        try:
            thread_id = await self._open_thread(stored, table, parent, note)
        except (TableError, LacksPermissionsError, *DISCORD_ERRORS) as error:
            problems[table] = error
            self.show(cups, stored)
            raise
        problems.pop(table, None)
        return thread_id

    async def _open_thread(
        self,
        stored: LiveCup,
        table: int,
        parent: discord.abc.GuildChannel,
        note: Callable[[int], Awaitable[None]],
    ) -> int:
        if not isinstance(parent, discord.TextChannel):
            raise TableError("thread_refused")
        check_may_open_threads(parent, "send_messages")
        words = (await self._reader(stored)).words
        game_id = stored.games[table].game_id
        message_id = stored.games[table].channel_id
        thread = None
        if message_id is not None:
            thread = await self._thread(words, stored, table, parent, message_id)
        if thread is None:
            content = {
                "content": greeting(words, stored.cup, table),
                "allowed_mentions": _PEOPLE,
                "view": buttons_below(here_button(words, stored.cup)),
            }
            what = f"cup-table {game_id} {message_id}"
            posted = await self._services.poster.post(what, parent.id, content, note)
            thread = await self._thread(words, stored, table, parent, posted)
        if thread is None:
            raise TableError("no_thread")
        people = map(discord.Object, stored.cup.round.tables[table].people)
        await asyncio.gather(*(add_to(thread, person) for person in people))
        return thread.id

    async def _thread(
        self,
        words: Translator,
        stored: LiveCup,
        table: int,
        parent: discord.TextChannel,
        message_id: int,
    ) -> discord.Thread | None:
        """Return the thread that is begun from a message; None if the message was deleted."""
        long = stored.cup.format.round_time > LONG_TURN
        names = thread_names(words, stored.cup, table)
        message = discord.Object(message_id)
        try:
            return await new_thread(parent, names, WEEK if long else DAY, message)
        except discord.NotFound as error:
            if not has_code(error, MESSAGE_GONE):
                raise
            return None
        except discord.Forbidden:
            if not thread_permissions(parent, parent.guild.me).read_message_history:
                raise CannotOpenThreadsError("read_message_history") from None
            raise

    async def _reader(self, stored: LiveCup) -> DisplayOptions:
        server = await self._services.preferences.server(stored.guild_id)
        pictures = may_attach(self._services.client.get_guild(stored.guild_id), stored.channel_id)
        return replace(
            self._services.preferences.public_reader(server, stored.locale), pictures=pictures
        )

    async def _update(self, cups: Cups, cup_id: str) -> None:
        stored = cups.find(cup_id)
        if stored is None:
            return
        try:
            # The end of a cup is shown before the one that follows.
            lock = f"cup {stored.series or cup_id}"
            async with self._services.poster.lock((lock, stored.channel_id)):
                await self._show(cups, cup_id)
        except discord.HTTPException as error:
            guild = self._services.client.get_guild(stored.guild_id)
            gone = has_code(error, CHANNEL_GONE)
            posted = (cups.find(cup_id) or stored).message_id is not None
            follows = not posted and stored.series not in (None, cup_id)
            refused = follows and (is_forbidden(error) or has_code(error, BLOCKED))
            if not (gone or refused) or guild is None or guild.unavailable:
                raise
            if stored.next_at is not None and not stored.cup.over:
                await self._tell_host(stored, error)
            await cups.channel_lost(cup_id)

    async def _tell_host(self, stored: LiveCup, error: Exception) -> None:
        """Write to the host of a cup why it does not repeat any more."""
        if stored.host_id is None:
            return

        async def note(_dm_id: int, _message_id: int) -> None:
            """Store nothing: if it is lost, Discord knows the message for some minutes."""

        own = await self._services.preferences.person(stored.host_id)
        words = letter_words(self._services, stored.locale, own)
        why = words("cup.channel_closed", channel=f"<#{stored.channel_id}>")
        if has_code(error, CHANNEL_GONE):
            why = words("cup.channel_gone")
        elif has_code(error, BLOCKED):
            why = words("errors.blocked")
        names = {"cup": bold(escaped(stored.cup.name)), "command": words.command("cup", "cup_open")}
        said = words("cup.lost", why=why, **names)
        content = {"content": said, "allowed_mentions": discord.AllowedMentions.none()}
        what = f"cup-lost {stored.cup.cup_id}"
        await write_to(self._services, stored.host_id, what, content, note)

    async def _show(self, cups: Cups, cup_id: str) -> None:
        async with self._services.sender.work_queue.turn(Urgency.TABLE):
            stored = cups.find(cup_id)
            if stored is None:
                return
            drawn = await self._services.sender.drawn(await self._screen(stored))
        channel_id = stored.channel_id
        message_id = stored.message_id
        if message_id is None or not await self._services.poster.edit(
            channel_id, message_id, drawn
        ):
            what = f"cup {cup_id} {message_id}"
            note = partial(cups.note_message, cup_id)
            await self._services.poster.post(what, channel_id, drawn, note)
        if stored.cup.status is CupStatus.OPEN:
            # If the call is refused, the cup still stands.
            job = partial(self._call, cups, cup_id)
            self._services.retry_queue.submit((("opening", cup_id), job))
            # Later the tables fetch them.
            first = [participant.person for participant in stored.cup.participants[:MOST_SHOWN]]
            self._services.avatars.fetch_for(
                cup_id, stored.guild_id, first, partial(self._redraw, cups, stored)
            )
        elif cup_id not in self._corrected:
            self._corrected.add(cup_id)
            correct = partial(self._correct_calls, stored)
            self._services.retry_queue.submit((("opening", cup_id), correct))
        if stored.cup.rounds_over and stored.cup.status is not CupStatus.CANCELLED:
            await self._post_standings(stored)
        if stored.cup.over:
            self._problems.pop(cup_id, None)
            self._corrected.discard(cup_id)
            await cups.note_end_shown(cup_id)

    async def _call(self, cups: Cups, cup_id: str) -> None:
        """Call the server's role for an open cup, and the people of the cup before, once."""
        # Before, the server is not known.
        await self._services.client.wait_until_ready()
        stored = cups.find(cup_id)
        guild = None if stored is None else self._services.client.get_guild(stored.guild_id)
        if stored is None or guild is None or stored.cup.status is not CupStatus.OPEN:
            return

        async def make() -> PostContent | None:
            people = []
            if stored.series not in (None, cup_id):
                people = await self._services.store.read(people_to_call, stored)
            role = await called_role(self._services, guild, cup_id)
            if role is None and not people:
                return None
            words = (await self._reader(stored)).words
            link = message_link(stored.guild_id, stored.channel_id, stored.message_id)
            called = people if len(people) <= MOST_NAMES else []
            roles = [] if role is None else [role]
            mentions = [*(role.mention for role in roles), *(f"<@{person}>" for person in called)]
            users = [*map(discord.Object, called)]
            return {
                "content": call(words, stored, mentions, link),
                "allowed_mentions": discord.AllowedMentions(
                    everyone=False, roles=roles, users=users
                ),
            }

        key = f"cup {cup_id} call"
        await self._services.poster.announce(stored.guild_id, key, stored.channel_id, make)

    async def _correct_calls(self, stored: LiveCup) -> None:
        """Let the call and the reminder say that a cup has begun or was cancelled."""
        words = (await self._reader(stored)).words
        link = message_link(stored.guild_id, stored.channel_id, stored.message_id)
        content = {"content": call_over(words, stored.cup, link)}
        for key in f"cup {stored.cup.cup_id} call", f"cup {stored.cup.cup_id}":
            await self._services.poster.correct(stored.guild_id, key, content)

    async def _post_standings(self, stored: LiveCup) -> None:
        """Post the standings after each round once, and at the end the podium."""
        reader = await self._reader(stored)
        screen = round_screen(reader.words, stored, self._services.pictures(reader).cup(stored))
        if stored.series is not None and stored.cup.status is CupStatus.FINISHED:
            query = BoardQuery(stored.guild_id, By.CUPS, season=CupSeason(stored.series))
            season = await self._services.store.read(season_board, query, limit=ON_STEPS)
            screen = screen.around(below=season_lines(reader.words, season))
        make = partial(self._services.sender.made, screen)
        after = "end" if stored.cup.over else f"round {stored.cup.rounds_over}"
        key = f"cup {stored.cup.cup_id} {after}"
        await self._services.poster.announce(stored.guild_id, key, stored.channel_id, make)

    async def _redraw(self, cups: Cups, stored: LiveCup) -> None:
        self.show(cups, stored)

    async def _screen(self, stored: LiveCup) -> Screen:
        reader = await self._reader(stored)
        problems = self._problems.get(stored.cup.cup_id, {})
        said = next((sentence(reader.words, problem) for problem in problems.values()), None)
        drawing = self._services.pictures(reader).cup(stored)
        screen = cup_screen(reader.words, stored, drawing, said or "")
        winner = leader(stored.cup) if stored.cup.over else None
        best = None if winner is None else stored.cup.participant(winner)
        if best is None:
            return screen
        person = Person(best.person, best.name)
        earned = await self._services.achievements.of_cup(
            reader.words, stored.guild_id, stored.cup.cup_id, person
        )
        return screen.around(below=[earned] if earned else ())

    async def _remind(self, stored: LiveCup) -> None:
        words = (await self._reader(stored)).words
        link = message_link(stored.guild_id, stored.channel_id, stored.message_id)

        async def make() -> PostContent:
            return {"content": reminder(words, stored, link), "allowed_mentions": _PEOPLE}

        key = f"cup {stored.cup.cup_id}"
        await self._services.poster.announce(stored.guild_id, key, stored.channel_id, make)
