"""The score sheet: a paper with a row for each player, and their newest hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.celebration import crown_sprite
from bot.render.pieces.materials import paper
from bot.render.pieces.score_card import PIP_HEIGHT, paint_pips
from bot.rules.events import HandEnded
from bot.rules.views import PlayerView, SeatView

MOST_HANDS = 3  # the newest; the total holds all
MARGIN, EDGE = 44, 26  # around the paper, and inside it
HEAD, ROW, KEY = 82, 154, 76
FACE, HAND, TOTAL = 108, 104, 222  # widths of the columns but that of the names
CHECK, KEY_CHECK, CROWN = 38, 34, 72
BELOW = (12, 14)  # how far the sheet below the paper is seen


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The row of a player."""

    row: Rect
    face: Rect
    name: Rect
    phases: Rect
    hands: tuple[Rect, ...]
    total: Rect


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The score sheet."""

    height: int
    paper: Rect
    head: Rect
    rows: tuple[SheetRow, ...]
    key: Rect  # the line that explains the check


def sheet_layout(players: int, hands: int) -> SheetLayout:
    """The score sheet's layout for numbers of players and of hands shown."""
    width = WIDTH - 2 * MARGIN - BELOW[0]
    head = Rect(MARGIN, MARGIN, width, HEAD)
    rows = tuple(
        _row(Rect(MARGIN, head.bottom + ROW * place, width, ROW), hands) for place in range(players)
    )
    key = Rect(MARGIN + EDGE, rows[-1].row.bottom, width - 2 * EDGE, KEY if hands else 16)
    sheet = Rect(MARGIN, MARGIN, width, key.bottom - MARGIN)
    return SheetLayout(sheet.bottom + MARGIN + BELOW[1], sheet, head, rows, key)


def _row(row: Rect, hands: int) -> SheetRow:
    face = Rect(row.x + EDGE, row.y + (ROW - FACE) // 2, FACE, FACE)
    total = Rect(row.right - EDGE - TOTAL, row.y, TOTAL, ROW)
    first = total.x - 10 - HAND * hands
    left = face.right + 24
    name = Rect(left, row.y + 18, first - 12 - left, 60)
    places = tuple(Rect(first + HAND * n, row.y, HAND, ROW) for n in range(hands))
    return SheetRow(row, face, name, Rect(left, row.y + 90, name.w, PIP_HEIGHT), places, total)


def paint_score_sheet(
    design: Design,
    view: PlayerView,
    hands: Sequence[HandEnded],
    avatars: Sequence[Avatar] = (),
) -> Canvas:
    """For each player the phases, the points of the newest hands, and the total; best first."""
    newest = hands[-MOST_HANDS:]
    layout = sheet_layout(len(view.seats), len(newest))
    canvas = Canvas(design, layout.height, Lamp(0.4, 0.3, 640, 0.66))
    sheet = layout.paper
    paper(canvas, Rect(sheet.x + BELOW[0], sheet.y + BELOW[1], sheet.w, sheet.h))
    paper(canvas, sheet)
    totals = hands[-1].totals if hands else [seat.total for seat in view.seats]
    standing = [(-len(seat.completed), totals[seat.seat]) for seat in view.seats]
    _paint_head(canvas, layout, newest)
    by_place = sorted(view.seats, key=lambda seat: standing[seat.seat])
    for seat, row in zip(by_place, layout.rows, strict=True):
        leads = bool(hands) and standing[seat.seat] == min(standing)
        _paint_row(canvas, seat, row, leads=leads, avatar=avatar_of(avatars, seat.seat))
        paint_pips(canvas, row.phases, len(view.phases), seat.completed)
        for hand, box in zip(newest, row.hands, strict=True):
            _paint_hand(canvas, box, hand.points[seat.seat], laid=hand.completed[seat.seat])
        total = canvas.words.number(totals[seat.seat])
        canvas.text(total, row.total, "title", "ink", align="right")
    if newest:
        line = layout.key
        canvas.panel(Rect(sheet.x + 3, line.y, sheet.w - 6, 2), "paper_line", 0)
        line = canvas.shape_before("check", line, KEY_CHECK, "done", 14)
        canvas.text(canvas.words("pictures.key.phase"), line, "small", "done")
    return canvas


def _paint_head(canvas: Canvas, layout: SheetLayout, hands: Sequence[HandEnded]) -> None:
    """The numbers of the hands and the word for the total above their columns."""
    words, head, first = canvas.words, layout.head, layout.rows[0]
    if hands:
        at = Rect(first.name.x, head.y, first.name.w, head.h)
        canvas.text(words("reviews.hand_axis"), at, "small", "ink_muted", align="right")
    for hand, box in zip(hands, first.hands, strict=True):
        at = Rect(box.x, head.y, box.w, head.h)
        canvas.text(words.number(hand.hand), at, "small", "ink_muted", align="middle")
    at = Rect(first.total.x, head.y, first.total.w, head.h)
    canvas.text(words("pictures.key.total"), at, "small", "ink_muted", align="right")


def _paint_row(
    canvas: Canvas, seat: SeatView, row: SheetRow, *, leads: bool, avatar: Avatar
) -> None:
    """The line above a row, and who it is; who leads has a darker row and a crown."""
    at = row.row
    if leads:
        canvas.panel(Rect(at.x + 3, at.y, at.w - 6, at.h), "paper_shade", 0)
    canvas.panel(Rect(at.x + 3, at.y, at.w - 6, 2), "paper_line", 0)
    canvas.face(seat, row.face, avatar, gold=leads)
    if leads:
        crown = crown_sprite(canvas.theme, CROWN)
        canvas.sprite(crown, row.face.middle[0] - CROWN // 2, row.face.y - CROWN // 2, over=True)
    canvas.text(seat.name, row.name, "name", "ink")


def _paint_hand(canvas: Canvas, box: Rect, points: int, *, laid: bool) -> None:
    """The points of a hand, above a check if the phase was completed in it."""
    at = Rect(box.x, box.y + 18, box.w, 60)
    canvas.text(canvas.words.number(points), at, "pile", "ink_muted", align="middle")
    if laid:
        canvas.shape("check", box.middle[0] - CHECK // 2, box.y + 90, CHECK, "done")
