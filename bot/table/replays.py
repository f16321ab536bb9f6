"""Finished games: looked up in the store, and replayed in worker threads."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from bot.games.errors import GameError
from bot.games.records import ReplayedTurn
from bot.games.system import AnyEvent, AnyView, GameSystem
from bot.scores.results import PastGame
from bot.storage.store import SqlStore
from bot.systems import system_of, system_of_record
from bot.table.errors import TableError, looking_up

MOST_KEPT = 8
MOST_LAST = 20
"""Finished games among which the last one of cards is looked for."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Moment:
    """The state shown for one step of a finished game.

    Attributes:
        at: its index, from 0.
        hand: the number of its hand, or of its round, from 1.
        seat: whose turn it was, None for nobody's.
        events: what happened.
        view: the public view afterwards.
        own: the seat's own view afterwards; None for nobody's step.
        scored: the ends of all hands so far, oldest first.
    """

    at: int
    hand: int
    seat: int | None
    events: tuple[AnyEvent, ...]
    view: AnyView
    own: AnyView | None
    scored: tuple[AnyEvent, ...]


class Replay:
    """A finished game, step by step.

    Args:
        system: the system of its rules.
        steps: all steps; at least one.
    """

    def __init__(self, system: GameSystem, steps: Sequence[ReplayedTurn[Any, AnyEvent]]) -> None:
        self._system = system
        self._steps = steps
        self._hands = system.records.chapter_starts(steps)

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def system(self) -> GameSystem:
        """The system of its rules."""
        return self._system

    @property
    def hands(self) -> int:
        """The number of hands dealt, or of rounds."""
        return len(self._hands)

    def moment(self, at: int) -> Moment:
        """Return a step, the last one if there are fewer."""
        at = min(at, len(self) - 1)
        step = self._steps[at]
        own = None if step.seat is None else self._system.view_for(step.state, step.seat)
        view = self._system.view_for(step.state, None)
        hand = bisect_right(self._hands, at)
        return Moment(at, hand, step.seat, step.events, view, own, self._scored(at))

    def _scored(self, at: int) -> tuple[AnyEvent, ...]:
        events = (event for step in self._steps[: at + 1] for event in step.events)
        return tuple(event for event in events if isinstance(event, self._system.traits.scores))

    def hand_before(self, at: int) -> int | None:
        """Return the nearest earlier first step of a hand or round, None if there is none."""
        return max((each for each in self._hands if each < at), default=None)

    def hand_after(self, at: int) -> int | None:
        """Return the first step of the next hand or round, None in the last one."""
        return min((each for each in self._hands if each > at), default=None)


class Replays:
    """Looks up finished games, and keeps the replays of the last few in an LRU cache.

    Args:
        store: has the results and records.
        most: the size of the cache.
    """

    def __init__(self, store: SqlStore, most: int = MOST_KEPT) -> None:
        self._store = store
        self._kept: LRUCache[str, Replay] = LRUCache(most)

    def forget(self) -> None:
        """Empty the cache, since replays contain the names of players."""
        self._kept.clear()

    async def past_game(self, guild_id: int, user_id: int, game_id: str) -> PastGame:
        """Look up a finished game: one of this server, or from anywhere one that the user played.

        Raises:
            TableError: ``no_past_game``; it is not over, unknown, or none of these; or
                ``not_looked_up``.
        """
        with looking_up():
            past = await self._store.past_game(game_id)
        if past is None:
            raise TableError("no_past_game")
        played = any(seat.user_id == user_id for seat in past.seats)
        if past.guild_id != guild_id and not played:
            raise TableError("no_past_game")
        return past

    async def last_card_game(self, guild_id: int, user_id: int) -> PastGame:
        """Look up the newest card game that the user finished here, or else anybody's.

        Raises:
            TableError: ``no_past_game`` if there is none among the last ones, or ``not_looked_up``.
        """
        with looking_up():
            for member in (user_id, None) if guild_id else (user_id,):
                games, _ = await self._store.history(guild_id, member, offset=0, limit=MOST_LAST)
                for past in games:
                    if system_of(past.edition).traits.reviewed:
                        return past
        raise TableError("no_past_game")

    async def record(self, game_id: str) -> list[str]:
        """Look up the record of a game; the caller checks that it is over and of the right server.

        Raises:
            TableError: ``no_past_game`` or ``not_looked_up``.
        """
        with looking_up():
            lines = await self._store.record(game_id)
        if lines is None:
            raise TableError("no_past_game")
        return lines

    async def of(self, game_id: str) -> Replay:
        """Return the replay of a game, checked like for :meth:`record`.

        Raises:
            TableError: ``no_past_game``, ``not_looked_up``, or ``no_replay`` for a record that
                is damaged.
        """
        kept = self._kept.get(game_id)
        if kept is None:
            lines = await self.record(game_id)
            self._kept[game_id] = kept = await asyncio.to_thread(_replayed, game_id, lines)
        return kept


def _replayed(game_id: str, lines: list[str]) -> Replay:
    try:
        system = system_of_record(lines)
        steps = tuple(system.records.turns(lines))
    except GameError as error:
        _log.error("the record of game %s does not replay: %s", game_id, error.code)
        raise TableError("no_replay") from error
    if not steps:
        raise TableError("no_replay")
    return Replay(system, steps)
