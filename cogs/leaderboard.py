"""The leaderboard and the champions of a server: their messages and buttons.

The arguments of custom ids name a page: ``<by>-<period>``, the edition or the season of cups, and
the page from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

import discord
from discord import app_commands

from bot.cups.state import PastCup
from bot.daily.calendar import month_bounds
from bot.game_types import GAME_TYPES_BY_NAME
from bot.i18n import Translator
from bot.i18n.daily import daily_sums_lines
from bot.i18n.standings import board_lines, by_name, champions_lines, why_unranked
from bot.results.standings import (
    Board,
    BoardQuery,
    By,
    Champions,
    CupSeason,
    Period,
    month_number,
    month_start,
    week_start,
)
from bot.seating import DAY
from bot.storage import boards
from bot.storage.cups import past_cups, season_board
from bot.storage.daily import daily_sums
from bot.storage.members import is_hidden
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import CustomId, GameTypeName, Verb, parse_choice, parse_edition
from cogs.base.permissions import check_in_server, known_server_id
from cogs.base.screens import (
    PRIMARY,
    Button,
    Control,
    Drawing,
    Menu,
    Option,
    Page,
    PageNumber,
    Screen,
    split_into_pages,
    turn_buttons,
)
from cogs.base.slash_commands import command, make_choices
from cogs.base.text import bold, escaped, moment, small, unlisted

from .lobby import play_button
from .services import BaseCog
from .setting_fields import EDITION

WEEK = 7 * DAY
ROWS = 10  # places on a page
NEWEST_CUPS = 5
FIRST = 3  # places of each board that is shown in place of an empty one
EVERY_EDITION = "all"
_BY = make_choices("standings.by.{}", [by.value for by in By])
_PERIODS = make_choices("standings.period.{}", [period.value for period in Period])


def board_screen(  # noqa: PLR0913  # the board, and what it says to its reader
    words: Translator,
    board: Board,
    drawing: Drawing | None = None,
    *,
    now: float = 0.0,
    hidden: str = "",
    instead: Sequence[str] = (),
) -> Screen:
    """Build a page for one reader.

    ``hidden`` says that the server hides the reader; the lines ``instead`` follow an empty board.
    """
    query = board.query
    number = board.offset // ROWS
    editions: list[Option] = [(words("standings.all_editions"), EVERY_EDITION)]
    editions += EDITION.options(words)
    periods = [(words(f"standings.period.{period}"), period.value) for period in Period]
    orders = [(by_name(words, replace(query, by=by)), by.value) for by in By]

    def others(verb: Verb, key: str, options: Sequence[Option], chosen: str) -> Control:
        others = [option for option in options if option[1] != chosen]
        return Menu(words(key), _id(query, number, verb), tuple(others))

    edition = query.edition or EVERY_EDITION
    menus = [others(Verb.BOARD_BY, "standings.choose_by", orders, query.by)]
    if query.by is not By.CUPS:
        menus += [
            others(Verb.BOARD_PERIOD, "standings.choose_period", periods, query.period),
            others(Verb.BOARD_EDITION, "standings.choose_edition", editions, edition),
        ]
    elif query.season is not None and len(board.seasons) > 1:
        seasons = [(season.name, season.series) for season in board.seasons]
        series = query.season.series
        menus.append(others(Verb.BOARD_SEASON, "standings.choose_season", seasons, series))
    unranked = [small(hidden)] if hidden else _unranked(words, board)
    return Screen.of(
        _lines(words, board, *_until(words, board, now), *unranked, *instead),
        _buttons(words, board, daily=bool(instead)),
        *menus,
        drawings=[drawing],
    )


def public_board_screen(
    words: Translator, board: Board, drawing: Drawing | None = None, *, now: float = 0.0
) -> Screen:
    meaning = _id(board.query, board.offset // ROWS, Verb.BOARD_OPEN)
    lines = _lines(words, board, *_until(words, board, now))
    return Screen.of(lines, [Button(words("standings.open"), meaning)], drawings=[drawing])


def champions_screen(
    words: Translator,
    champions: Champions,
    drawing: Drawing | None = None,
    cups: Sequence[PastCup] = (),
) -> Screen:
    game_type = champions.game_type
    page = Page(champions.offset // ROWS, ROWS, champions.total)
    heading, *lines = champions_lines(words, champions, escaped)
    buttons = turn_buttons(words, page, Verb.CHAMPIONS, game_type)
    for other in GAME_TYPES_BY_NAME:
        if other != game_type:
            buttons.append(_champions_button(words(f"standings.game_of.{other}"), other))
    # Like champions, the board is of all editions of the game.
    pooled = GAME_TYPES_BY_NAME[game_type].all_editions_key or None
    board = BoardQuery(champions.guild_id, edition=pooled)
    buttons.append(Button(words("seasons.board"), _id(board, 0, Verb.BOARD)))
    won = [_cup(words, cup) for cup in cups]
    return Screen.of([bold(heading), *lines, *won], buttons, drawings=[drawing])


def _cup(words: Translator, cup: PastCup) -> str:
    winner = cup.winner or words("terms.forgotten")
    names = {"cup": bold(escaped(cup.name)), "name": bold(escaped(winner))}
    return words.plural("cup.past", cup.people, date=moment(cup.ended_at), **names)


def _champions_button(label: str, game_type: str) -> Button:
    return Button(label, CustomId.of(Verb.CHAMPIONS, game_type, "0"))


def _until(words: Translator, board: Board, now: float) -> list[str]:
    if board.query.period is Period.WEEK:
        until = moment(week_start(now) + WEEK)
        return [small(words("standings.week_until", date=until))]
    if board.query.period is not Period.MONTH:
        return []
    return [small(words("seasons.until", date=moment(month_start(month_number(now) + 1))))]


def _lines(words: Translator, board: Board, *more: str) -> list[str]:
    heading, *lines = map(unlisted, board_lines(words, board, escaped))
    return next(split_into_pages([bold(heading), *lines, *more]))


def _unranked(words: Translator, board: Board) -> list[str]:
    if board.own is not None or not board.rows:
        return []
    no_place = words("errors.not_ranked")
    return [small(f"{no_place} {why_unranked(words, board.query)}")]


def _buttons(words: Translator, board: Board, *, daily: bool) -> list[Button]:
    query = board.query
    champions = _champions_button(words("seasons.champions"), query.game_type.name)
    if not board.rows:
        if query.by is By.CUPS:
            return [champions]
        plays = [replace(play_button(words), style=PRIMARY)]
        if daily:
            plays.append(Button(words("daily.play"), CustomId.of(Verb.DAILY)))
        return [*plays, champions]

    page = Page(board.offset // ROWS, ROWS, board.total)
    buttons = turn_buttons(words, page, Verb.BOARD, *_args(query))
    if board.own is not None and board.own not in board.rows:
        own = _id(query, page.number, Verb.BOARD_OWN)
        buttons.append(Button(words("standings.my_place"), own))
    post = _id(query, page.number, Verb.BOARD_POST)
    buttons.append(Button(words("standings.show_here"), post, PRIMARY))
    return [*buttons, champions]


def _begin_season(words: Translator) -> str:
    every = f"`{words('commands.cup_every.name')}: {words('cup.every.week')}`"
    return words("standings.begin_season", command=words.command("cup", "cup_open"), every=every)


def _args(query: BoardQuery) -> tuple[str, str]:
    counted = query.edition if query.season is None else query.season.series
    return f"{query.by}-{query.period}", counted or EVERY_EDITION


def _id(query: BoardQuery, number: int, verb: Verb) -> CustomId:
    return CustomId.of(verb, *_args(query), str(number))


def _parse_edition(value: str) -> str | None:
    return None if value == EVERY_EDITION else parse_edition(value).edition


def _parse_query(ordered: str, edition: str) -> BoardQuery:
    by, _, period = ordered.partition("-")
    query = BoardQuery(0, parse_choice(By, by), parse_choice(Period, period))
    if query.by is By.CUPS:
        return replace(query, season=CupSeason(edition))
    return replace(query, edition=_parse_edition(edition))


Query = Annotated[BoardQuery, _parse_query]  # without the server, which is that of the click


class LeaderboardCog(BaseCog):
    """Shows the best players of a server, and its champions."""

    @command("leaderboard", by="by", period="period", edition_id=("edition", "board_edition"))
    @app_commands.choices(by=_BY, period=_PERIODS, edition_id=EDITION.choices())
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        by: str = By.RATING.value,
        period: str = Period.ALL.value,
        edition_id: str | None = None,
    ) -> None:
        check_in_server(interaction)
        query = BoardQuery(0, By(by), Period(period), edition_id)
        await self._show_page(interaction, query)

    async def _show_page(
        self, interaction: discord.Interaction, query: BoardQuery, page: int = 0
    ) -> None:
        query = replace(query, guild_id=known_server_id(interaction))
        me = interaction.user.id
        board = await self._page(query, page, me)
        reader = await self.services.preferences.reader(interaction)
        drawing = self.services.pictures(reader).board(board)
        now = interaction.created_at.timestamp()
        hidden = await self._hidden(reader.words, interaction)
        instead = () if board.rows else await self._instead(reader.words, board.query, interaction)
        screen = board_screen(reader.words, board, drawing, now=now, hidden=hidden, instead=instead)
        await self.show(interaction, screen)

    async def _hidden(self, words: Translator, interaction: discord.Interaction) -> str:
        """Say that the server hides the user, and who can change that; empty if it does not."""
        guild_id = known_server_id(interaction)
        if not await self.look_up(is_hidden, guild_id, interaction.user.id):
            return ""
        if not interaction.permissions.manage_guild:
            return words("standings.hidden")
        names = {"people": words("settings.page.people"), "settings": words.command("settings")}
        return words("standings.hidden_by_you", **names)

    async def _instead(
        self, words: Translator, query: BoardQuery, interaction: discord.Interaction
    ) -> list[str]:
        """Return what an empty board says below: how to begin a season, or daily results."""
        if query.by is By.CUPS:
            manages = interaction.permissions.manage_guild
            return [_begin_season(words)] if manages else []
        daily = self.services.daily
        month = month_bounds(daily.today)
        me = interaction.user.id
        sums = await self.look_up(daily_sums, query.guild_id, month, daily.now, me)
        if not sums.rows:
            return []
        sums = replace(sums, rows=sums.rows[:FIRST])
        title, *rows, _ = daily_sums_lines(words, sums, escaped)
        return ["", bold(title), *rows]

    async def _page(self, query: BoardQuery, page: int, me: int | None) -> Board:
        read = partial(boards.leaderboard, now=self.services.clock.now())
        if query.by is By.CUPS:
            read = partial(season_board)

        async def look_up() -> Board:
            board = await self.look_up(read, query, offset=page * ROWS, limit=ROWS, me=me)
            if board.rows or not board.total:
                return board
            last = (board.total - 1) // ROWS
            return await self.look_up(read, query, offset=last * ROWS, limit=ROWS, me=me)

        return await self.services.members.among_present(
            query.guild_id, look_up, lambda board: [row.user_id for row in board.rows]
        )

    @on(Verb.BOARD)
    async def _turn(self, click: Click, query: Query, page: PageNumber) -> None:
        await click.defer()
        await self._show_page(click.interaction, query, page)

    @on(Verb.BOARD_OWN)
    async def _to_own(self, click: Click, query: Query, _page: PageNumber) -> None:
        await click.defer()
        board = await self._page(replace(query, guild_id=click.guild_id), 0, click.user_id)
        # Without a place, the first page says why.
        place = board.own_place or 1
        await self._show_page(click.interaction, query, (place - 1) // ROWS)

    @on(Verb.BOARD_BY, Verb.BOARD_PERIOD, Verb.BOARD_EDITION, Verb.BOARD_SEASON)
    async def _choose(self, click: Click, query: Query, _page: PageNumber) -> None:
        match click.meaning.verb:
            case Verb.BOARD_BY:
                query = replace(query, by=parse_choice(By, click.chosen), season=None)
            case Verb.BOARD_PERIOD:
                query = replace(query, period=parse_choice(Period, click.chosen))
            case Verb.BOARD_SEASON:
                query = replace(query, season=CupSeason(click.chosen))
            case _:
                query = replace(query, edition=_parse_edition(click.chosen))
        await click.defer()
        await self._show_page(click.interaction, query)

    @on(Verb.BOARD_POST)
    async def _post(self, click: Click, query: Query, page: PageNumber) -> None:
        await self.check_may_post(click.interaction)
        await click.defer()
        # A public board marks no row.
        board = await self._page(replace(query, guild_id=click.guild_id), page, None)
        everybody = await self.services.preferences.everybody(click.interaction)
        drawing = self.services.pictures(everybody).board(board)
        now = click.interaction.created_at.timestamp()
        screen = public_board_screen(everybody.words, board, drawing, now=now)
        with self.services.post_limit(click.user_id):
            await self.services.sender.follow_up(click.interaction, screen)
        await self.show(click.interaction, Screen.of([click.words("standings.shown")]))

    @on(Verb.BOARD_OPEN)
    async def _open(self, click: Click, query: Query, page: PageNumber) -> None:
        await click.defer_private()
        await self._show_page(click.interaction, query, page)

    @on(Verb.CHAMPIONS)
    async def _champions(self, click: Click, game_type: GameTypeName, page: PageNumber) -> None:
        """Show champions in place of a private page, or privately below a public message."""
        guild_id = click.guild_id
        now = self.services.clock.now()
        offset = page * ROWS
        await click.defer()
        read = partial(self.look_up, boards.champions, guild_id, game_type, now)
        champions = await self.services.members.among_present(
            guild_id,
            partial(read, offset=offset, limit=ROWS),
            lambda page: [champion.user_id for champion in page.champions],
        )
        newest_cups = partial(self.look_up, past_cups, guild_id, 0 if offset else NEWEST_CUPS)
        cups = await self.services.members.among_present(
            guild_id, newest_cups, lambda past: [cup.winner_id for cup in past if cup.winner]
        )
        reader = await self.services.preferences.reader(click.interaction)
        drawing = self.services.pictures(reader).champions(champions)
        screen = champions_screen(reader.words, champions, drawing, cups)
        await self.show(click.interaction, screen)
