"""The handlers of the buttons and menus of private hands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Annotated

import discord

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Lay, Save, Source
from bot.cards.cards import Card
from bot.cards.engine import LegalActions
from bot.cards.marked_cards import HandOrder
from bot.cards.views import PlayerView
from bot.core.errors import GameError
from bot.game_types import CARDS
from bot.i18n.hints import hint
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.work_queue import Urgency
from cogs.base.clicks import Click, Where, on
from cogs.base.custom_ids import (
    BadCustomIdError,
    CardCode,
    DiscardCode,
    HitCode,
    PlacedHit,
    Verb,
    parse_card,
    parse_discard,
    parse_index,
    parse_tapped,
)
from cogs.base.errors import refusal
from cogs.base.slash_commands import command
from cogs.base.text import escaped, with_names
from cogs.pages.card_buttons import all_hits, discards, question
from cogs.pages.hand_page import MOST_OPTIONS, NOTHING, Aside

from .services import BaseCog

Choose = Callable[[PlayerView, LegalActions], Sequence[Action]]
MOST_PHASES = 10
PossibleCard = Annotated[Card | None, parse_tapped]
DiscardChoice = Annotated[Discard | None, parse_discard]
SavedCard = Annotated[Card | None, parse_card]
DeclaredPhase = Annotated[int, partial(parse_index, size=1 + MOST_PHASES)]
_ACTIONS: dict[Verb, Action] = {
    Verb.ACCEPT: AnswerOffer(take=True),
    Verb.DECLINE: AnswerOffer(take=False),
    Verb.DRAW: Draw(Source.DRAW_PILE),
    Verb.TAKE: Draw(Source.DISCARD_PILE),
    Verb.DRAW_NOTHING: Draw(Source.NONE),
}
NUMBER = HandOrder.NUMBER


def _lay(_view: PlayerView, legal: LegalActions) -> Sequence[Action]:
    if legal.best_lay is None:
        raise TableError("not_now")
    return (legal.best_lay,)


def _lay_otherwise(chosen: str, _view: PlayerView, legal: LegalActions) -> Sequence[Action]:
    others = legal.ways_to_lay(1 + MOST_OPTIONS)[1:]
    return (Lay(others[parse_index(chosen, len(others))]),)


def _hit_all(view: PlayerView, _legal: LegalActions) -> Sequence[Action]:
    hits = all_hits(view)
    if not hits:
        raise TableError("not_now")
    return hits


def _discard(card: Card, _view: PlayerView, legal: LegalActions) -> Sequence[Action]:
    possible = discards(legal, card)
    if not possible:
        # The rules say why it is refused.
        return (Discard(card),)
    return possible[:1]


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

    @on(Verb.SORT)
    async def _sort(self, click: Click, order: HandOrder = NUMBER) -> None:
        async def change_nothing(_manager: GameManager) -> Aside:
            return NOTHING

        await self._use(click, order, change_nothing)

    @on(Verb.TAKE_BACK)
    async def _take_back(self, click: Click, order: HandOrder = NUMBER) -> None:
        async def take_back(manager: GameManager) -> Aside:
            await manager.take_back(click.user_id, click.meaning.version)
            return NOTHING

        await self._use(click, order, take_back)

    @on(Verb.HAND_READY)
    async def _ready(self, click: Click, order: HandOrder = NUMBER) -> None:
        async def be_ready(manager: GameManager) -> Aside:
            click.check_version(manager)
            await manager.ready(click.user_id)
            return NOTHING

        await self._use(click, order, be_ready)

    @on(Verb.HINT)
    async def _ask_for_hint(self, click: Click, order: HandOrder = NUMBER) -> None:
        await self._use(click, order, partial(self._hint, click))

    @on(*_ACTIONS)
    async def _act_plainly(self, click: Click, order: HandOrder = NUMBER) -> None:
        await self._act(click, order, lambda *_: [_ACTIONS[click.meaning.verb]])

    @on(Verb.DECLARE)
    async def _declare(
        self, click: Click, order: HandOrder = NUMBER, *, phase: DeclaredPhase
    ) -> None:
        await self._act(click, order, lambda *_: [Declare(phase)])

    @on(Verb.TAKE_SAVED)
    async def _take_saved(
        self, click: Click, order: HandOrder = NUMBER, *, card: SavedCard = None
    ) -> None:
        # A menu where any saved card may be drawn, else a button.
        await self._act(click, order, lambda *_: [Draw(Source.SAVE_PILE, card)])

    @on(Verb.SAVE)
    async def _save(self, click: Click, order: HandOrder = NUMBER, *, card: CardCode) -> None:
        await self._act(click, order, lambda *_: [Save(card)])

    @on(Verb.LAY)
    async def _lay_best(self, click: Click, order: HandOrder = NUMBER) -> None:
        await self._act(click, order, _lay, searches=True)

    @on(Verb.WAYS)
    async def _lay_chosen(self, click: Click, order: HandOrder = NUMBER) -> None:
        await self._act(click, order, partial(_lay_otherwise, click.chosen), searches=True)

    @on(Verb.HIT_ALL)
    async def _hit_with_all(self, click: Click, order: HandOrder = NUMBER) -> None:
        await self._act(click, order, _hit_all, searches=True)

    @on(Verb.HIT)
    async def _hit(
        self,
        click: Click,
        hit: PlacedHit = None,
        order: HandOrder = NUMBER,
        *,
        chosen: HitCode = None,
    ) -> None:
        # The button of a card, else a menu of places.
        action = hit or chosen
        if action is None:
            raise BadCustomIdError("nothing chosen")
        await self._act(click, order, lambda *_: [action])

    @on(Verb.DISCARD_NOW)
    async def _discard_now(
        self, click: Click, discard: DiscardCode, order: HandOrder = NUMBER
    ) -> None:
        await self._act(click, order, lambda *_: [discard])

    @on(Verb.DISCARD)
    async def _tap(
        self,
        click: Click,
        card: PossibleCard = None,
        order: HandOrder = NUMBER,
        *,
        thrown: DiscardChoice = None,
    ) -> None:
        """Discard a card, or ask about it first."""
        if thrown is not None:
            # A menu that an earlier version of this program sent.
            await self._act(click, order, lambda *_: [thrown])
            return
        if card is None:
            raise BadCustomIdError("no card")

        async def ask_or_discard(manager: GameManager) -> Aside:
            click.check_version(manager)
            view = manager.view(click.user_id)
            answers = partial(question, view, manager.game.legal(click.user_id), card)
            if await self.services.work_queue.run(answers, Urgency.MOVE, click.user_id):
                return Aside(click.meaning.version, asked=card)
            return await self._chosen(click, partial(_discard, card), manager)

        await self._use(click, order, ask_or_discard)

    async def _act(
        self, click: Click, order: HandOrder, choose: Choose, *, searches: bool = False
    ) -> None:
        """Act in the game; ``searches`` if it takes milliseconds to choose the actions."""
        await self._use(click, order, partial(self._chosen, click, choose, searches=searches))

    async def _use(
        self, click: Click, order: HandOrder, work: Callable[[GameManager], Awaitable[Aside]]
    ) -> None:
        """Do something in the game; the hand then shows that, or why not."""
        await click.defer()
        # The seat may be given up during the wait.
        manager = click.seated_in(CARDS)
        self.services.hands.adopt(click.meaning.game, click.interaction, order)
        try:
            aside = await work(manager)
        except (TableError, GameError, BadCustomIdError) as error:
            reader = await self.services.preferences.reader(click.interaction)
            aside = Aside(notice=refusal(click.interaction, reader.words, error))
        await self.services.hands.show(manager, click.user_id, aside)

    async def _chosen(
        self, click: Click, choose: Choose, manager: GameManager, *, searches: bool = False
    ) -> Aside:
        click.check_version(manager)
        view = manager.view(click.user_id)
        choice = partial(choose, view, manager.game.legal(click.user_id))
        if searches:
            actions = await self.services.work_queue.run(choice, Urgency.MOVE, click.user_id)
        else:
            actions = choice()
        await manager.act(click.user_id, click.meaning.version, *actions)
        return NOTHING

    async def _hint(self, click: Click, manager: GameManager) -> Aside:
        """Return a hint; raises TableError ``stale`` or ``not_your_turn``."""
        click.check_version(manager)
        view = manager.view(click.user_id)
        if not view.my_turn:
            raise TableError("not_your_turn")
        words = (await self.services.preferences.reader(click.interaction)).words
        legal = manager.game.legal(click.user_id)
        asked = partial(hint, words, with_names(view, escaped), legal)
        notice, action = await self.services.work_queue.run(asked, Urgency.HINT, click.user_id)
        # The game may have gone on while the hint was made.
        click.check_version(manager)
        return Aside(click.meaning.version, notice, hint=action)
