"""Values that the levels derive from a view: the distance to the phase, hits, the next player."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from bot.cards.actions import FROM_DISCARDS, Action, Discard, Hit
from bot.cards.cards import SKIP, Card
from bot.cards.distance import HeldHand
from bot.cards.engine import LegalActions
from bot.cards.hitting import best_hits, may_hit
from bot.cards.views import PlayerView, SeatView, unseen

from .stakes import Stakes

# Shares of turns in which a player goes out, counted in games of three hard players.
GOES_OUT = (0.5, 0.34, 0.09, 0.05)
"""With the phase down, by the number of cards held; a player without cards floats."""
GOES_OUT_WITH_MORE = 0.03
GOES_OUT_BEFORE_LAYING = 0.025
STUCK_AFTER = 20  # turns of each player without a lay or hit after which Wilds are hit on anything
WEARING = 0.96  # accounts for players who will be near going out in a turn or two


class Decision(HeldHand):
    """One decision of the player whose turn it is: the view, the legal actions, and more."""

    def __init__(self, view: PlayerView, legal: LegalActions) -> None:
        self.view = view
        self.legal = legal
        assert view.me is not None
        self.mine = view.seats[view.me]
        self.has_laid = bool(self.mine.groups)
        number = self.mine.trying
        super().__init__(view.hand, view.phases[number - 1] if number else None, view.rules)

    @cached_property
    def stakes(self) -> Stakes:
        return Stakes(self.view)

    @cached_property
    def unseen(self) -> Counter[Card]:
        return unseen(self.view)

    @cached_property
    def disposable(self) -> tuple[Card, ...]:
        """The kinds of card to choose a discard from, not the card just taken from the discards."""
        kinds = self.kinds
        drawn = self.view.drawn
        taken = self.mine.taken
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
        seats = self.view.seats
        me = self.mine.seat
        order = (*seats[me + 1 :], *seats[:me])
        return tuple([seat for seat in order if seat.playing and not seat.out])

    @cached_property
    def taker(self) -> SeatView | None:
        """The player who may take a card discarded now: the next who loses no turn."""
        return next((seat for seat in self.others if not seat.skipped), None)

    @property
    def is_stuck(self) -> bool:
        """Whether nobody has laid or hit for so long that Wilds are better spent than kept."""
        idle = self.view.idle_turns
        return idle >= STUCK_AFTER and idle >= STUCK_AFTER * self.view.players

    @cached_property
    def hits(self) -> tuple[Hit, ...]:
        """The hits to make now, in an order in which all are legal."""
        hand = self.view.hand
        tables = [seat.groups for seat in self.view.seats]
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
    if decision.view.is_last_turn:
        return 0.0
    lasts = 1.0
    for seat in decision.others:
        if not seat.skipped:
            lasts *= 1 - goes_out(seat)
    return lasts


def fading(decision: Decision) -> float:
    """The value of reaching something a turn later, as a share of reaching it now."""
    return survival(decision) * WEARING
