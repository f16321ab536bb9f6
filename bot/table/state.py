"""What can be asked of a channel's lobby and game without waiting."""

from __future__ import annotations

from bot.model import Lobby, Table
from bot.rules import engine
from bot.rules.engine import LegalActions
from bot.rules.events import Event, HandEnded
from bot.rules.state import Stage
from bot.rules.views import PlayerView, view_for

from .context import Context
from .errors import TableError
from .news import news_of
from .play import Play


class Reading:
    """The read-only side of a GameManager."""

    def __init__(self, channel_id: int, guild_id: int, context: Context) -> None:
        self.channel_id = channel_id
        self.guild_id = guild_id
        self._context = context
        self._lobby: Lobby | None = None
        self._play: Play | None = None

    @property
    def lobby(self) -> Lobby | None:
        """The open lobby."""
        return self._lobby

    @property
    def table(self) -> Table | None:
        """The running game's table, else the newest finished game's."""
        return self._play.table if self._play else None

    @property
    def running(self) -> bool:
        """Whether a game is on."""
        return self._play is not None and not self._play.over

    @property
    def version(self) -> int:
        """The game's version, which custom ids carry. Raises TableError ``no_game``."""
        return self._game().state.version

    @property
    def news(self) -> tuple[Event, ...]:
        """What happened in the last turns as everybody may see it, oldest first."""
        return news_of(self._play.recent) if self._play else ()

    @property
    def hands_scored(self) -> tuple[HandEnded, ...]:
        """How each hand of this game ended so far, for the score sheet."""
        return self._play.scored if self._play else ()

    @property
    def deadline(self) -> float | None:
        """When the present turn's limit is up, in seconds since 1970; None without a limit."""
        return self._play.deadline if self._play else None

    @property
    def deals_at(self) -> float | None:
        """When the next hand is dealt at the latest; None unless the table pauses between hands."""
        if self._play is None or self._play.state.stage is not Stage.DEAL:
            return None
        return self._play.table.turn_at + self._context.pace.hand_pause

    def seat_of(self, user_id: int) -> int | None:
        """A person's seat in the game (running or finished); None for who has none or left."""
        return self._play.table.seat_of(user_id) if self._play else None

    def may_stand_in(self, by: int, *, moderator: bool = False) -> int:
        """The seat whose turn somebody may give to a computer player now.

        Raises:
            TableError: as :meth:`GameManager.stand_in` does.
        """
        game = self._game()
        who, seat = game.to_act, self.seat_of(by)
        if who is None or who.is_computer or who.user_id == by:
            raise TableError("not_now")
        if moderator or by == game.table.host_id:
            return game.state.turn
        if seat is None:
            raise TableError("no_seat")
        if game.deadline is not None:
            raise TableError("has_limit")
        at = game.table.turn_at + self._context.pace.absence
        if self._context.clock.now() < at:
            raise TableError("not_yet", at=at)
        return game.state.turn

    def view(self, user_id: int | None) -> PlayerView:
        """What a person may know; who has no seat sees what a spectator sees.

        Raises:
            TableError: ``no_game``.
        """
        state = self._game().state
        return view_for(state, None if user_id is None else self.seat_of(user_id))

    def legal(self, user_id: int) -> LegalActions:
        """What a person may do now; empty when it is not their turn.

        Raises:
            TableError: ``no_game``.
        """
        game = self._game()
        if game.in_hand and self.seat_of(user_id) == game.state.turn:
            return engine.legal_actions(game.state)
        return LegalActions((), (), None, game.state.game.rules)

    def _game(self) -> Play:
        if self._play is None:
            raise TableError("no_game")
        return self._play

    def _open(self) -> Lobby:
        if self._lobby is None:
            raise TableError("no_lobby")
        return self._lobby
