"""What the buttons and menus of private hands and of the dice game do."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

import discord

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Lay, Save, Source
from bot.cards.cards import Card
from bot.cards.engine import LegalActions
from bot.cards.marked_cards import HandOrder
from bot.cards.views import PlayerView
from bot.core.errors import GameError
from bot.core.states import Displayed
from bot.dice.dice import DICE_COUNT
from bot.dice.engine import DiceAction, Roll, Score
from bot.game_types import CARDS, DICE
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.work_queue import Urgency
from cogs.base.clicks import Click, Where, on
from cogs.base.custom_ids import (
    BadCustomIdError,
    Verb,
    parse_card,
    parse_choice,
    parse_discard,
    parse_hit,
    parse_index,
)
from cogs.base.errors import refusal, sentence
from cogs.base.slash_commands import command
from cogs.pages.dice_page import chosen
from cogs.pages.hand_page import MOST_OPTIONS, Aside, all_hits, discards, question
from cogs.pages.hints import dice_hint, hint

from .services import BaseCog

Choose = Callable[[Click, PlayerView, LegalActions], Sequence[Action]]
MOST_PHASES = 10


def _to_advise(click: Click, manager: GameManager) -> tuple[Displayed, Displayed]:
    click.check_version(manager)
    view = manager.view(click.user_id)
    if not view.my_turn:
        raise TableError("not_your_turn")
    return view, manager.game.legal(click.user_id)


def _lay(_click: Click, _view: PlayerView, legal: LegalActions) -> Sequence[Action]:
    if legal.best_lay is None:
        raise TableError("not_now")
    return (legal.best_lay,)


def _lay_otherwise(click: Click, _view: PlayerView, legal: LegalActions) -> Sequence[Action]:
    others = legal.ways_to_lay(1 + MOST_OPTIONS)[1:]
    return (Lay(others[parse_index(click.chosen, len(others))]),)


def _hit_all(_click: Click, view: PlayerView, _legal: LegalActions) -> Sequence[Action]:
    hits = all_hits(view)
    if not hits:
        raise TableError("not_now")
    return hits


def _hit(click: Click, _view: PlayerView, _legal: LegalActions) -> Sequence[Action]:
    # A menu of places, else the button of a card: its first argument tells equal cards apart.
    values = click.values or click.meaning.args[1:-1]
    if not values:
        raise BadCustomIdError("nothing chosen")
    return [parse_hit(value) for value in values]


def _discard(click: Click, _view: PlayerView, legal: LegalActions) -> Sequence[Action]:
    if click.values:
        # A menu that an earlier version of this program sent.
        return (parse_discard(click.chosen),)
    held = _parse_card(click)
    return discards(legal, held)[:1] or (Discard(held),)


def _parse_card(click: Click) -> Card:
    """Return the card of a button; its first argument only tells equal cards apart."""
    if len(click.meaning.args) != 3:
        raise BadCustomIdError("no card")
    return parse_card(click.meaning.args[1])


_CHOICES: dict[Verb, Choose] = {
    Verb.DECLARE: lambda click, *_: [Declare(parse_index(click.chosen, 1 + MOST_PHASES))],
    Verb.ACCEPT: lambda *_: [AnswerOffer(take=True)],
    Verb.DECLINE: lambda *_: [AnswerOffer(take=False)],
    Verb.DRAW: lambda *_: [Draw(Source.DRAW_PILE)],
    Verb.TAKE: lambda *_: [Draw(Source.DISCARD_PILE)],
    # A menu where any saved card may be drawn, else a button.
    Verb.TAKE_SAVED: lambda click, *_: [
        Draw(Source.SAVE_PILE, parse_card(click.chosen) if click.values else None)
    ],
    Verb.DRAW_NOTHING: lambda *_: [Draw(Source.NONE)],
    Verb.LAY: _lay,
    Verb.WAYS: _lay_otherwise,
    Verb.HIT_ALL: _hit_all,
    Verb.HIT: _hit,
    Verb.SAVE: lambda click, *_: [Save(parse_card(click.chosen))],
    Verb.DISCARD_NOW: lambda click, *_: [parse_discard(click.arg)],
}


_SEARCHES = {Verb.LAY, Verb.WAYS, Verb.HIT_ALL}
"""Choices that take some milliseconds to find."""


class HandCog(BaseCog):
    """Opens private hands and plays with them; refusals are shown in the hand itself."""

    @command("hand")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Open the user's hand."""
        await self.services.hands.open(await self.services.own_manager(interaction), interaction)

    @on(Verb.HAND)
    async def _open(self, click: Click) -> None:
        manager = click.game
        await click.defer_private()
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.SEAT_BACK, at=Where.IN_SIGHT)
    async def _take_back(self, click: Click) -> None:
        """Give the user the seat that they left, and open their hand."""
        manager = click.game
        await click.defer_private()
        back = await manager.take_back(click.user_id)
        await self.services.hands.open(manager, click.interaction, back=back)

    async def _begin(self, click: Click) -> GameManager:
        """Acknowledge a click in a hand, which becomes the one kept up to date."""
        args = click.meaning.args
        order = parse_choice(HandOrder, args[-1]) if args else HandOrder.NUMBER
        await click.defer()
        # The seat may be given up during the wait.
        manager = click.seated_in(CARDS)
        self.services.hands.adopt(click.meaning.game, click.interaction, order)
        return manager

    @on(Verb.SORT)
    async def _sort(self, click: Click) -> None:
        manager = await self._begin(click)
        await self.services.hands.show(manager, click.user_id)

    @on(Verb.HINT)
    async def _hint(self, click: Click) -> None:
        manager = await self._begin(click)
        words = (await self.services.preferences.reader(click.interaction)).words
        try:
            asked = partial(hint, words, *_to_advise(click, manager))
            notice, action = await self.services.work_queue.run(asked, Urgency.HINT, click.user_id)
            # The game may have gone on while the hint was made.
            click.check_version(manager)
        except TableError as error:
            refused = sentence(words, error) or ""
            await self.services.hands.show(manager, click.user_id, Aside(notice=refused))
            return
        advice = Aside(click.meaning.version, notice, hint=action)
        await self.services.hands.show(manager, click.user_id, advice)

    @on(Verb.HAND_READY)
    async def _ready(self, click: Click) -> None:
        manager = await self._begin(click)
        notice = ""
        try:
            click.check_version(manager)
            await manager.ready(click.user_id)
        except TableError as error:
            notice = await self._refused(click, error)
        await self.services.hands.show(manager, click.user_id, Aside(notice=notice))

    @on(*_CHOICES)
    async def _play(self, click: Click) -> None:
        manager = await self._begin(click)
        notice = await self._attempt(click, manager, _CHOICES[click.meaning.verb])
        await self.services.hands.show(manager, click.user_id, Aside(notice=notice))

    @on(Verb.DISCARD)
    async def _discard(self, click: Click) -> None:
        manager = await self._begin(click)
        asked = await self._card_to_ask_about(click, manager)
        if asked is not None:
            aside = Aside(click.meaning.version, asked=asked)
        else:
            aside = Aside(notice=await self._attempt(click, manager, _discard))
        await self.services.hands.show(manager, click.user_id, aside)

    async def _card_to_ask_about(self, click: Click, manager: GameManager) -> Card | None:
        if click.values or click.meaning.version != manager.version:
            return None
        with contextlib.suppress(BadCustomIdError):
            held = _parse_card(click)
            view, legal = manager.view(click.user_id), manager.game.legal(click.user_id)
            answers = partial(question, view, legal, held)
            if await self.services.work_queue.run(answers, Urgency.MOVE, click.user_id):
                return held
        return None

    async def _attempt(self, click: Click, manager: GameManager, choice: Choose) -> str:
        """Do what was chosen; return why it is refused, or nothing."""
        try:
            click.check_version(manager)
            view, legal = manager.view(click.user_id), manager.game.legal(click.user_id)
            if click.meaning.verb in _SEARCHES:
                search = partial(choice, click, view, legal)
                actions = await self.services.work_queue.run(search, Urgency.MOVE, click.user_id)
            else:
                actions = choice(click, view, legal)
            await manager.act(click.user_id, click.meaning.version, *actions)
        except (TableError, GameError, BadCustomIdError) as error:
            return await self._refused(click, error)
        return ""

    async def _refused(self, click: Click, error: Exception) -> str:
        reader = await self.services.preferences.reader(click.interaction)
        return refusal(click.interaction, reader.words, error)


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
        view, legal = _to_advise(click, manager)
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
