"""The command line; the module of a command is imported when the command is called."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from bot import __version__

INTERRUPTED = 130
COMMANDS = {
    "play": "running",
    "run": "running",
    "health": "health",
    "doctor": "doctor",
    "simulate": "records",
    "gallery": "lab",
    "tournament": "lab",
    "seed-demo": "storage",
    "backup": "storage",
    "restore": "storage",
    "forget-server": "storage",
    "verify": "records",
    "review": "records",
}
"""The module of each command, in the order of the help."""


class _Commands(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002  # the base class's
        return [*COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        if cmd_name not in COMMANDS:
            # Typer finds the similar names here.
            self.commands.update(dict.fromkeys(COMMANDS, self))
        elif cmd_name not in self.commands:
            module = import_module(f"bot.cli.{COMMANDS[cmd_name]}")
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            alone.command(cmd_name)(getattr(module, cmd_name.replace("-", "_")))
            self.commands[cmd_name] = typer.main.get_command(alone)
        return self.commands.get(cmd_name)


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    help="An unofficial Phase 10 table for Discord.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def run_command(arguments: list[str]) -> int:
    """Run one command and return its exit status; an error is one sentence on stderr."""
    try:
        status = app(arguments, standalone_mode=False, prog_name="phase10")
    except TyperException as error:
        from bot.settings import OperatorError  # noqa: PLC0415  # slow to import

        from .output import complain  # noqa: PLC0415

        sentence = error.format_message().replace(": Value error, ", ": ")
        return complain(OperatorError(sentence, status=error.exit_code))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Exception as error:
        from .output import complain, explained  # noqa: PLC0415  # slow to import

        reason = explained(error)
        if reason is None:
            raise
        return complain(reason)
    return status if isinstance(status, int) else 0


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"phase10 {__version__}")
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
        typer.echo(context.get_help())
