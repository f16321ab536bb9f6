"""The picture of a cup: its poster, then its standings, and at the end its podium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.cups.standings import WIN, CupStanding, TieBreak, standings
from bot.cups.state import MOST_PEOPLE, Cup, CupStatus
from bot.i18n import Translator
from bot.i18n.cups import MOST_SHOWN, format_line, gone_note, participant_name, round_line
from bot.i18n.rulesets import edition_name, length_names
from bot.i18n.standings import page_text
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Lamp, Rect
from bot.render.engine.canvas import NAME_STYLES
from bot.render.engine.shapes import dashes
from bot.render.pieces.celebration import trophy
from bot.render.pieces.materials import Depicted, sparks
from bot.render.pieces.paper_rows import MARGIN, RAIL, paint_papers, paper_rows, person, rail
from bot.render.pieces.podium_steps import Ranked

from .board import SEPARATOR
from .lobby import PLATE, lobby_places, paint_free, paint_top, plate_height
from .podium import paint_finishers

MOST_ROUNDS = 4  # the newest; the total holds all
NO_ROUND = "–"
RAIL_TOP = 206
BELOW = 44
HEIGHTS = (150, 104)  # of the leader's row, and of the others
COUNTER = 80
COUNTER_PITCH = 88
SUM = 150
EMBLEM = 168
POSTER_EMBLEM = 308
TITLES = ("title", "pile", "name")


def paint_cup(design: Design, cup: Cup, faces: AvatarsBySeat = ()) -> Canvas:
    """A poster before the first result, then the standings, and the podium once it is over."""
    if cup.status is CupStatus.FINISHED:
        return _paint_podium(design, cup, faces)
    return (_paint_standings if cup.has_results else _paint_poster)(design, cup, faces)


def _paint_poster(design: Design, cup: Cup, faces: AvatarsBySeat) -> Canvas:
    """The name and the format on a plate, and the first people with a place for the next one."""
    words = design.words
    people = cup.participants
    free = cup.status is CupStatus.OPEN and len(people) < MOST_PEOPLE
    room = MOST_SHOWN - 1 if free else MOST_SHOWN
    if len(people) > room:
        room -= 1  # for the number of the others
    filled = len(people) + 1 if free else len(people)
    places = lobby_places(min(MOST_SHOWN, filled) or 1)
    rules = edition_name(words, cup.rules.edition), *length_names(words, cup.rules)
    form = [format_line(words, cup)]
    if people:
        form.append(words.plural("pictures.cup.people", len(people)))
    style, *title = _name_lines(design, cup.name)
    lines = (
        *((line, style, "text") for line in title),
        (SEPARATOR.join(rules), "small", "gold"),
        (SEPARATOR.join(form), "small", "gold"),
    )
    height = places[-1][1].bottom + 52 + plate_height(lines) - PLATE.h
    canvas = Canvas(design, height, Lamp(0.5, 0.26, 600, 0.7), faces)
    paint_top(canvas, cup.rules, lines, apart=True)
    _paint_emblem(canvas, POSTER_EMBLEM, (WIDTH // 2, PLATE.y + 12))
    canvas.top = plate_height(lines) - PLATE.h
    for participant, (face, name) in zip(people[:room], places, strict=False):
        canvas.face(Depicted(participant.person, participant.name), face)
        canvas.fit(participant.name, name, NAME_STYLES, "text", align="middle")
    if free:
        paint_free(canvas, *places[-1])
    if len(people) > room:
        at = places[room][0]
        number = f"+{words.number(len(people) - room)}"
        _paint_counter(canvas, at, ("wood_dark", "wood"))
        canvas.text(number, at, "name", "text", align="middle")
    return canvas


def _name_lines(design: Design, name: str) -> tuple[str, ...]:
    """The style of a cup's name on its plate, and the name in one line or two."""
    room = PLATE.w - 64
    for style in TITLES[:2]:
        first, *rest = design.lines(name, style, room)
        lines = [first, " ".join(rest)] if rest else [first]
        if all(design.width(line, style) <= room for line in lines):
            break
    return style, *lines


