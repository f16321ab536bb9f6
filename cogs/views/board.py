"""The leaderboard: its message, and what its buttons and menus do.

Where a reader stands is in the custom ids: ``<by>-<period>``, the edition, and the page from 0.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.i18n.standings import board_lines, by_name, why_unranked
from bot.rules.editions import EDITIONS
from bot.scores.results import BoardQuery, By, Period
from bot.table.errors import TableError
from cogs.as_text import pages
from cogs.drawing import files
from cogs.memories import looking_up
from cogs.services import services_of, theme_of, wants_pictures
from cogs.text import bold, escaped, small, words_of

from .base import Click, Handler, Option, Panel, button, container, gallery, menu, row, text
from .custom_ids import (
    NO_GAME,
    BadCustomIdError,
    CustomId,
    Verb,
    parse_choice,
    parse_index,
)
from .showing import check_may_post, for_everybody, say_it_is_shown

if TYPE_CHECKING:
    from typing import Any

    from bot.i18n import Words
    from bot.scores.results import Board
    from cogs.drawing import Picture

ROWS = 10
MOST_PAGES = 10_000
ALL_EDITIONS = "all"
_PARTS = 3
# Else Discord makes a list of it, and counts itself.
_NUMBERED = re.compile(r"^(\d+)\.")
_PRIMARY = discord.ButtonStyle.primary


# -- what is shown -------------------------------------------------------------------------


def board_panel(words: Words, board: Board, shown: Picture | None = None) -> Panel:
    """A page of a leaderboard for one reader, with buttons and menus of the others."""
    query, page = board.query, board.offset // ROWS
    return Panel(
        container(
            text(*_lines(words, board, *_unranked(words, board))),
            *gallery(shown),
            *_paging(words, board),
            menu(words("memories.choose_by"), _id(query, page, Verb.BOARD_BY), _bys(words, query)),
            menu(
                words("memories.choose_period"),
                _id(query, page, Verb.BOARD_PERIOD),
                _periods(words, query),
            ),
            menu(
                words("memories.choose_edition"),
                _id(query, page, Verb.BOARD_EDITION),
                _editions(words, query),
            ),
        )
    )


def public_board_panel(words: Words, board: Board, shown: Picture | None = None) -> Panel:
    """A page of a leaderboard for everybody."""
    open_it = button(
        words("memories.open"), _id(board.query, board.offset // ROWS, Verb.BOARD_OPEN)
    )
    return Panel(container(text(*_lines(words, board)), *gallery(shown), row(open_it)))


def _lines(words: Words, board: Board, *more: str) -> list[str]:
    heading, *lines = board_lines(words, board, escaped)
    shown = (_NUMBERED.sub(r"\1\\.", line) for line in lines)
    return next(pages([bold(heading), *shown, *more]))


def _unranked(words: Words, board: Board) -> list[str]:
    """For who is not among those ranked: that it is so, and why it may be."""
    if board.own is not None or not board.rows:
        return []
    said = (words("memories.not_ranked"), why_unranked(words, board.query))
    return [small(" ".join(filter(None, said)))]


def _paging(words: Words, board: Board) -> list[discord.ui.ActionRow[Any]]:
    """Buttons of the pages there are."""
    query, page = board.query, board.offset // ROWS
    made = []
    if page > 0:
        made.append(button(words("memories.back"), _id(query, page - 1, Verb.BOARD_BACK)))
    if board.offset + len(board.rows) < board.total:
        made.append(button(words("memories.on"), _id(query, page + 1, Verb.BOARD_ON)))
    if board.own is not None and board.own not in board.rows:
        made.append(button(words("memories.my_place"), _id(query, page, Verb.BOARD_OWN)))
    if board.rows:
        show = _id(query, page, Verb.BOARD_SHOW)
        made.append(button(words("memories.show_here"), show, _PRIMARY))
    return [row(*made)] if made else []


def _bys(words: Words, query: BoardQuery) -> list[Option]:
    return [(by_name(words, each), each.value) for each in By if each is not query.by]


def _periods(words: Words, query: BoardQuery) -> list[Option]:
    others = [each for each in Period if each is not query.period]
    return [(words(f"standings.period.{each}"), each.value) for each in others]


def _editions(words: Words, query: BoardQuery) -> list[Option]:
    every = [(words("standings.all_editions"), ALL_EDITIONS)]
    every += [(words(f"lobby.edition.{each}"), each) for each in EDITIONS]
    return [each for each in every if each[1] != (query.edition or ALL_EDITIONS)]


def _id(query: BoardQuery, page: int, verb: Verb) -> CustomId:
    ordered = f"{query.by}-{query.period}"
    return CustomId(NO_GAME, 0, verb, (ordered, query.edition or ALL_EDITIONS, str(page)))


# -- what is done --------------------------------------------------------------------------


async def show_board(interaction: discord.Interaction, query: BoardQuery, page: int = 0) -> None:
    """Show a page in the private answer to an interaction, deferred already.

    Raises:
        TableError: ``not_looked_up``.
    """
    board = await _page(interaction, query, page, interaction.user.id)
    await _show(interaction, board)


async def _show(interaction: discord.Interaction, board: Board) -> None:
    theme = await theme_of(interaction)
    words, shown = words_of(interaction, theme), None
    if await wants_pictures(interaction):
        shown = await services_of(interaction).pictures.board(words, theme, board)
    panel = board_panel(words, board, shown)
    await interaction.edit_original_response(view=panel, attachments=files(shown))


async def _page(
    interaction: discord.Interaction, query: BoardQuery, page: int, me: int | None
) -> Board:
    """A page; the last one where there are not so many any more."""
    memories = services_of(interaction).memories
    with looking_up():
        board = await memories.leaderboard(query, offset=page * ROWS, limit=ROWS, me=me)
        if not board.rows and board.total:
            last = (board.total - 1) // ROWS
            board = await memories.leaderboard(query, offset=last * ROWS, limit=ROWS, me=me)
    return board


async def _own_page(interaction: discord.Interaction, query: BoardQuery) -> Board:
    """The page with the row of who clicked.

    Raises:
        TableError: ``not_ranked``.
    """
    me = interaction.user.id
    board = await _page(interaction, query, 0, me)
    if board.own is None:
        raise TableError("not_ranked")
    # Many may share a rank: then the row stands on a later page than the rank says.
    page = (board.own.rank - 1) // ROWS
    while page * ROWS < board.total:
        board = await _page(interaction, query, page, me)
        if any(each.user_id == me for each in board.rows):
            break
        page += 1
    return board


def _asked(click: Click) -> tuple[BoardQuery, int]:
    """The leaderboard and the page that a component means.

    Raises:
        BadCustomIdError: it means none.
    """
    if len(click.meaning.args) != _PARTS:
        raise BadCustomIdError("no leaderboard")
    ordered, edition, page = click.meaning.args
    by, _, period = ordered.partition("-")
    query = BoardQuery(
        click.interaction.guild_id or 0,
        parse_choice(By, by),
        parse_choice(Period, period),
        _edition(edition),
    )
    return query, parse_index(page, MOST_PAGES)


def _edition(value: str) -> str | None:
    if value == ALL_EDITIONS:
        return None
    if value not in EDITIONS:
        raise BadCustomIdError("no such edition")
    return value


async def _turn(click: Click) -> None:
    query, page = _asked(click)
    await click.defer()
    await show_board(click.interaction, query, page)


async def _to_own(click: Click) -> None:
    query, _ = _asked(click)
    await click.defer()
    await _show(click.interaction, await _own_page(click.interaction, query))


async def _choose(click: Click) -> None:
    """Another order, period or edition, from its first page."""
    query, _ = _asked(click)
    match click.meaning.verb:
        case Verb.BOARD_BY:
            query = replace(query, by=parse_choice(By, click.only))
        case Verb.BOARD_PERIOD:
            query = replace(query, period=parse_choice(Period, click.only))
        case _:
            query = replace(query, edition=_edition(click.only))
    await click.defer()
    await show_board(click.interaction, query)


async def _post(click: Click) -> None:
    query, page = _asked(click)
    check_may_post(click.interaction)
    await say_it_is_shown(click)
    # In public nobody's own row is marked.
    board = await _page(click.interaction, query, page, None)
    words, theme = await for_everybody(click.interaction)
    shown = await click.services.pictures.board(words, theme, board)
    panel = public_board_panel(words, board, shown)
    await click.interaction.followup.send(view=panel, files=files(shown))


async def _open(click: Click) -> None:
    query, page = _asked(click)
    await click.defer_private()
    await show_board(click.interaction, query, page)


HANDLERS: dict[Verb, Handler] = {
    Verb.BOARD_BACK: _turn,
    Verb.BOARD_ON: _turn,
    Verb.BOARD_OWN: _to_own,
    Verb.BOARD_BY: _choose,
    Verb.BOARD_PERIOD: _choose,
    Verb.BOARD_EDITION: _choose,
    Verb.BOARD_SHOW: _post,
    Verb.BOARD_OPEN: _open,
}
