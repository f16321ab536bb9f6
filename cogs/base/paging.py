"""Pages of lists: their numbers, and the buttons that turn them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.i18n import Words
from cogs.base.custom_ids import NO_GAME, CustomId, Verb, parse_index
from cogs.base.panels import button
from cogs.base.text import small

MOST_PAGES = 100_000


@dataclass(frozen=True)
class Page:
    """A page of a list, numbered from 0, with at most ``size`` of ``total`` entries."""

    number: int
    size: int
    total: int

    @property
    def first(self) -> int:
        """The index of its first entry."""
        return self.number * self.size

    @property
    def end(self) -> int:
        """The index after its last entry."""
        return min(self.first + self.size, self.total)


def page_at(number: int, size: int, total: int) -> Page:
    """Return a page of a list of at least one entry: the last one if there are fewer by now."""
    return Page(min(number, (total - 1) // size), size, total)


def parse_page(value: str) -> int:
    """Parse the number of a page."""
    return parse_index(value, MOST_PAGES)


def turn_buttons(
    words: Words, page: Page, back: Verb, on: Verb, args: Callable[[int], tuple[str, ...]]
) -> list[discord.ui.Button[Any]]:
    """Build the buttons to the pages before and after this one, as far as there are any.

    ``args`` makes the arguments of their custom ids from the number of the page they lead to.
    """
    buttons = []
    if page.number > 0:
        before = CustomId(NO_GAME, 0, back, args(page.number - 1))
        buttons.append(button(words("memories.back"), before))
    if page.end < page.total:
        after = CustomId(NO_GAME, 0, on, args(page.number + 1))
        buttons.append(button(words("memories.on"), after))
    return buttons


def page_lines(words: Words, page: Page) -> list[str]:
    """Say which entries a page has (``1–5 of 12``), unless it is the only one."""
    if page.total <= page.size:
        return []
    figures = {"first": page.first + 1, "last": page.end, "total": page.total}
    return [small(words("memories.page", **{key: words.number(n) for key, n in figures.items()}))]
