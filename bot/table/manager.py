"""One channel's lobby and game: the only object through which they change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Container,
    Coroutine,
    Iterable,
    Sequence,
)
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.core.errors import RecordError
from bot.core.states import AnyAction, AnyRules, AnyState, Displayed
from bot.seating import (
    Change,
    EndQuestion,
    GivenDeal,
    Level,
    LiveGame,
    Lobby,
    Person,
    Table,
    is_private,
    private_channel,
)
from bot.storage import deletion, games, results
from bot.storage.errors import ChannelTakenError, StaleWriteError, StoreError
from bot.telemetry.logs import about
from bot.work_queue import Urgency

from . import computers, early_ends, lobbies, play
from .context import Context, Pace
from .errors import TableError, looking_up
from .timing import Due, Timer, next_due

T = TypeVar("T")
P = ParamSpec("P")
_log = logging.getLogger(__name__)


class GameManager:
    """A channel's lobby and game, and all changes of them.

    Reading never waits. Every coroutine that changes something holds one lock and writes to the
    store before it adopts the change. It raises TableError ``closed`` while the bot stops,
    ``not_stored`` if the database failed, and ``stale`` if another process changed the stored
    table, which is then loaded. Without the lobby or running game that it needs, it raises
    ``no_lobby``, ``no_game``, ``not_begun`` (only a lobby is open) or ``game_over``. Refusals of
    :mod:`.lobbies` and :mod:`.play` (TableError) and of the rules (GameError) pass through. The
    newest finished game stays until the next one begins.
    """

    def __init__(
        self,
        channel_id: int,
        guild_id: int,
        context: Context,
        on_change: Callable[[GameManager], None] = lambda _: None,
    ) -> None:
        self.channel_id = channel_id
        self._guild_id = guild_id
        self._context = context
        self._store = context.store
        self._announcer = context.announcer
        self._config = context.config
        self._on_change = on_change
        self._lobby: Lobby | None = None
        self._game: LiveGame | None = None
        self._lock = asyncio.Lock()
        self._timer = Timer(context.config.clock)
        # The state about which a computer player is thinking.
        self._thought_of: AnyState | None = None
        self._closed = False
        self._held_at: float | None = None

    # -- reading ---------------------------------------------------------------------------

    @property
    def guild_id(self) -> int:
        """The server, 0 for none; for a private table, the one in which its game began."""
        return self._game.table.guild_id if self.is_private and self._game else self._guild_id

    @property
    def is_private(self) -> bool:
        return is_private(self.channel_id)

    @property
    def ids(self) -> tuple[str, ...]:
        lobby = (self._lobby.lobby_id,) if self._lobby else ()
        return (*lobby, self._game.table.game_id) if self._game else lobby

    @property
    def lobby(self) -> Lobby | None:
        return self._lobby

    @property
    def table(self) -> Table | None:
        """The table of the running game, else of the newest finished one."""
        return self._game.table if self._game else None

    @property
    def game(self) -> LiveGame:
        """The running game, else the newest finished one; raises ``no_game`` or ``not_begun``."""
        if self._game is not None:
            return self._game
        raise TableError("no_game") if self._lobby is None else lobbies.not_begun(self._lobby)

    @property
    def running(self) -> bool:
        return self._game is not None and not self._game.over

    @property
    def version(self) -> int:
        return self.game.state.version

    @property
    def deals_at(self) -> float | None:
        """When the next hand is dealt at the latest; None outside of a pause, or without limit."""
        # A private table waits for its owner.
        if self._game is None or not self._game.state.pausing or self.is_private:
            return None
        return self._game.table.turn_at + self._config.pace.hand_pause

    def find_seat(self, user_id: int) -> int | None:
        """Return a person's seat in the running or finished game; None after they left it."""
        return self._game.table.find_seat(user_id) if self._game else None

    def waits_for(self, user_id: int) -> bool:
        """Return whether the running game waits for this person to act or to come back."""
        seat = self.find_seat(user_id)
        if seat is None or not self.running:
            return False
        away = self.game.table.occupants[seat].away
        return away or seat in self.game.awaited or self.view(None).turn == seat

    def has_left(self, user_id: int) -> bool:
        """Return whether a person left the running game and may take their seat back."""
        return self.running and self.game.table.find_seat(user_id, left=True) is not None

    def has_seat(self, user_id: int) -> bool:
        """Return whether a person has a seat in the open lobby, else in the game."""
        if self._lobby is not None:
            return lobbies.seat_in(self._lobby, user_id) is not None
        return self.find_seat(user_id) is not None

    def view(self, user_id: int | None) -> Displayed:
        return self.game.view(user_id)

    def may_stand_in(self, by: int, *, moderator: bool = False) -> int:
        """Return the seat that this person may give to a computer player now; raises TableError."""
        absence = self._config.pace.absence
        return play.seat_to_replace(self.game, by, absence, self._now(), moderator=moderator)

    def may_ask_for_seat(self, user_id: int) -> bool:
        try:
            play.check_may_ask(self._running_game(), user_id)
        except TableError:
            return False
        return True

    def _now(self) -> float:
        return self._config.clock.now()

    def _open_lobby(self) -> Lobby:
        if self._lobby is None:
            raise TableError("no_lobby")
        return self._lobby

    def _running_game(self) -> LiveGame:
        game = self.game
        if game.over:
            raise TableError("game_over")
        return game

    def _seated(self, user_id: int) -> tuple[LiveGame, int]:
        seat = self.game.table.find_seat(user_id)
        if seat is None:
            raise TableError("no_seat")
        return self._running_game(), seat

    def _to_act(self, user_id: int, version: int) -> LiveGame:
        game, seat = self._seated(user_id)
        if version != game.state.version:
            raise TableError("stale", version=game.state.version)
        if not game.in_hand or seat != game.state.turn:
            raise TableError("not_your_turn")
        return game

    def _is_away(self, user_id: int) -> bool:
        seat = self.find_seat(user_id)
        return self.running and seat is not None and self.game.table.occupants[seat].away

    @asynccontextmanager
    async def _accepting(self) -> AsyncIterator[None]:
        if self._closed:
            raise TableError("closed")
        async with self._lock:
            yield

    # -- the lobby -------------------------------------------------------------------------

    async def open_lobby(
        self,
        host: Person,
        rules: AnyRules,
        turn_limit: int | None,
        locale: str,
        guests: Sequence[Person] = (),
    ) -> Lobby:
        """Open a lobby, and invite the guests; ``turn_limit`` in seconds."""
        async with self._accepting():
            self._check_free(host)
            lobbies.check_turn_limit(turn_limit)
            rules = lobbies.checked(rules)
            lobby = self._new_lobby(host, rules, turn_limit, locale)
            invited = lobbies.invited(lobby, host.user_id, guests)
            return await self._save_lobby(invited)

    async def change_lobby(
        self,
        change: Callable[Concatenate[Lobby, P], Lobby | None],
        *args: P.args,
        **named: P.kwargs,
    ) -> Lobby | None:
        """Change the open lobby by a function of :mod:`.lobbies`, and return it.

        The function is given the lobby as touched now, and the other arguments; where it returns
        None, the lobby closes::

            await manager.change_lobby(lobbies.with_computer, user_id, Level.EASY)
        """
        async with self._accepting():
            lobby = replace(self._open_lobby(), touched_at=self._now())
            return await self._put_lobby(change(lobby, *args, **named))

    async def start(self, by: int, click_id: int) -> Table:
        """Begin the game and deal, for the host, with the click of this id."""
        async with self._accepting():
            lobby = self._open_lobby()
            lobbies.check_host(lobby, by)
            return await self._start_game(lobby, lobby.beacon(click_id))

    async def begin(self, lobby: Lobby, *, cup_id: str) -> None:
        """Begin the game of a cup's table in a channel that is free."""
        async with self._accepting():
            if self._lobby is not None or self.running:
                raise TableError("stale")
            await self._start_game(lobby, cup_id=cup_id)

    async def cancel(self, by: int, *, moderator: bool = False) -> None:
        async with self._accepting():
            lobby = self._open_lobby()
            lobbies.check_host(lobby, by, moderator=moderator)
            await self._close_lobby(lobby)

    async def solo(  # noqa: PLR0913  # all that a game alone depends on
        self,
        person: Person,
        opponents: int,
        level: Level,
        rules: AnyRules,
        locale: str,
        *,
        guild_id: int | None = None,
        instead_of: str | None = None,
        dealt: GivenDeal | None = None,
    ) -> Table:
        """Begin a game against computers in a server; ``instead_of`` is a game to end first."""
        async with self._accepting():
            older = self._game if self.running and instead_of in self.ids else None
            if older is None:
                self._check_free(person)
            lobby = self._new_lobby(person, rules, None, locale, guild_id)
            if dealt is not None:
                lobby = replace(lobby, lobby_id=dealt.game_id, secret=dealt.secret)
            for _ in range(opponents):
                lobby = lobbies.with_computer(lobby, person.user_id, level)
            lobbies.check_start(lobby)
            if older is not None:
                await self._commit(early_ends.ended_alone(older, self._now()))
            return await self._start_game(lobby)

    async def play_again(self, person: Person, guild_id: int) -> Table:
        """Repeat the finished game at a private table, in this server."""
        async with self._accepting():
            self._check_free(person)
            lobby = self._rematch(person, guild_id)
            seats = lobbies.next_in_series(self.game)
            return await self._start_game(lobbies.with_company(lobby, seats))

    async def rematch(
        self, person: Person, *, computers: bool = True, without: Container[int] = ()
    ) -> Lobby:
        """Open a lobby like that of the finished game; invites its people who are not seated.

        The people with the ids ``without`` neither get a seat nor are invited.
        """
        async with self._accepting():
            self._check_free(person)
            lobby = self._rematch(person)
            seats = lobbies.next_in_series(self.game)
            company = [
                who
                for who in seats
                if (computers if who.user_id is None else who.user_id not in without)
            ]
            return await self._save_lobby(lobbies.with_company(lobby, company))

    def _check_free(self, person: Person) -> None:
        if self._lobby is not None:
            raise lobbies.already_open(self._lobby, person)
        if self._game is not None and self.running:
            raise play.already_running(self._game)

    def _rematch(self, person: Person, guild_id: int | None = None) -> Lobby:
        game = self.game
        if self.find_seat(person.user_id) is None:
            raise TableError("no_seat")
        rules = game.state.game.rules
        table = game.table
        lobby = self._new_lobby(person, rules, table.turn_limit, table.locale, guild_id)
        return replace(lobby, take_back=table.take_back)

    def _new_lobby(
        self,
        host: Person,
        rules: AnyRules,
        turn_limit: int | None,
        locale: str,
        guild_id: int | None = None,
    ) -> Lobby:
        return Lobby(
            lobby_id=self._config.game_id(),
            guild_id=self.guild_id if guild_id is None else guild_id,
            channel_id=self.channel_id,
            host_id=host.user_id,
            rules=rules,
            turn_limit=turn_limit,
            seats=(lobbies.occupant(host),),
            locale=locale,
            touched_at=self._now(),
            secret=self._config.secret(),
        )

    async def _put_lobby(self, lobby: Lobby | None) -> Lobby | None:
        """Store the changed lobby, or close it where nobody is left (None)."""
        if lobby is not None:
            return await self._save_lobby(lobby)
        await self._close_lobby(self._open_lobby())
        return None

    # -- the game --------------------------------------------------------------------------

    async def act(self, user_id: int, version: int, *actions: AnyAction) -> None:
        """Perform all or none of the actions chosen for this version of the state.

        Raises TableError ``no_seat``, ``stale`` or ``not_your_turn``.
        """
        async with self._accepting():
            game = self._to_act(user_id, version)
            await self._commit(play.acted_by_person(game, actions, self._now()))

    async def take_back(self, user_id: int, version: int) -> None:
        """Return to a person's newest draw; raises TableError ``nothing_to_take_back``."""
        # Whoever presses first comes first: the next player waits while the record is replayed.
        async with self._accepting():
            game, seat = self._taking_back(user_id, version)
            play.clock_after_taking_back(game, self._now())
            drawn = await self._after_draw(game, seat, user_id)
            await self._commit(play.took_back(game, seat, drawn, self._now()))

    async def _after_draw(self, game: LiveGame, seat: int, user_id: int) -> AnyState:
        """Return the state after a seat's newest draw, from the stored record."""
        game_id = game.table.game_id
        with looking_up():
            lines = await self._store.read(games.running_record, game_id, game.state.version)
        if lines is None:
            # Another process has changed the game.
            raise TableError("nothing_to_take_back")
        replayed = partial(play.after_draw, game, seat, lines)
        try:
            return await self._context.work_queue.run(replayed, Urgency.MOVE, user_id)
        except RecordError as error:
            _log.error("game %s: no turn is taken back: %s", game_id, error.code)
            raise TableError("nothing_to_take_back") from error

    def _taking_back(self, user_id: int, version: int) -> tuple[LiveGame, int]:
        game, seat = self._seated(user_id)
        if version != game.state.version or not game.may_take_back(user_id):
            raise TableError("nothing_to_take_back")
        return game, seat

    async def mark(self, user_id: int, version: int, item: int) -> None:
        """Mark an item for the next action of the person to act, or remove its mark."""
        async with self._accepting():
            game = self._to_act(user_id, version)
            marks = {item}.symmetric_difference(game.table.marks)
            await self._store_marks(game, marks)

    async def mark_only(self, user_id: int, version: int, items: Sequence[int]) -> None:
        """Mark these items, and no others, as :meth:`mark` does."""
        async with self._accepting():
            await self._store_marks(self._to_act(user_id, version), items)

    async def ask(self, user_id: int, version: int) -> None:
        """Ask the person to act for confirmation of these marks, as :meth:`mark`."""
        async with self._accepting():
            game = self._to_act(user_id, version)
            await self._store_marks(game, game.table.marks, asked=True)

    async def _store_marks(
        self, game: LiveGame, marks: Iterable[int], *, asked: bool = False
    ) -> None:
        game = await self._brought_back(game, game.state.turn)
        await self._save_table(game.with_table(marks=tuple(sorted(marks)), asked=asked))

    async def marks(self) -> tuple[int, ...]:
        """Return the marks, including those that are being stored now."""
        async with self._accepting():
            return self.game.table.marks

    async def ready(self, user_id: int) -> bool:
        """Mark a player as ready for the next hand; return whether all are. Raises ``not_now``."""
        async with self._accepting():
            game, seat = self._seated(user_id)
            if not game.state.pausing:
                raise TableError("not_now")
            game = await self._brought_back(game, seat)
            if seat not in game.table.ready:
                await self._save_table(game.with_table(ready=(*game.table.ready, seat)))
            return self.game.everybody_ready

    async def come_back(self, user_id: int) -> bool:
        """Give a seat back to a person; return whether a computer player stood in."""
        if not self._is_away(user_id):
            return False
        async with self._accepting():
            away = self._is_away(user_id)
            if away:
                await self._brought_back(*self._seated(user_id))
            return away

    async def take_seat_back(self, user_id: int) -> bool:
        """Give a seat back to a person who left; return whether they had left."""
        async with self._accepting():
            seat = self._running_game().table.find_seat(user_id, left=True)
            if seat is not None:
                await self._commit(play.returned(self.game, seat, self._now()))
            return seat is not None

    async def leave_game(self, user_id: int) -> None:
        """Give a seat to a computer player; without people the game ends."""
        async with self._accepting():
            game, seat = self._seated(user_id)
            await self._commit(early_ends.left(game, seat, self._now()))

    async def end_game(self, user_id: int, *, moderator: bool = False) -> None:
        """End the game, or ask the others about it; raises as :func:`early_ends.ended` does."""
        async with self._accepting():
            now = self._now()
            patience = self._config.pace.absence
            game = self._running_game()
            await self._put(early_ends.ended(game, user_id, now, patience, moderator=moderator))

    async def answer_end(self, user_id: int, number: int, *, agreed: bool) -> None:
        """Answer the question of this number whether the game is to be ended."""
        async with self._accepting():
            game = await self._brought_back(*self._seated(user_id))
            _, seat = self._seated(user_id)
            now = self._now()
            await self._put(early_ends.answered(game, seat, number, now, agreed=agreed))

    async def win_now(self, user_id: int) -> None:
        """End the game as the win of the only person left; raises TableError ``others_play``."""
        async with self._accepting():
            game, _ = self._seated(user_id)
            await self._commit(early_ends.won_now(game, user_id, self._now()))

    async def _put(self, change: Change) -> None:
        """Store a change of the game, or of its table alone."""
        await (self._commit(change) if change.events else self._save_table(change.game))

    async def stand_in(self, by: int, version: int, *, moderator: bool = False) -> int:
        """Replace an absent person, as :func:`play.seat_to_replace` allows; return their seat."""
        async with self._accepting():
            game = self._running_game()
            if version != game.state.version:
                raise TableError("stale", version=game.state.version)
            seat = self.may_stand_in(by, moderator=moderator)
            await self._commit(play.stood_in(game, self._now()))
            return seat

    async def ask_for_seat(self, person: Person) -> None:
        async with self._accepting():
            await self._save_table(play.with_request(self._running_game(), person))

    async def withdraw_request(self, user_id: int) -> None:
        async with self._accepting():
            await self._save_table(play.without_request(self._running_game(), user_id))

    async def answer_request(
        self, by: int, user_id: int, *, agreed: bool, moderator: bool = False
    ) -> None:
        """Note the answer of the host or a moderator to a request."""
        async with self._accepting():
            game = self._running_game()
            answered = play.with_answer(game, by, user_id, agreed=agreed, moderator=moderator)
            await self._save_table(answered)

    async def channel_deleted(self) -> None:
        """Close the lobby and abandon the game."""
        async with self._accepting():
            if self._lobby is not None:
                await self._close_lobby(self._lobby)
            if self._game is not None and self.running:
                await self._commit(play.abandoned(self._game, self._now()))
            if self._game is not None:
                game_id = self._game.table.game_id
                await self._try_to_write(self._store.write(games.drop_pending_end, game_id))

    async def rename(self, user_id: int, name: str) -> None:
        """Give a person another name in the lobby and in the game; the record keeps the first."""
        async with self._accepting():
            lobby = self._lobby
            if lobby is not None:
                renamed = lobbies.with_name(lobby.seats, user_id, name)
                if renamed != lobby.seats:
                    await self._save_lobby(replace(lobby, seats=renamed))
            game = self._game
            if game is not None and self.running:
                renamed = lobbies.with_name(game.table.occupants, user_id, name)
                if renamed != game.table.occupants:
                    await self._save_table(game.with_table(occupants=renamed))

    async def forget_person(self, user_id: int) -> bool:
        """Remove a person from lobby and game, and their name; return whether they were there."""
        async with self._accepting():
            lobby = self._lobby
            game = self._game
            waiting = lobby is not None and lobby.knows(user_id)
            if lobby is not None and waiting:
                seated = lobbies.seat_in(lobby, user_id) is not None
                lobby = lobbies.without_guest(lobby, user_id)
                await self._put_lobby(lobbies.left(lobby, user_id) if seated else lobby)
            if game is None or not game.knows(user_id):
                return waiting
            seat = game.table.find_seat(user_id)
            if seat is not None and not game.over:
                await self._commit(play.left(game, seat, self._now()))
            game, names = play.disowned(self.game, user_id)
            version = game.state.version
            write = self._store.write(deletion.disown, game.table, names, user_id, version)
            await self._save(write, self._lobby, game, self._show_table)
            return True

    async def _brought_back(self, game: LiveGame, seat: int) -> LiveGame:
        """Give a seat back to its person if a computer player stands in; return the game then."""
        if game.table.occupants[seat].away:
            await self._commit(play.returned(game, seat, self._now()))
        return self.game

    # -- messages; these methods raise nothing ---------------------------------------------

    async def note_message(self, message_id: int | None, game_id: str | None = None) -> None:
        """Remember the message of the lobby or game with this id, by default the current one's."""
        async with self._lock:
            lobby = self._lobby
            game = self._game
            if lobby is not None and game_id in (None, lobby.lobby_id):
                self._lobby = replace(lobby, message_id=message_id)
                await self._try_to_write(self._store.write(games.put_lobby, self._lobby, lobby))
            elif game is not None and game_id in (None, game.table.game_id):
                await self._note(game, message_id=message_id)

    async def note_told(
        self, lobby_id: str, user_ids: Sequence[int], *calls: tuple[int, int]
    ) -> bool:
        """Remember who was told of an invitation to the lobby with this id, by which messages.

        Returns False if the lobby is no longer open.
        """
        async with self._lock:
            lobby = self._lobby
            is_open = lobby is not None and lobby.lobby_id == lobby_id
            if lobby is not None and is_open:
                self._lobby = lobbies.with_told(lobby, user_ids, *calls)
                await self._try_to_write(self._store.write(games.put_lobby, self._lobby, lobby))
            return is_open

    async def note_ping(self, ping_id: int | None) -> None:
        async with self._lock:
            if self._game is not None:
                await self._note(self._game, ping_id=ping_id)

    async def note_question(self, game_id: str, number: int, message_id: int | None) -> None:
        """Remember the message of the question of this number whether to end a game."""
        async with self._lock:
            game = self._game
            question = game.table.end_question if game is not None else None
            if game is None or game.table.game_id != game_id or question is None:
                return
            if question.number == number:
                await self._note(game, end_question=replace(question, message_id=message_id))

    async def note_animation(self, animation_id: int | None, game_id: str) -> None:
        """Remember the newest animation of a game until the next game begins."""
        async with self._lock:
            if self._game is not None and self._game.table.game_id == game_id:
                await self._note(self._game, animation_id=animation_id)

    async def note_end_shown(self, game_id: str) -> None:
        async with self._lock:
            await self._try_to_write(self._store.write(games.drop_pending_end, game_id))

    async def _note(self, game: LiveGame, **messages: int | EndQuestion | None) -> None:
        self._game = game.with_table(**messages)
        table = self._game.table
        version = game.state.version
        await self._try_to_write(self._store.write(games.put_table, table, version))

    async def _try_to_write(self, write: Coroutine[Any, Any, None]) -> None:
        # The message exists even if its id is not stored; the next write stores it, too.
        with suppress(TableError):
            await self._save(write, self._lobby, self._game)

    # -- for the registry ------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Load the stored game if another process began, changed or ended it."""
        async with self._accepting():
            stored = await self._newest(games.open_games(self._store, channel_id=self.channel_id))
            if _place(stored) != _place(self._game if self.running else None):
                self.resume(None, stored)

    def resume(self, lobby: Lobby | None, game: LiveGame | None) -> None:
        """Adopt a stored lobby and game, at start or under the lock."""
        self._lobby = lobby
        self._game = game
        if lobby is not None:
            self._announce(partial(self._announcer.lobby, self.channel_id))
        if game is not None:
            self._announce(partial(self._announcer.table, self.channel_id))
        self._changed()

    def hold(self) -> None:
        """Stop timers during an outage."""
        if self._held_at is None:
            self._held_at = self._now()
            self._set_timer()

    async def go_on(self) -> None:
        """Resume timers; restart the turn's clock after an outage longer than ``Pace.gap``."""
        if self._held_at is None:
            return
        async with self._lock:
            held = self._held_at
            self._held_at = None
            if held is not None and self._now() - held >= self._config.pace.gap:
                # If it cannot be stored, the turn just goes on.
                with suppress(TableError):
                    if self._lobby is not None:
                        await self._save_lobby(self._lobby)
                    if self._game is not None and self.running:
                        await self._save_table(self._game.with_table(turn_at=self._now()))
            self._set_timer()

    def forget(self) -> None:
        if not self.running:
            self._game = None

    def refuse(self) -> None:
        self._closed = True

    async def close(self) -> None:
        """Refuse further changes, finish changes in progress, and cancel the timer."""
        self.refuse()
        async with self._lock:
            self._timer.cancel()

    # -- storing ---------------------------------------------------------------------------

    async def _save_lobby(self, lobby: Lobby) -> Lobby:
        lobby = replace(lobby, touched_at=self._now())
        write = self._store.write(games.put_lobby, lobby, self._lobby)
        await self._save(write, lobby, self._game, self._show_lobby)
        return lobby

    async def _close_lobby(self, lobby: Lobby) -> None:
        write = self._store.write(games.drop_lobby, lobby.lobby_id, lobby)
        await self._save(write, None, self._game, partial(self._announcer.gone, lobby))

    async def _start_game(self, lobby: Lobby, beacon: str = "", *, cup_id: str = "") -> Table:
        lobbies.check_start(lobby)
        change = play.begun(lobby, beacon, self._now())
        if cup_id:
            change = replace(change, game=change.game.with_table(cup_id=cup_id))
        write = self._store.write(games.begin, change, self._lobby)
        begun = partial(self._announcer.begun, lobby)
        await self._save(write, None, change.game, self._show_table, begun)
        return change.game.table

    async def _commit(self, change: Change) -> None:
        change = early_ends.settled(play.granted(change, self._now()), self._now())
        game = change.game
        announcements = [self._show_table]
        highlight = game.game_type.find_highlight(lambda: game.view(None), change.events)
        if highlight is not None:
            animate = partial(self._announcer.highlight, self.channel_id, highlight)
            announcements.append(animate)
        write = self._store.write(results.commit, change, self.version, self._now())
        await self._save(write, self._lobby, game, *announcements)

    async def _save_table(self, game: LiveGame) -> None:
        write = self._store.write(games.put_table, game.table, game.state.version)
        await self._save(write, self._lobby, game, self._show_table)

    async def _save(
        self,
        write: Coroutine[Any, Any, None],
        lobby: Lobby | None,
        game: LiveGame | None,
        *announcements: Callable[[], None],
    ) -> None:
        """Store a change, then adopt and announce it, even if the caller is cancelled."""

        async def save() -> None:
            await self._write(write)
            self._lobby = lobby
            self._game = game
            self._announce(*announcements)
            self._changed()

        saving = asyncio.ensure_future(save())
        try:
            await asyncio.shield(saving)
        except asyncio.CancelledError:
            await asyncio.wait([saving])
            raise

    async def _write(self, write: Coroutine[Any, Any, None]) -> None:
        """Write to the store; its errors become TableError ``stale`` or ``not_stored``."""
        try:
            await write
        except StaleWriteError:
            await self._reload()
            raise TableError("stale") from None
        except ChannelTakenError:
            await self._reload()
            # The other process's game here may be over already.
            game = self._game
            raise play.already_running(game) if game else TableError("stale") from None
        except StoreError as error:
            # Its message may quote hidden cards of the snapshot.
            _log.error("channel %s: not stored: %s", self.channel_id, type(error).__name__)
            _log.debug("why it was not stored", exc_info=error)
            raise TableError("not_stored") from None

    async def _reload(self) -> None:
        """Load the lobby and the game that another process stored."""
        lobby = await self._newest(self._store.read(games.open_lobbies, channel_id=self.channel_id))
        game = await self._newest(games.open_games(self._store, channel_id=self.channel_id))
        _log.warning("channel %s: another process changed the table", self.channel_id)
        self._config.metrics.overtaken_tables.inc()
        if lobby is not None and game is not None:
            # No game can begin from it. If it stays stored, it is ignored while there is the game.
            with suppress(StoreError):
                await self._store.write(games.drop_lobby, lobby.lobby_id)
            self._announce(partial(self._announcer.gone, lobby))
            lobby = None
        self.resume(lobby, game)

    async def _newest(self, reading: Awaitable[Sequence[T]]) -> T | None:
        try:
            stored = await reading
        except StoreError as error:
            _log.error("what another process stored was not read: %s", error.code)
            raise TableError("not_stored") from None
        return stored[-1] if stored else None

    # -- announcing ------------------------------------------------------------------------

    def _show_lobby(self) -> None:
        self._announcer.lobby(self.channel_id)

    def _show_table(self) -> None:
        self._announcer.table(self.channel_id)

    def _announce(self, *announcements: Callable[[], None]) -> None:
        try:
            with self._in_logs():
                for announce in announcements:
                    announce()
        except Exception:  # noqa: BLE001  # a failing display never affects a game
            _log.exception("channel %s: announcing failed", self.channel_id)

    def _in_logs(self) -> AbstractContextManager[None]:
        """Add server, channel and game to log lines of the context and of tasks that it starts."""
        game = self.ids[-1] if self.ids else None
        return about(guild=self.guild_id, channel=self.channel_id, game=game)

    # -- time ------------------------------------------------------------------------------

    def _changed(self) -> None:
        """Update the registry, and set the timer for the next change."""
        self._on_change(self)
        self._set_timer()

    def _set_timer(self, *, since: float = 0, least: float = 0) -> None:
        """Set the timer for the next change after ``since``, in at least ``least`` seconds."""
        stopped = self._closed or self._held_at is not None
        game = self._game
        if game is not None and game.state is self._thought_of and not stopped:
            # A computer player goes on thinking.
            return
        self._thought_of = None
        now = max(since, self._now())
        due = next_due(self._lobby, game, self._pace(), now)
        if due is None or stopped:
            self._timer.cancel()
        else:
            self._timer.set(max(least, due[0] - now), partial(self._on_time, *due))

    def _pace(self) -> Pace:
        quick = self.is_private and self._context.wants_quick(private_channel(self.channel_id))
        return replace(self._config.pace, pause=0) if quick else self._config.pace

    async def _on_time(self, when: float, what: Due) -> None:
        # Every change sets the timer again and cancels this call, so ``what`` is still due.
        with self._in_logs():
            try:
                actions = await self._think() if what is Due.COMPUTER else ()
                async with self._lock:
                    # From here on it runs to its end: a change must not cancel it.
                    self._timer.release()
                    self._thought_of = None
                    if not self._closed and self._held_at is None:
                        await self._do(what, when, actions)
            except Exception as error:  # noqa: BLE001  # a table must never stop
                if isinstance(error, TableError) and error.code == "stale":
                    # The timer is set for the table of the other process.
                    return
                _log.error("channel %s: %s failed: %s", self.channel_id, what, type(error).__name__)
                _log.debug("how it failed", exc_info=error)
                self._thought_of = None
                self._set_timer(least=self._config.pace.retry)

    async def _think(self) -> Sequence[AnyAction]:
        """Choose the computer player's turn; meanwhile people may change the table."""
        self._thought_of = self.game.state
        return await computers.decide_turn(self._context, self.game)

    async def _do(self, what: Due, when: float, actions: Sequence[AnyAction]) -> None:
        if what is Due.CLOSE_LOBBY:
            await self._close_lobby(self._open_lobby())
            return
        if what is Due.INVITATION:
            self._announce(self._show_lobby)
            self._set_timer(since=when)
            return
        game = self.game
        match what:
            case Due.DEAL:
                await self._commit(play.dealt(game, self._now()))
            case Due.COMPUTER:
                await self._commit(play.acted(game, actions, self._now()))
            case Due.UNANSWERED:
                await self._commit(early_ends.timed_out(game, self._now()))
            case Due.DESERTED:
                await self._commit(play.abandoned(game.with_table(deserted=True), self._now()))
            case Due.TIME_OUT:
                missed = game.table.occupants[game.state.turn].missed + 1
                await self._commit(play.stood_in(game, self._now(), missed))
            case Due.REMIND:
                turn_at = game.table.turn_at
                self._announce(partial(self._announcer.remind, self.channel_id, turn_at))
                self._set_timer(since=when)


def _place(game: LiveGame | None) -> tuple[str, int] | None:
    return None if game is None else (game.table.game_id, game.state.version)
