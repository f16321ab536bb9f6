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


def migrate(path: Path, busy_timeout: float) -> None:
    """Create the database or bring it up to date, in one transaction; blocks.

    Raises:
        DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
        DatabaseNewerError: a newer program made it.
    """
    _make_directory(path)
    engine = _engine(path, busy_timeout)
    try:
        with engine.begin() as connection:
            _upgrade(connection, path)
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


def _upgrade(connection: Connection, path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    found = MigrationContext.configure(connection).get_current_heads()
    if set(found) == set(script.get_heads()):
        # Nothing to do, but a database that cannot be written should be refused now, not later.
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        return
    known = {each.revision for each in script.walk_revisions()}
    for revision in found:
        if revision not in known:
            raise DatabaseNewerError(path, revision)
    if not found and set(inspect(connection).get_table_names()) - {"alembic_version"}:
        raise DatabaseUnusableError(path, "foreign")
    command.upgrade(config, "head")
