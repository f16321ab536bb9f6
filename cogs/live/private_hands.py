"""Private hands: the newest one of each person in a game is kept up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

import discord
from cachetools import TTLCache

from bot.cards.marked_cards import HandOrder
from bot.cards.views import Highlight
from bot.render.pictures.highlight import FRAME_WIDTH
from bot.seating import LiveGame
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.work_queue import Urgency
from cogs.base.discord_errors import DISCORD_ERRORS, HAND_GONE, has_code, is_invalid, within
from cogs.base.errors import missing_permission_text
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Screen
from cogs.pages.hand_page import NOTHING, Aside
from cogs.pages.table_page import back_button, left_screen, with_early_end, with_pause

from .game_messages import HandRequest, find_game_messages, own_result
from .retry_queue import Job
from .sender import Drawn
from .services import LiveServices

LASTS = 890.0  # seconds for which an answer can be edited; Discord takes it for 15 minutes
MOST_HANDS = 50_000
ANIMATION_SECONDS = 4.5  # after which an animation in a hand gives way to the picture again
HandKey = tuple[str, int]  # a game and a person


@dataclass(frozen=True)
class HandShown:
    """What the message of a hand shows."""

    screen: Screen | None = None  # None if that is not known
    message_id: int | None = None  # None before it was sent
    version: int = -1  # of the game that it shows, or that need not be shown
    height: int = 0  # that an animation needs to be as high as the last picture: no button moves


@dataclass(frozen=True)
class _Edit:
    """An edit that is ready to be sent."""

    game: LiveGame
    screen: Screen
    drawn: Drawn


@dataclass(eq=False)
class LiveHand:
    """A private hand on a player's screen: the answer to one interaction.

    Each click makes a new hand, in the message that was clicked or in a new one::

        hand 1   opened by /phase10 hand    message A
        hand 2   a click in message A       message A: hand 1 is not edited any more
        hand 3   /phase10 hand again        message B: once it is shown, message A is deleted

    Nothing outlives a click but what :meth:`PrivateHands.adopt` takes over from the hand before
    (what the message shows, a hint) and ``_replace`` (the messages to be deleted, a notice that was
    not seen).

    A hand is edited under its lock, so that an older state, or one without its notice, never
    replaces a newer one. An edit of hand 1 may still be under way when hand 2 has been shown, and
    overwrite it: when it ends, hand 2 is in doubt, and it is shown again.
    """

    key: HandKey
    interaction: discord.Interaction
    order: HandOrder
    shown: HandShown = HandShown()
    answered: bool = False  # whether the player has seen what came of the interaction
    mark: object = None  # of the newest edit of its message
    aside: Aside = NOTHING
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while it is edited
    # Older ones, whose messages are deleted once this one is shown.
    replaced: list[LiveHand] = field(default_factory=list)

    def doubt(self) -> object:
        """Note that an edit may let the message show something else; return the edit's mark."""
        self.shown = replace(self.shown, screen=None)
        self.mark = object()
        return self.mark

    def note_shown(self, mark: object, shown: HandShown) -> None:
        """Note what Discord says that the message shows, unless there was another edit since."""
        if mark is self.mark:
            self.shown = shown

    def aside_in(self, version: int) -> Aside:
        """Return what is shown besides this version of the game; a new aside belongs to it."""
        known = self.aside.version in (None, version)
        self.aside = replace(self.aside, version=version) if known else NOTHING
        return self.aside


