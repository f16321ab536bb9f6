"""Pictures of a leaderboard and of the champions of past seasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Translator
from bot.i18n.standings import (
    board_page,
    board_rows,
    board_where,
    by_name,
    champion_month,
    champions_empty,
    champions_page,
    games_text,
    shown_name,
    value_text,
)
from bot.render.engine import WIDTH, Align, Canvas, Design, Lamp, Rect
from bot.render.pieces.celebration import deck_sprite
from bot.render.pieces.emblems import emblem
from bot.render.pieces.materials import Depicted
from bot.render.pieces.paper_rows import MARGIN, person, rows_below, sheet, strip
from bot.render.pieces.podium_steps import (
    DECK,
    FACES,
    HEADROOM,
    LEFT_TO_RIGHT,
    ON_STEPS,
    Ranked,
    paint_podium_steps,
    plate_lines,
    step_places,
)
from bot.results.standings import Board, Champions, ranks

HEAD_TOP = 44
TITLE = 84
HEAD_LINE = 54
# left of the crown of the first, and of its rays
TITLE_WIDTH = 440
HEAD_WIDTH = 366
# the top of the first face, and how much of it may be next to the head
FIRST = 172
SHARED = 78
VACANT = 330  # height of an empty deck and of the crown above it
# width of words at its left, height of a line
NOTE = 690
NOTE_LINE = 58
# heights of rows, of the reader's, of a gap in the ranks
ROW = 102
OWN = 132
APART = 44
BELOW = 44  # the last row
SEPARATOR = " · "
HeadLine = tuple[str, str, str]  # with its style and its colour


def board_layout(
    top: int, rows: Sequence[int], apart: int | None = None
) -> tuple[list[Rect], Rect | None]:
    """Rows of these heights from ``top``, and the gap before the row ``apart``."""
    heights = list(rows)
    if apart is not None:
        heights.insert(apart, APART)
    places = rows_below(top, heights)
    gap = None if apart is None else places.pop(apart)
    return places, gap


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The words of a row of a board."""

    rank: int | None  # from 1; None for champions, each of whom was the first
    user_id: int
    name: str  # empty if it is not known
    value: str
    under: str  # below the name
    marked: bool = False  # whether it is the reader's
    season: int = 0  # of a champion: its place from the newest, which people of one season share


def paint_board(design: Design, board: Board) -> Canvas:
    """The first on decks, the others on a sheet; the reader's row is added if it is not there."""
    words = design.words
    rows, apart = board_rows(board)
    own = None if board.own is None else board.own.user_id
    lines = [
        BoardLine(
            row.rank,
            row.user_id,
            row.name,
            value_text(words, board.query.by, row.value),
            games_text(words, board.query.by, row),
            marked=row.user_id == own,
        )
        for row in rows
    ]
    head = by_name(words, board.query), *_where(board, words)
    first = 0 if board.offset else sum((line.rank or 0) <= ON_STEPS for line in lines[:ON_STEPS])
    page = board_page(words, board)
    return _paint_lines(design, head, page, lines, apart=apart, first=first)


def paint_champions(design: Design, champions: Champions) -> Canvas:
    words = design.words
    seasons = ranks(champion.month for champion in champions.champions)
    lines = [
        BoardLine(
            None,
            champion.user_id,
            champion.name,
            words.number(champion.rating),
            champion_month(words, champion),
            season=min(season, ON_STEPS),  # the higher, the newer
        )
        for champion, season in zip(champions.champions, seasons, strict=True)
    ]
    game = words(f"standings.game_of.{champions.game_type}")
    head = words("seasons.champions"), SEPARATOR.join((game, words("standings.tile.rating")))
    first = min(ON_STEPS, len(lines))
    page = champions_page(words, champions)
    return _paint_lines(design, head, page, lines, empty=champions_empty(words), first=first)


