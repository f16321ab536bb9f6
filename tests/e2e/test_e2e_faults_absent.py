"""Somebody who does not come to their turn any more: a computer player stands in."""

from __future__ import annotations

from random import Random

import discord
from driving import House, Shown
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.rules.state import Stage

ABSENCE = 600.0


async def more(house: House, name: str) -> Shown:
    result = await house.click(name, house.table(), "more")
    assert result.response is not None
    return Shown(result.response._message)


async def with_turn_of(house: House, name: str) -> None:
    """Play until it is this person's turn."""
    rng = Random(4)
    while house.to_move() != name:
        await house.step(rng)


async def test_the_host_lets_a_computer_play_for_who_is_away(house: House) -> None:
    await house.seat("ada", "ben", "cyd")
    await with_turn_of(house, "ben")
    house.guild.remove_member(house.people["ben"])
    menu = await more(house, "ada")
    assert menu.controls["standin"].label == "Let a computer play for ben"

    told = house.told(await house.click("ada", menu, "standin"))

    assert "A computer player plays for **ben**" in told
    assert house.to_move() == "cyd"
    table = house.manager.table
    assert table is not None
    assert table.occupants[1].away
    assert not table.occupants[1].left


async def test_the_stand_in_keeps_the_seat_until_the_person_is_back(house: House) -> None:
    await house.seat("ada", "ben")
    await with_turn_of(house, "ben")
    await house.click("ada", await more(house, "ada"), "standin")
    assert house.to_move() == "ada"
    # A round later it plays still.
    await house.click("ada", house.table(), "hand")
    for _ in range(4):
        if house.manager.view(None).stage is Stage.DEAL:
            break
        await house.step(Random(1))
        assert "stands in" not in house.table().text
    table = house.manager.table
    assert table is not None
    assert table.occupants[1].away

    await house.click("ben", house.table(), "hand")

    assert "Welcome back" in house.hand("ben").text
    table = house.manager.table
    assert table is not None
    assert not table.occupants[1].away


async def test_others_may_after_ten_minutes(house: House) -> None:
    await house.seat("ada", "ben", "cyd")
    await with_turn_of(house, "ada")
    assert "standin" not in (await more(house, "ben")).controls
    game, version = house.manager.view(None).game_id, house.manager.version
    (told,) = await house.send(("ben", house.table(), f"p10:{game}:{version}:standin", ()))
    assert "ten minutes" in told
    assert house.to_move() == "ada"

    await house.env.advance_time(ABSENCE + 1)
    menu = await more(house, "ben")
    assert "standin" not in (await more(house, "eve")).controls
    await house.click("ben", menu, "standin")

    assert house.to_move() != "ada"


async def test_with_a_turn_limit_only_the_host_need_not_wait(house: House) -> None:
    await house.seat("ada", "ben", "cyd", turn_limit=86400)
    await with_turn_of(house, "ada")
    await house.env.advance_time(ABSENCE + 1)

    assert "standin" not in (await more(house, "ben")).controls
    game, version = house.manager.view(None).game_id, house.manager.version
    (told,) = await house.send(("ben", house.table(), f"p10:{game}:{version}:standin", ()))
    assert "time limit" in told


async def test_a_moderator_may_without_a_seat(house: House) -> None:
    await house.seat("ada", "ben")
    allow = discord.Permissions(manage_messages=True).value
    overwrite = Overwrite(house.people["eve"].id, OverwriteType.MEMBER, allow=allow)
    house.env.backend.set_overwrite(house.channel.id, overwrite)
    before = house.to_move()

    await house.click("eve", await more(house, "eve"), "standin")

    assert house.to_move() != before


async def test_a_stale_stand_in_changes_nothing(house: House) -> None:
    await house.seat("ada", "ben")
    await with_turn_of(house, "ben")
    menu = await more(house, "ada")
    await house.click("ben", house.hand("ben"), "draw")
    version = house.manager.version

    told = house.told(await house.click("ada", menu, "standin"))

    assert "gone on" in told
    assert house.manager.version == version


async def test_nobody_stands_in_for_themselves_or_for_a_computer(house: House) -> None:
    await house.seat("ada", "ben")
    await with_turn_of(house, "ada")

    assert "standin" not in (await more(house, "ada")).controls
