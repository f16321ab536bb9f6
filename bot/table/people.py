"""People and computer players as occupants of seats, and their names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from bot.model import Level, Occupant
from bot.players import computer_names

LONGEST_NAME = 32


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user: id and display name."""

    user_id: int
    name: str


def clean_name(name: str) -> str:
    """A visible name of one line and at most 32 characters; never empty.

    Control characters and those that change the direction of text are removed.
    """
    shown = "".join(map(_cleaned, name))
    short = " ".join(shown.split())[:LONGEST_NAME].strip()
    return short if any(map(_is_visible, short)) else "?"


def _cleaned(each: str) -> str:
    if each in _DIRECTION:
        return ""
    return " " if unicodedata.category(each) in _BREAKS else each


def _is_visible(each: str) -> bool:
    return each not in _BLANK and unicodedata.category(each) not in _INVISIBLE


# Controls, line and paragraph separators, lone surrogates; joiners and marks of scripts stay.
_BREAKS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = frozenset({"Cf", "Cn", "Mn", "Me", "Zs"})
# Fillers of Hangul, and the Braille pattern without dots: letters by their category.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def occupant(person: Person) -> Occupant:
    """A person as an occupant."""
    return Occupant(clean_name(person.name), person.user_id, Level.NORMAL)


def computer(level: Level, seats: Iterable[Occupant]) -> Occupant:
    """A computer player with a name that is free at this table."""
    taken = {each.name for each in seats}
    name = next(each for each in computer_names if each not in taken)
    return Occupant(name, None, level)
