"""Bringing a database to this program's schema, once at start and before anything else."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect

from .errors import DatabaseUnusableError, RevisionError, error_code
from .schema import metadata

# Alembic is imported only where it is used: with its own imports it takes 9 MB as long as the bot
# runs, and at nearly every start the schema is up to date.
if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).resolve().parent / "migrations"
REVISIONS = ("0017", "1.1", "1.2")
"""The revisions of the scripts, in an order that is also that of texts; the program works with the
last. The first is that of version 1.0.0."""
LAST_UPGRADING = "1.0.0"
"""The newest version of this program that upgrades databases from before these revisions."""
_WRITE_NOTHING = "UPDATE alembic_version SET version_num = version_num"
_MAKE_A_TABLE = "CREATE TABLE games (game_id TEXT)"
logging.getLogger("alembic").setLevel(logging.WARNING)  # below, it logs each of its steps
_log = logging.getLogger(__name__)
_OURS = {"games", "game_events", "lobbies"}  # in every database of ours, whatever its revision


def upgrade(connection: Connection, where: Path | str) -> bool:
    """Make the tables of an empty database, or run the missing revisions, in one transaction.

    Returns whether revisions were run, which counts once the caller has committed it. The caller
    must hold a lock against other processes that do the same. Raises DatabaseUnusableError
    ``foreign``, or RevisionError.
    """
    revision = _upgradable(connection, where)
    if revision == REVISIONS[-1]:
        # Nothing to do, but a database that cannot be written should be refused now, not later.
        connection.exec_driver_sql(_WRITE_NOTHING)
        return False
    from alembic import command  # noqa: PLC0415  # see above
    from alembic.util import CommandError  # noqa: PLC0415

    try:
        if revision is None:
            # Whatever has the name of a table, such as a view, is an error.
            metadata.create_all(connection, checkfirst=False)
            command.stamp(_alembic_config(connection), "head")
        else:
            _log.info("upgrading the database, as soon as no other program uses it")
            command.upgrade(_alembic_config(connection), "head")
    except CommandError as error:
        raise DatabaseUnusableError(where, error_code(None)) from error
    except BaseException:
        _log.warning("the upgrade was broken off; the database is as it was")
        raise
    return revision is not None


def log_upgrade() -> None:
    """Log that a database was upgraded."""
    _log.info("the database is upgraded")


def read_revision(connection: Connection, where: Path | str) -> str:
    """The revision of a database of this program.

    Raises as :func:`upgrade` does, and DatabaseUnusableError ``empty``.
    """
    revision = _revision_in(connection)
    if revision is None:
        tables = inspect(connection).get_table_names()
        raise DatabaseUnusableError(where, "foreign" if tables else "empty")
    _check(revision, where)
    return revision


def is_newest(connection: Connection, where: Path | str) -> bool:
    """Whether :func:`upgrade` would do nothing; raises as it does, and changes nothing."""
    revision = _upgradable(connection, where)
    with connection.begin_nested() as part:
        connection.exec_driver_sql(_MAKE_A_TABLE if revision is None else _WRITE_NOTHING)
        part.rollback()
    return revision == REVISIONS[-1]


def _upgradable(connection: Connection, where: Path | str) -> str | None:
    """The revision, None for an empty database; raises as :func:`upgrade` does."""
    revision = _revision_in(connection)
    if revision == REVISIONS[-1]:
        return revision
    tables = set(inspect(connection).get_table_names()) - {"alembic_version"}
    if tables and (revision is None or not tables >= _OURS):
        raise DatabaseUnusableError(where, "foreign")
    if revision is not None:
        _check(revision, where)
    return revision


def _revision_in(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _check(revision: str, where: Path | str) -> None:
    if revision not in REVISIONS:
        raise RevisionError(where, revision, "older" if revision < REVISIONS[0] else "newer")


def _alembic_config(connection: Connection) -> Config:
    from alembic.config import Config  # noqa: PLC0415  # see above

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
