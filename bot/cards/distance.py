"""How many cards a hand lacks for a phase, and which cards would help: exact and quick.

A hand is one integer. Every number has a field of ten bits, and holding three of it sets the lowest
three; a *plan* (set of 5s and run from 3, say) marks in the same fields how many of each number it
can use. So the cards of a hand that serve a plan are the bits of ``hand & plan``, adding a card is
``hand | hand + unit``, and a Wild serves anywhere.

For example, the plan for sets of 5 and 7 can use three cards of this hand, and no plan can use
more, so three cards are missing:

    >>> from bot.cards.cards import cards
    >>> from bot.cards.phases import parse_phase
    >>> from bot.cards.rulesets import CLASSIC
    >>> solver = solver_for(parse_phase("S3+S3"), CLASSIC)
    >>> hand, wilds = solver.encode(cards("R5 B5 G7 Y9"))
    >>> [f"{hand >> FIELD * (number - 1) & 1023:b}" for number in (5, 6, 7, 8, 9)]
    ['11', '0', '1', '0', '1']
    >>> max((hand & mask).bit_count() for mask in solver.masks)
    3
    >>> solver.distance(hand, wilds)
    3

A phase of colour groups alone has one wide field a colour instead. Where colour groups compete with
sets and runs for single cards, the hand has number fields for several subsets of the colours, and
the most cards that serve a plan are the least of a few bit counts: the cuts of the flow from cards
to places (max-flow min-cut). Places of runs in one colour take a single kind of card, so they have
the first choice; they are fields of the subset of that colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, combinations
from threading import Lock

from cachetools import LRUCache, cached

from .cards import HIGHEST, WILD, Card, Colour, natural, ordered
from .group_targets import (
    FIELD,
    Assignment,
    GroupTarget,
    assignments,
    field,
    number_places,
    one_of_each,
    smallest_targets,
)
from .phases import GroupKind, Phase
from .rulesets import MOST_WAYS, NaturalCardsPer, RuleSet

COLOUR_FIELD = 32
_SEGMENT = FIELD * HIGHEST
_EVERY_NUMBER = (1 << _SEGMENT) - 1
_NUMBERS = range(1, HIGHEST + 1)
_BIT = {colour: 1 << place for place, colour in enumerate(Colour)}
"""A set of colours is an integer of these bits."""
MOST_PLANS_KEPT = 4 * MOST_WAYS  # about 50 MB; the ten phases of an edition have 700


def distance(hand: Iterable[Card], phase: Phase, rules: RuleSet) -> int:
    """The fewest cards that must still come before the phase can be laid.

    >>> from bot.cards.cards import cards
    >>> from bot.cards.rulesets import CLASSIC
    >>> from bot.cards.phases import parse_phase
    >>> distance(cards("R5 B5 G2 Y3 R9"), parse_phase("S3+R4"), CLASSIC)
    3
    """
    solver = solver_for(phase, rules)
    return solver.distance(*solver.encode(hand))


def helpful(hand: Iterable[Card], phase: Phase, rules: RuleSet) -> frozenset[Card]:
    """The kinds of card that bring the phase nearer."""
    solver = solver_for(phase, rules)
    return solver.helpful(*solver.encode(hand))


class _Segments:
    """Where the number fields of each set of colours begin in a hand's integer."""

    def __init__(self, wanted: Iterable[int], every: int) -> None:
        self.every = every
        self.starts = {colours: _SEGMENT * at for at, colours in enumerate(sorted(wanted))}

    def put(self, fields: int, colours: int) -> int:
        """The fields in the segment of these colours; nothing for no colour."""
        return fields << self.starts[colours] if colours else 0

    def unit(self, card: Card) -> int:
        assert card.colour is not None, "a number card has a colour"
        one = 1 << FIELD * ((card.number or 0) - 1)
        bit = _BIT[card.colour]
        return sum([one << start for colours, start in self.starts.items() if colours & bit])


