"""The picture of a leaderboard's page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.i18n import Words
from bot.i18n.standings import (
    board_empty,
    board_page,
    board_where,
    by_name,
    games_text,
    own_elsewhere,
    value_text,
)
from bot.scores.results import Board, BoardRow, By

from .canvas import Canvas
from .layout import MARGIN, WIDTH, Rect
from .shapes import rounded, smooth
from .text import initials
from .theme import Theme, contrast

HEAD, ROW, GAP, APART = 168, 112, 12, 56
MEDAL = (76, 96)  # width and height
METALS = ("glow", "silver", "bronze")


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A leaderboard: a head, then rows; between what does not follow one another is a gap.

    Attributes:
        height: of the picture.
        head: title, and what it counts.
        rows: the boxes of the rows, in the order in which they are shown.
        gap: where the gap is; None without one.
    """

    height: int
    head: Rect
    rows: tuple[Rect, ...]
    gap: Rect | None


def board_layout(rows: int, apart: int | None = None) -> BoardLayout:
    """The layout of so many rows, with a gap before the row ``apart`` (from 0)."""
    tops = [HEAD + (ROW + GAP) * n + (APART if apart and n >= apart else 0) for n in range(rows)]
    width = WIDTH - 2 * MARGIN
    boxes = tuple(Rect(MARGIN, top, width, ROW) for top in tops)
    gap = Rect(MARGIN, tops[apart] - GAP - APART, width, APART + GAP) if apart else None
    head = Rect(MARGIN + 8, 20, width - 16, HEAD - 36)
    bottom = boxes[-1].bottom if boxes else HEAD + 2 * ROW
    return BoardLayout(bottom + MARGIN, head, boxes, gap)


