"""The messages of the dice game: the public table, and the private copy of one player.

A tap on a die changes its mark. A marked die that was kept before will be rolled; any other
marked die will be kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property

from bot.core.states import AnyAction
from bot.dice.dice import DICE_COUNT
from bot.dice.engine import DiceAction, DiceLegalActions, Roll
from bot.dice.state import MOST_ROLLS, DiceStage
from bot.dice.views import DiceView
from bot.game_types import DICE
from bot.i18n import Translator
from bot.i18n.dice import dice_news, dice_table_sentences, face_name
from bot.i18n.phrases import after_face, numbered_phase, with_you
from bot.players.dice_levels import DiceAdvice, explain_dice
from bot.seating import LiveGame, SeatRequest, Table
from bot.table.manager import GameManager
from bot.table.rating_changes import NO_CHANGES, Changes
from cogs.base.custom_ids import Verb
from cogs.base.screens import DANGER, PRIMARY, SECONDARY, SUCCESS, Button, Drawing, Part, Screen
from cogs.base.text import HINTED, all_escaped, bold, escaped, relative, small, with_names
from cogs.pages.hand_page import NOTHING, Aside
from cogs.pages.table_page import (
    due_line,
    end_buttons,
    over_lines,
    public_view,
    request_lines,
    request_row,
    series_lines,
    state_id,
    table_button,
    with_table_parts,
)

_KEPT = "🔒"  # marks a die that will not be rolled
_FITS = "✓"
"""Marks a die that fits into the phase, as in the picture, and the button that keeps these dice."""
_OTHER = "·"  # stands in place of a mark, so that buttons with faces keep their width
_BELOW = (
    ("dice.table.private", Verb.HAND),
    ("table.scores", Verb.SCORES),
    ("table.rules", Verb.RULES),
    ("table.more", Verb.MORE),
)


def chosen(view: DiceView, marks: Sequence[int]) -> tuple[int, ...]:
    """Return the dice to be kept in the next roll; dice kept before stay kept without a mark."""
    return tuple(sorted(set(view.kept).symmetric_difference(marks)))


# -- the public table ----------------------------------------------------------------------


def dice_table_screen(
    words: Translator,
    manager: GameManager,
    drawing: Drawing | None,
    changes: Changes = NO_CHANGES,
    reader: int | None = None,
) -> Screen:
    """Build the table message, or that of a game's end for the player in a seat."""
    view = manager.view(None)
    table = manager.game.table
    if view.stage is DiceStage.OVER:
        below = end_buttons(words, view, DICE, scored=False)
    else:
        below = [table_button(words, view, key, verb) for key, verb in _BELOW]
    who = None if view.turn is None else table.occupants[view.turn]
    acts = who is not None and not who.is_computer and table.paused_until is None
    return _screen(
        words,
        view,
        table,
        table_lines(words, manager, changes, reader),
        *(_DiceTurn(words, view, table).parts() if acts else ()),
        below,
        request_row(words, view.game_id, table.open_request),
        drawing=drawing,
    )


def table_lines(
    words: Translator,
    manager: GameManager,
    changes: Changes = NO_CHANGES,
    reader: int | None = None,
) -> list[str]:
    """Return the text of the table message, or of a game's end for the player in a seat."""
    view = public_view(words, manager.game)
    table = manager.game.table
    names = with_you(words, all_escaped(seat.name for seat in view.seats), reader)
    news = dice_news(words, manager.game.news, names)
    if view.turn is None:
        over = [*_over(words, view, names, changes), *series_lines(words, manager.game, names)]
        return [*over, *map(small, news[-len(view.seats) :])]
    name = bold(names[view.turn])
    if view.best is not None:
        asked = words.plural("dice.table.complete", view.best.points, name=name)
    else:
        asked = words("dice.table.roll_on" if view.roll else "dice.table.roll_all_now", name=name)
    lines = [due_line(words, table.occupants[view.turn], name, asked, manager.game.deadline)]
    lines += _first_turn(words, view, view.turn)
    lines += _last_turns(words, view, names)
    lines += news
    lines += request_lines(words.about(DICE.name), table)
    return lines


def _over(
    words: Translator, view: DiceView, names: Sequence[str], changes: Changes
) -> Iterator[str]:
    if view.solo and view.result is not None and view.result.winners:
        seat = view.seats[0]
        yield f"### {words.plural('dice.table.finished', seat.total, name=names[0])}"
        return
    completed = [seat.completed for seat in view.seats]
    yield from over_lines(words.about(DICE.name), view, names, completed, changes)


def _first_turn(words: Translator, view: DiceView, player: int) -> Iterator[str]:
    """Say the rules in short before a player's first roll of a game."""
    seat = view.seats[player]
    if not (seat.tries or seat.points or (view.roll and view.turn == player)):
        yield small(words("dice.first_turn"))


