"""Messages of cups: the public one, which is edited from the opening to the end, and answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.cups.standings import CupStanding, standings
from bot.cups.state import Cup, CupStatus, CupTable, LiveCup
from bot.i18n import Words
from bot.i18n.cups import (
    MOST_SHOWN,
    format_line,
    name_of,
    people_line,
    round_line,
    standing_line,
)
from bot.i18n.phrases import clip
from bot.i18n.rulesets import title
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.panels import (
    Panel,
    Picture,
    button,
    gallery,
    in_rows,
    page_at,
    page_lines,
    pictured,
    text,
    text_panel,
    turn_buttons,
)
from cogs.base.text import bold, escaped, relative, time_of_day

MOST_NAMES = 40
MOST_TABLES = 12
"""Names and tables in the public message."""
IN_PAGE = 25
"""Places in a page of the standings."""
_PRIMARY = discord.ButtonStyle.primary
_SUCCESS = discord.ButtonStyle.success
_DANGER = discord.ButtonStyle.danger


@dataclass(frozen=True)
class CupMessage:
    """What the public message shows besides the cup: its picture, and what hinders the bot."""

    picture: Picture | None = None
    problem: str = ""


def cup_panel(words: Words, stored: LiveCup, shown: CupMessage) -> Panel:
    """Build the public message of a cup."""
    lines = [f"### 🏆 {escaped(stored.cup.name)}", *_lines(words, stored, shown)]
    if shown.problem:
        lines.append(f"⚠️ {shown.problem}")
        if stored.cup.status is CupStatus.PLAYING:
            lines.append(words("cup.not_begun"))
    rows = in_rows([*_buttons(words, stored.cup)])
    return pictured(text(*lines), gallery(shown.picture), *rows)


def _lines(words: Words, stored: LiveCup, shown: CupMessage) -> Iterator[str]:
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
            yield words("cup.won", name=bold(escaped(name_of(cup, standings(cup)[0].person))))
        case CupStatus.CANCELLED:
            yield words("cup.cancelled")
    if cup.rounds and shown.picture is None and cup.status is not CupStatus.PLAYING:
        yield from standing_lines(words, cup, standings(cup)[:MOST_SHOWN])


def _of_open(words: Words, stored: LiveCup) -> Iterator[str]:
    yield words(
        "cup.what", format=format_line(words, stored.cup), rules=title(words, stored.cup.rules)
    )
    if stored.due is None:
        yield words("cup.host_starts")
    else:
        yield words("cup.starts", time=time_of_day(stored.due), when=relative(stored.due))
    yield people_line(words, stored.cup, MOST_NAMES, escaped)


def _of_round(words: Words, stored: LiveCup) -> Iterator[str]:
    cup, this = stored.cup, stored.cup.round
    yield round_line(words, cup)
    if stored.cancelling:
        yield words("cup.cancelling")
    elif cup.deadline is not None and not this.time_up:
        yield words("cup.deadline", when=relative(cup.deadline))
    for place, (table, game) in enumerate(zip(this.tables, stored.games, strict=True)):
        if place == MOST_TABLES:
            yield words.plural("cup.more_tables", len(this.tables) - MOST_TABLES)
            break
        where = f"<#{game.channel_id}>" if game.begun else words("cup.table", table=place + 1)
        mark = "✅ " if table.sheet is not None else ""
        yield f"{mark}{where}: {', '.join(_names_at(words, cup, table))}"
    for person in this.byes:
        yield words("cup.has_bye", name=escaped(name_of(cup, person)))


def _names_at(words: Words, cup: Cup, table: CupTable) -> Iterator[str]:
    for person in table.people:
        yield escaped(name_of(cup, person))
    computers = table.seats.count(None)
    if computers:
        yield words.plural("cup.computers", computers)


def standing_lines(words: Words, cup: Cup, rows: Sequence[CupStanding]) -> Iterator[str]:
    """The standings as lines."""
    for standing in rows:
        line = standing_line(words, cup, standing, lambda name: bold(escaped(name)))
        yield f"{standing.place}\\. {line}"


def _buttons(words: Words, cup: Cup) -> Iterator[discord.ui.Button[Any]]:
    def of(key: str, verb: Verb, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Any:  # noqa: ANN401
        return button(words(key), CustomId(cup.cup_id, 0, verb), style)

    if cup.over:
        if cup.rounds:
            yield of("cup.standings", Verb.CUP_STANDINGS)
        return
    if cup.status is CupStatus.OPEN:
        yield of("cup.join", Verb.CUP_JOIN, _SUCCESS)
    else:
        yield of("cup.my_table", Verb.CUP_TABLE, _PRIMARY)
        yield of("cup.standings", Verb.CUP_STANDINGS)
        if not cup.format.knock_out:
            yield of("cup.join", Verb.CUP_JOIN)
    yield of("cup.leave", Verb.CUP_LEAVE)
    yield button("⋯", CustomId(cup.cup_id, 0, Verb.CUP_MORE))


# ── private answers ───────────────────────────────────────────────────────────────────────────


def more_panel(words: Words, stored: LiveCup, *, hosts: bool) -> Panel:
    """Build how the cup goes, for its hosts with what they can do."""
    cup = stored.cup
    lines = [
        f"### {escaped(cup.name)}",
        words(f"cup.how.{cup.format.name}"),
        words("cup.how.points"),
        words("cup.how.leaving"),
    ]
    buttons: list[discord.ui.Button[Any]] = []
    if hosts and cup.status in (CupStatus.OPEN, CupStatus.BETWEEN):
        key = "cup.start" if cup.status is CupStatus.OPEN else "cup.start_round"
        buttons.append(button(words(key), CustomId(cup.cup_id, 0, Verb.CUP_START), _SUCCESS))
    if hosts and not cup.over:
        buttons.append(button(words("cup.cancel"), CustomId(cup.cup_id, 0, Verb.CUP_CANCEL)))
    return text_panel(*lines, buttons=buttons)


def standings_panel(words: Words, cup: Cup, user_id: int, number: int = 0) -> Panel:
    """Build a page of the standings, and the reader's own place."""
    rows = standings(cup)
    page = page_at(number, IN_PAGE, len(rows))
    lines = [f"### {escaped(cup.name)}"]
    own = next((standing for standing in rows if standing.person == user_id), None)
    if own is not None:
        points = words.plural("pictures.points", own.points)
        lines.append(words("cup.own_place", place=own.place, points=points))
    lines += [*standing_lines(words, cup, rows[page.first : page.end]), *page_lines(words, page)]
    turn = turn_buttons(words, page, Verb.CUP_STANDINGS, lambda to: (cup.cup_id, str(to)))
    return text_panel(*lines, buttons=turn)


