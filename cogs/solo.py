"""What the buttons of a private table do that no other table has."""

from __future__ import annotations

from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.clicks import Click, Handlers
from cogs.base.custom_ids import BadCustomIdError, Verb
from cogs.base.permissions import check_computers
from cogs.base.preferences import Preferences
from cogs.live.hands import LiveHands
from cogs.pages.solo_page import solo_end_panel


class SoloClicks:
    """Handles the buttons that end a game at a private table, or begin the next one."""

    def __init__(self, hands: LiveHands, preferences: Preferences) -> None:
        self._hands = hands
        self._preferences = preferences

    @property
    def handlers(self) -> Handlers:
        """What each component does."""
        return {
            Verb.AGAIN: self._again,
            Verb.SOLO_END: _end,
            Verb.SOLO_END_NOW: self._end_now,
        }

    async def _again(self, click: Click) -> None:
        """Begin at once with the same opponents, in the same message."""
        manager = _private(click)
        await click.defer()
        if any(each.user_id is None for each in manager.begun_table.occupants):
            check_computers(await self._preferences.server(click.guild_id))
        await manager.play_again(click.person, click.guild_id)
        await self._hands.open(manager, click.interaction)

    async def _end_now(self, click: Click) -> None:
        """End the game, and show how it ended in place of the question."""
        manager = _private(click)
        await click.defer()
        await manager.end_game(click.user_id)
        await self._hands.open(manager, click.interaction)


async def _end(click: Click) -> None:
    manager = _private(click)
    if not manager.running:
        raise TableError("game_over")
    await click.reply(solo_end_panel(click.words, manager))


def _private(click: Click) -> GameManager:
    manager = click.seated_game
    if not manager.is_private:
        raise BadCustomIdError("a component of private tables")
    return manager
