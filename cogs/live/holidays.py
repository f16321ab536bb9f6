"""Holidays of people: what they chose, and the tables whose clocks stand until then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from bot.preferences import PersonalPreferences
from bot.table.context import Clock
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.preferences import Preferences


class Holidays:
    """Reads, begins and ends holidays; ``tables_of`` returns a person's tables of this process."""

    def __init__(
        self,
        preferences: Preferences,
        clock: Clock,
        tables_of: Callable[[int], Iterable[GameManager]],
    ) -> None:
        self._preferences = preferences
        self._clock = clock
        self._tables_of = tables_of

    async def until(self, user_id: int) -> float | None:
        """Return until when a person is on holiday, or None; raises TableError ``not_read``."""
        until = (await self._preferences.people.get(user_id)).holiday
        return until if until is not None and until > self._clock.now() else None

    async def begin(self, user_id: int, until: float | None) -> PersonalPreferences:
        """Begin a holiday, or end it (None); raises TableError ``not_read`` or ``not_stored``."""
        own = await self._preferences.people.change(
            user_id, lambda own: replace(own, holiday=until)
        )
        for manager in self._tables_of(user_id):
            # Another table learns of it before its clock has an effect.
            with suppress(TableError):
                await manager.set_holiday(user_id, until)
        return own

    async def end(self, user_id: int) -> None:
        """End the holiday of a person who plays again; if that fails, their next turn ends it."""
        with suppress(TableError):
            await self.begin(user_id, None)
