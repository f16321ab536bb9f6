"""Playouts: the rest of a hand, played thousands of times by one simple policy for all seats.

A world is one way in which the hidden cards may lie, drawn in agreement with what the other seats
took, discarded and left. ``playouts.c`` draws the worlds and plays them on; this module fills its
structures. ``scripts/build_playouts.py`` compiles it where the machine has a C compiler; elsewhere
nothing can be played on.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

from bot.rules.actions import Action, Discard, Draw, Source
from bot.rules.cards import HIGHEST, SKIP, WILD, Card, natural
from bot.rules.distance import solver_for
from bot.rules.editions import RuleSet
from bot.rules.groups import Group
from bot.rules.phases import GroupKind, Phase
from bot.rules.views import PlayerView, SeatView

from .sampled_hands import given_up
from .situation import Situation

LIBRARY = Path(__file__).with_name("libplayouts.so")
NOT_COMPILED = (
    "Expert computer players are not offered, and reviews compare no choices: no C compiler was"
    " found when this program was installed."
)
Ends = tuple[int, ...]
"""By seat, first the one that decides: the points left in hand, or -1 less these points where the
phase is not down."""

# The constants and structures of playouts.c.
_NUMBERS, _KINDS, _SEATS, _DECK, _HAND, _EVIDENCE, _LAID = 48, 50, 6, 128, 64, 32, 32
_PLANS, _PLACES, _HELD, _GROUPS = 160, 12, 32, 5
_ROW = 16
_NOTHING = -1
_KINDS_OF_GROUP = {GroupKind.SET: 0, GroupKind.RUN: 1, GroupKind.COLOUR: 2}


def _int32s(names: str) -> Iterator[tuple[str, type]]:
    return ((name, ctypes.c_int32) for name in names.split())


class _Group(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_int8) for name in ("kind", "low", "high", "colour"))


class _Phase(ctypes.Structure):
    _fields_ = (
        *_int32s("plans width size groups"),
        ("place", ctypes.c_uint8 * _NUMBERS),
        ("wanting", ctypes.c_uint8 * _PLANS * _HELD * _PLACES),
        ("sparing", ctypes.c_uint8 * _PLANS * _HELD * _PLACES),
        ("aims", ctypes.c_int8 * 4 * _GROUPS * _PLANS),
    )


class _HiddenSeat(ctypes.Structure):
    _fields_ = (
        ("phase", ctypes.POINTER(_Phase)),
        *_int32s("cards known_count thrown evidence_count group_count skipped"),
        ("weight", ctypes.c_double * _EVIDENCE),
        ("known", ctypes.c_uint8 * _DECK),
        ("evidence", ctypes.c_uint8 * _EVIDENCE),
        ("groups", _Group * _GROUPS),
    )


class _Decision(ctypes.Structure):
    _fields_ = (
        ("phase", ctypes.POINTER(_Phase)),
        *_int32s("seats hand_count pool_count again_count group_count"),
        *_int32s("draw_pile top out_by_discard last_turn"),
        ("points", ctypes.c_uint8 * _KINDS),
        ("hand", ctypes.c_uint8 * _HAND),
        ("pool", ctypes.c_uint8 * _DECK),
        ("again", ctypes.c_uint8 * _DECK),
        ("groups", _Group * _LAID),
        ("others", _HiddenSeat * (_SEATS - 1)),
    )


class _Play(ctypes.Structure):
    _fields_ = tuple(_int32s("draws taken card target"))


def _taken_openly(seat: SeatView) -> tuple[Card, ...]:
    """The cards that another seat took from the discards and still holds."""
    return seat.taken[: seat.cards]


def _phase_of(view: PlayerView, seat: SeatView) -> Phase | None:
    """The phase that a seat tries; None once it is down."""
    return None if seat.groups or seat.trying is None else view.phases[seat.trying - 1]


class Playouts:
    """The playouts of one decision; :func:`playouts_of` makes them."""

    plans: int  # the most plans of any phase that a seat tries

    def __init__(self, library: ctypes.CDLL, here: Situation) -> None:
        view = here.view
        self._play_worlds, self._view, self._stakes = library.play_worlds, view, here.stakes
        self._code, self.plans = _codes(view.rules), 0
        decision = self._decision = _Decision()
        decision.seats, decision.draw_pile = len(view.seats), view.draw_pile
        decision.out_by_discard = view.rules.out_by_discard
        decision.last_turn = view.rules.last_turn
        for card, code in self._code.items():
            decision.points[code] = card.points
        self._fill_decision(view, here)
        for into, other in zip(decision.others, here.others, strict=False):
            self._fill_seat(into, other)

    def _fill_decision(self, view: PlayerView, here: Situation) -> None:
        """Fill in what the seat that decides sees."""
        decision, discards = self._decision, view.discard_pile
        decision.phase = self._phase(view.my_seat)
        decision.hand_count = self._fill(decision.hand, view.hand)
        decision.pool_count = self._fill(decision.pool, here.unseen.cards())
        decision.again_count = self._fill(decision.again, discards[:-1])
        decision.top = self._code[discards[-1]] if discards else _NOTHING
        laid = [group for seat in view.seats for group in seat.groups]
        decision.group_count = self._fill_groups(decision.groups, laid)

    def _fill_seat(self, into: _HiddenSeat, seat: SeatView) -> None:
        """Fill in what is seen of another seat."""
        evidence = given_up(seat)
        into.phase = self._phase(seat)
        into.cards, into.thrown, into.skipped = seat.cards, len(seat.thrown), seat.skipped
        into.known_count = self._fill(into.known, _taken_openly(seat))
        into.evidence_count = self._fill(into.evidence, [card for card, _ in evidence])
        into.weight[: len(evidence)] = [weight for _, weight in evidence]
        into.group_count = self._fill_groups(into.groups, seat.groups)

    def _phase(self, seat: SeatView) -> ctypes._Pointer[_Phase] | None:
        phase = _phase_of(self._view, seat)
        if phase is None:
            return None
        compiled = _plans(phase, self._view.rules)
        self.plans = max(self.plans, compiled.plans)
        return ctypes.pointer(compiled)

    def _fill(self, row: ctypes.Array[ctypes.c_uint8], cards: Sequence[Card]) -> int:
        row[: len(cards)] = [self._code[card] for card in cards]
        return len(cards)

    def _fill_groups(self, row: ctypes.Array[_Group], groups: Sequence[Group]) -> int:
        for at, group in enumerate(groups):
            low = group.number or group.low
            colour = _NOTHING
            if group.colour is not None:
                colour = self._view.rules.colours.index(group.colour)
            row[at] = _Group(_KINDS_OF_GROUP[group.kind], low, group.high, colour)
        return len(groups)

    def values(self, actions: Sequence[Action], worlds: int, seed: int) -> list[list[float]]:
        """By action, the chances to win the game after it in the same worlds; see :meth:`ends`."""
        me, known = self._view.my_seat.seat, dict[Ends, float]()

        def value(ends: Ends) -> float:
            chance = known.get(ends)
            if chance is None:
                by_seat = ends[-me:] + ends[:-me]
                points = [left if left >= 0 else -1 - left for left in by_seat]
                chance = self._stakes.about([left >= 0 for left in by_seat], points)
                known[ends] = chance
            return chance

        rows = self.ends(actions, worlds, seed)
        return [list(map(value, of_action)) for of_action in zip(*rows, strict=True)]

    def ends(self, actions: Sequence[Action], worlds: int, seed: int) -> Iterable[tuple[Ends, ...]]:
        """By world, how the hand ends after each action, a draw from a pile or a discard.

        The same ``seed``, a number of 64 bits, gives the same worlds.
        """
        plays = (_Play * len(actions))(*map(self._play, actions))
        seats = len(self._view.seats)
        points = array("h", bytes(2 * worlds * len(actions) * seats))
        address, _ = points.buffer_info()
        self._play_worlds(
            ctypes.byref(self._decision),
            ctypes.c_uint64(seed),
            ctypes.c_int32(worlds),
            plays,
            ctypes.c_int32(len(actions)),
            ctypes.c_void_p(address),
        )
        ends = zip(*[iter(points)] * seats, strict=True)
        return zip(*[ends] * len(actions), strict=True)

    def _play(self, action: Action) -> _Play:
        if isinstance(action, Draw):
            return _Play(True, action.source is Source.DISCARD_PILE, _NOTHING, _NOTHING)
        assert isinstance(action, Discard), "only draws and discards are played on"
        target, seats = _NOTHING, len(self._view.seats)
        if action.target is not None:
            target = (action.target - self._view.my_seat.seat) % seats
        return _Play(False, False, self._code[action.card], target)


def playouts_of(here: Situation) -> Playouts | None:
    """The playouts of a decision, if it can be played on."""
    library = _library()
    return Playouts(library, here) if library and can_be_played_on(here) else None


def can_be_played_on(here: Situation) -> bool:
    """Whether there are playouts for this decision.

    There are none of last turns, play-offs, games with save piles, phases with runs in one colour
    or with more plans than have room, and none at all where nothing is compiled.
    """
    simple = not (here.is_last_turn or here.view.playoff or here.view.rules.save_pile)
    return simple and are_compiled() and _is_within(here)


def are_compiled() -> bool:
    """Whether playouts were compiled when this program was installed."""
    return _library() is not None


def why_not_compiled() -> str:
    """Why there are no playouts; empty if there are."""
    loaded = _loaded()
    return loaded if isinstance(loaded, str) else ""


def _library() -> ctypes.CDLL | None:
    loaded = _loaded()
    return None if isinstance(loaded, str) else loaded


@cache
def _loaded() -> ctypes.CDLL | str:
    """The library, if it was compiled from this version's source; else the reason."""
    try:
        library = ctypes.CDLL(str(LIBRARY))
    except OSError as error:
        return str(error) if LIBRARY.exists() else f"there is no {LIBRARY.name}"
    sizes = (ctypes.c_int32 * 3)()
    library.sizes(sizes)
    library.play_worlds.restype = None
    if list(sizes) != [*map(ctypes.sizeof, (_Phase, _Decision, _Play))]:
        return f"{LIBRARY.name} was compiled from another version"
    return library


