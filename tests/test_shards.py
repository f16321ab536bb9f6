"""Which servers are whose: as Discord reckons it."""

from __future__ import annotations

import pytest
from pairs import shared

from bot.shards import ALL_SHARDS, Shards


def test_one_process_alone_serves_everybody() -> None:
    assert ALL_SHARDS.all_here
    assert ALL_SHARDS.serve(0)
    assert ALL_SHARDS.serve(2**63 - 1)


@pytest.mark.parametrize(
    "guild_id", [0, 41771983423143937, 2**63 - 1, 5 << 22, (7 << 22) + 4_000_000]
)
def test_every_server_is_served_once(guild_id: int) -> None:
    serving = [each for each in range(3) if Shards(3, (each,)).serve(guild_id)]
    assert serving == [(guild_id // 4_194_304) % 3]


OVERLAPS = {
    True: (Shards(4, (0, 1)), ALL_SHARDS, Shards(2, (1,)), Shards(3, (0,))),
    False: (Shards(4, (0, 2)), Shards(2, (0,)), Shards(6, (2, 4))),
}


@pytest.mark.parametrize(("overlap", "other"), shared(OVERLAPS))
def test_shards_of_two_numbers_may_have_servers_in_common(other: Shards, *, overlap: bool) -> None:
    mine = Shards(4, (1, 3))
    assert mine.overlap(other) is other.overlap(mine) is overlap
    common = any(mine.serve(number << 22) and other.serve(number << 22) for number in range(24))
    assert common is overlap


@pytest.mark.parametrize(("count", "ids"), [(1, ()), (2, (0, 0)), (2, (2,)), (2, (-1,))])
def test_what_does_not_fit_together(count: int, ids: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="shard"):
        Shards(count, ids)
