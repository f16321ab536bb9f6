"""Calls to Discord that fail, are lost, or take for ever."""

from __future__ import annotations

from random import Random

import aiohttp
import discord
import pytest
from driving import Sim, other_than
from faulting import (
    AGAIN_AFTER,
    CALLBACK,
    DELETE,
    EDIT,
    HAND,
    POST,
    calls,
    hold_up,
    install,
    refused,
)

from bot.storage import notifications

AFTERWARDS = sum(AGAIN_AFTER[:2]) + 1


async def play_a_turn(sim: Sim) -> str:
    """Whoever is to move plays their whole turn; who that was."""
    name, rng = sim.to_move(), Random(5)
    while sim.to_move() == name:
        await sim.step(rng)
    return name


async def test_a_click_that_cannot_be_answered_changes_nothing_and_is_told(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name, version = sim.to_move(), sim.manager.version
    sim.env.inject_error(*CALLBACK, status=503)
    result = await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version
    assert "nothing has changed" in sim.told(result)
    await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version + 1


@pytest.mark.parametrize(
    ("error", "arrived"),
    [(aiohttp.ServerDisconnectedError, True), (ConnectionResetError, False), (TimeoutError, True)],
)
async def test_a_click_whose_answer_seemed_lost_once_counts(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, error: type[Exception], *, arrived: bool
) -> None:
    await sim.seat("ada", "ben")
    name, version = sim.to_move(), sim.manager.version
    install(monkeypatch).add(CALLBACK, error, done=arrived)
    await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version + 1
    assert "discard" in sim.hand(name).controls


async def test_a_click_that_nothing_can_be_answered_to_is_told_in_the_older_hand(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.seat("ada", "ben")
    name, version = sim.to_move(), sim.manager.version
    install(monkeypatch).add(CALLBACK, ConnectionResetError, times=9)
    await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version
    assert "nothing has changed" in sim.hand(name).text
    assert "nothing has changed" not in sim.hand(other_than(name)).text
    monkeypatch.undo()
    await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version + 1
    assert "nothing has changed" not in sim.hand(name).text


async def test_a_hand_that_cannot_be_edited_is_told_and_follows_by_itself(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name, version = sim.to_move(), sim.manager.version
    # Two hands that follow the game, and the answer to the click itself.
    sim.env.inject_error(*HAND, status=503, times=3)
    result = await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version + 1
    assert "Your game is safe" in sim.told(result)
    assert "discard" not in sim.hand(name).controls
    await sim.env.advance_time(AFTERWARDS)
    assert "discard" in sim.hand(name).controls


async def test_a_hand_whose_first_edit_failed_comes_by_itself(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence about the error has taken the place of "thinking…"."""
    await sim.seat("ada", "ben")
    install(monkeypatch).add(HAND, ConnectionResetError)
    result = await sim.slash("ada", "hand")
    assert "Your game is safe" in sim.told(result)
    await sim.env.advance_time(AFTERWARDS)
    assert sim.hand("ada").controls
    assert "Your game is safe" not in sim.told(result)


async def test_a_table_whose_edits_fail_follows_by_itself(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.seat("ada", "ben")
    before = sim.table()
    install(monkeypatch).add(EDIT, ConnectionResetError, times=99)
    await play_a_turn(sim)
    assert sim.table().text == before.text
    monkeypatch.undo()
    await sim.env.advance_time(AFTERWARDS)
    assert sim.table().id == before.id
    assert f"**{sim.to_move()}**'s turn" in sim.table().text


async def test_a_post_that_arrived_though_it_seemed_lost_is_not_doubled(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch).add(POST, aiohttp.ServerDisconnectedError, done=True)
    await sim.slash("ada", "play")
    (first,) = sim.public()
    assert sim.manager.lobby.message_id is None
    await sim.click("ben", sim.table(), "join")
    (lobby,) = sim.public()
    assert lobby.id == first.id
    assert "ben" in lobby.alts[0]
    assert sim.manager.lobby.message_id == lobby.id


async def test_a_lobby_that_the_server_blocks_is_told_and_cancelled(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch).add(POST, refused(400, 200000))
    await sim.slash("ada", "play")
    assert "AutoMod" in sim.newest("ada").text
    assert sim.manager.lobby is None
    await sim.slash("ada", "play")
    assert "AutoMod" not in sim.newest("ada").text


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_ping_that_seemed_lost_is_there_once(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, *, arrived: bool
) -> None:
    await sim.seat("ada", "ben")
    install(monkeypatch).add(POST, TimeoutError, done=arrived)
    name = await play_a_turn(sim)
    assert len(sim.pings()) == arrived
    await sim.env.advance_time(AFTERWARDS)
    assert sim.pings() == [f"<@{sim.people[other_than(name)].id}> your turn"]


async def test_what_cannot_be_deleted_goes_by_itself(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await play_a_turn(sim)
    sim.env.inject_error(*DELETE, status=503)
    await play_a_turn(sim)
    assert len(sim.pings()) == 2
    await sim.env.advance_time(AFTERWARDS)
    assert len(sim.pings()) == 1
    old = sim.table()
    sim.env.inject_error(*DELETE, status=503)
    await sim.slash("ada", "table")
    assert old.id in [each.id for each in sim.public()]
    await sim.env.advance_time(AFTERWARDS)
    assert old.id not in [each.id for each in sim.public()]


async def test_what_cannot_be_deleted_goes_after_a_restart(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await play_a_turn(sim)
    sim.env.inject_error(*DELETE, status=503, times=2)
    await play_a_turn(sim)
    assert len(sim.pings()) == 2
    await sim.restart()
    await sim.env.advance_time(AFTERWARDS)
    assert len(sim.pings()) == 1
    assert await sim.bot.services.store.read(notifications.undeleted) == []


async def test_a_rate_limit_holds_up_nothing_but_its_own_message(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.seat("ada", "ben")
    install(monkeypatch).add(EDIT, lambda: discord.RateLimited(60.0))
    before = calls(sim, EDIT)
    first, second = sim.to_move(), other_than(sim.to_move())
    await play_a_turn(sim)
    assert sim.to_move() == second
    assert "draw" in sim.hand(second).controls
    assert len(sim.pings()) == 1
    await sim.env.advance_time(50)
    # The channel is left alone for as long as Discord asked.
    assert calls(sim, EDIT) == before
    await sim.env.advance_time(15)
    assert f"**{second}**'s turn" in sim.table().text
    assert first != second


async def test_a_slow_channel_holds_up_neither_its_game_nor_others(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    before = calls(sim, EDIT)
    end = hold_up(sim, 60.0, "PATCH")
    for _ in range(3):
        name = await play_a_turn(sim)
        assert "draw" in sim.hand(other_than(name)).controls
    assert calls(sim, EDIT) == before
    assert "Phase 1" in sim.told(await sim.slash("cyd", "solo"))
    assert sim.private("cyd").running
    end()
    await sim.env.advance_time(61)
    # One call was under way, and one more shows all that has happened since.
    assert calls(sim, EDIT) == before + 2
    assert f"**{sim.to_move()}**'s turn" in sim.table().text
