"""Messages, tokens, threads and channels that are not there any more."""

from __future__ import annotations

import logging
from random import Random

import discord
import pytest
from driving import House, Shown
from faulting import CALLBACK, EDIT, HAND, POST, Faults, calls, install

from bot.rules.record import verify
from cogs.upkeep import AGAIN_AFTER

A_QUARTER = 15 * 60 + 1.0


def coded(status: int, code: int) -> Exception:
    """What Discord's refusals come as."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response = type("Response", (), {"status": status, "reason": "no"})()
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "no"})


def refuse(faults: Faults, call: tuple[str, str], status: int, code: int, times: int = 1) -> None:
    faults.add(call, lambda: coded(status, code), times)


def panels(house: House) -> list[Shown]:
    return [each for each in house.public() if each.components]


def gone(house: House, shown: Shown) -> None:
    """A moderator deletes a message, or a player dismisses theirs."""
    house.env.backend.messages[house.channel.id].pop(shown.id)


async def test_a_hand_is_opened_anew_when_its_token_has_expired(house: House) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()
    old = house.hand(name)
    await house.env.advance_time(A_QUARTER)
    edits = calls(house, HAND)

    other = "ben" if name == "ada" else "ada"
    await house.click(name, house.table(), "hand")
    await house.click(name, house.hand(name), "draw")

    assert house.hand(name).id != old.id
    assert "discard" in house.hand(name).controls
    # The other hand, which nobody can edit any more, is not tried.
    assert "draw" not in house.hand(other).controls
    assert calls(house, HAND) == edits + 2


async def test_an_old_hands_button_still_works(house: House) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    await house.env.advance_time(A_QUARTER)

    await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version + 1
    assert "discard" in house.hand(name).controls


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (404, 10015), (401, 50027)])
async def test_a_hand_that_is_gone_is_left_alone(
    house: House, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()
    other = "ben" if name == "ada" else "ada"
    key = (house.manager.view(None).game_id, house.people[other].id)
    token = house.bot.desk.hands._live[key].interaction.token
    gone(house, house.hand(other))
    faults = install(monkeypatch)
    refuse(faults, ("PATCH", f"/webhooks/*/{token}/messages/@original"), status, code, times=99)
    await house.click(name, house.hand(name), "draw")
    await house.step(Random(1))
    await house.env.advance_time(2 * sum(AGAIN_AFTER))
    assert faults.active[0].times == 98

    await house.click(other, house.table(), "hand")

    assert "Phase 1" in house.hand(other).text


async def test_a_click_that_was_answered_too_late_changes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    refuse(install(monkeypatch), CALLBACK, 404, 10062)
    before = calls(house, CALLBACK)
    with caplog.at_level(logging.INFO):
        await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version
    # Nothing else is sent for a click that Discord has given up.
    assert calls(house, CALLBACK) == before
    assert not any(each.exc_info or each.levelno > logging.WARNING for each in caplog.records)
    await house.click(name, house.hand(name), "draw")
    assert house.manager.version == version + 1


async def test_a_click_that_was_answered_already_counts(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    adapter = house.env._webhook_adapter
    request = adapter.request

    async def twice(route: discord.http.Route, *given: object, **more: object) -> object:
        if "callback" in route.url:
            await request(route, *given, **more)
        return await request(route, *given, **more)

    monkeypatch.setattr(adapter, "request", twice)

    await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version + 1
    assert "discard" in house.hand(name).controls


async def test_a_deleted_lobby_is_posted_anew_once(house: House) -> None:
    await house.slash("ada", "play")
    gone(house, house.table())

    told = house.told(await house.slash("ben", "play"))

    (lobby,) = panels(house)
    assert str(lobby.id) in told
    await house.click("ben", lobby, "join")
    assert len(panels(house)) == 1
    assert "ben" in house.table().text


async def test_a_deleted_table_is_posted_anew_once(house: House) -> None:
    await house.seat("ada", "ben")
    gone(house, house.table())

    told = house.told(await house.slash("cyd", "solo"))
    await house.step(Random(1))

    (table,) = panels(house)
    assert str(table.id) in told
    assert "lay, hit, then discard" in table.text


async def test_a_deleted_ping_is_nothing(house: House, caplog: pytest.LogCaptureFixture) -> None:
    await house.seat("ada", "ben")
    (ping,) = (each for each in house.public() if not each.components)
    gone(house, ping)
    name = house.to_move()
    with caplog.at_level(logging.WARNING):
        while house.to_move() == name:
            await house.step(Random(2))

    (ping,) = (each for each in house.public() if not each.components)
    assert str(house.people[house.to_move()].id) in ping.text
    assert not caplog.records


async def test_a_lobby_that_is_cancelled_while_it_is_posted_leaves_nothing(house: House) -> None:
    house.env.inject_error(*POST, status=500)
    await house.slash("ada", "play")
    lobby = house.manager.lobby
    assert lobby is not None
    await house.manager.cancel(lobby.host_id)

    await house.env.advance_time(sum(AGAIN_AFTER))

    assert panels(house) == []


async def record_of(house: House, game: str) -> list[str]:
    lines = await house.bot.desk.store.record(game)
    assert lines is not None
    return lines


async def ended_quietly(house: House, game: str) -> None:
    """The game is over, its record is there, and nothing more is tried."""
    assert not house.manager.running
    assert house.manager.lobby is None
    (verdict,) = verify(await record_of(house, game))
    assert verdict
    before = len(house.env.http_requests)
    await house.env.advance_time(10 * sum(AGAIN_AFTER))
    assert len(house.env.http_requests) == before


async def test_a_deleted_channel_ends_its_game(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.seat("ada", "ben", turn_limit=60)
    game = house.manager.view(None).game_id
    with caplog.at_level(logging.WARNING):
        house.env.backend.delete_channel(house.channel.id)
        await house.env.settle()

        await ended_quietly(house, game)
    assert len(caplog.records) < 10
    assert not any(each.exc_info for each in caplog.records)


async def test_a_channel_that_was_deleted_unseen_ends_its_game(house: House) -> None:
    await house.seat("ada", "ben")
    game = house.manager.view(None).game_id
    house.bot._connection.parsers["CHANNEL_DELETE"] = lambda _: None
    house.env.backend.delete_channel(house.channel.id)

    await house.restart()
    await house.env.advance_time(AGAIN_AFTER[0] + 1)

    await ended_quietly(house, game)


async def test_a_deleted_channel_closes_its_lobby(house: House) -> None:
    await house.slash("ada", "play")

    house.env.backend.delete_channel(house.channel.id)
    await house.env.settle()

    assert house.manager.lobby is None


async def test_the_record_of_a_game_in_a_deleted_channel_is_in_the_history(house: House) -> None:
    await house.seat("ada", "ben")
    house.env.backend.delete_channel(house.channel.id)
    await house.env.settle()
    other = house.guild.create_text_channel("other")

    result = await house.people["ada"].slash(other, "phase10 history")

    assert "ben" in house.told(result)


async def test_an_archived_thread_is_woken_up_by_a_new_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.seat("ada", "ben")
    old = house.table()
    refuse(install(monkeypatch), EDIT, 400, 50083)

    await house.step(Random(1))

    (table,) = panels(house)
    assert table.id != old.id
    assert "lay, hit, then discard" in table.text


@pytest.mark.parametrize(("status", "code"), [(400, 50083), (400, 160005), (403, 50013)])
async def test_a_locked_thread_is_tried_a_few_times_only(
    house: House, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    await house.seat("ada", "ben")
    faults = install(monkeypatch)
    refuse(faults, EDIT, 400, 50083, times=99)
    refuse(faults, POST, status, code, times=99)
    version = house.manager.version

    name = house.to_move()
    while house.to_move() == name:
        await house.step(Random(1))
    await house.env.advance_time(10 * sum(AGAIN_AFTER))

    assert house.manager.version > version
    assert 99 - faults.active[1].times <= 2 * (1 + len(AGAIN_AFTER))
    faults.active.clear()
    await house.step(Random(1))
    assert f"**{house.to_move()}**'s turn" in house.table().text


async def test_a_thread_that_is_unlocked_shows_the_game_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.seat("ada", "ben")
    faults = install(monkeypatch)
    refuse(faults, EDIT, 403, 50013, times=99)
    await house.step(Random(1))
    assert "lay, hit, then discard" not in house.table().text
    faults.active.clear()

    payload = type("Payload", (), {"thread_id": house.channel.id})()
    with house.env._bot_scope():
        house.bot.dispatch("raw_thread_update", payload)
    await house.env.settle()

    assert "lay, hit, then discard" in house.table().text
