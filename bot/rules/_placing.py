"""From an outline to a lay: which card goes where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from .cards import WILD_AS_COLOUR, WILD_AS_NUMBER, Card, Colour
from .groups import Group
from .phases import GroupKind, Phase

Shape = int | tuple[int, int] | Colour
"""What a group is: the number of a set, the ends of a run, the colour of a colour group."""
Outline = tuple[Shape, ...]
"""What each group of a phase is, in the order of the notation."""

by_index = attrgetter("index")


@dataclass(slots=True)
class _Slot:
    """A place that wants a card: of group ``group``, at ``number`` if it belongs to a run."""

    group: int
    number: int
    fitting: list[int]
    first: bool = False


def each_has_natural(outline: Outline, naturals: Sequence[Card]) -> bool:
    """Whether every group can have a natural card of its own."""
    return -1 not in assigned([_fitting(shape, naturals) for shape in outline], len(naturals))[0]


def place(
    outline: Outline,
    phase: Phase,
    hand: Sequence[Card],
    *,
    per_group: bool,
) -> tuple[Group, ...]:
    """The lay with this outline that leaves the fewest points and takes the fewest Wilds.

    The outline must be possible with the cards. Runs come first for a card wanted twice, then the
    groups in their order; copies go in canonical order, so the order of the hand does not matter.
    """
    naturals = sorted([card for card in hand if card.number], key=by_index)
    fitting = [_fitting(shape, naturals) for shape in outline]
    if len(set().union(*fitting)) == sum(map(len, fitting)):
        laid = fitting  # no card fits two groups
    else:
        laid = _shared_out(outline, phase, naturals, fitting, per_group=per_group)
    return tuple(
        _group(shape, spec.size, [naturals[at] for at in cards])
        for shape, spec, cards in zip(outline, phase.groups, laid, strict=True)
    )


def _shared_out(
    outline: Outline,
    phase: Phase,
    naturals: Sequence[Card],
    fitting: list[list[int]],
    *,
    per_group: bool,
) -> list[list[int]]:
    """Which cards each group gets where some of them fit more than one."""
    slots = _slots(outline, phase, naturals, fitting)
    if per_group:
        _mark_first(slots, fitting, naturals)
        slots.sort(key=lambda slot: not slot.first)
    _, where = assigned([slot.fitting for slot in slots], len(naturals))
    gathering = [at for at, shape in enumerate(outline) if not isinstance(shape, tuple)]
    homes = [
        next((at for at in gathering if card in fitting[at]), -1) for card in range(len(naturals))
    ]
    if len(gathering) < len(outline):
        _prefer_homeless(slots, naturals, where, homes)
    laid: list[list[int]] = [[] for _ in outline]
    for card, at in enumerate(where):
        group = slots[at].group if at >= 0 else homes[card]
        if group >= 0:
            laid[group].append(card)
    return laid


def _fitting(shape: Shape, naturals: Sequence[Card]) -> list[int]:
    if isinstance(shape, int):
        return [at for at, card in enumerate(naturals) if card.number == shape]
    if isinstance(shape, tuple):
        low, high = shape
        return [at for at, card in enumerate(naturals) if low <= (card.number or 0) <= high]
    return [at for at, card in enumerate(naturals) if card.colour is shape]


def _slots(
    outline: Outline, phase: Phase, naturals: Sequence[Card], fitting: list[list[int]]
) -> list[_Slot]:
    """All places that must be filled, those of runs first."""
    runs, others = [], []
    for at, shape in enumerate(outline):
        if isinstance(shape, tuple):
            for number in range(shape[0], shape[1] + 1):
                same = [each for each in fitting[at] if naturals[each].number == number]
                runs.append(_Slot(at, number, same))
        else:
            others += [_Slot(at, 0, fitting[at]) for _ in range(phase.groups[at].size)]
    return runs + others


def _mark_first(slots: list[_Slot], fitting: list[list[int]], naturals: Sequence[Card]) -> None:
    """Mark one place of each group, so that all the marked ones can have natural cards."""
    chosen, _ = assigned(fitting, len(naturals))
    for group, card in enumerate(chosen):
        number = naturals[card].number
        next(
            slot for slot in slots if slot.group == group and slot.number in (0, number)
        ).first = True


def assigned(wanted: list[list[int]], cards: int) -> tuple[list[int], list[int]]:
    """Give as many places as possible a card of their own: (card by place, place by card), -1 none.

    Places come in order of importance: once served, a place is never left without a card again.
    """
    card_of, place_of = [-1] * len(wanted), [-1] * cards

    def serve(at: int, tried: set[int]) -> bool:
        for card in wanted[at]:
            if place_of[card] < 0:
                card_of[at], place_of[card] = card, at
                return True
        for card in wanted[at]:
            if card in tried:
                continue
            tried.add(card)
            if serve(place_of[card], tried):
                card_of[at], place_of[card] = card, at
                return True
        return False

    for at in range(len(wanted)):
        serve(at, set())
    return card_of, place_of


def _prefer_homeless(
    slots: list[_Slot], naturals: Sequence[Card], where: list[int], homes: list[int]
) -> None:
    """Let cards that fit no set or colour group have the places of those that do."""
    for card, at in enumerate(where):
        if at >= 0 or homes[card] >= 0:
            continue
        number = naturals[card].number
        for other, taken in enumerate(where):
            if taken >= 0 and homes[other] >= 0 and slots[taken].number == number:
                where[card], where[other] = taken, -1
                break


def _group(shape: Shape, size: int, cards: list[Card]) -> Group:
    """The group of this shape from its natural cards, in canonical order; Wilds fill the gaps.

    Of copies of a number a run takes the first.
    """
    if isinstance(shape, tuple):
        there = {card.number: card for card in reversed(cards)}
        row = range(shape[0], shape[1] + 1)
        run = tuple([there.get(number) or WILD_AS_NUMBER[number] for number in row])
        return Group(GroupKind.RUN, run, low=shape[0], high=shape[1])
    missing = size - len(cards)
    if isinstance(shape, int):
        return Group(GroupKind.SET, (*cards, *[WILD_AS_NUMBER[shape]] * missing), number=shape)
    return Group(GroupKind.COLOUR, (*cards, *[WILD_AS_COLOUR[shape]] * missing), colour=shape)
