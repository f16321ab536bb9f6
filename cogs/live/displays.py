"""What messages show of a game, for each system of rules; all other parts of messages are alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.dice.views import DiceView
from bot.games.system import AnyEvent, AnyView, GameSystem
from bot.i18n import Words
from bot.i18n.dice import dice_scores_sentences
from bot.rules.actions import Source
from bot.rules.cards import Card
from bot.rules.events import Drew
from bot.rules.marked_cards import HandOrder
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from bot.scores.results import PastGame
from bot.systems import CARDS, DICE, system_of
from bot.table.manager import GameManager
from bot.table.ratings import NO_CHANGES, Changes, Ratings
from cogs.base.panels import Picture
from cogs.base.preferences import Reader
from cogs.base.text import bold, escaped, with_names
from cogs.live.pictures import Pictures
from cogs.pages.dice_page import dice_as_text, private_page, table_page
from cogs.pages.hand_page import hand_as_text, hand_page, hand_panel
from cogs.pages.table_page import (
    Message,
    TableContent,
    all_in_words,
    scores_as_text,
    table_as_text,
    table_lines,
    table_panel,
)

from .steps import CARD_STEPS, DICE_STEPS, Steps
from .tours import CARD_TOUR, DICE_TOUR, Tour


@dataclass(frozen=True)
class HandLook:
    """How a player looks at their private message.

    Attributes:
        user_id: the player.
        order: how cards are sorted.
        asked: the card about which the player is asked before it is discarded.
        notice: a sentence above the rest.
        drawn: the picture that the message has, without its bytes, while that is still right.
    """

    user_id: int
    order: HandOrder
    asked: Card | None
    notice: str
    drawn: Picture | None = None


@dataclass(frozen=True, kw_only=True)
class Display:
    """What messages show of the games of one system.

    Functions that draw are called in a turn of the queue that draws.

    Attributes:
        table: the public message and its picture, with lines to be added to its text; raises
            TableError ``no_game``.
        content: the same for somebody who watches, without controls.
        table_as_text: the same in words alone.
        due: what the player whose turn it is, and whose view this is, is to do.
        hand: the private message of a player, who has this view, and its picture.
        scores: the scores as lines and a picture; with a picture the lines are its title.
        hides: whether something is to be seen in the private message alone, so that it is opened
            where a game begins.
        is_passing: whether something else follows these events at once, so that a private message
            with this view need not show them.
        steps: what is shown of the steps of a finished game.
        tour: the pages of the rules.
    """

    table: Callable[[Pictures, Reader, GameManager, Ratings, Sequence[str]], Awaitable[Message]]
    content: Callable[[Pictures, Reader, GameManager, Ratings], Awaitable[TableContent]]
    table_as_text: Callable[[Words, GameManager], list[str]]
    due: Callable[[Words, AnyView], str]
    hand: Callable[[Pictures, Reader, GameManager, AnyView, HandLook], Awaitable[Message]]
    scores: Callable[[Pictures, Reader, GameManager], Awaitable[tuple[list[str], Picture | None]]]
    hides: bool
    is_passing: Callable[[Sequence[AnyEvent], AnyView], bool]
    steps: Steps
    tour: Tour


def display_of(system: GameSystem) -> Display:
    """What messages show of a system's games."""
    return _DISPLAYS[system.name]


def steps_of(past: PastGame) -> Steps:
    """What is shown of the steps of a finished game."""
    return display_of(system_of(past.edition)).steps


# -- the card game -------------------------------------------------------------------------


async def table_message(
    pictures: Pictures,
    reader: Reader,
    manager: GameManager,
    ratings: Ratings,
    said: Sequence[str] = (),
) -> Message:
    """Build the table message and its picture, in a turn of the queue that draws.

    Args:
        pictures: draws the picture.
        reader: how the table looks; without images where no file may be posted.
        manager: the game.
        ratings: has the changes of ratings at the end of a game.
        said: lines to be added to the text.

    Raises:
        TableError: ``no_game``.
    """
    words, changes = reader.words, await changes_at_end(manager, ratings)
    view = manager.view(None)
    lines, shown = await _content(pictures, reader, manager, view, changes)
    lines = [*lines, *said]
    if not reader.pictures:
        lines = all_in_words(words, lines)
    return table_panel(words, view, lines, shown), shown


async def table_content(
    pictures: Pictures, reader: Reader, manager: GameManager, ratings: Ratings
) -> TableContent:
    """Return what the table message says to a reader, and its picture.

    Raises:
        TableError: ``no_game``.
    """
    changes = await changes_at_end(manager, ratings)
    return await _content(pictures, reader, manager, manager.view(None), changes)


async def _content(
    pictures: Pictures, reader: Reader, manager: GameManager, view: PlayerView, changes: Changes
) -> TableContent:
    words = reader.words
    if not reader.pictures:
        return table_as_text(words, manager, changes), None
    # Made before the picture, so that both show the same state.
    whole = brief = table_lines(words, view, manager, changes, brief=True)
    if view.stage in {Stage.DEAL, Stage.OVER}:
        whole = table_lines(words, view, manager, changes)
    shown = await _picture(pictures, reader, view, manager, changes)
    return (whole if shown is None else brief), shown


