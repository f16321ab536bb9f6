"""Replay of a finished game: the message of a step, and what its buttons do.

The game, the position in the list it was opened from, and the step from 0 are in the custom ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.endings import recap_sentences
from bot.scores.results import PastGame
from bot.table.replays import Moment, Replay
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import REPLAY_STEPS, BadCustomIdError, CustomId, Verb, parse_index
from cogs.base.panels import (
    Panel,
    Picture,
    button,
    gallery,
    pages,
    pictured,
    reply_in_pages,
    row,
    show,
    text,
)
from cogs.base.text import all_escaped, bold, escaped, small, with_names
from cogs.live.displays import steps_of

from .history import named, names_of, position_of, rules_of
from .parts import BaseCog

MOST_STEPS = 1_000_000
_PARTS = 3


def replay_panel(
    words: Words,
    lines: Sequence[str],
    replay: Replay,
    at: CustomId,
    shown: Picture | None = None,
) -> Panel:
    """Build the message of a step.

    Args:
        words: the reader's language.
        lines: its text.
        replay: the game.
        at: game, position in the list, and step.
        shown: the picture of the table after the step.
    """
    return pictured(text(*lines), gallery(shown), *_buttons(words, replay, at))


def _buttons(words: Words, replay: Replay, at: CustomId) -> list[discord.ui.ActionRow[Any]]:
    """Build the same buttons for every step; those that lead nowhere are disabled."""
    words = words.about(replay.system.name)
    here, last = int(at.args[-1]), len(replay) - 1
    back, on = max(0, here - 1), min(last, here + 1)
    hand_back, hand_on = replay.hand_before(here), replay.hand_after(here)

    def made(key: str, verb: Verb, to: int | None) -> discord.ui.Button[Any]:
        step = here if to is None else to
        there = CustomId(at.game, 0, verb, (*at.args[:-1], str(step)))
        found = button(words(key), there)
        found.disabled = step == here
        return found

    game = CustomId(at.game, 0, Verb.PAST_GAME, at.args[:-1])
    return [
        row(
            made("memories.first", Verb.REPLAY_FIRST, 0),
            made("memories.step_back", Verb.REPLAY_BACK, back),
            made("memories.step_on", Verb.REPLAY_ON, on),
            made("memories.last", Verb.REPLAY_LAST, last),
        ),
        row(
            made("memories.hand_back", Verb.REPLAY_HAND_BACK, hand_back),
            made("memories.hand_on", Verb.REPLAY_HAND_ON, hand_on),
            button(words("memories.to_game"), game),
        ),
    ]


def step_lines(words: Words, past: PastGame, replay: Replay, shown: Moment) -> list[str]:
    """Return a step's text: its number, what happened, and how the player stands."""
    names = all_escaped(names_of(words, past))
    hand = words.about(replay.system.name)(
        "memories.step",
        hand=words.number(shown.hand),
        hands=words.number(replay.hands),
        step=words.number(shown.at + 1),
        steps=words.number(len(replay)),
    )
    steps = steps_of(past)
    news, more = steps.news(words, shown, names), steps.more(words, shown, names)
    return [bold(rules_of(words, past)), hand, *news, *map(small, more)]


def caption(words: Words, past: PastGame, shown: Moment) -> str:
    """Return what happened in a step, in a line for its picture."""
    return " · ".join(steps_of(past).news(words.plain, shown, names_of(words, past)))


class ReplayCog(BaseCog):
    """Handles the components of replays."""

    @on(Verb.RECAP)
    async def _recap(self, click: Click) -> None:
        """Show a finished game as an animation, or in words."""
        game_id = click.meaning.game
        await click.defer_private()
        past = await self.parts.replays.past_game(click.guild_id, click.user_id, game_id)
        replay = await self.parts.replays.of(game_id)
        reader = await self.parts.preferences.reader(click.interaction)
        last = named(reader.words, past, replay.moment(len(replay) - 1))
        if not steps_of(past).recaps:
            raise BadCustomIdError("no recap of such a game")
        shown = await self.parts.pictures.recap(reader, past, last) if last.scored else None
        title = bold(rules_of(reader.words, past))
        if shown is None:
            view = with_names(last.view, escaped)
            lines = recap_sentences(reader.words, view, last.scored)
            await reply_in_pages(click.interaction, [title, *lines])
        else:
            await show(click.interaction, pictured(text(title), gallery(shown)), shown)

    @on(*REPLAY_STEPS)
    async def _step(self, click: Click) -> None:
        game_id, args = click.meaning.game, click.meaning.args
        if len(args) != _PARTS:
            raise BadCustomIdError("no step of a game")
        position, step = position_of(args), parse_index(args[-1], MOST_STEPS)
        await click.defer()
        past = await self.parts.replays.past_game(click.guild_id, click.user_id, game_id)
        replay = await self.parts.replays.of(game_id)
        reader = await self.parts.preferences.reader(click.interaction)
        words = reader.words
        moment = named(words, past, replay.moment(step))
        lines = step_lines(words, past, replay, moment)
        steps, said = steps_of(past), caption(words, past, moment)
        shown = await steps.picture(self.parts.pictures, reader, past, moment, said)
        if shown is None:
            lines = next(pages([*lines, *steps.as_text(words, moment)]))
        at = CustomId(game_id, 0, Verb.REPLAY, (*position.args, str(moment.at)))
        await show(click.interaction, replay_panel(words, lines, replay, at, shown), shown)
