"""The playouts of :mod:`bot.players.playouts`, compiled: what ``playouts.c`` is given and returns.

``scripts/build_playouts.py`` compiles it where the machine has a C compiler. Elsewhere, and for the
rules that it leaves out, playouts are played in Python: fewer in the same time, by the same policy.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from bot.rules.actions import Action, Discard, Draw, Source
from bot.rules.cards import HIGHEST, SKIP, WILD, Card, natural
from bot.rules.distance import solver_for
from bot.rules.editions import RuleSet
from bot.rules.groups import Group
from bot.rules.phases import GroupKind, Phase
from bot.rules.views import PlayerView

from .opponents import given_up
from .situation import Situation
from .worlds import HiddenSeat, hidden_seats

LIBRARY = Path(__file__).with_name("libplayouts.so")
Ends = tuple[int, ...]
"""By seat, from the one that decides: the points left in hand, or -1 less these where its phase is
not down."""

# The constants and structures of playouts.c.
_NUMBERS, _KINDS, _SEATS, _DECK, _HAND, _EVIDENCE, _LAID = 48, 50, 6, 128, 64, 32, 32
_PLANS, _PLACES, _HELD, _GROUPS = 160, 12, 32, 5
_LANES = 16
_NOTHING = -1
_KINDS_OF_GROUP = {GroupKind.SET: 0, GroupKind.RUN: 1, GroupKind.COLOUR: 2}


class _Group(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int8),
        ("low", ctypes.c_int8),
        ("high", ctypes.c_int8),
        ("colour", ctypes.c_int8),
    )


class _Phase(ctypes.Structure):
    _fields_ = (
        ("plans", ctypes.c_int32),
        ("width", ctypes.c_int32),
        ("size", ctypes.c_int32),
        ("groups", ctypes.c_int32),
        ("place", ctypes.c_uint8 * _NUMBERS),
        ("wanting", ctypes.c_uint8 * _PLANS * _HELD * _PLACES),
        ("sparing", ctypes.c_uint8 * _PLANS * _HELD * _PLACES),
        ("aims", ctypes.c_int8 * 4 * _GROUPS * _PLANS),
    )


class _HiddenSeat(ctypes.Structure):
    _fields_ = (
        ("phase", ctypes.POINTER(_Phase)),
        ("cards", ctypes.c_int32),
        ("known_count", ctypes.c_int32),
        ("thrown", ctypes.c_int32),
        ("evidence_count", ctypes.c_int32),
        ("group_count", ctypes.c_int32),
        ("skipped", ctypes.c_int32),
        ("weight", ctypes.c_double * _EVIDENCE),
        ("known", ctypes.c_uint8 * _DECK),
        ("evidence", ctypes.c_uint8 * _EVIDENCE),
        ("groups", _Group * _GROUPS),
    )


class _Decision(ctypes.Structure):
    _fields_ = (
        ("phase", ctypes.POINTER(_Phase)),
        ("seats", ctypes.c_int32),
        ("hand_count", ctypes.c_int32),
        ("pool_count", ctypes.c_int32),
        ("again_count", ctypes.c_int32),
        ("group_count", ctypes.c_int32),
        ("draw_pile", ctypes.c_int32),
        ("top", ctypes.c_int32),
        ("out_by_discard", ctypes.c_int32),
        ("last_turn", ctypes.c_int32),
        ("points", ctypes.c_uint8 * _KINDS),
        ("hand", ctypes.c_uint8 * _HAND),
        ("pool", ctypes.c_uint8 * _DECK),
        ("again", ctypes.c_uint8 * _DECK),
        ("groups", _Group * _LAID),
        ("others", _HiddenSeat * (_SEATS - 1)),
    )


class _Play(ctypes.Structure):
    _fields_ = (
        ("draws", ctypes.c_int32),
        ("taken", ctypes.c_int32),
        ("card", ctypes.c_int32),
        ("target", ctypes.c_int32),
    )


class CompiledPlayouts:
    """Playouts of one decision.

    Attributes:
        plans: how many plans the phases have that seats try, the most of any.
    """

    def __init__(self, library: ctypes.CDLL, here: Situation) -> None:
        """Prepare; use :func:`compiled_playouts`, which knows what can be played."""
        view = here.view
        self._play_worlds, self._view = library.play_worlds, view
        self._code, self.plans = _codes(view.rules), 0
        given = self._given = _Decision()
        given.seats, given.draw_pile = len(view.seats), view.draw_pile
        given.out_by_discard = view.rules.out_by_discard
        given.last_turn = view.rules.last_turn
        for card, code in self._code.items():
            given.points[code] = card.points
        self._hold(view, here)
        for at, other in enumerate(hidden_seats(view)):
            self._add(given.others[at], other)

    def _hold(self, view: PlayerView, here: Situation) -> None:
        """Take over what the seat that decides sees."""
        given, discards = self._given, view.discard_pile
        given.phase = None if here.has_laid else self._phase(view.my_phase)
        given.hand_count = self._fill(given.hand, view.hand)
        given.pool_count = self._fill(given.pool, here.unseen.cards())
        given.again_count = self._fill(given.again, discards[:-1])
        given.top = self._code[discards[-1]] if discards else _NOTHING
        laid = [group for seat in view.seats for group in seat.groups]
        given.group_count = self._fill_groups(given.groups, laid)

    def _add(self, into: _HiddenSeat, other: HiddenSeat) -> None:
        """Take over what is seen of another seat."""
        seat, evidence = other.seat, given_up(other.seat)
        into.phase = self._phase(other.phase)
        into.cards, into.thrown, into.skipped = seat.cards, len(seat.thrown), seat.skipped
        into.known_count = self._fill(into.known, other.known)
        into.evidence_count = self._fill(into.evidence, [card for card, _ in evidence])
        into.weight[: len(evidence)] = [weight for _, weight in evidence]
        into.group_count = self._fill_groups(into.groups, seat.groups)

    def _phase(self, phase: Phase | None) -> ctypes._Pointer[_Phase] | None:
        if phase is None:
            return None
        found = _plans(phase, self._view.rules)
        self.plans = max(self.plans, found.plans)
        return ctypes.pointer(found)

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

    def ends(self, actions: Sequence[Action], worlds: int, seed: int) -> Iterable[tuple[Ends, ...]]:
        """How the hand ends in some worlds, by action.

        Args:
            actions: draws from a pile or discards.
            worlds: how many.
            seed: from 0 to 2 ** 64 - 1; the same one gives the same worlds.
        """
        plays = (_Play * len(actions))(*map(self._play, actions))
        seats = len(self._view.seats)
        found = array("h", bytes(2 * worlds * len(actions) * seats))
        address, _ = found.buffer_info()
        self._play_worlds(
            ctypes.byref(self._given),
            ctypes.c_uint64(seed),
            ctypes.c_int32(worlds),
            plays,
            ctypes.c_int32(len(actions)),
            ctypes.c_void_p(address),
        )
        each = zip(*[iter(found)] * seats, strict=True)
        return zip(*[each] * len(actions), strict=True)

    def _play(self, action: Action) -> _Play:
        if isinstance(action, Draw):
            return _Play(True, action.source is Source.DISCARD_PILE, _NOTHING, _NOTHING)
        assert isinstance(action, Discard), "only draws and discards are played on"
        target, seats = _NOTHING, len(self._view.seats)
        if action.target is not None:
            target = (action.target - self._view.my_seat.seat) % seats
        return _Play(False, False, self._code[action.card], target)


def compiled_playouts(here: Situation) -> CompiledPlayouts | None:
    """Playouts of a decision, where there is a library and it knows the rules of the game."""
    library = _library()
    return CompiledPlayouts(library, here) if library and _is_within(here) else None


def is_available() -> bool:
    """Whether there is a library."""
    return _library() is not None


@cache
def _library() -> ctypes.CDLL | None:
    """The library, if it was compiled from this version's source."""
    try:
        library = ctypes.CDLL(str(LIBRARY))
    except OSError:
        return None
    sizes = (ctypes.c_int32 * 3)()
    library.sizes(sizes)
    library.play_worlds.restype = None
    return library if list(sizes) == [*map(ctypes.sizeof, (_Phase, _Decision, _Play))] else None


