"""The score card of dice on its own: a line for each phase, a column for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.engine import BONUS
from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.materials import paper, sparks
from bot.render.pieces.score_card import MARGIN, paint_cell, phase_sketch, write_centred

# The card on its own.
LABEL, LINE, TOP_LINE = 336, 82, 196
LARGE_FACE = 104
TITLE_HEIGHT = 190


def paint_dice_scores(design: Design, view: DiceView, avatars: Sequence[Avatar] = ()) -> Canvas:
    """The score card: a line for each phase, with its dice, and a column for each seat.

    At the end of a game of one player its total stands above it.
    """
    ended = view.result is not None and view.solo
    lines = len(view.phases) + 1 + any(seat.bonuses for seat in view.seats)
    top, head = (TITLE_HEIGHT, 24) if ended else (MARGIN, TOP_LINE)
    box = Rect(MARGIN, top, WIDTH - 2 * MARGIN, head + lines * LINE + 24)
    canvas = Canvas(design, box.bottom + MARGIN, Lamp(0.5, 0.1, 500))
    if ended:
        _paint_title(canvas, view, avatar_of(avatars, 0))
    paper(canvas, box)
    below = Rect(box.x, box.y + head, box.w, box.h - head)
    _paint_labels(canvas, view, below)
    column = (box.w - LABEL - 16) // max(2, len(view.seats))
    left = box.x + LABEL + (box.w - LABEL - 16 - column * len(view.seats)) // 2
    for place, seat in enumerate(view.seats):
        at = Rect(left + place * column, below.y, column, below.h)
        canvas.panel(Rect(at.x, at.y - head + 20, 2, at.h + head - 44), "paper_line", 0)
        if not ended:
            _paint_top(
                canvas, view, seat, Rect(at.x, box.y, column, head), avatar_of(avatars, seat.seat)
            )
        _paint_column(canvas, view, seat, at)
    return canvas


def _paint_title(canvas: Canvas, view: DiceView, avatar: Avatar) -> None:
    """Who played, the total, and how many phases were completed."""
    words, seat = canvas.words, view.seats[0]
    canvas.face(
        seat, Rect(MARGIN + 12, 44, TITLE_HEIGHT - 78, TITLE_HEIGHT - 78), avatar, gold=True
    )
    name = Rect(MARGIN + TITLE_HEIGHT - 44, 48, 360, 58)
    canvas.text(seat.name, name, "name", "text")
    done = words("pictures.phases_done", done=seat.completed, phases=len(view.phases))
    canvas.text(done, Rect(name.x, name.bottom - 2, name.w, 54), "small", "muted")
    points = words.plural("pictures.points", seat.total)
    at = Rect(name.right, 44, WIDTH - MARGIN - 92 - name.right, TITLE_HEIGHT - 78)
    canvas.text(points, at, "title", "gold", align="right")
    sparks(canvas, (at.right + 50, at.middle[1], 56))


def _line(box: Rect, number: int) -> Rect:
    """A line of the card, from 0."""
    return Rect(box.x + 3, box.y + number * LINE, box.w - 6, LINE)


def _paint_labels(canvas: Canvas, view: DiceView, box: Rect) -> None:
    for number, phase in enumerate(view.phases, 1):
        line = _line(box, number - 1)
        if number % 2:
            canvas.panel(line, "paper_shade", 0)
        canvas.panel(Rect(line.x, line.y, line.w, 2), "paper_line", 0)
        at = Rect(line.x + 8, line.y, 60, line.h)
        canvas.text(canvas.words.number(number), at, "number", "ink", align="middle")
        phase_sketch(canvas, phase, Rect(at.right + 8, line.y, LABEL - 80, line.h), "ink_muted")
    rest = [canvas.words("dice.shown.total")]
    if any(seat.bonuses for seat in view.seats):
        rest.insert(0, canvas.words("dice.shown.bonus"))
    for more, label in enumerate(rest):
        line = _line(box, len(view.phases) + more)
        canvas.panel(Rect(line.x, line.y, line.w, 2), "paper_line", 0)
        at = Rect(line.x + 24, line.y, LABEL - 40, line.h)
        canvas.text(label, at, "strong", "ink")


def _paint_top(
    canvas: Canvas, view: DiceView, seat: DiceSeatView, at: Rect, avatar: Avatar
) -> None:
    """The face and the name above a column."""
    won = view.result is not None and seat.seat in view.result.winners
    face = Rect(at.middle[0] - LARGE_FACE // 2, at.y + 20, LARGE_FACE, LARGE_FACE)
    canvas.face(seat, face, avatar, gold=won or seat.seat == view.turn)
    name = Rect(at.x + 6, face.bottom + 4, at.w - 8, 58)
    canvas.text(seat.name, name, "strong", "ink", align="middle")


def _paint_column(canvas: Canvas, view: DiceView, seat: DiceSeatView, box: Rect) -> None:
    acts = seat.seat == view.turn
    for number in range(1, len(view.phases) + 1):
        line = _line(box, number - 1)
        paint_cell(canvas, seat, number, Rect(box.x, line.y, box.w, line.h), acts=acts)
    after = len(view.phases)
    if any(other.bonuses for other in view.seats):
        line = _line(box, after)
        if seat.bonuses:
            bonus = f"+{canvas.words.number(BONUS * len(seat.bonuses))}"
            write_centred(canvas, bonus, Rect(box.x, line.y, box.w, line.h), "cross")
        after += 1
    line = _line(box, after)
    total = canvas.words.number(seat.total)
    canvas.text(total, Rect(box.x, line.y, box.w, line.h), "pile", "ink", align="middle")
