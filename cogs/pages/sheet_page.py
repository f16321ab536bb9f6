"""Messages about score sheets for printed cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import discord

from bot.cards.rulesets import EDITIONS
from bot.cards.state import State
from bot.cards.views import view_for
from bot.core.errors import IllegalError
from bot.i18n import Translator
from bot.i18n.alt import scores_sentences
from bot.i18n.endings import phase_after
from bot.i18n.phrases import clip, numbered_phase
from bot.i18n.rulesets import phases_name, title
from bot.sheets.figures import SheetFigures, figures
from bot.sheets.points import result_points
from bot.sheets.seats import may_join
from bot.sheets.sheet import IDLE, MOST_PEOPLE, Sheet, SheetCorrection, SheetResult
from bot.sheets.years import Company, SheetsOfYear
from bot.table.rating_changes import NO_CHANGES
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import (
    DANGER,
    IN_A_ROW,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Button,
    Drawing,
    Menu,
    Option,
    Page,
    Part,
    Screen,
    page_at,
    page_lines,
    question_screen,
    turn_buttons,
)
from cogs.base.text import all_escaped, bold, escaped, isolated, moment, small

from .lobby_page import length_buttons
from .table_page import left_name, over_lines

MOST_IN_MENU = 25
MOST_COMPANIES = 20  # in the table of a year


def sheet_screen(words: Translator, sheet: Sheet, drawing: Drawing | None = None) -> Screen:
    course = figures(sheet)
    names = names_now(words, sheet, all_escaped(sheet.names))
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
    newest = [each for each in sheet.corrections if _is_news(each, course)]
    lines += map(small, _corrections(words, sheet, course, newest))
    if not course.state.over:
        lines.append(small(host_line(words, sheet)))
    return Screen.of(lines, *parts, drawings=[drawing], in_words=[*lines, *in_words])


def names_now(words: Translator, sheet: Sheet, names: Sequence[str]) -> list[str]:
    """Return the names with a mark at those who have left the game."""
    players = zip(names, sheet.players, strict=True)
    return [name if who.gone_in is None else left_name(words, name) for name, who in players]


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
    if len(seats) > 1:
        yield words("sheet.seats", seats=" → ".join(seats), name=bold(names[0]))
    elif seats:
        yield words("sheet.first_seat", name=seats[0])
    if len(seats) < sheet.rules.min_players:
        yield small(words("errors.too_few_players"))
    if len(seats) == MOST_PEOPLE:
        yield small(words("sheet.full", n=len(seats)))
    if len(seats) > sheet.rules.max_players:
        yield small(words("sheet.two_decks", n=sheet.rules.max_players))


def _hand_lines(
    words: Translator, sheet: Sheet, course: SheetFigures, names: Sequence[str]
) -> Iterator[str]:
    state = course.state
    yield f"### {words('sheet.hand', hand=state.hand, name=names[state.dealer])}"
    playing = [seat for seat, each in enumerate(state.seats) if each.playing]
    if state.playoff:
        yield bold(words("table.playoff", names=words.list([names[seat] for seat in playing])))
        phase = _phase_name(words, state, playing[0])
        yield words("sheet.playoff_needs", phase=phase)
    shared = _shared_phase(words, state, playing[0])
    if shared:
        yield shared

    for seat, name in enumerate(names):
        result = sheet.result(course.hand, seat)
        if seat in playing:
            shown = shown_result(words, sheet, result, playoff=state.playoff)
            needed = "" if shared else phase_needed(words, state, seat)
            about = f" · {shown}" if result else needed
            sign = "▫️"
            if result is not None:
                sign = "✅" if result.laid or state.playoff else "❌"
            yield f"{sign} {bold(name)}{about}"
        elif sheet.players[seat].gone_in is not None:
            yield small(words("sheet.gone", name=bold(escaped(sheet.names[seat]))))
    if course.scored:
        yield from _after_lines(words, course.scored[-1], names, all_move_on=bool(shared))


def _after_lines(
    words: Translator, state: State, names: Sequence[str], *, all_move_on: bool
) -> Iterator[str]:
    """Say which phases come after a hand; where all move on, only who has not laid theirs."""
    view = view_for(state, None)
    seats = view.seats
    if all_move_on and view.last_hand is not None:
        laid = view.last_hand.completed
        seats = tuple(each for each in seats if not laid[each.seat])
    after = ((names[each.seat], phase_after(words, view, each)) for each in seats)
    if told := [f"{name}: {phase}" for name, phase in after if phase]:
        yield small(" · ".join([words("pictures.hand", hand=view.hand_number), *told]))


def _shared_phase(words: Translator, state: State, seat: int) -> str:
    """Name the phase of a player that all others try too; empty where theirs may differ."""
    return _phase_name(words, state, seat) if state.game.rules.ten_hands else ""


def phase_needed(words: Translator, state: State, seat: int) -> str:
    """Name the phase that a player tries, behind a dot; empty where it is not known before."""
    name = "" if state.playoff else _phase_name(words, state, seat)
    return f" · {name}" if name else ""


def _phase_name(words: Translator, state: State, seat: int) -> str:
    game = state.game
    number = state.seats[seat].trying
    if number is None:
        return ""
    return numbered_phase(words, number, game.phases[number - 1], game.rules)


def host_line(words: Translator, sheet: Sheet) -> str:
    seat = sheet.find_seat(sheet.host_id)
    name = sheet.host_name if seat is None else sheet.names[seat]
    return words("sheet.host_is", name=bold(escaped(name)))


def shown_result(
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


def _is_news(correction: SheetCorrection, course: SheetFigures) -> bool:
    """Whether a correction was made in this hand or in the one before."""
    made_in = correction.made_in
    return made_in is not None and course.hand <= made_in + 1


def _corrections(
    words: Translator, sheet: Sheet, course: SheetFigures, corrections: Sequence[SheetCorrection]
) -> Iterator[str]:
    names = all_escaped(sheet.names)
    for each in corrections:
        by = escaped(sheet.host_name) if each.by is None else names[each.by]
        hand = each.now.hand + 1
        name = names[each.now.seat]
        playoff = hand <= len(course.dealt) and course.dealt[hand - 1].playoff
        was, now = (
            shown_result(words, sheet, result, playoff=playoff) for result in (each.was, each.now)
        )
        yield words("sheet.corrected", by=by, hand=hand, name=name, was=was, now=now)


def _parts(words: Translator, sheet: Sheet, course: SheetFigures) -> list[Part]:
    def button(key: str, verb: Verb, *args: str, style: discord.ButtonStyle = SECONDARY) -> Button:
        return Button(words(key), CustomId(sheet.sheet_id, sheet.version, verb, args), style)

    correct = button("sheet.correct", Verb.SHEET_CORRECT)
    scores = button("table.scores", Verb.SHEET_SCORES)
    more = button("table.more", Verb.SHEET_MORE)
    go_on = [button("sheet.go_on", Verb.SHEET_GO_ON, style=SUCCESS)] if sheet.closed else []
    if course.state.over and not course.scored:
        return [go_on]
    if course.state.over:
        style = PRIMARY if go_on else SUCCESS
        next_game = button("sheet.same_people", Verb.SHEET_AGAIN, style=style)
        file = button("sheet.file", Verb.SHEET_FILE)
        return [[*go_on, next_game, scores, correct, file]]
    if sheet.begun:
        hand = str(course.hand)
        chosen = sheet.rules.choose_phase
        key = "sheet.enter_result" if chosen else "sheet.enter_hand"
        enter = [button(key, Verb.SHEET_HAND, hand, style=SUCCESS)]
        members = [player for player in sheet.players if player.user_id is not None]
        if not chosen and len(members) > 1:
            enter.append(button("sheet.my_result", Verb.SHEET_RESULT, hand, style=PRIMARY))
        if not course.scored:
            changes = [correct] if sheet.results else []
            return [[*enter, *changes, button("lobby.cancel", Verb.SHEET_CLOSE), more]]
        return [enter, [scores, correct, button("sheet.stop", Verb.SHEET_CLOSE), more]]
    buttons = []
    if may_join(sheet, course):
        buttons.append(button("lobby.join", Verb.SHEET_JOIN, style=PRIMARY))
        buttons.append(button("sheet.add_guest", Verb.SHEET_GUEST, style=PRIMARY))
    if len(sheet.players) >= sheet.rules.min_players:
        buttons.append(button("lobby.start", Verb.SHEET_START, style=SUCCESS))
    seats = _seats_menu(words, sheet, ("up", "out"), range(len(sheet.players)))
    draw = [button("lobby.surprise_phases", Verb.SHEET_SURPRISE)]
    if sheet.usual_phases:
        draw = [button("lobby.draw_again", Verb.SHEET_SURPRISE)]
        draw.append(button("sheet.usual_phases", Verb.SHEET_SURPRISE, "usual"))
    cancel = button("lobby.cancel", Verb.SHEET_CLOSE, style=DANGER)
    meaning = CustomId(sheet.sheet_id, sheet.version, Verb.SHEET_LENGTH)
    lengths = length_buttons(words, sheet.rules, meaning)
    return [buttons, lengths, _editions(words, sheet), *seats, [*draw, more, cancel]]


def _editions(words: Translator, sheet: Sheet) -> Menu:
    others = [edition for edition in EDITIONS if edition != sheet.rules.edition]
    options = tuple((words(f"lobby.edition.{each}"), each) for each in others)
    meaning = CustomId(sheet.sheet_id, sheet.version, Verb.SHEET_EDITION)
    return Menu(words("lobby.choose_edition"), meaning, options)


def _seats_menu(
    words: Translator, sheet: Sheet, changes: Sequence[str], seats: Sequence[int]
) -> list[Menu]:
    """Build the menu of the changes of these seats, if there are any."""
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
    """Build the message with a person's options besides entering results."""
    own = sheet.find_seat(user_id)
    seats: Sequence[int] = [] if own is None else [own]
    in_game = ["leave", "back"] if sheet.begun else []
    if as_host:
        menus = _seats_menu(words, sheet, ["host", *in_game], range(len(sheet.players)))
    else:
        menus = _seats_menu(words, sheet, in_game, seats)
    if own is not None or as_host:
        menus += _guests_menu(words, sheet)

    def button(key: str, verb: Verb) -> Button:
        return Button(words(key), CustomId(sheet.sheet_id, 0, verb))

    buttons = []
    if may_join(sheet, figures(sheet)):
        if own is None:
            buttons.append(button("lobby.join", Verb.SHEET_JOIN))
        else:
            buttons.append(button("sheet.add_guest", Verb.SHEET_GUEST))
    lines = [host_line(words, sheet)]
    if sheet.begun:
        buttons.append(button("sheet.file", Verb.SHEET_FILE))
        if sheet.rules.ten_hands:
            lines.append(small(words("sheet.no_late")))
    return Screen.of(lines, *menus, buttons)


