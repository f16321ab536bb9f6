"""Reactions to the ends of hands and games: one of each person, counted on the buttons."""

from __future__ import annotations

from random import Random

from driving import BUTTON, Shown, Sim
from remembering import PLAYER, TWO_SHORT, add_moderator, told
from stored import AT

from bot.cards.state import Stage
from bot.storage import export
from bot.tables import REACTIONS


def counts(shown: Shown) -> dict[str, str]:
    """The labels of the reactions by emoji; empty without the buttons."""
    return {
        item["emoji"]["name"]: item.get("label", "")
        for item in shown.components
        if item["type"] == BUTTON and ":react:" in item["custom_id"]
    }


async def react(sim: Sim, name: str, kind: int) -> None:
    await sim.tap(name, sim.table(), sim.table().ids("react")[kind])


async def to_the_pause(sim: Sim) -> None:
    """Play until a hand is over."""
    rng = Random(1)
    while (view := sim.manager.view(None)).stage is not Stage.DEAL:
        user_id = sim.manager.game.table.occupants[view.turn].user_id
        action = PLAYER.choose(sim.manager.view(user_id), sim.manager.game.legal(user_id), rng)
        await sim.manager.act(user_id, view.version, action)
    await told(sim)


async def test_each_person_has_one_reaction_which_is_counted_changed_and_taken_back(
    sim: Sim,
) -> None:
    await sim.seat("ada", "ben", variation=TWO_SHORT)
    assert counts(sim.table()) == {}
    await to_the_pause(sim)
    assert counts(sim.table()) == dict.fromkeys(REACTIONS, "")

    for name in ("ada", "ben", "eve"):
        await react(sim, name, 0)
    assert counts(sim.table())[REACTIONS[0]] == "3"
    await react(sim, "eve", 1)
    assert [counts(sim.table())[face] for face in REACTIONS[:2]] == ["2", "1"]
    await sim.restart()
    await react(sim, "eve", 1)
    assert [counts(sim.table())[face] for face in REACTIONS[:2]] == ["2", ""]

    passed = sim.table().ids("react")[0]
    version = sim.manager.version
    for name in ("ada", "ben"):
        await sim.click(name, sim.table(), "ready")
    assert sim.manager.version > version
    assert counts(sim.table()) == {}
    (answer,) = await sim.send(("eve", sim.table(), passed, []))
    assert "That moment has passed" in answer


async def test_a_server_can_do_without_and_what_a_person_said_goes_with_them(sim: Sim) -> None:
    add_moderator(sim)
    await sim.seat("ada", "ben", variation=TWO_SHORT)
    await to_the_pause(sim)
    await react(sim, "eve", 0)
    data = await export.personal_data(sim.bot.services.store, sim.people["eve"].id, 10**6, AT)
    assert '"reaction": 0' in str(data).replace("'", '"')
    assert await sim.manager.forget_person(sim.people["eve"].id)
    await told(sim)
    assert set(counts(sim.table()).values()) == {""}
    button = sim.table().ids("react")[2]
    await sim.settings("mod", "reactions", "off")
    assert counts(sim.table()) == {}
    (answer,) = await sim.send(("ada", sim.table(), button, []))
    assert "Reactions are off" in answer
    assert sim.manager.table.reactions == ()
