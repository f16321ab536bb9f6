"""The picture of the table: seats around the piles, as a spectator may see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.cards.rulesets import SkipRule
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.i18n import Translator
from bot.render.engine import WIDTH, Align, AvatarsBySeat, Canvas, Design, Lamp, Rect, card_height
from bot.render.engine.canvas import NAME_STYLES
from bot.render.pieces.group_rows import Arrangement, Content, RowStyle, Side, arranged, rows_height
from bot.render.pieces.held_cards import paint_boat
from bot.render.pieces.laid_cards import laid_content, paint_content, phase_state
from bot.render.pieces.materials import enamel, mark, plate, skip_badge
from bot.render.pieces.piles import (
    PilesPlace,
    held_stack,
    last_card,
    paint_mover,
    paint_piles,
    piles_place,
    stack_depth,
)

# heights of the plate above a replay, and of a second line
CAPTION = 92
CAPTION_LINE = 58
TRIANGLE = 34
SKIP_BADGE = 58
AMBIENT = 0.17  # share of the light far from the lamp
LAMP = Lamp(0.5, 0.42, power=0.5, ambient=AMBIENT)  # while nobody is to play
# of the light on a seat
REACH = 400
POWER = 0.92
MOST_ALARMS = 2  # plates of red enamel; where more seats hold a single card, none has one
PLATE = 8, 10  # how far a plate goes beyond the head of a seat
EDGE = 40  # of the picture, outside of everything
GUTTER = 24
COLUMN = (WIDTH - 2 * EDGE - GUTTER) // 2
HEAD = 112
# the second from the left edge of a head
FACE = 104
FACE_LEFT = 6
LINE = 54  # height of its two lines
# before the phase of a seat that has laid it
CHECK = 30
CHECK_GAP = 10
DOT = " · "
HELD = 66  # width of the card that stands for the cards held
BOAT = (98, 42)  # of a seat that floats, in place of the cards held
# the only card of a seat, and the gap at its left
LAST_CARD = 92
LAST_CARD_GAP = 14
FRAME = 10  # of enamel around it
HELD_GAP = 21  # the second of the cards held shows in it
WIDE_HEAD = 940  # of a seat with a row of its own, whose cards held are a spread of backs
SPREAD_CARD = 76
SPREAD_STEP = 20
MOST_SPREAD = 11
HEAD_GAP = 34  # between a seat's head and its cards
PILE_GAPS = 44, 40  # above and below the piles, for former discards, which lie askew
ROW_GAP = 52  # between two rows without piles
# the second while nothing lies
PILE_CARD = 180
PILE_CARD_EARLY = 232
PLAQUE = (250, 66)
PLAQUE_PAD = 20
# to the words below it and to the edge of the picture
PLAQUE_GAP = 12
PLAQUE_EDGE = 26
# height of a plaque of two lines; from the top discard to it
STATUS = 116
ASKEW = 22
TWO_SEATS = RowStyle(160, 110)  # a run of 12 fits a line
FEW_SEATS = RowStyle(84, 76)
MANY_SEATS = RowStyle(80, 76)
# the width of a card as high as the places of groups
HOLLOW = 76
HOLLOW_OF_TWO = 96
# The seats in rows, clockwise from the upper left corner; the piles lie below the first row.
ROWS: dict[int, tuple[tuple[int, ...], ...]] = {
    2: ((0,), (1,)),
    3: ((0, 1), (2,)),
    4: ((0, 1), (3, 2)),
    5: ((0, 1), (4, 2), (3,)),
    6: ((0, 1), (5, 2), (4, 3)),
}


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat's place at the table."""

    box: Rect
    face: Rect
    name: Rect
    about: Rect  # phase and points
    held: Rect  # the card that stands for the cards held, or a spread of backs
    content: Arrangement  # in front of the seat


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table."""

    height: int
    plaque: Rect  # the number of the hand
    status: Rect  # words about a special state of the hand
    piles: PilesPlace
    seats: tuple[SeatPlace, ...]


def style_for(seats: int, content: Content) -> RowStyle:
    """The sizes of laid cards for a number of seats; the places of groups are less high."""
    hollow = HOLLOW
    if seats == 2:
        style = TWO_SEATS
        hollow = HOLLOW_OF_TWO
    elif seats <= 4:
        style = FEW_SEATS
    else:
        style = MANY_SEATS
    if content.groups or content.blocks:
        return style
    return replace(style, card=hollow)


def table_layout(seats: tuple[Content, ...]) -> TableLayout:
    rows = ROWS[len(seats)]
    count = len(seats)
    styles = [style_for(count, content) for content in seats]
    widths = [COLUMN if len(row) == 2 else WIDTH - 2 * EDGE for row in rows]
    heights = {
        seat: HEAD + HEAD_GAP + rows_height(seats[seat], width, styles[seat])
        for row, width in zip(rows, widths, strict=True)
        for seat in row
    }
    band = EDGE + max(heights[seat] for seat in rows[0]) + PILE_GAPS[0]
    pile = PILE_CARD if any(content.groups for content in seats) else PILE_CARD_EARLY
    after = band + card_height(pile) + stack_depth(pile) + PILE_GAPS[1]
    # Below the piles, a seat may take the room that the other one in its column leaves.
    columns = ([heights[row[min(side, len(row) - 1)]] for row in rows[1:]] for side in (0, 1))
    bottom = after + max(map(sum, columns)) + ROW_GAP * (len(rows) - 2)
    places: dict[int, SeatPlace] = {}
    for row, width in zip(rows, widths, strict=True):
        for column, seat in enumerate(row):
            height = heights[seat]
            last = row is rows[-1]
            top = EDGE if row is rows[0] else after
            if last:
                top = bottom - height
            box = Rect(EDGE + column * (COLUMN + GUTTER), top, width, height)
            places[seat] = _seat_place(seats[seat], box, styles[seat], last=last)
    piles = piles_place(band, pile, EDGE)
    words = piles.draw_lines[0]
    status = piles.discard.right + ASKEW
    low = words.y - PLAQUE_GAP
    return TableLayout(
        height=bottom + EDGE,
        plaque=Rect(words.right - PLAQUE[0], low - PLAQUE[1], *PLAQUE),
        status=Rect(status, low - STATUS, WIDTH - PLAQUE_EDGE - status, STATUS),
        piles=piles,
        seats=tuple(places[seat] for seat in range(count)),
    )


def _seat_place(content: Content, box: Rect, style: RowStyle, *, last: bool) -> SeatPlace:
    """A seat with its head at the outer edge: above its cards, in the last row below them."""
    side: Side = "left" if box.w == COLUMN else "middle"
    head_top = box.bottom - HEAD if last else box.y
    top = box.y if last else box.y + HEAD + HEAD_GAP
    width = COLUMN if box.w == COLUMN else WIDE_HEAD
    x = box.x + (box.w - width) // 2
    middle = head_top + HEAD // 2
    text = x + FACE_LEFT + FACE + 14
    held_width = HELD
    card = HELD
    if width == WIDE_HEAD:
        held_width = SPREAD_CARD + SPREAD_STEP * (MOST_SPREAD - 1)
        card = SPREAD_CARD
    left = x + width - held_width
    height = card_height(card)
    name, about = (Rect(text, middle + y, left - HELD_GAP - text, LINE) for y in (-LINE, 0))
    return SeatPlace(
        box=box,
        face=Rect(x + FACE_LEFT, head_top + (HEAD - FACE) // 2, FACE, FACE),
        name=name,
        about=about,
        held=Rect(left, middle - height // 2, held_width, height),
        content=arranged(content, Rect(box.x, top, box.w, 0), style, side),
    )


def paint_replay(
    design: Design, view: PlayerView, caption: str, avatars: AvatarsBySeat = ()
) -> Canvas:
    """The table under a caption of one or two lines about the last action."""
    layout = seats_layout(design, view)
    room = Rect(92, 8, WIDTH - 136, CAPTION - 12)
    first, *rest = design.lines(caption, "small", room.w)
    top = CAPTION + (CAPTION_LINE if rest else 0)
    canvas = Canvas(design, layout.height + top, _lamp(view, layout, top), avatars, rim=False)
    plate(canvas, Rect(8, 8, WIDTH - 16, top - 12))
    canvas.shape("right", 44, CAPTION // 2 - 14, 32, "gold")
    canvas.text(first, room, "small", "text")
    if rest:
        below = Rect(room.x, room.y + CAPTION_LINE, room.w, room.h)
        canvas.text(" ".join(rest), below, "small", "text")
    canvas.top = top
    _paint(canvas, view, layout)
    return canvas


def paint_table(
    design: Design, view: PlayerView, avatars: AvatarsBySeat = (), mover: int | None = None
) -> Canvas:
    """The table; the ``mover`` is the seat whose discard was the newest move, if it was one."""
    layout = seats_layout(design, view)
    canvas = Canvas(design, layout.height, _lamp(view, layout), avatars)
    _paint(canvas, view, layout)
    paint_mover(canvas, view, layout.piles, mover)
    return canvas


def seats_layout(design: Design, view: PlayerView) -> TableLayout:
    return table_layout(tuple(laid_content(design, view, seat) for seat in view.seats))


def _lamp(view: PlayerView, layout: TableLayout, top: int = 0) -> Lamp:
    """The light: on the seat with the only last card, else on the seat to play.

    It is between the seat and what lies in front of it, so that both are lit.
    """
    seat = view.last_cards[0].seat if len(view.last_cards) == 1 else view.turn
    if seat is None:
        return LAMP
    place = layout.seats[seat]
    (x, y) = _head(place).middle
    below = place.content.area.middle[1]
    y = top + (y + below) // 2
    return Lamp(x / WIDTH, y / (top + layout.height), REACH, POWER, AMBIENT)


def _paint(canvas: Canvas, view: PlayerView, layout: TableLayout) -> None:
    _paint_middle(canvas, view, layout)
    places = [
        _fitted_place(canvas.design, view, at, seat)
        for seat, at in zip(view.seats, layout.seats, strict=True)
    ]
    facts = _facts(canvas.design, view, places)
    for seat, at, line in zip(view.seats, places, facts, strict=True):
        _paint_person(canvas, view, at, seat)
        _paint_about(canvas, view, at.about, seat, line)
        paint_content(canvas, view, seat, at.content)


def _paint_middle(canvas: Canvas, view: PlayerView, layout: TableLayout) -> None:
    number = canvas.words("pictures.hand", hand=view.hand_number)
    status = _status(view)
    _paint_plaque(canvas, [number], layout.plaque, "text", align="right")
    if status:
        room = layout.status
        rows = canvas.lines(canvas.words(status), "strong", room.w - 2 * PLAQUE_PAD)
        at = room if rows[1:] else replace(room, y=layout.plaque.y, h=layout.plaque.h)
        _paint_plaque(canvas, rows, at, "gold")
    paint_piles(canvas, view, layout.piles, align="right")


def _paint_plaque(
    canvas: Canvas, rows: Sequence[str], room: Rect, colour: str, align: Align = "left"
) -> None:
    width = min(room.w, max(canvas.width(row, "strong") for row in rows) + 2 * PLAQUE_PAD)
    at = Rect(room.right - width if align == "right" else room.x, room.y, width, room.h)
    plate(canvas, at, 18)
    for n, row in enumerate(rows):
        line = Rect(at.x, at.y + at.h * n // len(rows), at.w, at.h // len(rows))
        canvas.text(row, line, "strong", colour, align="middle")


def _status(view: PlayerView) -> str | None:
    if view.stage is Stage.OFFER:
        return "pictures.opening_offer"
    if view.last_turns is not None:
        return "pictures.last_turns"
    return "pictures.playoff" if view.playoff else None


def _paint_person(canvas: Canvas, view: PlayerView, at: SeatPlace, seat: SeatView) -> None:
    to_act = seat.seat == view.turn
    waits = not seat.playing
    alarm = _alarms(view, seat)
    if alarm or to_act:
        (enamel if alarm else plate)(canvas, _head(at))
    if to_act:
        canvas.ring(at.face, at.face.w // 2)
    canvas.face(seat, at.face, away=waits, gold=to_act)
    avatar = canvas.avatar(seat)
    if avatar.computer and avatar.picture is not None:
        mark(canvas, "robot", at.face.x - 6, at.face.bottom - 42, "muted")
    if seat.skipped and view.rules.skip_rule is not SkipRule.IN_FRONT:
        skip_badge(canvas, at.face.right - SKIP_BADGE + 6, at.face.y - 6, SKIP_BADGE)
    name = at.name
    if to_act:
        name = canvas.shape_before("right", name, TRIANGLE, "paper" if alarm else "gold", 8)
    if seat in view.last_cards:
        last_card(canvas, at.held, "gain")
    elif seat.floating:
        paint_boat(canvas, at.held)
    elif not waits and seat.cards:
        _paint_held(canvas, at.held, seat.cards)
    canvas.fit(seat.name, name, NAME_STYLES, _name_colour(seat, to_act=to_act, alarm=alarm))
    if alarm:
        one = canvas.words("phrases.one_card")
        canvas.text(one, replace(at.name, y=at.about.y), "pile", "paper")


def _alarms(view: PlayerView, seat: SeatView) -> bool:
    """Whether a seat sits behind red enamel."""
    return seat in view.last_cards and len(view.last_cards) <= MOST_ALARMS


def _head(at: SeatPlace) -> Rect:
    """The place of the plate around a seat's face, words and held cards."""
    across, down = PLATE
    left, top = at.face.x - FACE_LEFT - across, at.face.middle[1] - HEAD // 2 - down
    return Rect(left, top, at.held.right + across - left, HEAD + 2 * down)


