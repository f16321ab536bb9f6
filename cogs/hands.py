"""Private hands that Discord still lets us edit: each player's newest one is kept up to date."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord

from bot.render import HandOrder
from bot.rules.state import Stage
from bot.table.errors import TableError

from .drawing import Pictures, files
from .text import words_of
from .views.hand import hand_panel
from .views.hand_page import hand_page

if TYPE_CHECKING:
    from bot.rules.views import PlayerView
    from bot.table.manager import GameManager
    from bot.table.registry import GameRegistry

    from .themes import Themes

_log = logging.getLogger(__name__)
Key = tuple[str, int]
Stamp = tuple[str, int, HandOrder, str]


@dataclass
class LiveHand:
    """A private hand on somebody's screen.

    Attributes:
        interaction: the newest interaction whose answer it is.
        order: how its cards are sorted.
        shown: what it shows; None when that is not known.
        lock: held while it is edited, so that an older state never replaces a newer one.
    """

    interaction: discord.Interaction
    order: HandOrder
    shown: Stamp | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class LiveHands:
    """Every private hand that may still be edited, by game and player."""

    def __init__(self, pictures: Pictures, themes: Themes) -> None:
        self._pictures = pictures
        self._themes = themes
        self._live: dict[Key, LiveHand] = {}
        self._sweep_at = 64

    def adopt(self, game_id: str, interaction: discord.Interaction, order: HandOrder) -> None:
        """Keep an interaction, answered already, as its user's newest with a hand."""
        self._sweep()
        key = (game_id, interaction.user.id)
        hand = self._live.get(key)
        if hand is None:
            self._live[key] = LiveHand(interaction, order)
        else:
            hand.interaction, hand.order, hand.shown = interaction, order, None

    async def open(self, manager: GameManager, interaction: discord.Interaction) -> None:
        """Show a player's hand as the private answer to an interaction, deferred already.

        Raises:
            TableError: ``no_game`` or ``no_seat``.
        """
        if manager.table is None:
            raise TableError("no_game")
        if manager.seat_of(interaction.user.id) is None:
            raise TableError("no_seat")
        back = await manager.come_back(interaction.user.id)
        key = (manager.table.game_id, interaction.user.id)
        order = self._live[key].order if key in self._live else HandOrder.NUMBER
        self.adopt(key[0], interaction, order)
        notice = words_of(interaction)("hand.welcome_back") if back else ""
        await self.show(manager, interaction.user.id, notice)

    async def show(self, manager: GameManager, user_id: int, notice: str = "") -> None:
        """Bring one player's hand up to date, at any rate when there is something to say."""
        view = manager.view(user_id)
        hand = self._live.get((view.game_id, user_id))
        if hand is None:
            return
        async with hand.lock:
            theme = await self._themes.of_person(user_id, manager.guild_id)
            # While this waited, the game may have gone on.
            view = manager.view(user_id)
            stamp = (view.game_id, view.version, hand.order, theme)
            if notice or hand.shown != stamp:
                await self._edit(hand, view, manager, theme, notice)

    async def refresh(self, manager: GameManager) -> None:
        """Bring every hand of a game up to date; hands that are gone are forgotten."""
        if manager.table is None:
            return
        game_id = manager.table.game_id
        players = [user for game, user in self._live if game == game_id]
        await asyncio.gather(*(self._refresh(manager, game_id, user) for user in players))

    async def refresh_person(self, registry: GameRegistry, user_id: int) -> None:
        """Bring every hand of one person up to date, in whichever games they are."""
        games = [registry.by_game(game) for game, user in self._live if user == user_id]
        found = [each for each in games if each is not None and each.table is not None]
        await asyncio.gather(
            *(self._refresh(each, each.table.game_id, user_id) for each in found if each.table)
        )

    async def _refresh(self, manager: GameManager, game_id: str, user_id: int) -> None:
        key = (game_id, user_id)
        hand = self._live.get(key)
        if hand is None:
            return
        if hand.interaction.is_expired() or manager.seat_of(user_id) is None:
            self._live.pop(key, None)
            return
        interaction = hand.interaction
        try:
            await self.show(manager, user_id)
        except discord.NotFound:
            # The message was dismissed; a newer one may have come meanwhile.
            if hand.interaction is interaction:
                self._live.pop(key, None)
        except discord.HTTPException:
            _log.warning("a private hand could not be edited", exc_info=True)

    async def _edit(
        self, hand: LiveHand, view: PlayerView, manager: GameManager, theme: str, notice: str
    ) -> None:
        interaction, order = hand.interaction, hand.order
        words = words_of(interaction, theme)
        legal = manager.legal(interaction.user.id)
        page = await asyncio.to_thread(hand_page, words, view, legal, manager.deadline)
        shown = None
        if view.hand and view.stage not in (Stage.DEAL, Stage.OVER):
            shown = await self._pictures.hand(words, theme, view, order)
        panel = hand_panel(words, page, view, order, shown=shown, notice=notice)
        await interaction.edit_original_response(view=panel, attachments=files(shown))
        if hand.interaction is interaction:
            hand.shown = (view.game_id, view.version, order, theme)

    def _sweep(self) -> None:
        """Forget expired hands now and then, so that they never pile up."""
        if len(self._live) < self._sweep_at:
            return
        for key in [key for key, hand in self._live.items() if hand.interaction.is_expired()]:
            del self._live[key]
        self._sweep_at = 2 * len(self._live) + 64
