"""Messages of what everybody may know of a game: for its channel, and for people in private."""

from __future__ import annotations

from dataclasses import replace

from bot.table.manager import GameManager
from bot.table.past_games import Ratings
from cogs.base.preferences import Reader
from cogs.live.new_achievements import NO_GAINS, Gains, NewAchievements
from cogs.pages.table_page import (
    Message,
    result_panel,
    unplayed_panel,
)

from .displays import HandRequest, display_of
from .pictures import Pictures


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

    async def message(self, reader: Reader, manager: GameManager) -> Message:
        """Make the channel's message."""
        if manager.game.unplayed:
            return unplayed_panel(reader.words, manager), None
        show = display_of(manager.game.system).table
        return await show(self._pictures, reader, manager, await self._gains(reader, manager))

    async def private(self, reader: Reader, manager: GameManager, request: HandRequest) -> Message:
        """Make a player's message at the end of a game, at a private table also of a hand."""
        if manager.game.unplayed:
            return unplayed_panel(reader.words, manager), None
        seat = manager.seat_of(request.user_id)
        gains = await self._gains(reader, manager, seat)
        content = display_of(manager.game.system).content
        lines, picture = await content(self._pictures, reader, manager, gains, seat)
        picture = request.motion or picture
        lines = [*([request.notice] if request.notice else []), *lines, *gains.lines]
        return result_panel(reader.words, manager, lines, picture, request.order), picture

    async def _gains(self, reader: Reader, manager: GameManager, seat: int | None = None) -> Gains:
        if manager.running:
            return NO_GAINS
        gains = await self._new_achievements.of_table(reader.words, manager, seat)
        changes = await self._ratings.of_game(manager.view(None).game_id)
        return replace(gains, changes=changes)
