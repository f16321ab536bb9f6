"""A server's finished games: the list, the page of one, its record.

Where a reader stands is in the custom ids: whose games are listed (or ``all``), and the page
from 0.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.table.errors import TableError
from cogs.as_text import pages
from cogs.drawing import files
from cogs.memories import looking_up, past_game, record_of
from cogs.services import services_of, theme_of, wants_pictures
from cogs.text import bold, escaped, small, words_of

from .base import Click, Handler, Panel, button, container, gallery, menu, row, text
from .custom_ids import (
    NO_GAME,
    BadCustomIdError,
    CustomId,
    Verb,
    parse_game,
    parse_index,
    parse_user,
)
from .history_page import game_choice, game_lines, named, page_of_game

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.scores.results import PastGame
    from cogs.drawing import Picture

GAMES = 5
MOST_PAGES = 100_000
EVERYBODY = "all"
_PRIMARY = discord.ButtonStyle.primary


@dataclass(frozen=True)
class Place:
    """Where in which list a reader stands.

    Attributes:
        member: whose games are listed; None for everybody's.
        page: from 0.
    """

    member: int | None = None
    page: int = 0

    @property
    def args(self) -> tuple[str, ...]:
        """The place in a custom id."""
        return (str(self.member or EVERYBODY), str(self.page))


def place_of(args: Sequence[str]) -> Place:
    """The place that a custom id holds.

    Raises:
        BadCustomIdError: it holds none.
    """
    try:
        member, page = args[:2]
    except ValueError:
        raise BadCustomIdError("no place in a list") from None
    return Place(None if member == EVERYBODY else parse_user(member), parse_index(page, MOST_PAGES))


# -- the list ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Page:
    """A page of the list.

    Attributes:
        place: which one.
        games: newest first.
        total: how many games there are on all pages.
    """

    place: Place
    games: Sequence[PastGame]
    total: int

    @property
    def numbered(self) -> Iterable[tuple[int, PastGame]]:
        """The games with their numbers in the whole list."""
        return enumerate(self.games, self.place.page * GAMES + 1)


def history_panel(words: Words, page: Page, name: str = "") -> Panel:
    """A page of the list of finished games.

    Args:
        words: the reader's language.
        page: the games.
        name: what the person is called whose games they are, as far as it is known.
    """
    name = bold(escaped(name or _name_in(page) or words("memories.forgotten")))
    if not page.games:
        key = "memories.no_history" if page.place.member is None else "memories.no_history_of"
        command = words.command("phase10", "play")
        return Panel(container(text(words(key, name=name, command=command))))
    choices = [(game_choice(words, n, past), past.game_id) for n, past in page.numbered]
    choose = CustomId(NO_GAME, 0, Verb.PAST_CHOICE, page.place.args)
    return Panel(
        container(
            text(*next(pages(_list_lines(words, page, name)))),
            menu(words("memories.choose_game"), choose, choices),
            *_paging(words, page),
        )
    )


def _list_lines(words: Words, page: Page, name: str) -> list[str]:
    key = "memories.history" if page.place.member is None else "memories.history_of"
    lines = [f"### {words(key, name=name)}"]
    for number, past in page.numbered:
        lines += game_lines(words, number, past)
    if page.total > len(page.games):
        first = page.place.page * GAMES + 1
        figures = {"first": first, "last": first + len(page.games) - 1, "total": page.total}
        numbers = {key: words.number(figure) for key, figure in figures.items()}
        lines.append(small(words("memories.page", **numbers)))
    return lines


def _name_in(page: Page) -> str:
    """What the person is called in the newest of the games."""
    seats = (seat for past in page.games for seat in past.seats)
    return next((seat.name for seat in seats if seat.user_id == page.place.member), "")


def _paging(words: Words, page: Page) -> list[discord.ui.ActionRow[Any]]:
    at, made = page.place, []
    if at.page > 0:
        before = Place(at.member, at.page - 1).args
        back = CustomId(NO_GAME, 0, Verb.HISTORY_BACK, before)
        made.append(button(words("memories.back"), back))
    if (at.page + 1) * GAMES < page.total:
        after = Place(at.member, at.page + 1).args
        made.append(button(words("memories.on"), CustomId(NO_GAME, 0, Verb.HISTORY_ON, after)))
    return [row(*made)] if made else []


async def show_history(
    interaction: discord.Interaction,
    place: Place,
    who: discord.Member | discord.User | None = None,
) -> None:
    """Show a page of the list in the private answer to an interaction, deferred already.

    Raises:
        TableError: ``bot_member`` or ``not_looked_up``.
    """
    if who is not None and who.bot:
        raise TableError("bot_member")
    page = await _page(interaction, place)
    panel = history_panel(words_of(interaction), page, who.display_name if who else "")
    await interaction.edit_original_response(view=panel, attachments=[])


async def _page(interaction: discord.Interaction, place: Place) -> Page:
    """A page; the last one where there are not so many any more."""
    guild_id, history = interaction.guild_id or 0, services_of(interaction).memories.history
    with looking_up():
        found, total = await history(guild_id, place.member, offset=place.page * GAMES, limit=GAMES)
        if not found and total:
            place = Place(place.member, (total - 1) // GAMES)
            found, total = await history(
                guild_id, place.member, offset=place.page * GAMES, limit=GAMES
            )
    return Page(place, found, total)


# -- the page of a game --------------------------------------------------------------------


def game_panel(words: Words, past: PastGame, place: Place, shown: Picture | None = None) -> Panel:
    """A finished game, with its record and the way to its steps and back to the list."""
    at = place.args
    step = CustomId(past.game_id, 0, Verb.REPLAY, (*at, "0"))
    record = CustomId(past.game_id, 0, Verb.RECORD)
    games = CustomId(NO_GAME, 0, Verb.HISTORY, at)
    buttons = row(
        button(words("memories.step_through"), step, _PRIMARY),
        button(words("table.record"), record),
        button(words("memories.to_games"), games),
    )
    return Panel(container(text(*page_of_game(words, past)), *gallery(shown), buttons))


async def show_game(interaction: discord.Interaction, game_id: str, place: Place) -> None:
    """Show a finished game of this server; the interaction is deferred already.

    Raises:
        TableError: ``no_past_game`` or ``not_looked_up``.
    """
    services = services_of(interaction)
    past = await past_game(services.memories, interaction.guild_id or 0, game_id)
    theme = await theme_of(interaction)
    words = words_of(interaction, theme)
    shown = None
    if await wants_pictures(interaction):
        shown = await _podium(interaction, words, theme, past)
    panel = game_panel(words, past, place, shown)
    await interaction.edit_original_response(view=panel, attachments=files(shown))


async def _podium(
    interaction: discord.Interaction, words: Words, theme: str, past: PastGame
) -> Picture | None:
    """The podium; none where the record cannot be replayed, as its page is good without."""
    services = services_of(interaction)
    try:
        replay = await services.replays.of(past.game_id)
    except TableError:
        return None
    last = named(words, past, replay.moment(len(replay) - 1))
    return await services.pictures.past_podium(words, theme, past, last.view)


async def send_record(interaction: discord.Interaction, game_id: str) -> None:
    """Send the record of a finished game of this server; the interaction is deferred already.

    Raises:
        TableError: ``no_past_game`` or ``not_looked_up``.
    """
    lines = await record_of(services_of(interaction).memories, interaction.guild_id or 0, game_id)
    whole = await asyncio.to_thread(_as_file, lines)
    file = discord.File(io.BytesIO(whole), f"phase10-{game_id}.jsonl")
    said = words_of(interaction)("table.record_here")
    await interaction.edit_original_response(content=said, attachments=[file])


def _as_file(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


# -- what is done --------------------------------------------------------------------------


async def _turn(click: Click) -> None:
    place = place_of(click.meaning.args)
    await click.defer()
    await show_history(click.interaction, place)


async def _choose(click: Click) -> None:
    place, game_id = place_of(click.meaning.args), parse_game(click.only)
    await click.defer()
    await show_game(click.interaction, game_id, place)


async def _to_game(click: Click) -> None:
    place = place_of(click.meaning.args)
    await click.defer()
    await show_game(click.interaction, click.meaning.game, place)


HANDLERS: dict[Verb, Handler] = {
    Verb.HISTORY: _turn,
    Verb.HISTORY_BACK: _turn,
    Verb.HISTORY_ON: _turn,
    Verb.PAST_CHOICE: _choose,
    Verb.PAST_GAME: _to_game,
}
