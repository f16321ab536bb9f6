"""The commands for developing the game: tournament and gallery."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Sheet

from bot import __version__
from bot.game_types import game_type_for
from bot.lab.simulation import EndlessGameError
from bot.lab.tournament import Standing, Tournament, play_deals, standings
from bot.render import THEMES, missing_library
from bot.seating import Level
from bot.settings import OperatorError

from .output import (
    USAGE,
    EditionOption,
    SingleRuleOption,
    VariationOption,
    chosen_rules,
    counted,
    output_file,
    progress_bar,
    say,
    writing,
    writing_output,
)

MOST_JOBS = 64

SeedOption = Annotated[int, typer.Option(help="The same seed gives the same figures.")]
JobsOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MOST_JOBS,
        show_default="one for each processor",
        help="Processes to work with; the figures do not depend on it.",
    ),
]
JsonOption = Annotated[
    Path | None, typer.Option("--json", help="Write the figures to this file as JSON, too.")
]
LevelOption = Annotated[
    list[str] | None,
    typer.Option(
        "--level",
        "--levels",
        metavar="LEVEL",
        help=f"{', '.join(Level)}; several with commas, or given several times.",
    ),
]


def tournament(  # noqa: PLR0913, PLR0917  # typer's options are parameters
    level: LevelOption = None,
    players: Annotated[
        int | None,
        typer.Option(
            show_default="as many as levels",
            help="Seats at the table; the last level takes the seats left over.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="How many games, filled up to whole deals.")
    ] = 200,
    edition_name: EditionOption = "classic",
    variation: VariationOption = None,
    option: SingleRuleOption = None,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    json_file: JsonOption = None,
) -> None:
    """Let levels of computer players meet over paired deals.

    Each deal is played once for each rotation of the seats, so that the luck of the cards cancels
    out; the intervals hold 95 % and take each deal as one observation.
    """
    line_up = _line_up(_levels(level) or [Level.EASY, Level.NORMAL], players)
    rules = chosen_rules(edition_name, variation, option, len(line_up))
    contest = Tournament(rules, line_up, seed)
    deals = -(-games // contest.size)
    with output_file(json_file) as out:
        try:
            with progress_bar() as bars:
                played = play_deals(contest, range(deals), jobs or os.cpu_count() or 1)
                results = list(bars.track(played, total=deals, description="deals"))
        except EndlessGameError as error:
            raise OperatorError(f"A game came to no end: {error}.") from error
        except BrokenProcessPool as error:
            raise OperatorError("A process was stopped before its work was done.") from error
        table = standings(contest, results)
        _print_standings(contest, len(results), table)
        if out is not None:
            written = game_type_for(rules.edition).rules_json(rules)
            figures = {"version": __version__, "rules": written, "seed": seed, "line_up": line_up}
            figures |= {"deals": len(results), "levels": table}
            out.write(f"{json.dumps(figures, indent=2, default=asdict)}\n")


def _levels(given: Sequence[str] | None) -> list[Level]:
    names = [name.strip() for value in given or () for name in value.split(",")]
    for name in names:
        if name not in list(Level):
            raise OperatorError(
                f"There is no level {name!r}; there are: {', '.join(Level)}.", status=USAGE
            )
    return [Level(name) for name in names]


def _line_up(levels: list[Level], players: int | None) -> tuple[Level, ...]:
    seats = len(levels) if players is None else players
    if players is None and seats == 1:
        raise OperatorError(
            "One level has nobody to meet: name two, or give --players.", status=USAGE
        )
    if len(levels) > seats:
        raise OperatorError(f"{len(levels)} levels cannot sit on {seats} seats.", status=USAGE)
    # The rules check the number of players later; this limits the size of the tuple.
    return tuple(levels + levels[-1:] * min(seats - len(levels), 100))


def _print_standings(contest: Tournament, deals: int, table: dict[Level, Standing]) -> None:
    first = next(iter(table.values()))
    sheet = Sheet(box=None, pad_edge=False)
    for level in ("", *table):
        sheet.add_column(level, justify="right" if level else "left", no_wrap=True)

    def row(title: str, cell: Callable[[Standing], str]) -> None:
        sheet.add_row(title, *map(cell, table.values()))

    row("seats", lambda standing: str(standing.seats))
    row("games", lambda standing: f"{standing.games:,}")
    row("wins a seat", lambda standing: f"{standing.win_rate.value:.1%}")
    row("  95 % interval", _interval)
    scored = "hand" if first.hands_a_game else "game"
    row(f"points a {scored}", lambda standing: f"{standing.points_a_hand:.2f}")
    if first.hands_a_game:
        row("hands a game", lambda standing: f"{standing.hands_a_game:.2f}")
    for place, notation in enumerate(contest.rules.phases):
        turns = (standing.turns[place] for standing in table.values())
        cells = ("–" if taken is None else f"{taken:.2f}" for taken in turns)
        sheet.add_row(f"turns for phase {place + 1} ({notation})", *cells)
    console = Console(width=120, soft_wrap=True, highlight=False)
    rotations = counted(contest.size, "rotation")
    say(f"{first.games:,} games: {deals:,} deals, each in {rotations}.")
    with writing_output():
        console.print(sheet)


def _interval(standing: Standing) -> str:
    low, high = standing.win_rate.low, standing.win_rate.high
    return "–" if low is None or high is None else f"{low:.2%}–{high:.2%}"


def gallery(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the pictures go.")],
    theme: Annotated[
        list[str] | None, typer.Option(help=f"Only these: {', '.join(THEMES)}.")
    ] = None,
) -> None:
    """Draw every kind of picture in every theme.

    The page index.html shows them.
    """
    unknown = [name for name in theme or () if name not in THEMES]
    if unknown:
        raise OperatorError(
            f"There is no theme {unknown[0]!r}; there are: {', '.join(THEMES)}.", status=USAGE
        )
    from bot.lab.gallery import write_gallery  # noqa: PLC0415  # slow to import

    with writing(folder):
        *pictures, page = write_gallery(folder, theme or THEMES)
    say(f"{len(pictures):,} pictures, shown in {page}", *filter(None, [missing_library()]))
