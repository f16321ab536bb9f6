"""Stepping through a finished game: a step's message, and what its buttons do.

Which game it is and where it came from in which list is in the custom ids, and the step from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.as_text import pages
from cogs.drawing import files
from cogs.memories import past_game
from cogs.services import services_of, theme_of, wants_pictures
from cogs.text import words_of

from .base import Click, Handler, Panel, button, container, gallery, row, text
from .custom_ids import BadCustomIdError, CustomId, Verb, parse_index
from .history import Place, place_of
from .history_page import caption, moment_as_text, named, step_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Words
    from cogs.drawing import Picture
    from cogs.replays import Replay

MOST_STEPS = 1_000_000
_PARTS = 3


def replay_panel(
    words: Words,
    lines: Sequence[str],
    replay: Replay,
    at: CustomId,
    shown: Picture | None = None,
) -> Panel:
    """A step of a finished game.

    Args:
        words: the reader's language.
        lines: what is said of it.
        replay: the game.
        at: game, place in the list, and step.
        shown: the table after the step.
    """
    return Panel(container(text(*lines), *gallery(shown), *_buttons(words, replay, at)))


def _buttons(words: Words, replay: Replay, at: CustomId) -> list[discord.ui.ActionRow[Any]]:
    """Every button in every step, so that a thumb can stay; those that lead nowhere are off."""
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


async def show_step(
    interaction: discord.Interaction, game_id: str, place: Place, step: int
) -> None:
    """Show a step of a finished game of this server; the interaction is deferred already.

    Raises:
        TableError: ``no_past_game``, ``no_replay`` or ``not_looked_up``.
    """
    services = services_of(interaction)
    past = await past_game(services.memories, interaction.guild_id or 0, game_id)
    replay = await services.replays.of(game_id)
    theme = await theme_of(interaction)
    words = words_of(interaction, theme)
    moment = named(words, past, replay.moment(step))
    lines, shown = step_lines(words, past, replay, moment), None
    if await wants_pictures(interaction):
        said = caption(words, past, moment)
        shown = await services.pictures.step(words, theme, past, moment, said)
    if shown is None:
        lines = next(pages([*lines, *moment_as_text(words, moment)]))
    at = CustomId(game_id, 0, Verb.REPLAY, (*place.args, str(moment.at)))
    panel = replay_panel(words, lines, replay, at, shown)
    await interaction.edit_original_response(view=panel, attachments=files(shown))


async def _step(click: Click) -> None:
    args = click.meaning.args
    if len(args) != _PARTS:
        raise BadCustomIdError("no step of a game")
    place, step = place_of(args), parse_index(args[-1], MOST_STEPS)
    await click.defer()
    await show_step(click.interaction, click.meaning.game, place, step)


HANDLERS: dict[Verb, Handler] = {
    Verb.REPLAY: _step,
    Verb.REPLAY_FIRST: _step,
    Verb.REPLAY_BACK: _step,
    Verb.REPLAY_ON: _step,
    Verb.REPLAY_LAST: _step,
    Verb.REPLAY_HAND_BACK: _step,
    Verb.REPLAY_HAND_ON: _step,
}
