"""The commands for the database: backup, restore, forget-server and seed-demo."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import typer

from bot import UNWRITABLE, __version__
from bot.lab.demo import FIRST_SERVER, season, shares
from bot.settings import OperatorError, load_settings, unquoted
from bot.storage import deletion, results
from bot.storage.backup import BackupError, Contents, UnwritableError, back_up
from bot.storage.backup import restore as restore_backup
from bot.storage.opening import database_path, open_database

from .output import FAILED, USAGE, counted, file_named, progress_bar, say

MOST_NAMED = 10
_HIGHEST_ID = 2**63 - 1  # that the database holds
_MOST_DIGITS = 19
FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The backup, an SQLite file.")]
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
    try:
        contents = asyncio.run(back_up(_url(database), file_named(file), replace=force))
    except BackupError as error:
        raise _refusal("No backup was made", error) from error
    say(f"{file}: {_summary(contents)}, {counted(contents.size, 'byte')}.")


def restore(file: FileArgument, database: DatabaseOption = None) -> None:
    """Put a backup into the database, which must be empty.

    Stop the bot before.
    """
    try:
        contents = asyncio.run(restore_backup(file_named(file), _url(database)))
    except BackupError as error:
        raise _refusal("Nothing was put back", error) from error
    say(f"{file} was put back, as of version {__version__}: {_summary(contents)}.")


def _parse_server(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else 0
    if not 0 < number <= _HIGHEST_ID:
        raise typer.BadParameter(
            f"{text} is not the id of a server. It is a number such as 1234567890123456789, "
            "which Discord copies from the server's menu in developer mode."
        )
    return number


def forget_server(
    guild: Annotated[
        int, typer.Argument(metavar="GUILD", parser=_parse_server, help="The id of the server.")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask first.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Delete all data of a server that removed the bot.

    If the bot is still in the server, stop it before. Solo games stay with their players.
    """
    url = _existing(database)
    if not yes:
        typer.confirm(f"Delete all data of server {guild} for ever?", abort=True)
    anything = asyncio.run(_forget_server(url, guild))
    say(
        f"All data of server {guild} was deleted."
        if anything
        else f"Nothing is stored for server {guild}."
    )


async def _forget_server(url: str, guild_id: int) -> bool:
    store = await open_database(url)
    try:
        return await deletion.forget_server(store, guild_id)
    finally:
        await store.close()


def _refusal(what: str, error: BackupError) -> OperatorError:
    status = UNWRITABLE if isinstance(error, UnwritableError) else FAILED
    return OperatorError(f"{what}: {error}.", status=status)


def _summary(contents: Contents) -> str:
    return f"{counted(contents.results, 'result')}, {counted(contents.games, 'game record')}"


def seed_demo(
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 500,
    servers: Annotated[
        int, typer.Option(min=1, max=100_000, help="Over how many servers; the first has the most.")
    ] = 1,
    guild: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=2**62,
            show_default="the one in the database, or the playground's",
            help="The id of the first server.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    database: DatabaseOption = None,
) -> None:
    """Fill a database with made-up results of two years.

    Leaderboards and figures can be tried on it.
    """
    first = asyncio.run(_seed(database, guild, shares(games, servers), seed))
    where = " (the playground's)" if first == FIRST_SERVER else ""
    say(f"{counted(games, 'game')} for {counted(servers, 'server')} from id {first}{where} on.")


async def _seed(database: str | None, guild: int | None, amounts: list[int], seed: int) -> int:
    """Store the games in a database that exists; return the id of the first server."""
    store = await open_database(_existing(database))
    now = time.time()
    try:
        first = _first_server(await store.read(results.known_servers)) if guild is None else guild
        with progress_bar() as bars:
            bar = bars.add_task("games", total=sum(amounts))
            for guild_id, games in enumerate(amounts, first):
                await store.write(
                    results.add_missing, guild_id, list(season(guild_id, games, seed, now))
                )
                bars.advance(bar, games)
    finally:
        await store.close()
    return first


def _first_server(known: list[int]) -> int:
    """Return the server to fill by default."""
    if len(known) > 1:
        names = ", ".join(map(str, known[:MOST_NAMED]))
        more = "" if len(known) <= MOST_NAMED else f" and {len(known) - MOST_NAMED:,} more"
        raise OperatorError(
            f"The database has {len(known):,} servers; name one with --guild: {names}{more}.",
            status=USAGE,
        )
    return known[0] if known else FIRST_SERVER


def _existing(database: str | None) -> str:
    """Return the URL of a database that exists, as far as that can be seen."""
    url = _url(database)
    path = database_path(url)
    if path is not None and not path.exists():
        raise OperatorError(f"There is no database {path}: name another one with --database.")
    return url


def _url(database: str | None) -> str:
    return unquoted(database) if database else load_settings().database_url
