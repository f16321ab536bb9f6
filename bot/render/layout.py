"""Layouts of the pictures: pure geometry in pixels, computed before painting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from .card_faces import card_height

WIDTH = 1200
MARGIN = 24
PAD = 16  # inside a strip

GROUP_CARD = 100  # width of a laid card
PITCH, LEAST_PITCH = 62, 52  # visible width of a covered card
GROUP_GAP = 22
AREA_LEFT = 452  # left edge of a strip's laid groups
EXTRA = 92  # width of a Skip or save pile in front of a seat

PILE_CARD = 150
FADED_PITCH = 56  # visible width of an earlier discard
EARLIER = 4  # most earlier discards shown

GHOST, GHOST_HEIGHT, GHOST_PITCH, GHOST_GAP = 70, 96, 36, 24  # the empty cards of a phase

HAND_CARD = 200
HAND_HEAD = 136
HAND_MARGIN = 16
RAISE = 36


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.h

    @property
    def middle(self) -> tuple[int, int]:
        """Its middle point."""
        return self.x + self.w // 2, self.y + self.h // 2

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share a pixel."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def holds(self, other: Rect) -> bool:
        """Whether the other lies wholly inside this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


@dataclass(frozen=True, slots=True)
class SeatShape:
    """The content of a seat's strip: sizes of laid groups, number of extras in front."""

    groups: tuple[int, ...] = ()
    extras: int = 0


@dataclass(frozen=True, slots=True)
class Strip:
    """A seat's place on the table.

    Attributes:
        box: the whole strip.
        face: the round face.
        name: the line of the name.
        phase: the line of the phase.
        points: the line of the points.
        backs: the cards held.
        area: the room for groups, the phase's shape or a hand's points.
        groups: for each group its cards, left to right and top to bottom.
        extras: a Skip and the save pile in front of the seat.
    """

    box: Rect
    face: Rect
    name: Rect
    phase: Rect
    points: Rect
    backs: Rect
    area: Rect
    groups: tuple[tuple[Rect, ...], ...]
    extras: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table: a head with title and piles, then one strip for each seat."""

    height: int
    title: Rect
    draw: Rect
    discards: tuple[Rect, ...]
    strips: tuple[Strip, ...]


def table_layout(seats: Sequence[SeatShape], earlier: int, *, piles: bool = True) -> TableLayout:
    """The table's layout; ``earlier`` is the number of discards below the top one."""
    head = 24 + 46 + card_height(PILE_CARD) + 20 if piles else 128
    heights = [strip_height(seat) for seat in seats]
    tops = [head, *accumulate((height + 14 for height in heights), initial=head)][1:]
    strips = tuple(
        _strip(seat, Rect(MARGIN, top, WIDTH - 2 * MARGIN, height))
        for seat, top, height in zip(seats, tops, heights, strict=False)
    )
    draw = Rect(470, 70, PILE_CARD, card_height(PILE_CARD))
    shown = min(earlier, EARLIER)
    discards = tuple(
        Rect(690 + FADED_PITCH * place, 70, PILE_CARD, draw.h) for place in range(shown + 1)
    )
    title = Rect(MARGIN + 8, 24, 400 if piles else WIDTH - 2 * MARGIN - 16, head - 48)
    return TableLayout(tops[-1] - 14 + MARGIN, title, draw, discards, strips)


def strip_height(seat: SeatShape) -> int:
    """The height of a seat's strip."""
    rows = max(1, len(_rows(seat)))
    return 2 * PAD + rows * card_height(GROUP_CARD) + (rows - 1) * 10


def _area_width(seat: SeatShape) -> int:
    return WIDTH - 2 * MARGIN - AREA_LEFT - PAD - EXTRA * seat.extras


