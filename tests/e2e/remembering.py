"""Whole short games, a second server, and what people are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from copy import copy
from datetime import date
from random import Random
from typing import Any

import discord
from driving import Shown, Sim, answer
from kit import held, laid
from simcord import MemberActor

from bot.cards.actions import Discard, Lay
from bot.cards.cards import Card
from bot.cards.distance import solver_for
from bot.cards.laying import Groups
from bot.cards.state import Seat, Stage
from bot.daily.engine import DailyAction, DailyTake
from bot.daily.state import DailySide, DailyStage
from bot.daily.views import DailyView
from bot.players import strategy
from bot.seating import Level

MOST_DECISIONS = 2_000
SHORT = "S2+S2+S2+S2"  # a phase that is soon laid, after which few cards are left
TWO_SHORT = f"{SHORT},{SHORT}"
PLAYER = strategy(Level.NORMAL)


async def play(sim: Sim, *names: str, variation: str = SHORT, **options: Any) -> str:
    """A whole game between people, who decide as computer players would; its id.

    Their decisions go through the door that clicks go through, without a screen for each.
    """
    await sim.seat(*names, variation=variation, **options)
    return await play_on(sim)


async def play_on(sim: Sim) -> str:
    """The same with a game that is running."""
    manager, rng = sim.manager, Random(1)
    for _ in range(MOST_DECISIONS):
        view = manager.view(None)
        if view.stage in (Stage.DEAL, Stage.OVER):
            await told(sim)
        if view.stage is Stage.OVER:
            return view.game_id
        await sim.deal_if_due()
        user_id = sim.people[sim.to_move()].id
        view, legal = manager.view(user_id), manager.game.legal(user_id)
        await manager.act(user_id, view.version, PLAYER.choose(view, legal, rng))
    raise AssertionError("the game does not end")


async def told(sim: Sim) -> None:
    """Wait for what the channel is still told: what a test itself began does not settle."""
    entries = sim.bot.services.retry_queue._entries
    while tasks := [each.task for each in entries.values() if each.task and each.running]:
        await asyncio.wait(tasks)
    await sim.env.settle()


async def end_the_hand(sim: Sim) -> None:
    """Ada goes out, in a position that is not stored."""
    groups = (laid("S", "R4 B4 G4"), laid("S", "R7 B7 G7"))
    out = Seat(held("R1"), trying=1, completed=(1,), groups=groups)
    others = [Seat(held(f"G{2 + n}"), trying=1) for n, _ in enumerate(sim.manager.view(None).seats)]
    await sim.put(stage=Stage.PLAY, turn=0, seats=(out, *others[1:]), discard_pile=held("Y9"))
    await sim.choose("ada", sim.hand("ada"), "discard", ["R1"])
    assert "Hand 1 is over" in sim.table().text


def worst(view: DailyView, asking: Collection[str] = ()) -> Card:
    """The number card whose discard leaves the phase nearest, none of these codes if possible."""
    solver = solver_for(view.phase, view.rules)

    def left(card: Card) -> tuple[bool, int]:
        cards = list(view.hand)
        cards.remove(card)
        return card.code in asking, solver.distance(*solver.encode(cards))

    return min((card for card in view.hand if card.is_natural), key=left)


async def finish_daily(
    sim: Sim, user_id: int, day: date | None = None, *, lays: bool = True
) -> None:
    """Play somebody's hand of a day to its end, without a screen for each turn."""
    hands = sim.bot.services.daily
    day = day or hands.today

    def choose(ways: Sequence[Groups]) -> DailyAction:
        if view.stage is DailyStage.TAKE:
            return DailyTake(DailySide.DOWN)
        if ways and lays:
            return Lay(ways[0])
        return Discard(worst(view))

    while (view := (await hands.show(user_id, day)).view).stage is not DailyStage.OVER:
        await hands.act(user_id, day, view.version, choose)


def next_door(sim: Sim, *names: str) -> Sim:
    """The same bot in another server, where these people are, too."""
    other = copy(sim)
    other.guild = sim.env.create_guild()
    other.channel = other.guild.create_text_channel("games")
    other.people = {name: other.guild.add_member(sim.people[name].user) for name in names}
    return other


def join(sim: Sim, name: str) -> MemberActor:
    sim.people[name] = sim.guild.add_member(sim.env.create_user(name))
    return sim.people[name]


def add_moderator(sim: Sim) -> None:
    role = sim.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    sim.people["mod"] = sim.guild.add_member(sim.env.create_user("mod"), roles=[role])


async def ask(sim: Sim, name: str, command: str, **options: Any) -> Shown:
    """What somebody is answered to a command, privately."""
    result = await sim.people[name].slash(sim.channel, command, **options)
    shown = answer(result)
    assert shown.private
    return shown


def custom_id(shown: Shown, verb: str) -> str:
    return shown.controls[verb].custom_id
