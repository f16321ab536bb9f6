"""What a game manager needs from outside, as protocols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from bot.model import EVERYBODY, Lobby, SavedGame, Shards, Table
from bot.rules.events import Event
from bot.rules.state import State

if TYPE_CHECKING:
    from .manager import GameManager


class Store(Protocol):
    """Keeps lobbies, games and their records; each call is one transaction.

    Every method raises bot.storage.errors.StoreError when the database refuses. Where ``was`` says
    what a change was made of, and something else is stored, it raises StaleWriteError: another
    process was at it, and nothing is changed.
    """

    async def put_lobby(self, lobby: Lobby, was: Lobby | None = None) -> None:
        """Keep a channel's lobby, new or changed."""

    async def drop_lobby(self, lobby_id: str, was: Lobby | None = None) -> None:
        """Forget a lobby; without ``was``, forgetting twice is no error."""

    async def begin(
        self, table: Table, state: State, events: Sequence[Event], was: Lobby | None = None
    ) -> None:
        """Keep a new game: header line, events so far, snapshot; its lobby is dropped.

        Raises:
            ChannelTakenError: another game is on in the channel.
        """

    async def commit(self, table: Table, state: State, events: Sequence[Event], was: int) -> None:
        """Append event lines and replace table and snapshot, if the stored version is ``was``.

        Raises:
            StaleWriteError: the stored version is another one.
        """

    async def put_table(self, table: Table, was: int | None = None) -> None:
        """Replace what is kept beside the game: message ids, occupants, who is ready."""

    async def disown(self, table: Table, names: Mapping[int, str], was: int | None = None) -> None:
        """As ``put_table``, and give these seats new names in all that is kept of the game."""

    async def open_games(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[SavedGame]:
        """The games of these shards that are not over, or one channel's, oldest first."""

    async def open_lobbies(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[Lobby]:
        """The lobbies of these shards, or one channel's, oldest first."""

    async def record(self, game_id: str) -> list[str] | None:
        """The record of a finished game as JSON lines, None for a running or unknown one."""


class Clock(Protocol):
    """Time, so that tests can move it."""

    def now(self) -> float:
        """Seconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Announcer(Protocol):
    """Brings a channel up to date; called outside the lock, one call at a time for a channel.

    What happened since the last call goes out as one call: read the newest state from the manager.
    Exceptions are logged and forgotten. Tell the manager what was posted with ``note_message`` and
    ``note_ping``, passing the id of the lobby or game that the message shows.
    """

    async def lobby(self, manager: GameManager) -> None:
        """Show ``manager.lobby``, new or changed (None: it is gone again in the meantime)."""

    async def table(self, manager: GameManager) -> None:
        """Bring the table message, the private hands and the turn ping up to date."""

    async def remind(self, manager: GameManager) -> None:
        """Remind whose turn it is: a quarter of the turn limit is left."""

    async def gone(self, lobby: Lobby) -> None:
        """A lobby closed without a game: cancelled, idle for too long, or left by everybody."""
