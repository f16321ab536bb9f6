"""Help for tests of laying: notation, random hands and lays, and the rules done the naive way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations, product
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from kit import held, laid

from bot.cards.cards import HIGHEST, WILD, WILD_AS_COLOUR, WILD_AS_NUMBER, Card
from bot.cards.groups import Group, group
from bot.cards.phases import GroupKind, GroupSpec, Phase, parse_phase
from bot.cards.rulesets import CLASSIC, NaturalCardsPer, RuleSet
from bot.core.errors import IllegalError

PER_GROUP = replace(CLASSIC, natural_cards_per=NaturalCardsPer.GROUP)
HERO = replace(CLASSIC, hero_number=8)
RULES = (CLASSIC, PER_GROUP, HERO, replace(PER_GROUP, hero_number=8))
CUSTOM = (
    "S2+S2+S2+S2+S2", "S2+S3+S4", "R3+R3", "R3+R4", "R3+R3+R3", "R10", "C3+C3", "C4+C3+C3",
    "S2+C3", "C3+R3", "R4+C3+S3", "S3+C3+S3", "S2+S2+R3+C3", "R3+R3+S2", "R3+C3+C3", "C10", "S10",
    "RC4", "RC3+RC3", "RC3+S3", "RC4+R3", "RC3+C3", "RC3+RC3+S2", "RC3+R3+C3", "RC8",
)  # fmt: skip
Groups = tuple[Group, ...]

exact = partial(
    settings,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def groups_of(notation: str) -> Groups:
    """Groups from ``S R5 B5 G5 | R R1 R2 R3``."""
    return tuple(laid(*each.strip().split(" ", 1)) for each in notation.split("|"))


def hand_for(groups: Groups, more: str = "") -> tuple[Card, ...]:
    return (*(card.held for each in groups for card in each.cards), *held(more))


def in_words(lay: Groups) -> str:
    return " | ".join(" ".join([each.kind, *(c.code for c in each.cards)]) for each in lay)


def deck_order(rules: RuleSet = CLASSIC) -> list[Card]:
    return [card for card in rules.deck if card.is_natural]


@st.composite
def hands(
    draw: st.DrawFn, least: int, most: int, wilds: tuple[int, int] = (0, 8)
) -> tuple[Card, ...]:
    """Hands whose number cards are of few kinds, so that they often fit together."""
    wild = draw(st.integers(*wilds))
    low, span = draw(st.integers(1, 12)), draw(st.integers(1, 11))
    colours = draw(st.lists(st.sampled_from(CLASSIC.colours), min_size=1, max_size=4, unique=True))
    some = [card for card in deck_order() if card.colour in colours]
    near = [card for card in some if card.number in range(low, low + span)]
    pool = near if len(near) >= most else deck_order()
    least, most = max(0, least - wild), max(0, most - wild)
    place = st.integers(0, len(pool) - 1)
    places = st.lists(place, min_size=least, max_size=most, unique=True)
    return (*(pool[place] for place in draw(places)), *[WILD] * wild)


def naive_rules(lay: Groups, phase: Phase, rules: RuleSet) -> bool:
    naturals = [sum(card.is_natural for card in each.cards) for each in lay]
    per_group = rules.natural_cards_per is NaturalCardsPer.GROUP
    if not (all(naturals) if per_group else any(naturals)):
        return False
    cards = [card for each in lay for card in each.cards]
    needs_hero = rules.hero_number and phase == parse_phase("S5+S3")
    return not needs_hero or any(c.is_wild or c.number == rules.hero_number for c in cards)


def mutations(lay: Groups, rng: Random) -> Iterator[Groups]:
    at = rng.randrange(len(lay))
    spoilt = lay[at]
    some_card = rng.choice([*deck_order(), *WILD_AS_NUMBER.values(), *WILD_AS_COLOUR.values()])
    place = rng.randrange(len(spoilt))
    swapped = (*spoilt.cards[:place], some_card, *spoilt.cards[place + 1 :])
    dropped = (*spoilt.cards[:place], *spoilt.cards[place + 1 :])
    for cards in (swapped, dropped, (*spoilt.cards, some_card), spoilt.cards[::-1]):
        yield (*lay[:at], replace(spoilt, cards=cards), *lay[at + 1 :])
        try:
            yield (*lay[:at], group(spoilt.kind, cards), *lay[at + 1 :])
        except IllegalError:
            continue
    yield lay[:at] + lay[at + 1 :]
    yield (*lay, spoilt)
    yield from permutations(lay)


def all_lays(hand: tuple[Card, ...], phase: Phase, rules: RuleSet) -> Iterator[Groups]:
    """Yield every legal lay once; there can be millions.

    For two equal groups of a phase both orders are separate lays.
    """
    pool = Counter(card for card in hand if not card.is_skip)
    for lay in _lays(pool, phase.groups, rules):
        if naive_rules(lay, phase, rules):
            yield lay


def _lays(pool: Counter[Card], specs: Sequence[GroupSpec], rules: RuleSet) -> Iterator[Groups]:
    """All choices of groups, also without the natural card that each phase needs."""
    if not specs:
        yield ()
        return
    most = pool.total() - sum(spec.size for spec in specs[1:])
    for first in _all_groups(pool, specs[0], most, rules):
        natural = any(card.is_natural for card in first.cards)
        if rules.natural_cards_per is NaturalCardsPer.GROUP and not natural:
            continue
        rest = pool - Counter(card.held for card in first.cards)
        for others in _lays(rest, specs[1:], rules):
            yield first, *others


def _all_groups(pool: Counter[Card], spec: GroupSpec, most: int, rules: RuleSet) -> Iterator[Group]:
    """All groups of this kind with at least the size of the spec and at most ``most`` cards."""
    sizes = range(spec.size, most + 1)
    if spec.kind is GroupKind.RUN:
        for low in range(1, HIGHEST + 2 - spec.size):
            for cards in _runs(pool, sizes, (), low):
                yield group(spec.kind, cards)
    elif spec.kind is GroupKind.COLOUR_RUN:
        for colour in rules.colours:
            fitting = Counter({c: pool[c] for c in pool if c.is_wild or c.colour is colour})
            yield from _colour_runs(fitting, sizes)
    elif spec.kind is GroupKind.SET:
        for number, wild in WILD_AS_NUMBER.items():
            same = [c for c in pool if c.number == number]
            yield from _bunches(pool, sizes, spec.kind, wild, same)
    else:
        for colour in rules.colours:
            same = [c for c in pool if c.colour is colour]
            yield from _bunches(pool, sizes, spec.kind, WILD_AS_COLOUR[colour], same)


def _bunches(
    pool: Counter[Card], sizes: range, kind: GroupKind, wild: Card, fitting: list[Card]
) -> Iterator[Group]:
    """All sets or colour groups of these cards and Wilds."""
    for copies in product(*(range(pool[card] + 1) for card in fitting)):
        natural = [card for card, many in zip(fitting, copies, strict=True) for _ in range(many)]
        for wilds in range(max(0, sizes.start - len(natural)), pool[WILD] + 1):
            if len(natural) + wilds in sizes:
                yield group(kind, (*natural, *[wild] * wilds))


def _colour_runs(pool: Counter[Card], sizes: range) -> Iterator[Group]:
    """All runs of number cards of one colour and Wilds, with at least one number card."""
    for low in range(1, HIGHEST + 2 - sizes.start):
        for cards in _runs(pool, sizes, (), low):
            if any(card.is_natural for card in cards):
                yield group(GroupKind.COLOUR_RUN, cards)


def _runs(
    pool: Counter[Card], sizes: range, begun: tuple[Card, ...], number: int
) -> Iterator[tuple[Card, ...]]:
    """The cards of all runs that begin with ``begun`` and go on with ``number``."""
    if len(begun) in sizes:
        yield begun
    if number > HIGHEST or len(begun) + 1 >= sizes.stop:
        return
    for card in [card for card, many in pool.items() if many and card.number in (number, None)]:
        laid = WILD_AS_NUMBER[number] if card.is_wild else card
        rest = pool - Counter((card,))
        yield from _runs(rest, sizes, (*begun, laid), number + 1)
