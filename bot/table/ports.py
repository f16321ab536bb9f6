"""The protocols of what a game manager uses: store, clock and announcer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.model import EVERYBODY, Forgotten, Lobby, SavedGame, Shards, Table, Whom
from bot.rules.events import Event
from bot.rules.state import State


class Store(Protocol):
    """Stores lobbies, games and their records; each call is one transaction.

    Every method raises bot.storage.errors.StoreError when the database fails. ``was`` is the lobby
    or version that a change was made from; when the stored one differs, because another process
    changed it, nothing is written and StaleWriteError raised.
    """

    async def put_lobby(self, lobby: Lobby, was: Lobby | None = None) -> None:
        """Store a channel's lobby, new or changed."""

    async def drop_lobby(self, lobby_id: str, was: Lobby | None = None) -> None:
        """Delete a lobby; without ``was``, deleting twice is no error."""

    async def begin(
        self, table: Table, state: State, events: Sequence[Event], was: Lobby | None = None
    ) -> None:
        """Store a new game: header line, events so far, snapshot; delete its lobby.

        Raises:
            ChannelTakenError: another game is running in the channel.
        """

    async def commit(self, table: Table, state: State, events: Sequence[Event], was: int) -> None:
        """Append event lines and replace table and snapshot, if the stored version is ``was``.

        Raises:
            StaleWriteError: the stored version is another one.
        """

    async def put_table(self, table: Table, was: int | None = None) -> None:
        """Replace the data around the game: message ids, occupants, who is ready."""

    async def disown(self, table: Table, names: Mapping[int, str], was: int | None = None) -> None:
        """As ``put_table``, and rename these seats in everything stored about the game."""

    async def open_games(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[SavedGame]:
        """The unfinished games of these shards, or of one channel, oldest first."""

    async def unshown_ends(self, shards: Shards = EVERYBODY) -> list[SavedGame]:
        """The games of these shards that ended lately, and whose channels do not show it yet."""

    async def end_shown(self, game_id: str) -> None:
        """Note that a game's end is shown, or never will be."""

    async def open_lobbies(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[Lobby]:
        """The lobbies of these shards, or of one channel, oldest first."""

    async def forget(self, whom: Whom) -> Forgotten:
        """Forget a person; what was not done before an error is done the next time."""


class Clock(Protocol):
    """Time, so that tests can move it."""

    def now(self) -> float:
        """Seconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Announcer(Protocol):
    """Brings channels up to date.

    Each call only notes that something changed and returns at once; what is then shown is the
    newest state of the channel's manager.
    """

    def lobby(self, channel_id: int) -> None:
        """A lobby was opened or changed."""

    def table(self, channel_id: int) -> None:
        """A game began or changed."""

    def remind(self, channel_id: int, turn_at: float) -> None:
        """A quarter of the turn limit is left of the turn that began at ``turn_at``."""

    def gone(self, lobby: Lobby) -> None:
        """A lobby closed without a game: cancelled, idle for too long, or left by everybody."""