def _strip(seat: SeatShape, box: Rect) -> Strip:
    top = box.y + PAD
    text = box.x + 152
    area = Rect(box.x + AREA_LEFT, top, _area_width(seat), box.h - 2 * PAD)
    extras = tuple(
        Rect(area.right + EXTRA * place + 8, top + 8, EXTRA - 12, 126)
        for place in range(seat.extras)
    )
    return Strip(
        box=box,
        face=Rect(box.x + 24, top + 16, 108, 108),
        name=Rect(text, top, 284, 48),
        phase=Rect(text, top + 49, 204, 44),
        points=Rect(text, top + 96, 204, 44),
        backs=Rect(text + 206, top + 54, 78, 86),
        area=area,
        groups=_placed(seat, area),
        extras=extras,
    )


def _rows(seat: SeatShape) -> list[list[tuple[int, int]]]:
    """Groups in rows, as (group, number of cards); a long group continues in the next row."""
    room = _area_width(seat)
    rows: list[list[tuple[int, int]]] = []
    for group, size in enumerate(seat.groups):
        for part in _parts(size, room):
            if rows and _row_width([*rows[-1], (group, part)], LEAST_PITCH) <= room:
                rows[-1].append((group, part))
            else:
                rows.append([(group, part)])
    return rows


def _parts(size: int, room: int) -> list[int]:
    """The sizes of a group's parts: as few rows as possible, evenly filled."""
    most = (room - GROUP_CARD) // LEAST_PITCH + 1
    count = -(-size // most)
    return [size // count + (1 if place < size % count else 0) for place in range(count)]


def _row_width(row: Sequence[tuple[int, int]], pitch: int) -> int:
    cards = sum(size for _, size in row)
    return (cards - len(row)) * pitch + len(row) * GROUP_CARD + (len(row) - 1) * GROUP_GAP


def _placed(seat: SeatShape, area: Rect) -> tuple[tuple[Rect, ...], ...]:
    groups: list[list[Rect]] = [[] for _ in seat.groups]
    y = area.y
    for row in _rows(seat):
        pitch = next(p for p in range(PITCH, 0, -1) if _row_width(row, p) <= area.w)
        x = area.x
        for group, size in row:
            groups[group] += [
                Rect(x + place * pitch, y, GROUP_CARD, card_height(GROUP_CARD))
                for place in range(size)
            ]
            x += (size - 1) * pitch + GROUP_CARD + GROUP_GAP
        y += card_height(GROUP_CARD) + 10
    return tuple(map(tuple, groups))


def ghosts(sizes: Sequence[int], area: Rect) -> list[list[Rect]]:
    """The empty cards that show a phase's groups, close enough to fit the area's width."""
    covered = sum(sizes) - len(sizes)
    rest = area.w - len(sizes) * GHOST - (len(sizes) - 1) * GHOST_GAP
    pitch = min(GHOST_PITCH, rest // max(1, covered))
    x, y = area.x, area.y + (area.h - GHOST_HEIGHT) // 2
    out: list[list[Rect]] = []
    for size in sizes:
        out.append([Rect(x + place * pitch, y, GHOST, GHOST_HEIGHT) for place in range(size)])
        x += (size - 1) * pitch + GHOST + GHOST_GAP
    return out


@dataclass(frozen=True, slots=True)
class HandLayout:
    """A hand: a head with the phase, then the cards from left to right."""

    height: int
    head: Rect
    cards: tuple[Rect, ...]

    @property
    def covered(self) -> bool:
        """Whether each card overlaps the one before."""
        return len(self.cards) > 1 and self.cards[1].x < self.cards[0].right


def hand_layout(marked: Sequence[bool]) -> HandLayout:
    """The hand's layout; marked cards are raised."""
    count, card = len(marked), card_height(HAND_CARD)
    room = WIDTH - 2 * HAND_MARGIN
    pitch = min(HAND_CARD + 14, (room - HAND_CARD) // max(1, count - 1))
    left = (WIDTH - (HAND_CARD + pitch * (count - 1))) // 2
    top = HAND_HEAD + 34
    cards = tuple(
        Rect(left + pitch * place, top + (0 if up else RAISE), HAND_CARD, card)
        for place, up in enumerate(marked)
    )
    return HandLayout(
        top + RAISE + card + MARGIN, Rect(HAND_MARGIN, 12, room, HAND_HEAD - 16), cards
    )
