"""Lost permissions, servers and connections: tables wait for the bot, and go on when it is back."""

from __future__ import annotations

import logging
from random import Random

import discord
import pytest
from driving import House
from faulting import EDIT, POST, calls
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.rules.state import Stage
from cogs.announcer import MOST_PASSED
from cogs.upkeep import AGAIN_AFTER

WEEK = 7 * 86400.0


def permit(house: House, *lacking: str) -> None:
    """A moderator takes these permissions in the channel from the bot, and gives it all others."""
    deny = discord.Permissions(**dict.fromkeys(lacking, True)).value
    bot = house.env.backend.bot_user.id
    overwrite = Overwrite(bot, OverwriteType.MEMBER, deny=deny)
    house.env.backend.set_overwrite(house.channel.id, overwrite)


def tell_bot(house: House, event: str, **payload: object) -> None:
    house.env.backend.emit(event, {"id": str(house.guild.id), **payload})


def bring_back(house: House) -> None:
    guild = house.env.backend.guilds[house.guild.id]
    payload = serializers.guild_create_payload(house.env.backend, guild)
    house.env.backend.emit("GUILD_CREATE", payload)


async def disconnect(house: House) -> None:
    shard = house.bot.get_shard(0)
    assert shard is not None
    with house.env._bot_scope():
        await shard.disconnect()
    await house.env.settle()


async def connect(house: House) -> None:
    shard = house.bot.get_shard(0)
    assert shard is not None
    with house.env._bot_scope():
        await shard.reconnect()
    await house.env.settle()


# -- permissions -----------------------------------------------------------------------------


async def test_a_click_says_what_the_bot_lacks_and_counts(house: House) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    permit(house, "view_channel", "send_messages")
    await house.env.settle()

    await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version + 1
    assert "I lack: View Channel and Send Messages" in house.hand(name).text
    assert "discard" in house.hand(name).controls
    assert "draw a card" in house.table().text


async def test_the_game_is_shown_as_soon_as_permissions_are_back(house: House) -> None:
    await house.seat("ada", "ben")
    permit(house, "view_channel", "send_messages")
    name = house.to_move()
    while house.to_move() == name:
        await house.step(Random(1))
    standing = [each.text for each in house.public()]

    permit(house)
    await house.env.settle()

    assert [each.text for each in house.public()] != standing
    assert f"**{house.to_move()}**'s turn" in house.table().text
    (ping,) = (each for each in house.public() if not each.components)
    assert str(house.people[house.to_move()].id) in ping.text
    await house.click(house.to_move(), house.hand(house.to_move()), "draw")
    assert "I lack" not in house.hand(house.to_move()).text


