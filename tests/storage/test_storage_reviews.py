"""Reviews in the database: which are due, what they found, and who loses them."""

from __future__ import annotations

from dataclasses import replace

from databases import Where, content, raw
from people import (
    BEN,
    BEN_S,
    COMPUTER,
    CYD,
    CYD_S,
    ME,
    NAME,
    Seat,
    broken_off,
    finished,
    played_to_the_end,
    under_way,
    whom,
)
from stored import change

from bot.model import ALL_SHARDS, Shards
from bot.scores.results import FEWEST_FOR_MEANS, DueReview, SeatReview, means_of
from bot.storage.store import SqlStore

FOUND = SeatReview(deals=0.01, draws=-0.02, others=-0.3, choices=-0.1, error=0.05, decisions=40)
NOT_COMPARED = SeatReview(0.03, 0.01, -0.2, None, None, 0)
ME_S = (NAME, ME)


async def reviewed(store: SqlStore, found: SeatReview | None = FOUND) -> list[DueReview]:
    """All that was due, and is reviewed now."""
    dues = []
    while (due := await store.due_review(ALL_SHARDS)) is not None:
        await store.put_review(due, found)
        dues.append(due)
    return dues


async def finished_without(store: SqlStore, game_id: str, gone: Seat, *others: Seat) -> None:
    """A game that the person in the first seat left."""
    table, state = await under_way(store, game_id, 2, gone, *others)
    first, *staying = table.occupants
    table = replace(table, occupants=(replace(first, left=True), *staying))
    step = played_to_the_end(game_id, gone, *others)
    await store.commit(change(table, step), state.version)


async def test_everybody_who_finished_a_card_game_is_reviewed_once(store: SqlStore) -> None:
    await finished(store, "one", 2, ME_S, BEN_S, COMPUTER)
    await broken_off(store, "brokenoff", 2, ME_S, BEN_S)
    await finished_without(store, "two", ME_S, CYD_S)

    dues = await reviewed(store)

    assert sorted((due.game_id, due.user_id, due.seat) for due in dues) == sorted(
        [("one", ME, 0), ("one", BEN, 1), ("two", CYD, 1)]
    )
    assert {due.guild_id for due in dues} == {2}
    assert await store.due_review(ALL_SHARDS) is None
    stats = await store.stats(2, ME)
    assert stats.reviews == means_of([FOUND])
    assert (await store.stats(2, ME, "dice")).reviews is None


async def test_the_newest_game_comes_first_and_each_process_has_its_own(
    store: SqlStore, where: Where
) -> None:
    first, second = 1 << 22, 2 << 22
    await finished(store, "early", first, ME_S, COMPUTER)
    await finished(store, "late", first, ME_S, COMPUTER)
    await finished(store, "other", second, ME_S, COMPUTER)
    with raw(where) as connection:
        connection.execute("UPDATE seat_reviews SET ended_at = 99 WHERE game_id = 'late'")

    due, others = [await store.due_review(Shards(2, (shard,))) for shard in (1, 0)]

    assert due is not None
    assert due.game_id == "late"
    assert others is not None
    assert others.game_id == "other"
    await store.put_review(due, None)
    again = await store.due_review(Shards(2, (1,)))
    assert again is not None
    assert again.game_id == "early"


async def test_means_are_of_one_server_or_of_all_and_leave_out_what_failed(
    store: SqlStore,
) -> None:
    for number in range(FEWEST_FOR_MEANS):
        await finished(store, f"here{number}", 2, ME_S, COMPUTER)
    await reviewed(store)
    await finished(store, "there", 3, ME_S, COMPUTER)
    await reviewed(store, NOT_COMPARED)
    await finished(store, "failed", 3, ME_S, COMPUTER)
    await reviewed(store, None)

    here = (await store.stats(2, ME)).reviews
    everywhere = (await store.stats_everywhere(ME)).reviews

    assert here == means_of([FOUND] * FEWEST_FOR_MEANS)
    assert everywhere is not None
    assert (everywhere.games, everywhere.compared) == (FEWEST_FOR_MEANS + 1, FEWEST_FOR_MEANS)


async def test_a_forgotten_person_has_no_reviews_and_gets_none(
    store: SqlStore, where: Where
) -> None:
    await finished(store, "one", 2, ME_S, BEN_S)
    await finished(store, "two", 2, ME_S, CYD_S)
    due = await store.due_review(ALL_SHARDS)
    assert due is not None
    await reviewed(store)
    exported = (await store.personal_data(ME, 10**6))["reviews"]
    assert [each["choices"] for each in exported] == [FOUND.choices] * 2

    await store.forget(whom())
    await store.put_review(DueReview(2, ME, "one", 0), FOUND)

    assert {row[1] for row in content(where)["seat_reviews"]} == {BEN, CYD}
    assert (await store.personal_data(BEN, 10**6))["reviews"]
