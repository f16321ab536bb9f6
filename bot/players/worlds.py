"""Worlds that agree with what a player has seen: hidden hands by what their holders kept.

Each seat that still collects has seen more cards than it holds and kept those that serve its phase,
and it would rarely have given up a card that helps. Who has laid would have hit what fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from random import Random

from bot.rules.cards import Card
from bot.rules.distance import Solver, solver_for
from bot.rules.phases import Phase
from bot.rules.views import SeatView

from .opponents import given_up
from .playouts import Goal, Holder, OpenGroup, World
from .situation import Situation

SLACK, RIVALS_SLACK = 2, 1
"""How many cards behind the best plan a plan may be and still be followed."""
TRIES = 4
"""Hands drawn for a seat before one is taken that agrees less with what was seen."""
MOST_SEEN = 8
"""Cards seen and not kept that count, at most."""
SEAT = 100
"""The work of a seat in a playout, in plans looked at, where all plans are looked at at once."""
RIVALS_PLANS = 3
"""Of this many plans of another seat's phase about one is near its hand."""
UNHIT = 0.3
"""Relative likelihood that who has laid holds a card that fits another seat's group."""


@dataclass(frozen=True, slots=True)
class _Rival:
    """What is known of another seat.

    Attributes:
        seat: what everybody knows.
        known: the cards it took openly and still holds.
        phase: the phase that it tries; None once it is down.
    """

    seat: SeatView
    known: tuple[Card, ...]
    phase: Phase | None


class Worlds:
    """Draws the worlds of one decision."""

    def __init__(self, here: Situation) -> None:
        view = here.view
        self._view = view
        self._pool = here.unseen.cards()
        self._groups = [OpenGroup(group) for seat in view.seats for group in seat.groups]
        self._mine = Holder(view.hand, _own_goal(here))
        order = [*view.seats[view.my_seat.seat :], *view.seats[: view.my_seat.seat]]
        self._rivals = [self._rival(seat) for seat in order[1:]]
        # Once the draw pile is empty, the discards are shuffled into a new one.
        self._again = list(view.discard_pile[:-1])

    def _rival(self, seat: SeatView) -> _Rival:
        laid = bool(seat.groups) or seat.trying is None
        phase = None if laid else self._view.phases[(seat.trying or 1) - 1]
        return _Rival(seat, seat.taken[: seat.cards], phase)

    @property
    def work(self) -> int:
        """About the work of one playout, in plans looked at."""
        found = SEAT * (1 + len(self._rivals))
        if self._mine.goal is not None and self._mine.goal.solver.lanes is None:
            found += self._mine.goal.solver.weight
        for rival in self._rivals:
            solver = solver_for(rival.phase, self._view.rules) if rival.phase else None
            if solver is not None and solver.lanes is None:
                found += solver.weight // RIVALS_PLANS
        return found

    def draw(self, rng: Random) -> World:
        """A world that may be the true one, for the seat to act first."""
        view, pool = self._view, self._pool.copy()
        rng.shuffle(pool)
        seats = [self._mine.copy(), *[self._holder(rival, pool, rng) for rival in self._rivals]]
        again = rng.sample(self._again, len(self._again))
        top = view.discard_pile[-1] if view.discard_pile else None
        pile = again + pool[: view.draw_pile]
        return World(view.rules, seats, [group.copy() for group in self._groups], pile, top)

    def _holder(self, rival: _Rival, pool: list[Card], rng: Random) -> Holder:
        """A hand for another seat, taken out of the pool."""
        if rival.phase is None:
            hidden = self._unhit(rival, pool, rng)
            goal = None
        else:
            solver = solver_for(rival.phase, self._view.rules)
            hidden = _collected(rival, solver, pool, rng)
            if solver.lanes is None:
                code = solver.encode([*rival.known, *hidden])
                solver = solver.near(*code, RIVALS_SLACK)
            goal = Goal(rival.phase, solver)
        for card in hidden:
            pool.remove(card)
        return Holder([*rival.known, *hidden], goal, skipped=rival.seat.skipped)

    def _unhit(self, rival: _Rival, pool: Sequence[Card], rng: Random) -> list[Card]:
        """Cards of a seat that has laid: they fit none of its own groups."""
        need, found = rival.seat.cards - len(rival.known), list[Card]()
        for card in pool:
            if len(found) == need:
                break
            if any(group.places_for(card) for group in rival.seat.groups):
                continue
            if self._view.fits_table(card) and rng.random() > UNHIT:
                continue
            found.append(card)
        return found if len(found) == need else list(pool[:need])


def _own_goal(here: Situation) -> Goal | None:
    phase = here.view.my_phase
    if here.has_laid or phase is None:
        return None
    solver = here.solver
    return Goal(phase, solver if solver.lanes else solver.near(*here.held, SLACK))


def _collected(rival: _Rival, solver: Solver, pool: Sequence[Card], rng: Random) -> list[Card]:
    """The hidden cards of a seat that still collects."""
    need, more = rival.seat.cards - len(rival.known), min(len(rival.seat.thrown), MOST_SEEN)
    evidence, hidden = given_up(rival.seat), list[Card]()
    for _ in range(TRIES):
        places = rng.sample(range(len(pool)), min(len(pool), need + more))
        hidden = _kept(solver, rival.known, [pool[at] for at in places], need)
        code = solver.encode([*rival.known, *hidden])
        if solver.distance(*code) == 0:
            # It would have laid: it has seen fewer cards that serve.
            more //= 2
            continue
        if not evidence:
            break
        helpful = solver.helpful(*code)
        if rng.random() < prod([1 - weight for card, weight in evidence if card in helpful]):
            break
    return hidden


def _kept(solver: Solver, known: Sequence[Card], seen: list[Card], need: int) -> list[Card]:
    """What is kept of the cards seen: those that serve the nearest plan, then any."""
    if len(seen) <= need:
        return seen
    covers = solver.covers(solver.encode([*known, *seen])[0])
    plan = solver.plans[covers.index(max(covers))]
    code = solver.encode(known)[0]
    cover, serving, spare = plan.cover(code), list[Card](), list[Card]()
    for card in seen:
        if card.is_natural:
            code = solver.add(code, card)
            served, cover = cover, plan.cover(code)
            (serving if cover > served else spare).append(card)
        else:
            (serving if card.is_wild else spare).append(card)
    return (serving + spare)[:need]
