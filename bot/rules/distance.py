"""What a hand still needs for a phase: exact, and quick enough to ask hundreds of times a turn.

A hand is one integer. Every number has a field of ten bits, and holding three of it sets the lowest
three; a *plan* (set of 5s and run from 3, say) marks in the same fields how many of each number it
can use. So the cards of a hand that serve a plan are the bits of ``hand & plan``, adding a card is
``hand | hand + unit``, and a Wild serves anywhere.

A phase of colour groups alone has one wide field a colour instead. Where colour groups compete with
sets and runs for single cards, the hand has number fields for several subsets of the colours, and
the most cards that serve a plan are the least of a few bit counts: the cuts of the flow from cards
to places (max-flow min-cut, the numbers' side of the cut chosen field by field by the code itself).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, product

from bot.rules.cards import HIGHEST, WILD, Card, Colour, natural
from bot.rules.editions import NaturalCardsPer, RuleSet
from bot.rules.phases import GroupKind, GroupSpec, Phase

FIELD = 10
COLOUR_FIELD = 32
_SEGMENT = FIELD * HIGHEST
_FULL = (1 << FIELD) - 1
_EVERY_NUMBER = (1 << _SEGMENT) - 1


@dataclass(frozen=True, slots=True)
class Aim:
    """Where one group of a plan stands: the numbers, or the colour, whose cards it takes."""

    kind: GroupKind
    size: int
    low: int = 0
    colour: int = 0

    @property
    def numbers(self) -> range:
        """The numbers it takes; none for a colour group."""
        match self.kind:
            case GroupKind.SET:
                return range(self.low, self.low + 1)
            case GroupKind.RUN:
                return range(self.low, self.low + self.size)
            case _:
                return range(0)


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to fill a phase, as masks over a hand's integer.

    Attributes:
        cuts: pairs of a constant and a mask; the least of constant + bits is how many cards serve.
        groups: its groups, where each of them must hold a natural card; else empty.
        segments: where the fields of subsets of the colours begin, for ``groups``.
        hero: the mask of the number that must be there where no Wild is, 0 without such a rule.
        fit: the mask of the cards that could be hit on its groups once they lie.
    """

    cuts: tuple[tuple[int, int], ...]
    fit: int
    groups: tuple[Aim, ...] = ()
    segments: tuple[tuple[int, int], ...] = ()
    hero: int = 0

    def cover(self, hand: int) -> int:
        """How many natural cards of a hand this plan can use."""
        return min([least + (hand & mask).bit_count() for least, mask in self.cuts])

    def without_natural(self, hand: int) -> int:
        """How many groups cannot be given a natural card of their own (Hall's theorem)."""
        parts = _parts(self.groups, self.segments)
        return max([groups - (hand & mask).bit_count() for groups, mask in parts], default=0)


