"""What is above a hand: its title, what is missing, and the groups collected or laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from bot.cards.cards import WILD_AS_COLOUR, WILD_AS_NUMBER, Card
from bot.cards.groups import Group
from bot.cards.marked_cards import PhaseSlot
from bot.cards.phases import Phase
from bot.render.engine.canvas import Canvas
from bot.render.engine.design import Design
from bot.render.engine.geometry import Rect
from bot.render.engine.sprites import Pose

from .group_rows import Content
from .hand_layout import Collecting, HandLayout, HeadSizes, Strip
from .laid_cards import (
    WORDS,
    equal_groups,
    group_shapes,
    paint_group,
    paint_wanted,
    paint_words,
    spec_widths,
    spec_words,
)
from .materials import badge, slot

CHECK, CHECK_GAP = 34, 12  # the check before the line below the title
ALL_THERE = 84  # the badge in place of the number of missing cards


@dataclass(frozen=True, slots=True)
class HandHead:
    """What is above the fan of a hand."""

    title: str
    style: str
    colour: str
    below: str  # the line below the title
    checked: bool | None  # whether a check precedes that line; None leaves no room for one
    cards_missing: tuple[str, int] | None  # at the right: words below a number, and that
    phase: Phase | None
    slots: Sequence[Sequence[PhaseSlot]]  # of the groups being collected
    groups: Sequence[Group]  # laid
    hits: Sequence[Card] = ()  # cards whose places at the groups are shown
    blocks: tuple[tuple[int, int], ...] = ()  # sizes of further things, painted by the caller

    def sizes(self, design: Design) -> HeadSizes:
        check = 0 if self.checked is None else CHECK + CHECK_GAP
        below = design.width(self.below, "small") + check
        return HeadSizes(
            _collecting(design, self.phase, self.slots),
            Content(group_shapes(self.groups, self.hits)),
            self.blocks,
            title=max(design.width(self.title, self.style), below) + 1,
            cards_missing=_cards_missing_width(design, self),
        )


def paint_head(canvas: Canvas, head: HandHead, layout: HandLayout) -> None:
    canvas.text(head.title, layout.title, head.style, head.colour)
    below = layout.under_title
    if head.checked:
        below = canvas.shape_before("check", below, CHECK, "good", CHECK_GAP)
    canvas.text(head.below, below, "small", "muted")
    if head.cards_missing is not None:
        _paint_cards_missing(canvas, head, *layout.cards_missing)
    laid = layout.strip.laid
    for group, place in zip(head.groups, laid.groups, strict=True):
        paint_group(canvas, group, place, laid.style, head.hits)
    if head.slots and head.phase is not None:
        _paint_collecting(canvas, head.phase, head.slots, layout.strip)


def _cards_missing_width(design: Design, head: HandHead) -> int:
    if head.cards_missing is None:
        return 0
    words, count = head.cards_missing
    number = design.width(design.words.number(count), "figure")
    return max(number, design.width(words, "small")) + 1 if count else ALL_THERE


def _paint_cards_missing(canvas: Canvas, head: HandHead, number: Rect, line: Rect) -> None:
    """Draw a number over words, or a badge if no card is missing."""
    assert head.cards_missing is not None, "the caller asks"
    words, count = head.cards_missing
    if not count:
        badge(canvas, (number.x, number.middle[1] - ALL_THERE // 2), ALL_THERE)
        return
    canvas.text(canvas.words.number(count), number, "figure", "gold", align="right")
    canvas.text(words, line, "small", "muted", align="right")


def _collecting(
    design: Design, phase: Phase | None, slots: Sequence[Sequence[PhaseSlot]]
) -> tuple[Collecting, ...]:
    sizes, left = [], iter(slots)
    for spec, times in equal_groups(phase.groups) if phase else ():
        if groups := tuple(islice(left, times)):
            filled = tuple(
                tuple(phase_slot.card is not None for phase_slot in group) for group in groups
            )
            sizes.append(Collecting(filled, spec_widths(design, spec, times)))
    return tuple(sizes)


def _paint_collecting(
    canvas: Canvas, phase: Phase, slots: Sequence[Sequence[PhaseSlot]], strip: Strip
) -> None:
    places = [group for at in strip.collecting for group in at.groups]
    for filling, filled in zip(slots, places, strict=True):
        paint_slots(canvas, filling, filled)
    for at, (spec, times) in zip(strip.collecting, equal_groups(phase.groups), strict=True):
        if at.words is not None:
            line = spec_words(canvas.words, spec, times)
            paint_words(canvas, line, at.words, at.words.h // WORDS)


def paint_slots(
    canvas: Canvas, slots: Sequence[PhaseSlot], places: Sequence[Rect], style: str = "count"
) -> None:
    """Draw a group that is being collected: cards, and what the empty places take."""
    for place, (phase_slot, at) in enumerate(zip(slots, places, strict=True)):
        if phase_slot.card is None:
            slot(canvas, at)
            paint_wanted(canvas, at, phase_slot, style)
        else:
            covers = place > 0 and places[place - 1].right > at.x
            covered = place + 1 < len(places) and places[place + 1].x < at.right
            canvas.card(on_table(phase_slot), at.corner, at.w, Pose(covered=covered), over=covers)


def on_table(phase_slot: PhaseSlot) -> Card:
    """The card as it would lie on the table: a Wild as what it stands for."""
    assert phase_slot.card is not None
    if phase_slot.card.is_wild and phase_slot.number:
        return WILD_AS_NUMBER[phase_slot.number]
    if phase_slot.card.is_wild and phase_slot.colour:
        return WILD_AS_COLOUR[phase_slot.colour]
    return phase_slot.card
