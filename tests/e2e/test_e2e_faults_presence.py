"""Lost permissions, servers and connections: tables wait for the bot, and go on when it is back."""

from __future__ import annotations

import logging
from random import Random

import pytest
from driving import Sim
from faulting import EDIT, POST, calls
from patience import PATIENCE
from simcord.backend import serializers

from bot.cards.state import Stage
from cogs.live.table_announcer import MOST_PASSED

WEEK = 7 * 86400.0


def tell_bot(sim: Sim, event: str, **payload: object) -> None:
    sim.env.backend.emit(event, {"id": str(sim.guild.id), **payload})


def bring_back(sim: Sim) -> None:
    guild = sim.env.backend.guilds[sim.guild.id]
    payload = serializers.guild_create_payload(sim.env.backend, guild)
    sim.env.backend.emit("GUILD_CREATE", payload)


async def test_a_click_says_what_the_bot_lacks_and_all_is_shown_once_it_is_back(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name, version = sim.to_move(), sim.manager.version
    sim.permit("view_channel", "send_messages")
    await sim.env.settle()
    await sim.click(name, sim.hand(name), "draw")
    assert sim.manager.version == version + 1
    assert "I need permission to: View Channel and Send Messages" in sim.hand(name).text
    while sim.to_move() == name:
        await sim.step(Random(1))
    assert "draw a card" in sim.table().text
    standing = [each.text for each in sim.public()]
    sim.permit()
    await sim.env.settle()
    assert [each.text for each in sim.public()] != standing
    assert f"**{sim.to_move()}**'s turn" in sim.table().text
    (ping,) = (each for each in sim.public() if each.is_ping)
    assert str(sim.people[sim.to_move()].id) in ping.text
    await sim.click(sim.to_move(), sim.hand(sim.to_move()), "draw")
    assert "I need permission to" not in sim.hand(sim.to_move()).text


async def test_a_channel_that_takes_nothing_is_left_alone(
    sim: Sim, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a slow machine the clicks take longer than the first pause.
    monkeypatch.setattr("cogs.live.retry_queue.AGAIN_AFTER", (PATIENCE, PATIENCE))
    await sim.seat("ada", "ben")
    for call in (EDIT, POST):
        sim.env.inject_error(*call, status=403, code=50001, times=None)
    before = calls(sim, EDIT)
    with caplog.at_level(logging.WARNING):
        for _ in range(12):
            await sim.step(Random(3))
    assert calls(sim, EDIT) == before + 1
    assert not any(each.exc_info or each.levelno > logging.WARNING for each in caplog.records)
    sim.env.backend.faults.clear()
    await sim.env.advance_time(PATIENCE + 1)
    assert f"**{sim.to_move()}**" in sim.table().text


async def test_a_click_in_the_lobby_says_what_the_bot_lacks(sim: Sim) -> None:
    await sim.slash("ada", "play")
    sim.permit("view_channel", "send_messages")
    told = sim.told(await sim.click("ben", sim.table(), "join"))
    assert "I need permission to: View Channel and Send Messages" in told
    assert len(sim.manager.lobby.seats) == 2


async def test_where_no_file_may_be_posted_the_table_is_told_in_words(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    first = sim.table()
    sim.permit("attach_files")
    await sim.env.settle()
    await sim.step(Random(1))
    told = sim.table()
    assert told.id == first.id
    assert sim.files(told) == []
    assert "On top of the discards: " in told.text
    assert "ada: on phase 1, " in told.text
    assert "I need permission to: Attach Files" in told.text
    await sim.click("ada", told, "hand")
    mine = next(each for each in reversed(sim.screen("ada")) if each.private)
    assert "I need permission to" not in mine.text
    for _ in range(MOST_PASSED):
        await sim.people["eve"].send(sim.channel, "What a game!")
    await sim.step(Random(1))
    assert sim.table().id == told.id
    await sim.people["eve"].send(sim.channel, "One more!")
    await sim.step(Random(1))
    reposted = sim.table()
    assert reposted.id != told.id
    assert "On top of the discards: " in reposted.text
    sim.permit()
    await sim.env.settle()
    await sim.step(Random(1))
    (picture,) = sim.files(sim.table())
    assert picture.startswith(b"\x89PNG")
    assert "I need permission to" not in sim.table().text


@pytest.mark.parametrize("outage", [True, False])
async def test_a_server_that_is_lost_loses_nothing_and_waits(sim: Sim, *, outage: bool) -> None:
    await sim.seat("ada", "ben", turn_limit=60)
    view, before = sim.manager.view(None), len(sim.env.http_requests)
    tell_bot(sim, "GUILD_DELETE", **({"unavailable": True} if outage else {}))
    await sim.env.advance_time(WEEK)
    assert sim.manager.view(None) == view
    assert len(sim.env.http_requests) == before
    if not outage:
        # Somebody deleted the table meanwhile.
        sim.env.backend.messages[sim.channel.id].pop(sim.table().id)
    bring_back(sim)
    await sim.env.settle()
    assert "draw a card" in sim.table().text
    # Nobody could play: the turn begins again.
    assert sim.manager.game.deadline == pytest.approx(sim.clock.now() + 60, abs=1)
    await sim.env.advance_time(61)
    assert "a computer player" in sim.table().text or sim.manager.version > view.version


async def test_a_restart_without_the_server_waits_for_it(sim: Sim) -> None:
    await sim.seat("ada", "ben", turn_limit=60)
    guild = sim.env.backend.guilds.pop(sim.guild.id)
    channels = dict(sim.env.backend.channels)
    sim.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    await sim.restart()
    version = sim.manager.version
    await sim.env.advance_time(WEEK)
    assert sim.manager.version == version
    sim.env.backend.faults.clear()
    sim.env.backend.guilds[guild.id] = guild
    sim.env.backend.channels.update(channels)
    bring_back(sim)
    await sim.env.settle()
    assert sim.manager.game.deadline == pytest.approx(sim.clock.now() + 60, abs=1)
    assert sim.table().text


async def test_whoever_clicks_is_there(sim: Sim) -> None:
    await sim.seat("ada", computers=1)
    # The library has lost sight of the server, which Discord never said.
    tell_bot(sim, "GUILD_DELETE")
    await sim.env.settle()
    for _ in range(6):
        if sim.manager.view(None).stage in (Stage.DEAL, Stage.OVER):
            break
        await sim.step(Random(1))
    assert sim.manager.view(None).turn == sim.manager.find_seat(sim.people["ada"].id)


async def test_resuming_doubles_nothing(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    before = [each.id for each in sim.public()]
    requests = len(sim.env.http_requests)
    for _ in range(3):
        with sim.env._bot_scope():
            sim.bot.dispatch("shard_disconnect", 0)
            sim.bot.dispatch("resumed")
            sim.bot.dispatch("shard_resumed", 0)
        await sim.env.settle()
    assert [each.id for each in sim.public()] == before
    assert len(sim.env.http_requests) == requests


async def test_turn_limits_do_not_run_while_nobody_can_click(sim: Sim) -> None:
    await sim.seat("ada", "ben", turn_limit=60)
    version, shard = sim.manager.version, sim.bot.get_shard(0)
    with sim.env._bot_scope():
        await shard.disconnect()
    await sim.env.settle()
    await sim.env.advance_time(3600)
    assert sim.manager.version == version
    with sim.env._bot_scope():
        await shard.reconnect()
    await sim.env.settle()
    assert sim.manager.version == version
    assert sim.manager.game.deadline == pytest.approx(sim.clock.now() + 60, abs=1)
    await sim.env.advance_time(61)
    assert sim.manager.version > version
