"""Somebody without a seat watches: the public table in private, while their token lasts."""

from __future__ import annotations

from random import Random

from driving import Shown, Sim

A_QUARTER = 15 * 60


def view_of(sim: Sim, name: str) -> Shown:
    """The newest private message of somebody who watches."""
    return [each for each in sim.screen(name) if each.private][-1]


async def watch(sim: Sim, name: str) -> Shown:
    """Open the view from the menu of the table."""
    await sim.click(name, sim.table(), "more")
    await sim.click(name, view_of(sim, name), "watch")
    return view_of(sim, name)


async def test_who_watches_sees_each_turn_and_renews_the_view_when_it_has_expired(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    opened = await watch(sim, "eve")
    assert set(opened.controls) == {"watchon", "scores"}
    assert opened.text.splitlines()[:-1] == sim.table().text.splitlines()
    assert opened.alts == sim.table().alts

    rng = Random(1)
    while await sim.step(rng) != "discard":
        pass
    assert view_of(sim, "eve").id == opened.id
    assert view_of(sim, "eve").alts == sim.table().alts
    assert sim.files(view_of(sim, "eve")) == sim.files(sim.table())
