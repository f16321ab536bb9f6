"""What the buttons of the dice game do."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from bot.core.errors import GameError
from bot.dice.dice import DICE_COUNT
from bot.dice.engine import DiceAction, Roll, Score
from bot.game_types import DICE
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.work_queue import Urgency
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import (
    Verb,
    parse_index,
)
from cogs.base.errors import refusal
from cogs.hand import to_advise
from cogs.pages.dice_page import chosen, dice_hint
from cogs.pages.hand_page import Aside

from .services import BaseCog


def _parse_die(value: str) -> int:
    return parse_index(value, DICE_COUNT)


def _parse_dice(digits: str) -> tuple[int, ...]:
    return tuple(map(_parse_die, digits))


Dice = Annotated[tuple[int, ...], _parse_dice]


class DiceCog(BaseCog):
    """Plays the dice game."""

    @on(Verb.KEEP)
    async def _keep(self, click: Click, die: Annotated[int, _parse_die]) -> None:
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        await manager.mark(click.user_id, click.meaning.version, die)
        await self._show(click, manager)

    @on(Verb.KEEP_ALL)
    async def _keep_all(self, click: Click, dice: Dice = ()) -> None:
        manager = click.seated_in(DICE)
        marks = chosen(manager.view(None), dice)
        await click.defer_quietly()
        await manager.mark_only(click.user_id, click.meaning.version, marks)
        await self._show(click, manager)

    async def _show(self, click: Click, manager: GameManager) -> None:
        """Show the newest state in the private message that was clicked, if it was one."""
        if click.is_private:
            self.services.hands.adopt(click.meaning.game, click.interaction)
            await self.services.hands.show(manager, click.user_id)

    @on(Verb.ROLL)
    async def _roll(self, click: Click) -> None:
        """Roll the dice that are not to be kept, or ask first if that gives up a complete phase."""
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        marks = await manager.marks()
        view = manager.view(click.user_id)
        roll = Roll(chosen(view, marks))
        current = view.my_turn and click.meaning.version == view.version
        if current and view.gives_up_phase(roll.kept):
            await manager.ask(click.user_id, view.version)
            await self._show(click, manager)
        else:
            await self._act(click, manager, roll)

    @on(Verb.ROLL_NOW)
    async def _roll_now(self, click: Click, dice: Dice = ()) -> None:
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        await self._act(click, manager, Roll(dice))

    @on(Verb.STOP)
    async def _stop(self, click: Click) -> None:
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        await self._act(click, manager, Score())

    @on(Verb.DICE_HINT)
    async def _hint(self, click: Click) -> None:
        manager = click.seated_in(DICE)
        view, legal = to_advise(click, manager)
        await click.defer()
        words = (await self.services.preferences.reader(click.interaction)).words
        asked = partial(dice_hint, words, view, legal)
        notice, action = await self.services.work_queue.run(asked, Urgency.HINT, click.user_id)
        self.services.hands.adopt(click.meaning.game, click.interaction)
        advice = Aside(view.version, notice, hint=action)
        await self.services.hands.show(manager, click.user_id, advice)

    async def _act(self, click: Click, manager: GameManager, action: DiceAction) -> None:
        """Act; a refusal is shown in the private message that was clicked, else by the handler."""
        version = click.meaning.version
        if not click.is_private:
            await manager.act(click.user_id, version, action)
            return
        self.services.hands.adopt(click.meaning.game, click.interaction)
        notice = ""
        try:
            await manager.act(click.user_id, version, action)
        except (TableError, GameError) as error:
            reader = await self.services.preferences.reader(click.interaction)
            notice = refusal(click.interaction, reader.words, error)
        await self.services.hands.show(manager, click.user_id, Aside(notice=notice))
