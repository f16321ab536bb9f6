"""The commands for game records: simulate writes them, verify checks them, review explains them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console
from rich.table import Table as Sheet

from bot.cards.rated_phases import surprise_draws
from bot.cards.rulesets import RuleSet
from bot.cards.variations import phases_variation
from bot.core.errors import RecordError, RuleSetError
from bot.core.game_type import AnyGameType
from bot.core.records import LONGEST_LINE, dumps, games_in
from bot.core.states import AnyHeader
from bot.game_types import recorded_game_type
from bot.i18n import words_for
from bot.i18n.reviews import choice_lines, person_lines, turning_points
from bot.lab.simulation import simulate as simulated
from bot.reviews.choices import Choice, own_choices
from bot.reviews.course import Turns, compute_course, finished_turns
from bot.seating import Level
from bot.settings import OperatorError

from .output import (
    USAGE,
    EditionOption,
    SingleRuleOption,
    VariationOption,
    chosen_rules,
    complain,
    counted,
    explain_record,
    explain_rules,
    output_file,
    progress_bar,
    say,
    writing_output,
)

WRONG = 1
UNREADABLE = 2
_WORDS = words_for("en").plain


def simulate(  # noqa: PLR0913, PLR0917  # typer's options are parameters
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
    """Let computer players play whole games, and show statistics."""
    rules = chosen_rules(edition_name, variation, option, players)
    levels = _seat_levels(level or [Level.NORMAL], players)
    sums = Counter[str]()
    wins = Counter[int]()
    began = time.perf_counter()
    with output_file(record_file) as out, progress_bar() as bars:
        played = simulated(rules, levels, games, seed, events=out is not None)
        for game in bars.track(played, total=games, description="games"):
            sums.update(games=1, hands=game.hands, turns=game.turns, actions=game.actions)
            # A shared win counts for each winner.
            wins.update(game.final.result.winners if game.final.result else ())
            if out is not None:
                out.write(game.record())
    _print_sums(sums, wins, levels, time.perf_counter() - began)


def _seat_levels(given: list[Level], players: int) -> list[Level]:
    if len(given) == 1:
        return given * players
    if len(given) != players:
        raise OperatorError(
            f"--level is given {len(given)} times; give it once, or once for each of the"
            f" {players} seats.",
            status=USAGE,
        )
    return given


def _print_sums(
    sums: Counter[str], wins: Counter[int], levels: list[Level], seconds: float
) -> None:
    games = sums["games"]
    hands = sums["hands"]
    turns = sums["turns"]
    sheet = Sheet(show_header=False, box=None, pad_edge=False)
    sheet.add_row("games", f"{games:,}")
    if hands:
        sheet.add_row("hands a game", f"{hands / games:.2f}")
        sheet.add_row("turns a hand", f"{turns / hands:.2f}")
    else:
        sheet.add_row("turns a game", f"{turns / games:.2f}")
    for seat, level in enumerate(levels):
        won = wins[seat]
        sheet.add_row(f"wins of seat {seat} ({level})", f"{won:,} ({won / games:.1%})")
    sheet.add_row("actions a second", f"{sums['actions'] / seconds:,.0f}")
    with writing_output():
        Console(width=80, soft_wrap=True).print(sheet)


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Game records.")],
) -> int:
    """Check game records against the rules and their secrets.

    Every line, shuffle and roll is checked.

    Exits with 0 when all are right, 1 when a line is wrong, 2 when a file is not a record.
    """
    return max(_verify(path) for path in files)


def _verify(path: Path) -> int:
    try:
        with reading(path), path.open("rb") as file:
            lines = read_lines(file)
            first = next(lines, b"")
            sentences = _check(recorded_game_type([first]), chain([first], lines))
    except OperatorError as error:
        return complain(error)
    say(*(f"{path}: {sentence}." for sentence in sentences))
    return 0


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Raise OperatorError where a file cannot be read or is not a record, or a line is wrong."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise OperatorError(f"{path} cannot be read: {why}.", status=UNREADABLE) from error
    except RecordError as error:
        line = error.data.get("line")
        if error.code == "not_a_record" and line == 1:
            raise OperatorError(f"{path} is no game record.", status=UNREADABLE) from error
        sentence = f"{path}, line {line} is wrong: {explain_record(error)}."
        raise OperatorError(sentence, status=WRONG) from error


def _check(game_type: AnyGameType, lines: Iterable[bytes]) -> list[str]:
    games = parts = running = alone = drawn = 0
    for verdict in game_type.records.verify(lines):
        games += 1
        parts += verdict.parts
        if not verdict.finished:
            running += 1
        if not verdict.state.game.beacon:
            alone += 1
        if _are_phases_drawn(verdict.state.game):
            drawn += 1
    hands, shuffles = ("hand", "shuffles") if game_type.has_hands else ("turn", "rolls")
    sentences = [f"right ({counted(games, 'game')}, {counted(parts, hands)})"]
    if running:
        sentences.append(
            f"{counted(running, 'game')} not over, so the {shuffles} cannot be checked"
            " against a secret yet"
        )
    if alone:
        sentences.append(
            f"{counted(alone, 'game')} begun without a click on Start, where the hash of the secret"
            " proves only that nothing was changed after it was shown"
        )
    if drawn:
        sentences.append(f"{counted(drawn, 'game')} with phases that were drawn from the secret")
    return sentences


def _are_phases_drawn(game: AnyHeader) -> bool:
    rules = game.rules
    if not game.secret or not isinstance(rules, RuleSet) or phases_variation(rules):
        return False
    return rules.phases in surprise_draws(game.secret, len(rules.phases))


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, cut after the length of the longest possible line of a record."""
    while line := file.readline(LONGEST_LINE + 2):
        yield line


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of finished card games.")],
    seat: Annotated[
        list[int] | None,
        typer.Option(
            min=0,
            max=5,
            help="Only this seat's choices; the first is 0; may be given several times.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each game.")] = False,
) -> None:
    """Review finished card games: chances, turning points, and choices that set a hand back.

    Exits with 0, or as verify does.
    """
    try:
        with reading(file):
            for lines in _finished(file):
                turns = finished_turns(lines)
                seats = range(turns[0][0].state.game.size)
                chosen = [number for number in seats if seat is None or number in seat]
                say(*([_as_json(turns, chosen)] if as_json else _as_text(turns, chosen)))
    except RuleSetError as error:
        raise OperatorError(
            f"{file} is not reviewed. {explain_rules(error)}", status=WRONG
        ) from error


