"""Names on a sheet, as their readers tell them apart."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from unicodedata import category, normalize

# Telephones type these in place of an apostrophe.
_APOSTROPHES = str.maketrans("`´‘’", "''''")


def folded(text: str) -> str:
    """A text without case, width and invisible characters: equal for names that look alike.

    >>> folded("\uff21da") == folded("Ada\u200b") == "ada"
    True
    """
    visible = "".join(each for each in normalize("NFKC", text) if category(each) != "Cf")
    return normalize("NFKC", visible.casefold()).translate(_APOSTROPHES).strip()


def distinct_names(wanted: Iterable[str]) -> tuple[str, ...]:
    """The names, with numbers behind those that look alike.

    >>> distinct_names(["Alex", "ALEX"])
    ('Alex', 'ALEX (2)')
    """
    names: list[str] = []
    taken: set[str] = set()
    for name in wanted:
        every = (f"{name} ({n})" if n > 1 else name for n in count(1))
        free = next(each for each in every if folded(each) not in taken)
        names.append(free)
        taken.add(folded(free))
    return tuple(names)
