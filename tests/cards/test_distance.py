"""What a hand still needs, against a slow and plain way to find the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from bot.cards.cards import HIGHEST, WILD, Card, Colour, cards
from bot.cards.distance import distance, solver_for
from bot.cards.laying import best_lay
from bot.cards.phases import TEN_PHASES, GroupKind, GroupSpec, Phase, parse_phase
from bot.cards.rulesets import CLASSIC, EL_CHAVO, NaturalCardsPer, RuleSet

PER_GROUP = replace(CLASSIC, natural_cards_per=NaturalCardsPer.GROUP)
CUSTOM = ("C3+S3", "C4+R4", "C3+C3", "S2+S2+R3", "R3+R4", "C3+R3+S2", "C3+C4+S2", "S2")
COLOUR_RUNS = ("RC4", "RC8", "RC3+S3", "RC3+R4", "RC3+RC3", "RC4+C3", "RC3+S2+S2")
DECK = CLASSIC.deck

Place = Callable[[Card], bool]


def _places(spec: GroupSpec, rules: RuleSet) -> list[list[Place]]:
    if spec.kind is GroupKind.SET:
        return [[_is(number)] * spec.size for number in range(1, HIGHEST + 1)]
    if spec.kind is GroupKind.RUN:
        lows = range(1, HIGHEST + 2 - spec.size)
        return [[_is(low + step) for step in range(spec.size)] for low in lows]
    if spec.kind is GroupKind.COLOUR_RUN:
        lows = range(1, HIGHEST + 2 - spec.size)
        return [
            [_both(colour, low + step) for step in range(spec.size)]
            for colour in rules.colours
            for low in lows
        ]
    return [[_of(colour)] * spec.size for colour in rules.colours]


def _is(number: int) -> Place:
    return lambda card: card.number == number


def _both(colour: Colour, number: int) -> Place:
    return lambda card: card.colour is colour and card.number == number


def _of(colour: Colour) -> Place:
    return lambda card: card.colour is colour


def _matched(places: Sequence[Place], held: Sequence[Card]) -> int:
    """How many places can have a card of their own (augmenting paths)."""
    owner: dict[int, int] = {}

    def find(place: int, tried: set[int]) -> bool:
        for at, card in enumerate(held):
            if at in tried or not places[place](card):
                continue
            tried.add(at)
            if at not in owner or find(owner[at], tried):
                owner[at] = place
                return True
        return False

    return sum(find(place, set()) for place in range(len(places)))


def slow_distance(hand: Sequence[Card], phase: Phase, rules: RuleSet) -> int:
    natural = [card for card in hand if card.is_natural]
    wilds = sum(card.is_wild for card in hand)
    found = []
    for way in product(*(_places(spec, rules) for spec in phase.groups)):
        cover = _matched([place for group in way for place in group], natural)
        per_group = rules.natural_cards_per is NaturalCardsPer.GROUP
        groups = [
            lambda card, g=group: any(place(card) for place in g)
            for group, spec in zip(way, phase.groups, strict=True)
            if per_group or spec.kind is GroupKind.COLOUR_RUN
        ]
        least = max(len(groups) - _matched(groups, natural), int(not cover))
        found.append(max(phase.size - cover - wilds, least))
    return min(found)


def _hands(seed: int, count: int) -> list[list[Card]]:
    rng = Random(seed)
    hands = [rng.sample(DECK, rng.choice((6, 10, 11))) for _ in range(count)]
    return [hand[:5] + [WILD] * (at % 5) if at % 3 == 0 else hand for at, hand in enumerate(hands)]


@pytest.mark.parametrize("rules", [CLASSIC, PER_GROUP], ids=["phase", "group"])
@pytest.mark.parametrize("notation", [*TEN_PHASES, *CUSTOM, *COLOUR_RUNS])
def test_distance_is_that_of_the_slow_way(notation: str, rules: RuleSet) -> None:
    phase = parse_phase(notation)
    solver = solver_for(phase, rules)
    for hand in _hands(1, 4):
        exact = slow_distance(hand, phase, rules)
        assert solver.distance(*solver.encode(hand)) == exact, hand
        assert distance(hand, phase, rules) == exact


@pytest.mark.parametrize("rules", [CLASSIC, PER_GROUP, EL_CHAVO], ids=["phase", "group", "hero"])
@pytest.mark.parametrize("notation", [*TEN_PHASES, "C3+R4", "C4+C3", "S2+S2+S2", *COLOUR_RUNS])
def test_nothing_is_missing_where_the_phase_can_be_laid(notation: str, rules: RuleSet) -> None:
    phase = parse_phase(notation)
    solver = solver_for(phase, rules)
    rng = Random(2)
    for wilds in range(11):
        hand = [*rng.sample(DECK, 11 - wilds), *[WILD] * wilds]
        laid = best_lay(hand, phase, rules)
        assert (solver.distance(*solver.encode(hand)) == 0) == (laid is not None), hand


@pytest.mark.parametrize(
    ("notation", "hand", "fitting", "not_fitting"),
    [
        ("S3+S3", "R5 B5 G5 R9 B9 G9 R1", "Y5 Y9", "R1 R4 R6"),
        ("R7", "R3 B4 G5 R6 B7 G8 Y9", "R2 R10", "R1 R5 R11"),
        ("C7", "R1 R2 R3 R4 R5 R6 B7", "R12 R1", "B7 G1"),
        ("C3+S3", "R1 R2 R3 B7 G7 Y7", "R12 G7", "B1 Y2"),
    ],
)
def test_fitting_cards_could_be_hit_on_the_best_plan(
    notation: str, hand: str, fitting: str, not_fitting: str
) -> None:
    solver = solver_for(parse_phase(notation), CLASSIC)
    share = solver.fitting(*solver.encode(cards(hand)))
    assert all(share[card] == 1 for card in cards(fitting))
    assert all(share[card] == 0 for card in cards(not_fitting))


@pytest.mark.parametrize(
    ("hand", "missing"), [("R5 B5 G5 Y5 R5 R8 B8 G8", 0), ("R5 B5 G5 Y5 R5 R3 B3 G3", 1)]
)
def test_a_phase_that_lacks_its_hero_lacks_a_card(hand: str, missing: int) -> None:
    assert distance(cards(hand), parse_phase(TEN_PHASES[9]), EL_CHAVO) == missing


ANCHORS = (18.2, 29.8, 5.4, 15.6, 6.5, 2.0, 0.33, 2.8, 3.1, 0.34)
"""Per cent of fresh hands that hold each phase with a natural card in each group."""


def test_fresh_hands_hold_the_phases_as_often_as_is_known() -> None:
    rng = Random(5)
    deals = 3_000
    shapes = [solver_for(parse_phase(notation), PER_GROUP) for notation in TEN_PHASES]
    flat = [solver_for(parse_phase(notation), CLASSIC) for notation in TEN_PHASES]
    held = [0] * len(TEN_PHASES)
    for _ in range(deals):
        hand = rng.sample(DECK, 10)
        for at, (solver, quick) in enumerate(zip(shapes, flat, strict=True)):
            code = quick.encode(hand)
            if quick.distance(*code) == 0:
                held[at] += solver.distance(*solver.encode(hand)) == 0
    for found, anchor in zip(held, ANCHORS, strict=True):
        share = anchor / 100
        error = (share * (1 - share) / deals) ** 0.5
        assert abs(found / deals - share) < 3.5 * error
