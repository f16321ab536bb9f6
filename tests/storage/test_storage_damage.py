"""Damaged rows: what can be rebuilt is, the rest is left out alone; no card comes into a log."""

from __future__ import annotations

import json
import logging

import pytest
from databases import Where, content, raw
from stored import fresh, keep, lobby, played

from bot.games.states import Step
from bot.rules.state import SNAPSHOTS
from bot.storage.store import SqlStore


def set_column(where: Where, column: str, value: object) -> None:
    with raw(where) as connection:
        connection.execute(f"UPDATE games SET {column} = ? WHERE game_id = 'g'", (value,))  # noqa: S608


async def two_games(store: SqlStore) -> list[Step]:
    """Games g and h, both under way; the steps of g."""
    moves = played(fresh("g"), 260)
    await keep(store, fresh("g"), moves)
    await keep(store, fresh("h"), played(fresh("h"), 5))
    return moves


@pytest.mark.parametrize("damage", ["", "{}", '{"format":1'])
async def test_a_game_with_a_damaged_snapshot_is_rebuilt_from_its_record(
    store: SqlStore, where: Where, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    moves = await two_games(store)
    whole = {game.table.game_id: game for game in await store.open_games()}
    set_column(where, "snapshot", damage)
    saved = {game.table.game_id: game for game in await store.open_games()}
    assert saved == whole
    assert "game g was rebuilt" in caplog.text
    following = played(saved["g"].state, 300, seed=4)
    assert following[-1].state == played(moves[-1].state, 300, seed=4)[-1].state


async def test_a_snapshot_of_another_version_is_not_believed(store: SqlStore, where: Where) -> None:
    moves = await two_games(store)
    set_column(where, "snapshot", SNAPSHOTS.dumps(moves[-2].state))
    saved = {game.table.game_id: game for game in await store.open_games()}
    assert saved["g"].state == moves[-1].state


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("header", "{}"),
        ("header", "no JSON"),
        ("secret", "00" * 32),
        ("secret", "xyz"),
        ("seating", '{"game_id":"g"}'),
        ("seating", ""),
        ("version", 999),
    ],
)
async def test_a_game_that_cannot_be_rebuilt_is_left_out_alone_and_kept(
    store: SqlStore, where: Where, column: str, value: object, caplog: pytest.LogCaptureFixture
) -> None:
    await two_games(store)
    set_column(where, column, value)
    before = content(where)
    (saved,) = await store.open_games()
    assert saved.table.game_id == "h"
    assert content(where) == before
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage()[:14] for record in errors] == ["game g is lost"]


@pytest.mark.parametrize("line", ["{", '{"type":"draw"}', None])
async def test_a_damaged_snapshot_and_record_lose_one_game_only(
    store: SqlStore, where: Where, line: str | None
) -> None:
    await two_games(store)
    set_column(where, "snapshot", "")
    with raw(where) as connection:
        if line is None:
            connection.execute("DELETE FROM game_events WHERE game_id = 'g' AND seq > 4")
        else:
            connection.execute(
                "UPDATE game_events SET line = ? WHERE game_id = 'g' AND seq = 4", (line,)
            )
    assert [game.table.game_id for game in await store.open_games()] == ["h"]


async def test_a_damaged_line_costs_only_the_recent_events(
    store: SqlStore, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    moves = await two_games(store)
    with raw(where) as connection:
        connection.execute("UPDATE game_events SET line = '{}' WHERE game_id = 'g'")
    saved = {game.table.game_id: game for game in await store.open_games()}
    assert (saved["g"].state, saved["g"].recent) == (moves[-1].state, ())
    assert "an event line is damaged" in caplog.text


async def test_no_hidden_card_comes_into_the_log(
    store: SqlStore, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    moves = await two_games(store)
    set_column(where, "snapshot", "{}")
    with raw(where) as connection:
        connection.execute("UPDATE game_events SET line = replace(line, 'draw_pile', 'x')")
    await store.open_games()
    state = moves[-1].state
    for hidden in (state.seats[0].hand, state.draw_pile[-5:]):
        codes = [card.code for card in hidden]
        assert " ".join(codes) not in caplog.text
        assert json.dumps(codes, separators=(",", ":"))[1:-1] not in caplog.text
    assert state.game.chance.secret.hex() not in caplog.text


@pytest.mark.parametrize("column", ["rules", "seats"])
async def test_a_damaged_lobby_is_left_out_alone(
    store: SqlStore, where: Where, column: str, caplog: pytest.LogCaptureFixture
) -> None:
    await store.put_lobby(lobby("l"))
    await store.put_lobby(lobby("m"))
    with raw(where) as connection:
        connection.execute(f"UPDATE lobbies SET {column} = '[1]' WHERE lobby_id = 'l'")  # noqa: S608
    assert await store.open_lobbies() == [lobby("m")]
    assert "lobby l is damaged" in caplog.text
    assert len(content(where)["lobbies"]) == 2