def _last_turns(words: Translator, view: DiceView, names: Sequence[str]) -> Iterator[str]:
    if view.finisher is not None:
        yield bold(words("dice.table.last_turns", name=names[view.finisher]))


# -- the private copy ---------------------------------------------------------------------


@dataclass(frozen=True)
class DiceHandPage:
    """A player's private copy of the table; its parts are methods."""

    words: Translator
    view: DiceView
    game: LiveGame
    aside: Aside = NOTHING
    _: KW_ONLY
    request: SeatRequest | None = None  # for a seat, if the player is the host

    def screen(self, drawing: Drawing | None = None) -> Screen:
        """Build the message; a notice is next to its buttons."""
        words = self.words
        view = self.view
        table = self.game.table
        parts: list[Part] = [self.aside.notice] if self.aside.notice else []
        if view.my_turn:
            parts += _DiceTurn(words, view, table, self.aside.hint).parts()
        screen = _screen(words, view, table, [*self._lines()], *parts, drawing=drawing)
        private = table.is_private
        return with_table_parts(screen, words, view, private=private, request=self.request)

    def _lines(self) -> Iterator[str]:
        """Yield the text above the picture."""
        words = self.words
        view = self.view
        yield f"### {self._title()}"
        yield self._turn_line()
        names = with_you(words, all_escaped(seat.name for seat in view.seats), view.me)
        yield from _first_turn(words, view, view.my_seat.seat)
        yield from _last_turns(words, view, names)
        yield from dice_news(words, self.game.news, names)
        if self.game.deadline is not None:
            yield small(words("hand.deadline", when=relative(self.game.deadline)))

    def _title(self) -> str:
        trying = self.view.my_seat.trying
        if trying is None:
            return self.words("dice.hand.all_done")
        return numbered_phase(self.words.about("dice"), trying, self.view.phases[trying - 1])

    def _turn_line(self) -> str:
        words = self.words
        view = self.view
        assert view.turn is not None, "a game that is over has no turn"
        if not view.my_turn:
            return words("hand.their_turn", name=bold(escaped(view.seats[view.turn].name)))
        if view.best is not None:
            return bold(words.plural("dice.hand.complete", view.best.points))
        return bold(words("dice.hand.choose" if view.roll else "dice.hand.roll"))


# -- both ---------------------------------------------------------------------------------


def _screen(
    words: Translator,
    view: DiceView,
    table: Table,
    lines: Sequence[str],
    *parts: Part,
    drawing: Drawing | None,
) -> Screen:
    in_words = (*lines, *_in_words(words, view, chosen(view, table.marks)))
    return Screen.of(lines, *parts, drawings=[drawing], in_words=in_words)


