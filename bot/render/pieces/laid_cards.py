"""The things in front of a seat: groups, empty places of a phase, and further cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import gt

from bot.cards.cards import SKIP, WILD_AS_COLOUR, WILD_AS_NUMBER, Card, ordered
from bot.cards.groups import Group
from bot.cards.marked_cards import PhaseSlot
from bot.cards.phases import GroupKind, GroupSpec, Phase
from bot.cards.rulesets import SkipRule
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.i18n import Translator
from bot.i18n.phrases import phase_name
from bot.render.engine import Canvas, Design, Pose, Rect, card_height
from bot.render.engine.sprites import COVERED, blank_sprite

from .group_rows import (
    SQUEEZED,
    WORDS_MARGIN,
    Arrangement,
    Content,
    GroupShape,
    OpenShape,
    PlacedGroup,
    RowStyle,
)
from .materials import slot

LYING = 64  # width of a card that lies across
LYING_TURN = 840  # tenths of a degree
LYING_BLOCK = (96, 78)
MORE = 8  # how far a place at the upper end reaches into the gap after it, for two digits
WANTED = 56  # room for a number, which may reach over the stitches
# width of a saved card that lies across, and of the paper around the pile
SAVED = 68
BAND = 56
SAVED_BLOCK = (card_height(SAVED) + 6, SAVED + 10)
TRACK_BLOCK = (342, 112)
WORDS = 48  # height of a line of words about a group
_OPEN = {
    GroupKind.SET: "pictures.set_of",
    GroupKind.RUN: "pictures.run_of",
    GroupKind.COLOUR: "pictures.colour_of",
    GroupKind.COLOUR_RUN: "pictures.colour_run_of",
}


def spec_words(words: Translator, spec: GroupSpec, times: int = 1) -> str:
    """The contents of equal groups of a phase, in few words: ``run of 4``, ``2 sets of 3``."""
    if times > 1 and spec.kind in (GroupKind.SET, GroupKind.RUN):
        return phase_name(words, Phase((spec,) * times))
    name = words(_OPEN[spec.kind], size=words.number(spec.size))
    return f"{words.number(times)} × {name}" if times > 1 else name


def phase_words(words: Translator, phase: Phase) -> list[str]:
    return [spec_words(words, spec, times) for spec, times in equal_groups(phase.groups)]


def phase_lines(design: Design, phase: Phase, room: int) -> list[str]:
    """The words of a phase, small, in as few lines as a width needs; none ends inside a group."""
    *before, last = phase_words(design.words, phase)
    lines: list[str] = []
    for group in (*(f"{group} +" for group in before), last):
        longer = f"{lines[-1]} {group}" if lines else group
        if lines and design.width(longer, "small") <= room:
            lines[-1] = longer
        else:
            lines += design.lines(group, "small", room)
    return lines


def spec_widths(design: Design, spec: GroupSpec, times: int) -> tuple[int, int]:
    """The widths in pixels of the words of equal groups, in one line and in two."""
    line = spec_words(design.words, spec, times)
    halves = design.halves(line, "small")
    return design.width(line, "small") + 1, max(design.width(half, "small") for half in halves) + 1


def paint_words(canvas: Canvas, line: str, at: Rect, lines: int, colour: str = "muted") -> None:
    """Write words into the middle of a place, in one line or in two."""
    rows = (line,) if lines == 1 else canvas.design.halves(line, "small")
    first = Rect(at.x, at.middle[1] - WORDS * len(rows) // 2, at.w, WORDS)
    canvas.column(rows, first, "small", colour, align="middle")


def equal_groups(specs: Iterable[GroupSpec]) -> list[tuple[GroupSpec, int]]:
    """Groups of a phase, and how many equal ones follow each other."""
    return [(spec, len(list(same))) for spec, same in groupby(specs)]


def shown_hits(cards: Collection[Card], group: Group) -> tuple[Card | None, Card | None]:
    """The places that some cards could take at the lower and at the upper end of a group.

    For a group of one colour it is a Wild, as any of its cards would do.
    """
    places = {place for card in cards for place in group.places_for(card)}
    if group.kind is GroupKind.COLOUR and group.colour and places:
        return None, WILD_AS_COLOUR[group.colour]
    if not group.is_run:
        return None, next(iter(ordered(places)), None)
    low = [place for place in places if (place.number or 0) < group.low]
    high = [place for place in places if (place.number or 0) > group.high]
    return next(iter(ordered(low)), None), next(iter(ordered(high)), None)


def laid_content(
    design: Design, view: PlayerView, seat: SeatView, hits: Collection[Card] = ()
) -> Content:
    """The content in front of a seat; ``hits`` are cards whose places at groups are shown."""
    groups = group_shapes(seat.groups, hits)
    shapes = tuple(
        OpenShape(spec.size * times, spec_widths(design, spec, times))
        for spec, times in _open_specs(view, seat)
    )
    return Content(groups, shapes, _blocks(view, seat))


def group_shapes(groups: Iterable[Group], hits: Collection[Card] = ()) -> tuple[GroupShape, ...]:
    """The sizes of laid groups and of the places where some of the cards could be hit."""
    shapes = []
    for group in groups:
        low, high = shown_hits(hits, group)
        shapes.append(GroupShape(len(group), low is not None, high is not None))
    return tuple(shapes)


def _open_specs(view: PlayerView, seat: SeatView) -> list[tuple[GroupSpec, int]]:
    if seat.groups or not seat.playing or seat.trying is None:
        return []
    return equal_groups(view.phases[seat.trying - 1].groups)


def phase_state(words: Translator, view: PlayerView, seat: SeatView) -> str:
    """Name the phase of a seat, or say that it chooses one or sits out."""
    if not seat.playing:
        return words("pictures.sits_out")
    if seat.trying is not None:
        return words("pictures.phase", phase=seat.trying)
    return words("pictures.declaring") if view.stage is Stage.DECLARE else ""


def _declares(view: PlayerView, seat: SeatView) -> bool:
    return view.stage is Stage.DECLARE and seat.playing and seat.trying is None


def _skip_lies(view: PlayerView, seat: SeatView) -> bool:
    return seat.skipped and view.rules.skip_rule is SkipRule.IN_FRONT


def _blocks(view: PlayerView, seat: SeatView) -> tuple[tuple[int, int], ...]:
    blocks = [TRACK_BLOCK] if _declares(view, seat) else []
    if _skip_lies(view, seat):
        blocks.append(LYING_BLOCK)
    if seat.saved:
        blocks.append(SAVED_BLOCK)
    return tuple(blocks)


def paint_content(
    canvas: Canvas, view: PlayerView, seat: SeatView, at: Arrangement, hits: Collection[Card] = ()
) -> None:
    """Draw the content that :func:`laid_content` measured, with the same arguments."""
    for group, place in zip(seat.groups, at.groups, strict=True):
        paint_group(canvas, group, place, at.style, hits)
    colour = "text" if seat.seat == view.turn else "muted"
    specs = _open_specs(view, seat)
    lines = [spec_words(canvas.words, spec, times) for spec, times in specs]
    widths = [canvas.width(line, "small") for line in lines]
    count = 1 + any(map(gt, widths, [box.w - 2 * WORDS_MARGIN for box in at.open]))
    for (spec, times), line, box in zip(specs, lines, at.open, strict=True):
        slot(canvas, box, cards=spec.size * times if count == 1 else 1)
        paint_words(canvas, line, box, count, colour)
    blocks = iter(at.blocks)
    if _declares(view, seat):
        phase_track(canvas, len(view.phases), seat.completed, next(blocks), colour)
    if _skip_lies(view, seat):
        lying_skip(canvas, next(blocks))
    if seat.saved:
        _save_pile(canvas, next(blocks), seat.saved)


def paint_group(
    canvas: Canvas, group: Group, at: PlacedGroup, style: RowStyle, hits: Collection[Card] = ()
) -> None:
    """Draw a laid group, and places for hits, in gold unless only a Wild could be hit there."""
    low, high = shown_hits(hits, group)
    sure = shown_hits([card for card in hits if not card.is_wild], group)
    if at.low is not None and low is not None:
        _hit_place(canvas, at.low, replace(at.low, w=style.card), low, gold=bool(sure[0]))
    if at.high is not None and high is not None:
        seen = replace(at.high, w=at.high.w + MORE)
        whole = replace(seen, x=seen.right - style.card, w=style.card)
        _hit_place(canvas, seen, whole, high, gold=bool(sure[1]))
    cards = iter(zip(group.cards, at.cards, strict=True))
    for _, line in groupby(cards, key=lambda pair: pair[1].y):
        row = list(line)
        if style.squeezed and len(row) >= SQUEEZED:
            _paint_squeezed(canvas, row)
            continue
        first = row[0][1]
        step = row[1][1].x - first.x if len(row) > 1 else style.card
        canvas.row([card for card, _ in row], first.corner, style.card, step)


def _paint_squeezed(canvas: Canvas, row: Sequence[tuple[Card, Rect]]) -> None:
    """Draw the first and the last card, and between them the edges of the others."""
    (first, at), *inner, (last, end) = row
    canvas.card(first, at.corner, at.w, COVERED)
    for _, edge in inner:
        canvas.sprite(blank_sprite(canvas.theme, edge.w), *edge.corner)
    canvas.card(last, end.corner, end.w, over=True)


def _hit_place(canvas: Canvas, seen: Rect, whole: Rect, hit: Card, *, gold: bool) -> None:
    """Draw a place that the group's last card covers but for the part that is seen."""
    slot(canvas, whole, gold=gold)
    inside = Rect(seen.x + (4 if whole.x == seen.x else 2), seen.y, seen.w - 6, seen.h)
    paint_wanted(canvas, inside, hit, ink="gold" if gold else "muted")


