"""How many cards a hand lacks for a phase, and which cards would help: exact and quick.

:func:`distance` and :func:`helpful` answer for one hand. Computer players ask hundreds of times a
turn and use a :class:`Solver` directly:

A hand is one integer. Every number has a field of ten bits, and holding three of it sets the lowest
three; a *plan* (set of 5s and run from 3, say) marks in the same fields how many of each number it
can use. So the cards of a hand that serve a plan are the bits of ``hand & plan``, adding a card is
``hand | hand + unit``, and a Wild serves anywhere.

A phase of colour groups alone has one wide field a colour instead. Where colour groups compete with
sets and runs for single cards, the hand has number fields for several subsets of the colours, and
the most cards that serve a plan are the least of a few bit counts: the cuts of the flow from cards
to places (max-flow min-cut, the numbers' side of the cut chosen field by field by the code itself).
Places of runs in one colour take a single kind of card, so they have the first choice of the cards;
they are fields of the subset of that colour. If they share a number with other places, the smaller
number counts: their own cards and all the other places, or all cards of the number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain, combinations_with_replacement, product
from threading import Lock

from cachetools import LRUCache, cached

from .cards import HIGHEST, WILD, Card, Colour, natural
from .editions import MOST_WAYS, NaturalCardsPer, RuleSet
from .phases import RUNS, GroupKind, GroupSpec, Phase

FIELD = 10
COLOUR_FIELD = 32
_SEGMENT = FIELD * HIGHEST
_FULL = (1 << FIELD) - 1
_EVERY_NUMBER = (1 << _SEGMENT) - 1
MOST_PLANS_KEPT = 4 * MOST_WAYS
"""About 50 MB; the ten phases of an edition have 700."""


def distance(hand: Iterable[Card], phase: Phase, rules: RuleSet) -> int:
    """The fewest cards that must still come before the phase can be laid."""
    solver = solver_for(phase, rules)
    return solver.distance(*solver.encode(hand))


def helpful(hand: Iterable[Card], phase: Phase, rules: RuleSet) -> frozenset[Card]:
    """The kinds of card that bring the phase nearer."""
    solver = solver_for(phase, rules)
    return solver.helpful(*solver.encode(hand))


@dataclass(frozen=True, slots=True)
class Aim:
    """One group of a plan: its numbers, its colour, or both."""

    spec: GroupSpec
    numbers: range = range(0)
    colour: int = 0  # the place of the colour in the rule set

    @property
    def in_row(self) -> bool:
        """Whether its places differ in their numbers."""
        return self.spec.kind in RUNS


Way = tuple[Aim, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to fill a phase, as masks over a hand's integer."""

    # Pairs of a constant and a mask; the least of constant + bits is how many cards serve.
    cuts: tuple[tuple[int, int], ...]
    fit: int  # the mask of the cards that could be hit on its groups once they are laid
    groups: tuple[Aim, ...] = ()  # the groups that must hold a natural card each
    # The subsets of the colours and where their fields begin; only with ``groups``.
    segments: tuple[tuple[int, int], ...] = ()
    hero: int = 0  # the mask of the number that must be laid if no Wild is; 0 without such a rule

    def cover(self, hand: int) -> int:
        """How many natural cards of a hand this plan can use."""
        return min([least + (hand & mask).bit_count() for least, mask in self.cuts])

    def without_natural(self, hand: int) -> int:
        """How many groups cannot be given a natural card of their own (Hall's theorem)."""
        parts = _parts(self.groups, self.segments)
        return max([groups - (hand & mask).bit_count() for groups, mask in parts], default=0)


