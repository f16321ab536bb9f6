"""The end of a hand: who went out and how, then the points of all players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Words
from bot.i18n.endings import next_dealer
from bot.i18n.phrases import card_name
from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.card_faces import card_height
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.sprites import FLYING, HELD, Pose
from bot.render.pieces.materials import seam, slot, sparks
from bot.render.pieces.piles import draw_stack
from bot.rules.cards import Card
from bot.rules.events import HandEnded
from bot.rules.state import OutBy
from bot.rules.views import PlayerView, SeatView

MARGIN = 56
HEAD_HEIGHT = 356
OUT_FACE = Rect(MARGIN, 72, 216, 216)
OUT_FACES = Rect(MARGIN, 56, 156, 156), Rect(148, 166, 140, 140)  # of two persons
TITLE = Rect(304, 72, 448, 84)
STEP, NAME_STEP, DEED_STEP = 86, 62, 50  # from line to line of the title, long names, the deed
DEED_CARD, DEED_X, DEED_Y = 196, 962, 46
DEED = ((-150, -150, 34), (-80, -60, 16), (0, 96, 0))  # x, tenths of a degree, y of its cards
SPARKS = ((810, 84, 44), (872, 50, 26), (1154, 330, 40), (806, 330, 26), (1160, 60, 22))
ROW, ROW_FACE, ROW_FACE_TOP = 172, 108, 30
TEXT, TEXT_WIDTH = 184, 282
CARDS, CARDS_RIGHT, CARD, STEP_OF_CARDS = 482, 952, 82, 56
NUMBERS = Rect(964, 0, WIDTH - MARGIN - 964, ROW)
DEALER_CARD = 42


@dataclass(frozen=True, slots=True)
class BillLine:
    """The places in the line of a seat."""

    face: Rect
    name: Rect
    phase: Rect
    cards: Rect
    points: Rect
    total: Rect


def hand_end_rows(seats: int) -> list[BillLine]:
    """The places of a number of seats, from top to bottom."""
    rows = []
    for n in range(seats):
        top = HEAD_HEIGHT + n * ROW
        cards = Rect(CARDS, top + 26, CARDS_RIGHT - CARDS, card_height(CARD))
        rows.append(
            BillLine(
                face=Rect(MARGIN, top + ROW_FACE_TOP, ROW_FACE, ROW_FACE),
                name=Rect(TEXT, top + 30, TEXT_WIDTH, 56),
                phase=Rect(TEXT, top + 88, TEXT_WIDTH, 54),
                cards=cards,
                points=Rect(NUMBERS.x, top + 16, NUMBERS.w, 86),
                total=Rect(NUMBERS.x, top + 104, NUMBERS.w, 50),
            )
        )
    return rows


def paint_hand_end(design: Design, view: PlayerView, avatars: Sequence[Avatar] = ()) -> Canvas:
    """The end of a hand, for a view whose hand is over."""
    last = view.last_hand
    assert last is not None, "only for a view whose hand is over"
    rows = hand_end_rows(len(view.seats))
    height = rows[-1].face.y + ROW - ROW_FACE_TOP + 30
    canvas = Canvas(design, height, Lamp(0.14, 180 / height, 620, 0.74))
    out = [view.seats[seat] for seat in last.out]
    if out:
        _paint_deed(canvas, view, out, avatars)
    else:
        _paint_nobody(canvas, view, last.hand)
    dealer = next_dealer(view)
    for place, (row, seat) in enumerate(zip(rows, _by_result(view, last), strict=True)):
        if place:
            seam(canvas, MARGIN, row.face.y - ROW_FACE_TOP, WIDTH - 2 * MARGIN)
        _paint_person(canvas, row, seat, avatar_of(avatars, seat.seat))
        if seat.playing and seat.trying is not None and not view.playoff:
            _paint_phase(canvas, view, row.phase, seat, done=last.completed[seat.seat])
        if seat.seat == dealer:
            at = row.face.x - 14, row.face.bottom - card_height(DEALER_CARD) + 8
            canvas.back(at, DEALER_CARD, pose=Pose(tenths=-120), over=True)
        _paint_cards(canvas, row.cards, seat)
        points = None if view.playoff else last.points[seat.seat]
        _paint_points(canvas, row, points, last.totals[seat.seat])
    return canvas


def _by_result(view: PlayerView, last: HandEnded) -> list[SeatView]:
    """The seats: players who went out, then by the points of the hand, then players who sat out."""
    order = {seat: n for n, seat in enumerate(last.out)}

    def key(seat: SeatView) -> tuple[bool, int, int]:
        number = seat.seat
        return not seat.playing, order.get(number, len(order)), last.points[number]

    return sorted(view.seats, key=key)


# -- the deed ------------------------------------------------------------------------------


def _paint_deed(
    canvas: Canvas, view: PlayerView, out: Sequence[SeatView], avatars: Sequence[Avatar]
) -> None:
    words, first = canvas.words, out[0]
    faces = OUT_FACES if len(out) > 1 else (OUT_FACE,)
    for person, face in zip(out, faces, strict=False):
        canvas.face(person, face, avatar_of(avatars, person.seat), gold=True)
    below = _paint_names(canvas, words.list([seat.name for seat in out]))
    second = Rect(TITLE.x, below, TITLE.w, TITLE.h)
    canvas.text(words.plural("pictures.out_title", len(out)), second, "title", "text")
    for n, line in enumerate(canvas.lines(_deed(words, view, first), "small", TITLE.w + 24)):
        third = Rect(TITLE.x, second.bottom + 4 + n * DEED_STEP, TITLE.w + 24, 60)
        canvas.text(line, third, "small", "muted")
    _paint_deed_cards(canvas, _deed_cards(view, first))


def _paint_names(canvas: Canvas, names: str) -> int:
    """Write who went out in one line, or in two smaller ones; returns the top of the next."""
    if canvas.width(names, "title") <= TITLE.w:
        canvas.text(names, TITLE, "title", "gold")
        return TITLE.y + STEP
    first, *rest = canvas.lines(names, "pile", TITLE.w)
    if not rest:
        canvas.text(names, TITLE, "pile", "gold")
        return TITLE.y + STEP
    for n, line in enumerate((first, " ".join(rest))):
        at = Rect(TITLE.x, TITLE.y - 26 + n * NAME_STEP, TITLE.w, NAME_STEP)
        canvas.text(line, at, "pile", "gold")
    return TITLE.y - 26 + 2 * NAME_STEP


def _deed(words: Words, view: PlayerView, seat: SeatView) -> str:
    if seat.out_by is None:
        return words("pictures.hand", hand=view.hand_number)
    if seat.out_by is OutBy.LAY or seat.out_card is None:
        return words("pictures.out_by.lay")
    return words(f"pictures.out_by.{seat.out_by}", card=card_name(words, seat.out_card))


def _deed_cards(view: PlayerView, seat: SeatView) -> list[Card]:
    """The last three cards of the deed, the last one on top."""
    if seat.out_by is OutBy.LAY:
        return [card for group in seat.groups for card in group.cards][-3:]
    pile = list(view.discard_pile)
    if seat.out_card is None:
        return pile[-3:]
    if pile[-1:] == [seat.out_card]:
        pile.pop()
    return [*pile[-2:], seat.out_card]


def _paint_deed_cards(canvas: Canvas, cards: Sequence[Card]) -> None:
    for card, (x, tenths, y) in zip(cards, DEED[-len(cards) :], strict=False):
        lift = FLYING if x == 0 else HELD
        at = DEED_X + x - (DEED_CARD // 10), DEED_Y + y
        canvas.card(card, at, DEED_CARD, Pose(tenths, lift), over=True)
    sparks(canvas, *SPARKS)


def _paint_nobody(canvas: Canvas, view: PlayerView, hand: int) -> None:
    """The piles, and why nobody went out."""
    words, width = canvas.words, 168
    top = Rect(MARGIN + 12, OUT_FACE.y, width, card_height(width))
    if view.draw_pile:
        draw_stack(canvas, (top.x, top.y), width, view.draw_pile)
    else:
        slot(canvas, top)
    title = Rect(TITLE.x, TITLE.y + 24, WIDTH - TITLE.x - MARGIN, TITLE.h)
    canvas.text(words("pictures.hand_over", hand=hand), title, "title", "text")
    under = Rect(title.x, title.bottom + 10, title.w, 60)
    key = "pictures.stalemate" if view.stalemate else "pictures.ran_dry"
    canvas.text(words(key), under, "small", "muted")


# -- the bill ------------------------------------------------------------------------------


def _paint_person(canvas: Canvas, row: BillLine, seat: SeatView, avatar: Avatar) -> None:
    canvas.face(seat, row.face, avatar, away=not seat.playing, gold=seat.out)
    colour = "gold" if seat.out else "text" if seat.playing else "muted"
    canvas.name(seat.name, row.name, colour)
    if not seat.playing:
        wide = Rect(row.phase.x, row.phase.y, row.cards.right - row.phase.x, row.phase.h)
        canvas.text(canvas.words("pictures.sits_out"), wide, "small", "muted")


def _paint_phase(canvas: Canvas, view: PlayerView, at: Rect, seat: SeatView, *, done: bool) -> None:
    """The phase that was tried, and the one that follows."""
    words = canvas.words
    if len(seat.completed) == len(view.phases):
        number = len(view.phases)
        line = words("pictures.phases_done", done=number, phases=number)
        canvas.text(line, at, "small", "good")
        return
    if seat.next_phase == seat.trying:
        canvas.text(words("pictures.stays", phase=seat.trying), at, "small", "text")
        return
    line = words("pictures.phase", phase=seat.trying)
    rest = at.after(12 + canvas.text(line, at, "small", "muted"))
    if seat.next_phase is None:
        if done:
            canvas.shape("check", rest.x, at.y + 9, 36, "good")
        return
    following = canvas.shape_before("arrow", rest, 34, "good", 8)
    canvas.text(words.number(seat.next_phase), following, "number", "good")


def _paint_cards(canvas: Canvas, at: Rect, seat: SeatView) -> None:
    if seat.left:
        step = min(STEP_OF_CARDS, (at.w - CARD) // max(1, len(seat.left) - 1))
        canvas.row(seat.left, (at.x, at.y), CARD, step)
        return
    if seat.playing:
        sparks(canvas, (at.x + 28, at.middle[1], 52))
        room = at.after(70)
        canvas.text(canvas.words("pictures.none_left"), room, "small", "gold")


def _paint_points(canvas: Canvas, row: BillLine, points: int | None, total: int) -> None:
    words = canvas.words
    if points is not None:
        cost = f"+{words.number(points)}" if points else words.number(0)
        style = "figure" if canvas.width(cost, "figure") <= row.points.w else "title"
        canvas.text(cost, row.points, style, "text" if points else "good", align="right")
    canvas.text(f"= {words.number(total)}", row.total, "number", "muted", align="right")
