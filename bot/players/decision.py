"""Values that the levels derive from a view: the distance to the phase, hits, the next player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from bot.cards.actions import FROM_DISCARDS, Action, Discard, Hit
from bot.cards.cards import SKIP, Card, ordered
from bot.cards.distance import Solver, solver_for
from bot.cards.editions import RuleSet
from bot.cards.engine import LegalActions
from bot.cards.hitting import best_hits, may_hit
from bot.cards.phases import Phase
from bot.cards.views import PlayerView, SeatView, unseen

from .stakes import Stakes

# Shares of turns in which a player goes out, counted in games of three hard players.
GOES_OUT = (0.5, 0.34, 0.09, 0.05)
"""With the phase down, by the number of cards held; a player without cards floats."""
GOES_OUT_WITH_MORE = 0.03
GOES_OUT_BEFORE_LAYING = 0.025
STUCK_AFTER = 20
"""Turns of each player without a lay or hit after which Wilds are hit on anything."""
WEARING = 0.96
"""Accounts for players who will be near going out in a turn or two."""


class HeldHand:
    """A hand of cards and the phase that is tried with it, if any."""

    def __init__(self, cards: Sequence[Card], phase: Phase | None, rules: RuleSet) -> None:
        self._cards, self._phase, self.rules = cards, phase, rules

    @cached_property
    def solver(self) -> Solver:
        """The solver of the phase."""
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
        """How many cards the phase would still need with one more card."""
        return self.near.distance(*self.held_with(card))

    def distance_without(self, card: Card) -> int:
        """How many cards the phase would need with one of the hand's cards gone."""
        return self.near.distance(*self.held_without(card))

    @cached_property
    def distance(self) -> int:
        """How many cards the phase still needs."""
        return self.near.distance(*self.held)

    def nearest_without(self, cards: Sequence[Card]) -> tuple[int, list[Card]]:
        """The least distance without one of these cards of the hand, and the cards that give it."""
        distances = list(map(self.distance_without, cards))
        least = min(distances)
        return least, [card for card, far in zip(cards, distances, strict=True) if far == least]

    @cached_property
    def helpful(self) -> frozenset[Card]:
        """The kinds of card that bring the phase nearer."""
        return self.near.helpful(*self.held)

    def helpful_without(self, card: Card) -> frozenset[Card]:
        """The kinds of card that bring the phase nearer with one of the hand's cards gone."""
        return self.near.helpful(*self.held_without(card))


class Decision(HeldHand):
    """One decision of the player whose turn it is: the view, the legal actions, and more."""

    def __init__(self, view: PlayerView, legal: LegalActions) -> None:
        self.view, self.legal = view, legal
        assert view.me is not None
        self.mine = view.seats[view.me]
        self.has_laid = bool(self.mine.groups)
        number = self.mine.trying
        super().__init__(view.hand, view.phases[number - 1] if number else None, view.rules)

    @cached_property
    def stakes(self) -> Stakes:
        """The value of the end of the hand."""
        return Stakes(self.view)

    @cached_property
    def unseen(self) -> Counter[Card]:
        """The cards that may still come."""
        return unseen(self.view)

    @cached_property
    def disposable(self) -> tuple[Card, ...]:
        """The kinds of card to choose a discard from, not the card just taken from the discards."""
        kinds, drawn, taken = self.kinds, self.view.drawn, self.mine.taken
        if not taken or drawn not in taken:
            return kinds
        return tuple([card for card in kinds if card is not drawn]) or kinds

    @property
    def top(self) -> Card | None:
        """The top discard; None if it may not be taken."""
        return self.view.discard_pile[-1] if FROM_DISCARDS in self.legal.plain else None

    @cached_property
    def others(self) -> tuple[SeatView, ...]:
        """The other players of this hand, the next to play first."""
        seats, me = self.view.seats, self.mine.seat
        order = (*seats[me + 1 :], *seats[:me])
        return tuple([seat for seat in order if seat.playing and not seat.out])

    @cached_property
    def taker(self) -> SeatView | None:
        """The player who may take a card discarded now: the next who loses no turn."""
        return next((seat for seat in self.others if not seat.skipped), None)

    @property
    def is_last_turn(self) -> bool:
        """Whether the hand ends for this player after this turn, by rule or by a stalemate."""
        if self.view.last_turns is not None:
            return True
        limit, idle = self.view.rules.stalemate_turns, self.view.idle_turns
        return limit is not None and idle >= limit - 1 and idle >= (limit - 1) * self._players

    @property
    def is_stuck(self) -> bool:
        """Whether nobody has laid or hit for so long that Wilds are better spent than kept."""
        idle = self.view.idle_turns
        return idle >= STUCK_AFTER and idle >= STUCK_AFTER * self._players

    @cached_property
    def _players(self) -> int:
        return sum([seat.playing for seat in self.view.seats])

    def fits_own(self, card: Card) -> bool:
        """Whether a card could be hit on the phase in hand, whichever way it is laid."""
        return self.solver.fitting(*self.held).get(card, 0.0) == 1

    @cached_property
    def hits(self) -> tuple[Hit, ...]:
        """The hits to make now, in an order in which all are legal."""
        hand, tables = self.view.hand, [seat.groups for seat in self.view.seats]
        if not self.has_laid or not may_hit(hand, tables):
            return ()
        return self._but_last(best_hits(hand, tables, self.rules))

    @cached_property
    def wild_hit(self) -> Hit | None:
        """A Wild that could be hit now, on a set or colour group rather than on a run."""
        seats = self.view.seats
        wild = [hit for hit in self.legal.plain if isinstance(hit, Hit) and hit.card.is_wild]
        wild.sort(key=lambda hit: seats[hit.owner].groups[hit.group].is_run)
        return next(iter(self._but_last(tuple(wild[:1]))), None)

    def _but_last(self, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
        # If going out takes a discard, the last card is kept for it.
        keep = 1 if self.view.rules.out_by_discard else 0
        return hits[: len(self.view.hand) - keep]

    @cached_property
    def stoppable(self) -> SeatView | None:
        """The player whom a Skip discarded now is best played on: of equals the next to play."""
        if len(self.view.hand) == 1:
            return None  # the hand ends
        named = [seat for seat in self.others if seat.can_be_skipped]
        return max(named, key=danger, default=None)

    def discard(self, card: Card, target: SeatView | None = None) -> Action:
        """Discard a card; a Skip goes to the target, by default the one in :attr:`stoppable`."""
        named = (target or self.stoppable) if card is SKIP else None
        return Discard(card, None if named is None else named.seat)


def danger(seat: SeatView) -> tuple[int, ...]:
    """A key that is highest for the player nearest to going out, then for the leader."""
    laid = bool(seat.groups)
    return (laid, -seat.cards if laid else 0, len(seat.completed), -seat.total)


def goes_out(seat: SeatView) -> float:
    """The chance that this player goes out in one turn."""
    if not seat.groups:
        return GOES_OUT_BEFORE_LAYING
    return GOES_OUT[seat.cards] if seat.cards < len(GOES_OUT) else GOES_OUT_WITH_MORE


def survival(decision: Decision) -> float:
    """The chance that nobody goes out before the player's next turn."""
    if decision.is_last_turn:
        return 0.0
    lasts = 1.0
    for seat in decision.others:
        if not seat.skipped:
            lasts *= 1 - goes_out(seat)
    return lasts


def fading(decision: Decision) -> float:
    """The value of reaching something a turn later, as a share of reaching it now."""
    return survival(decision) * WEARING
