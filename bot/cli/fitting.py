"""The command that fits the chances to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from bot.analysis.coefficients import coefficients, write_coefficients
from bot.lab.chance_fits import Scores, Tenth, fit, groups, is_unseen, score
from bot.lab.chance_games import PlayedGame, games_of, play_to
from bot.lab.workers import usual_jobs
from bot.rules.editions import FEWEST_PLAYERS, MOST_PLAYERS

from .lab import JobsOption, SeedOption, new_sheet, print_sheet, refused
from .output import progress_bar


def fit_chances(  # noqa: PLR0913, PLR0917  # typer's options are parameters
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where games are kept, for this run and others.")
    ],
    games: Annotated[int, typer.Option(min=1, help="Games of two.")] = 4000,
    more: Annotated[int, typer.Option(min=1, help="Games of each of three to six.")] = 600,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the coefficients to this file.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Fit nothing: score the coefficients of this version.")
    ] = False,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
) -> None:
    """Fit the chances to win to games of computer players, and score them on other games.

    Games that the folder has are not played again. Two games of three are fitted, the third is
    for the scores.
    """
    with refused(folder):
        folder.mkdir(parents=True, exist_ok=True)
        played = [
            game
            for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
            for game in _games(
                folder / f"{players}-{seed}.jsonl",
                players,
                games if players == FEWEST_PLAYERS else more,
                seed,
                jobs or usual_jobs(),
            )
        ]
    seen = [game for game in played if not is_unseen(game)]
    fitted = coefficients() if check else fit(seen)
    if write is not None:
        with refused(write):
            write_coefficients(write, fitted)
    found = {name: score(some, fitted) for name, some in groups(played).items()}
    _print_scores({name: scores for name, (scores, _) in found.items()})
    for name, (_, tenths) in found.items():
        _print_tenths(name, tenths)


def _games(file: Path, players: int, games: int, seed: int, jobs: int) -> list[PlayedGame]:
    """The first games of a file, which are played where it lacks them."""
    with progress_bar() as bars:
        bar = bars.add_task(f"games of {players}", total=games)
        for number in play_to(file, players, games, seed, jobs):
            bars.update(bar, completed=number + 1)
    return [game for game in games_of(file) if game.number < games]


def _print_scores(found: Mapping[str, Sequence[Scores]]) -> None:
    methods = [each.method for each in next(iter(found.values()))]
    table = new_sheet("games", "positions", *methods)
    for name, row in found.items():
        cells = (f"{each.brier:.4f} · {each.surprise:.3f}" for each in row)
        table.add_row(name, f"{row[0].positions:,}", *cells)
    print_sheet("Brier score · mean surprise, on games that were not fitted:", table)


def _print_tenths(name: str, tenths: Sequence[Tenth]) -> None:
    table = new_sheet("chance", "how many", "mean", "won")
    for each in tenths:
        row = (f"{each.chances:,}", f"{each.mean:.3f}", f"{each.won:.3f}")
        table.add_row(f"{each.low:.1f}–{each.low + 0.1:.1f}", *row)
    print_sheet(f"Calibration of a seat's chances, {name}:", table)
