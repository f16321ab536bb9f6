"""The search for the best lay: the groups that suit a hand best, and the place of each card.

An outline gives for each group the number of a set, the ends of a run or the colour of a colour
group. For a given outline the best lay puts down every natural card that fits one of its sets or
colour groups, and as many other cards as its runs have places for. The number of Wilds it needs
follows from counts alone: by Hall's theorem it is the largest shortage of any choice of groups, and
as the places of a number can only be filled by that number, it is enough to try each choice of the
*colours* (see :meth:`_Search._need`). So an outline costs a few additions, and a search over all
outlines that can matter is exact and quick.

Places of runs in one colour take a single kind of card, so these runs choose cards first, and the
search goes on with the cards that remain.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .cards import (
    HIGHEST,
    WILD_AS_COLOUR,
    WILD_AS_NUMBER,
    Card,
    Colour,
    ordered,
    points_of,
)
from .editions import NaturalCardsPer, RuleSet
from .groups import Group
from .phases import GroupKind, Phase

ColourRun = tuple[int, int, Colour]
"""A run in one colour: its ends and the colour."""
Shape = int | tuple[int, int] | ColourRun | Colour
"""One group: the number of a set, the ends of a run, or the colour of a colour group."""
Outline = tuple[Shape, ...]
"""The groups of a phase, in the order of the notation."""


# One integer weighs a lay, smallest best: points left, Wilds laid, number cards left, shut ends.
_SHUT, _CARD, _WILD, _POINT = 1, 1 << 6, 1 << 12, 1 << 18
_LEFT = [0] + [points_of(number) * _POINT + _CARD for number in range(1, HIGHEST + 1)]
_NUMBERS, _COLOURS = range(1, HIGHEST + 1), tuple(Colour)
_ENDLESS = 1 << 40


@dataclass(frozen=True, slots=True)
class _SearchPlan:
    """The sizes of a phase's groups by kind, largest first, and the position of each group."""

    phase: Phase
    colour_runs: tuple[int, ...]
    colours: tuple[int, ...]
    runs: tuple[int, ...]
    sets: tuple[int, ...]
    position: tuple[int, ...]
    size: int


@lru_cache(maxsize=512)
def _search_plan(phase: Phase) -> _SearchPlan:
    kinds = (GroupKind.COLOUR_RUN, GroupKind.COLOUR, GroupKind.RUN, GroupKind.SET)
    specs = phase.groups
    order = sorted(range(len(specs)), key=lambda at: (kinds.index(specs[at].kind), -specs[at].size))
    colour_runs, colours, runs, sets = (
        tuple(specs[at].size for at in order if specs[at].kind is kind) for kind in kinds
    )
    position = tuple(map(order.index, range(len(specs))))
    return _SearchPlan(phase, colour_runs, colours, runs, sets, position, phase.size)


def outlines(hand: Sequence[Card], phase: Phase, rules: RuleSet, most: int = 1) -> list[Outline]:
    """The best outlines, best first; equal groups come in one order only.

    With ``most`` above 1, groups that could be made of Wilds alone come in all their meanings.
    """
    counts, wilds = [0] * (HIGHEST + 1), 0
    for card in hand:
        if number := card.number:
            counts[number] += 1
        elif card.is_wild:
            wilds += 1
    plan = _search_plan(phase)
    by_colour = _by_colour(hand, rules) if plan.colours or plan.colour_runs else {}
    if plan.colours and max(map(sum, by_colour.values())) + wilds < plan.colours[0]:
        return []
    slack = sum(counts) + wilds - plan.size
    spare = wilds - _for_sets(counts, plan.sets)
    if slack < 0 or spare < 0:
        return []
    windows: list[list[tuple[int, int]]] = []
    if plan.runs:
        if plan.runs[0] > len(counts) - counts.count(0) + spare:
            return []
        windows = [_windows(_mask(counts), size, spare, slack) for size in plan.runs]
        if not all(windows):
            return []
    search = _Search(plan, rules, counts, wilds, most)
    return search.run(hand, by_colour, windows, spare, slack)


def _by_colour(hand: Sequence[Card], rules: RuleSet) -> dict[Colour, list[int]]:
    """For each colour, in the order of :class:`Colour`, the natural cards of each number."""
    by_colour = {colour: [0] * (HIGHEST + 1) for colour in _COLOURS if colour in rules.colours}
    for card in hand:
        if card.number and card.colour in by_colour:
            by_colour[card.colour][card.number] += 1
    return by_colour


