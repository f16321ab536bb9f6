"""The ``phase10`` command line: its commands, error messages and exit statuses."""

from __future__ import annotations

import sys
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from bot import __version__
from bot.settings import OperatorError
from bot.storage.errors import StoreError

from . import lab, records, reviews, service, storage
from .output import FAILED, complain, explain_database

INTERRUPTED = 130

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
    """Run one command; an error is one sentence on stderr.

    Returns:
        The exit status.
    """
    try:
        status = app(arguments, standalone_mode=False, prog_name="phase10")
    except TyperException as error:
        return complain(error.format_message(), error.exit_code)
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


app.command()(service.play)
app.command()(service.run)
app.command()(service.health)
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
