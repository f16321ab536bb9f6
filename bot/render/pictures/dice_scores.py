"""The score card of dice: for each seat the points of every phase, the bonuses and the total."""

from __future__ import annotations

from bot.cards.cards import Colour
from bot.dice.dice import Face
from bot.dice.engine import BONUS
from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Rect
from bot.render.engine.shapes import dashes
from bot.render.pieces.dice import die_sprite

from .score_sheet import SMALL_CORNER as CORNER
from .score_sheet import paint_name, paint_sheet, paint_total

TOP = 66
# a phase's card, between cards, its height
CARD = 81
GAP = 7
TALL = 60
DICE = (  # on the rail: faces, middles, tenths of a degree
    (Face(8, Colour.RED), 96, TOP + 16, -90),
    (Face(None, Colour.YELLOW), 196, TOP + 2, 70),
)
DIE = 108
TITLE = Rect(56, 44, WIDTH - 112, 92)


def paint_dice_scores(design: Design, view: DiceView, avatars: AvatarsBySeat = ()) -> Canvas:
    """The seats, best first: leaders have larger rows, the seat to act has a ring of gold."""
    words = design.words
    by_place = sorted(view.seats, key=lambda seat: -seat.total)
    best = by_place[0].total
    leaders = sum(seat.total == best for seat in view.seats) if best else 0
    gold = (view.turn,) if view.result is None else view.result.winners
    top = TITLE.bottom - TOP if view.result is not None and view.solo else 0
    canvas, line, rows = paint_sheet(
        design, by_place, leaders, avatars=avatars, gold=gold, top=TOP, below=top
    )
    phases = len(view.phases)
    if top:
        done = words("pictures.phases_done", done=by_place[0].completed, phases=phases)
        canvas.text(
            done, Rect(TITLE.x, TITLE.y - top, TITLE.w, TITLE.h), "title", "gold", align="middle"
        )
    left = line.right + GAP - phases * (CARD + GAP)
    for number in range(phases):
        at = Rect(left + number * (CARD + GAP), line.y, CARD, line.h)
        canvas.text(words.number(number + 1), at, "number", "text", align="middle")
    for face, x, y, tenths in DICE:
        canvas.sprite(die_sprite(canvas.theme, face, DIE, tenths), x, y, over=True)
    for place, (seat, row) in enumerate(zip(by_place, rows, strict=True)):
        _paint_points(
            canvas, seat, Rect(left, row.y, line.right - left, row.h), leads=place < leaders
        )
    return canvas


def _paint_points(canvas: Canvas, seat: DiceSeatView, at: Rect, *, leads: bool) -> None:
    """The name and the total, and below them the points of each phase, the newest in green."""
    top = at.bottom - TALL - (24 if leads else 18)
    line = Rect(at.x, at.y + 10, at.w, top - at.y - 14)
    rest = paint_total(canvas, line, seat.total, leads=leads, bonus=BONUS * len(seat.bonuses))
    paint_name(canvas, rest, seat.name, leads=leads)
    for place, points in enumerate(seat.points):
        card = _card(at.x, top, place)
        newest = place + 1 == seat.completed
        if newest:
            canvas.panel(card, "done", CORNER)
        # Two digits may come near the edges of a card.
        wide = Rect(card.x - 4, card.y, card.w + 8, card.h)
        ink = "paper" if newest else "ink"
        canvas.text(canvas.words.number(points), wide, "count", ink, align="middle")
    if seat.trying is not None:
        stitches = dashes(CARD, TALL, CORNER, 4)
        canvas.fill_mask(stitches, *_card(at.x, top, seat.trying - 1).corner, "ink_muted")


def _card(left: int, top: int, place: int) -> Rect:
    return Rect(left + place * (CARD + GAP), top, CARD, TALL)
