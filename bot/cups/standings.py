"""Points and standings; docs/cups.md has these rules for players."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from bot.game_types import game_type_for

from .state import Cup, CupTable

WIN = 12
"""The points of the first place; the last one has none, and those between are equally spaced."""
BYE = WIN // 2


class TieBreak(StrEnum):
    """What decides between people with equal points; in a knock-out, of the newest round."""

    POINTS = "points"  # of all rounds, in a knock-out
    PHASES = "phases"
    TOTAL = "total"
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class CupStanding:
    """Somebody's standing; phases and total are the sums of all sheets."""

    place: int  # from 1, never shared
    person: int
    points: int
    phases: int
    total: int
    rounds: tuple[int | None, ...]  # the points of each round; None for one without
    left: bool
    absent: bool  # whether they are out because they did not come to their table
    still_in: bool  # whether they are in the next round, if there is one
    ahead_by: TieBreak | None  # of the next person; None if no tie-break was needed


def standings(cup: Cup) -> tuple[CupStanding, ...]:
    """Everybody's standing, best first.

    It goes by points, then by completed phases, then by the totals of the sheets, then by lot. In
    a knock-out it goes first by the rounds played, then by the points of the last of them.

    >>> from bot.cups.state import SWISS, CupRound, CupTable, Participant, TableEnded
    >>> from bot.cards.rulesets import CLASSIC
    >>> result = TableEnded(1.0, 0, ((1,), (0,)), phases=(9, 10), totals=(120, 80), left=())
    >>> people = (Participant(7, "Ada"), Participant(8, "Ben"))
    >>> rounds = (CupRound(0.0, (CupTable((7, 8), result),)),)
    >>> cup = Cup("cup", "Friday", SWISS, CLASSIC, 1, 60.0, participants=people, rounds=rounds)
    >>> [(row.place, row.person, row.points) for row in standings(cup)]
    [(1, 8, 12), (2, 7, 0)]
    """
    scores = [round_points(cup, number) for number in range(len(cup.rounds))]
    sheets = _sheets(cup)
    staying = frozenset(qualified(cup))
    rows = []
    for drawn_at, participant in enumerate(cup.participants):
        points = tuple(score.get(participant.person) for score in scores)
        phases, total = sheets.get(participant.person, (0, 0))
        lowest_first = -total if game_type_for(cup.rules.edition).high_wins else total
        # The key is lowest for the best.
        key: tuple[int, ...] = (-sum(filter(None, points)), -phases, lowest_first, drawn_at)
        if cup.format.knock_out:
            been = [score for score in points if score is not None]
            who = participant.person
            reached = [who in this.byes or this.find_table(who) is not None for this in cup.rounds]
            key = (-sum(reached), -(been[-1] if been else 0), *key)
        rows.append((key, participant, points, phases, total))
    rows.sort()
    keys = [row[0] for row in rows]
    decided = [*map(_tie_break, keys, keys[1:]), None]
    return tuple(
        CupStanding(
            place=place,
            person=participant.person,
            points=sum(filter(None, points)),
            phases=phases,
            total=total,
            rounds=points,
            left=participant.left,
            absent=participant.absent,
            still_in=participant.person in staying,
            ahead_by=decided[place - 1],
        )
        for place, (_, participant, points, phases, total) in enumerate(rows, start=1)
    )


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """Somebody's sums over the cups of a season in which they played, and their newest name."""

    person: int
    name: str
    points: int = 0
    phases: int = 0
    total: int = 0  # negative in a game in which many points are good
    cups: int = 0
    won: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        """What their place goes by, lowest first; people with equal keys share a place."""
        return -self.points, -self.phases, self.total


def season_standings(cups: Iterable[Cup], people: Container[int]) -> list[SeasonStanding]:
    """The standings of some people over cups, which are in order of time, best first."""
    sums: dict[int, SeasonStanding] = {}
    for cup in cups:
        sign = -1 if game_type_for(cup.rules.edition).high_wins else 1
        names = {participant.person: participant.name for participant in cup.participants}
        for row in standings(cup):
            played = row.points or row.phases or row.total
            if not played or row.person not in people:
                continue
            before = sums.get(row.person, SeasonStanding(row.person, ""))
            sums[row.person] = replace(
                before,
                name=names[row.person],
                points=before.points + row.points,
                phases=before.phases + row.phases,
                total=before.total + sign * row.total,
                cups=before.cups + 1,
                won=before.won + (1 if row.place == 1 else 0),
            )
    return sorted(sums.values(), key=lambda standing: standing.key)


def _tie_break(key: Sequence[int], after: Sequence[int]) -> TieBreak | None:
    """What decides between two keys of :func:`standings`, which end with points and tie-breaks."""
    named = [*TieBreak]
    first = next(place for place in range(len(key)) if key[place] != after[place])
    from_end = len(key) - first
    by_points = len(key) == len(named) and from_end == len(named)
    return None if by_points or from_end > len(named) else named[-from_end]


def leader(cup: Cup) -> int | None:
    """The person in first place; None before anybody has points."""
    best = next(iter(standings(cup)), None)
    return None if best is None or not best.points else best.person


def qualified(cup: Cup) -> tuple[int, ...]:
    """The people for the next round, in the order of the draw."""
    staying = [participant.person for participant in cup.participants if not participant.left]
    if not (cup.rounds and cup.format.knock_out):
        return tuple(staying)
    on = {person for table in cup.round.tables for person in _going_on(cup, table, staying)}
    return tuple(person for person in staying if person in on or person in cup.round.byes)


def round_points(cup: Cup, number: int) -> dict[int, int]:
    """The points of each person of a round (from 0) whose game is over, by their place."""
    this = cup.rounds[number]
    points = dict.fromkeys(this.byes, BYE)
    for table in this.tables:
        if table.result is not None:
            points |= _table_points(table)
    return points


def _ranked(table: CupTable) -> list[list[int]]:
    """The people at a table who stayed, by place; none if nothing is on its sheet."""
    if table.result is None or not table.result.begun:
        return []
    staying = table.staying
    places = ([staying[s] for s in tied if s in staying] for tied in table.result.ranking)
    return [tied for tied in places if tied]


def _table_points(table: CupTable) -> dict[int, int]:
    """Points by place; people with equal places share, and people who left have none."""
    points = dict.fromkeys(table.people, 0)
    people = len(table.people)
    better = 0
    for tied in _ranked(table):
        worse = people - better - len(tied)
        half_wins = 2 * worse + len(tied) - 1
        others = people - 1
        points |= dict.fromkeys(tied, (WIN * half_wins + others) // (2 * others))
        better += len(tied)
    return points


def _going_on(cup: Cup, table: CupTable, staying: Sequence[int]) -> Sequence[int]:
    """The people of a knock-out's table who are in the next round, or can still be in it."""
    if table.result is None:
        return table.people
    places = [sorted(set(tied) & {*staying}, key=staying.index) for tied in _ranked(table)]
    return [*chain.from_iterable(places)][: cup.format.go_on]


def _sheets(cup: Cup) -> Mapping[int, tuple[int, int]]:
    """Everybody's completed phases and totals over all tables but those that they left."""
    sums: dict[int, tuple[int, int]] = {}
    for table in chain.from_iterable(this.tables for this in cup.rounds):
        for seat, person in table.staying.items():
            if (result := table.result) is not None:
                phases, total = sums.get(person, (0, 0))
                sums[person] = (phases + result.phases[seat], total + result.totals[seat])
    return sums
