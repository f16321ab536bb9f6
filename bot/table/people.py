"""Who comes to a table, and what they are called there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from bot.model import Level, Occupant
from bot.players import computer_names

LONGEST_NAME = 32


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who clicked: their Discord id and the name they go by here."""

    user_id: int
    name: str


def clean_name(name: str) -> str:
    """A name in one line of at most 32 characters that can be seen; never empty.

    Without control characters, and without those that turn the text around them.
    """
    shown = "".join(map(_without_control, name))
    short = " ".join(shown.split())[:LONGEST_NAME].strip()
    return short if any(map(_is_seen, short)) else "?"


def _without_control(each: str) -> str:
    if each in _TURNING:
        return ""
    return " " if unicodedata.category(each) in _BREAKS else each


def _is_seen(each: str) -> bool:
    return each not in _BLANK and unicodedata.category(each) not in _UNSEEN


# Controls, line and paragraph separators, lone surrogates; joiners and marks of scripts stay.
_BREAKS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset({"Cf", "Cn", "Mn", "Me", "Zs"})
# Fillers of Hangul, and the Braille pattern without dots: letters by their category.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def occupant(person: Person) -> Occupant:
    """A person in a seat."""
    return Occupant(clean_name(person.name), person.user_id, Level.NORMAL)


def computer(level: Level, seats: Iterable[Occupant]) -> Occupant:
    """A computer player with a name that nobody at this table has."""
    taken = {each.name for each in seats}
    name = next(each for each in computer_names if each not in taken)
    return Occupant(name, None, level)
