"""Messages of what everybody may know of a game: for its channel, and for people in private."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cachetools import LRUCache

from bot.table.manager import GameManager
from bot.table.past_games import Ratings
from cogs.base.panels import text_panel
from cogs.base.preferences import Reader
from cogs.live.new_achievements import NO_GAINS, Gains, NewAchievements
from cogs.pages.table_page import (
    Message,
    TableContent,
    solo_result_panel,
    unplayed_panel,
    watch_panel,
)

from .displays import HandRequest, display_of
from .pictures import MOST_SHARED, Pictures


class PublicTable:
    """Makes messages of what everybody may know of a game, in a turn of the queue that draws.

    The methods raise TableError ``no_game``.
    """

    def __init__(
        self, pictures: Pictures, ratings: Ratings, new_achievements: NewAchievements
    ) -> None:
        self._pictures = pictures
        self._ratings = ratings
        self._new_achievements = new_achievements
        self._watched: LRUCache[Hashable, tuple[object, TableContent]] = LRUCache(MOST_SHARED)

    async def message(self, reader: Reader, manager: GameManager) -> Message:
        """Make the channel's message."""
        if manager.game.unplayed:
            return unplayed_panel(reader.words, manager), None
        show = display_of(manager.game.system).table
        return await show(self._pictures, reader, manager, await self._gains(reader, manager))

    async def private(self, reader: Reader, manager: GameManager, request: HandRequest) -> Message:
        """Make the message of a private table at the end of a hand or game."""
        if manager.game.unplayed:
            return unplayed_panel(reader.words, manager), None
        lines, picture = await self._content(reader, manager)
        picture = request.motion or picture
        lines = [*([request.notice] if request.notice else []), *lines]
        return solo_result_panel(reader.words, manager, lines, picture, request.order), picture

    async def watched(
        self, reader: Reader, manager: GameManager, until: float, state: object
    ) -> Message:
        """Make the message of a spectator, up to date until a time in seconds since 1970.

        ``state`` is what the rest of the message depends on: it is made once for all who look at
        the same state in the same way.
        """
        if manager.game.unplayed:
            return text_panel(reader.words("table.unplayed")), None
        game_id, over = manager.game.table.game_id, not manager.running
        key = (game_id, reader.theme, reader.words.locale)
        known, content = self._watched.get(key, (None, None))
        if content is None or known != state or over:
            content = await self._content(reader, manager)
            self._watched[key] = state, content
        lines, picture = content
        panel = watch_panel(reader.words, game_id, lines, picture, None if over else until)
        return panel, picture

    async def _content(self, reader: Reader, manager: GameManager) -> TableContent:
        gains = await self._gains(reader, manager)
        content = display_of(manager.game.system).content
        lines, picture = await content(self._pictures, reader, manager, gains)
        return [*lines, *gains.lines], picture

    async def _gains(self, reader: Reader, manager: GameManager) -> Gains:
        if manager.running:
            return NO_GAINS
        gains = await self._new_achievements.of_table(reader.words, manager)
        changes = await self._ratings.of_game(manager.view(None).game_id)
        return replace(gains, changes=changes)
