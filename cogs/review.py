"""Reviews of finished games: the chances of all players, and the reader's costliest choice."""

from __future__ import annotations

import asyncio

from bot.game_types import game_type_for
from bot.i18n.reviews import choice_lines, deciding_turn, person_lines
from bot.results.past_games import PastGame
from bot.table.errors import TableError
from cogs.base.clicks import Click, Where, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb
from cogs.base.screens import Button, Screen, split_into_pages
from cogs.base.text import all_escaped, bold

from .history import rules_text, seat_names, told_to
from .services import BaseCog

# the length of a bar, and the seconds until it is shown again
BAR = 10
BETWEEN_BARS = 1.0


class ReviewCog(BaseCog):
    """Shows reviews of finished card games."""

    async def _past(self, click: Click) -> PastGame:
        game_id = click.meaning.game
        past = await self.services.replays.past_game(click.guild_id, click.user_id, game_id)
        if not game_type_for(past.edition).reviewed:
            raise BadCustomIdError("games of this type have no reviews")
        return past

    @on(Verb.REVIEW, at=Where.FINISHED)
    async def _open(self, click: Click) -> None:
        """Show the page in a new message, as the clicked one is still needed."""
        await click.defer_private()
        await self._show(click, await self._past(click))

    @on(Verb.REVIEW_CHOICE, at=Where.FINISHED)
    async def _with_choice(self, click: Click) -> None:
        """Add the user's costliest choices; the first search takes about two seconds."""
        await click.defer()
        past = await self._past(click)
        done = [0.0]
        seat = _own_seat(past, click.user_id)
        if seat is None:
            raise TableError("no_seat")
        find = self.services.reviews.find_costliest(past, seat, done.append)
        search = asyncio.create_task(find)
        try:
            while not search.done():
                await self._show(click, past, done[-1])
                await asyncio.wait({search}, timeout=BETWEEN_BARS)
            await search
        finally:
            await asyncio.wait({search})
            await self._show(click, await self._past(click))

    async def _show(self, click: Click, past: PastGame, done: float | None = None) -> None:
        """Show the page; while choices are looked for, with the share that is done."""
        reader = await self.services.preferences.reader(click.interaction)
        reviews = self.services.reviews
        pictures = self.services.pictures(reader)
        words = reader.words
        seat = _own_seat(past, click.user_id)
        names = seat_names(words, past)
        course = await reviews.course(past.game_id)
        drawings = [pictures.chances(course, names, pictures.seats(past), seat)]
        lines = [f"### {words('reviews.button')} · {rules_text(words, past)}"]
        told = all_escaped(seat_names(words, told_to(words, past, click.user_id)))
        lines += person_lines(words, course, [bold(name) for name in told])
        if decided := deciding_turn(words, course, told, seat):
            lines += [bold(words("reviews.decided")), *decided]
        buttons = [Button(words("table.record"), CustomId(past.game_id, 0, Verb.RECORD))]
        choices = None if seat is None else await reviews.costliest_choices(past, seat)
        title = words("reviews.costliest_choice")
        if done is not None:
            full = round(BAR * done)
            bar = "▰" * full + "▱" * (BAR - full)
            share = words.percent(done)
            lines += [bold(title), words("reviews.thinking", bar=bar, done=share)]
        elif choices is not None:
            lines += [bold(title), *choice_lines(words, choices, all_escaped(names))]
            drawings += [pictures.choice(choice, names) for choice in choices[:1]]
        elif seat is not None:
            buttons.insert(0, Button(title, CustomId(past.game_id, 0, Verb.REVIEW_CHOICE)))
        screen = Screen.of(next(split_into_pages(lines)), buttons, drawings=drawings)
        await self.show(click.interaction, screen)


def _own_seat(past: PastGame, user_id: int) -> int | None:
    return next((seat.seat for seat in past.seats if seat.user_id == user_id), None)