def _guests_menu(words: Translator, sheet: Sheet) -> list[Menu]:
    names = zip(sheet.names, sheet.players, strict=True)
    guests = [
        (isolated(name), str(seat)) for seat, (name, who) in enumerate(names) if who.user_id is None
    ]
    meaning = CustomId(sheet.sheet_id, 0, Verb.SHEET_RENAME)
    return [Menu(words("sheet.rename"), meaning, tuple(guests))] if guests else []


def said_screen(words: Translator, sheet: Sheet, change: str, seat: int) -> Screen:
    """Confirm the change of a player, and offer the way back."""
    name = sheet.names[seat]
    key = {"leave": "sheet.gone", "back": "sheet.is_back", "host": "sheet.is_host"}[change]
    back = CustomId(sheet.sheet_id, 0, Verb.SHEET_SEATS, (f"back.{seat}",))
    buttons = []
    if change == "leave":
        buttons = [Button(words("sheet.bring_back", name=isolated(name)), back, PRIMARY)]
    return Screen.of([words(key, name=bold(escaped(name)))], buttons)


def seated_screen(words: Translator, seated: Sequence[str], left_out: Sequence[str]) -> Screen:
    """Name those who have got a place, and those for whom there was none."""
    lines = [words("sheet.seated", names=_bold_names(words, seated))]
    if left_out:
        names = _bold_names(words, left_out)
        lines.append(words("sheet.left_out", names=names, n=MOST_PEOPLE))
    return Screen.of(lines)


