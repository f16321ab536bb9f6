"""The table of a score sheet, as on the printed one: a column a player, a row a hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image

from bot.cards.views import PlayerView, SeatView
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Lamp, Rect
from bot.render.engine.shapes import spark
from bot.render.engine.text import CAP_HEIGHT, mask
from bot.render.pieces.materials import paper, seam
from bot.render.pieces.paper_rows import RAIL, rail
from bot.sheets.figures import HandRow

from .score_sheet import SMALL_CORNER

MARGIN = 24
TOP = 34
BELOW = 44
ROW = 104
NUMBERS = 68  # the column of the numbers of hands
WIDEST = 340  # column
ACROSS = 200  # columns at least as wide have their names across, and others upright
FACE = 112
NAME = 64  # the height of a name across
UPRIGHT = 320  # and of one upright
NUMBERED = 250  # columns at least as wide have the numbers of phases
PHASES_IN_A_ROW = 5
NUMBER_ROW = 58
PIP_ROW = 30
GAP = 10
INSET = 10  # of numbers in a box
DOT = 20  # a phase that was laid
SPARK = 40  # a play-off
STROKE = 6


def paint_sheet_table(
    design: Design,
    view: PlayerView,
    rows: Sequence[HandRow],
    leaders: Collection[int] = (),
    avatars: AvatarsBySeat = (),
) -> Canvas:
    """In each box the points of a hand, and the total after it; the phases stand above."""
    width = min((WIDTH - 2 * MARGIN - NUMBERS) // len(view.seats), WIDEST)
    name = NAME if width >= ACROSS else _upright_height(design, view)
    phases = _phases_height(width, len(view.phases))
    head = GAP + FACE + name + phases + 2 * GAP
    top = TOP + RAIL
    tall = head + ROW * len(rows) + GAP
    height = top + tall + BELOW
    canvas = Canvas(design, height, Lamp(0.3, top / height, 240, 0.6), avatars)
    wide = NUMBERS + width * len(view.seats)
    sheet = Rect((WIDTH - wide) // 2, top, wide, tall)
    paper(canvas, sheet, "paper_shade")
    line = rail(canvas, TOP)
    canvas.text(design.words("pictures.key.table"), line, "small", "text", align="middle")

    columns = []
    for place, seat in enumerate(view.seats):
        column = Rect(sheet.x + NUMBERS + place * width, top, width, tall)
        columns.append(column)
        canvas.panel(Rect(column.x, top + 20, 2, tall - 40), "paper_line", 0)
        above = Rect(column.x, top, width, head)
        _paint_head(canvas, above, name, view, seat, gold=seat.seat in leaders)
    for place, row in enumerate(rows):
        at = Rect(sheet.x, top + head + place * ROW, sheet.w, ROW)
        _paint_row(canvas, at, columns, row)
    return canvas


def _upright_height(design: Design, view: PlayerView) -> int:
    """The room that the longest name needs, if it is not to be shortened."""
    longest = max(design.width(seat.name, "strong") for seat in view.seats)
    return min(longest + 3 * GAP, UPRIGHT)


def _phases_height(width: int, phases: int) -> int:
    lines = -(-phases // PHASES_IN_A_ROW)
    return lines * (NUMBER_ROW if width >= NUMBERED else PIP_ROW)


def _paint_head(  # noqa: PLR0913  # whose, where, and how
    canvas: Canvas, at: Rect, tall: int, view: PlayerView, seat: SeatView, *, gold: bool
) -> None:
    """The face, the name, which is so ``tall``, and the phases of a player."""
    size = min(FACE, at.w - 8)
    face = Rect(at.middle[0] - size // 2, at.y + GAP, size, size)
    canvas.face(seat, face, gold=gold)
    below = at.y + GAP + FACE
    if at.w >= ACROSS:
        name = Rect(at.x + GAP, below, at.w - 2 * GAP, tall)
        canvas.fit(seat.name, name, ("name", "strong"), "ink", align="middle")
    else:
        _paint_upright(canvas, Rect(at.x, below, at.w, tall), seat.name)
    _paint_phases(canvas, Rect(at.x + GAP, below + tall + GAP, at.w - 2 * GAP, 0), view, seat)


def _paint_upright(canvas: Canvas, at: Rect, name: str) -> None:
    """A name that is read upwards, at the lower end of its place."""
    file, size = canvas.theme.styles["strong"]
    drawn = mask(name, file, size, at.h - 2 * GAP)
    turned = drawn.image.transpose(Image.Transpose.ROTATE_90)
    # Names stand on one line, whatever letters they have.
    baseline = at.middle[0] + round(size * CAP_HEIGHT / 2)
    canvas.fill_mask(turned, baseline + drawn.top, at.bottom - GAP - turned.height, "ink")


def _paint_phases(canvas: Canvas, at: Rect, view: PlayerView, seat: SeatView) -> None:
    """All phases, those crossed off that were completed."""
    pitch = at.w // PHASES_IN_A_ROW
    numbered = at.w + 2 * GAP >= NUMBERED
    high = NUMBER_ROW if numbered else PIP_ROW
    for number in range(1, len(view.phases) + 1):
        line, place = divmod(number - 1, PHASES_IN_A_ROW)
        box = Rect(at.x + place * pitch, at.y + line * high, pitch, high)
        done = number in seat.completed
        if numbered:
            _paint_number(canvas, box, number, done=done, tried=number == seat.trying)
        else:
            _paint_pip(canvas, box, done=done, tried=number == seat.trying)


def _paint_number(canvas: Canvas, box: Rect, number: int, *, done: bool, tried: bool) -> None:
    if tried and not done:
        canvas.panel(box.grown(-2), "ink", SMALL_CORNER, 4)
    ink = "ink_muted" if done else "ink"
    # Two digits may come near those beside them.
    wide = Rect(box.x - 6, box.y, box.w + 12, box.h)
    canvas.text(canvas.words.number(number), wide, "count", ink, align="middle")
    if done:
        stroke = Rect(box.x + 4, box.middle[1] - STROKE // 2, box.w - 8, STROKE)
        canvas.panel(stroke, "done", STROKE // 2)


def _paint_pip(canvas: Canvas, box: Rect, *, done: bool, tried: bool) -> None:
    pip = Rect(box.x + 2, box.y + 3, box.w - 4, box.h - 6)
    if done:
        canvas.panel(pip, "done", SMALL_CORNER)
    elif tried:
        canvas.panel(pip, "ink", SMALL_CORNER, 5)
    else:
        canvas.panel(pip, "paper_line", SMALL_CORNER, 3)


def _paint_row(canvas: Canvas, at: Rect, columns: Sequence[Rect], row: HandRow) -> None:
    """The boxes of a hand: its points at the upper left, the total at the lower right."""
    seam(canvas, at.x + GAP, at.y - 1, at.w - 2 * GAP, "paper_line")
    first = Rect(at.x, at.y, NUMBERS, ROW)
    if row.playoff:
        x, middle = first.middle
        canvas.fill_mask(spark(SPARK), x - SPARK // 2, middle - SPARK - 2, "brass_dark")
        first = Rect(first.x, middle - 2, first.w, ROW // 2)
    canvas.text(canvas.words.number(row.number), first, "count", "ink_muted", align="middle")
    half = ROW // 2
    boxes = zip(columns, row.points, row.laid, row.totals, strict=True)
    for column, points, laid, total in boxes:
        if points is None:
            continue
        upper = Rect(column.x + INSET, at.y + 3, column.w - INSET, half)
        # Four digits need all of a narrow column.
        edge = INSET if column.w >= ACROSS else 3
        lower = Rect(column.x - 8, at.y + half - 5, column.w + 8 - edge, half)
        canvas.text(str(points), upper, "count", "ink_muted")
        canvas.fit(str(total), lower, ("number", "count"), "ink", align="right")
        if laid:
            corner = column.right - DOT // 2 - 6, at.y + DOT // 2 + 8
            canvas.disc(*corner, DOT, "done")
