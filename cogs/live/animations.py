"""Animations of highlights in channels: one at a time, each deleted after a while."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial

import discord

from bot.rules.views import Highlight
from bot.table.manager import GameManager
from cogs.base.discord_errors import DISCORD_ERRORS, described
from cogs.base.panels import Panel, Picture, files, gallery
from cogs.base.permissions import may_attach
from cogs.base.preferences import Preferences
from cogs.live.pictures import Pictures

from .posting import Posting
from .retry_queue import Job, RetryQueue

SHOWN_FOR = 20.0
"""Seconds after which an animation is deleted, so that the table is at the bottom again."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Animation:
    game_id: str
    message_id: int


class Animations:
    """Posts the animations of highlights and deletes them again.

    A highlight is not shown later when its message fails or the process stops; the next process
    deletes the animations of running games.
    """

    def __init__(
        self,
        client: discord.Client,
        posting: Posting,
        preferences: Preferences,
        pictures: Pictures,
        retry_queue: RetryQueue,
    ) -> None:
        self._client = client
        self._posting = posting
        self._preferences = preferences
        self._pictures = pictures
        self._retry_queue = retry_queue
        # The animation that this process posted, by channel.
        self._posted: dict[int, _Animation] = {}

    def job(self, manager: GameManager, highlight: Highlight) -> Job:
        """The job that shows a highlight in place of the one before."""
        return ("animation", manager.channel_id), partial(self._show, manager, highlight)

    def cleaning(self, manager: GameManager) -> list[Job]:
        """The job that deletes the animation of an earlier process, if there is one."""
        if self._left_over(manager) is None:
            return []
        return [(("animation", manager.channel_id), partial(self._clean, manager))]

    async def _show(self, manager: GameManager, highlight: Highlight) -> None:
        game_id, picture = highlight.view.game_id, await self._drawn(manager, highlight)
        # The next game may have begun meanwhile.
        if picture is None or manager.table is None or manager.table.game_id != game_id:
            return
        await self._clean(manager)
        if (former := self._posted.get(manager.channel_id)) is not None:
            await self._remove(manager, former)
        try:
            message_id = await self._post(manager, highlight, picture)
        except DISCORD_ERRORS as error:
            _log.warning("an animation was not shown: %s", described(error))
            return
        posted = self._posted[manager.channel_id] = _Animation(game_id, message_id)
        removal = partial(self._remove, manager, posted)
        key = ("animation-end", manager.channel_id)
        self._retry_queue.submit_later(SHOWN_FOR, (key, removal))
        await manager.note_animation(message_id, game_id)

    async def _remove(self, manager: GameManager, animation: _Animation) -> None:
        """Delete an animation that this process posted, unless that was done before."""
        if self._posted.get(manager.channel_id) is animation:
            del self._posted[manager.channel_id]
            await self._delete(manager, animation)

    async def _clean(self, manager: GameManager) -> None:
        if (left_over := self._left_over(manager)) is not None:
            await self._delete(manager, left_over)

    def _left_over(self, manager: GameManager) -> _Animation | None:
        """The animation of an earlier process."""
        table = manager.table
        if table is None or table.animation_id is None or manager.channel_id in self._posted:
            return None
        return _Animation(table.game_id, table.animation_id)

    async def _delete(self, manager: GameManager, animation: _Animation) -> None:
        await self._posting.delete(manager.channel_id, animation.message_id)
        await manager.note_animation(None, animation.game_id)

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
        return await self._pictures.highlight(reader, highlight, self._pictures.seats(manager))

    async def _post(self, manager: GameManager, highlight: Highlight, picture: Picture) -> int:
        key = "animation", manager.channel_id
        what = highlight.view.game_id, highlight.view.version
        message_id, _ = await self._posting.post(
            key, what, view=Panel(*gallery(picture)), files=files(picture), silent=True
        )
        return message_id
