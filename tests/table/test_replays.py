from __future__ import annotations

import threading

import pytest
from past_games import FakeMemories, record

from bot.games.system import GameSystem
from bot.rules.editions import CLASSIC, varied
from bot.rules.events import Dealt
from bot.rules.state import Stage
from bot.systems import system_of_record
from bot.table.errors import TableError
from bot.table.replays import Replay, Replays

RULES = varied(CLASSIC, "S2+S2,R3,C3")


def memories(*game_ids: str) -> FakeMemories:
    lines = record(rules=RULES)
    return FakeMemories(records=dict.fromkeys(game_ids, lines))


async def replay() -> Replay:
    return await Replays(memories("g")).of("g")


async def test_the_table_of_a_step_is_what_everybody_saw() -> None:
    game = await replay()

    for at in range(len(game)):
        shown = game.moment(at)
        assert shown.at == at
        assert shown.view.me is None
        assert shown.view.hand == ()
        if shown.seat is not None and shown.view.stage not in (Stage.DEAL, Stage.OVER):
            assert shown.own is not None
            assert len(shown.own.hand) == shown.view.seats[shown.seat].cards


async def test_a_step_that_is_not_there_is_the_last() -> None:
    game = await replay()

    assert game.moment(10**6) == game.moment(len(game) - 1)
    assert game.moment(10**6).view.result is not None


async def test_scores_are_those_until_then() -> None:
    game = await replay()
    second = game.hand_after(0)
    assert second is not None

    assert game.moment(second - 2).scored == ()
    assert [each.hand for each in game.moment(second - 1).scored] == [1]
    assert len(game.moment(len(game)).scored) == game.hands


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
    assert game.hand_before(0) is None
    assert game.hand_before(starts[1]) == 0


async def test_a_game_is_replayed_once_and_the_oldest_is_let_go() -> None:
    store = memories("a", "b", "c")
    replays = Replays(store, most=2)

    first = await replays.of("a")
    assert await replays.of("a") is first
    for game_id in ("b", "c", "a"):
        await replays.of(game_id)

    assert store.asked == ["record"] * 4
    assert await replays.of("a") is not first


async def test_a_game_is_replayed_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def watched(lines: list[str]) -> GameSystem:
        threads.append(threading.get_ident())
        return system_of_record(lines)

    monkeypatch.setattr("bot.table.replays.system_of_record", watched)
    await replay()

    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


@pytest.mark.parametrize(
    ("lines", "code"),
    [(None, "no_past_game"), ([], "no_replay"), (["{}"], "no_replay"), (["nonsense"], "no_replay")],
)
async def test_what_cannot_be_replayed(lines: list[str] | None, code: str) -> None:
    store = FakeMemories(records={} if lines is None else {"g": lines})

    with pytest.raises(TableError) as caught:
        await Replays(store).of("g")

    assert caught.value.code == code


async def test_a_record_of_a_header_alone_has_no_steps() -> None:
    store = FakeMemories(records={"g": record()[:1]})

    with pytest.raises(TableError) as caught:
        await Replays(store).of("g")

    assert caught.value.code == "no_replay"


async def test_a_store_that_fails() -> None:
    with pytest.raises(TableError) as caught:
        await Replays(FakeMemories(fails=True)).of("g")

    assert caught.value.code == "not_looked_up"
