from __future__ import annotations

from hashlib import sha256

import pytest
from driving import Shown, Sim


async def fair_shuffles(sim: Sim) -> str:
    """What the rules of the table say about its shuffles."""
    rules = await sim.click("eve", sim.table(), "rules")
    await sim.choose("eve", Shown(rules.response._message), "topic", ["fair_shuffles"])
    return sim.told(rules)


@pytest.mark.usefixtures("beacons")
async def test_a_lobby_fills_and_starts(sim: Sim) -> None:
    sealed = f"Fair play fingerprint: `{sha256(sim.secret).hexdigest()}`"
    await sim.slash("ada", "play")
    assert sealed in await fair_shuffles(sim)
    assert "start" not in sim.table().controls
    assert "Seated: ada (host). 5 seats are free." in sim.table().alts[0]
    await sim.click("ben", sim.table(), "join")
    await sim.choose("ben", sim.table(), "computer", ["hard"])
    lobby = sim.table()
    awaited, lengths = lobby.text.strip().splitlines()
    assert awaited == "**ada** starts when all are here."
    assert lengths.startswith("-# Quick: the first three phases · Evening: all ten phases")
    assert "Seated: ada (host), ben, and" in lobby.alts[0]
    assert "(computer player, hard). 3 seats are free." in lobby.alts[0]
    assert len(sim.files(lobby)) == 1
    await sim.restart()
    sim.secret = bytes(32)
    assert sealed in await fair_shuffles(sim)
    started = await sim.click("ada", sim.table(), "start")
    assert sim.table().id == lobby.id
    assert "hand" in sim.table().controls
    ada, ben = (sim.people[name].id for name in ("ada", "ben"))
    beacon = f"{started._interaction.id}-{ada}-{ben}"
    page = await fair_shuffles(sim)
    assert sealed in page
    assert f"The click on **Start** and the players: `{beacon}`" in page
    game = sim.manager.game.state.game
    assert (game.beacon, game.secret) == (beacon, sha256(b"").digest())
    assert game.secret.hex() not in repr(sim.env.backend.transcript)


async def test_a_length_is_chosen_with_one_tap_by_the_host_alone(sim: Sim) -> None:
    await sim.slash("ada", "play")
    await sim.click("ben", sim.table(), "join")
    ten_hands = sim.table().controls["length"].custom_id
    quick = ten_hands.replace("ten_hands", "quick")
    assert "An open table: Evening · Classic" in sim.table().alts[0]
    (told,) = await sim.send(("ben", sim.table(), quick, ()))
    assert "Only the host, **ada**, can do that." in told
    await sim.tap("ada", sim.table(), quick)
    assert "✓ Quick" in sim.table().words
    assert "An open table: Quick · Classic" in sim.table().alts[0]
    await sim.click("ada", sim.table(), "quit")
    await sim.click("ben", sim.table(), "quit")
    await sim.slash("ada", "play")
    await sim.click("ada", sim.table(), "gametype")
    assert "An open table: Dice" in sim.table().alts[0]
    assert "length" not in sim.table().controls
    await sim.click("ada", sim.table(), "gametype")
    assert "length" in sim.table().controls


async def test_cancelling_closes_the_lobby(sim: Sim) -> None:
    await sim.slash("ada", "play")
    join = sim.table().controls["join"].custom_id
    await sim.click("ada", sim.table(), "options")
    await sim.click("ada", sim.table(), "cancel")
    *_, options, asked = sim.screen("ada")
    assert "Close this table" in asked.text
    assert sim.manager.lobby is not None
    await sim.click("ada", asked, "cancelnow")
    (told,) = await sim.send(("ben", sim.table(), join, ()))
    assert "closed" in sim.table().text
    assert "closed" in asked.text
    assert not asked.controls
    assert options.id not in {each.id for each in sim.screen("ada")}
    assert "not open any more" in told
