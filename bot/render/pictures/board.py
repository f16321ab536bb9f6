"""Pictures of a leaderboard and of the champions of past seasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Words
from bot.i18n.standings import (
    board_page,
    board_rows,
    board_where,
    by_name,
    champion_month,
    champions_empty,
    champions_page,
    champions_title,
    games_text,
    shown_name,
    value_text,
)
from bot.render.engine.canvas import Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.celebration import crown_sprite, deck_sprite, paint_bunting, paint_rays
from bot.render.pieces.materials import Depicted, disc, plate
from bot.render.pieces.paper_rows import MARGIN, person, sheet, strip
from bot.scores.results import Board, Champions, Period, ranks

HEAD_TOP, TITLE, HEAD_LINE = 44, 84, 54
TITLE_WIDTH, HEAD_WIDTH = 440, 390  # left of the crown of the first, and of its rays
FLOOR = 778  # below the decks of the first three
DECK, DECK_GAP = 352, 16
TALL = {1: 424, 2: 356, 3: 330}  # heights of the decks by rank
FACES = {1: 204, 2: 164, 3: 148}
SUNK_FACE, CROWN = 24, 118
ORDER = {1: (0,), 2: (0, 1), 3: (1, 0, 2)}  # of the first on their decks, from left to right
LIFT = 84  # how much lower the decks stand under a title with a line of its own
ROW, OWN, APART = 102, 132, 44  # heights of rows, of the reader's, of a gap in the ranks
PLATE_LINE, BUNTING = 58, 84  # heights: of a line on a plate, of the bunting of a month
SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A leaderboard: a head, decks for the first, then rows on a sheet of paper."""

    height: int
    head: Rect  # the title and the games that count
    decks: tuple[Rect, ...]  # in the order of the ranks
    faces: tuple[Rect, ...]  # on the decks
    rows: tuple[Rect, ...]
    gap: Rect | None  # where ranks are not contiguous


def board_layout(
    rows: Sequence[int],
    apart: int | None = None,
    lines: int = 1,
    first: Sequence[int] = (),
    floor: int = FLOOR,
) -> BoardLayout:
    """The layout of rows of these heights, with a gap before the row ``apart`` (from 0).

    ``lines`` is the number of lines below the title; ``first`` are the ranks of people on decks,
    which stand on a floor.
    """
    width = WIDTH - 2 * MARGIN
    head = Rect(MARGIN, HEAD_TOP, width, TITLE + lines * HEAD_LINE)
    top = bottom = (floor if first else head.bottom) + 36
    boxes, gap = [], None
    for n, high in enumerate(rows):
        if n == apart:
            gap = Rect(MARGIN, bottom, width, APART)
            bottom += APART
        boxes.append(Rect(MARGIN, bottom, width, high))
        bottom = boxes[-1].bottom
    if not boxes:
        bottom = floor if first else top + 2 * ROW
    decks = _decks(first, floor)
    faces = tuple(_face(deck, FACES[rank]) for deck, rank in zip(decks, first, strict=True))
    return BoardLayout(bottom + 44, head, decks, faces, tuple(boxes), gap)


def _face(deck: Rect, size: int) -> Rect:
    return Rect(deck.middle[0] - size // 2, deck.y - size + SUNK_FACE, size, size)


def _decks(ranks: Sequence[int], floor: int) -> tuple[Rect, ...]:
    """The decks of the first, the best in the middle."""
    whole = len(ranks) * (DECK + DECK_GAP) - DECK_GAP
    left = (WIDTH - whole) // 2
    places = {place: n for n, place in enumerate(ORDER.get(len(ranks), ()))}
    return tuple(
        Rect(left + places[n] * (DECK + DECK_GAP), floor - TALL[rank], DECK, TALL[rank])
        for n, rank in enumerate(ranks)
    )


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
            games_text(words, row),
            marked=row.user_id == own,
        )
        for row in rows
    ]
    page = board_page(words, board) if board.total > len(board.rows) else ""
    season = board.query.period is not Period.ALL
    head = Head(by_name(words, board.query), _where(board, words), page, season=season)
    first = sum(line.rank in TALL for line in lines[: len(TALL)]) if not board.offset else 0
    return _paint_lines(design, head, lines, apart=apart, first=first)


