"""The two ways into the database: transactions that write, and connections that only read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from databases import Where, content
from sqlalchemy import delete, func, insert, select
from stored import lobby

from bot.storage.database import Database
from bot.storage.errors import StoreError
from bot.storage.rows import lobby_row
from bot.storage.schema import game_events, lobbies
from bot.storage.writer import Step, prepare

ADD_LOBBY = prepare(insert(lobbies), *lobbies.c.keys())
ADD_LINE = prepare(insert(game_events), *game_events.c.keys())
COUNT = select(func.count()).select_from(lobbies)


@pytest.fixture
async def database(where: Where) -> AsyncIterator[Database]:
    opened = await Database.open(where, busy_timeout=0)
    yield opened
    await opened.close()


def adding(*lobby_ids: str) -> Step:
    return Step(ADD_LOBBY, [lobby_row(lobby(each)) for each in lobby_ids])


async def test_a_reader_sees_one_moment(database: Database) -> None:
    await database.transact([adding("a")])
    async with database.reading() as connection:
        assert await connection.scalar(COUNT) == 1
        await database.transact([adding("b", "c")])
        assert await connection.scalar(COUNT) == 1
    async with database.reading() as connection:
        assert await connection.scalar(COUNT) == 3


async def test_a_reader_cannot_write(database: Database, where: Where) -> None:
    await database.transact([adding("a")])
    with pytest.raises(StoreError) as caught:
        async with database.reading() as connection:
            await connection.execute(delete(lobbies))
    assert caught.value.code == "readonly"
    assert len(content(where)["lobbies"]) == 1


async def test_a_step_that_must_match_undoes_those_before_it(
    database: Database, where: Where
) -> None:
    gone = Step(prepare(delete(game_events)), [{}], must_match=True)
    assert not await database.transact([adding("a"), gone])
    assert content(where)["lobbies"] == []
    assert await database.transact([adding("a"), replace(gone, must_match=False)])
    assert len(content(where)["lobbies"]) == 1


async def test_a_line_belongs_to_a_game(database: Database, where: Where) -> None:
    stray = Step(ADD_LINE, [{"game_id": "nowhere", "seq": 0, "kind": "x", "line": "{}"}])
    with pytest.raises(StoreError):
        await database.transact([stray])
    assert content(where)["game_events"] == []


async def test_what_was_wrong_is_told_without_the_values(database: Database) -> None:
    with pytest.raises(StoreError) as caught:
        await database.transact([adding("secret", "secret")])
    assert caught.value.code == "exists"
    assert "secret" not in str(caught.value)
    with pytest.raises(StoreError) as caught:
        async with database.reading() as connection:
            await connection.execute(insert(lobbies), lobby_row(lobby("secret")))
    assert "secret" not in str(caught.value)
    assert "secret" not in str(caught.value.__cause__)
