"""What pictures show, as lines of message text, for who wants none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.alt import hand_sentences, scores_sentences, table_sentences
from bot.i18n.phrases import card_names
from bot.render.fits import fitting, in_order
from bot.rules.state import Stage

from .ratings import NO_CHANGES
from .text import all_escaped, escaped
from .views.table_page import table_lines

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.render import HandOrder
    from bot.rules.views import PlayerView
    from bot.table.manager import GameManager

    from .ratings import Changes

LONGEST_PAGE = 3800
"""Characters in a message; Discord takes 4,000."""


def hand_as_text(words: Words, view: PlayerView, order: HandOrder) -> list[str]:
    """A player's cards in words, and those that fit; nothing while no cards are held in play."""
    if view.stage in (Stage.DEAL, Stage.OVER):
        return []
    cards = in_order(view.hand, order)
    marked = [card for card, up in zip(cards, fitting(view, cards), strict=True) if up]
    sentences = hand_sentences(words, view, cards)
    if marked:
        sentences.insert(1, words("alt.fitting", cards=card_names(words, marked)))
    return sentences


def table_as_text(words: Words, manager: GameManager, changes: Changes = NO_CHANGES) -> list[str]:
    """All that the table's message says and shows; when the game is over with what ratings did.

    Raises:
        TableError: ``no_game``.
    """
    view = manager.view(None)
    lines = table_lines(words, view, manager, changes)
    if view.stage is Stage.OVER:
        return lines
    if view.stage is Stage.DEAL:
        return [*lines, *scores_as_text(words, manager)]
    seats = tuple(replace(seat, name=escaped(seat.name)) for seat in view.seats)
    return [*lines, *table_sentences(words, replace(view, seats=seats))]


def scores_as_text(words: Words, manager: GameManager) -> list[str]:
    """All that the score sheet shows."""
    names = all_escaped(seat.name for seat in manager.view(None).seats)
    return scores_sentences(words, names, manager.hands_scored)


def pages(lines: Iterable[str]) -> Iterator[list[str]]:
    """Lines in as many messages as they need; never none."""
    page: list[str] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        if page and length > LONGEST_PAGE:
            yield page
            page, length = [], len(line) + 1
        page.append(line)
    yield page
