"""Turn notices and announcements, of which one process sends each, once; roles of champions."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from databases import Where, raw
from people import BEN, BEN_S, ME, NAME, under_way
from stored import change

from bot.model import ALL_SHARDS, ServerPreferences, Shards
from bot.rules.engine import abandon
from bot.storage.notices import Claim, SentNotice, TurnNotice
from bot.storage.store import SqlStore

CHANNEL = 5


async def begun(store: SqlStore) -> tuple[TurnNotice, int]:
    """The notice of the first turn of a game in channel 5, and the game's version."""
    table, state = await under_way(store, "running", 1, (NAME, ME), BEN_S)
    return TurnNotice(table.game_id, ME, state.version), state.version


async def test_a_notice_is_claimed_once_by_one_of_several_processes(
    store: SqlStore, where: Where
) -> None:
    notice, version = await begun(store)
    processes = [await SqlStore.open(where) for _ in range(2)]
    tries = [each.claim_notice(notice, version) for each in processes * 3]

    assert sorted(await asyncio.gather(*tries)) == [False] * 5 + [True]
    for each in processes:
        assert await each.sent_notices(ALL_SHARDS) == {CHANNEL: SentNotice(notice)}
        await each.close()
    assert not await store.claim_notice(notice, version)


async def test_the_notice_of_the_next_turn_takes_its_place_but_no_earlier_one(
    store: SqlStore,
) -> None:
    notice, version = await begun(store)
    later = replace(notice, turn=notice.turn + 4, user_id=BEN)
    assert await store.claim_notice(notice, version)
    await store.put_notice(SentNotice(notice, 11, 12))
    assert await store.sent_notices(ALL_SHARDS) == {CHANNEL: SentNotice(notice, 11, 12)}

    assert await store.claim_notice(later, version)
    assert not await store.claim_notice(notice, version)
    await store.put_notice(SentNotice(notice, 11, 12))
    await store.drop_notice(notice)

    assert await store.sent_notices(ALL_SHARDS) == {CHANNEL: SentNotice(later)}
    assert await store.sent_notices(Shards(2, (1,))) == {}


async def test_a_notice_that_was_not_sent_can_be_claimed_again(store: SqlStore) -> None:
    notice, version = await begun(store)
    await store.claim_notice(notice, version)
    await store.drop_notice(notice)

    assert await store.claim_notice(notice, version)


async def test_none_is_claimed_for_a_game_that_went_on_or_is_over(store: SqlStore) -> None:
    table, state = await under_way(store, "running", 1, (NAME, ME), BEN_S)
    notice = TurnNotice("running", ME, state.version)
    assert not await store.claim_notice(notice, state.version - 1)
    assert not await store.claim_notice(replace(notice, game_id="unknown"), state.version)
    assert await store.claim_notice(notice, state.version)
    end = abandon(state)
    await store.commit(change(table, end), state.version)

    assert not await store.claim_notice(replace(notice, turn=99), end.state.version)
    assert await store.sent_notices(ALL_SHARDS) == {}


async def test_of_several_processes_one_has_the_claim(where: Where) -> None:
    one, other = await SqlStore.open(where), await SqlStore.open(where)
    claim = Claim(1, "season 2026-02", CHANNEL, 100.5)
    claims = [each.claim_announcement(claim) for each in (one, other) * 4]
    assert sorted(await asyncio.gather(*claims)) == [False] * 7 + [True]
    assert await other.claim_announcement(replace(claim, guild_id=2))
    assert await other.claim_announcement(replace(claim, key="season 2026-03"))
    await other.drop_announcement(1, claim.key)
    assert await one.claim_announcement(claim)
    assert not await other.claim_announcement(claim)
    await one.close()
    await other.close()


async def test_an_unanswered_claim_is_taken_over_once_and_an_answered_one_never(
    where: Where,
) -> None:
    one, other = await SqlStore.open(where), await SqlStore.open(where)
    claim = Claim(1, "season 2026-02", CHANNEL, 100.1)
    later, others = replace(claim, channel_id=6, claimed_at=500.3), replace(claim, guild_id=2)
    for each in (claim, others):
        await one.claim_announcement(each)
    assert await other.unanswered_claim(1, claim.key) == claim
    again = [each.claim_announcement(later, claim) for each in (one, other) * 4]
    assert sorted(await asyncio.gather(*again)) == [False] * 7 + [True]
    assert await one.unanswered_claim(1, claim.key) == later
    assert await one.unanswered_claim(2, claim.key) == others

    await one.put_announced(1, claim.key, 77)
    assert await one.unanswered_claim(1, claim.key) is None
    assert not await one.claim_announcement(claim)
    assert not await one.claim_announcement(claim, later)
    await one.close()
    await other.close()


async def test_the_servers_that_have_to_do_with_champions_are_known(
    store: SqlStore, where: Where
) -> None:
    await store.put_preferences(1, ServerPreferences(announcements=4))
    await store.put_preferences(2, ServerPreferences(champion_role=5))
    await store.put_preferences(3, ServerPreferences(theme="standard"))
    await store.put_champion_role(4, 5, 6)
    with raw(where) as connection:
        connection.execute("INSERT INTO server_choices VALUES (5, '{')")
    assert await store.season_servers() == {1, 2, 4}