@dataclass(frozen=True)
class _DiceTurn:
    """The buttons of the player whose turn it is, with marks on those that a hint is about."""

    words: Translator
    view: DiceView
    table: Table
    hint: AnyAction | None = None

    def parts(self) -> list[Part]:
        """List the rows of buttons.

        A complete phase is scored by the first button, above the dice, where no other button
        stood before: a double tap on another one does not reach it. A roll that would give it up
        asks first.
        """
        if self.table.asked:
            rolled = DICE_COUNT - len(self._keep)
            question = self.words.plural("dice.table.risk_question", rolled)
            return [bold(question), self._answers()]
        if not self.view.roll:
            label = self.words("dice.table.roll_all")
            return [[Button(label, state_id(self.view, Verb.ROLL), SUCCESS)]]
        is_complete = self.view.best is not None
        rest = [
            self._roll(),
            *([self._keep_all()] if self._helping else []),
            *([] if is_complete else [self._stop()]),
            Button(self.words("hints.button"), state_id(self.view, Verb.DICE_HINT)),
        ]
        return [[self._stop()] if is_complete else [], self._dice(), rest]

    @cached_property
    def _keep(self) -> tuple[int, ...]:
        return chosen(self.view, self.table.marks)

    @property
    def _advised(self) -> Sequence[int] | None:
        """The dice that a hint advises to keep; None unless it advises to roll."""
        return self.hint.kept if isinstance(self.hint, Roll) else None

    @property
    def _helping(self) -> Sequence[int]:
        return self.view.fitting if self._advised is None else self._advised

    def _dice(self) -> list[Button]:
        sign = _FITS if self._advised is None else HINTED
        marks = dict.fromkeys(self._helping, sign) | dict.fromkeys(self._keep, _KEPT)
        return [self._die(die, marks.get(die, "")) for die in range(DICE_COUNT)]

    def _die(self, die: int, mark: str) -> Button:
        words = self.words
        side = self.view.faces[die]
        face = words.face(side)
        # Numbered, as the text that replaces the picture names the dice by number.
        name = "" if face else words("dice.die_button", die=die + 1, face=face_name(words, side))
        label = " ".join(filter(None, (name, mark))) or _OTHER
        # While the phase is complete the button that scores it is the only green one.
        style = SUCCESS if mark and self.view.best is None else SECONDARY
        if mark == _KEPT:
            style = PRIMARY
        meaning = state_id(self.view, Verb.KEEP, str(die))
        return Button(label, meaning, style, emoji=face)

    def _roll(self) -> Button:
        view = self.view
        rolled = DICE_COUNT - len(self._keep)
        if view.gives_up_phase(self._keep):
            label = self.words.plural("dice.table.risk", rolled)
        else:
            number = {"roll": view.roll + 1, "most": MOST_ROLLS}
            label = self.words.plural("dice.table.roll", rolled, **number)
        # Rolling is advised once the dice that help are kept.
        is_next = view.best is None and self._keep == self._helping
        style = SUCCESS if is_next else SECONDARY
        button = Button(label, state_id(view, Verb.ROLL), style, disabled=not rolled)
        return _hinted(button) if self._advised == self._keep else button

    def _keep_all(self) -> Button:
        """Build the button that keeps all dice that help.

        It stays, disabled, when these dice are kept, so that a second tap does not roll.
        """
        key = "dice.table.keep_fit" if self._advised is None else "dice.table.keep_advised"
        label = self.words.plural(key, len(self._helping))
        sign = _FITS if self._advised is None else HINTED
        button = _keeping(self.view, f"{label} {sign}", self._helping)
        is_second = self.view.best is not None and self._advised is None
        style = SECONDARY if is_second else PRIMARY
        return replace(button, style=style, disabled=self._keep == self._helping)

    def _stop(self) -> Button:
        meaning = state_id(self.view, Verb.STOP)
        if self.view.best is None:
            button = Button(self.words("dice.table.stop"), meaning)
        else:
            points = self.words.number(self.view.best.points)
            button = Button(self.words("dice.table.score", points=points), meaning, SUCCESS)
        is_advised = self.hint is not None and self._advised is None
        return _hinted(button) if is_advised else button

    def _answers(self) -> list[Button]:
        assert self.view.best is not None, "without a complete phase there is no question"
        keep = _keeping(self.view, self.words("dice.table.keep_phase"), self.view.best.dice)
        meaning = state_id(self.view, Verb.ROLL_NOW, *dice_args(self._keep))
        return [keep, Button(self.words("dice.table.roll_anyway"), meaning, DANGER)]


def _hinted(button: Button) -> Button:
    return replace(button, label=f"{button.label} {HINTED}")


def _keeping(view: DiceView, label: str, dice: Sequence[int]) -> Button:
    return Button(label, state_id(view, Verb.KEEP_ALL, *dice_args(dice)), PRIMARY)


def dice_args(dice: Sequence[int]) -> tuple[str, ...]:
    """Format dice as the arguments of a custom id: one of their digits, or none."""
    return ("".join(map(str, dice)),) if dice else ()


# -- pictures in words ---------------------------------------------------------------------


def _in_words(words: Translator, view: DiceView, keep: Sequence[int]) -> list[str]:
    """Describe the table of a running game; the text always says how a game ended."""
    if view.turn is None:
        return []
    if view.last_turn is not None and not view.last_turn.success:
        # The news say it, with the dice.
        view = replace(view, last_turn=None, order=None)
    # In the own turn the title and the buttons say it.
    return dice_table_sentences(
        words, with_names(view, escaped, words), keep, turn=not view.my_turn
    )


def dice_hint(words: Translator, view: DiceView, legal: DiceLegalActions) -> tuple[str, DiceAction]:
    """Return an action and its reason in one sentence, and the action; takes up to 0.2 s."""
    advice = explain_dice(view, legal)
    chance = words.percent(min(advice.chance or 0, 0.99))  # nothing that is rolled for is certain
    reason = words(f"hints.dice_reason.{advice.reason}", chance=chance)
    action = _dice_action(words, view, advice)
    return words("hints.hint", action=action, reason=reason), advice.action


def _dice_action(words: Translator, view: DiceView, advice: DiceAdvice) -> str:
    match advice.action:
        case Roll(kept=(_, *_) as kept):
            faces = [view.faces[die] for die in kept]
            dice = [after_face(words.face(face), face_name(words, face)) for face in faces]
            return words.plural("hints.action.keep", advice.rolled, dice=words.list(dice))
        case Roll():
            return words("hints.action.roll_all")
        case _ if advice.points is None:
            return words("hints.action.stop")
        case _:
            return words.plural("hints.action.score", advice.points)
