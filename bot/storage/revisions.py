"""Bringing a database to this program's schema, once at start and before anything else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect

from .errors import DatabaseUnusableError, RevisionError, code_of
from .schema import metadata

# Alembic is imported where it is used: with what it brings it takes 9 MB for as long as the bot
# runs, and nearly every start finds a database with which there is nothing to do.
if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).resolve().parent / "migrations"
REVISIONS = ("0014",)
"""The revisions of the scripts in their order; this program works with the last."""
LAST_UPGRADING = "075f806"
"""The newest commit of this program that upgrades databases from before these revisions."""
# In every database of ours, whatever its revision.
_OURS = {"games", "game_events", "lobbies"}


def upgrade(connection: Connection, where: Path | str) -> None:
    """Make the tables of an empty database, or run the revisions that are missing.

    All of it happens in the transaction that the connection is in. The caller must hold a lock
    against other processes that do the same.

    Raises:
        DatabaseUnusableError: ``foreign``; another program made the tables that are there.
        RevisionError: the database is newer, or older than the first of the scripts.
    """
    revision = revision_in(connection)
    if revision == REVISIONS[-1]:
        # Nothing to do, but a database that cannot be written should be refused now, not later.
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        return
    tables = set(inspect(connection).get_table_names()) - {"alembic_version"}
    if tables and (revision is None or not tables >= _OURS):
        raise DatabaseUnusableError(where, "foreign")
    check_revision(revision or REVISIONS[-1], where)
    from alembic import command  # noqa: PLC0415  # see above
    from alembic.util import CommandError  # noqa: PLC0415

    try:
        if revision is None:
            # A table that is there after all, such as a view of its name, is an error.
            metadata.create_all(connection, checkfirst=False)
            command.stamp(config_for(connection), "head")
        else:
            command.upgrade(config_for(connection), "head")
    except CommandError as error:
        raise DatabaseUnusableError(where, code_of(None)) from error


def revision_in(connection: Connection) -> str | None:
    """The revision of a database; None where Alembic has noted none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def check_revision(revision: str, where: Path | str) -> None:
    """Refuse a revision that this program cannot upgrade from, with RevisionError."""
    if revision not in REVISIONS:
        is_older = len(revision) == len(REVISIONS[0]) and revision < REVISIONS[0]
        raise RevisionError(where, revision, "older" if is_older else "newer")


def config_for(connection: Connection) -> Config:
    """What Alembic's commands need to run our revisions on this connection."""
    from alembic.config import Config  # noqa: PLC0415  # see above

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
