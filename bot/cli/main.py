"""The ``phase10`` command line; the commands that run the bot: play, run and health."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from bot import __version__
from bot.i18n import languages
from bot.rules.editions import MOST_PLAYERS
from bot.service.heartbeat import is_healthy
from bot.settings import OperatorError, load_settings
from bot.storage.errors import StoreError

from . import lab, records, reviews, storage
from .output import FAILED, USAGE, RefusedError, complain, explain_database

INTERRUPTED = 130
_LANGUAGES = {name.replace("_", "-"): name for name in languages()}

app = typer.Typer(
    add_completion=False,
    help="An unofficial Phase 10 table for Discord.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> NoReturn:
    """Run the command line and exit with its status."""
    sys.exit(run_command(sys.argv[1:]))


def run_command(arguments: list[str]) -> int:
    """Run one command and return its exit status; an error is one sentence on stderr."""
    try:
        status = app(arguments, standalone_mode=False, prog_name="phase10")
    except TyperException as error:
        sentence = error.format_message().replace(": Value error, ", ": ")
        return complain(sentence, error.exit_code)
    except StoreError as error:
        return complain(explain_database(error), FAILED)
    except OperatorError as error:
        return complain(str(error), error.status)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has closed it, so nothing may be flushed at exit.
        sys.stdout = None
        return FAILED
    return status if isinstance(status, int) else 0


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"phase10 {__version__}\n")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _phase10(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version."),
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
        from bot.playground import run_playground  # noqa: PLC0415  # slow to import
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "simcord":
            raise
        raise RefusedError(
            "The playground is not installed; install it with:"
            " pip install 'phase10-table[playground]'"
        ) from error
    run_playground(database=database, port=port, people=players, browser=browser, locale=spoken)


@app.command()
def run() -> None:
    """Run the bot on Discord, with the token in DISCORD_TOKEN."""
    from bot.service.run import serve  # noqa: PLC0415  # slow to import

    serve(load_settings())


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


app.command()(records.simulate)
app.command()(lab.gallery)
app.command()(lab.tournament)
app.command()(lab.odds)
app.command("daily-odds")(lab.daily_odds)
app.command()(storage.recompute)
app.command("seed-demo")(storage.seed_demo)
app.command()(storage.backup)
app.command()(storage.restore)
app.command()(records.verify)
app.command()(reviews.review)
