"""The parts of messages that only a private table has, and the questions about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.i18n import Words
from bot.rules.marked_cards import HandOrder
from bot.table.manager import GameManager
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.panels import (
    Panel,
    Picture,
    button,
    container,
    gallery,
    in_rows,
    pages,
    pictured,
    row,
    text,
)
from cogs.pages.games_page import hand_button

from .table_page import end_buttons, table_button

_DANGER = discord.ButtonStyle.danger


def solo_row(words: Words, manager: GameManager) -> discord.ui.ActionRow[Any]:
    """Build the buttons below a hand: those of a table, as there is no other message of it."""
    return row(*_table_buttons(words, manager))


def solo_result_panel(
    words: Words,
    manager: GameManager,
    lines: Sequence[str],
    shown: Picture | None,
    order: HandOrder = HandOrder.NUMBER,
) -> Panel:
    """Build the message at the end of a hand or game.

    Args:
        words: the reader's language.
        manager: the game.
        lines: what is said of the end; what is beyond one message is left out.
        shown: its picture.
        order: how the cards are sorted in the next hand.
    """
    view = manager.view(None)
    if manager.running:
        ready = CustomId(view.game_id, view.version, Verb.HAND_READY, (order.value,))
        on = button(words("solo.next_hand"), ready, discord.ButtonStyle.success)
        buttons = [on, *_table_buttons(words, manager)]
    else:
        buttons = end_buttons(
            words, view, manager.game.system, recap=bool(manager.game.scored), private=True
        )
    return pictured(text(*next(pages(lines))), gallery(shown), *in_rows(buttons))


def running_panel(words: Words, manager: GameManager) -> Panel:
    """Build the answer to who wants to begin while their game is still running."""
    return _about(words("solo.running"), hand_button(words, manager), _end_button(words, manager))


def solo_end_panel(words: Words, manager: GameManager) -> Panel:
    """Ask whether the game is to end."""
    game_id = manager.game.table.game_id
    yes = button(words("table.end_yes"), CustomId(game_id, 0, Verb.SOLO_END_NOW), _DANGER)
    stay = button(words("table.stay"), CustomId(game_id, 0, Verb.STAY))
    return _about(words("solo.end_question"), yes, stay)


def _about(said: str, *buttons: discord.ui.Button[Any]) -> Panel:
    return Panel(container(text(said), row(*buttons)))


def _table_buttons(words: Words, manager: GameManager) -> list[discord.ui.Button[Any]]:
    view = manager.view(None)
    keys = ("scores", Verb.SCORES), ("rules", Verb.RULES)
    shown = [table_button(words, view, f"table.{key}", verb) for key, verb in keys]
    return [*shown, _end_button(words, manager)]


def _end_button(words: Words, manager: GameManager) -> discord.ui.Button[Any]:
    return button(words("table.end"), CustomId(manager.game.table.game_id, 0, Verb.SOLO_END))
