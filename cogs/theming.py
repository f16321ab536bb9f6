"""Choosing a card theme: what both commands do."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord.app_commands import Choice

from bot.render import THEMES

from .desk import desk_of, theme_of
from .drawing import files
from .text import bold, words_of
from .themes import theme_name
from .translator import localized
from .views.base import Panel, container, gallery, text

if TYPE_CHECKING:
    import discord

    from bot.i18n import Words

SAMPLE = "sets"
NO_CHOICE = "default"


def theme_choices(no_choice: str) -> list[Choice[str]]:
    """The themes as choices of a command; ``no_choice`` is the key of what none is called."""
    names = [(theme, theme.replace("-", "_")) for theme in THEMES]
    themes = [Choice(name=localized(f"settings.theme.{name}"), value=each) for each, name in names]
    return [*themes, Choice(name=localized(no_choice), value=NO_CHOICE)]


async def personal_theme(interaction: discord.Interaction, choice: str | None) -> None:
    """Set or tell a person's theme; the interaction is deferred already.

    Raises:
        TableError: ``not_stored`` or ``not_read``.
    """
    desk, user_id = desk_of(interaction), interaction.user.id
    if choice is not None:
        await desk.themes.choose_for_person(user_id, _chosen(choice))
    own = await desk.themes.chosen_by_person(user_id)
    theme = await theme_of(interaction)
    words = words_of(interaction, theme)
    key = "settings.personal_shown" if choice is None else "settings.personal_set"
    told = [words(key, theme=bold(theme_name(words, theme)))]
    if own is None:
        told.append(words("settings.not_chosen"))
    await _answer(interaction, words, theme, told)
    if choice is not None:
        await desk.hands.refresh_person(desk.registry, user_id)


async def server_theme(interaction: discord.Interaction, choice: str | None) -> None:
    """Set or tell a server's theme; the interaction is deferred already.

    Raises:
        TableError: ``not_stored`` or ``not_read``.
    """
    desk, guild_id = desk_of(interaction), interaction.guild_id or 0
    if choice is not None:
        await desk.themes.choose_for_server(guild_id, _chosen(choice))
    own = await desk.themes.chosen_by_server(guild_id)
    theme = await desk.themes.of_server(guild_id)
    words = words_of(interaction, theme)
    key = "settings.server_shown" if choice is None else "settings.server_set"
    told = [words(key, theme=bold(theme_name(words, theme)))]
    if own is None:
        told.append(words("settings.not_chosen_server"))
    await _answer(interaction, words, theme, told)
    if choice is not None:
        await asyncio.gather(*map(desk.announcer.redraw, desk.registry.running_in(guild_id)))


async def _answer(
    interaction: discord.Interaction, words: Words, theme: str, told: list[str]
) -> None:
    """What is set, and a small sample of it."""
    sample = await desk_of(interaction).pictures.figure(words, theme, SAMPLE)
    panel = Panel(container(text(*told), *gallery(sample)))
    await interaction.edit_original_response(view=panel, attachments=files(sample))


def _chosen(choice: str) -> str | None:
    """The theme of a choice; the command takes no other values than its own."""
    return choice if choice in THEMES else None
