"""Hitting: which hits are legal, and which series of hits leaves the best hand.

The search lets each run grow as far as a *loose* card, which fits no set or colour group. For
example, this run can take the 3, and the 8 and, with the Wild between them, the 10:

    >>> from bot.cards.cards import cards
    >>> from bot.cards.groups import GroupKind, group
    >>> from bot.cards.rulesets import CLASSIC
    >>> run = group(GroupKind.RUN, cards("R4 B5 G6 Y7"))
    >>> hand = cards("R8 W B10 Y3 R12")
    >>> list(_extensions(run, hand, set(hand)))
    [(), (Y3,), (R8,), (R8, Y3), (R8, W9, B10), (R8, W9, B10, Y3)]

The last one leaves the fewest points, and the Wild that it takes is worth its points:

    >>> [hit.card for hit in best_hits(hand, [(run,)], CLASSIC)]
    [R8, W9, B10, Y3]

The search assumes that:

- a hit costs nothing, so each card that fits a set or colour group is hit there in the end, unless
  a run takes it before;
- a set or colour group takes any number of cards, in any order;
- a hand of one card goes out by discarding it, at no cost.

A rule under which hits cost something, or are limited, changes ``best_hits``, ``most_hits`` and
``_fewest_left``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from .actions import Hit, make_hit
from .cards import HIGHEST, WILD, WILD_AS_NUMBER, Card, Colour, ordered
from .groups import Group
from .rulesets import RuleSet
from .state import without

Tables = Sequence[Sequence[Group]]  # the groups on the table, by seat


def hit_options(hand: Iterable[Card], tables: Tables) -> list[Hit]:
    """Every legal hit once: by seat, by group, then in the order of the hand."""
    kinds = dict.fromkeys(hand)
    hits = []
    for owner, groups in enumerate(tables):
        for at, group in enumerate(groups):
            places = group.places
            for card in kinds:
                if card in places:
                    hits += [make_hit(owner, at, placed) for placed in places[card]]
    return hits


def may_hit(hand: Iterable[Card], tables: Tables) -> bool:
    kinds = set(hand)
    for groups in tables:
        for group in groups:
            if not kinds.isdisjoint(group.places):
                return True
    return False


def best_hits(hand: Sequence[Card], tables: Tables, rules: RuleSet) -> tuple[Hit, ...]:
    """The series of hits, each legal after the hits before it, that leaves the best hand.

    If hits can bring the hand down to one card or none, they leave as few cards as possible: a last
    card is discarded for nothing.
    Otherwise they minimise, in this order: the points of the number cards left in hand, the Wilds
    that are hit, the number cards left in hand, the cards put on runs.
    """
    most = most_hits(hand, tables)
    if len(hand) - len(most) < 2:
        return most
    return _fewest_left(hand, tables, rules.points_in_hand)


def most_hits(hand: Sequence[Card], tables: Tables) -> tuple[Hit, ...]:
    """The series of hits that gets rid of the most cards, Wilds included."""
    hits = _fewest_left(hand, tables, points_left=len)
    board = [list(groups) for groups in tables]
    for hit in hits:
        board[hit.owner][hit.group] = board[hit.owner][hit.group].with_card(hit.card)
    spare = sum(card.is_wild for card in hand) - sum(hit.card.is_wild for hit in hits)
    for _ in range(spare):
        options = hit_options([WILD], board)
        if not options:
            break
        # A set or colour group takes any number of Wilds.
        hit = min(options, key=lambda option: board[option.owner][option.group].is_run)
        board[hit.owner][hit.group] = board[hit.owner][hit.group].with_card(hit.card)
        hits = (*hits, hit)
    return hits


def _fewest_left(
    hand: Sequence[Card], tables: Tables, points_left: Callable[[list[Card]], int]
) -> tuple[Hit, ...]:
    """The series of hits that leaves the fewest points of number cards in hand.

    ``points_left`` counts the points of cards that stay in hand. What fits a set or colour group is
    hit there in the end, as hits cost nothing, so the only choice is how far the runs go, one run
    after another. Those in one colour come first: they have the first choice of cards.
    """
    runs = [each for each in _on_table(tables) if each.group.is_run]
    others = [each for each in _on_table(tables) if not each.group.is_run]
    fitting = {card for each in others for card in each.group.places}
    loose = {card for card in hand if card.number and card not in fitting}
    wilds = hand.count(WILD)
    numbers = [card for card in ordered(hand) if card.number]

    def wilds_used(left: tuple[Card, ...], on_runs: tuple[Hit, ...]) -> int:
        return len(on_runs) - (len(numbers) - len(left))

    def weight(found: tuple[tuple[Card, ...], tuple[Hit, ...]]) -> tuple[int, ...]:
        left, on_runs = found
        # The others are hit on sets and colour groups.
        stays = [card for card in left if card in loose]
        return points_left(stays), wilds_used(left, on_runs), len(stays), len(on_runs)

    # The shortest hits on runs, by the number cards that they leave. Loose cards come first.
    shortest: dict[tuple[Card, ...], tuple[Hit, ...]] = {
        tuple(sorted(numbers, key=lambda card: card not in loose)): ()
    }
    growing = sorted(runs, key=lambda each: each.group.colour is None) if loose else []
    for owner, at, run in growing:
        for before, earlier in list(shortest.items()):
            spare = wilds - wilds_used(before, earlier)
            for placed in _extensions(run, (*before, *[WILD] * spare), loose):
                left = without(before, *[card for card in placed if not card.is_wild])
                more = (*earlier, *[make_hit(owner, at, card) for card in placed])
                if left not in shortest or len(more) < len(shortest[left]):
                    shortest[left] = more

    still_held, hits_on_runs = min(shortest.items(), key=weight)
    hits_on_others = []
    for card in still_held:
        if card in fitting:
            place = next(each for each in others if card in each.group.places)
            hits_on_others.append(make_hit(place.owner, place.number, card))
    return (*hits_on_runs, *hits_on_others)


class _OnTable(NamedTuple):
    """A group on the table, with its owner's seat and its number there."""

    owner: int
    number: int
    group: Group


def _on_table(tables: Tables) -> Iterator[_OnTable]:
    for owner, groups in enumerate(tables):
        for number, group in enumerate(groups):
            yield _OnTable(owner, number, group)


def _extensions(run: Group, held: tuple[Card, ...], loose: set[Card]) -> Iterator[tuple[Card, ...]]:
    """The table cards by which a run could go up, then down, each time as far as a loose card."""
    for up in _steps(range(run.high + 1, HIGHEST + 1), run.colour, held, loose):
        left = without(held, *[card.held for card in up])
        for down in _steps(range(run.low - 1, 0, -1), run.colour, left, loose):
            yield (*up, *down)


def _steps(
    numbers: range, colour: Colour | None, held: tuple[Card, ...], loose: set[Card]
) -> Iterator[tuple[Card, ...]]:
    """The cards for these numbers, one after another, up to any loose card.

    A number card is as good as a Wild or better: another run that wants it can take the Wild.
    """
    cards: tuple[Card, ...] = ()
    yield cards
    for number in numbers:
        fits = (c for c in held if c.number == number and colour in {None, c.colour})
        card = next(fits, WILD_AS_NUMBER[number])
        if card.held not in held:
            return
        held = without(held, card.held)
        cards = (*cards, card)
        if card in loose:
            yield cards