@dataclass(frozen=True, slots=True)
class Solver:
    """A phase with all its plans; made by :func:`solver_for`."""

    size: int  # the least number of cards of the phase
    units: dict[Card, int]  # what a natural card adds to a hand's integer
    plans: tuple[Plan, ...]
    ways: tuple[Way, ...]  # the groups of each plan; empty in a solver made by :meth:`near`
    masks: tuple[int, ...]  # the masks of the plans if each has one cut, else empty
    # The fields that a natural card adds to, and all cards that add to the same fields.
    kinds: tuple[tuple[int, tuple[Card, ...]], ...]
    each_natural: bool = False  # whether some groups must hold a natural card each
    hero_asked: bool = False  # whether a number or a Wild must be among the cards

    @property
    def counts_suffice(self) -> bool:
        """Whether the bit counts of ``masks`` decide for every hand."""
        return bool(self.masks) and not self.each_natural and not self.hero_asked

    @property
    def weight(self) -> int:
        """The work of one question, in plans that can be compared by a bit count."""
        return len(self.plans) * (1 if self.masks else 8)

    def encode(self, cards: Iterable[Card]) -> tuple[int, int]:
        """A hand's integer (natural cards) and its number of Wilds; Skips are left out."""
        hand = wilds = 0
        for card in cards:
            if unit := self.units.get(card):
                hand |= hand + unit
            elif card.is_wild:
                wilds += 1
        return hand, wilds

    def add(self, hand: int, card: Card) -> int:
        """The integer with one more natural card."""
        return hand | hand + self.units[card]

    def remove(self, hand: int, card: Card) -> int:
        """The integer with one less of a natural card that is held."""
        return hand ^ (hand + self.units[card] & ~hand) >> 1

    def covers(self, hand: int) -> list[int]:
        """For each plan, how many natural cards of the hand it can use."""
        if self.masks:
            return [(hand & mask).bit_count() for mask in self.masks]
        return [plan.cover(hand) for plan in self.plans]

    def _is_plain(self, wilds: int) -> bool:
        """Whether bit counts decide: without Wilds all groups consist of natural cards."""
        return bool(self.masks) and not self.hero_asked and not (self.each_natural and wilds)

    def distance(self, hand: int, wilds: int) -> int:
        """The fewest cards that must still come before the phase can be laid."""
        if self._is_plain(wilds):
            best = max([(hand & mask).bit_count() for mask in self.masks])
            return max(self.size - best - wilds, 0 if best else 1)
        least = self.size
        for plan, cover in zip(self.plans, self.covers(hand), strict=True):
            if self.size - cover - wilds < least:
                least = min(least, self._plan_distance(plan, cover, hand, wilds))
        return least

    def _plan_distance(self, plan: Plan, cover: int, hand: int, wilds: int) -> int:
        missing = max(self.size - cover - wilds, 0 if cover else 1)
        if self.each_natural and wilds:
            missing = max(missing, plan.without_natural(hand))
        if self.hero_asked and not wilds and not hand & plan.hero:
            return max(missing, 1)
        return missing

    def near(self, hand: int, wilds: int, slack: int) -> Solver:
        """The same phase with only the plans that are at most ``slack`` cards behind the best.

        With a slack of 0, helpful cards stay exact; with 1, helpful cards and the distance stay
        exact for hands that differ by one card.
        """
        covers = self.covers(hand)
        if self._is_plain(wilds):
            least = max(covers) - slack
            kept = [at for at, cover in enumerate(covers) if cover >= least]
        else:
            most = self.distance(hand, wilds) + slack
            kept = [
                at
                for at, (plan, cover) in enumerate(zip(self.plans, covers, strict=True))
                if self.size - cover - wilds <= most
                and self._plan_distance(plan, cover, hand, wilds) <= most
            ]
        plans = tuple([self.plans[at] for at in kept])
        masks = tuple([self.masks[at] for at in kept]) if self.masks else ()
        rest = (self.kinds, self.each_natural, self.hero_asked)
        return Solver(self.size, self.units, plans, (), masks, *rest)

    def helpful(self, hand: int, wilds: int) -> frozenset[Card]:
        """The kinds of card that bring the phase nearer."""
        if self._is_plain(wilds):
            return self._plainly_helpful(hand, wilds)
        distance = self.distance(hand, wilds)
        if distance == 0:
            return frozenset()
        near = self.near(hand, wilds, 0)
        units = {
            unit
            for unit in set(self.units.values())
            if near.distance(hand | hand + unit, wilds) < distance
        }
        cards = {card for card, unit in self.units.items() if unit in units}
        if self.distance(hand, wilds + 1) < distance:
            cards.add(WILD)
        return frozenset(cards)

    def _plainly_helpful(self, hand: int, wilds: int) -> frozenset[Card]:
        covers = self.covers(hand)
        best = max(covers)
        if best and best + wilds >= self.size:
            return frozenset()
        missing = 0
        for mask, cover in zip(self.masks, covers, strict=True):
            if cover == best:
                missing |= mask & ~hand
        helping = [cards for fields, cards in self.kinds if missing & fields]
        # If only Wilds serve, another Wild does not help: the phase needs a number card.
        wild = best + wilds + (not best) < self.size
        return frozenset().union(*helping, (WILD,) if wild else ())

    def fitting(self, hand: int, wilds: int) -> dict[Card, float]:
        """For each natural card, the share of the best plans on which it could be hit later."""
        best = self.near(hand, wilds, 0).plans
        return {
            card: sum([plan.fit & unit > 0 for plan in best]) / len(best)
            for card, unit in self.units.items()
        }


