"""How long a quick game alone against computer players takes."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median

import pytest
from driving import Sim
from remembering import PLAYER

from bot.cards.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.cards.state import Stage
from bot.table.context import Pace
from cogs.base.custom_ids import discard_value, hit_value

GAMES = int(os.environ.get("PHASE10_QUICK_GAMES", "1"))
THOUGHT = 2.5  # simulated seconds before each tap
MORE = 0.01  # simulated seconds by which a pause is exceeded, as clocks are not exact
FIVE_MINUTES = 300
PACE = Pace()
DRAWS = {Source.DISCARD_PILE: "take", Source.DRAW_PILE: "draw", Source.NONE: "drawnothing"}


@pytest.fixture
def new_sim(tmp_path: Path) -> Sim:
    return Sim(tmp_path / "games.db", pause=PACE.pause, hand_pause=PACE.hand_pause)


class Thumb:
    """A person who taps what the normal computer player would do, after a moment of thought."""

    def __init__(self, sim: Sim, name: str) -> None:
        self.sim, self.name, self.taps = sim, name, 0
        self._rng = Random(1)

    async def turn(self) -> None:
        me, manager = self.sim.people[self.name].id, self.sim.private(self.name)
        view, legal = manager.view(me), manager.game.legal(me)
        if view.stage is Stage.DEAL:
            await self._tap("handready")
        elif view.my_turn:
            await self._do(PLAYER.choose(view, legal, self._rng))
        else:
            await self.sim.env.advance_time(PACE.pause + MORE)

    async def _do(self, action: Action) -> None:
        shown = self.sim.hand(self.name)
        match action:
            case Draw(source):
                await self._tap(DRAWS[source])
            case Lay():
                await self._tap("lay")
            case Hit() if "hitall" in shown.controls:
                await self._tap("hitall")
            case Hit():
                await self._think(2)
                await self.sim.hit(self.name, shown, hit_value(action))
            case Discard(card, target):
                # A blue card asks nothing, but a Skip asks whom it is for.
                blue = shown.is_blue(dict(shown.cards)[card.code])
                await self._think(1 if blue and target is None else 2)
                await self.sim.discard(self.name, shown, discard_value(action))
            case _:
                raise AssertionError(action)

    async def _tap(self, verb: str) -> None:
        await self._think(1)
        await self.sim.click(self.name, self.sim.hand(self.name), verb)

    async def _think(self, taps: int) -> None:
        self.taps += taps
        await self.sim.env.advance_time(taps * THOUGHT)


async def test_a_quick_game_alone_takes_five_minutes_at_most(sim: Sim) -> None:
    # Timers that are due later than this are moved on, and not waited for.
    sim.env.settle_timeout = PACE.pause / 2
    taps, seconds = [], []
    for seed in range(GAMES):
        sim.secret = sha256(str(seed).encode()).digest()
        await sim.slash("ada", "solo", length="quick")
        thumb, began = Thumb(sim, "ada"), sim.clock.now()
        while sim.private("ada").running:
            await thumb.turn()
        taps.append(thumb.taps)
        seconds.append(sim.clock.now() - began)
    longest = f"longest {max(taps)} taps, {max(seconds):.0f} seconds"
    print(f"{median(taps)} taps, {median(seconds):.0f} seconds; {longest}")  # noqa: T201  # for -s
    assert median(seconds) <= FIVE_MINUTES
