"""The messages of the dice game: the public table, and the private copy of one player.

A tap on a die changes its mark. A marked die that was kept before will be rolled; any other
marked die will be kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.dice.dice import DICE_COUNT
from bot.dice.state import MOST_ROLLS, DiceStage
from bot.dice.views import DiceView
from bot.i18n import Words
from bot.i18n.dice import dice_news, dice_table_sentences, face_name, numbered_dice_phase
from bot.systems import DICE
from bot.table.manager import GameManager
from bot.table.past_games import NO_CHANGES, Changes
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.panels import Panel, Picture, button, gallery, in_rows, pictured, row, text
from cogs.base.text import all_escaped, bold, escaped, relative, small, with_names
from cogs.pages.table_page import (
    due_line,
    end_buttons,
    over_lines,
    request_lines,
    sealed,
    table_button,
)

_KEPT = "✓"
"""Marks the name of a die that will not be rolled."""
_BELOW = (
    ("dice.table.private", Verb.HAND),
    ("table.scores", Verb.SCORES),
    ("table.rules", Verb.RULES),
    ("table.more", Verb.MORE),
)
_PRIMARY = discord.ButtonStyle.primary
_SECONDARY = discord.ButtonStyle.secondary
_SUCCESS = discord.ButtonStyle.success


def chosen(view: DiceView, marks: Sequence[int]) -> tuple[int, ...]:
    """Return the dice to be kept in the next roll; dice kept before stay kept without a mark."""
    return tuple(sorted(set(view.kept).symmetric_difference(marks)))


@dataclass(frozen=True)
class DicePage:
    """A message of the dice game at one moment."""

    words: Words
    view: DiceView
    # The indices of the dice to be kept in the next roll.
    keep: tuple[int, ...]
    # The text next to a picture.
    lines: tuple[str, ...]
    # The text that replaces a picture.
    in_words: tuple[str, ...]
    # Whether it has the controls of the turn.
    offers: bool
    # Whether it is the public table, with the buttons of every table.
    public: bool = False

    def panel(self, picture: Picture | None) -> Panel:
        """Build the message with its picture, if there is one."""
        lines = self.lines if picture is not None else (*self.lines, *self.in_words)
        controls = _controls(self.words, self.view, self.keep) if self.offers else []
        below = in_rows(self._buttons) if self.public else []
        return pictured(text(*lines), gallery(picture), *controls, *below)

    @property
    def _buttons(self) -> list[discord.ui.Button[Any]]:
        if self.view.stage is DiceStage.OVER:
            return end_buttons(self.words, self.view, DICE, recap=False)
        return [table_button(self.words, self.view, key, verb) for key, verb in _BELOW]


# -- the public table ----------------------------------------------------------------------


def marked_panel(words: Words, manager: GameManager, picture: Picture | None) -> Panel:
    """Build the table message of a running game again; its picture does not change."""
    return table_page(words, manager).panel(picture)


def table_page(words: Words, manager: GameManager, changes: Changes = NO_CHANGES) -> DicePage:
    """Collect the content of the table message."""
    view, table = manager.view(None), manager.game.table
    keep = chosen(view, table.marks)
    return DicePage(
        words,
        view,
        keep,
        lines=tuple(table_lines(words, manager, changes)),
        in_words=tuple(_in_words(words, view, keep)),
        offers=view.turn is not None and not table.occupants[view.turn].is_computer,
        public=True,
    )


def table_lines(words: Words, manager: GameManager, changes: Changes = NO_CHANGES) -> list[str]:
    """Return the text of the table message."""
    view, table = manager.view(None), manager.game.table
    names = all_escaped(seat.name for seat in view.seats)
    news = dice_news(words, manager.game.news, names)
    if view.turn is None:
        return [*_over(words, view, names, changes), *map(small, news[-1:])]
    name = bold(names[view.turn])
    asked = words("dice.table.roll_on" if view.roll else "dice.table.roll_all_now", name=name)
    lines = [due_line(words, table.occupants[view.turn], name, asked, manager.game.deadline)]
    lines += _last_turns(words, view, names)
    lines += news
    lines += request_lines(words.about(DICE.name), table)
    if view.last_turn is None:
        lines.append(sealed(words.about(DICE.name), view))
    return lines


def _over(words: Words, view: DiceView, names: Sequence[str], changes: Changes) -> Iterator[str]:
    if view.solo and view.result is not None and view.result.winners:
        seat = view.seats[0]
        yield f"### {words.plural('dice.table.finished', seat.total, name=names[0])}"
        return
    yield from over_lines(words, view, names, [seat.completed for seat in view.seats], changes)


def _last_turns(words: Words, view: DiceView, names: Sequence[str]) -> Iterator[str]:
    if view.finisher is not None:
        yield bold(words("dice.table.last_turns", name=names[view.finisher]))


def dice_as_text(words: Words, manager: GameManager) -> list[str]:
    """Return the table message with its picture in words."""
    page = table_page(words, manager)
    return [*page.lines, *page.in_words]


# -- the private copy ---------------------------------------------------------------------


def private_page(words: Words, manager: GameManager, view: DiceView, notice: str = "") -> DicePage:
    """Collect the content of a player's private copy, below a notice if there is one."""
    keep = chosen(view, manager.game.table.marks)
    lines = [*([notice] if notice else []), *_private_lines(words, manager, view)]
    return DicePage(
        words,
        view,
        keep,
        lines=tuple(lines),
        in_words=tuple(_in_words(words, view, keep)),
        offers=view.my_turn,
    )


