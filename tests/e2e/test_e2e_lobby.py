from __future__ import annotations

from pathlib import Path

import pytest
from driving import House, Shown

IDLE = 600


@pytest.fixture
def empty_house(tmp_path: Path) -> House:
    return House(tmp_path / "games.db", lobby_idle=IDLE)


async def test_a_lobby_fills_and_starts(house: House) -> None:
    await house.slash("ada", "play")
    assert "start" not in house.table().controls

    await house.click("ben", house.table(), "join")
    await house.choose("ben", house.table(), "computer", ["hard"])
    lobby = house.table()

    assert "**ada** · host" in lobby.text
    assert "**ben**" in lobby.text
    assert "computer player, Hard" in lobby.text
    await house.click("ada", lobby, "start")
    assert house.table().id == lobby.id
    assert "hand" in house.table().controls


async def test_starting_opens_the_hosts_hand(house: House) -> None:
    await house.slash("ada", "play")
    await house.click("ben", house.table(), "join")

    result = await house.click("ada", house.table(), "start")

    assert result.response is not None
    assert "Your hand" in Shown(result.response._message).alts[0]


async def test_only_the_host_starts_cancels_and_sets_options(house: House) -> None:
    await house.slash("ada", "play")
    await house.click("ben", house.table(), "join")

    for verb in ("start", "cancel", "options"):
        assert "Only the host" in house.told(await house.click("ben", house.table(), verb))

    assert house.manager.lobby is not None


async def test_options_change_the_turn_limit_and_remove_computers(house: House) -> None:
    await house.slash("ada", "play", turn_limit=60)
    await house.choose("ada", house.table(), "computer", ["easy"])
    asked = await house.click("ada", house.table(), "options")
    assert asked.response is not None
    options = Shown(asked.response._message)
    assert "1 minute a turn" in options.text

    await house.choose("ada", options, "limit", ["86400"])
    await house.choose("ada", Shown(options.raw), "remove", ["1"])

    assert "24 hours a turn" in house.table().text
    assert "computer player," not in house.table().text


async def test_leaving_a_lobby_passes_it_on_or_closes_it(house: House) -> None:
    await house.slash("ada", "play")
    await house.click("ben", house.table(), "join")

    await house.click("ada", house.table(), "quit")
    assert "**ben** · host" in house.table().text
    told = await house.slash("ben", "leave")

    assert "left the table" in house.told(told)
    assert house.manager.lobby is None
    assert "closed" in house.table().text
    assert house.table().controls == {}


async def test_a_full_lobby_takes_nobody_else(house: House) -> None:
    await house.slash("ada", "play")
    join = house.table().controls["join"].custom_id
    for _ in range(5):
        await house.choose("ada", house.table(), "computer", ["normal"])

    assert "join" not in house.table().controls
    (told,) = await house.send(("ben", house.table(), join, ()))

    assert "full" in told
    assert house.manager.lobby is not None
    assert len(house.manager.lobby.seats) == 6


async def test_joining_twice_is_answered_in_words(house: House) -> None:
    await house.slash("ada", "play")

    assert "have a seat" in house.told(await house.click("ada", house.table(), "join"))


async def test_cancelling_closes_the_lobby(house: House) -> None:
    await house.slash("ada", "play")
    join = house.table().controls["join"].custom_id

    await house.click("ada", house.table(), "cancel")
    (told,) = await house.send(("ben", house.table(), join, ()))

    assert "closed" in house.table().text
    assert "not open any more" in told


async def test_an_idle_lobby_closes(house: House) -> None:
    await house.slash("ada", "play")

    await house.env.advance_time(IDLE + 1)

    assert house.manager.lobby is None
    assert "closed" in house.table().text


async def test_a_name_cannot_format_or_mention(house: House) -> None:
    wicked = house.guild.add_member(house.env.create_user("w"), nick="**@everyone** [x](http://y)")
    house.people["wicked"] = wicked

    await house.slash("wicked", "play")

    text = house.table().text
    assert "@everyone" not in text
    assert r"\*\*" in text
    assert "](" not in text


async def test_a_lost_lobby_is_posted_anew_by_command(house: House) -> None:
    await house.slash("ada", "play")
    lost = house.table().id
    house.env.backend.delete_message(house.channel.id, lost)
    await house.env.settle()

    await house.slash("ben", "table")

    assert house.table().id != lost
    assert "join" in house.table().controls
