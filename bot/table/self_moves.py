"""The changes that a table makes by itself, when their time has come."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.core.states import AnyAction, AnyState
from bot.seating import Change, LiveGame, Lobby, private_channel

from . import computers, early_ends, lobbies, play
from .context import LONGEST_SLEEP, Context, Pace
from .errors import TableError
from .keeper import TableKeeper
from .timing import Due, Timer, next_due

_WAITING = (Due.REMIND, Due.TIME_OUT, Due.DESERTED)  # what comes when a person does not act
_log = logging.getLogger(__name__)


class SelfMoves:
    """Makes the next change of a table by itself: deals, computer players, limits, lobbies.

    Every change of the table sets its timer again.
    """

    def __init__(self, kept: TableKeeper, context: Context) -> None:
        self._kept = kept
        self._context = context
        self._announcer = context.announcer
        self._config = context.config
        self._timer = Timer(context.config.clock)
        # The state about which a computer player is thinking.
        self._thought_of: AnyState | None = None
        self._held_at: float | None = None

    def cancel(self) -> None:
        self._timer.cancel()

    def hold(self) -> None:
        """Stop timers during an outage."""
        if self._held_at is None:
            self._held_at = self._kept.now()
            self.set_timer()

    async def go_on(self) -> None:
        """Resume timers; restart the turn's clock after an outage longer than ``Pace.gap``."""
        if self._held_at is None:
            return
        async with self._kept.lock:
            held = self._held_at
            self._held_at = None
            if held is not None and self._kept.now() - held >= self._config.pace.gap:
                # If it cannot be stored, the turn just goes on.
                with suppress(TableError):
                    if self._kept.lobby is not None:
                        await self._kept.save_lobby(self._kept.lobby)
                    if self._kept.game is not None and self._kept.running:
                        game = self._kept.game.with_new_clock(self._kept.now())
                        await self._kept.save_table(game)
            self.set_timer()

    def set_timer(self, *, since: float = 0, least: float = 0) -> None:
        """Set the timer for the next change after ``since``, in at least ``least`` seconds."""
        stopped = self._kept.closed or self._held_at is not None
        game = self._kept.game
        if game is not None and game.state is self._thought_of and not (stopped or game.paused):
            # A computer player goes on thinking.
            return
        self._thought_of = None
        now = max(since, self._kept.now())
        due = next_due(self._kept.lobby, game, self._pace(), now)
        if due is None or stopped:
            self._timer.cancel()
        else:
            self._timer.set(max(least, due[0] - now), partial(self._on_time, *due))

    def _pace(self) -> Pace:
        quick = self._kept.is_private and self._context.wants_quick(
            private_channel(self._kept.channel_id)
        )
        return replace(self._config.pace, pause=0) if quick else self._config.pace

    async def _on_time(self, when: float, what: Due) -> None:
        # Every change sets the timer again and cancels this call, so ``what`` is still due.
        with self._kept.in_logs():
            try:
                actions = await self._think() if what is Due.COMPUTER else ()
                async with self._kept.lock:
                    # From here on it runs to its end: a change must not cancel it.
                    self._timer.release()
                    self._thought_of = None
                    if not self._kept.closed and self._held_at is None:
                        await self._do(what, when, actions)
            except Exception as error:  # noqa: BLE001  # a table must never stop
                if isinstance(error, TableError) and error.code == "stale":
                    # The timer is set for the table of the other process.
                    return
                _log.error(
                    "channel %s: %s failed: %s", self._kept.channel_id, what, type(error).__name__
                )
                _log.debug("how it failed", exc_info=error)
                self._thought_of = None
                self.set_timer(least=self._config.pace.retry)

    async def _think(self) -> Sequence[AnyAction]:
        """Choose the computer player's turn; meanwhile people may change the table."""
        self._thought_of = self._kept.require_game().state
        return await computers.decide_turn(self._context, self._kept.require_game())

    async def _do(self, what: Due, when: float, actions: Sequence[AnyAction]) -> None:
        lobby = self._kept.lobby
        if lobby is not None:
            await self._do_in_lobby(lobby, what, when)
            return
        game = self._kept.require_game()
        if what in _WAITING and await self._learns_of_holiday(game):
            return
        if what is Due.REMIND:
            turn_at = game.table.turn_at
            self._kept.announce(partial(self._announcer.remind, self._kept.channel_id, turn_at))
            self.set_timer(since=when)
            return
        await self._kept.put(self._change(game, what, actions))

    def _change(self, game: LiveGame, what: Due, actions: Sequence[AnyAction]) -> Change:
        now = self._kept.now()
        seat = game.state.turn
        match what:
            case Due.DEAL:
                change = play.dealt(game, now)
            case Due.COMPUTER:
                act = play.acted_in_steps if self._pace().pause > 0 else play.acted
                change = act(game, actions, now)
            case Due.UNANSWERED:
                change = early_ends.agreed(game, now)
            case Due.DESERTED:
                change = play.abandoned(game.with_table(deserted=True), now)
            case Due.GO_ON:
                change = Change(early_ends.gone_on(game, now), ())
            case Due.HOLIDAY_OVER:
                change = Change(play.with_holiday(game, seat, None, now), ())
            case _:
                change = play.stood_in(game, now, game.table.occupants[seat].missed + 1)
        return change

    async def _learns_of_holiday(self, game: LiveGame) -> bool:
        """Let the clock stand if a holiday began that this table does not know; say whether.

        That is so if the person chose it at another process during the turn.
        """
        found = await self._kept.with_holiday(game)
        if found.holiday is None:
            return False
        await self._kept.save_table(found)
        return True

    async def _do_in_lobby(self, lobby: Lobby, what: Due, when: float) -> None:
        match what:
            case Due.CLOSE_LOBBY:
                await self._kept.close_lobby(lobby)
            case Due.BEGIN if lobbies.can_start(lobby):
                await self._kept.start_game(lobby)
            case Due.BEGIN:
                # Its message says that nobody came, and then the announcer closes it.
                self._kept.announce(self._kept.show_lobby)
                self.set_timer(least=LONGEST_SLEEP)
            case _:
                self._kept.announce(self._kept.show_lobby)
                self.set_timer(since=when)
