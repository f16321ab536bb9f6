"""Messages of what everybody may know of a game: for its channel, and for people in private."""

from __future__ import annotations

from dataclasses import replace

from bot.table.manager import GameManager
from cogs.base.preferences import Reader
from cogs.base.screens import Screen
from cogs.pages.table_page import result_screen, unplayed_screen

from .game_messages import HandRequest, messages_of
from .parts import LiveParts


async def table_screen(parts: LiveParts, reader: Reader, manager: GameManager) -> Screen:
    """Build the channel's message. Raises TableError ``no_game``."""
    if manager.game.unplayed:
        return unplayed_screen(reader.words, manager)
    gains = await parts.achievements.of_table(reader.words, manager)
    return messages_of(manager.game.system).table(parts.pictures(reader), manager, gains)


async def own_result(
    parts: LiveParts, reader: Reader, manager: GameManager, request: HandRequest
) -> Screen:
    """Build a player's message at the end of a game, at a private table also of a hand.

    Raises TableError ``no_game``.
    """
    if manager.game.unplayed:
        return unplayed_screen(reader.words, manager)
    seat, aside = manager.seat_of(request.user_id), request.aside
    gains = await parts.achievements.of_table(reader.words, manager, seat)
    messages = messages_of(manager.game.system)
    shown = messages.shown(parts.pictures(reader), manager, gains, seat)
    if aside.motion is not None:
        shown = replace(shown, drawings=(aside.motion,))
    shown = shown.around([aside.notice] if aside.notice else (), gains.lines)
    return result_screen(reader.words, manager, shown, request.order)
