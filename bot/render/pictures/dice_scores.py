"""The score card of dice: for each seat the points of every phase, the bonuses and the total."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.dice import Face
from bot.dice.engine import BONUS
from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.shapes import spark
from bot.render.pieces.dice import die_sprite
from bot.render.pieces.paper_rows import RAIL, paint_papers, paper_rows, person, rail, small_card
from bot.rules.cards import Colour

TOP, BELOW = 66, 44
HEIGHTS = (206, 168)  # of the row of who leads, and of the others
CARD, GAP, TALL = 81, 7, 60  # a phase's card, between cards, its height
TOTAL, SPARK = 250, 40
NAMES = ("title", "pile", "name")
DICE = (  # on the rail: faces, middles, tenths of a degree
    (Face(8, Colour.RED), 96, TOP + 16, -90),
    (Face(None, Colour.YELLOW), 196, TOP + 2, 70),
)
DIE = 118
TITLE = Rect(56, 44, WIDTH - 112, 92)


def paint_dice_scores(design: Design, view: DiceView, avatars: Sequence[Avatar] = ()) -> Canvas:
    """The seats, best first, with a larger row for who leads; who acts has a ring of gold.

    At the end of a game of one player it says above them how many phases were completed.
    """
    words = design.words
    by_place = sorted(view.seats, key=lambda seat: -seat.total)
    best = by_place[0].total
    leaders = sum(seat.total == best for seat in view.seats) if best else 0
    papers = paper_rows(TOP + RAIL, HEIGHTS, leaders, len(view.seats) - leaders)
    top = TITLE.bottom - TOP if view.result is not None and view.solo else 0
    height = papers.all[-1].bottom + BELOW + top
    canvas = Canvas(design, height, Lamp(0.3, (TOP + RAIL + top) / height, 560, 0.66))
    if top:
        phases = len(view.phases)
        done = words("pictures.phases_done", done=by_place[0].completed, phases=phases)
        canvas.text(done, TITLE, "title", "gold", align="middle")
        canvas.top = top
    paint_papers(canvas, papers)
    line = rail(canvas, TOP)
    for number in range(1, len(view.phases) + 1):
        at = Rect(_column(line.right, view, number), line.y, CARD, line.h)
        canvas.text(words.number(number), at, "number", "text", align="middle")
    for face, x, y, tenths in DICE:
        canvas.sprite(die_sprite(canvas.theme, face, DIE, tenths), x, y, over=True)
    for place, (seat, row) in enumerate(zip(by_place, papers.all, strict=True)):
        won = view.result is not None and seat.seat in view.result.winners
        gold = won or seat.seat == view.turn
        rest = person(canvas, row, seat, avatar_of(avatars, seat.seat), gold=gold)
        _paint_points(canvas, view, seat, rest, leads=place < leaders)
    return canvas


def _column(right: int, view: DiceView, number: int) -> int:
    """The left edge of a phase's column."""
    return right + GAP - (len(view.phases) - number + 1) * (CARD + GAP)


def _paint_points(
    canvas: Canvas, view: DiceView, seat: DiceSeatView, at: Rect, *, leads: bool
) -> None:
    """The name and the total, and below them a small card for each phase."""
    words, cards = canvas.words, at.bottom - TALL - (26 if leads else 20)
    left = _column(at.right, view, 1)
    line = Rect(left, at.y + 10, at.right - left, cards - at.y - 14)
    style = "figure" if leads else "points"
    used = canvas.text(words.number(seat.total), line, style, "ink", align="right")
    line = Rect(line.x, line.y, line.w - used - 24, line.h)
    if seat.bonuses:
        bonus = f"+{words.number(BONUS * len(seat.bonuses))}"
        used = canvas.text(bonus, line, "number", "ink_muted", align="right")
        x = line.right - used - SPARK - 10
        canvas.stencil(spark(SPARK), x, line.middle[1] - SPARK // 2, "brass_dark")
        line = Rect(line.x, line.y, x - 20 - line.x, line.h)
    style = canvas.design.fitting(seat.name, NAMES[not leads :], line.w)
    canvas.text(seat.name, line, style, "ink")
    for number in range(1, len(view.phases) + 1):
        card = Rect(_column(at.right, view, number), cards, CARD, TALL)
        laid, tried = number <= seat.completed, number == seat.trying
        label = words.number(seat.points[number - 1]) if laid else ""
        small_card(canvas, card, label, laid=laid, now=tried)
