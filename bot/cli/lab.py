"""The commands for developing the game: tournament, odds, daily-odds and gallery."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Annotated, TextIO

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Sheet

from bot import __version__
from bot.daily.deal import DAILY_PHASES, SPECIAL_PHASES
from bot.games.states import AnyRules
from bot.lab.odds import (
    NOT_TODAY,
    DailyDate,
    DailyTurns,
    Trials,
    daily_dates,
    daily_turns,
    dice_turn_odds,
    hold_odds,
    turns_alone,
)
from bot.lab.simulation import EndlessGameError
from bot.lab.tournament import (
    DealResult,
    Standing,
    Tournament,
    append_deals,
    finished_deals,
    play_deals,
    standings,
)
from bot.model import Level
from bot.render import THEMES
from bot.rules.editions import RuleSet
from bot.scores.statistics import Estimate
from bot.systems import system_of
from bot.workers import usual_jobs

from .output import (
    USAGE,
    EditionOption,
    RefusedError,
    SingleRuleOption,
    VariationOption,
    check_levels,
    chosen_rules,
    counted,
    output_file,
    progress_bar,
    say,
    writing,
)

MOST_JOBS = 64
HANDS = 20_000
_ALONE = "Turns that a player alone needs to lay the phase"
_HELD = (
    "Fresh hands that hold the phase, by cards in the hand and by where a natural card is needed"
    " (in the phase or in each group)"
)

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
_QUICK_LEVELS = [Level.EASY, Level.NORMAL, Level.HARD]
"""Expert takes a tenth of a second for a decision."""
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
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep finished deals in this file, and go on with those it has."
        ),
    ] = None,
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
    with output_file(json_file) as out, progress_bar() as progress, _refused(resume):
        results = _results(contest, deals, jobs or usual_jobs(), resume, progress)
        table = standings(contest, results)
        _print_standings(contest, len(results), table)
        figures = {"line_up": line_up, "deals": len(results), "levels": table}
        _write_json(out, {"rules": _rules_json(rules), "seed": seed} | figures)


def odds(  # noqa: PLR0913, PLR0917  # typer's options are parameters
    phase: Annotated[
        list[int] | None,
        typer.Option(
            show_default="all",
            help="Number of a phase, counted from 1; may be given several times.",
        ),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option(
            min=0,
            show_default=f"{HANDS:,}",
            help="Fresh hands to look at; 0 leaves this out.",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            min=0,
            help="Games alone for each phase and level, of dice turns; 0 leaves this out.",
        ),
    ] = 100,
    level: LevelOption = None,
    fed: Annotated[
        bool,
        typer.Option(
            "--fed", help="Turn a card over before each turn, as if another player threw it."
        ),
    ] = False,
    edition_name: EditionOption = "classic",
    variation: VariationOption = None,
    option: SingleRuleOption = None,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    json_file: JsonOption = None,
) -> None:
    """How likely a fresh hand holds each phase, and how many turns a player alone needs for it.

    In the dice game: how likely a turn completes each phase.
    """
    levels = _distinct(level)
    rules = chosen_rules(edition_name, variation, option)
    phases = _phases(phase, rules)
    with output_file(json_file) as out, _refused(None), progress_bar() as bars:
        trials = _trials_with_bars(bars, seed, jobs)
        ways = len(phases) * len(levels)
        figures: dict[str, object]
        if isinstance(rules, RuleSet):
            drawn = HANDS if hands is None else hands
            held = hold_odds(rules, phases, trials("hands", drawn, 1)) if drawn else []
            played = trials("games alone", games, ways)
            turns = turns_alone(rules, phases, levels, played, fed=fed) if games else []
            chances = [(o.phase, f"{o.cards}, {o.natural_cards_per}", o.chance) for o in held]
            means = [(alone.phase, alone.level, alone.turns) for alone in turns]
            _print_estimates(_HELD, rules, chances)
            _print_estimates(_ALONE, rules, means, ".2f")
            figures = {"hands": drawn, "held": held, "games": games, "fed": fed}
            figures["turns_alone"] = turns
        elif hands is not None or fed:
            raise RefusedError("--hands and --fed are for cards; dice have --games.", USAGE)
        else:
            completed = (
                dice_turn_odds(phases, levels, trials("turns", games, ways)) if games else []
            )
            chances = [(odds.phase, odds.level, odds.chance) for odds in completed]
            _print_estimates("Turns of three rolls that complete the phase", rules, chances)
            figures = {"turns": games, "completed": completed}
        _write_json(out, {"rules": _rules_json(rules), "seed": seed} | figures)


def _date(typed: str | date) -> date:
    try:
        return date.fromisoformat(str(typed))
    except ValueError:
        raise typer.BadParameter(f"{typed!r} is no date such as 2027-01-31") from None


def daily_odds(  # noqa: PLR0913, PLR0917  # typer's options are parameters
    games: Annotated[
        int, typer.Option(min=0, help="Attempts at each phase by each level; 0 leaves this out.")
    ] = 200,
    days: Annotated[
        int, typer.Option(min=0, help="Dates that each level plays; 0 leaves this out.")
    ] = 365,
    first: Annotated[
        date, typer.Option(parser=_date, metavar="YYYY-MM-DD", help="The first of these dates.")
    ] = date(2027, 1, 1),
    level: LevelOption = None,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    json_file: JsonOption = None,
) -> None:
    """How many turns each phase of the daily hand takes, and how a row of dates turns out."""
    levels, phases = _distinct(level), (*DAILY_PHASES, *SPECIAL_PHASES)
    with output_file(json_file) as out, _refused(None):
        with progress_bar() as bars:
            trials = _trials_with_bars(bars, seed, jobs)
            attempts = trials("attempts", games, len(phases) * len(levels))
            taken = daily_turns(phases, levels, attempts) if games else []
            dates = daily_dates(first, levels, trials("dates", days, 1)) if days else []
        _print_daily_turns(taken)
        _print_daily_dates(dates, levels)
        _write_json(out, {"seed": seed, "games": games, "phases": taken, "dates": dates})


def _distinct(given: Sequence[str] | None) -> list[Level]:
    return list(dict.fromkeys(_levels(given) or _QUICK_LEVELS))


def _trials_with_bars(
    bars: Progress, seed: int, jobs: int | None
) -> Callable[[str, int, int], Trials]:
    """Make trials, given a title for the progress bar, a count, and how often it is played."""

    def trials(what: str, count: int, times: int) -> Trials:
        bar = bars.add_task(what, total=count * times, visible=count > 0)
        return Trials(count, seed, jobs or usual_jobs(), partial(bars.advance, bar))

    return trials


def _levels(given: Sequence[str] | None) -> list[Level]:
    """The levels in the order given; a value may be a list with commas."""
    names = [name.strip() for value in given or () for name in value.split(",")]
    for name in names:
        if name not in list(Level):
            raise RefusedError(f"There is no level {name!r}; there are: {', '.join(Level)}.", USAGE)
    levels = [Level(name) for name in names]
    check_levels(levels)
    return levels


def _line_up(levels: list[Level], players: int | None) -> tuple[Level, ...]:
    seats = len(levels) if players is None else players
    if players is None and seats == 1:
        raise RefusedError("One level has nobody to meet: name two, or give --players.", USAGE)
    if len(levels) > seats:
        raise RefusedError(f"{len(levels)} levels cannot sit on {seats} seats.", USAGE)
    # The rules check the number of players later; this only limits the size of the tuple.
    return tuple(levels + levels[-1:] * min(seats - len(levels), 100))


def _phases(numbers: Sequence[int] | None, rules: AnyRules) -> list[int]:
    known = range(1, len(rules.phases) + 1)
    for number in numbers or ():
        if number not in known:
            raise RefusedError(
                f"There is no phase {number}; these rules have 1 to {len(known)}.", USAGE
            )
    return list(dict.fromkeys(numbers or known))


@contextmanager
def _refused(file: Path | None) -> Iterator[None]:
    """Turn the errors of long work, which may use a file, into refusals."""
    try:
        yield
    except EndlessGameError as error:
        raise RefusedError(f"A game came to no end: {error}.") from error
    except EOFError as error:
        raise RefusedError("One of the processes was stopped before its work was done.") from error
    except OSError as error:
        if file is None:
            raise
        raise RefusedError(f"{file} cannot be used: {error.strerror or error}.") from error


def _results(
    contest: Tournament, deals: int, jobs: int, file: Path | None, progress: Progress
) -> list[DealResult]:
    """All results in the order of the deals, including the results already in the file."""
    known = finished_deals(file, contest) if file else {}
    missing = [deal for deal in range(deals) if deal not in known]
    bar = progress.add_task("deals", total=deals, completed=deals - len(missing))
    fresh = play_deals(contest, missing, jobs)
    for result in append_deals(file, contest, fresh) if file else fresh:
        known[result.deal] = result
        progress.advance(bar)
    return [known[deal] for deal in range(deals)]


def _rules_json(rules: AnyRules) -> dict[str, object]:
    return system_of(rules.edition).rule_sets.rules_json(rules)


def _write_json(out: TextIO | None, figures: dict[str, object]) -> None:
    if out is not None:
        data = {"version": __version__} | figures
        out.write(f"{json.dumps(data, indent=2, default=asdict)}\n")


def _print_standings(contest: Tournament, deals: int, table: dict[Level, Standing]) -> None:
    first = next(iter(table.values()))
    sheet = _new_sheet("", *table)

    def row(title: str, cell: Callable[[Standing], str]) -> None:
        sheet.add_row(title, *map(cell, table.values()))

    row("seats", lambda standing: str(standing.seats))
    row("games", lambda standing: f"{standing.games:,}")
    row("wins a seat", lambda standing: f"{standing.win_rate.value:.1%}")
    row("  95 % interval", lambda standing: _range(standing.win_rate, ".2%"))
    scored = "hand" if first.hands_a_game else "game"
    row(f"points a {scored}", lambda standing: f"{standing.points_a_hand:.2f}")
    if first.hands_a_game:
        row("hands a game", lambda standing: f"{standing.hands_a_game:.2f}")
    for place, notation in enumerate(contest.rules.phases):
        turns = (standing.turns[place] for standing in table.values())
        cells = ("–" if taken is None else f"{taken:.2f}" for taken in turns)
        sheet.add_row(f"turns for phase {place + 1} ({notation})", *cells)
    rotations = counted(contest.size, "rotation")
    _print_sheet(f"{first.games:,} games: {deals:,} deals, each in {rotations}.", sheet)


def _print_daily_turns(taken: Sequence[DailyTurns]) -> None:
    if not taken:
        return
    sheet = _new_sheet(
        "phase", "edition", *dict.fromkeys(mean.level for mean in taken), "not today"
    )
    by_phase: dict[tuple[str, str], list[DailyTurns]] = {}
    for mean in taken:
        by_phase.setdefault((mean.phase, mean.edition), []).append(mean)
    for (phase, edition), row in by_phase.items():
        cells = (_cell(level.turns, ".2f") for level in row)
        missed = " ".join(f"{level.missed:.1%}" for level in row)
        sheet.add_row(phase, edition, *cells, missed)
    _print_sheet("Turns for each phase, not today taken as 16, with 95 % intervals:", sheet)


def _print_daily_dates(dates: Sequence[DailyDate], levels: Sequence[Level]) -> None:
    if not dates:
        return
    sheet = _new_sheet("turns", *levels, "par")
    columns = [Counter(day.turns[level] for day in dates) for level in levels]
    columns.append(Counter(day.par for day in dates))
    for turns in range(1, NOT_TODAY + 1):
        name = "not today" if turns == NOT_TODAY else str(turns)
        sheet.add_row(name, *(str(column[turns]) for column in columns))
    means = (fmean(column.elements()) for column in columns)
    sheet.add_row("mean", *(f"{mean:.2f}" for mean in means))
    _print_sheet(f"{counted(len(dates), 'date')}, by the turn in which the phase was laid:", sheet)
    seconds = [day.seconds for day in dates]
    tried = [day.counter + 1 for day in dates]
    _print_sheet(
        f"Secrets tried for a date: mean {fmean(tried):.2f}, most {max(tried)}. Processor time of"
        f" the search: median {median(seconds):.2f} s, longest {max(seconds):.2f} s."
    )


def _print_estimates(
    sentence: str, rules: AnyRules, rows: Sequence[tuple[int, str, Estimate]], form: str = ".2%"
) -> None:
    """Print estimates, given with phase and title, as a table with a row for each phase."""
    if not rows:
        return
    sheet = _new_sheet("phase", *dict.fromkeys(title for _, title, _ in rows))
    for phase in dict.fromkeys(phase for phase, _, _ in rows):
        cells = (_cell(estimate, form) for number, _, estimate in rows if number == phase)
        sheet.add_row(f"{phase} {rules.phases[phase - 1]}", *cells)
    _print_sheet(f"{sentence}, with 95 % intervals:", sheet)


def _cell(estimate: Estimate, form: str) -> str:
    return f"{estimate.value:{form}} ({_range(estimate, form)})"


def _range(estimate: Estimate, form: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{estimate.low:{form}}–{estimate.high:{form}}"


def _new_sheet(first: str, *titles: str) -> Sheet:
    """Make a table with these column titles."""
    sheet = Sheet(box=None, pad_edge=False)
    sheet.add_column(first, no_wrap=True)
    for title in titles:
        sheet.add_column(title, justify="right", no_wrap=True)
    return sheet


def _print_sheet(sentence: str, sheet: Sheet | None = None) -> None:
    """Print a sentence and the table it announces."""
    console = Console(width=120, soft_wrap=True, highlight=False)
    console.print(sentence)
    if sheet is not None:
        console.print(sheet)


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
    from bot.lab.gallery import write_gallery  # noqa: PLC0415  # slow to import

    with writing(folder):
        *pictures, page = write_gallery(folder, theme or THEMES)
    say(f"{len(pictures):,} pictures, shown in {page}")
