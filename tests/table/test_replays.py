"""Replays, reviews and changes of ratings of finished games."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

import pytest
from fakes_table import refused
from past_games import HERE, FakePastGames, past, rating, record, seat

from bot.cards.events import Dealt
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage
from bot.cards.variations import varied
from bot.core.game_type import AnyGameType
from bot.game_types import recorded_game_type
from bot.results.ratings import Kind
from bot.seating import Level
from bot.table.rating_changes import Ratings
from bot.table.replays import Replay, Replays
from bot.table.reviews import MOST_WAITING, Reviews
from bot.work_queue import WorkQueue

RULES = varied(CLASSIC, "S2+S2,R3,C3")


def past_games(*game_ids: str) -> FakePastGames:
    lines = record(rules=RULES)
    return FakePastGames(records=dict.fromkeys(game_ids, lines))


async def replay() -> Replay:
    return await Replays(past_games("g"), WorkQueue()).of("g", 1)


async def test_the_table_of_a_step_has_no_hidden_cards() -> None:
    game = await replay()

    for at in range(len(game)):
        shown = game.moment(at)
        assert shown.at == at
        assert shown.view.me is None
        assert shown.view.hand == ()
        if shown.seat is not None and shown.view.stage not in (Stage.DEAL, Stage.OVER):
            assert len(shown.own.hand) == shown.view.seats[shown.seat].cards
    assert shown.view.result is not None
    assert game.moment(10**6) == shown, "the last one where there are fewer"


async def test_a_game_of_another_server_is_shown_to_its_players_only() -> None:
    elsewhere = past(guild_id=HERE + 1)
    replays = Replays(FakePastGames(games=[elsewhere]), WorkQueue())
    player, stranger = 100, 999
    assert await replays.past_game(HERE, player, "g") is elsewhere
    await refused("no_past_game", replays.past_game(HERE, stranger, "g"))


async def test_from_hand_to_hand() -> None:
    game = await replay()
    starts, at = [0], game.hand_after(0)
    while at is not None:
        starts.append(at)
        at = game.hand_after(at)

    assert len(starts) == game.hands
    for start in starts:
        assert any(isinstance(event, Dealt) for event in game.moment(start).events)
        assert game.hand_before(start + 1) == start
        assert len(game.moment(start).scored) == starts.index(start)
    assert game.hand_before(0) is None
    assert game.hand_before(starts[1]) == 0


async def test_a_game_is_replayed_once_the_oldest_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.table.replays.MOST_REPLAYS", 2)
    store = past_games("a", "b", "c")
    replays = Replays(store, WorkQueue())

    first = await replays.of("a", 1)
    assert await replays.of("a", 1) is first
    for game_id in ("b", "c", "a"):
        await replays.of(game_id, 1)

    assert store.asked == ["record"] * 4
    assert await replays.of("a", 1) is not first


async def test_a_game_is_replayed_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def watched(lines: list[str]) -> AnyGameType:
        threads.append(threading.get_ident())
        return recorded_game_type(lines)

    monkeypatch.setattr("bot.table.replays.recorded_game_type", watched)
    await replay()

    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (None, "no_past_game"),
        ([], "no_replay"),
        (["{}"], "no_replay"),
        (["nonsense"], "no_replay"),
        (record()[:1], "no_replay"),
    ],
)
async def test_invalid_records_are_not_replayed(lines: list[str] | None, code: str) -> None:
    store = FakePastGames(records={} if lines is None else {"g": lines})
    await refused(code, Replays(store, WorkQueue()).of("g", 1))
    store.fails = True
    await refused("not_looked_up", Replays(store, WorkQueue()).of("g", 1))


@contextmanager
def reviewing(lines: list[str]) -> Iterator[Reviews]:
    store = FakePastGames(records={f"g{number}": lines for number in range(MOST_WAITING + 1)})
    reviews = Reviews(Replays(store, WorkQueue()))  # type: ignore[arg-type]
    yield reviews
    reviews.close()


def short() -> list[str]:
    return list(record(rules=varied(CLASSIC, "S2")))


async def test_a_review_is_made_once() -> None:
    with reviewing(short()) as reviews:
        course = await reviews.course("g0")
        assert sum(course.chances[-1]) == pytest.approx(1)
        assert await reviews.course("g0") is course


async def test_a_running_game_has_no_review_nor_logs(caplog: pytest.LogCaptureFixture) -> None:
    with reviewing(short()[:8]) as reviews:
        await refused("no_review", reviews.course("g0"))
    assert caplog.messages == ["there is no review of game g0: not_over"]


async def test_only_a_few_wait_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr("bot.table.reviews.compute_course", lambda _: go_on.wait())
    with reviewing(short()) as reviews:
        asked = [asyncio.create_task(reviews.course(f"g{n}")) for n in range(MOST_WAITING)]
        await asyncio.sleep(0)
        await refused("reviews_busy", reviews.course(f"g{MOST_WAITING}"))
        go_on.set()
        await asyncio.gather(*asked)
        await reviews.course(f"g{MOST_WAITING}")


async def test_what_is_made_during_a_deletion_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    store = past_games("g")
    replays = Replays(store, WorkQueue())  # type: ignore[arg-type]
    reviews = Reviews(replays)
    going_on, go_on = threading.Event(), threading.Event()

    def held_up(work: Callable[[Any], Any], given: Any) -> Any:
        going_on.set()
        go_on.wait()
        return work(given)

    for module, name in (("replays", "recorded_game_type"), ("reviews", "compute_course")):
        work = getattr(import_module(f"bot.table.{module}"), name)
        monkeypatch.setattr(f"bot.table.{module}.{name}", partial(held_up, work))
    for making, forget in (
        (partial(replays.of, "g", 1), replays.forget),
        (partial(reviews.course, "g"), reviews.forget),
    ):
        going_on.clear()
        go_on.clear()
        made = asyncio.create_task(making())
        await asyncio.to_thread(going_on.wait)
        forget()
        go_on.set()
        with_old_name = await made
        assert await making() is not with_old_name
    reviews.close()


UP, DOWN, BY_COMPUTERS = rating(1124, 18), rating(982, -18), rating(1311, 4)


async def test_changes_are_by_seat_and_rating_and_are_looked_up_once() -> None:
    seats = (
        seat(0, "Ada", people=UP, computers=BY_COMPUTERS),
        seat(1, "Ben", people=DOWN),
        seat(2, "", user_id=None, people=UP),
        seat(3, "Cyd"),
        seat(4, "Juno", user_id=None, level=Level.EASY),
    )
    store = FakePastGames([past(seats=seats)])
    ratings = Ratings(store)
    both = {Kind.PEOPLE: UP, Kind.COMPUTERS: BY_COMPUTERS}
    for _ in range(2):
        assert await ratings.of_game("g") == {0: both, 1: {Kind.PEOPLE: DOWN}}
    assert store.asked == ["past_game"]
    assert [(each.points, each.change) for each in (UP, DOWN)] == [(1124, 18), (982, -18)]


async def test_without_an_answer_there_are_no_changes_until_there_is_one() -> None:
    store = FakePastGames([past(seats=(seat(0, "Ada", people=UP),))], fails=True)
    ratings = Ratings(store)
    assert await ratings.of_game("g") == {}
    store.fails = False
    assert await ratings.of_game("other") == {}
    assert set(await ratings.of_game("g")) == {0}
