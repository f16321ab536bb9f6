"""Who chooses, and what they are answered."""

from __future__ import annotations

import discord
from driving import Sim


async def end_game(sim: Sim) -> None:
    """Ada, the host, ends the game."""
    asked = await sim.more("ada", "end")
    await sim.click("ada", asked, "endnow")


def add_moderator(sim: Sim) -> None:
    """Somebody who manages the server, without a name at the table."""
    role = sim.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    sim.people["mod"] = sim.guild.add_member(sim.env.create_user("mod"), roles=[role])
