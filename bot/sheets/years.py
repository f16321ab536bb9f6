"""The finished sheets of a person in a year: who won how often, with whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .figures import figures
from .names import folded
from .sheet import Sheet, SheetPlayer


@dataclass(frozen=True)
class SheetsOfYear:
    """A person's finished sheets of a year, newest first; only the newest of very many."""

    year: int
    sheets: tuple[Sheet, ...]
    later: int  # how many sheets are of later years
    years: tuple[int, ...]  # with finished sheets, newest first


@dataclass(frozen=True)
class Company:
    """People who played together: their names and wins, most wins first; a shared win counts."""

    names: tuple[str, ...]
    wins: tuple[int, ...]
    games: int
    newest: int  # the place of their newest game in the list of sheets


def companies(sheets: Sequence[Sheet]) -> list[Company]:
    """The companies of these sheets (newest first), by the number of their games."""
    together: dict[frozenset[object], list[int]] = {}
    for place, sheet in enumerate(sheets):
        people = frozenset(map(_person, sheet.players))
        together.setdefault(people, []).append(place)
    found = [_company(sheets, places) for places in together.values()]
    return sorted(found, key=lambda company: (-company.games, company.newest))


def _company(sheets: Sequence[Sheet], places: Sequence[int]) -> Company:
    wins: Counter[object] = Counter()
    for place in places:
        sheet = sheets[place]
        result = figures(sheet).state.result
        if result is not None:
            wins.update(_person(sheet.players[seat]) for seat in result.winners)
    newest = sheets[places[0]]
    people = zip(newest.names, map(_person, newest.players), strict=True)
    by_wins = sorted(people, key=lambda each: -wins[each[1]])
    return Company(
        tuple(name for name, _ in by_wins),
        tuple(wins[person] for _, person in by_wins),
        len(places),
        places[0],
    )


def _person(player: SheetPlayer) -> object:
    """The identity of a player on all sheets: the id of a member, the name of a guest."""
    return folded(player.name) if player.user_id is None else player.user_id
