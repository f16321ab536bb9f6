"""Damaged rows: what can be rebuilt is, the rest is left out alone; no card comes into a log."""

from __future__ import annotations

import json
import logging

import pytest
from databases import Where, content, raw
from stored import fresh, keep, lobby, played

from bot.cards.state import SNAPSHOTS
from bot.core.states import Transition
from bot.storage.database import Database
from bot.storage.games import open_games, open_lobbies, put_lobby


def set_column(where: Where, column: str, value: object) -> None:
    with raw(where) as connection:
        connection.execute(f"UPDATE games SET {column} = ? WHERE game_id = 'g'", (value,))  # noqa: S608


async def two_games(store: Database) -> list[Transition]:
    moves = played(fresh("g"), 260)
    await keep(store, fresh("g"), moves)
    await keep(store, fresh("h"), played(fresh("h"), 5))
    return moves


async def test_a_game_with_a_damaged_snapshot_is_rebuilt_from_its_record(
    store: Database, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    moves = await two_games(store)
    whole = await open_games(store)
    for damage in ("", "{}", '{"format":1', SNAPSHOTS.dumps(moves[-2].state)):
        caplog.clear()
        set_column(where, "snapshot", damage)
        assert await open_games(store) == whole
        assert "game g was rebuilt" in caplog.text
    set_column(where, "snapshot", SNAPSHOTS.dumps(moves[-1].state))
    with raw(where) as connection:
        connection.execute("UPDATE game_events SET line = '{}' WHERE game_id = 'g'")
    saved = {game.table.game_id: game for game in await open_games(store)}
    assert (saved["g"].state, saved["g"].recent) == (moves[-1].state, ())
    assert "an event line is damaged" in caplog.text


async def test_a_game_that_cannot_be_rebuilt_is_left_out_alone_and_kept(
    store: Database, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    await two_games(store)
    with raw(where) as glance:
        columns = "header, secret, seating, version"
        query = f"SELECT {columns} FROM games WHERE game_id = 'g'"  # noqa: S608
        whole = dict(zip(columns.split(", "), glance.execute(query).fetchone(), strict=True))
    damages: list[tuple[str, object]] = [("header", "{}"), ("header", "no JSON"), ("version", 999)]
    damages += [("secret", "00" * 32), ("secret", "xyz")]
    damages += [("seating", '{"game_id":"g"}'), ("seating", "")]
    for column, value in damages:
        set_column(where, column, value)
        await only_h(store, where, caplog)
        set_column(where, column, whole[column])
    assert len(await open_games(store)) == 2
    set_column(where, "snapshot", "")
    for damage in (
        "UPDATE game_events SET line = '{' WHERE game_id = 'g' AND seq = 4",
        """UPDATE game_events SET line = '{"type":"draw"}' WHERE game_id = 'g' AND seq = 4""",
        "DELETE FROM game_events WHERE game_id = 'g' AND seq > 4",
    ):
        with raw(where) as glance:
            glance.execute(damage)
        await only_h(store, where, caplog)


async def only_h(store: Database, where: Where, caplog: pytest.LogCaptureFixture) -> None:
    """Game g is left out, told as lost, and kept."""
    caplog.clear()
    before = content(where)
    assert [game.table.game_id for game in await open_games(store)] == ["h"]
    assert content(where) == before
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage()[:14] for record in errors] == ["game g is lost"]


async def test_no_hidden_card_comes_into_the_log(
    store: Database, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    moves = await two_games(store)
    set_column(where, "snapshot", "{}")
    with raw(where) as connection:
        connection.execute("UPDATE game_events SET line = replace(line, 'draw_pile', 'x')")
    await open_games(store)
    state = moves[-1].state
    for hidden in (state.seats[0].hand, state.draw_pile[-5:]):
        codes = [card.code for card in hidden]
        assert " ".join(codes) not in caplog.text
        assert json.dumps(codes, separators=(",", ":"))[1:-1] not in caplog.text
    assert state.game.chance.secret.hex() not in caplog.text


async def test_a_damaged_lobby_is_left_out_alone(
    store: Database, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    for lobby_id in ("rules", "seats", "whole"):
        await store.write(put_lobby, lobby(lobby_id))
    with raw(where) as connection:
        connection.execute("UPDATE lobbies SET rules = '[1]' WHERE lobby_id = 'rules'")
        connection.execute("UPDATE lobbies SET seats = '[1]' WHERE lobby_id = 'seats'")
    assert await store.read(open_lobbies) == [lobby("whole")]
    assert all(f"lobby {name} is damaged" in caplog.text for name in ("rules", "seats"))
    assert len(content(where)["lobbies"]) == 3