@dataclass(frozen=True, slots=True)
class Shape:
    """A phase with all its plans; ask :func:`shape_of` for it.

    Attributes:
        size: how many cards the phase takes at least.
        units: what adding a natural card adds to a hand's integer.
        plans: every way to fill it.
        masks: the masks of the plans alone, where each has one cut; else empty.
        field: as many low bits as a field of the hand's integer has.
        each_natural: whether every group must hold a natural card.
        hero_asked: whether a number or a Wild must be among the cards.
    """

    size: int
    units: dict[Card, int]
    plans: tuple[Plan, ...]
    masks: tuple[int, ...]
    field: int = _FULL
    each_natural: bool = False
    hero_asked: bool = False

    @property
    def weight(self) -> int:
        """How much work one question is, in plans that can be looked at by a bit count."""
        return len(self.plans) * (1 if self.masks else 8)

    def encode(self, cards: Iterable[Card]) -> tuple[int, int]:
        """A hand's integer (natural cards) and its number of Wilds; Skips count nowhere."""
        hand = wilds = 0
        for card in cards:
            if card.is_natural:
                hand |= hand + self.units[card]
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
        """Whether bit counts say all: without Wilds each group is filled by natural cards."""
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

    def near(self, hand: int, wilds: int, slack: int) -> Shape:
        """The same phase with only the plans that are at most ``slack`` cards behind the best.

        With a slack of 0 helpful cards stay exact; with 1 they and the distance do when one card
        of the hand goes.
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
        return replace(
            self, plans=plans, masks=tuple([self.masks[at] for at in kept if self.masks])
        )

    def helpful(self, hand: int, wilds: int) -> frozenset[Card]:
        """The kinds of card of which one more brings the phase nearer."""
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
        found = {card for card, unit in self.units.items() if unit in units}
        if self.distance(hand, wilds + 1) < distance:
            found.add(WILD)
        return frozenset(found)

    def _plainly_helpful(self, hand: int, wilds: int) -> frozenset[Card]:
        covers = self.covers(hand)
        best = max(covers)
        if best and best + wilds >= self.size:
            return frozenset()
        missing = 0
        for mask, cover in zip(self.masks, covers, strict=True):
            if cover == best:
                missing |= mask & ~hand
        # Where nothing but Wilds would serve, one more is no nearer: a number card is asked for.
        return self._helping(missing, wild=best + wilds + (not best) < self.size)

    def _helping(self, missing: int, *, wild: bool) -> frozenset[Card]:
        """The kinds of card of the fields that have one of these bits."""
        found = [card for card, unit in self.units.items() if missing & unit * self.field]
        return frozenset([*found, WILD] if wild else found)

    def fitting(self, hand: int, wilds: int) -> dict[Card, float]:
        """For each natural card, in which share of the best plans it could be hit later."""
        best = self.near(hand, wilds, 0).plans
        return {
            card: sum([plan.fit & unit > 0 for plan in best]) / len(best)
            for card, unit in self.units.items()
        }


@lru_cache(maxsize=256)
def shape_of(phase: Phase, rules: RuleSet) -> Shape:
    """The shape of a phase under a rule set."""
    each = rules.natural_cards_per is NaturalCardsPer.GROUP
    if not each and all(group.kind is GroupKind.COLOUR for group in phase.groups):
        return _colour_shape(phase, rules.colours)
    hero = rules.hero_of(phase)
    ways = [tuple(way) for way in _ways(phase.groups)]
    colours = any(group.kind is GroupKind.COLOUR for group in phase.groups)
    at = _segments(ways, all_subsets=colours and each)
    plans = tuple(dict.fromkeys(_plan(way, at, hero, each=each) for way in ways))
    masks = () if colours else tuple(plan.cuts[0][1] for plan in plans)
    units = _units(at, rules.colours)
    return Shape(phase.size, units, plans, masks, each_natural=each, hero_asked=hero is not None)


def _colour_shape(phase: Phase, colours: Sequence[Colour]) -> Shape:
    """The shape of a phase of colour groups alone: one field for each colour."""
    plans = tuple(dict.fromkeys(_colour_plan(_sizes(way)) for way in _ways(phase.groups)))
    units = {
        natural(colour, number): 1 << COLOUR_FIELD * place
        for place, colour in enumerate(colours)
        for number in range(1, HIGHEST + 1)
    }
    masks = tuple(plan.cuts[0][1] for plan in plans)
    return Shape(phase.size, units, plans, masks, field=_full(COLOUR_FIELD))


def _full(bits: int) -> int:
    return (1 << bits) - 1


def _colour_plan(sizes: Counter[int]) -> Plan:
    mask = sum(_full(size) << COLOUR_FIELD * colour for colour, size in sizes.items())
    fit = sum(_full(COLOUR_FIELD) << COLOUR_FIELD * colour for colour in sizes)
    return Plan(((0, mask),), fit)


def _ways(groups: Sequence[GroupSpec]) -> Iterator[list[Aim]]:
    """Every choice of places for the groups; equal groups are not told apart."""
    choices = [
        list(combinations_with_replacement(_aims(group), count))
        for group, count in Counter(groups).items()
    ]
    for way in product(*choices):
        yield [aim for part in way for aim in part]


def _aims(group: GroupSpec) -> list[Aim]:
    match group.kind:
        case GroupKind.SET:
            return [Aim(group.kind, group.size, low=low) for low in range(1, HIGHEST + 1)]
        case GroupKind.RUN:
            return [
                Aim(group.kind, group.size, low=low) for low in range(1, HIGHEST + 2 - group.size)
            ]
        case _:
            return [Aim(group.kind, group.size, colour=colour) for colour in range(4)]


def _demanded(way: Sequence[Aim]) -> int:
    """The subset of colours that a way's colour groups ask for, as bits."""
    return sum({1 << aim.colour for aim in way if aim.kind is GroupKind.COLOUR})


