"""Geometry of the content in front of a seat: laid groups, places of others, and blocks.

Cards of a group overlap from left to right. A thing that does not fit a line starts the next one; a
group longer than a line is divided evenly, and its lines cover the lower parts of the lines above.
Where there is no room for that, long groups are squeezed: between their first and last cards only
the edges of the others are seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Literal

from bot.render.engine import Rect, card_height

GAP = 22  # between two groups
LINE_GAP = 10
LEAST_SHARE = 0.525  # of a covered card's width that stays visible
INDEX_SHARE = 1.1  # height of a card's number and sign as a share of its width
LEAST_PITCH = 34  # room for a card in the place of a group
# on both sides of words in the place of a group
WORDS_MARGIN = 30
LEAST_MARGIN = 12
# least cards of a squeezed group, visible width of each edge
SQUEEZED = 4
EDGE_OF_CARD = 6
Side = Literal["left", "middle"]


@dataclass(frozen=True, slots=True)
class GroupShape:
    """A laid group: its number of cards, and at which ends a place for one more is shown."""

    cards: int
    low: bool = False
    high: bool = False


@dataclass(frozen=True, slots=True)
class OpenShape:
    """The place of a group still to be laid, or of several equal ones."""

    cards: int  # of all groups
    words: tuple[int, int]  # the widths of the words in it, in one line and in two

    def width(self, pitch: int, lines: int = 1, margin: int = WORDS_MARGIN) -> int:
        """The width for a pitch of cards and a number of lines of words."""
        return max(self.words[lines - 1] + 2 * margin, pitch * self.cards)


@dataclass(frozen=True, slots=True)
class Content:
    """The content in front of a seat."""

    groups: tuple[GroupShape, ...] = ()
    open: tuple[OpenShape, ...] = ()
    blocks: tuple[tuple[int, int], ...] = ()  # widths and heights of further things


NOTHING = Content()


@dataclass(frozen=True, slots=True)
class RowStyle:
    """Sizes in pixels."""

    card: int  # the width of a laid card
    step: int  # the most visible width of a covered card
    peek: int = 54  # the visible width of a place at the end of a group
    squeezed: bool = False  # whether only the edges of cards inside a long group are seen

    @property
    def least(self) -> int:
        """The least visible width of a covered card."""
        return round(self.card * LEAST_SHARE)

    @property
    def height(self) -> int:
        return card_height(self.card)


@dataclass(frozen=True, slots=True)
class PlacedGroup:
    """A laid group's cards, and the visible parts of the places at its ends."""

    cards: tuple[Rect, ...]
    low: Rect | None = None
    high: Rect | None = None


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A seat's content in place; ``area`` holds all of it."""

    style: RowStyle
    area: Rect
    groups: tuple[PlacedGroup, ...]
    open: tuple[Rect, ...]
    blocks: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class _Segment:
    """A part of a line: cards of a group, a group still open, or a block."""

    kind: Literal["group", "open", "block"]
    which: int  # its place among the segments of its kind
    cards: int  # or places
    fixed: int  # the width without the steps
    steps: int = 0  # how many steps of cards it has
    low: bool = False  # whether a place is shown before its cards
    high: bool = False  # whether a place is shown after its cards
    goes_on: bool = False  # whether the rest of the group is in the next line
    squeezed: bool = False  # whether only the edges of its inner cards are seen

    def width(self, step: int) -> int:
        return self.fixed + self.steps * step


_Line = list[_Segment]


def rows_height(content: Content, width: int, style: RowStyle) -> int:
    return _tops(_lines(content, width, style), style)[-1] + style.height


