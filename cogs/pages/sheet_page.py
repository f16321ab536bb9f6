"""Messages, forms and the file of score sheets for printed cards."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Self

import discord

from bot.cards.views import view_for
from bot.i18n import Translator
from bot.i18n.alt import scores_sentences
from bot.i18n.endings import phase_after
from bot.i18n.phrases import clip, numbered_phase
from bot.i18n.rulesets import phases_name, title
from bot.sheets import (
    MOST_HANDS,
    Sheet,
    SheetEntry,
    SheetFigures,
    SheetResult,
    entry_points,
    figures,
    mark,
    parse_left,
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
from cogs.base.text import all_escaped, bold, isolated, small

from .table_page import over_lines

LONGEST_LEFT, LONGEST_TITLE = 60, 45
MOST_LAID, MOST_SEATS = 11, 6
MOST_IN_MENU = 25
_FORMULA = ("=", "+", "-", "@")


class ResultArgs(SheetResult):
    """A result as the arguments of a custom id."""

    @classmethod
    def parse(cls, hand: str, seat: str, laid: str, left: str) -> Self:
        entry = SheetEntry(parse_index(laid, MOST_LAID), parse_left(left.replace(".", " ")))
        return cls(parse_index(hand, MOST_HANDS), parse_index(seat, MOST_SEATS), entry)


def _args(result: SheetResult) -> tuple[str, ...]:
    left = result.entry.left.replace(" ", ".") or "0"
    return str(result.hand), str(result.seat), str(result.entry.laid), left


def sheet_screen(words: Translator, sheet: Sheet, drawing: Drawing | None = None) -> Screen:
    """Build the public message of a sheet in which everybody has a name."""
    course, names = figures(sheet), all_escaped(player.name for player in sheet.players)
    view = view_for(course.state, None)
    parts, in_words = _parts(words, sheet, course), []
    if sheet.closed and not course.scored:
        return Screen.of([words("sheet.closed")])
    if not sheet.begun:
        lines = [*_open_lines(words, sheet, names)]
    elif view.result is not None:
        completed = [len(seat.completed) for seat in view.seats]
        lines = [*over_lines(words, view, names, completed, NO_CHANGES)]
    else:
        lines = [*_hand_lines(words, sheet, course, names)]
        in_words = scores_sentences(words, names, course.ended[-1:], view.seats)
    lines += [*_corrections(words, sheet, names), small(words("sheet.unchecked"))]
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
        sign = "▫️" if sheet.entry(course.hand, seat) is None else "✅"
        yield f"{sign} {bold(names[seat])}{_phase(words, course, course.hand, seat)}"
    if course.scored:
        view = view_for(course.scored[-1], None)
        moved = [
            f"{names[each.seat]} {phase_after(words, view, each) or ''}" for each in view.seats
        ]
        yield small(" · ".join([words("table.hand_over", hand=view.hand_number), *moved]))


def _phase(words: Translator, course: SheetFigures, hand: int, seat: int) -> str:
    game, number = course.state.game, course.dealt[hand].seats[seat].trying
    if number is None:
        return ""
    return f" · {numbered_phase(words, number, game.phases[number - 1], game.rules)}"


def _result(words: Translator, sheet: Sheet, entry: SheetEntry) -> str:
    kind = "not_laid" if not entry.laid else "phase" if sheet.rules.choose_phase else "laid"
    points = entry_points(sheet.rules, entry)
    return words.plural(f"sheet.result.{kind}", points, phase=entry.laid)


def _corrections(words: Translator, sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    for each in sheet.corrections:
        by = words("lobby.host") if each.by is None else names[each.by]
        hand, name = each.now.hand + 1, names[each.now.seat]
        was, now = (_result(words, sheet, entry) for entry in (each.was, each.now.entry))
        yield small(words("sheet.corrected", by=by, hand=hand, name=name, was=was, now=now))


def _parts(words: Translator, sheet: Sheet, course: SheetFigures) -> list[Part]:
    def button(key: str, verb: Verb, *args: str, style: discord.ButtonStyle = SECONDARY) -> Button:
        return Button(words(key), CustomId(sheet.sheet_id, sheet.version, verb, args), style)

    correct = button("sheet.correct", Verb.SHEET_CORRECT)
    if course.state.over:
        return [[correct, button("sheet.file", Verb.SHEET_FILE)]]
    if sheet.begun:
        laid, not_laid = (
            button(f"sheet.{key}", Verb.SHEET_RESULT, str(course.hand), value, style=style)
            for key, value, style in (("laid", "1", SUCCESS), ("not_laid", "0", PRIMARY))
        )
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
    surprise = button("lobby.surprise_phases", Verb.SHEET_SURPRISE)
    return [buttons, *menu, [surprise, button("lobby.cancel", Verb.SHEET_CLOSE, style=DANGER)]]


def correct_screen(words: Translator, sheet: Sheet, user_id: int, number: int) -> Screen:
    """Build a page of the results that a person may change, the newest first."""
    course, options = figures(sheet), []
    for hand, state in reversed([*enumerate(course.dealt)]):
        for seat, player in enumerate(sheet.players):
            if state.seats[seat].playing and sheet.may_enter(user_id, seat):
                entry = sheet.entry(hand, seat)
                said = words("sheet.no_result") if entry is None else _result(words, sheet, entry)
                where = words("pictures.hand", hand=hand + 1)
                label = f"{where} · {isolated(player.name)} · {said}"
                options.append((label, f"{hand}.{seat}"))
    page = page_at(number, MOST_IN_MENU, len(options))
    choose = CustomId(sheet.sheet_id, 0, Verb.SHEET_CHOOSE)
    menu = Menu(words("sheet.whose"), choose, tuple(options[page.first : page.end]))
    turns = turn_buttons(words, page, Verb.SHEET_CORRECT, sheet.sheet_id)
    return Screen.of([words("sheet.correct_what"), *page_lines(words, page)], menu, turns)


def result_form(words: Translator, sheet: Sheet, result: SheetResult, laid: str) -> Form:
    """Build the form of a result, filled in; ``laid`` is chosen, or nothing."""
    hand, seat = result.hand, result.seat
    phases = [("1", words("sheet.yes"))]
    if sheet.rules.choose_phase:
        numbered = enumerate(sheet.rules.parsed_phases, 1)
        phases = [(str(number), numbered_phase(words, number, each)) for number, each in numbered]
    where = words("pictures.hand", hand=hand + 1) + _phase(words, figures(sheet), hand, seat)
    enter = Verb.SHEET_ENTER, (str(hand), str(seat))
    return Form(
        clip(sheet.players[seat].name, LONGEST_TITLE),
        CustomId(sheet.sheet_id, mark(sheet.entry(hand, seat)), *enter),
        label=words("sheet.left"),
        longest=LONGEST_LEFT,
        about=[bold(where), words("sheet.how")],
        default=result.entry.left,
        question=words("sheet.laid_question"),
        options=[
            discord.SelectOption(label=clip(label), value=value, default=value == laid)
            for value, label in (*phases, ("0", words("sheet.no")))
        ],
    )


def doubt_screen(
    words: Translator, meaning: CustomId, result: SheetResult, doubts: Sequence[str]
) -> Screen:
    """Ask about a result that the rules do not allow."""
    change, anyway = (
        Button(words(f"sheet.{key}"), CustomId(meaning.game, meaning.version, verb, _args(result)))
        for key, verb in (("change", Verb.SHEET_CHANGE), ("anyway", Verb.SHEET_ANYWAY))
    )
    return Screen.of([words(f"sheet.doubt.{doubt}") for doubt in doubts], [change, anyway])


def sheet_file(words: Translator, sheet: Sheet) -> bytes:
    """Return all results as comma-separated values, with the mark by which Excel knows UTF-8."""
    text, course = io.StringIO(), figures(sheet)
    table = csv.writer(text)
    columns = ("hand", "dealer", "name", "phase", "laid", "left", "points", "total")
    table.writerow([words(f"sheet.column.{column}") for column in columns])
    names = [f"'{who.name}" if who.name.startswith(_FORMULA) else who.name for who in sheet.players]
    for hand, state in enumerate(course.scored):
        for seat, each in enumerate(course.dealt[hand].seats):
            entry = sheet.entry(hand, seat)
            if entry is not None and each.playing:
                head = hand + 1, names[state.dealer], names[seat], each.trying or entry.laid
                laid = words("sheet.yes" if entry.laid else "sheet.no")
                points = entry_points(sheet.rules, entry)
                table.writerow((*head, laid, entry.left, points, state.seats[seat].total))
    return text.getvalue().encode("utf-8-sig")