def _is_within(here: Situation) -> bool:
    """Whether a decision keeps to the bounds of the structures."""
    view = here.view
    phases = [_phase_of(view, seat) for seat in view.seats]
    groups = [group for seat in view.seats for group in seat.groups]
    hidden = sum([other.cards - len(_taken_openly(other)) for other in here.others])
    cards = [*here.unseen.cards(), *view.discard_pile, *view.hand]
    return (
        len(view.seats) <= _SEATS
        and len(view.rules.colours) * HIGHEST <= _NUMBERS
        and all(phase is None or _is_plain(phase, view.rules) for phase in phases)
        and all(group.kind in _KINDS_OF_GROUP for group in groups)
        and hidden <= here.unseen.total
        and len(cards) <= _DECK
        and max(seat.cards for seat in view.seats) < _HAND // 2
    )


def _is_plain(phase: Phase, rules: RuleSet) -> bool:
    solver = solver_for(phase, rules)
    return solver.counts_suffice and len(solver.plans) <= _PLANS


@cache
def _codes(rules: RuleSet) -> dict[Card, int]:
    """The numbers that stand for the cards."""
    codes = {
        natural(colour, number): (number - 1) * 4 + place
        for place, colour in enumerate(rules.colours)
        for number in range(1, HIGHEST + 1)
    }
    return codes | {WILD: _NUMBERS, SKIP: _NUMBERS + 1}


@lru_cache(maxsize=64)
def _plans(phase: Phase, rules: RuleSet) -> _Phase:
    """A phase and its plans."""
    solver, code = solver_for(phase, rules), _codes(rules)
    assert solver.counts_suffice, "plans that need more than counts are not played on"
    plans = len(solver.plans)
    structure = _Phase(plans=plans, size=solver.size, groups=len(phase.groups))
    structure.width = -(-plans // _ROW) * _ROW
    for at, (fields, cards) in enumerate(solver.kinds):
        for card in cards:
            structure.place[code[card]] = at
        usable = [(mask & fields).bit_count() for mask in solver.masks]
        for held in range(_HELD):
            structure.wanting[at][held][:plans] = [many > held for many in usable]
            structure.sparing[at][held][:plans] = [many < held for many in usable]
    for plan, way in enumerate(solver.ways):
        for at, aim in enumerate(way):
            kind = _KINDS_OF_GROUP[aim.spec.kind]
            low = aim.numbers.start if aim.numbers else _NOTHING
            structure.aims[plan][at][:] = [kind, low, aim.spec.size, aim.colour]
    return structure