def _bold_names(words: Translator, names: Sequence[str]) -> str:
    return words.list([*map(bold, all_escaped(names))])


def renamed_screen(words: Translator, was: str, name: str) -> Screen:
    return Screen.of([words("sheet.renamed", was=bold(escaped(was)), name=bold(escaped(name)))])


def again_line(words: Translator, sheet: Sheet, user_id: int) -> str:
    """Say that a sheet is posted again, and how to make room for another one."""
    if user_id == sheet.host_id:
        return words("sheet.again")
    return words("sheet.again_of", host=bold(escaped(sheet.host_name)))


def entered_screen(words: Translator, sheet: Sheet, hand: int, seats: Sequence[int]) -> Screen:
    """Say which results of a hand are on the sheet now, and offer to correct them."""
    dealt = figures(sheet).dealt
    playoff = hand < len(dealt) and dealt[hand].playoff
    lines = [bold(words("pictures.hand", hand=hand + 1))]
    for seat in seats:
        shown = shown_result(words, sheet, sheet.result(hand, seat), playoff=playoff)
        lines.append(f"{bold(escaped(sheet.names[seat]))} · {shown}")
    again = CustomId(sheet.sheet_id, 0, Verb.SHEET_CORRECT)
    return Screen.of(lines, [Button(words("sheet.correct"), again)])