def paint_champions(design: Design, champions: Champions) -> Canvas:
    """The champions of past seasons, the newest first."""
    words, seasons = design.words, ranks(champion.month for champion in champions.champions)
    lines = [
        BoardLine(
            None,
            champion.user_id,
            champion.name,
            words.number(champion.rating),
            champion_month(words, champion),
            season=min(season, 2),  # those before the newest are alike
        )
        for champion, season in zip(champions.champions, seasons, strict=True)
    ]
    title, _, game = champions_title(words, champions).partition(SEPARATOR)
    head = Head(title, [game], champions_page(words, champions), above=True, season=True)
    first = min(len(TALL), len(lines))
    return _paint_lines(design, head, lines, empty=champions_empty(words), first=first)


@dataclass(frozen=True, slots=True)
class Head:
    """What is above the rows of a board: a title, lines below it, and the page at their right."""

    title: str
    under: Sequence[str]
    page: str
    above: bool = False  # whether the title has a line of its own above the crown of the first
    season: bool = False  # whether it is of a month, which has bunting


def _paint_lines(  # noqa: PLR0913  # two kinds of boards
    design: Design,
    head: Head,
    lines: Sequence[BoardLine],
    *,
    empty: tuple[str, str] | None = None,
    apart: int | None = None,
    first: int = 0,
) -> Canvas:
    """A head and lines below it: the ``first`` on decks, the others on a sheet."""
    above = _above(design, head, 0 if head.above else first)
    best, rest = lines[:first], lines[first:]
    apart = None if apart is None or apart < first else apart - first
    places = [line.rank or line.season for line in best]
    floor = FLOOR + LIFT * head.above
    heights = [OWN if line.marked else ROW for line in rest]
    layout = board_layout(heights, apart, above.lines, places, floor)
    top = BUNTING if head.season else 0
    canvas = Canvas(design, layout.height + top, _lamp(layout, top))
    if head.season:
        paint_bunting(canvas)
        canvas.top = top
    _paint_board_head(canvas, head, above, layout.head)
    for line, place, deck, face in zip(best, places, layout.decks, layout.faces, strict=True):
        _paint_on_deck(canvas, line, deck, face, won=place == 1)
    sheet(canvas, layout.rows[:apart])
    if apart is not None:
        sheet(canvas, layout.rows[apart:])
    for line, box in zip(rest, layout.rows, strict=True):
        _paint_row(canvas, line, box)
    if layout.gap is not None:
        x, y = layout.gap.middle
        for step in (-34, 0, 34):
            canvas.shape("circle", x - 6 + step, y - 6, 12, "muted")
    if empty is not None and not lines:
        paint_note(canvas, layout.head.bottom + 16, 2 * ROW, empty, (53, 116))
    return canvas


def _lamp(layout: BoardLayout, top: int) -> Lamp:
    """The light on the first, or on the head."""
    if layout.decks:
        x, y = layout.faces[0].middle
        return Lamp(x / WIDTH, (y + top) / (layout.height + top), 420, 0.8)
    return Lamp(0.3, (150 + top) / (layout.height + top), 700, 0.66)


@dataclass(frozen=True, slots=True)
class _Above:
    """The lines of a head: at the left, with the style of the title in front, and at the right."""

    title: tuple[str, list[str]]
    left: list[str]
    right: list[str]

    @property
    def lines(self) -> int:
        """How many lines are below the first."""
        return max(len(self.title[1]) - 1 + len(self.left), len(self.right))


def _above(design: Design, head: Head, first: int) -> _Above:
    """The lines of a head; next to a crown they are short, and some are at the right."""
    if not first:
        style = "title" if design.width(head.title, "title") <= WIDTH - 2 * MARGIN else "pile"
        return _Above((style, [head.title]), list(head.under), [])
    left, right = (
        [part for line in some for part in design.lines(line, "small", HEAD_WIDTH)]
        for some in (head.under[:1], head.under[1:])
    )
    if design.width(head.title, "title") <= TITLE_WIDTH:
        return _Above(("title", [head.title]), left, right)
    return _Above(("pile", design.lines(head.title, "pile", TITLE_WIDTH)), left, right)


def _where(board: Board, words: Words) -> list[str]:
    """The games that count in one line, or in two if the least number of games is said."""
    parts = board_where(words, board.query).split(SEPARATOR)
    return [SEPARATOR.join(part) for part in (parts[:2], parts[2:]) if part]