def paint_wanted(
    canvas: Canvas, box: Rect, wanted: Card | PhaseSlot, style: str = "count", ink: str = "muted"
) -> None:
    """Write the number, or draw the colour's sign, that an empty place of the viewer takes."""
    if wanted.number is not None:
        room = max(WANTED, box.w - 12)
        line = Rect(box.middle[0] - room // 2, box.y, room, box.h)
        canvas.text(canvas.theme.labels[wanted.number - 1], line, style, ink, align="middle")
    elif wanted.colour is not None:
        side = min(box.w - 6, max(40, box.w // 2))
        sign = canvas.theme.cards[wanted.colour].sign
        canvas.shape(sign, box.middle[0] - side // 2, box.middle[1] - side // 2, side, ink)


def paint_slots(
    canvas: Canvas, slots: Sequence[PhaseSlot], places: Sequence[Rect], style: str = "count"
) -> None:
    """Draw a group that is being collected: cards, and numbers or signs of the empty places."""
    for place, (wanted, at) in enumerate(zip(slots, places, strict=True)):
        if wanted.card is None:
            slot(canvas, at)
            paint_wanted(canvas, at, wanted, style)
        else:
            covers = place > 0 and places[place - 1].right > at.x
            covered = place + 1 < len(places) and places[place + 1].x < at.right
            card = _laid(wanted.card, wanted)
            canvas.card(card, at.corner, at.w, Pose(covered=covered), over=covers)


def _laid(card: Card, place: PhaseSlot) -> Card:
    """A card as it would lie on the table: a Wild with its number or colour."""
    if card.is_wild and place.number:
        return WILD_AS_NUMBER[place.number]
    return WILD_AS_COLOUR[place.colour] if card.is_wild and place.colour else card


def phase_track(
    canvas: Canvas, phases: int, completed: Collection[int], area: Rect, colour: str
) -> None:
    across = min(phases, 5)
    gap = 10
    rows = -(-phases // across)
    size = min(60, (area.h - gap * (rows - 1)) // rows)
    top = area.y + (area.h - rows * size - (rows - 1) * gap) // 2
    for place in range(phases):
        x = area.x + (size + gap) * (place % across)
        y = top + (size + gap) * (place // across)
        done = place + 1 in completed
        box = Rect(x, y, size, size)
        if done:
            canvas.panel(box, "good", size // 2)
        ink = "panel" if done else colour
        # Two digits come near the edge.
        at = Rect(box.x - 4, box.y, box.w + 8, box.h)
        canvas.text(str(place + 1), at, "strong", ink, align="middle")


def lying_skip(canvas: Canvas, at: Rect) -> None:
    x, y = at.middle
    canvas.card(SKIP, (x - LYING // 2, y - card_height(LYING) // 2), LYING, Pose(LYING_TURN))


def _save_pile(canvas: Canvas, at: Rect, count: int) -> None:
    """Cards set aside: backs that lie across in a band of paper with their number."""
    long = card_height(SAVED)
    for place in range(min(count, 3)):
        x, y = at.x + 3 * place, at.bottom - SAVED - 5 * place
        corner = x + (long - SAVED) // 2, y - (long - SAVED) // 2
        canvas.back(corner, SAVED, pose=Pose(900), over=place > 0)
    band = Rect(x + (long - BAND) // 2, y, BAND, SAVED)
    canvas.panel(band, "paper_line", 0)
    canvas.panel(Rect(band.x + 2, y, BAND - 4, SAVED), "paper", 0)
    canvas.text(canvas.words.number(count), band, "count", "ink", align="middle")
