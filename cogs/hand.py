"""What the buttons and menus of private hands do."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial

import discord

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Lay, Save, Source
from bot.cards.cards import Card
from bot.cards.engine import LegalActions
from bot.cards.marked_cards import HandOrder
from bot.cards.views import PlayerView
from bot.core.errors import GameError
from bot.core.states import Displayed
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
from cogs.base.errors import refusal, sentence
from cogs.base.slash_commands import command
from cogs.pages.hand_page import MOST_OPTIONS, Aside, all_hits, discards, question
from cogs.pages.hints import hint

from .services import BaseCog

Choose = Callable[[Click, PlayerView, LegalActions], Sequence[Action]]
MOST_PHASES = 10


def to_advise(click: Click, manager: GameManager) -> tuple[Displayed, Displayed]:
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
            asked = partial(hint, words, *to_advise(click, manager))
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
