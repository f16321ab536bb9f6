"""The tables of the database, as SQLAlchemy Core knows them; the migrations build the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    func,
    null,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

RUNNING = "running"
FINISHED = "finished"
ABANDONED = "abandoned"
QUARANTINED = "aside"
"""Of a game that could not be restored when a new one began in its channel; it has no result."""
ONE_A_CHANNEL = "ix_games_one_a_channel"
ONE_A_PERSON = "ix_games_one_a_person"
_ON = text(f"status = '{RUNNING}'")
_ON_BOARD = text("people_mu_after IS NOT NULL")
_ON_PRIVATE = text(f"status = '{RUNNING}' AND channel_id < 0")

# Named constraints, so that later migrations can drop them on every database.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _numbers(*names: str) -> list[Column[int]]:
    return [Column(name, Integer, nullable=False) for name in names]


# One row a game. `header` (first line of the record) changes only with the names in it, `secret`
# (hex) never, so they stand apart from `snapshot`, which is written with every action: with the
# event lines they are enough to rebuild a game whose snapshot is damaged. `events` counts the event
# lines, `hand_from` is the number of the newest `deal` line.
games = Table(
    "games",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("edition", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("started_at", Double, nullable=False),
    Column("ended_at", Double),
    *_numbers("version", "events", "hand_from"),
    Column("header", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("seating", Text, nullable=False),
    Column("snapshot", Text, nullable=False),
    Index(None, "status", "started_at"),
    Index(
        ONE_A_CHANNEL, "guild_id", "channel_id", unique=True, sqlite_where=_ON, postgresql_where=_ON
    ),
    # A private table is one person's, wherever they begin.
    Index(
        ONE_A_PERSON,
        "channel_id",
        unique=True,
        sqlite_where=_ON_PRIVATE,
        postgresql_where=_ON_PRIVATE,
    ),
)

# People who sit or sat in a game, or are its host.
game_seats = Table(
    "game_seats",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", ForeignKey(games.c.game_id, ondelete="CASCADE"), primary_key=True),
    Index(None, "game_id"),
)

# The last turn notice of a game, until its turn has passed. `turn` is the table's `turn_from`.
turn_notices = Table(
    "turn_notices",
    metadata,
    Column("game_id", ForeignKey(games.c.game_id, ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("dm_id", BigInteger),
    Column("message_id", BigInteger),
    Index(None, "user_id"),
)

# Finished games whose end their channel does not show yet.
unshown_ends = Table(
    "unshown_ends",
    metadata,
    Column("game_id", ForeignKey(games.c.game_id, ondelete="CASCADE"), primary_key=True),
)

# The record: one row a line, numbered from 0 without gaps, the header line not counted; `kind` is
# the line's type.
game_events = Table(
    "game_events",
    metadata,
    Column("game_id", ForeignKey(games.c.game_id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("line", Text, nullable=False),
)

lobbies = Table(
    "lobbies",
    metadata,
    Column("lobby_id", String(64), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("turn_limit", Integer),
    Column("locale", String(16), nullable=False),
    Column("touched_at", Double, nullable=False),
    Column("message_id", BigInteger),
    Column("rules", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("take_back", Boolean),
    Column("guests", Text, nullable=False),
    Column("begins_at", Double),
    Column("call_at", Double),
    Column("ended", String(16)),
)

# Preferences of servers and people, each as a JSON object: a new one does not change the schema.
server_preferences = Table(
    "server_choices",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choices", Text, nullable=False),
)
personal_preferences = Table(
    "personal_choices",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choices", Text, nullable=False),
)

# ── cups ──────────────────────────────────────────────────────────────────────────────────────

# One row a cup. `header` is its first line; `events` counts the lines of `cup_events`, which are
# numbered from 0. `due` is when the cup or its next round begins by itself. `shown` is how many
# events the message shows. Cups that follow each other by themselves share a `series`, the id of
# the first; `next_at` is when the one after this begins, missing where none follows.
cups = Table(
    "cups",
    metadata,
    Column("cup_id", String(64), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger),
    Column("locale", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("header", Text, nullable=False),
    *_numbers("events", "shown"),
    Column("due", Double),
    Column("cancelling", Boolean, nullable=False),
    Column("message_id", BigInteger),
    Column("ended_at", Double),
    Column("series", String(64)),
    Column("next_at", Double),
    Index(None, "guild_id", "ended_at"),
    Index(None, "status"),
)
cup_events = Table(
    "cup_events",
    metadata,
    Column("cup_id", ForeignKey(cups.c.cup_id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)

# People who take part or did, or opened the cup.
cup_people = Table(
    "cup_people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("cup_id", ForeignKey(cups.c.cup_id, ondelete="CASCADE"), primary_key=True),
    Index(None, "cup_id"),
)

# The games of a cup, by round and table (both from 0), and their threads.
cup_tables = Table(
    "cup_tables",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("cup_id", ForeignKey(cups.c.cup_id, ondelete="CASCADE"), nullable=False),
    *_numbers("round", "place"),
    Column("channel_id", BigInteger),
    Index("ix_cup_tables_place", "cup_id", "round", "place", unique=True),
)

# ── score sheets ──────────────────────────────────────────────────────────────────────────────

# One row a sheet; `content` is its :class:`bot.sheets.sheet.Sheet` as JSON. `ended_at` is 0 where
# no hand is complete.
sheets = Table(
    "sheets",
    metadata,
    Column("sheet_id", String(64), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("touched_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("content", Text, nullable=False),
    Index(None, "ended_at", "channel_id"),
    Index(None, "ended_at", "touched_at"),
)

# The host and the members of a sheet.
sheet_people = Table(
    "sheet_people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("sheet_id", ForeignKey(sheets.c.sheet_id, ondelete="CASCADE"), primary_key=True),
    Index(None, "sheet_id"),
)

# ── results ───────────────────────────────────────────────────────────────────────────────────
# Results are facts, from which figures are computed by queries; ratings follow from them and are
# stored in the transaction that adds a result. A person who was forgotten has no user_id and an
# empty name in result_seats, and no row in ratings.

# One row a server. `newest` is the number given last to a result (numbers may have gaps). Every
# transaction that changes a server's results, or what follows from them, first updates this row,
# which makes others wait.
server_results = Table(
    "server_results",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("newest", BigInteger, nullable=False),
)

# One row a game that is over, numbered in the order they were stored. `notations` are the phases of
# its rules, separated by blanks.
results = Table(
    "results",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("edition", String(64), nullable=False),
    Column("variation", Text, nullable=False),
    Column("notations", Text, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("ended_at", Double, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("abandoned", Boolean, nullable=False),
    Index("ix_results_number", "guild_id", "number", unique=True),
    Index("ix_results_ended_at", "guild_id", "ended_at", "number"),
)

_SKILLS = [
    f"{kind}_{number}_{when}"
    for kind in ("people", "computers")
    for when in ("before", "after")
    for number in ("mu", "sigma")
]

# One row a seat. `month` is that of the game's end (see bot.results.standings), `level` a computer
# player's; `tries` is "tried/completed" for each of the game's phases, separated by blanks; `feats`
# are counts by name, missing where the game does not count for the seat; the ratings over all
# editions are missing where nothing was rated.
result_seats = Table(
    "result_seats",
    metadata,
    Column("game_id", ForeignKey(results.c.game_id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("ended_at", Double, nullable=False),
    Column("month", Integer, nullable=False),
    Column("edition", String(64), nullable=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("level", String(16)),
    Column("has_left", Boolean, nullable=False),
    *_numbers("place", "total", "hands_won", "hands", "phases"),
    Column("tries", Text, nullable=False),
    Column("feats", JSON(none_as_null=True)),
    *(Column(name, Double) for name in _SKILLS),
    Index("ix_result_seats_of_person", "user_id", "guild_id", "ended_at", "number"),
    # All that a leaderboard reads: of all months, and of one.
    *(
        Index(
            f"ix_result_seats_of_{name}",
            *("guild_id", *first, "user_id", "edition", "place", "hands", "total", "phases"),
            "people_mu_after",
            sqlite_where=_ON_BOARD,
            postgresql_where=_ON_BOARD,
        )
        for name, first in (("board", ()), ("month", ("month",)))
    ),
)


def _of_member(name: str, *columns: Column[Any] | Index) -> Table:
    """A table of what is known of each member of a server."""
    return Table(
        name,
        metadata,
        Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
        Column("user_id", BigInteger, primary_key=True, autoincrement=False),
        *columns,
    )


# The newest ratings. `kind` is "people" or "computers"; `edition` one edition, or that which stands
# for all of a game ("" for the card game); `period` that of all games or a month.
ratings = _of_member(
    "ratings",
    Column("period", Integer, primary_key=True, autoincrement=False),
    Column("edition", String(64), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index(None, "user_id"),
)

# The names of members when they last clicked, when they turned out to have left, whether a
# moderator hides them from boards, and the role that they were given as champions. Many members
# have no row.
members = _of_member(
    "members",
    Column("name", Text),
    Column("gone_at", Double),
    Column("hidden", Boolean, nullable=False),
    Column("role_id", BigInteger),
    Index(None, "user_id"),
)

# Announcements in a server, such as "season 2026-10", and their messages if they are known.
announced = Table(
    "announced",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", String(64), primary_key=True),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
)

# Messages of the bot that could not be deleted yet.
undeleted_messages = Table(
    "undeleted_messages",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
)

# Each renews its row as long as it runs. `shard_ids` are like "0,1", `place` is for people.
processes = Table(
    "processes",
    metadata,
    Column("process_id", String(32), primary_key=True),
    Column("place", String(256), nullable=False),
    Column("shard_count", Integer, nullable=False),
    Column("shard_ids", Text, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("renewed_at", Double, nullable=False),
)

# ── daily hands ───────────────────────────────────────────────────────────────────────────────
# Dates are texts such as "2026-11-23", in UTC.

# Random keys of this installation, which never change: hex texts by what they are for.
installation_keys = Table(
    "installation_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("key", String(64), nullable=False),
)

# One row a date, never changed: which of its secrets counts, and par.
daily_days = Table(
    "daily_days",
    metadata,
    Column("date", String(10), primary_key=True),
    *_numbers("counter", "par"),
)

daily_attempts = Table(
    "daily_attempts",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("date", String(10), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("snapshot", Text, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("done_at", Double),
    Column("turns", Integer),
    Column("points", Integer),
)

# The servers whose boards show an attempt, the name there, and whether it was shared there.
daily_boards = _of_member(
    "daily_boards",
    Column("date", String(10), primary_key=True),
    Column("name", Text, nullable=False),
    Column("shared", Boolean, nullable=False),
    Index(None, "guild_id", "date"),
    Index(None, "user_id"),
)

# The first game of each person in the challenge of a week, which is named by its Monday, and the
# server whose board shows it (0: none), under which name.
challenge_games = Table(
    "challenge_games",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("week", String(10), primary_key=True),
    Column("game_id", String(64), nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Index(None, "guild_id", "week"),
)

# Keyed hashes of people who were deleted, until the attempts of these dates are closed.
daily_blocks = Table(
    "daily_blocks",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("person", String(64), primary_key=True),
)


# ── parts of statements that several topics share ─────────────────────────────────────────────────

Row = Mapping[str, Any]  # columns by name
ChangedColumns = Callable[[Table, Any], Row]
"""The changed columns of a stored row, from its table and the row that was to be inserted."""
LONGEST_PAGE = 50
_LAST_ROW = 2**31 - 1 - LONGEST_PAGE


def page_bounds(offset: int, limit: int) -> tuple[int, int]:
    """The offset and the limit of a page, both within what a database accepts."""
    return max(0, min(offset, _LAST_ROW)), max(1, min(limit, LONGEST_PAGE))


def newest_name(guild_id: int, user_id: ColumnElement[Any]) -> ColumnElement[str]:
    """The name of a person at their last click in a server, else in their newest game there."""
    seats = result_seats.alias("named")
    in_game = (
        select(seats.c.name)
        .where(
            seats.c.user_id == user_id, seats.c.guild_id == guild_id, seats.c.feats.is_not(null())
        )
        .order_by(seats.c.ended_at.desc(), seats.c.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    return func.coalesce(present_name(guild_id, user_id), in_game).label("name")


def present_name(guild_id: int, user_id: ColumnElement[Any]) -> ColumnElement[str]:
    """The name of a person at their last click in a server, if it is known."""
    of_member = members.c.guild_id == guild_id, members.c.user_id == user_id
    return select(members.c.name).where(*of_member).scalar_subquery()


def insert_into(connection: Connection, table: Table) -> Any:  # noqa: ANN401  # of either dialect
    """An INSERT that knows ``ON CONFLICT``."""
    of_dialect = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    return of_dialect(table)


def insert_new(connection: Connection, table: Table, row: Row) -> bool:
    """Insert a row unless its key exists; return whether it was inserted."""
    new = insert_into(connection, table).values(row)
    return bool(connection.execute(new.on_conflict_do_nothing()).rowcount)


def replaced(table: Table, new: Any) -> Row:  # noqa: ANN401  # the columns of a row
    return {column.name: new[column.name] for column in table.c if not column.primary_key}


def upsert(
    connection: Connection, table: Table, rows: Iterable[Row], changes: ChangedColumns = replaced
) -> None:
    """Insert rows one after another, or change the stored row where the key exists."""
    values = list(rows)
    if values:
        new = insert_into(connection, table)
        changed = changes(table, new.excluded)
        keys = list(table.primary_key)
        connection.execute(new.on_conflict_do_update(index_elements=keys, set_=changed), values)
