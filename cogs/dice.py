"""The dice game: the buttons of its public table and of a player's private copy of it."""

from __future__ import annotations

import asyncio

from bot.dice.dice import DICE_COUNT
from bot.dice.engine import DiceAction, Roll, Score
from bot.games.errors import GameError
from bot.systems import DICE
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import Verb, parse_index
from cogs.base.errors import refusal
from cogs.pages.dice_page import asking_panel, chosen, marked_panel
from cogs.pages.hints import dice_hint

from .parts import BaseCog


def _dice_of(click: Click) -> tuple[int, ...]:
    """Return the dice in the argument of a button, a digit each."""
    return tuple(parse_index(digit, DICE_COUNT) for digit in click.arg)


class DiceCog(BaseCog):
    """Plays the dice game."""

    @on(Verb.KEEP)
    async def _keep(self, click: Click) -> None:
        """Keep a die or take it back."""
        manager = click.seated_in(DICE)
        await manager.mark(click.user_id, click.meaning.version, parse_index(click.arg, DICE_COUNT))
        await self._show_marks(click, manager)

    @on(Verb.KEEP_ALL)
    async def _keep_all(self, click: Click) -> None:
        """Keep the dice of the button, and no others."""
        manager = click.seated_in(DICE)
        marks = chosen(manager.view(None), _dice_of(click))
        await manager.mark_only(click.user_id, click.meaning.version, marks)
        await self._show_marks(click, manager)

    async def _show_marks(self, click: Click, manager: GameManager) -> None:
        """Show the marks at once."""
        if not click.is_private:
            await self.parts.channel_messages.answer_mark(manager, marked_panel, click.interaction)
            return
        await click.defer_quietly()
        self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
        self.parts.channel_messages.marked(manager, marked_panel)
        await self.parts.hands.show(manager, click.user_id)

    @on(Verb.ROLL)
    async def _roll(self, click: Click) -> None:
        """Roll the dice that are not to be kept, or ask first if that gives up a complete phase."""
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        marks = await manager.marks()
        view = manager.view(click.user_id)
        roll = Roll(chosen(view, marks))
        current = view.my_turn and click.meaning.version == view.version
        if not (current and view.gives_up_phase(roll.kept)):
            await self._act(click, manager, roll)
        elif click.is_private:
            self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
            await self.parts.hands.show(manager, click.user_id, question=(view.version, roll))
        else:
            messages = self.parts.channel_messages
            await messages.answer_mark(manager, asking_panel, click.interaction)

    @on(Verb.ROLL_NOW)
    async def _roll_now(self, click: Click) -> None:
        """Roll after the question, keeping the dice of the button."""
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        await self._act(click, manager, Roll(_dice_of(click)))

    @on(Verb.STOP)
    async def _stop(self, click: Click) -> None:
        manager = click.seated_in(DICE)
        await click.defer_quietly()
        await self._act(click, manager, Score())

    @on(Verb.DICE_HINT)
    async def _hint(self, click: Click) -> None:
        """Show the player alone what a strong computer player would do, in the private copy."""
        manager = click.seated_in(DICE)
        click.check_version(manager)
        view, legal = manager.view(click.user_id), manager.game.legal(click.user_id)
        if not view.my_turn:
            raise TableError("not_your_turn")
        await click.defer()
        words = (await self.parts.preferences.reader(click.interaction)).words
        notice, action = await asyncio.to_thread(dice_hint, words, view, legal)
        self.parts.hands.adopt(click.meaning.game, click.interaction, same=True)
        await self.parts.hands.show(manager, click.user_id, notice, hint=(view.version, action))

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
