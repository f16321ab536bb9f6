"""Animations of highlights in channels: one at a time, each deleted after a while."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial

import discord

from bot.rules.views import Highlight
from bot.table.context import Clock
from bot.table.manager import GameManager
from bot.table.timing import Timer
from cogs.base.discord_errors import DISCORD_ERRORS, described
from cogs.base.panels import Panel, Picture, files, gallery
from cogs.base.permissions import may_attach
from cogs.base.preferences import Preferences
from cogs.live.pictures import Pictures

from .posting import Posting
from .retry_queue import Job

SHOWN_FOR = 20.0
"""Seconds after which an animation is deleted, so that the table is at the bottom again."""
_log = logging.getLogger(__name__)


@dataclass(eq=False)
class _Shown:
    """An animation in a channel, and the timer that deletes it."""

    game_id: str
    message_id: int
    timer: Timer


class Animations:
    """Posts the animations of highlights and deletes them again.

    A highlight is not shown later when its message fails or the process stops.
    """

    def __init__(
        self,
        client: discord.Client,
        posting: Posting,
        preferences: Preferences,
        pictures: Pictures,
        clock: Clock,
    ) -> None:
        self._client = client
        self._posting = posting
        self._preferences = preferences
        self._pictures = pictures
        self._clock = clock
        self._shown: dict[int, _Shown] = {}

    def job(self, manager: GameManager, highlight: Highlight) -> Job:
        """The job that shows a highlight in place of the one before."""
        return ("animation", manager.channel_id), partial(self._show, manager, highlight)

    def cleaning(self, manager: GameManager) -> list[Job]:
        """The job that deletes the animation of an earlier process, if there is one."""
        if self._left_over(manager) is None:
            return []
        return [(("animation", manager.channel_id), partial(self._clean, manager))]

    def close(self) -> None:
        """Delete nothing more; the next process does it for running games."""
        for each in self._shown.values():
            each.timer.cancel()

    async def _show(self, manager: GameManager, highlight: Highlight) -> None:
        game_id, shown = highlight.view.game_id, await self._drawn(manager, highlight)
        # The next game may have begun meanwhile.
        if shown is None or manager.table is None or manager.table.game_id != game_id:
            return
        await self._clean(manager)
        if (before := self._shown.get(manager.channel_id)) is not None:
            await self._remove(manager, before)
        try:
            message_id = await self._post(manager, highlight, shown)
        except DISCORD_ERRORS as error:
            _log.warning("an animation was not shown: %s", described(error))
            return
        now = _Shown(game_id, message_id, Timer(self._clock))
        self._shown[manager.channel_id] = now
        now.timer.set(SHOWN_FOR, partial(self._on_time, manager, now))
        await manager.note_animation(message_id, game_id)

    async def _on_time(self, manager: GameManager, shown: _Shown) -> None:
        # This is the timer's own task: the removal must not cancel it.
        shown.timer.release()
        if self._shown.get(manager.channel_id) is shown:
            await self._remove(manager, shown)

    async def _remove(self, manager: GameManager, shown: _Shown) -> None:
        shown.timer.cancel()
        del self._shown[manager.channel_id]
        await self._delete(manager, shown.message_id, shown.game_id)

    async def _clean(self, manager: GameManager) -> None:
        if (left := self._left_over(manager)) is not None:
            await self._delete(manager, *left)

    def _left_over(self, manager: GameManager) -> tuple[int, str] | None:
        """The message and the game of an animation that an earlier process posted."""
        table = manager.table
        if table is None or table.animation_id is None or manager.channel_id in self._shown:
            return None
        return table.animation_id, table.game_id

    async def _delete(self, manager: GameManager, message_id: int, game_id: str) -> None:
        await self._posting.delete(manager.channel_id, message_id)
        await manager.note_animation(None, game_id)

    async def _drawn(self, manager: GameManager, highlight: Highlight) -> Picture | None:
        """The animation, unless it is not wanted or not possible here."""
        table, server = manager.table, await self._preferences.server(manager.guild_id)
        guild = self._client.get_guild(manager.guild_id)
        if table is None or not server.animations or not may_attach(guild, manager.channel_id):
            return None
        for seat in highlight.seats:
            user_id = table.occupants[seat].user_id
            if user_id is not None and not (await self._preferences.person(user_id)).animations:
                return None
        reader = self._preferences.public_reader(server, table.locale)
        return await self._pictures.highlight(reader, manager, highlight)

    async def _post(self, manager: GameManager, highlight: Highlight, shown: Picture) -> int:
        place = manager.channel_id, "animation"
        what = highlight.view.game_id, highlight.view.version
        message_id, _ = await self._posting.post(
            place, what, view=Panel(*gallery(shown)), files=files(shown), silent=True
        )
        return message_id
