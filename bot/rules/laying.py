"""Laying a phase: which lays are legal, which is best, and other ways to lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from bot.games.errors import IllegalError

from .cards import HIGHEST, WILD, WILD_AS_COLOUR, WILD_AS_NUMBER, Card, ordered, points_in_hand
from .editions import NaturalCardsPer, RuleSet
from .groups import Group, group
from .lay_search import Outline, outlines, place
from .phases import GroupKind, GroupSpec, Phase
from .state import without

Groups = tuple[Group, ...]


def check_lay(
    groups: Sequence[Group], hand: Sequence[Card], phase: Phase, rules: RuleSet
) -> tuple[Card, ...]:
    """Check that a hand may lay these groups for the phase; return the cards that stay in hand.

    Raises:
        IllegalError: ``wrong_groups`` (their number, kinds or order), ``not_a_group`` (cards that
            do not belong together), ``too_few_cards``, ``not_held``, ``needs_natural`` or
            ``needs_hero``.
    """
    kinds = [laid.kind for laid in groups]
    if kinds != [spec.kind for spec in phase.groups]:
        raise IllegalError("wrong_groups", phase=str(phase), kinds=[str(kind) for kind in kinds])
    for at, (laid, spec) in enumerate(zip(groups, phase.groups, strict=True)):
        _check_group(laid, rules)
        if len(laid) < spec.size:
            raise IllegalError("too_few_cards", group=at, cards=len(laid), least=spec.size)
    used = [card.held for laid in groups for card in laid.cards]
    try:
        kept = without(tuple(hand), *used)
    except ValueError:
        missing = Counter(used) - Counter(hand)
        raise IllegalError("not_held", cards=[card.code for card in ordered(missing)]) from None
    if _lacks_natural(groups, rules):
        raise IllegalError("needs_natural", per=str(rules.natural_cards_per))
    if _lacks_hero(groups, phase, rules):
        raise IllegalError("needs_hero", number=rules.hero_number)
    return kept


def _check_group(laid: Group, rules: RuleSet) -> None:
    """Check a group that may have been made without :func:`bot.rules.groups.group`."""
    wrong_colour = laid.colour is not None and laid.colour not in rules.colours
    if wrong_colour or group(laid.kind, laid.cards) != laid:
        codes = [card.code for card in laid.cards]
        raise IllegalError("not_a_group", kind=str(laid.kind), cards=codes)


def _has_natural(cards: Sequence[Card]) -> bool:
    return not all(card.is_wild for card in cards)


def _lacks_natural(groups: Sequence[Group], rules: RuleSet) -> bool:
    enough = all if rules.natural_cards_per is NaturalCardsPer.GROUP else any
    return not enough(_has_natural(laid.cards) for laid in groups)


def _lacks_hero(groups: Sequence[Group], phase: Phase, rules: RuleSet) -> bool:
    hero = rules.hero_of(phase)
    if hero is None:
        return False
    return not any(card.is_wild or card.number == hero for laid in groups for card in laid.cards)


def best_lay(hand: Sequence[Card], phase: Phase, rules: RuleSet) -> Groups | None:
    """The best way to lay the phase from this hand; None if the hand does not hold it.

    The best lay has the smallest :func:`weight`. Equal lays are ordered by their runs in one
    colour, then by the colours of their colour groups (in the order of :class:`Colour`), then by
    the low and high ends of their runs, then by the numbers of their sets, larger groups first.
    :func:`bot.rules.lay_search.place` decides about cards that fit several groups. The order of
    the hand does not matter.
    """
    best = outlines(hand, phase, rules)
    return _lay(best[0], hand, phase, rules) if best else None


def _lay(outline: Outline, hand: Sequence[Card], phase: Phase, rules: RuleSet) -> Groups:
    per_group = rules.natural_cards_per is NaturalCardsPer.GROUP
    laid = place(outline, phase, hand, per_group=per_group)
    if _lacks_hero(laid, phase, rules):
        return laid[0].with_card(WILD_AS_NUMBER[laid[0].number or 0]), *laid[1:]
    return laid


def ways_to_lay(hand: Sequence[Card], phase: Phase, rules: RuleSet, most: int = 25) -> list[Groups]:
    """Different ways to lay the phase, best first; the first is :func:`best_lay`.

    Ways differ in the number of a set, the ends of a run or the colour of a colour group, and so
    in what Wilds stand for; equal groups come in one order only. Each way lays all number cards
    that fit; if sets or colour groups take more cards than the phase asks for, a second way keeps
    the extra cards in hand (the cheapest). No run ends in a Wild beyond the length asked for: that
    Wild can be hit afterwards just as well. At most ``most`` ways are returned.
    """
    ways = []
    for outline in outlines(hand, phase, rules, max(most, 2)):
        full = _lay(outline, hand, phase, rules)
        ways.append(full)
        kept = tuple(map(_without_extras, full, phase.groups))
        if kept != full:
            ways.append(kept)
    return sorted(ways, key=lambda way: weight(way, hand))[:most]


def with_one_kept(whole: Groups, hand: Sequence[Card], phase: Phase, rules: RuleSet) -> Groups:
    """The lay, less an extra card if going out takes a discard and none would be left for it.

    A player who lays the whole hand under such rules floats. A lay without a card to spare is
    returned unchanged.
    """
    if not rules.out_by_discard or sum(map(len, whole)) < len(hand):
        return whole
    for at, laid in enumerate(whole):
        for rest in (laid.cards[:-1], laid.cards[1:]) if len(laid) > phase.groups[at].size else ():
            if laid.kind is GroupKind.COLOUR_RUN and not _has_natural(rest):
                continue
            less = (*whole[:at], group(laid.kind, rest), *whole[at + 1 :])
            if not (_lacks_natural(less, rules) or _lacks_hero(less, phase, rules)):
                return less
    return whole


def weight(groups: Sequence[Group], hand: Sequence[Card]) -> tuple[int, int, int, int]:
    """How good a lay is, smallest best: points left, Wilds laid, number cards left, shut run ends.

    Points are counted for number cards only.
    """
    laid = [card for group in groups for card in group.cards]
    natural = [card for card in laid if not card.is_wild]
    held = [card for card in hand if card.is_natural]
    points = points_in_hand(held) - points_in_hand(natural)
    shut = sum((run.low == 1) + (run.high == HIGHEST) for run in groups)
    return points, len(laid) - len(natural), len(held) - len(natural), shut


def _without_extras(full: Group, spec: GroupSpec) -> Group:
    """The group with only the dearest cards that the phase asks for, unless it has Wilds."""
    if full.is_run or any(card.is_wild for card in full.cards):
        return full
    costly = sorted(full.cards, key=lambda card: (-card.points, card.index))
    return group(full.kind, ordered(costly[: spec.size]))


def all_lays(hand: Sequence[Card], phase: Phase, rules: RuleSet) -> Iterator[Groups]:
    """Yield every legal lay from this hand once; there can be millions.

    For two equal groups of a phase both orders are separate lays.
    """
    if best_lay(hand, phase, rules) is None:
        return
    pool = Counter(card for card in hand if not card.is_skip)
    for lay in _lays(pool, phase.groups, rules):
        if not _lacks_natural(lay, rules) and not _lacks_hero(lay, phase, rules):
            yield lay


def _lays(pool: Counter[Card], specs: Sequence[GroupSpec], rules: RuleSet) -> Iterator[Groups]:
    """All choices of groups, also without the natural card that each phase needs."""
    if not specs:
        yield ()
        return
    most = pool.total() - sum(spec.size for spec in specs[1:])
    for first in _groups(pool, specs[0], most, rules):
        if rules.natural_cards_per is NaturalCardsPer.GROUP and _lacks_natural((first,), rules):
            continue
        rest = pool - Counter(card.held for card in first.cards)
        for others in _lays(rest, specs[1:], rules):
            yield first, *others


def _groups(pool: Counter[Card], spec: GroupSpec, most: int, rules: RuleSet) -> Iterator[Group]:
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
            yield from _bunches(
                pool, sizes, spec.kind, wild, [c for c in pool if c.number == number]
            )
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
            if _has_natural(cards):
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
