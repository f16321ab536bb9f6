"""Forgetting a person at the tables of a running bot, with a real database under it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from databases import empty_log
from fakes_table import FakeClock, World, refused

from bot.cards import record
from bot.cards.rulesets import CLASSIC
from bot.players import computer_names
from bot.seating import Level, Person
from bot.shards import Forgotten
from bot.storage import games
from bot.storage.opening import open_database
from bot.table import lobbies
from bot.table.context import Pace
from bot.table.errors import TableError
from bot.table.manager import GameManager

ME = Person(0x1A2B3C4D5E6F7081, "Zyxwvutsr")
BEN, CYD = Person(902_000_000_000_000_002, "Ben"), Person(903_000_000_000_000_003, "Cyd")


class Bot(World):
    path: Path

    @classmethod
    async def on(cls, path: Path) -> Bot:
        clock = FakeClock()
        store: Any = await open_database(path)
        made = cls(store, clock, pace=Pace(pause=3600.0, hand_pause=3600.0, patience=0))
        made.path = path
        await made.registry.resume()
        return made

    async def close(self) -> None:
        await self.registry.close()
        store: Any = self.store
        await store.close()

    async def forget(self, person: Person = ME) -> Forgotten:
        found = await self.registry.forget(person)
        empty_log(self.path)
        return found

    def at(self, channel_id: int) -> GameManager:
        """The table of a channel, each channel in a server of its own."""
        return self.registry.for_channel(channel_id, 100 + channel_id)

    async def game(self, channel_id: int, *people: Person, limit: int | None = None) -> GameManager:
        manager = self.at(channel_id)
        await manager.open_lobby(people[0], CLASSIC, limit, "en")
        for person in people[1:]:
            await manager.change_lobby(lobbies.joined, person)
        await manager.start(people[0].user_id, 1)
        return manager

    def named(self) -> list[str]:
        """The tables in memory and the files in which the person is named."""
        texts = [str(ME.user_id).encode(), ME.user_id.to_bytes(8, "big"), ME.name.encode()]
        files = {each.name: each.read_bytes() for each in self.path.parent.glob("games.db*")}
        found = [name for name, data in files.items() if any(text in data for text in texts)]
        for channel, manager in self.registry._channels.items():
            game = manager.game if manager.table else None
            memory = repr((manager.lobby, game, game and game.news))
            if str(ME.user_id) in memory or ME.name in memory:
                found.append(str(channel))
        return found

    def record_of(self, game_id: str) -> list[str]:
        """The record of a game, running or over."""
        header = "SELECT header, -1 FROM games WHERE game_id = ?1"
        lines = "SELECT line, seq FROM game_events WHERE game_id = ?1 ORDER BY 2"
        with closing(sqlite3.connect(self.path)) as glance:
            return [line for line, _ in glance.execute(f"{header} UNION ALL {lines}", [game_id])]


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    made = await Bot.on(tmp_path / "games.db")
    yield made
    await made.close()


async def test_nothing_tells_of_a_forgotten_person_any_more(bot: Bot) -> None:
    running = [await bot.game(1, ME, BEN, CYD), await bot.game(2, BEN, ME)]
    alone = bot.at(3)
    await alone.solo(ME, 2, Level.EASY, CLASSIC, "en")
    over = await bot.game(4, ME, BEN)
    await over.end_game(ME.user_id)
    left = await bot.game(5, CYD, ME, BEN)
    await left.leave_game(ME.user_id)
    await bot.at(6).open_lobby(ME, CLASSIC, None, "en")
    await bot.at(7).open_lobby(BEN, CLASSIC, None, "en")
    await bot.at(7).change_lobby(lobbies.joined, ME)
    await over.rematch(BEN)
    assert await bot.forget() == Forgotten(anything=True)
    assert await bot.forget() == Forgotten()
    assert (await bot.game(8, ME, CYD)).find_seat(ME.user_id) == 0
    assert await bot.forget() == Forgotten(anything=True)
    assert bot.named() == []
    assert [each.running for each in running] == [True, True]
    assert not alone.running
    assert bot.at(6).lobby is None
    for channel in (4, 7):
        assert [each.user_id for each in bot.at(channel).lobby.seats] == [BEN.user_id]
    for manager in (*running, alone, over, left):
        list(record.RECORDS.verify(bot.record_of(manager.game.table.game_id)))


async def test_a_computer_player_takes_the_seat_and_the_game_goes_on(tmp_path: Path) -> None:
    bot = await Bot.on(tmp_path / "games.db")
    manager = await bot.game(1, ME, BEN)
    await bot.at(2).open_lobby(BEN, CLASSIC, None, "en")
    await bot.at(2).change_lobby(lobbies.joined, ME)
    await bot.clock.settle()
    bot.announcer.calls.clear()
    await bot.forget()
    await bot.clock.settle()
    assert set(bot.announcer.calls) == {"lobby", "table"}
    before = manager.game
    who = before.table.occupants[0]
    assert who.name in computer_names
    assert manager.view(BEN.user_id).seats[0].name == who.name
    assert (who.user_id, who.left, who.is_computer) == (None, True, True)
    assert before.table.host_id == BEN.user_id
    assert manager.find_seat(ME.user_id) is None
    await bot.close()

    bot = await Bot.on(bot.path)
    again = bot.at(1)
    assert (again.table, again.game.state) == (before.table, before.state)
    await again.leave_game(BEN.user_id)
    assert not again.running
    (verdict,) = record.RECORDS.verify(bot.record_of(before.table.game_id))
    assert verdict.finished
    assert bot.named() == []
    await bot.close()


async def test_a_return_in_the_record_bears_the_new_name(bot: Bot) -> None:
    manager = await bot.game(1, BEN, ME, limit=60)
    await bot.clock.move(60.5)
    assert await manager.come_back(ME.user_id)
    assert ME.name in repr(manager.game.recent)
    await bot.forget()
    assert bot.named() == []
    lines = bot.record_of(manager.game.table.game_id)
    list(record.RECORDS.verify(lines))
    assert f'"by":"{manager.game.table.occupants[1].name}","reason":"returned"' in "".join(lines)


async def test_clicks_while_a_person_is_forgotten_leave_nothing_behind(bot: Bot) -> None:
    manager = await bot.game(1, BEN, ME)
    await bot.at(2).open_lobby(BEN, CLASSIC, None, "en")
    clicks = [
        bot.at(2).change_lobby(lobbies.joined, ME),
        manager.come_back(ME.user_id),
        manager.leave_game(ME.user_id),
    ]
    done = await asyncio.gather(*clicks, bot.forget(), bot.forget(), return_exceptions=True)
    assert all(isinstance(each, TableError) or not isinstance(each, Exception) for each in done)
    assert bot.named() == []


async def test_a_game_that_begins_meanwhile_is_kept_whole(bot: Bot) -> None:
    await bot.game(1, ME, BEN)
    forgetting = asyncio.create_task(bot.forget())
    await asyncio.sleep(0)
    bot.clock.time += 1
    manager = await bot.game(2, ME, CYD)
    await forgetting
    (saved,) = [each for each in await games.open_games(bot.store) if each.table.channel_id == 2]
    assert saved.table.occupants[0].user_id == ME.user_id
    assert saved.state.game.players == ("Zyxwvutsr", "Cyd")
    assert manager.table == saved.table


@pytest.mark.parametrize("failing", [1, 2])
async def test_a_table_that_could_not_be_stored_keeps_the_rest_from_being_forgotten(
    world: World, failing: int
) -> None:
    ada, ben = Person(1, "Ada"), Person(2, "Ben")
    manager = await world.seated(ada, ben)
    world.store.succeeding, world.store.failing = failing - 1, 1
    await refused("not_forgotten", world.registry.forget(ada))
    play = manager.game
    assert world.store.tables[play.table.game_id] == play.table
    assert world.store.states[play.table.game_id] == play.state
    assert play.table.occupants[0].user_id == ada.user_id
    assert (await world.registry.forget(ada)).anything
    assert manager.game.table.occupants[0].user_id is None


async def test_one_table_that_refuses_does_not_keep_the_others(world: World) -> None:
    ada, ben = Person(1, "Ada"), Person(2, "Ben")
    first, second = await world.seated(ada, ben), world.registry.for_channel(78, 7)
    await second.open_lobby(ada, CLASSIC, None, "en")
    world.store.failing = 1
    await refused("not_forgotten", world.registry.forget(ada))
    assert first.find_seat(1) == 0
    assert second.lobby is None
