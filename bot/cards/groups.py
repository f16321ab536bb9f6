"""Groups of cards on the table: sets, runs and colour groups, and what can be hit on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bot.core.errors import IllegalError

from .cards import HIGHEST, WILD, WILD_AS_COLOUR, WILD_AS_NUMBER, Card, Colour, natural, ordered
from .phases import GroupKind

Placings = Mapping[Card, tuple[Card, ...]]
"""For each card that fits a group, the table cards that it could become there."""


@dataclass(frozen=True, slots=True)
class Group:
    """A laid group; build it with :func:`group`, which checks that the cards belong together."""

    kind: GroupKind
    cards: tuple[Card, ...]  # table cards; a run in ascending order, others in canonical order
    number: int | None = None  # of a set
    colour: Colour | None = None  # of a colour group or of a run in one colour
    low: int = 0  # the lowest number of a run; 0 for other groups
    high: int = 0  # the highest number of a run; 0 for other groups

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def is_run(self) -> bool:
        """Whether it is a run, in one colour or in any."""
        return self.high > 0

    def places_for(self, held: Card) -> tuple[Card, ...]:
        """The table cards a held card could become here: none, one, or two (a Wild on a run)."""
        return self.places.get(held, ())

    @property
    def places(self) -> Placings:
        """The table cards that each fitting card could become."""
        if self.high:
            return _on_run(self.low, self.high, self.colour)
        return _on_set(self.number) if self.number else _on_colour(self.colour)

    @property
    def open_ends(self) -> tuple[int, ...]:
        """The numbers that may be added to a run, lower end first; empty for other groups."""
        return _open_ends(self.low, self.high) if self.high else ()

    def with_card(self, placed: Card) -> Group:
        """This group with a table card added; raises the IllegalError ``does_not_fit``."""
        if placed not in self.places_for(placed.held):
            raise IllegalError("does_not_fit", card=placed.code)
        if not self.high:
            cards = tuple(ordered((*self.cards, placed)))
            return Group(self.kind, cards, self.number, self.colour)
        number = placed.number or 0
        colour = self.colour
        if number < self.low:
            return Group(self.kind, (placed, *self.cards), None, colour, number, self.high)
        return Group(self.kind, (*self.cards, placed), None, colour, self.low, number)


Groups = tuple[Group, ...]


def _open_ends(low: int, high: int) -> tuple[int, ...]:
    below = (low - 1,) if low > 1 else ()
    above = (high + 1,) if high < HIGHEST else ()
    return below + above


@cache
def _on_set(number: int) -> Placings:
    return _places(_numbered((number,), None), (WILD_AS_NUMBER[number],))


@cache
def _on_colour(colour: Colour | None) -> Placings:
    assert colour is not None, "a colour group has a colour"
    return _places(_numbered(range(1, HIGHEST + 1), colour), (WILD_AS_COLOUR[colour],))


@cache
def _on_run(low: int, high: int, colour: Colour | None) -> Placings:
    ends = _open_ends(low, high)
    return _places(_numbered(ends, colour), tuple([WILD_AS_NUMBER[end] for end in ends]))


def _places(naturals: Iterable[Card], wilds: tuple[Card, ...]) -> Placings:
    places: dict[Card, tuple[Card, ...]] = {card: (card,) for card in naturals}
    if wilds:
        places[WILD] = wilds
    return places


def _numbered(numbers: Iterable[int], colour: Colour | None) -> list[Card]:
    """The number cards with these numbers, of one colour or of all."""
    colours = Colour if colour is None else (colour,)
    return [natural(colour, number) for number in numbers for colour in colours]


def group(kind: GroupKind, cards: Iterable[Card]) -> Group:
    """A group of table cards; raises the IllegalError ``not_a_group`` if they cannot be one."""
    placed = tuple(cards)
    laid = _MAKERS[kind](placed) if placed else None
    if laid is None:
        raise IllegalError("not_a_group", kind=str(kind), cards=[card.code for card in placed])
    return laid


def _set(cards: Sequence[Card]) -> Group | None:
    number = cards[0].number
    if number is None or any(card.number != number for card in cards):
        return None
    return Group(GroupKind.SET, tuple(ordered(cards)), number=number)


def _run(cards: Sequence[Card]) -> Group | None:
    low = cards[0].number
    if low is None or any(card.number != low + place for place, card in enumerate(cards)):
        return None
    return Group(GroupKind.RUN, tuple(cards), low=low, high=low + len(cards) - 1)


def _colour_run(cards: Sequence[Card]) -> Group | None:
    run = _run(cards)
    colours = {card.colour for card in cards if card.is_natural}
    if run is None or len(colours) != 1:
        return None
    return Group(GroupKind.COLOUR_RUN, run.cards, None, colours.pop(), run.low, run.high)


def _colour(cards: Sequence[Card]) -> Group | None:
    colour = cards[0].colour
    if colour is None or any(card.colour is not colour for card in cards):
        return None
    if any(card.is_wild and card.number for card in cards):
        return None
    return Group(GroupKind.COLOUR, tuple(ordered(cards)), colour=colour)


_MAKERS: dict[GroupKind, Callable[[Sequence[Card]], Group | None]] = {
    GroupKind.SET: _set,
    GroupKind.RUN: _run,
    GroupKind.COLOUR: _colour,
    GroupKind.COLOUR_RUN: _colour_run,
}
