"""The layout of a private hand: the phase, the fan of cards over a rack, and the small table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import cos, radians, sin

from bot.render.engine import WIDTH, Rect, card_height

from .group_rows import GAP, NOTHING, Arrangement, Content, RowStyle, arranged, rows_height
from .laid_cards import WORDS
from .piles import LINE, PILE_GAP, WORDS_GAP, PilesPlace, piles_place

EDGE = 36  # of the picture, outside of everything but the rack
HEAD_TOP = 34
HEAD_GAP = 14
# the height of the title, the top of the line below it
TITLE_HEIGHT = 84
UNDER_TITLE = 122
TO_GO_TOP = 28
TO_GO_HEIGHT = 92
# the second where it fits
STRIP_STYLE = RowStyle(80, 58)
LARGE_STRIP = RowStyle(92, 70)
WORDS_APART = 18  # how much farther words below groups are apart than groups

FAN_CARD = 218
# Widths, of which the first is taken that shows all numbers; the widest next to an alarm alone.
FAN_CARDS = (238, FAN_CARD, 200, 191, 182, 164)
LEAST_STRIP = 0.41  # of a covered card's width that stays visible
# of one card or two, which do not overlap
PAIR_CARD = 276
PAIR_GAP = 18
FAN_ANGLE = 1.36  # degrees between two cards
FAN_STRIP = 150  # most visible width of a covered card
FAN_MARGIN = 22
# how far cards move outwards along their own axes
RAISED = 30
SUNK = -8
# the marks at the upper edge of a card, their middle above it
BADGE = 42
DOT = 34
OVER_EDGE = 8
BEHIND = 14  # height of a raised card in the middle that the rack covers
RACK_HEIGHT = 92
# widths for few and for more of the viewer's cards
LAST_CARD_OF_FEW = 240
LAST_CARD = 204
FEW = 8
MOST = 11
LAST_CARD_LEAST = 180  # where one screen would not hold a larger one
# the second above and below
LAST_CARD_LEFT = 146
LAST_CARD_MARGINS = (20, 32)
FAN_GAP = 32  # between the last card of another seat and the fan
MESSAGE = Rect(WIDTH // 2 - 80, 0, 640, 0)  # words right of the fan
ALONE_LEFT = 110  # of the room of a card with words at its right

SEAT_GUTTER = 20
SEAT_COLUMN = (WIDTH - 2 * EDGE - SEAT_GUTTER) // 2
SEAT_FACE = 60
SEAT_HEAD = 70
SEAT_HEAD_GAP = 6
# between rows of seats; the second where groups are squeezed
SEAT_GAP = 16
TIGHT_GAP = 10
SEAT_HELD = 52
SEAT_STYLE = RowStyle(80, 76)  # a run of 7 fills the line
BAND_CARD = 144
BAND_CARD_LEAST = 112
CELL_CARD = 116
MOST_HEIGHT = 1350  # of one screen; kept by smaller piles, then by squeezed groups
SECTION_GAP = 18


# Width of a card of the strip, visible width of a covered one, width of an empty place: best first.
StripSizes = tuple[int, int, int]
STRIP_SIZES: tuple[StripSizes, ...] = (
    *((92, 70, 74), (92, 62, 66)),  # not for a full screen
    *((80, *more) for more in ((58, 62), (52, 56), (46, 50), (42, 46), (42, 42), (42, 36))),
)


@dataclass(frozen=True, slots=True)
class Collecting:
    """A group that is being collected, or several equal ones."""

    groups: tuple[tuple[bool, ...], ...]  # for each group which of its places are filled
    words: tuple[int, int]  # the widths of the words below, in one line and in two


@dataclass(frozen=True, slots=True)
class PlacedCollecting:
    """The places of groups that are being collected, and the words below if they have room."""

    groups: tuple[tuple[Rect, ...], ...]
    words: Rect | None


@dataclass(frozen=True, slots=True)
class HeadSizes:
    """The sizes of everything above the fan."""

    collecting: tuple[Collecting, ...] = ()
    laid: Content = NOTHING
    blocks: tuple[tuple[int, int], ...] = ()  # widths and heights of further things
    title: int = 320  # the width of the words at the left
    cards_missing: int = 160  # the width of the words at the right
    alarm: bool = False  # whether the last card of another seat stands left of the fan
    message: bool = False  # whether there are words right of the fan


@dataclass(frozen=True, slots=True)
class FanCard:
    """A card of the fan."""

    middle: tuple[float, float]
    angle: float  # in degrees, clockwise
    turn: int  # the same in tenths, one of few values, so that forms can be kept
    width: int
    mark: tuple[int, int]  # the middle of a mark at the part of its upper edge that none covers

    def corner(self, across: float, down: float) -> tuple[float, float]:
        """A point of the card from shares (0 to 1) of its width and height."""
        return _turned_point(self.middle, self.angle, self.width, (across, down))


@dataclass(frozen=True, slots=True)
class SmallSeat:
    """A seat of the small table."""

    box: Rect
    face: Rect
    line: Rect  # its name, phase and state
    held: Rect  # the card that stands for the cards held
    content: Arrangement  # in front of it


@dataclass(frozen=True, slots=True)
class HandLayout:
    """A private hand."""

    height: int
    title: Rect
    under_title: Rect
    cards_missing: tuple[Rect, Rect]  # how many cards are missing, a number over a word
    strip: Rect  # the line above the fan, or below the title if it is long
    collecting: tuple[PlacedCollecting, ...]  # in the strip, or
    laid: Arrangement
    blocks: tuple[Rect, ...]  # further things, at the right of the title's line
    fan: tuple[FanCard, ...]
    last_card: Rect | None  # of another seat
    message: Rect  # words right of the fan, if it leaves them room
    rack: Rect
    piles: PilesPlace
    seats: tuple[SmallSeat, ...]


def hand_layout(marked: Sequence[bool], mine: HeadSizes, others: Sequence[Content]) -> HandLayout:
    """The layout of a hand whose marked cards are raised, and of the table below it."""
    for pile, squeezed in ((BAND_CARD, False), (BAND_CARD_LEAST, False), (BAND_CARD_LEAST, True)):
        layout = _hand_layout(tuple(marked), mine, tuple(others), pile, squeezed=squeezed)
        if layout.height <= MOST_HEIGHT:
            break
    return layout


def _hand_layout(
    marked: tuple[bool, ...],
    mine: HeadSizes,
    others: tuple[Content, ...],
    pile: int,
    *,
    squeezed: bool,
) -> HandLayout:
    """The layout with piles of a width, and with groups squeezed that need a second line."""
    strip, collecting, laid, blocks = _strip(mine, squeezed=squeezed)
    under_title = Rect(EDGE, UNDER_TITLE, mine.title, LINE)
    fan_top = max([box.bottom for box in (strip, under_title, *blocks)]) + 8
    count = len(marked)
    left = FAN_MARGIN
    right = WIDTH - FAN_MARGIN
    last = 0
    if mine.alarm and 0 < count <= MOST:
        last = LAST_CARD if count > FEW else LAST_CARD_OF_FEW
        if squeezed:
            last = LAST_CARD_LEAST
        left = LAST_CARD_LEFT + last + FAN_GAP
    if mine.message:
        left, right = ALONE_LEFT, MESSAGE.x
    width = _fan_card(count, right - left, large=last > LAST_CARD_LEAST, least=squeezed)
    seen = card_height(width) - BEHIND
    above = max(
        OVER_EDGE + BADGE // 2 + seen, bool(last) * (card_height(last) + sum(LAST_CARD_MARGINS))
    )
    rack = Rect(14, fan_top + above, WIDTH - 28, RACK_HEIGHT)
    y = rack.y - card_height(last) - LAST_CARD_MARGINS[1]
    piles, seats = _small_table(others, rack.bottom + SECTION_GAP, pile, squeezed=squeezed)
    cards_missing = WIDTH - EDGE - mine.cards_missing
    bottom = max([piles.draw.bottom, *(seat.box.bottom for seat in seats)])
    return HandLayout(
        height=bottom + EDGE - 8,
        title=Rect(EDGE, HEAD_TOP, mine.title, TITLE_HEIGHT),
        under_title=under_title,
        cards_missing=(
            Rect(cards_missing, TO_GO_TOP, mine.cards_missing, TO_GO_HEIGHT),
            Rect(cards_missing, UNDER_TITLE, mine.cards_missing, LINE),
        ),
        strip=strip,
        collecting=collecting,
        laid=laid,
        blocks=blocks,
        fan=_fan(marked, Rect(left, rack.y - seen, right - left, seen), width),
        last_card=Rect(LAST_CARD_LEFT, y, last, card_height(last)) if last else None,
        message=Rect(MESSAGE.x, fan_top, MESSAGE.w, rack.y - fan_top),
        rack=rack,
        piles=piles,
        seats=seats,
    )


def _strip(
    mine: HeadSizes, *, squeezed: bool
) -> tuple[Rect, tuple[PlacedCollecting, ...], Arrangement, tuple[Rect, ...]]:
    """The strip, the groups collected or laid in it, and further things, as in a layout."""
    blocks: list[Rect] = []
    left, right = EDGE + mine.title + HEAD_GAP, WIDTH - EDGE - mine.cards_missing - HEAD_GAP
    whole = Rect(left, HEAD_TOP, right - left, 0)
    for width, height in mine.blocks:
        blocks.append(Rect(right - width, whole.y, width, height))
        right -= width + GAP
    room = Rect(left, whole.y, right - left, 0)
    style = _style(mine.laid, (LARGE_STRIP, STRIP_STYLE)[squeezed:], room.w, squeezed=squeezed)
    laid = arranged(mine.laid, room, style, "middle")
    if not mine.collecting:
        return laid.area, (), laid, tuple(blocks)
    below = Rect(EDGE, UNDER_TITLE + LINE + 4, WIDTH - 2 * EDGE, 0)
    choices = [(room, 1), (room, 2), (room, 0)]
    if not squeezed:
        choices += [(below, 1), (below, 2)]
    choices.append((below, 0))
    sizes = STRIP_SIZES[2:] if squeezed else STRIP_SIZES
    room, collecting = _collecting(mine.collecting, product(choices, sizes))
    bottom = max((at.words or at.groups[0][0]).bottom for at in collecting)
    return Rect(room.x, room.y, room.w, bottom - room.y), collecting, laid, tuple(blocks)


def _style(content: Content, styles: Sequence[RowStyle], room: int, *, squeezed: bool) -> RowStyle:
    """The first style in which content fits a line; else the last, squeezed if that is allowed."""
    fitting = (style for style in styles if rows_height(content, room, style) == style.height)
    return next(fitting, replace(styles[-1], squeezed=squeezed))


def _collecting(
    wanted: Sequence[Collecting], choices: Iterable[tuple[tuple[Rect, int], StripSizes]]
) -> tuple[Rect, tuple[PlacedCollecting, ...]]:
    """Groups in one line of the first room that holds them with its number of lines of words."""
    for (room, lines), sizes in choices:
        ends = ([_places(row, 0, 0, sizes)[-1].right for row in part.groups] for part in wanted)
        inner = [sum(rights) + GAP * (len(rights) - 1) for rights in ends]
        words = [part.words[lines - 1] + WORDS_APART if lines else 0 for part in wanted]
        widths = [max(pair) for pair in zip(inner, words, strict=True)]
        spare = room.w - sum(widths) - GAP * (len(wanted) - 1)
        if spare >= 0:
            break
    x = room.x + spare // 2
    y = room.y + card_height(sizes[0]) + 6
    out = []
    for part, least, width in zip(wanted, inner, widths, strict=True):
        line = Rect(x, y, width, WORDS * lines) if lines else None
        left = x + (width - least) // 2
        groups = []
        for filled in part.groups:
            groups.append(_places(filled, left, room.y, sizes))
            left = groups[-1][-1].right + GAP
        out.append(PlacedCollecting(tuple(groups), line))
        x += width + GAP
    return room, tuple(out)


def _places(filled: Sequence[bool], x: int, y: int, sizes: StripSizes) -> tuple[Rect, ...]:
    """Cards that follow each other overlap; empty places and the cards before them do not."""
    (card, step, place) = sizes
    out = []
    for held, after in zip(filled, (*filled[1:], False), strict=True):
        out.append(Rect(x, y, card if held else place, card_height(card)))
        x += (step if after else card + 4) if held else place + 4
    return tuple(out)


def _fan(marked: Sequence[bool], room: Rect, width: int) -> tuple[FanCard, ...]:
    """Cards on a circle; the upper edge of a raised card in the middle is that of the room."""
    count = len(marked)
    radius = _fan_radius(count, width, room.w)
    strip = _fan_strip(count, width, room.w)
    out = []
    for place, up in enumerate(marked):
        angle = (place - (count - 1) / 2) * FAN_ANGLE
        reach = radius + (RAISED if up else SUNK)
        turn = radians(angle)
        x = room.x + room.w / 2 + reach * sin(turn)
        y = room.y + RAISED + card_height(width) / 2 + radius - reach * cos(turn)
        seen = min(strip, 1) if place + 1 < count else 1
        above = seen / 2, -OVER_EDGE / card_height(width)
        across, down = _turned_point((x, y), angle, width, above)
        grid = round((place - count // 2) * FAN_ANGLE * 10)
        out.append(FanCard((x, y), angle, grid, width, (round(across), round(down))))
    return tuple(out)


def _fan_card(count: int, room: int, *, large: bool, least: bool) -> int:
    """The width of each of some cards; the ``least`` for one or two."""
    if count in (1, 2) and not least:
        return PAIR_CARD
    wide = (
        card
        for card in FAN_CARDS
        if (large or card != FAN_CARDS[0]) and _fan_strip(count, card, room) >= LEAST_STRIP
    )
    return next(wide, FAN_CARDS[-1])


def _fan_strip(count: int, width: int, room: int) -> float:
    """The share of a covered card's width that is seen."""
    return (_fan_radius(count, width, room) + card_height(width) / 2) * radians(FAN_ANGLE) / width


