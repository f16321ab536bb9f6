"""A server's finished games: the list, the page of one, its record.

The position in the list is in the custom ids: whose games are listed (or ``all``), and the page
from 0.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.games.errors import GameError
from bot.games.states import AnyRules
from bot.i18n import Words
from bot.i18n.phrases import clip
from bot.i18n.rulesets import edition_name, title
from bot.rules.editions import EDITIONS, OPTIONS, with_options
from bot.scores.results import PastGame, SeatResult
from bot.systems import ALL_EDITIONS, system_of, system_of_record
from bot.table.errors import TableError, looking_up
from bot.table.replays import Moment
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import (
    NO_GAME,
    BadCustomIdError,
    CustomId,
    Verb,
    parse_game,
    parse_index,
    parse_user,
)
from cogs.base.panels import (
    Panel,
    Picture,
    button,
    container,
    gallery,
    menu,
    pages,
    pictured,
    row,
    said_panel,
    show,
    text,
)
from cogs.base.permissions import board_of, check_in_server, server_of
from cogs.base.slash_commands import command
from cogs.base.text import bold, bullets, escaped, isolated, moment, relative, signed, small
from cogs.live.displays import steps_of

from .parts import BaseCog

GAMES = 5
MOST_PAGES = 100_000
EVERYBODY = "all"
LONGEST_VARIATION = 60
_PRIMARY = discord.ButtonStyle.primary


@dataclass(frozen=True)
class ListPosition:
    """A page of a list of games.

    Attributes:
        member: whose games are listed; None for everybody's.
        page: from 0.
    """

    member: int | None = None
    page: int = 0

    @property
    def args(self) -> tuple[str, ...]:
        """The arguments of a custom id."""
        return (str(self.member or EVERYBODY), str(self.page))


def position_of(args: Sequence[str]) -> ListPosition:
    """Return the position in the arguments of a custom id.

    Raises:
        BadCustomIdError: it holds none.
    """
    try:
        member, page = args[:2]
    except ValueError:
        raise BadCustomIdError("no position in a list") from None
    return ListPosition(
        None if member == EVERYBODY else parse_user(member), parse_index(page, MOST_PAGES)
    )


# -- the list ------------------------------------------------------------------------------


@dataclass(frozen=True)
class HistoryPage:
    """The games on a page of the list.

    Attributes:
        position: the page.
        games: newest first.
        total: how many games there are on all pages.
    """

    position: ListPosition
    games: Sequence[PastGame]
    total: int

    @property
    def numbered(self) -> Iterable[tuple[int, PastGame]]:
        """The games with their numbers in the whole list."""
        return enumerate(self.games, self.position.page * GAMES + 1)


def history_panel(words: Words, page: HistoryPage, name: str = "") -> Panel:
    """Build a page of the list of finished games.

    Args:
        words: the reader's language.
        page: the games.
        name: the person whose games they are, if known.
    """
    name = bold(escaped(name or _name_in(page) or words("memories.forgotten")))
    if not page.games:
        key = "memories.no_history" if page.position.member is None else "memories.no_history_of"
        command = words.command("phase10", "play")
        return said_panel(words(key, name=name, command=command))
    choices = [(game_choice(words, n, past), past.game_id) for n, past in page.numbered]
    choose = CustomId(NO_GAME, 0, Verb.PAST_CHOICE, page.position.args)
    return Panel(
        container(
            text(*next(pages(_list_lines(words, page, name)))),
            menu(words("memories.choose_game"), choose, choices),
            *_paging(words, page),
        )
    )


def _list_lines(words: Words, page: HistoryPage, name: str) -> list[str]:
    key = "memories.history" if page.position.member is None else "memories.history_of"
    lines = [f"### {words(key, name=name)}"]
    for number, past in page.numbered:
        lines += game_lines(words, number, past)
    if page.total > len(page.games):
        first = page.position.page * GAMES + 1
        figures = {"first": first, "last": first + len(page.games) - 1, "total": page.total}
        numbers = {key: words.number(figure) for key, figure in figures.items()}
        lines.append(small(words("memories.page", **numbers)))
    return lines


def _name_in(page: HistoryPage) -> str:
    """Return the person's name in the newest of the games."""
    seats = (seat for past in page.games for seat in past.seats)
    return next((seat.name for seat in seats if seat.user_id == page.position.member), "")


def _paging(words: Words, page: HistoryPage) -> list[discord.ui.ActionRow[Any]]:
    at, made = page.position, []
    if at.page > 0:
        before = ListPosition(at.member, at.page - 1).args
        back = CustomId(NO_GAME, 0, Verb.HISTORY_BACK, before)
        made.append(button(words("memories.back"), back))
    if (at.page + 1) * GAMES < page.total:
        after = ListPosition(at.member, at.page + 1).args
        made.append(button(words("memories.on"), CustomId(NO_GAME, 0, Verb.HISTORY_ON, after)))
    return [row(*made)] if made else []


