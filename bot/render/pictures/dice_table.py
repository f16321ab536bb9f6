"""The picture of the dice table: the phase to fill, the dice as they lie, and the score card."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from bot.dice.dice import FACES, HIGH_NUMBERS, Face
from bot.dice.engine import BONUS
from bot.dice.events import TurnEnded
from bot.dice.state import MOST_ROLLS
from bot.dice.views import DiceSeatView, DiceView
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Lamp, Rect
from bot.render.engine.canvas import medal
from bot.render.engine.geometry import fit_places
from bot.render.engine.shapes import spark
from bot.render.pieces.dice import die_sprite, is_low, paint_fit, paint_gap
from bot.render.pieces.laid_cards import phase_words
from bot.render.pieces.materials import badge, sparks, tray
from bot.render.pieces.paper_rows import BELOW_STRIP, rows_below, sheet, strip

from .score_sheet import phase_cards

EDGE = 44
ROOM = WIDTH - 2 * EDGE
FACE = 116
HEAD = Rect(EDGE, 36, ROOM, FACE)
SAYS = Rect(WIDTH - EDGE - 270, 29, 262, 126)  # the largest number, above its words
FIT = Rect(EDGE + 2, HEAD.bottom + 16, ROOM - 4, 112)
WOOD = Rect(EDGE, FIT.bottom + 18, ROOM, 496)  # the tray
RAIL = 60
RAIL_SIDE = 22
THROW = Rect(WOOD.x + RAIL_SIDE, WOOD.y + RAIL, ROOM - 2 * RAIL_SIDE, 312)  # its bottom
TRAY = Rect(EDGE, THROW.bottom, ROOM, WOOD.bottom - THROW.bottom)  # its lower rail
TURNS = (-110, -50, 0, 50, 110)  # tenths of a degree
TWO_ROWS = 6  # from how many dice on there are two rows
TRAY_EDGE = 82
TRAY_STEP = 98
PIP = 38
PIP_STEP = 52
CHECK = 46
MARGIN = 44  # of the score card
HEAD_HEIGHT = 62  # of the line above the columns
ROWS = {1: 96, 2: 96, 3: 92, 4: 84, 5: 78, 6: 70}  # height of a seat's line by number of seats
RIGHT = 30  # right of the numbers
# widths of columns, size of a bonus's mark
LAST = 100
TOTAL = 160
SPARK = 30
# a triangle at the seat to act, and the room for it
POINTER = 26
POINTED = 34
# width of the cards of all phases, height of one
CARDS = 360
CARD = 44
Thrown = tuple[int, int, int]  # the middle of a die and its turn in tenths of a degree
LAMP = Lamp(0.5, 0.4, 560, 0.72)


@dataclass(frozen=True, slots=True)
class Toss:
    """How dice are tossed."""

    edge: int  # of a high die
    cell: int  # the width of the place of a die
    heights: tuple[int, ...]  # of the middles of the rows
    right: int  # how far dice may lie from the middle of their places
    down: int  # the same downwards


FEW = Toss(148, 206, (THROW.middle[1],), 14, 48)
MANY = Toss(108, 172, (THROW.y + 84, THROW.y + 237), 12, 2)


def choose_toss(lying: Sequence[int]) -> Toss:
    """How a number of dice is tossed: a few dice are larger."""
    return MANY if len(lying) >= TWO_ROWS else FEW


def thrown_places(faces: Sequence[Face], roll: int, lying: Sequence[int]) -> dict[int, Thrown]:
    """The middles and the turns of the dice that lie on the cloth; never two on one another.

    The high ones lie above the low ones, few in one row. Each is a little out of the middle of its
    place; how much depends on the faces and the roll alone.
    """
    random = Random(f"{roll} {faces}")  # noqa: S311  # no secret depends on it
    toss = choose_toss(lying)
    rows = [list(lying)]
    if toss is MANY:
        rows = [[die for die in lying if is_low(faces[die]) is low] for low in (False, True)]
    places = {}
    for row, height in zip(rows, toss.heights, strict=True):
        for place, index in enumerate(row):
            x = WIDTH // 2 + round((place - (len(row) - 1) / 2) * toss.cell)
            x += random.randint(-toss.right, toss.right)
            y = height + random.randint(-toss.down, toss.down)
            places[index] = x, y, random.choice(TURNS)
    return places


def paint_dice_table(
    design: Design, view: DiceView, avatars: AvatarsBySeat = (), kept: Collection[int] | None = None
) -> Canvas:
    """The table during a game; ``kept`` are dice chosen to be kept in place of the view's."""
    seats = len(view.seats)
    height = TRAY.bottom + 18 + HEAD_HEIGHT + seats * ROWS[seats] + 40
    canvas = Canvas(design, height, LAMP, avatars)
    tray(canvas, WOOD, THROW)
    if view.turn is not None:
        seat = view.seats[view.turn]
        _paint_head(canvas, view, seat)
        _paint_rolls(canvas, view)
        _paint_phase(canvas, view)
    if view.roll:
        _paint_dice(canvas, view, set(view.kept if kept is None else kept))
    elif view.last_turn is not None:
        _paint_outcome(canvas, view, view.last_turn)
    elif view.order is not None:
        _paint_order(canvas, view)
    _paint_scores(canvas, view, TRAY.bottom + 18)
    return canvas


