"""Hitting: which hits are legal, and which series of hits leaves the best hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from .actions import Hit, make_hit
from .cards import HIGHEST, WILD, WILD_AS_NUMBER, Card, Colour, natural, ordered
from .editions import RuleSet
from .groups import Group

Tables = Sequence[Sequence[Group]]
"""The groups on the table, by seat."""
_NUMBERS = range(1, HIGHEST + 1)


def hit_options(hand: Iterable[Card], tables: Tables) -> list[Hit]:
    """Every legal hit once: by seat, by group, then in the order of the hand."""
    kinds = dict.fromkeys(hand)
    hits = []
    for owner, groups in enumerate(tables):
        for at, group in enumerate(groups):
            places = group.places
            for card in kinds:
                if card in places:
                    hits += [make_hit(owner, at, placed) for placed in places[card]]
    return hits


def may_hit(hand: Iterable[Card], tables: Tables) -> bool:
    kinds = set(hand)
    for groups in tables:
        for group in groups:
            if not kinds.isdisjoint(group.places):
                return True
    return False


def best_hits(hand: Sequence[Card], tables: Tables, rules: RuleSet) -> tuple[Hit, ...]:
    """The series of hits, each legal after the hits before it, that leaves the best hand.

    If hits can bring the hand down to one card or none, they leave as few cards as possible.
    Otherwise they minimise, in this order: the points of the number cards left in hand, the Wilds
    that are hit, the number cards left in hand, the cards put on runs.

    >>> from bot.cards.cards import cards
    >>> from bot.cards.editions import CLASSIC
    >>> from bot.cards.groups import GroupKind, group
    >>> run = group(GroupKind.RUN, cards("R1 G2 Y3 B4"))
    >>> best_hits(cards("B9 R6 G5"), [(run,)], CLASSIC)
    (Hit(owner=0, group=0, card=G5), Hit(owner=0, group=0, card=R6))
    """
    search = _HitSearch(hand, tables)
    hits = search.hits(_EACH_THE_SAME, dump=True)
    if len(hand) - len(hits) < 2:
        return hits
    points = [rules.points(natural(Colour.RED, number)) for number in _NUMBERS]
    return search.hits([0, *[each * _WORTH + _CARD for each in points]], dump=False)


def most_hits(hand: Sequence[Card], tables: Tables) -> tuple[Hit, ...]:
    """The series of hits that gets rid of the most cards, Wilds included."""
    return _HitSearch(hand, tables).hits(_EACH_THE_SAME, dump=True)


# One integer weighs hits, smallest best: worth of what is left, Wilds, number cards, run cards.
_RUN_CARD, _CARD, _WILD, _WORTH = 1, 1 << 8, 1 << 14, 1 << 20
_EACH_THE_SAME = [_WORTH] * (HIGHEST + 1)
_Flow = tuple[list[int], list[int]]
"""How many runs go up, and how many come down, over each number."""
_Moves = tuple[tuple[int, int], ...]
"""For each colour of runs, how many go up and how many come down over one number."""
_Case = tuple[_Moves, int]
"""The moves over one number, and how many Wilds are used so far."""
_Best = tuple[int, tuple[_Moves, ...]]
"""The least weight of a case, and the moves over each number that lead to it."""
_Bounds = tuple[int, int, int, int]
"""At a number: how many runs can start to go up, how many come down no further, and the most that
can go up and come down."""


@dataclass(slots=True)
class _OpenRun:
    """A run on the table and how far it reaches by now."""

    owner: int
    at: int
    low: int
    high: int
    colour: Colour | None

    def put(self, number: int, card: Card | None) -> Hit:
        """Put a number card, or a Wild, at one of the open ends."""
        self.low, self.high = min(self.low, number), max(self.high, number)
        return make_hit(self.owner, self.at, card or WILD_AS_NUMBER[number])


class _HitSearch:
    """A hand and the groups on the table, sorted for a search of the best hits.

    Number cards that fit a set or colour group can always be hit, before or after all else; they
    may also serve on runs on the way to the *loose* cards, which can be hit on runs only. So the
    only choice is how far each run goes up and down. Runs of one colour that have reached a number
    are equal from there on, so it is enough to count them (:meth:`_flows`).
    """

    def __init__(self, hand: Sequence[Card], tables: Tables) -> None:
        self.ends: list[tuple[int, int, int, int, Colour | None]] = []
        self.bunches: list[tuple[int, int, Group]] = []
        fitting = set[Card]()
        for owner, groups in enumerate(tables):
            for at, group in enumerate(groups):
                if group.is_run:
                    self.ends.append((owner, at, group.low, group.high, group.colour))
                else:
                    self.bunches.append((owner, at, group))
                    fitting.update(group.places)
        self.wilds = sum(card.is_wild for card in hand)
        self.loose: list[list[Card]] = [[] for _ in range(HIGHEST + 1)]
        self.fitting: list[list[Card]] = [[] for _ in range(HIGHEST + 1)]
        for card in ordered(hand):
            if card.number:
                (self.fitting if card in fitting else self.loose)[card.number].append(card)

    def hits(self, worth: list[int], *, dump: bool) -> tuple[Hit, ...]:
        """The hits that leave the least behind; with ``dump``, then as many Wilds as can be."""
        runs = [_OpenRun(*ends) for ends in self.ends]
        left = [[*loose, *fits] for loose, fits in zip(self.loose, self.fitting, strict=True)]
        hits: list[Hit] = []
        if runs and any(self.loose):
            for colour, flow in self._flows(worth).items():
                same = [run for run in runs if run.colour is colour]
                hits += self._on_runs(same, left, flow, colour)
        spare = self.wilds - sum([hit.card.is_wild for hit in hits])
        for card in [card for cards in left for card in cards]:
            hits += self._on_bunch(card)[:1]
        if dump and spare:
            hits += self._dumped(runs, spare)
        return tuple(hits)

    def _on_bunch(self, card: Card) -> list[Hit]:
        """The hits of a card on sets and colour groups."""
        return [
            make_hit(owner, at, placed)
            for owner, at, group in self.bunches
            for placed in group.places_for(card)
        ]

    def _dumped(self, runs: list[_OpenRun], spare: int) -> list[Hit]:
        """Hits of this number of Wilds, on any group."""
        if self.bunches:
            return self._on_bunch(WILD)[:1] * spare
        hits: list[Hit] = []
        for run in runs:
            outside = [*range(run.low - 1, 0, -1), *range(run.high + 1, HIGHEST + 1)]
            hits += [run.put(number, None) for number in outside[: spare - len(hits)]]
        return hits

    def _on_runs(
        self,
        runs: list[_OpenRun],
        left: list[list[Card]],
        flow: _Flow,
        colour: Colour | None,
    ) -> Iterator[Hit]:
        """The hits on runs of a colour that a flow asks for; cards are taken out of ``left``."""
        ups, downs = flow
        for number in _NUMBERS:
            below = [run for run in runs if run.high == number - 1]
            for run in below[: ups[number]]:
                yield run.put(number, _taken_out(left[number], colour))
        for number in reversed(_NUMBERS):
            above = [run for run in runs if run.low == number + 1]
            for run in above[: downs[number]]:
                yield run.put(number, _taken_out(left[number], colour))

    def _flows(self, worth: list[int]) -> dict[Colour | None, _Flow]:
        """By colour of runs, how many to take up and down over each number, for least weight."""
        colours: list[Colour | None] = [*{colour: None for *_, colour in self.ends if colour}]
        if any(colour is None for *_, colour in self.ends):
            # Last, as a card serves runs of its own colour first.
            colours.append(None)
        bounds = [self._bounds(colour) for colour in colours]
        still: _Moves = ((0, 0),) * len(colours)
        cases: dict[_Case, _Best] = {(still, 0): (0, (still,))}
        for number in _NUMBERS:
            further: dict[_Case, _Best] = {}
            for (before, gone), (weight, rows) in cases.items():
                options = [
                    _moves(at[number], *flow) for at, flow in zip(bounds, before, strict=True)
                ]
                for moves in product(*options):
                    wilds, more = self._cost(number, colours, moves, worth[number])
                    case, sum_ = (moves, gone + wilds), weight + more
                    if case[1] <= self.wilds and (case not in further or sum_ < further[case][0]):
                        further[case] = sum_, (*rows, moves)
            cases = further
        _, rows = min(cases.values(), key=lambda case: case[0])
        return {
            colour: ([row[at][0] for row in rows], [row[at][1] for row in rows])
            for at, colour in enumerate(colours)
        }

    def _bounds(self, colour: Colour | None) -> list[_Bounds]:
        """For each number, how many runs of a colour (None: of any colours) may be on the way.

        A run goes further only to bring a loose card, so loose cards ahead bound their number.
        """
        ends = [(low, high) for _, _, low, high, own in self.ends if own is colour]
        loose = [
            sum(colour is None or card.colour is colour for card in cards) for cards in self.loose
        ]
        bounds = []
        for number in range(HIGHEST + 1):
            begun = sum(high == number - 1 for _, high in ends)
            over = sum(low == number for low, _ in ends)
            above = sum(low > number for low, _ in ends)
            most_down = min(above, sum(loose[: number + 1]))
            bounds.append((begun, over, sum(loose[number:]), most_down))
        return bounds

    def _cost(
        self, number: int, colours: Sequence[Colour | None], moves: _Moves, worth: int
    ) -> tuple[int, int]:
        """The Wilds that these moves take at a number, and their weight."""
        loose, fitting = self.loose[number], self.fitting[number]
        loose_left, there_left = len(loose), len(loose) + len(fitting)
        wilds = runs = hit = 0
        for colour, (up, down) in zip(colours, moves, strict=True):
            if not (wanted := up + down):
                continue
            own, there = loose_left, there_left
            if colour is not None:
                own = sum(card.colour is colour for card in loose)
                there = own + sum(card.colour is colour for card in fitting)
            wilds += max(0, wanted - there)
            hit += min(wanted, own)
            runs += wanted
            loose_left -= min(wanted, own)
            there_left -= min(wanted, there)
        return wilds, wilds * _WILD + runs * _RUN_CARD - hit * worth


def _moves(bounds: _Bounds, ups: int, downs: int) -> list[tuple[int, int]]:
    """The choices at a number, given the runs that go up and down at the number below."""
    begun, over, most_up, most_down = bounds
    return [
        (up, down)
        for up in range(min(ups + begun, most_up) + 1)
        for down in range(max(0, downs - over), most_down + 1)
    ]


def _taken_out(cards: list[Card], colour: Colour | None) -> Card | None:
    """Take the first of the cards that has the colour (None: any colour) out of the list."""
    for at, card in enumerate(cards):
        if colour is None or card.colour is colour:
            return cards.pop(at)
    return None
