"""Databases of released versions are upgraded with all that they hold, and go on."""

from __future__ import annotations

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from databases import Where, content, in_transaction, made_by, own_schema, raw
from people import CYD
from sqlalchemy import Connection, MetaData, inspect, select
from stored import AT, change, fresh, lobby, played, seated, short_game

from bot.cards.record import RECORDS
from bot.core.chance import SECRET_BYTES
from bot.cups.state import CupStatus
from bot.game_types import GAME_TYPES
from bot.preferences import PersonalPreferences, ServerPreferences
from bot.results.standings import (
    ALL_TIME,
    FEWEST_FOR_CHAMPION,
    BoardQuery,
    By,
    Period,
    period_number,
)
from bot.shards import ALL_SHARDS
from bot.storage import achievements
from bot.storage.backup import back_up, restore
from bot.storage.boards import champions, leaderboard
from bot.storage.cups import open_cups, stored_cup
from bot.storage.daily import daily_key
from bot.storage.database import Database
from bot.storage.games import finished_record, open_games, open_lobbies
from bot.storage.opening import open_database
from bot.storage.preferences import load_preferences
from bot.storage.results import commit
from bot.storage.revisions import REVISIONS, SCRIPTS
from bot.storage.schema import metadata
from bot.storage.sheets import past_sheets, stored_sheet
from bot.storage.stats import MOST_RIVALS, everywhere, member

MOVES = played(fresh("running"), 45)
SERVER, NOW = 77, 1774008000.0
"""Of the kept databases."""


def differences(connection: Connection) -> list[Any]:
    """How the tables differ from the schema: tables, columns, types, indexes, names of keys."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found = list(compare_metadata(context, metadata))
    database = inspect(connection)
    for name, table in metadata.tables.items():
        keys = {key["name"] for key in database.get_foreign_keys(name)}
        if keys != {key.name for key in table.foreign_key_constraints}:
            found.append((name, keys))
        if database.get_pk_constraint(name)["name"] != table.primary_key.name:
            found.append((name, "primary key"))
    return found


def test_every_revision_has_its_script() -> None:
    newest_first = ScriptDirectory(str(SCRIPTS)).walk_revisions()
    assert tuple(each.revision for each in newest_first) == REVISIONS[::-1]
    assert sorted(REVISIONS) == list(REVISIONS)


def test_no_key_counts_by_itself() -> None:
    """Ids are Discord's or drawn, and events have the numbers of their record.

    In a new database a key that counts would have a sequence that an upgraded one has not.
    """
    counting = [table.autoincrement_column for table in metadata.tables.values()]
    assert not any(column is not None for column in counting)


async def test_a_new_database_has_the_tables_of_the_schema(unmade: Where) -> None:
    await (await open_database(unmade)).close()
    assert in_transaction(unmade, differences) == []
    with raw(unmade) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert revision == REVISIONS[-1]


@pytest.fixture
def kept(unmade: Where) -> Where:
    """What version 1.0.0 left: rows in each of its tables."""
    made_by("1.0.0", unmade)
    assert all(content(unmade).values())
    return unmade


async def test_a_database_of_1_0_0_is_upgraded_and_goes_on(
    kept: Where, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    store = await open_database(kept)
    try:
        assert in_transaction(kept, differences) == []
        upgrading, *rest = caplog.messages
        assert upgrading.startswith("upgrading the database")
        assert rest == ["upgraded 26 of 26 results", "the database is upgraded"]
        await check_games(store)
        await check_choices(store, kept)
        await check_cups(store)
        await play_on(store)
    finally:
        await store.close()


async def test_an_upgrade_is_logged_when_it_counts(unmade: Where) -> None:
    made_by("1.1.0", unmade)
    found: list[str] = []

    class Glance(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if "is upgraded" in record.getMessage():
                with raw(unmade) as other:
                    ((revision,),) = other.execute("SELECT version_num FROM alembic_version")
                found.append(revision)

    log = logging.getLogger("bot.storage.revisions")
    log.addHandler(glance := Glance())
    log.setLevel(logging.INFO)
    try:
        await (await open_database(unmade)).close()
    finally:
        log.removeHandler(glance)
        log.setLevel(logging.NOTSET)
    assert found == [REVISIONS[-1]]


async def test_a_database_of_1_1_0_is_upgraded_and_goes_on(
    unmade: Where, caplog: pytest.LogCaptureFixture
) -> None:
    made_by("1.1.0", unmade)
    assert all(content(unmade).values())
    caplog.set_level("INFO")
    store = await open_database(unmade)
    try:
        assert in_transaction(unmade, differences) == []
        assert caplog.messages[-1] == "the database is upgraded"
        await check_games(store)
        await check_choices(store, unmade)
        await check_cups(store)
        await check_sheets(store)
        await play_on(store)
    finally:
        await store.close()


async def test_boards_statistics_and_achievements_are_as_before(kept: Where) -> None:
    """What 1.0.0 had counted up is what is computed now; solo games are their players' alone."""
    before = {name: [*map(Named, rows)] for name, rows in named(kept).items()}
    store = await open_database(kept)
    try:
        await check_boards(store, before["totals"])
        for user_id in {row.user_id for row in before["totals"]}:
            await check_person(store, user_id, before)
    finally:
        await store.close()