def _turned_point(
    middle: tuple[float, float], angle: float, width: int, shares: tuple[float, float]
) -> tuple[float, float]:
    turn = radians(angle)
    x, y = (shares[0] - 0.5) * width, (shares[1] - 0.5) * card_height(width)
    return middle[0] + x * cos(turn) - y * sin(turn), middle[1] + x * sin(turn) + y * cos(turn)


def _fan_radius(count: int, width: int, room: int) -> float:
    """The circle's radius: as large as the room and the visible width allow."""
    widest = (FAN_STRIP if count > 2 else width + PAIR_GAP) / radians(FAN_ANGLE)
    if count < 2:
        return widest
    turn = radians((count - 1) / 2 * FAN_ANGLE)
    half = room / 2 - width / 2 * cos(turn) - card_height(width) / 2 * sin(turn)
    return min(widest, half / sin(turn) - RAISED)


def _small_table(
    others: Sequence[Content], top: int, pile: int, *, squeezed: bool
) -> tuple[PilesPlace, tuple[SmallSeat, ...]]:
    """The piles in the middle above the seats, or in a place that an odd number leaves free."""
    if len(others) % 2:
        return _piles_in_cell(top), _seats([None, *others], top, squeezed=squeezed)
    piles = piles_place(top, pile, EDGE)
    return piles, _seats(others, piles.draw.bottom + SECTION_GAP, squeezed=squeezed)