def _subsets(bits: int) -> list[int]:
    return [part for part in range(bits + 1) if part & bits == part]


def _segments(ways: Iterable[Sequence[Aim]], *, all_subsets: bool) -> dict[int, int]:
    """Where in a hand's integer the fields of each subset of the colours begin."""
    wanted = set(range(1, 16)) if all_subsets else {15}
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


def _plan(way: Sequence[Aim], at: dict[int, int], hero: int | None, *, each: bool) -> Plan:
    by_number = Counter(number for aim in way for number in _repeated(aim))
    by_colour = _sizes(way)
    fields = sum(_full(n) << FIELD * (number - 1) for number, n in by_number.items())
    demanded = _demanded(way)
    cuts = tuple(_cut(demanded, part, fields, by_colour, at) for part in _subsets(demanded))
    hero_mask = _FULL << at[15] + FIELD * (hero - 1) if hero and by_number[hero] else 0
    groups, segments = (tuple(way), tuple(at.items())) if each else ((), ())
    return Plan(cuts, _fit(way, at), groups, segments, hero_mask)


def _sizes(way: Iterable[Aim]) -> Counter[int]:
    """How many cards a way's colour groups take of each colour."""
    sizes = Counter[int]()
    for aim in way:
        if aim.kind is GroupKind.COLOUR:
            sizes[aim.colour] += aim.size
    return sizes


def _fit(way: Sequence[Aim], at: dict[int, int]) -> int:
    """The mask of what could be hit: a set's number, a run's neighbours, a group's colour."""
    mask = 0
    for aim in way:
        if aim.kind is GroupKind.COLOUR:
            mask |= _EVERY_NUMBER << at[1 << aim.colour]
            continue
        ends = (aim.low,) if aim.kind is GroupKind.SET else (aim.low - 1, aim.low + aim.size)
        for number in ends:
            if 1 <= number <= HIGHEST:
                mask |= _FULL << at[15] + FIELD * (number - 1)
    return mask


def _repeated(aim: Aim) -> list[int]:
    times = aim.size if aim.kind is GroupKind.SET else 1
    return [number for number in aim.numbers for _ in range(times)]


def _cut(
    demanded: int, part: int, fields: int, by_colour: Counter[int], at: dict[int, int]
) -> tuple[int, int]:
    """The cut that severs the colour groups of ``part`` and what remains of the cards."""
    others, left = 15 - (demanded - part), demanded - part
    mask = fields << at[others] if others else 0
    if left:
        mask |= _EVERY_NUMBER << at[left]
    return sum(size for colour, size in by_colour.items() if part >> colour & 1), mask


@lru_cache(maxsize=20_000)
def _parts(
    groups: tuple[Aim, ...], segments: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """For each part of the groups, how many they are and the mask of the cards that serve any."""
    at = dict(segments)
    parts = (
        tuple(aim for place, aim in enumerate(groups) if chosen >> place & 1)
        for chosen in range(1, 1 << len(groups))
    )
    return tuple(_hall(part, at) for part in parts)


def _hall(chosen: Sequence[Aim], at: dict[int, int]) -> tuple[int, int]:
    """How many groups these are, and the mask of every card that serves any of them."""
    fields = sum({_FULL << FIELD * (number - 1) for aim in chosen for number in aim.numbers})
    mask = fields << at[15]
    colours = _demanded(chosen)
    if colours:
        mask |= (_EVERY_NUMBER & ~fields) << at[colours]
    return len(chosen), mask
