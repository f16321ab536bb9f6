"""The rows of processes, by which one learns of others on its shards."""

from __future__ import annotations

from dataclasses import replace

from databases import Where

from bot.shards import Shards
from bot.storage.processes import KEPT, Process
from bot.storage.store import SqlStore

ONE = Process("one", "here, process 1", Shards(4, (0, 1)), 70.5)
OTHER = Process("other", "there, process 1", Shards(4, (1, 2)), 60.5)


async def test_others_with_shards_of_a_process_are_known_until_they_are_long_gone(
    where: Where,
) -> None:
    now = 100.5
    store = await SqlStore.open(where, now=lambda: now)
    second = await SqlStore.open(where, now=lambda: now)
    assert await store.renew_process(ONE) == []
    assert (
        await second.renew_process(replace(ONE, process_id="apart", shards=Shards(4, (3,)))) == []
    )
    assert await second.renew_process(OTHER) == [replace(ONE, renewed_at=100.5)]
    now = 120.5
    assert await store.renew_process(ONE) == [replace(OTHER, renewed_at=100.5)]
    await second.renew_process(OTHER)
    now += KEPT
    assert await store.renew_process(ONE) == [replace(OTHER, renewed_at=120.5)]
    now += 1
    assert await store.renew_process(ONE) == []
    await store.close()
    await second.close()
