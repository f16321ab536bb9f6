"""The score card of dice: for each seat the points of every phase, the bonuses and the total."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.dice import Face
from bot.dice.engine import BONUS
from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.dice import die_sprite
from bot.render.pieces.paper_rows import person
from bot.render.pieces.score_card import name_and_total, paint_sheet, phase_cards, sheet_rows
from bot.rules.cards import Colour

TOP = 66
CARD, GAP, TALL = 81, 7, 60  # a phase's card, between cards, its height
DICE = (  # on the rail: faces, middles, tenths of a degree
    (Face(8, Colour.RED), 96, TOP + 16, -90),
    (Face(None, Colour.YELLOW), 196, TOP + 2, 70),
)
DIE = 108
TITLE = Rect(56, 44, WIDTH - 112, 92)


def paint_dice_scores(design: Design, view: DiceView, avatars: Sequence[Avatar] = ()) -> Canvas:
    """The seats, best first, with a larger row for who leads; who acts has a ring of gold.

    At the end of a game of one player it says above them how many phases were completed.
    """
    words = design.words
    by_place = sorted(view.seats, key=lambda seat: -seat.total)
    best = by_place[0].total
    leaders = sum(seat.total == best for seat in view.seats) if best else 0
    papers = sheet_rows(len(view.seats), leaders, TOP)
    top = TITLE.bottom - TOP if view.result is not None and view.solo else 0
    canvas, line = paint_sheet(design, papers, TOP, top)
    if top:
        phases = len(view.phases)
        done = words("pictures.phases_done", done=by_place[0].completed, phases=phases)
        canvas.top = 0
        canvas.text(done, TITLE, "title", "gold", align="middle")
        canvas.top = top
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
    cards, left = at.bottom - TALL - (24 if leads else 18), _column(at.right, view, 1)
    line = Rect(left, at.y + 10, at.right - left, cards - at.y - 14)
    bonus = BONUS * len(seat.bonuses)
    name_and_total(canvas, line, seat.name, seat.total, leads=leads, bonus=bonus)
    phase_cards(
        canvas,
        Rect(left, cards, CARD, TALL),
        GAP,
        phases=len(view.phases),
        completed=range(1, seat.completed + 1),
        trying=seat.trying,
        labels=[*map(canvas.words.number, seat.points)],
    )
