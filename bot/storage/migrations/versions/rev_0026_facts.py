"""Seats store all facts that statistics are computed from; stored totals are dropped."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.game_types import game_type_for

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_BATCH = 500
_TOTALS = ("totals", "phase_totals", "rivals", "feat_totals", "achievements", "member_names")
_GAMES = sa.text(
    "SELECT game_id, edition, ended_at, abandoned, notations FROM results"
    " WHERE game_id > :after ORDER BY game_id LIMIT :limit"
)
_SEATS = sa.text(
    "SELECT game_id, seat, user_id, name, level, has_left, place, hands_won, phases, tries, feats"
    " FROM result_seats WHERE game_id IN :games ORDER BY game_id, seat"
).bindparams(sa.bindparam("games", expanding=True))
_FILL = sa.text(
    "UPDATE result_seats SET edition = :edition, month = :month, feats = :feats"
    " WHERE game_id = :game_id AND seat = :seat"
)
_RATED = sa.text("people_mu_after IS NOT NULL")
# The second is what earlier programs called the strongest level.
_STRONG = ("hard", "expert")
# Ratings before the game that only a recount read.
_UNREAD = [
    f"{when[0]}_{number}_{when[1]}"
    for when in (
        *(("people", "edition"), ("people", "season"), ("people", "season_edition")),
        ("computers", "edition"),
    )
    for number in ("mu", "sigma")
]


def upgrade() -> None:
    """Fill the new columns from the results, and drop what can be asked of them."""
    op.add_column("result_seats", sa.Column("month", sa.Integer))
    op.add_column("result_seats", sa.Column("edition", sa.String(64)))
    _fill(op.get_bind())
    op.drop_index("ix_result_seats_user_id", "result_seats")
    with op.batch_alter_table("result_seats") as seats:
        seats.alter_column("month", existing_type=sa.Integer, nullable=False)
        seats.alter_column("edition", existing_type=sa.String(64), nullable=False)
        seats.alter_column(
            "feats", existing_type=sa.Text, type_=sa.JSON, postgresql_using="feats::json"
        )
        for name in _UNREAD:
            seats.drop_column(name)
    op.create_index(
        "ix_result_seats_of_person", "result_seats", ["user_id", "guild_id", "ended_at", "number"]
    )
    op.create_index(
        "ix_result_seats_of_board",
        "result_seats",
        ["guild_id", "user_id", "month", "edition", "place", "hands", "total", "phases"],
        sqlite_where=_RATED,
        postgresql_where=_RATED,
    )
    for table in _TOTALS:
        op.drop_table(table)


def _fill(connection: sa.Connection) -> None:
    after = ""
    while games := connection.execute(_GAMES, {"after": after, "limit": _BATCH}).all():
        after = games[-1].game_id
        seats: defaultdict[str, list[Any]] = defaultdict(list)
        for seat in connection.execute(_SEATS, {"games": [game.game_id for game in games]}):
            seats[seat.game_id].append(seat)
        rows = [row for game in games for row in _filled(game, seats[game.game_id])]
        if rows:
            connection.execute(_FILL, rows)


def _filled(game: Any, seats: Sequence[Any]) -> Iterator[dict[str, Any]]:  # noqa: ANN401  # a row
    day = datetime.fromtimestamp(game.ended_at, UTC)
    for seat in seats:
        counts = (
            not game.abandoned
            and len(seats) > 1
            and seat.user_id is not None
            and seat.level is None
        )
        feats = +_feats(game, seat, [other for other in seats if other is not seat])
        yield {
            "game_id": game.game_id,
            "seat": seat.seat,
            "edition": game.edition,
            "month": day.year * 12 + day.month - 1,
            "feats": json.dumps(feats) if counts else None,
        }


def _feats(game: Any, seat: Any, others: Sequence[Any]) -> Counter[str]:  # noqa: ANN401  # rows
    """What the game adds to the counts of the person in a seat."""
    stored = (feat.partition("=") for feat in ("" if seat.has_left else seat.feats or "").split())
    feats = Counter({name: int(count) for name, _, count in stored})
    phases = len(game.notations.split())
    people = sum(other.level is None for other in others)
    strong = [
        other for other in others if other.level in _STRONG and other.user_id is None and other.name
    ]
    found = {
        "games": 1,
        "phases": seat.phases,
        "hands_won": seat.hands_won if game_type_for(game.edition).has_hands else 0,
        "company": people >= 3,  # of the rules at this revision
        "ten_phases": not seat.has_left and seat.phases == phases >= 10,
        "flawless": phases >= 5 and set(seat.tries.split()) == {"1/1"},
        "wins": seat.place == 1,
        "beat_hard": seat.place == 1 and any(other.place > 1 for other in strong),
    }
    feats.update({name: int(count) for name, count in found.items()})
    return feats
