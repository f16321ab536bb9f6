"""What is shown of a step of a finished game, for each system of rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.dice.events import Rolled
from bot.games.events import EndReason
from bot.games.system import AnyView
from bot.i18n import Words
from bot.i18n.alt import scores_sentences, table_sentences
from bot.i18n.dice import dice_news, dice_scores_sentences, dice_table_sentences
from bot.i18n.endings import hand_end_sentences
from bot.i18n.news import news_lines
from bot.i18n.phrases import card_names
from bot.rules.marked_cards import HandOrder, in_order
from bot.rules.state import Stage
from bot.scores.results import PastGame
from bot.table.replays import Moment
from cogs.base.panels import Picture
from cogs.base.preferences import Reader
from cogs.base.text import escaped, with_names
from cogs.live.pictures import Pictures


@dataclass(frozen=True, kw_only=True)
class Steps:
    """What is shown of the steps of a system's finished games.

    Attributes:
        news: what happened in a step, with the names of the players.
        more: how the player stands after it, in small letters.
        picture: the step as a picture, with what happened in a line where it needs one.
        as_text: the same in words.
        recaps: whether there is an animation of a whole game.
    """

    news: Callable[[Words, Moment, Sequence[str]], Iterator[str]]
    more: Callable[[Words, Moment, Sequence[str]], Iterator[str]]
    picture: Callable[[Pictures, Reader, PastGame, Moment, str], Awaitable[Picture | None]]
    as_text: Callable[[Words, Moment], list[str]]
    recaps: bool


def _over(words: Words, view: AnyView, names: Sequence[str]) -> Iterator[str]:
    """Say how the game ended, if it has."""
    if view.result is None:
        return
    if view.result.reason is EndReason.ABANDONED:
        yield words("memories.over_abandoned")
        return
    winners = words.list([names[seat] for seat in view.result.winners])
    yield words.plural("memories.over", len(view.result.winners), names=winners)


# -- the card game -------------------------------------------------------------------------


def _news_of_cards(words: Words, shown: Moment, names: Sequence[str]) -> Iterator[str]:
    yield from news_lines(words, shown.events, names, shown.view.seats)
    yield from _over(words, shown.view, names)


def _holds(words: Words, shown: Moment, names: Sequence[str]) -> Iterator[str]:
    """Name the cards of the player whose turn it was, while a hand goes on."""
    if shown.seat is None or shown.view.turn is None:
        return
    name, held = names[shown.seat], () if shown.own is None else shown.own.hand
    if held:
        cards = card_names(words, in_order(held, HandOrder.NUMBER))
        yield words("memories.holds", name=name, cards=cards)
    else:
        yield words("memories.holds_nothing", name=name)


def _cards_as_text(words: Words, shown: Moment) -> list[str]:
    view = with_names(shown.view, escaped)
    if view.stage is Stage.DEAL and view.hand_over:
        return hand_end_sentences(words, view)
    if view.stage in (Stage.DEAL, Stage.OVER):
        names = [seat.name for seat in view.seats]
        return scores_sentences(words, names, shown.scored, view.seats)
    return table_sentences(words, view)


CARD_STEPS = Steps(
    news=_news_of_cards,
    more=_holds,
    picture=Pictures.step,
    as_text=_cards_as_text,
    recaps=True,
)


# -- the dice game -------------------------------------------------------------------------


def _news_of_dice(words: Words, shown: Moment, names: Sequence[str]) -> Iterator[str]:
    yield from dice_news(words, shown.events, names)
    view = shown.view
    if view.solo and view.result is not None and view.result.winners:
        yield words.plural("dice.table.finished", view.seats[0].total, name=names[0])
    else:
        yield from _over(words, view, names)


def _rolls(words: Words, shown: Moment, _names: Sequence[str]) -> Iterator[str]:
    """Count the rolls of a turn."""
    rolls = sum(isinstance(event, Rolled) for event in shown.events)
    if rolls:
        yield words.plural("memories.rolls", rolls)


def _dice_as_text(words: Words, shown: Moment) -> list[str]:
    view = with_names(shown.view, escaped)
    if view.result is not None:
        return dice_scores_sentences(words, view)
    return dice_table_sentences(words, view)


async def _dice_picture(
    pictures: Pictures, reader: Reader, past: PastGame, shown: Moment, _caption: str
) -> Picture | None:
    return await pictures.dice_step(reader, past, shown.view)


DICE_STEPS = Steps(
    news=_news_of_dice,
    more=_rolls,
    picture=_dice_picture,
    as_text=_dice_as_text,
    recaps=False,
)
