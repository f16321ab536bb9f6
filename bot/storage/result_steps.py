"""What is written when a server's results change, as the steps of one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Double,
    Integer,
    Table,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    insert,
    literal_column,
    null,
    select,
    update,
)

from bot.scores import periods
from bot.scores.outcomes import EndedGame
from bot.scores.ratings import Kind, Skill, shown
from bot.scores.results import FEWEST_FOR_RATE
from bot.scores.tallies import (
    EVERY_EDITION,
    SUMS,
    Count,
    RatingKey,
    Skills,
    Sums,
    TotalKey,
    phases_of,
    points_a_hand,
    rivals_of,
    totals_of,
    win_rate,
)

from .result_rows import Row, game_row, seat_rows, skill_columns
from .schema import (
    member_names,
    phase_totals,
    ratings,
    result_seats,
    results,
    rivals,
    server_results,
    totals,
)
from .writer import Prepared, Step, prepare

_DERIVED = (totals, ratings, phase_totals, rivals, member_names)
_FEWEST: ColumnElement[int] = literal_column(str(FEWEST_FOR_RATE))


def _keyed(table: Table) -> Any:  # noqa: ANN401  # SQLAlchemy's own words for it differ
    """The row whose key is bound under its columns' names."""
    return and_(*(key == bindparam(key.name, type_=key.type) for key in table.primary_key))


def _more(column: Column[int]) -> Any:  # noqa: ANN401
    return column + bindparam(f"add_{column.name}", type_=Integer)


def _missing(table: Table, *sums: str) -> Prepared:
    """Put a row of noughts where there is none."""
    keys = [bindparam(key.name, type_=key.type) for key in table.primary_key]
    there = exists(select(literal_column("1")).select_from(table).where(_keyed(table)))
    noughts = select(*keys, *(literal_column("0") for _ in sums)).where(~there)
    names = [*table.primary_key.columns.keys(), *sums]
    return prepare(insert(table).from_select(names, noughts))


def _add(table: Table, *sums: str) -> Prepared:
    return prepare(
        update(table).where(_keyed(table)).values({name: _more(table.c[name]) for name in sums})
    )


def _add_totals() -> Prepared:
    new: dict[str, Any] = {name: _more(totals.c[name]) for name in SUMS}
    enough = new["games"] >= _FEWEST
    rate = cast(new["wins"], Double) / cast(new["games"], Double)
    mean = cast(new["points"], Double) / cast(new["hands"], Double)
    new["win_rate"] = case((enough, rate), else_=null())
    new["points_a_hand"] = case((and_(enough, new["hands"] > literal_column("0")), mean))
    return prepare(update(totals).where(_keyed(totals)).values(new))


_OPEN_SERVER = _missing(server_results, "newest", "recent_from")
_TAKE_NUMBERS = prepare(
    update(server_results)
    .where(
        server_results.c.guild_id == bindparam("this_guild"),
        server_results.c.newest == bindparam("was"),
    )
    .values(newest=bindparam("now"), recent_from=bindparam("from"))
)
_PUT = {
    table.name: prepare(insert(table), *table.c.keys())
    for table in (results, result_seats, *_DERIVED)
}
_DROP = {table.name: prepare(delete(table).where(_keyed(table))) for table in _DERIVED}
_DROP_ALL = [
    prepare(delete(table).where(table.c.guild_id == bindparam("guild_id"))) for table in _DERIVED
]
_ADD: dict[str, tuple[Prepared, Prepared]] = {
    "totals": (_missing(totals, *SUMS), _add_totals()),
    "phase_totals": (
        _missing(phase_totals, "tried", "completed"),
        _add(phase_totals, "tried", "completed"),
    ),
    "rivals": (
        _missing(rivals, "games", "ahead", "behind"),
        _add(rivals, "games", "ahead", "behind"),
    ),
}
_SHOW = prepare(
    update(totals)
    .where(
        totals.c.guild_id == bindparam("guild_id"),
        totals.c.user_id == bindparam("user_id"),
        totals.c.edition == bindparam("edition"),
        totals.c.period >= bindparam("since", type_=Integer),
    )
    .values(rating=bindparam("shown", type_=Integer))
)
_DROP_EMPTY = prepare(
    delete(totals).where(
        totals.c.guild_id == bindparam("guild_id"),
        totals.c.user_id == bindparam("user_id"),
        totals.c.edition == bindparam("edition"),
        totals.c.period == literal_column(str(periods.RECENT)),
        totals.c.games == literal_column("0"),
    )
)
_SET_SKILLS = prepare(
    update(result_seats).where(
        result_seats.c.game_id == bindparam("this_game"),
        result_seats.c.seat == bindparam("this_seat"),
    ),
    *(
        column.name
        for column in result_seats.c
        if isinstance(column.type, Double) and column.nullable
    ),
)


def taking_numbers(guild_id: int, was: int, now: int, recent_from: float) -> list[Step]:
    """Claim the numbers above ``was`` up to ``now``; undone when somebody else was quicker.

    Whoever changes what a server remembers begins with this: it also keeps others who would
    change it waiting until the transaction is over.
    """
    row = {"this_guild": guild_id, "was": was, "now": now, "from": recent_from}
    return [
        Step(_OPEN_SERVER, [{"guild_id": guild_id}]),
        Step(_TAKE_NUMBERS, [row], must_match=True),
    ]


def adding(game: EndedGame, changed: Skills, known: Skills, recent_from: float) -> list[Step]:
    """Keep one more game, rated already.

    Args:
        game: the game, with its number.
        changed: the ratings that are new by it.
        known: the ratings before it.
        recent_from: as the server has it.
    """
    return [*_results([game]), *_ratings(game, changed), *_sums(game, known, changed, recent_from)]


