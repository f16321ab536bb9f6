"""The achievements that a game has earned: a line about them, and medals for the podium."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from bot.i18n import Translator
from bot.i18n.achievements import best_first, new_achievements
from bot.i18n.phrases import with_you
from bot.results.achievements import Earned
from bot.seating import Person
from bot.storage import achievements
from bot.storage.achievements import daily_id
from bot.storage.database import Database
from bot.table.manager import GameManager
from bot.table.rating_changes import Changes, Ratings
from cogs.base.preferences import Preferences
from cogs.base.text import bold, escaped

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GameRewards:
    """The rewards of a finished game by seat, and as lines for a reader."""

    reader: int | None = None  # the seat of the reader; None for a message to everybody
    changes: Changes = field(default_factory=dict)
    medals: Mapping[int, Earned] = field(default_factory=dict)
    lines: Sequence[str] = ()


NO_REWARDS = GameRewards()


class NewAchievements:
    """Reads the rewards for the last message of a game and the end of a daily hand."""

    def __init__(self, store: Database, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences
        self._ratings = Ratings(store)

    async def of_table(
        self, words: Translator, manager: GameManager, reader: int | None = None
    ) -> GameRewards:
        """Changes of ratings, medals and at most one line, which may be for the player in a seat.

        While the game runs there is nothing, and people who want no achievements have none.
        """
        table = manager.table
        if manager.running or table is None:
            return GameRewards(reader)
        names = with_you(words, [who.name for who in table.occupants], reader)
        people = [
            Person(who.user_id, name)
            for who, name in zip(table.occupants, names, strict=True)
            if who.user_id is not None
        ]
        owner = table.host_id if table.is_private else None
        earned = await self._earned(table.guild_id, table.game_id, people, owner)
        line = _line(words, earned)
        best = {who.user_id: best_first(mine)[0] for who, mine in earned if mine}
        medals = {
            seat: best[who.user_id]
            for seat, who in enumerate(table.occupants)
            if who.user_id in best
        }
        changes = await self._ratings.of_game(table.game_id)
        return GameRewards(reader, changes, medals, [line] if line else [])

    async def of_daily(self, words: Translator, guild_id: int, day: date, person: Person) -> str:
        """The line about a person's achievements by a daily hand in a server; empty without any."""
        return _line(words, await self._earned(guild_id, daily_id(day), [person]))

    async def of_cup(self, words: Translator, guild_id: int, cup_id: str, winner: Person) -> str:
        """Return the line about the achievements of a cup's winner; empty without any."""
        return _line(words, await self._earned(guild_id, cup_id, [winner]))

    async def _earned(
        self, guild_id: int, game_id: str, people: Sequence[Person], reader: int | None = None
    ) -> list[tuple[Person, list[Earned]]]:
        try:
            earned = await self._store.read(
                achievements.earned_in, guild_id, game_id, [who.user_id for who in people], reader
            )
        except Exception:  # noqa: BLE001  # the result is shown in any case
            _log.warning("new achievements could not be read", exc_info=True)
            return []
        return [
            (who, [unlock for unlock in earned if unlock.user_id == who.user_id])
            for who in people
            if await self._preferences.show_achievements(guild_id, who.user_id)
        ]


def _line(words: Translator, earned: Sequence[tuple[Person, Sequence[Earned]]]) -> str:
    return new_achievements(words, [(bold(escaped(who.name)), mine) for who, mine in earned])