@dataclass(frozen=True)
class Plan:
    """One way to fill a phase, as masks over a hand's integer."""

    # Pairs of a constant and a mask; the least of constant + bits is how many cards serve.
    cuts: tuple[tuple[int, int], ...]
    fit: int  # the mask of the cards that could be hit on its groups once they are laid
    groups: Assignment = ()  # the groups that must hold a natural card each
    hero: int = 0  # the mask of the number that must be laid if no Wild is; 0 without such a rule
    segments: _Segments | None = None  # only with ``groups``

    def cover(self, hand: int) -> int:
        """How many natural cards of a hand this plan can use."""
        return min([least + (hand & mask).bit_count() for least, mask in self.cuts])

    def without_natural(self, hand: int) -> int:
        """How many groups cannot be given a natural card of their own (Hall's theorem)."""
        return max([groups - (hand & mask).bit_count() for groups, mask in self._parts], default=0)

    @cached_property
    def _parts(self) -> list[tuple[int, int]]:
        """For each choice of the groups, their number and the mask of the cards that serve any."""
        if self.segments is None:
            return []
        choices = range(1, 1 << len(self.groups))
        parts = [[g for at, g in enumerate(self.groups) if some >> at & 1] for some in choices]
        return [(len(part), _serving(part, self.segments)) for part in parts]


@dataclass(frozen=True, slots=True)
class Solver:
    """A phase with all its plans; made by :func:`solver_for`."""

    size: int  # the least number of cards of the phase
    units: dict[Card, int]  # what a natural card adds to a hand's integer
    plans: tuple[Plan, ...]
    assignments: tuple[Assignment, ...]  # the targets of each plan; none after :meth:`near`
    masks: tuple[int, ...]  # the masks of the plans if each has one cut, else empty
    each_natural: bool = False  # whether some groups must hold a natural card each
    hero_asked: bool = False  # whether a number or a Wild must be among the cards

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
        return hand | (hand + self.units[card])

    def remove(self, hand: int, card: Card) -> int:
        """The integer with one less of a natural card that is held."""
        with_one_more = hand | (hand + self.units[card])
        highest = with_one_more ^ hand  # the bit that one more card would set
        return hand ^ (highest >> 1)

    def covers(self, hand: int) -> list[int]:
        """For each plan, how many natural cards of the hand it can use."""
        if self.masks:
            return [(hand & mask).bit_count() for mask in self.masks]
        return [plan.cover(hand) for plan in self.plans]

    def _is_plain(self, wilds: int) -> bool:
        """Whether bit counts decide: without Wilds all groups consist of natural cards."""
        return bool(self.masks) and not self.hero_asked and not (self.each_natural and wilds)

    def distance(self, hand: int, wilds: int) -> int:
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

        Helpful cards stay exact; with a slack of 1 also for hands that differ by one card.
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
        return Solver(self.size, self.units, plans, (), masks, self.each_natural, self.hero_asked)

    def helpful(self, hand: int, wilds: int) -> frozenset[Card]:
        distance = self.distance(hand, wilds)
        if distance == 0:
            return frozenset()
        near = self.near(hand, wilds, 0)
        units = set(self.units.values())
        nearer = {unit: near.distance(hand | (hand + unit), wilds) < distance for unit in units}
        cards = {card for card, unit in self.units.items() if nearer[unit]}
        if self.distance(hand, wilds + 1) < distance:
            cards.add(WILD)
        return frozenset(cards)

    def fitting(self, hand: int, wilds: int) -> dict[Card, float]:
        """For each natural card, the share of the best plans on which it could be hit later."""
        best = self.near(hand, wilds, 0).plans
        return {
            card: sum([plan.fit & unit > 0 for plan in best]) / len(best)
            for card, unit in self.units.items()
        }


