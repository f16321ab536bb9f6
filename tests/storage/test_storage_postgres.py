"""What only a PostgreSQL server can do: refuse, restart, and go silent at the wrong moment."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from databases import own_database, own_schema, raw
from kit import coded
from patience import PATIENCE
from postgres_server import Server
from proxy import Proxy, through
from stored import fresh, keep, played
from writes import MOVES, NEXT, commit, under_way

from bot.cli.output import explain_database
from bot.preferences import ServerPreferences
from bot.seating import Change, LiveGame
from bot.storage.database import Database
from bot.storage.errors import ChannelTakenError, DatabaseUnusableError, StoreError
from bot.storage.games import begin, channels_in_use, finished_record, open_games
from bot.storage.opening import examine_database, open_database
from bot.storage.postgres import without_password
from bot.storage.preferences import load_preferences, put_preferences


@pytest.fixture
async def served(schema: str) -> AsyncIterator[Database]:
    store = await open_database(schema, busy_timeout=PATIENCE)
    yield store
    await store.close()


async def refusal(url: str) -> DatabaseUnusableError:
    with pytest.raises(DatabaseUnusableError) as caught:
        await open_database(url, busy_timeout=0)
    return caught.value


def told(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)) + repr(vars(error))


async def test_a_wrong_password_is_told_and_not_shown(postgres: str) -> None:
    user, _, rest = postgres.partition("@")
    error = await refusal(f"{user}hunter2@{rest}")
    assert error.code == "not_let_in"
    assert "password" in error.detail
    assert "hunter2" not in told(error)
    assert user.rpartition(":")[2] not in told(error)


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("127.0.0.1:1/games?sslmode=disable", "unreachable"),
        ("127.0.0.1/games?sslmode=perhaps", "bad_setting"),
        ("127.0.0.1/games?sslmode=verify-ca&sslrootcert=/nowhere/ca.pem", "bad_setting"),
        ("127.0.0.1:1/games?connect_timeout=x", "bad_url"),
        ("127.0.0.1:1/games?sslmode", "bad_url"),
        ("127.0.0.1:1/games?sslmode=", "bad_url"),
        ("127.0.0.1:1/games#x", "bad_url"),
        ("127.0.0.1:54x/games", "bad_url"),
        ("127.0.0.1:99999/games", "bad_url"),
        ("there-is-no-such-host.invalid/games", "unreachable"),
    ],
)
async def test_a_server_that_cannot_be_reached_is_told(where: str, code: str) -> None:
    error = await refusal(f"postgresql://me:hunter2@{where}")
    assert error.code == code
    assert str(error.path) == f"postgresql://me@{where.partition('?')[0]}"
    assert "hunter2" not in told(error)
    assert "ValueError" not in explain_database(error)
    assert ("the host there-is-no-such-host.invalid cannot be found" in error.detail) == (
        ".invalid" in where
    )
    assert ("sslrootcert=/nowhere/ca.pem" in error.detail) == ("/ca.pem" in where)


async def test_a_host_among_the_parameters_is_shown() -> None:
    socket = "host=/nowhere&port=8804"
    error = await refusal(f"postgresql://me:hunter2@/games?{socket}&password=hunter2")
    assert (error.code, error.path) == ("unreachable", f"postgresql://me@/games?{socket}")
    assert without_password("postgresql://me:p@?host=hunter2@h/games") == "postgresql://…"


@pytest.mark.parametrize("sign", "#?")
async def test_a_password_with_a_sign_that_would_end_it_is_not_shown(sign: str) -> None:
    error = await refusal(f"postgresql://me:hunter2{sign}@127.0.0.1/games")
    assert error.code == "bad_url"
    assert "hunter2" not in told(error)


@pytest.mark.parametrize("rest", ["hunter2/games", "hunter2", "p@hunter2/x@h.invalid/games"])
async def test_a_part_of_a_password_is_taken_for_no_host_or_port(rest: str) -> None:
    error = await refusal(f"postgresql://me:{rest}")
    assert error.code in {"bad_url", "unreachable"}
    assert "%40" in error.detail
    assert "hunter2" not in told(error)


async def test_parameters_are_accepted_that_ask_for_nothing_special(schema: str) -> None:
    for value in ("disable", "prefer"):
        url = f"{schema}&gssencmode={value}&channel_binding={value}&connect_timeout=5"
        await (await open_database(url)).close()
    for setting, detail in (
        ("gssencmode=require", "gssencmode=require"),
        ("channel_binding=require", "channel_binding=require"),
        ("foo=bar", 'unrecognized configuration parameter "foo"'),
        ("work_mem=1", "outside the valid range"),
        ("sslmode=verify-full", "/.postgresql/root.crt"),
    ):
        error = await refusal(f"{schema}&{setting}")
        assert error.code == "bad_setting"
        assert detail in error.detail
        assert str(error.path) == without_password(schema)
    assert (await refusal(f"{schema}&sslmode=require")).code == "no_tls"
    no_schema = await refusal(f"{schema}&search_path=nowhere")
    assert (no_schema.code, no_schema.detail[:9]) == ("no_such_database", "no schema")
    nowhere = await refusal(f"{schema.rpartition('/')[0]}/nowhere")
    assert nowhere.code == "no_such_database"


async def test_a_database_that_holds_no_unicode_is_refused(postgres: str) -> None:
    with own_database(postgres, "ENCODING 'LATIN1' TEMPLATE template0") as url:
        assert (await refusal(url)).code == "not_unicode"
        with coded(DatabaseUnusableError, "not_unicode"):
            await examine_database(url, channels_in_use)


async def test_a_user_that_may_make_no_tables_is_told(postgres: str, empty_schema: str) -> None:
    with raw(own_schema(postgres)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with raw(postgres) as connection:
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN PASSWORD 'hunter2'")
        name = empty_schema.rpartition("=")[2]
        connection.execute(f"GRANT USAGE ON SCHEMA {name} TO guest")
    host = empty_schema.partition("@")[2]
    assert (await refusal(f"postgresql://guest:hunter2@{host}")).code == "no_right"
    assert (await refusal(f"postgresql://guest@{host}")).code == "no_password"
    with raw(postgres) as connection:
        connection.execute("DROP OWNED BY guest")
        connection.execute("DROP ROLE guest")
    # Tables in other schemas are no trouble.
    await (await open_database(empty_schema)).close()


async def test_a_locked_row_is_told_and_not_waited_for_long(schema: str) -> None:
    store = await open_database(schema, busy_timeout=0)
    await under_way(store)
    with raw(schema) as other:
        other.execute("SELECT 1 FROM games FOR UPDATE")
        with coded(StoreError, "locked"):
            await commit(store)
    await commit(store)
    await store.close()


async def test_what_passes_is_tried_again_and_nothing_else(served: Database, schema: str) -> None:
    await under_way(served)
    with raw(schema) as connection:
        connection.execute("CREATE SEQUENCE tries")
        connection.execute(
            "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " IF nextval('tries') < 3 THEN"
            " RAISE EXCEPTION 'no' USING ERRCODE = 'serialization_failure'; END IF;"
            " RETURN NEW; END $$"
        )
        trigger = "CREATE TRIGGER note BEFORE INSERT OR UPDATE ON games"
        connection.execute(f"{trigger} FOR EACH ROW EXECUTE FUNCTION note()")
    await commit(served)
    (saved,) = await open_games(served)
    assert saved.state == NEXT.state
    table = replace(saved.table, game_id="second")
    with pytest.raises(ChannelTakenError):
        await served.write(begin, Change(LiveGame(table, fresh("second")), ()))
    there_already = Change(LiveGame(replace(saved.table, channel_id=7), fresh("g")), ())
    with coded(StoreError, "exists"):
        await served.write(begin, there_already)
    # Once more, since the row may have come meanwhile; not until the patience ends.
    with raw(schema) as connection:
        assert connection.execute("SELECT last_value FROM tries").fetchone() == (5,)


async def test_two_that_replace_the_same_row_at_once_both_do(schema: str) -> None:
    stores = [await open_database(schema) for _ in range(2)]
    chosen = [ServerPreferences(theme=theme) for theme in ("high-contrast", "colour-blind")]
    for _ in range(10):
        puts = (s.write(put_preferences, 1, c) for s, c in zip(stores, chosen, strict=True))
        await asyncio.gather(*puts)
        assert await stores[0].read(load_preferences, ServerPreferences, 1) in chosen
    for store in stores:
        await store.close()


async def test_a_restart_of_the_server_is_told_or_waited_for(own_server: Server) -> None:
    url = own_schema(own_server.url)
    hasty = await open_database(url, busy_timeout=0)
    patient = await open_database(url, busy_timeout=PATIENCE)
    await under_way(patient)
    await open_games(hasty)
    # Like a crash.
    own_server.stop("immediate")
    for call in (
        commit(hasty),
        open_games(hasty),
        hasty.read(load_preferences, ServerPreferences, 1),
    ):
        with coded(StoreError, "unreachable"):
            await call
    writing, reading, opening = (
        asyncio.ensure_future(commit(patient)),
        asyncio.ensure_future(patient.read(finished_record, "g")),
        asyncio.ensure_future(open_database(url, busy_timeout=PATIENCE)),
    )
    await asyncio.to_thread(own_server.start)
    await writing
    assert await reading is None
    for store in (hasty, await opening):
        (saved,) = await open_games(store)
        assert saved.state == NEXT.state
        await store.close()
    await patient.close()


def terminate_waiting(schema: str) -> bool:
    """End the connections that wait for a row; False when none does."""
    with raw(schema) as connection:
        found = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE games%'"
        )
        return bool(found.fetchall())


async def test_a_connection_that_dies_midway_costs_nothing(served: Database, schema: str) -> None:
    await under_way(served)
    with raw(schema) as other:
        other.execute("SELECT 1 FROM games FOR UPDATE")
        writing = asyncio.ensure_future(commit(served))
        while not terminate_waiting(schema):  # noqa: ASYNC110  # another process gets there
            await asyncio.sleep(0)
    await writing
    await commit(served, MOVES[11])
    (saved,) = await open_games(served)
    assert saved.state == MOVES[11].state


@pytest.fixture
async def proxy(schema: str) -> AsyncIterator[Proxy]:
    async with through(schema) as made:
        yield made


async def test_a_commit_without_an_answer_is_neither_lost_nor_done_twice(
    proxy: Proxy, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_database(proxy.url, busy_timeout=PATIENCE)
    await under_way(store)
    caplog.set_level(logging.WARNING)
    for move, arrives, said in ((NEXT, True, "committed"), (MOVES[11], False, "aborted")):
        proxy.cut_commit(arrives=arrives)
        await commit(store, move)
        assert said in caplog.text
    (saved,) = await open_games(store)
    assert saved.state == MOVES[11].state
    assert saved.recent == tuple(event for move in MOVES for event in move.events)
    await store.close()


async def test_a_commit_that_nobody_can_tell_about_is_called_unknown(proxy: Proxy) -> None:
    store = await open_database(proxy.url, busy_timeout=0)
    await under_way(store)
    proxy.cut_commit(arrives=True, for_good=True)
    with coded(StoreError, "unknown"):
        await commit(store)
    await store.close()


async def test_a_hundred_writers_share_the_connections(served: Database) -> None:
    starts = [fresh(f"g{number}") for number in range(100)]
    await asyncio.gather(*(keep(served, start, played(start, 5)) for start in starts))
    saved = {game.table.game_id: game.state for game in await open_games(served)}
    assert saved == {each.game.game_id: played(each, 5)[-1].state for each in starts}
