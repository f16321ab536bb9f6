"""What can be read of one channel's lobby and game."""

from __future__ import annotations

from bot.model import Lobby, Table, is_private
from bot.rules.events import HandEnded
from bot.systems import AnyEvent, AnyLegal, AnyView, GameSystem

from . import lobbies, play, seat_requests
from .context import TableConfig
from .errors import TableError
from .play import LiveGame


class TableContents:
    """A channel's lobby and game as they are now; reading never waits.

    Args:
        channel_id: the channel or thread; for a private table see :func:`private_channel`.
        guild_id: its server.
        config: the configuration of all tables.
    """

    def __init__(self, channel_id: int, guild_id: int, config: TableConfig) -> None:
        self.channel_id = channel_id
        self._guild_id = guild_id
        self._config = config
        self._lobby: Lobby | None = None
        self._game: LiveGame | None = None

    @property
    def guild_id(self) -> int:
        """The server, 0 for none; that of a private table is where its game was begun."""
        return self._game.table.guild_id if self.is_private and self._game else self._guild_id

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the lobby and of the game."""
        lobby = (self._lobby.lobby_id,) if self._lobby else ()
        return (*lobby, self._game.table.game_id) if self._game else lobby

    @property
    def lobby(self) -> Lobby | None:
        """The open lobby."""
        return self._lobby

    @property
    def table(self) -> Table | None:
        """The table of the running game, else of the newest finished one."""
        return self._game.table if self._game else None

    @property
    def running(self) -> bool:
        """Whether a game is running."""
        return self._game is not None and not self._game.over

    @property
    def system(self) -> GameSystem:
        """The system of the game's rules. Raises TableError ``no_game``."""
        return self._any_game().system

    @property
    def version(self) -> int:
        """The game's version, which custom ids carry. Raises TableError ``no_game``."""
        return self._any_game().state.version

    @property
    def news(self) -> tuple[AnyEvent, ...]:
        """The newest events as everybody may see them, oldest first."""
        return self._game.news if self._game else ()

    @property
    def hands_scored(self) -> tuple[HandEnded, ...]:
        """The end of each hand of this game so far, for the score sheet."""
        return self._game.scored if self._game else ()

    @property
    def deadline(self) -> float | None:
        """When the current turn times out, in seconds since 1970; None without a limit."""
        return self._game.deadline if self._game else None

    @property
    def deals_at(self) -> float | None:
        """When the next hand is dealt at the latest; None unless the table pauses between hands.

        A private table waits for its owner.
        """
        if self._game is None or not self._game.state.pausing or self.is_private:
            return None
        return self._game.table.turn_at + self._config.pace.hand_pause

    @property
    def awaited(self) -> tuple[int, ...]:
        """Between hands, the seats of people who are here and not ready."""
        return self._game.awaited if self._game else ()

    def seat_of(self, user_id: int) -> int | None:
        """A person's seat in the running or finished game; None without one or after leaving."""
        return self._game.table.seat_of(user_id) if self._game else None

    @property
    def is_private(self) -> bool:
        """Whether this is a person's private table, which is in no channel."""
        return is_private(self.channel_id)

    def has_seat(self, user_id: int) -> bool:
        """Whether a person has a seat in the open lobby, or without one in the game."""
        if self._lobby is not None:
            return lobbies.seat_in(self._lobby, user_id) is not None
        return self.seat_of(user_id) is not None

    def may_stand_in(self, by: int, *, moderator: bool = False) -> int:
        """The seat whose turn this person may give to a computer player now.

        Raises:
            TableError: as :meth:`.GameManager.stand_in` does.
        """
        pace, now = self._config.pace, self._now()
        return play.seat_to_replace(self._any_game(), by, pace.absence, now, moderator=moderator)

    def may_ask_for_seat(self, user_id: int) -> bool:
        """Whether a person may ask for a computer player's seat now."""
        try:
            seat_requests.check_may_ask(self._running_game(), user_id)
        except TableError:
            return False
        return True

    def view(self, user_id: int | None) -> AnyView:
        """A person's view, or without a seat a spectator's. Raises TableError ``no_game``."""
        return self._any_game().view(user_id)

    def legal(self, user_id: int) -> AnyLegal:
        """A person's legal actions; none in others' turns. Raises TableError ``no_game``."""
        return self._any_game().legal(user_id)

    @property
    def begun_table(self) -> Table:
        """The table of the running or last game.

        Raises:
            TableError: ``no_game``, or ``not_begun`` while a lobby is open.
        """
        return self._any_game().table

    # -- checks ----------------------------------------------------------------------------

    def _now(self) -> float:
        return self._config.clock.now()

    def _open_lobby(self) -> Lobby:
        if self._lobby is None:
            raise TableError("no_lobby")
        return self._lobby

    def _any_game(self) -> LiveGame:
        if self._game is None:
            lobby = self._lobby
            raise TableError("no_game") if lobby is None else _not_begun(lobby)
        return self._game

    def _running_game(self) -> LiveGame:
        game = self._any_game()
        if game.over:
            raise TableError("game_over")
        return game

    def _seated(self, user_id: int) -> tuple[LiveGame, int]:
        seat = self._any_game().table.seat_of(user_id)
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
        seat = self.seat_of(user_id)
        return self.running and seat is not None and self._any_game().table.occupants[seat].away


def _not_begun(lobby: Lobby) -> TableError:
    return TableError("not_begun", game_id=lobby.lobby_id, message_id=lobby.message_id)
