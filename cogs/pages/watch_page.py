"""The private message of somebody who watches a table, and what is said where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.i18n import Words
from bot.table.manager import GameManager
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.panels import (
    Panel,
    Picture,
    button,
    container,
    gallery,
    pages,
    pictured,
    row,
    said_panel,
    text,
)
from cogs.base.text import small, time_of_day
from cogs.pages.games_page import hand_button

_PRIMARY = discord.ButtonStyle.primary


def watch_button(words: Words, game_id: str) -> discord.ui.Button[Any]:
    """Build the button that opens the message."""
    return button(words("watch.button"), CustomId(game_id, 0, Verb.WATCH))


def watch_panel(
    words: Words, game_id: str, lines: Sequence[str], shown: Picture | None, until: float | None
) -> Panel:
    """Build the message.

    Args:
        words: the reader's language.
        game_id: the game.
        lines: what the public message says; what is beyond one message is left out.
        shown: its picture.
        until: until when it is kept up to date, in seconds since 1970; None once the game is over.
    """
    said = next(pages(lines))
    scores = button(words("table.scores"), CustomId(game_id, 0, Verb.SCORES))
    if until is None:
        record = button(words("table.record"), CustomId(game_id, 0, Verb.RECORD))
        return pictured(text(*said), gallery(shown), row(scores, record))
    live = small(words("watch.until", time=time_of_day(until)))
    refresh = button(words("watch.refresh"), CustomId(game_id, 0, Verb.WATCH_ON), _PRIMARY)
    return pictured(text(*said, live), gallery(shown), row(refresh, scores))


def seated_panel(words: Words, manager: GameManager) -> Panel:
    """Build what is shown to somebody who plays at the table."""
    return Panel(container(text(words("watch.seated")), row(hand_button(words, manager))))


def hidden_panel(words: Words) -> Panel:
    """Build what is shown once somebody cannot see the game's channel any more."""
    return said_panel(words("watch.hidden"))
