"""Games of dice in the database: their records, export and deletion."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

from databases import Where
from dice_kit import steps
from people import BEN_S, COMPUTER, ME, NAME, Seat, table_of, traces, whom
from stored import AT

from bot.dice.editions import DICE as RULES
from bot.dice.engine import new_game
from bot.dice.state import DiceState
from bot.game_types import DICE, recorded_game_type
from bot.seating import Change, LiveGame, Table
from bot.storage import games
from bot.storage.database import Database
from bot.storage.deletion import forget
from bot.storage.export import personal_data
from bot.storage.products import PRODUCTS
from bot.storage.results import commit
from bot.storage.stats import past_game

ME_S = (NAME, ME)


async def play(
    store: Database, game_id: str, *seats: Seat, most: int = 10_000
) -> tuple[Table, DiceState]:
    """Begin a game and commit its first steps, or all, as one."""
    names, secret = [name for name, _ in seats], game_id.encode().rjust(32, b"\0")
    start = new_game(game_id, RULES, names, secret)
    table = table_of(game_id, 1, seats[0][1] or 0, *seats)
    await store.write(games.begin, Change(LiveGame(table, start), ()))
    made = [step for _, _, step in islice(steps(start, Random(1)), most)]
    events = [event for step in made for event in step.events]
    await store.write(commit, Change(LiveGame(table, made[-1].state), events), start.version, AT)
    return table, made[-1].state


async def test_games_have_records_told_and_forgotten(store: Database, where: Where) -> None:
    _, state = await play(store, "over", ME_S, BEN_S)
    await play(store, "running", BEN_S, ME_S, COMPUTER, most=9)

    lines = await store.read(games.finished_record, "over")
    assert lines is not None
    (verdict,) = recorded_game_type(lines).records.verify(lines)
    assert verdict.state == state
    past = await store.read(past_game, "over")
    assert [seat.total for seat in past.seats] == [seat.total for seat in state.seats]
    assert verdict.parts == sum(seat.hands for seat in past.seats)
    data = await personal_data(store, ME, 1_000_000, AT, PRODUCTS)
    assert data["records"]["over"] == [json.loads(line) for line in lines]

    await forget(store, whom(), PRODUCTS)

    assert traces(where, ME, (NAME,)) == []
    kept = await store.read(games.finished_record, "over")
    assert kept is not None
    assert NAME not in next(DICE.records.verify(kept)).players
    (running,) = await games.open_games(store)
    assert running.table.occupants[1].is_computer
    assert running.state.game.players[1] == running.table.occupants[1].name
