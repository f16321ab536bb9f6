"""The score sheet: for each player the phases, the points of the newest hand, and the total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import Rect
from bot.render.pieces.paper_rows import (
    FACES,
    RAIL,
    PaperRows,
    paint_papers,
    paper_rows,
    person,
    rail,
    small_card,
)
from bot.rules.events import HandEnded
from bot.rules.views import PlayerView, SeatView

TOP, BELOW = 34, 44
HEIGHTS = (206, 160)  # of the row of who leads, and of the others
TOTAL = 262  # width of the column of totals
CARD, GAP, TALL = 64, 5, 60  # a phase's card, between cards, its height
NAMES = ("title", "pile", "name")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The row of a player; what is in it is at the right of the face."""

    row: Rect
    name: Rect
    cards: Rect
    total: Rect
    newest: Rect  # the points of the newest hand


def sheet_layout(players: int, leaders: int) -> tuple[PaperRows, tuple[SheetRow, ...]]:
    """The papers of a number of players, and what is on them."""
    papers = paper_rows(TOP + RAIL, HEIGHTS, leaders, players - leaders)
    return papers, tuple(map(_row, papers.all))


def _row(row: Rect) -> SheetRow:
    left, high = row.x + FACES + 40, row.h == HEIGHTS[0]
    cards = Rect(left, row.bottom - TALL - (26 if high else 18), 10 * (CARD + GAP), TALL)
    total = Rect(row.right - 22 - TOTAL, row.y + 10, TOTAL, cards.y - row.y - 14)
    name = Rect(left, total.y, total.x - left, total.h)
    newest = Rect(cards.right, cards.y, total.right - cards.right, cards.h)
    return SheetRow(row, name, cards, total, newest)


def paint_score_sheet(
    design: Design,
    view: PlayerView,
    hands: Sequence[HandEnded],
    avatars: Sequence[Avatar] = (),
) -> Canvas:
    """The players, best first, with a larger row for who leads."""
    words = design.words
    totals = hands[-1].totals if hands else [seat.total for seat in view.seats]
    standing = [(-len(seat.completed), totals[seat.seat]) for seat in view.seats]
    leaders = standing.count(min(standing)) if hands else 0
    papers, rows = sheet_layout(len(view.seats), leaders)
    height = rows[-1].row.bottom + BELOW
    canvas = Canvas(design, height, Lamp(0.3, (TOP + RAIL + 100) / height, 560, 0.66))
    paint_papers(canvas, papers)
    line = rail(canvas, TOP)
    if hands:
        hand = words("pictures.hand", hand=words.number(hands[-1].hand))
        line = line.after(canvas.text(hand, line, "name", "text") + 24)
    canvas.text(words("pictures.key.order"), line, "small", "text", align="right")
    by_place = sorted(view.seats, key=lambda seat: standing[seat.seat])
    for place, (seat, row) in enumerate(zip(by_place, rows, strict=True)):
        leads, avatar = place < leaders, avatar_of(avatars, seat.seat)
        person(canvas, row.row, seat, avatar, gold=leads)
        style = design.fitting(seat.name, NAMES[not leads :], row.name.w)
        canvas.text(seat.name, row.name, style, "ink")
        _paint_phases(canvas, row.cards, len(view.phases), seat)
        total = words.number(totals[seat.seat])
        canvas.text(total, row.total, "figure" if leads else "points", "ink", align="right")
        if hands:
            newest = f"+{words.number(hands[-1].points[seat.seat])}"
            canvas.text(newest, row.newest, "number", "ink_muted", align="right")
    return canvas


def _paint_phases(canvas: Canvas, at: Rect, phases: int, seat: SeatView) -> None:
    """A small card for each phase: laid, tried or still to come."""
    for phase in range(1, phases + 1):
        card = Rect(at.x + (CARD + GAP) * (phase - 1), at.y, CARD, at.h)
        laid, tried = phase in seat.completed, phase == seat.trying
        label = canvas.words.number(phase) if laid or tried else ""
        small_card(canvas, card, label, laid=laid, now=tried)
