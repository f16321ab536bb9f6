"""The commands that carry everything away and back: backup and restore."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.settings import load_settings
from bot.storage.backup import BackupError, Contents, back_up
from bot.storage.backup import restore as put_back

from .options import RefusedError

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, an SQLite file.")]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        show_default="the setting DATABASE_URL",
        help="The path of a database file, or an sqlite or postgresql URL.",
    ),
]


def backup(
    file: FileArgument,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Write everything to one file, while the bot goes on."""
    where = database or load_settings().database_url
    try:
        contents = asyncio.run(back_up(where, file, replace=force))
    except BackupError as error:
        raise RefusedError(f"No backup was made: {error}.") from error
    sys.stdout.write(f"{file}: {_told(contents)}.\n")


def restore(file: FileArgument, database: DatabaseOption = None) -> None:
    """Put a backup into the database, which must be empty; stop the bot before."""
    where = database or load_settings().database_url
    try:
        contents = asyncio.run(put_back(file, where))
    except BackupError as error:
        raise RefusedError(f"Nothing was put back: {error}.") from error
    sys.stdout.write(f"{file} was put back: {_told(contents)}.\n")


def _told(contents: Contents) -> str:
    return (
        f"{_count(contents.games, 'game')}, {_count(contents.results, 'result')},"
        f" {_count(contents.size, 'byte')}"
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
