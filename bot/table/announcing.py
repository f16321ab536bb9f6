"""What a channel must still be told: one call after another, outside of all locks."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from bot.model import Lobby
from bot.telemetry.metrics import Metrics

from .ports import Announcer
from .tasks import Call

if TYPE_CHECKING:
    from .manager import GameManager

_log = logging.getLogger(__name__)


class Announcements:
    """A manager's calls to the announcer, as a task that begins and ends with them.

    Asking for something that is still waiting adds nothing: it will show the newest state.
    """

    def __init__(self, announcer: Announcer, manager: GameManager, metrics: Metrics) -> None:
        self._announcer = announcer
        self._manager = manager
        self._metrics = metrics
        self._waiting: dict[str, Call] = {}
        self._task: asyncio.Task[None] | None = None

    def lobby(self) -> None:
        """The lobby changed."""
        self._ask("lobby", partial(self._announcer.lobby, self._manager))

    def table(self) -> None:
        """The game changed."""
        self._ask("table", partial(self._announcer.table, self._manager))

    def gone(self, lobby: Lobby) -> None:
        """A lobby closed."""
        self._waiting.pop("lobby", None)
        self._ask(f"gone {lobby.lobby_id}", partial(self._announcer.gone, lobby))

    def remind(self) -> None:
        """A quarter of the turn limit is left."""
        self._ask("remind", partial(self._remind, self._manager.deadline))

    async def close(self, patience: float) -> None:
        """Wait so many seconds for what was asked, then give up."""
        if self._task is None or self._task.done():
            return
        _, late = await asyncio.wait([self._task], timeout=patience)
        for task in late:
            task.cancel()

    async def _remind(self, deadline: float | None) -> None:
        # It may have waited for a slow announcement, and the turn may be over by now.
        if deadline is not None and self._manager.deadline == deadline:
            await self._announcer.remind(self._manager)

    def _ask(self, what: str, call: Call) -> None:
        self._waiting.setdefault(what, call)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            what = next(iter(self._waiting))
            call = self._waiting.pop(what)
            with self._manager.in_logs():
                await self._make(what, call)

    async def _make(self, what: str, call: Call) -> None:
        try:
            await call()
        except Exception:  # noqa: BLE001  # Discord's troubles never touch a game
            _log.exception("announcing failed: %s", what)
            self._metrics.not_announced(what.partition(" ")[0])
