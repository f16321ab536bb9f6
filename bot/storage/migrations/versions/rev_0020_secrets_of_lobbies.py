"""The secret of a lobby's game, whose hash the lobby shows from its opening."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and draw a secret for each lobby that is open."""
    op.add_column("lobbies", sa.Column("secret", sa.String(64)))
    lobbies = sa.table("lobbies", sa.column("lobby_id"), sa.column("secret"))
    connection = op.get_bind()
    for lobby_id in connection.scalars(sa.select(lobbies.c.lobby_id)).all():
        drawn = sa.update(lobbies).where(lobbies.c.lobby_id == lobby_id)
        connection.execute(drawn.values(secret=secrets.token_hex(32)))
    with op.batch_alter_table("lobbies") as table:
        table.alter_column("secret", existing_type=sa.String(64), nullable=False)
