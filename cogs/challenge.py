"""The challenge of a week: its private page, and the games that it begins."""

from __future__ import annotations

from functools import partial

from bot.daily.challenge import challenge_week
from bot.storage.challenge import challenge_board, first_game
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import Verb
from cogs.base.permissions import check_computers
from cogs.live.announcements import people_of_challenge
from cogs.pages.challenge_page import challenge_screen

from .services import BaseCog


class ChallengeCog(BaseCog):
    """Shows the challenge of this week, and begins its games."""

    @on(Verb.CHALLENGE)
    async def _open(self, click: Click) -> None:
        await click.defer_private()
        now = self.services.clock.now()
        week = challenge_week(now)
        first = await self.look_up(first_game, click.user_id, week)
        board = None
        if guild_id := click.guild_id:
            look_up = partial(self.look_up, challenge_board, guild_id, week, now, click.user_id)
            present = self.services.members.among_present
            board = await present(guild_id, look_up, people_of_challenge)
        words = (await self.services.preferences.reader(click.interaction)).words
        await self.show(click.interaction, challenge_screen(words, week, first, board))

    @on(Verb.CHALLENGE_PLAY)
    async def _play(self, click: Click) -> None:
        await click.defer()
        preferences = self.services.preferences
        check_computers(await preferences.server(click.guild_id))
        locale = preferences.server_locale(click.interaction)
        manager = await self.services.challenges.begin(click.person, click.guild_id, locale)
        await self.services.hands.open(manager, click.interaction)
