"""Messages, forms and the file of score sheets for printed cards."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Self

import discord

from bot.cards.editions import MOST_PLAYERS
from bot.cards.rated_phases import surprise_draws
from bot.cards.state import State
from bot.cards.views import view_for
from bot.core.errors import IllegalError
from bot.i18n import Translator
from bot.i18n.alt import scores_sentences
from bot.i18n.endings import phase_after
from bot.i18n.phrases import clip, numbered_phase
from bot.i18n.rulesets import phases_name, title
from bot.sheets import (
    MOST_HANDS,
    Sheet,
    SheetFigures,
    SheetResult,
    figures,
    mark,
    parse_left,
    result_points,
)
from bot.table.rating_changes import NO_CHANGES
from cogs.base.custom_ids import CustomId, Verb, parse_index
from cogs.base.screens import (
    DANGER,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Button,
    Drawing,
    Form,
    Menu,
    Option,
    Part,
    Screen,
    page_at,
    page_lines,
    turn_buttons,
)
from cogs.base.text import all_escaped, bold, escaped, isolated, small

from .table_page import over_lines

LONGEST_LEFT, LONGEST_TITLE = 60, 45
MOST_LAID = 11
MOST_IN_MENU = 25
_FORMULA = ("=", "+", "-", "@")


class ResultArgs(SheetResult):
    """A result as the arguments of a custom id."""

    @classmethod
    def parse(cls, hand: str, seat: str, laid: str, left: str) -> Self:
        place = parse_index(hand, MOST_HANDS), parse_index(seat, MOST_PLAYERS)
        return cls(*place, parse_index(laid, MOST_LAID), parse_left(left.replace(".", " ")))


def sheet_screen(words: Translator, sheet: Sheet, drawing: Drawing | None = None) -> Screen:
    course, names = figures(sheet), all_escaped(player.name for player in sheet.players)
    unchecked = small(words("sheet.unchecked"))
    view = view_for(course.state, None)
    parts, in_words = _parts(words, sheet, course), []
    if sheet.closed and not course.scored:
        return Screen.of([words("sheet.closed")])
    if not sheet.begun:
        lines = [*_open_lines(words, sheet, names), unchecked]
    elif view.result is not None:
        completed = [len(seat.completed) for seat in view.seats]
        lines = [*over_lines(words, view, names, completed, NO_CHANGES), unchecked]
    else:
        lines = [*_hand_lines(words, sheet, course, names)]
        in_words = scores_sentences(words, names, course.ended[-1:], view.seats)
    lines += _corrections(words, sheet, names)
    return Screen.of(lines, *parts, drawings=[drawing], in_words=[*lines, *in_words])


def _open_lines(words: Translator, sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    yield f"### {words('table.scores_title')} · {title(words, sheet.rules)}"
    yield f"{words('lobby.phases')}: {phases_name(words, sheet.rules)}"
    seats = [
        bold(name) if player.user_id else words("sheet.guest", name=bold(name))
        for name, player in zip(names, sheet.players, strict=True)
    ]
    if seats:
        yield words("sheet.seats", seats=" → ".join(seats), name=bold(names[0]))


def _hand_lines(
    words: Translator, sheet: Sheet, course: SheetFigures, names: Sequence[str]
) -> Iterator[str]:
    state = course.state
    yield f"### {words('sheet.hand', hand=state.hand, name=names[state.dealer])}"
    playing = [seat for seat, each in enumerate(state.seats) if each.playing]
    if state.playoff:
        yield bold(words("table.playoff", names=words.list([names[seat] for seat in playing])))
    for seat in playing:
        result = sheet.result(course.hand, seat)
        about = f" · {_result(words, sheet, result)}" if result else _phase(words, state, seat)
        yield f"{'✅' if result else '▫️'} {bold(names[seat])}{about}"
    if not course.scored:
        yield small(words("sheet.each_own"))
        return
    view = view_for(course.scored[-1], None)
    moved = [each for each in view.seats if each.next_phase != each.trying]
    after = ((names[each.seat], phase_after(words, view, each)) for each in moved)
    if told := [f"{name}: {phase}" for name, phase in after if phase]:
        yield small(" · ".join([words("pictures.hand", hand=view.hand_number), *told]))


def _phase(words: Translator, state: State, seat: int) -> str:
    game, number = state.game, state.seats[seat].trying
    if number is None:
        return ""
    return f" · {numbered_phase(words, number, game.phases[number - 1], game.rules)}"


def _result(words: Translator, sheet: Sheet, result: SheetResult | None) -> str:
    if result is None:
        return words("sheet.no_result")
    kind = "not_laid" if not result.laid else "phase" if sheet.rules.choose_phase else "laid"
    points = result_points(sheet.rules, result)
    return words.plural(f"sheet.result.{kind}", points, phase=result.laid)


def _corrections(words: Translator, sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    for each in sheet.corrections:
        by = words("terms.forgotten") if each.by is None else names[each.by]
        hand, name = each.now.hand + 1, names[each.now.seat]
        was, now = (_result(words, sheet, result) for result in (each.was, each.now))
        yield small(words("sheet.corrected", by=by, hand=hand, name=name, was=was, now=now))


def _parts(words: Translator, sheet: Sheet, course: SheetFigures) -> list[Part]:
    def button(key: str, verb: Verb, *args: str, style: discord.ButtonStyle = SECONDARY) -> Button:
        return Button(words(key), CustomId(sheet.sheet_id, sheet.version, verb, args), style)

    correct = button("sheet.correct", Verb.SHEET_CORRECT)
    if course.state.over:
        return [[correct, button("sheet.file", Verb.SHEET_FILE)]]
    if sheet.begun:
        hand = str(course.hand)
        laid = button("sheet.laid", Verb.SHEET_RESULT, hand, "1", style=SUCCESS)
        not_laid = button("sheet.not_laid", Verb.SHEET_RESULT, hand, "0", style=PRIMARY)
        return [[laid, not_laid, correct, button("table.end", Verb.SHEET_CLOSE)]]
    buttons = []
    if len(sheet.players) < sheet.rules.max_players:
        buttons.append(button("lobby.join", Verb.SHEET_JOIN, style=PRIMARY))
        buttons.append(button("sheet.add_guest", Verb.SHEET_GUEST, style=PRIMARY))
    if len(sheet.players) >= sheet.rules.min_players:
        buttons.append(button("lobby.start", Verb.SHEET_START, style=SUCCESS))
    seats: list[Option] = [
        (words(f"sheet.{change}", name=isolated(player.name)), f"{change}.{seat}")
        for change in ("up", "out")
        for seat, player in enumerate(sheet.players)
    ]
    meaning = CustomId(sheet.sheet_id, sheet.version, Verb.SHEET_SEATS)
    menu = [Menu(words("sheet.change_seats"), meaning, tuple(seats))] if seats else []
    again = sheet.rules.phases in surprise_draws(sheet.sheet_id.encode(), len(sheet.rules.phases))
    draw = button("lobby.draw_again" if again else "lobby.surprise_phases", Verb.SHEET_SURPRISE)
    return [buttons, *menu, [draw, button("lobby.cancel", Verb.SHEET_CLOSE, style=DANGER)]]


def correct_screen(words: Translator, sheet: Sheet, user_id: int, number: int) -> Screen:
    """Build a page of the results that a person may change, the newest first."""
    options = []
    for hand, state in reversed([*enumerate(figures(sheet).dealt)]):
        for seat, player in enumerate(sheet.players):
            if state.seats[seat].playing and sheet.may_enter(user_id, seat):
                result = _result(words, sheet, sheet.result(hand, seat))
                parts = words("pictures.hand", hand=hand + 1), isolated(player.name), result
                options.append((" · ".join(parts), f"{hand}.{seat}"))
    page = page_at(number, MOST_IN_MENU, len(options))
    choose = CustomId(sheet.sheet_id, 0, Verb.SHEET_CHOOSE)
    menu = Menu(words("sheet.whose"), choose, tuple(options[page.first : page.end]))
    turns = turn_buttons(words, page, Verb.SHEET_CORRECT, sheet.sheet_id)
    return Screen.of([words("sheet.correct_what"), *page_lines(words, page)], menu, turns)


def result_form(words: Translator, sheet: Sheet, at: SheetResult, laid: str) -> Form:
    """Build the form of a result, filled in; ``laid`` is chosen, or nothing."""
    course = figures(sheet)
    if at.hand >= len(course.dealt) or at.seat >= len(sheet.players):
        raise IllegalError("not_now")
    phases = [("1", words("sheet.yes"))]
    if sheet.rules.choose_phase:
        numbered = enumerate(sheet.rules.parsed_phases, 1)
        phases = [(str(number), numbered_phase(words, number, each)) for number, each in numbered]
    where = words("pictures.hand", hand=at.hand + 1)
    enter, was = (str(at.hand), str(at.seat)), mark(sheet.result(at.hand, at.seat))
    return Form(
        clip(sheet.players[at.seat].name, LONGEST_TITLE),
        CustomId(sheet.sheet_id, was, Verb.SHEET_ENTER, enter),
        label=words("sheet.left"),
        longest=LONGEST_LEFT,
        about=[bold(where + _phase(words, course.dealt[at.hand], at.seat)), words("sheet.how")],
        default=at.left,
        question=words("sheet.laid_question"),
        options=[
            discord.SelectOption(label=clip(label), value=value, default=value == laid)
            for value, label in (*phases, ("0", words("sheet.no")))
        ],
    )


def doubt_screen(
    words: Translator, sheet: Sheet, meaning: CustomId, new: SheetResult, doubts: Sequence[str]
) -> Screen:
    """Ask about a result that the rules do not allow."""
    left = new.left.replace(" ", ".") or "0"
    args = str(new.hand), str(new.seat), str(new.laid), left
    change, anyway = (
        Button(words(f"sheet.{key}"), replace(meaning, verb=verb, args=args))
        for key, verb in (("change", Verb.SHEET_CHANGE), ("anyway", Verb.SHEET_ANYWAY))
    )
    about = f"{bold(escaped(sheet.players[new.seat].name))} · {_result(words, sheet, new)}"
    lines = [about, *(words(f"sheet.doubt.{doubt}") for doubt in doubts)]
    return Screen.of(lines, [change, anyway])


def sheet_file(words: Translator, sheet: Sheet) -> bytes:
    """Return all results as comma-separated values, with the mark by which Excel knows UTF-8."""
    text, course = io.StringIO(), figures(sheet)
    table = csv.writer(text)
    columns = ("hand", "dealer", "name", "phase", "laid", "left", "points", "total")
    table.writerow([words(f"sheet.column.{column}") for column in columns])
    names = [f"'{who.name}" if who.name.startswith(_FORMULA) else who.name for who in sheet.players]
    for hand, (dealt, state) in enumerate(zip(course.dealt, course.scored, strict=False)):
        for seat, before in enumerate(dealt.seats):
            result = sheet.result(hand, seat)
            if result is not None and before.playing:
                phase = before.trying or result.laid or ""
                head = hand + 1, names[dealt.dealer], names[seat], phase
                laid = words("sheet.yes" if result.laid else "sheet.no")
                points = result_points(sheet.rules, result)
                table.writerow((*head, laid, result.left, points, state.seats[seat].total))
    return text.getvalue().encode("utf-8-sig")
