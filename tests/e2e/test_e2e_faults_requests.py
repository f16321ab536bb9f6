"""Calls to Discord that fail, are lost, or take for ever."""

from __future__ import annotations

import logging
from random import Random

import aiohttp
import discord
import pytest
from driving import House
from faulting import CALLBACK, DELETE, EDIT, HAND, POST, calls, hold_up, install

from cogs.upkeep import AGAIN_AFTER

STATUSES = [500, 502, 503]
LOST = [aiohttp.ServerDisconnectedError, ConnectionResetError, TimeoutError]
AFTERWARDS = sum(AGAIN_AFTER[:2]) + 1


def other_than(name: str) -> str:
    return "ben" if name == "ada" else "ada"


def pings(house: House) -> list[str]:
    return [each.text for each in house.public() if not each.components]


async def play_a_turn(house: House) -> str:
    """Whoever is to move plays their whole turn; who that was."""
    name, rng = house.to_move(), Random(5)
    while house.to_move() == name:
        await house.step(rng)
    return name


@pytest.mark.parametrize("status", STATUSES)
async def test_a_click_that_cannot_be_answered_changes_nothing_and_is_told(
    house: House, status: int
) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    house.env.inject_error(*CALLBACK, status=status)

    result = await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version
    assert "Your game is safe" in house.told(result)
    await house.click(name, house.hand(name), "draw")
    assert house.manager.version == version + 1


@pytest.mark.parametrize("error", LOST)
async def test_a_click_whose_answer_is_lost_changes_nothing_and_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    install(monkeypatch).add(CALLBACK, error)

    result = await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version
    assert "Your game is safe" in house.told(result)


async def test_an_answer_that_arrived_though_it_seemed_to_fail_counts(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    faults = install(monkeypatch)
    adapter = house.env._webhook_adapter
    request = adapter.request

    async def tries_again(route: object, *given: object, **more: object) -> object:
        try:
            return await request(route, *given, **more)
        except TimeoutError:
            return await request(route, *given, **more)

    monkeypatch.setattr(adapter, "request", tries_again)
    faults.add(CALLBACK, TimeoutError, done=True)

    await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version + 1
    assert "discard" in house.hand(name).controls


@pytest.mark.parametrize("status", STATUSES)
async def test_a_hand_that_cannot_be_edited_is_told_and_follows_by_itself(
    house: House, status: int
) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    # Two hands that follow the game, and the answer to the click itself.
    house.env.inject_error(*HAND, status=status, times=3)

    result = await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version + 1
    assert "Your game is safe" in house.told(result)
    assert "discard" not in house.hand(name).controls
    await house.env.advance_time(AFTERWARDS)
    assert "discard" in house.hand(name).controls


async def test_the_hand_of_who_waits_follows_by_itself(house: House) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()
    other = other_than(name)
    house.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=500, times=None)
    await house.click(name, house.hand(name), "draw")
    house.env.backend.faults.clear()
    card = house.hand(name)
    assert "draw" in card.controls
    await house.env.advance_time(AFTERWARDS)
    assert "discard" in house.hand(name).controls
    assert house.hand(other).controls


@pytest.mark.parametrize("status", STATUSES)
async def test_a_table_that_cannot_be_edited_follows_by_itself(house: House, status: int) -> None:
    await house.seat("ada", "ben")
    before = house.table()
    house.env.inject_error(*EDIT, status=status, times=None)
    await play_a_turn(house)
    assert house.table().text == before.text
    house.env.backend.faults.clear()

    await house.env.advance_time(AGAIN_AFTER[0] + AGAIN_AFTER[1] + 1)

    assert house.table().id == before.id
    assert f"**{house.to_move()}**'s turn" in house.table().text


