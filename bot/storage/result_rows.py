"""Games that are over as the columns of their rows, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.model import Level
from bot.scores.outcomes import EndedGame, EndedSeat, Rated
from bot.scores.ratings import Kind, Skill

Row = Mapping[str, Any]
_WHEN = ("before", "after", "edition")


def game_row(game: EndedGame) -> Row:
    """A game as columns of ``results``."""
    return {
        "game_id": game.game_id,
        "guild_id": game.guild_id,
        "number": game.number,
        "edition": game.edition,
        "variation": game.variation,
        "notations": " ".join(game.notations),
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "hands": game.hands,
        "abandoned": game.abandoned,
    }


def seat_rows(game: EndedGame) -> list[Row]:
    """A game's seats as columns of ``result_seats``."""
    return [
        {
            "game_id": game.game_id,
            "guild_id": game.guild_id,
            "number": game.number,
            "ended_at": game.ended_at,
            "seat": seat.seat,
            "user_id": seat.user_id,
            "name": seat.name,
            "level": None if seat.level is None else str(seat.level),
            "has_left": seat.has_left,
            "place": seat.place,
            "total": seat.total,
            "hands_won": seat.hands_won,
            "hands": seat.hands,
            "phases": seat.phases,
            "tries": " ".join(f"{tried}/{completed}" for tried, completed in seat.tries),
            **skill_columns(seat),
        }
        for seat in game.seats
    ]


def skill_columns(seat: EndedSeat) -> Row:
    """A seat's ratings as columns."""
    columns: dict[str, float | None] = {}
    for kind, rated in ((Kind.PEOPLE, seat.people), (Kind.COMPUTERS, seat.computers)):
        for when in _WHEN:
            skill = None if rated is None else getattr(rated, when)
            columns[f"{kind}_mu_{when}"] = None if skill is None else skill.mu
            columns[f"{kind}_sigma_{when}"] = None if skill is None else skill.sigma
    return columns


def games_of(games: Iterable[Row], seats: Iterable[Row]) -> list[EndedGame]:
    """Games from their rows, in the order of those; seats in any order."""
    by_game: dict[str, list[EndedSeat]] = {}
    for row in seats:
        by_game.setdefault(row["game_id"], []).append(_seat(row))
    return [_game(row, by_game.get(row["game_id"], ())) for row in games]


def _game(row: Row, seats: Sequence[EndedSeat]) -> EndedGame:
    return EndedGame(
        game_id=row["game_id"],
        guild_id=row["guild_id"],
        edition=row["edition"],
        variation=row["variation"],
        notations=tuple(row["notations"].split()),
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        hands=row["hands"],
        abandoned=row["abandoned"],
        seats=tuple(sorted(seats, key=lambda seat: seat.seat)),
        number=row["number"],
    )


def _seat(row: Row) -> EndedSeat:
    tries = (each.partition("/") for each in row["tries"].split())
    return EndedSeat(
        seat=row["seat"],
        user_id=row["user_id"],
        name=row["name"],
        level=None if row["level"] is None else Level(row["level"]),
        has_left=row["has_left"],
        place=row["place"],
        total=row["total"],
        hands_won=row["hands_won"],
        hands=row["hands"],
        phases=row["phases"],
        tries=tuple((int(tried), int(completed)) for tried, _, completed in tries),
        people=_rated(row, Kind.PEOPLE),
        computers=_rated(row, Kind.COMPUTERS),
    )


def _rated(row: Row, kind: Kind) -> Rated | None:
    if row[f"{kind}_mu_before"] is None:
        return None
    return Rated(*(Skill(row[f"{kind}_mu_{when}"], row[f"{kind}_sigma_{when}"]) for when in _WHEN))