def year_screen(words: Translator, found: SheetsOfYear, people: Sequence[Company]) -> Screen:
    """Build the table of a person's year: who won how often, with whom."""
    lines = [f"### {words('sheet.past')} · {found.year}"]
    for company in people[:MOST_COMPANIES]:
        lines.append(bold(words.list(all_escaped(company.names))))
        wins = zip(all_escaped(company.names), company.wins, strict=True)
        won = [f"{name} {words.number(count)}×" for name, count in wins if count]
        games = words.plural("sheet.games", company.games)
        lines.append(words("sheet.games_won", games=games, wins=" · ".join(won)))
    options = [
        (clip(words.list([*map(isolated, each.names)])), str(found.later + each.newest))
        for each in people[:MOST_COMPANIES]
    ]
    open_newest = CustomId.of(Verb.SHEET_OF_YEAR)
    menu = [Menu(words("sheet.open_newest"), open_newest, tuple(options))] if options else []
    years = [
        Button(str(year), CustomId.of(Verb.SHEET_YEAR, str(year)))
        for year in found.years[:IN_A_ROW]
        if year != found.year
    ]
    one_by_one = Button(words("sheet.one_by_one"), CustomId.of(Verb.SHEETS, str(found.later)))
    return Screen.of(lines, *menu, [one_by_one, *years][:IN_A_ROW])


def past_screen(
    words: Translator,
    sheet: Sheet,
    page: Page,
    drawing: Drawing | None = None,
    *,
    goes_on: bool,
) -> Screen:
    """Build the page of a finished sheet; where it ``goes_on`` it can, and be played again."""

    def button(key: str, verb: Verb, style: discord.ButtonStyle = SECONDARY) -> Button:
        return Button(words(key), CustomId(sheet.sheet_id, 0, verb), style)

    buttons = []
    if goes_on and sheet.closed:
        buttons.append(button("sheet.go_on", Verb.SHEET_GO_ON, SUCCESS))
    if goes_on:
        buttons.append(button("sheet.same_people", Verb.SHEET_AGAIN, PRIMARY))
    buttons.append(button("table.scores", Verb.SHEET_SCORES))
    buttons.append(button("sheet.file", Verb.SHEET_FILE))
    above = [sheet_head(words, sheet)]
    if not goes_on and sheet.guild_id:
        place = f"<#{sheet.channel_id}>"
        above.append(small(words("sheet.goes_on_there", channel=place)))
    turns = turn_buttons(words, page, Verb.SHEETS)
    year = Button(words("sheet.to_year"), CustomId.of(Verb.SHEET_YEAR, _year_of(sheet)))
    screen = replace(sheet_screen(words, sheet, drawing), controls=())
    return screen.around(above).with_parts(buttons, [*turns, year])


def _year_of(sheet: Sheet) -> str:
    return str(datetime.fromtimestamp(sheet.played_at, UTC).year)


def table_screen(
    words: Translator, sheet: Sheet, page: Page, drawing: Drawing | None = None
) -> Screen:
    """Build a page of the table of all complete hands, the newest on the first page."""
    course = figures(sheet)
    last = len(course.ended) - page.first
    hands = course.ended[max(last - page.size, 0) : last]
    in_words = scores_sentences(words, names_now(words, sheet, all_escaped(sheet.names)), hands)
    turns = turn_buttons(words, page, Verb.SHEET_SCORES, sheet.sheet_id)
    lines = page_lines(words, page)
    return Screen.of(lines, turns, drawings=[drawing], in_words=[*in_words, *lines])


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
            shown = shown_result(words, sheet, result, playoff=state.playoff)
            option = f"{head} · {isolated(names[seat])} · {shown}", f"{hand}.{seat}"
            (options if result else missing).append(option)
    options += missing
    if not options:
        raise IllegalError("not_now")
    page = page_at(number, MOST_IN_MENU, len(options))
    choose = CustomId(sheet.sheet_id, 0, Verb.SHEET_CHOOSE)
    menu = Menu(words("sheet.whose"), choose, tuple(options[page.first : page.end]))
    turns = turn_buttons(words, page, Verb.SHEET_CORRECT, sheet.sheet_id)
    made = [*map(small, _corrections(words, sheet, course, sheet.corrections))]
    lines = [words("sheet.correct_what"), *made, *page_lines(words, page)]
    return Screen.of(lines, menu, turns)
