"""What the buttons of the dice game do, at the public table and in a player's copy of it."""

from __future__ import annotations

import asyncio

from bot.dice.actions import DiceAction, Roll, Score
from bot.dice.dice import DICE_COUNT
from bot.games.errors import GameError
from bot.systems import DICE
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import Verb, parse_index
from cogs.base.errors import note_refusal, sentence
from cogs.base.panels import show, text_panel
from cogs.pages.dice_page import chosen, marked_panel
from cogs.pages.hints import dice_hint

from .parts import BaseCog


class DiceCog(BaseCog):
    """Handles the components of the dice game."""

    @on(Verb.KEEP)
    async def _keep(self, click: Click) -> None:
        """Keep a die or take it back, and show that before anything else."""
        manager = click.seated_in(DICE)
        await manager.mark(click.user_id, click.meaning.version, _die_of(click))
        if not click.is_private:
            await self.parts.channel_messages.answer_mark(manager, marked_panel, click.interaction)
            return
        await click.defer_quietly()
        self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
        self.parts.channel_messages.marked(manager, marked_panel)
        await self.parts.hands.show(manager, click.user_id)

    @on(Verb.ROLL)
    async def _roll(self, click: Click) -> None:
        """Roll the dice that are not to be kept; those of a button that is out of date never."""
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        keep = chosen(manager.view(None), await manager.marks())
        await self._act(click, manager, Roll(keep))

    @on(Verb.STOP)
    async def _stop(self, click: Click) -> None:
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        await self._act(click, manager, Score())

    @on(Verb.DICE_HINT)
    async def _hint(self, click: Click) -> None:
        """Say to the player alone what a strong computer player would do."""
        manager = click.seated_in(DICE)
        click.check_version(manager)
        view, legal = manager.view(click.user_id), manager.game.legal(click.user_id)
        if not view.my_turn:
            raise TableError("not_your_turn")
        await click.defer()
        words = (await self.parts.preferences.reader(click.interaction)).words
        said = await asyncio.to_thread(dice_hint, words, view, legal)
        if not click.is_private:
            await show(click.interaction, text_panel(said))
            return
        self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
        await self.parts.hands.show(manager, click.user_id, said)

    async def _act(self, click: Click, manager: GameManager, action: DiceAction) -> None:
        """Act; a refusal is said in the private message that was clicked, or in one of its own."""
        version = click.meaning.version
        if not click.is_private:
            await manager.act(click.user_id, version, action)
            return
        self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
        notice = ""
        try:
            await manager.act(click.user_id, version, action)
        except (TableError, GameError) as error:
            note_refusal(click.interaction, error)
            reader = await self.parts.preferences.reader(click.interaction)
            notice = sentence(reader.words, error) or ""
        await self.parts.hands.show(manager, click.user_id, notice)


def _die_of(click: Click) -> int:
    """Return the index of the die of a button."""
    return parse_index(click.arg, DICE_COUNT)
