"""What the terminal commands share: refusals, the rules' options, files that are written, bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.rules.editions import EDITIONS, RuleSet, check_players, edition
from bot.rules.errors import MalformedError, RuleSetError
from bot.rules.variations import OPTIONS, with_options

from . import output

FAILED = 1
USAGE = 2

EditionOption = Annotated[str, typer.Option("--edition", help=f"One of: {', '.join(EDITIONS)}.")]
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


class RefusedError(Exception):
    """Something that cannot be done; the message is one sentence for the operator."""

    def __init__(self, sentence: str, status: int = FAILED) -> None:
        super().__init__(sentence)
        self.status = status


def chosen_rules(
    edition_name: str,
    variations: Sequence[str] | None,
    options: Sequence[str] | None,
    players: int | None = None,
) -> RuleSet:
    """The rules that the options of a command ask for, playable by so many where it matters.

    Raises:
        RefusedError: there are no such rules, or not for so many.
    """
    try:
        rules = with_options(edition(edition_name), variations or (), options or ())
        if players is not None:
            check_players(rules, players)
    except (MalformedError, RuleSetError) as error:
        raise RefusedError(output.about_rules(error), USAGE) from None
    return rules


@contextmanager
def written(path: Path | None) -> Iterator[TextIO | None]:
    """A file to write, opened; None when none is wanted.

    Raises:
        RefusedError: it cannot be written.
    """
    if path is None:
        yield None
        return
    try:
        with path.open("w", encoding="utf-8", newline="\n") as out:
            yield out
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {error.strerror or error}.") from error


def progress_bar() -> Progress:
    """A bar on stderr, so that stdout holds the figures alone; none where nobody watches."""
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
