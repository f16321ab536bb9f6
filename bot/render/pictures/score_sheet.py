"""The score sheet: for each player the phase, the total, and the points of the newest hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.design import Design
from bot.render.engine.geometry import Rect
from bot.render.pieces.paper_rows import FACES, PaperRows, person
from bot.render.pieces.score_card import (
    HEIGHTS,
    name_and_total,
    paint_sheet,
    phase_cards,
    sheet_rows,
)
from bot.rules.events import HandEnded
from bot.rules.views import PlayerView, SeatView

TOP = 34
PHASE, EDGE, CORNER = 128, 7, 16  # the card of the present phase
CHECK = 72
PIP, GAP, TALL = 46, 8, 40  # the cards of all phases


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The row of a player; what is in it is at the right of the face."""

    row: Rect
    phase: Rect  # a card
    line: Rect  # the name and the total
    pips: Rect
    newest: Rect  # the points of the newest hand


def sheet_layout(players: int, leaders: int) -> tuple[PaperRows, tuple[SheetRow, ...]]:
    """The papers of a number of players, and what is on them."""
    papers = sheet_rows(players, leaders, TOP)
    return papers, tuple(map(_row, papers.all))


def _row(row: Rect) -> SheetRow:
    inset = 20 if row.h == HEIGHTS[0] else 14
    phase = Rect(row.x + FACES + 40, row.y + inset, PHASE, row.h - 2 * inset - 6)
    left, right = phase.right + 24, row.right - 22
    pips = Rect(left, phase.bottom - TALL - 4, 10 * (PIP + GAP), TALL)
    line = Rect(left, row.y + inset, right - left, pips.y - row.y - inset - 2)
    newest = Rect(pips.right, pips.y, right - pips.right, TALL)
    return SheetRow(row, phase, line, pips, newest)


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
    canvas, line = paint_sheet(design, papers, TOP)
    if hands:
        hand = words("pictures.hand", hand=words.number(hands[-1].hand))
        line = line.after(canvas.text(hand, line, "name", "text") + 24)
    canvas.text(words("pictures.key.order"), line, "small", "text", align="right")
    by_place = sorted(view.seats, key=lambda seat: standing[seat.seat])
    for place, (seat, row) in enumerate(zip(by_place, rows, strict=True)):
        leads, avatar = place < leaders, avatar_of(avatars, seat.seat)
        person(canvas, row.row, seat, avatar, gold=leads)
        _paint_phase(canvas, row.phase, len(view.phases), seat, leads=leads)
        name_and_total(canvas, row.line, seat.name, totals[seat.seat], leads=leads)
        if len(seat.completed) < len(view.phases):
            phase_cards(
                canvas,
                Rect(row.pips.x, row.pips.y, PIP, TALL),
                GAP,
                phases=len(view.phases),
                completed=seat.completed,
                trying=seat.trying,
            )
        if hands:
            newest = f"+{words.number(hands[-1].points[seat.seat])}"
            canvas.text(newest, row.newest, "number", "ink_muted", align="right")
    return canvas


def _paint_phase(canvas: Canvas, card: Rect, phases: int, seat: SeatView, *, leads: bool) -> None:
    """The phase that is tried as a card; a check once all are completed."""
    if len(seat.completed) == phases:
        x, y = card.middle
        canvas.shape("check", x - CHECK // 2, y - CHECK // 2, CHECK, "done")
        return
    canvas.panel(card, "ink" if seat.trying else "paper_line", CORNER)
    inner = Rect(card.x + EDGE, card.y + EDGE, card.w - 2 * EDGE, card.h - 2 * EDGE)
    canvas.panel(inner, "paper", CORNER - EDGE)
    if seat.trying:
        number = canvas.words.number(seat.trying)
        style = canvas.design.fitting(number, ("gain", "figure")[not leads :], inner.w)
        canvas.text(number, inner, style, "ink", align="middle")