@pytest.mark.parametrize("error", LOST)
async def test_a_table_whose_edit_is_lost_follows_by_itself(
    house: House, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    await house.seat("ada", "ben")
    before = house.table()
    name = house.to_move()
    install(monkeypatch).add(EDIT, error)
    await house.click(name, house.hand(name), "draw")

    await house.env.advance_time(AFTERWARDS)

    assert house.table().id == before.id
    assert "lay, hit, then discard" in house.table().text


async def test_a_table_is_shown_at_the_next_change_at_the_latest(house: House) -> None:
    await house.seat("ada", "ben")
    house.env.inject_error(*EDIT, status=503)
    name = house.to_move()
    await house.click(name, house.hand(name), "draw")
    assert "draw a card" in house.table().text

    await house.step(Random(1))

    assert f"**{house.to_move()}**" in house.table().text


async def test_what_fails_for_good_is_tried_a_few_times_only(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.seat("ada", "ben")
    house.env.inject_error(*EDIT, status=500, times=None)
    name, before = house.to_move(), calls(house, EDIT)
    with caplog.at_level(logging.WARNING):
        await house.click(name, house.hand(name), "draw")
        await house.env.advance_time(10 * sum(AGAIN_AFTER))

    assert calls(house, EDIT) - before == 1 + len(AGAIN_AFTER)
    assert {each.levelno for each in caplog.records} == {logging.WARNING}
    assert not any(each.exc_info for each in caplog.records)


@pytest.mark.parametrize("status", STATUSES)
async def test_a_lobby_that_cannot_be_posted_comes_by_itself_and_once(
    house: House, status: int
) -> None:
    house.env.inject_error(*POST, status=status)
    await house.slash("ada", "play")
    assert house.public() == []

    await house.env.advance_time(AFTERWARDS)

    (lobby,) = house.public()
    assert house.manager.lobby is not None
    assert house.manager.lobby.message_id == lobby.id


@pytest.mark.parametrize("error", LOST)
async def test_a_post_that_arrived_though_it_seemed_lost_is_not_doubled(
    house: House, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    install(monkeypatch).add(POST, error, done=True)
    await house.slash("ada", "play")
    (first,) = house.public()
    assert house.manager.lobby is not None
    assert house.manager.lobby.message_id is None
    await house.click("ben", house.table(), "join")

    (lobby,) = house.public()
    assert lobby.id == first.id
    assert "ben" in lobby.text
    assert house.manager.lobby.message_id == lobby.id


async def test_a_ping_that_cannot_be_posted_comes_by_itself_and_once(house: House) -> None:
    await house.seat("ada", "ben")
    house.env.inject_error(*POST, status=500)
    name = await play_a_turn(house)
    assert pings(house) == []

    await house.env.advance_time(AFTERWARDS)

    mention = f"<@{house.people[other_than(name)].id}>"
    assert pings(house) == [f"{mention} your turn"]


async def test_a_ping_that_arrived_though_it_seemed_lost_is_not_doubled(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.seat("ada", "ben")
    install(monkeypatch).add(POST, TimeoutError, done=True)

    await play_a_turn(house)
    await house.env.advance_time(AFTERWARDS)

    assert len(pings(house)) == 1


async def test_a_ping_that_cannot_be_deleted_goes_with_the_next_one(house: House) -> None:
    await house.seat("ada", "ben")
    house.env.inject_error(*DELETE, status=500)
    await play_a_turn(house)
    assert len(pings(house)) == 2

    await play_a_turn(house)

    assert len(pings(house)) == 1


async def test_an_old_table_that_cannot_be_deleted_goes_with_the_next_one(house: House) -> None:
    await house.seat("ada", "ben")
    house.env.inject_error(*DELETE, status=500)
    await house.slash("ada", "table")
    assert len([each for each in house.public() if each.components]) == 2

    await house.slash("ada", "table")

    assert len([each for each in house.public() if each.components]) == 1


async def test_an_upload_that_fails_comes_with_its_picture_later(house: House) -> None:
    await house.seat("ada", "ben")
    house.env.inject_error(*EDIT, status=413, code=40005)
    name = house.to_move()
    await house.click(name, house.hand(name), "draw")

    await house.env.advance_time(AFTERWARDS)

    (picture,) = house.files(house.table())
    assert picture.startswith(b"\x89PNG")
    assert "lay, hit, then discard" in house.table().text


async def test_a_rate_limit_holds_up_nothing_but_its_own_message(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.seat("ada", "ben")
    install(monkeypatch).add(EDIT, lambda: discord.RateLimited(60.0))
    before = calls(house, EDIT)

    first, second = house.to_move(), other_than(house.to_move())
    await play_a_turn(house)
    assert house.to_move() == second
    assert "draw" in house.hand(second).controls
    assert len(pings(house)) == 1
    await house.env.advance_time(50)
    # The channel is left alone for as long as Discord asked.
    assert calls(house, EDIT) == before
    await house.env.advance_time(15)

    assert f"**{second}**'s turn" in house.table().text
    assert first != second


async def test_a_slow_channel_holds_up_neither_the_game_nor_the_hands(house: House) -> None:
    await house.seat("ada", "ben")
    before = calls(house, EDIT)
    end = hold_up(house, 60.0, "PATCH")

    for _ in range(3):
        name = await play_a_turn(house)
        assert "draw" in house.hand(other_than(name)).controls
    assert calls(house, EDIT) == before
    end()
    await house.env.advance_time(61)

    # One call was under way, and one more shows all that has happened since.
    assert calls(house, EDIT) == before + 2
    assert f"**{house.to_move()}**'s turn" in house.table().text


async def test_a_slow_channel_does_not_hold_up_others(house: House) -> None:
    await house.seat("ada", "ben")
    hold_up(house, 60.0, "PATCH", "POST")
    other = house.guild.create_text_channel("other")

    result = await house.people["cyd"].slash(other, "phase10 solo")

    assert "Phase 1" in house.told(result)
    assert house.bot.desk.registry.for_channel(other.id).running
    await house.env.advance_time(120)


async def test_long_rate_limits_are_not_waited_for_in_the_library(house: House) -> None:
    config = house.bot.config
    bot = type(house.bot)(config)

    assert bot.http.max_ratelimit_timeout == 30.0
    await bot.close()
