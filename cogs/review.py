"""Look back at a finished game: chances and recap for everybody, choices for each player alone."""

from __future__ import annotations

from typing import Any

import discord

from bot.analysis.review import Choice, Choices, Course, Review
from bot.i18n import Words
from bot.i18n.endings import recap_sentences
from bot.i18n.reviews import (
    account_lines,
    account_title,
    choice_line,
    choice_sentence,
    choices_lines,
    choices_title,
    deciding_turn,
    own_line,
    person_lines,
    turning_points,
)
from bot.scores.results import PastGame
from bot.systems import system_of
from bot.table.errors import TableError
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb
from cogs.base.panels import button, gallery, pages, pictured, row, show, text
from cogs.base.text import all_escaped, bold, escaped, small, with_names

from .history import names_of, rules_of, with_present_names
from .parts import BaseCog

HERE = "here"
"""The argument of a recap that takes the place of the message with its button."""


class ReviewCog(BaseCog):
    """Shows reviews: chances for everybody, luck and choices for each player alone."""

    async def _past(self, click: Click) -> PastGame:
        game_id = click.meaning.game
        past = await self.parts.replays.past_game(click.guild_id, click.user_id, game_id)
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
        """Show everybody's chances through a game, and the turn that decided it."""
        course = (await self.parts.reviews.of(past.game_id)).course
        reader = await self.parts.preferences.reader(interaction)
        words = reader.words
        names, pictures = names_of(words, past), self.parts.pictures
        user_id = interaction.user.id
        own = next((seat.seat for seat in past.seats if seat.user_id == user_id), None)
        picture = await pictures.chances(reader, course, names, pictures.seats(past), own)
        lines = [f"### {words('reviews.button')} · {rules_of(words, past)}"]
        lines += person_lines(words, course, [bold(name) for name in all_escaped(names)])
        if decided := deciding_turn(words, course, all_escaped(names)):
            lines += [bold(words("reviews.decided")), *decided]
        buttons = row(*_buttons(words, past, user_id))
        panel = pictured(text(*next(pages(lines))), gallery(picture), buttons)
        await show(interaction, panel, picture)

    @on(Verb.RECAP)
    async def _recap(self, click: Click) -> None:
        here = click.meaning.args == (HERE,)
        await (click.defer() if here else click.defer_private())
        past = await self._past(click)
        course = (await self.parts.reviews.of(past.game_id)).course
        replay = await self.parts.replays.of(past.game_id)
        reader = await self.parts.preferences.reader(click.interaction)
        words, pictures = reader.words, self.parts.pictures
        last = with_present_names(words, past, replay.moment(len(replay) - 1))
        recap = await pictures.recap(reader, last, course, pictures.seats(past))
        lines = recap_sentences(words, with_names(last.view, escaped), course)
        title = bold(f"{words('table.recap')} · {rules_of(words, past)}")
        back = [row(_back_button(words, past.game_id))] if here else []
        panel = pictured(text(*next(pages([title, *lines]))), gallery(recap), *back)
        await show(click.interaction, panel, recap)

    @on(Verb.REVIEW_METHOD)
    async def _method(self, click: Click) -> None:
        """Explain the figures; to somebody who played also with the intervals of their own."""
        await click.defer()
        past = await self._past(click)
        words = self.parts.preferences.words_of(click.interaction)
        names = all_escaped(names_of(words, past))
        seat = _seat_of(past, click.user_id)
        seats = () if seat is None else (seat,)
        review = await self.parts.reviews.of(past.game_id, *seats)
        lines = [f"### {words('reviews.method')}", words("reviews.public_note")]
        lines += _numbered(words, review.course, names)
        lines += _own_method(words, review, names)
        panel = pictured(text(*next(pages(lines))), (), row(_back_button(words, past.game_id)))
        await show(click.interaction, panel)

    # -- for a player alone ----------------------------------------------------------------

    @on(Verb.REVIEW_MINE, Verb.REVIEW_CHOICE)
    async def _mine(self, click: Click) -> None:
        """Show the user's luck, and their best and costliest choice next to hard's."""
        await click.defer()
        past = await self._past(click)
        seat = _seat_of(past, click.user_id)
        if seat is None:
            raise TableError("no_seat")
        review = await self.parts.reviews.of(past.game_id, seat)
        reader = await self.parts.preferences.reader(click.interaction)
        words, names = reader.words, names_of(reader.words, past)
        (account,), (choices,) = review.accounts, review.choices
        notable = _notable(choices)
        lines = [f"### {words('reviews.mine')}", bold(own_line(words, account, choices))]
        if not choices.different:
            lines.append(choices_title(words, choices))
        lines += [choice_sentence(words, choice, all_escaped(names)) for _, choice in notable]
        picture = None
        if notable:
            picture = await self.parts.pictures.choices(reader, notable, names)
        buttons = row(_back_button(words, past.game_id), _method_button(words, past.game_id))
        panel = pictured(text(*lines), gallery(picture), buttons)
        await show(click.interaction, panel, picture)


def _numbered(words: Words, course: Course, names: list[str]) -> list[str]:
    points = turning_points(words, course, names)
    if course.turning_points:
        points = [f"{number}. {line}" for number, line in enumerate(points, 1)]
    return [bold(words("reviews.turning_points")), *points]


def _own_method(words: Words, review: Review, names: list[str]) -> list[str]:
    """Where somebody's chance came from, and their choices with intervals."""
    lines = []
    for account, choices in zip(review.accounts, review.choices, strict=True):
        lines += [bold(account_title(words, account)), *account_lines(words, account)]
        lines += [small(words("reviews.account_note")), bold(choices_title(words, choices))]
        lines += choices_lines(words, choices)
        lines += [choice_line(words, choice, names) for _, choice in _notable(choices)]
        if choices.different:
            lines.append(small(words("reviews.choices_note")))
    return lines


def _notable(choices: Choices) -> list[tuple[str, Choice]]:
    """The best and the costliest choice with the keys of their headings, if there are any."""
    pairs = (("best_choice", choices.best), ("costliest_choice", choices.costliest))
    return [(key, some[0]) for key, some in pairs if some]


def _buttons(words: Words, past: PastGame, user_id: int) -> list[discord.ui.Button[Any]]:
    mine = button(words("reviews.mine"), CustomId(past.game_id, 0, Verb.REVIEW_MINE))
    return [
        *([mine] if _seat_of(past, user_id) is not None else []),
        button(words("table.recap"), CustomId(past.game_id, 0, Verb.RECAP, (HERE,))),
        button(words("table.record"), CustomId(past.game_id, 0, Verb.RECORD)),
        _method_button(words, past.game_id),
    ]


def _method_button(words: Words, game_id: str) -> discord.ui.Button[Any]:
    return button(words("reviews.method"), CustomId(game_id, 0, Verb.REVIEW_METHOD))


def _back_button(words: Words, game_id: str) -> discord.ui.Button[Any]:
    return button(words("memories.back"), CustomId(game_id, 0, Verb.REVIEW_BACK))


def _seat_of(past: PastGame, user_id: int) -> int | None:
    return next((seat.seat for seat in past.seats if seat.user_id == user_id), None)
