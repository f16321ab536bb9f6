"""One channel's lobby and game: the only door through which they change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.model import Level, Lobby, Table
from bot.rules.actions import Action
from bot.rules.editions import RuleSet, checked
from bot.rules.events import Event
from bot.rules.state import Stage
from bot.rules.views import PlayerView, seen_by, view_for

from . import forgetting, lobbies, play
from .announcing import Announcements
from .context import Context
from .errors import TableError
from .keeping import Keeping
from .people import Person, occupant
from .play import Play


@dataclass(frozen=True)
class Outcome:
    """What came of a click: the events as the actor may see them, and the actor's view after."""

    events: tuple[Event, ...]
    view: PlayerView


class GameManager(Keeping):
    """A channel's lobby and game.

    Reading never waits. Every method that changes something is a coroutine, works under one lock,
    stores first, and raises TableError when refused (``not_stored`` when the database refused,
    ``stale`` when another process had moved the table on, which is then taken up as it is stored,
    ``closed`` while the bot stops). Refusals of the rules core pass through (GameError).
    The newest finished game stays until the next one begins, also while a new lobby is open.
    """

    def __init__(
        self,
        channel_id: int,
        guild_id: int,
        context: Context,
        on_change: Callable[[GameManager], None] = lambda _: None,
    ) -> None:
        announcements = Announcements(context.announcer, self, context.metrics)
        super().__init__(channel_id, guild_id, context, announcements, lambda: on_change(self))

    # -- the lobby -------------------------------------------------------------------------

    async def open_lobby(
        self, host: Person, rules: RuleSet, turn_limit: int | None, locale: str
    ) -> Lobby:
        """Open a lobby; ``turn_limit`` in seconds.

        Raises:
            TableError: ``lobby_open`` or ``already_running`` (data: ``game_id``, ``message_id``),
                ``bad_turn_limit``.
            RuleSetError: the rules cannot be played.
        """
        async with self._door():
            self._check_free()
            lobbies.check_turn_limit(turn_limit)
            return await self._keep(self._new_lobby(host, checked(rules), turn_limit, locale))

    async def join(self, person: Person) -> Lobby:
        """Take a seat. Raises TableError ``no_lobby``, ``already_seated``, ``table_full``."""
        async with self._door():
            return await self._keep(lobbies.joined(self._open(), person))

    async def leave_lobby(self, person: Person) -> Lobby | None:
        """Leave; the next person is host, and without people it closes (None).

        Raises:
            TableError: ``no_lobby``, ``no_seat``.
        """
        async with self._door():
            lobby = lobbies.left(self._open(), person.user_id)
            if lobby is not None:
                return await self._keep(lobby)
            await self._drop(self._open())
            return None

    async def add_computer(self, by: int, level: Level) -> Lobby:
        """Seat a computer player; anybody seated may. Raises ``no_seat``, ``table_full``."""
        async with self._door():
            return await self._keep(lobbies.with_computer(self._open(), by, level))

    async def remove_computer(self, by: int, seat: int) -> Lobby:
        """Take a computer player away; the host may. Raises ``not_host``, ``no_computer``."""
        async with self._door():
            return await self._keep(lobbies.without_computer(self._open(), by, seat))

    async def set_rules(self, by: int, rules: RuleSet) -> Lobby:
        """Choose the rules; the host may. Raises ``not_host``, ``table_full``, or RuleSetError."""
        async with self._door():
            return await self._keep(lobbies.with_rules(self._open(), by, rules))

    async def set_turn_limit(self, by: int, seconds: int | None) -> Lobby:
        """Choose the turn limit; the host may. Raises ``not_host``, ``bad_turn_limit``."""
        async with self._door():
            return await self._keep(lobbies.with_turn_limit(self._open(), by, seconds))

    async def start(self, by: int) -> Table:
        """Begin the game and deal; the host may.

        The table takes over the lobby's ``message_id``: the lobby message becomes the table.

        Raises:
            TableError: ``no_lobby``, ``not_host``, ``too_few_players``, ``already_running``
                (another process was quicker; data as for :meth:`open_lobby`).
        """
        async with self._door():
            lobby = self._open()
            lobbies.check_host(lobby, by)
            return await self._begin(lobby)

    async def cancel(self, by: int, *, moderator: bool = False) -> None:
        """Close the lobby; the host or a moderator may. Raises ``no_lobby``, ``not_host``."""
        async with self._door():
            lobby = self._open()
            if not moderator:
                lobbies.check_host(lobby, by)
            await self._drop(lobby)

    async def solo(
        self, person: Person, opponents: int, level: Level, rules: RuleSet, locale: str
    ) -> Table:
        """Begin at once against computer players.

        Raises:
            TableError: ``lobby_open``, ``already_running``, ``too_few_players``, ``table_full``.
        """
        async with self._door():
            self._check_free()
            lobby = self._new_lobby(person, rules, None, locale)
            return await self._begin(lobbies.against_computers(lobby, opponents, level))

    async def rematch(self, person: Person, *, computers: bool = True) -> Lobby:
        """Open a lobby with the finished game's people, computer players, rules and turn limit.

        Args:
            person: who is the host.
            computers: whether computer players come along.

        Raises:
            TableError: ``no_game``, ``no_seat`` (only who stayed to the end may),
                ``already_running``, ``lobby_open``.
        """
        async with self._door():
            self._check_free()
            game = self._game()
            if game.table.seat_of(person.user_id) is None:
                raise TableError("no_seat")
            rules, table = game.state.game.rules, game.table
            lobby = self._new_lobby(person, rules, table.turn_limit, table.locale)
            company = [each for each in table.occupants if computers or each.user_id is not None]
            return await self._keep(lobbies.with_company(lobby, company))

    # -- the game --------------------------------------------------------------------------

    async def act(self, user_id: int, version: int, action: Action) -> Outcome:
        """Do one thing in one's turn, for the state version it was meant for.

        Raises:
            TableError: ``no_game``, ``no_seat``, ``game_over``, ``stale``, ``not_your_turn``.
            GameError: the rules refuse.
        """
        return await self.act_many(user_id, version, (action,))

    async def act_many(self, user_id: int, version: int, actions: Sequence[Action]) -> Outcome:
        """Do several things as one click, all or nothing; raises as :meth:`act` does."""
        async with self._door():
            game, seat = self._seated(user_id)
            if version != game.state.version:
                raise TableError("stale", version=game.state.version)
            if not game.in_hand or seat != game.state.turn:
                raise TableError("not_your_turn")
            change = play.acted_by_person(game, actions, self._now())
            await self._commit(game, change)
            events = tuple(seen_by(each, seat) for each in change.events)
            return Outcome(events, view_for(change.play.state, seat))

    async def ready(self, user_id: int) -> bool:
        """Be ready for the next hand; True when everybody is and the deal follows.

        Raises:
            TableError: ``no_game``, ``no_seat``, ``game_over``, ``not_now``.
        """
        async with self._door():
            game, seat = self._seated(user_id)
            if game.state.stage is not Stage.DEAL:
                raise TableError("not_now")
            if game.table.occupants[seat].away:
                await self._commit(game, play.returned(game, seat, self._now()))
                game = self._game()
            if seat not in game.table.ready:
                await self._keep_table(play.with_ready(game, seat))
            return self._game().everybody_ready

    async def come_back(self, user_id: int) -> bool:
        """End a computer's stand-in, when a person opens their hand; True when there was one.

        Cheap and silent for everybody else: call it whenever a hand is opened.
        """
        if not self._is_away(user_id):
            return False
        async with self._door():
            if not self._is_away(user_id):
                return False
            game, seat = self._seated(user_id)
            await self._commit(game, play.returned(game, seat, self._now()))
            return True

    async def leave_game(self, user_id: int) -> None:
        """Give one's seat to a computer player for good; without people the game is abandoned.

        Raises:
            TableError: ``no_game``, ``no_seat``, ``game_over``.
        """
        async with self._door():
            game, seat = self._seated(user_id)
            await self._commit(game, play.left(game, seat, self._now()))

    async def end_game(self, user_id: int, *, moderator: bool = False) -> None:
        """Abandon the game; the host or a moderator may.

        Raises:
            TableError: ``no_game``, ``game_over``, ``not_host``.
        """
        async with self._door():
            game = self._running()
            if not moderator and user_id != game.table.host_id:
                raise TableError("not_host", host_id=game.table.host_id)
            await self._commit(game, play.abandoned(game, self._now()))

    async def stand_in(self, by: int, version: int, *, moderator: bool = False) -> int:
        """Give the turn of somebody who does not come to a computer player, until they are back.

        The host or a moderator may, and anybody seated once the turn has lasted for
        ``Pace.absence`` without a limit.

        Returns:
            The seat.

        Raises:
            TableError: ``no_game``, ``game_over``, ``stale``, ``not_now`` (it is not the turn of
                another person), ``no_seat``, ``has_limit``, ``not_yet`` (data: ``at``, when).
        """
        async with self._door():
            game = self._running()
            if version != game.state.version:
                raise TableError("stale", version=version)
            seat = self.may_stand_in(by, moderator=moderator)
            await self._commit(game, play.stood_in(game, self._now()))
            return seat

    async def channel_deleted(self) -> None:
        """End what is here: its channel is gone, so that nobody can ever see it again.

        Raises:
            TableError: ``not_stored`` or ``closed``.
        """
        async with self._door():
            if self._lobby is not None:
                await self._drop(self._lobby)
            if self._play is not None and not self._play.over:
                await self._commit(self._play, play.abandoned(self._play, self._now()))

    # -- privacy ---------------------------------------------------------------------------

    async def forget_person(self, user_id: int) -> bool:
        """Take a person out of the lobby and the game, their name too; whether they were there.

        A seat in a running game goes to a computer player for good.

        Raises:
            TableError: ``not_stored``; they may have left and be named still.
        """
        async with self._door():
            lobby, game = self._lobby, self._play
            waiting = lobby is not None and lobbies.seat_in(lobby, user_id) is not None
            if lobby is not None and waiting:
                rest = lobbies.left(lobby, user_id)
                await (self._drop(lobby) if rest is None else self._keep(rest))
            if game is None or not forgetting.knows(game.table, user_id):
                return waiting
            seat = game.table.seat_of(user_id)
            if seat is not None and not game.over:
                await self._commit(game, play.left(game, seat, self._now()))
            after, names = forgetting.disowned(self._game(), user_id)
            store, version = self._context.store, after.state.version
            await self._install(store.disown(after.table, names, version), after)
            return True

    # -- checks ----------------------------------------------------------------------------

    def _check_free(self) -> None:
        if self._lobby is not None:
            lobby = self._lobby
            raise TableError("lobby_open", game_id=lobby.lobby_id, message_id=lobby.message_id)
        if self._play is not None and not self._play.over:
            table = self._play.table
            raise TableError("already_running", game_id=table.game_id, message_id=table.message_id)

    def _running(self) -> Play:
        game = self._game()
        if game.over:
            raise TableError("game_over")
        return game

    def _seated(self, user_id: int) -> tuple[Play, int]:
        seat = self._game().table.seat_of(user_id)
        if seat is None:
            raise TableError("no_seat")
        return self._running(), seat

    def _is_away(self, user_id: int) -> bool:
        seat = self.seat_of(user_id)
        return self.running and seat is not None and self._game().table.occupants[seat].away

    def _new_lobby(
        self, host: Person, rules: RuleSet, turn_limit: int | None, locale: str
    ) -> Lobby:
        return Lobby(
            lobby_id=self._context.game_id(),
            guild_id=self.guild_id,
            channel_id=self.channel_id,
            host_id=host.user_id,
            rules=rules,
            turn_limit=turn_limit,
            seats=(occupant(host),),
            locale=locale,
            touched_at=self._now(),
        )
