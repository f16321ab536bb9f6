"""Messages of what everybody may know of a game: for its channel, and for people in private."""

from __future__ import annotations

from dataclasses import replace

from bot.table.manager import GameManager
from bot.table.past_games import Ratings
from cogs.base.preferences import Reader
from cogs.base.screens import (
    Screen,
)
from cogs.live.new_achievements import NO_GAINS, Gains, NewAchievements
from cogs.pages.table_page import result_screen, unplayed_screen

from .game_messages import HandRequest, messages_of
from .pictures import PicturesOf


class PublicTable:
    """Makes messages of what everybody may know of a game.

    The methods raise TableError ``no_game``.
    """

    def __init__(
        self, pictures: PicturesOf, ratings: Ratings, new_achievements: NewAchievements
    ) -> None:
        self._pictures = pictures
        self._ratings = ratings
        self._new_achievements = new_achievements

    async def message(self, reader: Reader, manager: GameManager) -> Screen:
        """Make the channel's message."""
        if manager.game.unplayed:
            return unplayed_screen(reader.words, manager)
        gains = await self._gains(reader, manager)
        return messages_of(manager.game.system).table(self._pictures(reader), manager, gains)

    async def private(self, reader: Reader, manager: GameManager, request: HandRequest) -> Screen:
        """Make a player's message at the end of a game, at a private table also of a hand."""
        if manager.game.unplayed:
            return unplayed_screen(reader.words, manager)
        seat = manager.seat_of(request.user_id)
        gains = await self._gains(reader, manager, seat)
        messages = messages_of(manager.game.system)
        shown = messages.shown(self._pictures(reader), manager, gains, seat)
        aside = request.aside
        if aside.motion is not None:
            shown = replace(shown, drawings=(aside.motion,))
        shown = shown.around([aside.notice] if aside.notice else (), gains.lines)
        return result_screen(reader.words, manager, shown, request.order)

    async def _gains(self, reader: Reader, manager: GameManager, seat: int | None = None) -> Gains:
        if manager.running:
            return NO_GAINS
        gains = await self._new_achievements.of_table(reader.words, manager, seat)
        changes = await self._ratings.of_game(manager.view(None).game_id)
        return replace(gains, changes=changes)
