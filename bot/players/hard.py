"""The level hard: weighs its chance to lay in time, what it gives away, and the points at stake.

It discards the card with the lowest cost, at equal costs the one with most points, and Wilds last.
The cost has three terms::

    cost = feeds + own_cost + information_cost

Before its phase is down they are in *phases*: 1 is the value of laying it in this hand. Points are
divided by ``phase``, the points that a phase is worth (``Stakes.phase_in_points``)::

    feeds            = gain * FEEDS * share                         next player before laying
                       gain * (ONE_CARD_LESS - goes_out) * chance   next player after laying
    own_cost         = fits * FITS * chance - chance - finishing * chance
                       - kept * points / phase - skip
    kept             = the larger of 1 - fade and LEFT_OVER * (1 - chance)
    information_cost = leaked * INFORMATION_COST

Once it is down they are in *points*, and nothing is leaked::

    feeds            = gain * phase * share                         next player before laying
                       gain * (ends * (ONE_CARD_LESS - goes_out) + ONE_CARD * share)
    own_cost         = reach * REACH - points

The names stand for::

    gain       of the next player by the card, in chances to lay; 1 if it can be hit (wanted_next)
    share      the cost of another seat laying its phase, in own phases (Stakes.share)
    goes_out   the chance that this player goes out in one turn (goes_out)
    chance     the chance to lay in time without the card (Futures.chance)
    fits       1 if a group takes the card, less if only some plans of the own phase do
    finishing  ENDS, by the cards that are left after laying (finishing)
    skip       for a Skip, what the turn that it takes away is worth (_skip_now); else 0
    fade       the value of reaching something a turn later, as a share (fading)
    leaked     what others learn about the hand, in chances to lay (Leakage)
    ends       the value of the hand going on (_hand_goes_on), less the points of the card
    reach      how near the card is to the ends of runs on the table (reach)

The constants below are estimates. Other weights of these terms, fitted to 4,000 decisions, gained
at most 0.01 points of winning chance a decision (docs/computer-players.md); so the estimates
stayed. ``GOES_OUT`` in ``decision.py`` was counted in games.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from bot.cards.actions import Action, Hit
from bot.cards.cards import HIGHEST, SKIP, WILD, Card
from bot.cards.distance import solver_for
from bot.cards.laying import best_lay
from bot.cards.phases import Phase
from bot.cards.rulesets import RuleSet
from bot.cards.views import SeatView
from bot.cards.worth import Worth, compare_with_hidden

from .decision import Decision, danger, fading, goes_out
from .levels import Player
from .sampled_draws import Futures
from .sampled_hands import Leakage, wanted_next

# Before the phase is down: values in phases.
FITS = 0.04
"""Value, in phases, of keeping a card that can be hit as soon as the phase is down."""
FEEDS = 1.0
"""Factor, without a unit, of the estimated gain of the next player."""
INFORMATION_COST = 0.1
"""Phases for each chance to lay that is leaked: others withhold the cards they know to help."""
ENDS = (0.35, 0.16, 0.08, 0.04)
"""Value, in phases, of laying and holding 0, 1, 2 … cards at the end of that turn."""
NEAR = 2
"""The most cards that a phase may lack for ``ENDS`` to count."""
LEFT_OVER = 0.35
"""Share of a card's points that keeping it costs where the phase is not laid in time."""

# After that: values in points.
REACH = 20.0
"""Points of keeping a card, halved for each number up to one that a run takes: 10 next to it."""
DENIED = 0.3
"""Value, in phases, of ending the hand before another player lays."""
ONE_CARD = 7.0
"""Points that a player gets rid of with a card."""

# At any time: chances.
LAYS = 0.15
"""The chance that a player lays the phase in one turn, which a Skip takes away."""
ONE_CARD_LESS = (1.0, 1.0, 0.6, 0.4, 0.25, 0.15)
"""The chance that a player who hits one card more ends the hand too soon, by the cards held."""

USUAL_HANDS = 60  # hands whose mean distance to a phase is taken


@dataclass(frozen=True, slots=True)
class Weighed:
    """A possible discard and its costs."""

    card: Card
    points: int  # of the card
    chance: float  # the chance to lay the phase in time; 1 once it is down
    feeds: float  # the cost of the next player's gain
    own_cost: float  # the cost for the own hand
    information_cost: float = 0.0  # the cost of what others learn about the hand

    @property
    def key(self) -> tuple[float, ...]:
        """The sort key, smallest best; a Wild is discarded last."""
        return (self.card.is_wild, self.feeds + self.own_cost + self.information_cost, -self.points)