@cached(LRUCache(MOST_PLANS_KEPT, lambda solver: len(solver.plans)), lock=Lock())
def solver_for(phase: Phase, rules: RuleSet) -> Solver:
    """The solver of a phase under a rule set."""
    per_group = rules.natural_cards_per is NaturalCardsPer.GROUP
    hero = rules.hero_of(phase)
    kinds = {group.kind for group in phase.groups}
    ways = list(_ways(phase.groups))
    colour_runs = GroupKind.COLOUR_RUN in kinds
    make: Callable[[Way], Plan]
    if kinds == {GroupKind.COLOUR} and not per_group:
        make, field = _colour_plan, _full(COLOUR_FIELD)
        units = {
            natural(colour, number): 1 << COLOUR_FIELD * place
            for place, colour in enumerate(rules.colours)
            for number in range(1, HIGHEST + 1)
        }
    else:
        at = _segments(
            ways, all_subsets=per_group and GroupKind.COLOUR in kinds, single=colour_runs
        )
        make, field = partial(_plan, at=at, hero=hero, per_group=per_group), _FULL
        units = _units(at, rules.colours)
    plans: dict[Plan, Way] = {}
    for way in ways:
        plans.setdefault(make(way), way)
    all_plain = all(len(plan.cuts) == 1 for plan in plans)
    return Solver(
        phase.size,
        units,
        tuple(plans),
        tuple(plans.values()),
        masks=tuple(plan.cuts[0][1] for plan in plans) if all_plain else (),
        kinds=_kinds(units, field),
        each_natural=per_group or colour_runs,
        hero_asked=hero is not None,
    )


def _kinds(units: dict[Card, int], field: int) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """The fields that a card adds to, and all cards that add to them; ``field`` is the lowest."""
    alike: dict[int, list[Card]] = {}
    for card, unit in units.items():
        alike.setdefault(unit * field, []).append(card)
    return tuple((fields, tuple(cards)) for fields, cards in alike.items())


def _full(bits: int) -> int:
    return (1 << bits) - 1


def _colour_plan(way: Way) -> Plan:
    mask = fit = 0
    for aim in way:
        start = COLOUR_FIELD * aim.colour
        for _ in range(aim.spec.size):
            mask |= mask + (1 << start)
        fit |= _full(COLOUR_FIELD) << start
    return Plan(((0, mask),), fit)


def _ways(groups: Sequence[GroupSpec]) -> Iterator[Way]:
    """Every choice of places for the groups, with equal groups in one order only."""
    choices = [
        list(combinations_with_replacement(_aims(group), count))
        for group, count in Counter(groups).items()
    ]
    for way in product(*choices):
        yield tuple(chain.from_iterable(way))


def _aims(spec: GroupSpec) -> list[Aim]:
    if spec.kind is GroupKind.COLOUR:
        return [Aim(spec, colour=colour) for colour in range(4)]
    length = 1 if spec.kind is GroupKind.SET else spec.size
    rows = [range(low, low + length) for low in range(1, HIGHEST + 2 - length)]
    if spec.kind is GroupKind.COLOUR_RUN:
        return [Aim(spec, row, colour) for colour in range(4) for row in rows]
    return [Aim(spec, row) for row in rows]


def _demanded(way: Way) -> int:
    """The subset of colours that a way's colour groups ask for, as bits."""
    return sum({1 << aim.colour for aim in way if aim.spec.kind is GroupKind.COLOUR})


def _subsets(bits: int) -> list[int]:
    return [part for part in range(bits + 1) if part & bits == part]


def _segments(ways: Iterable[Way], *, all_subsets: bool, single: bool) -> dict[int, int]:
    """For each subset of the colours, the bit of a hand's integer at which its fields begin."""
    wanted = set(range(1, 16)) if all_subsets else {15}
    if single:
        wanted |= {1, 2, 4, 8}
    for demanded in {_demanded(way) for way in ways}:
        for part in _subsets(demanded):
            wanted |= {15 - part, part}
    return {subset: _SEGMENT * place for place, subset in enumerate(sorted(wanted - {0}))}


def _units(at: dict[int, int], colours: Sequence[Colour]) -> dict[Card, int]:
    return {
        natural(colour, number): sum(
            1 << start + FIELD * (number - 1) for subset, start in at.items() if subset >> place & 1
        )
        for place, colour in enumerate(colours)
        for number in range(1, HIGHEST + 1)
    }


def _plan(way: Way, *, at: dict[int, int], hero: int | None, per_group: bool) -> Plan:
    fields = _fields(way)
    exact = _exact_fields(way)
    cuts = tuple(
        chain.from_iterable(
            _cuts(way, part, fields, exact, at) for part in _subsets(_demanded(way))
        )
    )
    hero_field = _FULL << FIELD * (hero - 1) if hero else 0
    hero_mask = hero_field << at[15] if fields & hero_field else 0
    groups = tuple([aim for aim in way if per_group or aim.spec.kind is GroupKind.COLOUR_RUN])
    segments = tuple(at.items()) if groups else ()
    return Plan(cuts, _fit(way, at), groups, segments, hero_mask)


