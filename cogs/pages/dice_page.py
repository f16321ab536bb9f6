"""The messages of the dice game: the public table, and the private copy of one player.

A tap on a die changes its mark. A marked die that was kept before will be rolled; any other
marked die will be kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

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
from cogs.pages.hand_page import Aside
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
    acts = view.turn is not None and not table.occupants[view.turn].is_computer
    return _screen(
        words,
        view,
        table,
        table_lines(words, manager, changes, reader),
        *(_turn_parts(words, view, table) if acts else ()),
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
    view = public_view(words, manager)
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


def dice_hand_screen(  # noqa: PLR0913  # all that the message depends on
    words: Translator,
    game: LiveGame,
    view: DiceView,
    aside: Aside,
    drawing: Drawing | None,
    *,
    request: SeatRequest | None = None,
) -> Screen:
    """Build a player's private copy of the table, with a notice next to its buttons."""
    parts = _turn_parts(words, view, game.table, aside.hint) if view.my_turn else ()
    notices = [aside.notice] if aside.notice else []
    lines = [*_private_lines(words, game, view)]
    screen = _screen(words, view, game.table, lines, *notices, *parts, drawing=drawing)
    private = game.table.is_private
    return with_table_parts(screen, words, view, private=private, request=request)


def _private_lines(words: Translator, game: LiveGame, view: DiceView) -> Iterator[str]:
    assert view.turn is not None, "a game that is over has no turn"
    names = with_you(words, all_escaped(seat.name for seat in view.seats), view.me)
    trying = view.my_seat.trying
    if trying is None:
        yield f"### {words('dice.hand.all_done')}"
    else:
        yield f"### {numbered_phase(words.about('dice'), trying, view.phases[trying - 1])}"
    if view.my_turn:
        if view.best is not None:
            yield bold(words.plural("dice.hand.complete", view.best.points))
        else:
            yield bold(words("dice.hand.choose" if view.roll else "dice.hand.roll"))
    else:
        yield words("hand.their_turn", name=bold(escaped(view.seats[view.turn].name)))
    yield from _first_turn(words, view, view.my_seat.seat)
    yield from _last_turns(words, view, names)
    yield from dice_news(words, game.news, names)
    if game.deadline is not None:
        yield small(words("hand.deadline", when=relative(game.deadline)))


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


def _turn_parts(
    words: Translator, view: DiceView, table: Table, hint: AnyAction | None = None
) -> list[Part]:
    """Build the buttons of the player whose turn it is, and mark those that a hint is about.

    A complete phase is scored by the first button, above the dice, where no other button stood
    before: a double tap on another one does not reach it. A roll that would give it up asks first.
    """
    keep = chosen(view, table.marks)
    if table.asked:
        question = words.plural("dice.table.risk_question", DICE_COUNT - len(keep))
        return [bold(question), _answers(words, view, keep)]
    roll = _roll(words, view, keep)
    stop = _stop(words, view)
    if not view.roll:
        return [[replace(roll, label=words("dice.table.roll_all"), style=SUCCESS)]]
    helping = view.fitting
    sign = _FITS
    key = "dice.table.keep_fit"
    if isinstance(hint, Roll):
        helping = hint.kept
        sign = HINTED
        key = "dice.table.keep_advised"
        roll = _hinted(roll) if hint.kept == keep else roll
    elif hint is not None:
        stop = _hinted(stop)
    marks = dict.fromkeys(helping, sign) | dict.fromkeys(keep, _KEPT)
    dice = [_die(words, view, die, marks.get(die, "")) for die in range(DICE_COUNT)]
    # Rolling is advised once the dice that help are kept.
    if view.best is None and keep == helping:
        roll = replace(roll, style=SUCCESS)
    # It stays, disabled, when these dice are kept, so that a second tap does not roll.
    label = f"{words.plural(key, len(helping))} {sign}"
    keep_all = _keeping(view, label, helping, disabled=keep == helping)
    if view.best is not None and not isinstance(hint, Roll):
        keep_all = replace(keep_all, style=SECONDARY)
    rest = [
        roll,
        *([keep_all] if helping else []),
        *([stop] if view.best is None else []),
        Button(words("hints.button"), state_id(view, Verb.DICE_HINT)),
    ]
    return [[] if view.best is None else [stop], dice, rest]


def _hinted(button: Button) -> Button:
    return replace(button, label=f"{button.label} {HINTED}")


def _die(words: Translator, view: DiceView, die: int, mark: str) -> Button:
    side = view.faces[die]
    face = words.face(side)
    # Numbered, as the text that replaces the picture names the dice by number.
    name = "" if face else words("dice.die_button", die=die + 1, face=face_name(words, side))
    label = " ".join(filter(None, (name, mark))) or _OTHER
    # While the phase is complete the button that scores it is the only green one.
    style = SUCCESS if mark and view.best is None else SECONDARY
    if mark == _KEPT:
        style = PRIMARY
    meaning = state_id(view, Verb.KEEP, str(die))
    return Button(label, meaning, style, emoji=face)


def _roll(words: Translator, view: DiceView, keep: Sequence[int]) -> Button:
    rolled = DICE_COUNT - len(keep)
    if view.gives_up_phase(keep):
        label = words.plural("dice.table.risk", rolled)
    else:
        number = {"roll": view.roll + 1, "most": MOST_ROLLS}
        label = words.plural("dice.table.roll", rolled, **number)
    return Button(label, state_id(view, Verb.ROLL), disabled=not rolled)


def _keeping(view: DiceView, label: str, dice: Sequence[int], *, disabled: bool = False) -> Button:
    meaning = state_id(view, Verb.KEEP_ALL, *dice_args(dice))
    return Button(label, meaning, PRIMARY, disabled=disabled)


def _stop(words: Translator, view: DiceView) -> Button:
    meaning = state_id(view, Verb.STOP)
    if view.best is None:
        return Button(words("dice.table.stop"), meaning)
    points = words.number(view.best.points)
    return Button(words("dice.table.score", points=points), meaning, SUCCESS)


def _answers(words: Translator, view: DiceView, kept: Sequence[int]) -> list[Button]:
    assert view.best is not None, "without a complete phase there is no question"
    keep = _keeping(view, words("dice.table.keep_phase"), view.best.dice)
    meaning = state_id(view, Verb.ROLL_NOW, *dice_args(kept))
    return [keep, Button(words("dice.table.roll_anyway"), meaning, DANGER)]


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
