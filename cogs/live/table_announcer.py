"""Brings channels up to date: lobby, table, private hands, turn ping and turn notice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal

import discord

from bot.cards.views import Highlight
from bot.seating import Lobby, LobbyEnd, Table
from bot.storage import games
from bot.storage.errors import StoreError
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.work_queue import Urgency
from cogs.base.discord_errors import (
    ARCHIVED,
    BLOCKED,
    CHANNEL_GONE,
    DISCORD_ERRORS,
    described,
    has_code,
)
from cogs.base.permissions import may_attach
from cogs.base.screens import Picture, Screen
from cogs.pages.lobby_page import closed_screen, lobby_screen

from .appointments import AGAIN, Appointments, OpeningLines
from .game_messages import table_screen
from .notifications import Invitations, TableQuestions, TurnNotices, TurnPings
from .private_hands import PrivateHands
from .retry_queue import Job
from .sender import Drawn
from .services import LiveServices

SHOWN_FOR = 20.0  # seconds after which an animation is deleted: the table is at the bottom again
MessageKind = Literal["lobby", "table"]  # both are there when a rematch is prepared
_log = logging.getLogger(__name__)


class Animations:
    """Posts the animations of highlights and deletes them again.

    A highlight is not shown later when its message fails or the process stops; the next process
    deletes the animations of running games.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        # The game and the message of the animation that this process posted, by channel.
        self._posted: dict[int, tuple[str, int]] = {}

    def job(self, manager: GameManager, highlight: Highlight) -> Job:
        """Return the job that shows a highlight in place of the one before."""
        return ("animation", manager.channel_id), partial(self._show, manager, highlight)

    def cleaning(self, manager: GameManager) -> list[Job]:
        """Return the job that deletes an animation of an earlier process, or of an undone turn."""
        table = manager.table
        if table is None:
            return []
        earlier = table.animation_id is not None and manager.channel_id not in self._posted
        if not (earlier or manager.game.just_taken_back):
            return []
        return [(("animation", manager.channel_id), partial(self._remove, manager))]

    async def _show(self, manager: GameManager, highlight: Highlight) -> None:
        game_id = highlight.view.game_id
        picture = await self._drawn(manager, highlight)
        # The next game may have begun meanwhile.
        if picture is None or manager.table is None or manager.table.game_id != game_id:
            return
        await self._remove(manager)

        async def note(message_id: int) -> None:
            self._posted[manager.channel_id] = game_id, message_id
            await self._note_posted(manager, game_id)

        drawn = Drawn(Screen((), drawings=(picture,)), (picture,))
        what = f"animation {game_id} {highlight.view.version}"
        try:
            await self._services.poster.post(what, manager.channel_id, drawn, note, silent=True)
        except DISCORD_ERRORS as error:
            _log.warning("an animation was not shown: %s", described(error))
            return
        removal = ("animation-end", manager.channel_id), partial(self._remove, manager)
        self._services.retry_queue.submit_later(SHOWN_FOR, removal)

    async def _remove(self, manager: GameManager) -> None:
        """Delete the animation that is shown, if there is one, also that of an earlier process."""
        table = manager.table
        if manager.channel_id in self._posted:
            game_id, message_id = self._posted.pop(manager.channel_id)
        elif table is not None and table.animation_id is not None:
            game_id = table.game_id
            message_id = table.animation_id
        else:
            return
        await self._services.poster.delete(manager.channel_id, message_id)
        await self._note_posted(manager, game_id)

    async def _note_posted(self, manager: GameManager, game_id: str) -> None:
        """Store the animation that is posted now, which may be newer than the deleted one."""
        newest, message_id = self._posted.get(manager.channel_id, (game_id, None))
        await manager.note_animation(message_id, newest)

    async def _drawn(self, manager: GameManager, highlight: Highlight) -> Picture | None:
        """Draw the animation, unless it is not wanted or not possible here."""
        table = manager.table
        server = await self._services.preferences.server(manager.guild_id)
        guild = self._services.client.get_guild(manager.guild_id)
        if table is None or not server.animations or not may_attach(guild, manager.channel_id):
            return None
        for seat in highlight.seats:
            user_id = table.occupants[seat].user_id
            if (
                user_id is not None
                and not (await self._services.preferences.person(user_id)).animations
            ):
                return None
        reader = self._services.preferences.public_reader(server, table.locale)
        return await self._services.sender.highlight(
            reader, highlight, self._services.pictures(reader).seats(manager)
        )


