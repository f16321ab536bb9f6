"""The score card of dice: points by phase, a line for each seat or a column for each."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.turns import BONUS
from bot.dice.views import DiceSeatView, DiceView
from bot.i18n import Words
from bot.rules.phases import RUNS, GroupKind, Phase

from .canvas import Canvas, SeatLook, look_of
from .cloth import Lamp
from .layout import WIDTH, Rect
from .pieces import paper, sparks
from .shapes import rounded, spark
from .theme import Theme

MARGIN = 44
HEAD = 58  # height of the line with the phases' numbers
ROWS = {1: 92, 2: 92, 3: 84, 4: 78, 5: 72, 6: 66}  # height of a seat's line by number of seats
PAD = 12
CELL, TOTAL, BONUSES, SPARK = 61, 106, 34, 30  # widths of columns, size of a bonus's mark
POINTER, POINTED = 26, 34  # a triangle at the seat to act, and the room for it
RING = 50  # around the phase that is tried

# The card on its own.
LABEL, LINE, TOP_LINE = 336, 82, 196
SHAPE, SHAPE_PITCH, SHAPE_GAP, STAIR = 25, 28, 18, 3
LARGE_FACE = 104
TITLE = 190


def strip_height(seats: int) -> int:
    """The height of the score card with a line for each seat."""
    return 2 * PAD + HEAD + seats * ROWS[seats]


def paint_strip(canvas: Canvas, view: DiceView, top: int, looks: Sequence[SeatLook]) -> None:
    """The score card with a line for each seat; that of the seat to act is lit."""
    box = Rect(MARGIN, top, WIDTH - 2 * MARGIN, strip_height(len(view.seats)))
    paper(canvas, box)
    bonuses = BONUSES if any(seat.bonuses for seat in view.seats) else 0
    right = box.right - PAD - TOTAL - bonuses
    cells = [
        Rect(right - CELL * n, box.y + PAD, CELL, HEAD) for n in range(len(view.phases), 0, -1)
    ]
    for number, cell in enumerate(cells, 1):
        _centred(canvas, canvas.words.number(number), cell, "ink_muted")
    total = Rect(right + bonuses, cells[0].y, TOTAL, HEAD)
    _centred(canvas, "=", total, "ink_muted")
    height = ROWS[len(view.seats)]
    for place, seat in enumerate(view.seats):
        row = Rect(box.x + 3, box.y + PAD + HEAD + place * height, box.w - 6, height)
        acts = seat.seat == view.turn
        if acts:
            canvas.panel(row, "brass_light", 0)
            x, y = row.x + 8, row.middle[1] - POINTER // 2
            canvas.shape("right", x, y, POINTER, canvas.theme["ink"])
        canvas.panel(Rect(row.x, row.y, row.w, 2), "paper_line", 0)
        _paint_seat(canvas, seat, Rect(row.x, row.y, cells[0].x - row.x, row.h), looks)
        for number, cell in enumerate(cells, 1):
            at = Rect(cell.x, row.y, cell.w, row.h)
            _paint_cell(canvas, seat, number, at, acts=acts)
        for n in range(len(seat.bonuses)):
            x, y = right + 2, row.middle[1] - SPARK * len(seat.bonuses) // 2 + SPARK * n
            canvas.stencil(spark(SPARK), x, y, canvas.theme["cross"])
        at = Rect(total.x, row.y, total.w - 6, row.h)
        canvas.text(canvas.words.number(seat.total), at, "number", "ink", align="right")


def _paint_seat(canvas: Canvas, seat: DiceSeatView, at: Rect, looks: Sequence[SeatLook]) -> None:
    side = min(68, at.h - 6)
    face = Rect(at.x + POINTED + 4, at.y + (at.h - side) // 2, side, side)
    canvas.face(seat, face, look_of(looks, seat.seat))
    name = Rect(face.right + 10, at.y, at.right - face.right - 16, at.h)
    canvas.text(seat.name, name, "strong", "ink")


def _paint_cell(canvas: Canvas, seat: DiceSeatView, number: int, at: Rect, *, acts: bool) -> None:
    """The points of a completed phase, a ring around the one tried, or a dot."""
    x, y = at.middle
    if number <= seat.completed:
        _centred(canvas, canvas.words.number(seat.points[number - 1]), at, "ink")
    elif number == seat.trying:
        ring = rounded(RING, RING, RING // 2, 6 if acts else 4)
        colour = "cross" if acts else "ink_muted"
        canvas.stencil(ring, x - RING // 2, y - RING // 2, canvas.theme[colour])
    else:
        canvas.shape("circle", x - 5, y - 5, 10, canvas.theme["paper_line"])


def _centred(canvas: Canvas, said: str, at: Rect, colour: str) -> None:
    # Wider than the cell: two narrow digits may come near its edges.
    wide = Rect(at.x - 4, at.y, at.w + 8, at.h)
    canvas.text(said, wide, "count", colour, align="middle")


# -- the card on its own -----------------------------------------------------------------------


def paint_dice_scores(
    view: DiceView, words: Words, looks: Sequence[SeatLook], theme: Theme
) -> Canvas:
    """The score card: a line for each phase, with its dice, and a column for each seat.

    At the end of a game of one player its total stands above it.
    """
    ended = view.result is not None and view.solo
    lines = len(view.phases) + 1 + any(seat.bonuses for seat in view.seats)
    top, head = (TITLE, 24) if ended else (MARGIN, TOP_LINE)
    box = Rect(MARGIN, top, WIDTH - 2 * MARGIN, head + lines * LINE + 24)
    canvas = Canvas(theme, words, box.bottom + MARGIN, Lamp(0.5, 0.1, 500))
    if ended:
        _paint_title(canvas, view, look_of(looks, 0))
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
                canvas, view, seat, Rect(at.x, box.y, column, head), look_of(looks, seat.seat)
            )
        _paint_column(canvas, view, seat, at)
    return canvas


def _paint_title(canvas: Canvas, view: DiceView, look: SeatLook) -> None:
    """Who played, the total, and how many phases were completed."""
    words, seat = canvas.words, view.seats[0]
    canvas.face(seat, Rect(MARGIN + 12, 44, TITLE - 78, TITLE - 78), look, gold=True)
    name = Rect(MARGIN + TITLE - 44, 48, 360, 58)
    canvas.text(seat.name, name, "name", "text")
    done = words("pictures.phases_done", done=seat.completed, phases=len(view.phases))
    canvas.text(done, Rect(name.x, name.bottom - 2, name.w, 54), "small", "muted")
    points = words.plural("pictures.points", seat.total)
    at = Rect(name.right, 44, WIDTH - MARGIN - 92 - name.right, TITLE - 78)
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
    for more, said in enumerate(rest):
        line = _line(box, len(view.phases) + more)
        canvas.panel(Rect(line.x, line.y, line.w, 2), "paper_line", 0)
        at = Rect(line.x + 24, line.y, LABEL - 40, line.h)
        canvas.text(said, at, "strong", "ink")


def phase_sketch(canvas: Canvas, phase: Phase, area: Rect, colour: str) -> None:
    """A phase as small dice: level with a dot for sets, stairs for runs, filled for a colour."""
    x = area.x
    for spec in phase.groups:
        rise = STAIR if spec.kind in RUNS else 0
        y = area.middle[1] - SHAPE // 2 + rise * (spec.size - 1) // 2
        for n in range(spec.size):
            box = Rect(x, y - rise * n, SHAPE, SHAPE)
            filled = spec.kind is GroupKind.COLOUR
            canvas.panel(box, colour, 8, 0 if filled else 4)
            if spec.kind is GroupKind.SET:
                canvas.panel(Rect(box.x + 9, box.y + 9, 7, 7), colour, 4)
            x += SHAPE_PITCH
        x += SHAPE_GAP


def _paint_top(
    canvas: Canvas, view: DiceView, seat: DiceSeatView, at: Rect, look: SeatLook
) -> None:
    """The face and the name above a column."""
    won = view.result is not None and seat.seat in view.result.winners
    face = Rect(at.middle[0] - LARGE_FACE // 2, at.y + 20, LARGE_FACE, LARGE_FACE)
    canvas.face(seat, face, look, gold=won or seat.seat == view.turn)
    name = Rect(at.x + 6, face.bottom + 4, at.w - 8, 58)
    canvas.text(seat.name, name, "strong", "ink", align="middle")


def _paint_column(canvas: Canvas, view: DiceView, seat: DiceSeatView, box: Rect) -> None:
    acts = seat.seat == view.turn
    for number in range(1, len(view.phases) + 1):
        line = _line(box, number - 1)
        _paint_cell(canvas, seat, number, Rect(box.x, line.y, box.w, line.h), acts=acts)
    after = len(view.phases)
    if any(each.bonuses for each in view.seats):
        line = _line(box, after)
        if seat.bonuses:
            said = f"+{canvas.words.number(BONUS * len(seat.bonuses))}"
            _centred(canvas, said, Rect(box.x, line.y, box.w, line.h), "cross")
        after += 1
    line = _line(box, after)
    total = canvas.words.number(seat.total)
    canvas.text(total, Rect(box.x, line.y, box.w, line.h), "pile", "ink", align="middle")
