"""How finished games changed ratings."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from cachetools import LRUCache

from bot.results.ratings import Kind, RatingChange
from bot.storage import stats
from bot.storage.database import Database

MOST_CHANGES = 256
_log = logging.getLogger(__name__)

Changes = Mapping[int, Mapping[Kind, RatingChange]]
"""By seat; seats without a shown rating are absent."""
NO_CHANGES: Changes = {}


class Ratings:
    """Looks up how finished games changed ratings, and keeps the last changes."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._kept: LRUCache[str, Changes] = LRUCache(MOST_CHANGES)

    async def of_game(self, game_id: str) -> Changes:
        """Return the changes by a game; empty if they cannot be read."""
        kept = self._kept.get(game_id)
        if kept is not None:
            return kept
        try:
            past = await self._store.read(stats.past_game, game_id)
        except Exception:  # noqa: BLE001  # the end of a game is shown in any case
            _log.warning("the ratings after a game could not be read", exc_info=True)
            return NO_CHANGES
        if past is None:
            return NO_CHANGES
        changes = {seat.seat: seat.rating_changes for seat in past.seats if seat.rating_changes}
        self._kept[game_id] = changes
        return changes