def _private_lines(words: Words, manager: GameManager, view: DiceView) -> Iterator[str]:
    if view.turn is None:
        yield bold(words("hand.game_over"))
        return
    names = all_escaped(seat.name for seat in view.seats)
    trying = view.my_seat.trying
    if trying is None:
        yield f"### {words('dice.hand.all_done')}"
    else:
        yield f"### {numbered_dice_phase(words, trying, view.phases[trying - 1])}"
    if view.my_turn:
        yield bold(words("dice.hand.choose" if view.roll else "dice.hand.roll"))
    else:
        yield words("hand.their_turn", name=bold(escaped(view.seats[view.turn].name)))
    yield from _last_turns(words, view, names)
    yield from dice_news(words, manager.game.news, names)
    if manager.game.deadline is not None:
        yield small(words("hand.deadline", when=relative(manager.game.deadline)))


# -- controls ------------------------------------------------------------------------------


def _controls(words: Words, view: DiceView, keep: Sequence[int]) -> list[discord.ui.ActionRow[Any]]:
    """Build the buttons of the player whose turn it is."""
    if not view.roll:
        return [row(_button(view, Verb.ROLL, words("dice.table.roll_all"), _SUCCESS))]
    dice = [_die(words, view, die, kept=die in keep) for die in range(DICE_COUNT)]
    hint = _button(view, Verb.DICE_HINT, words("hints.button"))
    return [*in_rows(dice), row(_roll(words, view, keep), _stop(words, view), hint)]


def _die(words: Words, view: DiceView, die: int, *, kept: bool) -> discord.ui.Button[Any]:
    side = view.faces[die]
    face = words.face(side)
    # Numbered, as the text that replaces the picture names the dice by number.
    name = "" if face else words("dice.die_button", die=die + 1, face=face_name(words, side))
    # A button with a face keeps its width, so that no other button moves under the thumb.
    label = f"{name} {_KEPT}" if kept and name else name
    style = _PRIMARY if kept else _SECONDARY
    meaning = CustomId(view.game_id, view.version, Verb.KEEP, (str(die),))
    return button(label, meaning, style, emoji=face)


def _roll(words: Words, view: DiceView, keep: Sequence[int]) -> discord.ui.Button[Any]:
    number = {"roll": view.roll + 1, "most": MOST_ROLLS}
    label = words.plural("dice.table.roll", DICE_COUNT - len(keep), **number)
    return _button(view, Verb.ROLL, label, _SUCCESS, disabled=len(keep) == DICE_COUNT)


def _stop(words: Words, view: DiceView) -> discord.ui.Button[Any]:
    if view.best is None:
        return _button(view, Verb.STOP, words("dice.table.stop"))
    label = words("dice.table.score", points=words.number(view.best.points))
    return _button(view, Verb.STOP, label, _SUCCESS)


def _button(
    view: DiceView,
    verb: Verb,
    label: str,
    style: discord.ButtonStyle = _SECONDARY,
    *,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    return button(label, CustomId(view.game_id, view.version, verb), style, disabled=disabled)


# -- pictures in words ---------------------------------------------------------------------


def _in_words(words: Words, view: DiceView, keep: Sequence[int]) -> list[str]:
    """Describe the table of a running game; the text always says how a game ended."""
    if view.turn is None:
        return []
    return dice_table_sentences(words, with_names(view, escaped), keep)
