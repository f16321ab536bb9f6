"""Messages of cups: the public one, which is edited from the opening to the end, and answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from discord import ButtonStyle

from bot.cups.standings import CupStanding, leader, standings
from bot.cups.state import Cup, CupStatus, LiveCup
from bot.i18n import Translator, cups
from bot.i18n.phrases import clip
from bot.i18n.rulesets import title
from bot.i18n.standings import board_lines
from bot.results.standings import Board
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import (
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Button,
    Drawing,
    Part,
    PeopleMenu,
    Screen,
    page_at,
    page_lines,
    turn_buttons,
)
from cogs.base.text import bold, escaped, message_link, moment, relative, unlisted

MOST_NAMES = 40
ON_STEPS = 3  # people on the steps of the podium
MOST_TABLES = 12  # names and tables in the public message
IN_PAGE = 25  # places in a page of the standings


def cup_screen(
    words: Translator, stored: LiveCup, drawing: Drawing | None = None, problem: str = ""
) -> Screen:
    """Build the public message of a cup; a ``problem`` is shown until it is finished."""
    cup = stored.cup
    if cup.status is CupStatus.FINISHED:
        problem = ""
    lines = [f"### 🏆 {escaped(cup.name)}", *_lines(words, stored)]
    hindered = [f"⚠️ {problem}"] if problem else []
    if problem and cup.status is CupStatus.PLAYING:
        hindered.append(words("cup.not_begun"))
    in_words = list(lines)
    if cup.rounds and cup.status is not CupStatus.PLAYING:
        in_words += standing_lines(words, cup, standings(cup)[: cups.MOST_SHOWN])
    return Screen.of(
        [*lines, *hindered],
        [*_buttons(words, stored)],
        drawings=[drawing],
        in_words=[*in_words, *hindered],
    )


def _lines(words: Translator, stored: LiveCup) -> Iterator[str]:
    cup = stored.cup
    match cup.status:
        case CupStatus.OPEN:
            yield from _of_open(words, stored)
        case CupStatus.BETWEEN if not cup.rounds:
            yield words("cup.begins_now")
        case CupStatus.BETWEEN:
            yield words("cup.round_over", round=len(cup.rounds))
            if stored.due is not None:
                yield words("cup.next_round", when=relative(stored.due))
        case CupStatus.PLAYING:
            yield from _of_round(words, stored)
        case CupStatus.FINISHED:
            yield from _of_end(words, cup)
        case CupStatus.CANCELLED:
            yield words(_why_cancelled(cup))
    if stored.series is not None:
        yield _repeats(words, stored)


def _why_cancelled(cup: Cup) -> str:
    if not cup.rounds:
        return "cup.not_played"
    return "cup.nobody_came" if all(who.absent for who in cup.participants) else "cup.cancelled"


def _of_open(words: Translator, stored: LiveCup) -> Iterator[str]:
    yield words(
        "cup.what", format=cups.format_line(words, stored.cup), rules=title(words, stored.cup.rules)
    )
    if stored.due is None:
        yield words("cup.host_starts")
    else:
        yield words("cup.starts", time=moment(stored.due), when=relative(stored.due))
    yield cups.people_line(words, stored.cup, MOST_NAMES, escaped)


def _repeats(words: Translator, stored: LiveCup) -> str:
    """Say when the cup after this one begins, or that none follows."""
    if stored.next_at is None:
        empty = stored.cup.status is CupStatus.CANCELLED and not stored.cup.participants
        return words("cup.nobody_joined" if empty else "cup.none_follows")
    return words("cup.follows" if stored.cup.over else "cup.weekly", time=moment(stored.next_at))


def _of_end(words: Translator, cup: Cup) -> Iterator[str]:
    """Name the winner, and what decided between people on the steps with equal points."""
    rows = standings(cup)[: ON_STEPS + 1]
    names = [escaped(cups.participant_name(cup, row.person)) for row in rows]
    yield words("cup.won", name=bold(names[0]))
    if cup.closed:
        yield words("cup.closed_early")
    for row, (name, after) in zip(rows, pairwise(names), strict=False):
        if row.ahead_by:
            decided = words(f"cup.ahead.{row.ahead_by}")
            yield words("cup.tie_break", name=name, other=after, decided=decided)


def _of_round(words: Translator, stored: LiveCup) -> Iterator[str]:
    cup = stored.cup
    this = stored.cup.round
    yield cups.round_line(words, cup)
    if stored.cancelling:
        yield words("cup.cancelling")
    elif cup.closed:
        yield words("cup.closing")
    elif cup.deadline is not None and not this.time_up:
        yield words("cup.deadline", when=relative(cup.deadline))
    for place, (table, game) in enumerate(zip(this.tables, stored.games, strict=True)):
        if place == MOST_TABLES:
            yield words.plural("cup.more_tables", len(this.tables) - MOST_TABLES)
            break
        where = f"<#{game.channel_id}>" if game.begun else words("cup.table", table=place + 1)
        mark = "✅ " if table.result is not None else ""
        names = [_marked(words, cup, person) for person in table.people]
        if computers := table.seats.count(None):
            names.append(words.plural("cup.computers", computers))
        yield f"{mark}{where}: {', '.join(names)}"
    for person in this.byes:
        yield words("cup.has_bye", name=_marked(words, cup, person))
    if missing := [escaped(cups.participant_name(cup, person)) for person in cup.awaited]:
        listed = ", ".join(missing[:MOST_TABLES])
        more = len(missing) - MOST_TABLES
        if more > 0:
            listed = words.plural("cup.and_more", more, names=listed)
        yield words("cup.not_here", names=listed)


def _marked(words: Translator, cup: Cup, person: int) -> str:
    """Return an escaped name with a mark of somebody who is out."""
    participant = cup.participant(person)
    assert participant is not None, "people in rounds have joined"
    name = escaped(participant.name)
    gone = cups.gone_note(words, participant)
    return words("terms.marked", name=name, mark=gone) if gone else name


def standing_lines(words: Translator, cup: Cup, rows: Sequence[CupStanding]) -> Iterator[str]:
    for standing in rows:
        line = cups.standing_line(words, cup, standing, lambda name: bold(escaped(name)))
        yield f"{standing.place}\\. {line}"


def _buttons(words: Translator, stored: LiveCup) -> Iterator[Button]:
    cup = stored.cup
    more = Button("⋯", CustomId(cup.cup_id, 0, Verb.CUP_MORE))

    def of(key: str, verb: Verb, style: ButtonStyle = SECONDARY) -> Button:
        return Button(words(key), CustomId(cup.cup_id, 0, verb), style)

    if cup.over:
        if cup.rounds:
            yield of("cup.standings", Verb.CUP_STANDINGS)
        if stored.next_at is not None:
            yield more
        return
    if cup.status is CupStatus.OPEN:
        yield of("cup.join", Verb.CUP_JOIN, SUCCESS)
    else:
        yield of("cup.my_table", Verb.CUP_TABLE, PRIMARY)
        yield of("cup.standings", Verb.CUP_STANDINGS)
        if not cup.format.knock_out:
            yield of("cup.join", Verb.CUP_JOIN)
    yield of("cup.leave", Verb.CUP_LEAVE)
    yield more


def more_screen(words: Translator, stored: LiveCup, *, hosts: bool) -> Screen:
    cup = stored.cup
    lines = [
        f"### {escaped(cup.name)}",
        words(f"cup.how.{cup.format.name}"),
        words("cup.how.points"),
        words("cup.how.leaving"),
    ]
    stop = Button(words("cup.stop"), CustomId(cup.cup_id, 0, Verb.CUP_STOP))
    stops = [stop] if hosts and stored.next_at is not None else []
    if not hosts or cup.over:
        return Screen.of(lines, stops)
    buttons: list[Button] = []
    if cup.status in (CupStatus.OPEN, CupStatus.BETWEEN):
        key = "cup.start" if cup.status is CupStatus.OPEN else "cup.start_round"
        buttons.append(Button(words(key), CustomId(cup.cup_id, 0, Verb.CUP_START), SUCCESS))
    if leader(cup) is not None and not cup.closed:
        close = CustomId(cup.cup_id, 0, Verb.CUP_CLOSE)
        buttons.append(Button(words("cup.close_early"), close))
    buttons.append(Button(words("cup.cancel"), CustomId(cup.cup_id, 0, Verb.CUP_CANCEL)))
    parts: list[Part] = [[*buttons, *stops]]
    if cup.participants:
        take_out = CustomId(cup.cup_id, 0, Verb.CUP_TAKE_OUT)
        parts.append(PeopleMenu(words("cup.take_out"), take_out, 1))
    return Screen.of(lines, *parts)


def close_question(words: Translator, cup: Cup, name: str) -> str:
    """Ask whether the cup ends now; ``name`` is the leader, whom running games can still change."""
    running = cup.status is CupStatus.PLAYING and not cup.round.over
    return words("cup.ask_close_playing" if running else "cup.ask_close", name=name)


def round_screen(words: Translator, stored: LiveCup, drawing: Drawing | None = None) -> Screen:
    """Build the message that shows the standings after a round, or the end."""
    cup = stored.cup
    if cup.status is CupStatus.FINISHED:
        best = cups.participant_name(cup, standings(cup)[0].person)
        title = words("cup.won_named", name=escaped(best), cup=escaped(cup.name))
    else:
        title = words("cup.standings_after", cup=escaped(cup.name), round=cup.rounds_over)
    rows = [*standing_lines(words, cup, standings(cup)[: cups.MOST_SHOWN])]
    to_standings = Button(words("cup.standings"), CustomId(cup.cup_id, 0, Verb.CUP_STANDINGS))
    lines = [f"### {title}"]
    return Screen.of(lines, [to_standings], drawings=[drawing], in_words=[*lines, *rows])


def season_lines(words: Translator, season: Board) -> list[str]:
    """Write the leaders of a season, for below the podium of one of its cups."""
    heading, *rows = map(unlisted, board_lines(words, season, escaped))
    return ["", bold(heading), *rows]


def standings_screen(words: Translator, cup: Cup, user_id: int, number: int = 0) -> Screen:
    if not cup.rounds:
        return Screen.of([words("cup.wait")])
    if not cup.has_results:
        return Screen.of([f"### {escaped(cup.name)}", words("cup.no_results")])
    rows = standings(cup)
    page = page_at(number, IN_PAGE, len(rows))
    lines = [f"### {escaped(cup.name)}"]
    own = next((standing for standing in rows if standing.person == user_id), None)
    if own is not None:
        points = words.plural("pictures.points", own.points)
        lines.append(words("cup.own_place", place=own.place, points=points))
    lines += [*standing_lines(words, cup, rows[page.first : page.end]), *page_lines(words, page)]
    turn = turn_buttons(words, page, Verb.CUP_STANDINGS, cup.cup_id)
    return Screen.of(lines, turn)


def here_button(words: Translator, cup: Cup) -> Button:
    """The button below the call to a table of the newest round."""
    meaning = CustomId(cup.cup_id, 0, Verb.CUP_HERE, (str(len(cup.rounds)),))
    return Button(words("cup.here"), meaning, SUCCESS)


def own_table_screen(words: Translator, stored: LiveCup, user_id: int) -> Screen:
    cup = stored.cup
    participant = cup.participant(user_id)
    if participant is None or participant.left:
        return Screen.of([words("errors.not_in_cup")])
    if cup.status is not CupStatus.PLAYING:
        return Screen.of([words("cup.wait")])
    place = cup.round.find_table(user_id)
    if place is None:
        bye = user_id in cup.round.byes
        return Screen.of([words("cup.your_bye" if bye else "cup.next_time")])
    game = stored.games[place]
    if cup.round.tables[place].result is not None:
        return Screen.of([words("cup.table_over")])
    if not game.begun:
        return Screen.of([words("cup.table_soon", table=place + 1)])
    url = message_link(stored.guild_id, game.channel_id or 0, None)
    line = words("cup.your_table", table=place + 1, thread=f"<#{game.channel_id}>")
    return Screen.of([line], [Button(words("help.to_table"), None, url=url)])


def thread_names(words: Translator, cup: Cup, table: int) -> tuple[str, str]:
    own = words("cup.thread", cup=cup.name, round=len(cup.rounds), table=table + 1)
    neutral = words("cup.round", round=len(cup.rounds)), words("cup.table", table=table + 1)
    return clip(own), " · ".join(neutral)


def greeting(words: Translator, cup: Cup, table: int) -> str:
    """Write the message that begins a table's thread and mentions its people."""
    names = words.list([f"<@{person}>" for person in cup.round.tables[table].people])
    return words("cup.greeting", names=names, round=len(cup.rounds), cup=bold(escaped(cup.name)))


def reminder(words: Translator, stored: LiveCup, link: str) -> str:
    """Write the reminder for the channel; it mentions people if they fit into a message."""
    people = [f"<@{participant.person}>" for participant in stored.cup.participants]
    when = relative(stored.due or 0)
    line = words("cup.reminder", cup=bold(escaped(stored.cup.name)), when=when, link=link)
    return f"{line}\n{' '.join(people)}" if 0 < len(people) <= MOST_NAMES else line


def call(words: Translator, stored: LiveCup, mentions: Sequence[str], link: str) -> str:
    """Write that a cup is open, or open again."""
    again = stored.series not in (None, stored.cup.cup_id)
    line = words(
        "cup.call" if again else "cup.opens",
        cup=bold(escaped(stored.cup.name)),
        when=moment(stored.due or 0),
        link=link,
    )
    return "\n".join([line, " ".join(mentions)]).strip()


def call_over(words: Translator, cup: Cup, link: str) -> str:
    """Write, in place of a call or reminder, that a cup has begun or was cancelled before."""
    key = "cup.called_off" if cup.over and not cup.rounds else "cup.has_begun"
    return words(key, cup=bold(escaped(cup.name)), link=link)
