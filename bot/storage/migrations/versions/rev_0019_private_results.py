"""Results of private tables go from the servers in which they were begun to their owners."""

from __future__ import annotations

from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_UNPLAYED = """
    UPDATE games SET seating = '{"played":false,' || substr(seating, 2)
    WHERE status = 'running' AND seating LIKE '{"%' AND NOT EXISTS (
        SELECT 1 FROM game_events WHERE game_events.game_id = games.game_id
        AND kind IN ('discard', 'save', 'hand_end', 'turn_end'))
"""
# The channel of a private table is its owner's id below zero, and 0 when the owner was deleted.
_PRIVATE = """
    SELECT results.game_id, results.guild_id, games.channel_id FROM results
    JOIN games ON games.game_id = results.game_id
    WHERE games.channel_id <= 0 AND results.guild_id > 0
    ORDER BY results.ended_at, results.guild_id, results.number
"""
_MOVE = (
    "UPDATE seat_reviews SET guild_id = :board WHERE game_id = :game",
    "UPDATE result_seats SET guild_id = :board, number = :newest WHERE game_id = :game",
    "UPDATE results SET guild_id = :board, number = :newest WHERE game_id = :game",
    """
    INSERT INTO server_results (guild_id, newest, counting) VALUES (:board, :newest, 3)
    ON CONFLICT (guild_id) DO UPDATE SET newest = excluded.newest
    """,
)
# Against computer players, the owner goes on from the ratings in the server of the newest game.
_RATINGS = """
    INSERT INTO ratings (guild_id, user_id, period, edition, kind, mu, sigma)
    SELECT :board, user_id, period, edition, kind, mu, sigma FROM ratings
    WHERE guild_id = :server AND user_id = -:board AND kind = 'computers'
    ON CONFLICT (guild_id, user_id, period, edition, kind)
    DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma
"""
_DELETE = tuple(
    f"DELETE FROM {table} WHERE game_id = :game"  # noqa: S608  # one of three names
    for table in ("seat_reviews", "result_seats", "results")
)


def upgrade() -> None:
    """Move the results, note which running games nobody has played, and drop unused columns.

    What was rated stays as it was rated.
    """
    connection = op.get_bind()
    connection.exec_driver_sql(_UNPLAYED)
    newest: defaultdict[int, int] = defaultdict(int)
    for board, number in connection.execute(sa.text("SELECT guild_id, newest FROM server_results")):
        newest[board] = number
    servers: dict[int, int] = {}
    for game_id, server, board in connection.execute(sa.text(_PRIVATE)).all():
        newest[board] += 1
        values = {"game": game_id, "board": board, "newest": newest[board]}
        for change in _MOVE if board else _DELETE:
            connection.execute(sa.text(change), values)
        if board:
            servers[board] = server
    for board, server in servers.items():
        connection.execute(sa.text(_RATINGS), {"board": board, "server": server})
    for name in ("places", "hands_won", "rated"):
        op.drop_column("totals", name)