def arranged(content: Content, area: Rect, style: RowStyle, side: Side = "left") -> Arrangement:
    """A seat's content from the upper edge of an area; the area's height does not matter."""
    lines = _lines(content, area.w, style)
    tops = _tops(lines, style)
    step = min(_most_step(line, area.w, style) for line in lines)
    groups: dict[int, PlacedGroup] = {}
    opened: list[Rect] = []
    blocks: list[Rect] = []
    for line, top in zip(lines, tops, strict=True):
        spare = area.w - _line_width(line, step)
        x, y = area.x + (spare // 2 if side == "middle" else 0), area.y + top
        for segment in line:
            at = Rect(x, y, segment.width(step), style.height)
            if segment.kind == "group":
                part = _placed_group(segment, at, step, style)
                groups[segment.which] = _joined(groups.get(segment.which), part)
            elif segment.kind == "open":
                opened.append(at)
            else:
                height = content.blocks[segment.which][1]
                blocks.append(Rect(x, y + (at.h - height) // 2, at.w, height))
            x = at.right + GAP
    whole = Rect(area.x, area.y, area.w, tops[-1] + style.height)
    return Arrangement(style, whole, tuple(groups.values()), tuple(opened), tuple(blocks))


def _placed_group(part: _Segment, at: Rect, step: int, style: RowStyle) -> PlacedGroup:
    x = at.x + (style.peek if part.low else 0)
    between = range(part.cards)
    shifts = [step * n for n in between]
    if part.squeezed:
        shifts = [0, *(style.least + EDGE_OF_CARD * n for n in between[:-1])]
    return PlacedGroup(
        tuple(Rect(x + shift, at.y, style.card, at.h) for shift in shifts),
        Rect(at.x, at.y, style.peek, at.h) if part.low else None,
        Rect(at.right - style.peek, at.y, style.peek, at.h) if part.high else None,
    )


def _joined(before: PlacedGroup | None, part: PlacedGroup) -> PlacedGroup:
    if before is None:
        return part
    return PlacedGroup((*before.cards, *part.cards), before.low or part.low, part.high)


def _lines(content: Content, room: int, style: RowStyle) -> list[_Line]:
    lines: list[_Line] = [[]]
    for part in _segments(content, room, style):
        before = lines[-1]
        fits = _line_width([*before, part], style.least) <= room
        if before and (not fits or part.goes_on):
            lines.append([])
        lines[-1].append(part)
    return lines


def _segments(content: Content, room: int, style: RowStyle) -> Iterator[_Segment]:
    for which, group in enumerate(content.groups):
        yield from _group_parts(which, group, room, style)
    widths = _open_widths(content, room, style)
    for which, (shape, width) in enumerate(zip(content.open, widths, strict=True)):
        yield _Segment("open", which, shape.cards, min(room, width))
    for which, (width, _) in enumerate(content.blocks):
        yield _Segment("block", which, 0, width)


def _group_parts(which: int, group: GroupShape, room: int, style: RowStyle) -> Iterator[_Segment]:
    """A group in as few parts as possible, evenly filled."""
    ends = (group.low + group.high) * style.peek
    if style.squeezed and group.cards >= SQUEEZED:
        seen = style.least + EDGE_OF_CARD * (group.cards - 2) + style.card + ends
        yield _Segment("group", which, group.cards, seen, 0, group.low, group.high, squeezed=True)
        return
    whole = style.card + ends + (group.cards - 1) * style.least
    count = 1
    if whole > room:
        most = (room - style.card - ends) // style.least + 1
        count = -(-group.cards // most)
    for place in range(count):
        cards = group.cards // count + (1 if place < group.cards % count else 0)
        low, high = group.low and place == 0, group.high and place == count - 1
        fixed = style.card + (low + high) * style.peek
        goes_on = place < count - 1
        yield _Segment("group", which, cards, fixed, cards - 1, low, high, goes_on)


def _open_widths(content: Content, room: int, style: RowStyle) -> list[int]:
    """The widths of places that fit a line together, if that is possible.

    Their words are in one line rather than in two, and the pitch of cards is as large as it can be.
    """
    pitches = range(style.step, LEAST_PITCH, -1)
    margins = range(WORDS_MARGIN, LEAST_MARGIN - 1, -6)
    choices = (1, WORDS_MARGIN), *((2, margin) for margin in margins)
    for blocks, (lines, margin), pitch in product((content.blocks, ()), choices, pitches):
        others = GAP * (len(content.open) + len(blocks) - 1) + sum(width for width, _ in blocks)
        widths = [shape.width(pitch, lines, margin) for shape in content.open]
        if sum(widths) + others <= room:
            return widths
    return [shape.width(LEAST_PITCH) for shape in content.open]


def _line_width(line: _Line, step: int) -> int:
    return sum(part.width(step) for part in line) + GAP * (len(line) - 1)


def _most_step(line: _Line, room: int, style: RowStyle) -> int:
    return next(
        (step for step in range(style.step, style.least, -1) if _line_width(line, step) <= room),
        style.least,
    )


def _tops(lines: Sequence[_Line], style: RowStyle) -> list[int]:
    tops = [0]
    for line, after in pairwise(lines):
        covered = line[-1].goes_on and len(after) == 1 and not (line[-1].low or after[0].high)
        pitch = round(style.card * INDEX_SHARE) if covered else style.height + LINE_GAP
        tops.append(tops[-1] + pitch)
    return tops