@pytest.mark.parametrize("code", [50013, 50001])
async def test_a_channel_that_takes_nothing_is_left_alone(
    house: House, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    await house.seat("ada", "ben")
    for call in (EDIT, POST):
        house.env.inject_error(*call, status=403, code=code, times=None)
    before = calls(house, EDIT)
    with caplog.at_level(logging.WARNING):
        for _ in range(12):
            await house.step(Random(3))

    assert calls(house, EDIT) == before + 1
    assert not any(each.exc_info or each.levelno > logging.WARNING for each in caplog.records)
    house.env.backend.faults.clear()
    await house.env.advance_time(AGAIN_AFTER[0] + 1)
    assert f"**{house.to_move()}**" in house.table().text


@pytest.mark.parametrize("verb", ["join", "computer"])
async def test_a_click_in_the_lobby_says_what_the_bot_lacks(house: House, verb: str) -> None:
    await house.slash("ada", "play")
    permit(house, "view_channel", "send_messages")

    if verb == "join":
        told = house.told(await house.click("ben", house.table(), "join"))
    else:
        told = house.told(await house.choose("ada", house.table(), "computer", ["easy"]))

    assert "I lack: View Channel and Send Messages" in told
    assert house.manager.lobby is not None
    assert len(house.manager.lobby.seats) == 2


async def test_posting_anew_says_what_the_bot_lacks(house: House) -> None:
    await house.seat("ada", "ben")
    menu = await house.click("ada", house.table(), "more")
    assert menu.response is not None
    permit(house, "send_messages")

    shown = next(each for each in house.screen("ada") if "repost" in each.controls)
    told = house.told(await house.click("ada", shown, "repost"))

    assert "I lack: Send Messages" in told


async def test_where_no_file_may_be_posted_the_table_is_told_in_words(house: House) -> None:
    await house.seat("ada", "ben")
    first = house.table()
    permit(house, "attach_files")
    await house.env.settle()

    await house.step(Random(1))

    told = house.table()
    assert told.id == first.id
    assert house.files(told) == []
    assert "On top of the discards: " in told.text
    assert "ada: on phase 1, " in told.text
    assert "I lack: Attach Files" in told.text
    await house.click("ada", told, "hand")
    mine = next(each for each in reversed(house.screen("ada")) if each.private)
    assert "I lack" not in mine.text
    for _ in range(MOST_PASSED + 1):
        await house.people["eve"].send(house.channel, "What a game!")
    await house.step(Random(1))
    anew = house.table()
    assert anew.id != told.id
    assert "On top of the discards: " in anew.text
    permit(house)
    await house.env.settle()
    await house.step(Random(1))
    (picture,) = house.files(house.table())
    assert picture.startswith(b"\x89PNG")
    assert "I lack" not in house.table().text


# -- servers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("outage", [True, False])
async def test_a_server_that_is_lost_loses_nothing_and_waits(house: House, *, outage: bool) -> None:
    await house.seat("ada", "ben", turn_limit=60)
    view, before = house.manager.view(None), len(house.env.http_requests)

    tell_bot(house, "GUILD_DELETE", **({"unavailable": True} if outage else {}))
    await house.env.advance_time(WEEK)

    assert house.manager.view(None) == view
    assert len(house.env.http_requests) == before
    bring_back(house)
    await house.env.settle()
    # Nobody could play: the turn begins anew.
    assert house.manager.deadline == pytest.approx(house.clock.now() + 60, abs=1)
    await house.env.advance_time(61)
    assert "a computer player" in house.table().text or house.manager.version > view.version


async def test_computers_do_not_play_unseen(house: House) -> None:
    await house.seat("ada", computers=2)
    tell_bot(house, "GUILD_DELETE")
    await house.env.settle()
    manager = house.manager
    play = manager._play
    assert play is not None
    name = house.people["ada"].id
    while manager.view(None).turn == manager.seat_of(name):
        actions = manager.legal(name).plain
        await manager.act(name, manager.version, actions[-1])
    version = manager.version
    await house.env.advance_time(WEEK)
    assert manager.version == version

    bring_back(house)
    await house.env.settle()

    assert manager.version > version


async def test_a_table_appears_again_when_the_bot_is_brought_back(house: House) -> None:
    await house.seat("ada", "ben")
    tell_bot(house, "GUILD_DELETE")
    await house.env.settle()
    house.env.backend.messages[house.channel.id].pop(house.table().id)

    bring_back(house)
    await house.env.settle()

    assert "draw a card" in house.table().text


async def test_a_restart_without_the_server_waits_for_it(house: House) -> None:
    await house.seat("ada", "ben", turn_limit=60)
    guild = house.env.backend.guilds.pop(house.guild.id)
    channels = dict(house.env.backend.channels)
    house.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    await house.restart()
    version = house.manager.version
    await house.env.advance_time(WEEK)
    assert house.manager.version == version

    house.env.backend.faults.clear()
    house.env.backend.guilds[guild.id] = guild
    house.env.backend.channels.update(channels)
    bring_back(house)
    await house.env.settle()

    assert house.manager.deadline == pytest.approx(house.clock.now() + 60, abs=1)
    assert house.table().text


async def test_whoever_clicks_is_there(house: House) -> None:
    await house.seat("ada", computers=1)
    # The library has lost sight of the server, which Discord never said.
    tell_bot(house, "GUILD_DELETE")
    await house.env.settle()

    for _ in range(6):
        if house.manager.view(None).stage in (Stage.DEAL, Stage.OVER):
            break
        await house.step(Random(1))

    assert house.manager.view(None).turn == house.manager.seat_of(house.people["ada"].id)


# -- the connection --------------------------------------------------------------------------


async def test_a_short_loss_of_the_connection_changes_nothing(house: House) -> None:
    await house.seat("ada", "ben", turn_limit=60)
    deadline, before = house.manager.deadline, [each.id for each in house.public()]

    await disconnect(house)
    await house.env.advance_time(5)
    await connect(house)

    assert house.manager.deadline == deadline
    assert [each.id for each in house.public()] == before
    name = house.to_move()
    await house.click(name, house.hand(name), "draw")
    assert "discard" in house.hand(name).controls


async def test_resuming_doubles_nothing(house: House) -> None:
    await house.seat("ada", "ben")
    before = [each.id for each in house.public()]
    requests = len(house.env.http_requests)

    for _ in range(3):
        with house.env._bot_scope():
            house.bot.dispatch("shard_disconnect", 0)
            house.bot.dispatch("resumed")
            house.bot.dispatch("shard_resumed", 0)
        await house.env.settle()

    assert [each.id for each in house.public()] == before
    assert len(house.env.http_requests) == requests


async def test_turn_limits_do_not_run_while_nobody_can_click(house: House) -> None:
    await house.seat("ada", "ben", turn_limit=60)
    version = house.manager.version
    await disconnect(house)

    await house.env.advance_time(3600)

    assert house.manager.version == version
    await connect(house)
    assert house.manager.version == version
    assert house.manager.deadline == pytest.approx(house.clock.now() + 60, abs=1)
    await house.env.advance_time(61)
    assert house.manager.version > version


async def test_a_lobby_stays_open_while_nobody_can_join(house: House) -> None:
    await house.slash("ada", "play")
    await disconnect(house)
    await house.env.advance_time(3600)
    await connect(house)

    await house.click("ben", house.table(), "join")

    assert house.manager.lobby is not None
    assert len(house.manager.lobby.seats) == 2
