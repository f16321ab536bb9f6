from __future__ import annotations

import pytest
from driving import MENUS, House, Shown

from bot.rules.state import Stage


async def test_a_lobby_goes_on_after_a_restart(house: House) -> None:
    await house.slash("ada", "play")
    lobby = house.table()

    await house.restart()
    await house.click("ben", lobby, "join")
    await house.click("ada", house.table(), "start")

    assert house.table().id == lobby.id
    assert [seat.name for seat in house.manager.view(None).seats] == ["ada", "ben"]


@pytest.mark.parametrize("verb", ["draw", "take", "lay", "hitall", "discard"])
async def test_a_turn_goes_on_after_a_restart(house: House, verb: str) -> None:
    await house.seat("ada", "ben")
    name = await house.until(verb)
    before = house.manager.view(house.people[name].id)
    old = house.hand(name)

    await house.restart()
    assert house.manager.view(house.people[name].id) == before
    if verb == "discard":
        await house.choose(name, old, verb, old.controls[verb].values[:1])
    else:
        await house.click(name, old, verb)

    assert house.manager.version > before.version
    assert "gone on" not in house.hand(name).text


@pytest.mark.parametrize(
    ("edition", "verb"),
    [
        ("masters", "declare"),
        ("masters", "save"),
        ("masters", "takesaved"),
        ("final_turn", "accept"),
        ("final_turn", "decline"),
    ],
)
async def test_stages_of_other_editions_go_on_after_a_restart(
    house: House, edition: str, verb: str
) -> None:
    await house.seat("ada", "ben", edition=edition)
    name = await house.until(verb)
    version, old = house.manager.version, house.hand(name)

    await house.restart()
    if verb in MENUS:
        await house.choose(name, old, verb, old.controls[verb].values[:1])
    else:
        await house.click(name, old, verb)

    assert house.manager.version > version
    assert "gone on" not in house.hand(name).text


async def test_the_table_and_my_hand_work_after_a_restart(house: House) -> None:
    await house.seat("ada", "ben")
    table = house.table()

    await house.restart()
    await house.click("ben", table, "hand")

    assert house.table().id == table.id
    assert "Your hand" in house.hand("ben").alts[0]


async def test_a_pause_between_hands_survives_a_restart(house: House) -> None:
    await house.seat("ada", "ben")
    await house.play_hand()
    table = house.table()

    await house.restart()
    await house.click("ada", table, "ready")
    await house.click("ben", table, "ready")

    assert house.manager.view(None).hand_number == 2
    assert house.manager.view(None).stage is not Stage.DEAL


async def test_a_restart_in_a_turn_does_not_ping_again(house: House) -> None:
    await house.seat("ada", "ben")
    before = [each.id for each in house.public()]

    await house.restart()

    assert [each.id for each in house.public()] == before


async def test_a_finished_game_that_is_forgotten_says_so(house: House) -> None:
    await house.seat("ada", "ben")
    asked = await house.slash("ada", "end")
    assert asked.response is not None
    await house.click("ada", Shown(asked.response._message), "endnow")
    over = house.table()

    await house.restart()
    rematch = await house.click("ada", over, "rematch")
    record = await house.click("ben", over, "record")

    assert "not here any more" in house.told(rematch)
    assert record.response is not None
    assert record.response.attachments[0].filename.endswith(".jsonl")
