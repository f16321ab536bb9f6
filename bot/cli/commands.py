"""The command line; the module of a command is imported when the command is called."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout, suppress
from errno import EBADF
from importlib import import_module
from importlib.resources import files
from os import devnull, dup2, strerror
from pathlib import Path
from typing import Annotated, Any, TextIO, cast

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from bot import UNWRITABLE, __version__

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

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, _summary(name)) for name in COMMANDS])


def _summary(name: str) -> str:
    """Return the first sentence of a command's docstring, without importing its module."""
    source = files("bot.cli").joinpath(f"{COMMANDS[name]}.py").read_text(encoding="utf-8")
    (function,) = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == name.replace("-", "_")
    )
    return (ast.get_docstring(function) or "").partition("\n\n")[0]


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    help="An unofficial Phase 10 table for Discord.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


class _OutputError(Exception):
    """Stdout cannot be written."""


class _Output:
    """Stdout, whose errors are not those of a command's files."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream: Any = stream
        self._error = OSError(EBADF, strerror(EBADF)) if stream is None else None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # the stream's
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        written: int = self._try("write", text)
        return written

    def writelines(self, lines: Iterable[str]) -> None:
        self._try("writelines", lines)

    def flush(self) -> None:
        self._try("flush")

    def _try(self, name: str, *arguments: object) -> Any:  # noqa: ANN401
        if self._error is None:
            try:
                return getattr(self._stream, name)(*arguments)
            except OSError as error:
                self._error = error
                # What is buffered would fail again at the end of the program.
                with suppress(OSError), Path(devnull).open("w", encoding="utf-8") as nowhere:
                    dup2(nowhere.fileno(), self._stream.fileno())
        why = self._error.strerror or self._error
        raise _OutputError(f"The output cannot be written: {why}.") from self._error


def run_command(arguments: list[str]) -> int:
    """Run one command and return its exit status; an error is one sentence on stderr."""
    with redirect_stdout(cast("TextIO", _Output(sys.stdout))) as out:
        try:
            status = _run(arguments)
            out.flush()
        except _OutputError as error:
            if isinstance(error.__cause__, BrokenPipeError):
                return UNWRITABLE  # ``head`` has read enough
            from .output import complain  # noqa: PLC0415  # slow to import

            return complain(str(error), UNWRITABLE)
        return status


def _run(arguments: list[str]) -> int:
    try:
        status = app(arguments, standalone_mode=False, prog_name="phase10")
    except TyperException as error:
        from .output import complain  # noqa: PLC0415  # slow to import

        return complain(error.format_message().replace(": Value error, ", ": "), error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except _OutputError:
        raise
    except Exception as error:
        from .output import complain, explained  # noqa: PLC0415  # slow to import

        reason = explained(error)
        if reason is None:
            raise
        return complain(*reason)
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
