"""The ``phase10`` command: play, run, simulate, verify and the other ones."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, NoReturn

import typer
from rich.console import Console
from rich.table import Table as Sheet
from typer.exceptions import TyperException

from bot import __version__
from bot.i18n import languages
from bot.lab.simulation import Tally, simulate
from bot.model import Level
from bot.render import THEMES
from bot.rules import record
from bot.rules.editions import MOST_PLAYERS
from bot.rules.errors import RecordError
from bot.rules.record_lines import LONGEST_LINE
from bot.service.heartbeat import is_healthy
from bot.settings import SettingsError, load_settings
from bot.storage.errors import StoreError

from . import backup, lab, output, results
from .options import (
    FAILED,
    USAGE,
    EditionOption,
    RefusedError,
    SingleRuleOption,
    VariationOption,
    chosen_rules,
    progress_bar,
    written,
)

_LANGUAGES = {name.replace("_", "-"): name for name in languages()}
WRONG, UNREADABLE = 1, 2
INTERRUPTED = 130

app = typer.Typer(
    add_completion=False,
    help="An unofficial Phase 10 table for Discord.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> NoReturn:
    """Run the command line; what goes wrong is one sentence on stderr and an exit status."""
    sys.exit(run_command(sys.argv[1:]))


def run_command(arguments: list[str]) -> int:
    """Run one command.

    Returns:
        The exit status.
    """
    try:
        status = app(arguments, standalone_mode=False, prog_name="phase10")
    except (TyperException, RefusedError, SettingsError, StoreError) as error:
        return _complain(*_sentence(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has read enough; nothing is left to be flushed to them.
        sys.stdout = None
        return FAILED
    return status if isinstance(status, int) else 0


def _sentence(error: Exception) -> tuple[str, int]:
    """What went wrong in one sentence, and the exit status."""
    match error:
        case TyperException():
            return error.format_message(), error.exit_code
        case RefusedError():
            return str(error), error.status
        case StoreError():
            return output.about_database(error), FAILED
        case _:
            return str(error), USAGE


def _complain(sentence: str, status: int) -> int:
    sys.stderr.write(f"phase10: {sentence}\n")
    return status


def _tell_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"phase10 {__version__}\n")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _phase10(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    """An unofficial Phase 10 table for Discord."""
    if context.invoked_subcommand is None:
        sys.stdout.write(f"{context.get_help()}\n")


@app.command()
def play(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page; 0 for any that is free.")
    ] = 0,
    players: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_PLAYERS, help="As how many people you can look at the channel."
        ),
    ] = 3,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    database: Annotated[
        Path, typer.Option(help="File that keeps the playground's games; made when missing.")
    ] = Path("data/playground.db"),
    locale: Annotated[
        str, typer.Option(help=f"Language of the people there: {', '.join(_LANGUAGES)}.")
    ] = "en",
) -> None:
    """Try the bot in a page of your browser: no Discord account, no token."""
    spoken = _LANGUAGES.get(locale)
    if spoken is None:
        raise RefusedError(
            f"There is no language {locale!r}; there are {', '.join(_LANGUAGES)}.", USAGE
        )
    try:
        from bot.playground import PlaygroundError, run_playground  # noqa: PLC0415  # slow to import
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "simcord":
            raise
        raise RefusedError(
            "The playground is not installed; install it with:"
            " pip install 'phase10-table[playground]'"
        ) from error
    try:
        run_playground(database=database, port=port, people=players, browser=browser, locale=spoken)
    except PlaygroundError as error:
        raise RefusedError(str(error)) from error


@app.command()
def run() -> None:
    """Run the bot on Discord, with the token in DISCORD_TOKEN."""
    from bot.service.run import ServiceError, serve  # noqa: PLC0415  # slow to import

    try:
        serve(load_settings())
    except ServiceError as error:
        raise RefusedError(str(error)) from error


@app.command()
def health() -> None:
    """Exit with 0 while a running bot is connected (it touches the file HEARTBEAT)."""
    heartbeat = load_settings().heartbeat
    if heartbeat is None:
        raise RefusedError(
            "The setting HEARTBEAT names no file, so there is nothing to look at.", USAGE
        )
    if not is_healthy(heartbeat):
        raise RefusedError("The bot is not running, or not connected to Discord.")


@app.command("simulate")
def simulate_games(  # noqa: PLR0913, PLR0917  # typer's options are parameters
    edition_name: EditionOption = "classic",
    variation: VariationOption = None,
    option: SingleRuleOption = None,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    level: Annotated[
        list[Level] | None,
        typer.Option(help="How well all seats play; or given once for each seat."),
    ] = None,
    record_file: Annotated[
        Path | None, typer.Option("--record", help="Write the games' records to this file.")
    ] = None,
) -> None:
    """Let computer players play whole games, and tell how these went."""
    rules = chosen_rules(edition_name, variation, option, players)
    levels = _levels(level or [Level.NORMAL], players)
    tally = Tally()
    began = time.perf_counter()
    with written(record_file) as out, progress_bar() as progress:
        bar = progress.add_task("games", total=games)
        for game in simulate(rules, levels, games, seed, events=out is not None):
            tally.add(game)
            if out is not None:
                out.write(game.record())
            progress.advance(bar)
    _tell(tally, levels, time.perf_counter() - began)


def _levels(given: list[Level], players: int) -> list[Level]:
    if len(given) == 1:
        return given * players
    if len(given) != players:
        raise RefusedError(
            f"--level is given {len(given)} times; give it once, or once for each of the"
            f" {players} seats.",
            USAGE,
        )
    return given


def _tell(tally: Tally, levels: list[Level], seconds: float) -> None:
    sheet = Sheet(show_header=False, box=None, pad_edge=False)
    sheet.add_row("games", f"{tally.games:,}")
    sheet.add_row("hands a game", f"{tally.hands / tally.games:.2f}")
    sheet.add_row("turns a hand", f"{tally.turns / tally.hands:.2f}")
    for seat, (wins, level) in enumerate(zip(tally.wins, levels, strict=True)):
        sheet.add_row(f"wins of seat {seat} ({level})", f"{wins:,} ({wins / tally.games:.1%})")
    sheet.add_row("actions a second", f"{tally.actions / seconds:,.0f}")
    Console(width=80, soft_wrap=True).print(sheet)


@app.command()
def gallery(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the pictures go.")],
    theme: Annotated[
        list[str] | None, typer.Option(help=f"Only these: {', '.join(THEMES)}.")
    ] = None,
) -> None:
    """Draw every kind of picture in every theme, with a page that shows them."""
    unknown = [name for name in theme or () if name not in THEMES]
    if unknown:
        raise RefusedError(
            f"There is no theme {unknown[0]!r}; there are: {', '.join(THEMES)}.", USAGE
        )
    from bot.render.gallery import write_gallery  # noqa: PLC0415  # slow to import

    try:
        *pictures, page = write_gallery(folder, theme or THEMES)
    except OSError as error:
        raise RefusedError(f"{folder} cannot be written: {error.strerror or error}.") from error
    sys.stdout.write(f"{len(pictures):,} pictures, shown in {page}\n")


app.command()(lab.tournament)
app.command()(lab.odds)
app.command()(results.recompute)
app.command("seed-demo")(results.seed_demo)
app.command()(backup.backup)
app.command()(backup.restore)


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Game records.")],
) -> int:
    """Check game records: every line against the rules, every shuffle against its secret.

    Exits with 0 when all are right, 1 when a line is wrong, 2 when a file is no record.
    """
    return max(_verify(path) for path in files)


def _verify(path: Path) -> int:
    games = hands = running = 0
    try:
        with path.open("rb") as file:
            for verdict in record.verify(_lines(file)):
                games += 1
                hands += verdict.hands
                running += not verdict.finished
    except OSError as error:
        return _complain(f"{path} cannot be read: {error.strerror or error}.", UNREADABLE)
    except RecordError as error:
        if error.code == "not_a_record" and error.data.get("line") == 1:
            return _complain(f"{path} is no game record.", UNREADABLE)
        why = output.about_record(error)
        return _complain(f"{path}, line {error.data.get('line')} is wrong: {why}.", WRONG)
    sys.stdout.write(f"{path}: right ({_count(games, 'game')}, {_count(hands, 'hand')}).\n")
    if running:
        sys.stdout.write(
            f"{path}: {_count(running, 'game')} not over yet, so the shuffles cannot be checked"
            " against a secret yet.\n"
        )
    return 0


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines, cut where they are longer than any record's, so that no file fills the memory."""
    while line := file.readline(LONGEST_LINE + 2):
        yield line


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
