"""The private hand: its message, and what its buttons and menus do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.render import HandOrder
from bot.rules.actions import Action, AnswerOffer, Declare, Draw, Lay, Save, Source
from bot.rules.errors import GameError
from bot.rules.state import Stage
from bot.table.errors import TableError
from cogs.errors import note_refusal, sentence
from cogs.hints import hint
from cogs.services import theme_of
from cogs.text import words_of

from .base import Click, Handler, Option, Panel, button, container, gallery, menu, row, text
from .custom_ids import (
    BadCustomIdError,
    CustomId,
    Verb,
    parse_card,
    parse_choice,
    parse_discard,
    parse_hit,
    parse_index,
)
from .hand_page import MOST_OPTIONS, HandPage, all_hits

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.rules.engine import LegalActions
    from bot.rules.views import PlayerView
    from bot.table.manager import GameManager
    from cogs.drawing import Picture

Choice = Callable[[Click, "PlayerView", "LegalActions"], Sequence[Action]]
MOST_PHASES = 10
_PRIMARY = discord.ButtonStyle.primary
_SUCCESS = discord.ButtonStyle.success


def hand_panel(  # noqa: PLR0913  # a page, and what its parts need to be known by
    words: Words,
    page: HandPage,
    view: PlayerView,
    order: HandOrder,
    *,
    shown: Picture | None,
    notice: str = "",
) -> Panel:
    """The message of a private hand.

    Args:
        words: the reader's language.
        page: what it shows.
        view: what the player may know.
        order: how the cards are sorted now.
        shown: the picture of the cards, if there is one.
        notice: a sentence to say first.
    """
    made = _Controls(words, page, view, order)
    lines = (notice, *page.lines) if notice else page.lines
    return Panel(container(text(*lines), *gallery(shown), *made.rows()))


class _Controls:
    """The buttons and menus below the picture; nothing is offered that cannot be done."""

    def __init__(self, words: Words, page: HandPage, view: PlayerView, order: HandOrder) -> None:
        self.words = words
        self.page = page
        self.view = view
        self.order = order

    def rows(self) -> list[discord.ui.ActionRow[Any]]:
        """The rows, in the order of a turn."""
        rows = [self._buttons()]
        if self.page.phases:
            rows.append(self._menu("hand.declare", Verb.DECLARE, self.page.phases))
        if self.page.ways:
            rows.append(self._ways())
        if self.page.hits:
            rows.append(self._menu("hand.hit", Verb.HIT, self.page.hits, len(self.view.hand)))
        if self.page.saves:
            rows.append(self._menu("hand.save", Verb.SAVE, self.page.saves))
        if self.page.discards:
            rows.append(self._menu("hand.discard", Verb.DISCARD, self.page.discards))
        return [each for each in rows if each.children]

    def _id(self, verb: Verb, *args: str) -> CustomId:
        return CustomId(self.view.game_id, self.view.version, verb, (*args, self.order.value))

    def _buttons(self) -> discord.ui.ActionRow[Any]:
        words, page = self.words, self.page
        found = [*self._draws()]
        if page.lay:
            found.append(button(words("hand.lay"), self._id(Verb.LAY), _SUCCESS))
        if page.hit_all:
            found.append(button(words("hand.hit_all"), self._id(Verb.HIT_ALL), _SUCCESS))
        if page.ready:
            meaning = CustomId(self.view.game_id, self.view.version, Verb.READY)
            found.append(button(words("table.ready"), meaning, _SUCCESS))
        if len(self.view.hand) > 1 and self.view.stage not in (Stage.DEAL, Stage.OVER):
            found.append(self._sort())
        if page.hint:
            found.append(button(words("hints.button"), self._id(Verb.HINT)))
        return row(*found)

    def _draws(self) -> Iterator[discord.ui.Button[Any]]:
        """How one may come to a card."""
        words, page = self.words, self.page
        if page.offer is not None:
            label = words("hand.take", card=page.offer)
            yield button(label, self._id(Verb.ACCEPT), _PRIMARY)
            yield button(words("hand.decline"), self._id(Verb.DECLINE))
        if page.draw:
            yield button(words("hand.draw"), self._id(Verb.DRAW), _PRIMARY)
        if page.take is not None:
            yield button(words("hand.take", card=page.take), self._id(Verb.TAKE))
        if page.take_saved is not None:
            label = words("hand.draw_saved", card=page.take_saved)
            yield button(label, self._id(Verb.TAKE_SAVED))
        if page.draw_nothing:
            yield button(words("hand.draw_nothing"), self._id(Verb.DRAW_NOTHING))

    def _sort(self) -> discord.ui.Button[Any]:
        by_number = self.order is HandOrder.NUMBER
        other = HandOrder.COLOUR if by_number else HandOrder.NUMBER
        key = "hand.sort_colour" if by_number else "hand.sort_number"
        meaning = CustomId(self.view.game_id, self.view.version, Verb.SORT, (other.value,))
        return button(self.words(key), meaning)

    def _ways(self) -> discord.ui.ActionRow[Any]:
        options = [(way, str(at)) for at, way in enumerate(self.page.ways[:MOST_OPTIONS])]
        return menu(self.words("hand.other_ways"), self._id(Verb.WAYS), options)

    def _menu(
        self, key: str, verb: Verb, options: Sequence[Option], most: int = 1
    ) -> discord.ui.ActionRow[Any]:
        return menu(self.words(key), self._id(verb), options, most)


def _order_of(click: Click) -> HandOrder:
    return (
        parse_choice(HandOrder, click.meaning.args[-1]) if click.meaning.args else HandOrder.NUMBER
    )


async def open_hand(click: Click) -> None:
    """Open one's hand as a new private message."""
    manager = click.game
    await click.defer_private()
    await click.services.hands.open(manager, click.interaction)


