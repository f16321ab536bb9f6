"""Review of a finished game: chances for everybody, luck and choices for each player alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord

from bot.analysis.review import Choice, Choices, Review
from bot.i18n import Words
from bot.i18n.reviews import (
    account_lines,
    account_title,
    choice_line,
    choices_lines,
    choices_title,
    turning_points,
)
from bot.players.reviews import EXAMPLES
from bot.scores.results import PastGame
from bot.systems import system_of
from bot.table.errors import TableError
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb, parse_index
from cogs.base.panels import Picture, button, gallery, pages, pictured, row, show, text
from cogs.base.permissions import board_of
from cogs.base.preferences import Reader
from cogs.base.text import all_escaped, bold, small

from .history import names_of, rules_of
from .parts import BaseCog

MOST_CHOICES = 2 * EXAMPLES


class ReviewCog(BaseCog):
    """Shows reviews: chances for everybody, luck and choices for each player alone."""

    async def _past(self, click: Click) -> PastGame:
        """Return the finished card game of a click, which is deferred."""
        place, game_id = board_of(click.interaction), click.meaning.game
        past = await self.parts.replays.past_game(place, click.user_id, game_id)
        if not system_of(past.edition).traits.reviewed:
            raise BadCustomIdError("games of this system have no reviews")
        return past

    # -- for everybody ---------------------------------------------------------------------

    @on(Verb.REVIEW)
    async def _open(self, click: Click) -> None:
        """Show the chances in a message of their own: what was clicked is still needed."""
        await click.defer_private()
        await self._show_course(click.interaction, await self._past(click))

    @on(Verb.REVIEW_BACK)
    async def _back(self, click: Click) -> None:
        await click.defer()
        await self._show_course(click.interaction, await self._past(click))

    async def _show_course(self, interaction: discord.Interaction, past: PastGame) -> None:
        """Show everybody's chances through a game, and its turning points."""
        course = (await self.parts.reviews.of(past.game_id)).course
        reader = await self.parts.preferences.reader(interaction)
        words = reader.words
        names, pictures = names_of(words, past), self.parts.pictures
        picture = await pictures.chances(reader, course, names, pictures.seats(past))
        names = all_escaped(names)
        points = turning_points(words, course, names)
        if course.turning_points:
            points = [f"{number}. {line}" for number, line in enumerate(points, 1)]
        title = f"### {words('reviews.button')} · {rules_of(words, past)}"
        lines = [title, bold(words("reviews.turning_points")), *points]
        lines.append(small(words("reviews.public_note")))
        mine = button(words("reviews.mine"), CustomId(past.game_id, 0, Verb.REVIEW_MINE))
        rows = [row(mine)] if _seat_of(past, interaction.user.id) is not None else []
        panel = pictured(text(*next(pages(lines))), gallery(picture), *rows)
        await show(interaction, panel, picture)

    # -- for a player alone ----------------------------------------------------------------

    async def _own(self, click: Click) -> tuple[PastGame, Review]:
        """Return the review of a game for the user, who played it."""
        await click.defer()
        past = await self._past(click)
        seat = _seat_of(past, click.user_id)
        if seat is None:
            raise TableError("no_seat")
        return past, await self.parts.reviews.of(past.game_id, seat)

    @on(Verb.REVIEW_MINE)
    async def _mine(self, click: Click) -> None:
        """Show where the user's chance came from, and what their choices gained or cost."""
        past, review = await self._own(click)
        words = self.parts.preferences.words_of(click.interaction)
        (account,), (choices,) = review.accounts, review.choices
        lines = [
            f"### {account_title(words, account)}",
            *account_lines(words, account),
            small(words("reviews.account_note")),
            f"### {choices_title(words, choices)}",
            *choices_lines(words, choices),
        ]
        if choices.different:
            lines.append(small(words("reviews.choices_note")))
        panel = pictured(text(*lines), [], row(*_turn_buttons(words, past.game_id, choices, -1)))
        await show(click.interaction, panel)

    @on(Verb.REVIEW_CHOICE)
    async def _choice(self, click: Click) -> None:
        """Show one of the user's best or costliest choices."""
        at = parse_index(click.arg, MOST_CHOICES)
        past, review = await self._own(click)
        reader = await self.parts.preferences.reader(click.interaction)
        words, choices = reader.words, review.choices[0]
        pages = list(_choices_with_page(choices))
        if at >= len(pages):
            raise BadCustomIdError("no such choice")
        key, choice = pages[at]
        names = all_escaped(names_of(words, past))
        count = words("reviews.count", at=words.number(at + 1), total=words.number(len(pages)))
        title = f"### {words(f'reviews.{key}')}"
        lines = [title, choice_line(words, choice, names), small(count)]
        picture = await self._picture(reader, past, choice)
        buttons = row(*_turn_buttons(words, past.game_id, choices, at))
        panel = pictured(text(*lines), gallery(picture), buttons)
        await show(click.interaction, panel, picture)

    async def _picture(self, reader: Reader, past: PastGame, choice: Choice) -> Picture | None:
        names, pictures = names_of(reader.words, past), self.parts.pictures
        seats = tuple(replace(seat, name=names[seat.seat]) for seat in choice.view.seats)
        return await pictures.hand(reader, replace(choice.view, seats=seats), pictures.seats(past))


def _seat_of(past: PastGame, user_id: int) -> int | None:
    return next((seat.seat for seat in past.seats if seat.user_id == user_id), None)


def _choices_with_page(choices: Choices) -> Iterator[tuple[str, Choice]]:
    """Return the choices that have a page, with the keys of their headings."""
    for choice in choices.best:
        yield "best", choice
    for choice in choices.costliest:
        yield "costliest", choice


def _turn_buttons(
    words: Words, game_id: str, choices: Choices, at: int
) -> list[discord.ui.Button[Any]]:
    """Build the buttons of a page of choices, or of the summary before them (-1)."""
    back = CustomId(game_id, 0, Verb.REVIEW_BACK)
    if at >= 0:
        back = CustomId(game_id, 0, Verb.REVIEW_MINE)
    if at > 0:
        back = CustomId(game_id, 0, Verb.REVIEW_CHOICE, (str(at - 1),))
    buttons = [button(words("memories.back"), back)]
    if at + 1 < len(list(_choices_with_page(choices))):
        on = CustomId(game_id, 0, Verb.REVIEW_CHOICE, (str(at + 1),))
        buttons.append(button(words("memories.on"), on))
    return buttons
