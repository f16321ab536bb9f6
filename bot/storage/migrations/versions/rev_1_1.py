"""Version 1.1, from version 1.0.0."""

from __future__ import annotations

import json
import logging
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.game_types import game_type_for

revision = "1.1"
down_revision = "0017"
branch_labels = None
depends_on = None

_log = logging.getLogger("bot.storage.migrations")


def upgrade() -> None:
    """Run each part, in an order in which no row is changed that another part drops."""
    connection = op.get_bind()
    _drop_unread()
    _forget_choices(connection)
    _end_same_deals(connection)
    _change_lobbies(connection)
    _note_unplayed(connection)
    _move_private_results(connection)
    _change_results(connection)
    _add_tables()


# ── new and old tables and columns ────────────────────────────────────────────────────────────

# What is computed from the results, or belonged to what is gone.
_TABLES = (
    *("totals", "phase_totals", "rivals", "feat_totals", "achievements", "member_names"),
    *("seat_reviews", "champion_roles", "wipes"),
)
_COLUMNS = {
    "announced": ["claimed_at"],
    "daily_days": ["commitment"],
    "server_results": ["counting"],
    "cup_tables": ["withheld"],
}


def _drop_unread() -> None:
    for index in ("ix_result_seats_user_id", "ix_result_seats_uncounted"):
        op.drop_index(index, "result_seats")
    for table in _TABLES:
        op.drop_table(table)
    for table, names in _COLUMNS.items():
        for name in names:
            op.drop_column(table, name)
    # Of these it is not known whether they were sent.
    op.execute("DELETE FROM turn_notices WHERE message_id IS NULL")


