"""People of the playground whom the computer plays: in cups, which need more than one person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from random import Random

from bot.app import Phase10Bot
from bot.core.errors import GameError
from bot.cups.state import CupStatus
from bot.players import strategy
from bot.seating import Level, Person
from bot.table.errors import TableError
from bot.table.manager import GameManager

PAUSE = 0.8  # seconds between two actions of the same table
LEVEL = Level.NORMAL
_log = logging.getLogger(__name__)


class Others:
    """Joins every cup for these people and plays their turns, through the calls of any player."""

    def __init__(self, bot: Phase10Bot, people: Sequence[Person]) -> None:
        self._bot = bot
        self._people = people
        self._ids = {person.user_id for person in people}
        self._rng = Random()  # noqa: S311  # play is random, not secret

    def begin(self) -> None:
        """Begin when the bot is ready; it ends with the bot."""
        if self._people:
            self._bot.add_listener(self._go_on, "on_ready")

    async def _go_on(self) -> None:
        while not self._bot.is_closed():
            await self._bot.config.clock.sleep(PAUSE)
            await self._join_cups()
            tables = self._bot.services.registry.busy()
            await asyncio.gather(*(self._act(table) for table in tables))

    async def _join_cups(self) -> None:
        cups = self._bot.services.cups
        for stored in cups.running:
            cup = stored.cup
            absent = [one for one in self._people if cup.participant(one.user_id) is None]
            if cup.status is CupStatus.OPEN and absent:
                try:
                    await cups.join(cup.cup_id, absent[0])
                except (GameError, TableError) as error:
                    _log.info("%s did not join: %s", absent[0].name, error)

    async def _act(self, table: GameManager) -> None:
        """Do what the table waits for, if that is an action of one of these people."""
        if not table.running or not table.game.table.cup_id:
            return
        try:
            await self._act_at(table)
        except (GameError, TableError) as error:
            # The table has changed meanwhile: the next look sees its newest state.
            _log.info("not done: %s", error)

    async def _act_at(self, table: GameManager) -> None:
        game = table.game
        for seat in game.awaited:
            user_id = game.table.occupants[seat].user_id
            if user_id in self._ids:
                await table.ready(user_id)
        to_act = game.to_act
        if to_act is None or to_act.user_id not in self._ids:
            return
        user_id = to_act.user_id
        version = table.version
        choose = strategy(LEVEL, game.game_type.name).choose
        legal = game.legal(user_id)
        action = await asyncio.to_thread(choose, table.view(user_id), legal, self._rng)
        await table.act(user_id, version, action)
