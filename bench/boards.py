"""Leaderboards, statistics and the end of a game, in a database full of results.

By default a small database is generated: ``BENCH_GAMES`` is its number of games, with a server for
each thousand of them. ``BENCH_DATABASE`` names a database that is filled already (with
``phase10 seed-demo``), on SQLite or PostgreSQL. Members of all its servers make the requests, more
often in large servers. The floor is the smallest possible query: for an unknown game.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from bot.games.states import Step
from bot.lab.demo import FIRST_SERVER, season, shares
from bot.model import Change, Level, LiveGame, Occupant, Table
from bot.players import strategy
from bot.rules import engine
from bot.rules.events import Event
from bot.rules.state import Stage, State
from bot.rules.views import view_for
from bot.scores.results import Board, BoardQuery, By, Period
from bot.storage.store import SqlStore

from .rules import fresh_game
from .timing import Figure, figure, in_turns_async

ROUNDS = 400
ENDS = 150
_EDITIONS = (None, None, "classic", "modern")
Member = tuple[int, int]
Ask = Callable[[int, int], Awaitable[object]]


async def figures() -> Iterator[Figure]:
    """Every figure."""
    given = os.environ.get("BENCH_DATABASE")
    if given:
        return iter(await _all(given))
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "bench.db")
        await _fill(path, int(os.environ.get("BENCH_GAMES", "5000")))
        return iter(await _all(path))


async def _fill(where: str, games: int) -> None:
    store = await SqlStore.open(where)
    try:
        amounts = shares(games, max(1, games // 1000))
        for guild_id, amount in enumerate(amounts, FIRST_SERVER):
            await store.add_results(guild_id, list(season(guild_id, amount, 1, time.time())))
    finally:
        await store.close()


async def _all(where: str) -> list[Figure]:
    store = await SqlStore.open(where)
    try:
        members = await _members(store)
        asks = {
            f"leaderboard by {by}, {period}": _page(store, by, period)
            for by in By
            for period in Period
        }
        asks |= {
            "a person's statistics": store.stats,
            "history of a server": lambda guild_id, _: store.history(guild_id),
            "history of a person": store.history,
        }
        measured = [await _asked(store, name, ask, members) for name, ask in asks.items()]
        return [*measured, await _end(store)]
    finally:
        await store.close()


async def _members(store: SqlStore) -> list[Member]:
    """Servers and people in them, from every part of their leaderboards."""
    rng = Random(1)
    members: list[Member] = []
    for guild_id in await store.servers_with_results():
        for period in (Period.ALL, Period.MONTH):
            query = BoardQuery(guild_id, By.WINS, period)
            total = (await store.leaderboard(query, limit=1)).total
            part = await store.leaderboard(query, offset=rng.randrange(max(1, total)), limit=50)
            members += [(guild_id, row.user_id) for row in part.rows] * (1 + total // 500)
    return members


def _page(store: SqlStore, by: By, period: Period) -> Ask:
    """Request the first, second or middle page of a leaderboard, with the own row."""
    rng = Random(f"{by}/{period}")
    middle = 0

    async def page(guild_id: int, me: int) -> Board:
        nonlocal middle
        query = BoardQuery(guild_id, by, period, rng.choice(_EDITIONS))
        offset = rng.choice((0, 0, 10, middle))
        board = await store.leaderboard(query, offset=offset, limit=10, me=me)
        middle = board.total // 2
        return board

    return page


async def _asked(store: SqlStore, name: str, ask: Ask, members: Sequence[Member]) -> Figure:
    rng = Random(name)
    own, floor = await in_turns_async(
        lambda: ask(*rng.choice(members)), lambda: store.past_game(""), rounds=ROUNDS
    )
    return figure(name, own, floor=("the smallest query", floor))


async def _end(store: SqlStore) -> Figure:
    """Measure the last action of a game with its result, and without one in a private channel."""
    before, events, last = _game()
    rng = Random(2)
    taken: dict[int, list[float]] = {0: [], FIRST_SERVER: []}
    for number in range(ENDS):
        for guild_id, times in taken.items():
            table = _table(f"bench-{time.time_ns()}-{number}-{guild_id}", guild_id, rng)
            game = replace(before.game, game_id=table.game_id)
            await store.begin(Change(LiveGame(table, replace(before, game=game)), tuple(events)))
            over = replace(last.state, game=game)
            began = time.perf_counter()
            await store.commit(Change(LiveGame(table, over), last.events), before.version)
            times.append(time.perf_counter() - began)
    return figure("game's end", taken[FIRST_SERVER], floor=("the same without result", taken[0]))


def _table(game_id: str, guild_id: int, rng: Random) -> Table:
    people = rng.sample(range(1, 200), 4)
    occupants = tuple(Occupant(f"P{user}", user, Level.EASY) for user in people)
    return Table(game_id, guild_id, 1, 1, occupants, None, "en", 0.0, 0.0)


def _game() -> tuple[State, list[Event], Step[State, Event]]:
    """Play a game; return the state and events before its last action, and that action."""
    player, rng = strategy(Level.EASY), Random(3)
    state, events = fresh_game(0), list[Event]()
    while True:
        legal = engine.legal_actions(state)
        action = player.choose(view_for(state, state.turn), legal, rng)
        step = engine.apply(state, action)
        if step.state.stage is Stage.OVER:
            return state, events, step
        state = step.state
        events += step.events
