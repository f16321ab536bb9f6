"""Messages, forms and the file of score sheets for printed cards."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

import discord

from bot.cards.rulesets import MOST_PLAYERS
from bot.cards.state import State
from bot.cards.views import view_for
from bot.core.errors import CodedError, IllegalError, MalformedError
from bot.i18n import Translator
from bot.i18n.alt import scores_sentences
from bot.i18n.endings import phase_after
from bot.i18n.phrases import card_name, clip, number_name, numbered_phase
from bot.i18n.rulesets import phases_name, title
from bot.sheets.doubts import Doubt
from bot.sheets.entries import NOT_CHOSEN, new_result
from bot.sheets.figures import SheetFigures, figures
from bot.sheets.names import folded
from bot.sheets.points import least_points, result_points
from bot.sheets.seats import may_join
from bot.sheets.sheet import IDLE, MOST_HANDS, Sheet, SheetResult, mark
from bot.sheets.typed import parse_left, parse_lines
from bot.table.rating_changes import NO_CHANGES
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb, parse_index
from cogs.base.errors import sentence
from cogs.base.screens import (
    DANGER,
    FORM_CHOICE,
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
    question_screen,
    turn_buttons,
)
from cogs.base.text import all_escaped, bold, escaped, isolated, moment, small

from .table_page import over_lines

LONGEST_LEFT = 60
LONGEST_LINES = 1000
LONGEST_TITLE = 45
MOST_LAID = 11
MOST_IN_MENU = 25
MOST_IN_GROUP = 10  # options that Discord takes in a group of buttons of a form
FENCE = "```"  # around what was typed, in a message about it
_FORMULA = ("=", "+", "-", "@")
_LAID = "x0123456789a"


@dataclass(frozen=True)
class Entry:
    """The results that a form asks for, with their marks when it was opened.

    ``laid`` is what is chosen, by seat, as :class:`SheetResult` has it, or ``NOT_CHOSEN``.
    """

    hand: int
    seats: tuple[int, ...]
    marks: tuple[int, ...]
    laid: tuple[int, ...]

    @classmethod
    def parse(cls, hand: str, seats: str, marks: str, laid: str) -> Self:
        split = [marks[at : at + 6] for at in range(0, len(marks), 6)]
        if not len(set(seats)) == len(seats) == len(split) == len(laid):
            raise BadCustomIdError("not one value for each seat")
        return cls(
            parse_index(hand, MOST_HANDS),
            tuple(parse_index(seat, MOST_PLAYERS) for seat in seats),
            tuple(parse_index(each.lstrip("0") or "0", 10**6) for each in split),
            tuple(parse_index(str(_LAID.find(each)), MOST_LAID + 1) - 1 for each in laid),
        )

    @classmethod
    def of(cls, sheet: Sheet, hand: int, *seats: int) -> Self:
        """Return what the form of these seats is opened with."""
        there = [sheet.result(hand, seat) for seat in seats]
        laid = tuple(NOT_CHOSEN if each is None else each.laid for each in there)
        return cls(hand, seats, tuple(map(mark, there)), laid)

    @property
    def args(self) -> tuple[str, str, str, str]:
        laid = "".join(_LAID[each + 1] for each in self.laid)
        marks = "".join(f"{each:06}" for each in self.marks)
        return str(self.hand), "".join(map(str, self.seats)), marks, laid

    def filled(self, chosen: str) -> Self:
        """Return the entry with what was chosen in its form."""
        if len(self.seats) == 1:
            return replace(self, laid=(parse_index(chosen, MOST_LAID) if chosen else NOT_CHOSEN,))
        ticked = {parse_index(each, MOST_PLAYERS) for each in chosen}
        laid = tuple(1 if seat in ticked else NOT_CHOSEN for seat in self.seats)
        return replace(self, laid=laid)

    def results(
        self, words: Translator, sheet: Sheet, text: str
    ) -> tuple[list[SheetResult], list[int]]:
        """Return typed results with their marks; MalformedError ``unread`` has ``doubts``."""
        self.check(sheet)
        names = {seat: sheet.names[seat] for seat in self.seats}
        lines = {self.seats[0]: text}
        unread = list[Doubt]()
        new = list[SheetResult]()
        marks = list[int]()
        if len(self.seats) > 1:
            lines, others = parse_lines(names, text)
            unread += [(None, "line", {"typed": line}) for line in others[:MOST_PLAYERS]]
        meanings = dict(pair.split("=") for pair in words("sheet.typed").split())
        for seat, was, laid in zip(self.seats, self.marks, self.laid, strict=True):
            if seat not in lines:
                continue
            try:
                left = parse_left(lines[seat], meanings)
            except MalformedError:
                unread.append((seat, "left", {"typed": lines[seat]}))
            else:
                new.append(new_result(sheet, self.hand, seat, laid, left))
                marks.append(was)
        if unread:
            raise MalformedError("unread", doubts=unread)
        if not new:
            raise MalformedError("nothing_typed")
        return new, marks

    def check(self, sheet: Sheet) -> None:
        """Raise IllegalError ``not_now`` if the sheet has no such seats."""
        if not self.seats or max(self.seats) >= len(sheet.players):
            raise IllegalError("not_now")


def sheet_screen(words: Translator, sheet: Sheet, drawing: Drawing | None = None) -> Screen:
    course = figures(sheet)
    names = all_escaped(sheet.names)
    view = view_for(course.state, None)
    parts = _parts(words, sheet, course)
    in_words = []
    if sheet.closed and not course.scored:
        return Screen.of([words("sheet.closed")], *parts)
    if not sheet.begun:
        lines = [*_open_lines(words, sheet, names), small(words("sheet.unchecked"))]
    elif view.result is not None:
        completed = [len(seat.completed) for seat in view.seats]
        lines = [*over_lines(words, view, names, completed, NO_CHANGES)]
        if sheet.closed:
            lines.append(small(words("sheet.until", when=moment(sheet.touched_at + IDLE))))
    else:
        lines = [*_hand_lines(words, sheet, course, names)]
        in_words = scores_sentences(words, names, course.ended[-1:], view.seats)
    lines += _corrections(words, sheet, course, names)
    if not course.state.over:
        lines.append(small(host_line(words, sheet)))
    return Screen.of(lines, *parts, drawings=[drawing], in_words=[*lines, *in_words])


def sheet_head(words: Translator, sheet: Sheet) -> str:
    return f"{moment(sheet.played_at)} · {title(words, sheet.rules)}"


def stopped_screen(words: Translator, sheet: Sheet) -> Screen:
    """Offer a sheet that was played before, and a new one."""
    new = Button(words("sheet.new"), CustomId.of(Verb.SHEET_NEW), PRIMARY)
    return sheet_screen(words, sheet).around([sheet_head(words, sheet)]).with_parts([new])


def close_question(words: Translator, sheet: Sheet, *, played: bool) -> Screen:
    question, yes = ("stop_question", "stop") if played else ("cancel_question", "cancel_yes")
    asked = words(f"sheet.{question}", host=bold(escaped(sheet.host_name)))
    meaning = CustomId(sheet.sheet_id, 0, Verb.SHEET_CLOSE_NOW)
    return question_screen([asked], words(f"sheet.{yes}"), meaning, words("lobby.cancel_no"))


def _open_lines(words: Translator, sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    yield f"### {words('table.scores_title')} · {title(words, sheet.rules)}"
    yield f"{words('lobby.phases')}: {phases_name(words, sheet.rules)}"
    seats = [
        bold(name) if player.user_id else words("sheet.guest", name=bold(name))
        for name, player in zip(names, sheet.players, strict=True)
    ]
    if seats:
        yield words("sheet.seats", seats=" → ".join(seats), name=bold(names[0]))
    if len(seats) < sheet.rules.min_players:
        yield small(words("errors.too_few_players"))
    if len(seats) == sheet.rules.max_players:
        yield small(words("sheet.full", n=len(seats)))


def _hand_lines(
    words: Translator, sheet: Sheet, course: SheetFigures, names: Sequence[str]
) -> Iterator[str]:
    state = course.state
    yield f"### {words('sheet.hand', hand=state.hand, name=names[state.dealer])}"
    playing = [seat for seat, each in enumerate(state.seats) if each.playing]
    if state.playoff:
        yield bold(words("table.playoff", names=words.list([names[seat] for seat in playing])))
    for seat, name in enumerate(names):
        result = sheet.result(course.hand, seat)
        if seat in playing:
            shown = _result(words, sheet, result, playoff=state.playoff)
            about = f" · {shown}" if result else _phase(words, state, seat)
            sign = "▫️"
            if result is not None:
                sign = "✅" if result.laid or state.playoff else "❌"
            yield f"{sign} {bold(name)}{about}"
        elif sheet.players[seat].gone_in is not None:
            yield small(words("sheet.gone", name=name))
    if not course.scored:
        return
    view = view_for(course.scored[-1], None)
    after = ((names[each.seat], phase_after(words, view, each)) for each in view.seats)
    if told := [f"{name}: {phase}" for name, phase in after if phase]:
        yield small(" · ".join([words("pictures.hand", hand=view.hand_number), *told]))


def _phase(words: Translator, state: State, seat: int) -> str:
    game = state.game
    number = state.seats[seat].trying
    if number is None or state.playoff:
        return ""
    return f" · {numbered_phase(words, number, game.phases[number - 1], game.rules)}"


def host_line(words: Translator, sheet: Sheet) -> str:
    seat = sheet.find_seat(sheet.host_id)
    name = sheet.host_name if seat is None else sheet.names[seat]
    return words("sheet.host_is", name=bold(escaped(name)))


def _result(
    words: Translator, sheet: Sheet, result: SheetResult | None, *, playoff: bool = False
) -> str:
    if result is None:
        return words("sheet.no_result")
    kind = "phase" if sheet.rules.choose_phase else "laid"
    if not result.laid:
        kind = "not_laid"
    if playoff:
        kind = "left"
    points = result_points(sheet.rules, result)
    return words.plural(f"sheet.result.{kind}", points, phase=result.laid)


def _corrections(
    words: Translator, sheet: Sheet, course: SheetFigures, names: Sequence[str]
) -> Iterator[str]:
    for each in sheet.corrections:
        by = escaped(sheet.host_name) if each.by is None else names[each.by]
        hand = each.now.hand + 1
        name = names[each.now.seat]
        playoff = hand <= len(course.dealt) and course.dealt[hand - 1].playoff
        was, now = (
            _result(words, sheet, result, playoff=playoff) for result in (each.was, each.now)
        )
        yield small(words("sheet.corrected", by=by, hand=hand, name=name, was=was, now=now))


def _parts(words: Translator, sheet: Sheet, course: SheetFigures) -> list[Part]:
    def button(key: str, verb: Verb, *args: str, style: discord.ButtonStyle = SECONDARY) -> Button:
        return Button(words(key), CustomId(sheet.sheet_id, sheet.version, verb, args), style)

    correct = button("sheet.correct", Verb.SHEET_CORRECT)
    go_on = [button("sheet.go_on", Verb.SHEET_GO_ON, style=SUCCESS)] if sheet.closed else []
    if course.state.over and not course.scored:
        return [go_on]
    if course.state.over:
        style = PRIMARY if go_on else SUCCESS
        next_game = button("sheet.same_people", Verb.SHEET_AGAIN, style=style)
        return [[*go_on, next_game, correct, button("sheet.file", Verb.SHEET_FILE)]]
    if sheet.begun:
        hand = str(course.hand)
        chosen = sheet.rules.choose_phase
        key = "sheet.enter_result" if chosen else "sheet.enter_hand"
        enter = [button(key, Verb.SHEET_HAND, hand, style=SUCCESS)]
        if not chosen and sum(player.user_id is not None for player in sheet.players) > 1:
            enter.append(button("sheet.my_result", Verb.SHEET_RESULT, hand, style=PRIMARY))
        stop = button("sheet.stop" if course.scored else "lobby.cancel", Verb.SHEET_CLOSE)
        return [[*enter, correct, stop, button("table.more", Verb.SHEET_MORE)]]
    buttons = []
    if may_join(sheet, course):
        buttons.append(button("lobby.join", Verb.SHEET_JOIN, style=PRIMARY))
        buttons.append(button("sheet.add_guest", Verb.SHEET_GUEST, style=PRIMARY))
    if len(sheet.players) >= sheet.rules.min_players:
        buttons.append(button("lobby.start", Verb.SHEET_START, style=SUCCESS))
    menu = _seats_menu(words, sheet, ("up", "out", "host"), range(len(sheet.players)))
    draw = [button("lobby.surprise_phases", Verb.SHEET_SURPRISE)]
    if sheet.usual_phases:
        draw = [button("lobby.draw_again", Verb.SHEET_SURPRISE)]
        draw.append(button("sheet.usual_phases", Verb.SHEET_SURPRISE, "usual"))
    return [buttons, *menu, [*draw, button("lobby.cancel", Verb.SHEET_CLOSE, style=DANGER)]]


def _seats_menu(
    words: Translator, sheet: Sheet, changes: Sequence[str], seats: Sequence[int]
) -> list[Menu]:
    """Build the menu of what can be changed about these seats, if there is anything."""
    options: list[Option] = []
    for change in changes:
        for seat in seats:
            who = sheet.players[seat]
            hosts = change != "host" or who.user_id not in (None, sheet.host_id)
            if hosts and (change, who.gone_in is None) not in (("leave", False), ("back", True)):
                label = words(f"sheet.{change}", name=isolated(sheet.names[seat]))
                options.append((label, f"{change}.{seat}"))
    meaning = CustomId(sheet.sheet_id, sheet.version, Verb.SHEET_SEATS)
    return [Menu(words("sheet.change_seats"), meaning, tuple(options))] if options else []


def more_screen(words: Translator, sheet: Sheet, user_id: int, *, as_host: bool) -> Screen:
    """Build what a person may do besides entering results."""
    own = sheet.find_seat(user_id)
    seats: Sequence[int] = () if own is None else (own,)
    if as_host:
        seats = range(len(sheet.players))
    changes = ("host", "leave", "back") if as_host else ("leave", "back")
    menu = _seats_menu(words, sheet, changes, seats)
    join = ("lobby.join", Verb.SHEET_JOIN) if own is None else ("sheet.add_guest", Verb.SHEET_GUEST)
    shown = [join] * may_join(sheet, figures(sheet)) + [("sheet.file", Verb.SHEET_FILE)]
    buttons = [Button(words(key), CustomId(sheet.sheet_id, 0, verb)) for key, verb in shown]
    return Screen.of([host_line(words, sheet)], *menu, buttons)


def correct_screen(
    words: Translator, sheet: Sheet, user_id: int, number: int, *, as_host: bool = False
) -> Screen:
    """Build a page of the results that a person may change, the newest first, then the missing."""
    options = list[Option]()
    missing = list[Option]()
    course = figures(sheet)
    names = sheet.names
    mine = [seat for seat in range(len(names)) if as_host or sheet.may_enter(user_id, seat)]
    hands = course.dealt[: len(course.scored)] if sheet.closed else course.dealt
    for hand, state in reversed([*enumerate(hands)]):
        seats = [seat for seat in mine if state.seats[seat].playing]
        head = words("pictures.hand", hand=hand + 1)
        if hand < len(course.scored) and len(seats) > 1 and not sheet.rules.choose_phase:
            label = f"{head} · {words('sheet.whole_hand')}"
            options.append((label, f"{hand}.{''.join(map(str, seats))}"))
        for seat in seats:
            result = sheet.result(hand, seat)
            shown = _result(words, sheet, result, playoff=state.playoff)
            option = f"{head} · {isolated(names[seat])} · {shown}", f"{hand}.{seat}"
            (options if result else missing).append(option)
    options += missing
    if not options:
        raise IllegalError("not_now")
    page = page_at(number, MOST_IN_MENU, len(options))
    choose = CustomId(sheet.sheet_id, 0, Verb.SHEET_CHOOSE)
    menu = Menu(words("sheet.whose"), choose, tuple(options[page.first : page.end]))
    turns = turn_buttons(words, page, Verb.SHEET_CORRECT, sheet.sheet_id)
    return Screen.of([words("sheet.correct_what"), *page_lines(words, page)], menu, turns)


def result_form(words: Translator, sheet: Sheet, entry: Entry, typed: str | None = None) -> Form:
    """Build the form of results, filled in with those that are there, or with what was typed."""
    course = figures(sheet)
    several = len(entry.seats) > 1
    entry.check(sheet)
    if entry.hand >= len(course.dealt):
        raise IllegalError("not_now")
    if sheet.closed and entry.hand >= len(course.scored):
        raise IllegalError("sheet_closed")
    state = course.dealt[entry.hand]
    hand = words("pictures.hand", hand=entry.hand + 1)
    there = [(sheet.names[seat], sheet.result(entry.hand, seat)) for seat in entry.seats]
    if not typed and several:
        typed = "\n".join(f"{name}: {each.left or 0 if each else ''}" for name, each in there)
    elif typed is None:
        typed = "".join(each.left or "0" for _, each in there if each)
    about = [] if several else [bold(there[0][0] + _phase(words, state, entry.seats[0]))]
    choice = [] if state.playoff else [_laid_choice(words, sheet, state, entry)]
    return Form(
        hand if several else clip(f"{hand} · {there[0][0]}", LONGEST_TITLE),
        CustomId(sheet.sheet_id, 0, Verb.SHEET_ENTER, entry.args),
        label=words("sheet.left_lines" if several else "sheet.left"),
        longest=LONGEST_LINES if several else LONGEST_LEFT,
        about=[*about, small(words("sheet.how_cards"))],
        how=words("sheet.how_lines" if several else "sheet.how"),
        default=typed,
        below=choice,
        required=False,
        style=discord.TextStyle.paragraph if several else discord.TextStyle.short,
    )


def _laid_choice(
    words: Translator, sheet: Sheet, state: State, entry: Entry
) -> discord.ui.Label[Any]:
    """Build the question who has laid, or which phase."""
    rules = sheet.rules
    several = len(entry.seats) > 1
    chosen = {str(laid) for laid in entry.laid}
    key = "sheet.tick_only" if several else "sheet.laid_anyway"
    about: str | None = words(key, n=least_points(rules))
    question = words("sheet.who_laid" if several else "sheet.laid_question")
    options = [("1", words("sheet.yes")), ("0", words("sheet.no"))]
    if several:
        names = [(seat, sheet.names[seat]) for seat in entry.seats]
        options = [(str(seat), name + _phase(words, state, seat)) for seat, name in names]
        chosen = {str(seat) for seat, laid in zip(entry.seats, entry.laid, strict=True) if laid > 0}
    elif rules.choose_phase:
        done = {*state.seats[entry.seats[0]].completed} - {*entry.laid}
        free = [each for each in enumerate(rules.parsed_phases, 1) if each[0] not in done]
        phases = [(str(number), numbered_phase(words, number, each)) for number, each in free]
        options = [*phases, options[1]]
        about = None
        question = words("sheet.which_phase")
    group: discord.ui.CheckboxGroup[Any] | discord.ui.RadioGroup[Any] | discord.ui.Select[Any]
    if several:
        group = discord.ui.CheckboxGroup(custom_id=FORM_CHOICE, required=False, min_values=0)
    elif len(options) <= MOST_IN_GROUP:
        group = discord.ui.RadioGroup(custom_id=FORM_CHOICE, required=rules.choose_phase)
    else:
        group = discord.ui.Select(custom_id=FORM_CHOICE)
    for value, label in options:
        group.add_option(label=clip(label), value=value, default=value in chosen)
    return discord.ui.Label(text=question, description=about, component=group)


def refused_screen(  # noqa: PLR0913  # what was refused, why and where
    words: Translator,
    sheet_id: str,
    entry: Entry,
    typed: str,
    error: CodedError,
    *,
    sheet: Sheet | None,
) -> Screen:
    """Say why results were not entered, with what was typed, to be tried or entered again."""
    verbs = {"change": Verb.SHEET_CHANGE, "anyway": Verb.SHEET_ANYWAY}
    lines = []
    if sheet is not None and "doubts" in error.data:
        names = all_escaped(sheet.names)
        lines += [_doubt(words, sheet, names, doubt) for doubt in error.data["doubts"]]
        if error.code == "unread":
            lines.append(small(words("sheet.how_cards")))
    else:
        lines.append(sentence(words, error) or words("errors.unexpected"))
    if error.code != "doubtful":
        del verbs["anyway"]
    buttons = [
        Button(words(f"sheet.{key}"), CustomId(sheet_id, 0, verb, entry.args))
        for key, verb in verbs.items()
    ]
    typed = typed.replace("`", "'")
    buttons = [] if error.code == "sheet_closed" else buttons
    return Screen.of(lines, f"{FENCE}\n{typed}\n{FENCE}", buttons)


def _doubt(words: Translator, sheet: Sheet, names: Sequence[str], doubt: Doubt) -> str:
    seat, key, data = doubt
    if "seats" in data:
        data = {"names": words.list([bold(names[each]) for each in data["seats"]])}
    elif "result" in data:
        data = {"result": _result(words, sheet, data["result"])}
    elif "typed" in data:
        data = {"typed": escaped(data["typed"].strip())}
    elif "card" in data:
        card = data["card"]
        name = number_name(words, card.number) if card.number else card_name(words, card)
        data = data | {"card": name}
    text = words(f"sheet.doubt.{key}", **data)
    return text if seat is None else f"{bold(names[seat])} · {text}"


def typed_in(message: discord.Message | None) -> str:
    """Return what was typed, from the message that said why it was refused."""
    if message is not None:
        for item in discord.ui.LayoutView.from_message(message, timeout=None).walk_children():
            if isinstance(item, discord.ui.TextDisplay) and item.content.startswith(FENCE):
                return item.content.removeprefix(FENCE).removesuffix(FENCE).strip("\n")
    raise BadCustomIdError("no message of a refused result")


def _day(sheet: Sheet) -> str:
    return datetime.fromtimestamp(sheet.played_at, UTC).date().isoformat()


def file_name(sheet: Sheet) -> str:
    names = (re.sub(r"\W+", "", name) for name in sheet.names)
    return "-".join(("score-sheet", _day(sheet), *names))


def sheet_file(words: Translator, sheet: Sheet) -> bytes:
    """Return all results as separated values, with the mark by which Excel knows UTF-8."""
    text = io.StringIO()
    course = figures(sheet)
    table = csv.writer(text, delimiter=words("sheet.separator"))
    columns = (
        *("date", "hand", "dealer", "name", "phase"),
        *("laid", "left", "points", "total", "winner"),
    )
    table.writerow([words(f"sheet.column.{column}") for column in columns])
    names = [f"'{name}" if folded(name).startswith(_FORMULA) else name for name in sheet.names]
    day = _day(sheet)
    winners = course.state.result.winners if course.state.result else ()
    winner = words.list([names[seat] for seat in winners]) if winners else ""
    for hand, (dealt, state) in enumerate(zip(course.dealt, course.scored, strict=False)):
        for seat, before in enumerate(dealt.seats):
            result = sheet.result(hand, seat)
            if result is not None and before.playing:
                phase = before.trying or result.laid or ""
                phase = words("sheet.playoff") if dealt.playoff else phase
                head = day, hand + 1, names[dealt.dealer], names[seat], phase
                laid = "" if dealt.playoff else words("sheet.yes" if result.laid else "sheet.no")
                points = result_points(sheet.rules, result)
                total = state.seats[seat].total
                table.writerow((*head, laid, result.left, points, total, winner))
    return text.getvalue().encode("utf-8-sig")
