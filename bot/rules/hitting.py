"""Hitting: which hits are legal, and which series of hits leaves the best hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from .actions import Hit
from .cards import HIGHEST, POINTS_HIGH, POINTS_LOW, WILD, WILD_AS_NUMBER, Card, Colour, ordered
from .groups import Group

Tables = Sequence[Sequence[Group]]
_NUMBERS = range(1, HIGHEST + 1)
_hit = lru_cache(maxsize=8192)(Hit)


def hit_options(hand: Iterable[Card], tables: Tables) -> list[Hit]:
    """Every hit that is legal now, each once; by seat, by group, then in the order of the hand.

    ``tables`` are the groups by seat.
    """
    kinds = dict.fromkeys(hand)
    found = []
    for owner, groups in enumerate(tables):
        for at, each in enumerate(groups):
            places = each.places
            for card in kinds:
                if card in places:
                    found += [_hit(owner, at, placed) for placed in places[card]]
    return found


def may_hit(hand: Iterable[Card], tables: Tables) -> bool:
    """Whether any card fits any of the groups."""
    kinds = set(hand)
    for groups in tables:
        for each in groups:
            if not kinds.isdisjoint(each.places):
                return True
    return False


def best_hits(hand: Sequence[Card], tables: Tables) -> tuple[Hit, ...]:
    """The hits, each legal after those before, that get rid of the most; ``tables`` is by seat.

    If hits can bring the hand down to one card (which is then discarded) or none, they do, with as
    few cards left as can be: number cards before Wilds. Else what counts is, each as small as
    possible and in this order: the points of the number cards left in hand; the Wilds that were
    hit; the number cards left in hand; the cards put on runs. So a Wild is hit only where a number
    card can follow it that could not be hit without. Where final discards are asked for, a caller
    that does not want an empty hand leaves out the last hit.
    """
    search = _search(hand, tables)
    if search.fewest_left < 2:
        hits = search.hits(_EACH_THE_SAME, dump=True)
        if len(hand) - len(hits) < 2:
            return hits
    return search.hits(_POINTS, dump=False)


def most_hits(hand: Sequence[Card], tables: Tables) -> tuple[Hit, ...]:
    """The hits, each legal after those before, that get rid of the most cards, Wilds included."""
    return _search(hand, tables).hits(_EACH_THE_SAME, dump=True)


def _search(hand: Sequence[Card], tables: Tables) -> _HitSearch:
    striped = any(each.colour and each.high for groups in tables for each in groups)
    return (_LaneSearch if striped else _HitSearch)(hand, tables)


# One integer weighs hits, smallest best: worth of what is left, Wilds, number cards, run cards.
_RUN_CARD, _CARD, _WILD, _WORTH = 1, 1 << 8, 1 << 14, 1 << 20
_EACH_THE_SAME = [_WORTH] * (HIGHEST + 1)
_POINTS = [
    (POINTS_LOW if number < 10 else POINTS_HIGH) * _WORTH + _CARD for number in range(HIGHEST + 1)
]
_Path = tuple["_Path", int, int] | None
_Flow = tuple[list[int], list[int]]
"""How many runs go up, and how many come down, over each number."""
_Bounds = tuple[int, int, int, int, int, int]
"""At a number: runs that may begin upwards, runs that come down end; the most runs upwards and
downwards; loose cards, and all cards."""
_Lanes = tuple[tuple[int, int], ...]
_LanePath = tuple["_LanePath", _Lanes] | None


@dataclass(slots=True)
class _OpenRun:
    """A run on the table and how far it reaches by now."""

    owner: int
    at: int
    low: int
    high: int
    colour: Colour | None

    def put(self, number: int, natural: Card | None) -> Hit:
        """Put a natural card, or a Wild, at one of the open ends."""
        self.low, self.high = min(self.low, number), max(self.high, number)
        return _hit(self.owner, self.at, natural or WILD_AS_NUMBER[number])


class _HitSearch:
    """A hand and the groups on the table, sorted for a search of the best hits.

    Number cards that fit a set or colour group can always be hit, before or after all else; they
    may also serve on runs on the way to the *loose* ones, which can be hit on runs only. So all
    that has to be chosen is how far each run goes up and down. Runs that have reached a number
    going up are all alike from there on, and so are those coming down: what counts is how many
    there are at each number, which a walk over the numbers decides (see :meth:`_flows`).
    """

    def __init__(self, hand: Sequence[Card], tables: Tables) -> None:
        self.ends: list[tuple[int, int, int, int, Colour | None]] = []
        self.bunches: list[tuple[int, int, Group]] = []
        fitting = set[Card]()
        for owner, groups in enumerate(tables):
            for at, each in enumerate(groups):
                if each.high:
                    self.ends.append((owner, at, each.low, each.high, each.colour))
                else:
                    self.bunches.append((owner, at, each))
                    fitting.update(each.places)
        self.held, self.wilds = len(hand), 0
        self.loose: list[list[Card]] = [[] for _ in range(HIGHEST + 1)]
        self.fitting: list[list[Card]] = [[] for _ in range(HIGHEST + 1)]
        for card in ordered(hand):
            if card.number:
                (self.fitting if card in fitting else self.loose)[card.number].append(card)
            else:
                self.wilds += card.is_wild
        self.reaches_loose = any(self.loose) and self._reaches_loose()

    def hits(self, worth: list[int], *, dump: bool) -> tuple[Hit, ...]:
        """The hits that leave the least behind; with ``dump``, then as many Wilds as can be."""
        runs = [_OpenRun(*ends) for ends in self.ends]
        left = self.fitting
        hits: list[Hit] = []
        if self.reaches_loose:
            left = [[*loose, *fits] for loose, fits in zip(self.loose, self.fitting, strict=True)]
            for colour, flow in self._flows(worth).items():
                lane = [run for run in runs if run.colour is colour]
                hits += self._on_runs(lane, left, flow, colour)
        spare = self.wilds - sum([hit.card.is_wild for hit in hits])
        for card in [card for cards in left for card in cards]:
            hits += self._on_bunch(card)[:1]
        if dump and spare:
            hits += self._dumped(runs, spare)
        return tuple(hits)

    @property
    def fewest_left(self) -> int:
        """How many cards stay in hand at least."""
        loose = sum(map(len, self.loose)) if self.reaches_loose else 0
        return self.held - self.wilds - sum(map(len, self.fitting)) - loose

    def _reaches_loose(self) -> bool:
        """Whether some run may reach a loose card, its other cards and the Wilds between."""
        for _, _, low, high, _ in self.ends:
            for way in (range(low - 1, 0, -1), range(high + 1, HIGHEST + 1)):
                wilds = self.wilds
                for number in way:
                    if self.loose[number]:
                        return True
                    wilds -= not self.fitting[number]
                    if wilds < 0:
                        break
        return False

    def _on_bunch(self, card: Card) -> list[Hit]:
        """The hits of a card on sets and colour groups."""
        return [
            _hit(owner, at, placed)
            for owner, at, each in self.bunches
            for placed in each.places_for(card)
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
        """How many runs to take upwards and downwards over each number, for the least weight.

        A walk over the numbers from 1 to 12. A case is how many runs go up and come down at a
        number and how many Wilds are used so far; the least weight of each case is kept.
        """
        cases: dict[tuple[int, int, int], tuple[int, _Path]] = {(0, 0, 0): (0, None)}
        for number, bounds in zip(_NUMBERS, self.bounds, strict=True):
            further: dict[tuple[int, int, int], tuple[int, _Path]] = {}
            for (ups, downs, gone), (weight, path) in cases.items():
                for up, down, wilds, more in _choices(bounds, ups, downs, worth[number]):
                    case, sum_ = (up, down, gone + wilds), weight + more
                    if case[2] <= self.wilds and (case not in further or sum_ < further[case][0]):
                        further[case] = sum_, (path, up, down)
            cases = further
        _, path = min(cases.values(), key=lambda case: case[0])
        ups_at, downs_at = [0], [0]
        while path is not None:
            path, up, down = path
            ups_at.insert(1, up)
            downs_at.insert(1, down)
        return {None: (ups_at, downs_at)}

    @cached_property
    def bounds(self) -> list[_Bounds]:
        """For each number, how many runs may be on the way there, and its cards."""
        begun, over = [0] * (HIGHEST + 2), [0] * (HIGHEST + 2)
        for _, _, low, high, _ in self.ends:
            begun[high + 1] += 1
            over[low] += 1
        loose = list(map(len, self.loose))
        above, ahead, behind = len(self.ends), sum(loose), 0
        found = []
        for number in _NUMBERS:
            above -= over[number]
            behind += loose[number]
            there = loose[number] + len(self.fitting[number])
            most = min(above, behind)
            found.append((begun[number], over[number], ahead, most, loose[number], there))
            ahead -= loose[number]
        return found


def _choices(bounds: _Bounds, ups: int, downs: int, worth: int) -> list[tuple[int, int, int, int]]:
    """The choices at a number, given the runs that go up and down at the number below.

    Each is runs upwards, runs downwards, Wilds used, weight. A run is worth taking further only
    to bring a loose card, so there are never more runs on the way than loose cards ahead.
    """
    begun, over, most_up, most_down, loose, there = bounds
    found = []
    for up in range(min(ups + begun, most_up) + 1):
        for down in range(max(0, downs - over), most_down + 1):
            runs = up + down
            wilds = runs - there if runs > there else 0
            hit = min(loose, runs)
            found.append((up, down, wilds, wilds * _WILD + runs * _RUN_CARD - hit * worth))
    return found


def _taken_out(cards: list[Card], colour: Colour | None) -> Card | None:
    """The first of the cards that has the colour, if one is asked for, taken out of the list."""
    for at, card in enumerate(cards):
        if colour is None or card.colour is colour:
            return cards.pop(at)
    return None


class _LaneSearch(_HitSearch):
    """The search where some runs on the table are in one colour.

    Runs of a colour are a *lane* of their own, runs of any colours one more. All lanes are walked
    together. A card goes to the lane of its colour first, as other cards can serve the last lane.
    """

    def _flows(self, worth: list[int]) -> dict[Colour | None, _Flow]:
        colours = {colour: None for *_, colour in self.ends if colour}
        lanes: list[Colour | None] = [*colours]
        if any(colour is None for *_, colour in self.ends):
            lanes.append(None)
        cases: dict[tuple[_Lanes, int], tuple[int, _LanePath]] = {
            (((0, 0),) * len(lanes), 0): (0, None)
        }
        for number in _NUMBERS:
            further: dict[tuple[_Lanes, int], tuple[int, _LanePath]] = {}
            for (before, gone), (weight, path) in cases.items():
                options = [
                    self._moves(number, colour, *flow)
                    for colour, flow in zip(lanes, before, strict=True)
                ]
                for moves in product(*options):
                    wilds, more = self._cost(number, lanes, moves, worth[number])
                    case, sum_ = (moves, gone + wilds), weight + more
                    if case[1] <= self.wilds and (case not in further or sum_ < further[case][0]):
                        further[case] = sum_, (path, moves)
            cases = further
        _, path = min(cases.values(), key=lambda case: case[0])
        rows: list[_Lanes] = []
        while path is not None:
            path, moves = path
            rows.append(moves)
        rows.append(((0, 0),) * len(lanes))
        rows.reverse()
        return {
            colour: ([row[at][0] for row in rows], [row[at][1] for row in rows])
            for at, colour in enumerate(lanes)
        }

    def _moves(
        self, number: int, colour: Colour | None, ups: int, downs: int
    ) -> list[tuple[int, int]]:
        """How many runs of a lane may go up and come down over a number."""
        ends = [(low, high) for _, _, low, high, each in self.ends if each is colour]
        begun = sum(high == number - 1 for _, high in ends)
        over = sum(low == number for low, _ in ends)
        above = sum(low > number for low, _ in ends)
        loose = [
            sum(colour is None or card.colour is colour for card in cards) for cards in self.loose
        ]
        most_up = min(ups + begun, sum(loose[number:]))
        most_down = min(above, sum(loose[: number + 1]))
        return [
            (up, down)
            for up in range(most_up + 1)
            for down in range(max(0, downs - over), most_down + 1)
        ]

    def _cost(
        self, number: int, lanes: Sequence[Colour | None], moves: _Lanes, worth: int
    ) -> tuple[int, int]:
        """The Wilds that these moves take at a number, and their weight."""
        loose, fitting = self.loose[number], self.fitting[number]
        loose_left, there_left = len(loose), len(loose) + len(fitting)
        wilds = asked = hit = 0
        for colour, move in zip(lanes, moves, strict=True):
            wanted = sum(move)
            if not wanted:
                continue
            own, there = loose_left, there_left
            if colour is not None:
                own = sum(card.colour is colour for card in loose)
                there = own + sum(card.colour is colour for card in fitting)
            wilds += max(0, wanted - there)
            hit += min(wanted, own)
            asked += wanted
            loose_left -= min(wanted, own)
            there_left -= min(wanted, there)
        return wilds, wilds * _WILD + asked * _RUN_CARD - hit * worth
