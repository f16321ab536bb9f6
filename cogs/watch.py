"""What the buttons of people who watch a table do."""

from __future__ import annotations

from cogs.base.clicks import Click, on
from cogs.base.custom_ids import Verb

from .parts import BaseCog


class WatchCog(BaseCog):
    """Handles the buttons that open and refresh the private view of a public table."""

    @on(Verb.WATCH)
    async def _open(self, click: Click) -> None:
        manager = click.game
        await click.defer_private()
        await self.parts.hands.watch(manager, click.interaction)

    @on(Verb.WATCH_ON)
    async def _refresh(self, click: Click) -> None:
        """Show the newest state in the same message, which is kept up to date once more."""
        manager = click.game
        await click.defer()
        await self.parts.hands.watch(manager, click.interaction)
