"""The handlers of the buttons and menus of private hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import discord

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Lay, Save, Source
from bot.cards.cards import Card
from bot.cards.engine import LegalActions
from bot.cards.marked_cards import HandOrder
from bot.cards.views import PlayerView
from bot.core.errors import GameError
from bot.game_types import CARDS
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
from cogs.base.errors import refusal
from cogs.base.slash_commands import command
from cogs.pages.card_buttons import all_hits, discards, question
from cogs.pages.hand_page import MOST_OPTIONS, NOTHING, Aside
from cogs.pages.hints import hint

from .services import BaseCog

Choose = Callable[[Click, PlayerView, LegalActions], Sequence[Action]]
MOST_PHASES = 10


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
    Verb.DISCARD: _discard,
    Verb.DISCARD_NOW: lambda click, *_: [parse_discard(click.arg)],
}
_SEARCHES = {Verb.LAY, Verb.WAYS, Verb.HIT_ALL}  # choices that take some milliseconds to find


class HandCog(BaseCog):
    """Opens private hands and plays with them; refusals are shown in the hand itself."""

    @command("hand")
    async def hand(self, interaction: discord.Interaction) -> None:
        await self.services.hands.open(await self.services.own_manager(interaction), interaction)

    @on(Verb.HAND)
    async def _open(self, click: Click) -> None:
        manager = click.game
        await click.defer_private()
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.SEAT_BACK, at=Where.IN_SIGHT)
    async def _take_seat_back(self, click: Click) -> None:
        """Give the user the seat that they left, and open their hand."""
        manager = click.game
        # The hand takes the place of a private message with the button.
        await click.defer()
        back = await manager.take_seat_back(click.user_id)
        await self.services.hands.open(manager, click.interaction, back=back)

    @on(Verb.SORT, Verb.HINT, Verb.HAND_READY, Verb.TAKE_BACK, *_CHOICES)
    async def _use(self, click: Click) -> None:
        """Do what a button or menu in a hand means; the hand then shows that, or why not."""
        args = click.meaning.args
        order = parse_choice(HandOrder, args[-1]) if args else HandOrder.NUMBER
        await click.defer()
        # The seat may be given up during the wait.
        manager = click.seated_in(CARDS)
        self.services.hands.adopt(click.meaning.game, click.interaction, order)
        try:
            aside = await self._do(click, manager)
        except (TableError, GameError, BadCustomIdError) as error:
            reader = await self.services.preferences.reader(click.interaction)
            aside = Aside(notice=refusal(click.interaction, reader.words, error))
        await self.services.hands.show(manager, click.user_id, aside)

    async def _do(self, click: Click, manager: GameManager) -> Aside:
        """Do what was chosen; return a hint, or the question that is to be asked first."""
        verb = click.meaning.verb
        if verb is Verb.SORT:
            return NOTHING
        if verb is Verb.TAKE_BACK:
            await manager.take_back(click.user_id, click.meaning.version)
            return NOTHING
        click.check_version(manager)
        if verb is Verb.HAND_READY:
            await manager.ready(click.user_id)
            return NOTHING
        view = manager.view(click.user_id)
        legal = manager.game.legal(click.user_id)
        if verb is Verb.HINT:
            return await self._hint(click, manager, view, legal)
        if verb is Verb.DISCARD and not click.values:
            held = _parse_card(click)
            answers = partial(question, view, legal, held)
            if await self.services.work_queue.run(answers, Urgency.MOVE, click.user_id):
                return Aside(click.meaning.version, asked=held)
        choice = partial(_CHOICES[verb], click, view, legal)
        if verb in _SEARCHES:
            actions = await self.services.work_queue.run(choice, Urgency.MOVE, click.user_id)
        else:
            actions = choice()
        await manager.act(click.user_id, click.meaning.version, *actions)
        return NOTHING

    async def _hint(
        self, click: Click, manager: GameManager, view: PlayerView, legal: LegalActions
    ) -> Aside:
        if not view.my_turn:
            raise TableError("not_your_turn")
        words = (await self.services.preferences.reader(click.interaction)).words
        asked = partial(hint, words, view, legal)
        notice, action = await self.services.work_queue.run(asked, Urgency.HINT, click.user_id)
        # The game may have gone on while the hint was made.
        click.check_version(manager)
        return Aside(click.meaning.version, notice, hint=action)