class HeldHand:
    """A hand of cards and the phase that is tried with it, if any."""

    def __init__(self, cards: Sequence[Card], phase: Phase | None, rules: RuleSet) -> None:
        self._cards = cards
        self._phase = phase
        self.rules = rules

    @cached_property
    def solver(self) -> Solver:
        assert self._phase is not None, "a phase is tried whenever this is asked"
        return solver_for(self._phase, self.rules)

    @cached_property
    def near(self) -> Solver:
        """The phase with the plans that count after one card more or less."""
        return self.solver.near(*self.held, 1)

    @cached_property
    def held(self) -> tuple[int, int]:
        """The hand's integer and its number of Wilds, for :attr:`solver`."""
        return self.solver.encode(self._cards)

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds of card in the hand, lowest first."""
        return tuple(ordered(set(self._cards)))

    def held_with(self, card: Card) -> tuple[int, int]:
        """The hand's integer and Wilds with one more card."""
        hand, wilds = self.held
        if card.is_wild:
            return hand, wilds + 1
        return (self.solver.add(hand, card) if card.is_natural else hand), wilds

    def held_without(self, card: Card) -> tuple[int, int]:
        """The hand's integer and Wilds with one of the hand's cards gone."""
        hand, wilds = self.held
        if card.is_wild:
            return hand, wilds - 1
        return (self.solver.remove(hand, card) if card.is_natural else hand), wilds

    def distance_with(self, card: Card) -> int:
        return self.near.distance(*self.held_with(card))

    def distance_without(self, card: Card) -> int:
        return self.near.distance(*self.held_without(card))

    def fits_own(self, card: Card) -> bool:
        """Whether a card could be hit on the phase in hand, whichever way it is laid."""
        return self.solver.fitting(*self.held).get(card, 0.0) == 1

    @cached_property
    def distance(self) -> int:
        return self.near.distance(*self.held)

    def nearest_without(self, cards: Sequence[Card]) -> tuple[int, list[Card]]:
        """The least distance without one of these cards of the hand, and the cards that give it."""
        distances = list(map(self.distance_without, cards))
        least = min(distances)
        return least, [card for card, far in zip(cards, distances, strict=True) if far == least]

    @cached_property
    def helpful(self) -> frozenset[Card]:
        return self.near.helpful(*self.held)

    def helpful_without(self, card: Card) -> frozenset[Card]:
        return self.near.helpful(*self.held_without(card))


@cached(LRUCache(MOST_PLANS_KEPT, lambda solver: len(solver.plans)), lock=Lock())
def solver_for(phase: Phase, rules: RuleSet) -> Solver:
    per_group = rules.natural_cards_per is NaturalCardsPer.GROUP
    hero = rules.hero_in(phase)
    kinds = {group.kind for group in phase.groups}
    ways = list(assignments(phase.groups, lambda spec: smallest_targets(spec, rules.colours)))
    colour_runs = GroupKind.COLOUR_RUN in kinds
    naturals = [natural(colour, number) for colour in rules.colours for number in _NUMBERS]
    make: Callable[[Assignment], Plan]
    if kinds == {GroupKind.COLOUR} and not per_group:
        starts = {colour: COLOUR_FIELD * at for at, colour in enumerate(rules.colours)}
        make = partial(_colour_plan, starts=starts)
        units = {card: 1 << starts[card.colour] for card in naturals if card.colour}
    else:
        every = sum([_BIT[colour] for colour in rules.colours])
        wanted = set(_subsets(every)) if per_group and GroupKind.COLOUR in kinds else {every}
        if colour_runs:
            wanted |= {_BIT[colour] for colour in rules.colours}
        for demanded in set(map(_demanded, ways)):
            for part in _subsets(demanded):
                wanted |= {every - part, part}
        segments = _Segments(wanted - {0}, every)
        make = partial(_plan, segments=segments, hero=hero, per_group=per_group)
        units = {card: segments.unit(card) for card in naturals}
    plans: dict[Plan, Assignment] = {}
    for way in ways:
        plans.setdefault(make(way), way)
    all_plain = all(len(plan.cuts) == 1 for plan in plans)
    return Solver(
        phase.size,
        units,
        tuple(plans),
        tuple(plans.values()),
        masks=tuple(plan.cuts[0][1] for plan in plans) if all_plain else (),
        each_natural=per_group or colour_runs,
        hero_asked=hero is not None,
    )


def _subsets(bits: int) -> list[int]:
    return [part for part in range(bits + 1) if part & bits == part]