def disc(canvas: Canvas, user_id: int, name: str, at: Rect) -> None:
    """Somebody's initials on a round ground, which is of the same colour in every picture."""
    theme, letters = canvas.theme, initials(name)
    ground = theme.seats[user_id % len(theme.seats)]
    ink = max(("ink", "text"), key=lambda each: contrast(theme[each], ground))
    canvas.image.paste(ground, (at.x, at.y), rounded(at.w, at.h, at.w // 2))
    style = "name" if canvas.width(letters, "name") <= at.w - 32 else "strong"
    canvas.text(letters, Rect(at.x + 8, at.y, at.w - 16, at.h), style, ink, align="middle")


def paint_board(board: Board, words: Words, theme: Theme) -> Canvas:
    """The page, the asker's row outlined; it stands before or after the page if it is not on it."""
    own = own_elsewhere(board)
    before = bool(own and board.rows and own[0].rank < board.rows[0].rank)
    rows = (*own, *board.rows) if before else (*board.rows, *own)
    apart = (1 if before else len(board.rows)) if own and board.rows else None
    layout = board_layout(len(rows), apart)
    canvas = Canvas(theme, words, layout.height)
    _paint_head(canvas, board, layout.head)
    for row, box in zip(rows, layout.rows, strict=True):
        marked = board.own is not None and row.user_id == board.own.user_id
        _paint_row(canvas, board.query.by, row, box, marked=marked)
    if layout.gap is not None:
        _paint_gap(canvas, layout.gap)
    if not rows:
        _paint_empty(canvas, board)
    return canvas


def _paint_head(canvas: Canvas, board: Board, at: Rect) -> None:
    canvas.shape("crown", at.x, at.y + 2, 68, canvas.theme["glow"])
    room = at.w - 92
    if board.rows and board.total > len(board.rows):
        page = board_page(canvas.words, board)
        room -= 24 + canvas.text(page, Rect(at.x, at.y, at.w, 76), "small", "muted", align="right")
    title = Rect(at.x + 92, at.y, room, 76)
    canvas.text(by_name(canvas.words, board.query.by), title, "title", "text")
    under = Rect(at.x, title.bottom + 4, at.w, 48)
    canvas.text(board_where(canvas.words, board.query), under, "label", "muted")


def _paint_row(canvas: Canvas, by: By, row: BoardRow, box: Rect, *, marked: bool) -> None:
    canvas.panel(box, "panel_turn" if marked else "panel")
    if marked:
        canvas.panel(box, "glow", 24, 4)
    _paint_rank(canvas, row.rank, Rect(box.x + 16, box.y, 104, box.h))
    face = Rect(box.x + 132, box.y + 18, 76, 76)
    disc(canvas, row.user_id, row.name, face)
    value = value_text(canvas.words, by, row.value)
    reached = Rect(box.right - 324, box.y, 300, box.h)
    width = canvas.text(value, reached, "title", "text", align="right")
    room = box.right - 24 - width - 24 - (face.right + 20)
    name = Rect(face.right + 20, box.y + 9, room, 50)
    canvas.text(row.name or canvas.words("standings.nameless"), name, "name", "text")
    games = Rect(name.x, name.bottom, room, 42)
    canvas.text(games_text(canvas.words, row), games, "small", "muted")


def _paint_rank(canvas: Canvas, rank: int, at: Rect) -> None:
    if rank <= len(METALS):
        medal(canvas, rank, at.middle[0] - MEDAL[0] // 2, at.middle[1] - MEDAL[1] // 2)
        return
    number = canvas.words.number(rank)
    style = "number" if canvas.width(number, "number") <= at.w else "small"
    canvas.text(number, at, style, "muted", align="middle")


def medal(canvas: Canvas, rank: int, x: int, y: int) -> None:
    """A medal with its number, on a ribbon; its upper left corner at a point."""
    metal, theme = METALS[rank - 1], canvas.theme
    ribbon, disc = _medal()
    canvas.image.paste(theme["back_light"], (x, y), ribbon)
    canvas.image.paste(theme[metal], (x, y), disc)
    ink = max(("ink", "shadow"), key=lambda each: contrast(theme[each], theme[metal]))
    width = MEDAL[0]
    number = Rect(x, y + MEDAL[1] - width, width, width)
    canvas.text(canvas.words.number(rank), number, "number", ink, align="middle")


@lru_cache(maxsize=1)
def _medal() -> tuple[Image.Image, Image.Image]:
    """The ribbon, and the disc with a ring left out, as masks."""

    def tails(draw: ImageDraw.ImageDraw, big: int) -> None:
        for left, foot in ((0.1, 0.3), (0.9, 0.7)):
            side = 0.34 if left < foot else -0.34
            points = [(left, 0), (left + side, 0), (foot + side, 0.5), (foot, 0.5)]
            draw.polygon([(big * px, big * py) for px, py in points], fill=255)

    def coin(draw: ImageDraw.ImageDraw, big: int) -> None:
        top = big * MEDAL[1] / MEDAL[0] - big
        for inset, fill in ((0.02, 255), (0.09, 0), (0.125, 255)):
            edge = big * inset
            draw.ellipse((edge, top + edge, big - edge, top + big - edge), fill=fill)

    return smooth(MEDAL, tails), smooth(MEDAL, coin)


def _paint_gap(canvas: Canvas, at: Rect) -> None:
    for step in (-1, 0, 1):
        x, y = at.middle[0] - 6 + 34 * step, at.middle[1] - 6
        canvas.shape("circle", x, y, 12, canvas.theme["muted"])


def _paint_empty(canvas: Canvas, board: Board) -> None:
    box = Rect(MARGIN, HEAD, WIDTH - 2 * MARGIN, 2 * ROW)
    canvas.panel(box, "panel")
    said, more = board_empty(canvas.words, board.query)
    upper = Rect(box.x + 24, box.y + 48, box.w - 48, 60)
    canvas.text(said, upper, "name", "text", align="middle")
    lower = Rect(upper.x, upper.bottom + 8, upper.w, 50)
    canvas.text(more, lower, "label", "muted", align="middle")
