"""Many clicks at the same moment, by six people on one table or by one of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

import pytest
from driving import MENUS, USEFUL, Shown, Sim, other_than
from kit import all_cards, deck_of
from patience import PATIENCE

from bot.cards.record import RECORDS
from bot.cards.state import Stage
from bot.core import records
from bot.storage import games
from bot.work_queue import THREADS, Urgency

pytestmark = pytest.mark.database

CROWD = ("ada", "ben", "cyd", "eve", "dee", "fay")
CLICKS, STORMS, FLOOD = 50, 2, 60
Storm = list[tuple[str, Shown, str, Sequence[str]]]


async def test_fifty_clicks_at_once_count_once(sim: Sim) -> None:
    for name in CROWD[4:]:
        sim.people[name] = sim.guild.add_member(sim.env.create_user(name))
    await sim.seat(*CROWD)
    rng = Random(11)
    for _ in range(STORMS):
        version, name = sim.manager.version, sim.to_move()
        # Of several hands that were opened at once, any may be the one that is kept up to date.
        await sim.click(name, sim.table(), "hand")
        storm, steps = _storm(sim, name, rng)
        told = await sim.send(*storm)
        # Of all the clicks made for this version one counted, with all of its actions.
        assert version < sim.manager.version <= version + steps
        assert len(told) == CLICKS
        state = sim.manager._kept.game.state
        assert all_cards(state) == deck_of(state.game.rules), "no card is lost or doubled"
        if sim.manager.view(None).stage is Stage.DEAL:
            await sim.deal_if_due()
    await sim.manager.end_game(0, moderator=True)
    play = sim.manager._kept.game
    lines = await sim.bot.services.store.read(games.finished_record, play.table.game_id)
    assert lines[0] == records.dumps(RECORDS.header_line(play.state.game))
    assert lines[-1] == records.dumps(RECORDS.event_line(play.state.result))  # type: ignore[arg-type]
    (verdict,) = RECORDS.verify(lines)
    assert verdict.state.version == play.state.version


def _storm(sim: Sim, name: str, rng: Random) -> tuple[Storm, int]:
    """Clicks of everybody on everything, those of the person to move among them.

    Also how many actions the longest of them consists of.
    """
    shown = sim.hand(name)
    useful: Storm = []
    if blue := [each for _, each in shown.cards if shown.is_blue(each)]:
        useful.append((name, shown, rng.choice(blue), ()))
    for verb in USEFUL:
        if verb in shown.controls:
            control = shown.controls[verb]
            values = [rng.choice(control.values)] if verb in MENUS or control.values else ()
            useful.append((name, shown, control.custom_id, values))
    everybody: Storm = [
        (each, sim.table(), sim.table().controls["hand"].custom_id, ()) for each in CROWD
    ]
    # Somebody else presses what only the person to move may press.
    foreign: Storm = [(rng.choice(CROWD), *click[1:]) for click in useful]
    storm = useful * 2 + [rng.choice(useful + everybody + foreign) for _ in range(CLICKS)]
    storm = storm[:CLICKS]
    rng.shuffle(storm)
    cards = len(sim.manager.view(sim.people[name].id).hand)
    return storm, cards


async def test_a_flood_from_one_person_keeps_nobody_else_waiting(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.seat("ada", "ben")
    name, table, turn = sim.to_move(), sim.table(), sim.bot.services.work_queue.turn
    asked, turns, all_asked = list[object](), list[object](), asyncio.Event()
    before = sum(each.private for each in sim.screen(name))

    @asynccontextmanager
    async def noted(urgency: Urgency, person: int | None = None) -> AsyncIterator[None]:
        asked.append(person)
        async with turn(urgency, person):
            turns.append(person)
            await all_asked.wait()
            yield

    monkeypatch.setattr(sim.bot.services.work_queue, "turn", noted)
    hand = table.controls["hand"].custom_id
    for who in (*[name] * FLOOD, other_than(name)):
        sim._emit(who, table, hand, (), is_form=False)
    async with asyncio.timeout(PATIENCE):
        while len(asked) <= FLOOD:  # noqa: ASYNC110  # there is no event
            await asyncio.sleep(0)
    all_asked.set()
    await sim.env.settle()
    # Those under way are done, and of those that wait the newest.
    assert turns.count(sim.people[name].id) <= THREADS + 1
    said = [each.text for each in sim.screen(name) if each.private]
    assert len(said) == before, "the newest answer replaces the hand, the others are deleted"
    assert "Phase 1" in said[-1]
    assert "Phase 1" in sim.newest(other_than(name)).text
