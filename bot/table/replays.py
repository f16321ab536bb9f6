"""Replays of finished games, step by step."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cachetools import LRUCache

from bot.core.errors import GameError
from bot.core.events import AnyEvent
from bot.core.game_type import AnyGameType
from bot.core.records import ReplayedTurn
from bot.core.states import AnyState, Displayed
from bot.game_types import recorded_game_type
from bot.results.past_games import PastGame
from bot.storage import games, stats
from bot.storage.database import Database
from bot.work_queue import Urgency, WorkQueue

from .errors import TableError, looking_up

MOST_REPLAYS = 8
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Moment:
    """A step of a finished game, and the views after it."""

    at: int  # its index, from 0
    hand: int  # the number of its hand, or of its round, from 1
    seat: int | None  # the seat whose turn it was; None without a view of its own
    events: tuple[Displayed, ...]
    view: Displayed  # the public view
    own: Displayed | None
    scored: tuple[Displayed, ...]  # the ends of all hands so far, oldest first


class Replay:
    """A finished game in at least one step."""

    def __init__(
        self, game_type: AnyGameType, steps: Sequence[ReplayedTurn[AnyState, AnyEvent]]
    ) -> None:
        self.game_type = game_type
        self._steps = steps
        self._hands = game_type.records.chapter_starts(steps)  # the first steps of hands or rounds

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def hands(self) -> int:
        """The number of hands dealt, or of rounds."""
        return len(self._hands)

    def moment(self, at: int) -> Moment:
        """Return a step, the last one if there are fewer."""
        at = min(at, len(self) - 1)
        step = self._steps[at]
        own = None if step.seat is None else self.game_type.view_for(step.state, step.seat)
        view = self.game_type.view_for(step.state, None)
        hand = bisect_right(self._hands, at)
        return Moment(at, hand, step.seat, step.events, view, own, self._scored(at))

    def _scored(self, at: int) -> tuple[AnyEvent, ...]:
        events = (event for step in self._steps[: at + 1] for event in step.events)
        return tuple(event for event in events if isinstance(event, self.game_type.scores))

    def hand_before(self, at: int) -> int | None:
        """Return the first step of the hand or round of the previous step; None at the start."""
        return max((start for start in self._hands if start < at), default=None)

    def hand_after(self, at: int) -> int | None:
        """Return the first step of the next hand or round, None in the last one."""
        return min((start for start in self._hands if start > at), default=None)


class Replays:
    """Looks up finished games, and keeps their last replays."""

    def __init__(self, store: Database, work_queue: WorkQueue) -> None:
        self._store = store
        self._work_queue = work_queue
        self._kept: LRUCache[str, Replay] = LRUCache(MOST_REPLAYS)

    def forget(self) -> None:
        """Drop the replays, since they contain the names of players."""
        self._kept = LRUCache(MOST_REPLAYS)

    async def past_game(self, guild_id: int, user_id: int, game_id: str) -> PastGame:
        """Look up a finished game of this server, or of any server if the user played in it.

        Raises TableError ``no_past_game`` for all others, or ``not_looked_up``.
        """
        with looking_up():
            past = await self._store.read(stats.past_game, game_id)
        if past is None:
            raise TableError("no_past_game")
        played = any(seat.user_id == user_id for seat in past.seats)
        if past.guild_id != guild_id and not played:
            raise TableError("no_past_game")
        return past

    async def record(self, game_id: str) -> list[str]:
        """Look up the record of a game; the caller checks that the user may see it.

        Raises TableError ``no_past_game`` or ``not_looked_up``.
        """
        with looking_up():
            lines = await self._store.read(games.finished_record, game_id)
        if lines is None:
            raise TableError("no_past_game")
        return lines

    async def of(self, game_id: str, user_id: int) -> Replay:
        """Return the replay of a game that the user may see.

        Raises as :meth:`record` does, and TableError ``no_replay`` for a damaged record.
        """
        kept = self._kept.get(game_id)
        if kept is None:
            cache = self._kept
            lines = await self.record(game_id)
            replayed = partial(_replayed, game_id, lines)
            # A deletion meanwhile has put another cache in place.
            cache[game_id] = kept = await self._work_queue.run(replayed, Urgency.HINT, user_id)
        return kept


def _replayed(game_id: str, lines: list[str]) -> Replay:
    try:
        game_type = recorded_game_type(lines)
        steps = tuple(game_type.records.turns(lines))
    except GameError as error:
        _log.error("the record of game %s does not replay: %s", game_id, error.code)
        raise TableError("no_replay") from error
    if not steps:
        raise TableError("no_replay")
    return Replay(game_type, steps)
