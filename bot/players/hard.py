"""The level hard: weighs its chance to lay in time, what it gives away, and the points at stake."""

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

# Until the phase is down values are in phases: 1 is the value of laying one.
FITS = 0.04  # value of a card that can be hit as soon as the phase is down
FEEDS = 1.0  # share of the estimated gain of the next player that is counted
LAYS = 0.15  # chance that a player lays in one turn
INFORMATION_COST = 0.1
"""Cost of a leak, as a share of it: others withhold the cards they know to help."""

ENDS = (0.35, 0.16, 0.08, 0.04)
"""Value of laying the phase and holding 0, 1, 2 … cards at the end of that turn."""
NEAR = 2  # the most cards that a phase may lack for the rest of the hand to count
LEFT_OVER = 0.35
"""Share of a card's points that keeping it costs where the phase is not laid in time."""

# Once the phase is down values are in points.
ONE_CARD_LESS = (1.0, 1.0, 0.6, 0.4, 0.25, 0.15)
"""How likely a player who hits one card more ends the hand too soon, by the cards held."""
REACH = 20.0
"""Value of a card next to one that a run on the table takes; half of it for each further step."""
DENIED = 0.3  # value of ending the hand before a player lays, as a share of the phase
ONE_CARD = 7.0  # points that a player gets rid of with a card
USUAL_HANDS = 60


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