def _piles_in_cell(top: int) -> PilesPlace:
    """The piles in the first of the small table's places, words at the right of the discards."""
    height = card_height(CELL_CARD)
    draw = Rect(EDGE + 6, top + 4, CELL_CARD, height)
    discard = Rect(draw.right + PILE_GAP // 2 + 6, draw.y, CELL_CARD, height)
    left, right = discard.right + WORDS_GAP, EDGE + SEAT_COLUMN
    tops = draw.middle[1] - LINE, draw.middle[1]
    return PilesPlace(draw, discard, (), tuple(Rect(left, y, right - left, LINE) for y in tops))


def _seats(cells: Sequence[Content | None], top: int, *, squeezed: bool) -> tuple[SmallSeat, ...]:
    """Seats in two columns, below each other; a cell of None is left to the piles."""
    out: list[SmallSeat] = []
    for row in range(0, len(cells), 2):
        height = 0
        for column, content in enumerate(cells[row : row + 2]):
            if content is None:
                height = max(height, card_height(CELL_CARD) + 8)
                continue
            style = _style(content, (SEAT_STYLE,), SEAT_COLUMN, squeezed=squeezed)
            seat = _small_seat(content, EDGE + column * (SEAT_COLUMN + SEAT_GUTTER), top, style)
            height = max(height, seat.box.h)
            out.append(seat)
        top += height + (TIGHT_GAP if squeezed else SEAT_GAP)
    return tuple(out)


def _small_seat(content: Content, x: int, y: int, style: RowStyle) -> SmallSeat:
    height = SEAT_HEAD + SEAT_HEAD_GAP + rows_height(content, SEAT_COLUMN, style)
    text = x + SEAT_FACE + 10
    held = Rect(x + SEAT_COLUMN - SEAT_HELD, y, SEAT_HELD, card_height(SEAT_HELD))
    under = Rect(x, y + SEAT_HEAD + SEAT_HEAD_GAP, SEAT_COLUMN, 0)
    return SmallSeat(
        box=Rect(x, y, SEAT_COLUMN, height),
        face=Rect(x, y + (SEAT_HEAD - SEAT_FACE) // 2, SEAT_FACE, SEAT_FACE),
        line=Rect(text, y + 8, held.x - 10 - text, SEAT_HEAD - 16),
        held=held,
        content=arranged(content, under, style),
    )
