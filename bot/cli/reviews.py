"""The command that reviews finished card games: as text, JSON and pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.analysis.review import Choice, Choices, Review
from bot.games.errors import RecordError, RuleSetError
from bot.games.records import dumps, games_in
from bot.i18n import words_for
from bot.i18n.reviews import (
    account_lines,
    account_title,
    choice_line,
    choices_lines,
    choices_title,
    turning_points,
)
from bot.players.reviews import review_of
from bot.render import design_of
from bot.render.pictures.chances import paint_chances
from bot.render.pictures.hand import paint_hand
from bot.rules.cards import codes
from bot.systems import system_of_record

from .output import RefusedError, complain, explain_record, explain_rules, say, writing
from .records import UNREADABLE, WRONG, read_lines

_WORDS = words_for("en").plain


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of finished card games.")],
    seat: Annotated[
        list[int] | None,
        typer.Option(
            min=0,
            max=5,
            help="Only this seat's luck and choices, more of them and more exactly; the first is 0;"
            " may be given several times.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each game.")] = False,
    pictures: Annotated[
        Path | None,
        typer.Option(help="Put pictures of the chances and of the choices into this directory."),
    ] = None,
) -> int:
    """Review finished card games: chances, turning points, luck, and choices next to hard's.

    Takes up to ten seconds for a game. Exits with 0, or as verify does.
    """
    try:
        for lines in _finished(file):
            reviewed = review_of(lines, seat)
            say(*([_as_json(reviewed)] if as_json else _as_text(reviewed)))
            if pictures is not None:
                _draw(reviewed, pictures)
    except OSError as error:
        return complain(f"{file} cannot be read: {error.strerror or error}.", UNREADABLE)
    except RecordError as error:
        why = explain_record(error)
        return complain(f"{file}, line {error.data.get('line')} is wrong: {why}.", WRONG)
    except RuleSetError as error:
        return complain(f"{file} is not reviewed. {explain_rules(error)}", WRONG)
    return 0


def _finished(path: Path) -> Iterator[list[str]]:
    """The records of the card games in a file, all of which must be right and over.

    Raises RefusedError, RecordError or OSError.
    """
    with path.open("rb") as file:
        try:
            system = system_of_record(list(read_lines(file))[:1])
        except RecordError:
            raise RefusedError(f"{path} is no game record.", UNREADABLE) from None
        if not system.traits.reviewed:
            raise RefusedError(f"{path} is of dice; only card games have reviews.", UNREADABLE)
        file.seek(0)
        if not all(verdict.finished for verdict in system.records.verify(read_lines(file))):
            raise RefusedError(f"{path} has a game that is not over; its cards are hidden still.")
        file.seek(0)
        for game in games_in(read_lines(file)):
            yield [dumps(line) for _, line in game]


# ── pictures ──────────────────────────────────────────────────────────────────────────────────


def _draw(game: Review, directory: Path) -> None:
    """Draw the chances, and the hands of the best and costliest choices."""
    stem = re.sub(r"[^\w-]", "_", game.game_id)
    design = design_of()
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
        chances = paint_chances(design, game.course, game.players)
        (directory / f"{stem}.png").write_bytes(chances.png())
        for choices in game.choices:
            for kind, some in _notable(choices):
                for place, choice in enumerate(some, 1):
                    name = f"{stem}-seat-{choices.seat}-{kind}-{place}.png"
                    (directory / name).write_bytes(paint_hand(design, choice.view).png())


# ── text ──────────────────────────────────────────────────────────────────────────────────────


def _as_text(game: Review) -> list[str]:
    names, course = game.players, game.course
    lines = [f"{game.game_id}: {', '.join(names)}", "", _WORDS("reviews.turning_points")]
    lines += [f"  {line}" for line in turning_points(_WORDS, course, names)]
    lines.append(f"  {_WORDS('reviews.public_note')}")
    for account, choices in zip(game.accounts, game.choices, strict=True):
        lines += ["", f"{names[account.seat]}: {account_title(_WORDS, account)}"]
        lines += [f"  {line}" for line in account_lines(_WORDS, account)]
        lines += [choices_title(_WORDS, choices)]
        lines += [f"  {line}" for line in _choices(choices, names)]
    notes = [_WORDS("reviews.account_note"), _WORDS("reviews.choices_note")]
    return [*lines, "", *notes, ""]


def _choices(choices: Choices, names: tuple[str, ...]) -> Iterator[str]:
    yield from choices_lines(_WORDS, choices)
    for key, some in _notable(choices):
        if some:
            yield _WORDS(f"reviews.{key}")
            yield from (f"  {choice_line(_WORDS, choice, names)}" for choice in some)


def _notable(choices: Choices) -> tuple[tuple[str, tuple[Choice, ...]], ...]:
    return ("best", choices.best), ("costliest", choices.costliest)


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────


def _as_json(game: Review) -> str:
    course = game.course
    points = [
        {"turn": at.turn, "hand": at.hand, "seat": at.seat, "before": at.before, "after": at.after}
        for at in course.turning_points
    ]
    data = {
        "game_id": game.game_id,
        "players": game.players,
        "chances": [[round(chance, 4) for chance in row] for row in course.chances],
        "hands": course.hands,
        "turning_points": points,
        "accounts": [asdict(account) for account in game.accounts],
        "choices": [_choices_json(choices, game.players) for choices in game.choices],
    }
    return json.dumps(data)


def _choices_json(choices: Choices, names: tuple[str, ...]) -> dict[str, Any]:
    kept = ("seat", "decisions", "different", "compared", "gain", "error", "significant")
    data = {key: getattr(choices, key) for key in kept}
    for key, some in _notable(choices):
        data[key] = [_choice_json(choice, names) for choice in some]
    return data


def _choice_json(choice: Choice, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "turn": choice.turn,
        "hand": choice.view.hand_number,
        "cards": codes(choice.view.hand),
        "gain": choice.gain,
        "error": choice.error,
        "significant": choice.significant,
        "sentence": choice_line(_WORDS, choice, names),
    }