def _add_tables() -> None:
    op.create_table(
        "sheets",
        sa.Column("sheet_id", sa.String(64), primary_key=True),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("touched_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("content", sa.Text, nullable=False),
    )
    for column in ("channel_id", "touched_at"):
        op.create_index(f"ix_sheets_ended_at_{column}", "sheets", ["ended_at", column])
    of_sheet = sa.ForeignKey("sheets.sheet_id", ondelete="CASCADE")
    op.create_table(
        "sheet_people",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("sheet_id", sa.String(64), of_sheet, primary_key=True),
    )
    op.create_index("ix_sheet_people_sheet_id", "sheet_people", ["sheet_id"])


# ── choices, lobbies and running games ────────────────────────────────────────────────────────

_UNREAD_CHOICES = {
    "server_choices": ("champion_role", "reactions"),
    "personal_choices": ("skill", "time_zone", "quiet_from", "quiet_until"),
}
_UNPLAYED = """
    UPDATE games SET seating = '{"played":false,' || substr(seating, 2)
    WHERE status = 'running' AND seating LIKE '{"%' AND NOT EXISTS (
        SELECT 1 FROM game_events WHERE game_events.game_id = games.game_id
        AND kind IN ('discard', 'save', 'hand_end', 'turn_end'))
"""


def _forget_choices(connection: sa.Connection) -> None:
    for name, unread in _UNREAD_CHOICES.items():
        key = "guild_id" if name == "server_choices" else "user_id"
        table = sa.table(name, sa.column(key), sa.column("choices"))
        for owner, choices in connection.execute(sa.select(table)).all():
            with suppress(ValueError, AttributeError):  # damaged ones are left as they are
                changed = sa.update(table).where(table.c[key] == owner)
                line = json.loads(choices)
                if name == "server_choices" and line.get("announcements"):
                    # Daily hands have a channel of their own now.
                    line["daily_posts"] = line["announcements"]
                connection.execute(changed.values(choices=_without(line, *unread)))


def _without(line: dict[str, Any], *names: str) -> str:
    kept = {name: value for name, value in line.items() if name not in names}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _change_lobbies(connection: sa.Connection) -> None:
    """Draw the secrets of open lobbies; nobody is invited, nor has chosen to take back."""
    op.add_column("lobbies", sa.Column("secret", sa.String(64)))
    op.add_column("lobbies", sa.Column("guests", sa.Text))
    op.execute("UPDATE lobbies SET guests = '[]'")
    lobbies = sa.table("lobbies", sa.column("lobby_id"), sa.column("secret"))
    for lobby_id in connection.scalars(sa.select(lobbies.c.lobby_id)).all():
        drawn = sa.update(lobbies).where(lobbies.c.lobby_id == lobby_id)
        connection.execute(drawn.values(secret=secrets.token_hex(32)))
    with op.batch_alter_table("lobbies") as table:
        table.alter_column("secret", existing_type=sa.String(64), nullable=False)
        table.alter_column("guests", existing_type=sa.Text, nullable=False)
    op.add_column("lobbies", sa.Column("take_back", sa.Boolean()))


def _note_unplayed(connection: sa.Connection) -> None:
    """Note in which running games no person has ended a turn, so that they leave no result."""
    connection.exec_driver_sql(_UNPLAYED)


# ── cups ──────────────────────────────────────────────────────────────────────────────────────

_cups = sa.table("cups", *map(sa.column, ("cup_id", "header", "status", "events")))
_events = sa.table("cup_events", *map(sa.column, ("cup_id", "seq", "line")))


def _end_same_deals(connection: sa.Connection) -> None:
    """Take the secrets out of cups, and end rounds that play the same deals.

    The records of their games are no longer held back; the next round has deals of its own.
    """
    for cup in connection.execute(sa.select(_cups)).all():
        header = json.loads(cup.header)
        if header["duplicate"] and cup.status == "playing":
            _let_time_be_up(connection, cup, header["round_time"])
        of_cup = sa.update(_cups).where(_cups.c.cup_id == cup.cup_id)
        connection.execute(of_cup.values(header=_without(header, "duplicate", "commitment")))
    for row in connection.execute(sa.select(_events)).all():
        line = json.loads(row.line)
        if line["type"] in {"round", "reveal", "cancel"}:
            of_row = _events.c.cup_id == row.cup_id, _events.c.seq == row.seq
            new = _without(line, "commitment", "secret")
            connection.execute(sa.update(_events).where(*of_row).values(line=new))
    op.drop_column("cups", "seed")
    op.drop_column("cups", "secret")


def _let_time_be_up(connection: sa.Connection, cup: sa.Row[Any], round_time: float) -> None:
    of_cup = sa.select(_events.c.line).where(_events.c.cup_id == cup.cup_id)
    lines = [json.loads(line) for line in connection.scalars(of_cup.order_by(_events.c.seq))]
    begun = max(number for number, line in enumerate(lines) if line["type"] == "round")
    if any(line["type"] == "time_up" for line in lines[begun:]):
        return
    # The rules of cups ask for this time.
    up = _without({"type": "time_up", "at": lines[begun]["at"] + round_time})
    new = {"cup_id": cup.cup_id, "seq": cup.events, "line": up}
    connection.execute(sa.insert(_events).values(new))
    counted = sa.update(_cups).where(_cups.c.cup_id == cup.cup_id)
    connection.execute(counted.values(events=cup.events + 1))


# ── results ───────────────────────────────────────────────────────────────────────────────────

_BATCH = 500
_LOGGED = 10_000
# The channel of a private table is its owner's id below zero, and 0 when the owner was deleted.
_PRIVATE = sa.text("""
    SELECT results.game_id, results.guild_id, games.channel_id FROM results
    JOIN games ON games.game_id = results.game_id
    WHERE games.channel_id <= 0 AND results.guild_id > 0
    ORDER BY results.ended_at, results.guild_id, results.number
""")
_MOVE = (
    "UPDATE result_seats SET guild_id = :board, number = :newest WHERE game_id = :game",
    "UPDATE results SET guild_id = :board, number = :newest WHERE game_id = :game",
    """
    INSERT INTO server_results (guild_id, newest) VALUES (:board, :newest)
    ON CONFLICT (guild_id) DO UPDATE SET newest = excluded.newest
    """,
)
_DELETE = (
    "DELETE FROM result_seats WHERE game_id = :game",
    "DELETE FROM results WHERE game_id = :game",
)
# Against computer players, the owner goes on from the ratings in the server of the newest game.
_RATINGS = """
    INSERT INTO ratings (guild_id, user_id, period, edition, kind, mu, sigma)
    SELECT CAST(:board AS BIGINT), user_id, period, edition, kind, mu, sigma FROM ratings
    WHERE guild_id = :server AND user_id = :owner AND kind = 'computers'
    ON CONFLICT (guild_id, user_id, period, edition, kind)
    DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma
"""


def _move_private_results(connection: sa.Connection) -> None:
    """Move results of private tables from the servers in which they were begun to their owners.

    What was rated stays as it was rated.
    """
    newest: defaultdict[int, int] = defaultdict(int)
    for board, number in connection.execute(sa.text("SELECT guild_id, newest FROM server_results")):
        newest[board] = number
    moved = []
    deleted = []
    servers = {}
    for game_id, server, board in connection.execute(_PRIVATE):
        newest[board] += 1
        if board:
            servers[board] = server
            moved.append({"game": game_id, "board": board, "newest": newest[board]})
        else:
            deleted.append({"game": game_id})
    rated = [
        {"board": board, "owner": -board, "server": server} for board, server in servers.items()
    ]
    for statements, rows in ((_MOVE, moved), (_DELETE, deleted), ((_RATINGS,), rated)):
        for statement in statements if rows else ():
            connection.execute(sa.text(statement), rows)


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
# Ratings before the game that only a recount read.
_UNREAD = [
    f"{when[0]}_{number}_{when[1]}"
    for when in (
        *(("people", "edition"), ("people", "season"), ("people", "season_edition")),
        ("computers", "edition"),
    )
    for number in ("mu", "sigma")
]


def _change_results(connection: sa.Connection) -> None:
    """Store with each seat all facts that statistics are computed from."""
    op.add_column("result_seats", sa.Column("month", sa.Integer))
    op.add_column("result_seats", sa.Column("edition", sa.String(64)))
    op.add_column("result_seats", sa.Column("costliest", sa.Text))
    _fill(connection)
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
    read = ["user_id", "edition", "place", "hands", "total", "phases", "people_mu_after"]
    for name, first in ("board", ["guild_id"]), ("month", ["guild_id", "month"]):
        op.create_index(
            f"ix_result_seats_of_{name}",
            "result_seats",
            [*first, *read],
            sqlite_where=_RATED,
            postgresql_where=_RATED,
        )
    for table in ("ratings", "daily_boards"):
        op.create_index(f"ix_{table}_user_id", table, ["user_id"])


def _fill(connection: sa.Connection) -> None:
    total = connection.scalar(sa.text("SELECT count(*) FROM results"))
    after = ""
    done = 0
    while games := connection.execute(_GAMES, {"after": after, "limit": _BATCH}).all():
        after = games[-1].game_id
        seats: defaultdict[str, list[Any]] = defaultdict(list)
        for seat in connection.execute(_SEATS, {"games": [game.game_id for game in games]}):
            seats[seat.game_id].append(seat)
        rows = [row for game in games for row in _filled(game, seats[game.game_id])]
        if rows:
            connection.execute(_FILL, rows)
        done += len(games)
        if done % _LOGGED == 0 or done == total:
            _log.info("upgraded %d of %d results", done, total)


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
    """What the game adds to the counts of the person in a seat, by the rules of 1.0.0."""
    stored = (feat.partition("=") for feat in ("" if seat.has_left else seat.feats or "").split())
    feats = Counter({name: int(count) for name, _, count in stored})
    phases = len(game.notations.split())
    people = sum(other.level is None for other in others)
    strong = [
        other
        for other in others
        if other.level in {"hard", "expert"} and other.user_id is None and other.name
    ]
    found = {
        "games": 1,
        "phases": seat.phases,
        "hands_won": seat.hands_won if game_type_for(game.edition).has_hands else 0,
        "company": people >= 3,
        "ten_phases": not seat.has_left and seat.phases == phases >= 10,
        "flawless": phases >= 5 and set(seat.tries.split()) == {"1/1"},
        "wins": seat.place == 1,
        "beat_hard": seat.place == 1 and any(other.place > 1 for other in strong),
    }
    feats.update({name: int(count) for name, count in found.items()})
    return feats
