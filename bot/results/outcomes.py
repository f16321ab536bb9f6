"""How a game ended, from its seats and the lines of its record, and how it changed ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from bot.core.game_type import GameTally, SeatTally
from bot.core.records import Line, movers
from bot.core.states import AnyRules, first_of, left_last
from bot.game_types import GAME_TYPES, game_type_for
from bot.results.past_games import PastGame, SeatResult
from bot.results.standings import ALL_TIME, month_number
from bot.seating import Occupant, Table

from .ratings import ANCHORS, NEWCOMER, Kind, RatingChange, Skill, after_game

LINES = frozenset().union(*(one.tally_lines + one.feat_lines for one in GAME_TYPES))
"""The types of the record's lines that :func:`compute_outcome` needs."""


def compute_outcome(
    table: Table, rules: AnyRules, lines: Iterable[Line], ended_at: float
) -> PastGame:
    """The result, without ratings, from the ``LINES`` of a record; ValueError for damaged ones."""
    game_type = game_type_for(rules.edition)
    lines = list(lines)
    try:
        counted = game_type.tally(lines, len(table.occupants), len(rules.phases))
        feats = game_type.feats(lines, len(table.occupants), rules.phases)
        present, replaced = movers(lines)
    except (LookupError, TypeError) as error:
        raise ValueError(f"lines without a result: {type(error).__name__}") from error
    absent = replaced - present
    placed = _places_at_table(table, counted)
    seats = []
    for number, who in enumerate(table.occupants):
        seat = _seat_result(number, who, placed[number], counted.seats[number], feats[number])
        seats.append(replace(seat, absent=number in absent and not who.left))
    return PastGame(
        game_id=table.game_id,
        guild_id=table.board_id,
        edition=rules.edition,
        variation=game_type.variation_text(rules),
        started_at=table.started_at,
        ended_at=ended_at,
        hands=counted.hands,
        abandoned=counted.abandoned and not table.conceded,
        seats=tuple(seats),
        notations=rules.phases,
        for_fun=rules.for_fun,
        conceded=table.conceded,
    )


def _places_at_table(table: Table, counted: GameTally) -> dict[int, int]:
    """Return the places; of a conceded game the one who stayed is first, a person alone last."""
    survivor = table.survivor
    if not table.conceded:
        return places(counted.ranking, table.left)
    if survivor is None:
        return places(counted.ranking, [*table.left, *table.staying])
    return places(first_of((survivor,), counted.ranking), table.left)


def places(ranking: Sequence[Sequence[int]], left: Collection[int]) -> dict[int, int]:
    """The place of each seat from groups of tied seats, best first; ``left`` are last."""
    by_seat: dict[int, int] = {}
    for tied in left_last(ranking, left):
        by_seat |= dict.fromkeys(tied, len(by_seat) + 1)
    return by_seat


def _seat_result(
    number: int, who: Occupant, place: int, counted: SeatTally, feats: Mapping[str, int]
) -> SeatResult:
    # A person who is deleted while the game is running has left it and has no id.
    computer = who.user_id is None and not who.left
    return SeatResult(
        seat=number,
        user_id=who.user_id,
        name=who.name if computer or who.user_id is not None else "",
        level=who.level if computer or who.late else None,
        left=who.left,
        place=place,
        total=counted.total,
        hands_won=counted.hands_won,
        hands=counted.hands,
        phases=counted.phases,
        tries=counted.tries,
        feats=tuple(sorted(feats.items())),
    )


@dataclass(frozen=True, slots=True)
class RatingKey:
    """Identifies a rating; the period is ``ALL_TIME``, or a month for the rating of a season."""

    user_id: int
    edition: str
    kind: Kind
    period: int = ALL_TIME


Skills = Mapping[RatingKey, Skill]


def rated(game: PastGame, skills: Skills) -> tuple[PastGame, dict[RatingKey, Skill]]:
    """The game with the ratings before and after it, and the ratings that it changed.

    Two or more people are rated against each other, and each month also by the games of that month
    alone. In games with computer players people are rated by their places among all seats. Left out
    are a seat that a person took from a computer player, and one whose person made no move; an
    abandoned game, or one for fun, rates nobody. Computer players never give up: a win over people
    who left is none over them.
    """
    changed: dict[RatingKey, Skill] = {}
    if game.abandoned or game.for_fun:
        return game, changed
    given_up = game.conceded and sum(not seat.is_computer for seat in game.seats) > 1
    ranked = [seat for seat in game.seats if not (seat.is_late or seat.absent)]
    people = [seat for seat in ranked if not seat.is_computer]
    if len(people) > 1:
        game = _rated(game, people, Kind.PEOPLE, skills, changed)
    if 0 < len(people) < len(ranked) and not given_up:
        game = _rated(game, ranked, Kind.COMPUTERS, skills, changed)
    return game, changed


def _rated(
    game: PastGame,
    ranked: Sequence[SeatResult],
    kind: Kind,
    skills: Skills,
    changed: dict[RatingKey, Skill],
) -> PastGame:
    placed = [seat.place for seat in ranked]
    pooled = game_type_for(game.edition).all_editions_key
    periods = [ALL_TIME, month_number(game.ended_at)] if kind is Kind.PEOPLE else [ALL_TIME]
    seats = list(game.seats)
    for edition, period in product({pooled, game.edition}, periods):
        before = [_skill(seat, kind, (edition, period), skills) for seat in ranked]
        after = after_game(placed, before)
        for seat, *change in zip(ranked, before, after, strict=True):
            if seat.is_computer:
                continue
            if seat.user_id is not None:
                changed[RatingKey(seat.user_id, edition, kind, period)] = change[1]
            if (edition, period) == (pooled, ALL_TIME):
                # The fields have the names of kinds.
                changes: dict[str, Any] = {kind.value: RatingChange(*change)}
                seats[seat.seat] = replace(seats[seat.seat], **changes)
    return replace(game, seats=tuple(seats))


def _skill(seat: SeatResult, kind: Kind, scope: tuple[str, int], skills: Skills) -> Skill:
    """A seat's rating before the game."""
    if seat.level is not None:
        return ANCHORS[seat.level]
    if seat.user_id is None:
        return NEWCOMER
    edition, period = scope
    return skills.get(RatingKey(seat.user_id, edition, kind, period), NEWCOMER)