def _paint_head(canvas: Canvas, view: DiceView, seat: DiceSeatView) -> None:
    words = canvas.words
    canvas.face(seat, Rect(HEAD.x, HEAD.y, FACE, FACE), gold=True)
    left = HEAD.x + FACE + 22
    right = SAYS.x - 20 if view.roll else HEAD.right
    canvas.text(seat.name, Rect(left, HEAD.y, right - left, 58), "name", "gold")
    if seat.trying is None:
        return
    line = Rect(left, HEAD.y + 60, right - left, 54)
    specs = " + ".join(phase_words(words, view.phases[seat.trying - 1]))
    number = words("pictures.phase", phase=seat.trying)
    used = canvas.width(number, "strong") + 20
    if used + canvas.width(specs, "small") <= line.w:  # otherwise the strip tells the number
        canvas.text(number, line, "strong", "text")
        line = line.after(used)
    canvas.text(specs, line, "small", "muted")


def _paint_rolls(canvas: Canvas, view: DiceView) -> None:
    """On the upper rail: which roll it is, and a stud of brass for each that was made."""
    rail = Rect(WOOD.x + 26, WOOD.y, WOOD.w - 52, RAIL - 4)
    if view.finisher is not None:
        canvas.text(canvas.words("dice.shown.last_turns"), rail, "small", "gold")
    elif view.roll:
        done = view.best is not None
        line = canvas.words("dice.shown.complete" if done else "dice.shown.roll", roll=view.roll)
        canvas.text(line, rail, "small", "gold" if done else "text")
    for n in range(MOST_ROLLS):
        x = rail.right - PIP_STEP * (MOST_ROLLS - n)
        box = Rect(x, rail.middle[1] - PIP // 2, PIP, PIP)
        if n < view.roll:
            canvas.sprite(medal(canvas.theme, canvas.theme["brass"], PIP, gold=True), *box.corner)
        else:
            canvas.panel(box, "wood_edge", PIP // 2, 3)


def _paint_phase(canvas: Canvas, view: DiceView) -> None:
    places = fit_places([spec.size for spec in view.phase.groups], FIT, FIT.h)
    if not view.roll:
        for boxes in places:
            for box in boxes:
                paint_gap(canvas, box)
        return
    fit = view.fit
    paint_fit(canvas, fit, view.faces, places)
    words = canvas.words
    if view.best is not None:
        number = view.best.points
        caption = words("dice.shown.now")
    else:
        number = sum(die is None for group in fit for die, _ in group)
        caption = words.plural("dice.shown.missing", number)
    above = Rect(SAYS.x, SAYS.y, SAYS.w, 84)
    canvas.text(words.number(number), above, "gain", "gold", align="right")
    below = Rect(SAYS.x, above.bottom, SAYS.w, 50)
    canvas.text(caption, below, "small", "text", align="right")


def _paint_dice(canvas: Canvas, view: DiceView, kept: Collection[int]) -> None:
    # Dice that are chosen to be kept now leave the others where they lie.
    lying = [n for n in range(len(view.faces)) if n not in kept or n not in view.kept]
    edge = choose_toss(lying).edge
    fitting = {index for group in view.fit for index, _ in group}
    for index, (x, y, turn) in thrown_places(view.faces, view.roll, lying).items():
        if index not in kept:
            sprite = die_sprite(canvas.theme, view.faces[index], edge, turn)
            canvas.sprite(sprite, x, y)
            if index in fitting:
                badge(canvas, (x + edge // 2 - CHECK // 2, y - edge // 2 - CHECK // 4), CHECK)
    x, y = TRAY.x + 24 + TRAY_EDGE // 2, TRAY.middle[1] + 2
    for index in sorted(kept):
        sprite = die_sprite(canvas.theme, view.faces[index], TRAY_EDGE)
        canvas.sprite(sprite, x, y, over=True)
        x += TRAY_STEP
    key, ink = ("tray_complete", "gold") if view.best else ("tray", "text")
    line = canvas.words(f"dice.shown.{key}")
    left = x - TRAY_EDGE // 2 if kept else TRAY.x
    rest = Rect(left, TRAY.y, TRAY.right - left, TRAY.h)
    _paint_act(canvas, line, rest, ink)


def _paint_act(canvas: Canvas, line: str, rest: Rect, ink: str) -> None:
    """The act that is due, on the rest of the lower rail if it fits."""
    room = rest.w - 2 * RAIL_SIDE
    style = canvas.design.fitting(line, ("pile", "small"), room)
    if rest == TRAY or canvas.width(line, style) <= room:
        canvas.text(line, rest, style, ink, align="middle")


def _paint_outcome(canvas: Canvas, view: DiceView, last: TurnEnded) -> None:
    """How the turn before ended, and its dice: the dice that scored, or all."""
    words = canvas.words
    seat = view.seats[last.seat]
    face = Rect(THROW.x + 20, THROW.y + 26, 96, 96)
    canvas.face(seat, face, gold=last.success)
    points = words.number(last.points).replace("-", "−") if last.points else ""
    if last.success:
        points = f"+{points}"
    right = Rect(THROW.right - 320, face.y, 292, 96)
    used = canvas.text(points, right, "figure", "gold" if last.success else "bad", align="right")
    at = Rect(face.right + 20, face.y - 4, THROW.right - used - face.right - 60, 54)
    canvas.text(seat.name, at, "name", "text")
    key = "dice.shown.done" if last.success else "dice.shown.stays"
    below = Rect(at.x, at.bottom - 2, at.w, 52)
    canvas.text(words(key, phase=last.phase), below, "small", "good" if last.success else "muted")
    row = Rect(THROW.x + 14, face.bottom + 22, THROW.w - 28, 160)
    if last.success:
        places = fit_places([len(group) for group in last.groups], row, 112, 1.06)
        for group, boxes in zip(last.groups, places, strict=True):
            for (index, _), box in zip(group, boxes, strict=True):
                sprite = die_sprite(canvas.theme, view.faces[index], box.w)
                canvas.sprite(sprite, *box.middle)
    else:
        for n, die in enumerate(view.faces):
            sprite = die_sprite(canvas.theme, die, 92)
            canvas.sprite(sprite, row.x + 52 + n * 105, row.middle[1])
    lines = [words(f"dice.shown.{bonus}", points=BONUS) for bonus in last.bonus]
    if view.turn is not None and not lines:
        lines = [words("dice.shown.rolls", name=view.seats[view.turn].name)]
    _paint_act(canvas, " · ".join(lines), TRAY, "gold" if last.bonus else "text")


def _paint_order(canvas: Canvas, view: DiceView) -> None:
    """The rolls for the first turn; players who rolled again have a second, smaller die."""
    assert view.order is not None, "only once the order is known"
    rolls = view.order.rolls
    pitch = min(240, THROW.w // max(1, len(view.seats)))
    left = WIDTH // 2 - pitch * (len(view.seats) - 1) // 2
    for seat in range(len(view.seats)):
        x = left + pitch * seat
        face = Rect(x - 52, THROW.y + 16, 104, 104)
        canvas.face(view.seats[seat], face, gold=seat == view.order.first)
    for again, rolled in enumerate((rolls[0], *rolls[1:][-1:]) if rolls else ()):
        for seat, number in rolled:
            x, y = left + pitch * seat + 62 * again, THROW.y + 212 + 44 * again
            top = FACES[0][HIGH_NUMBERS.index(number)]
            edge = 78 if again else MANY.edge
            turn = TURNS[(3 * seat + 1) % len(TURNS)]
            sprite = die_sprite(canvas.theme, top, edge, turn)
            canvas.sprite(sprite, x, y, over=bool(again))
    line = canvas.words("dice.shown.begins", name=view.seats[view.order.first].name)
    _paint_act(canvas, line, TRAY, "gold")
    if not rolls:
        sparks(canvas, (WIDTH // 2, THROW.middle[1] + 60, 90))


def _paint_scores(canvas: Canvas, view: DiceView, top: int) -> None:
    """A line for each seat: phases, last score and total; that of the seat to act is lit."""
    seats = view.seats
    rows = rows_below(top, [HEAD_HEIGHT, *[ROWS[len(seats)]] * len(seats)], MARGIN)
    sheet(canvas, rows)
    head = rows.pop(0)
    total = Rect(head.right - RIGHT - TOTAL, head.y, TOTAL, HEAD_HEIGHT)
    last = Rect(total.x - LAST, total.y, LAST, HEAD_HEIGHT)
    for at, key in ((last, "last"), (total, "total")):
        label = canvas.words(f"pictures.key.{key}")
        room = Rect(at.x - 70, at.y, at.w + 70, at.h)
        canvas.text(label, room, "small", "ink_muted", align="right")
    for seat, row in zip(seats, rows, strict=True):
        if seat.seat == view.turn:  # on a strip of its own
            strip(canvas, Rect(row.x, row.y, row.w, row.h + BELOW_STRIP))
            x, y = row.x + 8, row.middle[1] - POINTER // 2
            canvas.shape("right", x, y, POINTER, "ink")
        pips = Rect(last.x - 10 - CARDS, row.middle[1] - CARD // 2, CARDS, CARD)
        _paint_line(canvas, seat, Rect(row.x, row.y, pips.x - row.x, row.h))
        phase_cards(canvas, pips, len(view.phases), range(1, seat.completed + 1), seat.trying)
        if seat.points:
            newest = canvas.words.number(seat.points[-1])
            at = Rect(last.x, row.y, last.w, row.h)
            canvas.text(newest, at, "name", "ink_muted", align="right")
        at = Rect(total.x, row.y, total.w, row.h)
        used = canvas.text(canvas.words.number(seat.total), at, "pile", "ink", align="right")
        for n in range(len(seat.bonuses)):
            x = at.right - used - 10 - SPARK * (n + 1)
            canvas.fill_mask(spark(SPARK), x, row.middle[1] - SPARK // 2, "brass_dark")


def _paint_line(canvas: Canvas, seat: DiceSeatView, at: Rect) -> None:
    side = min(76, at.h - 6)
    face = Rect(at.x + POINTED + 4, at.y + (at.h - side) // 2, side, side)
    canvas.face(seat, face)
    name = Rect(face.right + 14, at.y, at.right - face.right - 28, at.h)
    canvas.text(seat.name, name, "name", "ink")
