"""Every way to write to the store, and how a database is made to refuse one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from databases import Glance, Where
from stored import AT, fresh, keep, lobby, moved, played, seated

from bot.core.states import Transition
from bot.seating import Change, LiveGame
from bot.storage import games, results
from bot.storage.database import Database

Write = Callable[[Database], Awaitable[None]]
MOVES = played(fresh(), 12)
NEXT = MOVES[10]


async def under_way(store: Database) -> None:
    await keep(store, fresh(), MOVES[:10])
    await store.write(games.put_lobby, lobby("l", 1.0))
    await store.write(games.put_lobby, lobby("new", 1.0))


def commit(store: Database, move: Transition = NEXT) -> Awaitable[None]:
    change = Change(LiveGame(moved(seated(fresh())), move.state), move.events)
    return store.write(results.commit, change, move.state.version - 1, AT)


def begin(store: Database) -> Awaitable[None]:
    events = tuple(event for move in MOVES for event in move.events)
    return store.write(games.begin, Change(LiveGame(seated(fresh("new")), fresh("new")), events))


# Each with the statement in it that is to be refused.
WRITES: dict[str, tuple[Write, str]] = {
    "commit, game's row": (commit, "UPDATE ON games"),
    "commit, event line": (commit, "INSERT ON game_events"),
    "begin, game's row": (begin, "INSERT ON games"),
    "begin, last event line": (begin, "INSERT ON game_events WHEN (NEW.seq > 5)"),
    "begin, lobby": (begin, "DELETE ON lobbies"),
    "put_table": (
        lambda store: store.write(games.put_table, moved(seated(fresh())), MOVES[9].state.version),
        "UPDATE ON games",
    ),
    "put_lobby": (lambda store: store.write(games.put_lobby, lobby("l", 2.0)), "INSERT ON lobbies"),
    "drop_lobby": (lambda store: store.write(games.drop_lobby, "l"), "DELETE ON lobbies"),
}


def refuse(where: Where, connection: Glance, when: str, kind: str = "ABORT") -> None:
    """Have the database refuse a statement; ``kind`` is what SQLite then does."""
    if isinstance(where, Path):
        body = f"BEGIN SELECT RAISE({kind}, 'no'); END"
        connection.execute(f"CREATE TRIGGER t AFTER {when} {body}")
    else:
        body = "BEGIN RAISE EXCEPTION 'no'; END"
        connection.execute(f"CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
        statement, _, condition = when.partition(" WHEN ")
        only = f"WHEN {condition}" if condition else ""
        after = f"AFTER {statement} FOR EACH ROW {only} EXECUTE FUNCTION no()"
        connection.execute(f"CREATE TRIGGER t {after}")


def allow(where: Where, connection: Glance) -> None:
    if isinstance(where, Path):
        connection.execute("DROP TRIGGER t")
    else:
        connection.execute("DROP FUNCTION no() CASCADE")