# -- the page of a game --------------------------------------------------------------------


def game_panel(
    words: Words,
    past: PastGame,
    position: ListPosition,
    shown: Picture | None = None,
    *,
    recorded: bool = True,
) -> Panel:
    """Build the page of a finished game, with buttons to the list and, if recorded, its steps."""
    at = position.args
    step = CustomId(past.game_id, 0, Verb.REPLAY, (*at, "0"))
    record = CustomId(past.game_id, 0, Verb.RECORD)
    recap = CustomId(past.game_id, 0, Verb.RECAP)
    games = CustomId(NO_GAME, 0, Verb.HISTORY, at)
    lines, buttons = page_of_game(words, past), [button(words("memories.to_games"), games)]
    if recorded:
        replay = button(words("memories.step_through"), step, _PRIMARY)
        more = [button(words("table.recap"), recap)] if steps_of(past).recaps else []
        if system_of(past.edition).traits.reviewed:
            review = CustomId(past.game_id, 0, Verb.REVIEW)
            more.append(button(words("reviews.button"), review))
        buttons = [replay, *more, button(words("table.record"), record), *buttons]
    else:
        lines.append(small(words("memories.no_record")))
    return pictured(text(*lines), gallery(shown), row(*buttons))


# -- games in words ------------------------------------------------------------------------


def rules_of(words: Words, past: PastGame) -> str:
    """Name edition and variation: ``Classic · the first 4 only``."""
    rules = _rules(past)
    if rules is not None:
        return title(words, rules)
    known = past.edition in ALL_EDITIONS
    edition = edition_name(words, past.edition) if known else escaped(past.edition)
    variation = escaped(clip(past.variation, LONGEST_VARIATION))
    return f"{edition} · {variation}" if variation else edition


def _rules(past: PastGame) -> AnyRules | None:
    """Return the rules of a game, None for rules that this version does not know."""
    if not past.variation:
        return ALL_EDITIONS.get(past.edition)
    if past.edition not in EDITIONS:
        return None
    typed = past.variation.split()
    options = [each for each in typed if each.partition("=")[0] in OPTIONS]
    variations = [each for each in typed if each not in options]
    try:
        return with_options(EDITIONS[past.edition], variations, options)
    except GameError:
        return None


def name_of(words: Words, seat: SeatResult) -> str:
    """Return a player's plain name, or a replacement if it was deleted."""
    return seat.name or words("memories.forgotten")


def names_of(words: Words, past: PastGame) -> list[str]:
    """Return the players' plain names by seat."""
    return [name_of(words, seat) for seat in past.seats]


def placed(past: PastGame) -> list[SeatResult]:
    """Return the seats, best first."""
    return sorted(past.seats, key=lambda seat: (seat.place, seat.seat))


def game_lines(words: Words, number: int, past: PastGame) -> list[str]:
    """Describe a game in the list: time and rules, then the players' places."""
    when = moment(past.ended_at)
    rules, at = rules_of(words, past), words.number(number)
    head = bold(words("memories.game", number=at, when=when, rules=rules))
    if past.abandoned:
        head += f" · {words('memories.abandoned')}"
    seats = (_placed(words, seat, _marked(words, seat)) for seat in placed(past))
    return [head, " · ".join(seats)]


def _placed(words: Words, seat: SeatResult, name: str) -> str:
    """Format place, name, phases and points of a player."""
    total = words.number(seat.total)
    return words.plural("memories.placed", seat.phases, place=seat.place, name=name, total=total)


def _marked(words: Words, seat: SeatResult) -> str:
    """Return an escaped name, marked if a computer player or if the player left."""
    name = escaped(name_of(words, seat))
    if seat.is_late:
        return words("memories.marked", name=name, mark=words("memories.late"))
    if seat.is_computer:
        return words("memories.marked", name=name, mark=words("memories.computer"))
    if seat.left:
        return words("memories.marked", name=name, mark=words("memories.left"))
    return name


def game_choice(words: Words, number: int, past: PastGame) -> str:
    """Describe a game in a menu: its number in the list, and its players, best first."""
    names = [isolated(name_of(words, seat)) for seat in placed(past)]
    return words("memories.game_choice", number=words.number(number), names=", ".join(names))


def page_of_game(words: Words, past: PastGame) -> list[str]:
    """Describe a finished game: rules, time, hands or rounds, and each player's place."""
    lines = [f"### {rules_of(words, past)}"]
    if past.abandoned:
        lines.append(bold(words("table.abandoned")))
    span = words("memories.from_to", start=moment(past.started_at), end=moment(past.ended_at))
    hands = words.about(system_of(past.edition).name).plural("memories.hands", past.hands)
    lines.append(small(f"{span} · {hands} · {relative(past.ended_at)}"))
    lines += [_in_full(words, seat) for seat in placed(past)]
    rules = _rules(past) if past.variation else None
    return lines if rules is None else [*lines, *map(small, bullets(words, rules))]