class Hard(Player):
    """Counts cards, keeps what can be hit later, and discards what the next player refused."""

    def promise(self, decision: Decision, phase: int) -> tuple[float, ...]:
        """How much nearer this hand is to the phase than an average hand."""
        near, size = super().promise(decision, phase)
        return (near + usual_distance(decision.view.phases[phase - 1], decision.view.rules), size)

    def wants(self, decision: Decision, card: Card, rng: Random) -> bool:
        """Also takes a card that makes enough other cards helpful to save more than this draw."""
        if super().wants(decision, card, rng):
            return True
        worth = compare_with_hidden(decision.view, card)
        return worth is Worth.BETTER or (worth is Worth.EVEN and not decision.distance)

    def takes(self, decision: Decision, card: Card, rng: Random) -> bool:
        """Does not take a wanted card where it gains less than it leaks."""
        if not self.wants(decision, card, rng):
            return False
        if decision.has_laid or not decision.distance_with(card):
            return True
        return not leaks_too_much(decision, card, rng)

    def hit(self, decision: Decision, rng: Random) -> Hit | None:
        """Everything that can be hit; Wilds too, which cost most when another player goes out."""
        return super().hit(decision, rng) or decision.wild_hit

    def discard(self, decision: Decision, rng: Random) -> Action:
        return self.thrown(decision, self.weighed(decision, rng)[0])

    def thrown(self, decision: Decision, best: Weighed) -> Action:
        """Discard the best card; a Skip goes to the player whose turn is worth most."""
        if best.card is not SKIP or decision.stoppable is None:
            return decision.discard(best.card)
        named = [seat for seat in decision.others if seat.can_be_skipped]
        chance = best.chance
        stopped = max(named, key=lambda seat: (lost_turn(decision, seat, chance), *danger(seat)))
        return decision.discard(SKIP, stopped)

    def weighed(self, decision: Decision, rng: Random) -> list[Weighed]:
        """Every possible discard, the best first."""
        kinds = decision.disposable
        points = decision.rules.points
        if decision.view.is_last_turn:
            options = [Weighed(card, points(card), 1.0, 0.0, -points(card)) for card in kinds]
            return sorted(options, key=lambda option: option.own_cost)
        if decision.has_laid:
            wanted = wanted_next(decision, rng)
            options = [
                Weighed(
                    card,
                    points(card),
                    1.0,
                    _feeds_waiting(decision, card, wanted),
                    # Its use for a later hit, less its points.
                    REACH * reach(decision, card) - points(card),
                )
                for card in kinds
            ]
        else:
            options = self._before_laying(decision, rng)
        return sorted(options, key=lambda option: option.key)

    def _before_laying(self, decision: Decision, rng: Random) -> list[Weighed]:
        wanted = wanted_next(decision, rng)
        futures = Futures(decision.solver, decision.view.hand, decision.unseen, rng)
        fade = fading(decision)
        phase = decision.stakes.phase_in_points
        fitting = decision.solver.fitting(*decision.held)
        leakage = Leakage(decision, decision.view.my_seat, rng)
        options = []
        for card in decision.disposable:
            chance = futures.chance(*decision.held_without(card), fade)
            feeds = self._feeds(decision, wanted.get(card, 0.0), chance)
            fits = 1.0 if decision.view.fits_table(card) else fitting.get(card, 0.0)
            kept = max(1 - fade, LEFT_OVER * (1 - chance))
            points = decision.rules.points(card)
            cost = FITS * fits * chance - chance - kept * points / phase
            cost -= finishing(decision, card) * chance
            if card is SKIP:
                cost -= _skip_now(decision, chance)
            helpful = decision.helpful_without(card)
            information_cost = INFORMATION_COST * leakage.leaked(helpful, card)
            options.append(Weighed(card, points, chance, feeds, cost, information_cost))
        return options

    def _feeds(self, decision: Decision, gain: float, chance: float) -> float:
        """The cost of a gain of the next player, in phases."""
        taker = decision.taker
        if not gain or taker is None:
            return 0.0
        if taker.groups:
            # A card that can be hit brings that player one card nearer to going out.
            return gain * (_one_card_less(taker) - goes_out(taker)) * chance
        return gain * FEEDS * decision.stakes.share(taker.seat)


