"""Ratings after a game, for the table at its end."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from cachetools import LRUCache

from bot.scores.ratings import Kind, RatingChange
from bot.scores.results import PastGame
from bot.storage.store import SqlStore

MOST_KEPT = 256
_log = logging.getLogger(__name__)

Changes = Mapping[int, Mapping[Kind, RatingChange]]
"""By seat; seats without a rating that is shown are absent."""
NO_CHANGES: Changes = {}


class Ratings:
    """What finished games did to ratings; those of the last few games are kept.

    Args:
        store: has the results.
        most: of how many games.
    """

    def __init__(self, store: SqlStore, most: int = MOST_KEPT) -> None:
        self._store = store
        self._kept: LRUCache[str, Changes] = LRUCache(most)

    async def of_game(self, game_id: str) -> Changes:
        """The changes by a game; empty where they cannot be had: a table is good without."""
        kept = self._kept.get(game_id)
        if kept is not None:
            return kept
        try:
            past = await self._store.past_game(game_id)
        except Exception:  # noqa: BLE001  # who won is shown in any case
            _log.warning("the ratings after a game could not be read", exc_info=True)
            return NO_CHANGES
        if past is None:
            return NO_CHANGES
        changes = changes_of(past)
        self._kept[game_id] = changes
        return changes


def changes_of(past: PastGame) -> Changes:
    """The changes by a finished game."""
    return {seat.seat: seat.rating_changes for seat in past.seats if seat.rating_changes}
