"""Reviews of finished games: the chances of all players, and the reader's choices."""

from __future__ import annotations

from bot.game_types import game_type_for
from bot.i18n.reviews import choice_lines, deciding_turn, person_lines
from bot.results.past_games import PastGame
from cogs.base.clicks import Click, Where, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb
from cogs.base.screens import Button, Screen, split_into_pages
from cogs.base.text import all_escaped, bold

from .history import rules_text, seat_names, told_to
from .services import BaseCog


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
    async def _with_choices(self, click: Click) -> None:
        """Answer the button of 1.1, which asked for the choices that the page has by itself."""
        await self._open(click)

    async def _show(self, click: Click, past: PastGame) -> None:
        reader = await self.services.preferences.reader(click.interaction)
        pictures = self.services.pictures(reader)
        words = reader.words
        seat = _own_seat(past, click.user_id)
        names = seat_names(words, past)
        course = await self.services.reviews.course(past.game_id)
        drawings = [pictures.chances(course, names, pictures.seats(past), seat)]
        lines = [f"### {words('reviews.button')} · {rules_text(words, past)}"]
        told = all_escaped(seat_names(words, told_to(words, past, click.user_id)))
        lines += person_lines(words, course, [bold(name) for name in told])
        if decided := deciding_turn(words, course, told, seat):
            lines += [bold(words("reviews.decided")), *decided]
        if seat is not None:
            own = await self.services.reviews.choices(past.game_id, seat)
            lines += [bold(words("reviews.choices")), *choice_lines(words, own, all_escaped(names))]
            if own.costly:
                drawings.append(pictures.choices(own.costly, names))
        record = Button(words("table.record"), CustomId(past.game_id, 0, Verb.RECORD))
        screen = Screen.of(next(split_into_pages(lines)), [record], drawings=drawings)
        await self.show(click.interaction, screen)


def _own_seat(past: PastGame, user_id: int) -> int | None:
    return next((seat.seat for seat in past.seats if seat.user_id == user_id), None)
