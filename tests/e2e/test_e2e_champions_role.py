"""The role of the champions of a month."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from driving import Sim, answer
from simcord.builders import RoleHandle
from test_e2e_people_gone import leave
from test_e2e_seasons import look, to_next_month, win

CHOSEN = "**Champions' role**"


@pytest.fixture
def sim(sim: Sim) -> Sim:
    both = discord.Permissions(manage_guild=True, manage_roles=True)
    role = sim.guild.create_role("mods", permissions=both)
    sim.people["mod"] = sim.guild.add_member(sim.env.create_user("mod"), roles=[role])
    return sim


@pytest.fixture
def role(sim: Sim) -> RoleHandle:
    return sim.guild.create_role("champion")


def holders(sim: Sim, role: RoleHandle) -> list[str]:
    members = sim.env.backend.get_guild(sim.guild.id).members
    return [name for name, who in sim.people.items() if role.id in members[who.id].role_ids]


async def choose(sim: Sim, role: Any) -> str:
    return answer(await sim.settings("mod", "#championsrole", role)).text


async def test_the_champion_has_the_role_until_there_is_another_one(
    sim: Sim, role: RoleHandle
) -> None:
    await win(sim, "ada", "ben")
    assert CHOSEN in await choose(sim, role)
    assert holders(sim, role) == ["ada"]
    changes = sum(f"/roles/{role.id}" in each.path for each in sim.env.http_requests)
    await sim.restart()
    await look(sim)
    await win(sim, "ben", "ada", months_ago=0)
    assert holders(sim, role) == ["ada"], "the month is not over"
    requests = sim.env.http_requests
    assert sum(f"/roles/{role.id}" in each.path for each in requests) == changes == 1
    await to_next_month(sim)
    assert holders(sim, role) == ["ben"]
    await sim.restart(killed=True)
    await to_next_month(sim)
    assert holders(sim, role) == ["ben"], "nobody played meanwhile"
    other = sim.guild.create_role("best")
    await choose(sim, other)
    assert (holders(sim, role), holders(sim, other)) == ([], ["ben"])
    await choose(sim, None)
    assert holders(sim, other) == []


async def test_what_was_given_before_a_kill_is_given_once_more(
    sim: Sim, role: RoleHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    await win(sim, "ada", "ben")
    with monkeypatch.context() as lost:
        lost.setattr("cogs.live.champions_role.members.put_role", _lost)
        await choose(sim, role)
    await sim.restart(killed=True)
    await look(sim)
    assert holders(sim, role) == ["ada"]
    await win(sim, "ben", "ada", months_ago=0)
    await to_next_month(sim)
    assert holders(sim, role) == ["ben"]


def _lost(*_: Any) -> None:
    """Write nothing, as if the process had just ended."""


async def test_a_champion_who_left_is_followed_by_the_next(sim: Sim, role: RoleHandle) -> None:
    await win(sim, "ada", "ben")
    leave(sim, "ada")
    await choose(sim, role)
    del sim.people["ada"]
    assert holders(sim, role) == ["ben"]


async def test_what_is_missing_is_said_in_one_sentence(sim: Sim, role: RoleHandle) -> None:
    backend = sim.env.backend
    (own,) = [each for each in backend.get_guild(sim.guild.id).roles.values() if each.managed]
    high = sim.guild.create_role("high", position=own.position + 1)
    assert f"I cannot give <@&{high.id}>: my own role must be" in await _refused(sim, high)
    backend.edit_role(sim.guild.id, own.id, {"permissions": 0})
    assert "I cannot give roles. I need permission to: Manage Roles." in await _refused(sim, role)
    backend.edit_role(sim.guild.id, own.id, {"permissions": discord.Permissions.all().value})
    await win(sim, "ada", "ben")
    assert "⚠️" not in await choose(sim, role)
    backend.edit_role(sim.guild.id, own.id, {"permissions": 0})
    page = answer(await sim.settings("mod"))
    await sim.tap("mod", page, "p10:-:0:settingspage:people")
    assert "⚠️ I cannot give roles. I need permission to: Manage Roles." in page.text


async def _refused(sim: Sim, role: RoleHandle) -> str:
    told = sim.told(await sim.settings("mod", "#championsrole", role))
    assert holders(sim, role) == []
    return told


async def test_nobody_reaches_a_role_that_they_may_not_give(sim: Sim, role: RoleHandle) -> None:
    only = sim.guild.create_role("helpers", permissions=discord.Permissions(manage_guild=True))
    sim.people["helper"] = sim.guild.add_member(sim.env.create_user("helper"), roles=[only])
    told = sim.told(await sim.settings("helper", "#championsrole", role))
    assert f"You can only choose a role that you yourself may give. <@&{role.id}>" in told
    chosen = await sim.bot.services.preferences.servers.get(sim.guild.id)
    assert chosen.champions_role is None