def question_panel(words: Words, key: str, yes: str, meaning: CustomId) -> Panel:
    """Build a question before somebody leaves a cup or cancels it."""
    stay = button(words("cup.stay"), CustomId(NO_GAME, 0, Verb.DISMISS))
    return text_panel(words(key), buttons=[button(words(yes), meaning, _DANGER), stay])


def own_table_panel(words: Words, stored: LiveCup, user_id: int) -> Panel:
    """Build the answer to who looks for their table."""
    cup = stored.cup
    entrant = cup.entrant(user_id)
    if entrant is None or entrant.left:
        return text_panel(words("errors.not_in_cup"))
    if cup.status is not CupStatus.PLAYING:
        return text_panel(words("cup.wait"))
    place = cup.round.table_of(user_id)
    if place is None:
        bye = user_id in cup.round.byes
        return text_panel(words("cup.your_bye" if bye else "cup.next_time"))
    game = stored.games[place]
    if cup.round.tables[place].sheet is not None:
        return text_panel(words("cup.table_over"))
    if not game.begun:
        return text_panel(words("cup.table_soon", table=place + 1))
    link: discord.ui.Button[Any] = discord.ui.Button(
        label=words("help.to_table"),
        url=f"https://discord.com/channels/{stored.guild_id}/{game.channel_id}",
    )
    line = words("cup.your_table", table=place + 1, thread=f"<#{game.channel_id}>")
    return text_panel(line, buttons=[link])


# ── lines for the channel and the threads ─────────────────────────────────────────────────────


def thread_names(words: Words, cup: Cup, table: int) -> tuple[str, str]:
    """The name of the thread of a table of the newest round, and one without the cup's name."""
    own = words("cup.thread", cup=cup.name, round=len(cup.rounds), table=table + 1)
    neutral = words("cup.round", round=len(cup.rounds)), words("cup.table", table=table + 1)
    return clip(own), " · ".join(neutral)


def greeting(words: Words, cup: Cup, table: int) -> str:
    """The message from which the thread of a table is begun; it mentions its people."""
    names = words.list([f"<@{person}>" for person in cup.round.tables[table].people])
    return words("cup.greeting", names=names, round=len(cup.rounds), cup=bold(escaped(cup.name)))


def reminder(words: Words, stored: LiveCup, link: str) -> str:
    """The reminder in the channel, which mentions people if they are not too many for a message."""
    people = [f"<@{entrant.person}>" for entrant in stored.cup.entrants]
    when = relative(stored.due or 0)
    line = words("cup.reminder", cup=bold(escaped(stored.cup.name)), when=when, link=link)
    return f"{line}\n{' '.join(people)}" if 0 < len(people) <= MOST_NAMES else line