def _paint_lines(  # noqa: PLR0913  # two kinds of boards
    design: Design,
    head: Sequence[str],
    page: str,
    lines: Sequence[BoardLine],
    *,
    empty: tuple[str, str] | None = None,
    apart: int | None = None,
    first: int = 0,
) -> Canvas:
    """A title and lines below it, the page at their right, and the ``first`` on decks.

    The others are on a sheet. If an ``empty`` board has words, as that of the champions has, its
    title has a line of its own above the crown of the first.
    """
    best = lines[:first]
    rest = lines[first:]
    apart = None if apart is None or apart < first else apart - first
    steps = [_step(design.words, best[n]) for n in LEFT_TO_RIGHT.get(first, ())]
    alone = [step.won for step in steps] == [False, True, False]
    left, right = _head_lines(design, head, page, narrow=alone and empty is None)
    below_first = max(len(left), len(right)) - 1
    at = Rect(MARGIN, HEAD_TOP, WIDTH - 2 * MARGIN, TITLE + below_first * HEAD_LINE)
    plates = [plate_lines(design, step) for step in steps]
    below = at.bottom
    if steps:
        # Next to a crown in the middle the head has room.
        first = FIRST if empty is None else FIRST + TITLE
        next_to_head = max(first, at.bottom - SHARED)
        highest = next_to_head if alone else at.bottom + HEADROOM
        places = step_places([step.place for step in steps], plates, highest)
        below = places.floor
    row_places, gap = board_layout(
        below + 36, [OWN if line.marked else ROW for line in rest], apart
    )
    note = _note(design, empty) if empty is not None and not lines else []
    low = row_places[-1].bottom if rest else below + 36
    height = low + BELOW + NOTE_LINE * len(note)
    canvas = Canvas(design, height, _lamp(height, places.faces if steps else ()))
    _paint_board_head(canvas, left, right, at, HEAD_WIDTH if alone and empty is None else at.w)
    if steps:
        paint_podium_steps(canvas, steps, plates, places)
    sheet(canvas, row_places[:apart])
    if apart is not None:
        sheet(canvas, row_places[apart:])
    for line, box in zip(rest, row_places, strict=True):
        _paint_row(canvas, line, box)
    if gap is not None:
        x, y = gap.middle
        for step in (-34, 0, 34):
            canvas.shape("circle", x - 6 + step, y - 6, 12, "muted")
    if note:  # at the right of the head a deck on which nobody is yet: a crown of thread
        deck = Rect(WIDTH - MARGIN - DECK, HEAD_TOP + VACANT - 92, DECK, 92)
        canvas.sprite(deck_sprite(canvas.theme, deck.w, deck.h), *deck.corner)
        size = FACES[ON_STEPS]
        crown = emblem(canvas.theme, "wins", None, size)
        canvas.sprite(crown, deck.middle[0] - size // 2, deck.y - size - 12)
    for n, (text, style, ink) in enumerate(note):
        canvas.text(text, Rect(at.x, below + 36 + n * NOTE_LINE, NOTE, NOTE_LINE), style, ink)
    return canvas


def _step(words: Translator, line: BoardLine) -> Ranked:
    """Somebody on a deck; champions have their season in place of a rank."""
    place = line.rank or line.season
    name = shown_name(words, line.name)
    return Ranked(
        place,
        Depicted(line.user_id, name),
        line.value,
        season=line.under if line.rank is None else "",
        won=place == 1,
        gold=line.marked,
    )


def _lamp(height: int, faces: Sequence[Rect]) -> Lamp:
    if faces:
        face = max(faces, key=lambda face: face.w)
        return Lamp(face.middle[0] / WIDTH, face.middle[1] / height, 400, 0.62)
    return Lamp(0.3, 150 / height, 1000, 0.5)


def _head_lines(
    design: Design, head: Sequence[str], page: str, *, narrow: bool
) -> tuple[list[HeadLine], list[HeadLine]]:
    """The lines of a head at its left and right; ``narrow`` ones stand next to a crown."""
    title, *left = head
    titles = [title]
    right = [page]
    style = design.fitting(title, ("title", "pile"), TITLE_WIDTH if narrow else WIDTH - 2 * MARGIN)
    if narrow:
        if style == "pile":
            titles = design.lines(title, style, TITLE_WIDTH)
        right += [line for text in left[1:] for line in _narrow_lines(design, text)]
        left = [line for text in left[:1] for line in _narrow_lines(design, text)]
    return (
        [*((line, style, "text") for line in titles), *((line, "small", "muted") for line in left)],
        [(line, "small", "muted") for line in right],
    )


def _narrow_lines(design: Design, text: str) -> list[str]:
    """A text next to a crown, in one line if it fits, else its parts in lines of their own."""
    if design.width(text, "small") <= HEAD_WIDTH:
        return [text]
    parts = text.split(SEPARATOR)
    return [line for part in parts for line in design.lines(part, "small", HEAD_WIDTH)]


def _where(board: Board, words: Translator) -> list[str]:
    """The games that count in one line, or in two if the least number of games is said."""
    parts = board_where(words, board.query)
    return [SEPARATOR.join(part) for part in (parts[:2], parts[2:]) if part]


def _paint_board_head(
    canvas: Canvas, left: Sequence[HeadLine], right: Sequence[HeadLine], at: Rect, room: int
) -> None:
    """Draw the lines of a head, the small ones no wider than ``room``."""
    sides: tuple[tuple[Align, Sequence[HeadLine]], ...] = (("left", left), ("right", right))
    for align, lines in sides:
        for n, (line, style, colour) in enumerate(lines):
            y, height = (at.y + TITLE + 8 + (n - 1) * HEAD_LINE, HEAD_LINE) if n else (at.y, TITLE)
            width = room if style == "small" else at.w
            x = at.x if align == "left" else at.right - width
            canvas.text(line, Rect(x, y, width, height), style, colour, align=align)


def _paint_row(canvas: Canvas, line: BoardLine, box: Rect) -> None:
    """Draw a row; the reader's is a larger strip, wider than the sheet."""
    if line.marked:
        strip(canvas, box, gold=True)
    name = shown_name(canvas.words, line.name)
    box = person(canvas, box, Depicted(line.user_id, line.name), rank=line.rank)
    style = "title" if line.marked else "points"
    room = box.w - 24 - canvas.text(line.value, box, style, "ink", align="right")
    if line.marked or line.rank is None:  # the games of the reader, the month of a champion
        parts = (line.under, line.under.partition(SEPARATOR)[0])
        free = room - canvas.width(name, "name") - 28
        under = canvas.design.wording(parts, "small", free)
        used = canvas.width(under, "small") + 28
        at = Rect(box.x + room - used, box.y, used, box.h)
        canvas.text(under, at, "small", "ink_muted", align="right")
        room -= used
    at = Rect(box.x, box.y, room, box.h)
    canvas.fit(name, at, ("pile", "name") if line.marked else ("name",), "ink")


def _note(design: Design, sentences: tuple[str, str]) -> list[tuple[str, str, str]]:
    styles = (("name", "text"), ("small", "muted"))
    return [
        (line, *style)
        for sentence, style in zip(sentences, styles, strict=True)
        for line in design.lines(sentence, style[0], NOTE)
    ]