def _is_within(here: Situation) -> bool:
    """Whether a decision keeps to the bounds of the structures."""
    view = here.view
    others = hidden_seats(view)
    phases = [other.phase for other in others] + [None if here.has_laid else view.my_phase]
    groups = [group for seat in view.seats for group in seat.groups]
    hidden = sum([other.seat.cards - len(other.known) for other in others])
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
    assert solver.counts_suffice, "plans that need more than counts are played in Python"
    plans = len(solver.plans)
    made = _Phase(plans=plans, size=solver.size, groups=len(phase.groups))
    made.width = -(-plans // _LANES) * _LANES
    for at, (fields, cards) in enumerate(solver.kinds):
        for card in cards:
            made.place[code[card]] = at
        usable = [(mask & fields).bit_count() for mask in solver.masks]
        for held in range(_HELD):
            made.wanting[at][held][:plans] = [many > held for many in usable]
            made.sparing[at][held][:plans] = [many < held for many in usable]
    for plan, way in enumerate(solver.ways):
        for at, aim in enumerate(way):
            kind = _KINDS_OF_GROUP[aim.spec.kind]
            low = aim.numbers.start if aim.numbers else _NOTHING
            made.aims[plan][at][:] = [kind, low, aim.spec.size, aim.colour]
    return made