def _fields(way: Way) -> int:
    """The fields of the numbers, each with as many bits as the way takes cards of the number.

    Runs in one colour are not counted: see :func:`_exact_fields`.
    """
    fields = 0
    for aim in way:
        if aim.spec.kind is GroupKind.COLOUR_RUN:
            continue
        one_of_each = _one_of_each(aim.numbers)
        for _ in range(aim.spec.size if aim.spec.kind is GroupKind.SET else 1):
            fields |= fields + one_of_each
    return fields


def _exact_fields(way: Way) -> dict[int, int]:
    """For each colour of runs in one colour, the fields of the numbers they take."""
    exact: dict[int, int] = {}
    for aim in way:
        if aim.spec.kind is GroupKind.COLOUR_RUN:
            fields = exact.get(aim.colour, 0)
            exact[aim.colour] = fields | fields + _one_of_each(aim.numbers)
    return exact


@cache
def _one_of_each(numbers: range) -> int:
    return sum(1 << FIELD * (number - 1) for number in numbers)


def _fit(way: Way, at: dict[int, int]) -> int:
    """The mask of the cards to hit: a set's number, a run's neighbours, a group's colour."""
    mask = 0
    for aim in way:
        if aim.spec.kind is GroupKind.COLOUR:
            mask |= _EVERY_NUMBER << at[1 << aim.colour]
            continue
        low, high = aim.numbers.start, aim.numbers.stop - 1
        subset = 1 << aim.colour if aim.spec.kind is GroupKind.COLOUR_RUN else 15
        for number in (low,) if aim.spec.kind is GroupKind.SET else (low - 1, high + 1):
            if 1 <= number <= HIGHEST:
                mask |= _FULL << at[subset] + FIELD * (number - 1)
    return mask


def _cuts(
    way: Way, part: int, fields: int, exact: dict[int, int], at: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """The cuts that sever the colour groups of ``part`` and the remaining cards.

    Each number that both runs in one colour and other groups take doubles them.
    """
    left = _demanded(way) - part
    severed = [
        aim.spec.size for aim in way if aim.spec.kind is GroupKind.COLOUR and part >> aim.colour & 1
    ]
    own = sum([own << at[1 << colour] for colour, own in exact.items() if not left >> colour & 1])
    shared = [
        number
        for number in range(1, HIGHEST + 1)
        if fields & _field(number)
        and any(own & _field(number) for colour, own in exact.items() if not left >> colour & 1)
    ]
    for places in product((False, True), repeat=len(shared)):
        least, numbers, mask = sum(severed), fields, own
        for number, whole in zip(shared, places, strict=True):
            if whole:
                numbers |= _field(number)
                for colour in exact:
                    mask &= ~(_field(number) << at[1 << colour])
            else:
                least += (fields & _field(number)).bit_count()
                numbers &= ~_field(number)
        mask |= numbers << at[15 - left] if left < 15 else 0
        if left:
            mask |= _EVERY_NUMBER << at[left]
        yield least, mask


def _field(number: int) -> int:
    """The field of a number in the first segment."""
    return _FULL << FIELD * (number - 1)


@lru_cache(maxsize=20_000)
def _parts(
    groups: tuple[Aim, ...], segments: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """For each subset of the groups, its size and the mask of the cards that serve any of them."""
    at = dict(segments)
    parts = (
        tuple(aim for place, aim in enumerate(groups) if chosen >> place & 1)
        for chosen in range(1, 1 << len(groups))
    )
    return tuple(_hall(part, at) for part in parts)


def _hall(chosen: Way, at: dict[int, int]) -> tuple[int, int]:
    """The number of these groups and the mask of the cards that serve any of them."""
    runs = [aim for aim in chosen if aim.spec.kind is GroupKind.COLOUR_RUN]
    others = [aim for aim in chosen if aim.spec.kind is not GroupKind.COLOUR_RUN]
    fields = sum({_field(number) for aim in others for number in aim.numbers})
    mask = fields << at[15]
    colours = _demanded(chosen)
    if colours:
        mask |= (_EVERY_NUMBER & ~fields) << at[colours]
    for aim in runs:
        if not colours >> aim.colour & 1:
            own = sum(map(_field, aim.numbers)) & ~fields
            mask |= own << at[1 << aim.colour]
    return len(chosen), mask
