"""Private hands that Discord still lets us edit; each player's newest one is kept up to date."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field, replace
from functools import partial

import discord

from bot.i18n import Words
from bot.render import HandOrder
from bot.rules.cards import Card
from bot.systems import AnyView
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry

from .card_emojis import CardEmojis
from .discord_errors import DISCORD_ERRORS, hand_is_gone, is_invalid
from .displays import HandLook, PanelMaker, display_of
from .draw_queue import Urgency
from .drawing import Picture, Pictures
from .errors import lacking
from .posting import LONGEST
from .preferences import Preferences, Reader
from .retry_queue import Job, RetryQueue
from .views.base import Panel, said_panel, show

HandKey = tuple[str, int]
"""A game and a person."""
Stamp = tuple[str, int, HandOrder, Reader, str, tuple[int, ...], Card | None, tuple[int, ...]]
"""Everything that a hand's message depends on; the last are marks."""
OF_PICTURE = 4
"""Parts of a stamp on which the picture depends in a game with marks, from the first."""


@dataclass(eq=False)
class LiveHand:
    """A private hand on a player's screen: the answer to one interaction.

    Only this answer is edited under its lock, so that an older state, or one without its notice,
    never replaces a newer one.

    Attributes:
        key: the game and the player.
        interaction: the interaction it answers.
        order: how its cards are sorted.
        shown: its content; None when that is not known.
        picture: its picture without the bytes, if it has one.
        message: the id of its message; None when that is not known.
        notice: a sentence above the hand.
        noticed: the version of the game that the notice was first shown with.
        asked: a version of the game, and the card about which its player is asked there.
        lock: held while it is edited.
    """

    key: HandKey
    interaction: discord.Interaction
    order: HandOrder
    shown: Stamp | None = None
    picture: Picture | None = None
    message: int | None = None
    notice: str = ""
    noticed: int | None = None
    asked: tuple[int, Card] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def set_notice(self, notice: str) -> None:
        """Show a sentence, if there is one, with the next state for as long as that is current."""
        if notice:
            self.notice, self.noticed = notice, None

    def notice_for(self, version: int) -> str:
        """The notice to show with a version of the game; a later version drops it."""
        if self.noticed is None:
            self.noticed = version
        elif self.noticed != version:
            self.notice = ""
        return self.notice

    def asked_in(self, version: int) -> Card | None:
        """The card that the player is asked about in this version of the game."""
        return self.asked[1] if self.asked is not None and self.asked[0] == version else None


