"""Worlds that agree with what a player has seen: hidden hands by what their holders kept.

Each seat that still collects has seen more cards than it holds and kept those that serve its phase,
and it would rarely have given up a card that helps. Who has laid would have hit what fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from random import Random

from bot.rules.cards import Card, full_deck
from bot.rules.distance import Solver, solver_for
from bot.rules.phases import Phase
from bot.rules.views import PlayerView, SeatView

from .opponents import given_up
from .playouts import Goal, Holder, Noticed, OpenGroup, World
from .situation import Situation

SLACK, OTHERS_SLACK = 2, 1
"""How many cards behind the best plan a plan may be and still be followed."""
TRIES, SLOW_TRIES = 16, 4
"""Hands drawn for a seat before one is taken that agrees less with what was seen.

The second number is for phases whose plans are looked at one by one."""
MOST_SEEN = 8
"""Cards seen and not kept that count, at most."""
SEAT = 100
"""The work of a seat in a playout, in plans looked at, where all plans are looked at at once."""
NOTICED, NOTICED_ON_TABLE = 0.75, 0.5
"""How often a player notices that the next one wants a card: while it collects, and afterwards.

With these, as many discards are taken as between players of the level hard."""
UNHIT = 0.3
"""Relative likelihood that who has laid holds a card that fits another seat's group."""


@dataclass(frozen=True, slots=True)
class HiddenSeat:
    """What is known of another seat.

    Attributes:
        seat: what everybody knows.
        known: the cards it took openly and still holds.
        phase: the phase that it tries; None once it is down.
    """

    seat: SeatView
    known: tuple[Card, ...]
    phase: Phase | None


def hidden_seats(view: PlayerView) -> list[HiddenSeat]:
    """The other seats, in the order of play."""
    me = view.my_seat.seat
    found = []
    for seat in (*view.seats[me + 1 :], *view.seats[:me]):
        laid = bool(seat.groups) or seat.trying is None
        phase = None if laid else view.phases[(seat.trying or 1) - 1]
        found.append(HiddenSeat(seat, seat.taken[: seat.cards], phase))
    return found


class Worlds:
    """Draws the worlds of one decision."""

    def __init__(self, here: Situation) -> None:
        view = here.view
        self._view = view
        self._pool = here.unseen.cards()
        self._groups = [OpenGroup(group) for seat in view.seats for group in seat.groups]
        self._mine = Holder(view.hand, _own_goal(here))
        self._others = hidden_seats(view)
        deck = dict.fromkeys(full_deck(view.rules.colours, 0))
        self._naturals = [card for card in deck if card.is_natural]
        # Once the draw pile is empty, the discards are shuffled into a new one.
        self._again = list(view.discard_pile[:-1])

    @property
    def work(self) -> int:
        """About the work of one playout, in plans looked at."""
        found = SEAT * (1 + len(self._others))
        if self._mine.goal is not None and not self._mine.goal.solver.counts_suffice:
            found += self._mine.goal.solver.weight
        for other in self._others:
            solver = solver_for(other.phase, self._view.rules) if other.phase else None
            if solver is not None and not solver.counts_suffice:
                found += solver.weight
        return found

    def draw(self, rng: Random) -> World:
        """A world that may be the true one, for the seat to act first."""
        view, pool = self._view, self._pool.copy()
        seats = [self._mine.copy(), *[self._holder(other, pool, rng) for other in self._others]]
        again = rng.sample(self._again, len(self._again))
        top = view.discard_pile[-1] if view.discard_pile else None
        rng.shuffle(pool)
        pile = again + pool[: view.draw_pile]
        groups = [group.copy() for group in self._groups]
        world = World(view.rules, seats, groups, pile, top)
        chances = [(card, rng.random()) for card in self._naturals]
        world.noticed = Noticed(
            {card for card, chance in chances if chance < NOTICED},
            {card for card, chance in chances if chance < NOTICED_ON_TABLE},
        )
        return world

    def _holder(self, other: HiddenSeat, pool: list[Card], rng: Random) -> Holder:
        """A hand for another seat, taken out of the pool."""
        if other.phase is None:
            hidden = self._unhit(other, pool, rng)
            goal = None
        else:
            solver = solver_for(other.phase, self._view.rules)
            hidden = _collected(other, solver, pool, rng)
            if not solver.counts_suffice:
                code = solver.encode([*other.known, *hidden])
                solver = solver.near(*code, OTHERS_SLACK)
            goal = Goal(other.phase, solver)
        for card in hidden:
            pool.remove(card)
        return Holder([*other.known, *hidden], goal, skipped=other.seat.skipped)

    def _unhit(self, other: HiddenSeat, pool: Sequence[Card], rng: Random) -> list[Card]:
        """Cards of a seat that has laid: they fit none of its own groups."""
        need, found = other.seat.cards - len(other.known), list[Card]()
        cards = rng.sample(pool, len(pool))
        for card in cards:
            if len(found) == need:
                break
            if any(group.places_for(card) for group in other.seat.groups):
                continue
            if self._view.fits_table(card) and rng.random() > UNHIT:
                continue
            found.append(card)
        return found if len(found) == need else cards[:need]


def _own_goal(here: Situation) -> Goal | None:
    phase = here.view.my_phase
    if here.has_laid or phase is None:
        return None
    solver = here.solver
    return Goal(phase, solver if solver.counts_suffice else solver.near(*here.held, SLACK))


def _collected(other: HiddenSeat, solver: Solver, pool: Sequence[Card], rng: Random) -> list[Card]:
    """The hidden cards of a seat that still collects."""
    need, more = other.seat.cards - len(other.known), min(len(other.seat.thrown), MOST_SEEN)
    evidence, hidden = given_up(other.seat), list[Card]()
    for _ in range(TRIES if solver.counts_suffice else SLOW_TRIES):
        places = rng.sample(range(len(pool)), min(len(pool), need + more))
        hidden = _kept(solver, other.known, [pool[at] for at in places], need, rng)
        code = solver.encode([*other.known, *hidden])
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


def _kept(
    solver: Solver, known: Sequence[Card], seen: list[Card], need: int, rng: Random
) -> list[Card]:
    """What is kept of the cards seen: those that serve a nearest plan, then those of few points."""
    if len(seen) <= need:
        return seen
    covers = solver.covers(solver.encode([*known, *seen])[0])
    most = max(covers)
    plan = solver.plans[rng.choice([at for at, cover in enumerate(covers) if cover == most])]
    code = solver.encode(known)[0]
    cover, serving, spare = plan.cover(code), list[Card](), list[Card]()
    for card in seen:
        if card.is_natural:
            code = solver.add(code, card)
            served, cover = cover, plan.cover(code)
            (serving if cover > served else spare).append(card)
        else:
            (serving if card.is_wild else spare).append(card)
    return (serving + sorted(spare, key=lambda card: card.points))[:need]
