"""Parsing of typed results: points, cards, and lines that begin with a name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import accumulate
from unicodedata import normalize

from bot.cards.cards import HIGHEST
from bot.core.errors import MalformedError

from .names import folded

# the most that can be entered for a hand
MOST_CARDS = 20
MOST_POINTS = 999
_SEPARATORS = re.compile(r"[\s,;+]+")
_TIMES = re.compile(r"\s*[x×*]\s*")
_TERM = re.compile(r"(?:([1-9][0-9]?)x)?([1-9]|1[0-2]|w|s)")
_WORD = re.compile(r"[^\W\d_]{2,}|\b[^\W\d_]\b")
_ONE = re.compile(r"(^|[,;+])\s*1 +(?=[^\W\d_]{2})")  # as in ``1 Skip``, no card of that number
_NINES = re.compile(r"([1-9][0-9]?) +([1-9][0-9]?)s\b")  # as in ``3 9s``
_NOTHING = ("", "-", "–", "—")


def parse_left(text: str, meanings: Mapping[str, str] = {}) -> str:
    """Parse points or cards into ``left`` of :class:`SheetResult`; a number up to 12 is a card.

    ``meanings`` are words of a language, folded, and what they stand for: ``w``, ``s``, ``+``, a
    number, ``x9`` for nines, ``1x`` for one of a card; ``0`` makes a number before it points.

    Raises MalformedError ``bad_left`` for neither points nor cards, or too many of them.

    >>> parse_left("3x9, w"), parse_left(" 45 "), parse_left("25, 10 5"), parse_left("0")
    ('9 9 9 W', '45', '40', '')
    """
    terms = _terms(text, meanings)
    numbers = [int(term) for term in terms if term.isdecimal()]
    only_numbers = len(numbers) == len(terms)
    if only_numbers and not all(0 < number <= HIGHEST for number in numbers):
        return _points(numbers)
    return _cards(terms)


def _terms(text: str, meanings: Mapping[str, str]) -> list[str]:
    """Split a text into numbers, cards and repeated cards such as ``3x9``."""
    typed = _ONE.sub(r"\1 1x ", folded(text))
    typed = _WORD.sub(lambda word: f" {meanings.get(word[0], word[0])} ", typed)
    typed = _TIMES.sub("x", _NINES.sub(r"\1x\2", typed))
    return [term for term in _SEPARATORS.split(typed) if term not in _NOTHING]


def _points(numbers: list[int]) -> str:
    """Add points up; raises MalformedError if some numbers are cards, or the only one may be."""
    points = sum(numbers)
    costs = [number for number in numbers if number]
    some_odd = any(cost % 5 for cost in costs)
    odd = some_odd and (len(costs) > 1 or points <= HIGHEST)
    if odd or points > MOST_POINTS:
        raise MalformedError("bad_left")
    return str(points) if points else ""


def _cards(terms: list[str]) -> str:
    left: list[str] = []
    for term in terms:
        found = _TERM.fullmatch(term)
        if found is None:
            raise MalformedError("bad_left")
        left += [found[2].upper()] * int(found[1] or 1)
    if len(left) > MOST_CARDS:
        raise MalformedError("bad_left")
    return " ".join(left)


def parse_lines(names: Mapping[int, str], text: str) -> tuple[dict[int, str], list[str]]:
    """Split lines such as ``Tom: 45`` by seat, and return the lines that name no seat, too.

    Of a name that has several words the first ones will do, if no other name begins with them.

    >>> parse_lines({0: "Tom", 1: "Tom B"}, "tom b 45 p"), parse_lines({0: "Tom"}, "Tim: 5")
    (({1: '45 p'}, []), ({}, ['Tim: 5']))
    >>> parse_lines({0: "Tom", 1: "Grandma Jo"}, "grandma 5")
    ({1: '5'}, [])
    """
    seats = _known_names(names)
    typed: dict[int, str] = {}
    others: list[str] = []
    for line in filter(str.strip, text.splitlines()):
        name, left = _split_line(seats, line)
        seat = seats.get(name)
        if seat is None or seat in typed:
            others.append(line)
        else:
            typed[seat] = left
    return typed, others


def _known_names(names: Mapping[int, str]) -> dict[str, int]:
    """Return the seats by name, and by the first words of a name where these are clear."""
    whole = {folded(name): seat for seat, name in names.items()}
    begun = defaultdict[str, list[int]](list)
    for name, seat in whole.items():
        for start in accumulate(name.split()[:-1], "{} {}".format):
            begun[start].append(seat)
    clear = {start: seats[0] for start, seats in begun.items() if len(seats) == 1}
    return clear | whole


def _split_line(names: Iterable[str], line: str) -> tuple[str, str]:
    """Split a line at its last colon; without one, behind the longest name that it begins with."""
    before, colon, after = normalize("NFKC", line).rpartition(":")
    if colon:
        return folded(before), after
    plain = folded(line)
    for name in sorted(names, key=len, reverse=True):
        rest = plain.removeprefix(name)
        if plain.startswith(name) and not rest[:1].isalnum():
            return name, rest.lstrip(" =")
    return "", line
