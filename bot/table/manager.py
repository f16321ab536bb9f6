"""One channel's lobby and game: the only object through which they change."""

from __future__ import annotations

import logging
from collections.abc import (
    Callable,
    Container,
    Iterable,
    Sequence,
)
from dataclasses import replace
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from bot.core.errors import RecordError
from bot.core.states import AnyAction, AnyRules, AnyState, Displayed
from bot.seating import (
    GivenDeal,
    Level,
    LiveGame,
    Lobby,
    Person,
    ShownGame,
    Table,
)
from bot.storage import deletion, games
from bot.work_queue import Urgency

from . import early_ends, lobbies, play
from .context import Context
from .errors import TableError, looking_up
from .keeper import TableKeeper
from .self_moves import SelfMoves

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

    What the table is, and how it is stored, is in :mod:`.keeper`; what it does by itself, in
    :mod:`.self_moves`.
    """

    def __init__(
        self,
        channel_id: int,
        guild_id: int,
        context: Context,
        on_change: Callable[[GameManager], None] = lambda _: None,
    ) -> None:
        self.channel_id = channel_id
        self._context = context
        self._store = context.store
        self._config = context.config
        self._on_change = on_change
        self._kept = TableKeeper(channel_id, guild_id, context, self._changed)
        self._moves = SelfMoves(self._kept, context)

    # -- reading ---------------------------------------------------------------------------

    @property
    def guild_id(self) -> int:
        """The server, 0 for none; for a private table, the one in which its game began."""
        return self._kept.guild_id

    @property
    def is_private(self) -> bool:
        return self._kept.is_private

    @property
    def ids(self) -> tuple[str, ...]:
        return self._kept.ids

    @property
    def lobby(self) -> Lobby | None:
        return self._kept.lobby

    @property
    def table(self) -> Table | None:
        """The table of the running game, else of the newest finished one."""
        return self._kept.game.table if self._kept.game else None

    @property
    def game(self) -> LiveGame:
        """The running game, else the newest finished one; raises ``no_game`` or ``not_begun``."""
        return self._kept.require_game()

    @property
    def running(self) -> bool:
        return self._kept.running

    @property
    def version(self) -> int:
        return self.game.state.version

    @property
    def deals_at(self) -> float | None:
        """When the next hand is dealt at the latest; None outside of a pause, or without limit."""
        # A private table waits for its owner.
        game = self._kept.game
        if game is None or game.paused or not game.state.pausing or self.is_private:
            return None
        return game.table.turn_at + self._config.pace.hand_pause

    @property
    def shown(self) -> ShownGame:
        """The game as its table shows it: a computer player's turn step by step."""
        until = self.game.table.turn_at
        for step in self.game.steps:
            until += self._config.pace.pause
            if self._kept.now() < until:
                return ShownGame(step, until=until)
        return ShownGame(self.game, self.deals_at)

    def find_seat(self, user_id: int) -> int | None:
        """Return a person's seat in the running or finished game; None after they left it."""
        return self._kept.game.table.find_seat(user_id) if self._kept.game else None

    def waits_for(self, user_id: int) -> bool:
        """Return whether the running game waits for this person to act or to come back."""
        seat = self.find_seat(user_id)
        if seat is None or not self.running or self.game.paused:
            return False
        away = self.game.table.occupants[seat].away
        return away or seat in self.game.awaited or self.view(None).turn == seat

    def has_left(self, user_id: int) -> bool:
        """Return whether a person left the running game and may take their seat back."""
        return self.running and self.game.table.find_seat(user_id, left=True) is not None

    def has_seat(self, user_id: int) -> bool:
        """Return whether a person has a seat in the open lobby, else in the game."""
        if self._kept.lobby is not None:
            return lobbies.seat_in(self._kept.lobby, user_id) is not None
        return self.find_seat(user_id) is not None

    def view(self, user_id: int | None) -> Displayed:
        return self.game.view(user_id)

    def may_stand_in(self, by: int, *, moderator: bool = False) -> int:
        """Return the seat that this person may give to a computer player now; raises TableError."""
        absence = self._config.pace.absence
        return play.seat_to_replace(self.game, by, absence, self._kept.now(), moderator=moderator)

    def may_ask_for_seat(self, user_id: int) -> bool:
        try:
            play.check_may_ask(self._running_game(), user_id)
        except TableError:
            return False
        return True

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

    def _in_play(self, user_id: int) -> tuple[LiveGame, int]:
        """Return the game, which is not paused, and a person's seat."""
        game, seat = self._seated(user_id)
        early_ends.check_not_paused(game)
        return game, seat

    def _to_act(self, user_id: int, version: int) -> LiveGame:
        game, seat = self._in_play(user_id)
        if version != game.state.version:
            raise TableError("stale", version=game.state.version)
        if not game.in_hand or seat != game.state.turn:
            raise TableError("not_your_turn")
        return game

    def _is_away(self, user_id: int) -> bool:
        seat = self.find_seat(user_id)
        return self.running and seat is not None and self.game.table.occupants[seat].away

    # -- the lobby -------------------------------------------------------------------------

    async def open_lobby(  # noqa: PLR0913, PLR0917  # the choices of a table
        self,
        host: Person,
        rules: AnyRules,
        turn_limit: int | None,
        locale: str,
        guests: Sequence[Person] = (),
        begins_at: float | None = None,
    ) -> Lobby:
        """Open a lobby, and invite the guests; ``turn_limit`` in seconds.

        By appointment the game begins by itself at a time in seconds since 1970.
        """
        async with self._kept.accepting():
            self._check_free(host)
            lobbies.check_turn_limit(turn_limit)
            rules = lobbies.checked(rules)
            lobby = self._new_lobby(host, rules, turn_limit, locale)
            lobby = lobbies.appointed(lobby, begins_at)
            invited = lobbies.invited(lobby, host.user_id, guests)
            return await self._kept.save_lobby(invited)

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
        async with self._kept.accepting():
            lobby = replace(self._kept.require_lobby(), touched_at=self._kept.now())
            return await self._put_lobby(change(lobby, *args, **named))

    async def start(self, by: int, click_id: int) -> Table:
        """Begin the game and deal, for the host, with the click of this id."""
        async with self._kept.accepting():
            lobby = self._kept.require_lobby()
            lobbies.check_host(lobby, by)
            return await self._kept.start_game(lobby, lobby.beacon(click_id))

    async def begin(self, lobby: Lobby, *, cup_id: str) -> None:
        """Begin the game of a cup's table in a channel that is free."""
        async with self._kept.accepting():
            if self._kept.lobby is not None or self.running:
                raise TableError("stale")
            await self._kept.start_game(lobby, cup_id=cup_id)

    async def cancel(self, by: int, *, moderator: bool = False) -> None:
        async with self._kept.accepting():
            lobby = self._kept.require_lobby()
            lobbies.check_host(lobby, by, moderator=moderator)
            await self._kept.close_lobby(lobby)

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
        async with self._kept.accepting():
            older = self._kept.game if self.running and instead_of in self.ids else None
            if older is None:
                self._check_free(person)
            lobby = self._new_lobby(person, rules, None, locale, guild_id)
            if dealt is not None:
                lobby = replace(lobby, lobby_id=dealt.game_id, secret=dealt.secret)
            for _ in range(opponents):
                lobby = lobbies.with_computer(lobby, person.user_id, level)
            lobbies.check_start(lobby)
            if older is not None:
                await self._kept.commit(early_ends.ended_alone(older, self._kept.now()))
            return await self._kept.start_game(lobby)

    async def play_again(self, person: Person, guild_id: int) -> Table:
        """Repeat the finished game at a private table, in this server."""
        async with self._kept.accepting():
            self._check_free(person)
            lobby = self._rematch(person, guild_id)
            seats = lobbies.next_in_series(self.game)
            return await self._kept.start_game(lobbies.with_company(lobby, seats))

    async def rematch(
        self, person: Person, *, computers: bool = True, without: Container[int] = ()
    ) -> Lobby:
        """Open a lobby like that of the finished game; invites its people who are not seated.

        The people with the ids ``without`` neither get a seat nor are invited.
        """
        async with self._kept.accepting():
            self._check_free(person)
            lobby = self._rematch(person)
            seats = lobbies.next_in_series(self.game)
            company = [
                who
                for who in seats
                if (computers if who.user_id is None else who.user_id not in without)
            ]
            return await self._kept.save_lobby(lobbies.with_company(lobby, company))

    def _check_free(self, person: Person) -> None:
        if self._kept.lobby is not None:
            raise lobbies.already_open(self._kept.lobby, person)
        if self._kept.game is not None and self.running:
            raise play.already_running(self._kept.game)

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
            touched_at=self._kept.now(),
            secret=self._config.secret(),
        )

    async def _put_lobby(self, lobby: Lobby | None) -> Lobby | None:
        """Store the changed lobby, or close it where nobody is left (None)."""
        if lobby is not None:
            return await self._kept.save_lobby(lobby)
        await self._kept.close_lobby(self._kept.require_lobby())
        return None

    # -- the game --------------------------------------------------------------------------

    async def act(self, user_id: int, version: int, *actions: AnyAction) -> None:
        """Perform all or none of the actions chosen for this version of the state.

        Raises TableError ``no_seat``, ``stale`` or ``not_your_turn``.
        """
        async with self._kept.accepting():
            game = self._to_act(user_id, version)
            await self._kept.commit(play.acted_by_person(game, actions, self._kept.now()))
        if game.table.occupants[game.state.turn].holiday is not None:
            await self._context.end_holiday(user_id)

    async def set_holiday(self, user_id: int, until: float | None) -> None:
        """Let a person's clocks stand until a time, or run again (None), where they take days."""
        async with self._kept.accepting():
            seat = self.find_seat(user_id)
            if seat is not None and self.running and self.game.table.has_holidays:
                now = self._kept.now()
                await self._kept.save_table(play.with_holiday(self.game, seat, until, now))

    async def take_back(self, user_id: int, version: int) -> None:
        """Return to a person's newest draw; raises TableError ``nothing_to_take_back``."""
        # Clicks are served in their order: the next player's waits while the record is replayed.
        async with self._kept.accepting():
            game, seat = self._taking_back(user_id, version)
            play.clock_after_taking_back(game, self._kept.now())
            drawn = await self._after_draw(game, seat, user_id)
            await self._kept.commit(play.took_back(game, seat, drawn, self._kept.now()))

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
        game, seat = self._in_play(user_id)
        if version != game.state.version or not game.may_take_back(user_id):
            raise TableError("nothing_to_take_back")
        return game, seat

    async def mark(self, user_id: int, version: int, item: int) -> None:
        """Mark an item for the next action of the person to act, or remove its mark."""
        async with self._kept.accepting():
            game = self._to_act(user_id, version)
            marks = {item}.symmetric_difference(game.table.marks)
            await self._store_marks(game, marks)

    async def mark_only(self, user_id: int, version: int, items: Sequence[int]) -> None:
        """Mark these items, and no others, as :meth:`mark` does."""
        async with self._kept.accepting():
            await self._store_marks(self._to_act(user_id, version), items)

    async def ask(self, user_id: int, version: int) -> None:
        """Ask the person to act for confirmation of these marks, as :meth:`mark`."""
        async with self._kept.accepting():
            game = self._to_act(user_id, version)
            await self._store_marks(game, game.table.marks, asked=True)

    async def _store_marks(
        self, game: LiveGame, marks: Iterable[int], *, asked: bool = False
    ) -> None:
        game = await self._brought_back(game, game.state.turn)
        await self._kept.save_table(game.with_table(marks=tuple(sorted(marks)), asked=asked))

    async def marks(self) -> tuple[int, ...]:
        """Return the marks, including those that are being stored now."""
        async with self._kept.accepting():
            return self.game.table.marks

    async def ready(self, user_id: int) -> bool:
        """Mark a player as ready for the next hand; return whether all are. Raises ``not_now``."""
        async with self._kept.accepting():
            game, seat = self._in_play(user_id)
            if not game.state.pausing:
                raise TableError("not_now")
            game = await self._brought_back(game, seat)
            if seat not in game.table.ready:
                await self._kept.save_table(game.with_table(ready=(*game.table.ready, seat)))
            return self.game.everybody_ready

    async def come_back(self, user_id: int) -> bool:
        """Give a seat back to a person; return whether a computer player stood in."""
        if not self._is_away(user_id):
            return False
        async with self._kept.accepting():
            away = self._is_away(user_id)
            if away:
                await self._brought_back(*self._seated(user_id))
            return away

    async def take_seat_back(self, user_id: int) -> bool:
        """Give a seat back to a person who left; return whether they had left."""
        async with self._kept.accepting():
            seat = self._running_game().table.find_seat(user_id, left=True)
            if seat is not None:
                await self._kept.commit(play.returned(self.game, seat, self._kept.now()))
            return seat is not None

    async def leave_game(self, user_id: int) -> None:
        """Give a seat to a computer player; without people the game ends."""
        async with self._kept.accepting():
            game, seat = self._seated(user_id)
            await self._kept.commit(early_ends.left(game, seat, self._kept.now()))

    async def end_game(self, user_id: int, *, moderator: bool = False) -> None:
        """End the game, or ask the others about it; raises as :func:`early_ends.ended` does."""
        async with self._kept.accepting():
            now = self._kept.now()
            patience = self._config.pace.absence
            game = self._running_game()
            await self._kept.put(
                early_ends.ended(game, user_id, now, patience, moderator=moderator)
            )

    async def pause(self, user_id: int) -> None:
        """Pause the game, or ask the others about it; raises as :func:`early_ends.paused` does."""
        async with self._kept.accepting():
            game, seat = self._seated(user_id)
            game = await self._brought_back(game, seat)
            now = self._kept.now()
            await self._kept.put(early_ends.paused(game, seat, now, self._config.pace.absence))

    async def end_pause(self, user_id: int) -> None:
        """Let a paused game go on, for a person with a seat."""
        async with self._kept.accepting():
            game = await self._brought_back(*self._seated(user_id))
            if game.paused:
                await self._kept.save_table(early_ends.gone_on(game, self._kept.now()))

    async def answer_question(self, user_id: int, number: int, *, agrees: bool) -> None:
        """Answer the question of this number whether to end or pause the game."""
        async with self._kept.accepting():
            game = await self._brought_back(*self._seated(user_id))
            _, seat = self._seated(user_id)
            now = self._kept.now()
            await self._kept.put(early_ends.answered(game, seat, number, now, agrees=agrees))

    async def win_now(self, user_id: int) -> None:
        """End the game as the win of the only person left; raises TableError ``others_play``."""
        async with self._kept.accepting():
            game, _ = self._seated(user_id)
            await self._kept.commit(early_ends.won_now(game, user_id, self._kept.now()))

    async def stand_in(self, by: int, version: int, *, moderator: bool = False) -> int:
        """Replace an absent person, as :func:`play.seat_to_replace` allows; return their seat."""
        async with self._kept.accepting():
            game = self._running_game()
            if version != game.state.version:
                raise TableError("stale", version=game.state.version)
            seat = self.may_stand_in(by, moderator=moderator)
            await self._kept.commit(play.stood_in(game, self._kept.now()))
            return seat

    async def ask_for_seat(self, person: Person) -> None:
        async with self._kept.accepting():
            await self._kept.save_table(play.with_request(self._running_game(), person))

    async def withdraw_request(self, user_id: int) -> None:
        async with self._kept.accepting():
            await self._kept.save_table(play.without_request(self._running_game(), user_id))

    async def answer_request(
        self, by: int, user_id: int, *, agreed: bool, moderator: bool = False
    ) -> None:
        """Note the answer of the host or a moderator to a request."""
        async with self._kept.accepting():
            game = self._running_game()
            answered = play.with_answer(game, by, user_id, agreed=agreed, moderator=moderator)
            await self._kept.save_table(answered)

    async def channel_deleted(self) -> None:
        """Close the lobby and abandon the game."""
        async with self._kept.accepting():
            if self._kept.lobby is not None:
                await self._kept.close_lobby(self._kept.lobby)
            if self._kept.game is not None and self.running:
                await self._kept.commit(play.abandoned(self._kept.game, self._kept.now()))
            if self._kept.game is not None:
                game_id = self._kept.game.table.game_id
                await self._kept.try_to_write(self._store.write(games.drop_pending_end, game_id))

    async def rename(self, user_id: int, name: str) -> None:
        """Give a person another name in the lobby and in the game; the record keeps the first."""
        async with self._kept.accepting():
            lobby = self._kept.lobby
            if lobby is not None:
                renamed = lobbies.with_name(lobby.seats, user_id, name)
                if renamed != lobby.seats:
                    await self._kept.save_lobby(replace(lobby, seats=renamed))
            game = self._kept.game
            if game is not None and self.running:
                renamed = lobbies.with_name(game.table.occupants, user_id, name)
                if renamed != game.table.occupants:
                    await self._kept.save_table(game.with_table(occupants=renamed))

    async def forget_person(self, user_id: int) -> bool:
        """Remove a person from lobby and game, and their name; return whether they were there."""
        async with self._kept.accepting():
            lobby = self._kept.lobby
            game = self._kept.game
            waiting = lobby is not None and lobby.knows(user_id)
            if lobby is not None and waiting:
                seated = lobbies.seat_in(lobby, user_id) is not None
                lobby = lobbies.without_guest(lobby, user_id)
                await self._put_lobby(lobbies.left(lobby, user_id) if seated else lobby)
            if game is None or not game.knows(user_id):
                return waiting
            seat = game.table.find_seat(user_id)
            if seat is not None and not game.over:
                await self._kept.commit(play.left(game, seat, self._kept.now()))
            game, names = play.disowned(self.game, user_id)
            version = game.state.version
            write = self._store.write(deletion.disown, game.table, names, user_id, version)
            await self._kept.save(write, self._kept.lobby, game, self._kept.show_table)
            return True

    async def _brought_back(self, game: LiveGame, seat: int) -> LiveGame:
        """Give a seat back to its person if a computer player stands in; return the game then."""
        if game.table.occupants[seat].away:
            await self._kept.commit(play.returned(game, seat, self._kept.now()))
        return self.game

    # -- messages; these methods raise nothing ---------------------------------------------

    async def note_message(self, message_id: int | None, game_id: str | None = None) -> None:
        """Remember the message of the lobby or game with this id, by default the current one's."""
        async with self._kept.lock:
            lobby = self._kept.lobby
            game = self._kept.game
            if lobby is not None and game_id in (None, lobby.lobby_id):
                self._kept.lobby = replace(lobby, message_id=message_id)
                await self._kept.try_to_write(
                    self._store.write(games.put_lobby, self._kept.lobby, lobby)
                )
            elif game is not None and game_id in (None, game.table.game_id):
                await self._kept.note(game, message_id=message_id)

    async def note_told(
        self, lobby_id: str, user_ids: Sequence[int], *calls: tuple[int, int]
    ) -> bool:
        """Remember who was told of an invitation to the lobby with this id, by which messages.

        Returns False if the lobby is no longer open.
        """
        async with self._kept.lock:
            lobby = self._kept.lobby
            is_open = lobby is not None and lobby.lobby_id == lobby_id
            if lobby is not None and is_open:
                self._kept.lobby = lobbies.with_told(lobby, user_ids, *calls)
                await self._kept.try_to_write(
                    self._store.write(games.put_lobby, self._kept.lobby, lobby)
                )
            return is_open

    async def note_ping(self, ping_id: int | None) -> None:
        async with self._kept.lock:
            if self._kept.game is not None:
                await self._kept.note(self._kept.game, ping_id=ping_id)

    async def note_question(self, game_id: str, number: int, message_id: int | None) -> None:
        """Remember the message of the question of this number."""
        async with self._kept.lock:
            game = self._kept.game
            question = game.table.question if game is not None else None
            if game is None or game.table.game_id != game_id or question is None:
                return
            if question.number == number:
                await self._kept.note(game, question=replace(question, message_id=message_id))

    async def note_animation(self, animation_id: int | None, game_id: str) -> None:
        """Remember the newest animation of a game until the next game begins."""
        async with self._kept.lock:
            if self._kept.game is not None and self._kept.game.table.game_id == game_id:
                await self._kept.note(self._kept.game, animation_id=animation_id)

    async def note_end_shown(self, game_id: str) -> None:
        async with self._kept.lock:
            await self._kept.try_to_write(self._store.write(games.drop_pending_end, game_id))

    # -- for the registry ------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Load the stored game if another process began, changed or ended it."""
        async with self._kept.accepting():
            stored = await self._kept.newest(
                games.open_games(self._store, channel_id=self.channel_id)
            )
            if _place(stored) != _place(self._kept.game if self.running else None):
                self._kept.resume(None, stored)

    def resume(self, lobby: Lobby | None, game: LiveGame | None) -> None:
        """Adopt a stored lobby and game, at start."""
        self._kept.resume(lobby, game)

    def hold(self) -> None:
        """Stop timers during an outage."""
        self._moves.hold()

    async def go_on(self) -> None:
        """Resume timers; restart the turn's clock after an outage longer than ``Pace.gap``."""
        await self._moves.go_on()

    def forget(self) -> None:
        if not self.running:
            self._kept.game = None

    def refuse(self) -> None:
        self._kept.closed = True

    async def close(self) -> None:
        """Refuse further changes, finish changes in progress, and cancel the timer."""
        self.refuse()
        async with self._kept.lock:
            self._moves.cancel()

    def _changed(self) -> None:
        """Update the registry, and set the timer for the next change."""
        self._on_change(self)
        self._moves.set_timer()


def _place(game: LiveGame | None) -> tuple[str, int] | None:
    return None if game is None else (game.table.game_id, game.state.version)
