"""Private hands that Discord still lets us edit: each player's newest one is kept up to date."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field, replace
from functools import partial

import discord

from bot.render import HandOrder
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry

from .discord_errors import DISCORD_ERRORS, hand_is_gone
from .draw_queue import Urgency
from .drawing import Picture, Pictures, files
from .errors import lacking
from .posting import LONGEST
from .preferences import Preferences, Reader
from .retry_queue import Job, RetryQueue
from .views.base import Panel
from .views.hand_page import hand_as_text, hand_page, hand_panel

HandKey = tuple[str, int]
"""A game and a person."""
Stamp = tuple[str, int, HandOrder, str, str, bool, str]


@dataclass(eq=False)
class LiveHand:
    """A private hand on somebody's screen: one answer, which a newer one takes the place of.

    What is edited under its lock is this answer and no other, so that an older state or one
    without its notice never replaces a newer one.

    Attributes:
        interaction: whose answer it is.
        order: how its cards are sorted.
        shown: what it shows; None when that is not known.
        message: the message that it stands in; None when that is not known.
        notice: a sentence to say first.
        noticed: the version of the game that the notice is said with, once it was said.
        lock: held while it is edited.
    """

    interaction: discord.Interaction
    order: HandOrder
    shown: Stamp | None = None
    message: int | None = None
    notice: str = ""
    noticed: int | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def say(self, notice: str) -> None:
        """Have a sentence said with the state that is shown next, as often as that is shown."""
        if notice:
            self.notice, self.noticed = notice, None

    def notice_with(self, version: int) -> str:
        """What to say with a version of the game; a newer one than it was said with drops it."""
        if self.noticed is None:
            self.noticed = version
        elif self.noticed != version:
            self.notice = ""
        return self.notice


class LiveHands:
    """Every private hand that may still be edited, by game and player."""

    def __init__(self, pictures: Pictures, choices: Preferences, retry_queue: RetryQueue) -> None:
        self._retry_queue = retry_queue
        self._pictures = pictures
        self._choices = choices
        self._live: dict[HandKey, LiveHand] = {}
        self._sweep_at = 64

    def adopt(self, game_id: str, interaction: discord.Interaction, order: HandOrder) -> None:
        """Keep an interaction, answered already, as its user's newest with a hand."""
        self._sweep()
        self._live[game_id, interaction.user.id] = LiveHand(interaction, order)

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
        older = self._live.get(key)
        self.adopt(key[0], interaction, older.order if older else HandOrder.NUMBER)
        newer = self._live[key]
        words = self._choices.words_of(interaction)
        notice = words("hand.welcome_back") if back else ""
        await self.show(manager, interaction.user.id, notice)
        if older is not None:
            await _put_away(older, newer)

    async def show(self, manager: GameManager, user_id: int, notice: str = "") -> None:
        """Bring one player's hand up to date, with something to say first if there is.

        Raises:
            DISCORD_ERRORS: Discord did not take it; it is tried again after a while.
        """
        key = (manager.view(user_id).game_id, user_id)
        hand = self._live.get(key)
        if hand is None:
            return
        words = self._choices.words_of(hand.interaction)
        hand.say(notice or lacking(words, hand.interaction, begun=True))
        job = self._job(manager, *key)
        try:
            await self._shown(manager, hand, key, Urgency.ANSWER)
        except DISCORD_ERRORS as error:
            self._retry_queue.retry_later(*job, error)
            raise
        if self._live.get(key) is not hand:
            # This may have overwritten what a newer click was answered with.
            self._retry_queue.submit(job)

    async def _shown(
        self, manager: GameManager, hand: LiveHand, key: HandKey, urgency: Urgency
    ) -> None:
        user_id = key[1]
        async with hand.lock:
            look = await self._choices.reader(hand.interaction, manager.guild_id)
            async with self._pictures.draw_queue.turn(urgency):
                # While this waited, the game may have gone on.
                view = manager.view(user_id)
                notice = hand.notice_with(view.version)
                stamp = _stamp(view, hand.order, look, notice)
                # Where a newer answer took this one's place, it is given and not kept up to date.
                replaced = self._live.get(key) is not hand
                if hand.shown == stamp or (replaced and hand.shown is not None):
                    return
                panel, shown = await self._made(hand, view, manager, look, notice)
            async with asyncio.timeout(LONGEST):
                edited = hand.interaction.edit_original_response
                sent = await edited(view=panel, attachments=files(shown))
            hand.shown, hand.message = stamp, sent.id
            self._overwritten(key, hand)

    def _overwritten(self, key: HandKey, by: LiveHand) -> None:
        """Note that a newer answer in the same message may show what an older one said."""
        newest = self._live.get(key)
        if newest is not None and newest is not by:
            newest.shown = None

    def jobs(self, manager: GameManager) -> list[Job]:
        """What brings every hand of a game up to date; hands that are gone are forgotten."""
        if manager.table is None:
            return []
        game_id = manager.table.game_id
        # Whoever has just clicked waits for an answer; the others' hands may come after it.
        hands = sorted(self._live.items(), key=lambda each: each[1].shown is not None)
        return [self._job(manager, *key) for key, _ in hands if key[0] == game_id]

    def _job(self, manager: GameManager, game_id: str, user_id: int) -> Job:
        work = partial(self._refresh, manager, game_id, user_id)
        return ("hand", game_id, user_id), work

    async def refresh_person(self, registry: GameRegistry, user_id: int) -> None:
        """Bring every hand of one person up to date, in whichever games they are."""
        games = [registry.by_game(game) for game, user in self._live if user == user_id]
        found = [each for each in games if each is not None and each.table is not None]
        jobs = [self._job(each, each.table.game_id, user_id) for each in found if each.table]
        await self._retry_queue.run(*jobs)

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
        try:
            await self._shown(manager, hand, key, Urgency.HAND if hand.shown else Urgency.ANSWER)
        except discord.HTTPException as error:
            if not hand_is_gone(error):
                raise
            # The message was dismissed; a newer one may have come meanwhile.
            if self._live.get(key) is hand:
                self._live.pop(key)
        if self._live.get(key) is not hand:
            # This may have overwritten what a click was answered with meanwhile.
            await self._refresh(manager, game_id, user_id)

    async def _made(
        self, hand: LiveHand, view: PlayerView, manager: GameManager, look: Reader, notice: str
    ) -> tuple[Panel, Picture | None]:
        words, order = look.words, hand.order
        legal = manager.legal(hand.interaction.user.id)
        page = await self._pictures.draw_queue.draw(
            lambda: hand_page(words, view, legal, manager.deadline)
        )
        shown = None
        if view.hand and view.stage not in (Stage.DEAL, Stage.OVER):
            if look.pictures:
                shown = await self._pictures.hand(words, look.theme, view, order)
            if shown is None:
                page = replace(page, lines=(*page.lines, *hand_as_text(words, view, order)))
        return hand_panel(words, page, view, order, shown=shown, notice=notice), shown

    def _sweep(self) -> None:
        """Forget expired hands now and then, so that they never pile up."""
        if len(self._live) < self._sweep_at:
            return
        for key in [key for key, hand in self._live.items() if hand.interaction.is_expired()]:
            del self._live[key]
        self._sweep_at = 2 * len(self._live) + 64


async def _put_away(older: LiveHand, newer: LiveHand) -> None:
    """Delete the message of a hand that stands below again, so that only one has buttons."""
    if None in (older.message, newer.message) or older.message == newer.message:
        return
    if older.interaction.is_expired():
        return
    # Left standing it does no harm: a click there is answered in words.
    with contextlib.suppress(*DISCORD_ERRORS):
        async with older.lock, asyncio.timeout(LONGEST):
            await older.interaction.delete_original_response()


def _stamp(view: PlayerView, order: HandOrder, look: Reader, notice: str) -> Stamp:
    return (
        *(view.game_id, view.version, order),
        *(look.theme, look.words.locale, look.pictures, notice),
    )
