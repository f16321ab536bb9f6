"""Messages of what everybody may know of a game: for its channel, and for people in private."""

from __future__ import annotations

from collections.abc import Hashable

from cachetools import LRUCache

from bot.table.manager import GameManager
from bot.table.past_games import Ratings
from cogs.base.preferences import Reader
from cogs.live.new_achievements import NewAchievements
from cogs.pages.table_page import Message, TableContent, solo_result_panel, watch_panel

from .displays import HandRequest, display_of
from .pictures import MOST_SHARED, Pictures


class PublicTable:
    """Makes messages of what everybody may know of a game, in a turn of the queue that draws.

    Args:
        pictures: draws tables.
        ratings: the rating changes shown at the end of a game.
        new_achievements: what people earned, said at the end of a game.
    """

    def __init__(
        self, pictures: Pictures, ratings: Ratings, new_achievements: NewAchievements
    ) -> None:
        self._pictures = pictures
        self._ratings = ratings
        self._new_achievements = new_achievements
        self._watched: LRUCache[Hashable, tuple[object, TableContent]] = LRUCache(MOST_SHARED)

    async def message(self, reader: Reader, manager: GameManager) -> Message:
        """Make the channel's message. Raises TableError ``no_game``."""
        said = await self._new_achievements.lines(reader.words, manager)
        show = display_of(manager.game.system).table
        return await show(self._pictures, reader, manager, self._ratings, said)

    async def private(self, reader: Reader, manager: GameManager, look: HandRequest) -> Message:
        """Make the message of a private table at the end of a hand or game.

        Raises:
            TableError: ``no_game``.
        """
        lines, shown = await self._content(reader, manager)
        lines = [*([look.notice] if look.notice else []), *lines]
        return solo_result_panel(reader.words, manager, lines, shown, look.order), shown

    async def watched(
        self, reader: Reader, manager: GameManager, until: float, state: object
    ) -> Message:
        """Make the message of somebody who watches.

        Args:
            reader: how they see it.
            manager: the game.
            until: when it is up to date for the last time, in seconds since 1970.
            state: all that the rest depends on, which others with the same share.

        Raises:
            TableError: ``no_game``.
        """
        game_id, over = manager.game.table.game_id, not manager.running
        look = (game_id, reader.theme, reader.words.locale)
        known, content = self._watched.get(look, (None, None))
        if content is None or known != state or over:
            content = await self._content(reader, manager)
            self._watched[look] = state, content
        lines, shown = content
        panel = watch_panel(reader.words, game_id, lines, shown, None if over else until)
        return panel, shown

    async def _content(self, reader: Reader, manager: GameManager) -> TableContent:
        said = await self._new_achievements.lines(reader.words, manager)
        content = display_of(manager.game.system).content
        lines, shown = await content(self._pictures, reader, manager, self._ratings)
        return [*lines, *said], shown
