"""Settings of a person, with the looks that achievements unlock, on one page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.i18n import Words, language_name
from bot.i18n.time_zones import clock_in, suggested, zone_named
from bot.model import DirectNotices, PersonalPreferences
from bot.scores.achievements import UNLOCKS, unlocked
from bot.storage.errors import StoreError
from bot.table.errors import TableError
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb
from cogs.base.discord_errors import answer_first
from cogs.base.panels import (
    Form,
    Panel,
    Picture,
    button,
    gallery,
    in_rows,
    pictured,
    show,
    text,
)
from cogs.base.permissions import server_of
from cogs.base.preferences import Reader
from cogs.base.slash_commands import command
from cogs.base.text import small

from .parts import BaseCog
from .setting_fields import (
    ACHIEVEMENTS,
    DEFAULT,
    LANGUAGE,
    LOOKS,
    NOTICES,
    OF_PEOPLE,
    PICTURES,
    QUIET_FROM,
    QUIET_UNTIL,
    SAMPLE,
    THEME,
    Setting,
    about_lines,
    setting_of,
)
from .stats import achievements_button

LONGEST_TIME_ZONE = 64
_ABOUT = {"back": "theme", "cloth": "theme", "quiet_from": "quiet", "quiet_until": "quiet"}
"""By name of a setting, the name under which it is explained, where that differs."""
SAMPLE_WITH_BACKS = "turn"
PersonalChange = Callable[[PersonalPreferences], PersonalPreferences]


def preferences_panel(  # noqa: PLR0913  # what is chosen, and what can be
    reader: Reader,
    own: PersonalPreferences,
    now: float,
    *,
    locked: set[str] | None = None,
    changed: Setting[PersonalPreferences] | None = None,
    sample: Picture | None = None,
    buttons: list[discord.ui.Button[Any]] | None = None,
) -> Panel:
    """Build the page of a person's settings, which explains the one that was just changed.

    ``locked`` are the looks that are not unlocked, None where achievements are off. ``now`` is in
    seconds since 1970.
    """
    words = reader.words
    lines = [f"### {words('settings.own_title')}"]
    if changed is None:
        lines.append(small(words("settings.title_more")))
    else:
        lines += about_lines(words, "person", _ABOUT.get(changed.name, changed.name))
    if own.notices is DirectNotices.ON:
        lines.append(_clock_line(words, own, now))
    if locked:
        lines.append(small(words.plural("settings.locked", len(locked))))
    defaults = {
        "theme": THEME.label(words, reader.theme),
        "language": language_name(words.locale),
    }
    menus = [
        setting.menu(words, Verb.OWN_SETTING, own, defaults, locked or ())
        for setting in _settings(own, locked)
    ]
    zone = button(words("settings.change_time_zone"), CustomId(NO_GAME, 0, Verb.TIME_ZONE))
    zones = [zone] if own.notices is DirectNotices.ON else []
    rows = in_rows([*zones, *(buttons or [])])
    return pictured(text(*lines), gallery(sample), *menus, *rows)


def _settings(
    own: PersonalPreferences, locked: set[str] | None
) -> Iterator[Setting[PersonalPreferences]]:
    """Return the settings that have a menu: looks once one is unlocked, hours with notices."""
    yield from (LANGUAGE, THEME)
    if locked is not None:
        yield from (
            look for look in LOOKS if not locked.issuperset(look.values().keys() - {DEFAULT})
        )
    yield from (PICTURES, NOTICES)
    if own.notices is DirectNotices.ON:
        yield from (QUIET_FROM, QUIET_UNTIL)
    yield ACHIEVEMENTS


def _clock_line(words: Words, own: PersonalPreferences, now: float) -> str:
    clock = clock_in(own.time_zone, now) if own.time_zone else ""
    if not clock:
        return words("settings.no_time_zone")
    zone = (own.time_zone or "").replace("_", " ")
    return words("settings.line", name=words("settings.name.time_zone"), value=f"{zone} · {clock}")


class PersonalSettingsCog(BaseCog):
    """Reads and changes what a person chose."""

    @command("preferences")
    async def preferences(self, interaction: discord.Interaction) -> None:
        """Show what the user chose, with menus to change it."""
        own = await self.parts.preferences.people.get(interaction.user.id)
        await self._show(interaction, own)

    @on(Verb.OWN_SETTING)
    async def _choose(self, click: Click) -> None:
        setting = setting_of(click, OF_PEOPLE)
        await click.defer()
        if setting in LOOKS:
            locked = await self._locked(click.interaction)
            if locked is None or click.chosen in locked:
                raise BadCustomIdError("not unlocked")
        change = partial(setting.changed, value=click.chosen)
        await self._change(click.interaction, setting, change)

    @on(Verb.TIME_ZONE)
    async def _ask_for_time_zone(self, click: Click) -> None:
        form = Form(
            click.words("settings.name.time_zone"),
            CustomId(NO_GAME, 0, Verb.TIME_ZONE_TYPED),
            label=click.words("settings.city"),
            longest=LONGEST_TIME_ZONE,
        )
        await answer_first(partial(click.interaction.response.send_modal, form))

    @on(Verb.TIME_ZONE_TYPED)
    async def _choose_time_zone(self, click: Click) -> None:
        await click.defer()
        # The first time the names of all zones are read from files.
        now = self.parts.clock.now()
        zones = await asyncio.to_thread(suggested, click.chosen, now, 1)
        if not click.chosen.strip() or not zones:
            raise TableError("no_such_time_zone")
        ((_, zone),) = zones
        zone = click.chosen if zone_named(click.chosen) else zone
        await self._change(click.interaction, QUIET_FROM, lambda own: replace(own, time_zone=zone))

    async def _change(
        self,
        interaction: discord.Interaction,
        setting: Setting[PersonalPreferences],
        change: PersonalChange,
    ) -> None:
        """Change a setting, and show all in the answer to a deferred interaction.

        Raises:
            TableError: ``not_stored`` or ``not_read``. What ``change`` raises passes through.
        """
        parts, user_id = self.parts, interaction.user.id

        def changed(own: PersonalPreferences) -> PersonalPreferences:
            # Notices come in the language in which the person used Discord last.
            return replace(change(own), discord_locale=str(interaction.locale))

        own = await parts.preferences.people.change(user_id, changed)
        await self._show(interaction, own, setting)
        await parts.hands.refresh_person(parts.registry, user_id)

    async def _show(
        self,
        interaction: discord.Interaction,
        own: PersonalPreferences,
        changed: Setting[PersonalPreferences] | None = None,
    ) -> None:
        locked = await self._locked(interaction)
        reader = await self.parts.preferences.reader(interaction)
        has_backs = locked is not None and len(locked) < len(UNLOCKS)
        figure = SAMPLE_WITH_BACKS if has_backs else SAMPLE
        sample = await self.parts.pictures.figure(reader, figure)
        achievements = locked is not None and server_of(interaction)
        earned = achievements_button(reader.words, interaction.user.id)
        panel = preferences_panel(
            reader,
            own,
            self.parts.clock.now(),
            locked=locked,
            changed=changed,
            sample=sample,
            buttons=[earned] if achievements else [],
        )
        await show(interaction, panel, sample)

    async def _locked(self, interaction: discord.Interaction) -> set[str] | None:
        """Return the looks that the user has not unlocked; None if they are not known."""
        guild_id, user_id = server_of(interaction), interaction.user.id
        if not await self.parts.preferences.show_achievements(guild_id, user_id):
            return None
        with suppress(StoreError):
            return UNLOCKS.keys() - unlocked(await self.parts.store.best_grades(user_id))
        return None
