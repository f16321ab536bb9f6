"""Private hands that Discord still lets us edit.

The newest one of each person in a game is kept up to date.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

import discord

from bot.games.states import AnyAction
from bot.render.pictures.highlight import FRAME_WIDTH
from bot.rules.cards import Card
from bot.rules.marked_cards import HandOrder
from bot.rules.views import Highlight
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.work_queue import Urgency
from cogs.base.discord_errors import DISCORD_ERRORS, hand_is_gone, within
from cogs.base.errors import lacking
from cogs.base.panels import Picture, show, text_panel
from cogs.base.preferences import Preferences, Reader
from cogs.live.pictures import Pictures
from cogs.pages.table_page import (
    Message,
    add_more_button,
    left_panel,
    request_items,
)

from .card_emojis import CardEmojis
from .displays import HandRequest, display_of
from .public_table import PublicTable
from .retry_queue import Job, RetryQueue

MOVES_FOR = 4.5
"""Seconds after which an animation in a hand gives way to the picture again."""
HandKey = tuple[str, int]
"""A game and a person."""
Stamp = tuple[object, ...]
"""Everything that a message depends on, the game and its version first."""


@dataclass(eq=False)
class LiveHand:
    """A private hand on a player's screen: the answer to one interaction.

    Only this answer is edited under its lock, so that an older state, or one without its notice,
    never replaces a newer one.
    """

    key: HandKey
    interaction: discord.Interaction
    order: HandOrder
    # What the message shows, and its id, as far as they are known.
    stamp: Stamp | None = None
    message_id: int | None = None
    # The height that an animation needs to be as high as the last picture: no button moves.
    height: int = 0
    # A version of the game, and the animation that is shown there in place of the picture.
    motion: tuple[int, Picture] | None = None
    # A sentence above the hand, and the version of the game that it was first shown with.
    notice: str = ""
    noticed: int | None = None
    # A version of the game, and the card about which its player is asked there.
    question: tuple[int, Card] | None = None
    # A version of the game, and the action that its player was advised there.
    hint: tuple[int, AnyAction] | None = None
    # Held while it is edited.
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def set_notice(self, notice: str) -> None:
        """Show a sentence, if there is one, with the next state for as long as it is current."""
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
        return self.question[1] if self.question and self.question[0] == version else None

    def motion_in(self, version: int) -> Picture | None:
        """The animation that is shown in this version of the game."""
        return self.motion[1] if self.motion and self.motion[0] == version else None

    def hint_in(self, version: int) -> AnyAction | None:
        """The action that the player was advised in this version of the game."""
        return self.hint[1] if self.hint and self.hint[0] == version else None


@dataclass(frozen=True)
class _NextMessage:
    """The message that a hand is to show next; nothing follows the last one."""

    message: Message
    stamp: Stamp = ()
    last: bool = False
    moves: bool = False


class LiveHands:
    """All private hands that can still be edited, by game and player."""

    def __init__(
        self,
        pictures: Pictures,
        preferences: Preferences,
        retry_queue: RetryQueue,
        emojis: CardEmojis,
        public_table: PublicTable,
    ) -> None:
        self._public_table = public_table
        self._emojis = emojis
        self._retry_queue = retry_queue
        self._pictures = pictures
        self._preferences = preferences
        self._live: dict[str, dict[int, LiveHand]] = {}
        self._sweep_at = 64

    def __len__(self) -> int:
        return sum(not hand.interaction.is_expired() for hand in self._all())

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
        newer, older = LiveHand(key, interaction, order), self._newest(key)
        clicked = interaction.message.id if same and interaction.message else None
        if older is not None and clicked is not None and clicked == older.message_id:
            newer.stamp, newer.message_id, newer.height = older.stamp, clicked, older.height
        self._keep(newer)

    async def open(
        self,
        manager: GameManager,
        interaction: discord.Interaction,
        *,
        back: bool = False,
        instead_of: str | None = None,
    ) -> None:
        """Show a player's hand as the private answer to a deferred interaction.

        Who left is offered their seat; who has taken it ``back`` is welcomed. The message of a
        game that was ended for this one, ``instead_of``, is deleted.

        Raises:
            TableError: ``no_game``, ``not_begun`` or ``no_seat``.
        """
        user_id = interaction.user.id
        words, table = self._preferences.words_of(interaction), manager.game.table
        if manager.has_left(user_id):
            await self._show_left(manager, interaction, self._newest((table.game_id, user_id)))
            return
        if manager.seat_of(user_id) is None:
            raise TableError("no_seat")
        back = await manager.come_back(user_id) or back
        key = (table.game_id, user_id)
        older = self._newest(key)
        newer = LiveHand(key, interaction, older.order if older else HandOrder.NUMBER)
        notices = [words("hand.welcome_back")] if back else []
        notices += await self._preferences.said_once(words, user_id)
        await self._open(manager, newer, " ".join(notices))
        ended = self._newest((instead_of, user_id)) if instead_of is not None else None
        if ended is not None:
            self._drop(ended)
            await _delete_older(ended, newer.message_id)

    async def leave(self, manager: GameManager, interaction: discord.Interaction) -> None:
        """Let a player leave, and say so in one message, in place of their hand.

        Raises as :meth:`~bot.table.manager.GameManager.leave_game` does.
        """
        user_id = interaction.user.id
        older = self._newest((manager.game.table.game_id, user_id))
        await manager.leave_game(user_id)
        await self._show_left(manager, interaction, older)

    async def _show_left(
        self, manager: GameManager, interaction: discord.Interaction, older: LiveHand | None
    ) -> None:
        words, user_id = self._preferences.words_of(interaction), interaction.user.id
        if older is not None:
            self._drop(older)
        sent = await show(interaction, left_panel(words, manager, user_id))
        if older is not None:
            await _delete_older(older, sent.id)

    async def _open(self, manager: GameManager, newer: LiveHand, notice: str = "") -> None:
        """Show a hand in place of that person's older one."""
        self._sweep()
        older = self._newest(newer.key)
        self._keep(newer)
        await self.show(manager, newer.key[1], notice)
        # A click in the older one meanwhile is answered there.
        if older is not None and self._is_newest(newer):
            await _delete_older(older, newer.message_id)

    async def open_first(self, manager: GameManager, interaction: discord.Interaction) -> None:
        """Answer the person who began a game, with their hand if that is not all at the table."""
        reader = await self._preferences.reader(interaction)
        if reader.pictures and not display_of(manager.game.system).hides:
            await show(interaction, text_panel(reader.words("table.begun")))
        else:
            await self.open(manager, interaction)

    async def show(
        self,
        manager: GameManager,
        user_id: int,
        notice: str = "",
        question: tuple[int, Card] | None = None,
        hint: tuple[int, AnyAction] | None = None,
    ) -> None:
        """Update one player's hand, with a notice, a question, or a hint.

        Raises:
            DISCORD_ERRORS: the update failed; it is retried later.
            TableError: ``no_seat`` or ``stale``; the seat or the game is gone.
        """
        hand = self._newest((manager.view(user_id).game_id, user_id))
        if hand is None:
            raise TableError("no_seat" if manager.seat_of(user_id) is None else "stale")
        words = self._preferences.words_of(hand.interaction)
        hand.question, hand.hint = question, hint
        if not manager.is_private:
            notice = notice or lacking(words, hand.interaction, begun=True)
        hand.set_notice(notice)
        job = self._job(manager, hand.key)
        try:
            await self._edit(manager, hand, Urgency.ANSWER)
        except DISCORD_ERRORS as error:
            self._retry_queue.retry_later(*job, error)
            raise
        if not self._is_newest(hand):
            # This may have overwritten the answer to a newer click.
            self._retry_queue.submit(job)

    def tell(self, manager: GameManager, user_id: int, key: str, **data: str) -> None:
        """Show a message of the catalogue in a player's hand, if that can still be edited."""
        if manager.table is None:
            return
        hand = self._newest((manager.table.game_id, user_id))
        if hand is not None:
            words = self._preferences.words_of(hand.interaction).about(manager.game.system.name)
            hand.set_notice(words(key, **data))
            self._retry_queue.submit(self._job(manager, hand.key))

    def jobs(self, manager: GameManager) -> list[Job]:
        """The jobs that update all hands of a game."""
        if manager.table is None:
            return []
        # The player who has just clicked waits for an answer; the others' hands come after it.
        hands = sorted(
            self._of(manager.table.game_id),
            key=lambda hand: hand.stamp is not None,
        )
        return [self._job(manager, hand.key) for hand in hands]

    def animations(self, manager: GameManager, highlight: Highlight) -> list[Job]:
        """The jobs that show a highlight in the hands of those whom it is about."""
        if manager.table is None:
            return []
        game_id, occupants = manager.table.game_id, manager.table.occupants
        people = [occupants[seat].user_id for seat in highlight.seats]
        keys = [(game_id, user_id) for user_id in people if user_id is not None]
        return [
            (("animation", *key), partial(self._animate, manager, key, highlight)) for key in keys
        ]

    async def refresh_person(self, registry: GameRegistry, user_id: int) -> None:
        """Update one person's hands in all games."""
        keys = [hand.key for hand in self._all() if hand.key[1] == user_id]
        tables = [(registry.by_game(key[0]), key) for key in keys]
        jobs = [self._job(manager, key) for manager, key in tables if manager is not None]
        await self._retry_queue.run(*jobs)

    def shown_until(self, game_id: str, user_id: int) -> float:
        """Until when a person's hand is kept up to date, in seconds since 1970, or 0.0."""
        hand = self._newest((game_id, user_id))
        return 0.0 if hand is None else hand.interaction.expires_at.timestamp()

    def forget(self, user_id: int) -> None:
        """Stop updating a person's hands."""
        for hand in [hand for hand in self._all() if hand.key[1] == user_id]:
            self._drop(hand)

    # -- updates ---------------------------------------------------------------------------

    def _of(self, game_id: str) -> list[LiveHand]:
        """A game's hands, of which some may have expired."""
        return list(self._live.get(game_id, {}).values())

    def _all(self) -> Iterator[LiveHand]:
        return chain.from_iterable(game.values() for game in self._live.values())

    def _newest(self, key: HandKey) -> LiveHand | None:
        return self._live.get(key[0], {}).get(key[1])

    def _keep(self, hand: LiveHand) -> None:
        self._live.setdefault(hand.key[0], {})[hand.key[1]] = hand

    def _drop(self, hand: LiveHand) -> None:
        """Stop updating a hand, unless there is a newer one."""
        if self._is_newest(hand):
            game = self._live[hand.key[0]]
            del game[hand.key[1]]
            if not game:
                del self._live[hand.key[0]]

    def _job(self, manager: GameManager, key: HandKey) -> Job:
        return ("hand", *key), partial(self._refresh, manager, key)

    def _is_newest(self, hand: LiveHand) -> bool:
        return self._newest(hand.key) is hand

    async def _refresh(self, manager: GameManager, key: HandKey) -> None:
        hand = self._newest(key)
        if hand is None:
            return
        if hand.interaction.is_expired():
            self._drop(hand)
            return
        try:
            urgency = Urgency.HAND if hand.stamp is not None else Urgency.ANSWER
            await self._edit(manager, hand, urgency)
        except TableError:
            # The game is gone meanwhile.
            return
        except discord.HTTPException as error:
            if not hand_is_gone(error):
                raise
            # The message was dismissed; there may be a newer one by now.
            self._drop(hand)
        if not self._is_newest(hand):
            # This may have overwritten the answer to a newer click.
            await self._refresh(manager, key)

    async def _animate(self, manager: GameManager, key: HandKey, highlight: Highlight) -> None:
        """Show a highlight in a hand that shows the state after it, until there is a newer one."""
        # The answer comes first, with the buttons and the picture.
        await self._refresh(manager, key)
        hand, version = self._newest(key), highlight.view.version
        if hand is None or manager.version != version:
            return
        reader = await self._preferences.reader(hand.interaction, manager.guild_id)
        seats = self._pictures.seats(manager)
        picture = await self._pictures.highlight(reader, highlight, seats, hand.height)
        hand = self._newest(key)
        if picture is None or hand is None or manager.version != version:
            return
        hand.motion = version, picture
        end = ("animation-end", *key), partial(self._end_motion, manager, key)
        self._retry_queue.submit_later(MOVES_FOR, end)
        await self._refresh(manager, key)

    async def _end_motion(self, manager: GameManager, key: HandKey) -> None:
        """Show the picture again in place of an animation."""
        hand = self._newest(key)
        if hand is not None and hand.motion is not None:
            hand.motion = None
            await self._refresh(manager, key)

    async def _edit(self, manager: GameManager, hand: LiveHand, urgency: Urgency) -> None:
        """Show the newest state, or a farewell to a player who has left.

        Raises:
            TableError: ``no_game``.
        """
        async with hand.lock:
            reader = await self._preferences.reader(hand.interaction, manager.guild_id)
            send = partial(self._show_newest, manager, hand, reader, urgency)
            await self._emojis.sent(reader.theme, send)

    async def _show_newest(
        self, manager: GameManager, hand: LiveHand, reader: Reader, urgency: Urgency
    ) -> None:
        async with self._pictures.work_queue.turn(urgency):
            # The game may have gone on during the wait.
            next_message = await self._hand(manager, hand, reader)
        if next_message is None:
            return
        panel, picture = next_message.message
        sent = await show(hand.interaction, panel, picture)
        hand.stamp, hand.message_id = next_message.stamp, sent.id
        if picture is not None and not next_message.moves:
            hand.height = picture.height_at(FRAME_WIDTH)
        if next_message.last:
            self._drop(hand)
        if manager.is_private and not manager.running:
            await manager.note_end_shown(hand.key[0])
        newest = self._newest(hand.key)
        if newest is not None and newest is not hand:
            # It may stand in the same message, which this has overwritten.
            newest.stamp = None

    async def _hand(
        self, manager: GameManager, hand: LiveHand, reader: Reader
    ) -> _NextMessage | None:
        """A player's hand, or a farewell after they left; None if the newest state is shown.

        Raises:
            TableError: ``no_game`` or ``game_gone``.
        """
        view = manager.view(hand.key[1])
        if view.game_id != hand.key[0]:
            # The next game has begun in another message.
            raise TableError("game_gone")
        notice = hand.notice_for(view.version)
        asked, hint = hand.asked_in(view.version), hand.hint_in(view.version)
        motion = hand.motion_in(view.version)
        awaited = manager.game.awaited
        table = manager.game.table
        marks = table.marks if view.my_turn else ()
        seat_request = table.open_request if hand.key[1] == table.host_id else None
        stamp = (
            view.game_id,
            view.version,
            hand.order,
            reader,
            motion is not None,
            notice,
            awaited,
            asked,
            hint,
            seat_request,
            marks,
            table.asked,
        )
        request = HandRequest(hand.key[1], hand.order, asked, notice, hint, motion)
        if self._is_shown(hand, stamp):
            return None
        display = display_of(manager.game.system)
        before = (view.game_id, view.version - 1, *stamp[2:])
        if hand.stamp == before and display.is_passing(manager.game.news, view):
            # What follows is shown soon; drawing all hands twice a turn is too much work.
            return None
        if view.me is None:
            farewell = left_panel(reader.words, manager, hand.key[1])
            return _NextMessage((farewell, None), stamp, last=True)
        if not manager.running or (manager.is_private and view.turn is None):
            if manager.running and not awaited:
                # The next hand is dealt at once.
                return None
            end = await self._public_table.private(reader, manager, request)
            return _NextMessage(end, stamp, moves=motion is not None)
        message = await display.hand(self._pictures, reader, manager, view, request)
        if manager.is_private:
            add_more_button(message[0], reader.words, manager)
        for item in request_items(reader.words, view.game_id, seat_request):
            message[0].add_item(item)
        return _NextMessage(message, stamp, moves=motion is not None)

    def _is_shown(self, hand: LiveHand, stamp: Stamp) -> bool:
        # An answer that a newer one replaced is shown once, but not updated.
        return hand.stamp is not None and (hand.stamp == stamp or not self._is_newest(hand))

    def _sweep(self) -> None:
        """Drop expired hands now and then."""
        if len(self._live) < self._sweep_at:
            return
        for hand in [hand for hand in self._all() if hand.interaction.is_expired()]:
            self._drop(hand)
        self._sweep_at = 2 * len(self._live) + 64


async def _delete_older(older: LiveHand, newer: int | None) -> None:
    """Delete the message of a hand for which there is a newer one, so that one has buttons."""
    if None in (older.message_id, newer) or older.message_id == newer:
        return
    if older.interaction.is_expired():
        return
    # If this fails, clicks there are still answered.
    with contextlib.suppress(*DISCORD_ERRORS):
        async with older.lock, within():
            await older.interaction.delete_original_response()
