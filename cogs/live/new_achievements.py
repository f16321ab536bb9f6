"""The line about achievements that people earned in a game."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import date

from bot.i18n import Words
from bot.i18n.achievements import new_achievements
from bot.model import Person
from bot.storage.achievements import daily_id
from bot.storage.store import SqlStore
from bot.table.manager import GameManager
from cogs.base.preferences import Preferences
from cogs.base.text import bold, escaped

_log = logging.getLogger(__name__)


class NewAchievements:
    """The line about what was earned, in a game's last message and at the end of a daily hand."""

    def __init__(self, store: SqlStore, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences

    async def lines(self, words: Words, manager: GameManager) -> list[str]:
        """At most one line: none while the game runs, and without people who want none."""
        table = manager.table
        if manager.running or table is None:
            return []
        people = [
            Person(who.user_id, who.name) for who in table.occupants if who.user_id is not None
        ]
        line = await self._line(words, table.board_id, table.game_id, people)
        return [line] if line else []

    async def of_daily(self, words: Words, guild_id: int, day: date, person: Person) -> str:
        """The line about what a person earned by a daily hand in a server; empty for nothing."""
        return await self._line(words, guild_id, daily_id(day), [person])

    async def _line(
        self, words: Words, guild_id: int, game_id: str, people: Sequence[Person]
    ) -> str:
        try:
            earned = await self._store.earned_in(guild_id, game_id)
        except Exception:  # noqa: BLE001  # the result is shown in any case
            _log.warning("new achievements could not be read", exc_info=True)
            return ""
        by_person = [
            (
                bold(escaped(who.name)),
                [unlock for unlock in earned if unlock.user_id == who.user_id],
            )
            for who in people
            if await self._preferences.show_achievements(guild_id, who.user_id)
        ]
        return new_achievements(words, by_person)
