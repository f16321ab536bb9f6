"""Bringing a database to this program's schema, once at start and before anything else."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .errors import DatabaseNewerError, DatabaseUnusableError, code_of

SCRIPTS = Path(__file__).resolve().parent / "migrations"
# Of the first revision, and therefore in every database of ours.
_OURS = {"games", "game_events", "lobbies"}


def migrate(path: Path, busy_timeout: float) -> None:
    """Create an SQLite file or bring it up to date, in one transaction; blocks.

    Raises:
        DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
        DatabaseNewerError: a newer program made it.
    """
    _make_directory(path)
    engine = _engine(path, busy_timeout)
    try:
        with engine.begin() as connection:
            upgrade(connection, path)
    except (SQLAlchemyError, CommandError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else None
        raise DatabaseUnusableError(path, code_of(cause)) from error
    finally:
        engine.dispose()


def _make_directory(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusableError(path, "cannot_create") from error


def _engine(path: Path, busy_timeout: float) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=NullPool,
        hide_parameters=True,
        connect_args={"timeout": busy_timeout, "isolation_level": None},
    )

    # sqlite3 by itself begins no transaction for CREATE TABLE; and two programs that start at
    # once must not both migrate.
    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def upgrade(connection: Connection, where: Path | str) -> None:
    """Run the revisions that are missing, in the transaction that the connection is in.

    Whoever calls sees to it that nobody else does so at the same time.

    Raises:
        DatabaseUnusableError: ``foreign``; another program made the tables that are there.
        DatabaseNewerError: a newer program made them.
    """
    config = config_for(connection)
    script = ScriptDirectory.from_config(config)
    found = MigrationContext.configure(connection).get_current_heads()
    if set(found) == set(script.get_heads()):
        # Nothing to do, but a database that cannot be written should be refused now, not later.
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        return
    known = {each.revision for each in script.walk_revisions()}
    unknown = [revision for revision in found if revision not in known]
    others = set(inspect(connection).get_table_names()) - {"alembic_version"}
    if others and (not found or (unknown and not others >= _OURS)):
        raise DatabaseUnusableError(where, "foreign")
    if unknown:
        raise DatabaseNewerError(where, unknown[0])
    command.upgrade(config, "head")


def config_for(connection: Connection) -> Config:
    """What Alembic's commands need to run our revisions on this connection."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