def _results(games: Iterable[EndedGame]) -> list[Step]:
    games = list(games)
    return _steps(
        (_PUT["results"], [game_row(game) for game in games]),
        (_PUT["result_seats"], [row for game in games for row in seat_rows(game)]),
    )


def _ratings(game: EndedGame, changed: Skills) -> list[Step]:
    new = [_rating_row(game.guild_id, key, skill) for key, skill in changed.items()]
    names: list[Row] = [
        {"guild_id": game.guild_id, "user_id": seat.user_id, "name": seat.name}
        for seat in game.members
    ]
    return _steps(
        (_DROP["ratings"], new),
        (_PUT["ratings"], new),
        (_DROP["member_names"], names),
        (_PUT["member_names"], names),
    )


def _sums(game: EndedGame, known: Skills, changed: Skills, recent_from: float) -> list[Step]:
    guild = {"guild_id": game.guild_id}
    sums = [
        guild | _total_key(key) | _adds(SUMS, more) for key, more in totals_of(game, recent_from)
    ]
    phases = [
        guild | {"user_id": user, "phase": phase} | _adds(("tried", "completed"), more)
        for (user, phase), more in phases_of(game).items()
    ]
    met = [
        guild | {"user_id": user, "other_id": other} | _adds(("games", "ahead", "behind"), more)
        for (user, other), more in rivals_of(game)
    ]
    pairs = (("totals", sums), ("phase_totals", phases), ("rivals", met))
    steps = [(prepared, rows) for name, rows in pairs for prepared in _ADD[name]]
    return _steps(*steps, (_SHOW, _shown(game, known, changed)))


def _shown(game: EndedGame, known: Skills, changed: Skills) -> list[Row]:
    """The rating shown beside the totals of all who played, whether or not it changed."""
    rows: list[Row] = []
    for seat in game.members:
        assert seat.user_id is not None
        for edition in (EVERY_EDITION, game.edition):
            key = RatingKey(seat.user_id, edition, Kind.PEOPLE)
            skill = changed.get(key) or known.get(key)
            rows.append(
                {
                    "guild_id": game.guild_id,
                    "user_id": seat.user_id,
                    "edition": edition,
                    "since": periods.month_of(game.ended_at),
                    "shown": None if skill is None else shown(skill),
                }
            )
    return rows


def expiring(guild_id: int, gone: Mapping[tuple[int, str], Sums]) -> list[Step]:
    """Take games out of the totals of the last 30 days: their sums by person and edition."""
    keys = [
        {"guild_id": guild_id} | _total_key(TotalKey(user_id, edition, periods.RECENT))
        for user_id, edition in gone
    ]
    less = [
        key | _adds(SUMS, tuple(-each for each in sums))
        for key, sums in zip(keys, gone.values(), strict=True)
    ]
    return _steps((_ADD["totals"][1], less), (_DROP_EMPTY, keys))


def replacing(
    guild_id: int, count: Count, new: Iterable[EndedGame], corrected: Iterable[EndedGame]
) -> list[Step]:
    """Put totals and ratings in the place of all that a server had.

    Args:
        guild_id: the server.
        count: what follows from all its results.
        new: games to keep besides, rated and numbered.
        corrected: games that are kept already and whose ratings are others.
    """
    skills = [
        {**skill_columns(seat), "this_game": game.game_id, "this_seat": seat.seat}
        for game in corrected
        for seat in game.seats
    ]
    return [
        *(Step(drop, [{"guild_id": guild_id}]) for drop in _DROP_ALL),
        *_results(new),
        *_steps((_SET_SKILLS, skills)),
        *_steps(*((_PUT[name], rows) for name, rows in derived_rows(guild_id, count).items())),
    ]


def derived_rows(guild_id: int, count: Count) -> dict[str, list[Row]]:
    """The rows of all that follows from a server's results, by table."""
    guild = {"guild_id": guild_id}
    return {
        "totals": [
            {
                **guild,
                **_total_key(key),
                **dict(zip(SUMS, sums, strict=True)),
                "win_rate": win_rate(sums),
                "points_a_hand": points_a_hand(sums),
                "rating": count.shown.get(key),
            }
            for key, sums in count.totals.items()
        ],
        "ratings": [_rating_row(guild_id, key, skill) for key, skill in count.ratings.items()],
        "phase_totals": [
            {**guild, "user_id": user, "phase": phase, "tried": tried, "completed": completed}
            for (user, phase), (tried, completed) in count.phases.items()
        ],
        "rivals": [
            {**guild, "user_id": user, "other_id": other}
            | dict(zip(("games", "ahead", "behind"), met, strict=True))
            for (user, other), met in count.rivals.items()
        ],
        "member_names": [
            {**guild, "user_id": user, "name": name} for user, name in count.names.items()
        ],
    }


def _steps(*pairs: tuple[Prepared, list[Any]]) -> list[Step]:
    """Steps for those that have rows."""
    return [Step(prepared, rows) for prepared, rows in pairs if rows]


def _adds(names: Iterable[str], more: Sums) -> dict[str, Any]:
    return {f"add_{name}": number for name, number in zip(names, more, strict=True)}


def _total_key(key: TotalKey) -> dict[str, Any]:
    return {"user_id": key.user_id, "edition": key.edition, "period": key.period}


def _rating_row(guild_id: int, key: RatingKey, skill: Skill) -> Row:
    return {
        "guild_id": guild_id,
        "user_id": key.user_id,
        "edition": key.edition,
        "kind": str(key.kind),
        "mu": skill.mu,
        "sigma": skill.sigma,
    }
