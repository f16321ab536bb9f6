"""Laying a phase: which lays are legal, which is best, and other ways to lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.core.errors import IllegalError

from .cards import Card, ordered
from .groups import Group, Groups, group
from .lay_search import best_lays, weight
from .phases import GroupKind, GroupSpec, Phase
from .rulesets import NaturalCardsPer, RuleSet
from .state import without


def check_lay(
    groups: Sequence[Group], hand: Sequence[Card], phase: Phase, rules: RuleSet
) -> tuple[Card, ...]:
    """Check that a hand may lay these groups for the phase; return the cards that stay in hand.

    Raises the IllegalErrors ``wrong_groups`` (number, kinds or order), ``not_a_group``,
    ``too_few_cards``, ``not_held``, ``needs_natural`` or ``needs_hero``.
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
    """Check a group that may have been made without :func:`bot.cards.groups.group`."""
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
    hero = rules.hero_in(phase)
    if hero is None:
        return False
    return not any(card.is_wild or card.number == hero for laid in groups for card in laid.cards)


def best_lay(hand: Sequence[Card], phase: Phase, rules: RuleSet) -> Groups | None:
    """The lay with the smallest :func:`weight`; None if the hand does not hold the phase.

    Of equal lays it is the one of the first colours and the lowest numbers, larger groups first. A
    card that fits several groups goes to a run, else to the first of them.

    >>> from bot.cards.cards import cards
    >>> from bot.cards.rulesets import CLASSIC
    >>> from bot.cards.phases import parse_phase
    >>> hand = cards("R5 B5 W G2 Y3 B4 R9 R1 S G12")
    >>> [laid.cards for laid in best_lay(hand, parse_phase("S3+R4"), CLASSIC)]
    [(R5, B5, W5), (R1, G2, Y3, B4)]
    """
    return next(iter(best_lays(hand, phase, rules)), None)


def ways_to_lay(hand: Sequence[Card], phase: Phase, rules: RuleSet, most: int = 25) -> list[Groups]:
    """At most ``most`` different ways to lay the phase, best first.

    They differ in the number of a set, the ends of a run or the colour of a group. Each lays all
    number cards that fit; if a set or colour group takes more than the phase asks for, a second way
    keeps the cheapest of them in hand. No run ends in a Wild beyond the length asked for.
    """
    ways = []
    for full in best_lays(hand, phase, rules, max(most, 2)):
        ways.append(full)
        pairs = zip(full, phase.groups, strict=True)
        kept = tuple(_without_extras(each, spec, rules) for each, spec in pairs)
        if kept != full:
            ways.append(kept)
    return sorted(ways, key=lambda way: weight(way, hand, rules))[:most]


def with_one_kept(whole: Groups, hand: Sequence[Card], phase: Phase, rules: RuleSet) -> Groups:
    """The lay, less an extra card if going out takes a discard and none would be left for it."""
    if not rules.out_by_discard or sum(map(len, whole)) < len(hand):
        return whole
    for at, laid in enumerate(whole):
        if len(laid) == phase.groups[at].size:
            continue
        for rest in (laid.cards[:-1], laid.cards[1:]):
            if laid.kind is GroupKind.COLOUR_RUN and not _has_natural(rest):
                continue
            less = (*whole[:at], group(laid.kind, rest), *whole[at + 1 :])
            if not (_lacks_natural(less, rules) or _lacks_hero(less, phase, rules)):
                return less
    return whole


def _without_extras(full: Group, spec: GroupSpec, rules: RuleSet) -> Group:
    """The group with only the dearest cards that the phase asks for, unless it has Wilds."""
    if full.is_run or any(card.is_wild for card in full.cards):
        return full
    costly = sorted(full.cards, key=lambda card: (-rules.points(card), card.index))
    return group(full.kind, ordered(costly[: spec.size]))
