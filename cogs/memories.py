"""What a server remembers of its games, as the commands ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from bot.storage.errors import StoreError
from bot.table.errors import TableError

if TYPE_CHECKING:
    from bot.scores.results import Board, BoardQuery, MemberStats, PastGame


class Memories(Protocol):
    """As much of the store as this needs; every method may raise StoreError.

    Each is asked for one server and tells nothing of another, but for ``record``: whose game it
    is must be known before.
    """

    async def leaderboard(
        self, query: BoardQuery, *, offset: int, limit: int, me: int | None
    ) -> Board:
        """A page of a leaderboard, and the row of ``me``."""

    async def stats(self, guild_id: int, user_id: int) -> MemberStats:
        """One person's figures."""

    async def history(
        self, guild_id: int, member: int | None, *, offset: int, limit: int
    ) -> tuple[list[PastGame], int]:
        """Finished games, newest first, and how many there are; of a person, or of everybody."""

    async def past_game(self, guild_id: int, game_id: str) -> PastGame | None:
        """A finished game of this server."""

    async def record(self, game_id: str) -> list[str] | None:
        """The record of a finished game as JSON lines, None for a running or unknown one."""


@contextmanager
def looking_up() -> Iterator[None]:
    """Turn a failure of the store into a refusal: TableError ``not_looked_up``."""
    try:
        yield
    except StoreError as error:
        raise TableError("not_looked_up") from error


async def past_game(memories: Memories, guild_id: int, game_id: str) -> PastGame:
    """A finished game of a server.

    Raises:
        TableError: ``no_past_game``; it is not over, unknown, or another server's; or
            ``not_looked_up``.
    """
    with looking_up():
        past = await memories.past_game(guild_id, game_id)
    if past is None:
        raise TableError("no_past_game")
    return past


async def record_of(memories: Memories, guild_id: int, game_id: str) -> list[str]:
    """The record of a finished game of a server.

    Raises:
        TableError: as :func:`past_game`.
    """
    await past_game(memories, guild_id, game_id)
    with looking_up():
        lines = await memories.record(game_id)
    if lines is None:
        raise TableError("no_past_game")
    return lines
