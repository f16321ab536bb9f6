"""The dice game: the buttons of its public table and of a player's private copy of it."""

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
from cogs.base.errors import refusal
from cogs.base.panels import show, text_panel
from cogs.pages.dice_page import chosen, marked_panel
from cogs.pages.hints import dice_hint

from .parts import BaseCog


class DiceCog(BaseCog):
    """Plays the dice game."""

    @on(Verb.KEEP)
    async def _keep(self, click: Click) -> None:
        """Keep a die or take it back, and show the mark at once."""
        manager = click.seated_in(DICE)
        await manager.mark(click.user_id, click.meaning.version, parse_index(click.arg, DICE_COUNT))
        if not click.is_private:
            await self.parts.channel_messages.answer_mark(manager, marked_panel, click.interaction)
            return
        await click.defer_quietly()
        self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
        self.parts.channel_messages.marked(manager, marked_panel)
        await self.parts.hands.show(manager, click.user_id)

    @on(Verb.ROLL)
    async def _roll(self, click: Click) -> None:
        """Roll the dice that are not to be kept; a button for an older state is refused."""
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
        advice = await asyncio.to_thread(dice_hint, words, view, legal)
        if not click.is_private:
            await show(click.interaction, text_panel(advice))
            return
        self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
        await self.parts.hands.show(manager, click.user_id, advice)

    async def _act(self, click: Click, manager: GameManager, action: DiceAction) -> None:
        """Act; the private message that was clicked shows a refusal, else the guard answers it."""
        version = click.meaning.version
        if not click.is_private:
            await manager.act(click.user_id, version, action)
            return
        self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
        notice = ""
        try:
            await manager.act(click.user_id, version, action)
        except (TableError, GameError) as error:
            reader = await self.parts.preferences.reader(click.interaction)
            notice = refusal(click.interaction, reader.words, error)
        await self.parts.hands.show(manager, click.user_id, notice)
