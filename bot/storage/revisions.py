"""Bringing a database to this program's schema, once at start and before anything else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect

from .errors import DatabaseNewerError, DatabaseUnusableError, code_of

# Alembic is imported where it is used: with what it brings it takes 9 MB for as long as the bot
# runs, and nearly every start finds a database with which there is nothing to do.
if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).resolve().parent / "migrations"
REVISIONS = tuple(f"{number:04}" for number in range(1, 15))
"""The revisions of the scripts in their order; this program works with the last."""
# Of the first revision, and therefore in every database of ours.
_OURS = {"games", "game_events", "lobbies"}


def upgrade(connection: Connection, where: Path | str) -> None:
    """Run the revisions that are missing, in the transaction that the connection is in.

    The caller must hold a lock against other processes that do the same.

    Raises:
        DatabaseUnusableError: ``foreign``; another program made the tables that are there.
        DatabaseNewerError: a newer program made them.
    """
    found = _revisions_in(connection)
    if found == {REVISIONS[-1]}:
        # Nothing to do, but a database that cannot be written should be refused now, not later.
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        return
    _check_ours(connection, where, found)
    from alembic import command  # noqa: PLC0415  # see above
    from alembic.util import CommandError  # noqa: PLC0415

    try:
        command.upgrade(config_for(connection), "head")
    except CommandError as error:
        raise DatabaseUnusableError(where, code_of(None)) from error


def _revisions_in(connection: Connection) -> set[str]:
    """What Alembic noted in the database, which is one revision; empty where it did nothing yet."""
    if not inspect(connection).has_table("alembic_version"):
        return set()
    return set(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())


def _check_ours(connection: Connection, where: Path | str, found: set[str]) -> None:
    """Refuse the tables of another or a newer program."""
    unknown = sorted(found.difference(REVISIONS))
    others = set(inspect(connection).get_table_names()) - {"alembic_version"}
    if others and (not found or (unknown and not others >= _OURS)):
        raise DatabaseUnusableError(where, "foreign")
    if unknown:
        raise DatabaseNewerError(where, unknown[0])


def config_for(connection: Connection) -> Config:
    """What Alembic's commands need to run our revisions on this connection."""
    from alembic.config import Config  # noqa: PLC0415  # see above

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