def _in_full(words: Words, seat: SeatResult) -> str:
    line = _placed(words, seat, bold(_marked(words, seat)))
    changes = (
        words(f"memories.rating_change.{kind}", change=signed(words, rating.change))
        for kind, rating in seat.rating_changes.items()
    )
    return " · ".join([line, *changes])


def named(words: Words, past: PastGame, shown: Moment) -> Moment:
    """Return a step with today's names, so that deleted names are not shown."""
    names = names_of(words, past)
    seats = tuple(replace(seat, name=names[seat.seat]) for seat in shown.view.seats)
    return replace(shown, view=replace(shown.view, seats=seats))


# -- what is done --------------------------------------------------------------------------


class HistoryCog(BaseCog):
    """Handles the components of the list and of the pages of finished games."""

    @command("history", member=("member", "history_member"))
    async def history(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
    ) -> None:
        """Show the last games of this server or one of its members, elsewhere the user's own."""
        if member is not None and member.id != interaction.user.id:
            check_in_server(interaction)
        position = ListPosition(member.id if member else None)
        await self.show(interaction, position, member)

    async def show(
        self,
        interaction: discord.Interaction,
        position: ListPosition,
        who: discord.Member | discord.User | None = None,
    ) -> None:
        """Show a page of the list in the private answer to a deferred interaction.

        Outside of servers it is that of the user's own games there.

        Raises:
            TableError: ``bot_member`` or ``not_looked_up``.
        """
        if who is not None and who.bot:
            raise TableError("bot_member")
        if not server_of(interaction):
            position, who = replace(position, member=interaction.user.id), interaction.user
        page = await self._page(board_of(interaction), position)
        words = self.parts.preferences.words_of(interaction)
        panel = history_panel(words, page, who.display_name if who else "")
        await show(interaction, panel)

    async def _page(self, guild_id: int, position: ListPosition) -> HistoryPage:
        """Read a page, the last one where there are fewer by now."""
        with looking_up():
            found, total = await self._games(guild_id, position)
            if not found and total:
                position = ListPosition(position.member, (total - 1) // GAMES)
                found, total = await self._games(guild_id, position)
        return HistoryPage(position, found, total)

    async def _games(self, guild_id: int, at: ListPosition) -> tuple[list[PastGame], int]:
        return await self.parts.store.history(
            guild_id, at.member, offset=at.page * GAMES, limit=GAMES
        )

    async def _show_game(
        self, interaction: discord.Interaction, game_id: str, position: ListPosition
    ) -> None:
        past = await self.parts.replays.past_game(
            board_of(interaction), interaction.user.id, game_id
        )
        reader = await self.parts.preferences.reader(interaction)
        shown, recorded = None, True
        try:
            replay = await self.parts.replays.of(past.game_id)
        except TableError as error:
            recorded = error.code != "no_past_game"
        else:
            last = named(reader.words, past, replay.moment(len(replay) - 1))
            shown = await steps_of(past).picture(self.parts.pictures, reader, past, last, "")
        panel = game_panel(reader.words, past, position, shown, recorded=recorded)
        await show(interaction, panel, shown)

    @on(Verb.HISTORY, Verb.HISTORY_BACK, Verb.HISTORY_ON)
    async def _turn(self, click: Click) -> None:
        position = position_of(click.meaning.args)
        await click.defer()
        await self.show(click.interaction, position)

    @on(Verb.PAST_CHOICE)
    async def _choose(self, click: Click) -> None:
        position, game_id = position_of(click.meaning.args), parse_game(click.only)
        await click.defer()
        await self._show_game(click.interaction, game_id, position)

    @on(Verb.PAST_GAME)
    async def _to_game(self, click: Click) -> None:
        position = position_of(click.meaning.args)
        await click.defer()
        await self._show_game(click.interaction, click.meaning.game, position)

    @on(Verb.RECORD)
    async def _record(self, click: Click) -> None:
        """Send the record of a finished game as a file."""
        game_id = click.meaning.game
        manager = click.registry.by_game(game_id)
        if manager is not None and manager.running and manager.guild_id == click.guild_id:
            raise TableError("record_running")
        await click.defer_private()
        await self.parts.replays.past_game(click.guild_id, click.user_id, game_id)
        lines = await self.parts.replays.record(game_id)
        whole = await asyncio.to_thread("".join, [f"{line}\n" for line in lines])
        name = system_of_record(lines).records.format.removesuffix("-record")
        file = discord.File(io.BytesIO(whole.encode()), f"{name}-{game_id}.jsonl")
        said = click.words("table.record_here")
        await click.interaction.edit_original_response(content=said, attachments=[file])
