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
    champion_games,
    champions_empty,
    champions_page,
    champions_title,
    games_text,
    shown_name,
    value_text,
)
from bot.render.engine.canvas import Avatar, Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.celebration import crown_sprite, deck_sprite, paint_rays
from bot.render.pieces.materials import NO_PICTURE, disc, paper, plate
from bot.scores.results import Board, Champions, ranks

MARGIN = 52
HEAD_TOP, TITLE, HEAD_LINE = 44, 84, 54
TITLE_WIDTH, HEAD_WIDTH = 440, 390  # left of the crown of the first, and of its rays
FLOOR = 778  # below the decks of the first three
DECK, DECK_GAP = 352, 16
TALL = {1: 424, 2: 356, 3: 330}  # heights of the decks by rank
FACES = {1: 204, 2: 164, 3: 148}
SUNK_FACE, CROWN = 24, 118
ORDER = {1: (0,), 2: (0, 1), 3: (1, 0, 2)}  # of the first on their decks, from left to right
LIFT = 84  # how much lower the decks stand under a title with a line of its own
ROW, APART, STRIP = 102, 44, 12
SCORE, SUM = 104, 150  # widths of the columns of a board that has them
LEADER = 56  # the crown of who leads on a sheet
PLATE_LINE = 58
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
    rows: int,
    apart: int | None = None,
    lines: int = 1,
    first: Sequence[int] = (),
    floor: int = FLOOR,
) -> BoardLayout:
    """The layout of a number of rows, with a gap before the row ``apart`` (from 0).

    ``lines`` is the number of lines below the title; ``first`` are the ranks of people on decks,
    which stand on a floor.
    """
    width = WIDTH - 2 * MARGIN
    head = Rect(MARGIN, HEAD_TOP, width, TITLE + lines * HEAD_LINE)
    top = (floor if first else head.bottom) + 36
    tops = [top + ROW * n + (APART if apart is not None and n >= apart else 0) for n in range(rows)]
    boxes = tuple(Rect(MARGIN, at, width, ROW) for at in tops)
    gap = Rect(MARGIN, tops[apart] - APART, width, APART) if apart is not None else None
    bottom = boxes[-1].bottom if boxes else (floor if first else top + 2 * ROW)
    decks = _decks(first, floor)
    faces = tuple(_face(deck, FACES[rank]) for deck, rank in zip(decks, first, strict=True))
    return BoardLayout(bottom + 44, head, decks, faces, boxes, gap)


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
    scores: Sequence[str] = ()  # in columns between name and value
    avatar: Avatar = NO_PICTURE
    out: bool = False  # whether they do not play any more
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
    head = Head(by_name(words, board.query), _where(board, words), page)
    first = sum(line.rank in TALL for line in lines[: len(TALL)]) if not board.offset else 0
    return paint_lines(design, head, lines, apart=apart, first=first)


def paint_champions(design: Design, champions: Champions) -> Canvas:
    """The champions of past seasons, the newest first."""
    words, seasons = design.words, ranks(champion.month for champion in champions.champions)
    lines = [
        BoardLine(
            None,
            champion.user_id,
            champion.name,
            words.number(champion.rating),
            champion_games(words, champion),
            season=season,
        )
        for champion, season in zip(champions.champions, seasons, strict=True)
    ]
    title, _, game = champions_title(words, champions).partition(SEPARATOR)
    head = Head(title, [game], champions_page(words, champions), above=True)
    first = min(len(TALL), len(lines))
    return paint_lines(design, head, lines, empty=champions_empty(words), first=first)


@dataclass(frozen=True, slots=True)
class Head:
    """What is above the rows of a board: a title, lines below it, and the page at their right."""

    title: str
    under: Sequence[str]
    page: str
    above: bool = False  # whether the title has a line of its own above the crown of the first


def paint_lines(  # noqa: PLR0913  # three kinds of boards
    design: Design,
    head: Head,
    lines: Sequence[BoardLine],
    *,
    keys: BoardLine | None = None,
    empty: tuple[str, str] | None = None,
    apart: int | None = None,
    first: int = 0,
) -> Canvas:
    """A head and lines below it: the ``first`` on decks, the others on a sheet.

    ``keys`` are what stands above the columns of a sheet.
    """
    above = _above(design, head, 0 if head.above else first)
    best, rest = lines[:first], lines[first:]
    apart = None if apart is None or apart < first else apart - first
    places = [line.rank or line.season for line in best]
    floor = FLOOR + LIFT * head.above
    layout = board_layout(len(rest) + (keys is not None), apart, above.lines, places, floor)
    canvas = Canvas(design, layout.height, _lamp(layout))
    _paint_board_head(canvas, head, above, layout.head)
    for line, place, deck, face in zip(best, places, layout.decks, layout.faces, strict=True):
        _paint_on_deck(canvas, line, deck, face, won=place == 1)
    if rest:
        last = len(layout.rows) if apart is None else apart
        _paint_sheet(canvas, layout.rows[:last])
        _paint_sheet(canvas, layout.rows[last:])
    rows: Sequence[Rect] = layout.rows
    if keys is not None:
        key, *rows = rows
        room = _paint_scores(canvas, keys, key, "small") - key.x
        at = Rect(key.x, key.y, room - 12, key.h)
        canvas.text(keys.name, at, "small", "ink_muted", align="right")
    for line, box in zip(rest, rows, strict=True):
        _paint_row(canvas, line, box)
    if layout.gap is not None:
        x, y = layout.gap.middle
        for step in (-34, 0, 34):
            canvas.shape("circle", x - 6 + step, y - 6, 12, "muted")
    if empty is not None and not lines:
        paint_note(canvas, layout.head.bottom + 16, 2 * ROW, empty, (53, 116))
    return canvas


