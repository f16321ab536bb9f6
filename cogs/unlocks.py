"""Backs of cards and table cloths that achievements unlock for a person's own pictures."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.i18n import Words
from bot.i18n.achievements import achievement_name, grade_name
from bot.model import PersonalPreferences
from bot.scores.achievements import UNLOCKS, unlocked
from bot.storage.store import SqlStore
from bot.table.errors import looking_up
from cogs.base.permissions import server_of
from cogs.base.preferences import Preferences
from cogs.base.text import bold, small

from .setting_fields import LOOKS

SAMPLE = "sets"
SAMPLE_WITH_BACKS = "turn"


async def locked_looks(
    store: SqlStore, preferences: Preferences, interaction: discord.Interaction
) -> set[str] | None:
    """Return what the user has not unlocked; None where achievements are off.

    Raises:
        TableError: ``not_looked_up``.
    """
    guild_id, user_id = server_of(interaction), interaction.user.id
    if not await preferences.show_achievements(guild_id, user_id):
        return None
    with looking_up():
        return UNLOCKS.keys() - unlocked(await store.best_grades(user_id))


def sample_with_looks(locked: set[str] | None) -> str:
    """Return the figure that shows a theme; one with backs of cards where some are unlocked."""
    return SAMPLE if locked is None or len(locked) == len(UNLOCKS) else SAMPLE_WITH_BACKS


def look_lines(words: Words, own: PersonalPreferences, locked: set[str]) -> Iterator[str]:
    """Name the backs and the cloth that were chosen, and what unlocks the others."""
    for each in LOOKS:
        value = bold(each.in_line(words, each.read(own)))
        yield words("settings.line", name=words(f"settings.name.{each.name}"), value=value)
    ahead = [
        words(
            "settings.locked_one",
            look=each.label(words, look),
            achievement=achievement_name(words, UNLOCKS[look][0]),
            grade=grade_name(words, UNLOCKS[look][1]).lower(),
        )
        for each in LOOKS
        for look in each.values()
        if look in locked
    ]
    if ahead:
        yield small(words("settings.locked", looks=" · ".join(ahead)))
