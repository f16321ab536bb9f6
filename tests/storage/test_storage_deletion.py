"""Forgetting a person in the database, and telling them all that is stored about them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from databases import Where, content, migrated_file, raw
from people import (
    BEN,
    BEN_S,
    COMPUTER,
    ME,
    MY_GAMES,
    MY_SHEETS,
    NAME,
    OLD_NAME,
    OTHERS_GAME,
    everywhere,
    finished,
    sheet_of,
    started,
    table_of,
    traces,
    under_way,
    waiting,
    whom,
)
from sqlalchemy import Connection
from stored import AT, bytes_of, change

from bot.cards import record
from bot.cards.variations import Length
from bot.preferences import PersonalPreferences, ServerPreferences
from bot.results.past_games import PastGame
from bot.results.standings import BoardQuery
from bot.seating import NOBODY, LiveGame, private_channel
from bot.shards import ALL_SHARDS, Forgotten
from bot.sheets.seats import FORGOTTEN
from bot.sheets.sheet import SheetPlayer
from bot.storage import deletion, export
from bot.storage.boards import leaderboard
from bot.storage.database import Database
from bot.storage.errors import StoreError
from bot.storage.export import is_empty, personal_data
from bot.storage.games import (
    begin,
    finished_record,
    open_games,
    open_lobbies,
    pending_ends,
    put_lobby,
)
from bot.storage.notifications import put_announced
from bot.storage.opening import open_database
from bot.storage.preferences import load_preferences, put_preferences
from bot.storage.products import PRODUCTS
from bot.storage.schema import metadata
from bot.storage.sheets import add_sheet, stored_sheet
from bot.storage.stats import member, past_game

MOST = 1_000_000


def stored_record(where: Where, game_id: str) -> list[str]:
    with raw(where) as glance:
        header = glance.execute("SELECT header FROM games WHERE game_id = ?", [game_id]).fetchone()
        of_game = "SELECT line FROM game_events WHERE game_id = ? ORDER BY seq"
        lines = glance.execute(of_game, [game_id]).fetchall()
    return [header[0], *(line for (line,) in lines)]


def of_others(where: Where) -> dict[str, list[Any]]:
    """Rows that tell nothing of the person: their games, lobbies, results and sums without them."""
    found: dict[str, list[Any]] = content(where)
    del found["daily_blocks"]
    for name, rows in found.items():
        if name in ("games", "game_events", "results"):
            found[name] = [row for row in rows if row[0] not in MY_GAMES]
        elif name == "sheets":
            found[name] = [row for row in rows if row[0] not in MY_SHEETS]
        elif name == "result_seats":
            found[name] = [row[:7] + row[9:] for row in rows]
        else:
            found[name] = [row for row in rows if not names_me(row)]
    # PostgreSQL puts a changed row somewhere else.
    return {name: sorted(rows, key=repr) for name, rows in found.items()}


def names_me(row: Sequence[object]) -> bool:
    return any(value == ME or str(ME) in str(value) for value in row)


@pytest.mark.usefixtures("short_games_count")
async def test_nothing_is_left_of_me_others_lose_nothing(store: Database, where: Where) -> None:
    await everywhere(store)
    naming = {name for name, rows in content(where).items() if any(map(names_me, rows))}
    assert naming == {
        *("games", "game_seats", "lobbies", "personal_choices", "result_seats"),
        *("ratings", "daily_attempts", "daily_boards", "turn_notices", "sheets", "sheet_people"),
        "members",
    }
    texts = {name for name, rows in content(where).items() if NAME in str(rows)}
    assert texts == {
        *("games", "game_events", "lobbies", "result_seats", "daily_boards", "sheets", "members")
    }
    assert traces(where)
    whole = content(where)
    other = await deletion.forget(store, whom(ME // 10), PRODUCTS)
    assert not other.anything, "a part of an id is another person"
    assert content(where) == whole
    others, stats = of_others(where), await store.read(member, 2, BEN, AT)
    records = {game: stored_record(where, game) for game in (*MY_GAMES, OTHERS_GAME)}
    result = await store.read(past_game, "over1")

    assert await deletion.forget(store, whom(), PRODUCTS) == Forgotten(anything=True)

    assert of_others(where) == others
    after = await store.read(member, 2, BEN, AT)
    assert (after.games, after.wins, after.rating) == (stats.games, stats.wins, stats.rating)
    kept = await store.read(load_preferences, PersonalPreferences, BEN)
    assert kept == PersonalPreferences("colour-blind")
    assert [each.lobby_id for each in await store.read(open_lobbies)] == ["cydslobby"]
    for game, lines in records.items():
        check_record(lines, stored_record(where, game))
    for each in await pending_ends(store, AT, ALL_SHARDS):
        assert each.state.result.secret == each.state.game.secret.hex()
    check_result(result, await store.read(past_game, "over1"))
    for name, seat in (("sheet0", 0), ("sheet1", 1)):
        result = await store.read(stored_sheet, name)
        assert (result.host_id, result.players[seat]) == (BEN, SheetPlayer(FORGOTTEN))
    assert await store.read(stored_sheet, "sheet3") is None, "there is nobody else on it"
    board = await store.read(leaderboard, BoardQuery(1), AT, offset=0, limit=9, me=ME)
    assert board.own is None
    assert ME not in {row.user_id for row in board.rows}
    check_running({game.table.game_id: game for game in await open_games(store)})
    assert is_empty(await personal_data(store, ME, MOST, AT, PRODUCTS))
    assert traces(where) == []
    await store.close()
    assert traces(where) == []


def check_record(before: list[str], after: list[str]) -> None:
    """The record is still right, and tells the same of people with other names."""
    (old,), (new,) = record.RECORDS.verify(before), record.RECORDS.verify(after)
    assert (new.winners, new.parts) == (old.winners, old.parts)
    assert {*old.players} - {*new.players} <= {NAME, OLD_NAME}
    assert len(set(new.players)) == len(new.players)


def check_result(before: PastGame | None, after: PastGame | None) -> None:
    """The game keeps its result without the name."""
    assert before is not None
    me, ben, *_ = after.seats
    assert (me.user_id, me.name, me.is_computer, me.rating_changes) == (None, "", False, {})
    assert (me.place, me.total) == (before.seats[0].place, before.seats[0].total)
    assert ben == before.seats[1]


def check_running(games: dict[str, LiveGame]) -> None:
    """Games that no process has in memory go on with a computer player."""
    seat = games["running"].table.occupants[0]
    assert (seat.user_id, seat.left, seat.is_computer) == (None, True, True)
    assert seat.name not in (NAME, BEN_S[0], COMPUTER[0])
    assert games["running"].state.game.players[0] == seat.name
    assert games["running"].table.host_id == games["hosted"].table.host_id == BEN


def test_every_column_that_may_hold_a_person_is_known_here() -> None:
    people = {"user_id", "host_id", "name", "seats", "guests"}
    kinds = {*people, "seating", "header", "line", "content"}
    holding = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.c
        if column.name in kinds or column.name.endswith(("user_id", "_name", "_by"))
    }
    assert holding == {
        *("games.header", "games.seating", "game_events.line", "lobbies.host_id", "lobbies.seats"),
        *("lobbies.guests", "game_seats.user_id"),
        *("personal_choices.user_id", "result_seats.user_id", "result_seats.name"),
        *("members.user_id", "members.name"),
        *("ratings.user_id", "daily_attempts.user_id", "daily_boards.user_id", "daily_boards.name"),
        *("challenge_games.user_id", "challenge_games.name"),
        *("turn_notices.user_id", "sheets.content", "sheet_people.user_id"),
        # See tests/table/test_table_cups.py.
        *("cups.header", "cups.host_id", "cup_events.line", "cup_people.user_id"),
        # Of no person.
        "installation_keys.name",
    }


async def test_what_was_begun_later_is_a_new_players(store: Database, where: Where) -> None:
    await under_way(store, "later", 1, (NAME, ME), BEN_S)
    await store.write(put_lobby, waiting("later", ME, (NAME, ME)))
    before = content(where)
    assert await deletion.forget(store, whom(before=1000.0), PRODUCTS) == Forgotten()
    assert content(where) == before
    assert (await deletion.forget(store, whom(before=1000.5), PRODUCTS)).anything
    assert await store.read(open_lobbies) == []


async def test_games_of_another_process_are_left_to_it(store: Database, where: Where) -> None:
    await everywhere(store)
    found = await deletion.forget(store, whom(here=lambda guild_id: guild_id != 1), PRODUCTS)
    assert found == Forgotten(anything=True, elsewhere=(1,))
    named = {name for name, rows in content(where).items() if any(map(names_me, rows))}
    assert named == {"games", "game_seats", "lobbies"}
    mine = {row[0] for row in content(where)["games"] if names_me(row)}
    assert mine == {"running", "asking", "joined"}
    assert await deletion.forget(store, whom(), PRODUCTS) == Forgotten(anything=True)
    assert traces(where) == []


async def test_a_game_of_nobody_else_has_no_host_and_a_seating_without_sense_is_given_up(
    store: Database, where: Where
) -> None:
    await under_way(store, "alone", 1, (NAME, ME), COMPUTER)
    await under_way(store, "running", 1, (NAME, ME), BEN_S)
    with raw(where) as glance:
        only = "WHERE game_id = 'running'"
        damaged = f'{{"occupants":[{{"user_id":{ME},'
        glance.execute(f"UPDATE games SET seating = ?, header = '{{}}' {only}", [damaged])  # noqa: S608
        glance.execute(f"UPDATE game_events SET line = '{{}}' {only}")  # noqa: S608
    assert (await deletion.forget(store, whom(), PRODUCTS)).anything
    (game,) = await open_games(store)
    assert game.table.host_id == NOBODY
    assert traces(where) == []


@pytest.mark.parametrize(
    ("before", "after"), [(5, 5), (private_channel(ME), private_channel(NOBODY))]
)
async def test_a_game_of_this_process_is_disowned_with_lines_and_channel(
    store: Database, where: Where, before: int, after: int
) -> None:
    step = started("running", (NAME, ME), BEN_S)
    begun = replace(table_of("running", 1, ME, (NAME, ME), BEN_S), channel_id=before)
    await store.write(begin, change(begun, step))
    table = replace(table_of("running", 1, BEN, ("Juno", None), BEN_S), channel_id=after)
    await store.write(deletion.disown, table, {0: "Juno"}, ME, step.state.version)
    rows = [row for rows in content(where).values() for row in rows]
    assert not any(names_me(row) or NAME in str(row) for row in rows)
    (game,) = await open_games(store)
    assert game.table == table
    assert game.state.game.players == ("Juno", "Ben")
    (verdict,) = record.RECORDS.verify(stored_record(where, "running"))
    assert verdict.players == ("Juno", "Ben")


async def test_what_failed_midway_can_be_done_again(
    store: Database, where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deletion, "_GAMES_AT_ONCE", 1)
    monkeypatch.setattr(deletion, "_SEATS_AT_ONCE", 1)
    await everywhere(store)
    write, left = Database.write, 0

    async def refusing(database: Database, work: Callable[..., object], *args: object) -> object:
        nonlocal left
        left -= 1
        if left == 0:
            raise StoreError("full", code="full")
        return await write(database, work, *args)

    monkeypatch.setattr(Database, "write", refusing)
    for left in (1, 4, 3):  # noqa: B007  # the nonlocal of the function above
        with pytest.raises(StoreError, match="full"):
            await deletion.forget(store, whom(), PRODUCTS)
        for game in (*MY_GAMES, OTHERS_GAME):
            list(record.RECORDS.verify(stored_record(where, game)))
        assert len(await open_games(store)) == 4
    await deletion.forget(store, whom(), PRODUCTS)
    assert traces(where) == []


@pytest.mark.usefixtures("short_games_count")
async def test_all_that_is_stored_about_a_person_is_told(store: Database, where: Where) -> None:
    await everywhere(store)
    assert is_empty(await personal_data(store, ME + 1, MOST, AT, PRODUCTS))
    data = await personal_data(store, ME, MOST, AT, PRODUCTS)
    check_results(data)
    check_tables(data)
    keys = ("sheet_id", "host", "players", "results")
    told = [[sheet[key] for key in keys] for sheet in data["sheets"]]
    me = [{"name": NAME, "gone_in": None, "came_in": 0}]
    own = [{"hand": 0, "seat": 0, "laid": 1, "left": "9 W"}]
    assert told == [["sheet0", True, me, own], ["sheet1", False, me, []], ["sheet3", True, me, own]]
    assert str(BEN) not in str(data["sheets"])
    assert [sheet["host_name"] for sheet in data["sheets"]] == [NAME, "", NAME]
    await check_size(store, data)
    with raw(where) as glance:
        glance.execute("UPDATE personal_choices SET choices = '{\"theme'")
        glance.execute("UPDATE lobbies SET seats = '{' WHERE lobby_id = 'mylobby'")
    damaged = await personal_data(store, ME, MOST, AT, PRODUCTS)
    assert damaged["choices"] == '{"theme'
    assert [each["lobby_id"] for each in damaged["lobbies"]] == ["benslobby", "invites", "mylobby"]


def check_results(data: Any) -> None:
    """The export has results, ratings and records."""
    assert json.loads(json.dumps(data)) == data
    assert data["user_id"] == str(ME)
    assert data["exported_at"] == "1970-01-01T00:01:17.500000+00:00"
    assert data["choices"]["theme"] == "high-contrast"
    assert {each["name"] for each in data["results"]} == {NAME, OLD_NAME}
    assert all(each["feats"]["games"] == 1 for each in data["results"] if not each["abandoned"])
    assert {each["game_id"] for each in data["results"]} == {"over0", "over1", "over2", "brokenoff"}
    assert {each["guild_id"] for each in data["results"]} == {"1", "2"}
    assert all(each["ended_at"].endswith("+00:00") for each in data["results"])
    assert {each["guild_id"] for each in data["ratings"]} == {"1", "2"}
    assert {each["edition"] for each in data["ratings"]} == {"all", "classic"}
    assert {each["period"] for each in data["ratings"]} >= {"all", "1970-01"}
    assert set(data["records"]) == {"over0", "over1", "over2", "brokenoff"}
    for lines in data["records"].values():
        list(record.RECORDS.verify([json.dumps(line) for line in lines]))
    assert data["records_left_out"] == []


def check_tables(data: Any) -> None:
    """The export has only the seat of a running game."""
    since = {"started_at": "1970-01-01T00:16:40.500000+00:00", "edition": "classic"}
    here, there = {"guild_id": "1", "channel_id": "5"}, {"guild_id": "2", "channel_id": "5"}
    seat = {"seat": 0, "name": NAME, "left": False}
    asking, hosted, joined, running = data["running_games"]
    assert (asking["game_id"], asking["asks_for_seat"], asking["name"]) == ("asking", True, NAME)
    assert (joined["game_id"], joined["seat"], joined["name"]) == ("joined", 2, NAME)
    assert [hosted, running] == [
        {"game_id": "hosted", **there, **since, "host": True},
        {"game_id": "running", **here, **since, "host": True, **seat},
    ]
    until = "1970-01-01T00:26:40.500000+00:00"
    lobby = {"guild_id": "1", "channel_id": "6", "name": NAME, "begins_at": None}
    appointed = {**lobby, "begins_at": until}
    assert data["lobbies"] == [
        {"lobby_id": "benslobby", **appointed, "host": False, "seat": 1, "left": False},
        {"lobby_id": "invites", **lobby, "host": False, "invited_until": until, "out": False},
        {"lobby_id": "mylobby", **lobby, "host": True, "seat": 0, "left": False},
    ]


async def check_size(store: Database, whole: Any) -> None:
    """Only records are left out of a file that would be too large."""
    sizes = {
        game: sum(len(json.dumps(line, separators=(",", ":"))) + 1 for line in lines)
        for game, lines in whole["records"].items()
    }
    rest = len(json.dumps({**whole, "records": {}, "records_left_out": []}, indent=2))
    first, *others = whole["records"]
    cut = await personal_data(store, ME, rest + sizes[first] + 100, AT, PRODUCTS)
    assert set(cut["records"]) == {first}
    assert cut["records_left_out"] == others
    kept = {key: value for key, value in cut.items() if not key.startswith("records")}
    assert kept == {key: value for key, value in whole.items() if not key.startswith("records")}


async def test_records_that_cannot_fit_are_not_even_read(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game_id in ("one", "two", "three"):
        await finished(store, game_id, 1, (NAME, ME), BEN_S)
    found: list[str] = []

    def counted(connection: Connection, game_id: str) -> list[str] | None:
        found.append(game_id)
        return finished_record(connection, game_id)

    monkeypatch.setattr(export, "finished_record", counted)
    for most, expected in ((0, 0), (1, 1), (100, 1), (MOST, 3)):
        found.clear()
        data = await personal_data(store, ME, most, AT, PRODUCTS)
        assert len(found) == expected, most
        assert len(data["records"]) + len(data["records_left_out"]) == 3


async def test_what_is_deleted_is_overwritten_and_leaves_a_log_that_begins_anew(path: Path) -> None:
    store = await open_database(migrated_file(path))
    await finished(store, "over0", 1, (NAME, ME), BEN_S)
    await deletion.forget(store, whom(), PRODUCTS)
    log = path.with_name(f"{path.name}-wal")
    assert NAME.encode() in bytes_of(log)
    with raw(path) as glance:
        assert glance.execute("PRAGMA wal_checkpoint").fetchone()[0] == 0
    await store.write(put_lobby, waiting("later", BEN, BEN_S))
    assert NAME.encode() not in bytes_of(log) + bytes_of(path)
    await store.close()


async def test_nothing_is_left_of_a_server_and_others_lose_nothing(
    store: Database, where: Where
) -> None:
    await everywhere(store)
    await store.write(put_preferences, 1, ServerPreferences(length=Length.QUICK))
    await store.write(put_preferences, 2, ServerPreferences(length=Length.QUICK))
    await store.write(put_announced, 1, "season 2026-10", 5, 6)
    await store.write(put_sheet_of, "here", 1)
    await store.write(put_sheet_of, "there", 11)
    solo = replace(table_of("solo", 1, ME, (NAME, ME), COMPUTER), channel_id=private_channel(ME))
    await store.write(begin, change(solo, started("solo", (NAME, ME), COMPUTER)))
    assert await deletion.forget_server(store, 1)
    ids = {
        name: {row[column] for row in rows}
        for name, column, rows in rows_by_server(where)
        if any(row[column] == 1 for row in rows)
    }
    assert ids.keys() == {"games"}
    assert {game.table.game_id for game in await open_games(store)} == {"hosted", "solo"}
    assert (await store.read(member, 2, BEN, AT)).games
    assert await store.read(stored_sheet, "here") is None
    assert await store.read(stored_sheet, "there") is not None
    kept = await store.read(load_preferences, ServerPreferences, 2)
    assert kept.length is Length.QUICK
    assert await store.read(load_preferences, PersonalPreferences, BEN) != PersonalPreferences()
    assert not await deletion.forget_server(store, 1)


def put_sheet_of(connection: Connection, sheet_id: str, guild_id: int) -> None:
    sheet = replace(sheet_of("sheet9", BEN_S, None), sheet_id=sheet_id, guild_id=guild_id)
    add_sheet(connection, sheet)


def rows_by_server(where: Where) -> Iterator[tuple[str, int, Sequence[Sequence[object]]]]:
    """The tables with a column of servers, its place and their rows."""
    found = content(where)
    for table in metadata.sorted_tables:
        if "guild_id" in table.c:
            yield table.name, [*table.c.keys()].index("guild_id"), found[table.name]
