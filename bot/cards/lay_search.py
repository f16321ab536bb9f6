"""The search for the best lays: every assignment, the most promising first.

Counting the cards of each number bounds the weight of a lay. Assignments get their cards in the
order of these bounds, until no other one can be better; without coloured groups they are exact.

For example, this hand has three runs and one set that at most one Wild completes. A bound has the
points left, the Wilds, the cards left, and the ends of runs that are shut:

    >>> from bot.cards.cards import cards
    >>> from bot.cards.phases import parse_phase
    >>> from bot.cards.rulesets import CLASSIC
    >>> hand = cards("R5 B5 G5 R6 B7 Y8 W")
    >>> search = _Search(hand, parse_phase("S3+R4"), CLASSIC, all_meanings=False)
    >>> for candidate in search.candidates():
    ...     print([list(target.numbers) for _, target in candidate], search.bound(candidate))
    [[4, 5, 6, 7], [5]] (5, 2, 1, 0)
    [[5, 6, 7, 8], [5]] (0, 1, 0, 0)
    [[6, 7, 8, 9], [5]] (0, 1, 0, 0)

The first one would take two Wilds. The second one lays all cards, so it is the lay:

    >>> (lay,) = best_lays(hand, parse_phase("S3+R4"), CLASSIC)
    >>> [group.cards for group in lay]
    [(B5, G5, W5), (R5, R6, B7, Y8)]
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter

from .cards import HIGHEST, WILD, WILD_AS_COLOUR, WILD_AS_NUMBER, Card, Colour, natural, ordered
from .group_targets import (
    FIELD,
    GroupTarget,
    each_has_natural,
    field,
    matched,
    number_places,
    one_of_each,
)
from .groups import Group, Groups
from .phases import GroupKind, GroupSpec, Phase
from .rulesets import NaturalCardsPer, RuleSet

Weight = tuple[int, int, int, int]
"""Smallest best: points left, Wilds laid, number cards left, run ends that are shut."""
_Candidate = tuple[tuple[int, GroupTarget], ...]
"""A target for each group, each with the Wilds that it takes even if it has the first choice."""
_NUMBERS = range(1, HIGHEST + 1)
_first = itemgetter(0)


def best_lays(hand: Sequence[Card], phase: Phase, rules: RuleSet, most: int = 1) -> list[Groups]:
    """The best lays of different assignments, best first.

    With ``most`` above 1, groups that could be made of Wilds alone come in all their meanings.
    """
    search = _Search(hand, phase, rules, all_meanings=most > 1)
    candidates = enumerate(search.candidates())
    bounded = [(search.bound(candidate), at, candidate) for at, candidate in candidates]
    found: list[tuple[Weight, int, Groups]] = []
    for bound, number, candidate in sorted(bounded):
        if len(found) == most and (bound, number) > found[-1][:2]:
            break
        lay = search.lay(candidate) if bound[1] <= search.wilds else None
        if lay and (exact := weight(lay, hand, rules))[1] <= search.wilds:
            insort(found, (exact, number, lay))
            del found[most:]
    return [lay for _, _, lay in found]


def weight(groups: Sequence[Group], hand: Sequence[Card], rules: RuleSet) -> Weight:
    """How good a lay is; points are counted for number cards only."""
    laid = [card for group in groups for card in group.cards]
    naturals = [card for card in laid if not card.is_wild]
    held = [card for card in hand if card.is_natural]
    points = rules.points_in_hand(held) - rules.points_in_hand(naturals)
    shut = sum(_shut_ends(run.low, run.high) for run in groups)
    return points, len(laid) - len(naturals), len(held) - len(naturals), shut


def _shut_ends(low: int, high: int) -> int:
    """How many ends of a run no card can be put at; groups without numbers have none."""
    return [low, HIGHEST + 1 - high].count(1)


@lru_cache(maxsize=64)
def _fields_by_points(rules: RuleSet) -> dict[int, int]:
    """The fields of the numbers that cost the same, by their points."""
    fields: dict[int, int] = {}
    for number in _NUMBERS:
        points = rules.points(natural(rules.colours[0], number))
        fields[points] = fields.get(points, 0) | field(number)
    return fields


@cache
def _target(spec: GroupSpec, low: int, high: int, colour: Colour | None = None) -> GroupTarget:
    return GroupTarget(spec, range(low, high + 1), colour)


class _Search:
    """A hand, counted, and the targets that its groups could have."""

    def __init__(
        self, hand: Sequence[Card], phase: Phase, rules: RuleSet, *, all_meanings: bool
    ) -> None:
        self.phase = phase
        self.rules = rules
        self.all_meanings = all_meanings
        self.naturals = [card for card in hand if card.number]
        self.counts = _counted(self.naturals)
        self.wilds = hand.count(WILD)
        self.slack = len(self.naturals) + self.wilds - phase.size
        self._without: dict[frozenset[Colour | None], int] = {}

    def candidates(self) -> Iterator[_Candidate]:
        """Those for which there could be Wilds enough, in the order of the search."""
        if self.slack < 0 or not self.naturals:
            return iter(())
        found: list[list[tuple[int, GroupTarget]]] = []
        spare = self.wilds
        last = None
        for spec in self.phase.narrowest_first:
            choices = found[-1] if spec == last else list(self._choices(spec))
            if not choices:
                return iter(())
            found.append(choices)
            spare -= min(map(_first, choices))
            last = spec
        return _candidates(found, self.wilds) if spare >= 0 else iter(())

    def _choices(self, spec: GroupSpec) -> Iterator[tuple[int, GroupTarget]]:
        """The targets that can matter for a group."""
        if spec.kind is GroupKind.SET:
            counts = self.counts
            least = spec.size - self.wilds
            # Of the numbers that are not held one is enough, unless all meanings are wanted.
            empty = counts.index(0, 1) if least <= 0 and 0 in counts[1:] else None
            for number, held in enumerate(counts[1:], 1):
                if held >= least and (held or self.all_meanings or number == empty):
                    yield max(0, spec.size - held), _target(spec, number, number)
        elif spec.kind is GroupKind.RUN:
            for lacks, low, high in self._windows(self.counts, spec.size):
                yield lacks, _target(spec, low, high)
        else:
            for colour in Colour:
                if colour in self.rules.colours:
                    yield from self._coloured(spec, colour)

    def _coloured(self, spec: GroupSpec, colour: Colour) -> Iterator[tuple[int, GroupTarget]]:
        cards = [card for card in self.naturals if card.colour is colour]
        if spec.kind is GroupKind.COLOUR:
            if (lacks := max(0, spec.size - len(cards))) <= self.wilds:
                yield lacks, GroupTarget(spec, colour=colour)
            return
        for lacks, low, high in self._windows(_counted(cards), spec.size):
            yield lacks, _target(spec, low, high, colour)

    def _windows(self, counts: Sequence[int], size: int) -> Iterator[tuple[int, int, int]]:
        """The runs that can matter, and their gaps: as long as asked, or natural at both ends."""
        for low in range(1, HIGHEST + 2 - size):
            end = low + size
            gaps = counts[low:end].count(0)
            if gaps > self.wilds:
                continue
            yield gaps, low, end - 1
            if counts[low]:
                for high in range(end, min(HIGHEST + 1, end + self.slack)):
                    if counts[high]:
                        yield gaps, low, high
                    elif (gaps := gaps + 1) > self.wilds:
                        break

    def bound(self, candidate: _Candidate) -> Weight:
        """A weight that no lay with these targets is below."""
        targets = [target for _, target in candidate]
        places = laid = number_places(targets)
        lacks = (places & ~self.held()).bit_count()
        sets = shut = 0
        colours = set[Colour | None]()
        for alone, (spec, numbers, colour) in candidate:
            if colour:
                lacks += alone
            if not numbers:
                colours.add(colour)
            elif spec.kind is GroupKind.SET:
                sets |= field(numbers.start)
            else:
                shut += _shut_ends(numbers.start, numbers.stop - 1)
                if colour:
                    laid |= laid + one_of_each(numbers)
        left = self.held(frozenset(colours)) & ~(laid | sets)
        by_points = _fields_by_points(self.rules).items()
        points = sum([points * (left & fields).bit_count() for points, fields in by_points])
        return points, lacks, left.bit_count(), shut

    def held(self, but: frozenset[Colour | None] = frozenset()) -> int:
        """The number cards that have none of these colours, by number."""
        if but not in self._without:
            self._without[but] = _fields([card for card in self.naturals if card.colour not in but])
        return self._without[but]

    def lay(self, candidate: _Candidate) -> Groups | None:
        """The best lay with these targets; None if a number card that the rules want is missing."""
        by_spec: dict[GroupSpec, list[GroupTarget]] = {}
        for _, target in candidate:
            by_spec.setdefault(target.spec, []).append(target)
        targets = [by_spec[spec].pop(0) for spec in self.phase.groups]
        per_group = self.rules.natural_cards_per is NaturalCardsPer.GROUP
        needy = [at for at, one in enumerate(targets) if per_group or (one.colour and one.numbers)]
        naturals = ordered(self.naturals)
        if needy and not each_has_natural([targets[at] for at in needy], naturals):
            return None
        groups = _placed(targets, naturals, needy)
        cards = [card for group in groups for card in group.cards]
        if all(card.is_wild for card in cards):
            return None
        hero = self.rules.hero_in(self.phase)
        if hero and not any(card.is_wild or card.number == hero for card in cards):
            return groups[0].with_card(WILD_AS_NUMBER[groups[0].number or 0]), *groups[1:]
        return groups


def _candidates(
    choices: Sequence[list[tuple[int, GroupTarget]]], wilds: int, first: int = 0
) -> Iterator[_Candidate]:
    """Those that take no more Wilds than there are; equal groups come in one order only."""
    if not choices:
        yield ()
        return
    twin = len(choices) > 1 and choices[0] is choices[1]
    for at, choice in enumerate(choices[0][first:], first):
        if choice[0] <= wilds:
            for rest in _candidates(choices[1:], wilds - choice[0], at if twin else 0):
                yield choice, *rest


def _counted(naturals: Sequence[Card]) -> list[int]:
    """How many cards there are of each number."""
    counts = [0] * (HIGHEST + 1)
    for card in naturals:
        counts[card.number or 0] += 1
    return counts


def _fields(naturals: Sequence[Card]) -> int:
    held = 0
    for card in naturals:
        held |= held + (1 << FIELD * ((card.number or 0) - 1))
    return held


@dataclass(slots=True)
class _Slot:
    """A place that wants a card: of group ``group``, of a number if the group has one."""

    group: int
    number: int | None
    fitting: list[int]
    first: bool = False


def _placed(
    targets: Sequence[GroupTarget], naturals: Sequence[Card], needy: Sequence[int]
) -> Groups:
    """The lay with these targets that leaves the fewest points and takes the fewest Wilds.

    A card that fits several groups goes to a run, else to the first of them; the groups in
    ``needy`` get a number card each.
    """
    laid = [target.fitting(naturals) for target in targets]
    if len(set().union(*laid)) < sum(map(len, laid)):
        laid = _shared_out(targets, naturals, laid, needy)
    pairs = zip(targets, laid, strict=True)
    return tuple(_group(target, [naturals[at] for at in cards]) for target, cards in pairs)


def _shared_out(
    targets: Sequence[GroupTarget],
    naturals: Sequence[Card],
    fitting: list[list[int]],
    needy: Sequence[int],
) -> list[list[int]]:
    """The cards of each group, where some cards fit several groups."""
    places = [
        _Slot(at, number, target.fitting(naturals, number))
        for at, target in sorted(enumerate(targets), key=lambda each: not each[1].is_run)
        for number in target.places
    ]
    chosen, _ = matched([fitting[group] for group in needy], len(naturals))
    for group, card in zip(needy, chosen, strict=True):
        numbers = (None, naturals[card].number)
        next(one for one in places if one.group == group and one.number in numbers).first = True
    places.sort(key=lambda place: not place.first)
    _, where = matched([place.fitting for place in places], len(naturals))
    gathering = [at for at, target in enumerate(targets) if not target.is_run]
    cards = range(len(naturals))
    homes = [next((at for at in gathering if card in fitting[at]), -1) for card in cards]
    _prefer_homeless(places, naturals, where, homes)
    laid: list[list[int]] = [[] for _ in targets]
    for card, at in enumerate(where):
        group = places[at].group if at >= 0 else homes[card]
        if group >= 0:
            laid[group].append(card)
    return laid


def _prefer_homeless(
    places: list[_Slot], naturals: Sequence[Card], where: list[int], homes: list[int]
) -> None:
    """Give cards that fit no set or colour group the places in runs of cards that do."""
    for card, at in enumerate(where):
        if at >= 0 or homes[card] >= 0:
            continue
        for other, taken in enumerate(where):
            if taken < 0 or homes[other] < 0 or naturals[other].number != naturals[card].number:
                continue
            if card in places[taken].fitting:
                where[card] = taken
                where[other] = -1
                break


def _group(target: GroupTarget, cards: list[Card]) -> Group:
    """The group of this target from its number cards, in canonical order; Wilds fill the gaps."""
    spec, numbers, colour = target
    if target.is_run:
        there = {card.number: card for card in reversed(cards)}
        run = tuple([there.get(number) or WILD_AS_NUMBER[number] for number in numbers])
        return Group(spec.kind, run, None, colour, numbers.start, numbers.stop - 1)
    wild = WILD_AS_COLOUR[colour] if colour else WILD_AS_NUMBER[numbers.start]
    whole = (*cards, *[wild] * (spec.size - len(cards)))
    return Group(spec.kind, whole, numbers.start if numbers else None, colour)