async def _sort(click: Click) -> None:
    manager = click.seated_game
    order = _order_of(click)
    await click.defer()
    hands = click.services.hands
    hands.adopt(click.meaning.game, click.interaction, order)
    await hands.show(manager, click.user_id)


async def _hint(click: Click) -> None:
    """Say in the same message what a strong computer player would do; nothing changes."""
    manager = click.seated_game
    order = _order_of(click)
    await click.defer()
    hands = click.services.hands
    hands.adopt(click.meaning.game, click.interaction, order)
    words = words_of(click.interaction, await theme_of(click.interaction))
    notice = await _hinted(click, manager, words)
    # What was thought out for a moment that has passed is no hint any more.
    passed = click.meaning.version != manager.version
    stale = sentence(words, TableError("stale")) or ""
    await hands.show(manager, click.user_id, stale if passed else notice)


async def _hinted(click: Click, manager: GameManager, words: Words) -> str:
    try:
        click.check_version(manager)
    except TableError as error:
        return sentence(words, error) or ""
    view, legal = manager.view(click.user_id), manager.legal(click.user_id)
    if not view.my_turn:
        return sentence(words, TableError("not_your_turn")) or ""
    return await asyncio.to_thread(hint, words, view, legal)


def _playing(choice: Choice) -> Handler:
    """A handler that does what a player chose and shows the hand anew."""

    async def handler(click: Click) -> None:
        manager = click.seated_game
        order = _order_of(click)
        await click.defer()
        click.services.hands.adopt(click.meaning.game, click.interaction, order)
        notice = await _attempt(click, manager, choice)
        await click.services.hands.show(manager, click.user_id, notice)

    return handler


async def _attempt(click: Click, manager: GameManager, choice: Choice) -> str:
    """Do what was chosen; a refusal's sentence, or nothing."""
    try:
        click.check_version(manager)
        view, legal = manager.view(click.user_id), manager.legal(click.user_id)
        # Finding the ways to lay can take some milliseconds.
        actions = await asyncio.to_thread(choice, click, view, legal)
        await manager.act_many(click.user_id, click.meaning.version, actions)
    except (TableError, GameError, BadCustomIdError) as error:
        note_refusal(click.interaction, error)
        words = words_of(click.interaction, await theme_of(click.interaction))
        return sentence(words, error) or ""
    return ""


def _plain(action: Action) -> Choice:
    """The choice of one and the same action."""
    return lambda _click, _view, _legal: (action,)


def _declare(click: Click, _view: PlayerView, _legal: LegalActions) -> Sequence[Action]:
    return (Declare(parse_index(click.only, 1 + MOST_PHASES)),)


def _lay(_click: Click, _view: PlayerView, legal: LegalActions) -> Sequence[Action]:
    if legal.best_lay is None:
        raise TableError("not_now")
    return (legal.best_lay,)


def _lay_otherwise(click: Click, _view: PlayerView, legal: LegalActions) -> Sequence[Action]:
    others = legal.ways_to_lay(1 + MOST_OPTIONS)[1:]
    return (Lay(others[parse_index(click.only, len(others))]),)


def _hit_all(_click: Click, view: PlayerView, _legal: LegalActions) -> Sequence[Action]:
    hits = all_hits(view)
    if not hits:
        raise TableError("not_now")
    return hits


def _hit(click: Click, _view: PlayerView, _legal: LegalActions) -> Sequence[Action]:
    if not click.values:
        raise BadCustomIdError("nothing chosen")
    return [parse_hit(value) for value in click.values]


def _save(click: Click, _view: PlayerView, _legal: LegalActions) -> Sequence[Action]:
    return (Save(parse_card(click.only)),)


def _discard(click: Click, _view: PlayerView, _legal: LegalActions) -> Sequence[Action]:
    return (parse_discard(click.only),)


HANDLERS: dict[Verb, Handler] = {
    Verb.HAND: open_hand,
    Verb.SORT: _sort,
    Verb.HINT: _hint,
    Verb.DECLARE: _playing(_declare),
    Verb.ACCEPT: _playing(_plain(AnswerOffer(take=True))),
    Verb.DECLINE: _playing(_plain(AnswerOffer(take=False))),
    Verb.DRAW: _playing(_plain(Draw(Source.DRAW_PILE))),
    Verb.TAKE: _playing(_plain(Draw(Source.DISCARD_PILE))),
    Verb.TAKE_SAVED: _playing(_plain(Draw(Source.SAVE_PILE))),
    Verb.DRAW_NOTHING: _playing(_plain(Draw(Source.NONE))),
    Verb.LAY: _playing(_lay),
    Verb.WAYS: _playing(_lay_otherwise),
    Verb.HIT_ALL: _playing(_hit_all),
    Verb.HIT: _playing(_hit),
    Verb.SAVE: _playing(_save),
    Verb.DISCARD: _playing(_discard),
}
