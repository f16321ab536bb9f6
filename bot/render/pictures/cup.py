"""The picture of a cup: its poster, then its standings, and at the end its podium."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from bot.cups.standings import CupStanding, standings
from bot.cups.state import Cup, CupStatus
from bot.i18n import Words
from bot.i18n.cups import MOST_SHOWN, format_line, name_of, round_line
from bot.i18n.rulesets import edition_name, length_names
from bot.i18n.standings import page_text
from bot.render.engine.canvas import Avatar, Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.pieces.materials import NO_PICTURE, Depicted, disc

from .board import SEPARATOR, BoardLine, Head, paint_lines
from .lobby import PLATE, Place, lobby_places, paint_free, paint_hollow, paint_top
from .podium import Finisher, paint_finishers

MOST_ROUNDS = 4  # the newest; the total holds all
ON_PODIUM = 6
NO_ROUND, NOT_YET = "–", " "
TITLES = ("title", "pile", "name")
ByPerson = Mapping[int, Avatar]
"""Faces by person."""
NO_FACES: ByPerson = MappingProxyType({})


def paint_cup(design: Design, cup: Cup, faces: ByPerson = NO_FACES) -> Canvas:
    """A poster before the first result, then the standings, and the podium once it is over."""
    if cup.status is CupStatus.FINISHED:
        return _paint_podium(design, cup, faces)
    return (_paint_standings if cup.has_results else _paint_poster)(design, cup, faces)


# -- before the first result -----------------------------------------------------------------


def _paint_poster(design: Design, cup: Cup, faces: ByPerson) -> Canvas:
    """The name and the format on a plate, and the first people with a place for the next one."""
    words, people = design.words, cup.entrants
    room = MOST_SHOWN - (len(people) > MOST_SHOWN)
    free = cup.status is CupStatus.OPEN and len(people) < MOST_SHOWN
    places = lobby_places(min(MOST_SHOWN, len(people) + free) or 1)
    canvas = Canvas(design, places[-1].name.bottom + 52, Lamp(0.5, 0.26, 600, 0.8))
    rules = edition_name(words, cup.rules.edition), *length_names(words, cup.rules)
    form = [format_line(words, cup)]
    if people:
        form.append(words.plural("pictures.cup.people", len(people)))
    lines = (
        (cup.name, _fitting(design, cup.name, PLATE.w - 64), "text"),
        (SEPARATOR.join(rules), "small", "gold"),
        (SEPARATOR.join(form), "small", "gold"),
    )
    paint_top(canvas, cup.rules, lines)
    for entrant, place in zip(people[:room], places, strict=False):
        avatar = faces.get(entrant.person, NO_PICTURE)
        disc(canvas, entrant.person, entrant.name, place.face, avatar=avatar)
        canvas.name(entrant.name, place.name, "text", align="middle")
    if free:
        paint_free(canvas, places[-1])
    elif len(people) > room:
        _paint_more(canvas, places[-1], len(people) - room)
    return canvas


def _fitting(design: Design, line: str, room: int) -> str:
    """The largest style for a title in which a line fits."""
    return next((style for style in TITLES if design.width(line, style) <= room), TITLES[-1])


def _paint_more(canvas: Canvas, place: Place, more: int) -> None:
    paint_hollow(canvas, place)
    canvas.text(f"+{canvas.words.number(more)}", place.face, "name", "gold", align="middle")


# -- between the first result and the last ---------------------------------------------------


def _paint_standings(design: Design, cup: Cup, faces: ByPerson) -> Canvas:
    """The best on a sheet, with the points of the newest rounds, and their sum if it counts."""
    words, rows = design.words, standings(cup)
    first = max(0, len(cup.rounds) - MOST_ROUNDS)
    numbers = range(first, len(cup.rounds))
    summed = not cup.format.knock_out
    lines = [
        BoardLine(
            row.place,
            row.person,
            name_of(cup, row.person),
            words.number(row.points) if summed else "",
            words("cup.has_left") if row.left else "",
            scores=[_score(words, cup, row, number) for number in numbers],
            avatar=faces.get(row.person, NO_PICTURE),
            out=not row.still_in,
        )
        for row in rows[:MOST_SHOWN]
    ]
    keys = BoardLine(
        None,
        0,
        words("pictures.cup.round"),
        words("pictures.key.total") if summed else "",
        "",
        scores=[words.number(number + 1) for number in numbers],
    )
    under = [round_line(words, cup)]
    if len(rows) > len(lines):
        under.append(page_text(words, 0, len(lines), len(rows)))
    return paint_lines(design, Head(cup.name, [SEPARATOR.join(under)], ""), lines, keys=keys)


def _score(words: Words, cup: Cup, row: CupStanding, number: int) -> str:
    """The points of a round; nothing while somebody plays it."""
    points, this = row.rounds[number], cup.rounds[number]
    if points is not None:
        return words.number(points)
    return NO_ROUND if this.over or this.table_of(row.person) is None else NOT_YET


# -- at the end ------------------------------------------------------------------------------


def _paint_podium(design: Design, cup: Cup, faces: ByPerson) -> Canvas:
    rows = standings(cup)[:ON_PODIUM]
    heading = design.words("cup.won", name=name_of(cup, rows[0].person))
    return paint_finishers(design, heading, [*_finishers(design.words, cup, rows, faces)])


def _finishers(
    words: Words, cup: Cup, rows: Sequence[CupStanding], faces: ByPerson
) -> Iterator[Finisher]:
    """The best; in a knock-out, where points do not decide, with their phases alone."""
    for row in rows:
        points = words.plural("pictures.points", row.points)
        phases = words.plural("pictures.lobby.phases", row.phases)
        yield Finisher(
            row.place,
            row.place == 1,
            Depicted(row.person, name_of(cup, row.person)),
            faces.get(row.person, NO_PICTURE),
            *((phases,) if cup.format.knock_out else (points, phases)),
        )
