"""The protocols of what a game manager uses besides the store: clock and announcer."""

from __future__ import annotations

from typing import Protocol

from bot.model import Lobby
from bot.rules.highlights import Highlight


class Clock(Protocol):
    """Time, so that tests can move it."""

    def now(self) -> float:
        """Seconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Announcer(Protocol):
    """Brings channels up to date.

    Each call only notes that something changed and returns at once; what is then shown is the
    newest state of the channel's manager.
    """

    def lobby(self, channel_id: int) -> None:
        """A lobby was opened or changed."""

    def table(self, channel_id: int) -> None:
        """A game began or changed."""

    def highlight(self, channel_id: int, highlight: Highlight) -> None:
        """Something happened that is worth an animation; never announced twice."""

    def remind(self, channel_id: int, turn_at: float) -> None:
        """A quarter of the turn limit is left of the turn that began at ``turn_at``."""

    def gone(self, lobby: Lobby) -> None:
        """A lobby closed without a game: cancelled, idle for too long, or left by everybody."""
