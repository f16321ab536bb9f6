"""Turn notices and announcements."""

from __future__ import annotations

from dataclasses import replace

from databases import Where, raw
from people import BEN, BEN_S, ME, NAME, under_way
from stored import change

from bot.model import ALL_SHARDS, ServerPreferences, Shards
from bot.rules.engine import abandon
from bot.storage.notices import Announced, SentNotice, TurnNotice
from bot.storage.store import SqlStore

CHANNEL = 5


async def begun(store: SqlStore) -> TurnNotice:
    """The notice of the first turn of a game in channel 5."""
    table, state = await under_way(store, "running", 1, (NAME, ME), BEN_S)
    return TurnNotice(table.game_id, ME, state.version)


async def test_the_notice_of_the_next_turn_takes_its_place_but_no_earlier_one(
    store: SqlStore,
) -> None:
    notice = await begun(store)
    later = SentNotice(replace(notice, turn=notice.turn + 4, user_id=BEN), 21, 22)
    await store.put_notice(SentNotice(notice, 11, 12))
    assert await store.sent_notices(ALL_SHARDS) == {CHANNEL: SentNotice(notice, 11, 12)}

    await store.put_notice(later)
    await store.put_notice(SentNotice(notice, 11, 12))
    await store.drop_notice(notice)

    assert await store.sent_notices(ALL_SHARDS) == {CHANNEL: later}
    assert await store.sent_notices(Shards(2, (1,))) == {}
    await store.drop_notice(later.notice)
    assert await store.sent_notices(ALL_SHARDS) == {}


async def test_those_of_games_that_are_over_are_dropped(store: SqlStore) -> None:
    table, state = await under_way(store, "running", 1, (NAME, ME), BEN_S)
    await store.put_notice(SentNotice(TurnNotice("running", ME, state.version), 11, 12))
    await store.commit(change(table, abandon(state)), state.version)

    assert await store.sent_notices(ALL_SHARDS) == {}


async def test_an_announcement_is_known_by_its_server_and_key(store: SqlStore) -> None:
    key = "season 2026-02"
    await store.put_announced(1, key, CHANNEL, 77)
    assert await store.announced(1, key) == Announced(CHANNEL, 77)
    assert await store.announced(2, key) is None
    assert await store.announced(1, "season 2026-03") is None
    await store.put_announced(1, key, 6, 78)
    assert await store.announced(1, key) == Announced(6, 78)


async def test_the_servers_with_a_channel_for_announcements_are_known(
    store: SqlStore, where: Where
) -> None:
    await store.put_preferences(1, ServerPreferences(announcements=4))
    await store.put_preferences(3, ServerPreferences(theme="standard"))
    with raw(where) as connection:
        connection.execute("INSERT INTO server_choices VALUES (5, '{')")
    assert await store.season_servers() == {1}
