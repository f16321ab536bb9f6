"""Ratings after a game, for the table at its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cachetools import LRUCache

if TYPE_CHECKING:
    from bot.scores.results import MemberStats, PastGame, SeatResult

    from .memories import Memories

MOST_KEPT = 256
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RatingChange:
    """What a game did to a person's rating.

    Attributes:
        change: in the points shown.
        rating: the rating after the game; None where that is not known any more.
    """

    change: int
    rating: int | None = None


Changes = Mapping[int, RatingChange]
"""By seat; seats that nothing was rated for are absent."""
NO_CHANGES: Changes = {}


class Ratings:
    """What finished games did to ratings; those of the last few games are kept.

    Args:
        memories: has the results.
        most: of how many games.
    """

    def __init__(self, memories: Memories, most: int = MOST_KEPT) -> None:
        self._memories = memories
        self._kept: LRUCache[str, Changes] = LRUCache(most)

    async def of_game(self, guild_id: int, game_id: str) -> Changes:
        """The changes by a game; empty where they cannot be had: a table is good without."""
        kept = self._kept.get(game_id)
        if kept is not None:
            return kept
        try:
            past = await self._memories.past_game(guild_id, game_id)
            changes = NO_CHANGES if past is None else await self._changes(past)
        except Exception:  # noqa: BLE001  # who won is shown in any case
            _log.warning("the ratings after a game could not be read", exc_info=True)
            return NO_CHANGES
        if past is not None:
            self._kept[game_id] = changes
        return changes

    async def _changes(self, past: PastGame) -> Changes:
        rated = [seat for seat in past.seats if seat.rating is not None]
        found = await asyncio.gather(*(self._change(past, seat) for seat in rated))
        return {seat.seat: change for seat, change in zip(rated, found, strict=True)}

    async def _change(self, past: PastGame, seat: SeatResult) -> RatingChange:
        assert seat.rating is not None
        if seat.user_id is None:
            return RatingChange(seat.rating)
        stats = await self._memories.stats(past.guild_id, seat.user_id)
        return RatingChange(seat.rating, _after(stats, past))


def _after(stats: MemberStats, past: PastGame) -> int | None:
    """The rating after a game; games with computer players have one of their own."""
    with_computers = any(seat.is_computer for seat in past.seats)
    curve = stats.computer_ratings if with_computers else stats.ratings
    return next((point.rating for point in reversed(curve) if point.at == past.ended_at), None)