class LiveHands:
    """All private hands that can still be edited, by game and player."""

    def __init__(
        self,
        pictures: Pictures,
        preferences: Preferences,
        retry_queue: RetryQueue,
        emojis: CardEmojis,
    ) -> None:
        self._emojis = emojis
        self._retry_queue = retry_queue
        self._pictures = pictures
        self._preferences = preferences
        self._live: dict[HandKey, LiveHand] = {}
        self._sweep_at = 64

    def __len__(self) -> int:
        return sum(not each.interaction.is_expired() for each in self._live.values())

    def adopt(
        self,
        game_id: str,
        interaction: discord.Interaction,
        order: HandOrder = HandOrder.NUMBER,
        *,
        same: bool = False,
    ) -> None:
        """Make an answered interaction its user's newest hand.

        ``same``: what the message showed before the interaction need not be sent again.
        """
        self._sweep()
        key = (game_id, interaction.user.id)
        newer, older = LiveHand(key, interaction, order), self._live.get(key)
        clicked = interaction.message.id if same and interaction.message else None
        if older is not None and clicked is not None and clicked == older.message:
            newer.shown, newer.message, newer.picture = older.shown, clicked, older.picture
        self._live[key] = newer

    async def open(self, manager: GameManager, interaction: discord.Interaction) -> None:
        """Show a player's hand as the private answer to a deferred interaction.

        Raises:
            TableError: ``no_game``, ``not_begun`` or ``no_seat``.
        """
        user_id = interaction.user.id
        table = manager.begun_table
        if manager.seat_of(user_id) is None:
            raise TableError("no_seat")
        back = await manager.come_back(user_id)
        key = (table.game_id, user_id)
        older = self._live.get(key)
        self.adopt(key[0], interaction, older.order if older else HandOrder.NUMBER)
        newer = self._live[key]
        words = self._preferences.words_of(interaction)
        await self.show(manager, user_id, words("hand.welcome_back") if back else "")
        # Somebody who clicked in the older one meanwhile is answered there.
        if older is not None and self._is_newest(newer):
            await _delete_older(older, newer)

    async def open_first(self, manager: GameManager, interaction: discord.Interaction) -> None:
        """Answer who has begun a game: with their hand, or where everything is at the table."""
        reader = await self._preferences.reader(interaction)
        if reader.pictures and not display_of(manager.system).hides:
            await show(interaction, said_panel(reader.words("table.begun")))
        else:
            await self.open(manager, interaction)

    async def show(
        self,
        manager: GameManager,
        user_id: int,
        notice: str = "",
        asked: tuple[int, Card] | None = None,
    ) -> None:
        """Update one player's hand, with a notice or a question about a card if there is one.

        Raises:
            DISCORD_ERRORS: the update failed; it is retried later.
            TableError: ``no_seat`` or ``stale``; the seat or the game is gone.
        """
        hand = self._live.get((manager.view(user_id).game_id, user_id))
        if hand is None:
            raise TableError("no_seat" if manager.seat_of(user_id) is None else "stale")
        words = self._preferences.words_of(hand.interaction)
        hand.asked = asked
        hand.set_notice(notice or lacking(words, hand.interaction, begun=True))
        job = self._job(manager, hand.key)
        try:
            await self._edit(manager, hand, Urgency.ANSWER)
        except DISCORD_ERRORS as error:
            self._retry_queue.retry_later(*job, error)
            raise
        if not self._is_newest(hand):
            # This may have overwritten the answer to a newer click.
            self._retry_queue.submit(job)

    def tell(self, manager: GameManager, user_id: int, notice: str) -> None:
        """Show a notice in a player's hand as soon as Discord allows it, if it can be edited."""
        if manager.table is None:
            return
        hand = self._live.get((manager.table.game_id, user_id))
        if hand is not None:
            hand.set_notice(notice)
            self._retry_queue.submit(self._job(manager, hand.key))

    def jobs(self, manager: GameManager) -> list[Job]:
        """The jobs that update all hands of a game."""
        if manager.table is None:
            return []
        game_id = manager.table.game_id
        # The player who has just clicked waits for an answer; the others' hands come after it.
        hands = sorted(self._live.values(), key=lambda each: each.shown is not None)
        return [self._job(manager, each.key) for each in hands if each.key[0] == game_id]

    async def refresh_person(self, registry: GameRegistry, user_id: int) -> None:
        """Update one person's hands in all games."""
        found = [(key, registry.by_game(key[0])) for key in self._live if key[1] == user_id]
        await self._retry_queue.run(*(self._job(each, key) for key, each in found if each))

    def forget(self, user_id: int) -> None:
        """Stop updating a person's hands."""
        for key in [key for key in self._live if key[1] == user_id]:
            del self._live[key]

    # -- updates ---------------------------------------------------------------------------

    def _job(self, manager: GameManager, key: HandKey) -> Job:
        return ("hand", *key), partial(self._refresh, manager, key)

    def _is_newest(self, hand: LiveHand) -> bool:
        return self._live.get(hand.key) is hand

    async def _refresh(self, manager: GameManager, key: HandKey) -> None:
        hand = self._live.get(key)
        if hand is None:
            return
        if hand.interaction.is_expired():
            self._live.pop(key, None)
            return
        try:
            await self._edit(manager, hand, Urgency.HAND if hand.shown else Urgency.ANSWER)
        except TableError:
            # The game is gone meanwhile.
            return
        except discord.HTTPException as error:
            if not hand_is_gone(error):
                raise
            # The message was dismissed; there may be a newer one by now.
            if self._is_newest(hand):
                self._live.pop(key)
        if not self._is_newest(hand):
            # This may have overwritten the answer to a newer click.
            await self._refresh(manager, key)

    async def _edit(self, manager: GameManager, hand: LiveHand, urgency: Urgency) -> None:
        """Show the newest state, to who has left a farewell. Raises TableError ``no_game``."""
        async with hand.lock:
            reader = await self._preferences.reader(hand.interaction, manager.guild_id)
            async with self._pictures.draw_queue.turn(urgency):
                # The game may have gone on during the wait.
                view = manager.view(hand.key[1])
                notice = hand.notice_for(view.version)
                asked, awaited = hand.asked_in(view.version), manager.awaited
                marks = manager.begun_table.marks if view.my_turn else ()
                stamp = (
                    *(view.game_id, view.version, hand.order, reader, notice, awaited, asked),
                    marks,
                )
                drawn = hand.shown is not None and hand.shown[:OF_PICTURE] == stamp[:OF_PICTURE]
                kept = hand.picture if drawn else None
                look = HandLook(hand.key[1], hand.order, asked, notice, kept)
                # An answer that a newer one replaced is shown once, but not updated.
                replaced = not self._is_newest(hand)
                if hand.shown == stamp or (replaced and hand.shown is not None):
                    return
                before = (view.game_id, view.version - 1, *stamp[2:])
                passing = display_of(manager.system).is_passing
                if hand.shown == before and passing(manager.news, view):
                    # What follows is shown soon; drawing all hands twice a turn is too much work.
                    return
                panel_now, picture = await self._message(manager, view, reader, look)
                panel = await panel_now()
            try:
                sent = await _sent(hand, panel, picture)
            except discord.HTTPException as error:
                if not is_invalid(error):
                    raise
                # An emoji may have been deleted; from now on there are words instead.
                self._emojis.reject(reader.theme)
                panel = await panel_now()
                sent = await _sent(hand, panel, picture)
            hand.shown, hand.message = stamp, sent.id
            hand.picture = replace(picture, data=b"") if picture is not None else None
            if view.me is None and self._is_newest(hand):
                # Nothing follows a farewell.
                del self._live[hand.key]
            newest = self._live.get(hand.key)
            if newest is not None and newest is not hand:
                # It may stand in the same message, which this has overwritten.
                newest.shown = None

    async def _message(
        self, manager: GameManager, view: AnyView, reader: Reader, look: HandLook
    ) -> tuple[PanelMaker, Picture | None]:
        """Return what makes the message of the present state, also when that is over."""
        if view.me is None:
            return partial(_farewell, reader.words), None
        show = display_of(manager.system).hand
        return await show(self._pictures, reader, manager, view, look)

    def _sweep(self) -> None:
        """Drop expired hands now and then."""
        if len(self._live) < self._sweep_at:
            return
        for key in [key for key, hand in self._live.items() if hand.interaction.is_expired()]:
            del self._live[key]
        self._sweep_at = 2 * len(self._live) + 64


async def _sent(
    hand: LiveHand, panel: Panel, picture: Picture | None
) -> discord.InteractionMessage:
    async with asyncio.timeout(LONGEST):
        return await show(hand.interaction, panel, picture)


async def _delete_older(older: LiveHand, newer: LiveHand) -> None:
    """Delete the message of a hand that was opened again, so that only one has buttons."""
    if None in (older.message, newer.message) or older.message == newer.message:
        return
    if older.interaction.is_expired():
        return
    # If this fails, clicks there are still answered.
    with contextlib.suppress(*DISCORD_ERRORS):
        async with older.lock, asyncio.timeout(LONGEST):
            await older.interaction.delete_original_response()


async def _farewell(words: Words) -> Panel:
    return said_panel(words("hand.left"))
