"""Hard: weighs what a card does for the phase, for going out, and for the next player."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from bot.rules.actions import Action, Hit
from bot.rules.cards import HIGHEST, Card, full_deck
from bot.rules.editions import RuleSet
from bot.rules.phases import Phase

from .needs import shape_of
from .others import wanted_next
from .player import Player
from .sight import Sight

# All of these count in helpful unseen cards, of which about twenty make a good hand.
FITS = 4.0
"""A card that can be hit as soon as the phase is down."""
FEEDS = 6.0
"""A card that the next player surely wants."""
FEEDS_WAITING = 4.0
"""The same once the own phase is down, counted in fives of points."""
REACH = 4.0
"""A card next to one that a run on the table takes; half of it for each further step."""
DEPTH = 6.0
"""How much more a plan counts that uses one card more."""
DEPTH_SLACK = 3
WORTH_A_DRAW = 1.2
"""Turns that a card must save to be taken though it brings the phase no nearer."""
LOOKS = 1.4
"""Cards a turn that may help: the draw pile's, and now and then the discard."""
USUAL_HANDS = 60


class Hard(Player):
    """Counts cards, keeps what goes out later, and gives the next player what it refused before."""

    def promise(self, sight: Sight, phase: int, rng: Random) -> tuple[float, ...]:
        """How much nearer this hand is to the phase than hands usually are."""
        near, size = super().promise(sight, phase, rng)
        return (near + usual_distance(sight.view.phases[phase - 1], sight.view.rules), size)

    def wants(self, sight: Sight, card: Card, rng: Random) -> bool:
        """Also takes a card that so widens what helps that it saves more than this draw."""
        if super().wants(sight, card, rng):
            return True
        return (
            not sight.has_laid and sight.distance > 0 and _turns_saved(sight, card) > WORTH_A_DRAW
        )

    def hit(self, sight: Sight, rng: Random) -> Hit | None:
        """Everything that can be hit; Wilds too, which cost most when another player goes out."""
        return super().hit(sight, rng) or sight.wild_hit

    def discard(self, sight: Sight, rng: Random) -> Action:
        """The card that is worth least here and now."""
        if sight.is_last_turn:
            return sight.discard(max(sight.kinds, key=lambda card: card.points))
        wanted = wanted_next(sight, rng)
        if sight.has_laid:
            return sight.discard(min(sight.kinds, key=lambda c: _cost_on_table(sight, c, wanted)))
        return sight.discard(_least_useful(sight, wanted))


def _turns_saved(sight: Sight, card: Card) -> float:
    """How much sooner the next helpful card comes with this card in place of another."""
    hand, wilds = sight.held
    if not card.is_natural:
        return 0.0
    held = sight.shape.add(hand, card)
    near = sight.shape.near(held, wilds, 1)
    waits = 0
    for other in sight.kinds:
        left = sight.shape.remove(held, other) if other.is_natural else held
        if not other.is_wild and near.distance(left, wilds) == sight.distance:
            waits = max(waits, sight.unseen.of(near.helpful(left, wilds)))
    now = max(sight.unseen.of(sight.shape.helpful(hand, wilds)), 1)
    return sight.unseen.total / LOOKS * (1 / now - 1 / waits) if waits else 0.0


def _cost_on_table(sight: Sight, card: Card, wanted: dict[Card, float]) -> tuple[float, ...]:
    """What discarding costs once the phase is down: its use for a later hit, and feeding."""
    feeding = FEEDS_WAITING * wanted.get(card, 0.0)
    return (card.is_wild, feeding + REACH * _reach(sight, card) - card.points / 5)


def _reach(sight: Sight, card: Card) -> float:
    """How near a card is to what the runs on the table take: a half for one card between."""
    if card.number is None:
        return 0.0
    steps = [HIGHEST]
    for seat in sight.view.seats:
        for group in seat.groups:
            for end in group.open_ends:
                step = card.number - end if end > group.low else end - card.number
                steps.append(step if step > 0 else HIGHEST)
    return 0.5 ** min(steps)


def _least_useful(sight: Sight, wanted: dict[Card, float]) -> Card:
    """The card to discard before the phase is down."""
    fitting = sight.shape.fitting(*sight.held)
    deep = sight.shape.near(*sight.held, DEPTH_SLACK)
    best = max(deep.covers(sight.held[0]))

    def cost(card: Card) -> tuple[float, ...]:
        hand, wilds = sight.held_without(card)
        waits = sight.unseen.of(sight.near.helpful(hand, wilds))
        fits = 1.0 if sight.fits_table(card) else fitting.get(card, 0.0)
        feeding = FEEDS * wanted.get(card, 0.0)
        depth = sum([DEPTH ** (cover - best) for cover in deep.covers(hand)])
        distance = sight.near.distance(hand, wilds)
        return (distance, feeding + FITS * fits - waits, -depth, -card.points)

    return min(sight.kinds, key=cost)


@lru_cache(maxsize=256)
def usual_distance(phase: Phase, rules: RuleSet) -> float:
    """How many cards a fresh hand of ten needs for a phase on the average, always the same."""
    rng = Random(10)  # noqa: S311  # play, not secrets
    deck = full_deck(rules.colours, rules.skips)
    shape = shape_of(phase, rules)
    hands = [rng.sample(deck, 10) for _ in range(USUAL_HANDS)]
    return sum([shape.distance(*shape.encode(hand)) for hand in hands]) / USUAL_HANDS
