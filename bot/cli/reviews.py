"""The command that reviews finished card games: as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from bot.chances.review import Turns, course_of, finished_turns
from bot.core.errors import RuleSetError
from bot.core.records import dumps, games_in
from bot.i18n import words_for
from bot.i18n.reviews import choice_sentence, person_lines, turning_points
from bot.players.costliest import choice_of, costliest_choice
from bot.settings import OperatorError
from bot.systems import system_of_record

from .output import explain_rules, say
from .records import UNREADABLE, WRONG, read_lines, reading

_WORDS = words_for("en").plain


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of finished card games.")],
    seat: Annotated[
        list[int] | None,
        typer.Option(
            min=0,
            max=5,
            help="Only this seat's costliest choice; the first is 0; may be given several times.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each game.")] = False,
) -> None:
    """Review finished card games: chances, turning points, and each player's costliest choice.

    Takes up to five seconds for a seat. Exits with 0, or as verify does.
    """
    try:
        with reading(file):
            for lines in _finished(file):
                turns = finished_turns(lines)
                seats = range(turns[0][0].state.game.size)
                chosen = [number for number in seats if seat is None or number in seat]
                say(*([_as_json(turns, chosen)] if as_json else _as_text(turns, chosen)))
    except RuleSetError as error:
        raise OperatorError(f"{file} is not reviewed. {explain_rules(error)}", WRONG) from error


def _finished(path: Path) -> Iterator[list[str]]:
    """Yield the records of the card games in a file, all of which must be right and over.

    Raises OperatorError, RecordError or OSError.
    """
    with path.open("rb") as file:
        system = system_of_record(list(read_lines(file))[:1])
        if not system.reviewed:
            raise OperatorError(f"{path} is of dice; only card games have reviews.", UNREADABLE)
        file.seek(0)
        if not all(verdict.finished for verdict in system.records.verify(read_lines(file))):
            raise OperatorError(f"{path} has a game that is not over; its cards are hidden still.")
        file.seek(0)
        for game in games_in(read_lines(file)):
            yield [dumps(line) for _, line in game]


def _as_text(turns: Turns, seats: Sequence[int]) -> Iterator[str]:
    game, course = turns[0][0].state.game, course_of(turns)
    names = game.players
    yield f"{game.game_id}: {', '.join(names)}"
    yield from (f"  {line}" for line in person_lines(_WORDS, course, names))
    yield _WORDS("reviews.turning_points")
    yield from (f"  {line}" for line in turning_points(_WORDS, course, names))
    for seat in seats:
        found = costliest_choice(turns, seat)
        told = _WORDS("reviews.no_costly_choice")
        if found is not None:
            told = choice_sentence(_WORDS, choice_of(turns, seat, found), names)
        yield f"{names[seat]}: {_WORDS('reviews.costliest_choice')}: {told}"


def _as_json(turns: Turns, seats: Sequence[int]) -> str:
    game, course = turns[0][0].state.game, course_of(turns)
    points = [
        {"turn": at.turn, "hand": at.hand, "seat": at.seat, "before": at.before, "after": at.after}
        for at in course.turning_points
    ]
    found = {seat: costliest_choice(turns, seat) for seat in seats}
    data = {
        "game_id": game.game_id,
        "players": game.players,
        "chances": [[round(chance, 4) for chance in row] for row in course.chances],
        "hands": course.hands,
        "turning_points": points,
        "costliest": {seat: choice and asdict(choice) for seat, choice in found.items()},
    }
    return json.dumps(data)