MOST_PASSED = 8  # messages of others after which a changed table is posted again at the bottom
PATIENCE = 10.0  # seconds that a person who clicked waits for a message at most


class TableAnnouncer:
    """Posts and edits the messages of channels; all that it remembers may be lost in a restart."""

    def __init__(
        self,
        services: LiveServices,
        hands: PrivateHands,
        find_manager: Callable[[int], GameManager],
    ) -> None:
        self._services = services
        self._hands = hands
        self._find_manager = find_manager
        self._animations = Animations(services)
        self._pings = TurnPings(services)
        self._questions = TableQuestions(services)
        self.invitations = Invitations(services)
        self._opening_lines = OpeningLines(services)
        self._appointments = Appointments(services)
        self._notices = TurnNotices(services, hands)
        # By channel.
        self._passed: dict[int, int] = {}
        # The message that was sent last, and the screen that it shows.
        self._shown: dict[int, tuple[int, Screen]] = {}
        # The channels whose messages this process has looked at.
        self._seen: set[int] = set()
        self._reposting: set[asyncio.Task[None]] = set()

    # -- the port of the tables ------------------------------------------------------------

    def lobby(self, channel_id: int) -> None:
        manager = self._find_manager(channel_id)
        self._services.retry_queue.submit(
            self._job(manager, "lobby"),
            *self.invitations.jobs(manager),
            *self._opening_lines.jobs(manager),
            *self._appointments.jobs(manager),
        )

    def table(self, channel_id: int) -> None:
        """Update hands, table, turn ping and turn notice; none waits for another.

        A private table has its owner's hand alone.
        """
        manager = self._find_manager(channel_id)
        self._services.retry_queue.submit(*self._hands.jobs(manager))
        if manager.is_private:
            # The next update shows them.
            self._services.avatars.fetch(manager)
            return
        self._services.retry_queue.submit(
            self._job(manager, "table"),
            self._pings.job(manager),
            *self._questions.jobs(manager),
            *self._animations.cleaning(manager),
            *self._notices.jobs(manager),
        )

    def highlight(self, channel_id: int, highlight: Highlight) -> None:
        """Show the animation of a highlight in the channel, or in the hand of a solo game."""
        manager = self._find_manager(channel_id)
        if manager.is_private:
            self._services.retry_queue.submit(*self._hands.animations(manager, highlight))
        elif highlight.first:
            self._services.retry_queue.submit(self._animations.job(manager, highlight))

    def remind(self, channel_id: int, turn_at: float) -> None:
        """Ping the player to act once more, if their turn began at ``turn_at``."""
        self._services.retry_queue.submit(
            self._pings.reminder_job(self._find_manager(channel_id), turn_at)
        )

    def begun(self, lobby: Lobby) -> None:
        if lobby.is_told_elsewhere:
            self._services.retry_queue.submit(self._end_job(lobby, LobbyEnd.BEGUN))

    def gone(self, lobby: Lobby) -> None:
        self._services.retry_queue.submit(self._end_job(lobby, LobbyEnd.CLOSED))

    # -- for commands and events -----------------------------------------------------------

    def count(self, channel_id: int) -> None:
        if channel_id in self._passed:
            self._passed[channel_id] += 1

    def redraw(self, manager: GameManager) -> None:
        """Show lobby and running game with the server's new settings."""
        self.lobby(manager.channel_id)
        if manager.running:
            self.table(manager.channel_id)

    async def look_after(self, manager: GameManager) -> None:
        """Update the message of lobby or running game, and repost it if it was deleted."""
        # Only another edit shows whether it was.
        self._shown.pop(manager.channel_id, None)
        if manager.lobby is not None:
            await self._services.retry_queue.run(self._job(manager, "lobby"))
        elif manager.running:
            await self._services.retry_queue.run(self._job(manager, "table"))

    async def check_lobby(self, manager: GameManager, host_id: int) -> None:
        """Cancel a new lobby whose message the server blocks; raises TableError ``blocked``."""
        error = await self._services.retry_queue.failure(("lobby", manager.channel_id))
        if error is not None and has_code(error, BLOCKED):
            await manager.cancel(host_id)
            raise TableError("blocked")

    def retry(self, channel_id: int) -> None:
        """Retry a channel's failed updates now."""
        for kind in ("lobby", "invitation", "table", "ping", "question"):
            self._services.retry_queue.retry_now((kind, channel_id))

    async def repost(self, manager: GameManager) -> int | None:
        """Post the message of the lobby, else of the game, again at the bottom of the channel.

        Returns the id of the message. Raises DISCORD_ERRORS, or TableError ``no_game`` if there is
        neither, ``discord_slow`` if it is posted later.
        """
        kind: MessageKind = "table" if manager.lobby is None else "lobby"
        task = asyncio.create_task(self._show(manager, kind, repost=True))
        self._reposting.add(task)
        task.add_done_callback(self._reposting.discard)
        # So that asyncio logs no error that nobody waits for.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        if not done:
            raise TableError("discord_slow")
        task.result()
        return (manager.lobby or manager.game.table).message_id

    def forget(self, channel_id: int) -> None:
        self._passed.pop(channel_id, None)
        self._shown.pop(channel_id, None)
        self._seen.discard(channel_id)

    # -- updates ---------------------------------------------------------------------------

    def _job(self, manager: GameManager, kind: MessageKind) -> Job:
        return (kind, manager.channel_id), partial(self._update, manager, kind)

    async def _update(self, manager: GameManager, kind: MessageKind) -> None:
        """Show lobby or table, or end them when the channel was deleted."""
        self._show_next_step(manager, kind)
        try:
            await self._show(manager, kind)
        except discord.NotFound as error:
            guild = self._services.client.get_guild(manager.guild_id)
            if not has_code(error, CHANNEL_GONE) or guild is None or guild.unavailable:
                raise
            self.forget(manager.channel_id)
            try:
                await manager.channel_deleted()
            except TableError:
                # Not stored: it is retried like a message that could not be sent.
                raise error from None

    def _show_next_step(self, manager: GameManager, kind: MessageKind) -> None:
        """Update the table again where it shows a turn step by step, unless a change is faster."""
        until = manager.shown.until if kind == "table" and manager.running else None
        if until is not None:
            delay = until - self._services.clock.now()
            self._services.retry_queue.submit_later(delay, self._job(manager, kind))

    async def _show(self, manager: GameManager, kind: MessageKind, *, repost: bool = False) -> None:
        async with self._lock(manager.channel_id):
            if not repost and await self._stands(manager, kind):
                # The next update shows them.
                self._services.avatars.fetch(manager)
                return
            async with self._services.sender.work_queue.turn(Urgency.TABLE):
                # Changes during the wait are shown as well.
                shown = manager.lobby if kind == "lobby" else manager.table
                if shown is None:
                    return
                over = not manager.running
                screen = await self._screen(manager, shown)
                known = self._shown.get(manager.channel_id)
                done = not repost and known == (shown.message_id, screen)
                drawn = Drawn(screen) if done else await self._services.sender.drawn(screen)
            try:
                if not done:
                    await self._send(manager, shown, drawn, repost=repost)
            except discord.HTTPException as error:
                if not await self._services.sender.without_emojis(error):
                    raise
                # Once more, with words for the emojis that Discord has deleted.
                self._services.retry_queue.submit(self._job(manager, kind))
                return
        if isinstance(shown, Table) and over:
            self._shown.pop(manager.channel_id, None)
            await manager.note_end_shown(shown.game_id)
        self._services.avatars.fetch(manager, partial(self._show, kind=kind))

    async def _stands(self, manager: GameManager, kind: MessageKind) -> bool:
        """Return whether the message of an earlier process shows the newest state.

        So a start edits only messages that would differ. Pictures follow from the state, whose
        version stands in the buttons.
        """
        shown = manager.lobby if kind == "lobby" else manager.table
        first = manager.channel_id not in self._seen
        self._seen.add(manager.channel_id)
        ended = kind == "table" and not manager.running
        if not first or ended or shown is None or shown.message_id is None:
            return False
        screen = await self._screen(manager, shown)
        if not await self._services.poster.shows(manager.channel_id, shown.message_id, screen):
            return False
        self._shown[manager.channel_id] = shown.message_id, screen
        self._passed.setdefault(manager.channel_id, 0)
        return True

    async def _screen(self, manager: GameManager, shown: Lobby | Table) -> Screen:
        server = await self._services.preferences.server(manager.guild_id)
        # The server's chosen language, else its language when the lobby was opened.
        options = self._services.preferences.public_reader(server, shown.locale)
        guild = self._services.client.get_guild(manager.guild_id)
        options = replace(options, pictures=may_attach(guild, manager.channel_id))
        if isinstance(shown, Lobby):
            now = self._services.clock.now()
            kept = [guest.name for guest in shown.invited(now)]
            drawing = self._services.pictures(options).lobby(shown, kept)
            return lobby_screen(options.words, shown, server, drawing, now)
        return await table_screen(self._services, options, manager)

    def _end_job(self, lobby: Lobby, how: LobbyEnd) -> Job:
        return ("gone", lobby.lobby_id), partial(self._end_lobby, lobby, how)

    async def _end_lobby(self, lobby: Lobby, how: LobbyEnd) -> None:
        """Show in all messages about a lobby how it ended, and then delete it."""
        ends = [*self.invitations.ends(lobby, how), *self._opening_lines.ends(lobby, how)]
        await self._services.retry_queue.run(*ends)
        try:
            if how is LobbyEnd.BEGUN:
                manager = self._find_manager(lobby.channel_id)
                await self._appointments.tell_begun(manager, lobby)
            elif lobby.message_id is not None:
                await self._close_lobby(lobby, lobby.message_id)
            await self._services.store.write(games.drop_lobby, lobby.lobby_id)
        except StoreError as error:
            _log.warning("the end of a lobby was not shown yet: %s", error.code)
            self._services.retry_queue.submit_later(AGAIN, self._end_job(lobby, how))

    async def _close_lobby(self, lobby: Lobby, message_id: int) -> None:
        server = await self._services.preferences.server(lobby.guild_id)
        words = self._services.preferences.public_reader(server, lobby.locale).words
        try:
            async with self._lock(lobby.channel_id):
                await self._edit(lobby.channel_id, message_id, Drawn(closed_screen(words)))
        except discord.NotFound as error:
            if not has_code(error, CHANNEL_GONE):
                raise

    # -- messages --------------------------------------------------------------------------

    def _lock(self, channel_id: int) -> asyncio.Lock:
        return self._services.poster.lock(("table", channel_id))

    async def _send(
        self, manager: GameManager, shown: Lobby | Table, drawn: Drawn, *, repost: bool
    ) -> None:
        """Edit the message; post a new one if it is gone, too far up, or cannot be edited."""
        message_id = shown.message_id
        channel_id = manager.channel_id
        far = isinstance(shown, Table) and self._passed.get(channel_id, 0) > MOST_PASSED
        there = message_id is not None
        if message_id is not None and not (repost or far):
            try:
                there = await self._edit(channel_id, message_id, drawn)
                if there:
                    self._passed.setdefault(channel_id, 0)
                    return
            except discord.HTTPException as error:
                # A new message reopens an archived thread, where that is allowed.
                if not has_code(error, ARCHIVED):
                    raise
        game_id = shown.lobby_id if isinstance(shown, Lobby) else shown.game_id
        await self._post(manager, game_id, message_id, drawn)
        if message_id is not None and there:
            await self._services.poster.delete(channel_id, message_id)

    async def _edit(self, channel_id: int, message_id: int, drawn: Drawn) -> bool:
        """Edit a message, which keeps its pictures if they are the same; False if it is gone."""
        # Unknown until Discord says that it shows the screen.
        known_id, shown = self._shown.pop(channel_id, (None, None))
        if shown is not None and known_id == message_id and drawn.screen.drawings:
            same = shown.drawings == drawn.screen.drawings
            drawn = replace(drawn, already_there=same)
        there = await self._services.poster.edit(channel_id, message_id, drawn)
        if there and drawn.complete:
            self._shown[channel_id] = message_id, drawn.screen
        return there

    async def _post(
        self, manager: GameManager, game_id: str, replaced: int | None, drawn: Drawn
    ) -> None:
        channel_id = manager.channel_id

        async def note(message_id: int) -> None:
            self._passed[channel_id] = 0
            await manager.note_message(message_id, game_id)

        what = f"table {game_id} {replaced}"
        message_id = await self._services.poster.post(what, channel_id, drawn, note)
        now = (each.message_id for each in (manager.lobby, manager.table) if each is not None)
        if message_id not in now:
            # The lobby or game ended while this was posted.
            await self._services.poster.delete(channel_id, message_id)
