"""What a person chooses about turn notices: whether, and not at which hours."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import discord
from discord.app_commands import Choice

from bot.i18n import Words
from bot.i18n.phrases import clip
from bot.i18n.time_zones import clock_in, suggested, zone_named
from bot.model import PersonalPreferences
from bot.table.context import Clock
from bot.table.errors import TableError
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.panels import Panel, container, menu, show, text
from cogs.base.preferences import Preferences
from cogs.base.text import bold

from .setting_fields import NOTICES, OF_NOTICES, QUIET_FROM, QUIET_UNTIL, Setting

MOST_SUGGESTED = 25
ChosenValue = tuple[Setting[PersonalPreferences], str | None]
"""A setting, and the value chosen for it if one was."""


def notices_panel(words: Words, own: PersonalPreferences, now: float) -> Panel:
    """Build the message of these settings, with menus that leave out what is set.

    Args:
        words: the person's language.
        own: what is set.
        now: in seconds since 1970.
    """
    menus = [
        menu(
            words("settings.change", name=words(f"settings.name.{each.name}")),
            CustomId(NO_GAME, 0, Verb.OWN_SETTING, (each.name,)),
            [(each.label(words, value), value) for value in each.values() if value != at],
        )
        for each in OF_NOTICES
        for at in (each.read(own),)
    ]
    return Panel(container(text(*_lines(words, own, now)), *menus))


def _lines(words: Words, own: PersonalPreferences, now: float) -> Iterator[str]:
    yield _line(words, "notices", NOTICES.label(words, NOTICES.read(own)))
    yield words("settings.about.person.notices")
    clock = clock_in(own.time_zone, now) if own.time_zone else ""
    if not clock:
        yield words("settings.no_time_zone", command=words.command("phase10", "notices"))
        return
    zone = f"{(own.time_zone or '').replace('_', ' ')} · {clock}"
    yield _line(words, "time_zone", zone)
    if own.quiet_from == own.quiet_until:
        yield _line(words, "quiet", words("settings.no_quiet"))
        return
    start, end = QUIET_FROM.label(words, str(own.quiet_from)), str(own.quiet_until)
    yield _line(words, "quiet", f"{start}–{QUIET_UNTIL.label(words, end)}")
    yield words("settings.about.person.quiet")


def _line(words: Words, name: str, value: str) -> str:
    return words("settings.line", name=words(f"settings.name.{name}"), value=bold(value))


class NoticeSettings:
    """Reads and changes what a person chose about turn notices."""

    def __init__(self, preferences: Preferences, clock: Clock) -> None:
        self._preferences = preferences
        self._clock = clock

    async def choose(
        self, interaction: discord.Interaction, *chosen: ChosenValue, time_zone: str | None = None
    ) -> None:
        """Change what is not None, and show all; the interaction is deferred already.

        Raises:
            TableError: ``not_stored``, ``not_read``, or ``no_such_time_zone``.
            BadCustomIdError: a setting has no such value.
        """
        if time_zone is not None and zone_named(time_zone) is None:
            raise TableError("no_such_time_zone")
        user_id = interaction.user.id
        changes = [(setting, value) for setting, value in chosen if value is not None]

        def changed(own: PersonalPreferences) -> PersonalPreferences:
            for setting, value in changes:
                own = setting.changed(own, value)
            zone = time_zone or own.time_zone
            return replace(own, time_zone=zone, discord_locale=str(interaction.locale))

        if changes or time_zone is not None:
            own = await self._preferences.people.change(user_id, changed)
        else:
            own = await self._preferences.people.get(user_id)
        words = self._preferences.words_of(interaction)
        await show(interaction, notices_panel(words, own, self._clock.now()))

    async def suggest(self, typed: str) -> list[Choice[str]]:
        """Return time zones for what was typed."""
        # The first time the names of all zones are read from files.
        found = await asyncio.to_thread(suggested, typed, self._clock.now(), MOST_SUGGESTED)
        return [Choice(name=clip(name), value=value) for name, value in found]
