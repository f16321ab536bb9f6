"""Begins games of the challenge of a week at private tables."""

from __future__ import annotations

from bot.daily.challenge import (
    CHALLENGE_OPPONENTS,
    CHALLENGE_RULES,
    challenge_week,
    derive_challenge_secret,
)
from bot.seating import GivenDeal, Level, Person
from bot.storage.challenge import open_challenge
from bot.storage.daily import put_daily_key
from bot.storage.database import Database

from .context import TableConfig
from .errors import TableError, storing
from .lobbies import clean_name
from .manager import GameManager
from .registry import GameRegistry


class Challenges:
    """The challenges of one installation."""

    def __init__(self, store: Database, registry: GameRegistry, config: TableConfig) -> None:
        self._store = store
        self._registry = registry
        self._config = config

    async def begin(self, person: Person, guild_id: int, locale: str) -> GameManager:
        """Begin a person's game of this week's challenge, of which the first game counts.

        Raises TableError ``solo_running``, ``not_stored``, or ``challenge_blocked`` after the
        player deleted their data.
        """
        manager = await self._registry.private_table(person.user_id)
        if manager.running:
            raise TableError("solo_running")
        week = challenge_week(self._config.clock.now())
        new_id = self._config.game_id()
        named = Person(person.user_id, clean_name(person.name))
        with storing():
            key = await self._store.write(put_daily_key, self._config.secret())
            first = await self._store.write(open_challenge, week, named, new_id, guild_id)
        if first is None:
            raise TableError("challenge_blocked")
        # A first game that was stored here but not begun is begun now.
        game_id = new_id if first.begun else first.game_id
        await manager.solo(
            person,
            CHALLENGE_OPPONENTS,
            Level.NORMAL,
            CHALLENGE_RULES,
            locale,
            guild_id=guild_id,
            dealt=GivenDeal(game_id, derive_challenge_secret(key, week)),
        )
        return manager
