"""What the buttons of people who watch a table do."""

from __future__ import annotations

from cogs.base.clicks import Click, Handlers
from cogs.base.custom_ids import Verb
from cogs.live.hands import LiveHands


class WatchClicks:
    """Handles the buttons that open and refresh the private view of a public table."""

    def __init__(self, hands: LiveHands) -> None:
        self._hands = hands

    @property
    def handlers(self) -> Handlers:
        """What each component does."""
        return {Verb.WATCH: self._open, Verb.WATCH_ON: self._refresh}

    async def _open(self, click: Click) -> None:
        manager = click.game
        await click.defer_private()
        await self._hands.watch(manager, click.interaction)

    async def _refresh(self, click: Click) -> None:
        """Show the newest state in the same message, which is kept up to date once more."""
        manager = click.game
        await click.defer()
        await self._hands.watch(manager, click.interaction)
