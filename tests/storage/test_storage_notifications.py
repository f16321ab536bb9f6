"""Turn notices and announcements."""

from __future__ import annotations

from dataclasses import replace

from databases import Where, raw
from people import BEN, BEN_S, ME, NAME, under_way
from stored import AT, change

from bot.cards.engine import abandon
from bot.preferences import ServerPreferences
from bot.shards import ALL_SHARDS, Shards
from bot.storage.database import Database
from bot.storage.notifications import (
    Announced,
    PersonalTurn,
    SentNotice,
    announcement,
    drop_notice,
    put_announced,
    put_notice,
    sent_notices,
)
from bot.storage.preferences import announcing_servers, put_preferences
from bot.storage.results import commit


async def test_the_notice_of_the_next_turn_takes_its_place_not_an_earlier(store: Database) -> None:
    table, state = await under_way(store, "running", 1, (NAME, ME), BEN_S)
    notice = PersonalTurn(table.game_id, ME, state.version)
    later = SentNotice(replace(notice, turn=notice.turn + 4, user_id=BEN), 21, 22)
    await store.write(put_notice, SentNotice(notice, 11, 12))
    assert await store.write(sent_notices, ALL_SHARDS) == {5: SentNotice(notice, 11, 12)}

    await store.write(put_notice, later)
    await store.write(put_notice, SentNotice(notice, 11, 12))
    await store.write(drop_notice, notice)

    assert await store.write(sent_notices, ALL_SHARDS) == {5: later}
    assert await store.write(sent_notices, Shards(2, (1,))) == {}
    await store.write(drop_notice, later.turn)
    assert await store.write(sent_notices, ALL_SHARDS) == {}
    await store.write(put_notice, later)
    await store.write(commit, change(table, abandon(state)), state.version, AT)
    assert await store.write(sent_notices, ALL_SHARDS) == {}, "the game is over"


async def test_an_announcement_is_known_by_server_and_key(store: Database, where: Where) -> None:
    key = "season 2026-02"
    for channel_id in (4, 6):
        await store.write(put_announced, 1, key, channel_id, 77)
        assert await store.read(announcement, 1, key) == Announced(channel_id, 77)
    assert await store.read(announcement, 2, key) is None
    assert await store.read(announcement, 1, "season 2026-03") is None
    await store.write(put_preferences, 1, ServerPreferences(announcements=4))
    await store.write(put_preferences, 3, ServerPreferences(daily_posts=5))
    await store.write(put_preferences, 4, ServerPreferences(theme="standard"))
    with raw(where) as connection:
        connection.execute("INSERT INTO server_choices VALUES (5, '{')")
    assert await store.read(announcing_servers) == {1: 12, 3: 12}
