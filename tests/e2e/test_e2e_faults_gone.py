"""Messages, tokens, threads and channels that are not there any more."""

from __future__ import annotations

import logging
from random import Random

import pytest
from driving import Shown, Sim, other_than
from faulting import AGAIN_AFTER, CALLBACK, EDIT, HAND, POST, calls, install, refused

from bot.cards.record import RECORDS
from bot.storage import games

A_QUARTER = 15 * 60 + 1.0


def panels(sim: Sim) -> list[Shown]:
    return [each for each in sim.public() if each.components and not each.is_ping]


def gone(sim: Sim, shown: Shown) -> None:
    sim.env.backend.messages[sim.channel.id].pop(shown.id)


async def test_a_hand_is_opened_anew_when_its_token_has_expired(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    old = sim.hand(name)
    await sim.env.advance_time(A_QUARTER)
    edits = calls(sim, HAND)
    other = other_than(name)
    await sim.click(name, sim.table(), "hand")
    await sim.click(name, sim.hand(name), "draw")
    assert sim.hand(name).id != old.id
    assert "discard" in sim.hand(name).controls
    # The other hand, which nobody can edit any more, is not tried.
    assert "draw" not in sim.hand(other).controls
    assert calls(sim, HAND) == edits + 2


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (404, 10015), (401, 50027)])
async def test_a_hand_that_is_gone_is_left_alone(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    other = other_than(name)
    key = (sim.manager.view(None).game_id, sim.people[other].id)
    token = sim.bot.services.hands._live[key].interaction.token
    gone(sim, sim.hand(other))
    faults = install(monkeypatch)
    faults.add(
        ("PATCH", f"/webhooks/*/{token}/messages/@original"), refused(status, code), times=99
    )
    await sim.click(name, sim.hand(name), "draw")
    await sim.step(Random(1))
    await sim.env.advance_time(2 * sum(AGAIN_AFTER))
    assert faults.active[0].times == 98
    await sim.click(other, sim.table(), "hand")
    assert "Phase 1" in sim.hand(other).text


async def test_a_click_that_was_answered_too_late_changes_nothing(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await sim.seat("ada", "ben")
    name, version = sim.to_move(), sim.manager.version
    install(monkeypatch).add(CALLBACK, refused(404, 10062))
    before = calls(sim, CALLBACK)
    with caplog.at_level(logging.INFO):
        await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version
    # Nothing else is sent for a click that Discord has given up.
    assert calls(sim, CALLBACK) == before
    assert not any(each.exc_info or each.levelno > logging.WARNING for each in caplog.records)
    await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version + 1


async def test_a_deleted_lobby_or_table_is_posted_anew_once(sim: Sim) -> None:
    await sim.slash("ada", "play")
    gone(sim, sim.table())
    told = sim.told(await sim.slash("ben", "play"))
    (lobby,) = panels(sim)
    assert str(lobby.id) in told
    await sim.click("ben", lobby, "join")
    assert len(panels(sim)) == 1
    assert "ben" in sim.table().alts[0]
    await sim.click("ada", sim.table(), "start")
    await sim.click("ben", sim.table(), "hand")
    gone(sim, sim.table())
    told = sim.told(await sim.slash("cyd", "play"))
    await sim.step(Random(1))
    (table,) = panels(sim)
    assert str(table.id) in told
    assert "lay, hit, then discard" in table.text


async def test_a_lobby_that_is_cancelled_while_it_is_posted_leaves_nothing(sim: Sim) -> None:
    sim.env.inject_error(*POST, status=500)
    await sim.slash("ada", "play")
    lobby = sim.manager.lobby
    await sim.manager.cancel(lobby.host_id)
    await sim.env.advance_time(sum(AGAIN_AFTER))
    assert panels(sim) == []


@pytest.mark.parametrize("unseen", [False, True])
async def test_a_deleted_channel_ends_its_game(
    sim: Sim, caplog: pytest.LogCaptureFixture, *, unseen: bool
) -> None:
    await sim.seat("ada", "ben", turn_limit=60)
    game = sim.manager.view(None).game_id
    if unseen:
        sim.bot._connection.parsers["CHANNEL_DELETE"] = lambda _: None
    with caplog.at_level(logging.WARNING):
        sim.env.backend.delete_channel(sim.channel.id)
        await sim.env.settle()
        if unseen:
            await sim.restart()
            await sim.env.advance_time(AGAIN_AFTER[0] + 1)
        assert not sim.manager.running
        assert sim.manager.lobby is None
        assert list(RECORDS.verify(await sim.bot.services.store.read(games.finished_record, game)))
        before = len(sim.env.http_requests)
        await sim.env.advance_time(10 * sum(AGAIN_AFTER))
    assert len(sim.env.http_requests) == before, "nothing more is tried"
    assert len(caplog.records) < 10
    assert not any(each.exc_info for each in caplog.records)


async def test_an_archived_thread_is_woken_up_by_a_new_table(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.seat("ada", "ben")
    old = sim.table()
    install(monkeypatch).add(EDIT, refused(400, 50083))
    await sim.step(Random(1))
    (table,) = panels(sim)
    assert table.id != old.id
    assert "lay, hit, then discard" in table.text


@pytest.mark.parametrize(("status", "code"), [(400, 50083), (400, 160005), (403, 50013)])
async def test_a_locked_thread_is_tried_a_few_times_only(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    await sim.seat("ada", "ben")
    faults = install(monkeypatch)
    faults.add(EDIT, refused(400, 50083), times=99)
    faults.add(POST, refused(status, code), times=99)
    version = sim.manager.version
    name = sim.to_move()
    while sim.to_move() == name:
        await sim.step(Random(1))
    await sim.env.advance_time(10 * sum(AGAIN_AFTER))
    assert sim.manager.version > version
    assert 99 - faults.active[1].times <= 2 * (1 + len(AGAIN_AFTER))
    faults.active.clear()
    await sim.step(Random(1))
    assert f"**{sim.to_move()}**'s turn" in sim.table().text


async def test_a_thread_that_is_unlocked_shows_the_game_at_once(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.seat("ada", "ben")
    faults = install(monkeypatch)
    faults.add(EDIT, refused(403, 50013), times=99)
    await sim.step(Random(1))
    assert "lay, hit, then discard" not in sim.table().text
    faults.active.clear()
    payload = type("Payload", (), {"thread_id": sim.channel.id})()
    with sim.env._bot_scope():
        sim.bot.dispatch("raw_thread_update", payload)
    await sim.env.settle()
    assert "lay, hit, then discard" in sim.table().text
