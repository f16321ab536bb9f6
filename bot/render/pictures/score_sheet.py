"""The score sheet: for each player the phase, the total, and the points of the newest hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cards.events import HandEnded
from bot.cards.views import PlayerView, SeatView
from bot.render.engine.canvas import Align, AvatarsBySeat, Canvas
from bot.render.engine.design import Design
from bot.render.engine.geometry import Rect
from bot.render.pieces.score_card import (
    HEIGHTS,
    paint_name,
    paint_sheet,
    paint_total,
    phase_cards,
)

TOP = 34
EARLY, LAST = (104, 104), (220, 156)  # heights of rows before the first hand, and at the end
PHASE, EDGE, CORNER = 128, 7, 16  # the card of the present phase
CHECK = 72
PIPS, TALL = 540, 40  # the cards of all phases


@dataclass(frozen=True, slots=True)
class SheetRow:
    """What is in the row of a player, at the right of the face."""

    phase: Rect  # a card
    line: Rect  # the name and the total
    pips: Rect
    newest: Rect  # the points of the newest hand


def sheet_row(at: Rect) -> SheetRow:
    inset = 20 if at.h == HEIGHTS[0] else 14
    phase = Rect(at.x, at.y + inset, PHASE, at.h - 2 * inset - 6)
    left = phase.right + 24
    pips = Rect(left, phase.bottom - TALL - 4, PIPS, TALL)
    line = Rect(left, phase.y, at.right - left, pips.y - phase.y - 2)
    return SheetRow(phase, line, pips, Rect(pips.right, pips.y, at.right - pips.right, TALL))


def paint_score_sheet(
    design: Design,
    view: PlayerView,
    hands: Sequence[HandEnded],
    avatars: AvatarsBySeat = (),
) -> Canvas:
    """The players, best first, with a larger row for who leads."""
    words = design.words
    totals = hands[-1].totals if hands else [seat.total for seat in view.seats]
    standing = [(-len(seat.completed), totals[seat.seat]) for seat in view.seats]
    by_place = sorted(view.seats, key=lambda seat: standing[seat.seat])
    leaders = standing.count(min(standing)) if hands else 0
    gold = [seat.seat for seat in by_place[:leaders]]
    over = all(len(seat.completed) == len(view.phases) for seat in view.seats)
    heights = (LAST if over else HEIGHTS) if hands else EARLY
    canvas, line, rests = paint_sheet(
        design, by_place, leaders, avatars=avatars, gold=gold, top=TOP, heights=heights
    )
    if hands:
        hand = words("pictures.hand", hand=words.number(hands[-1].hand))
        line = line.after(canvas.text(hand, line, "name", "text") + 24)
    side: Align = "right" if hands else "middle"
    canvas.text(words("pictures.key.order"), line, "small", "text", align=side)
    for place, (seat, rest) in enumerate(zip(by_place, rests, strict=True)):
        row, leads = sheet_row(rest), place < leaders
        name = paint_total(canvas, row.line if hands else rest, totals[seat.seat], leads=leads)
        if hands:
            if not over:
                _paint_phase(canvas, row.phase, len(view.phases), seat, leads=leads)
            newest = f"+{words.number(hands[-1].points[seat.seat])}"
            canvas.text(newest, row.newest, "number", "ink_muted", align="right")
            if len(seat.completed) < len(view.phases):
                phase_cards(canvas, row.pips, len(view.phases), seat.completed, seat.trying)
            else:
                left = row.phase.x if over else name.x
                name = Rect(left, row.phase.y, name.right - left, row.phase.h)
        paint_name(canvas, name, seat.name, leads=leads)
    return canvas


def _paint_phase(canvas: Canvas, card: Rect, phases: int, seat: SeatView, *, leads: bool) -> None:
    if len(seat.completed) == phases:
        x, y = card.middle
        canvas.shape("check", x - CHECK // 2, y - CHECK // 2, CHECK, "done")
        return
    canvas.panel(card, "ink" if seat.trying else "paper_line", CORNER)
    inner = card.grown(-EDGE)
    canvas.panel(inner, "paper", CORNER - EDGE)
    if seat.trying:
        number = canvas.words.number(seat.trying)
        canvas.fit(number, inner, ("gain", "figure")[not leads :], "ink", align="middle")
