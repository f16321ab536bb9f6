"""Every page of a game that is over opens, of each edition, however the game ended."""

from __future__ import annotations

from itertools import islice
from random import Random

import dice_kit
import kit
import pytest
from driving import Shown, Sim
from remembering import ask
from stored import AT

from bot.cards.rulesets import EDITIONS
from bot.cards.variations import varied
from bot.game_types import ALL_EDITIONS, CARDS, game_type_for
from bot.seating import Change, Level, LiveGame, Occupant, Table
from bot.storage import games, results

PEOPLE = ("ada", "ben")
MOVES = {"finished": 2_000, "ended": 30, "ended before the first move": 1}
FAILED = "Something went wrong"


async def store_past_game(sim: Sim, edition: str, most: int) -> str:
    """Store a game that is played to its end or ended after ``most`` moves; its id."""
    game_type = game_type_for(edition)
    rules = ALL_EDITIONS[edition]
    if game_type is CARDS:
        rules = varied(EDITIONS[edition], "phases=2")
    start = game_type.new_game("past", rules, PEOPLE, bytes(32), "")
    play = kit.steps if game_type is CARDS else dice_kit.steps
    moves = [step for _, _, step in islice(play(start, Random(1)), most)]
    if moves[-1].state.result is None:
        moves.append(game_type.abandon(moves[-1].state))
    occupants = tuple(Occupant(each, sim.people[each].id, Level.NORMAL) for each in PEOPLE)
    host = sim.people["ada"].id
    table = Table("past", sim.guild.id, sim.channel.id + 1, host, occupants, None, "en", 1.0, 1.0)
    events = [event for step in moves for event in step.events]
    store = sim.bot.services.store
    await store.write(games.begin, Change(LiveGame(table, start), ()))
    end = Change(LiveGame(table, moves[-1].state), events)
    await store.write(results.commit, end, start.version, AT)
    await store.write(games.drop_pending_end, "past")
    return "past"


async def open_game(sim: Sim, name: str, game_id: str) -> Shown:
    shown = await ask(sim, name, "phase10 history")
    await sim.choose(name, shown, "pastchoice", [game_id])
    return shown


@pytest.mark.parametrize("ending", MOVES)
@pytest.mark.parametrize("edition", ALL_EDITIONS)
async def test_every_page_of_a_past_game_opens(sim: Sim, edition: str, ending: str) -> None:
    game_id = await store_past_game(sim, edition, MOVES[ending])
    pages = {"replay", "record", "history"}
    opened = [("eve", page) for page in sorted(pages)]
    if game_type_for(edition).reviewed:
        pages.add("review")
        opened += [("eve", "review"), ("ada", "review")]
    for name, page in opened:
        shown = await open_game(sim, name, game_id)
        assert set(shown.controls) == pages
        assert FAILED not in sim.told(await sim.click(name, shown, page)), page
