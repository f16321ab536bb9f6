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
    """A name in one line of at most 32 characters, without control characters; never empty."""
    shown = "".join(" " if unicodedata.category(each) in _BREAKS else each for each in name)
    return " ".join(shown.split())[:LONGEST_NAME].strip() or "?"


# Controls, line and paragraph separators, lone surrogates; joiners and marks of scripts stay.
_BREAKS = frozenset({"Cc", "Cs", "Zl", "Zp"})


def occupant(person: Person) -> Occupant:
    """A person in a seat."""
    return Occupant(clean_name(person.name), person.user_id, Level.NORMAL)


def computer(level: Level, seats: Iterable[Occupant]) -> Occupant:
    """A computer player with a name that nobody at this table has."""
    taken = {each.name for each in seats}
    name = next(each for each in computer_names if each not in taken)
    return Occupant(name, None, level)
