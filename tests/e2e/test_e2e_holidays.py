"""A person's holiday: what they choose, what the others read, and when it ends."""

from __future__ import annotations

import pytest
from driving import Shown, Sim, answer, other_than

from bot.seating import DAY


async def page(sim: Sim, name: str) -> Shown:
    return answer(await sim.prefer(name))


async def leave_for(sim: Sim, name: str, until: str) -> str:
    """Submit the form of *Holiday* on the page of preferences; what is answered."""
    form = await sim.click(name, await page(sim, name), "holiday")
    submitted = await sim.people[name].submit_modal(form, {"text": until})
    return sim.told(submitted)


@pytest.mark.parametrize("edition", ["classic", "dice"])
async def test_others_read_until_when_and_the_first_turn_ends_it(sim: Sim, edition: str) -> None:
    await sim.seat("ada", "ben", edition=edition, turn_limit=DAY)
    mover = sim.to_move()
    other = other_than(mover)
    assert "at most 28 days" in await leave_for(sim, mover, "29d")
    assert sim.manager.game.holiday is None
    until = int(sim.clock.now()) + 10 * DAY
    await leave_for(sim, mover, "10d")
    away = f"**{mover}** is on holiday until <t:{until}:f>."
    assert f"You are on holiday until <t:{until}:f>." in (await page(sim, mover)).text
    assert "holidayover" in (await page(sim, mover)).controls
    await sim.restart(killed=True)
    await sim.env.advance_time(9 * DAY)
    assert sim.to_move() == mover
    assert sim.pings() == []
    assert away in sim.table().text
    assert "time is up" not in sim.table().text
    for name, said in ((other, away), (mover, "You are on holiday until")):
        assert said in sim.told(await sim.slash(name, "games"))
        await sim.click(name, sim.table(), "hand")
        assert said in sim.newest(name).text
    assert away in sim.told(await sim.slash("eve", "games"))
    if edition == "dice":
        await sim.click(mover, sim.table(), "roll")
    else:
        await sim.click(mover, sim.hand(mover), "draw")
    assert sim.pings() == [], "who has just acted is not called"
    assert "on holiday" not in sim.table().text
    assert "time is up" in sim.table().text
    shown = await page(sim, mover)
    assert "on holiday" not in shown.text
    assert "holiday" in shown.controls


async def test_it_ends_at_its_date_or_when_one_says_so_at_all_tables(sim: Sim) -> None:
    await sim.seat("ada", "ben", turn_limit=DAY)
    mover = sim.to_move()
    await leave_for(sim, mover, f"<t:{int(sim.clock.now()) + 5 * DAY}:F>")
    assert sim.pings() == []
    await sim.env.advance_time(5 * DAY + 5)
    assert "on holiday" not in sim.table().text
    assert "time is up" in sim.table().text
    assert sim.to_move() == mover
    called = [f"<@{sim.people[mover].id}> your turn"]
    assert sim.pings() == called
    await leave_for(sim, mover, "4d")
    await sim.env.advance_time(3 * DAY)
    assert "on holiday" in sim.table().text
    assert sim.pings() == []
    await sim.click(mover, await page(sim, mover), "holidayover")
    assert sim.pings() == called
    assert "on holiday" not in sim.table().text
    assert sim.manager.game.deadline == pytest.approx(sim.clock.now() + DAY, abs=60)


@pytest.mark.parametrize("limit", [DAY, 0])
async def test_a_game_that_begins_during_a_holiday_tells_it_from_the_start(
    sim: Sim, limit: int
) -> None:
    for name in ("ada", "ben"):
        await leave_for(sim, name, "6d")
    await sim.seat("ada", "ben", turn_limit=limit)
    mover = sim.to_move()
    assert f"**{mover}** is on holiday until" in sim.table().text
    assert "time is up" not in sim.table().text
    await sim.restart(killed=True)
    await sim.env.advance_time(3 * DAY)
    assert sim.to_move() == mover
    assert f"**{mover}** is on holiday until" in sim.table().text
    assert not any(who.away for who in sim.manager.table.occupants)
    await sim.click(mover, sim.table(), "hand")
    await sim.click(mover, sim.hand(mover), "draw")
    assert "on holiday" not in sim.table().text
    assert "on holiday" not in (await page(sim, mover)).text
    await sim.turn()
    assert f"**{other_than(mover)}** is on holiday until" in sim.table().text
    assert sim.pings() == []
