"""Shared by all commands: error messages, progress bars, output files, common options."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot import MISCONFIGURED, UNWRITABLE
from bot.cards.rulesets import RuleSet
from bot.cards.variations import OPTIONS, with_options
from bot.core.errors import GameError, MalformedError, RecordError, RuleSetError
from bot.core.states import AnyRules
from bot.game_types import ALL_EDITIONS
from bot.settings import OperatorError, unquoted
from bot.storage.errors import DatabaseUnusableError, RevisionError, StoreError
from bot.storage.opening import database_path
from bot.storage.revisions import LAST_UPGRADING
from bot.telemetry.logs import printable

FAILED = 1
USAGE = 2

EditionOption = Annotated[
    str, typer.Option("--edition", help=f"One of: {', '.join(ALL_EDITIONS)}.")
]
VariationOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="VARIATION",
        help="ten_hands, even_phases, phases=N, or phases of your own such as S3+R4,C7;"
        " may be given several times.",
    ),
]
SingleRuleOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE",
        help=f"A single rule: {', '.join(OPTIONS)}; may be given several times.",
    ),
]

_LONGEST_VALUE = 300  # characters of a value that are shown in an error message about a record
_RECORD = {
    "not_a_record": "it is not the beginning of a game record",
    "not_json": "it is not a JSON object",
    "bad_line": "{why}",
    "bad_rules": "the rule set makes no sense: {why}",
    "against_the_rules": "it is against the rules: {why}",
    "wrong_secret": "the secret does not belong to the commitment and what came of it",
    "wrong_commitment": "the commitment does not belong to the secret",
    "too_long": "the game has too many lines",
    "not_the_deck": "the cards are not those of the deck",
    "not_the_dice": "{dice} dice are rolled here",
    "wrong_line": "the game's state leads to {expected}",
    "cut_short": "the record ends here, where {expected} must follow",
    "not_this_seat": "it is not seat {seat} but seat {turn} that acts here",
    "no_decision": "nothing led to it",
    "nothing_to_take_back": "seat {seat} has done nothing since its draw that may be taken back",
    "wrong_takeover": "the seat can only go to {expected}",
}
_RULES = {
    "number_of_phases": "{phases} phases cannot be played: 1 to 10 can.",
    "number_of_skips": "A deck cannot have {skips} Skips: 0 to {most} can.",
    "bad_variation": "There is no variation {variation!r}; there are: ten_hands, even_phases,"
    " phases=1 to phases=10, and phases of your own such as S3+R4,C7.",
    "bad_phase": "The phase {notation!r} makes no sense from character {position} on (counted"
    " from 0); phases are written like S3+R4,R7,C7.",
    "group_size": "{group} cannot be laid: such a group has {least} to {most} cards.",
    "phase_too_large": "The phase {notation!r} takes {size} cards: ten are the most.",
    "too_many_ways": "Phase {number}, {notation}, can be filled in too many ways; fewer or larger"
    " groups have fewer.",
    "no_such_option": "There is no option {option!r}; there are: {known}.",
    "bad_option": "The option {option} cannot be {value!r}; it can be: {known}.",
}
_REVISION = {
    "newer": ("a newer", "get that version"),
    "older": ("an older", f"start version {LAST_UPGRADING} with it once, which upgrades it"),
}
_DATABASE = {
    "locked": "another program holds it",
    "full": "the disk is full",
    "readonly": "it cannot be written",
    "cannot_open": "it cannot be opened: let this program write it and its folder",
    "cannot_create": "its directory cannot be made",
    "not_a_database": "it is no SQLite database",
    "corrupt": "it is damaged",
    "foreign": "it belongs to another program",
    "empty": "it has no tables, or none that its user may see",
    "unsupported": "only PostgreSQL servers and SQLite files are supported; write the address of"
    " a server as postgresql://user:password@host:5432/database, and name a file by its path"
    " without an @, such as data/phase10.db",
    "bad_url": "its URL makes no sense; it should look like"
    " postgresql://user:password@host:5432/database, with special characters as %xx",
    "bad_setting": "its URL asks for what is impossible here",
    "unreachable": "its server cannot be reached",
    "no_tls": "the server has no TLS: take sslmode out of the address, or turn TLS on",
    "no_transactions": "its pooler refuses transactions: set pool_mode = transaction",
    "no_right": "its user lacks a right: make the role owner of the database",
    "no_password": "its server does not let the user in, and the address has no password: write"
    " postgresql://user:password@host:5432/database",
    "not_let_in": "its server does not accept the user or the password",
    "no_such_database": "its server has no such database, or no such schema: make it first",
    "not_unicode": "its encoding is not UTF8: make another one with"
    " createdb --encoding UTF8 --template template0",
    "not_empty": "it is not empty: name an empty one",
    "failed": "something went wrong",
}


_LASTING = {
    "readonly", "cannot_open", "cannot_create", "not_a_database", "corrupt", "foreign",
    "unsupported", "bad_url", "bad_setting", "not_let_in", "no_such_database", "not_unicode",
    "no_tls", "no_transactions", "no_right", "no_password",
    *_REVISION,
}  # fmt: skip
"""Codes that last until somebody changes the setting or the database."""


def say(*lines: str) -> None:
    """Write lines to stdout, with control characters escaped; raises OperatorError."""
    with writing_output():
        typer.echo("\n".join(map(printable, lines)))


@contextmanager
def writing_output() -> Iterator[None]:
    """Raise OperatorError where stdout cannot be written, or end the program in silence."""
    try:
        yield
    except OSError as error:
        # Python would fail again to write what is left, at the end of the program.
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(UNWRITABLE) from error  # ``head`` has read enough
        why = error.strerror or error
        raise OperatorError(f"The output cannot be written: {why}.", status=UNWRITABLE) from error


def complain(error: OperatorError) -> int:
    """Write an error message to stderr like :func:`say`, and return the exit status."""
    with suppress(OSError, AttributeError):  # stderr is full or closed
        for sentence in error.sentences:
            sys.stderr.write(f"phase10: {printable(sentence)}\n")
    return error.status


def explained(error: Exception) -> OperatorError | None:
    """Return an error in words for the operator; None unless the operator can solve it."""
    if isinstance(error, StoreError):
        status = MISCONFIGURED if error.code in _LASTING else FAILED
        return OperatorError(explain_database(error), status=status)
    return error if isinstance(error, OperatorError) else None


def explain_record(error: RecordError) -> str:
    data = {
        key: value if len(str(value)) <= _LONGEST_VALUE else f"{str(value)[:_LONGEST_VALUE]}…"
        for key, value in error.data.items()
    }
    try:
        return _RECORD[error.code].format(**data)
    except KeyError:
        return str(error)


def explain_database(error: StoreError) -> str:
    if isinstance(error, RevisionError):
        version, advice = _REVISION[error.code]
        return f"{error.path} is of {version} version; {advice}, or use another database."
    if isinstance(error, DatabaseUnusableError):
        why = _DATABASE.get(error.code, error.code)
        detail = f" ({error.detail})" if error.detail else ""
        return f"The database {error.path} cannot be used: {why}{detail}."
    return f"The database cannot be used: {error}."


def explain_rules(error: GameError) -> str:
    data = {
        key: ", ".join(value) if isinstance(value, tuple) else value
        for key, value in error.data.items()
    }
    try:
        return _RULES[error.code].format(**data)
    except KeyError:
        return f"These rules cannot be played: {error}."


def chosen_rules(
    edition_name: str, variations: Sequence[str] | None, options: Sequence[str] | None, players: int
) -> AnyRules:
    """Return the rules of a command's options; raises OperatorError."""
    rules = ALL_EDITIONS.get(edition_name)
    if rules is None:
        known = ", ".join(ALL_EDITIONS)
        raise OperatorError(
            f"There is no edition {edition_name!r}; there are: {known}.", status=USAGE
        )
    if isinstance(rules, RuleSet):
        try:
            rules = with_options(rules, variations or (), options or ())
        except (MalformedError, RuleSetError) as error:
            raise OperatorError(explain_rules(error), status=USAGE) from None
    elif variations or options:
        raise OperatorError(
            f"The edition {edition_name} has no variations and no options.", status=USAGE
        )
    if not rules.min_players <= players <= rules.max_players:
        raise OperatorError(
            f"{counted(players, 'player')} cannot play this edition:"
            f" {rules.min_players} to {rules.max_players} can.",
            status=USAGE,
        )
    return rules


def file_named(where: str) -> Path:
    """Return the database file of a path or URL; raises OperatorError for a server."""
    path = database_path(unquoted(where))
    if path is None:
        raise OperatorError("A file is needed here, and this is the URL of a server.", status=USAGE)
    return path


@contextmanager
def output_file(path: Path | None) -> Iterator[TextIO | None]:
    """Open a file for writing, or yield None without a path; raises OperatorError."""
    if path is None:
        yield None
        return
    with writing(path), path.open("w", encoding="utf-8", newline="\n") as out:
        yield out


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise OperatorError where a file or directory cannot be written."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise OperatorError(f"{path} cannot be written: {why}.", status=UNWRITABLE) from error


def progress_bar() -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )


def counted(number: int, noun: str) -> str:
    """Format a number with its noun: ``2 games``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
