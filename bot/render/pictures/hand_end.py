"""The end of a hand: who went out and how, then the points of all players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.cards.cards import Card
from bot.cards.events import HandEnded
from bot.cards.state import OutBy
from bot.cards.views import PlayerView, SeatView
from bot.i18n import Translator
from bot.i18n.endings import next_dealer
from bot.i18n.phrases import SHORT_NAME, clip
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Lamp, Pose, Rect, card_height
from bot.render.engine.canvas import NAME_STYLES
from bot.render.engine.sprites import FLYING, HELD
from bot.render.pieces.group_rows import LEAST_SHARE
from bot.render.pieces.materials import seam, sparks, tray
from bot.render.pieces.piles import draw_stack

MARGIN = 56
# above the rows; the second if nobody went out
HEAD_HEIGHT = 412
NOBODY_HEIGHT = 346
OUT_FACE = Rect(MARGIN, 108, 264, 264)
OUT_FACES = Rect(MARGIN, 76, 188, 188), Rect(144, 212, 176, 176)  # of two persons
TITLE = Rect(344, 48, WIDTH - MARGIN - 344, 84)
TITLE_GAP = 20  # between names and their deed
FACTS = Rect(TITLE.x, TITLE.bottom + 8, 392, 54)  # the first line below the title
RESULT = Rect(TITLE.x, 249, 440, 138)  # points of the player who went out, two lines right of them
# their style if they are one figure, or more
RESULT_GAP = 24
DEED_CARD = 180
DEED_AT = (944, 144)
DEED = ((-164, -150, 6), (-88, -60, 2), (0, 96, 0))  # x, tenths of a degree, y of its cards
SPARKS = ((738, 214, 40), (786, 156, 26), (1146, 400, 40), (744, 396, 26), (1150, 170, 22))
# of a hand that nobody ended
PILE = 152
PILE_AT = (94, 78)
TRAY = 38, 10  # how far the tray around it, and the hole in the tray, go beyond it
ROW = 172
ROW_FACE = 108
ROW_FACE_TOP = 30
TEXT = 184
TEXT_WIDTH = 282
CARDS = 482
CARD = 82
STEP_OF_CARDS = 56
# the width of each of many cards, and from cards to points
MANY_CARDS = 70
CARDS_GAP = 16
NUMBERS = 180  # least width of points
# the second left and above of the edge of a face
DEALER_CARD = 44
DEALER_AT = (42, 18)


class BillLine(NamedTuple):
    """The places in the line of a seat."""

    face: Rect
    name: Rect
    phase: Rect
    cards: Rect
    points: Rect
    total: Rect


def hand_end_rows(seats: int, below: int = HEAD_HEIGHT, numbers: int = NUMBERS) -> list[BillLine]:
    """The places of a number of seats below a height; ``numbers`` is the width of their points."""
    left = WIDTH - MARGIN - numbers
    return [
        BillLine(
            face=Rect(MARGIN, top + ROW_FACE_TOP, ROW_FACE, ROW_FACE),
            name=Rect(TEXT, top + 30, TEXT_WIDTH, 56),
            phase=Rect(TEXT, top + 88, TEXT_WIDTH, 54),
            cards=Rect(CARDS, top + 26, left - CARDS_GAP - CARDS, card_height(CARD)),
            points=Rect(left, top + 16, numbers, 86),
            total=Rect(left, top + 104, numbers, 50),
        )
        for top in range(below, below + seats * ROW, ROW)
    ]


def paint_hand_end(design: Design, view: PlayerView, avatars: AvatarsBySeat = ()) -> Canvas:
    last = view.last_hand
    assert last is not None, "only for a view whose hand is over"
    out = [view.seats[seat] for seat in last.out]
    seats = _by_result(view, last)
    dealer = next_dealer(view)
    if len(out) == 1:
        seats.remove(out[0])  # whose result is at the top
    totals = {seat.seat: _in_all(design.words, last, seat) for seat in view.seats}
    widths = [design.width(totals[seat.seat], "small") + 1 for seat in seats]
    rows = hand_end_rows(len(seats), HEAD_HEIGHT if out else NOBODY_HEIGHT, max([NUMBERS, *widths]))
    height = rows[-1].face.y + ROW - ROW_FACE_TOP + 30
    canvas = Canvas(design, height, Lamp(0.14, 200 / height, 620, 0.74), avatars)
    if out:
        _paint_deed(canvas, view, out)
    else:
        _paint_nobody(canvas, view, last.hand)
    if len(out) == 1 and out[0].seat == dealer:
        _paint_dealer(canvas, OUT_FACE)
    for place, (row, seat) in enumerate(zip(rows, seats, strict=True)):
        if place:
            seam(canvas, MARGIN, row.face.y - ROW_FACE_TOP, WIDTH - 2 * MARGIN)
        _paint_person(canvas, row, seat)
        if seat.playing and seat.trying is not None and not view.playoff:
            _paint_phase(canvas, view, row.phase, seat, done=last.completed[seat.seat])
        if seat.seat == dealer:
            _paint_dealer(canvas, row.face)
        _paint_cards(canvas, row.cards, seat)
        points = None if view.playoff else last.points[seat.seat]
        _paint_points(canvas, row, points, totals[seat.seat])
    return canvas


def _in_all(words: Translator, last: HandEnded, seat: SeatView) -> str:
    return words("pictures.in_all", points=words.number(last.totals[seat.seat]))


def _paint_dealer(canvas: Canvas, face: Rect) -> None:
    edge = face.w // 7  # from the corner of its box to its lower left
    at = face.x + edge - DEALER_AT[0], face.bottom - edge - DEALER_AT[1]
    canvas.back(at, DEALER_CARD, pose=Pose(tenths=-120), over=True)


def _by_result(view: PlayerView, last: HandEnded) -> list[SeatView]:
    """The seats: players who went out, then by the points of the hand, then players who sat out."""
    order = {seat: n for n, seat in enumerate(last.out)}

    def key(seat: SeatView) -> tuple[bool, int, int]:
        number = seat.seat
        return not seat.playing, order.get(number, len(order)), last.points[number]

    return sorted(view.seats, key=key)


def _paint_deed(canvas: Canvas, view: PlayerView, out: Sequence[SeatView]) -> None:
    words = canvas.words
    faces = OUT_FACES if len(out) > 1 else (OUT_FACE,)
    for person, face in zip(out, faces, strict=False):
        canvas.face(person, face, gold=True)
    title = words.plural("pictures.out_title", len(out))
    at = _paint_title(canvas, [seat.name for seat in out], title)
    canvas.text(words("pictures.hand", hand=view.hand_number), at, "small", "muted")
    cards = _deed_cards(view, out[0])
    for card, (x, tenths, y) in zip(cards, DEED[-len(cards) :], strict=False):
        corner = (DEED_AT[0] + x, DEED_AT[1] + y)
        lift = HELD if x else FLYING
        canvas.card(card, corner, DEED_CARD, Pose(tenths, lift), over=True)
    sparks(canvas, *SPARKS)
    if len(out) == 1:
        _paint_result(canvas, view, out[0])


def _paint_result(canvas: Canvas, view: PlayerView, seat: SeatView) -> None:
    words = canvas.words
    last = view.last_hand
    at = RESULT
    assert last is not None, "the caller asks"
    if not view.playoff:
        points = words.number(last.points[seat.seat])
        style = "figure" if len(points) > 1 else "alarm"
        at = at.after(RESULT_GAP + canvas.text(points, at, style, "good"))
    at = replace(at, y=at.middle[1] - FACTS.h, h=FACTS.h)
    if seat.trying is not None and not view.playoff:
        _paint_phase(canvas, view, at, seat, done=last.completed[seat.seat])
        at = replace(at, y=at.bottom)
    canvas.text(_in_all(words, last, seat), at, "small", "muted")


def _paint_title(canvas: Canvas, names: Sequence[str], deed: str) -> Rect:
    """Write the names of the players who went out, smaller or shortened if they are long.

    The deed of several players has a line of its own. Returns the first line below.
    """
    alone = len(names) == 1
    short = names if alone else [clip(name, SHORT_NAME) for name in names]
    for some, style in ((names, "title"), (names, "pile"), (short, "pile")):
        who = canvas.words.list(some)
        room = TITLE.w - alone * (TITLE_GAP + canvas.width(deed, style))
        if canvas.width(who, style) <= room:
            break
    used = canvas.text(who, replace(TITLE, w=room), style, "gold")
    at = TITLE.after(used + TITLE_GAP) if alone else replace(TITLE, y=TITLE.bottom)
    canvas.text(deed, at, style, "text")
    return replace(FACTS, y=FACTS.y + at.y - TITLE.y)


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


def _paint_nobody(canvas: Canvas, view: PlayerView, hand: int) -> None:
    words = canvas.words
    top = Rect(*PILE_AT, PILE, card_height(PILE))
    tray(canvas, *(top.grown(n) for n in TRAY))
    if view.draw_pile:
        draw_stack(canvas, top.corner, PILE, view.draw_pile)
    title = replace(TITLE.after(16), y=top.middle[1] - TITLE.h)
    canvas.text(words("pictures.hand_over", hand=hand), title, "title", "text")
    under = Rect(title.x, title.bottom + 8, title.w, 60)
    key = "pictures.stalemate" if view.stalemate else "pictures.ran_dry"
    canvas.text(words(key), under, "small", "muted")


def _paint_person(canvas: Canvas, row: BillLine, seat: SeatView) -> None:
    canvas.face(seat, row.face, away=not seat.playing, gold=seat.out)
    colour = "text" if seat.playing else "muted"
    if seat.out:
        colour = "gold"
    canvas.fit(seat.name, row.name, NAME_STYLES, colour)
    if not seat.playing:
        wide = Rect(row.phase.x, row.phase.y, row.cards.right - row.phase.x, row.phase.h)
        canvas.text(canvas.words("pictures.sits_out"), wide, "small", "muted")


def _paint_phase(canvas: Canvas, view: PlayerView, at: Rect, seat: SeatView, *, done: bool) -> None:
    words = canvas.words
    if len(seat.completed) == len(view.phases):
        number = len(view.phases)
        line = words("pictures.phases_done", done=number, phases=number)
        canvas.text(line, at, "small", "good")
        return
    if seat.next_phase == seat.trying:
        canvas.text(words("pictures.stays", phase=seat.trying), at, "small", "bad")
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
        others = len(seat.left) - 1
        card = CARD if CARD + round(CARD * LEAST_SHARE) * others <= at.w else MANY_CARDS
        step = min(STEP_OF_CARDS, (at.w - card) // max(1, others))
        canvas.row(seat.left, (at.x, at.middle[1] - card_height(card) // 2), card, step)
        return
    if seat.playing:
        sparks(canvas, (at.x + 28, at.middle[1], 52))
        room = at.after(70)
        canvas.text(canvas.words("pictures.none_left"), room, "small", "gold")


def _paint_points(canvas: Canvas, row: BillLine, points: int | None, total: str) -> None:
    words = canvas.words
    if points is not None:
        cost = f"+{words.number(points)}" if points else words.number(0)
        colour = "bad" if points else "good"
        canvas.fit(cost, row.points, ("figure", "title"), colour, align="right")
    canvas.text(total, row.total, "small", "muted", align="right")
