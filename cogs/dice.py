"""The handlers of the buttons of the dice game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

from bot.core.errors import GameError
from bot.dice.dice import DICE_COUNT
from bot.dice.engine import DiceAction, Roll, Score
from bot.game_types import DICE
from bot.i18n import Translator
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.work_queue import Urgency
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import CustomId, Verb, parse_index
from cogs.base.errors import refusal
from cogs.base.screens import PRIMARY, Button
from cogs.pages.dice_page import chosen, dice_hint
from cogs.pages.hand_page import Aside

from .services import BaseCog
from .solo import SoloRequest


def dice_button(words: Translator) -> Button:
    """Build the button that begins a game alone."""
    wish = SoloRequest(0, edition=next(iter(DICE.editions)))
    return Button(words("help.dice"), CustomId.of(Verb.SOLO, str(wish)), PRIMARY)


def _parse_dice(digits: str) -> tuple[int, ...]:
    return tuple(parse_index(digit, DICE_COUNT) for digit in digits)


Die = Annotated[int, partial(parse_index, size=DICE_COUNT)]
Dice = Annotated[tuple[int, ...], _parse_dice]


class DiceCog(BaseCog):
    """Plays the dice game."""

    @on(Verb.KEEP)
    async def _keep(self, click: Click, die: Die) -> None:
        user_id = click.user_id
        version = click.meaning.version
        await self._do(click, lambda manager: manager.mark(user_id, version, die))

    @on(Verb.KEEP_ALL)
    async def _keep_all(self, click: Click, dice: Dice = ()) -> None:
        async def keep(manager: GameManager) -> None:
            marks = chosen(manager.view(None), dice)
            await manager.mark_only(click.user_id, click.meaning.version, marks)

        await self._do(click, keep)

    @on(Verb.ROLL)
    async def _roll(self, click: Click) -> None:
        """Roll the dice that are not to be kept, or ask first if that gives up a complete phase."""

        async def roll(manager: GameManager) -> None:
            marks = await manager.marks()
            version = click.meaning.version
            view = manager.view(click.user_id)
            kept = chosen(view, marks)
            if view.my_turn and version == view.version and view.gives_up_phase(kept):
                await manager.ask(click.user_id, version)
            else:
                await manager.act(click.user_id, version, Roll(kept))

        await self._do(click, roll)

    @on(Verb.ROLL_NOW)
    async def _roll_now(self, click: Click, dice: Dice = ()) -> None:
        await self._act(click, Roll(dice))

    @on(Verb.STOP)
    async def _stop(self, click: Click) -> None:
        await self._act(click, Score())

    @on(Verb.DICE_HINT)
    async def _hint(self, click: Click) -> None:
        manager = click.seated_in(DICE)
        click.check_version(manager)
        view = manager.view(click.user_id)
        legal = manager.game.legal(click.user_id)
        if not view.my_turn:
            raise TableError("not_your_turn")
        await click.defer()
        words = (await self.services.preferences.reader(click.interaction)).words
        asked = partial(dice_hint, words, view, legal)
        notice, action = await self.services.work_queue.run(asked, Urgency.HINT, click.user_id)
        self.services.hands.adopt(click.meaning.game, click.interaction)
        advice = Aside(view.version, notice, hint=action)
        await self.services.hands.show(manager, click.user_id, advice)

    async def _act(self, click: Click, action: DiceAction) -> None:
        user_id = click.user_id
        version = click.meaning.version
        await self._do(click, lambda manager: manager.act(user_id, version, action))

    async def _do(self, click: Click, work: Callable[[GameManager], Awaitable[object]]) -> None:
        """Do something in the game; a private message that was clicked shows it, or why not."""
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        if not click.is_private:
            await work(manager)
            return
        self.services.hands.adopt(click.meaning.game, click.interaction)
        notice = ""
        try:
            await work(manager)
        except (TableError, GameError) as error:
            reader = await self.services.preferences.reader(click.interaction)
            notice = refusal(click.interaction, reader.words, error)
        await self.services.hands.show(manager, click.user_id, Aside(notice=notice))