def _paint_standings(design: Design, cup: Cup, faces: AvatarsBySeat) -> Canvas:
    """The best on paper, with the points of the newest rounds, and their sum if it counts."""
    words = design.words
    rows = standings(cup)
    best = rows[:MOST_SHOWN]
    papers = paper_rows(RAIL_TOP + RAIL, HEIGHTS, 1, len(best) - 1)
    canvas = Canvas(design, papers[-1].bottom + BELOW, Lamp(0.5, 0.16, 620, 0.69), faces)
    _paint_title(canvas, cup, (len(best), len(rows)))
    paint_papers(canvas, papers, 1)
    line = rail(canvas, RAIL_TOP)
    numbers = range(max(0, len(cup.rounds) - MOST_ROUNDS), len(cup.rounds))
    summed = not cup.format.knock_out
    if summed:
        canvas.text(words("pictures.key.total"), line, "small", "text", align="right")
    left = line.right - (SUM if summed else 0) - COUNTER_PITCH * len(numbers)
    at = Rect(line.x, line.y, left - 20 - line.x, line.h)
    canvas.text(words("pictures.cup.round"), at, "small", "text", align="right")
    for n, number in enumerate(numbers):
        at = Rect(left + n * COUNTER_PITCH, line.y, COUNTER, line.h)
        canvas.text(words.number(number + 1), at, "number", "text", align="middle")
    for standing, row in zip(best, papers, strict=True):
        who = participant_name(cup, standing.person)
        leads = standing.place == 1
        depicted = Depicted(standing.person, who)
        rest = person(canvas, row, depicted, rank=standing.place, gold=leads)
        name = Rect(rest.x, row.y, left - 20 - rest.x, row.h)
        ink = "ink" if standing.still_in else "ink_muted"
        styles = ("pile", *NAME_STYLES) if leads else NAME_STYLES
        used = canvas.fit(who, name, styles, ink)
        has_left = gone_note(words, standing)
        if has_left and design.width(has_left, "small") <= name.w - used - 20:
            canvas.text(has_left, name.after(used + 20), "small", "ink_muted")
        for n, number in enumerate(numbers):
            _paint_score(canvas, cup, standing, number, (left + n * COUNTER_PITCH, row.middle[1]))
        if summed:
            total = words.number(standing.points)
            style = "title" if leads else "points"
            canvas.text(total, rest, style, "ink", align="right")
    return canvas


def _paint_title(canvas: Canvas, cup: Cup, shown: tuple[int, int]) -> None:
    words = canvas.words
    title = Rect(MARGIN, 44, WIDTH - 2 * MARGIN - EMBLEM - 24, 84)
    canvas.fit(cup.name, title, TITLES, "text")
    under = filter(None, (round_line(words, cup), page_text(words, 0, *shown)))
    below = Rect(title.x, title.bottom + 4, title.w, 54)
    canvas.text(SEPARATOR.join(under), below, "small", "muted")
    _paint_emblem(canvas, EMBLEM, (WIDTH - MARGIN - EMBLEM // 2, RAIL_TOP + 8))


def _paint_emblem(canvas: Canvas, size: int, foot: tuple[int, int]) -> None:
    x, y = foot[0] - size // 2, foot[1] - size
    trophy(canvas, size, foot)
    spark = size // 6
    sparks(canvas, (x + 6, y + spark // 2, spark), (x + size - spark, y + size * 3 // 4, spark))


def _paint_score(
    canvas: Canvas, cup: Cup, standing: CupStanding, number: int, at: tuple[int, int]
) -> None:
    """A counter with the points of a round; a stitched one while somebody plays it.

    It is of brass for the most points, of wood for fewer, and an empty ring for none.
    """
    points = standing.rounds[number]
    this = cup.rounds[number]
    box = Rect(at[0], at[1] - COUNTER // 2, COUNTER, COUNTER)
    if points is not None:
        ink = "ink_muted"
        if not points:
            canvas.panel(box, "paper_line", COUNTER // 2, 4)
        elif points == WIN:
            _paint_counter(canvas, box, ("brass_dark", "brass"))
            ink = "ink"
        else:
            _paint_counter(canvas, box, ("wood_dark", "wood"))
            ink = "text"
        wide = Rect(box.x - 6, box.y, box.w + 12, box.h)
        canvas.text(canvas.words.number(points), wide, "count", ink, align="middle")
    elif this.over or this.find_table(standing.person) is None:
        canvas.text(NO_ROUND, box, "number", "ink_muted", align="middle")
    else:
        ring = dashes(COUNTER, COUNTER, COUNTER // 2, 4)
        canvas.fill_mask(ring, *box.corner, "ink_muted")


def _paint_counter(canvas: Canvas, box: Rect, colours: tuple[str, str]) -> None:
    canvas.panel(box, colours[0], box.w // 2)
    canvas.panel(Rect(box.x + 3, box.y + 2, box.w - 6, box.h - 8), colours[1], box.w // 2)


def _paint_podium(design: Design, cup: Cup, faces: AvatarsBySeat) -> Canvas:
    rows = standings(cup)[:MOST_SHOWN]
    best = participant_name(cup, rows[0].person)
    heading = design.words("cup.won_named", name=best, cup=cup.name)
    return paint_finishers(design, heading, [*_finishers(design.words, cup, rows)], faces)


def _finishers(words: Translator, cup: Cup, rows: Sequence[CupStanding]) -> Iterator[Ranked]:
    """The best; in a knock-out, where points do not decide, with their phases alone."""
    decided = [None, *(row.ahead_by for row in rows)]
    for row, before in zip(rows, decided, strict=False):
        value = row.points
        unit = "points"
        more = words.plural("standings.value.phases", row.phases)
        if cup.format.knock_out:
            value = row.phases
            unit = "phases"
            more = ""
        if row.absent:
            more = gone_note(words, row)
        elif TieBreak.TOTAL in {row.ahead_by, before}:
            more = words("cup.total", total=words.number(row.total))
        elif row.ahead_by in {TieBreak.LOTS, TieBreak.POINTS}:
            more = words(f"cup.ahead.{row.ahead_by}")
        yield Ranked(
            row.place,
            Depicted(row.person, participant_name(cup, row.person)),
            words.number(value),
            words.plural(f"pictures.unit.{unit}", value),
            more,
            won=row.place == 1,
            cup=row.place == 1,
        )