class Named(SimpleNamespace):
    def __init__(self, row: dict[str, Any]) -> None:
        super().__init__(**row)


def named(where: Where) -> dict[str, list[dict[str, Any]]]:
    """The rows of every table by column."""

    def work(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        tables = MetaData()
        tables.reflect(connection)
        return {
            name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for name, table in tables.tables.items()
        }

    return in_transaction(where, work)


async def check_boards(store: Database, totals: Sequence[Any]) -> None:
    seen = 0
    # A week has no ratings of its own.
    periods = [period for period in Period if period is not Period.WEEK]
    editions = (None, *chain(*(game.editions for game in GAME_TYPES)))
    for period, edition in product(periods, editions):
        which = SERVER, edition or "", period_number(period, NOW)
        there = [row for row in totals if (row.guild_id, row.edition, row.period) == which]
        expected = [(row.user_id, row.rating) for row in there if row.rating is not None]
        query = BoardQuery(SERVER, By.RATING, period, edition)
        board = await store.read(leaderboard, query, NOW, limit=50)
        assert sorted((row.user_id, row.value) for row in board.rows) == sorted(expected)
        seen += len(expected)
    assert seen == 24
    found = await store.read(champions, SERVER, "cards", NOW)
    of_months = defaultdict(list)
    for row in totals:
        if (row.guild_id, row.edition) == (SERVER, "") and row.rated >= FEWEST_FOR_CHAMPION:
            of_months[row.period].append((row.rating, row.user_id))
    assert found.champions
    for champion in found.champions:
        assert (champion.rating, champion.user_id) == max(of_months[champion.month])


async def check_person(store: Database, user_id: int, before: dict[str, Sequence[Any]]) -> None:
    mine = {
        name: [row for row in rows if getattr(row, "user_id", None) == user_id]
        for name, rows in before.items()
    }
    # Nobody played with others in two servers.
    server = max(row.guild_id for row in mine["totals"] if row.guild_id != SERVER + 1)
    progress = await store.read(achievements.progress, server, user_id, user_id)
    best = await store.read(achievements.best_grades, user_id)
    for each in progress:
        name = each.achievement.name
        counted = [row.total for row in mine["feat_totals"] if row.feat == name]
        reached = [row.grade for row in mine["achievements"] if row.achievement == name]
        assert each.count == sum(counted)
        assert best.get(name, 0) >= len(each.at) >= max(reached, default=0)
    for game in GAME_TYPES:
        stats = await store.read(member, server, user_id, NOW, game.name, reader=user_id)
        anywhere = await store.read(everywhere, user_id, game.name)
        which = (game.all_editions_key, ALL_TIME)
        sums = [row for row in mine["totals"] if (row.edition, row.period) == which]
        for name in ("games", "wins", "hands", "hands_won"):
            total = sum(getattr(row, name) for row in sums)
            assert getattr(stats, name) == getattr(anywhere, name) == total, name
        phases = Counter[str](), Counter[str]()
        for row in mine["phase_totals"]:
            if row.edition == game.all_editions_key:
                phases[0][row.phase] += row.tried
                phases[1][row.phase] += row.completed
        assert {row.phase: row.tried for row in stats.phases} == phases[0]
        assert {row.phase: row.completed for row in stats.phases} == phases[1]
        others = [row for row in mine["rivals"] if row.edition == game.all_editions_key]
        rivals = {(row.other_id, row.games, row.ahead, row.behind) for row in others}
        found = {(row.user_id, row.games, row.ahead, row.behind) for row in stats.rivals}
        assert found == rivals or (len(found) == MOST_RIVALS and found < rivals)
        assert stats.rating == next((r.rating for r in sums if r.guild_id == server), None)


async def test_its_backup_is_put_back_on_either(kept: Where, postgres: str, tmp_path: Path) -> None:
    before = in_order(kept)
    await back_up(kept, tmp_path / "old.db")
    assert in_order(kept) == in_order(tmp_path / "old.db") == before
    await (await open_database(kept)).close()
    for other in (tmp_path / "other.db", own_schema(postgres)):
        await restore(tmp_path / "old.db", other)
        assert in_transaction(other, differences) == []
        upgraded, directly = in_order(other), in_order(kept)
        # Their secrets are drawn.
        assert len(upgraded.pop("lobbies")) == len(directly.pop("lobbies"))
        assert upgraded == directly


def in_order(where: Where) -> dict[str, list[str]]:
    """The content, whatever the order of rows and columns."""
    return {
        name: sorted(repr(sorted(row.items())) for row in rows)
        for name, rows in named(where).items()
    }


async def check_games(store: Database) -> None:
    running, unplayed = sorted(await open_games(store), key=lambda game: game.table.game_id)
    assert not unplayed.table.played
    assert running.state == MOVES[39].state
    assert running.table == seated(fresh("running"))
    record = await store.read(finished_record, "finished")
    assert record is not None
    (verdict,) = RECORDS.verify(record)
    assert verdict.state == short_game("finished")[-1].state
    (waiting,) = await store.read(open_lobbies)
    assert len(waiting.secret) == SECRET_BYTES
    expected = lobby("waiting")
    assert replace(waiting, secret=expected.secret) == replace(expected, guests=())


async def check_choices(store: Database, where: Where) -> None:
    server = await store.read(load_preferences, ServerPreferences, 1)
    person = await store.read(load_preferences, PersonalPreferences, 2)
    assert (server.theme, server.announcements, server.daily_posts) == ("high-contrast", 8, 8)
    assert (person.theme, person.discord_locale) == ("colour-blind", "nl")
    with raw(where) as connection:
        for table, kind in (("server", ServerPreferences), ("personal", PersonalPreferences)):
            ((text,),) = connection.execute(f"SELECT choices FROM {table}_choices").fetchall()  # noqa: S608  # two names
            assert json.loads(text).keys() <= kind.__dataclass_fields__.keys()
    assert await store.read(daily_key) == bytes(range(32))


async def check_sheets(store: Database) -> None:
    running = await store.read(stored_sheet, "sheet1")
    closed, number = await store.read(past_sheets, CYD)
    assert (running.begun, running.closed, running.results[0].left) == (True, False, "9 W")
    assert (closed.sheet_id, len(closed.results), number) == ("sheet2", 3, 1)


async def check_cups(store: Database) -> None:
    """A round with the same deals ends as it stands."""
    stored = {each.cup.cup_id: each.cup for each in await store.read(open_cups, NOW, ALL_SHARDS)}
    assert stored["cup"].status is CupStatus.PLAYING
    assert stored["cup"].round.time_up
    old = await store.read(stored_cup, "oldcup")
    assert old.cup.status is CupStatus.FINISHED


async def play_on(store: Database) -> None:
    (running,) = [each for each in await open_games(store) if each.table.game_id == "running"]
    for move in MOVES[40:]:
        await store.write(commit, change(running.table, move), move.state.version - 1, AT)
    (after,) = [each for each in await open_games(store) if each.table.game_id == "running"]
    assert after.state == MOVES[-1].state
