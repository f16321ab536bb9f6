"""What a server remembers of its games, as the commands ask for it."""

from __future__ import annotations

from bot.scores.results import Board, BoardQuery, MemberStats, PastGame

from . import boards, figures
from .remembering import Remembering


class Memories(Remembering):
    """The part of the store that tells of games that are over; nothing crosses servers.

    Every method raises :class:`~bot.storage.errors.StoreError` when the database refuses.
    """

    async def leaderboard(
        self, query: BoardQuery, *, offset: int = 0, limit: int = 10, me: int | None = None
    ) -> Board:
        """A page of a leaderboard, and the row of ``me`` wherever it stands.

        By rating: of games between people, so who only met computer players is not ranked. All
        else counts every finished game.

        Args:
            query: which leaderboard.
            offset: how many rows to leave out.
            limit: how many rows to give, 50 at most.
            me: who asks; None for nobody.
        """
        asked = boards.Asked(query, self._now(), offset, limit, me)
        while True:
            board = await self._database.tell(lambda: boards.board(asked))
            if board is not None:
                return board
            assert asked.since is not None
            await self._expire(query.guild_id, asked.since)

    async def stats(self, guild_id: int, user_id: int) -> MemberStats:
        """One person's figures."""
        return await self._database.tell(lambda: figures.stats(guild_id, user_id))

    async def history(
        self, guild_id: int, member: int | None = None, *, offset: int = 0, limit: int = 10
    ) -> tuple[list[PastGame], int]:
        """Games that are over, newest first, and how many there are in all.

        Args:
            guild_id: the server.
            member: only games of this person; None for everybody's.
            offset: how many games to leave out.
            limit: how many games to give, 50 at most.
        """
        found, total = await self._database.tell(
            lambda: figures.history(guild_id, member, offset=offset, limit=limit)
        )
        return [game.told() for game in found], total

    async def past_game(self, guild_id: int, game_id: str) -> PastGame | None:
        """A game that is over; None for an unknown one, a running one and another server's."""
        found = await self._database.tell(lambda: figures.one_game(guild_id, game_id))
        return None if found is None else found.told()
