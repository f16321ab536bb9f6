"""Private hands that Discord still lets us edit: each player's newest one is kept up to date."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.render import HandOrder
from bot.rules.state import Stage
from bot.table.errors import TableError

from .drawing import Pictures, files
from .errors import lacking
from .posting import LONGEST
from .text import words_of
from .told import hand_told
from .troubles import TROUBLES, hand_is_gone
from .views.hand import hand_panel
from .views.hand_page import hand_page

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.rules.views import PlayerView
    from bot.table.manager import GameManager
    from bot.table.registry import GameRegistry

    from .choices import Choices
    from .upkeep import Asked, Upkeep

Key = tuple[str, int]
Stamp = tuple[str, int, HandOrder, str, str, bool]


@dataclass(frozen=True)
class Look:
    """How a hand looks to its player: in which words and theme, and whether as a picture."""

    words: Words
    theme: str
    pictures: bool


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

    def __init__(self, pictures: Pictures, choices: Choices, upkeep: Upkeep) -> None:
        self._upkeep = upkeep
        self._pictures = pictures
        self._choices = choices
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
            # An edit that Discord holds up must not hold up the answer to a click.
            hand.lock = asyncio.Lock()

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
        """Bring one player's hand up to date, at any rate when there is something to say.

        Raises:
            TROUBLES: Discord did not take it; it is tried again after a while.
        """
        game_id = manager.view(user_id).game_id
        hand = self._live.get((game_id, user_id))
        if hand is None:
            return
        try:
            await self._shown(manager, hand, user_id, notice or lacking(hand.interaction))
        except TROUBLES as error:
            self._upkeep.later(*self._job(manager, game_id, user_id), error)
            raise

    async def _shown(
        self, manager: GameManager, hand: LiveHand, user_id: int, notice: str = ""
    ) -> None:
        async with hand.lock:
            pictures = await self._choices.pictures(user_id)
            theme = await self._choices.theme_of_person(user_id, manager.guild_id)
            look = Look(words_of(hand.interaction, theme), theme, pictures)
            # While this waited, the game may have gone on.
            view = manager.view(user_id)
            if notice or hand.shown != _stamp(view, hand.order, look):
                await self._edit(hand, view, manager, look, notice)

    def jobs(self, manager: GameManager) -> list[Asked]:
        """What brings every hand of a game up to date; hands that are gone are forgotten."""
        if manager.table is None:
            return []
        game_id = manager.table.game_id
        return [self._job(manager, *key) for key in self._live if key[0] == game_id]

    def _job(self, manager: GameManager, game_id: str, user_id: int) -> Asked:
        work = partial(self._refresh, manager, game_id, user_id)
        return ("hand", game_id, user_id), work

    async def refresh_person(self, registry: GameRegistry, user_id: int) -> None:
        """Bring every hand of one person up to date, in whichever games they are."""
        games = [registry.by_game(game) for game, user in self._live if user == user_id]
        found = [each for each in games if each is not None and each.table is not None]
        jobs = [self._job(each, each.table.game_id, user_id) for each in found if each.table]
        await self._upkeep.do(*jobs)

    def __len__(self) -> int:
        """How many there are."""
        return sum(not each.interaction.is_expired() for each in self._live.values())

    def forget(self, user_id: int) -> None:
        """Let go of a person's hands; they are edited no more."""
        for key in [key for key in self._live if key[1] == user_id]:
            del self._live[key]

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
            await self._shown(manager, hand, user_id)
        except discord.HTTPException as error:
            if not hand_is_gone(error):
                raise
            # The message was dismissed; a newer one may have come meanwhile.
            if hand.interaction is interaction:
                self._live.pop(key, None)
        if hand.interaction is not interaction and key in self._live:
            # This may have overwritten what a click was answered with meanwhile.
            await self._refresh(manager, game_id, user_id)

    async def _edit(
        self, hand: LiveHand, view: PlayerView, manager: GameManager, look: Look, notice: str
    ) -> None:
        interaction, order, words = hand.interaction, hand.order, look.words
        legal = manager.legal(interaction.user.id)
        page = await asyncio.to_thread(hand_page, words, view, legal, manager.deadline)
        shown = None
        if view.hand and view.stage not in (Stage.DEAL, Stage.OVER):
            if look.pictures:
                shown = await self._pictures.hand(words, look.theme, view, order)
            if shown is None:
                page = replace(page, lines=(*page.lines, *hand_told(words, view, order)))
        panel = hand_panel(words, page, view, order, shown=shown, notice=notice)
        async with asyncio.timeout(LONGEST):
            await interaction.edit_original_response(view=panel, attachments=files(shown))
        # What a newer click was answered with may have been overwritten by this.
        hand.shown = _stamp(view, order, look) if hand.interaction is interaction else None

    def _sweep(self) -> None:
        """Forget expired hands now and then, so that they never pile up."""
        if len(self._live) < self._sweep_at:
            return
        for key in [key for key, hand in self._live.items() if hand.interaction.is_expired()]:
            del self._live[key]
        self._sweep_at = 2 * len(self._live) + 64


def _stamp(view: PlayerView, order: HandOrder, look: Look) -> Stamp:
    return (view.game_id, view.version, order, look.theme, look.words.locale, look.pictures)