def _finished(path: Path) -> Iterator[list[str]]:
    """Yield the records of a file; all games must be right, over and of cards."""
    with path.open("rb") as file:
        game_type = recorded_game_type(list(read_lines(file))[:1])
        if not game_type.reviewed:
            raise OperatorError(
                f"{path} is of dice; only card games have reviews.", status=UNREADABLE
            )
        file.seek(0)
        if not all(verdict.finished for verdict in game_type.records.verify(read_lines(file))):
            raise OperatorError(f"{path} has a game that is not over; its cards are hidden still.")
        file.seek(0)
        for game in games_in(read_lines(file)):
            yield [dumps(line) for _, line in game]


def _as_text(turns: Turns, seats: Sequence[int]) -> Iterator[str]:
    game = turns[0][0].state.game
    course = compute_course(turns)
    names = game.players
    yield f"{game.game_id}: {', '.join(names)}"
    yield from (f"  {line}" for line in person_lines(_WORDS, course, names))
    yield _WORDS("reviews.turning_points")
    yield from (f"  {line}" for line in turning_points(_WORDS, course, names))
    for seat in seats:
        own = own_choices(turns, seat)
        yield f"To {names[seat]}: {_WORDS('reviews.choices')}"
        yield from (f"  {line}" for line in choice_lines(_WORDS, own, names))


def _choice_json(choice: Choice) -> dict[str, object]:
    """What a choice cost; pairs are of the choice and of the better one."""
    effect = choice.effect
    used = None if choice.used is None else choice.used[1]
    return {
        "turn": choice.turn,
        "version": choice.view.version,
        "used": used,
        **asdict(effect),
        "turns": round(effect.turns, 2),
    }


def _as_json(turns: Turns, seats: Sequence[int]) -> str:
    game = turns[0][0].state.game
    course = compute_course(turns)
    points = [
        {"turn": at.turn, "hand": at.hand, "seat": at.seat, "before": at.before, "after": at.after}
        for at in course.turning_points
    ]
    found = {seat: [*map(_choice_json, own_choices(turns, seat).costly)] for seat in seats}
    data = {
        "game_id": game.game_id,
        "players": game.players,
        "chances": [[round(chance, 4) for chance in row] for row in course.chances],
        "hands": course.hands,
        "turning_points": points,
        "choices": found,
    }
    return json.dumps(data)
