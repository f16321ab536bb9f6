"""The rows of processes, by which one learns of others on its shards."""

from __future__ import annotations

from dataclasses import replace

from databases import Where

from bot.shards import Shards
from bot.storage import processes
from bot.storage.opening import open_database
from bot.storage.processes import KEPT, Process

ONE = Process("one", "here, process 1", Shards(4, (0, 1)), 70.5)
OTHER = Process("other", "there, process 1", Shards(4, (1, 2)), 60.5)


async def test_others_with_shards_of_a_process_are_known_until_they_are_long_gone(
    where: Where,
) -> None:
    now = 100.5
    store = await open_database(where)
    second = await open_database(where)
    assert await store.write(processes.renew_process, ONE, now) == []
    assert (
        await second.write(
            processes.renew_process, replace(ONE, process_id="apart", shards=Shards(4, (3,))), now
        )
        == []
    )
    assert await second.write(processes.renew_process, OTHER, now) == [
        replace(ONE, renewed_at=100.5)
    ]
    now = 120.5
    assert await store.write(processes.renew_process, ONE, now) == [
        replace(OTHER, renewed_at=100.5)
    ]
    await second.write(processes.renew_process, OTHER, now)
    now += KEPT
    assert await store.write(processes.renew_process, ONE, now) == [
        replace(OTHER, renewed_at=120.5)
    ]
    now += 1
    assert await store.write(processes.renew_process, ONE, now) == []
    await store.close()
    await second.close()