def _lamp(layout: BoardLayout) -> Lamp:
    """The light on the first, or on the head."""
    if layout.decks:
        x, y = layout.faces[0].middle
        return Lamp(x / WIDTH, y / layout.height, 420, 0.8)
    return Lamp(0.3, 150 / layout.height, 700, 0.66)


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
    """Write the rank, the name and the value on a plate, or the season if there is no rank."""
    words, colour = canvas.words, "gold" if line.marked or won else "text"
    name = shown_name(words, line.name)
    if line.rank is None:
        season = line.under if won else line.under.partition(SEPARATOR)[0]
        parts = canvas.lines(season, "small", at.w)[:2]
        top = at.middle[1] - (2 + len(parts)) * PLATE_LINE // 2
        below = Rect(at.x, top, at.w, PLATE_LINE)
        for n, part in enumerate(parts, 2):
            low = Rect(at.x, below.y + n * PLATE_LINE, at.w, PLATE_LINE)
            canvas.text(part, low, "small", "text", align="middle")
    else:
        top, rank = at.middle[1] - 108, words.number(line.rank)
        canvas.text(rank, Rect(at.x, top, at.w, 96), "figure", colour, align="middle")
        below = Rect(at.x, top + 96, at.w, PLATE_LINE)
    canvas.name(name, below, "text", align="middle")
    value = Rect(below.x, below.bottom, below.w, PLATE_LINE)
    canvas.text(line.value, value, "pile", colour, align="middle")


def _paint_sheet(canvas: Canvas, rows: Sequence[Rect]) -> None:
    """Draw the paper for rows, with lines between them."""
    if not rows:
        return
    top, bottom = rows[0].y, rows[-1].bottom
    paper(canvas, Rect(MARGIN, top, WIDTH - 2 * MARGIN, bottom - top))
    for row in rows[1:]:
        canvas.panel(Rect(row.x + 24, row.y - 1, row.w - 48, 3), "paper_line", 0)


def _paint_row(canvas: Canvas, line: BoardLine, box: Rect) -> None:
    """Draw a row; the reader's is a strip wider than the sheet, with a gold edge."""
    if line.marked:
        strip = Rect(box.x - STRIP, box.y - 2, box.w + 2 * STRIP, box.h + 4)
        canvas.panel(strip, "brass_dark", 20)
        canvas.panel(Rect(strip.x + 2, strip.y + 2, strip.w - 4, strip.h - 4), "brass", 18)
        canvas.panel(Rect(strip.x + 9, strip.y + 9, strip.w - 18, strip.h - 18), "paper", 12)
    rank = Rect(box.x + 16, box.y, 0 if line.rank is None else 92, box.h)
    if line.rank is not None:
        number = canvas.words.number(line.rank)
        style = "number" if canvas.width(number, "number") <= rank.w else "small"
        ink = "ink" if line.marked else "ink_muted"
        canvas.text(number, rank, style, ink, align="middle")
    face = Rect(rank.right + 8, box.y + 11, 80, 80)
    leads = bool(line.scores) and line.rank == 1
    disc(canvas, line.user_id, line.name, face, avatar=line.avatar, gold=leads)
    if line.scores:
        if leads:
            crown = crown_sprite(canvas.theme, LEADER)
            canvas.sprite(crown, face.middle[0] - LEADER // 2, face.y - 38, over=True)
        room = _paint_scores(canvas, line, box, "pile") - face.right - 40
        at = Rect(face.right + 20, box.y, room, box.h)
        at = at.after(canvas.name(line.name, at, "ink_muted" if line.out else "ink") + 20)
        if canvas.width(line.under, "small") <= at.w:
            canvas.text(line.under, at, "small", "ink_muted")
        return
    reached = Rect(box.right - 360, box.y, 330, box.h)
    width = canvas.text(line.value, reached, "pile", "ink", align="right")
    left = face.right + 20
    room = reached.right - width - 24 - left
    name = shown_name(canvas.words, line.name)
    for under in (line.under, line.under.partition(SEPARATOR)[0]):
        used = canvas.width(under, "small") + 28
        if canvas.width(name, "name") + used <= room or (line.rank is None and under != line.under):
            at = Rect(left + room - used, box.y, used, box.h)
            canvas.text(under, at, "small", "ink_muted", align="right")
            room -= used
            break
    canvas.text(name, Rect(left, box.y, room, box.h), "name", "ink")


def _paint_scores(canvas: Canvas, line: BoardLine, box: Rect, style: str) -> int:
    """Write the columns of a row from the right; returns where they begin."""
    colour = "ink_muted" if style == "small" else "ink"
    right = box.right - 30
    if line.value:
        total = Rect(right - SUM, box.y, SUM, box.h)
        canvas.text(line.value, total, style, colour, align="right")
        right = total.x
    for n, score in enumerate(reversed(line.scores), 1):
        column = Rect(right - n * SCORE, box.y, SCORE, box.h)
        canvas.text(score, column, style, "ink_muted", align="middle")
    return right - len(line.scores) * SCORE


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