def _feeds_waiting(decision: Decision, card: Card, wanted: dict[Card, float]) -> float:
    """The cost of the next player's gain in points, once the own phase is down."""
    gain = wanted.get(card, 0.0)
    taker = decision.taker
    if not gain or taker is None:
        return 0.0
    share = decision.stakes.share(taker.seat)
    if not taker.groups:
        return gain * decision.stakes.phase_in_points * share
    # If that player goes out, the points in hand count, but others cannot lay any more.
    ends = max(0.0, _hand_goes_on(decision) - decision.rules.points(card))
    return gain * (ends * (_one_card_less(taker) - goes_out(taker)) + ONE_CARD * share)


def finishing(decision: Decision, thrown: Card) -> float:
    """The value of laying the phase with few cards left, if ``thrown`` is discarded now."""
    missing = decision.distance_without(thrown)
    if missing > NEAR:
        return 0.0
    phase = decision.view.my_phase
    assert phase is not None, "a phase is tried whenever this is asked"
    cards = list(decision.view.hand)
    cards.remove(thrown)
    cards += [WILD] * missing
    for group in best_lay(cards, phase, decision.view.rules) or ():
        for card in group.cards:
            cards.remove(card.held)
    # Wilds can be hit on the phase, and one card is discarded.
    held = [card for card in cards if not card.is_wild and not decision.view.fits_table(card)]
    left = max(len(held) - 1, 0)
    return ENDS[left] if left < len(ENDS) else 0.0


def leaks_too_much(decision: Decision, card: Card, rng: Random) -> bool:
    """Whether taking a face-up card leaks more than it gains over a hidden one."""
    me = decision.view.my_seat
    taken = Leakage(decision, replace(me, taken=(*me.taken, card)), rng)
    left = Leakage(decision, replace(me, declined=(*me.declined, card)), rng)
    with_it = decision.held_with(card)
    leaked = taken.leaked(decision.solver.helpful(*with_it))
    leaked -= left.leaked(decision.helpful)
    if leaked <= 0:
        return False
    futures = Futures(decision.solver, (*decision.view.hand, card), decision.unseen, rng)
    fade = fading(decision)
    gain = futures.chance(*with_it, fade) - futures.chance(*decision.held, fade, drawn=True)
    return gain < INFORMATION_COST * leaked


def _one_card_less(taker: SeatView) -> float:
    return ONE_CARD_LESS[min(taker.cards, len(ONE_CARD_LESS) - 1)]


def lost_turn(decision: Decision, seat: SeatView, chance: float) -> float:
    """The value of this player losing a turn, in phases."""
    if not seat.groups:
        return LAYS * decision.stakes.share(seat.seat)
    out = goes_out(seat)
    if not decision.has_laid:
        # A phase laid in time also takes the points off the hand.
        held = decision.rules.points_in_hand(decision.view.hand)
        return chance * out / (1 - out) * (1 + held / decision.stakes.phase_in_points)
    return max(0.0, out * _hand_goes_on(decision) / decision.stakes.phase_in_points)


def _hand_goes_on(decision: Decision) -> float:
    """The value, in points, of the hand not ending now, once the phase is down."""
    phase = decision.stakes.phase_in_points
    denied = sum(decision.stakes.share(seat.seat) for seat in decision.others if not seat.groups)
    return decision.rules.points_in_hand(decision.view.hand) - DENIED * phase * denied


def _skip_now(decision: Decision, chance: float) -> float:
    named = [seat for seat in decision.others if seat.can_be_skipped]
    return max([lost_turn(decision, seat, chance) for seat in named], default=0.0)


def reach(decision: Decision, card: Card) -> float:
    """How near a card is to the ends of runs on the table: a half for one card between."""
    if card.number is None:
        return 0.0
    steps = [HIGHEST]
    for seat in decision.view.seats:
        for group in seat.groups:
            if group.colour not in (None, card.colour):
                continue
            for end in group.open_ends:
                step = card.number - end if end > group.low else end - card.number
                steps.append(step if step > 0 else HIGHEST)
    return 0.5 ** min(steps)


@lru_cache(maxsize=256)
def usual_distance(phase: Phase, rules: RuleSet) -> float:
    """The average distance of a fresh hand to a phase, from a fixed sample."""
    rng = Random(10)  # noqa: S311  # play, not secrets
    solver = solver_for(phase, rules)
    hands = [rng.sample(rules.deck, rules.hand_size) for _ in range(USUAL_HANDS)]
    return sum([solver.distance(*solver.encode(hand)) for hand in hands]) / USUAL_HANDS
