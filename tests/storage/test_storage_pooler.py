"""A bot whose PostgreSQL server is behind PgBouncer, which pools by session or by transaction."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pgbouncer
import pytest
from cli_kit import Run
from databases import raw
from kit import coded
from patience import PATIENCE
from pgbouncer import Pooler
from postgres_server import Server
from stored import fresh, keep, played
from writes import NEXT, commit, under_way

from bot.storage.backup import back_up, restore
from bot.storage.database import ConnectionQueue, NoConnectionError
from bot.storage.errors import DatabaseUnusableError, StoreError
from bot.storage.games import open_games
from bot.storage.opening import open_database


@pytest.fixture(scope="session")
def program() -> Path:
    found = pgbouncer.program()
    if found is None:
        pytest.skip("PgBouncer is not installed")
    return found


@pytest.fixture(params=["session", "transaction"])
def mode(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture
def pooler(program: Path, schema: str, mode: str) -> Iterator[Pooler]:
    with pgbouncer.running(program, schema, mode, connections=10) as running:
        yield running


@pytest.fixture
def single(program: Path, schema: str, mode: str) -> Iterator[Pooler]:
    with pgbouncer.running(program, schema, mode, connections=1) as running:
        yield running


async def play_at_once(url: str, games: int) -> None:
    starts = [fresh(f"g{number}") for number in range(games)]
    store = await open_database(url, busy_timeout=PATIENCE)
    await asyncio.gather(*(keep(store, start, played(start, 5)) for start in starts))
    saved = {game.table.game_id: game.state for game in await open_games(store)}
    assert saved == {each.game.game_id: played(each, 5)[-1].state for each in starts}
    await store.close()


async def test_many_games_at_once_are_played_behind_a_pooler(pooler: Pooler) -> None:
    await play_at_once(pooler.url, 20)


async def test_all_are_served_where_the_pooler_has_a_single_connection(single: Pooler) -> None:
    await play_at_once(single.url, 12)


async def test_two_bots_share_the_connections_of_a_pooler(pooler: Pooler) -> None:
    stores = [await open_database(pooler.url, busy_timeout=PATIENCE) for _ in range(2)]
    await under_way(stores[0])
    for _ in range(3):
        for games in await asyncio.gather(*(open_games(store) for store in [*stores] * 4)):
            assert [game.table.game_id for game in games] == ["g"]
    for store in stores:
        await store.close()


async def test_a_backup_is_made_and_put_back_behind_a_pooler(
    pooler: Pooler, empty_schema: str, tmp_path: Path
) -> None:
    store = await open_database(pooler.url)
    await under_way(store)
    await commit(store)
    await store.close()
    made = await back_up(pooler.url, tmp_path / "b.db")
    assert made.games == 1
    other = pooler.url.partition("?")[0] + "?" + empty_schema.partition("?")[2]
    assert (await restore(tmp_path / "b.db", other)).games == 1
    store = await open_database(other)
    (saved,) = await open_games(store)
    assert saved.state == NEXT.state
    await store.close()


def test_doctor_finds_what_the_start_finds(
    pooler: Pooler, phase10: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", pooler.url)
    assert "ok        database     can be written, revision" in phase10("doctor")[1]
    refused = f"{pooler.url}&statement_timeout=9000"
    with pytest.raises(DatabaseUnusableError) as caught:
        asyncio.run(open_database(refused, busy_timeout=0))
    assert caught.value.code == "bad_setting"
    monkeypatch.setenv("DATABASE_URL", refused)
    told = phase10("doctor")[1]
    assert (
        "asks for what is impossible here (unsupported startup parameter: statement_timeo" in told
    )


@pytest.mark.parametrize("mode", ["statement"])
async def test_a_pooler_without_transactions_is_refused(pooler: Pooler) -> None:
    with coded(DatabaseUnusableError, "no_transactions"):
        await open_database(pooler.url, busy_timeout=0)


@pytest.mark.parametrize("database", ["games = ", "* = "])
async def test_a_pooler_refuses_with_the_codes_of_a_server(
    program: Path, schema: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = pgbouncer.SETTINGS.replace("* = ", database)
    monkeypatch.setattr(pgbouncer, "SETTINGS", changed)
    with pgbouncer.running(program, schema, "transaction", connections=2) as running:
        parts = urlsplit(running.url)
        host = f"{parts.hostname}:{parts.port}"
        for who, code in (
            (f"{parts.username}:hunter2", "not_let_in"),
            ("nobody:hunter2", "not_let_in"),
            (f"{parts.username}", "no_password"),
            (f"{parts.username}:{parts.password}", "no_such_database"),
        ):
            with coded(DatabaseUnusableError, code):
                await open_database(f"postgresql://{who}@{host}/nowhere", busy_timeout=0)


async def test_a_server_that_is_down_behind_its_pooler_is_named(
    program: Path, own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pgbouncer.running(program, own_server.url, "transaction", connections=2) as pooler:
        await (await open_database(pooler.url, busy_timeout=PATIENCE)).close()
        own_server.stop()
        monkeypatch.setattr("bot.storage.postgres._CONNECT", 1)
        # PgBouncer may let the first one wait, and refuses the second one.
        for _ in range(2):
            with coded(DatabaseUnusableError, "unreachable") as caught:
                await open_database(pooler.url, busy_timeout=0)
            assert "the server" in caught.value.detail
            assert "operation" not in caught.value.detail
        await asyncio.to_thread(own_server.start)


@pytest.mark.parametrize("mode", ["transaction"])
async def test_the_start_waits_not_long_for_a_pooler_without_a_free_connection(
    single: Pooler, monkeypatch: pytest.MonkeyPatch
) -> None:
    with raw(single.url.partition("?")[0]):
        monkeypatch.setattr("bot.storage.postgres._CONNECT", 1)
        monkeypatch.setattr("bot.storage.database.SOON", 0.1)
        with coded(DatabaseUnusableError, "unreachable") as caught:
            await open_database(single.url, busy_timeout=0)
        assert caught.value.detail.startswith("no transaction began in time")


@pytest.mark.parametrize("mode", ["transaction"])
async def test_no_request_waits_for_a_pooler_that_does_not_answer(
    pooler: Pooler, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_database(pooler.url, busy_timeout=0)
    await open_games(store)
    with monkeypatch.context() as hasty:
        for module in ("database", "postgres"):
            hasty.setattr(f"bot.storage.{module}.SOON", 0.1)
        pooler.process.send_signal(signal.SIGSTOP)
        tries = (open_games(store) for _ in range(12))
        asked = await asyncio.gather(*tries, return_exceptions=True)
        codes = [error.code for error in asked if isinstance(error, StoreError)]
        assert len(codes) == len(asked)
        assert "unreachable" in codes
        assert {*codes} <= {"unreachable", "locked"}
        pooler.process.send_signal(signal.SIGCONT)
    assert await open_games(store) == []
    with monkeypatch.context() as hasty:
        hasty.setattr("bot.storage.postgres.SOON", 0.1)
        pooler.process.send_signal(signal.SIGSTOP)
        await store.close()


async def test_requests_wait_as_long_as_others_are_served() -> None:
    queue = ConnectionQueue(1)
    order: list[int] = []

    async def ask(number: int) -> None:
        async with queue.turn(until=0.0):
            await asyncio.sleep(0)
            order.append(number)

    await asyncio.gather(*map(ask, range(100)))
    assert order == list(range(100))


async def test_requests_are_refused_where_nobody_is_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.storage.database.SOON", 0.0)
    queue = ConnectionQueue(1)
    async with queue.turn(until=0.0):
        with coded(StoreError, "locked"):
            async with queue.turn(until=0.0):
                pass
    async with queue.turn(until=0.0):
        pass


async def test_fewer_connections_are_used_while_a_pooler_lacks_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.storage.database.SOON", 0.0)
    queue = ConnectionQueue(2)

    async def ask_in_vain(until: float) -> None:
        async with queue.turn(until):
            if until:
                # Somebody else is served meanwhile.
                async with queue.turn(0.0):
                    pass
            raise NoConnectionError

    # Where nobody is served, the server is gone, and fewer connections would not help.
    for until in (0.0, 1.0, 0.0):
        with pytest.raises(NoConnectionError):
            await ask_in_vain(until)
    async with queue.turn(0.0):
        with coded(StoreError, "locked"):
            async with queue.turn(0.0):
                pass