def _paint_board_head(canvas: Canvas, head: Head, above: _Above, at: Rect) -> None:
    style, title = above.title
    for n, line in enumerate(title):
        canvas.text(line, _head_line(at, n), style, "text")
    for n, line in enumerate(above.left, len(title)):
        canvas.text(line, _head_line(at, n), "small", "muted")
    for n, line in enumerate([head.page, *above.right]):
        canvas.text(line, _head_line(at, n), "small", "muted", align="right")


def _head_line(at: Rect, n: int) -> Rect:
    if n == 0:
        return Rect(at.x, at.y, at.w, TITLE)
    return Rect(at.x, at.y + TITLE + 8 + (n - 1) * HEAD_LINE, at.w, HEAD_LINE)


def _paint_on_deck(canvas: Canvas, line: BoardLine, deck: Rect, face: Rect, *, won: bool) -> None:
    """Draw a person on a deck, with rank, name and value on a plate in front of it."""
    canvas.sprite(deck_sprite(canvas.theme, deck.w, deck.h), *deck.corner, over=True)
    if won:
        paint_rays(canvas, face)
    disc(canvas, line.user_id, line.name, face, gold=won or line.marked)
    if won:
        crown = crown_sprite(canvas.theme, CROWN)
        canvas.sprite(crown, face.middle[0] - CROWN // 2, face.y - CROWN + 40, over=True)
    board = Rect(deck.x + 18, deck.y + 76, deck.w - 36, deck.h - 100)
    plate(canvas, board)
    _paint_plate(canvas, line, Rect(board.x + 14, board.y, board.w - 28, board.h), won=won)


def _paint_plate(canvas: Canvas, line: BoardLine, at: Rect, *, won: bool) -> None:
    """Write the rank, the name and the value on a plate, or the season in place of the rank."""
    words, colour = canvas.words, "gold" if line.marked or won else "text"
    name = shown_name(words, line.name)
    if line.rank is None:
        parts = canvas.lines(words("standings.value.rating", value=line.value), "name", at.w)[:2]
        top = at.middle[1] - (2 + len(parts)) * PLATE_LINE // 2
        month = Rect(at.x - 12, top, at.w + 24, PLATE_LINE)
        style = canvas.design.fitting(line.under, ("pile", "name", "small"), month.w)
        canvas.text(line.under, month, style, colour, align="middle")
        below, value = Rect(at.x, month.bottom, at.w, PLATE_LINE), "name"
    else:
        top, rank = at.middle[1] - 108, words.number(line.rank)
        canvas.text(rank, Rect(at.x, top, at.w, 96), "figure", colour, align="middle")
        below, value, parts = Rect(at.x, top + 96, at.w, PLATE_LINE), "pile", [line.value]
    canvas.name(name, below, "text", align="middle")
    for part in parts:
        below = Rect(below.x, below.bottom, below.w, PLATE_LINE)
        canvas.text(part, below, value, colour, align="middle")


def _paint_row(canvas: Canvas, line: BoardLine, box: Rect) -> None:
    """Draw a row; the reader's is a larger strip, wider than the sheet."""
    if line.marked:
        strip(canvas, box, gold=True)
    name = shown_name(canvas.words, line.name)
    box = person(canvas, box, Depicted(line.user_id, line.name), rank=line.rank)
    style = "title" if line.marked else "points"
    room = box.w - 24 - canvas.text(line.value, box, style, "ink", align="right")
    for under in (line.under, line.under.partition(SEPARATOR)[0]):
        used = canvas.width(under, "small") + 28
        if line.rank is None or canvas.width(name, "name") + used <= room:
            at = Rect(box.x + room - used, box.y, used, box.h)
            canvas.text(under, at, "small", "ink_muted", align="right")
            room -= used
            break
    style = canvas.design.fitting(name, ("pile", "name")[not line.marked :], room)
    canvas.text(name, Rect(box.x, box.y, room, box.h), style, "ink")


def paint_note(
    canvas: Canvas, top: int, height: int, sentences: tuple[str, str], tops: tuple[int, int]
) -> None:
    """Two sentences where there is nothing else to show."""
    box = Rect(MARGIN, top, WIDTH - 2 * MARGIN, height)
    styles = (("name", "text"), ("small", "muted"))
    for sentence, shift, (style, colour) in zip(sentences, tops, styles, strict=True):
        for n, part in enumerate(canvas.lines(sentence, style, box.w)):
            line = Rect(box.x, top + shift + n * 56, box.w, 50)
            canvas.text(part, line, style, colour, align="middle")
