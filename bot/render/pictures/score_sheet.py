"""Score sheets: for each player the phase, the total, and the points of the newest hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.cards.events import HandEnded
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.render.engine import Align, AvatarsBySeat, Canvas, Design, Lamp, Rect
from bot.render.engine.canvas import Sitter
from bot.render.engine.shapes import spark
from bot.render.pieces.paper_rows import RAIL, paint_papers, paper_rows, person, rail

TOP = 34
# heights of rows before the first hand, and at the end
EARLY = (104, 104)
LAST = (220, 156)
# the card of the present phase
PHASE = 128
EDGE = 7
CORNER = 16
CHECK = 72
# the cards of all phases
PIPS = 540
TALL = 40
SMALL_CORNER = 6  # of these cards
HEIGHTS = (196, 156)  # of the rows of leaders on a sheet, and of the others
BELOW = 44  # below a sheet
NAMES = ("title", "pile", "name")
# a bonus's mark, and the brass around the total of a leader
SPARK = 40
PRIZE = 16


def sheet_row(at: Rect) -> tuple[Rect, Rect, Rect, Rect]:
    """The places at the right of a face: of the phase, the name, all phases, the newest points."""
    inset = 20 if at.h == HEIGHTS[0] else 14
    phase = Rect(at.x, at.y + inset, PHASE, at.h - 2 * inset - 6)
    left = phase.right + 24
    pips = Rect(left, phase.bottom - TALL - 4, PIPS, TALL)
    line = Rect(left, phase.y, at.right - left, pips.y - phase.y - 2)
    return phase, line, pips, Rect(pips.right, pips.y, at.right - pips.right, TALL)


def paint_score_sheet(
    design: Design,
    view: PlayerView,
    hands: Sequence[HandEnded],
    avatars: AvatarsBySeat = (),
    gone: Collection[int] = (),
) -> Canvas:
    """The players, best first, the seats that are ``gone`` last; leaders have larger rows."""
    words = design.words
    totals = hands[-1].totals if hands else [seat.total for seat in view.seats]
    by_phases = not view.rules.ten_hands
    standing = [
        (seat.seat in gone, -len(seat.completed) if by_phases else 0, totals[seat.seat])
        for seat in view.seats
    ]
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
    order = words("pictures.key.order" if by_phases else "pictures.key.by_points")
    canvas.text(order, line, "small", "text", align=side)
    for place, (seat, rest) in enumerate(zip(by_place, rests, strict=True)):
        (card, line, pips, below) = sheet_row(rest)
        leads = place < leaders
        name = paint_total(canvas, line if hands else rest, totals[seat.seat], leads=leads)
        if hands:
            if not over:
                _paint_phase(canvas, card, view, seat, leads=leads)
            newest = f"+{words.number(hands[-1].points[seat.seat])}"
            canvas.text(newest, below, "number", "ink_muted", align="right")
            if len(seat.completed) < len(view.phases):
                phase_cards(canvas, pips, len(view.phases), seat.completed, _phase_on(view, seat))
            else:
                left = card.x if over else name.x
                name = Rect(left, card.y, name.right - left, card.h)
        paint_name(canvas, name, seat.name, leads=leads)
    return canvas


def _phase_on(view: PlayerView, seat: SeatView) -> int | None:
    """The phase that a player is on: after a hand that of the next one, if it is fixed."""
    if view.stage is Stage.DEAL:
        return seat.next_phase
    phase = seat.trying
    if view.stage is not Stage.OVER or phase is None or phase not in seat.completed:
        return phase
    is_last = phase == len(view.phases)
    return None if is_last or view.rules.choose_phase else phase + 1


def _paint_phase(
    canvas: Canvas, card: Rect, view: PlayerView, seat: SeatView, *, leads: bool
) -> None:
    if len(seat.completed) == len(view.phases):
        x, y = card.middle
        canvas.shape("check", x - CHECK // 2, y - CHECK // 2, CHECK, "done")
        return
    phase = _phase_on(view, seat)
    canvas.panel(card, "ink" if phase else "paper_line", CORNER)
    inner = card.grown(-EDGE)
    canvas.panel(inner, "paper", CORNER - EDGE)
    if phase:
        number = canvas.words.number(phase)
        styles = ("gain", "figure") if leads else ("figure",)
        canvas.fit(number, inner, styles, "ink", align="middle")


def paint_sheet(  # noqa: PLR0913  # who sits there, how marked, and where it is
    design: Design,
    seats: Sequence[Sitter],
    leaders: int,
    *,
    avatars: AvatarsBySeat,
    gold: Collection[int | None],
    top: int,
    below: int = 0,
    heights: tuple[int, int] = HEIGHTS,
) -> tuple[Canvas, Rect, list[Rect]]:
    """A rail, and papers of seats below it with their faces, all moved down by ``below``.

    Returns the picture, the line of the rail and the rest of each row.
    """
    papers = paper_rows(top + RAIL, heights, leaders, len(seats) - leaders)
    height = papers[-1].bottom + BELOW + below
    canvas = Canvas(design, height, Lamp(0.3, (top + RAIL + below) / height, 240, 0.6), avatars)
    canvas.top = below
    paint_papers(canvas, papers, leaders)
    rows = [
        person(canvas, row, seat, gold=seat.seat in gold)
        for seat, row in zip(seats, papers, strict=True)
    ]
    return canvas, rail(canvas, top), rows


def paint_total(canvas: Canvas, line: Rect, total: int, *, leads: bool, bonus: int = 0) -> Rect:
    """A bonus and a total, on brass for a leader; returns the rest of the line."""
    words = canvas.words
    style = "title" if leads else "pile"
    number = words.number(total)
    used = canvas.width(number, style) + 1
    if leads:
        box = Rect(line.right - used - 2 * PRIZE, line.middle[1] - 42, used + 2 * PRIZE, 84)
        canvas.panel(box, "brass", 18)
        used += 2 * PRIZE
    text = Rect(line.x, line.y, line.w - PRIZE * leads, line.h)
    canvas.text(number, text, style, "ink", align="right")
    rest = Rect(line.x, line.y, line.w - used - 24, line.h)
    if not bonus:
        return rest
    used = canvas.text(f"+{words.number(bonus)}", rest, "number", "ink_muted", align="right")
    x = rest.right - used - SPARK - 10
    canvas.fill_mask(spark(SPARK), x, rest.middle[1] - SPARK // 2, "brass_dark")
    return Rect(rest.x, rest.y, x - 20 - rest.x, rest.h)


def paint_name(canvas: Canvas, line: Rect, name: str, *, leads: bool) -> None:
    canvas.fit(name, line, NAMES if leads else NAMES[1:], "ink")


def phase_cards(
    canvas: Canvas, at: Rect, phases: int, completed: Collection[int], trying: int | None
) -> None:
    """A small card for each phase: filled if it was completed, thick-edged if it is tried."""
    pitch = at.w // phases
    for phase in range(1, phases + 1):
        box = Rect(at.x + pitch * (phase - 1), at.y, pitch - pitch // 6, at.h)
        done = phase in completed
        tried = phase == trying
        if done:
            canvas.panel(box, "done", SMALL_CORNER, 0)
        elif tried:
            canvas.panel(box, "ink", SMALL_CORNER, 5)
        else:
            canvas.panel(box, "paper_line", SMALL_CORNER, 3)