def _bit(target: GroupTarget) -> int:
    return _BIT[target.colour] if target.colour else 0


def _demanded(targets: Iterable[GroupTarget]) -> int:
    """The colours that colour groups ask for."""
    return sum({_bit(target) for target in targets if not target.numbers})


def _colour_plan(way: Assignment, *, starts: dict[Colour, int]) -> Plan:
    mask = fit = 0
    for spec, _, colour in way:
        start = starts[colour] if colour else 0
        for _ in range(spec.size):
            mask |= mask + (1 << start)
        fit |= ((1 << COLOUR_FIELD) - 1) << start
    return Plan(((0, mask),), fit)


def _plan(way: Assignment, *, segments: _Segments, hero: int | None, per_group: bool) -> Plan:
    places = number_places(way)
    exact = _places_in_one_colour(way)
    parts = _subsets(_demanded(way))
    cuts = tuple(chain.from_iterable(_cuts(way, part, places, exact, segments) for part in parts))
    hero_field = 0
    if hero is not None and places & field(hero):
        hero_field = segments.put(field(hero), segments.every)
    groups = tuple([g for g in way if per_group or g.spec.kind is GroupKind.COLOUR_RUN])
    fit = 0
    for target in way:
        fit |= _fitting_later(target, segments)
    return Plan(cuts, fit, groups, hero_field, segments if groups else None)


def _places_in_one_colour(way: Assignment) -> dict[int, int]:
    """For each colour of runs in one colour, their places by number."""
    exact: dict[int, int] = {}
    for target in way:
        if target.spec.kind is GroupKind.COLOUR_RUN:
            places = exact.get(_bit(target), 0)
            exact[_bit(target)] = places | places + one_of_each(target.numbers)
    return exact


def _fitting_later(target: GroupTarget, segments: _Segments) -> int:
    """The mask of the cards to hit: a set's number, a run's neighbours, a group's colour."""
    colours = _bit(target) or segments.every
    numbers = target.numbers
    if not numbers:
        return segments.put(_EVERY_NUMBER, colours)
    ends = (numbers.start - 1, numbers.stop) if target.is_run else (numbers.start,)
    return segments.put(sum([field(end) for end in ends if 1 <= end <= HIGHEST]), colours)


def _cuts(
    way: Assignment, part: int, places: int, exact: dict[int, int], segments: _Segments
) -> Iterator[tuple[int, int]]:
    """The cuts that sever the colour groups of ``part`` and the remaining cards.

    Each number that both runs in one colour and other groups take doubles them: either all cards of
    the number are severed, or its places.
    """
    left = _demanded(way) - part
    severed = sum([g.spec.size for g in way if not g.numbers and _bit(g) & part])
    kept = {colour: own for colour, own in exact.items() if not left & colour}
    shared = [
        n for n in _NUMBERS if places & field(n) and any(own & field(n) for own in kept.values())
    ]
    for count in range(len(shared) + 1):
        for whole in combinations(shared, count):
            by_places = [number for number in shared if number not in whole]
            cards = sum(map(field, whole))
            cut_places = sum(map(field, by_places))
            by_number = (places | cards) & ~cut_places
            mask = segments.put(by_number, segments.every - left)
            mask |= segments.put(_EVERY_NUMBER, left)
            for colour, own in kept.items():
                mask |= segments.put(own & ~cards, colour)
            yield severed + (places & cut_places).bit_count(), mask


def _serving(groups: Sequence[GroupTarget], segments: _Segments) -> int:
    """The mask of the cards that serve any of these groups."""
    numbers = {n for g in groups if g.spec.kind is not GroupKind.COLOUR_RUN for n in g.numbers}
    fields = sum(map(field, numbers))
    colours = _demanded(groups)
    mask = segments.put(fields, segments.every) | segments.put(_EVERY_NUMBER & ~fields, colours)
    for target in groups:
        if target.spec.kind is GroupKind.COLOUR_RUN and not colours & _bit(target):
            mask |= segments.put(sum(map(field, target.numbers)) & ~fields, _bit(target))
    return mask
