"""The form of results of a score sheet, and the message when they are refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Self

import discord

from bot.cards.state import State
from bot.core.errors import CodedError, IllegalError, MalformedError
from bot.i18n import Translator
from bot.i18n.phrases import card_name, clip, number_name, numbered_phase
from bot.sheets.doubts import Doubt
from bot.sheets.entries import NOT_CHOSEN, new_result
from bot.sheets.figures import figures
from bot.sheets.points import least_points
from bot.sheets.sheet import MARKS, MOST_HANDS, MOST_PEOPLE, Sheet, SheetResult, mark
from bot.sheets.typed import parse_left, parse_lines
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb, parse_index
from cogs.base.errors import sentence
from cogs.base.screens import (
    FORM_CHOICE,
    Button,
    Form,
    Screen,
)
from cogs.base.text import all_escaped, bold, escaped, small

from .sheet_page import phase_needed, shown_result

LONGEST_LEFT = 60
LONGEST_LINES = 1000
LONGEST_TITLE = 45
MOST_LAID = 11
LAID_VALUES = MOST_LAID + 1  # also ``NOT_CHOSEN``
PACKED = "v2"
PACKED_LENGTH = 4
OLD_LENGTH = 6
_DIGITS = f"{digits}{ascii_uppercase}{ascii_lowercase}"
MOST_IN_GROUP = 10  # options that Discord takes in a group of buttons of a form
FENCE = "```"  # around the typed text, in a message about it
_OLD_LAID = "x0123456789a"


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
    def parse(cls, hand: str, seats: str, marks: str, form: str) -> Self:
        if len(set(seats)) < len(seats):
            raise BadCustomIdError("a seat twice")
        number = parse_index(hand, MOST_HANDS)
        at = tuple(parse_index(seat, MOST_PEOPLE) for seat in seats)
        parse_each = _parse_packed if form == PACKED else partial(_parse_old, form)
        pairs = parse_each(marks)
        if len(pairs) != len(at):
            raise BadCustomIdError("not one value for each seat")
        return cls(number, at, tuple(mark for mark, _ in pairs), tuple(laid for _, laid in pairs))

    @classmethod
    def of(cls, sheet: Sheet, hand: int, *seats: int) -> Self:
        """Return the first content of the form of these seats."""
        there = [sheet.result(hand, seat) for seat in seats]
        laid = tuple(NOT_CHOSEN if each is None else each.laid for each in there)
        return cls(hand, seats, tuple(map(mark, there)), laid)

    @property
    def args(self) -> tuple[str, str, str, str]:
        pairs = zip(self.marks, self.laid, strict=True)
        packed = "".join(_packed(mark, laid) for mark, laid in pairs)
        return str(self.hand), "".join(map(str, self.seats)), packed, PACKED

    def filled(self, chosen: str) -> Self:
        """Return the entry with the choices in its form."""
        if len(self.seats) == 1:
            return replace(self, laid=(parse_index(chosen, MOST_LAID) if chosen else NOT_CHOSEN,))
        ticked = {parse_index(each, MOST_PEOPLE) for each in chosen}
        laid = tuple(1 if seat in ticked else NOT_CHOSEN for seat in self.seats)
        return replace(self, laid=laid)

    def results(
        self, words: Translator, sheet: Sheet, text: str
    ) -> tuple[list[SheetResult], list[int]]:
        """Return typed results with their marks; MalformedError ``unread`` has ``doubts``."""
        self.check(sheet)
        lines = {self.seats[0]: text}
        unread: list[Doubt] = []
        new: list[SheetResult] = []
        marks: list[int] = []
        if len(self.seats) > 1:
            lines, others = parse_lines(dict(enumerate(sheet.names)), text)
            unread += [(None, "line", {"typed": line}) for line in others[:MOST_PEOPLE]]
            unread += [self._of_others(sheet, seat) for seat in lines if seat not in self.seats]
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

    def _of_others(self, sheet: Sheet, seat: int) -> Doubt:
        """Say why a line of a seat that the form does not have cannot be entered in it."""
        dealt = figures(sheet).dealt
        playing = self.hand < len(dealt) and dealt[self.hand].seats[seat].playing
        if not playing:
            return seat, "not_playing", {}
        is_host = sheet.players[seat].user_id == sheet.host_id
        key = "host_enters" if is_host else "others"
        return None, key, {"name": sheet.names[seat], "host": sheet.host_name}

    def check(self, sheet: Sheet) -> None:
        """Raise IllegalError ``not_now`` if the sheet has no such seats."""
        if not self.seats or max(self.seats) >= len(sheet.players):
            raise IllegalError("not_now")


def _packed(mark: int, laid: int) -> str:
    """Write a mark and a choice in four letters and digits, so that ten fit in a custom id.

    >>> _packed(999_999, 10), _parse_packed("oLkN0001")
    ('oLkN', [(999999, 10), (0, 0)])
    """
    number = mark * LAID_VALUES + laid + 1
    text = ""
    for _ in range(PACKED_LENGTH):
        number, digit = divmod(number, len(_DIGITS))
        text = _DIGITS[digit] + text
    return text


def _parse_packed(text: str) -> list[tuple[int, int]]:
    if len(text) % PACKED_LENGTH:
        raise BadCustomIdError("an incomplete value")
    pairs = []
    for at in range(0, len(text), PACKED_LENGTH):
        number = 0
        for digit in text[at : at + PACKED_LENGTH]:
            number = number * len(_DIGITS) + parse_index(str(_DIGITS.find(digit)), len(_DIGITS))
        mark, laid = divmod(number, LAID_VALUES)
        pairs.append((parse_index(str(mark), MARKS), laid - 1))
    return pairs


def _parse_old(laid: str, marks: str) -> list[tuple[int, int]]:
    """Parse what version 1.1 wrote: six digits a mark, and one letter or digit for each choice."""
    split = [marks[at : at + OLD_LENGTH] for at in range(0, len(marks), OLD_LENGTH)]
    if len(marks) != OLD_LENGTH * len(laid):
        raise BadCustomIdError("not one value for each seat")
    numbers = [parse_index(each.lstrip("0") or "0", MARKS) for each in split]
    chosen = [parse_index(str(_OLD_LAID.find(each)), LAID_VALUES) - 1 for each in laid]
    return [*zip(numbers, chosen, strict=True)]


def result_form(words: Translator, sheet: Sheet, entry: Entry, typed: str | None = None) -> Form:
    """Build the form of results, filled in with those on the sheet, or with the typed text."""
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
    about = [] if several else [bold(there[0][0] + phase_needed(words, state, entry.seats[0]))]
    playing = [seat for seat in state.seats if seat.playing]
    if several and len(entry.seats) < len(playing):
        about = [words("sheet.own_lines", host=bold(escaped(sheet.host_name)))]
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
        options = [(str(seat), name + phase_needed(words, state, seat)) for seat, name in names]
        chosen = {str(seat) for seat, laid in zip(entry.seats, entry.laid, strict=True) if laid > 0}
    elif rules.choose_phase:
        done = {*state.seats[entry.seats[0]].completed} - {*entry.laid}
        free = [each for each in enumerate(rules.parsed_phases, 1) if each[0] not in done]
        phases = [(str(number), numbered_phase(words, number, each)) for number, each in free]
        options = [*phases, ("0", words("sheet.no_phase"))]
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
    """Say why results were not entered, with the typed text, to be tried or entered again."""
    verbs = {"change": Verb.SHEET_CHANGE, "anyway": Verb.SHEET_ANYWAY}
    lines = []
    if sheet is not None and "doubts" in error.data:
        names = all_escaped(sheet.names)
        doubts = error.data["doubts"]
        lines += [_doubt(words, sheet, names, doubt) for doubt in doubts]
        if len(entry.seats) > 1 and any(key == "two_out" for _, key, _ in doubts):
            lines.append(words("sheet.delete_lines"))
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
        data = {"result": shown_result(words, sheet, data["result"])}
    elif "typed" in data:
        data = {"typed": escaped(data["typed"].strip())}
    elif "host" in data:
        data = {key: bold(escaped(name)) for key, name in data.items()}
    elif "card" in data:
        card = data["card"]
        name = number_name(words, card.number) if card.number else card_name(words, card)
        data = data | {"card": name}
    text = words(f"sheet.doubt.{key}", **data)
    return text if seat is None else f"{bold(names[seat])} · {text}"


def typed_in(message: discord.Message | None) -> str:
    """Return the typed text, from the message that said why it was refused."""
    if message is not None:
        for item in discord.ui.LayoutView.from_message(message, timeout=None).walk_children():
            if isinstance(item, discord.ui.TextDisplay) and item.content.startswith(FENCE):
                return item.content.removeprefix(FENCE).removesuffix(FENCE).strip("\n")
    raise BadCustomIdError("no message of a refused result")