def _mask(counts: Sequence[int]) -> int:
    """A bit for each number that is held."""
    return sum([1 << number for number in _NUMBERS if counts[number]])


def _for_sets(counts: list[int], sizes: tuple[int, ...]) -> int:
    """The least number of Wilds that sets of these sizes can take, or somewhat less."""
    if not sizes:
        return 0
    fullest = sorted(counts)[-len(sizes) :]
    most = fullest[-1]
    alone = sum([size - most for size in sizes if size > most])
    return max(alone, sum(sizes) - sum(fullest))


def _windows(mask: int, size: int, spare: int, slack: int) -> list[tuple[int, int]]:
    """The runs that can matter, as (low, high): no longer than asked, or natural at both ends."""
    windows = []
    window = (1 << size) - 1
    for low in range(1, HIGHEST + 2 - size):
        gaps = size - (mask >> low & window).bit_count()
        if gaps > spare:
            continue
        windows.append((low, low + size - 1))
        if not mask >> low & 1:
            continue
        for high in range(low + size, min(HIGHEST, low + size - 1 + slack) + 1):
            if mask >> high & 1:
                windows.append((low, high))
            elif (gaps := gaps + 1) > spare:
                break
    return windows


class _Search:
    """Goes through the outlines: runs in one colour first, then colour groups, runs, and sets."""

    def __init__(
        self, plan: _SearchPlan, rules: RuleSet, counts: list[int], wilds: int, most: int
    ) -> None:
        self.plan, self.rules, self.counts, self.wilds, self.most = plan, rules, counts, wilds, most
        self.per_group = rules.natural_cards_per is NaturalCardsPer.GROUP
        self.hero = rules.hero_of(plan.phase)
        self.start = sum(map(int.__mul__, counts, _LEFT))
        self.naturals: list[Card] = []
        # Wilds that the runs in one colour want, and ends of these runs that take nothing more.
        self.begun = self.shut = 0
        # Naturals of each number less the places that want them (negative means Wilds), and
        # naturals of each number that stay in hand.
        self.rem, self.left = counts, counts
        self.chosen: list[Shape] = []
        self.cuts: list[tuple[int, list[int]]] = []
        # Weight, order of discovery and outline; an outline of the weight ``limit`` is not wanted.
        self.outlines: list[tuple[int, int, Outline]] = []
        self.limit, self.seen = _ENDLESS, 0

    def run(
        self,
        hand: Sequence[Card],
        by_colour: dict[Colour, list[int]],
        windows: list[list[tuple[int, int]]],
        spare: int,
        slack: int,
    ) -> list[Outline]:
        plan, self.by_colour, self.windows, self.spare = self.plan, by_colour, windows, spare
        if self.per_group or plan.colour_runs:
            self.naturals = [card for card in hand if card.number]
        choices = [
            [
                (low, high, colour)
                for colour, column in self.by_colour.items()
                for low, high in _windows(_mask(column), size, self.wilds, slack)
                if any(column[low : high + 1])
            ]
            for size in plan.colour_runs
        ]
        self._colour_runs(choices, (), 0, 0)
        return [outline for _, _, outline in self.outlines]

    def _colour_runs(
        self, choices: list[list[ColourRun]], chosen: tuple[ColourRun, ...], first: int, need: int
    ) -> None:
        """Try all choices of the next run in one colour, and go on to the other groups."""
        sizes, level = self.plan.colour_runs, len(chosen)
        if level == len(sizes):
            if not chosen or each_has_natural(chosen, self.naturals):
                self._other_groups(chosen, need)
            return
        twin = level + 1 < len(sizes) and sizes[level] == sizes[level + 1]
        for place in range(first, len(choices[level])):
            low, high, colour = run = choices[level][place]
            column = self.by_colour[colour]
            used = [number for number in range(low, high + 1) if column[number]]
            more = need + high + 1 - low - len(used)
            if more > self.wilds or more * _WILD >= self.limit:
                continue
            for number in used:
                column[number] -= 1
                self.counts[number] -= 1
            self._colour_runs(choices, (*chosen, run), place if twin else 0, more)
            for number in used:
                column[number] += 1
                self.counts[number] += 1

    def _other_groups(self, chosen: tuple[ColourRun, ...], need: int) -> None:
        """Try all other groups with the cards that the runs in one colour leave."""
        self.begun, self.chosen = need, list(chosen)
        self.shut = sum([(low == 1) + (high == HIGHEST) for low, high, _ in chosen])
        self.rem, self.left = self.counts.copy(), self.counts.copy()
        self.numbers = [self._numbers(size) for size in self.plan.sets]
        if self.plan.colours:
            self._colour_groups()
        else:
            self._runs(0, 0, need, self._cost_of_left())

    def _cost_of_left(self) -> int:
        return sum(map(int.__mul__, self.left, _LEFT)) + self.shut

    def _numbers(self, size: int) -> list[int]:
        """The numbers a set of this size could have; of numbers not held one is enough."""
        least = max(size - self.wilds, 1)
        if size > self.wilds or self.per_group:
            return [number for number in _NUMBERS if self.counts[number] >= least]
        if self.most > 1:
            return list(_NUMBERS)
        empty = self.counts.index(0, 1) if 0 in self.counts[1:] else 0
        return [number for number in _NUMBERS if self.counts[number] or number == empty]

    def _colour_groups(self) -> None:
        """Try all colours for the colour groups, and go on to the runs with each choice."""
        by_colour, colour_runs = self.by_colour, self.chosen
        least = self.plan.colours[-1] - self.wilds
        possible = tuple([colour for colour, column in by_colour.items() if sum(column) >= least])
        for colours in _ascending(possible, self.plan.colours):
            wanted: dict[Colour, int] = {}
            for colour, size in zip(colours, self.plan.colours, strict=True):
                wanted[colour] = wanted.get(colour, 0) + size
            self.cuts = _cuts(wanted, by_colour)
            if max(base for base, _ in self.cuts) > self.wilds - self.begun:
                continue
            self.chosen = [*colour_runs, *colours]
            taken = self.cuts[-1][1]
            self.left = [all_ - some for all_, some in zip(self.counts, taken, strict=True)]
            self._runs(0, 0, self.begun, self._cost_of_left())

    def _runs(self, level: int, first: int, need: int, cost: int) -> None:
        """Try all windows for run number ``level``; ``need`` Wilds are wanted so far."""
        sizes = self.plan.runs
        if level == len(sizes):
            self._sets(0, 0, need, cost)
            return
        twin = sizes[level] == sizes[level + 1] if level + 1 < len(sizes) else False
        windows = self.windows[level]
        rem, left = self.rem, self.left
        for place in range(first, len(windows)):
            low, high = windows[place]
            more, less = need, cost + (low == 1) + (high == HIGHEST)
            for number in range(low, high + 1):
                if rem[number] <= 0:
                    more += 1
                if left[number] > 0:
                    less -= _LEFT[number]
                rem[number] -= 1
                left[number] -= 1
            if more <= self.spare and more * _WILD < self.limit:
                self.chosen.append((low, high))
                self._runs(level + 1, place if twin else 0, more, less)
                self.chosen.pop()
            for number in range(low, high + 1):
                rem[number] += 1
                left[number] += 1

    def _sets(self, level: int, first: int, need: int, cost: int) -> None:
        """Try all numbers for set number ``level``; after the last the outline is whole."""
        sizes = self.plan.sets
        if level == len(sizes):
            self._whole(need, cost)
            return
        size = sizes[level]
        twin = size == sizes[level + 1] if level + 1 < len(sizes) else False
        numbers = self.numbers[level]
        rem, left = self.rem, self.left
        for place in range(first, len(numbers)):
            number = numbers[place]
            there, loose = rem[number], left[number]
            more = need if there >= size else need + size - max(there, 0)
            if more > self.wilds or more * _WILD >= self.limit:
                continue
            rem[number], left[number] = there - size, 0
            self.chosen.append(number)
            less = cost - loose * _LEFT[number] if loose > 0 else cost
            self._sets(level + 1, place if twin else 0, more, less)
            self.chosen.pop()
            rem[number], left[number] = there, loose

    def _need(self, need: int) -> int:
        """The Wilds wanted once colour groups compete with sets and runs for cards."""
        for base, taken in self.cuts:
            short = (
                self.begun
                + base
                + sum(
                    [some - free for some, free in zip(taken, self.rem, strict=True) if some > free]
                )
            )
            need = max(need, short)
        return need

    def _whole(self, need: int, cost: int) -> None:
        """Keep the chosen outline if it is legal and among the best."""
        if cost + need * _WILD >= self.limit:
            return
        if self.cuts:
            need = self._need(need)
        if self.hero is not None and not need and self.hero not in self.chosen:
            need = 1
        weight = cost + need * _WILD
        no_natural = cost // _CARD == self.start // _CARD
        if need > self.wilds or weight >= self.limit or no_natural:
            return
        outline = tuple([self.chosen[at] for at in self.plan.position])
        if self.per_group and not each_has_natural(outline, self.naturals):
            return
        self.seen += 1
        insort(self.outlines, (weight, self.seen, outline))
        if len(self.outlines) >= self.most:
            del self.outlines[self.most :]
            self.limit = self.outlines[-1][0]


