"""Cards: one immutable object for each kind of card, and the deck they form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter

from bot.core.errors import MalformedError

HIGHEST = 12


class Colour(StrEnum):
    """A card colour; the value is its letter in game records."""

    RED = "R"
    BLUE = "B"
    YELLOW = "Y"
    GREEN = "G"
    ORANGE = "O"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One kind of card; copies are not distinguished, so equality is identity.

    A Wild on the table is a kind of its own (code ``W7`` or ``WR``) with a number or a colour.
    """

    code: str  # as in game records: ``R5``, ``W``, ``S``, ``W7``, ``WR``
    index: int  # position in the canonical order of all kinds
    colour: Colour | None
    number: int | None
    is_wild: bool = False
    is_skip: bool = False

    @property
    def is_natural(self) -> bool:
        return not (self.is_wild or self.is_skip)

    @property
    def held(self) -> Card:
        """The card this was in hand: itself, or the plain Wild for a Wild on the table."""
        return WILD if self.is_wild else self

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _by_code, (self.code,)


WILD = Card("W", 200, None, None, is_wild=True)
SKIP = Card("S", 250, None, None, is_skip=True)
_COLOURS = [*enumerate(Colour)]
_NUMBERS = range(1, HIGHEST + 1)
_NATURALS = [
    Card(f"{colour}{number}", 20 * place + number, colour, number)
    for place, colour in _COLOURS
    for number in _NUMBERS
]
_WILD_NUMBERS = [Card(f"W{n}", 200 + n, None, n, is_wild=True) for n in _NUMBERS]
_WILD_COLOURS = [Card(f"W{c}", 220 + place, c, None, is_wild=True) for place, c in _COLOURS]
_HAND = {card.code: card for card in (*_NATURALS, WILD, SKIP)}
_TABLE = {card.code: card for card in (*_NATURALS, *_WILD_NUMBERS, *_WILD_COLOURS)}
_ALL = _HAND | _TABLE
_by_index = attrgetter("index")
WILD_AS_NUMBER = dict(enumerate(_WILD_NUMBERS, start=1))
WILD_AS_COLOUR = dict(zip(Colour, _WILD_COLOURS, strict=True))


def _by_code(code: str) -> Card:
    return _ALL[code]


def card(code: str) -> Card:
    """The card of a hand or pile with this code; raises MalformedError for any other code."""
    try:
        return _HAND[code]
    except (KeyError, TypeError):
        raise MalformedError("no_such_card", card=code) from None


def table_card(code: str) -> Card:
    """The card of a laid group with this code; raises MalformedError for any other code."""
    try:
        return _TABLE[code]
    except (KeyError, TypeError):
        raise MalformedError("no_such_card", card=code) from None


def natural(colour: Colour, number: int) -> Card:
    return _HAND[f"{colour}{number}"]


def cards(codes: str) -> tuple[Card, ...]:
    """Cards of a hand or pile from codes separated by spaces; raises MalformedError.

    >>> cards("R5 W S")
    (R5, W, S)
    """
    try:
        return tuple([_HAND[code] for code in codes.split()])
    except KeyError as unknown:
        raise MalformedError("no_such_card", card=unknown.args[0]) from None


def codes(held: Iterable[Card]) -> str:
    """The codes of cards, separated by spaces: the inverse of :func:`cards`."""
    return " ".join([card.code for card in held])


def ordered(held: Iterable[Card]) -> list[Card]:
    """Cards in the canonical order of their kinds."""
    return sorted(held, key=_by_index)


def by_number(held: Iterable[Card]) -> list[Card]:
    """Cards by number, then in the canonical order; Wilds and Skips last."""
    return sorted(held, key=lambda card: (not card.is_natural, card.number or 0, card.index))


@lru_cache(maxsize=64)
def full_deck(colours: tuple[Colour, ...], copies: int, wilds: int, skips: int) -> tuple[Card, ...]:
    """The deck in canonical order: colours as given, 1, 1, 2, 2 … 12, 12, Wilds, Skips."""
    kinds = [natural(colour, number) for colour in colours for number in _NUMBERS]
    numbers = [card for card in kinds for _ in range(copies)]
    return (*numbers, *[WILD] * wilds, *[SKIP] * skips)
