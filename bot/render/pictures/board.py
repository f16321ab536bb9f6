"""Pictures of a leaderboard and of the champions of past seasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

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
from bot.render.engine.canvas import Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.shapes import area, oval, smooth
from bot.render.engine.sprites import Sprite, sprite_of
from bot.render.engine.theme import Theme, contrast, mixed
from bot.render.pieces.materials import disc, seam
from bot.scores.results import Board, Champions

MARGIN = 52
BOARD_HEAD, HEAD_LINE, ROW, APART = 214, 54, 124, 60
SEPARATOR = " · "
MEDAL = (76, 96)  # width and height
METALS = ("brass", "silver", "bronze")


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A leaderboard: a head, then rows, with a gap where ranks are not contiguous."""

    height: int
    head: Rect  # the title and the games that count
    rows: tuple[Rect, ...]
    gap: Rect | None  # where ranks are not contiguous


def board_layout(rows: int, apart: int | None = None, lines: int = 1) -> BoardLayout:
    """The layout of a number of rows, with a gap before the row ``apart`` (from 0).

    ``lines`` is the number of lines below the title.
    """
    first = BOARD_HEAD + (lines - 1) * HEAD_LINE
    tops = [first + ROW * n + (APART if apart and n >= apart else 0) for n in range(rows)]
    width = WIDTH - 2 * MARGIN
    boxes = tuple(Rect(MARGIN, top, width, ROW) for top in tops)
    gap = Rect(MARGIN, tops[apart] - APART, width, APART) if apart else None
    head = Rect(MARGIN, 44, width, first - 60)
    bottom = boxes[-1].bottom if boxes else first + 2 * ROW
    return BoardLayout(bottom + 40, head, boxes, gap)


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The words of a row of a board."""

    rank: int  # from 1; the first three have medals
    user_id: int
    name: str  # empty if it is not known
    value: str
    under: str  # below the name
    marked: bool = False  # whether the row is outlined


def paint_board(design: Design, board: Board) -> Canvas:
    """A page of people with the reader's row outlined, which is added if it is not among them."""
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
    return _paint_lines(design, head, lines, apart=apart)


def paint_champions(design: Design, champions: Champions) -> Canvas:
    """The champions of past seasons, the newest first."""
    words = design.words
    lines = [
        BoardLine(
            1,
            champion.user_id,
            champion.name,
            words.number(champion.rating),
            champion_games(words, champion),
        )
        for champion in champions.champions
    ]
    title, _, game = champions_title(words, champions).partition(SEPARATOR)
    head = Head(title, [game], champions_page(words, champions))
    return _paint_lines(design, head, lines, champions_empty(words))


@dataclass(frozen=True, slots=True)
class Head:
    """What is above the rows of a board: a title, lines below it, and the page at their right."""

    title: str
    under: Sequence[str]
    page: str


def _paint_lines(
    design: Design,
    head: Head,
    lines: Sequence[BoardLine],
    empty: tuple[str, str] | None = None,
    apart: int | None = None,
) -> Canvas:
    layout = board_layout(len(lines), apart, len(head.under))
    canvas = Canvas(design, layout.height, Lamp(0.3, 150 / layout.height, 700, 0.66))
    _paint_board_head(canvas, head, layout.head)
    for n, (line, box) in enumerate(zip(lines, layout.rows, strict=True)):
        if n and n != apart:
            seam(canvas, box.x, box.y, box.w)
        _paint_row(canvas, line, box)
    if layout.gap is not None:
        x, y = layout.gap.middle
        for step in (-34, 0, 34):
            canvas.shape("circle", x - 6 + step, y - 6, 12, "muted")
    if empty is not None and not lines:
        paint_note(canvas, layout.head.bottom + 16, 2 * ROW, empty, (53, 116))
    return canvas


def _where(board: Board, words: Words) -> list[str]:
    """The games that count in one line, or in two if the least number of games is said."""
    parts = board_where(words, board.query).split(SEPARATOR)
    return [SEPARATOR.join(part) for part in (parts[:2], parts[2:]) if part]


def _paint_board_head(canvas: Canvas, head: Head, at: Rect) -> None:
    canvas.shape("crown", at.x, at.y, 88, "gold")
    title = Rect(at.x + 116, at.y, at.w - 116, 84)
    canvas.text(head.title, title, "title", "text")
    for n, line in enumerate(head.under):
        under = Rect(at.x, title.bottom + 8 + n * HEAD_LINE, at.w, 54)
        canvas.text(line, under, "small", "muted")
    if head.page:
        canvas.text(head.page, under, "small", "muted", align="right")


def _paint_row(canvas: Canvas, line: BoardLine, box: Rect) -> None:
    if line.marked:
        outline = Rect(box.x - 14, box.y + 6, box.w + 28, box.h - 10)
        canvas.panel(outline, "gold", 24, 5)
    _paint_rank(canvas, line.rank, Rect(box.x, box.y, 104, box.h))
    face = Rect(box.x + 116, box.y + 17, 90, 90)
    disc(canvas, line.user_id, line.name, face)
    reached = Rect(box.right - 340, box.y, 340, box.h)
    colour = "gold" if line.marked else "text"
    width = canvas.text(line.value, reached, "title", colour, align="right")
    room = box.right - width - 24 - (face.right + 22)
    name = Rect(face.right + 22, box.y + 10, room, 54)
    canvas.text(shown_name(canvas.words, line.name), name, "name", colour)
    under = Rect(name.x, name.bottom, room, 48)
    canvas.text(line.under, under, "small", "muted")


def _paint_rank(canvas: Canvas, rank: int, at: Rect) -> None:
    if rank <= len(METALS):
        _paint_medal(canvas, rank, at.middle[0] - MEDAL[0] // 2, at.middle[1] - MEDAL[1] // 2)
        return
    number = canvas.words.number(rank)
    style = "number" if canvas.width(number, "number") <= at.w else "small"
    canvas.text(number, at, style, "muted", align="middle")


def _paint_medal(canvas: Canvas, rank: int, x: int, y: int) -> None:
    """Draw a medal with its number, on a ribbon, with its upper left corner at a point."""
    metal, width = METALS[rank - 1], MEDAL[0]
    canvas.sprite(_medal(canvas.theme, metal), x, y)
    ground = canvas.theme[metal]
    ink = max(("ink", "shadow"), key=lambda name: contrast(canvas.theme[name], ground))
    number = Rect(x, y + MEDAL[1] - width, width, width)
    canvas.text(canvas.words.number(rank), number, "number", ink, align="middle")


@lru_cache(maxsize=12)
def _medal(theme: Theme, metal: str) -> Sprite:
    """A ribbon and a coin with a ring near its edge."""
    tails = (
        area((left, 0), (left + side, 0), (foot + side, 0.5), (foot, 0.5))
        for left, foot, side in ((0.1, 0.3, 0.34), (0.9, 0.7, -0.34))
    )
    top = (MEDAL[1] - MEDAL[0]) / MEDAL[0]
    ribbon = smooth(MEDAL, *tails)
    whole, ring, inner = (
        smooth(MEDAL, oval(inset, top + inset, 1 - inset, top + 1 - inset))
        for inset in (0.0, 0.09, 0.13)
    )
    image = Image.new("RGB", MEDAL, theme["back_light"])
    image.paste(theme[metal], (0, 0), whole)
    image.paste(mixed(theme[metal], theme["ink"], 0.45), (0, 0), ring)
    image.paste(theme[metal], (0, 0), inner)
    cover = Image.composite(whole, ribbon, whole)
    return sprite_of(theme, image, cover, 120)


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