def _ascending(
    colours: tuple[Colour, ...], sizes: tuple[int, ...], first: int = 0
) -> list[tuple[Colour, ...]]:
    """All choices of a colour for each size; equal sizes take theirs in ascending order."""
    if not sizes:
        return [()]
    twin = len(sizes) > 1 and sizes[0] == sizes[1]
    return [
        (colours[place], *rest)
        for place in range(first, len(colours))
        for rest in _ascending(colours, sizes[1:], place if twin else 0)
    ]


def _cuts(
    wanted: dict[Colour, int], by_colour: dict[Colour, list[int]]
) -> list[tuple[int, list[int]]]:
    """For each choice of the wanted colours: cards wanted less cards there, and the cards there."""
    cuts = []
    for many in range(1, len(wanted) + 1):
        for some in combinations(wanted, many):
            taken = [
                sum(column) for column in zip(*(by_colour[colour] for colour in some), strict=True)
            ]
            cuts.append((sum(wanted[colour] for colour in some) - sum(taken), taken))
    return cuts


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

    The outline must be possible with the cards. A card that fits several groups goes to a run, else
    to the first of them; copies go in canonical order, so the order of the hand does not matter.
    """
    naturals = ordered(card for card in hand if card.number)
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
    """The cards of each group, where some cards fit several groups."""
    slots = _slots(outline, phase, naturals, fitting)
    needy = [at for at, shape in enumerate(outline) if per_group or _is_colour_run(shape)]
    if needy:
        _mark_first(slots, needy, fitting, naturals)
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
        row, colour = range(shape[0], shape[1] + 1), shape[2] if len(shape) == 3 else None
        return [
            at
            for at, card in enumerate(naturals)
            if card.number in row and colour in (None, card.colour)
        ]
    return [at for at, card in enumerate(naturals) if card.colour is shape]


def _slots(
    outline: Outline, phase: Phase, naturals: Sequence[Card], fitting: list[list[int]]
) -> list[_Slot]:
    """All places that must be filled, those of runs first."""
    runs, others = [], []
    for at, shape in enumerate(outline):
        if isinstance(shape, tuple):
            for number in range(shape[0], shape[1] + 1):
                same = [card for card in fitting[at] if naturals[card].number == number]
                runs.append(_Slot(at, number, same))
        else:
            others += [_Slot(at, 0, fitting[at]) for _ in range(phase.groups[at].size)]
    return runs + others


def _is_colour_run(shape: Shape) -> bool:
    return isinstance(shape, tuple) and len(shape) == 3


def _mark_first(
    slots: list[_Slot], groups: list[int], fitting: list[list[int]], naturals: Sequence[Card]
) -> None:
    """Mark one place of each group, so that all marked places can have natural cards."""
    chosen, _ = assigned([fitting[group] for group in groups], len(naturals))
    for group, card in zip(groups, chosen, strict=True):
        number = naturals[card].number
        next(
            slot for slot in slots if slot.group == group and slot.number in (0, number)
        ).first = True


def assigned(wanted: list[list[int]], cards: int) -> tuple[list[int], list[int]]:
    """Give as many places as possible a card of their own: (card by place, place by card).

    -1 stands for none. Places come in order of importance: a place once served keeps a card.
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
    """Give cards that fit no set or colour group the places of cards that do."""
    for card, at in enumerate(where):
        if at >= 0 or homes[card] >= 0:
            continue
        number = naturals[card].number
        for other, taken in enumerate(where):
            if taken < 0 or homes[other] < 0 or slots[taken].number != number:
                continue
            if card in slots[taken].fitting:
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
        if len(shape) == 3:
            return Group(GroupKind.COLOUR_RUN, run, None, shape[2], shape[0], shape[1])
        return Group(GroupKind.RUN, run, low=shape[0], high=shape[1])
    missing = size - len(cards)
    if isinstance(shape, int):
        return Group(GroupKind.SET, (*cards, *[WILD_AS_NUMBER[shape]] * missing), number=shape)
    return Group(GroupKind.COLOUR, (*cards, *[WILD_AS_COLOUR[shape]] * missing), colour=shape)
