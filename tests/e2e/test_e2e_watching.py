"""Somebody without a seat watches: the public table in private, while their token lasts."""

from __future__ import annotations

from random import Random

import discord
from driving import ENDS_A_TURN, Shown, Sim

A_QUARTER = 15 * 60
ELSEWHERE = "That game is played in another channel; please use its buttons there."


def newest(sim: Sim, name: str) -> Shown:
    """Somebody's newest private message."""
    return [each for each in sim.screen(name) if each.private][-1]


async def play_a_turn(sim: Sim, rng: Random) -> None:
    while await sim.step(rng) != ENDS_A_TURN:
        pass


def is_public(sim: Sim, shown: Shown) -> bool:
    """Whether a view shows what the table does, apart from the line about itself."""
    *said, live = shown.text.splitlines()
    same = said == sim.table().text.splitlines() and "Follows the game until <t:" in live
    return same and (shown.alts, sim.files(shown)) == (sim.table().alts, sim.files(sim.table()))


async def test_a_view_follows_the_game_until_its_token_expires_and_is_renewed(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await sim.click("eve", sim.table(), "more")
    await sim.click("eve", newest(sim, "eve"), "watch")
    opened = newest(sim, "eve")
    assert is_public(sim, opened)
    assert set(opened.controls) == {"watchon", "scores"}

    rng = Random(1)
    await play_a_turn(sim, rng)
    assert newest(sim, "eve").id == opened.id
    assert is_public(sim, newest(sim, "eve"))

    await sim.env.advance_time(A_QUARTER)
    await sim.click(sim.to_move(), sim.table(), "hand")
    await play_a_turn(sim, rng)
    assert not is_public(sim, newest(sim, "eve"))

    await sim.click("eve", newest(sim, "eve"), "watchon")
    assert is_public(sim, newest(sim, "eve"))
    await sim.click(sim.to_move(), sim.table(), "hand")
    await play_a_turn(sim, rng)
    assert newest(sim, "eve").id == opened.id
    assert is_public(sim, newest(sim, "eve"))

    await sim.more("ada", "end")
    await sim.click("ada", newest(sim, "ada"), "endnow")
    assert "The game was ended" in newest(sim, "eve").text
    assert set(newest(sim, "eve").controls) == {"scores", "record"}


async def test_a_player_finds_no_such_button_and_is_sent_to_their_own_view(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await sim.click("ada", sim.table(), "more")
    assert "watch" not in newest(sim, "ada").controls
    game = sim.manager.view(None).game_id
    await sim.send(("ada", sim.table(), f"p10:{game}:0:watch", ()))
    assert "You have a seat at this table" in newest(sim, "ada").text
    assert set(newest(sim, "ada").controls) == {"hand"}


async def test_only_who_can_see_the_channel_of_a_game_watches_it_from_another(sim: Sim) -> None:
    lounge, hidden = sim.channel, discord.PermissionOverwrite(view_channel=False)
    sim.channel = sim.guild.create_text_channel("games", overwrites={sim.people["eve"]: hidden})
    await sim.seat("ada", "ben")
    table, game = sim.table(), sim.manager.view(None).game_id
    sim.channel = lounge

    for name, seen in (("eve", False), ("cyd", True)):
        for verb in ("watch", "watchon", "scores"):
            (said,) = await sim.send((name, table, f"p10:{game}:0:{verb}", ()))
            assert (said == ELSEWHERE) is not seen, (name, verb, said)