class PrivateHands:
    """All private hands that can still be edited, by game and player.

    What belongs to a hand is a field of :class:`LiveHand`, not a collection here beside the hands:
    ``forget``, ``_drop`` and the cache's limits then remove it with the hand, and a field that must
    outlive a click is taken over in ``adopt`` or ``_replace``.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        self._live: TTLCache[HandKey, LiveHand] = TTLCache(MOST_HANDS, LASTS, services.clock.now)

    def __len__(self) -> int:
        return len(self._live)

    def adopt(
        self, game_id: str, interaction: discord.Interaction, order: HandOrder = HandOrder.NUMBER
    ) -> None:
        """Make an acknowledged interaction its user's newest hand."""
        key = (game_id, interaction.user.id)
        message = interaction.message
        newer = LiveHand(key, interaction, order)
        older = self._live.get(key)
        if older is not None and message is not None and older.shown.message_id == message.id:
            newer.shown = older.shown
            if older.aside.hint is not None:
                # It is still told beside the question that follows it.
                newer.aside = older.aside
        elif message is not None and message.flags.ephemeral:
            newer.shown = HandShown(message_id=message.id)
        self._replace(newer)

    def _replace(self, newer: LiveHand) -> None:
        """Keep this hand up to date from now on, in place of the one before."""
        older = self._live.get(newer.key)
        if older is not None:
            newer.replaced += [*older.replaced, older]
            older.replaced.clear()
            if older.shown.message_id is None:
                # Its notice has not been seen.
                newer.aside = older.aside
        self._live[newer.key] = newer

    async def open(
        self,
        manager: GameManager,
        interaction: discord.Interaction,
        *,
        back: bool = False,
        instead_of: str | None = None,
    ) -> None:
        """Show a player's hand as the private answer to a deferred interaction.

        A player who left is offered their seat, and one who has taken it ``back`` is welcomed. The
        message of the game ``instead_of``, which was ended for this one, is deleted. Raises
        TableError ``no_game``, ``not_begun`` or ``no_seat``.
        """
        user_id = interaction.user.id
        words = self._services.preferences.translator(interaction)
        table = manager.game.table
        if manager.has_left(user_id):
            await self._show_left(manager, interaction, self._live.get((table.game_id, user_id)))
            return
        if manager.find_seat(user_id) is None:
            raise TableError("no_seat")
        back = await manager.come_back(user_id) or back
        key = (table.game_id, user_id)
        notices = [words("hand.welcome_back")] if back else []
        notices += await self._services.preferences.said_once(words, user_id)
        older = self._live.get(key)
        newer = LiveHand(key, interaction, older.order if older else HandOrder.NUMBER)
        if instead_of is not None and (ended := self._live.pop((instead_of, user_id), None)):
            newer.replaced.append(ended)
        self._replace(newer)
        await self.show(manager, user_id, Aside(notice=" ".join(notices)))

    async def leave(self, manager: GameManager, interaction: discord.Interaction) -> None:
        """Let a player leave, as the manager does, and show that in place of their hand."""
        user_id = interaction.user.id
        older = self._live.get((manager.game.table.game_id, user_id))
        await manager.leave_game(user_id)
        if manager.find_seat(user_id) is not None:
            # Who was left alone has ended the game.
            await self.open(manager, interaction)
            return
        await self._show_left(manager, interaction, older)

    async def _show_left(
        self, manager: GameManager, interaction: discord.Interaction, older: LiveHand | None
    ) -> None:
        words = self._services.preferences.translator(interaction)
        user_id = interaction.user.id
        if older is not None:
            self._drop(older)
        sent = await self._services.sender.show(interaction, left_screen(words, manager, user_id))
        if older is not None:
            self._delete([*older.replaced, older], sent.id)

    async def open_first(self, manager: GameManager, interaction: discord.Interaction) -> None:
        """Answer the person who began a game; they need no hand if the table shows all."""
        reader = await self._services.preferences.reader(interaction)
        if reader.pictures and not find_game_messages(manager.game.game_type).has_private_hand:
            await self._services.sender.show(interaction, Screen.of([reader.words("table.begun")]))
        else:
            await self.open(manager, interaction)

    async def show(self, manager: GameManager, user_id: int, aside: Aside = NOTHING) -> None:
        """Update one player's hand, with a notice, a question, or a hint.

        Raises TableError ``no_seat`` or ``stale``, or DISCORD_ERRORS; then it is retried later.
        """
        view = manager.view(user_id)
        hand = self._live.get((view.game_id, user_id))
        if hand is None:
            raise TableError("no_seat" if manager.find_seat(user_id) is None else "stale")
        if not manager.is_private and not aside.notice:
            words = self._services.preferences.translator(hand.interaction)
            aside = replace(
                aside, notice=missing_permission_text(words, hand.interaction, begun=True)
            )
        if not aside.notice:
            former = hand.aside_in(view.version)
            aside = replace(former, asked=aside.asked, animation=None)
            if aside == former and await self._is_answered(manager, hand):
                return
        hand.aside = aside
        job = self._job(manager, hand.key)
        try:
            await self._edit(manager, hand, Urgency.ANSWER)
        except DISCORD_ERRORS as error:
            self._services.retry_queue.note_failure(*job, error)
            raise

    async def _is_answered(self, manager: GameManager, hand: LiveHand) -> bool:
        """Whether the update that the player's own action caused has shown the newest state."""
        async with hand.lock:
            is_newest = hand.shown.version == manager.version
            return hand.answered and is_newest and hand.shown.screen is not None

    def tell(self, manager: GameManager, user_id: int, key: str, **data: str) -> None:
        """Show a message of the catalogue in a player's hand, if that can still be edited."""
        if manager.table is None:
            return
        hand = self._live.get((manager.table.game_id, user_id))
        if hand is not None:
            words = self._services.preferences.translator(hand.interaction)
            notice = words.about(manager.game.game_type.name)(key, **data)
            hand.aside = Aside(notice=notice)
            self._services.retry_queue.submit(self._job(manager, hand.key))

    def jobs(self, manager: GameManager) -> list[Job]:
        table = manager.table
        if table is None:
            return []
        people = [who.user_id for who in table.occupants if who.user_id is not None]
        hands = [hand for who in people if (hand := self._live.get((table.game_id, who)))]
        # The player who has just clicked waits for an answer; the others' hands come after it.
        hands.sort(key=lambda hand: hand.answered)
        jobs = []
        for hand in hands:
            if self._passes(manager, hand):
                hand.shown = replace(hand.shown, version=manager.version)
            else:
                jobs.append(self._job(manager, hand.key))
        return jobs

    def _passes(self, manager: GameManager, hand: LiveHand) -> bool:
        """Whether a hand leaves a change out, as the next follows soon and drawing takes long."""
        game = manager.game
        user_id = hand.key[1]
        if hand.shown.screen is None or hand.shown.version + 1 != manager.version:
            return False
        before = replace(game, recent=game.recent[:-1])
        if before.may_take_back(user_id):
            # The button that takes the turn back must go.
            return False
        return find_game_messages(game.game_type).is_passing(game.news, game.view(user_id))

    def animations(self, manager: GameManager, highlight: Highlight) -> list[Job]:
        """Return the jobs that show a highlight in the hands of the players in it."""
        table = manager.table
        people = [table.occupants[seat].user_id for seat in highlight.seats] if table else ()
        keys = [(highlight.view.game_id, user_id) for user_id in people if user_id is not None]
        return [
            (("animation", *key), partial(self._animate, manager, key, highlight)) for key in keys
        ]

    async def refresh_person(self, registry: GameRegistry, user_id: int) -> None:
        keys = [hand.key for hand in self._live.values() if hand.key[1] == user_id]
        tables = [(registry.by_game(key[0]), key) for key in keys]
        jobs = [self._job(manager, key) for manager, key in tables if manager is not None]
        await self._services.retry_queue.run(*jobs)

    def shown_until(self, game_id: str, user_id: int) -> float:
        """Return until when a hand is updated, in seconds since 1970; 0.0 if there is none."""
        hand = self._live.get((game_id, user_id))
        return 0.0 if hand is None else hand.interaction.expires_at.timestamp()

    def forget(self, user_id: int) -> None:
        for hand in [hand for hand in self._live.values() if hand.key[1] == user_id]:
            self._drop(hand)

    # -- updates ---------------------------------------------------------------------------

    def _drop(self, hand: LiveHand) -> None:
        """Stop updating a hand, unless there is a newer one."""
        if self._live.get(hand.key) is hand:
            del self._live[hand.key]

    def _delete(self, hands: Iterable[LiveHand], kept: int) -> None:
        """Delete the messages of replaced hands, except the message ``kept``: one has buttons."""
        for hand in hands:
            # A slow deletion holds up no newer hand.
            self._services.retry_queue.submit((("gone", hand), partial(_delete, hand, kept)))

    def _job(self, manager: GameManager, key: HandKey) -> Job:
        return ("hand", *key), partial(self._refresh, manager, key)

    async def _refresh(self, manager: GameManager, key: HandKey) -> None:
        hand = self._live.get(key)
        if hand is None:
            return
        try:
            urgency = Urgency.HAND if hand.answered else Urgency.ANSWER
            await self._edit(manager, hand, urgency)
        except TableError:
            # The game is gone meanwhile.
            return
        except discord.HTTPException as error:
            if not has_code(error, HAND_GONE):
                raise
            # The message was dismissed; there may be a newer one by now.
            self._drop(hand)

    async def _animate(self, manager: GameManager, key: HandKey, highlight: Highlight) -> None:
        """Show a highlight in a hand, once the hand shows the state after it."""
        # The answer comes first, with the buttons and the picture.
        await self._refresh(manager, key)
        hand = self._live.get(key)
        version = highlight.view.version
        if hand is None or manager.version != version:
            return
        reader = await self._services.preferences.reader(hand.interaction, manager.guild_id)
        seats = self._services.pictures(reader).seats(manager)
        picture = await self._services.sender.highlight(reader, highlight, seats, hand.shown.height)
        hand = self._live.get(key)
        if picture is None or hand is None or manager.version != version:
            return
        hand.aside = replace(hand.aside_in(version), animation=picture)
        end = ("animation-end", *key), partial(self._end_animation, manager, key)
        self._services.retry_queue.submit_later(ANIMATION_SECONDS, end)
        await self._refresh(manager, key)

    async def _end_animation(self, manager: GameManager, key: HandKey) -> None:
        """Show the picture again in place of an animation."""
        hand = self._live.get(key)
        if hand is not None and hand.aside.animation is not None:
            hand.aside = replace(hand.aside, animation=None)
            await self._refresh(manager, key)

    async def _edit(self, manager: GameManager, hand: LiveHand, urgency: Urgency) -> None:
        """Show the newest state, or a farewell to a player who has left."""
        async with hand.lock:
            reader = await self._services.preferences.reader(hand.interaction, manager.guild_id)
            try:
                await self._show_newest(manager, hand, reader, urgency)
            except discord.HTTPException as error:
                if not is_invalid(error):
                    raise
                # Once more with all pictures, and without emojis that were deleted.
                await self._services.sender.without_emojis(error)
                await self._show_newest(manager, hand, reader, urgency)
        if self._live.get(hand.key, hand) is not hand:
            # This was left out for a newer one, or may have overwritten it.
            self._services.retry_queue.submit(self._job(manager, hand.key))
        elif hand.shown.message_id is not None:
            self._delete(hand.replaced, hand.shown.message_id)
            hand.replaced.clear()

    async def _show_newest(
        self, manager: GameManager, hand: LiveHand, reader: DisplayOptions, urgency: Urgency
    ) -> None:
        edit = await self._draw(manager, hand, reader, urgency)
        if edit is None:
            return
        await self._send(hand, edit)
        if edit.game.table.find_seat(hand.key[1]) is None:
            self._drop(hand)
        if manager.is_private and not manager.running:
            await manager.note_end_shown(hand.key[0])

    async def _draw(
        self, manager: GameManager, hand: LiveHand, reader: DisplayOptions, urgency: Urgency
    ) -> _Edit | None:
        """Draw the newest state; None if the message shows it, or another hand is to show it."""
        async with self._services.sender.work_queue.turn(urgency):
            if self._live.get(hand.key, hand) is not hand:
                # However often a hand is opened, only the newest is drawn.
                return None
            # The game may have gone on during the wait.
            game = self._game(manager, hand)
            screen = await self._screen(manager, game, hand, reader)
            if screen is None:
                return None
            known = hand.shown
            if screen == known.screen:
                hand.shown = replace(known, version=game.state.version)
                hand.answered = True
                return None
            return _Edit(game, screen, await self._services.sender.drawn(screen, known.screen))

    def _game(self, manager: GameManager, hand: LiveHand) -> LiveGame:
        """Return the newest game, or at a private table the step that is shown of a turn.

        A person who is to act sees no step, nor does one whose hand shows a message of its own.
        """
        game = manager.game
        aside = replace(hand.aside_in(game.state.version), version=None)
        to_act = game.state.turn == manager.find_seat(hand.key[1])
        if not manager.is_private or to_act or aside != NOTHING:
            return game
        shown = manager.shown
        if shown.until is not None:
            delay = shown.until - self._services.clock.now()
            self._services.retry_queue.submit_later(delay, self._job(manager, hand.key))
        return shown.game

    async def _send(self, hand: LiveHand, edit: _Edit) -> None:
        """Edit the message of a hand, and note what it shows then."""
        drawn = edit.drawn
        height = hand.shown.height
        if drawn.pictures and hand.aside.animation not in drawn.pictures:
            height = drawn.pictures[0].height_at(FRAME_WIDTH)
        mark = hand.doubt()
        try:
            async with within():
                sent = await hand.interaction.edit_original_response(**drawn.to_edit())
            screen = edit.screen if drawn.complete else None
            hand.note_shown(mark, HandShown(screen, sent.id, edit.game.state.version, height))
            hand.answered = True
        finally:
            newest = self._live.get(hand.key)
            if newest is not None and newest is not hand:
                # It may stand in the same message, which this may have overwritten.
                newest.doubt()

    async def _screen(
        self, manager: GameManager, game: LiveGame, hand: LiveHand, reader: DisplayOptions
    ) -> Screen | None:
        """Build a player's hand, or a farewell after they left; None if nothing is to be shown."""
        user_id = hand.key[1]
        view = game.view(user_id)
        if view.game_id != hand.key[0]:
            # The next game has begun in another message.
            raise TableError("game_gone")
        if view.me is None:
            return left_screen(reader.words, manager, user_id)
        if manager.running and manager.is_private and view.turn is None and not game.awaited:
            # The next hand is dealt at once.
            return None
        pictures = self._services.pictures(reader)
        aside = hand.aside_in(view.version)
        seats = pictures.seats(manager)
        request = HandRequest(user_id, game, seats, hand.order, aside)
        if not manager.running or (manager.is_private and view.turn is None):
            return await own_result(self._services, reader, manager, request)
        make = partial(find_game_messages(game.game_type).hand, pictures, request)
        screen = await self._services.sender.work_queue.in_thread(make)
        screen = with_pause(screen, reader.words, game, user_id)
        if game.table.occupants[view.me].away:
            back = back_button(reader.words, view.game_id)
            screen = screen.with_parts(reader.words("hand.stood_in"), [back])
        return with_early_end(screen, reader.words, game, user_id)


async def _delete(hand: LiveHand, kept: int) -> None:
    async with hand.lock:
        if hand.shown.message_id == kept or hand.interaction.is_expired():
            return
        # Until it is gone, clicks there are still answered.
        with suppress(discord.NotFound):
            async with within():
                await hand.interaction.delete_original_response()