def _fitted_place(design: Design, view: PlayerView, at: SeatPlace, seat: SeatView) -> SeatPlace:
    """The place of a seat, whose words have the room that its cards leave."""
    name = at.name
    about = at.about
    held = at.held
    if seat in view.last_cards:
        height = card_height(LAST_CARD)
        x, y = held.right - LAST_CARD - FRAME, at.face.middle[1] - height // 2
        held = Rect(x, y, LAST_CARD, height)
        name, about = (replace(line, w=x - LAST_CARD_GAP - line.x) for line in (name, about))
        if _alarms(view, seat):
            about = about.after(HELD_GAP + design.width(design.words("phrases.one_card"), "pile"))
    elif not seat.playing or not seat.cards:
        about = replace(about, w=held.right - about.x)
        if seat.floating:
            held = Rect(held.right - BOAT[0], name.middle[1] - BOAT[1] // 2, *BOAT)
            name = replace(name, w=held.x - LAST_CARD_GAP - name.x)
    if seat.groups:
        about = about.after(CHECK + CHECK_GAP)
    return replace(at, name=name, about=about, held=held)


def _paint_held(canvas: Canvas, at: Rect, count: int) -> None:
    """The cards held: a back with their number, or where there is room a spread of backs."""
    number = canvas.words.number(count)
    if at.w < SPREAD_CARD:
        held_stack(canvas, at.corner, at.w, number)
        return
    x = at.right - SPREAD_CARD
    hidden = min(count, MOST_SPREAD) - 1
    for place in range(hidden, -1, -1):
        left = x - SPREAD_STEP * place
        canvas.back((left, at.y), SPREAD_CARD, "" if place else number, over=place < hidden)


def _facts(design: Design, view: PlayerView, places: Sequence[SeatPlace]) -> Iterator[str]:
    """A line about each seat, with points at all of them or, if one has no room, at none."""
    rooms = [at.about.w for at in places]
    for points in (True, False):
        lines = [_lines_about(design.words, view, seat, points=points) for seat in view.seats]
        if all(design.width(some[0], "small") <= w for some, w in zip(lines, rooms, strict=True)):
            break
    for some, w in zip(lines, rooms, strict=True):
        yield design.wording(some, "small", w)


def _lines_about(words: Translator, view: PlayerView, seat: SeatView, *, points: bool) -> list[str]:
    """The wordings about a seat, the longest first: phase, points, special state."""
    phase = phase_state(words, view, seat)
    key = _seat_state(view, seat)
    state = words(key) if key else ""
    shown = phase, words.plural("pictures.points", seat.total) if points else "", state
    short = words.number(seat.trying) if seat.groups and seat.trying else ""
    return [DOT.join(filter(None, parts)) for parts in (shown, (short, state), (state,))]


def _name_colour(seat: SeatView, *, to_act: bool, alarm: bool) -> str:
    if alarm:
        return "paper"
    if to_act:
        return "gold"
    return "text" if seat.playing else "muted"


def _paint_about(canvas: Canvas, view: PlayerView, at: Rect, seat: SeatView, line: str) -> None:
    to_act = seat.seat == view.turn
    key = _seat_state(view, seat)
    ink = "text" if to_act else "muted"
    if seat.groups:
        colour = "good"
    elif seat.trying:
        colour = "text"
    else:
        colour = "gold" if to_act else "muted"
    if key:
        ink = "gold" if key == "pictures.last_turn" else "good"
    if _alarms(view, seat):
        colour = ink = "paper"
    if seat.groups:
        canvas.shape("check", at.x - CHECK - CHECK_GAP, at.middle[1] - CHECK // 2, CHECK, colour)
    before, *after = line.split(DOT, 1)
    used = canvas.text(before, at, "small", ink if key and not after else colour)
    for rest in after:
        canvas.text(f"· {rest}", at.after(used + CHECK_GAP), "small", ink)


def _seat_state(view: PlayerView, seat: SeatView) -> str | None:
    """The catalogue key of a seat's special state in this hand."""
    if seat.out:
        return "pictures.out"
    if seat.seat in (view.last_turns or ()):
        return "pictures.last_turn"
    return None