async def changes_at_end(manager: GameManager, ratings: Ratings) -> Changes:
    """Return the changes of ratings by the game, none while it runs. Raises ``no_game``."""
    view = manager.view(None)
    return NO_CHANGES if manager.running else await ratings.of_game(view.game_id)


async def _picture(
    pictures: Pictures, reader: Reader, view: PlayerView, manager: GameManager, changes: Changes
) -> Picture | None:
    if view.stage is Stage.OVER:
        return await pictures.podium(reader, manager, changes)
    if view.hand_over:
        return await pictures.hand_end(reader, manager)
    return await pictures.table(reader, manager)


async def _hand_of_cards(
    pictures: Pictures, reader: Reader, manager: GameManager, view: PlayerView, look: HandLook
) -> Message:
    words, order = reader.words, look.order
    page_now = partial(
        hand_page,
        words,
        view,
        manager.game.legal(look.user_id),
        manager.game.deadline,
        awaited=manager.game.awaited,
        order=order,
        asked=look.asked,
        news=manager.game.news,
    )
    between = view.stage in (Stage.DEAL, Stage.OVER)
    picture = None if between else await pictures.hand(reader, manager, view, order)
    page = await pictures.draw_queue.draw(page_now)
    if picture is None:
        page = replace(page, lines=(*page.lines, *hand_as_text(words, view, order)))
    panel = hand_panel(words, page, view, order, shown=picture, notice=look.notice)
    return panel, picture


async def _scores_of_cards(
    pictures: Pictures, reader: Reader, manager: GameManager
) -> tuple[list[str], Picture | None]:
    words = reader.words
    title = words("table.scores_title")
    shown = await pictures.scores(reader, manager)
    if shown is not None:
        return [title], shown
    if not manager.game.scored:
        return [words("table.no_scores")], None
    return [bold(title), *scores_as_text(words, manager)], None


def _drew_hidden(news: Sequence[AnyEvent], view: PlayerView) -> bool:
    """Whether the newest event is that somebody else drew from the draw pile."""
    match news:
        case (*_, Drew(seat, Source.DRAW_PILE)):
            return seat == view.turn and seat != view.me
        case _:
            return False


def _due_with_cards(words: Words, view: PlayerView) -> str:
    return words("hand.draw_now" if view.stage is Stage.DRAW else "hand.your_turn")


# -- the dice game -------------------------------------------------------------------------


async def dice_message(
    pictures: Pictures,
    reader: Reader,
    manager: GameManager,
    ratings: Ratings,
    said: Sequence[str] = (),
) -> Message:
    """Build the table message and its picture, in a turn of the queue that draws.

    The lines ``said`` are added to its text.

    Raises:
        TableError: ``no_game``.
    """
    changes = await changes_at_end(manager, ratings)
    page = table_page(reader.words, manager, changes)
    page = replace(page, lines=(*page.lines, *said))
    if not reader.pictures:
        lines = all_in_words(reader.words, [*page.lines, *page.in_words])
        return replace(page, lines=tuple(lines), in_words=()).panel(None), None
    shown = await pictures.dice(reader, manager, page.view, page.keep, changes)
    return page.panel(shown), shown


async def dice_content(
    pictures: Pictures, reader: Reader, manager: GameManager, ratings: Ratings
) -> TableContent:
    """Return what the table message says to a reader, and its picture.

    Raises:
        TableError: ``no_game``.
    """
    changes = await changes_at_end(manager, ratings)
    page = table_page(reader.words, manager, changes)
    shown = await pictures.dice(reader, manager, page.view, page.keep, changes)
    return [*page.lines, *(page.in_words if shown is None else ())], shown


async def _private_dice(
    pictures: Pictures, reader: Reader, manager: GameManager, view: DiceView, look: HandLook
) -> Message:
    made = private_page(reader.words, manager, view, look.notice)
    picture = look.drawn
    if picture is None and view.turn is not None:
        picture = await pictures.dice(reader, manager, view, made.keep)
    return made.panel(picture), picture


async def _scores_of_dice(
    pictures: Pictures, reader: Reader, manager: GameManager
) -> tuple[list[str], Picture | None]:
    words, view = reader.words, manager.view(None)
    title = words("table.scores_title")
    shown = await pictures.dice_scores(reader, manager)
    if shown is not None:
        return [title], shown
    return [bold(title), *dice_scores_sentences(words, with_names(view, escaped))], None


def _due_with_dice(words: Words, view: DiceView) -> str:
    return words("hand.your_turn" if view.roll else "dice.hand.roll")


_DISPLAYS = {
    CARDS.name: Display(
        table=table_message,
        content=table_content,
        table_as_text=table_as_text,
        due=_due_with_cards,
        hand=_hand_of_cards,
        scores=_scores_of_cards,
        hides=True,
        is_passing=_drew_hidden,
        steps=CARD_STEPS,
        tour=CARD_TOUR,
    ),
    DICE.name: Display(
        table=dice_message,
        content=dice_content,
        table_as_text=dice_as_text,
        due=_due_with_dice,
        hand=_private_dice,
        scores=_scores_of_dice,
        hides=False,
        is_passing=lambda _news, _view: False,
        steps=DICE_STEPS,
        tour=DICE_TOUR,
    ),
}
